// Package digits says which digit a small piece of an image shows, and how sure that is.
//
// # The method
//
// Every glyph is first brought to one form, whatever it was drawn with (Cut): dark on light, evenly
// lit, its ink between 0 and 255, 18 pixels high on a square of 24, its aspect kept. Only the shape
// is left to tell digits apart.
//
// Shapes are told apart by a convolutional network (LeCun et al., "Gradient-based learning
// applied to document recognition", Proc. IEEE 86, 1998). A convolution lays the same small
// window of weights, here 3 × 3, on every place: a stroke's end or bend looks the same
// wherever it is, so one window serves all places and few weights suffice. Three such layers
// follow each other. After each, only the strongest answer in every 2 × 2 places is kept, which
// forgives a shift by a pixel and lets the next layer see twice as far. Two full layers weigh what
// was found. An answer below zero becomes zero (ReLU); without that, three layers could do no more
// than one.
//
//	24×24×1 → 3×3 → 12×12×12 → 3×3 → 6×6×28 → 3×3 → 3×3×52 → 72 → 12
//
// Beside the ten digits there are two classes. Junk is everything else: specks, pieces of rules,
// crosses, arrows, letters. A net that knows digits alone calls every speck a digit, and is sure of
// it; a net that has seen junk can say so. Touching is two or more digits that hang together: the
// caller has to split them.
//
// The probabilities are calibrated: of the glyphs that are read with probability 0.9, about nine in
// ten are read rightly. Nets of this kind are too sure of themselves. Dividing their answers by one
// number, the temperature, mends most of that (Guo et al., "On calibration of modern neural
// networks", ICML 2017). It was found on glyphs in fonts that the net has not seen.
//
// The weights are bytes, with a scale for each answer of a layer; kibitz/vision/tools/train makes
// them from drawn digits alone.
package digits

import (
	"context"

	"kibitz/vision/internal/neural"
)

// Side is the width and height of a Glyph, in pixels.
const Side = 24

// The classes. 0 to 9 are the digits.
const (
	Junk     = 10 // no digit
	Touching = 11 // two digits or more
	Classes  = 12
)

// A Glyph is the input of the net: ink from 0, paper, to 255; row-major.
type Glyph [Side * Side]uint8

// Probs are the probabilities of the classes. They sum to 1.
type Probs [Classes]float32

// Best returns the likeliest class and its probability.
func (p *Probs) Best() (class int, prob float32) {
	for i, v := range p {
		if v > prob {
			class, prob = i, v
		}
	}
	return class, prob
}

// Read reads each glyph alone. A glyph takes a million multiplications, about 0.05 ms on one core. Read
// allocates once for all glyphs, and looks at the context every few milliseconds.
func Read(ctx context.Context, glyphs []Glyph) ([]Probs, error) {
	n, err := load()
	if err != nil {
		return nil, err
	}
	probs := make([]Probs, len(glyphs))
	sight := n.newSight(Side, Side)
	for i := range glyphs {
		if i%8 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		copy(probs[i][:], n.read(sight, glyphs[i][:]))
		neural.Softmax(probs[i][:], n.temperature)
	}
	return probs, nil
}
