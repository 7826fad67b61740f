package page

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/plane"
)

// A sought names a board that the net was asked about.
type sought struct {
	lattice                   *lattice.Lattice
	turns, firstRow, firstCol int
	rows, cols                int
	mirror, screen, beyond    bool
}

// Cells asks the net what each cell of a board of rows × cols is, and each of the cells.Ring cells around it.
// The mesh has to relate places beyond its lattice, too. Cells returns nil if there are too many cells. It asks about
// each board once.
func (v *View) Cells(ctx context.Context, m plane.Mesh, rows, cols int) (*cells.Board, error) {
	key := sought{m.Lattice, m.Turns, m.FirstRow, m.FirstCol, rows, cols, m.Mirror, v.Screen, m.Beyond != nil}
	if b, ok := v.looked[key]; ok {
		return b, nil
	}
	const ring = cells.Ring
	s := v.sheet(m, plane.Area{Top: -ring, Left: -ring, Bottom: float64(rows) + ring, Right: float64(cols) + ring})
	if s == nil {
		return nil, nil
	}
	b, err := cells.Read(ctx, s)
	if err == nil {
		v.looked[key] = b
	}
	return b, err
}

// CellsOf asks the net about the cells of an upright lattice and around it. It returns nil as Cells does, or if the
// lattice is degenerate.
func (v *View) CellsOf(ctx context.Context, l *lattice.Lattice) (*cells.Board, error) {
	m := plane.Mesh{Lattice: l}
	if m.Beyond = plane.NewPlain(l, plane.Block{Top: 0, Left: 0, Bottom: l.Rows, Right: l.Cols}, v.Screen); m.Beyond == nil {
		return nil, nil
	}
	return v.Cells(ctx, m, l.Rows, l.Cols)
}

// CellsAround asks the net about a lattice that is turned as the mesh says, and farther and farther around it as long
// as the board reaches the edge of what was seen. part returns where the board lies in that, and false if it is no
// board of the kind that is looked for. CellsAround also returns where the first cell lies, in cells of the lattice. It
// returns nil if there was no such board at first.
func (v *View) CellsAround(ctx context.Context, m plane.Mesh, part func(*cells.Board) (in image.Rectangle, ok bool)) (b *cells.Board, first image.Point, err error) {
	const farther = 4 // cells
	rows, cols := m.Upright()
	if m.Beyond = plane.NewPlain(m.Lattice, m.Stored(plane.Block{Top: 0, Left: 0, Bottom: rows, Right: cols}), v.Screen); m.Beyond == nil {
		return nil, first, nil
	}
	for at := image.Rect(0, 0, cols, rows); ; {
		m.FirstRow, m.FirstCol = at.Min.Y, at.Min.X
		seen, err := v.Cells(ctx, m, at.Dy(), at.Dx())
		if seen == nil || err != nil {
			return b, first, err
		}
		in, ok := part(seen)
		if !ok {
			return b, first, nil
		}
		b, first = seen, at.Min.Sub(image.Pt(cells.Ring, cells.Ring))
		all, before := image.Rect(0, 0, b.Cols, b.Rows), at
		for side := range 4 {
			if !in.Empty() && !cells.Grow(in, side, 1).In(all) {
				at = cells.Grow(at, side, farther)
			}
		}
		if at == before {
			return b, first, nil
		}
	}
}

// sheet straightens an area of whole cells for the net, or returns nil if it has too many. A pixel is the mean of
// up to 3 × 3 places, as many as the image is finer.
func (v *View) sheet(m plane.Mesh, a plane.Area) *cells.Sheet {
	rows, cols := int(a.Bottom-a.Top), int(a.Right-a.Left)
	if rows*cols > cells.MostCells {
		return nil
	}
	w, h := m.Size(rows-2*cells.Ring, cols-2*cells.Ring)
	finer := int(min(max(math.Round(max(w, h)/cells.Side), 1), 3))
	s := cells.NewSheet(rows, cols)
	wide := cols * cells.Side
	sum := make([][4]int, wide) // of a row of pixels: red, green, blue, and how many places are on the image
	side := float64(cells.Side * finer)
	plane.Straighten(m, a, side, side, func(y int, at []lattice.Point) {
		if y%finer == 0 {
			clear(sum)
		}
		for x, p := range at {
			v.addLight(&sum[x/finer], p, finer == 1)
		}
		if y%finer < finer-1 {
			return
		}
		line := s.Pixels[y/finer*wide*4:]
		for x, c := range sum {
			to := line[4*x:][:4]
			if c[3] == 0 {
				to[3] = 255
				continue
			}
			to[0], to[1], to[2] = uint8(c[0]/c[3]), uint8(c[1]/c[3]), uint8(c[2]/c[3])
		}
	})
	return s
}

// ColourAt returns the colour of a place, interpolated between four pixels; black beyond the image.
func (v *View) ColourAt(p lattice.Point) [3]uint8 {
	var sum [4]int
	v.addLight(&sum, p, true)
	return [3]uint8{uint8(sum[0]), uint8(sum[1]), uint8(sum[2])}
}

// addLight adds the colour of a place, if it is on the image: that of its pixel or, if smooth, interpolated between
// four.
func (v *View) addLight(sum *[4]int, p lattice.Point, smooth bool) {
	if !v.Shows(p) {
		return
	}
	if !smooth {
		r, g, b := v.Colour(int(p.X), int(p.Y))
		sum[0], sum[1], sum[2], sum[3] = sum[0]+int(r), sum[1]+int(g), sum[2]+int(b), sum[3]+1
		return
	}
	size := v.Halves[0].Rect
	x, y := max(p.X-.5, 0), max(p.Y-.5, 0)
	i, j := int(x), int(y)
	u, t := int(256*(x-float64(i))), int(256*(y-float64(j))) // in 256ths
	i2, j2 := min(i+1, size.Dx()-1), min(j+1, size.Dy()-1)
	var c [3]int
	for k, weight := range [4]int{(256 - u) * (256 - t), u * (256 - t), (256 - u) * t, u * t} {
		if weight == 0 {
			continue
		}
		r, g, b := v.Colour([2]int{i, i2}[k%2], [2]int{j, j2}[k/2])
		c[0], c[1], c[2] = c[0]+weight*int(r), c[1]+weight*int(g), c[2]+weight*int(b)
	}
	sum[0], sum[1], sum[2], sum[3] = sum[0]+c[0]>>16, sum[1]+c[1]>>16, sum[2]+c[2]>>16, sum[3]+1
}
