package drawing

import (
	"image"
	"image/color"
)

// Negative is an image with dark and light exchanged, for one whose subject is
// light on a dark ground. What shows through is white before, and black after.
func Negative(img image.Image) image.Image { return negative{img} }

type negative struct{ image.Image }

func (n negative) ColorModel() color.Model { return color.RGBA64Model }

// At is white less the colour over white: r, g and b are multiplied by alpha
// already, so that over white they are r + (1 - a), and their opposites a - r.
func (n negative) At(x, y int) color.Color {
	r, g, b, a := n.Image.At(x, y).RGBA()
	return color.RGBA64{uint16(a - r), uint16(a - g), uint16(a - b), 0xffff}
}

// SubImage is for Trim.
func (n negative) SubImage(part image.Rectangle) image.Image {
	if sub, ok := n.Image.(interface {
		SubImage(image.Rectangle) image.Image
	}); ok {
		return negative{sub.SubImage(part)}
	}
	return n
}
