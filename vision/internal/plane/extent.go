package plane

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
