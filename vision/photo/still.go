package photo

import (
	"bytes"
	"encoding/binary"
)

// firstFrame returns the first frame of an animated WebP as a file of its own, which the decoder can read. It
// returns any other file unchanged. See RFC 9649, 2.7: a frame's chunk holds its place, its size and its
// duration, then the chunks of a still image.
func firstFrame(data []byte) []byte {
	const head, chunkHead, frameHead, animated, transparent = 12, 8, 16, 1 << 1, 1 << 4 // three lengths in bytes, two flags
	if len(data) < head || string(data[:4]) != "RIFF" || string(data[8:head]) != "WEBP" {
		return data
	}
	name, body, rest := chunk(data[head:])
	if name != "VP8X" || len(body) == 0 || body[0]&animated == 0 {
		return data
	}
	for len(rest) > 0 && name != "ANMF" {
		name, body, rest = chunk(rest)
	}
	if name != "ANMF" || len(body) < frameHead {
		return data
	}
	size, frame := body[6:12], body[frameHead:]
	var file bytes.Buffer
	file.WriteString("RIFF\x00\x00\x00\x00WEBP")
	if name, _, _ := chunk(frame); name == "ALPH" {
		file.WriteString("VP8X\x0a\x00\x00\x00")
		file.Write(append([]byte{transparent, 0, 0, 0}, size...))
	}
	file.Write(frame)
	binary.LittleEndian.PutUint32(file.Bytes()[4:], uint32(file.Len()-chunkHead))
	return file.Bytes()
}

// chunk returns the name and the body of the first of some chunks, and the rest. If the chunk does not end it
// returns nothing.
func chunk(data []byte) (name string, body, rest []byte) {
	const head = 8
	if len(data) < head {
		return "", nil, nil
	}
	length := uint64(binary.LittleEndian.Uint32(data[4:]))
	if length > uint64(len(data)-head) {
		return "", nil, nil
	}
	end := head + int(length)
	return string(data[:4]), data[head:end], data[min(end+end%2, len(data)):]
}
