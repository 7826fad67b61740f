package teach

import "kibitz/solvers/nonogram/internal/puzzle"

// paintedView is what rules know of a line in colours beside its view: there cells are
// the positions of the line, shade by shade.
type paintedView struct {
	length int // of the line
	layer  int
	runs   []puzzle.Run
	shades int
}

// paintedView returns a line in colours as it is now.
func (l *lesson[M]) paintedView(line int) *view {
	c, p := l.paint.Solver.Line(line), l.paint.Puzzle
	w := &paintedView{length: c.Cells, layer: l.paint.Layer, shades: len(p.Palette) + 1}
	if line < l.rows {
		w.runs = p.Rows[line]
	} else {
		w.runs = p.Cols[line-l.rows]
	}
	v := &view{cells: make([]puzzle.Cell, l.cols), painted: w}
	for i := range v.cells {
		v.cells[i] = puzzle.Empty
		if shade := i / w.layer; shade < w.shades && i%w.layer < w.length {
			v.cells[i] = l.at(l.cell(line, i))
		}
	}
	for j, places := range l.paint.Solver.Places(line, &l.lines[line]) {
		v.runs = append(v.runs, w.runs[j].Length)
		v.first = append(v.first, places[0])
		v.last = append(v.last, places[len(places)-1])
	}
	return v
}

// colourRules are those for a line in colours. That background has no room in a cell, wherever the
// runs go, is no rule of its own: then the last run that begins there or before even where it goes
// as far right as it can covers the cell wherever it goes, which is Overlap.
var colourRules = []rule{
	{OtherColours, otherColours},
	{ColourDone, colourDone},
	{SimpleBoxes, colourBoxes},
	{Overlap, colourOverlap},
	{Reach, colourReach},
}

// shade returns a sight of cells lo to hi and one shade that no single run is about.
func (v *view) shade(lo, hi, shade int, value puzzle.Cell) sight {
	return sight{lo: shade*v.painted.layer + lo, hi: shade*v.painted.layer + hi, value: value, run: -1}
}

// colour returns what run j says of cells lo to hi: they have its colour.
func (v *view) colour(lo, hi, j int) sight {
	at := (v.painted.runs[j].Colour + 1) * v.painted.layer
	return sight{at + lo, at + hi, puzzle.Filled, j, v.first[j], v.last[j] + v.runs[j]}
}

// otherColours: the clue has no run of this colour.
func otherColours(v *view) (seen []sight) {
	has := puzzle.ShadesOf(v.painted.runs)
	for shade := range v.painted.shades {
		if has>>shade&1 == 0 {
			seen = append(seen, v.shade(0, v.painted.length, shade, puzzle.Empty))
		}
	}
	return seen
}

// colourDone: as many cells have the shade as the clue gives it.
func colourDone(v *view) (seen []sight) {
	want := make([]int, v.painted.shades)
	want[0] = v.painted.length
	for _, run := range v.painted.runs {
		want[run.Colour+1] += run.Length
		want[0] -= run.Length
	}
	for shade, n := range want {
		for i := range v.painted.length {
			if v.cells[shade*v.painted.layer+i] == puzzle.Filled {
				n--
			}
		}
		if n == 0 {
			seen = append(seen, v.shade(0, v.painted.length, shade, puzzle.Empty))
		}
	}
	return seen
}

// colourBoxes: pushed to the left and to the right of the bare line, a run longer than the play
// overlaps itself.
func colourBoxes(v *view) (seen []sight) {
	runs := v.painted.runs
	starts := make([]int, len(runs))
	end := 0
	for j, run := range runs {
		if j > 0 && runs[j-1].Colour == run.Colour {
			end++
		}
		starts[j] = end
		end += run.Length
	}
	for j, run := range runs {
		if last := starts[j] + v.painted.length - end; last < starts[j]+run.Length {
			seen = append(seen, v.colour(last, starts[j]+run.Length, j))
		}
	}
	return seen
}

// colourOverlap is the same with all that is known of the line.
func colourOverlap(v *view) (seen []sight) {
	for j, run := range v.runs {
		if v.last[j] < v.first[j]+run {
			seen = append(seen, v.colour(v.last[j], v.first[j]+run, j))
		}
	}
	return seen
}

// colourReach: no run of the colour gets to these cells.
func colourReach(v *view) (seen []sight) {
	has := puzzle.ShadesOf(v.painted.runs)
	for shade := 1; shade < v.painted.shades; shade++ {
		if has>>shade&1 == 0 {
			continue
		}
		seen = append(seen, v.beyond(shade, func(i int) bool {
			for j, run := range v.painted.runs {
				if run.Colour+1 == shade && v.first[j] <= i && i < v.last[j]+run.Length {
					return true
				}
			}
			return false
		})...)
	}
	return seen
}

// beyond strikes a shade out of the cells that cannot have it.
func (v *view) beyond(shade int, may func(i int) bool) (seen []sight) {
	lo := 0
	for i := range v.painted.length + 1 {
		if i < v.painted.length && !may(i) {
			continue
		}
		if lo < i {
			seen = append(seen, v.shade(lo, i, shade, puzzle.Empty))
		}
		lo = i + 1
	}
	return seen
}
