package line

import (
	"math/bits"
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// colouredLine is the clue of a line for the line solver.
type colouredLine struct {
	Cells int
	Runs  []puzzle.Run
	Has   puzzle.Cell // shades that its cells can have
}

// colouredLines returns the clues of p, rows first, in the memory of lines. If every, each line has
// all shades at first, so that solving it shows which it lacks.
func colouredLines(p *puzzle.Puzzle, every bool, lines []colouredLine) []colouredLine {
	lines = slices.Grow(lines[:0], len(p.Rows)+len(p.Cols))
	for _, runs := range p.Rows {
		lines = append(lines, colouredLine{len(p.Cols), runs, puzzle.ShadesOf(runs)})
	}
	for _, runs := range p.Cols {
		lines = append(lines, colouredLine{len(p.Rows), runs, puzzle.ShadesOf(runs)})
	}
	for i := range lines {
		if every {
			lines[i].Has = p.AllShades()
		}
	}
	return lines
}

// ColourSolver solves lines in colours. It takes and returns a set of cells for each shade. It is
// exact, and costs O(runs · log run + shades) operations on masks. Lines of one word and of two
// have code of their own, three to four times as fast; see WordSolver.
type ColourSolver[L Mask] struct {
	Lines []colouredLine
	out   []L // result of the last Arrange

	word *colourWord
	pair *colourPair
	wide *colourMasks[L]
}

// Read prepares s for p's lines; for every see colouredLines.
func (s *ColourSolver[L]) Read(p *puzzle.Puzzle, every bool) {
	s.Lines = colouredLines(p, every, s.Lines)
	s.out = Renew(s.out, len(p.Palette)+1)
	if s.word == nil {
		s.word = new(colourWord)
	}
	if len(*new(L)) > 1 && s.pair == nil {
		s.pair = new(colourPair)
	}
	if len(*new(L)) > 2 {
		s.wide = newColourMasks(s.Lines, s.out)
	}
}

// Renew returns a slice of n zeros, in the memory of s if that suffices.
func Renew[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// Arrange returns, for each shade, the cells that have it in some arrangement of the line's runs
// that may allows. It reports false if there is no arrangement. out is valid until the next call;
// only the shades that the line has are read and set.
func (s *ColourSolver[L]) Arrange(line int, may []L) (out []L, ok bool) {
	switch l := &s.Lines[line]; {
	case l.Cells <= 64:
		return s.out, s.arrangeWord(l, may)
	case l.Cells <= 128:
		return s.out, s.arrangePair(l, may)
	}
	return s.out, s.wide.arrange(&s.Lines[line], may, s.out)
}

// places returns the cells where each run of a line may start.
func (s *ColourSolver[L]) places(line int, may []L) [][]int {
	l := &s.Lines[line]
	w := s.wide
	if w == nil {
		w = newColourMasks([]colouredLine{*l}, s.out)
	}
	places := make([][]int, len(l.Runs))
	if !w.sweep(l, may) {
		return places
	}
	for j := range l.Runs {
		Each(w.placesOf(l, j), func(i int) { places[j] = append(places[j], i) })
	}
	return places
}

// colourWord solves lines of at most 64 cells. Like WordSolver it goes over the line from both ends
// at once. WordSolver asks which cells may be empty with j runs before them. In colours runs may
// touch, so there are two questions:
//
//   - ends, the places where the cells before can be just the first j runs and background, the last
//     of these cells in run j-1; bit i stands for the place before cell i;
//   - gaps, the cells that may be background with exactly j runs before them.
//
// A run starts at an end or just after a gap; if the run before has its colour, only after a gap.
type colourWord struct {
	back   [MaxShades]uint64 // for each shade, the cells that may have it, mirrored
	starts [64]uint64        // starts[j]: the cells where run j may start, with the runs before it placed
	gaps   [65]uint64        // gaps[j]: the cells that may be background with exactly j runs before them
	// lasts[j]: the cells where run j may end as far as the runs after it tell, mirrored. If run j+1
	// has another colour that is after[j+1]; if it has the same, a gap comes between them.
	lasts [64]uint64
	after [65]uint64 // after[j]: the cells that can have exactly the runs from j on to their right, mirrored
}

// MaxShades is the highest number of shades of a cell: the background and all colours.
const MaxShades = puzzle.MaxColours + 1

// arrangeWord arranges a line of at most 64 cells; see Arrange. It sets out for the shades that the
// line can have. It reports false if there is no arrangement; out then means nothing.
func (c *ColourSolver[L]) arrangeWord(l *colouredLine, may []L) bool {
	s, out := c.word, c.out
	for has := l.Has; has != 0; has &= has - 1 {
		shade := bits.TrailingZeros64(uint64(has)) % MaxShades
		s.back[shade] = bits.Reverse64(may[shade][0])
		out[shade] = *new(L)
	}
	empty, emptyBack := may[0][0], s.back[0]
	runs := l.Runs
	ends, endsBack := uint64(1), uint64(1)<<(uint(64-l.Cells)&63)
	gap, gapBack := flooded(ends&empty, empty), flooded(endsBack&emptyBack, emptyBack)
	if len(runs) == 0 {
		out[0][0] = gap
		return gap == ^uint64(0)>>(uint(64-l.Cells)&63)
	}
	s.gaps[0], s.after[len(runs)] = gap, endsBack|gapBack<<1
	before, behind := -1, -1 // colours of the runs before; runs of one colour need a gap
	for j := range runs {
		run := &runs[j]
		from := gap << 1
		if run.Colour != before {
			from |= ends
		}
		before = run.Colour
		starts := fitting(may[run.Colour+1][0], run.Length) & from
		ends = starts << (uint(run.Length-1) & 63) << 1 // in two shifts, as a run may have 64 cells
		gap = flooded(ends&empty, empty)
		s.starts[j&63], s.gaps[j+1] = starts, gap

		i := len(runs) - 1 - j
		run = &runs[i]
		from = gapBack << 1
		if run.Colour != behind {
			from |= endsBack
		}
		behind = run.Colour
		s.lasts[i&63] = from
		startsBack := fitting(s.back[(run.Colour+1)%MaxShades], run.Length) & from
		endsBack = startsBack << (uint(run.Length-1) & 63) << 1
		gapBack = flooded(endsBack&emptyBack, emptyBack)
		s.after[i] = endsBack | gapBack<<1
		if starts == 0 || startsBack == 0 {
			return false
		}
	}
	return c.joinWord(l)
}

// joinWord sets out, after arrangeWord has placed the runs from both ends: a cell has a shade if both
// passes allow it with the same number of runs before it. It reports false if some run finds no
// place.
func (c *ColourSolver[L]) joinWord(l *colouredLine) bool {
	s, out, runs := c.word, c.out, l.Runs
	after := bits.Reverse64(s.after[0])
	background := s.gaps[0] & after
	for j := range runs {
		run := &runs[j]
		after = bits.Reverse64(s.after[j+1])
		background |= s.gaps[j+1] & after
		if j+1 < len(runs) && runs[j+1].Colour == run.Colour {
			after = bits.Reverse64(s.lasts[j&63])
		}
		starts := s.starts[j&63] & (after >> (uint(run.Length-1) & 63)) // after allows a run to end where the next one may begin
		if starts == 0 {
			return false
		}
		out[run.Colour+1][0] |= covered(starts, run.Length)
	}
	out[0][0] = background
	return true
}

// steps[n] has the three shifts that narrow or widen a set for a run of n cells, up to eight; a
// shift of 0 changes nothing. Most runs are no longer, and are spared a loop whose end the processor
// cannot foresee. The places beyond 8 are not used: with sixteen an index & 15 needs no check.
var steps = [16][3]uint8{2: {1}, 3: {1, 1}, 4: {1, 2}, 5: {1, 2, 1}, 6: {1, 2, 2}, 7: {1, 2, 3}, 8: {1, 2, 4}}

// fitting returns the cells where n consecutive cells of a start, as narrow of mask.go does.
func fitting(a uint64, n int) uint64 {
	if n == 1 {
		return a
	}
	by := &steps[min(n, 8)&15]
	a &= a >> (by[0] & 63)
	a &= a >> (by[1] & 63)
	a &= a >> (by[2] & 63)
	for have := 8; have < n; {
		step := min(have, n-have)
		a &= a >> (uint(step) & 63)
		have += step
	}
	return a
}

// covered returns each cell of a with the n-1 cells after it, as widen of mask.go does.
func covered(a uint64, n int) uint64 {
	if n == 1 {
		return a
	}
	by := &steps[min(n, 8)&15]
	a |= a << (by[0] & 63)
	a |= a << (by[1] & 63)
	a |= a << (by[2] & 63)
	for have := 8; have < n; {
		step := min(have, n-have)
		a |= a << (uint(step) & 63)
		have += step
	}
	return a
}

// layered is the Painter of lines whose shades are layers of one mask.
type layered[M, L Mask] struct {
	*ColourSolver[L]
	may []L
}

// NewLayered returns a Painter for p with layers of the mask L; for every see colouredLines.
func NewLayered[M, L Mask](p *puzzle.Puzzle, every bool) Painter[M] {
	s := &layered[M, L]{ColourSolver: new(ColourSolver[L]), may: make([]L, len(p.Palette)+1)}
	s.Read(p, every)
	return s
}

// Line implements Painter.
func (s *layered[M, L]) Line(line int) *colouredLine { return &s.Lines[line] }

// allowed sets may to the shades that the known cells of a line leave, and returns it.
func (s *layered[M, L]) allowed(line int, before *Known[M]) []L {
	l, words := &s.Lines[line], len(*new(L))
	all := Prefix[L](l.Cells)
	var decided L
	for has := l.Has; has != 0; has &= has - 1 {
		at := bits.TrailingZeros64(uint64(has)) * words
		for i := range words {
			decided[i] |= before.Filled[at+i]
		}
	}
	for has := l.Has; has != 0; has &= has - 1 {
		shade := bits.TrailingZeros64(uint64(has))
		for i := range words {
			filled := before.Filled[shade*words+i]
			s.may[shade][i] = all[i] &^ before.Empty[shade*words+i] &^ (decided[i] &^ filled)
		}
	}
	return s.may
}

// Arrange implements Painter.
func (s *layered[M, L]) Arrange(line int, before *Known[M]) (Known[M], bool) {
	out, ok := s.ColourSolver.Arrange(line, s.allowed(line, before))
	if !ok {
		return Known[M]{}, false
	}
	var once, twice L
	l, words := &s.Lines[line], len(once)
	for has := l.Has; has != 0; has &= has - 1 {
		of := &out[bits.TrailingZeros64(uint64(has))]
		for i := range words {
			twice[i] |= once[i] & (*of)[i]
			once[i] |= (*of)[i]
		}
	}
	after := *before
	for has := l.Has; has != 0; has &= has - 1 {
		shade := bits.TrailingZeros64(uint64(has))
		for i := range words {
			word := out[shade][i]
			after.Filled[shade*words+i], after.Empty[shade*words+i] = word&^twice[i], ^word
		}
	}
	return after, true
}

// Places implements Painter.
func (s *layered[M, L]) Places(line int, before *Known[M]) [][]int {
	return s.ColourSolver.places(line, s.allowed(line, before))
}

// Painter solves lines in colours, as LineSolver.Arrange does in black and white. Lines go by their
// numbers, rows first. There is one type for each size of a layer.
type Painter[M Mask] interface {
	Arrange(line int, before *Known[M]) (Known[M], bool)
	Places(line int, before *Known[M]) [][]int // cells where each run may start
	Line(line int) *colouredLine
}
