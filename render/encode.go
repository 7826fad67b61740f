package render

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image/color"
	"io"
	"sync"
)

// This encoder writes one kind of PNG, with a palette, in half of the time that image/png takes at
// its default. It reads rows and not single pixels. It packs and filters a row once for all rows
// equal to it. It filters a ruled board by the row above, which image/png does for no picture with
// a palette. Files of nonograms are up to a third smaller, others up to a fifth larger;
// docs/figures.md has all figures. Encoding is two thirds of the time that a picture costs.

// deflation is the level for these figures. The next level takes a third longer to save a
// twentieth, rarely more.
const deflation = 5

// deflaters are kept for the next picture. Making one takes 0.8 MB, and for a row of cards longer
// than all other work.
var deflaters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(nil, deflation)
	if err != nil {
		panic(err) // there is no such level
	}
	return z
}}

// encode returns the picture as a PNG file with a palette: four bits a pixel for up to 16 colours,
// else eight. ruled says whether the board has lines: see scanlines. It changes the palette and
// the pixels: see settle.
func (c *canvas) encode(ruled bool) ([]byte, error) {
	streaks := c.streaks()
	c.settle(streaks)
	depth := 8
	if len(c.img.Palette) <= 16 {
		depth = 4
	}
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(c.img.Rect.Dx()))
	header = binary.BigEndian.AppendUint32(header, uint32(c.img.Rect.Dy()))
	chunk(&out, "IHDR", append(header, byte(depth), 3, 0, 0, 0)) // 3 is a picture with a palette
	var palette []byte
	for _, k := range c.img.Palette {
		rgb := k.(color.RGBA)
		palette = append(palette, rgb.R, rgb.G, rgb.B)
	}
	chunk(&out, "PLTE", palette)
	var data bytes.Buffer
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	z.Reset(&data)
	if err := c.scanlines(z, streaks, depth, ruled); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	chunk(&out, "IDAT", data.Bytes())
	chunk(&out, "IEND", nil)
	return out.Bytes(), nil
}

// A streak is a run of equal rows of pixels: `rows` of them from row y on. A picture of a board has
// few streaks: the straight parts of cells and lines.
type streak struct{ y, rows int }

// streaks returns the rows of the picture as streaks, each as long as can be.
func (c *canvas) streaks() (all []streak) {
	for y := range c.img.Rect.Dy() {
		if y > 0 && bytes.Equal(c.row(y), c.row(y-1)) {
			all[len(all)-1].rows++
		} else {
			all = append(all, streak{y, 1})
		}
	}
	return all
}

func (c *canvas) row(y int) []uint8 { return c.img.Pix[y*c.img.Stride:][:c.img.Rect.Dx()] }

// chunk writes a chunk of a PNG: the length of the data, the name, the data, and the CRC-32 of name
// and data.
func chunk(out *bytes.Buffer, name string, data []byte) {
	head := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), name...)
	sum := crc32.Update(crc32.ChecksumIEEE(head[4:]), crc32.IEEETable, data)
	out.Write(head)
	out.Write(data)
	out.Write(binary.BigEndian.AppendUint32(nil, sum))
}

// scanlines writes the pixels, each row after the number of its filter: 0 for none, 2 for the
// difference from the row above. A row equal to the one above is written as its difference, all
// zeros. On a ruled board every other row gets the filter that leaves fewer changes of bytes along
// it. Round tiles do best without a filter.
func (c *canvas) scanlines(out io.Writer, streaks []streak, depth int, ruled bool) error {
	size := (c.img.Rect.Dx()*depth + 7) / 8
	plain, diff, last := make([]byte, 1+size), make([]byte, 1+size), make([]byte, 1+size)
	same := make([]byte, 1+size)
	diff[0], same[0] = 2, 2
	for _, b := range streaks {
		plain, last = last, plain
		if depth == 4 {
			pack(plain[1:], c.row(b.y))
		} else {
			copy(plain[1:], c.row(b.y))
		}
		for i := 1; i <= size; i++ {
			diff[i] = plain[i] - last[i]
		}
		first, others := plain, same
		if ruled {
			if changes(diff) <= changes(plain) {
				first = diff
			}
		}
		for i := range b.rows {
			line := others
			if i == 0 {
				line = first
			}
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// changes returns the number of bytes that differ from the byte before.
func changes(line []byte) int {
	n := 0
	for i := 2; i < len(line); i++ { // byte 0 is the filter's number
		if line[i] != line[i-1] {
			n++
		}
	}
	return n
}

// pack puts two pixels into a byte, the left one high.
func pack(row, pix []byte) {
	for i := range len(pix) / 2 {
		row[i] = pix[2*i]<<4 | pix[2*i+1]
	}
	if len(pix)%2 == 1 {
		row[len(row)-1] = pix[len(pix)-1] << 4
	}
}

// tally counts the pixels of each index, run by run. Pixel by pixel each count would wait for the
// one before.
func (c *canvas) tally(streaks []streak) (count [256]int) {
	for _, b := range streaks {
		pix := c.row(b.y)
		for i := 0; i < len(pix); {
			start, k := i, pix[i]
			for i < len(pix) && pix[i] == k {
				i++
			}
			count[k] += (i - start) * b.rows
		}
	}
	return count
}

// near is the largest distance at which one shade may replace another at a shape's edge, as the
// square of their distance in red, green and blue.
const near = 40 * 40

// manyColours is the size of a palette that settle leaves alone: its time grows with the cube of
// the size.
const manyColours = 80

// settle brings the palette down to 16 colours if merging shades that are
// near each other is enough, and drops colours that nothing shows. The inks
// themselves stay as they are. If merging is not enough, it merges none. It leaves a palette of 16
// colours or fewer alone, and one of more than manyColours.
func (c *canvas) settle(streaks []streak) {
	if n := len(c.img.Palette); n <= 16 || n > manyColours {
		return
	}
	count := c.tally(streaks)
	var into [256]uint8
	alive := 0
	for i := range c.img.Palette {
		into[i] = uint8(i)
		if count[i] > 0 {
			alive++
		}
	}
	merged, left := count, alive
	for left > 16 {
		from, to := c.nearest(&merged)
		if from < 0 {
			break
		}
		merged[to] += merged[from]
		merged[from] = 0
		for i := range into {
			if int(into[i]) == from {
				into[i] = uint8(to)
			}
		}
		left--
	}
	if left > 16 {
		merged = count
		for i := range into {
			into[i] = uint8(i)
		}
	}
	c.repalette(streaks, &merged, &into)
}

// nearest returns the shade from, which is no ink of its own, and the colour to that change the
// picture least if to takes the place of from: the square of their distance times the pixels of
// from is least. It returns -1, -1 if none are near enough.
func (c *canvas) nearest(count *[256]int) (from, to int) {
	var pure [256]bool
	for _, i := range c.inked {
		if i >= 0 {
			pure[i] = true
		}
	}
	from, to = -1, -1
	best := 0
	for i := range c.img.Palette {
		for j := range c.img.Palette {
			if i == j || pure[i] || count[i] == 0 || count[j] == 0 {
				continue
			}
			a, b := c.img.Palette[i].(color.RGBA), c.img.Palette[j].(color.RGBA)
			dr, dg, db := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
			far := dr*dr + dg*dg + db*db
			if cost := far * count[i]; far <= near && (from < 0 || cost < best) {
				from, to, best = i, j, cost
			}
		}
	}
	return from, to
}

// repalette keeps the colours that are still counted, in their order, and gives pixels of colour i
// the new index of colour into[i]. Of each streak it changes the first row, which stands for the
// others from here on. It leaves in into the new indices.
func (c *canvas) repalette(streaks []streak, count *[256]int, into *[256]uint8) {
	var place [256]uint8
	kept := color.Palette{}
	for i, k := range c.img.Palette {
		if count[i] > 0 {
			place[i] = uint8(len(kept))
			kept = append(kept, k)
		}
	}
	same := true
	for i := range c.img.Palette {
		into[i] = place[into[i]]
		same = same && into[i] == uint8(i)
	}
	c.img.Palette = kept
	if same {
		return
	}
	for _, b := range streaks {
		pix := c.row(b.y)
		for i, k := range pix {
			pix[i] = into[k]
		}
	}
}
