package digits

import (
	"context"
	_ "embed"
	"image"
	"slices"
	"sync"

	"kibitz/vision/internal/neural"
)

// A second net reads a number as a whole, with what is beside it: one or two digits that touch or have come apart,
// beside rules, a diagonal and other numbers. A glyph that lost a thin stroke is another digit, and nothing shows in
// it; around the glyph, that stroke still does.
//
//	48×24×1 → 3×3 → 24×12×12 → 3×3 → 12×6×24 → 3×3 → 6×3×48 → 96 → 2 × 12
//
// kibitz/vision/tools/train makes its weights from drawn numbers alone. Of 100,000 numbers in fonts that it
// has not seen, most of them small and badly photographed and a third in boxes that are off, it reads 91.6 % right.

//go:embed numbers.bin
var numberWeights []byte

// The answers of the net's layers at a place. The last one tells the first digit and the second: 0 to 9 or noDigit.
const (
	number1, number2, number3 = 12, 24, 48
	numberHidden              = 96
	numberInputs              = NumberWidth / 8 * NumberHeight / 8 * number3
	noDigit                   = 10
	numberClasses             = 12 // one more than needed
)

var numberShapes = []neural.Shape{neural.NewShape(number1, 3, 1), neural.NewShape(number2, 3, number1), neural.NewShape(number3, 3, number2),
	neural.NewShape(numberHidden, 1, numberInputs), neural.NewShape(2*numberClasses, 1, numberHidden)}

// loadNumbers returns the net of numbers.bin. It decodes it once.
var loadNumbers = sync.OnceValues(func() (*net, error) { return decode(numberWeights, numberShapes) })

// A NumberReading holds the probabilities of a number's first and second digit.
type NumberReading [2][noDigit + 1]float32

// P returns the probability of a number below 100.
func (r *NumberReading) P(n int) float64 {
	if n < 10 {
		return float64(r[0][n] * r[1][noDigit])
	}
	return float64(r[0][n/10] * r[1][n%10])
}

// Padded returns the probability of a number below 100 that may be written with a zero before it.
func (r *NumberReading) Padded(n int) float64 {
	if n < 10 {
		return r.P(n) + float64(r[0][0]*r[1][n])
	}
	return r.P(n)
}

// None returns the probability that there is no number.
func (r *NumberReading) None() float64 { return float64(r[0][noDigit]) }

// Two returns the probability that there are two digits.
func (r *NumberReading) Two() float64 { return float64((1 - r[0][noDigit]) * (1 - r[1][noDigit])) }

// ReadNumbers reads each number alone. A number takes 1.9 million multiplications, about 0.08 ms on one core.
// ReadNumbers looks at the context every few milliseconds.
func ReadNumbers(ctx context.Context, numbers []NumberGlyph) ([]NumberReading, error) {
	n, err := loadNumbers()
	if err != nil {
		return nil, err
	}
	sight := n.newSight(NumberWidth, NumberHeight)
	readings := make([]NumberReading, len(numbers))
	for i := range numbers {
		if i%8 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out := n.read(sight, numbers[i][:])
		for k := range 2 {
			digit := out[k*numberClasses:][:numberClasses]
			neural.Softmax(digit, n.temperature)
			copy(readings[i][k][:], digit)
		}
	}
	return readings, nil
}

// The size of a NumberGlyph in pixels. A digit in it is glyphHeight high.
const (
	NumberWidth  = 2 * Side
	NumberHeight = Side
)

// A NumberGlyph is a number with what is around it: ink from 0, paper, to 255; row-major.
type NumberGlyph [NumberWidth * NumberHeight]uint8

// CutNumber cuts a number off an image, with a digit's width of what is beside it. box is around the number, or
// around one digit of it; lighter reports whether its ink is lighter than the paper. Whatever differs from the paper
// in that direction is shown. CutNumber returns false if nothing stands out.
func CutNumber(g *image.Gray, box image.Rectangle, lighter bool) (out NumberGlyph, ok bool) {
	if box = box.Intersect(g.Rect); box.Empty() {
		return out, false
	}
	v, half := reduced(g, box), min(max(glyphHeight*float32(box.Dx())/float32(box.Dy())/2, 2), NumberWidth/2)
	// Paper is what most pixels near the box are, and ink what differs most from it inside.
	var near, inside []float32
	for i, grey := range v {
		x, y := i%NumberWidth, i/NumberWidth
		d := abs(float32(x) - (NumberWidth-1)/2.)
		if d < half+glyphHeight/3 {
			near = append(near, grey)
		}
		if d < half && y >= (NumberHeight-glyphHeight)/2 && y < (NumberHeight+glyphHeight)/2 {
			inside = append(inside, grey)
		}
	}
	slices.Sort(near)
	slices.Sort(inside)
	sign, paper := float32(1), near[len(near)*6/10]
	pen := inside[len(inside)/12]
	if lighter {
		sign, paper, pen = -1, near[len(near)*4/10], inside[len(inside)*11/12]
	}
	const strongest = 1.15 // ink beside pen
	full := sign * (paper - pen)
	if full < leastContrast {
		return out, false
	}
	for i := range v {
		out[i] = uint8(255*min(max(sign*(paper-v[i])/full/strongest, 0), 1) + .5)
	}
	return out, true
}

// reduced returns the grey levels around the middle of a box, which becomes glyphHeight high, as a mean weighted by a
// tent. Beyond the image its edge goes on.
func reduced(g *image.Gray, box image.Rectangle) (v [NumberWidth * NumberHeight]float32) {
	scale := float32(box.Dy()) / glyphHeight
	reach := max(1, scale)
	cx, cy := float32(box.Min.X+box.Max.X-1)/2, float32(box.Min.Y+box.Max.Y-1)/2
	for y := range NumberHeight {
		b := cy + (float32(y)-(NumberHeight-1)/2.)*scale
		top, bottom := around(b, reach)
		for x := range NumberWidth {
			a := cx + (float32(x)-(NumberWidth-1)/2.)*scale
			left, right := around(a, reach)
			var sum, weight float32
			for j := top; j <= bottom; j++ {
				wy := reach - abs(float32(j)-b)
				row := g.Pix[(min(max(j, g.Rect.Min.Y), g.Rect.Max.Y-1)-g.Rect.Min.Y)*g.Stride:]
				for i := left; i <= right; i++ {
					k := wy * (reach - abs(float32(i)-a))
					weight += k
					sum += k * float32(row[min(max(i, g.Rect.Min.X), g.Rect.Max.X-1)-g.Rect.Min.X])
				}
			}
			v[y*NumberWidth+x] = sum / weight
		}
	}
	return v
}
