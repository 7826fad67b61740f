package digits

// spots is the number of values that stand for a window or a square in Winograd's minimal filtering F(2×2,
// 3×3) (Lavin and Gray, "Fast algorithms for convolutional neural networks", CVPR 2016). The second and third
// layers are convolved in this way: a 3 × 3 window on 2 × 2 places takes 16 multiplications instead of 36 for
// each answer of the layer before. The 2 × 2 places are those that share one maximum. Windows and squares of
// 4 × 4 places are first transformed into 16 numbers each:
//
//	window  G·w·Gᵀ   G  = 1 0 0 | ½ ½ ½ | ½ -½ ½ | 0 0 1
//	square  Bᵀ·d·B   Bᵀ = 1 0 -1 0 | 0 1 1 0 | 0 -1 1 0 | 0 1 0 -1
//	answer  Aᵀ·m·A   Aᵀ = 1 1 1 0 | 0 1 -1 -1
//
// m holds the products of the two, summed over the answers of the layer before. Rounding
// changes the probabilities by less than a millionth.
const spots = 16

// batch is the number of squares worked out at once, for two answers each: their six sums stay in registers. It
// divides the number of squares of both layers, 36 and 9.
const batch = 3

// transformWindows transforms a layer's windows. It orders them by answer, spot and answer of the layer before.
func transformWindows(l layer, deep int) []float32 {
	answers := len(l.bias)
	u := make([]float32, answers*spots*deep)
	for o := range answers {
		for d := range deep {
			var half [4][3]float32 // G·w
			at := func(ky, kx int) float32 { return l.weights[o*9*deep+(3*ky+kx)*deep+d] }
			for x := range 3 {
				half[0][x], half[3][x] = at(0, x), at(2, x)
				half[1][x] = (at(0, x) + at(1, x) + at(2, x)) / 2
				half[2][x] = (at(0, x) - at(1, x) + at(2, x)) / 2
			}
			for y, h := range half {
				for x, v := range [4]float32{h[0], (h[0] + h[1] + h[2]) / 2, (h[0] - h[1] + h[2]) / 2, h[2]} {
					u[(o*spots+4*y+x)*deep+d] = v
				}
			}
		}
	}
	return u
}

// transformSquares transforms all squares of 4 × 4 places, which begin two places apart. It orders them by
// square, spot and answer of the layer before.
func transformSquares(in, out []float32, side, deep int) {
	row := (side + 2) * deep
	half := side / 2
	for y := range half {
		for x := range half {
			d := in[2*y*row+2*x*deep:]
			v := out[(y*half+x)*spots*deep:][:spots*deep]
			for i := range deep {
				var m [4][4]float32 // Bᵀ·d
				for k := range 4 {
					a, b, c, e := d[k*deep+i], d[row+k*deep+i], d[2*row+k*deep+i], d[3*row+k*deep+i]
					m[0][k], m[1][k], m[2][k], m[3][k] = a-c, b+c, c-b, b-e
				}
				for j := range 4 {
					a, b, c, e := m[j][0], m[j][1], m[j][2], m[j][3]
					v[4*j*deep+i], v[(4*j+1)*deep+i], v[(4*j+2)*deep+i], v[(4*j+3)*deep+i] = a-c, b+c, c-b, b-e
				}
			}
		}
	}
}

// convolveMinimal does the same as convolve, with windows u from transformWindows. v is scratch space for the
// transformed squares.
func convolveMinimal(u, bias, in, out, v []float32, side, deep, edge int) {
	half, answers := side/2, len(bias)
	transformSquares(in, v, side, deep)
	for t := 0; t < half*half; t += batch {
		v0 := v[t*spots*deep:][:spots*deep]
		v1 := v[(t+1)*spots*deep:][:spots*deep]
		v2 := v[(t+2)*spots*deep:][:spots*deep]
		for o := 0; o < answers; o += 2 {
			var m [2 * batch][spots]float32
			for k := range spots {
				p := u[(o*spots+k)*deep:][:deep]
				q := u[((o+1)*spots+k)*deep:][:deep]
				a, b, c := v0[k*deep:][:deep], v1[k*deep:][:deep], v2[k*deep:][:deep]
				var pa, pb, pc, qa, qb, qc float32
				for i, w := range p {
					z := q[i]
					pa += w * a[i]
					pb += w * b[i]
					pc += w * c[i]
					qa += z * a[i]
					qb += z * b[i]
					qc += z * c[i]
				}
				m[0][k], m[1][k], m[2][k], m[3][k], m[4][k], m[5][k] = pa, pb, pc, qa, qb, qc
			}
			for s := range batch {
				y, x := (t+s)/half, (t+s)%half
				to := ((y+edge)*(half+2*edge)+x+edge)*answers + o
				out[to] = max(0, strongest(&m[s])+bias[o])
				out[to+1] = max(0, strongest(&m[batch+s])+bias[o+1])
			}
		}
	}
}

// strongest returns the largest of a square's four answers, from its products m: the largest number in Aᵀ·m·A.
func strongest(m *[spots]float32) float32 {
	var top, low [4]float32
	for k := range 4 {
		top[k] = m[k] + m[4+k] + m[8+k]
		low[k] = m[4+k] - m[8+k] - m[12+k]
	}
	return max(top[0]+top[1]+top[2], top[1]-top[2]-top[3], low[0]+low[1]+low[2], low[1]-low[2]-low[3])
}
