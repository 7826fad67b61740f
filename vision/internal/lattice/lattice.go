// Package lattice finds grids of lines on an image: printed, on a screen, on a page that curls.
//
// An image is cut into strips, and each strip averaged to a profile. A line that runs along the image is a
// narrow valley or crest in many profiles one after another (profile.go). Lines are followed from strip to
// strip as a target is tracked, once for those that run across and once for those that run down (trace.go).
// Two traces meet in a crossing, and from a crossing with evenly spaced neighbours a lattice grows cell by
// cell (cross.go, grow.go). Each step is predicted by the last ones, so that lines need not be straight nor
// cells of one size. Places that were not seen are filled in from those that were (mesh.go), and parts
// without cells are cut off (accept.go, trim.go). Lines too faint to be traced are found by laying all cells
// upon one another (divide.go).
//
// Growing lattices from local steps is also how chessboards are found to calibrate cameras: Geiger,
// Moosmann, Car, Schuster, "Automatic camera and range sensor calibration using a single shot", ICRA 2012.
package lattice

import (
	"context"
	"image"
	"math"
	"slices"
	"sort"
)

// A Point is a place on an image, in pixels. The middle of the first pixel is (.5, .5).
type Point struct{ X, Y float64 }

func (p Point) add(q Point) Point         { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point         { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point     { return Point{p.X * f, p.Y * f} }
func (p Point) norm() float64             { return math.Hypot(p.X, p.Y) }
func mix(p, q Point, share float64) Point { return p.add(q.sub(p).times(share)) }

// A Lattice is Rows × Cols cells as an image shows them, neither square nor straight.
type Lattice struct {
	Rows, Cols int
	Points     []Point // the crossings of the lines, row-major: (Rows+1) × (Cols+1)

	// RowRules and ColRules are the thickness of the Rows+1 and Cols+1 lines, in pixels of full contrast: a
	// faint line counts as a thin one. A line that was not seen has 0.
	RowRules, ColRules []float64
	Seen               float64 // share of crossings that were seen, not inferred

	// Left, Right, Top and Bottom say how far the lines run on beyond the lattice, in cells: its row lines to
	// the left and the right, its column lines upwards and downwards. Half of the lines run at least that
	// far.
	Left, Right, Top, Bottom float64

	// Sides tells for each cell, row-major, the share of its sides that was seen: the lesser of its two pairs
	// of opposite sides. It is nil if nothing is known of single cells.
	Sides []float64

	// Boxes says how many columns of boxes for clues lie before the body of a nonogram and how many rows above it, if
	// it has lines around these alone.
	Boxes image.Point

	// Pieced says that the lattice was found by lines put together of pieces, such as the sides of filled cells. Tiles
	// have such sides as well, seen only where they are lit: for those the lattices of whole lines in its place count.
	Pieced bool
	Whole  []*Lattice

	ink       float64 // the median of its lines: thickness in pixels times strength in grey levels
	explained float64 // number of cells with all sides seen, and half of those with three
	mesh      mesh
}

// score ranks lattices: cells explained, times the side of a cell. By cells alone a logo with many tiny cells
// would beat a puzzle, by area alone a table with few large cells would.
func (l *Lattice) score() float64 { return l.explained * l.pitch() }

// pitch returns the mean side of a cell, in pixels.
func (l *Lattice) pitch() float64 {
	p := l.Points
	n := len(p) - 1
	return (p[l.Cols].sub(p[0]).norm() + p[n].sub(p[n-l.Cols]).norm() +
		p[n-l.Cols].sub(p[0]).norm() + p[n].sub(p[l.Cols]).norm()) / float64(2*(l.Rows+l.Cols))
}

// at returns a crossing.
func (l *Lattice) at(row, col int) Point { return l.Points[row*(l.Cols+1)+col] }

// bounds returns the smallest and the largest coordinates of the crossings.
func (l *Lattice) bounds() (lo, hi Point) {
	lo, hi = l.Points[0], l.Points[0]
	for _, p := range l.Points {
		lo = Point{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	return lo, hi
}

// overlap returns the share of the smaller of two lattices that lies in the other, by their bounds: 0 if they
// are apart.
func overlap(a, b *Lattice) float64 {
	alo, ahi := a.bounds()
	blo, bhi := b.bounds()
	w := min(ahi.X, bhi.X) - max(alo.X, blo.X)
	h := min(ahi.Y, bhi.Y) - max(alo.Y, blo.Y)
	if w <= 0 || h <= 0 {
		return 0
	}
	small := min((ahi.X-alo.X)*(ahi.Y-alo.Y), (bhi.X-blo.X)*(bhi.Y-blo.Y))
	return w * h / small
}

const (
	photoPixels  = 4 << 20  // pixels of a photo that is searched; a larger one is reduced
	screenPixels = 11 << 18 // the same for a screenshot
	huePixels    = 3 << 18  // the same for red, green and blue, which rarely show lines that brightness does not
	maxLattices  = 4        // lattices returned for an image
	enoughCells  = 16       // cells explained at which no fainter lines or other hues are searched
)

// Find returns the lattices of an image, the best first, or none if a side of the image has less than 24 pixels.
// They hardly overlap, so none is the half or the double of another. A screenshot's lines run along the pixels
// and may differ from the cells by hue alone: if its brightness shows no lattice of enoughCells, its red, green
// and blue are searched, too. A photo is searched for faint and for diagonal lines instead. Places are those of
// the image, whatever size was searched.
func Find(ctx context.Context, img image.Image, screen bool) ([]*Lattice, error) {
	b := img.Bounds()
	if b.Dx() < 24 || b.Dy() < 24 {
		return nil, nil
	}
	limit := photoPixels
	if screen {
		limit = screenPixels
	}
	scale := 1
	for b.Dx()/scale*(b.Dy()/scale) > limit {
		scale++
	}
	var found []*Lattice
	light := newPlane(img, scale, 0)
	for hue := range countPlanes(img, screen) {
		p := light
		if hue == 1 && b.Dx()/scale*(b.Dy()/scale) > huePixels {
			scale *= 2
		}
		if hue > 0 {
			p = newPlane(img, scale, hue)
		}
		l, err := findAtSizes(ctx, p, screen, false)
		if err != nil {
			return nil, err
		}
		if found = keepBest(append(found, l...)); len(found) > 0 && found[0].explained >= enoughCells {
			break
		}
		if light.noise {
			break // a scenery has as many lines in its hues
		}
	}
	switch {
	case light.noise:
		return found, nil
	case screen:
		return addPieced(ctx, light, found)
	case len(found) > 0 && found[0].explained >= enoughCells:
		return found, nil
	}
	for _, look := range []func() ([]*Lattice, error){
		func() ([]*Lattice, error) { return findAtSizes(ctx, light, screen, true) },
		func() ([]*Lattice, error) { return findDiagonal(ctx, light) },
	} {
		l, err := look()
		if err != nil {
			return nil, err
		}
		if found = keepBest(append(found, l...)); len(found) > 0 && found[0].explained >= enoughCells {
			break
		}
	}
	return found, nil
}

// findAtSizes returns the lattices of a plane, its half and its quarter, on which thick lines are thinner. It
// leaves out a half or a quarter with a side of less than 100 samples. It sets p.noise if the plane itself has
// too many lines.
func findAtSizes(ctx context.Context, p *plane, screen, faint bool) ([]*Lattice, error) {
	var all []*Lattice
	for i := range 3 {
		found, many, err := find(ctx, p, screen, faint)
		if err != nil {
			return nil, err
		}
		p.noise = i == 0 && many
		all = append(all, found...)
		if p = p.half(); p.w < 100 || p.h < 100 {
			break
		}
	}
	return all, nil
}

// addPieced returns the best of the given lattices of a screenshot and of those whose lines are in pieces (steps.go).
// It searches the plane and its half, on which thick lines are thinner.
func addPieced(ctx context.Context, p *plane, whole []*Lattice) ([]*Lattice, error) {
	all := slices.Clone(whole)
	for range 2 {
		across, many := lines(ctx, p, false)
		down, manyDown := lines(ctx, p, true)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !many && !manyDown {
			found, err := newNet(p, across, down).lattices(ctx)
			if err != nil {
				return nil, err
			}
			for _, l := range found {
				l.Pieced = true
			}
			all = append(all, found...)
		}
		if p = p.half(); p.w < 100 || p.h < 100 {
			break
		}
	}
	all = keepBest(all)
	for _, l := range all {
		for _, other := range whole {
			if l.Pieced && overlap(l, other) > .2 {
				l.Whole = append(l.Whole, other)
			}
		}
	}
	return all, nil
}

// keepBest returns up to maxLattices lattices that hardly overlap, those with the highest score. It sorts all by
// score. A board may stand on ruled paper: it overlaps with far fainter lines.
func keepBest(all []*Lattice) []*Lattice {
	sort.SliceStable(all, func(i, j int) bool { return all[i].score() > all[j].score() })
	var kept []*Lattice
next:
	for _, l := range all {
		for _, k := range kept {
			if overlap(l, k) > .2 && !l.isOn(k) {
				continue next
			}
		}
		if kept = append(kept, l); len(kept) == maxLattices {
			break
		}
	}
	return kept
}

// fainter is how much fainter lines of paper are than those of what is drawn on it.
const fainter = 3

// isOn reports whether a lattice may be a board on ruled paper, and the other one the paper: it has far stronger lines
// and is much smaller. Thick lines of one board are not.
func (l *Lattice) isOn(paper *Lattice) bool {
	const smaller = .5 // the share of the paper's area
	area := func(l *Lattice) float64 {
		lo, hi := l.bounds()
		return (hi.X - lo.X) * (hi.Y - lo.Y)
	}
	return paper.ink > 0 && l.ink >= fainter*paper.ink && area(l) < smaller*area(paper)
}

// find returns the lattices of one plane, in places of the image. If faint, it searches the plane blurred. If a
// screen's dots or grain make more lines than any board has, it blurs the plane and searches again, three times
// in all; noise reports that there were too many lines even the last time. If more than a tenth of the lines are
// faint beside the others, it also returns the lattices that the others make alone.
func find(ctx context.Context, p *plane, screen, faint bool) (found []*Lattice, noise bool, err error) {
	if faint {
		p = p.blur()
	}
	var across, down []*trace
	for range 3 {
		var manyAcross, manyDown bool
		across, manyAcross = traces(ctx, p, false, screen, faint)
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		down, manyDown = traces(ctx, p, true, screen, faint)
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		if noise = manyAcross || manyDown; !noise {
			break
		}
		p = p.blur()
	}
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	if found, err = newNet(p, across, down).lattices(ctx); err != nil {
		return nil, false, err
	}
	// Lines that show through from the page's other side stand between the lines of the board.
	strongAcross, strongDown := dropFaint(across), dropFaint(down)
	if n := len(strongAcross) + len(strongDown); 10*n < 9*(len(across)+len(down)) {
		more, err := newNet(p, strongAcross, strongDown).lattices(ctx)
		if err != nil {
			return nil, false, err
		}
		found = append(found, more...)
	}
	return found, noise, nil
}

// dropFaint returns the traces whose peak is at least a third of the upper quartile of all peaks. A trace counts
// there once for every leastStrips strips, so that a few long lines outweigh many short ones.
func dropFaint(all []*trace) []*trace {
	var peaks []float64
	for _, t := range all {
		for range len(t.pos) / leastStrips {
			peaks = append(peaks, float64(t.peak))
		}
	}
	slices.Sort(peaks)
	var kept []*trace
	for _, t := range all {
		if fainter*float64(t.peak) >= peaks[len(peaks)*3/4] {
			kept = append(kept, t)
		}
	}
	return kept
}
