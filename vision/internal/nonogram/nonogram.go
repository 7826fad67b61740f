// Package nonogram reads nonograms: where the body is, the clues before it, and the cells in it.
package nonogram

import (
	"context"
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
	bands    [2]*script.Band // strips with the clues of the rows and of the columns
	tints    [2]*tints       // their colours, where the body is coloured
	lettered bool            // the numbers may have the letters of their colours behind them
	hand     script.Hand
	count    float64 // score of the hand, from FindHand
}

// Read reads the clues and cells of a nonogram that stands upright. It returns nil if there is none. If digits are
// taken for boxes of clues and that does not make a sound board, they may be notes in its cells: it returns what stands
// before these, if that is sound. If the net sees the cells elsewhere, the board that fits better counts. If not all
// is grey, digits may stand on grounds in colours, and it finds the cells again without these. If the clues can't be
// read it looks for them behind the body and below it.
func Read(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint) (best *page.Candidate, err error) {
	m := plane.Mesh{Lattice: l}
	rows, cols := m.Upright()
	var bodies []body
	for _, coloured := range []bool{false, true} {
		if coloured && !hasHues(v, m, plane.Area{Bottom: float64(rows), Right: float64(cols)}) {
			break
		}
		found, err := findBodies(ctx, v, m, hint, mostLooked, coloured)
		if err != nil {
			return nil, err
		}
		for _, b := range found {
			if slices.ContainsFunc(bodies, b.same) {
				continue
			}
			bodies = append(bodies, b)
			c, err := readBody(ctx, v, b)
			if err != nil {
				return nil, err
			}
			if c != nil && isSound(c) {
				c.Sound, c.Strange = true, 0
				return c, nil
			}
			first := len(bodies) == 1
			may := c != nil && (c.Palette != nil || best != nil && !b.other.Empty() && (!b.unsure || excess(c) == 0))
			if first || may && (best == nil || fitsBetter(c, best)) {
				best = c
			}
		}
	}
	if len(bodies) > 0 && (best == nil || !best.Clear()) {
		return readBehind(ctx, v, bodies[0], best)
	}
	return best, nil
}

// readBody reads the clues of a body and its cells, as in colours if they have some. If the board is doubtful it looks
// a second time, and returns the reading that fits better.
func readBody(ctx context.Context, v *page.View, b body) (*page.Candidate, error) {
	if c, err := readColoured(ctx, v, b); c != nil || err != nil {
		return c, err
	}
	b.coloured = false
	s, err := findNumbers(ctx, v, b)
	if err != nil {
		return nil, err
	}
	c, err := readDraft(ctx, v, s)
	if err != nil || c == nil {
		return nil, err
	}
	const certain = .98
	if excess(c) != 0 || leastLikely(c) < certain {
		if c, err = readApart(ctx, v, s, c); err != nil {
			return nil, err
		}
	}
	if !isDoubtful(c) {
		return c, err
	}
	// The second look takes a screenshot as a photo, and searches a photo for fainter ink.
	second := *v
	second.SecondLook = true
	if s, err = findNumbers(ctx, &second, b); err != nil {
		return nil, err
	}
	d, err := readDraft(ctx, &second, s)
	if err != nil || d == nil || !fitsBetter(d, c) {
		return c, err
	}
	return d, nil
}

// readApart reads a draft once more, with numbers that stand a cell apart. It returns that reading if its totals are
// equal, and those of the one before differ or it explains more; else the one before. Of a symmetric board the totals
// stay equal if the first number of each clue is lost.
func readApart(ctx context.Context, v *page.View, s *draft, before *page.Candidate) (*page.Candidate, error) {
	for _, b := range s.bands {
		b.Apart = true
		defer func() { b.Apart = false }()
	}
	c, err := readDraft(ctx, v, s)
	if err != nil || c == nil || excess(c) != 0 || excess(before) == 0 && c.Explained <= before.Explained {
		return before, err
	}
	return c, nil
}

// ReadTurned reads a nonogram that is turned or mirrored, in that orientation of ways that shows most digits. It
// returns nil if upright shows about as many.
func ReadTurned(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint, ways []plane.Orientation) (*page.Candidate, error) {
	// One draft at a time is kept in memory: each has two large sheets.
	best, most := plane.Mesh{}, 0.
	for _, o := range append([]plane.Orientation{{}}, ways...) {
		m := plane.Mesh{Lattice: l, Turns: o.Turns, Mirror: o.Mirror}
		s, err := findDraft(ctx, v, m, hint, mostLooked/4)
		if err != nil {
			return nil, err
		}
		if s != nil && s.count > 1.2*most { // an earlier one counts, upright first, unless this is clearly better
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

// findDraft finds a lattice's body and the numbers before it, or returns nil if it has no body. At most
// glyphs blobs are read to tell where the boxes for clues end.
func findDraft(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint, glyphs int) (*draft, error) {
	bodies, err := findBodies(ctx, v, m, hint, glyphs, false)
	if err != nil || len(bodies) == 0 {
		return nil, err
	}
	return findNumbers(ctx, v, bodies[0])
}

// findNumbers finds the numbers before a body.
func findNumbers(ctx context.Context, v *page.View, b body) (s *draft, err error) {
	s = &draft{body: b}
	s.bands, s.tints = clueBands(ctx, v, b)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.hand, s.count, err = script.FindHand(ctx, s.bands[:], !v.Screen || v.SecondLook)
	return s, err
}

// readDraft reads the numbers and the cells. It returns nil if there are no numbers, or some on one side alone.
func readDraft(ctx context.Context, v *page.View, s *draft) (*page.Candidate, error) {
	const least = .1 // score of one digit among a hundred blobs, or of half a digit among six
	if s.hand.Height == 0 || s.count < least {
		return nil, nil
	}
	lines, err := s.findWords(ctx)
	if err != nil {
		return nil, err
	}
	g := script.LearnGaps(lines[0], s.hand, s.cols)
	left, top := farthest(s.bands[0], lines[0]), farthest(s.bands[1], lines[1])
	var clues [2]clues
	for i := range s.bands {
		if clues[i], err = s.readClues(ctx, i, lines[i], g); err != nil {
			return nil, err
		}
	}
	palette, light := s.paint(clues)
	ends := findEnds(s.body, [2][]bool{clues[0].empty(), clues[1].empty()})
	all := s.extent()
	for _, in := range ends {
		all = all.Union(in)
	}
	d := plane.Straight(s.Mesh, s.rows, s.cols, plane.Area{Top: min(-top, float64(all.Min.Y)), Left: min(-left, float64(all.Min.X)), Bottom: float64(all.Max.Y), Right: float64(all.Max.X)})

	r := &board.Reading{Kind: board.Nonogram, Rows: s.rows, Cols: s.cols, Screen: v.Screen, Palette: palette}
	c := &page.Candidate{Reading: r, Drawing: d, Whole: min(shareFound(lines[0]), shareFound(lines[1])), Area: s.outline(top, left)}
	for i := range s.bands {
		s.layOut(i, lines[i], clues[i], max(left, top), c)
	}
	// Digits beside a lattice on one side alone do not make a nonogram of it, however many there are.
	if c.Glyphs == 0 || c.Whole == 0 {
		return nil, nil
	}
	if mostlyZeros(r, lines) {
		c.Explained = 0
	}
	c.Read, c.Strange = c.Explained/c.Glyphs, s.inside
	r.Cells = readCells(v, s.body, d, light, palette)
	w, _ := s.Size(s.rows, s.cols)
	r.Flaws = findFlaws(v, s.body, ends, lines, s.hand.Height*w/s.bands[0].W, s.Mirror)
	for i, band := range s.bands {
		if !slices.Contains(r.Flaws, board.Cut) && isCutOff(v, s.Mesh, band, s.hand, lines[i]) {
			r.Flaws = append(r.Flaws, board.Cut)
		}
	}
	if countUp(r.RowClues) && countUp(r.ColClues) {
		r.Flaws = append(r.Flaws, board.Names)
	}
	r.Rivals = s.rivals(v, r, ends, d, max(left, top))
	return c, nil
}

// clues are the readings of each line of a band, and how well these fit the line.
type clues struct {
	read [][]board.Clue
	fit  []float64
}

// readClues reads the clues of band i from its words.
func (s *draft) readClues(ctx context.Context, i int, lines [][]script.Word, g script.Gaps) (clues, error) {
	band := s.bands[i]
	limit := s.rows + s.cols - band.Lines
	c := clues{make([][]board.Clue, band.Lines), make([]float64, band.Lines)}
	for k, words := range lines {
		c.read[k], c.fit[k] = band.Merge(band.Follow(words, s.hand, g, limit), limit)
		conditionOnFit(c.read[k], c.fit[k])
	}
	return c, band.SeeWhole(ctx, s.hand, c.read, limit)
}

// empty reports for each line whether its clue says, as it looks, that it is empty.
func (c clues) empty() (all []bool) {
	for _, ways := range c.read {
		all = append(all, len(ways) == 0 || !slices.ContainsFunc(ways[0].Numbers, func(n int) bool { return n > 0 }))
	}
	return all
}

// layOut sets the lines of band i of c's reading from their words and clues. far is how many cells the numbers reach
// from the body.
func (s *draft) layOut(i int, lines [][]script.Word, read clues, far float64, c *page.Candidate) {
	band := s.bands[i]
	all, empty := make([]board.Line, band.Lines), emptyProb(lines)
	for k, words := range lines {
		all[k] = readLine(band, k, read.read[k], c.Drawing, far)
		if len(words) == 0 {
			all[k].Readings[0].P = empty
			if c.Screen && isBare(band, k, far) {
				const bare = .995
				all[k].Readings[0].P = max(empty, bare)
			}
		}
		for _, w := range words {
			c.Explained += all[k].Readings[0].P * max(read.fit[k], leastFit) * w.Digits()
			c.Glyphs += float64(len(w))
		}
	}
	if band.Cols {
		c.ColClues = all
	} else {
		c.RowClues = all
	}
}

// mostlyZeros reports whether more than half of the lines that say something say 0: these are no clues but rings, or
// the letter o.
func mostlyZeros(r *board.Reading, words [2][][]script.Word) bool {
	zeros, all := 0, 0
	for side, lines := range [2][]board.Line{r.RowClues, r.ColClues} {
		for i, l := range lines {
			if len(words[side][i]) == 0 || len(l.Readings) == 0 {
				continue
			}
			all++
			if numbers := l.Readings[0].Numbers; len(numbers) == 0 || numbers[0] == 0 {
				zeros++
			}
		}
	}
	return 2*zeros > all
}

// findWords returns the words of the clues of rows and of columns. It reads the glyphs of both bands, pools those
// that look alike, sorts them into lines, and weighs what they may say by what the whole board says.
func (s *draft) findWords(ctx context.Context) (lines [2][][]script.Word, err error) {
	var all [2][]script.Glyph
	var rest [2][]ink.Blob
	var read []*script.Glyph
	for i, band := range s.bands {
		if all[i], rest[i], err = band.Glyphs(ctx, s.hand); err != nil {
			return lines, err
		}
	}
	if s.lettered {
		all, rest = script.WithoutLetters(s.bands, s.hand, all, rest)
	}
	for _, glyphs := range all {
		for k := range glyphs {
			read = append(read, &glyphs[k])
		}
	}
	shapes := script.Pool(read)
	for i, band := range s.bands {
		if all[i], err = band.AddTexts(ctx, s.hand, all[i], rest[i]); err != nil {
			return lines, err
		}
		lines[i] = band.LinesOf(s.hand, all[i])
		band.ReadZeros(lines[i])
	}
	script.Settle(s.bands, lines, s.hand, shapes)
	return lines, nil
}

// readLine returns clue k of a band, from its readings. Its boxes are in pixels of d; far is how many cells the
// line's own box reaches from the body. If no reading fits it returns an empty one of probability 0.01.
func readLine(b *script.Band, k int, readings []board.Clue, d plane.Drawing, far float64) board.Line {
	where := plane.Area{Top: float64(k), Left: -far, Bottom: float64(k + 1), Right: 0}
	if b.Cols {
		where = plane.Area{Top: -far, Left: float64(k), Bottom: 0, Right: float64(k + 1)}
	}
	line := board.Line{Box: d.Box(where), Readings: readings}
	for i, c := range line.Readings {
		line.Readings[i].Boxes = nil
		for _, box := range c.Boxes {
			line.Readings[i].Boxes = append(line.Readings[i].Boxes, d.Box(b.Place(box)))
		}
	}
	if len(line.Readings) == 0 { // no reading fits: anything may be there
		line.Readings = []board.Clue{{P: .01}}
	}
	return line
}

// conditionOnFit conditions the readings of a line on fitting it, which has probability fit: a reading that
// does not fit was not printed.
func conditionOnFit(readings []board.Clue, fit float64) {
	for i := range readings {
		readings[i].P /= max(fit, leastFit)
	}
}

// leastFit is the least fit of a line that counts: below it something else is wrong.
const leastFit = .02

// emptyProb returns the probability that a line without ink has no numbers. It is small if most lines seem to
// have none.
func emptyProb(lines [][]script.Word) float64 {
	f := shareFound(lines)
	return .98 * f * f
}

// isBare reports whether nothing at all is drawn beside line k, as far as numbers reach from the body.
func isBare(b *script.Band, k int, far float64) bool {
	for _, blobs := range b.Blobs {
		for _, x := range blobs {
			r, c := b.Middle(x.Box)
			if a := b.Place(x.Box); b.LineOf(r, c) == k && (b.Cols && a.Bottom < .1 && a.Bottom > -far || !b.Cols && a.Right < .1 && a.Right > -far) {
				return false
			}
		}
	}
	return true
}

// shareFound returns the share of lines that have words.
func shareFound(lines [][]script.Word) float64 {
	n := 0
	for _, words := range lines {
		if len(words) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(lines))
}
