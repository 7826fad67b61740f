package photo

import (
	"bytes"
	"encoding/binary"
)

// exif holds what the Exif of a file says. See "Exchangeable image file format for digital still cameras:
// Exif 2.3", CIPA DC-008.
type exif struct {
	orientation int  // 1 to 8, or 0 if it is not given
	camera      bool // it names the camera's make or model
}

// readExif returns the Exif of a JPEG, or nothing if there is none before the pixels begin. Cameras write no other
// kind of file.
func readExif(data []byte) exif {
	if !bytes.HasPrefix(data, []byte{0xff, 0xd8}) {
		return exif{}
	}
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, length := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		segment := data[at+4 : min(max(at+2+length, at+4), len(data))]
		switch {
		case marker == 0xda: // the pixels begin
			return exif{}
		case marker == 0xe1 && bytes.HasPrefix(segment, []byte("Exif\x00\x00")):
			return readTIFF(segment[6:])
		}
		at += 2 + length
	}
	return exif{}
}

// readTIFF reads the tags in the first directory of a TIFF. It takes the first orientation that is valid, and stops
// where the data ends.
func readTIFF(tiff []byte) (e exif) {
	const header, entry = 8, 12                              // bytes
	const maker, model, orientation = 0x010f, 0x0110, 0x0112 // tags
	if len(tiff) < header {
		return e
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return e
	}
	directory := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(directory) < entry {
			break
		}
		switch order.Uint16(directory) {
		case maker, model:
			e.camera = true
		case orientation:
			if o := order.Uint16(directory[8:]); o >= 1 && o <= 8 && e.orientation == 0 {
				e.orientation = int(o)
			}
		}
		directory = directory[entry:]
	}
	return e
}
