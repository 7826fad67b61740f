package cells

import "image"

// The sides of an extent, a rectangle of cells.
const (
	Left = iota
	Right
	Top
	Bottom
)

// Grow moves a side of an extent outwards by as many cells.
func Grow(r image.Rectangle, side, by int) image.Rectangle {
	switch side {
	case Left:
		r.Min.X -= by
	case Right:
		r.Max.X += by
	case Top:
		r.Min.Y -= by
	default:
		r.Max.Y += by
	}
	return r
}

// Outer returns the outermost line of an extent at a side.
func Outer(r image.Rectangle, side int) image.Rectangle {
	switch side {
	case Left:
		r.Max.X = r.Min.X + 1
	case Right:
		r.Min.X = r.Max.X - 1
	case Top:
		r.Max.Y = r.Min.Y + 1
	default:
		r.Min.Y = r.Max.Y - 1
	}
	return r
}

// Mean returns the mean probability of cells in a rectangle to be of no class named.
func (b *Board) Mean(r image.Rectangle, but ...int) (p float64) {
	for i := range r.Dx() * r.Dy() {
		p += 1 - b.Is((r.Min.Y+i/r.Dx())*b.Cols+r.Min.X+i%r.Dx(), but...)
	}
	return p / float64(r.Dx()*r.Dy())
}

// Extent returns a part of the board with up to Ring lines more at each side, as long as most of their cells are of no
// class named, and without as many outer lines in which most are. It is sure if each of these lines is told well.
func (b *Board) Extent(in image.Rectangle, but ...int) (out image.Rectangle, sure bool) {
	const most, told = .5, .75 // the mean probability of cells in a line; one that is sure
	all := image.Rect(0, 0, b.Cols, b.Rows)
	out, sure = in, true
	for side := range 4 {
		for range Ring {
			grown, last := Grow(out, side, 1), Outer(out, side)
			if grown.In(all) {
				if p := b.Mean(Outer(grown, side), but...); p > most {
					out, sure = grown, sure && p > told
					continue
				}
			}
			p := b.Mean(last, but...)
			if p >= 1-most || last == out {
				break
			}
			out, sure = Grow(out, side, -1), sure && p < 1-told
		}
	}
	return out, sure
}
