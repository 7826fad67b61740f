// Package photo decodes the file of an image, whoever sent it. It checks bounds before it takes memory, and
// turns the image the way up that its camera was held.
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

// Bounds on the files that Read decodes. A telephone's camera takes 25 megapixels, and a decoder needs 2 to
// 12 bytes for each pixel. A progressive JPEG needs up to 24; cameras do not write it.
const (
	MaxBytes       = 10 << 20   // of a file
	MaxPixels      = 25_000_000 // of any image
	MaxProgressive = 8_000_000  // pixels of a progressive JPEG
)

// The errors of Read.
var (
	ErrImage       = errors.New("photo: not a PNG, JPEG, GIF or WebP image")
	ErrBroken      = errors.New("photo: a damaged file: it breaks off, or a part of it makes no sense")
	ErrBytes       = errors.New("photo: a file that is too large")
	ErrPixels      = errors.New("photo: an image with too many pixels")
	ErrProgressive = errors.New("photo: a progressive JPEG with too many pixels")
)

// A Photo is a decoded image, upright if its file says how. Its bounds may begin anywhere.
type Photo struct {
	image.Image

	// Turned says that the image was turned or mirrored because its Exif says so. Exif may be wrong: some
	// programs turn the pixels and leave the note that they are to be turned.
	Turned bool
	Camera bool // Exif names a camera
	Halved bool // the image has half its sides; see ReadWithin
}

// A File is an image that is not decoded yet.
type File struct {
	data   []byte
	Memory int64 // bytes that decoding takes at most, without the file itself
}

// Open reads the head of a PNG, JPEG, GIF or WebP. Its errors are those of Read except ErrBroken.
func Open(data []byte) (*File, error) {
	need, err := Memory(data)
	if err != nil {
		return nil, err
	}
	return &File{data, need}, nil
}

// Read decodes a PNG, JPEG, GIF or WebP and turns it as its Exif says. It reads the first frame of an
// animation. It checks the size before it takes memory; see Memory.
func Read(data []byte) (*Photo, error) {
	f, err := Open(data)
	if err != nil {
		return nil, err
	}
	return f.decode(context.Background())
}

// decode decodes the file, until the context ends.
func (f *File) decode(ctx context.Context) (*Photo, error) {
	img, _, err := image.Decode(&stoppable{ctx, bytes.NewReader(firstFrame(f.data))})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || img.Bounds().Empty() || img.Bounds().Dx() > MaxPixels/img.Bounds().Dy() {
		return nil, ErrBroken // the file does not hold what its head says
	}
	e := readExif(f.data)
	return &Photo{Image: upright(img, e.orientation), Turned: e.orientation > 1, Camera: e.camera}, nil
}

// A stoppable reads a file until a context ends. The decoders ask for a few kilobytes at a time and can be
// stopped in no other way.
type stoppable struct {
	ctx  context.Context
	file *bytes.Reader
}

// Read reads from the file, or returns the context's error.
func (w *stoppable) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.file.Read(p)
}

// AsStored returns the image with its pixels as they are in the file, without what Exif says.
func (p *Photo) AsStored() *Photo {
	stored := *p
	if t, ok := p.Image.(*turned); ok {
		stored.Image, stored.Turned = t.Image, false
	}
	return &stored
}
