package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"time"
)

// A Frame is one picture of an animation and how long it is shown.
type Frame struct {
	Draw func() *Board // the same board each time: all boards of a long film at once are too large to keep
	Hold time.Duration // in hundredths of a second
}

// ErrFrames is the error of an animation without frames, or with frames of different sizes.
var ErrFrames = errors.New("render: frames are not boards of one size")

// GIF draws the frames as an animation in a loop, in at most limit bytes. While it is bigger, or
// would take more than mostStill bytes to make, it drops every other frame, but never the last, and
// shows the others for twice the time. Two frames are the least. A frame holds only the cells that
// differ from the frame before, so a board that changes little by little costs little more than its
// first frame.
//
// The clues, names and rules of the first frame stand throughout, and nothing is Framed. The error
// is ErrFrames, ErrSize or ErrShape. Cost: O(pixels + cells × frames).
func GIF(frames []Frame, theme Theme, limit int) ([]byte, error) {
	if len(frames) == 0 {
		return nil, ErrFrames
	}
	for {
		file, err := film(frames, theme)
		if err != nil || file != nil && len(file) <= limit || len(frames) <= 2 {
			return file, err
		}
		frames = halve(frames)
	}
}

// halve returns every other frame, and the last one. A frame is held as long as itself and the dropped
// one behind it.
func halve(frames []Frame) (kept []Frame) {
	last := len(frames) - 1
	for i := 0; i < last; i += 2 {
		f := frames[i]
		if i+1 < last {
			f.Hold += frames[i+1].Hold
		}
		kept = append(kept, f)
	}
	return append(kept, frames[last])
}

// mostStill bounds the memory of an animation's pictures in the making: a byte for each pixel in a
// part of a picture that changes.
const mostStill = 12 << 20

// film returns the frames as a GIF; nil without an error if there are more than two and their
// changed parts take more than mostStill bytes. The error is ErrFrames, ErrSize or ErrShape, or the encoder's.
func film(frames []Frame, theme Theme) ([]byte, error) {
	first := *frames[0].Draw()
	l, err := first.layIn(films[:])
	if err != nil {
		return nil, err
	}
	key := first.key(l)
	d := first.drawing(l, theme)
	d.most = 255 // one index is transparent
	d.background()
	d.cells()
	d.drawKey(key)
	out := &gif.GIF{Config: image.Config{Width: l.width, Height: l.height}}
	shown := append([]Cell(nil), first.Cells...)
	taken := 0
	for i, f := range frames {
		part := d.img.Rect
		if i > 0 {
			b := f.Draw()
			if b.Rows != first.Rows || b.Cols != first.Cols || len(b.Cells) != len(shown) {
				return nil, ErrFrames
			}
			part = d.redraw(shown, b.Cells)
			copy(shown, b.Cells)
		}
		if taken += part.Dx() * part.Dy(); taken > mostStill && len(frames) > 2 {
			return nil, nil
		}
		out.Image = append(out.Image, d.still(part))
		out.Delay = append(out.Delay, int(f.Hold/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	palette := append(d.img.Palette, color.RGBA{})
	for _, still := range out.Image {
		still.Palette = palette
	}
	out.Config.ColorModel = palette
	hide(out.Image, d.img.Rect, uint8(len(palette)-1))
	var file bytes.Buffer
	err = gif.EncodeAll(&file, out)
	return file.Bytes(), err
}

// redraw draws the cells that changed and returns the part of the picture that holds them; one
// pixel if none did.
func (d *drawing) redraw(before, after []Cell) image.Rectangle {
	var part image.Rectangle
	d.Cells = after
	for i := range after {
		if before[i] == after[i] {
			continue
		}
		r, c := i/d.Cols, i%d.Cols
		x, y := d.x(c), d.y(r)
		if d.w < flatCell {
			d.rect(x, y, d.w, d.h, d.flat(&after[i]))
		} else {
			d.square(&after[i], x, y)
		}
		part = part.Union(image.Rect(x, y, x+d.w, y+d.h))
	}
	if part.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return part
}

// still returns a copy of a part of the picture as it stands.
func (d *drawing) still(part image.Rectangle) *image.Paletted {
	img := image.NewPaletted(part, nil)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		copy(img.Pix[(y-part.Min.Y)*img.Stride:], d.img.Pix[d.img.PixOffset(part.Min.X, y):][:part.Dx()])
	}
	return img
}

// hide gives the pixels that a frame does not change the index of the transparent colour: long runs of
// one index cost next to nothing. whole is the box of the first still, which the others lie in.
func hide(stills []*image.Paletted, whole image.Rectangle, transparent uint8) {
	shown := append([]uint8(nil), stills[0].Pix...)
	for _, img := range stills[1:] {
		for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
			was := shown[y*whole.Dx()+img.Rect.Min.X:][:img.Rect.Dx()]
			now := img.Pix[(y-img.Rect.Min.Y)*img.Stride:][:img.Rect.Dx()]
			for x, k := range now {
				if k == was[x] {
					now[x] = transparent
				}
				was[x] = k
			}
		}
	}
}
