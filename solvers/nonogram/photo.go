package nonogram

import (
	"bytes"
	"errors"
	"image"
	_ "image/gif"  // formats that ReadImage knows
	_ "image/jpeg" // formats that ReadImage knows
	_ "image/png"  // formats that ReadImage knows
	"math"
	"slices"

	_ "golang.org/x/image/webp" // formats that ReadImage knows
)

// MaxPixels bounds the images that ReadImage decodes: what a telephone's camera
// takes. A decoder needs up to 20 bytes a pixel, for a progressive JPEG in four
// inks, so 250 MB at the worst.
const MaxPixels = 12_500_000

// What ReadImage and Draw cannot work with, beside ErrSize.
var (
	ErrImage  = errors.New("nonogram: not a PNG, JPEG, GIF or WebP image")
	ErrPixels = errors.New("nonogram: an image with too many pixels")
	ErrFlat   = errors.New("nonogram: an image without light and dark")
)

// ReadImage decodes a PNG, JPEG, GIF (its first frame) or WebP, the way
// up that its Exif says. Its size is looked at before memory is taken.
func ReadImage(data []byte) (image.Image, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil || config.Width < 1 || config.Height < 1:
		return nil, ErrImage
	case config.Width > MaxPixels/config.Height:
		return nil, ErrPixels
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Empty() || img.Bounds().Dx() > MaxPixels/img.Bounds().Dy() {
		return nil, ErrImage
	}
	return upright(img, data), nil
}

// Fit is the size of a picture of the image whose longer side has that many cells.
func Fit(img image.Image, side int) (rows, cols int) {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	if w >= h {
		return max(1, (side*h+w/2)/w), side
	}
	return side, max(1, (side*w+h/2)/h)
}

// Trim cuts off an image's margins: what would give nothing but empty lines in a
// picture of about as many cells as a person would solve.
func Trim(img image.Image) image.Image {
	const side = 64
	sub, ok := img.(interface {
		SubImage(image.Rectangle) image.Image
	})
	if !ok || img.Bounds().Empty() {
		return img
	}
	rows, cols := Fit(img, side)
	picture, err := Draw(img, rows, cols, false)
	if err != nil {
		return img
	}
	ink := image.Rectangle{}
	for i, cell := range picture {
		if cell == Filled {
			ink = ink.Union(image.Rect(i%cols, i/cols, i%cols+1, i/cols+1))
		}
	}
	// Cells of the picture to pixels, the parts of cells counted as whole.
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	return sub.SubImage(image.Rect(
		b.Min.X+ink.Min.X*w/cols, b.Min.Y+ink.Min.Y*h/rows,
		b.Min.X+(ink.Max.X*w+cols-1)/cols, b.Min.Y+(ink.Max.Y*h+rows-1)/rows))
}

// Draw makes an image a picture of rows × cols cells, row-major: what is dark is
// filled. An image of another shape loses what is too much at both ends.
//
// Each cell has the mean light of its part of the image, over white: means are of
// light itself, as a lens would blur it, not of the numbers in the file, which
// follow the eye (sRGB). Dark and light part where Otsu puts the threshold ("A
// threshold selection method from gray-level histograms", IEEE Trans. SMC 9,
// 1979), and specks go. Dithered, the cells spread their errors over those
// not yet drawn instead (R. W. Floyd and L. Steinberg, Proc. SID 17, 1976): shades
// come out as textures, which need more repair.
//
// An image in one colour is drawn by its transparency. The error is ErrSize, for
// sides below 1 or above MaxMade, or ErrFlat.
func Draw(img image.Image, rows, cols int, dither bool) ([]Cell, error) {
	if min(rows, cols) < 1 || max(rows, cols) > MaxMade || img.Bounds().Empty() {
		return nil, ErrSize
	}
	dark, opaque := shades(img, rows, cols)
	if flat(dark) {
		dark = opaque
	}
	if flat(dark) {
		return nil, ErrFlat
	}
	if dither {
		stretch(dark)
		return floydSteinberg(dark, rows, cols), nil
	}
	return parted(dark, rows, cols), nil
}

// flat says whether nothing can be made out.
func flat(shades []float64) bool {
	lo, hi := bounds(shades)
	return hi-lo < .02
}

func bounds(shades []float64) (lo, hi float64) {
	lo, hi = 1, 0
	for _, s := range shades {
		lo, hi = min(lo, s), max(hi, s)
	}
	return lo, hi
}

// stretch makes the shades use all from 0 to 1.
func stretch(shades []float64) {
	lo, hi := bounds(shades)
	for i := range shades {
		shades[i] = (shades[i] - lo) / (hi - lo)
	}
}

// linear is how much light an sRGB value stands for, both from 0 to 1.
func linear(v float64) float64 {
	if v <= .04045 {
		return v / 12.92
	}
	return math.Pow((v+.055)/1.055, 2.4)
}

// encoded is linear's inverse: how light it looks.
func encoded(light float64) float64 {
	if light <= .0031308 {
		return 12.92 * light
	}
	return 1.055*math.Pow(light, 1/2.4) - .055
}

// samples is how many pixels a side are looked at in a cell, at most: the mean of
// 256 is as good as that of all for one of two colours.
const samples = 16

// shades are how dark each cell looks, over white, and how opaque it is, from 0
// to 1. The image is cut to the shape of the picture, about its middle.
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

// stride is a pixel along one axis with its part of a cell's side.
type stride struct {
	at     int
	weight float64
}

// strides yields the pixels between lo and hi, their weights adding up to 1. A pixel
// that is cut weighs less; where there are many, every so many are left out.
func strides(lo, hi float64, end int) func(yield func(stride) bool) {
	return func(yield func(stride) bool) {
		width := hi - lo
		step := max(1, width/samples)
		for from := lo; from < hi-1e-9; {
			to := min(max(math.Floor(from+1e-9)+1, from+step), hi)
			if !yield(stride{min(int((from+to)/2), end-1), (to - from) / width}) {
				return
			}
			from = to
		}
	}
}

// pixelsOf reads pixels as colours that alpha has not been multiplied into, 8
// bits each.
func pixelsOf(img image.Image) func(x, y int) (r, g, b, a uint8) {
	return func(x, y int) (uint8, uint8, uint8, uint8) {
		r, g, b, a := img.At(x, y).RGBA()
		if a == 0 {
			return 0, 0, 0, 0
		}
		return uint8(r * 255 / a), uint8(g * 255 / a), uint8(b * 255 / a), uint8(a >> 8)
	}
}

// otsu is the threshold that parts the shades into two groups with the least
// variance within, of 256 tried.
func otsu(shades []float64) float64 {
	lo, hi := bounds(shades)
	const bins = 256
	var histogram [bins]int
	sum := 0
	for _, s := range shades {
		bin := min(int((s-lo)/(hi-lo)*bins), bins-1)
		histogram[bin]++
		sum += bin
	}
	best, first, last := -1., 0, 0
	below, sumBelow := 0, 0
	for bin := range bins - 1 {
		below += histogram[bin]
		sumBelow += bin * histogram[bin]
		above := len(shades) - below
		if below == 0 || above == 0 {
			continue
		}
		apart := float64(sumBelow)/float64(below) - float64(sum-sumBelow)/float64(above)
		switch between := float64(below) * float64(above) * apart * apart; {
		case between > best:
			best, first, last = between, bin, bin
		case between == best: // nothing in the bins between: their middle
			last = bin
		}
	}
	return lo + (hi-lo)*float64(first+last+2)/2/bins
}

func floydSteinberg(shades []float64, rows, cols int) []Cell {
	picture := make([]Cell, len(shades))
	for i, d := range shades {
		picture[i] = Empty
		err := d
		if d > .5 {
			picture[i], err = Filled, d-1
		}
		r, c := i/cols, i%cols
		spread := func(dr, dc int, sixteenths float64) {
			if r+dr < rows && c+dc >= 0 && c+dc < cols {
				shades[i+dr*cols+dc] += err * sixteenths / 16
			}
		}
		spread(0, 1, 7)
		spread(1, -1, 3)
		spread(1, 0, 5)
		spread(1, 1, 1)
	}
	return picture
}

// parted fills what is darker than the threshold. A cell near the threshold with no
// neighbour of its colour is a speck and takes theirs; one that stands out
// clearly is an eye, and stays.
func parted(dark []float64, rows, cols int) []Cell {
	threshold := otsu(dark)
	lo, hi := bounds(dark)
	picture := make([]Cell, len(dark))
	for i, d := range dark {
		picture[i] = Empty
		if d > threshold {
			picture[i] = Filled
		}
	}
	drawn := slices.Clone(picture)
	for i, d := range dark {
		if math.Abs(d-threshold) < (hi-lo)/4 && alone(drawn, i, rows, cols) {
			picture[i] = opposite(picture[i])
		}
	}
	return picture
}

// alone says whether the eight cells around one are all there, and other.
func alone(picture []Cell, cell, rows, cols int) bool {
	r, c := cell/cols, cell%cols
	if r == 0 || c == 0 || r == rows-1 || c == cols-1 {
		return false
	}
	for _, near := range []int{-cols - 1, -cols, -cols + 1, -1, 1, cols - 1, cols, cols + 1} {
		if picture[cell+near] == picture[cell] {
			return false
		}
	}
	return true
}
