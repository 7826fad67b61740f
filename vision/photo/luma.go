package photo

import (
	"image"
	"image/color"
)

// Luma returns the lightness of each pixel, from (0, 0), with transparency over white. A JPEG stores
// lightness: unless the image is turned the result shares memory with it and must not be changed.
func (p *Photo) Luma() *image.Gray {
	t, ok := p.Image.(*turned)
	if !ok {
		return luma(p.Image)
	}
	stored := luma(t.Image)
	seen := image.NewGray(image.Rect(0, 0, t.shown.Dx(), t.shown.Dy()))
	// Neighbours in a row of the upright image are a constant step apart in memory.
	at := func(x, y int) int {
		x, y = t.stored(t.shown.Min.X+x, t.shown.Min.Y+y)
		return (y-t.Image.Bounds().Min.Y)*stored.Stride + x - t.Image.Bounds().Min.X
	}
	step := at(1, 0) - at(0, 0)
	for y := range t.shown.Dy() {
		row, from := seen.Pix[y*seen.Stride:][:t.shown.Dx()], at(0, y)
		for x := range row {
			row[x] = stored.Pix[from]
			from += step
		}
	}
	return seen
}

// luma returns the lightness of an image as it is stored. That of a JPEG or a grey image shares its memory.
func luma(img image.Image) *image.Gray {
	b := img.Bounds()
	at := image.Rect(0, 0, b.Dx(), b.Dy())
	switch img := img.(type) {
	case *image.YCbCr:
		return &image.Gray{Pix: img.Y[img.YOffset(b.Min.X, b.Min.Y):], Stride: img.YStride, Rect: at}
	case *image.Gray:
		return &image.Gray{Pix: img.Pix[img.PixOffset(b.Min.X, b.Min.Y):], Stride: img.Stride, Rect: at}
	}
	g, pixel := image.NewGray(at), pixels(img)
	for y := range at.Max.Y {
		row := g.Pix[y*g.Stride:][:at.Max.X]
		if m, ok := img.(*image.NRGBA); ok && lumaOfRow(m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):], row) {
			continue // as most screenshots are
		}
		for x := range row {
			r, g, b := pixel(b.Min.X+x, b.Min.Y+y)
			row[x] = lightness(r, g, b)
		}
	}
	return g
}

// lightness returns the lightness of a colour, with the weights of JPEG.
func lightness(r, g, b uint8) uint8 {
	return uint8((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16)
}

// lumaOfRow sets row to the lightness of pixels of four bytes. It returns false at the first one that is
// transparent, and then has set a part of row.
func lumaOfRow(pix, row []uint8) bool {
	for x := range row {
		p := pix[4*x:][:4]
		if p[3] != 255 {
			return false
		}
		row[x] = lightness(p[0], p[1], p[2])
	}
	return true
}

// Pixels returns a function that reads the image's colours, with transparency over white, without allocating.
// x and y count from (0, 0) and must be on the image.
func (p *Photo) Pixels() func(x, y int) (r, g, b uint8) {
	if t, ok := p.Image.(*turned); ok {
		pixel, min := pixels(t.Image), t.shown.Min
		return func(x, y int) (r, g, b uint8) { return pixel(t.stored(min.X+x, min.Y+y)) }
	}
	pixel, min := pixels(p.Image), p.Bounds().Min
	if min == (image.Point{}) {
		return pixel
	}
	return func(x, y int) (r, g, b uint8) { return pixel(min.X+x, min.Y+y) }
}

// pixels does the same for an image as it is stored. It has a fast way for each type that the decoders
// return.
func pixels(img image.Image) func(x, y int) (r, g, b uint8) {
	switch img := img.(type) {
	case *image.YCbCr:
		return func(x, y int) (uint8, uint8, uint8) {
			c := img.COffset(x, y)
			return color.YCbCrToRGB(img.Y[img.YOffset(x, y)], img.Cb[c], img.Cr[c])
		}
	case *image.Gray:
		return func(x, y int) (uint8, uint8, uint8) {
			v := img.Pix[img.PixOffset(x, y)]
			return v, v, v
		}
	case *image.RGBA:
		return func(x, y int) (uint8, uint8, uint8) {
			p := img.Pix[img.PixOffset(x, y):][:4]
			white := 255 - p[3]
			return p[0] + white, p[1] + white, p[2] + white
		}
	case *image.NRGBA:
		return func(x, y int) (uint8, uint8, uint8) {
			p := img.Pix[img.PixOffset(x, y):][:4]
			if p[3] == 255 {
				return p[0], p[1], p[2]
			}
			return overWhite(p[0], p[3]), overWhite(p[1], p[3]), overWhite(p[2], p[3])
		}
	case *image.Paletted:
		var palette [256][3]uint8
		for i, c := range img.Palette {
			palette[i&255] = onWhite(c.RGBA())
		}
		return func(x, y int) (uint8, uint8, uint8) {
			c := palette[img.Pix[img.PixOffset(x, y)]]
			return c[0], c[1], c[2]
		}
	case image.RGBA64Image: // else each pixel would be allocated
		return func(x, y int) (uint8, uint8, uint8) {
			p := img.RGBA64At(x, y)
			c := onWhite(uint32(p.R), uint32(p.G), uint32(p.B), uint32(p.A))
			return c[0], c[1], c[2]
		}
	}
	return func(x, y int) (uint8, uint8, uint8) {
		c := onWhite(img.At(x, y).RGBA())
		return c[0], c[1], c[2]
	}
}

// overWhite returns one part of a colour, laid over white.
func overWhite(v, alpha uint8) uint8 {
	return uint8((uint32(v)*uint32(alpha) + 255*(255-uint32(alpha)) + 127) / 255)
}

// onWhite returns a colour laid over white.
func onWhite(r, g, b, a uint32) [3]uint8 {
	white := 0xffff - a
	return [3]uint8{uint8((r + white) >> 8), uint8((g + white) >> 8), uint8((b + white) >> 8)}
}

// Half returns an image of half the sides, each pixel the mean of four. A last odd row or column is dropped.
// If a side is 1 it returns nil.
func Half(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx()/2, g.Rect.Dy()/2
	if w == 0 || h == 0 {
		return nil
	}
	half := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		above := g.Pix[2*y*g.Stride:][:2*w]
		below := g.Pix[(2*y+1)*g.Stride:][:2*w]
		row := half.Pix[y*w:][:w]
		for x := range row {
			row[x] = uint8((uint(above[2*x]) + uint(above[2*x+1]) + uint(below[2*x]) + uint(below[2*x+1]) + 2) / 4)
		}
	}
	return half
}

// Pyramid returns an image and its halves, down to the first with at most pixels pixels.
func Pyramid(g *image.Gray, pixels int) []*image.Gray {
	all := []*image.Gray{g}
	for g.Rect.Dx()*g.Rect.Dy() > pixels {
		if g = Half(g); g == nil {
			break
		}
		all = append(all, g)
	}
	return all
}
