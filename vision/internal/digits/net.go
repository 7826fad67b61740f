package digits

// The number of answers of each layer at a place.
const (
	depth1     = 12
	depth2     = 28
	depth3     = 52
	hidden     = 72
	fullInputs = 3 * 3 * depth3 // inputs of the first full layer
)

// A layer has weights for all its inputs, and a bias, for each of its answers. Those of a convolution are
// ordered by row, column and answer of the layer before, so that the three places of a row are side by side.
type layer struct {
	weights []float32
	bias    []float32
}

// A net is the trained network; see the package comment.
type net struct {
	conv        [3]layer
	transformed [2][]float32 // transformed windows of the second and third layer, for convolveMinimal
	full        [2]layer
	temperature float32
}

// scratch is the working memory of the net. Its squares have an edge of zeros one place wide, so that a
// window may lie across the border.
type scratch struct {
	in    [(Side + 2) * (Side + 2)]float32
	one   [(Side/2 + 2) * (Side/2 + 2) * depth1]float32
	two   [(Side/4 + 2) * (Side/4 + 2) * depth2]float32
	three [fullInputs]float32
	v     [spots * max(Side/4*Side/4*depth1, Side/8*Side/8*depth2)]float32
	four  [hidden]float32
}

// read sets p to the probabilities of a glyph's classes.
func (n *net) read(s *scratch, g *Glyph, p *Probs) {
	for y := range Side {
		for x := range Side {
			s.in[(y+1)*(Side+2)+x+1] = float32(g[y*Side+x]) / 255
		}
	}
	convolve(n.conv[0], s.in[:], s.one[:], Side, Side, 1, depth1, 1)
	convolveMinimal(n.transformed[0], n.conv[1].bias, s.one[:], s.two[:], s.v[:], Side/2, depth1, 1)
	convolveMinimal(n.transformed[1], n.conv[2].bias, s.two[:], s.three[:], s.v[:], Side/4, depth2, 0)
	applyFull(n.full[0], s.three[:], s.four[:])
	for i, v := range s.four {
		s.four[i] = max(v, 0)
	}
	applyFull(n.full[1], s.four[:], p[:])
	softmax(p, n.temperature)
}

// convolve lays 3 × 3 windows on width × height places. It keeps the strongest answer of each 2 × 2
// places, and 0 if that is negative. edge is the width of the zeros around the output. Two answers at four
// places are worked out at once: eight sums stay in registers, and each number fetched is used two or four
// times. That makes it about twice as fast as one sum at a time.
func convolve(l layer, in, out []float32, width, height, deep, answers, edge int) {
	row := (width + 2) * deep
	run := 3 * deep
	halfWidth, halfHeight := width/2, height/2
	for o := 0; o < answers; o += 2 {
		k0 := l.weights[o*3*run : (o+1)*3*run]
		k1 := l.weights[(o+1)*3*run : (o+2)*3*run]
		for y := range halfHeight {
			for x := range halfWidth {
				var a0, a1, a2, a3, b0, b1, b2, b3 float32
				at := 2*y*row + 2*x*deep
				for ky := range 3 {
					w0 := k0[ky*run:][:run]
					w1 := k1[ky*run:][:run]
					p0 := in[at+ky*row:][:run]
					p1 := in[at+ky*row+deep:][:run]
					p2 := in[at+(ky+1)*row:][:run]
					p3 := in[at+(ky+1)*row+deep:][:run]
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
				to := ((y+edge)*(halfWidth+2*edge)+x+edge)*answers + o
				out[to] = max(0, max(a0, a1, a2, a3)+l.bias[o])
				out[to+1] = max(0, max(b0, b1, b2, b3)+l.bias[o+1])
			}
		}
	}
}

// applyFull computes a full layer: each answer in out is the weighted sum of all inputs and a bias. It works out
// four at once, so that their number must be a multiple of four.
func applyFull(l layer, in, out []float32) {
	n := len(in)
	for o := 0; o < len(out); o += 4 {
		w0 := l.weights[o*n:][:n]
		w1 := l.weights[(o+1)*n:][:n]
		w2 := l.weights[(o+2)*n:][:n]
		w3 := l.weights[(o+3)*n:][:n]
		s0, s1, s2, s3 := l.bias[o], l.bias[o+1], l.bias[o+2], l.bias[o+3]
		for i, v := range in {
			s0 += v * w0[i]
			s1 += v * w1[i]
			s2 += v * w2[i]
			s3 += v * w3[i]
		}
		out[o], out[o+1], out[o+2], out[o+3] = s0, s1, s2, s3
	}
}
