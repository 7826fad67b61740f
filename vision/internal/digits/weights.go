package digits

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
var load = sync.OnceValues(func() (*net, error) {
	layers, temperature, err := decode(weights, digitShapes)
	if err != nil {
		return nil, err
	}
	n := &net{conv: [3]layer(layers), full: [2]layer(layers[3:]), temperature: temperature}
	n.transformed = [2][]float32{transformWindows(n.conv[1], depth1), transformWindows(n.conv[2], depth2)}
	return n, nil
})

var digitShapes = []shape{{depth1, 9}, {depth2, 9 * depth1}, {depth3, 9 * depth2}, {hidden, fullInputs}, {Classes, hidden}}

// A shape holds a layer's number of answers, and the number of weights of each answer.
type shape struct{ answers, weights int }

// decode reads a file of kibitz/vision/tools/train. It begins with the temperature. For each answer of each
// layer follow its scale and its bias, as little-endian float32, and its weights, each a signed byte to be
// multiplied by the scale.
func decode(b []byte, shapes []shape) (layers []layer, temperature float32, err error) {
	size := 4
	for _, s := range shapes {
		size += s.answers * (8 + s.weights)
	}
	if len(b) != size {
		return nil, 0, errors.New("digits: weights of another shape")
	}
	number := func() float32 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return v
	}
	temperature = number()
	for _, s := range shapes {
		l := layer{make([]float32, s.answers*s.weights), make([]float32, s.answers)}
		for o := range s.answers {
			scale := number()
			l.bias[o] = number()
			for j := range s.weights {
				l.weights[o*s.weights+j] = scale * float32(int8(b[j]))
			}
			b = b[s.weights:]
		}
		layers = append(layers, l)
	}
	return layers, temperature, nil
}
