package line

import "math/bits"

// colourPair is colourWord for lines of 65 to 128 cells, step by step.
type colourPair struct {
	back          [MaxShades]pair
	starts, lasts [128]pair
	gaps, after   [129]pair
}

// arrangePair arranges a line of 65 to 128 cells in the same steps as arrangeWord, which explains
// them.
func (c *ColourSolver[L]) arrangePair(l *colouredLine, may []L) bool {
	s, out := c.pair, c.out
	second := min(1, len(*new(L))-1) // as a constant it would not compile for masks of one word
	at := func(shade int) pair { return pair{may[shade][0], may[shade][second]} }
	for has := l.Has; has != 0; has &= has - 1 {
		shade := bits.TrailingZeros64(uint64(has)) % MaxShades
		s.back[shade] = at(shade).reverse()
		out[shade] = *new(L)
	}
	empty, emptyBack := at(0), s.back[0]
	runs := l.Runs
	ends, endsBack := pair{lo: 1}, pair{lo: 1}.up(uint(128-l.Cells))
	gap, gapBack := ends.and(empty).flooded(empty), endsBack.and(emptyBack).flooded(emptyBack)
	if len(runs) == 0 {
		out[0][0], out[0][second] = gap.lo, gap.hi
		return gap == pair{^uint64(0), ^uint64(0) >> (uint(128-l.Cells) & 63)}
	}
	s.gaps[0], s.after[len(runs)] = gap, endsBack.or(gapBack.up(1))
	before, behind := -1, -1
	for j := range runs {
		run := &runs[j]
		from := gap.up(1)
		if run.Colour != before {
			from = from.or(ends)
		}
		before = run.Colour
		starts := at(run.Colour + 1).narrowed(run.Length).and(from)
		ends = starts.up(uint(run.Length - 1)).up(1)
		gap = ends.and(empty).flooded(empty)
		s.starts[j], s.gaps[j+1] = starts, gap

		i := len(runs) - 1 - j
		run = &runs[i]
		from = gapBack.up(1)
		if run.Colour != behind {
			from = from.or(endsBack)
		}
		behind = run.Colour
		s.lasts[i] = from
		startsBack := s.back[(run.Colour+1)%MaxShades].narrowed(run.Length).and(from)
		endsBack = startsBack.up(uint(run.Length - 1)).up(1)
		gapBack = endsBack.and(emptyBack).flooded(emptyBack)
		s.after[i] = endsBack.or(gapBack.up(1))
		if starts == (pair{}) || startsBack == (pair{}) {
			return false
		}
	}
	return c.joinPair(l)
}

// joinPair sets out, after arrangePair has placed the runs from both ends. It reports false if some
// run finds no place; see joinWord.
func (c *ColourSolver[L]) joinPair(l *colouredLine) bool {
	s, out, runs := c.pair, c.out, l.Runs
	second := min(1, len(*new(L))-1)
	background := s.gaps[len(runs)].and(s.after[len(runs)].reverse())
	for j := range runs {
		run := &runs[j]
		starts := s.starts[j].and(s.lasts[j].reverse().down(uint(run.Length - 1)))
		if starts == (pair{}) {
			return false
		}
		background = background.or(s.gaps[j].and(s.after[j].reverse()))
		covered := starts.widened(run.Length)
		out[run.Colour+1][0] |= covered.lo
		out[run.Colour+1][second] |= covered.hi
	}
	out[0][0], out[0][second] = background.lo, background.hi
	return true
}
