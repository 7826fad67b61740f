package photo

import (
	"image"
	"image/color"
)

// upright returns an image turned as its Exif orientation o says: the image itself for 1, upright, and 0, unknown.
// Telephones store pixels as the sensor has them, and note how they were held.
func upright(img image.Image, o int) image.Image {
	if o <= 1 {
		return img
	}
	b := img.Bounds()
	shown := image.Rect(0, 0, b.Dx(), b.Dy())
	if o >= 5 {
		shown = image.Rect(0, 0, b.Dy(), b.Dx())
	}
	return &turned{img, o, shown}
}

// turned shows an image in one of the orientations 2 to 8 of Exif. 2 to 4 are mirrored, upside down and both;
// 5 to 8 also swap rows and columns.
type turned struct {
	image.Image
	orientation int
	shown       image.Rectangle // the part that is seen, in upright coordinates
}

func (t *turned) Bounds() image.Rectangle { return t.shown }

func (t *turned) At(x, y int) color.Color { return t.Image.At(t.stored(x, y)) }

// stored returns where a pixel of the upright image is in the file.
func (t *turned) stored(x, y int) (int, int) {
	b := t.Image.Bounds()
	if t.orientation >= 5 {
		x, y = y, x
	}
	switch right, down := b.Dx()-1-x, b.Dy()-1-y; t.orientation {
	case 2, 8:
		x = right
	case 3, 7:
		x, y = right, down
	case 4, 6:
		y = down
	}
	return b.Min.X + x, b.Min.Y + y
}

func (t *turned) SubImage(r image.Rectangle) image.Image {
	return &turned{t.Image, t.orientation, r.Intersect(t.shown)}
}
