package ink

import (
	"context"
	"slices"

	"kibitz/vision/internal/plane"
)

// RemoveRules takes straight lines out of what is ink: of each run of ink across a line, the
// part that belongs to the line. What a line merely crosses keeps its ink there, as a digit
// does that is struck out or printed over a rule; what touches a line on one side alone is
// cut off from it. A line is at least long pixels long and at most thick pixels thick.
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

// transpose exchanges rows and columns, a square of pixels at a time: else each would be fetched anew.
func transpose[T any](p []T, width, height int) []T {
	const side = 32
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

// stronger is how many times as strong as a line ink is that the line's is not: a digit that stands
// on a faint line, such as one of the page's other side that shows through.
const stronger = 3

// removeLevel takes out lines along the rows.
func removeLevel(ink []bool, strength []uint8, width, height, long, thick int) {
	on := make([]uint8, len(ink)) // how strong the long run is that a pixel is part of; 0: of none
	lined := make([]bool, height) // rows that have any of it
	for y := range height {
		// A line may step to the next row of pixels, and may have holes of one.
		row := ink[y*width:][:width]
		above, below := ink[max(y-1, 0)*width:][:len(row)], ink[min(y+1, height-1)*width:][:len(row)]
		end := func(from, last int) {
			if last < 0 || last-from+1 < long {
				return
			}
			level := even(strength, width, height, from, last+1, y)
			lined[y] = lined[y] || level > 0
			for i := from; i <= last; i++ {
				on[y*width+i] = level
			}
		}
		from, last := 0, -1
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
	was := slices.Clone(ink)
	var near []Span
	done := make([]int, width) // by column: the row that its last run of ink ends before
	runs := make([]known, width)
	for row := range height {
		if !lined[row] {
			continue
		}
		for x, line := range on[row*width:][:width] {
			if line == 0 || row < done[x] || !was[row*width+x] {
				continue
			}
			from, y, last := row, row, row
			for from > 0 && was[(from-1)*width+x] {
				from--
			}
			for ; y < height && was[y*width+x]; y++ {
				if at := on[y*width+x]; at > 0 {
					last, line = y, max(line, at) // a blurred line's edge is fainter
				}
			}
			first := row
			done[x] = y
			remove := func(from, to int) {
				for p := from*width + x; p < to*width; p += width {
					if int(strength[p]) <= stronger*int(line) {
						ink[p] = false
					}
				}
			}
			if last-first+1 > thick+2 {
				continue // more than a line: a bar, a box
			}
			if y-from <= 3 { // a line by itself, as most are
				remove(from, y)
				continue
			}
			// How thick the line is, and where, is seen where it has nothing beside it.
			near = near[:0]
			for k := -10; k <= 10; k++ {
				if i := x + k*long/24; i >= 0 && i < width {
					at := &runs[i]
					if middle := (first + last) / 2; at.row != middle+1 {
						at.Span, at.ok = upright(was, width, height, i, middle, 2*thick+4)
						at.row = middle + 1
					}
					if s := at.Span; at.ok {
						near = append(near, s) // the shortest first
						for j := len(near) - 1; j > 0 && near[j-1].To-near[j-1].From > s.To-s.From; j-- {
							near[j], near[j-1] = near[j-1], near[j]
						}
					}
				}
			}
			near = near[:(len(near)+2)/3]
			top, bottom := 0, 0
			for _, s := range near {
				top, bottom = top+s.From, bottom+s.To
			}
			top = (top + len(near)/2) / len(near)
			bottom = (bottom + len(near)/2) / len(near)
			if bottom-top > thick {
				continue
			}
			above, below := top-from, y-bottom
			if rest := (bottom-top)/2 + 2; above > rest && below > rest {
				continue // something crosses the line
			}
			if above <= 2 {
				top = from
			}
			if below <= 2 {
				bottom = y
			}
			remove(max(top, from), min(bottom, y))
		}
	}
}

// even is how strong a run is that has the strength of a line all along, and 0 for one that has not:
// digits in a row that hang together by faint smears.
func even(strength []uint8, width, height, from, to, y int) uint8 {
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

// A Span is from one pixel to before another.
type Span struct{ From, To int }

// known is what upright returned for a row, which is counted from 1.
type known struct {
	Span
	row int
	ok  bool
}

// upright is the ink of a column around a row, or beside it by two, as far as most pixels to
// each side.
func upright(ink []bool, width, height, x, y, most int) (Span, bool) {
	for _, d := range []int{0, 1, -1, 2, -2} {
		if y+d < 0 || y+d >= height || !ink[(y+d)*width+x] {
			continue
		}
		s := Span{y + d, y + d + 1}
		for s.From > max(0, y-most) && ink[(s.From-1)*width+x] {
			s.From--
		}
		for s.To < min(height, y+most) && ink[s.To*width+x] {
			s.To++
		}
		return s, true
	}
	return Span{}, false
}
