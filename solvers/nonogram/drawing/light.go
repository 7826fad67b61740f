package drawing

import (
	"image"
	"math"
)

// linear returns the light that an sRGB value stands for, both from 0 to 1.
func linear(v float64) float64 {
	if v <= .04045 {
		return v / 12.92
	}
	return math.Pow((v+.055)/1.055, 2.4)
}

// encoded returns the sRGB value of light; it is the inverse of linear.
func encoded(light float64) float64 {
	if light <= .0031308 {
		return 12.92 * light
	}
	return 1.055*math.Pow(light, 1/2.4) - .055
}

// samples is the highest number of pixels along a side of a cell that are read. For a cell of one
// or two colours the mean of 256 pixels is as good as that of all.
const samples = 16

// shades returns how dark each cell looks, over white, and how opaque it is, both from 0 to 1. The
// image is cut about its middle to the shape of the picture.
func shades(img image.Image, rows, cols int) (dark, opaque []float64) {
	b := img.Bounds()
	cell := min(float64(b.Dx())/float64(cols), float64(b.Dy())/float64(rows)) // its side in pixels
	x0 := float64(b.Min.X) + (float64(b.Dx())-cell*float64(cols))/2
	y0 := float64(b.Min.Y) + (float64(b.Dy())-cell*float64(rows))/2
	var light [256]float64
	for v := range light {
		light[v] = linear(float64(v) / 255)
	}
	at := pixelsOf(img)
	dark, opaque = make([]float64, rows*cols), make([]float64, rows*cols)
	for i := range dark {
		x, y := x0+cell*float64(i%cols), y0+cell*float64(i/cols)
		sum, covered := 0., 0.
		for px := range strides(x, x+cell, b.Max.X) {
			for py := range strides(y, y+cell, b.Max.Y) {
				r, g, b, a := at(px.at, py.at)
				weight, alpha := px.weight*py.weight, float64(a)/255
				sum += weight * (1 - alpha + alpha*(.2126*light[r]+.7152*light[g]+.0722*light[b]))
				covered += weight * alpha
			}
		}
		dark[i], opaque[i] = 1-encoded(min(sum, 1)), covered
	}
	return dark, opaque
}

// stride is a pixel along one axis, with its share of a cell's side.
type stride struct {
	at     int
	weight float64
}

// strides yields pixels between lo and hi, all below end, with weights that add up to 1. A pixel that
// is cut weighs less. If there are more than samples pixels, some are left out at regular distances.
func strides(lo, hi float64, end int) func(yield func(stride) bool) {
	return func(yield func(stride) bool) {
		width := hi - lo
		step := max(1, width/samples)
		for from := lo; from < hi-1e-9; { // 1e-9 of a pixel stands for rounding
			to := min(max(math.Floor(from+1e-9)+1, from+step), hi)
			if !yield(stride{min(int((from+to)/2), end-1), (to - from) / width}) {
				return
			}
			from = to
		}
	}
}

// pixelsOf returns a function that reads pixels of img as 8-bit colours, not multiplied by alpha. A
// pixel without any opacity reads as zeros.
func pixelsOf(img image.Image) func(x, y int) (r, g, b, a uint8) {
	return func(x, y int) (uint8, uint8, uint8, uint8) {
		r, g, b, a := img.At(x, y).RGBA()
		if a == 0 {
			return 0, 0, 0, 0
		}
		return uint8(r * 255 / a), uint8(g * 255 / a), uint8(b * 255 / a), uint8(a >> 8)
	}
}

// flat reports whether shades differ too little to show anything: by less than a fiftieth of the way
// from white to black.
func flat(shades []float64) bool {
	lo, hi := bounds(shades)
	return hi-lo < .02
}

// bounds returns the lowest and the highest shade.
func bounds(shades []float64) (lo, hi float64) {
	lo, hi = 1, 0
	for _, s := range shades {
		lo, hi = min(lo, s), max(hi, s)
	}
	return lo, hi
}

// stretch stretches the shades to the range from 0 to 1; they must not all be equal.
func stretch(shades []float64) {
	lo, hi := bounds(shades)
	for i := range shades {
		shades[i] = (shades[i] - lo) / (hi - lo)
	}
}
