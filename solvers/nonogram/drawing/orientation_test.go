package drawing

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"

	"kibitz/solvers/nonogram"
)

// withExif puts an orientation into a JPEG, as a camera does.
func withExif(jpeg []byte, orientation uint16, order binary.AppendByteOrder) []byte {
	tiff := []byte("MM")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		tiff = []byte("II")
	}
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2) // entries: the width, then the orientation
	for _, tag := range [][2]uint16{{0x0100, 6}, {0x0112, orientation}} {
		tiff = order.AppendUint16(tiff, tag[0])
		tiff = order.AppendUint16(tiff, 3)
		tiff = order.AppendUint32(tiff, 1)
		tiff = order.AppendUint16(tiff, tag[1])
		tiff = order.AppendUint16(tiff, 0)
	}
	segment := append([]byte("Exif\x00\x00"), tiff...)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(segment)+2))...)
	return append(append(out, segment...), jpeg[2:]...)
}

// TestOrientation: the letter F stored in each way of the standard's table (where
// row 0 and column 0 of the pixels are to be seen) is drawn upright.
func TestOrientation(t *testing.T) {
	want := cellsOf("####/#.../###./#.../#...")
	const rows, cols, scale = 5, 4, 16
	for o, at := range map[uint16]func(r, c int) (int, int){ // cell seen, of the cell stored
		0: func(r, c int) (int, int) { return r, c },
		1: func(r, c int) (int, int) { return r, c },                       // top, left
		2: func(r, c int) (int, int) { return r, cols - 1 - c },            // top, right
		3: func(r, c int) (int, int) { return rows - 1 - r, cols - 1 - c }, // bottom, right
		4: func(r, c int) (int, int) { return rows - 1 - r, c },            // bottom, left
		5: func(r, c int) (int, int) { return c, r },                       // left, top
		6: func(r, c int) (int, int) { return c, cols - 1 - r },            // right, top
		7: func(r, c int) (int, int) { return rows - 1 - c, cols - 1 - r }, // right, bottom
		8: func(r, c int) (int, int) { return rows - 1 - c, r },            // left, bottom
		9: func(r, c int) (int, int) { return r, c },                       // means nothing
	} {
		w, h := cols, rows
		if o >= 5 && o <= 8 {
			w, h = rows, cols
		}
		stored := painted(w*scale, h*scale, func(x, y int) color.Color {
			r, c := at(y/scale, x/scale)
			return blackIf(want[r*cols+c] == nonogram.Filled)
		})
		var b bytes.Buffer
		if err := jpeg.Encode(&b, stored, nil); err != nil {
			t.Fatal(err)
		}
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			img, err := ReadImage(withExif(b.Bytes(), o, order))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := Draw(img, rows, cols, false); err != nil || !slices.Equal(got, want) {
				t.Errorf("orientation %d: %s, %v", o, rowsOf(got, cols), err)
			}
		}
	}
}

// No bytes after a JPEG's beginning are out of its reach.
func FuzzOrientation(f *testing.F) {
	f.Add(withExif([]byte{0xff, 0xd8, 0xff, 0xda}, 6, binary.BigEndian)[2:])
	f.Add([]byte{0xff, 0xe1, 0, 0, 'E', 'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		if o := orientation(append([]byte{0xff, 0xd8}, data...)); o < 0 || o > 8 {
			t.Fatal(o)
		}
	})
}
