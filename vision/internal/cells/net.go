package cells

import "context"

// A field holds the answers of a layer at each place of a board, ordered by row, column and answer, with an
// edge of zeros around them, so that a window may lie across the border.
type field struct {
	high, wide, deep, edge int
	v                      []float32
}

// newField returns a field of zeros.
func newField(high, wide, deep, edge int) *field {
	return &field{high, wide, deep, edge, make([]float32, (high+2*edge)*(wide+2*edge)*deep)}
}

// at returns the answers at a place.
func (f *field) at(y, x int) []float32 {
	return f.v[((y+f.edge)*(f.wide+2*f.edge)+x+f.edge)*f.deep:][:f.deep]
}

// read looks at a sheet.
func (n *net) read(ctx context.Context, s *Sheet) (*Board, error) {
	f := sheetField(s)
	var eight *field // at 8 × 8 places a cell
	for i, step := range []int{a1: 2, a2: 2, b1: 1, c1: 2, c2: 1, d1: 4} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		edge := 1
		if i == c2 || i == d1 { // what comes next has no window across the border
			edge = 0
		}
		if f = n.convolve(i, f, step, edge); i == b1 {
			eight = f
		}
	}
	rows, cols := s.Rows, s.Cols
	own := f // what is in each cell
	with := newField(rows, cols, 96, 1)
	about := relu(n.full(whole, pool(own)))
	each(with, func(y, x int, to []float32) {
		copy(to, own.at(y, x))
		copy(to[64:], about)
	})
	e := n.means(n.convolve(e1, with, 1, 0))
	e = n.convolve(e3, n.convolve(e2, e, 1, 1), 1, 0)
	b := &Board{Rows: rows, Cols: cols, Class: make([][classes]float32, rows*cols)}
	b.Down, b.Across, b.Lit = make([]float32, rows*cols), make([]float32, rows*cols), make([]float32, rows*cols)
	copy(b.Kind[:], n.full(kindOf, pool(e)))
	softmax(b.Kind[:])
	both := make([]float32, 112)
	each(e, func(y, x int, at []float32) {
		i := y*cols + x
		copy(b.Class[i][:], n.full(classOf, at))
		softmax(b.Class[i][:])
		sums := n.full(s2, relu(n.full(s1, with.at(y, x))))
		b.Down[i], b.Across[i] = sigmoid(sums[0]), sigmoid(sums[1])
		copy(both, at)
		copy(both[48:], own.at(y, x))
		b.Lit[i] = sigmoid(n.full(l2, relu(n.full(l1, both)))[0])
	})
	b.Ink = n.ink(eight, e)
	return b, ctx.Err()
}

// sheetField returns the pixels of a sheet from −.5 to .5, 0 if they are not on the picture, with the plane that
// says so.
func sheetField(s *Sheet) *field {
	f := newField(s.Rows*Side, s.Cols*Side, 4, 1)
	for y := range f.high {
		line := f.v[((y+1)*(f.wide+2)+1)*4:][:4*f.wide]
		from := s.Pixels[y*f.wide*4:][:4*f.wide]
		for i := 0; i < len(line); i += 4 {
			if from[i+3] != 0 {
				line[i+3] = 1
				continue
			}
			for k := range 3 {
				line[i+k] = float32(from[i+k])/255 - .5
			}
		}
	}
	return f
}

// each calls a function for each place of a field.
func each(f *field, do func(y, x int, at []float32)) {
	for y := range f.high {
		for x := range f.wide {
			do(y, x, f.at(y, x))
		}
	}
}

// pool returns the means of a field's answers, then their maxima.
func pool(f *field) []float32 {
	out := make([]float32, 2*f.deep)
	copy(out[f.deep:], f.at(0, 0))
	each(f, func(_, _ int, at []float32) {
		for i, v := range at {
			out[i] += v / float32(f.high*f.wide)
			out[f.deep+i] = max(out[f.deep+i], v)
		}
	})
	return out
}

// means adds to each cell what the means of its row and of its column say.
func (n *net) means(f *field) *field {
	rows, cols := make([][]float32, f.high), make([][]float32, f.wide)
	for i := range rows {
		rows[i] = make([]float32, f.deep)
	}
	for i := range cols {
		cols[i] = make([]float32, f.deep)
	}
	each(f, func(y, x int, at []float32) {
		for i, v := range at {
			rows[y][i] += v / float32(f.wide)
			cols[x][i] += v / float32(f.high)
		}
	})
	for i, v := range rows {
		rows[i] = relu(n.full(rowMeans, v))
	}
	for i, v := range cols {
		cols[i] = relu(n.full(colMeans, v))
	}
	out := newField(f.high, f.wide, f.deep+24, 1)
	each(out, func(y, x int, to []float32) {
		copy(to, f.at(y, x))
		copy(to[f.deep:], rows[y])
		copy(to[f.deep+12:], cols[x])
	})
	return out
}

// ink returns the likeliest ink of each place.
func (n *net) ink(f, e *field) []uint8 {
	out := make([]uint8, f.high*f.wide)
	var above []float32
	sum := make([]float32, shapes[m1].answers)
	each(f, func(y, x int, at []float32) {
		if x%Places == 0 {
			above = n.full(m2, e.at(y/Places, x/Places))
		}
		copy(sum, n.full(m1, at))
		for i, v := range above {
			sum[i] += v
		}
		best := 0
		answers := n.full(m3, relu(sum))
		for i, v := range answers {
			if v > answers[best] {
				best = i
			}
		}
		out[y*f.wide+x] = uint8(best)
	})
	return out
}

// full computes a layer that looks at one place.
func (n *net) full(i int, in []float32) []float32 {
	l := n[i]
	out := make([]float32, len(l.bias))
	for o := range out {
		w := l.weights[o*len(in):][:len(in)]
		s := l.bias[o]
		for k, v := range in {
			s += v * w[k]
		}
		out[o] = s
	}
	return out
}

// relu sets answers below zero to zero.
func relu(v []float32) []float32 {
	for i, x := range v {
		v[i] = max(x, 0)
	}
	return v
}

// convolve lays windows on a field, step places apart, and keeps answers above zero. The result has the given
// edge. It works out two answers at four places at once: eight sums stay in registers, and each number fetched is
// used two or four times.
func (n *net) convolve(i int, in *field, step, edge int) *field {
	l, side, run := n[i], shapes[i].side, shapes[i].side*in.deep
	answers := len(l.bias)
	high, wide := (in.high+2*in.edge-side)/step+1, (in.wide+2*in.edge-side)/step+1
	out := newField(high, wide, answers, edge)
	row, next := (in.wide+2*in.edge)*in.deep, step*in.deep
	for o := 0; o < answers; o += 2 {
		k0, k1 := l.weights[o*side*run:][:side*run], l.weights[(o+1)*side*run:][:side*run]
		for y := range high {
			for x := 0; x < wide; x += 4 {
				x := max(0, min(x, wide-4)) // the last four may overlap those before
				a, b := window(in.v[y*step*row+x*next:], k0, k1, side, run, row, next)
				to := out.v[((y+edge)*(wide+2*edge)+x+edge)*answers+o:]
				for j := range min(4, wide) {
					to[j*answers] = max(0, a[j]+l.bias[o])
					to[j*answers+1] = max(0, b[j]+l.bias[o+1])
				}
			}
		}
	}
	return out
}

// window returns two answers at four places, next numbers apart.
func window(in, k0, k1 []float32, side, run, row, next int) (a, b [4]float32) {
	var a0, a1, a2, a3, b0, b1, b2, b3 float32
	for ky := range side {
		w0, w1 := k0[ky*run:][:run], k1[ky*run:][:run]
		at := in[ky*row:]
		p0, p1, p2, p3 := at[:run], at[next:][:run], at[2*next:][:run], at[3*next:][:run]
		for i := range w0 {
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
	return [4]float32{a0, a1, a2, a3}, [4]float32{b0, b1, b2, b3}
}
