// Package imagetest makes small files of large images, for tests. They cost a decoder as much as any
// other image of their size.
package imagetest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// ProgressiveJPEG returns a file of one colour, with a bit for each block. Three components are red,
// green and blue; four are inks.
func ProgressiveJPEG(width, height, components int) []byte {
	return blankJPEG(width, height, components, true)
}

// BaselineJPEG returns the same with two bits for each block.
func BaselineJPEG(width, height, components int) []byte {
	return blankJPEG(width, height, components, false)
}

// blankJPEG puts a JPEG together from its segments and zeros.
func blankJPEG(width, height, components int, progressive bool) []byte {
	start, bits, last := byte(0xc0), 2, byte(63)
	if progressive {
		start, bits, last = 0xc2, 1, 0
	}
	segment := func(marker byte, body ...byte) []byte {
		return append([]byte{0xff, marker, 0, byte(len(body) + 2)}, body...)
	}
	frame := []byte{8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(components)}
	scan := []byte{byte(components)}
	for c := range components {
		frame = append(frame, byte(c+1), 0x11, 0)
		scan = append(scan, byte(c+1), 0)
	}
	blocks := (width + 7) / 8 * ((height + 7) / 8) * components
	return join(
		[]byte{0xff, 0xd8},
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...),
		segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...),
		segment(start, frame...),
		segment(0xc4, append([]byte{0, 1}, make([]byte, 16)...)...), // the code 0 stands for 0
		segment(0xc4, append([]byte{0x10, 1}, make([]byte, 16)...)...),
		segment(0xda, append(scan, 0, last, 0)...),
		make([]byte, (bits*blocks+7)/8),
		[]byte{0xff, 0xd9},
	)
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// BlankPNG returns a file of zeros, packed. The extra chunks stand before its data.
func BlankPNG(width, height, depth, colour int, extra ...[]byte) []byte {
	samples := map[int]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
	row := 1 + (width*samples*depth+7)/8
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	head = append(head, byte(depth), byte(colour), 0, 0, 0)
	return join([]byte("\x89PNG\r\n\x1a\n"), PNGChunk("IHDR", head), join(extra...),
		PNGChunk("IDAT", Zeros(row*height)), PNGChunk("IEND", nil))
}

// ClaimedPNG returns the head of an image without its data.
func ClaimedPNG(width, height uint32) []byte {
	head := binary.BigEndian.AppendUint32(nil, width)
	head = append(binary.BigEndian.AppendUint32(head, height), 8, 2, 0, 0, 0)
	return join([]byte("\x89PNG\r\n\x1a\n"), PNGChunk("IHDR", head))
}

// PNGChunk returns a chunk of a PNG.
func PNGChunk(name string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, name...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// Zeros returns n bytes of 0, packed.
func Zeros(n int) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = io.CopyN(w, endless{}, int64(n))
	_ = w.Close()
	return b.Bytes()
}

// endless reads zeros without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// LosslessWebP returns a file of one colour with a palette of two, so that a decoder holds its pixels
// twice.
func LosslessWebP(width, height int) []byte {
	var bits, n uint64
	var stream []byte
	put := func(value, width uint64) {
		bits |= value << n
		for n += width; n >= 8; n -= 8 {
			stream = append(stream, byte(bits))
			bits >>= 8
		}
	}
	codes := func() {
		for range 5 {
			put(1, 4) // a simple code of the one symbol 0
		}
	}
	put(0x2f, 8)
	put(uint64(width-1), 14)
	put(uint64(height-1), 14)
	put(0, 4)
	put(1, 1) // a transform
	put(3, 2) // by a palette
	put(1, 8) // of two colours
	put(0, 1)
	codes()
	put(0, 3) // no other transform, no cache, one group of codes
	codes()
	put(0, 7)
	if len(stream)%2 == 1 {
		stream = append(stream, 0)
	}
	return webp("VP8L", stream)
}

// AnimatedWebP returns a file of frames, each the chunks of a still image; see RFC 9649, 2.7.
func AnimatedWebP(width, height int, frames ...[]byte) []byte {
	chunk := func(name string, data ...[]byte) []byte {
		body := join(data...)
		return append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body))), body...)
	}
	less := func(n int) []byte { return []byte{byte(n - 1), byte((n - 1) >> 8), byte((n - 1) >> 16)} }
	body := join([]byte("WEBP"), chunk("VP8X", []byte{2, 0, 0, 0}, less(width), less(height)), chunk("ANIM", make([]byte, 6)))
	for _, f := range frames {
		body = append(body, chunk("ANMF", make([]byte, 6), less(width), less(height), []byte{100, 0, 0, 0}, f)...)
	}
	return chunk("RIFF", body)
}

// LossyWebP returns a file with all bits zero, which a decoder accepts; see RFC 6386, 9.1 for its head.
func LossyWebP(width, height int) []byte {
	const modes, pixels = 1 << 17, 1 << 20 // bytes, enough for some megapixels
	tag := uint32(1<<4 | modes<<5)         // a key frame that is shown
	stream := []byte{byte(tag), byte(tag >> 8), byte(tag >> 16), 0x9d, 0x01, 0x2a}
	stream = binary.LittleEndian.AppendUint16(stream, uint16(width))
	stream = binary.LittleEndian.AppendUint16(stream, uint16(height))
	return webp("VP8 ", append(stream, make([]byte, modes+pixels)...))
}

// webp returns a file of one chunk.
func webp(name string, data []byte) []byte {
	chunk := func(name string, data []byte) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(data))), data...)
	}
	return chunk("RIFF", append([]byte("WEBP"), chunk(name, data)...))
}

// BlankGIF returns a file of frames of one colour.
func BlankGIF(width, height, frames int) []byte {
	b := []byte("GIF89a")
	b = binary.LittleEndian.AppendUint16(b, uint16(width))
	b = binary.LittleEndian.AppendUint16(b, uint16(height))
	b = append(b, 0x80, 0, 0, 0, 0, 0, 255, 255, 255)
	for range frames {
		b = append(b, ',', 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0)
	}
	return append(b, ';')
}
