package digits

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"sync"

	"kibitz/vision/internal/neural"
)

//go:embed weights.bin
var weights []byte

// The number of answers of each layer at a place.
const (
	depth1     = 12
	depth2     = 28
	depth3     = 52
	hidden     = 72
	fullInputs = 3 * 3 * depth3 // inputs of the first full layer
)

var digitShapes = []neural.Shape{neural.NewShape(depth1, 3, 1), neural.NewShape(depth2, 3, depth1), neural.NewShape(depth3, 3, depth2),
	neural.NewShape(hidden, 1, fullInputs), neural.NewShape(Classes, 1, hidden)}

// load returns the net of weights.bin. It decodes it once.
var load = sync.OnceValues(func() (*net, error) { return decode(weights, digitShapes) })

// A net is a trained network of three convolutions and two full layers; see the package comment.
type net struct {
	layers      []neural.Layer
	temperature float32
}

// convolutions is the number of layers that lay windows on their input.
const convolutions = 3

// decode reads a file of kibitz/vision/tools/train: the temperature, a little-endian float32, and the layers.
func decode(b []byte, shapes []neural.Shape) (*net, error) {
	if len(b) < 4 {
		return nil, errors.New("digits: weights without a temperature")
	}
	layers, err := neural.Decode(b[4:], shapes)
	return &net{layers, math.Float32frombits(binary.LittleEndian.Uint32(b))}, err
}

// A sight is the working memory of a net: what it sees, the answers of each convolution at all places and at the
// strongest of every 2 × 2, and those of the full layers.
type sight struct {
	in             *neural.Field
	all, strongest [convolutions]*neural.Field
	full           [2][]float32
}

// newSight returns the memory for inputs of a size.
func (n *net) newSight(wide, high int) *sight {
	s := &sight{in: neural.NewField(high, wide, 1, 1)}
	for i := range s.full {
		s.full[i] = make([]float32, n.layers[convolutions+i].Answers())
	}
	from := s.in
	for i := range convolutions {
		edge := 1
		if i == convolutions-1 {
			edge = 0
		}
		s.all[i] = n.layers[i].Windows(from, 1, 0)
		s.strongest[i] = neural.NewField(s.all[i].High/2, s.all[i].Wide/2, s.all[i].Deep, edge)
		from = s.strongest[i]
	}
	return s
}

// read returns the answers for an input: ink from 0, paper, to 255; row-major.
func (n *net) read(s *sight, ink []uint8) []float32 {
	for y := range s.in.High {
		for x, v := range ink[y*s.in.Wide:][:s.in.Wide] {
			s.in.At(y, x)[0] = float32(v) / 255
		}
	}
	from := s.in
	for i := range convolutions {
		n.layers[i].Convolve(from, s.all[i], 1)
		neural.Strongest(s.all[i], s.strongest[i])
		from = s.strongest[i]
	}
	hidden := neural.Positive(n.layers[convolutions].Full(from.All(), s.full[0]))
	return n.layers[convolutions+1].Full(hidden, s.full[1])
}
