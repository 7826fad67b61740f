package cells

import (
	"context"

	"kibitz/vision/internal/neural"
)

// read looks at a sheet.
func (n net) read(ctx context.Context, s *Sheet) (*Board, error) {
	f := sheetField(s)
	var eight *neural.Field // at 8 × 8 places a cell
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
	with := neural.NewField(rows, cols, 96, 1)
	about := neural.Positive(n.full(whole, pool(own)))
	each(with, func(y, x int, to []float32) {
		copy(to, own.At(y, x))
		copy(to[64:], about)
	})
	e := n.means(n.convolve(e1, with, 1, 0))
	e = n.convolve(e3, n.convolve(e2, e, 1, 1), 1, 0)
	b := &Board{Rows: rows, Cols: cols, Class: make([][classes]float32, rows*cols)}
	b.Down, b.Across, b.Lit = make([]float32, rows*cols), make([]float32, rows*cols), make([]float32, rows*cols)
	copy(b.Kind[:], n.full(kindOf, pool(e)))
	neural.Softmax(b.Kind[:], 1)
	both := make([]float32, 112)
	each(e, func(y, x int, at []float32) {
		i := y*cols + x
		copy(b.Class[i][:], n.full(classOf, at))
		neural.Softmax(b.Class[i][:], 1)
		sums := n.full(s2, neural.Positive(n.full(s1, with.At(y, x))))
		b.Down[i], b.Across[i] = sigmoid(sums[0]), sigmoid(sums[1])
		copy(both, at)
		copy(both[48:], own.At(y, x))
		b.Lit[i] = sigmoid(n.full(l2, neural.Positive(n.full(l1, both)))[0])
	})
	b.Ink = n.ink(eight, e)
	return b, ctx.Err()
}

// convolve works out a layer's windows on a field, step places apart. The result has the given edge.
func (n net) convolve(i int, in *neural.Field, step, edge int) *neural.Field {
	out := n[i].Windows(in, step, edge)
	n[i].Convolve(in, out, step)
	return out
}

// full works out a layer that looks at all numbers at once.
func (n net) full(i int, in []float32) []float32 {
	return n[i].Full(in, make([]float32, shapes[i].Answers))
}

// sheetField returns the pixels of a sheet from −.5 to .5, 0 if they are not on the picture, with the plane that
// says so.
func sheetField(s *Sheet) *neural.Field {
	f := neural.NewField(s.Rows*Side, s.Cols*Side, 4, 1)
	for y := range f.High {
		line := f.Row(y)
		from := s.Pixels[y*f.Wide*4:][:4*f.Wide]
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
func each(f *neural.Field, do func(y, x int, at []float32)) {
	for y := range f.High {
		for x := range f.Wide {
			do(y, x, f.At(y, x))
		}
	}
}

// pool returns the means of a field's answers, then their maxima.
func pool(f *neural.Field) []float32 {
	out := make([]float32, 2*f.Deep)
	copy(out[f.Deep:], f.At(0, 0))
	each(f, func(_, _ int, at []float32) {
		for i, v := range at {
			out[i] += v / float32(f.High*f.Wide)
			out[f.Deep+i] = max(out[f.Deep+i], v)
		}
	})
	return out
}

// means adds to each cell what the means of its row and of its column say.
func (n net) means(f *neural.Field) *neural.Field {
	rows, cols := make([][]float32, f.High), make([][]float32, f.Wide)
	for i := range rows {
		rows[i] = make([]float32, f.Deep)
	}
	for i := range cols {
		cols[i] = make([]float32, f.Deep)
	}
	each(f, func(y, x int, at []float32) {
		for i, v := range at {
			rows[y][i] += v / float32(f.Wide)
			cols[x][i] += v / float32(f.High)
		}
	})
	for i, v := range rows {
		rows[i] = neural.Positive(n.full(rowMeans, v))
	}
	for i, v := range cols {
		cols[i] = neural.Positive(n.full(colMeans, v))
	}
	out := neural.NewField(f.High, f.Wide, f.Deep+24, 1)
	each(out, func(y, x int, to []float32) {
		copy(to, f.At(y, x))
		copy(to[f.Deep:], rows[y])
		copy(to[f.Deep+12:], cols[x])
	})
	return out
}

// ink returns the likeliest ink of each place.
func (n net) ink(f, e *neural.Field) []uint8 {
	out := make([]uint8, f.High*f.Wide)
	var above []float32
	sum, answers := make([]float32, shapes[m1].Answers), make([]float32, inks)
	each(f, func(y, x int, at []float32) {
		if x%Places == 0 {
			above = n.full(m2, e.At(y/Places, x/Places))
		}
		for i, v := range n[m1].Full(at, sum) {
			sum[i] = v + above[i]
		}
		best := 0
		for i, v := range n[m3].Full(neural.Positive(sum), answers) {
			if v > answers[best] {
				best = i
			}
		}
		out[y*f.Wide+x] = uint8(best)
	})
	return out
}
