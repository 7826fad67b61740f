// Package neural works out the layers of small convolutional nets: those that read digits and those that look at
// cells.
//
// A layer's weights are ordered so that Lanes answers are worked out side by side, at four places at once. Where the
// processor has AVX2 and FMA that takes eight instructions of eight products each (products_amd64.s), elsewhere a
// loop in Go. The two differ by rounding alone.
package neural

import (
	"encoding/binary"
	"errors"
	"math"
)

// lanes is the number of answers that are worked out side by side, places that of the places.
const lanes, places = 16, 4

// A Shape holds the number of a layer's answers, the side of its window, and the answers of the layer before.
type Shape struct{ Answers, Side, Deep int }

// NewShape returns a shape.
func NewShape(answers, side, deep int) Shape { return Shape{answers, side, deep} }

// A Layer has weights for all inputs in its window, and a bias, for each of its answers.
type Layer struct {
	shape   Shape
	weights []float32 // by group of lanes answers, row, column, answer of the layer before, and lane
	bias    []float32 // of all lanes; those beyond the last answer are 0
}

// Answers returns the number of answers.
func (l *Layer) Answers() int { return l.shape.Answers }

// Decode reads the layers of a net. For each answer of each layer there are its scale and its bias, as little-endian
// float32, and its weights by row, column and answer of the layer before, each a signed byte to be multiplied by the
// scale. It returns an error if there are not as many bytes as the shapes need.
func Decode(b []byte, shapes []Shape) ([]Layer, error) {
	size := 0
	for _, s := range shapes {
		size += s.Answers * (8 + s.inputs())
	}
	if len(b) != size {
		return nil, errors.New("neural: weights of another shape")
	}
	number := func() float32 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return v
	}
	layers := make([]Layer, len(shapes))
	for i, s := range shapes {
		groups := (s.Answers + lanes - 1) / lanes
		l := Layer{s, make([]float32, groups*s.inputs()*lanes), make([]float32, groups*lanes)}
		for o := range s.Answers {
			scale := number()
			l.bias[o] = number()
			for j := range s.inputs() {
				l.weights[(o/lanes*s.inputs()+j)*lanes+o%lanes] = scale * float32(int8(b[j]))
			}
			b = b[s.inputs():]
		}
		layers[i] = l
	}
	return layers, nil
}

// inputs returns the number of inputs in a window.
func (s Shape) inputs() int { return s.Side * s.Side * s.Deep }

// A Field holds the answers of a layer at each place, with an edge of zeros around them, so that a window may lie
// across the border.
type Field struct {
	High, Wide, Deep int
	edge             int
	v                []float32 // row-major, with the answers of a place side by side
}

// NewField returns a field of zeros.
func NewField(high, wide, deep, edge int) *Field {
	return &Field{high, wide, deep, edge, make([]float32, (high+2*edge)*(wide+2*edge)*deep)}
}

// At returns the answers at a place.
func (f *Field) At(y, x int) []float32 { return f.Row(y)[x*f.Deep:][:f.Deep] }

// Row returns the answers at all places of a row.
func (f *Field) Row(y int) []float32 {
	return f.v[((y+f.edge)*(f.Wide+2*f.edge)+f.edge)*f.Deep:][:f.Wide*f.Deep]
}

// All returns all answers of a field without an edge, row-major.
func (f *Field) All() []float32 { return f.v }

// Windows returns a field of zeros with a place for each window that the layer lays on a field, step places apart.
func (l *Layer) Windows(f *Field, step, edge int) *Field {
	return NewField((f.High+2*f.edge-l.shape.Side)/step+1, (f.Wide+2*f.edge-l.shape.Side)/step+1, l.shape.Answers, edge)
}

// Convolve lays windows on a field, step places apart, and keeps answers above zero. out is a field of
// Windows.
func (l *Layer) Convolve(in, out *Field, step int) {
	w := window{
		side: l.shape.Side, run: l.shape.Side * in.Deep,
		row: (in.Wide + 2*in.edge) * in.Deep, next: step * in.Deep,
	}
	at := min(places, out.Wide)
	if at < places {
		at, w.next = 1, 0
	}
	var sums [places * lanes]float32
	for o := 0; o < l.shape.Answers; o += lanes {
		n := min(lanes, l.shape.Answers-o)
		weights, bias := l.weights[o*l.shape.inputs():], l.bias[o:][:lanes]
		for y := range out.High {
			for x := 0; x < out.Wide; x += at {
				x := min(x, out.Wide-at) // the last places may overlap those before
				w.products(&sums, in.v[y*step*w.row+x*step*in.Deep:], weights, bias, 0)
				for j := range at {
					copy(out.At(y, x+j)[o:o+n], sums[j*lanes:])
				}
			}
		}
	}
}

// Full works out a layer that looks at all numbers at once, and returns out, which holds its answers.
func (l *Layer) Full(in, out []float32) []float32 {
	var sums [places * lanes]float32
	w := window{side: 1, run: len(in)}
	for o := 0; o < len(out); o += lanes {
		w.products(&sums, in, l.weights[o*len(in):], l.bias[o:][:lanes], float32(math.Inf(-1)))
		copy(out[o:], sums[:lanes])
	}
	return out
}

// A window says where the inputs of a place lie: side rows of run numbers, row numbers apart. The next place's begin
// next numbers later.
type window struct{ side, run, row, next int }

// products sets sums to the answers of lanes at four places, at least floor, from the inputs of the first place on.
func (w window) products(sums *[places * lanes]float32, in, weights, bias []float32, floor float32) {
	// What follows relies on these places.
	_, _, _ = in[(w.side-1)*w.row+(places-1)*w.next+w.run-1], weights[w.side*w.run*lanes-1], bias[lanes-1]
	if fast {
		products(sums, &in[0], &weights[0], &bias[0], w.side, w.run, w.row, w.next, floor)
		return
	}
	w.plain(sums, in, weights, bias, floor)
}

// plain does what products does, in Go. It works out two lanes at once: eight sums stay in registers.
func (w window) plain(sums *[places * lanes]float32, in, weights, bias []float32, floor float32) {
	for lane := 0; lane < lanes; lane += 2 {
		var a, b [places]float32
		for y := range w.side {
			k, at := weights[y*w.run*lanes:][:w.run*lanes], in[y*w.row:]
			p0, p1, p2, p3 := at[:w.run], at[w.next:][:w.run], at[2*w.next:][:w.run], at[3*w.next:][:w.run]
			a0, a1, a2, a3, b0, b1, b2, b3 := a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]
			for i := range w.run {
				pair := k[i*lanes+lane:][:2]
				u, v := pair[0], pair[1]
				q0, q1, q2, q3 := p0[i], p1[i], p2[i], p3[i]
				a0 += u * q0
				a1 += u * q1
				a2 += u * q2
				a3 += u * q3
				b0 += v * q0
				b1 += v * q1
				b2 += v * q2
				b3 += v * q3
			}
			a, b = [places]float32{a0, a1, a2, a3}, [places]float32{b0, b1, b2, b3}
		}
		for j := range places {
			sums[j*lanes+lane] = max(a[j]+bias[lane], floor)
			sums[j*lanes+lane+1] = max(b[j]+bias[lane+1], floor)
		}
	}
}

// Strongest keeps the strongest of each answer in every 2 × 2 places.
func Strongest(in, out *Field) {
	for y := range out.High {
		upper, lower, to := in.Row(2*y), in.Row(2*y+1), out.Row(y)
		for x := range out.Wide {
			a, b, c, d := upper[2*x*in.Deep:][:in.Deep], upper[(2*x+1)*in.Deep:][:in.Deep], lower[2*x*in.Deep:][:in.Deep], lower[(2*x+1)*in.Deep:][:in.Deep]
			for i, v := range a {
				to[x*in.Deep+i] = max(v, b[i], c[i], d[i])
			}
		}
	}
}

// Positive sets answers below zero to zero.
func Positive(v []float32) []float32 {
	for i, x := range v {
		v[i] = max(x, 0)
	}
	return v
}

// Softmax turns answers into probabilities. A temperature above 1 makes them less certain.
func Softmax(v []float32, temperature float32) {
	most := v[0]
	for _, x := range v {
		most = max(most, x)
	}
	var sum float32
	for i, x := range v {
		v[i] = float32(math.Exp(float64((x - most) / temperature)))
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
}
