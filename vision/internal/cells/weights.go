package cells

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"sync"
)

//go:embed weights.bin
var weights []byte

// load returns the net of weights.bin. It decodes it once.
var load = sync.OnceValues(func() (*net, error) { return decode(weights) })

// A layer has weights for all its inputs, and a bias, for each of its answers. Those of a convolution are
// ordered by row, column and answer of the layer before, so that the places of a row are side by side.
type layer struct {
	weights, bias []float32
}

// The layers, in the order of the file.
const (
	a1 = iota
	a2
	b1
	c1
	c2
	d1
	whole
	e1
	rowMeans
	colMeans
	e2
	e3
	kindOf
	classOf
	s1
	s2
	l1
	l2
	m1
	m2
	m3
	layers
)

// shapes holds for each layer its answers, the side of its window, and the answers of the layer before.
var shapes = [layers]struct{ answers, side, deep int }{
	a1: {8, 4, 4}, a2: {24, 3, 8}, b1: {24, 3, 24}, c1: {32, 3, 24}, c2: {32, 3, 32}, d1: {64, 4, 32},
	whole: {32, 1, 128}, e1: {48, 3, 96}, rowMeans: {12, 1, 48}, colMeans: {12, 1, 48}, e2: {48, 3, 72}, e3: {48, 3, 48},
	kindOf: {kinds, 1, 96}, classOf: {classes, 1, 48}, s1: {32, 1, 96}, s2: {2, 1, 32}, l1: {16, 1, 112}, l2: {1, 1, 16},
	m1: {16, 1, 24}, m2: {16, 1, 48}, m3: {inks, 1, 16},
}

// A net is the trained network; see the package comment.
type net [layers]layer

// decode reads a file of kibitz/vision/tools/cells. For each answer of each layer there are its scale and its
// bias, as little-endian float32, and its weights, each a signed byte to be multiplied by the scale.
func decode(b []byte) (*net, error) {
	size := 0
	for _, s := range shapes {
		size += s.answers * (8 + s.side*s.side*s.deep)
	}
	if len(b) != size {
		return nil, errors.New("cells: weights of another shape")
	}
	number := func() float32 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return v
	}
	n := new(net)
	for i, s := range shapes {
		each := s.side * s.side * s.deep
		l := layer{make([]float32, s.answers*each), make([]float32, s.answers)}
		for o := range s.answers {
			scale := number()
			l.bias[o] = number()
			for j := range each {
				l.weights[o*each+j] = scale * float32(int8(b[j]))
			}
			b = b[each:]
		}
		n[i] = l
	}
	return n, nil
}
