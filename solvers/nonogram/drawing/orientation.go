package drawing

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
)

// upright turns an image as its camera says: telephones store pixels as the
// sensor has them, and beside them how they were held.
func upright(img image.Image, data []byte) image.Image {
	o := orientation(data)
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

// turned is an image shown in one of the orientations 2 to 8 of Exif: 2 to 4 are
// mirrored, upside down and both; 5 to 8 also swap rows and columns.
type turned struct {
	image.Image
	orientation int
	shown       image.Rectangle // the part that is seen, as it is seen
}

func (t *turned) Bounds() image.Rectangle { return t.shown }

func (t *turned) At(x, y int) color.Color {
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
	return t.Image.At(b.Min.X+x, b.Min.Y+y)
}

func (t *turned) SubImage(r image.Rectangle) image.Image {
	return &turned{t.Image, t.orientation, r.Intersect(t.shown)}
}

// orientation is what a JPEG's Exif says, 1 to 8, or 0 where it says nothing. See
// "Exchangeable image file format for digital still cameras: Exif 2.3", CIPA
// DC-008, tag 0x0112.
func orientation(data []byte) int {
	if !bytes.HasPrefix(data, []byte{0xff, 0xd8}) {
		return 0
	}
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, length := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		segment := data[at+4 : min(max(at+2+length, at+4), len(data))]
		switch {
		case marker == 0xda: // the pixels begin
			return 0
		case marker == 0xe1 && bytes.HasPrefix(segment, []byte("Exif\x00\x00")):
			return tiffOrientation(segment[6:])
		}
		at += 2 + length
	}
	return 0
}

// tiffOrientation looks the tag up in the first directory of a TIFF.
func tiffOrientation(tiff []byte) int {
	const header, entry, tag = 8, 12, 0x0112
	if len(tiff) < header {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 0
	}
	directory := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(directory) < entry {
			return 0
		}
		if order.Uint16(directory) == tag {
			if o := order.Uint16(directory[8:]); o >= 1 && o <= 8 {
				return int(o)
			}
			return 0
		}
		directory = directory[entry:]
	}
	return 0
}
