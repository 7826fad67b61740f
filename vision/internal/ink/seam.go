package ink

import (
	"context"
	"math"
	"slices"

	"kibitz/vision/internal/plane"
)

// In a blurred picture digits right below each other, or beside, hang together, and a row of their strokes or
// feet is as straight as a rule. But rules are elsewhere. Those along the lines of a band run between lines,
// not in their middle. Those across run between boxes or, if there are no boxes, along most of the band.

// No rule is within ruleFree of a line's middle, as a share of the line's width. A rule across the lines
// passes at least the share ruleShare of a band's lines.
const (
	ruleFree  = .25
	ruleShare = .6
)

// RemoveLines does the same as RemoveRules, but keeps ink at places where no rule can be.
func (b *Strip) RemoveLines(ctx context.Context, on []bool, strength []uint8, long, thick int) error {
	width, height := b.Light.Rect.Dx(), b.Light.Rect.Dy()
	if !b.Clued {
		return RemoveRules(ctx, on, strength, width, height, long, thick)
	}
	// First along the rows of the image, then, on the image turned, along its columns.
	b.removeAlong(on, strength, width, height, long, thick, !b.Cols)
	if err := ctx.Err(); err != nil {
		return err
	}
	turned := transpose(on, width, height)
	b.removeAlong(turned, transpose(strength, width, height), height, width, long, thick, b.Cols)
	copy(on, transpose(turned, height, width))
	return ctx.Err()
}

// removeAlong removes rules along rows of pixels, which run along the band's lines if along, and across them
// otherwise. Rows in the middle of a line, or of the boxes of numbers, keep their ink. If rows run across and
// there are no boxes, a rule outside the body must pass at least ruleShare of the lines. width and height are those
// of on, which is turned if its rows are the sheet's columns.
func (b *Strip) removeAlong(on []bool, strength []uint8, width, height, long, thick int, along bool) {
	// Rows of pixels are counted in cells from first on.
	first, cell := b.Top, b.H
	if along == b.Cols {
		first, cell = b.Left, b.W
	}
	at := func(row int) float64 { return first + (float64(row)+.5)/cell }
	was := slices.Clone(on)
	body := 0 // the row of pixels just before the body
	if !along && b.Boxed == 0 {
		for body < height && at(body) < -.15 {
			body++
		}
		far := max(long, int(ruleShare*float64(b.Lines)*b.lineWidth()))
		removeLevel(on[:body*width], strength[:body*width], width, body, far, thick)
	}
	removeLevel(on[body*width:], strength[body*width:], width, height-body, long, thick)
	for row := range height {
		r := at(row)
		if plane.Abs(r-math.Floor(r)-.5) < ruleFree && (along || r < 0 && -r < float64(b.Boxed)) {
			copy(on[row*width:][:width], was[row*width:])
		}
	}
}

// lineWidth returns the width of a line of the band, in pixels.
func (b *Strip) lineWidth() float64 {
	if b.Cols {
		return b.W
	}
	return b.H
}

// If each number stands in a box of its own, dark boxes on light paper, the gap between two boxes is a light
// bar. It is a rule one cell long, too short for rules.go. It lies on a border between cells and reaches
// nearly all along it.

// The least length of a seam, its largest thickness, and the largest distance of its middle from the border,
// as shares of a cell's side.
const (
	seamLength    = .75
	seamThickness = .25
	seamOff       = .12
)

// RemoveSeams removes the seams between boxes from on, those that run down and then those that run across. On a
// photo it leaves the latter in a band of columns. It keeps ink far stronger than the seam is elsewhere: digits
// crossed by lines that show through from the page's other side.
func (b *Strip) RemoveSeams(on []bool, strength []uint8, photo bool) {
	width, height := b.Light.Rect.Dx(), b.Light.Rect.Dy()
	length := seamLength
	if !b.Cols {
		length = .85 // in a row a slim digit may stand anywhere
	}
	b.removeUpright(on, strength, width, height, int(length*b.H), b.W, b.Left)
	if photo && b.Cols {
		return // the feet of two digits that touch are as long as a seam
	}
	turned := transpose(on, width, height)
	b.removeUpright(turned, transpose(strength, width, height), height, width, int(seamLength*b.W), b.H, b.Top)
	copy(on, transpose(turned, height, width))
}

// removeUpright removes upright seams from on: runs of ink at least long pixels long near the borders between
// cells. What it removes is at most seamThickness cells wide, with its middle at most seamOff cells from the
// border. cell is the width of a cell in pixels, and first the place of the first pixel in cells.
func (b *Strip) removeUpright(on []bool, strength []uint8, width, height, long int, cell, first float64) {
	core := make([]bool, len(on)) // pixels of long runs
	var run []uint8
	for x := range width {
		if d := first + (float64(x)+.5)/cell; plane.Abs(d-math.Round(d)) > seamOff+seamThickness {
			continue
		}
		for y, from := 0, 0; y <= height; y++ {
			if y < height && on[y*width+x] {
				continue
			}
			if y-from >= long {
				run = run[:0]
				for k := from; k < y; k++ {
					run = append(run, strength[k*width+x])
				}
				usual := int(plane.Quantile(run, .5))
				for k, v := range run {
					core[(from+k)*width+x] = int(v) <= digitStrength*usual
				}
			}
			from = y + 1
		}
	}
	for y := range height {
		row := core[y*width:][:width]
		for x, from := 0, 0; x <= width; x++ {
			if x < width && row[x] {
				continue
			}
			middle := first + float64(from+x)/2/cell
			if x > from && float64(x-from) <= seamThickness*cell && plane.Abs(middle-math.Round(middle)) <= seamOff {
				for k := from; k < x; k++ {
					on[y*width+k] = false
				}
			}
			from = x + 1
		}
	}
}
