package vision

import (
	"context"
	"math"
	"slices"

	"kibitz/vision/internal/lattice"
)

// A draft is a board whose numbers have been found and not yet read.
type draft struct {
	body
	bands [2]*band // of the rows' clues, and of the columns'
	hand  hand
	count float64 // how many digits there seem to be, as findHand counts
}

// readNonogram reads the clues and cells of a nonogram that stands upright.
func readNonogram(ctx context.Context, v *view, l *lattice.Lattice, hint Hint) (*candidate, error) {
	s, err := v.findDraft(ctx, mesh{Lattice: l}, hint, mostLooked)
	if err != nil || s == nil {
		return nil, err
	}
	c, err := v.readDraft(ctx, s)
	if err != nil || c == nil || !c.doubted() {
		return c, err
	}
	// A second look: at what looks like a screen as at a photo, at a photo for fainter ink.
	second := *v
	second.second = true
	if s, err = second.write(ctx, s.body); err != nil {
		return nil, err
	}
	d, err := second.readDraft(ctx, s)
	if err != nil || d == nil || !d.fits(c) {
		return c, err
	}
	return d, nil
}

// doubted tells whether a board that is read for the most part has lines that are not, or rows and columns
// of different totals.
func (c *candidate) doubted() bool {
	const well, sure = .5, .9
	if c.read < well || c.whole < well {
		return false
	}
	for _, lines := range [...][]Line{c.RowClues, c.ColClues} {
		for _, l := range lines {
			if l.Readings[0].P < sure {
				return true
			}
		}
	}
	return c.excess() != 0
}

// excess is by how much the total of the rows is larger than that of the columns, as they look.
func (c *candidate) excess() (n int) {
	for i, lines := range [...][]Line{c.RowClues, c.ColClues} {
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
func (c *candidate) fits(than *candidate) bool {
	if a, b := c.excess() == 0, than.excess() == 0; a != b {
		return a
	}
	likely := func(c *candidate) (sum float64) {
		for _, lines := range [...][]Line{c.RowClues, c.ColClues} {
			for _, l := range lines {
				sum += math.Log(max(l.Readings[0].P, 1e-3))
			}
		}
		return sum
	}
	return likely(c) > likely(than)
}

// readNonogramTurned reads a nonogram that is turned or mirrored, whichever way shows most digits.
func readNonogramTurned(ctx context.Context, v *view, l *lattice.Lattice, hint Hint, ways []orientation) (*candidate, error) {
	// One draft at a time is kept: each has some sheets.
	best, most := mesh{}, 0.
	for _, o := range append([]orientation{{}}, ways...) {
		m := mesh{Lattice: l, turns: o.turns, mirror: o.mirror}
		s, err := v.findDraft(ctx, m, hint, mostLooked/4)
		if err != nil {
			return nil, err
		}
		if s != nil && s.count > 1.2*most {
			best, most = m, s.count
		}
	}
	if best.turns == 0 && !best.mirror {
		return nil, nil // upright, or nothing
	}
	s, err := v.findDraft(ctx, best, hint, mostLooked)
	if err != nil {
		return nil, err
	}
	return v.readDraft(ctx, s)
}

// findDraft finds a lattice's body, and the numbers before it; nil if it has no body. Where boxes
// for clues end is told by at most so many glyphs.
func (v *view) findDraft(ctx context.Context, m mesh, hint Hint, glyphs int) (*draft, error) {
	b, ok, err := v.findBody(ctx, m, hint, glyphs)
	if err != nil || !ok {
		return nil, err
	}
	return v.write(ctx, b)
}

// write finds the numbers before a body.
func (v *view) write(ctx context.Context, b body) (s *draft, err error) {
	s = &draft{body: b, bands: v.bands(b)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.hand, s.count, err = findHand(ctx, s.bands[:], !v.screen || v.second)
	return s, err
}

// readDraft reads the numbers and the cells. It returns nil where there are none.
func (v *view) readDraft(ctx context.Context, s *draft) (*candidate, error) {
	const least = .1 // a digit among a hundred blobs, or among six one that is half a digit
	if s.hand.height == 0 || s.count < least {
		return nil, nil
	}
	lines, err := s.lines(ctx)
	if err != nil {
		return nil, err
	}
	g := learnGaps(lines[0], s.hand, s.cols)
	left, top := s.bands[0].farthest(lines[0]), s.bands[1].farthest(lines[1])
	d := straight(s.mesh, s.rows, s.cols, area{-top, -left, float64(s.rows), float64(s.cols)})

	r := &Reading{Kind: Nonogram, Rows: s.rows, Cols: s.cols, Screen: v.screen}
	c := &candidate{Reading: r, drawing: d, whole: min(found(lines[0]), found(lines[1])), area: outline(s.mesh, area{-top, -left, float64(s.rows), float64(s.cols)})}
	for i, band := range s.bands {
		all := make([]Line, band.lines)
		empty := emptyLine(lines[i])
		for k, words := range lines[i] {
			var fit float64
			all[k], fit = band.line(k, words, s.hand, g, s.rows+s.cols-band.lines, d, max(left, top))
			if len(words) == 0 {
				all[k].Readings[0].P = empty
			}
			for _, w := range words {
				c.explained += all[k].Readings[0].P * float64(len(w))
				c.glyphs += float64(len(w))
			}
			all[k].given(fit)
		}
		if band.cols {
			r.ColClues = all
		} else {
			r.RowClues = all
		}
	}
	if c.glyphs == 0 {
		return nil, nil
	}
	c.read, c.strange = c.explained/c.glyphs, s.inside
	// Digits beside a lattice on one side alone make no nonogram of it, however many they are.
	if c.whole == 0 {
		return nil, nil
	}
	r.Cells = v.cells(s.body, d, s.hand.lighter == 1)
	w, _ := s.size(s.rows, s.cols)
	r.Flaws = v.flaws(s.body, lines, s.hand.height*w/s.bands[0].w, s.mirror)
	for i, band := range s.bands {
		if !slices.Contains(r.Flaws, Cut) && v.cutOff(s.mesh, band, s.hand, lines[i]) {
			r.Flaws = append(r.Flaws, Cut)
		}
	}
	return c, nil
}

// lines are the words of the clues of rows and of columns.
func (s *draft) lines(ctx context.Context) (lines [2][][]word, err error) {
	var all [2][]glyph
	var rest [2][]blob
	var read []*glyph
	for i, band := range s.bands {
		if all[i], rest[i], err = band.glyphs(ctx, s.hand); err != nil {
			return lines, err
		}
		for k := range all[i] {
			read = append(read, &all[i][k])
		}
	}
	shapes := pool(read)
	for i, band := range s.bands {
		if all[i], err = band.readable(ctx, s.hand, all[i], rest[i]); err != nil {
			return lines, err
		}
		lines[i] = band.linesOf(s.hand, all[i])
		band.zeros(lines[i])
	}
	settle(s.bands, lines, s.hand, shapes)
	return lines, nil
}

// line is the clue k of a band, and how likely what its glyphs say fits there.
func (b *band) line(k int, words []word, h hand, g gaps, most int, d drawing, far float64) (Line, float64) {
	where := area{float64(k), -far, float64(k + 1), 0}
	if b.cols {
		where = area{-far, float64(k), 0, float64(k + 1)}
	}
	clues, fit := finished(b.followed(words, h, g, most), most)
	line := Line{Box: d.box(where), Readings: clues}
	for _, c := range line.Readings {
		for i, box := range c.Boxes {
			c.Boxes[i] = d.box(b.place(box))
		}
	}
	if len(line.Readings) == 0 { // nothing that fits was read: anything may be there
		line.Readings, fit = []Clue{{P: .01}}, 1
	}
	return line, fit
}

// given takes it that a line's clue fits, which is so likely: what does not fit was not printed, and
// its probability is that of the others. Where hardly anything fits, something else is wrong.
func (l *Line) given(fit float64) {
	for i := range l.Readings {
		l.Readings[i].P /= max(fit, .02)
	}
}

// emptyLine is how likely a line without any ink has no numbers: hardly where most lines seem to
// have none.
func emptyLine(lines [][]word) float64 {
	f := found(lines)
	return .98 * f * f
}

// found is the share of lines that have anything in them.
func found(lines [][]word) float64 {
	n := 0
	for _, words := range lines {
		if len(words) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(lines))
}

// farthest is how far from the body the numbers stand, in cells, with some room; at least one.
func (b *band) farthest(lines [][]word) float64 {
	far := float64(max(b.boxed, 1))
	for _, words := range lines {
		for _, w := range words {
			for _, g := range w {
				a := b.place(g.box)
				if b.cols {
					far = max(far, -a.top+.3)
				} else {
					far = max(far, -a.left+.3)
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
func (v *view) bands(b body) [2]*band {
	w, h := b.size(b.rows, b.cols)
	short := min(w, h)
	side := min(max(short, smallCell), largeCell)
	left := v.reach(b.mesh, b.rows, b.cols, false, max(float64(b.cols)/2+3, float64(b.before)+1))
	top := v.reach(b.mesh, b.rows, b.cols, true, max(float64(b.rows)/2+3, float64(b.above)+1))
	// Of the body a little is seen, so that rules that run on into it are known as such.
	const edge, inside = .3, 1.2 // cells
	areas := [2]area{
		{-edge, -left - edge, float64(b.rows) + edge, inside},
		{-top - edge, -edge, inside, float64(b.cols) + edge},
	}
	for _, a := range areas {
		side = max(min(side, math.Sqrt(bandPixels/((a.bottom-a.top)*(a.right-a.left)))), min(side, leastSide))
		side = min(side, math.Sqrt(maxLooked/((a.bottom-a.top)*(a.right-a.left))))
	}
	var bands [2]*band
	for i, a := range areas {
		s := newSheet(b.mesh, v.halves, a, w*side/short, h*side/short, w)
		bands[i] = &band{strip: strip{sheet: s, clued: true, cols: i == 1, lines: b.rows, boxed: b.before, latticed: b.latticed.before}, faint: v.second && !v.screen}
		if i == 1 {
			bands[i].lines, bands[i].boxed, bands[i].latticed = b.cols, b.above, b.latticed.above
		}
	}
	return bands
}
