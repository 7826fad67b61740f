// Package digits says which digit a small piece of an image shows, and how sure that is.
//
// # The method
//
// A glyph is first made alike, whatever it was drawn with (Cut): dark on light, the light's
// slope taken away, its ink between 0 and 255, 18 pixels high on a square of 24, its aspect
// kept. What is left to tell digits apart is their shape.
//
// Shapes are told apart by a convolutional network (LeCun et al., "Gradient-based learning
// applied to document recognition", Proc. IEEE 86, 1998). A convolution lays the same small
// window of weights, here 3 × 3, on every place: a stroke's end or bend looks the same
// wherever it is, so one window serves all places and few weights suffice. Three such layers
// follow on each other; after each, of every 2 × 2 places only the strongest answer is kept,
// which forgives a shift by a pixel and lets the next layer see twice as far. Two full layers
// weigh what was found. Below zero an answer counts as none (ReLU), without which three
// layers would be no more than one.
//
//	24×24×1 → 3×3 → 12×12×12 → 3×3 → 6×6×28 → 3×3 → 3×3×52 → 72 → 12
//
// Beside the ten digits there are two classes. Junk is all that is no digit: specks, pieces
// of rules, crosses, arrows, letters. A net that knows digits alone calls every speck a
// digit, and is sure of it; one that has seen junk can say so. Touching is two digits or
// more that hang together: the caller has to split them.
//
// The probabilities are calibrated: of all glyphs that are read with 0.9, about 0.9 are read
// rightly. Nets of this kind claim too much; dividing their answers by one number, the
// temperature, found on glyphs in fonts they have not seen, mends most of it (Guo et al.,
// "On calibration of modern neural networks", ICML 2017).
//
// The weights are bytes, with a scale for each answer of a layer; kibitz/vision/tools/train makes
// them from drawn digits alone.
package digits

import (
	"context"
	"math"
)

// Side is how many pixels a Glyph has across and down.
const Side = 24

// The classes. 0 to 9 are the digits.
const (
	Junk     = 10 // no digit
	Touching = 11 // two digits or more
	Classes  = 12
)

// A Glyph is what the net sees: ink from 0, none, to 255; row-major.
type Glyph [Side * Side]uint8

// Probs are the probabilities of the classes. They sum to 1.
type Probs [Classes]float32

// Best is the likeliest class.
func (p *Probs) Best() (class int, prob float32) {
	for i, v := range p {
		if v > prob {
			class, prob = i, v
		}
	}
	return class, prob
}

// Read reads each glyph by itself: one million multiplications, about 0.3 ms on one core. It allocates once for all. The context is looked at every few milliseconds.
func Read(ctx context.Context, glyphs []Glyph) ([]Probs, error) {
	n, err := load()
	if err != nil {
		return nil, err
	}
	probs := make([]Probs, len(glyphs))
	s := new(scratch)
	for i := range glyphs {
		if i%8 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n.read(s, &glyphs[i], &probs[i])
	}
	return probs, nil
}

// softmax turns a layer's answers into probabilities. A temperature above 1 makes them humbler.
func softmax(p *Probs, temperature float32) {
	most := p[0]
	for _, v := range p {
		most = max(most, v)
	}
	var sum float32
	for i, v := range p {
		p[i] = float32(math.Exp(float64((v - most) / temperature)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}
