// Package drawing makes a nonogram's picture of any image: [Trim] cuts the margins off, [Fit]
// chooses a size and [Draw] decides which cells are filled. Whether the picture is the only one
// with its clues is another question; see nonogram.Repair.
package drawing

import (
	"errors"
	"image"
	"math"
	"slices"

	"kibitz/solvers/nonogram"
)

// ErrFlat says that an image has too little contrast to show anything.
var ErrFlat = errors.New("drawing: an image without light and dark")

// Fit returns the size of a picture of the image whose longer side has side cells.
func Fit(img image.Image, side int) (rows, cols int) {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	if w >= h {
		return max(1, (side*h+w/2)/w), side
	}
	return side, max(1, (side*w+h/2)/h)
}

// Trim cuts off an image's margins: the part that would give only empty lines in a picture of 64
// cells, about as many as a person would solve.
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
		if cell == nonogram.Filled {
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

// Draw makes of an image a picture of rows × cols cells, row-major: dark parts are filled. An image
// of another shape is cut at both ends of its longer side.
//
// Each cell has the mean light of its part of the image, over white. The mean is taken of light
// itself, as a lens would blur it, not of the numbers in the file, which follow the eye (sRGB).
// Otsu's threshold separates dark from light ("A threshold selection method from gray-level
// histograms", IEEE Trans. SMC 9, 1979), and specks are removed. With dither the cells spread their
// errors over those not yet drawn instead (R. W. Floyd and L. Steinberg, Proc. SID 17, 1976):
// shades become textures, which need more repair.
//
// An image in one colour is drawn by its transparency. The error is nonogram.ErrSize for sides
// below 1 or above nonogram.MaxMade, or ErrFlat.
func Draw(img image.Image, rows, cols int, dither bool) ([]nonogram.Cell, error) {
	dark, err := Shades(img, rows, cols)
	if err != nil {
		return nil, err
	}
	return DrawShades(dark, rows, cols, dither, 0), nil
}

// Shades returns how dark each cell of such a picture looks, from 0 to 1. Draw uses nothing else of
// the image. The error is Draw's.
func Shades(img image.Image, rows, cols int) ([]float64, error) {
	if min(rows, cols) < 1 || max(rows, cols) > nonogram.MaxMade || img.Bounds().Empty() {
		return nil, nonogram.ErrSize
	}
	dark, opaque := shades(img, rows, cols)
	if flat(dark) {
		dark = opaque
	}
	if flat(dark) {
		return nil, ErrFlat
	}
	return dark, nil
}

// MaxDarker is the highest number of steps by which DrawShades and Paint darken or lighten.
const MaxDarker = 4

// DrawShades draws shades that are not flat, as Draw does, a number of steps darker; below 0 it is
// lighter. A step moves the threshold by a tenth of the range from light to dark.
func DrawShades(shades []float64, rows, cols int, dither bool, darker int) []nonogram.Cell {
	dark := slices.Clone(shades)
	if dither {
		stretch(dark)
		for i := range dark {
			dark[i] += .1 * float64(darker)
		}
		return floydSteinberg(dark, rows, cols)
	}
	lo, hi := bounds(dark)
	return byThreshold(dark, rows, cols, otsu(dark)-.1*float64(darker)*(hi-lo))
}

// Image returns shades as an image with one pixel for each cell. Shades of that image are the same,
// up to the 256 levels of grey.
func Image(shades []float64, cols int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, cols, len(shades)/cols))
	for i, dark := range shades {
		img.Pix[i] = uint8(math.Round(255 * (1 - dark)))
	}
	return img
}
