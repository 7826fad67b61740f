// Package photo decodes the file of an image, whoever sent it: within bounds that are looked
// at before memory is taken, and the way up that its camera held it.
package photo

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/gif"  // formats that Read knows
	_ "image/jpeg" // formats that Read knows
	_ "image/png"  // formats that Read knows

	_ "golang.org/x/image/webp" // formats that Read knows
)

// Bounds on the files that Read decodes. A telephone's camera takes 25 megapixels, and
// a decoder needs 2 to 12 bytes for each. Of a progressive JPEG, which cameras do not write, it
// needs up to 24.
const (
	MaxBytes       = 10 << 20
	MaxPixels      = 25_000_000
	MaxProgressive = 8_000_000
)

// What Read cannot work with.
var (
	ErrImage       = errors.New("photo: not a PNG, JPEG, GIF or WebP image")
	ErrBroken      = errors.New("photo: a damaged file: it breaks off, or a part of it makes no sense")
	ErrBytes       = errors.New("photo: a file that is too large")
	ErrPixels      = errors.New("photo: an image with too many pixels")
	ErrProgressive = errors.New("photo: a progressive JPEG with too many pixels")
)

// A Photo is a decoded image, upright as far as its file says. Its bounds may begin anywhere.
type Photo struct {
	image.Image

	// Turned says that Exif had the image turned or mirrored. It may be wrong: some programs
	// turn the pixels and leave the note that they are to be turned.
	Turned bool
	Camera bool // Exif names a camera
	Halved bool // the image has half its sides; see ReadWithin
}

// A File is an image that is not decoded yet.
type File struct {
	data   []byte
	Memory int64 // bytes that decoding takes at most, the file itself not counted
}

// Open looks at the head of a PNG, JPEG, GIF or WebP. Its errors are those of Read, but for ErrBroken.
func Open(data []byte) (*File, error) {
	need, err := Memory(data)
	if err != nil {
		return nil, err
	}
	return &File{data, need}, nil
}

// Read decodes a PNG, JPEG, GIF or WebP, of an animated one its first frame, the way up that its
// Exif says. Its size is looked at before memory is taken; see Memory.
func Read(data []byte) (*Photo, error) {
	f, err := Open(data)
	if err != nil {
		return nil, err
	}
	return f.decode(context.Background())
}

func (f *File) decode(ctx context.Context) (*Photo, error) {
	img, _, err := image.Decode(&while{ctx, bytes.NewReader(still(f.data))})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || img.Bounds().Empty() || img.Bounds().Dx() > MaxPixels/img.Bounds().Dy() {
		return nil, ErrBroken // what it says at its head it is not
	}
	e := readExif(f.data)
	return &Photo{Image: upright(img, e.orientation), Turned: e.orientation > 1, Camera: e.camera}, nil
}

// A while is a file as long as a context has not ended. The decoders ask for a few kilobytes at
// a time, and know no other way to be stopped.
type while struct {
	ctx  context.Context
	file *bytes.Reader
}

func (w *while) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.file.Read(p)
}

// AsStored is the same image as its pixels are in the file, Exif unheeded.
func (p *Photo) AsStored() *Photo {
	stored := *p
	if t, ok := p.Image.(*turned); ok {
		stored.Image, stored.Turned = t.Image, false
	}
	return &stored
}
