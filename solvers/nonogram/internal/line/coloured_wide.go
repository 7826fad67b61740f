package line

import "kibitz/solvers/nonogram/internal/puzzle"

// colourMasks solves lines of any length as colourWord does, with one pass over the line and one
// over the mirrored line.
type colourMasks[L Mask] struct {
	left, right colourSweep[L]
	mirrored    []puzzle.Run
}

// colourSweep is one pass over a line; see colourWord.
type colourSweep[L Mask] struct {
	starts []L // starts[j]: the cells where run j may start
	from   []L // from[j]: the cells where it might start as far as the runs before it tell
	gaps   []L // gaps[j]: the cells that may be background with j runs before them
	ends   []L // ends[j]: the places before which the cells can be the first j runs and background
	may    []L // for each shade, the cells that may have it
}

// newColourMasks returns a solver for some lines, with room for the longest clue among them. of has
// as many masks as there are shades; only its length counts.
func newColourMasks[L Mask](lines []colouredLine, of []L) *colourMasks[L] {
	runs := 0
	for i := range lines {
		runs = max(runs, len(lines[i].Runs))
	}
	sweep := func() colourSweep[L] {
		return colourSweep[L]{
			starts: make([]L, runs),
			from:   make([]L, runs),
			gaps:   make([]L, runs+1),
			ends:   make([]L, runs+1),
		}
	}
	s := &colourMasks[L]{left: sweep(), right: sweep(), mirrored: make([]puzzle.Run, runs)}
	s.right.may = make([]L, len(of))
	return s
}

// fill computes the sweep for runs in a line whose cells may have the shades in s.may. It reports
// false when some run finds no place.
func (s *colourSweep[L]) fill(runs []puzzle.Run, cells int) bool {
	empty := &s.may[0]
	advance := func(j int, ends L) { // notes that the first j runs may end just before the cells of ends
		gap := &s.gaps[j]
		*gap = ends
		Keep(gap, empty)
		flood(gap, empty)
		for i := range len(ends) {
			ends[i] |= upper(gap, i, 1)
		}
		s.ends[j] = ends
	}
	advance(0, Prefix[L](1))
	for j, run := range runs {
		from := &s.from[j]
		if j > 0 && run.Colour == runs[j-1].Colour {
			for i := range len(*from) {
				(*from)[i] = upper(&s.gaps[j], i, 1)
			}
		} else {
			*from = s.ends[j]
		}
		starts := &s.starts[j]
		*starts = s.may[run.Colour+1]
		narrow(starts, uint(run.Length))
		Keep(starts, from)
		if *starts == *new(L) {
			return false
		}
		var ends L
		for i := range len(ends) {
			ends[i] = upper(starts, i, uint(run.Length))
		}
		advance(j+1, ends)
	}
	return len(runs) > 0 || s.gaps[0] == Prefix[L](cells)
}

// sweep goes over a line from both ends. It reports false when some run finds no place.
func (s *colourMasks[L]) sweep(l *colouredLine, may []L) bool {
	s.left.may = may
	for shade := range s.right.may {
		if l.Has>>shade&1 == 1 {
			s.right.may[shade] = Mirrored(&may[shade], l.Cells)
		}
	}
	back := s.mirrored[:len(l.Runs)]
	for j := range back {
		back[j] = l.Runs[len(l.Runs)-1-j]
	}
	return s.left.fill(l.Runs, l.Cells) && s.right.fill(back, l.Cells)
}

// placesOf returns the cells where run j of l may start in some arrangement. sweep must have
// succeeded for l just before.
func (s *colourMasks[L]) placesOf(l *colouredLine, j int) L {
	places := Mirrored(&s.right.from[len(l.Runs)-1-j], l.Cells) // places of its last cell
	Down(&places, uint(l.Runs[j].Length-1))
	Keep(&places, &s.left.starts[j])
	return places
}

// arrange arranges a line of any length; see ColourSolver.Arrange.
func (s *colourMasks[L]) arrange(l *colouredLine, may, out []L) bool {
	if !s.sweep(l, may) {
		return false
	}
	for shade := range out {
		out[shade] = *new(L)
	}
	for j := range len(l.Runs) + 1 {
		gap := Mirrored(&s.right.ends[len(l.Runs)-j], l.Cells)
		Keep(&gap, &s.left.gaps[j])
		Add(&out[0], &gap)
		if j == len(l.Runs) {
			break
		}
		starts := s.placesOf(l, j)
		if starts == *new(L) {
			return false
		}
		widen(&starts, uint(l.Runs[j].Length))
		Add(&out[l.Runs[j].Colour+1], &starts)
	}
	return true
}
