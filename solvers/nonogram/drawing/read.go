package drawing

import (
	"bytes"
	"errors"
	"image"
	_ "image/gif"  // formats that ReadImage knows
	_ "image/jpeg" // formats that ReadImage knows
	_ "image/png"  // formats that ReadImage knows

	_ "golang.org/x/image/webp" // formats that ReadImage knows
)

// Bounds on the images that ReadImage decodes. A telephone's camera takes 25 megapixels, and
// a decoder needs 2 to 12 bytes for each. Of a progressive JPEG, which cameras do not write, it
// needs up to 24.
const (
	MaxPixels      = 25_000_000
	MaxProgressive = 8_000_000
)

// What ReadImage cannot work with.
var (
	ErrImage       = errors.New("drawing: not a PNG, JPEG, GIF or WebP image")
	ErrPixels      = errors.New("drawing: an image with too many pixels")
	ErrProgressive = errors.New("drawing: a progressive JPEG with too many pixels")
)

// ReadImage decodes a PNG, JPEG, GIF (its first frame) or WebP, the way
// up that its Exif says. Its size is looked at before memory is taken; see Memory.
func ReadImage(data []byte) (image.Image, error) {
	if _, err := Memory(data); err != nil {
		return nil, err
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Empty() || img.Bounds().Dx() > MaxPixels/img.Bounds().Dy() {
		return nil, ErrImage
	}
	return upright(img, data), nil
}
