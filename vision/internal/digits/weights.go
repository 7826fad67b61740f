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
var load = sync.OnceValues(func() (*net, error) { return decode(weights) })

// shape holds for each layer its number of answers, and the number of weights of each answer.
var shape = [...]struct{ answers, weights int }{
	{depth1, 9},
	{depth2, 9 * depth1},
	{depth3, 9 * depth2},
	{hidden, fullInputs},
	{Classes, hidden},
}

// decode reads a file of kibitz/vision/tools/train. It begins with the temperature. For each answer of each
// layer follow its scale and its bias, as little-endian float32, and its weights, each a signed byte to be
// multiplied by the scale.
func decode(b []byte) (*net, error) {
	size := 4
	for _, s := range shape {
		size += s.answers * (8 + s.weights)
	}
	if len(b) != size {
		return nil, errors.New("digits: weights of another shape")
	}
	number := func() float32 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return v
	}
	n := &net{temperature: number()}
	for i, s := range shape {
		l := layer{make([]float32, s.answers*s.weights), make([]float32, s.answers)}
		for o := range s.answers {
			scale := number()
			l.bias[o] = number()
			for j := range s.weights {
				l.weights[o*s.weights+j] = scale * float32(int8(b[j]))
			}
			b = b[s.weights:]
		}
		if i < len(n.conv) {
			n.conv[i] = l
		} else {
			n.full[i-len(n.conv)] = l
		}
	}
	n.transformed = [2][]float32{transformWindows(n.conv[1], depth1), transformWindows(n.conv[2], depth2)}
	return n, nil
}
