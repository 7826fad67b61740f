package ink

import (
	"context"
	"slices"

	"kibitz/vision/internal/plane"
)

// RemoveRules removes straight lines from ink, level and upright ones: of each run of ink across a line, the part
// that belongs to the line. Something that crosses a line keeps its ink there, such as a digit that is struck out
// or printed over a rule. Something that touches a line on one side is cut off from it. A line is at least long
// pixels long and at most thick pixels thick.
func RemoveRules(ctx context.Context, ink []bool, strength []uint8, width, height, long, thick int) error {
	removeLevel(ink, strength, width, height, long, thick)
	if err := ctx.Err(); err != nil {
		return err
	}
	turned := transpose(ink, width, height)
	removeLevel(turned, transpose(strength, width, height), height, width, long, thick)
	copy(ink, transpose(turned, height, width))
	return ctx.Err()
}

// transpose exchanges rows and columns. It goes square by square, so that few pixels are fetched twice from
// memory.
func transpose[T any](p []T, width, height int) []T {
	const side = 32 // pixels
	t := make([]T, len(p))
	for top := 0; top < height; top += side {
		for left := 0; left < width; left += side {
			for y := top; y < min(top+side, height); y++ {
				for x, v := range p[y*width+left : y*width+min(left+side, width)] {
					t[(left+x)*height+y] = v
				}
			}
		}
	}
	return t
}

// digitStrength is how many times as strong as a line ink must be to belong to a digit on the line, and not
// to the line. Such lines show through from the page's other side.
const digitStrength = 3

// removeLevel removes lines along the rows from ink. It goes through the columns' runs of ink: of a run that long
// runs along the rows cross, it removes the part that lineRows says is the line. It keeps ink more than
// digitStrength times as strong as the line.
func removeLevel(ink []bool, strength []uint8, width, height, long, thick int) {
	on, lined := longRuns(ink, strength, width, height, long)
	l := level{ink: slices.Clone(ink), on: on, width: width, height: height, long: long, thick: thick, runs: make([]knownRun, width)}
	done := make([]int, width) // by column: the end of its last run of ink
	for row := range height {
		if !lined[row] {
			continue
		}
		for x, line := range on[row*width:][:width] {
			if line == 0 || row < done[x] || !l.ink[row*width+x] {
				continue
			}
			from, to, last := row, row, row
			for from > 0 && l.ink[(from-1)*width+x] {
				from--
			}
			for ; to < height && l.ink[to*width+x]; to++ {
				if at := on[to*width+x]; at > 0 {
					last, line = to, max(line, at) // a blurred line's edge is fainter
				}
			}
			done[x] = to
			top, bottom := l.lineRows(x, from, to, row, last)
			for p := top*width + x; p < bottom*width; p += width {
				if int(strength[p]) <= digitStrength*int(line) {
					ink[p] = false
				}
			}
		}
	}
}

// longRuns finds the runs of ink along the rows that are long enough for a line. on holds the strength of the
// run that a pixel is part of, or 0; lined says which rows have such runs.
func longRuns(ink []bool, strength []uint8, width, height, long int) (on []uint8, lined []bool) {
	on, lined = make([]uint8, len(ink)), make([]bool, height)
	for y := range height {
		// A line may step to the next row of pixels, and may have holes of one.
		row := ink[y*width:][:width]
		above, below := ink[max(y-1, 0)*width:][:len(row)], ink[min(y+1, height-1)*width:][:len(row)]
		end := func(from, last int) {
			if last < 0 || last-from+1 < long {
				return
			}
			level := lineStrength(strength, width, height, from, last+1, y)
			lined[y] = lined[y] || level > 0
			for i := from; i <= last; i++ {
				on[y*width+i] = level
			}
		}
		from, last := 0, -1 // the run so far; last is -1 before the first
		for x, v := range row {
			if v || above[x] || below[x] {
				if last < 0 || x-last > 2 {
					from = x
				}
				last = x
			} else if x-last == 2 {
				end(from, last)
			}
		}
		if last >= width-2 {
			end(from, last)
		}
	}
	return on, lined
}

// A level is ink that has lines along the rows to be removed.
type level struct {
	ink           []bool  // before any line is removed
	on            []uint8 // strength of the long run that a pixel is part of; 0: no long run
	width, height int
	long, thick   int        // least length and largest thickness of a line, in pixels
	runs          []knownRun // by column
	near          []span     // scratch for edges
}

// lineRows returns the rows, top..bottom, that belong to a line in a column's run of ink from..to. The line is
// seen in the rows first..last. Without a line it returns 0, 0.
func (l *level) lineRows(x, from, to, first, last int) (top, bottom int) {
	if last-first+1 > l.thick+2 {
		return 0, 0 // more than a line: a bar, a box
	}
	if to-from <= 3 { // a line by itself, as most are
		return from, to
	}
	top, bottom = l.edges(x, (first+last)/2)
	if bottom-top > l.thick {
		return 0, 0
	}
	above, below := top-from, to-bottom
	if rest := (bottom-top)/2 + 2; above > rest && below > rest {
		return 0, 0 // something crosses the line
	}
	if above <= 2 {
		top = from
	}
	if below <= 2 {
		bottom = to
	}
	return max(top, from), min(bottom, to)
}

// edges returns the rows at which a line around row middle of column x begins and ends. It takes the mean over the
// third of nearby columns in which the line is slimmest, as nothing touches it there. These are up to 21 columns
// spread over nearly the least length of a line. l.runs keeps a column's run for the next call in the same row.
func (l *level) edges(x, middle int) (top, bottom int) {
	near := l.near[:0]
	for k := -10; k <= 10; k++ {
		i := x + k*l.long/24
		if i < 0 || i >= l.width {
			continue
		}
		at := &l.runs[i]
		if at.row != middle+1 {
			at.span, at.ok = uprightRun(l.ink, l.width, l.height, i, middle, 2*l.thick+4)
			at.row = middle + 1
		}
		if s := at.span; at.ok {
			near = append(near, s) // the shortest first
			for j := len(near) - 1; j > 0 && near[j-1].to-near[j-1].from > s.to-s.from; j-- {
				near[j], near[j-1] = near[j-1], near[j]
			}
		}
	}
	l.near = near
	near = near[:(len(near)+2)/3]
	for _, s := range near {
		top, bottom = top+s.from, bottom+s.to
	}
	return (top + len(near)/2) / len(near), (bottom + len(near)/2) / len(near)
}

// lineStrength returns the strength of a run of ink that is about equally strong all along. It returns 0 for
// any other, such as digits joined by faint smears.
func lineStrength(strength []uint8, width, height, from, to, y int) uint8 {
	line := make([]uint8, 0, to-from)
	for x := from; x < to; x++ {
		v := strength[y*width+x]
		if y > 0 {
			v = max(v, strength[(y-1)*width+x])
		}
		if y < height-1 {
			v = max(v, strength[(y+1)*width+x])
		}
		line = append(line, v)
	}
	usual := plane.Quantile(line, .5)
	if 3*int(plane.Quantile(line, .08)) < int(usual) {
		return 0
	}
	return max(usual, 1)
}

// A span goes from one pixel to before another.
type span struct{ from, to int }

// knownRun is what uprightRun returned for a row. row is counted from 1.
type knownRun struct {
	span
	row int
	ok  bool
}

// uprightRun returns the run of ink in column x through row y, or through a row up to two rows off, at most
// `most` pixels each way.
func uprightRun(ink []bool, width, height, x, y, most int) (span, bool) {
	for _, d := range []int{0, 1, -1, 2, -2} {
		if y+d < 0 || y+d >= height || !ink[(y+d)*width+x] {
			continue
		}
		s := span{y + d, y + d + 1}
		for s.from > max(0, y-most) && ink[(s.from-1)*width+x] {
			s.from--
		}
		for s.to < min(height, y+most) && ink[s.to*width+x] {
			s.to++
		}
		return s, true
	}
	return span{}, false
}
