package photo

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// Brightened returns a picture of a dark screen in which dark colours differ more, and light ones less: values become
// their logarithms. It shares the memory of the photo.
func (p *Photo) Brightened() *Photo {
	const floor = 16 // added to a value before: black and nearly black are not far from each other
	bright := *p
	d := &dark{Image: p.Image, pixel: p.Pixels()}
	for v := range d.values {
		d.values[v] = uint8(math.Round(255 * math.Log1p(float64(v)/floor) / math.Log1p(255./floor)))
	}
	bright.Image = d
	return &bright
}

// Shown returns the colour of the picture that Brightened has made c of; without that c itself.
func (p *Photo) Shown(c color.RGBA) color.RGBA {
	d, ok := p.Image.(*dark)
	if !ok {
		return c
	}
	was := func(v uint8) uint8 {
		i, _ := slices.BinarySearch(d.values[:], v)
		return uint8(min(i, 255))
	}
	return color.RGBA{was(c.R), was(c.G), was(c.B), c.A}
}

// A dark image is shown with other values.
type dark struct {
	image.Image
	pixel  func(x, y int) (r, g, b uint8) // from (0, 0)
	values [256]uint8
}

// RGBA64At returns a colour, opaque.
func (d *dark) RGBA64At(x, y int) color.RGBA64 {
	min := d.Bounds().Min
	r, g, b := d.pixel(x-min.X, y-min.Y)
	wide := func(v uint8) uint16 { return uint16(d.values[v]) * 0x101 }
	return color.RGBA64{R: wide(r), G: wide(g), B: wide(b), A: 0xffff}
}

// At returns the same as RGBA64At.
func (d *dark) At(x, y int) color.Color { return d.RGBA64At(x, y) }

// ColorModel returns the model of At's colours.
func (d *dark) ColorModel() color.Model { return color.RGBA64Model }
