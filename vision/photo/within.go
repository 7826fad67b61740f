package photo

import (
	"context"
	"image"
	"runtime"
)

// ReadWithin decodes a file within a bound on memory. If the file takes more than `most` bytes it returns
// ErrPixels. If the pixels alone take more than two fifths of that, the image is reduced to half its sides,
// and Halved is set. It ends when the context does.
func (f *File) ReadWithin(ctx context.Context, most int64) (*Photo, error) {
	if f.Memory > most {
		return nil, ErrPixels
	}
	p, err := f.decode(ctx)
	if err != nil {
		return nil, err
	}
	if bytesOf(p.AsStored().Image) > most*2/5 {
		p.halve()
	}
	if f.Memory > most/2 {
		runtime.GC() // otherwise the decoder's garbage stays until as much again is allocated
	}
	return p, nil
}

// bytesOf returns the memory that the pixels of an image take, in bytes.
func bytesOf(img image.Image) int64 {
	b := img.Bounds()
	n := int64(b.Dx()) * int64(b.Dy())
	switch img := img.(type) {
	case *image.YCbCr:
		return int64(len(img.Y) + len(img.Cb) + len(img.Cr))
	case *image.Gray, *image.Paletted:
		return n
	case *image.RGBA64, *image.NRGBA64:
		return 8 * n
	}
	return 4 * n
}

// halve reduces the image to half its sides, over white, and sets Halved. It does nothing if a side is 1.
func (p *Photo) halve() {
	stored, t := p.Image, (*turned)(nil)
	if of, ok := p.Image.(*turned); ok {
		stored, t = of.Image, of
	}
	b, pixel := stored.Bounds(), pixels(stored)
	w, h := b.Dx()/2, b.Dy()/2
	if w == 0 || h == 0 {
		return
	}
	half := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		row := half.Pix[y*half.Stride:][:4*w]
		for x := range w {
			var sum [3]int
			for i := range 4 {
				r, g, blue := pixel(b.Min.X+2*x+i%2, b.Min.Y+2*y+i/2)
				sum[0], sum[1], sum[2] = sum[0]+int(r), sum[1]+int(g), sum[2]+int(blue)
			}
			for k, v := range sum {
				row[4*x+k] = uint8((v + 2) / 4)
			}
			row[4*x+3] = 255
		}
	}
	p.Image, p.Halved = half, true
	if t != nil {
		p.Image = upright(half, t.orientation)
	}
}
