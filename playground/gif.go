package playground

// The parts of a GIF, by the GIF89a specification, sections 18 to 26.
const (
	gifHeader     = 6 + 7 // signature, logical screen descriptor
	gifDescriptor = 9     // of an image, without its introducer

	gifImage     = 0x2c
	gifExtension = 0x21
	gifTrailer   = 0x3b
)

// gifFrames counts the pictures of a GIF; 0 for another file, or one whose
// blocks break off. It walks from block to block and decodes nothing: the size
// that a picture claims costs no memory, whatever it is.
func gifFrames(data []byte) int {
	if len(data) < gifHeader || string(data[:6]) != "GIF87a" && string(data[:6]) != "GIF89a" {
		return 0
	}
	frames := 0
	rest := skip(data, gifHeader+colorTable(data[10]))
	for len(rest) > 0 {
		block := rest[0]
		rest = rest[1:]
		switch block {
		case gifImage:
			if len(rest) < gifDescriptor {
				return 0
			}
			const codeSize = 1
			rest = skipSubBlocks(skip(rest, gifDescriptor+colorTable(rest[gifDescriptor-1])+codeSize))
			frames++
		case gifExtension:
			const label = 1
			rest = skipSubBlocks(skip(rest, label))
		case gifTrailer:
			return frames
		default:
			return 0
		}
	}
	return 0 // no trailer
}

// colorTable returns the size in bytes of the colour table that follows a
// descriptor with these flags: the top bit says that there is one, and the lowest
// three bits, n, that it has 2^(n+1) colours of three bytes.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipSubBlocks returns the data behind a chain of sub-blocks, each after its
// length and the last of length 0.
func skipSubBlocks(data []byte) []byte {
	for len(data) > 0 && data[0] > 0 {
		data = skip(data, 1+int(data[0]))
	}
	return skip(data, 1)
}

// skip returns data without its first n bytes, nil if it is shorter.
func skip(data []byte, n int) []byte {
	if len(data) < n {
		return nil
	}
	return data[n:]
}
