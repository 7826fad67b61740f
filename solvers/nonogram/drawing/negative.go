package drawing

import (
	"image"
	"image/color"
)

// Negative returns an image with dark and light exchanged, for a light subject on a dark
// background. Transparent parts are white before, and black after.
func Negative(img image.Image) image.Image { return negative{img} }

type negative struct{ image.Image }

func (n negative) ColorModel() color.Model { return color.RGBA64Model }

// At returns white minus the colour over white. r, g and b are multiplied by alpha already, so over
// white they are r + (1 - a), and the result is a - r.
func (n negative) At(x, y int) color.Color {
	r, g, b, a := n.Image.At(x, y).RGBA()
	return color.RGBA64{uint16(a - r), uint16(a - g), uint16(a - b), 0xffff}
}

// SubImage returns a part of the image; Trim needs it.
func (n negative) SubImage(part image.Rectangle) image.Image {
	if sub, ok := n.Image.(interface {
		SubImage(image.Rectangle) image.Image
	}); ok {
		return negative{sub.SubImage(part)}
	}
	return n
}
