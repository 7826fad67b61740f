// Package lattice finds grids of lines on an image: printed, on a screen, on a page that curls.
//
// An image is cut into strips across, and each strip averaged to a profile: a line that runs
// along the image is a narrow valley or crest in many profiles one after another (profile.go).
// Those are traced from strip to strip as a target is tracked (trace.go), for lines that run
// across and for lines that run down. Where two traces meet is a crossing, and from a crossing
// whose neighbours are evenly spaced a lattice grows cell by cell, each step predicted by the
// last ones (grow.go), so that nothing need be straight or of one size. What was seen is then
// carried over what was not (mesh.go), and what is no cell cut off (accept.go, trim.go). Lines too faint
// to be traced are found by laying all cells upon one another (divide.go).
//
// Growing lattices from local steps is how chessboards are found for the calibration of cameras:
// Geiger, Moosmann, Car, Schuster, "Automatic camera and range sensor calibration using a single
// shot", ICRA 2012.
package lattice

import (
	"context"
	"image"
	"math"
	"slices"
	"sort"
)

// A Point is a place on an image, in pixels; the middle of its first pixel is (.5, .5).
type Point struct{ X, Y float64 }

func (p Point) add(q Point) Point         { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point         { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point     { return Point{p.X * f, p.Y * f} }
func (p Point) norm() float64             { return math.Hypot(p.X, p.Y) }
func mix(p, q Point, share float64) Point { return p.add(q.sub(p).times(share)) }

// A Lattice is rows × cols cells as an image shows them: not square, not straight.
type Lattice struct {
	Rows, Cols int
	Points     []Point // the crossings of the lines, row-major: (Rows+1) × (Cols+1)

	// RowRules and ColRules are how thick the lines look, in pixels of full contrast: Rows+1,
	// Cols+1; 0 for one that was not seen. A fainter line is a thinner one.
	RowRules, ColRules []float64
	Seen               float64 // the share of crossings that were seen and not inferred

	// How far the lines run on beyond the lattice, in cells: its row lines to the left and the
	// right, its column lines upwards and downwards. Half of the lines run at least that far.
	Left, Right, Top, Bottom float64

	// Sides is how much was seen of the sides of each cell, row-major: of the less seen two that are
	// across from each other. Nil where nothing is known of single cells.
	Sides []float64

	explained float64 // cells whose sides were seen
	mesh      mesh
}

// score orders lattices. A grid of many tiny cells (a logo) does not beat a puzzle by its count,
// nor a table of few large cells by its area.
func (l *Lattice) score() float64 { return l.explained * l.pitch() }

// pitch is the usual side of a cell, in pixels.
func (l *Lattice) pitch() float64 {
	p := l.Points
	n := len(p) - 1
	return (p[l.Cols].sub(p[0]).norm() + p[n].sub(p[n-l.Cols]).norm() +
		p[n-l.Cols].sub(p[0]).norm() + p[n].sub(p[l.Cols]).norm()) / float64(2*(l.Rows+l.Cols))
}

// at is a crossing.
func (l *Lattice) at(row, col int) Point { return l.Points[row*(l.Cols+1)+col] }

// bounds is the rectangle around the crossings.
func (l *Lattice) bounds() (lo, hi Point) {
	lo, hi = l.Points[0], l.Points[0]
	for _, p := range l.Points {
		lo = Point{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	return lo, hi
}

// overlap is how much of the smaller one of two lattices lies in the other, by their bounds.
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
	photoPixels  = 4 << 20 // lines are sought on no larger an image
	screenPixels = 11 << 18
	huePixels    = 3 << 18 // on hues rarely is anything that brightness does not show
	maxLattices  = 4
	enough       = 16 // cells of a lattice with which it is not sought fainter, or in other hues
)

// Find returns the lattices of an image, the one that explains most of it first, none of them
// the half or the double of another. A screen's lines run along the pixels, and may differ from
// the cells by hue alone. Places are those of the image, whatever size the search was done at.
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
	for hue := range hues(img, screen) {
		p := light
		if hue == 1 && b.Dx()/scale*(b.Dy()/scale) > huePixels {
			scale *= 2
		}
		if hue > 0 {
			p = newPlane(img, scale, hue)
		}
		l, err := sizes(ctx, p, screen, false)
		if err != nil {
			return nil, err
		}
		if found = best(append(found, l...)); len(found) > 0 && found[0].explained >= enough {
			return found, nil
		}
		if light.noise {
			break // a scenery: its hues have no fewer lines
		}
	}
	if screen || light.noise {
		return found, nil
	}
	for _, look := range []func() ([]*Lattice, error){
		func() ([]*Lattice, error) { return sizes(ctx, light, screen, true) },
		func() ([]*Lattice, error) { return diagonal(ctx, light) },
	} {
		l, err := look()
		if err != nil {
			return nil, err
		}
		if found = best(append(found, l...)); len(found) > 0 && found[0].explained >= enough {
			break
		}
	}
	return found, nil
}

// sizes looks at a plane, and at it reduced: where lines are thick they look thinner.
func sizes(ctx context.Context, p *plane, screen, faint bool) ([]*Lattice, error) {
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

// best keeps, of lattices that cover one another, the one that explains most.
func best(all []*Lattice) []*Lattice {
	sort.SliceStable(all, func(i, j int) bool { return all[i].score() > all[j].score() })
	var kept []*Lattice
next:
	for _, l := range all {
		for _, k := range kept {
			if overlap(l, k) > .2 {
				continue next
			}
		}
		if kept = append(kept, l); len(kept) == maxLattices {
			break
		}
	}
	return kept
}

// find returns lattices of one plane, in places of the image. Where a screen's own dots or grain
// make more lines than any board has, and where lines are faint, it looks at the plane blurred; it
// says if there are too many even so.
func find(ctx context.Context, p *plane, screen, faint bool) (found []*Lattice, noise bool, err error) {
	if faint {
		p = p.blur()
	}
	var across, down []*trace
	for range 3 {
		var many, more bool
		across, many = traces(ctx, p, false, screen, faint)
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		down, more = traces(ctx, p, true, screen, faint)
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		if noise = many || more; !noise {
			break
		}
		p = p.blur()
	}
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	if found, err = cross(p, across, down).lattices(ctx); err != nil {
		return nil, false, err
	}
	// Lines that show through from the page's other side stand between its own.
	above, beside := strong(across), strong(down)
	if n := len(above) + len(beside); 10*n < 9*(len(across)+len(down)) {
		more, err := cross(p, above, beside).lattices(ctx)
		if err != nil {
			return nil, false, err
		}
		found = append(found, more...)
	}
	return found, noise, nil
}

// strong are the traces that are not far fainter than most.
func strong(all []*trace) []*trace {
	const far = 3
	var peaks []float64
	for _, t := range all {
		for range len(t.pos) / leastStrips {
			peaks = append(peaks, float64(t.peak))
		}
	}
	slices.Sort(peaks)
	var kept []*trace
	for _, t := range all {
		if far*float64(t.peak) >= peaks[len(peaks)*3/4] {
			kept = append(kept, t)
		}
	}
	return kept
}
