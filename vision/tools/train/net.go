package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"kibitz/vision/internal/digits"
)

// The net is that of kibitz/vision/internal/digits, explained in its package comment; this file adds the
// derivatives. Squares are ordered by row, column, answer. All except the last have an edge of zeros one
// place wide.
var (
	// depths are the answers at each place of the inputs of the convolutions and the first full layer.
	depths = [4]int{1, 12, 28, 52}
	// sides are those of the convolutions' inputs, without edges.
	sides = [3]int{digits.Side, digits.Side / 2, digits.Side / 4}
)

const (
	hidden = 72         // answers of the first full layer
	last   = 3 * 3 * 52 // inputs of the first full layer
)

// weights holds the weights and biases of three convolutions and two full layers, or the derivatives by
// them.
type weights struct{ w, b [5][]float32 }

// newWeights returns weights of zero.
func newWeights() *weights {
	n := new(weights)
	for i := range 3 {
		n.w[i] = make([]float32, depths[i+1]*9*depths[i])
		n.b[i] = make([]float32, depths[i+1])
	}
	n.w[3], n.b[3] = make([]float32, hidden*last), make([]float32, hidden)
	n.w[4], n.b[4] = make([]float32, digits.Classes*hidden), make([]float32, digits.Classes)
	return n
}

// inputs returns the number of weights of each answer of a layer.
func (n *weights) inputs(layer int) int { return len(n.w[layer]) / len(n.b[layer]) }

// start sets random weights with which signals keep their strength from layer to layer (He et al.,
// "Delving deep into rectifiers", ICCV 2015).
func (n *weights) start(r *rand.Rand) {
	for i, w := range n.w {
		s := math.Sqrt(2 / float64(n.inputs(i)))
		for j := range w {
			w[j] = float32(s * r.NormFloat64())
		}
	}
}

// A pass is the way of one glyph through the net and back.
type pass struct {
	in   [4][]float32 // the inputs of the convolutions and of the first full layer
	din  [4][]float32 // the derivatives by these
	won  [3][]uint8   // the strongest of each four places
	hid  [hidden]float32
	out  [digits.Classes]float32 // before the softmax
	prob [digits.Classes]float32
	d    *weights // the sum of the derivatives of all glyphs so far
	loss float64  // the sum of their losses
}

// newPass returns a pass with derivatives of zero.
func newPass() *pass {
	p := &pass{d: newWeights()}
	for i, side := range sides {
		p.in[i] = make([]float32, (side+2)*(side+2)*depths[i])
		p.din[i] = make([]float32, len(p.in[i]))
		p.won[i] = make([]uint8, side/2*side/2*depths[i+1])
	}
	p.in[3], p.din[3] = make([]float32, last), make([]float32, last)
	return p
}

// forward computes the probabilities of a glyph's classes.
func (p *pass) forward(n *weights, g *digits.Glyph) {
	for y := range digits.Side {
		for x := range digits.Side {
			p.in[0][(y+1)*(digits.Side+2)+x+1] = float32(g[y*digits.Side+x]) / 255
		}
	}
	for i := range 3 {
		p.convolve(n, i)
	}
	for o := range p.hid {
		s := n.b[3][o]
		for i, v := range n.w[3][o*last:][:last] {
			s += v * p.in[3][i]
		}
		p.hid[o] = max(s, 0)
	}
	most := float32(math.Inf(-1))
	for o := range p.out {
		s := n.b[4][o]
		for i, v := range n.w[4][o*hidden:][:hidden] {
			s += v * p.hid[i]
		}
		p.out[o] = s
		most = max(most, s)
	}
	var sum float32
	for o, v := range p.out {
		p.prob[o] = float32(math.Exp(float64(v - most)))
		sum += p.prob[o]
	}
	for o := range p.prob {
		p.prob[o] /= sum
	}
}

// convolve computes a convolution of 3 × 3 places and keeps, of each 2 × 2 places, the strongest answer
// if it is above zero, as package digits does. It notes in p.won which of the four that was. It
// computes two answers at four places at a time. The last convolution has no edge around its result.
func (p *pass) convolve(n *weights, layer int) {
	side, deep, answers := sides[layer], depths[layer], depths[layer+1]
	edge := 1
	if layer == 2 {
		edge = 0
	}
	in, out, won := p.in[layer], p.in[layer+1], p.won[layer]
	row, run, half := (side+2)*deep, 3*deep, side/2
	for o := 0; o < answers; o += 2 {
		k0, k1 := n.w[layer][o*3*run:][:3*run], n.w[layer][(o+1)*3*run:][:3*run]
		for y := range half {
			for x := range half {
				var a, b [4]float32
				var a0, a1, a2, a3, b0, b1, b2, b3 float32
				at := 2*y*row + 2*x*deep
				for ky := range 3 {
					w0, w1 := k0[ky*run:][:run], k1[ky*run:][:run]
					p0, p1 := in[at+ky*row:][:run], in[at+ky*row+deep:][:run]
					p2, p3 := in[at+(ky+1)*row:][:run], in[at+(ky+1)*row+deep:][:run]
					for i := range run {
						u, v := w0[i], w1[i]
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
				}
				a, b = [4]float32{a0, a1, a2, a3}, [4]float32{b0, b1, b2, b3}
				to := ((y+edge)*(half+2*edge)+x+edge)*answers + o
				at = (y*half+x)*answers + o
				for i, four := range [2]*[4]float32{&a, &b} {
					best := 0
					for j, v := range four {
						if v > four[best] {
							best = j
						}
					}
					won[at+i] = uint8(best)
					out[to+i] = max(0, four[best]+n.b[layer][o+i])
				}
			}
		}
	}
}

// backward adds the derivatives of the loss, -log of the probability of the right class, to p.d, and
// the loss to p.loss. It takes the results of forward for the same glyph.
func (p *pass) backward(n *weights, class int) {
	p.loss -= math.Log(max(float64(p.prob[class]), 1e-12))
	clear(p.din[3])
	var dhid [hidden]float32
	for o, v := range p.prob {
		if o == class { // the derivative by an output is its probability, less 1 for the right class
			v--
		}
		p.d.b[4][o] += v
		axpy(v, p.hid[:], p.d.w[4][o*hidden:])
		axpy(v, n.w[4][o*hidden:][:hidden], dhid[:])
	}
	for o, v := range dhid {
		if p.hid[o] > 0 {
			p.d.b[3][o] += v
			axpy(v, p.in[3], p.d.w[3][o*last:])
			axpy(v, n.w[3][o*last:][:last], p.din[3])
		}
	}
	for i := 2; i >= 0; i-- {
		p.back(n, i)
	}
}

// back takes the derivatives back through a convolution. Only the strongest of four places passes one
// on, and only if it is above zero: an eighth of the work of convolve.
func (p *pass) back(n *weights, layer int) {
	side, deep, answers := sides[layer], depths[layer], depths[layer+1]
	edge := 1
	if layer == 2 {
		edge = 0
	}
	row, run, half := (side+2)*deep, 3*deep, side/2
	clear(p.din[layer])
	for y := range half {
		for x := range half {
			from := ((y+edge)*(half+2*edge) + x + edge) * answers
			won := p.won[layer][(y*half+x)*answers:]
			for o := range answers {
				d := p.din[layer+1][from+o]
				if d == 0 || p.in[layer+1][from+o] <= 0 {
					continue
				}
				p.d.b[layer][o] += d
				w := int(won[o])
				at := (2*y+w/2)*row + (2*x+w%2)*deep
				for ky := range 3 {
					k := o*3*run + ky*run
					axpy(d, p.in[layer][at+ky*row:][:run], p.d.w[layer][k:])
					if layer > 0 {
						axpy(d, n.w[layer][k:][:run], p.din[layer][at+ky*row:])
					}
				}
			}
		}
	}
}

// axpy adds a multiple of x to y.
func axpy(a float32, x, y []float32) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

// adam follows the running mean of the derivatives, in steps of about the same size for each weight
// (Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015).
type adam struct {
	mean, square *weights // the running means of the derivatives and of their squares
	steps        int
}

// step changes the weights n by the derivatives d.
func (a *adam) step(n *weights, d *weights, rate float64) {
	const b1, b2 = .9, .999 // the share of a running mean that each step keeps, as in the paper
	a.steps++
	c1, c2 := 1-math.Pow(b1, float64(a.steps)), 1-math.Pow(b2, float64(a.steps))
	move := func(w, d, m, s []float32) {
		for i, g := range d {
			m[i] = b1*m[i] + (1-b1)*g
			s[i] = b2*s[i] + (1-b2)*g*g
			w[i] -= float32(rate * float64(m[i]) / c1 / (math.Sqrt(float64(s[i])/c2) + 1e-8))
		}
	}
	for i := range n.w {
		move(n.w[i], d.w[i], a.mean.w[i], a.square.w[i])
		move(n.b[i], d.b[i], a.mean.b[i], a.square.b[i])
	}
}

// round rounds the weights of each answer to multiples of a scale, from -127 to 127, and returns the file
// of weights that package digits reads.
func (n *weights) round(temperature float64) []byte {
	var out []byte
	number := func(v float32) {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	number(float32(temperature))
	for i := range n.w {
		size := n.inputs(i)
		for o, bias := range n.b[i] {
			w := n.w[i][o*size:][:size]
			var most float32
			for _, v := range w {
				most = max(most, v, -v)
			}
			scale := max(most, 1e-9) / 127
			number(scale)
			number(bias)
			for j, v := range w {
				q := int8(math.Round(float64(v / scale)))
				out = append(out, byte(q))
				w[j] = float32(q) * scale
			}
		}
	}
	return out
}

// clear sets all weights to zero.
func (n *weights) clear() {
	for i := range n.w {
		clear(n.w[i])
		clear(n.b[i])
	}
}

// add adds m times by.
func (n *weights) add(m *weights, by float32) {
	for i := range n.w {
		axpy(by, m.w[i], n.w[i])
		axpy(by, m.b[i], n.b[i])
	}
}

// clone copies the weights.
func (n *weights) clone() *weights {
	m := newWeights()
	m.add(n, 1)
	return m
}
