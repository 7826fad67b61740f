package photo

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"
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

// TestOrientation: the letter F is stored in each way of the standard's table, which says where row 0 and
// column 0 of the pixels are seen. It is always shown upright.
func TestOrientation(t *testing.T) {
	const want = "####\n#...\n###.\n#...\n#...\n"
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
		stored := image.NewGray(image.Rect(0, 0, w*scale, h*scale))
		for i := range stored.Pix {
			x, y := i%stored.Stride, i/stored.Stride
			r, c := at(y/scale, x/scale)
			if want[r*(cols+1)+c] == '.' {
				stored.Pix[i] = 255
			}
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, stored, nil); err != nil {
			t.Fatal(err)
		}
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			p, err := Read(withExif(b.Bytes(), o, order))
			if err != nil {
				t.Fatal(err)
			}
			if turned := o >= 2 && o <= 8; p.Turned != turned || p.Camera {
				t.Errorf("orientation %d: turned %v, camera %v", o, p.Turned, p.Camera)
			}
			pixel := p.Pixels()
			for name, light := range map[string]func(x, y int) uint8{
				"At":     func(x, y int) uint8 { return color.GrayModel.Convert(p.At(x, y)).(color.Gray).Y },
				"Luma":   func(x, y int) uint8 { return p.Luma().GrayAt(x, y).Y },
				"Pixels": func(x, y int) uint8 { r, _, _ := pixel(x, y); return r },
			} {
				if got := seen(p.Bounds(), scale, light); got != want {
					t.Errorf("orientation %d by %s:\n%s", o, name, got)
				}
			}
			if got := p.AsStored(); got.Turned || got.Bounds() != stored.Bounds() {
				t.Errorf("orientation %d: stored are %v, want %v", o, got.Bounds(), stored.Bounds())
			}
		}
	}
}

// seen draws the cells of an image with # and ., by the lightness of their middles.
func seen(b image.Rectangle, scale int, light func(x, y int) uint8) string {
	var text strings.Builder
	for y := b.Min.Y + scale/2; y < b.Max.Y; y += scale {
		for x := b.Min.X + scale/2; x < b.Max.X; x += scale {
			text.WriteByte("#."[light(x, y)>>7])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// An image has a camera if its Exif names one.
func TestCamera(t *testing.T) {
	data := withExif([]byte{0xff, 0xd8, 0xff, 0xda}, 6, binary.BigEndian)
	named := bytes.Replace(data, []byte{1, 0, 0, 3}, []byte{1, 0x0f, 0, 2}, 1) // its first entry is the maker
	if readExif(data).camera || !readExif(named).camera || readExif(named).orientation != 6 {
		t.Errorf("without %v, with %v", readExif(data), readExif(named))
	}
}

// Whatever bytes follow a JPEG's beginning, readExif stays within the file.
func FuzzExif(f *testing.F) {
	f.Add(withExif([]byte{0xff, 0xd8, 0xff, 0xda}, 6, binary.BigEndian)[2:])
	f.Add([]byte{0xff, 0xe1, 0, 0, 'E', 'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		if o := readExif(append([]byte{0xff, 0xd8}, data...)).orientation; o < 0 || o > 8 {
			t.Fatal(o)
		}
	})
}
