package photo

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
)

// Memory returns how many bytes Read takes at most for a file, the file itself not counted. It looks at the
// file's head alone. Its errors are those of Read. The figures hold for the decoders of Go 1.26 and
// golang.org/x/image v0.47; a test compares them with what those decoders take.
func Memory(data []byte) (int64, error) {
	if len(data) > MaxBytes {
		return 0, ErrBytes
	}
	file := firstFrame(data)
	config, format, err := image.DecodeConfig(bytes.NewReader(file))
	w, h := int64(config.Width), int64(config.Height)
	switch {
	case err != nil || w < 1 || h < 1:
		return 0, ErrImage
	case w > MaxPixels/h:
		return 0, ErrPixels
	}
	const buffers = 1 << 20 // bytes of a decoder's own
	switch format {
	case "jpeg":
		f, ok := frameOf(data)
		if (!ok || f.progressive) && w > MaxProgressive/h {
			return 0, ErrProgressive
		}
		if !ok {
			f = worstFrame(w, h)
		}
		return buffers + f.memory(), nil
	case "png":
		return buffers + pngMemory(data, config), nil
	case "webp":
		return buffers + webpMemory(file, w, h) + int64(len(file)), nil // an animation's first frame is copied
	}
	return buffers + 2*w*h, nil // a GIF's first frame, and a copy with its lines in order
}

// pngMemory returns the bytes of the image and two of its lines. An interlaced image takes as much again for
// its seven passes.
func pngMemory(data []byte, config image.Config) int64 {
	const interlaced = 28 // offset of this byte in the file
	pixel := int64(4)     // also for grey, as one shade may be transparent
	switch config.ColorModel {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		pixel = 8
	}
	if _, ok := config.ColorModel.(color.Palette); ok {
		pixel = 1
	}
	w, h := int64(config.Width), int64(config.Height)
	bytes := pixel * w * h
	if data[interlaced] != 0 {
		bytes *= 2
	}
	return bytes + 2*pixel*w
}

// webpMemory returns the bytes of the worst kind, which is lossless with a palette of few colours. It takes
// the pixels packed and unpacked, three images of tiles of 4 × 4 pixels that say how they are packed, and
// Huffman codes. A hostile file makes 270 bytes of codes from each of its own. A lossy image with
// transparency takes less: the transparency is packed in the same way, and one byte in four of it is kept. A
// plain lossy image takes three bytes for two pixels, in squares of 16, and the file's parts.
func webpMemory(data []byte, w, h int64) int64 {
	const kind = 12 // offset of the first chunk's name
	if bytes.HasPrefix(data[min(kind, len(data)):], []byte("VP8 ")) {
		return 3*((w+15)/16*16)*((h+15)/16*16)/2 + 64*w + int64(len(data))
	}
	pixels := w * h
	const most, group, ofFile = 2600, 54 << 10, 270 // groups of codes; bytes of a group; bytes for each of the file's
	codes := min(group*min(most, pixels/16+1), ofFile*int64(len(data)))
	return 12*pixels + codes
}

// A frame is the head of a JPEG: the layout of its pixels.
type frame struct {
	progressive bool
	w, h        int64
	samples     [][2]int64 // by component: blocks across and down in a unit of the scan
	coloured    bool       // three components may be red, green and blue, which take a further image
}

// worstFrame returns the frame of that size which takes most memory.
func worstFrame(w, h int64) frame {
	return frame{true, w, h, [][2]int64{{2, 2}, {2, 2}, {2, 2}, {2, 2}}, false}
}

// frameOf reads the head of a JPEG. It is as strict as can be, because the decoder might make something else
// of any other head. See ITU-T T.81, B.2.2.
func frameOf(data []byte) (f frame, ok bool) {
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, length := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		if marker < 0xc0 || marker >= 0xd0 && marker <= 0xda || length < 2 || at+2+length > len(data) {
			break
		}
		segment := data[at+4 : at+2+length]
		if marker <= 0xc2 {
			f = frame{progressive: marker == 0xc2, coloured: bytes.Contains(data, []byte("Adobe"))}
			return f, f.read(segment)
		}
		at += 2 + length
	}
	return frame{}, false
}

// read takes the sizes from the frame's segment. It reports false if the segment's length is not what it says, or a
// component has no blocks.
func (f *frame) read(segment []byte) bool {
	const head, component = 6, 3 // bytes
	if len(segment) < head || len(segment) != head+component*int(segment[5]) {
		return false
	}
	f.h, f.w = int64(binary.BigEndian.Uint16(segment[1:])), int64(binary.BigEndian.Uint16(segment[3:]))
	for c := segment[head:]; len(c) > 0; c = c[component:] {
		across, down := int64(c[1]>>4), int64(c[1]&15)
		if across == 0 || down == 0 {
			return false
		}
		f.samples = append(f.samples, [2]int64{across, down})
		f.coloured = f.coloured || c[0] == 'R'
	}
	if len(f.samples) == 1 {
		f.samples[0] = [2]int64{1, 1} // by A.2.2 of T.81
	}
	return len(f.samples) > 0
}

// memory returns the bytes of the decoded image: one for each sample. A progressive image takes four more,
// for each coefficient. Components that are put together to colours take four for each pixel.
func (f *frame) memory() int64 {
	unit := func(pixels, blocks int64) int64 { return (pixels + 8*blocks - 1) / (8 * blocks) }
	units := unit(f.w, f.samples[0][0]) * unit(f.h, f.samples[0][1])
	bytes := int64(0)
	for _, s := range f.samples {
		bytes += 64 * units * s[0] * s[1]
	}
	if f.progressive {
		bytes *= 5
	}
	if len(f.samples) == 4 || len(f.samples) == 3 && f.coloured {
		bytes += 4 * f.w * f.h
	}
	return bytes
}
