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

// MaxPixels bounds the images that ReadImage decodes: what a telephone's camera
// takes. A decoder needs up to 20 bytes a pixel, for a progressive JPEG in four
// inks, so 250 MB at the worst.
const MaxPixels = 12_500_000

// What ReadImage cannot work with.
var (
	ErrImage  = errors.New("drawing: not a PNG, JPEG, GIF or WebP image")
	ErrPixels = errors.New("drawing: an image with too many pixels")
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
