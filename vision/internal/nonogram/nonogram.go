// Package nonogram reads nonograms: where the body is, the clues before it, and the cells in it.
package nonogram

import (
	"context"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// A draft is a board whose numbers have been found and not yet read.
type draft struct {
	body
	bands [2]*script.Band // of the rows' clues, and of the columns'
	hand  script.Hand
	count float64 // how many digits there seem to be, as FindHand counts
}

// Read reads the clues and cells of a nonogram that stands upright.
func Read(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint) (*page.Candidate, error) {
	s, err := findDraft(ctx, v, plane.Mesh{Lattice: l}, hint, mostLooked)
	if err != nil || s == nil {
		return nil, err
	}
	c, err := readDraft(ctx, v, s)
	if err != nil || c == nil || !doubted(c) {
		return c, err
	}
	// A second look: at what looks like a screen as at a photo, at a photo for fainter ink.
	second := *v
	second.SecondLook = true
	if s, err = write(ctx, &second, s.body); err != nil {
		return nil, err
	}
	d, err := readDraft(ctx, &second, s)
	if err != nil || d == nil || !fits(d, c) {
		return c, err
	}
	return d, nil
}

// doubted tells whether a board that is read for the most part has lines that are not, or rows and columns
// of different totals.
func doubted(c *page.Candidate) bool {
	const well, sure = .5, .9
	if c.Read < well || c.Whole < well {
		return false
	}
	for _, lines := range [...][]board.Line{c.RowClues, c.ColClues} {
		for _, l := range lines {
			if l.Readings[0].P < sure {
				return true
			}
		}
	}
	return excess(c) != 0
}

// excess is by how much the total of the rows is larger than that of the columns, as they look.
func excess(c *page.Candidate) (n int) {
	for i, lines := range [...][]board.Line{c.RowClues, c.ColClues} {
		for _, l := range lines {
			for _, v := range l.Readings[0].Numbers {
				n += v * (1 - 2*i)
			}
		}
	}
	return n
}

// fits tells whether a reading of a board fits better than another one: in its totals, or else by how
// likely its lines are.
func fits(c *page.Candidate, than *page.Candidate) bool {
	if a, b := excess(c) == 0, excess(than) == 0; a != b {
		return a
	}
	likely := func(c *page.Candidate) (sum float64) {
		for _, lines := range [...][]board.Line{c.RowClues, c.ColClues} {
			for _, l := range lines {
				sum += math.Log(max(l.Readings[0].P, 1e-3))
			}
		}
		return sum
	}
	return likely(c) > likely(than)
}

// ReadTurned reads a nonogram that is turned or mirrored, whichever way shows most digits.
func ReadTurned(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint, ways []plane.Orientation) (*page.Candidate, error) {
	// One draft at a time is kept: each has some sheets.
	best, most := plane.Mesh{}, 0.
	for _, o := range append([]plane.Orientation{{}}, ways...) {
		m := plane.Mesh{Lattice: l, Turns: o.Turns, Mirror: o.Mirror}
		s, err := findDraft(ctx, v, m, hint, mostLooked/4)
		if err != nil {
			return nil, err
		}
		if s != nil && s.count > 1.2*most {
			best, most = m, s.count
		}
	}
	if best.Turns == 0 && !best.Mirror {
		return nil, nil // upright, or nothing
	}
	s, err := findDraft(ctx, v, best, hint, mostLooked)
	if err != nil {
		return nil, err
	}
	return readDraft(ctx, v, s)
}

// findDraft finds a lattice's body, and the numbers before it; nil if it has no body. Where boxes
// for clues end is told by at most so many glyphs.
func findDraft(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint, glyphs int) (*draft, error) {
	b, ok, err := findBody(ctx, v, m, hint, glyphs)
	if err != nil || !ok {
		return nil, err
	}
	return write(ctx, v, b)
}

// write finds the numbers before a body.
func write(ctx context.Context, v *page.View, b body) (s *draft, err error) {
	s = &draft{body: b, bands: bands(v, b)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.hand, s.count, err = script.FindHand(ctx, s.bands[:], !v.Screen || v.SecondLook)
	return s, err
}

// readDraft reads the numbers and the cells. It returns nil where there are none.
func readDraft(ctx context.Context, v *page.View, s *draft) (*page.Candidate, error) {
	const least = .1 // a digit among a hundred blobs, or among six one that is half a digit
	if s.hand.Height == 0 || s.count < least {
		return nil, nil
	}
	lines, err := s.lines(ctx)
	if err != nil {
		return nil, err
	}
	g := script.LearnGaps(lines[0], s.hand, s.cols)
	left, top := farthest(s.bands[0], lines[0]), farthest(s.bands[1], lines[1])
	d := plane.Straight(s.Mesh, s.rows, s.cols, plane.Area{Top: -top, Left: -left, Bottom: float64(s.rows), Right: float64(s.cols)})

	r := &board.Reading{Kind: board.Nonogram, Rows: s.rows, Cols: s.cols, Screen: v.Screen}
	c := &page.Candidate{Reading: r, Drawing: d, Whole: min(found(lines[0]), found(lines[1])), Area: page.Outline(s.Mesh, plane.Area{Top: -top, Left: -left, Bottom: float64(s.rows), Right: float64(s.cols)})}
	for i, band := range s.bands {
		all := make([]board.Line, band.Lines)
		empty := emptyLine(lines[i])
		for k, words := range lines[i] {
			var fit float64
			all[k], fit = line(band, k, words, s.hand, g, s.rows+s.cols-band.Lines, d, max(left, top))
			if len(words) == 0 {
				all[k].Readings[0].P = empty
			}
			for _, w := range words {
				c.Explained += all[k].Readings[0].P * float64(len(w))
				c.Glyphs += float64(len(w))
			}
			conditionOnFit(&all[k], fit)
		}
		if band.Cols {
			r.ColClues = all
		} else {
			r.RowClues = all
		}
	}
	if c.Glyphs == 0 {
		return nil, nil
	}
	c.Read, c.Strange = c.Explained/c.Glyphs, s.inside
	// Digits beside a lattice on one side alone make no nonogram of it, however many they are.
	if c.Whole == 0 {
		return nil, nil
	}
	r.Cells = cells(v, s.body, d, s.hand.Lighter == 1)
	w, _ := s.Size(s.rows, s.cols)
	r.Flaws = flaws(v, s.body, lines, s.hand.Height*w/s.bands[0].W, s.Mirror)
	for i, band := range s.bands {
		if !slices.Contains(r.Flaws, board.Cut) && cutOff(v, s.Mesh, band, s.hand, lines[i]) {
			r.Flaws = append(r.Flaws, board.Cut)
		}
	}
	return c, nil
}

// lines are the words of the clues of rows and of columns.
func (s *draft) lines(ctx context.Context) (lines [2][][]script.Word, err error) {
	var all [2][]script.Glyph
	var rest [2][]ink.Blob
	var read []*script.Glyph
	for i, band := range s.bands {
		if all[i], rest[i], err = band.Glyphs(ctx, s.hand); err != nil {
			return lines, err
		}
		for k := range all[i] {
			read = append(read, &all[i][k])
		}
	}
	shapes := script.Pool(read)
	for i, band := range s.bands {
		if all[i], err = band.Readable(ctx, s.hand, all[i], rest[i]); err != nil {
			return lines, err
		}
		lines[i] = band.LinesOf(s.hand, all[i])
		band.Zeros(lines[i])
	}
	script.Settle(s.bands, lines, s.hand, shapes)
	return lines, nil
}

// line is the clue k of a band, and how likely what its glyphs say fits there.
func line(b *script.Band, k int, words []script.Word, h script.Hand, g script.Gaps, most int, d plane.Drawing, far float64) (board.Line, float64) {
	where := plane.Area{Top: float64(k), Left: -far, Bottom: float64(k + 1), Right: 0}
	if b.Cols {
		where = plane.Area{Top: -far, Left: float64(k), Bottom: 0, Right: float64(k + 1)}
	}
	clues, fit := script.Merge(b.Follow(words, h, g, most), most)
	line := board.Line{Box: d.Box(where), Readings: clues}
	for _, c := range line.Readings {
		for i, box := range c.Boxes {
			c.Boxes[i] = d.Box(b.Place(box))
		}
	}
	if len(line.Readings) == 0 { // nothing that fits was read: anything may be there
		line.Readings, fit = []board.Clue{{P: .01}}, 1
	}
	return line, fit
}

// conditionOnFit conditions the readings of a line on fitting it, which has probability fit: what does not fit was
// not printed. If hardly anything fits, something else is wrong.
func conditionOnFit(l *board.Line, fit float64) {
	for i := range l.Readings {
		l.Readings[i].P /= max(fit, .02)
	}
}

// emptyLine is how likely a line without any ink has no numbers: hardly where most lines seem to
// have none.
func emptyLine(lines [][]script.Word) float64 {
	f := found(lines)
	return .98 * f * f
}

// found is the share of lines that have anything in them.
func found(lines [][]script.Word) float64 {
	n := 0
	for _, words := range lines {
		if len(words) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(lines))
}

// farthest is how far from the body the numbers stand, in cells, with some room; at least one.
func farthest(b *script.Band, lines [][]script.Word) float64 {
	far := float64(max(b.Boxed, 1))
	for _, words := range lines {
		for _, w := range words {
			for _, g := range w {
				a := b.Place(g.Box)
				if b.Cols {
					far = max(far, -a.Top+.3)
				} else {
					far = max(far, -a.Left+.3)
				}
			}
		}
	}
	return far
}

// Sides of cells on a band's sheet, in pixels: smaller ones are made larger. No sheet is to have many
// more pixels than bandPixels: a dozen bytes are needed for each.
const (
	bandPixels = 1_600_000
	smallCell  = 40
	largeCell  = 72
)

// bands are where the rows' clues may stand, and the columns'.
func bands(v *page.View, b body) [2]*script.Band {
	w, h := b.Size(b.rows, b.cols)
	short := min(w, h)
	side := min(max(short, smallCell), largeCell)
	left := v.Reach(b.Mesh, b.rows, b.cols, false, max(float64(b.cols)/2+3, float64(b.before)+1))
	top := v.Reach(b.Mesh, b.rows, b.cols, true, max(float64(b.rows)/2+3, float64(b.above)+1))
	// Of the body a little is seen, so that rules that run on into it are known as such.
	const edge, inside = .3, 1.2 // cells
	areas := [2]plane.Area{
		{Top: -edge, Left: -left - edge, Bottom: float64(b.rows) + edge, Right: inside},
		{Top: -top - edge, Left: -edge, Bottom: inside, Right: float64(b.cols) + edge},
	}
	for _, a := range areas {
		side = max(min(side, math.Sqrt(bandPixels/((a.Bottom-a.Top)*(a.Right-a.Left)))), min(side, script.LeastSide))
		side = min(side, math.Sqrt(script.MaxLooked/((a.Bottom-a.Top)*(a.Right-a.Left))))
	}
	var bands [2]*script.Band
	for i, a := range areas {
		s := plane.NewSheet(b.Mesh, v.Halves, a, w*side/short, h*side/short, w)
		bands[i] = &script.Band{Strip: ink.Strip{Sheet: s, Clued: true, Cols: i == 1, Lines: b.rows, Boxed: b.before, Latticed: b.latticed.before}, Faint: v.SecondLook && !v.Screen}
		if i == 1 {
			bands[i].Lines, bands[i].Boxed, bands[i].Latticed = b.cols, b.above, b.latticed.above
		}
	}
	return bands
}
