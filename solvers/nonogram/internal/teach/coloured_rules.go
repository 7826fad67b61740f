package teach

import "kibitz/solvers/nonogram/internal/puzzle"

// paintedView holds the facts about a line in colours that its view lacks. In colours the view's
// cells are the positions of the line, shade by shade.
type paintedView struct {
	length int // cells of the line
	layer  int // positions from a shade to the next
	runs   []puzzle.Run
	shades int
}

// paintedView returns the view of a line in colours as it is now.
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

// colourRules are the rules for a line in colours. "The background has no room in this cell,
// wherever the runs go" needs no rule: the last run that must begin at or before the cell then
// covers it even as far right as it can go, which is Overlap.
var colourRules = []rule{
	{OtherColours, otherColours},
	{ColourDone, colourDone},
	{SimpleBoxes, colourBoxes},
	{Overlap, colourOverlap},
	{Reach, colourReach},
}

// shade returns a sight of one shade in the cells from lo up to hi, without a run.
func (v *view) shade(lo, hi, shade int, value puzzle.Cell) sight {
	return sight{lo: shade*v.painted.layer + lo, hi: shade*v.painted.layer + hi, value: value, run: -1}
}

// colour returns a sight that the cells from lo up to hi have the colour of run j.
func (v *view) colour(lo, hi, j int) sight {
	at := (v.painted.runs[j].Colour + 1) * v.painted.layer
	return sight{at + lo, at + hi, puzzle.Filled, j, v.first[j], v.last[j] + v.runs[j]}
}

// otherColours strikes out the colours that the clue has no run of.
func otherColours(v *view) (seen []sight) {
	has := puzzle.ShadesOf(v.painted.runs)
	for shade := range v.painted.shades {
		if has>>shade&1 == 0 {
			seen = append(seen, v.shade(0, v.painted.length, shade, puzzle.Empty))
		}
	}
	return seen
}

// colourDone strikes out a shade in all other cells when as many cells have it as the clue gives.
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

// colourBoxes finds runs that overlap themselves when pushed to the left and to the right of the
// bare line.
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

// colourOverlap finds runs that cover some cells wherever they go, given the known cells.
func colourOverlap(v *view) (seen []sight) {
	for j, run := range v.runs {
		if v.last[j] < v.first[j]+run {
			seen = append(seen, v.colour(v.last[j], v.first[j]+run, j))
		}
	}
	return seen
}

// colourReach strikes out a colour in cells that none of its runs reaches.
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

// beyond strikes out a shade in the cells for which may is false.
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
