// Package ink finds ink, pixels darker or lighter than all around them. It removes straight lines and gathers
// the rest into blobs.
package ink

import (
	"encoding/binary"
	"image"
	"slices"
)

// Ink is what a thin pen leaves: darker (or lighter) than all around it for some way. A morphological closing
// with a rectangle fills every dark mark too narrow to hold the rectangle. The difference is the ink, whether
// it stands on paper, in shade, on stripes or in a box of its own.

// Of returns how much darker than its surroundings each pixel is, or how much lighter, in grey levels. An
// area that holds w × h pixels counts as surroundings. The result begins at (0, 0). It is a closing: a dilation,
// and then an erosion, which is the dilation of the negative.
func Of(g *image.Gray, w, h int, lighter bool) *image.Gray {
	width, height := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, width, height))
	src := make([]uint8, width*height)
	for y := range height {
		copy(src[y*width:], g.Pix[y*g.Stride:][:width])
	}
	if lighter {
		for i := range src {
			src[i] = 255 - src[i]
		}
	}
	copy(out.Pix, src)
	Dilate(out.Pix, width, height, w, h)
	for i, v := range out.Pix {
		out.Pix[i] = 255 - v
	}
	Dilate(out.Pix, width, height, w, h)
	for i, v := range out.Pix {
		out.Pix[i] = 255 - v - src[i]
	}
	return out
}

// Dilate replaces each pixel by the largest of those w × h around it. An even w or h counts as one more.
func Dilate(p []uint8, width, height, w, h int) {
	if r := w / 2; r > 0 {
		line := make([]uint8, width+2*r)
		for y := range height {
			dilateLine(p[y*width:][:width], line, r)
		}
	}
	if r := h / 2; r > 0 {
		dilateColumns(p, width, height, r)
	}
}

// dilateLine replaces each pixel of a line by the largest within r. It doubles windows until they have 2r+1
// pixels. Eight pixels at a time, this is faster than a constant number of steps for each. line is scratch space
// with 2r pixels more than p.
func dilateLine(p, line []uint8, r int) {
	n, k := len(p), 2*r+1
	clear(line[:r])
	copy(line[r:], p)
	clear(line[r+n:])
	for have := 1; have < k; {
		d := min(have, k-have)
		storeLarger(line[:len(line)-d], line[d:])
		have += d
	}
	copy(p, line)
}

// dilateColumns does the same for all columns at once. It goes along the rows in memory and takes constant
// time a pixel: each window of 2r+1 pixels is the end of one block of that length and the beginning of the
// next (van Herk 1992, Gil & Werman 1993).
func dilateColumns(p []uint8, width, height, r int) {
	k := 2*r + 1
	// For each pixel, the largest from its block's beginning to it, and from it to its block's end.
	ahead, behind := slices.Clone(p), slices.Clone(p)
	row := func(q []uint8, y int) []uint8 { return q[y*width:][:width] }
	for y := 1; y < height; y++ {
		if y%k != 0 {
			storeLarger(row(ahead, y), row(ahead, y-1))
		}
	}
	for y := height - 2; y >= 0; y-- {
		if y%k != k-1 {
			storeLarger(row(behind, y), row(behind, y+1))
		}
	}
	for y := range height {
		from, to := max(y-r, 0), min(y+r, height-1)
		switch {
		case from/k != to/k:
			copy(row(p, y), row(ahead, to))
			storeLarger(row(p, y), row(behind, from))
		case to == height-1:
			copy(row(p, y), row(behind, from))
		default:
			copy(row(p, y), row(ahead, to))
		}
	}
}

// storeLarger stores the larger of p[i] and q[i] in p[i]. It takes eight bytes at once, as in Warren, "Hacker's
// Delight", 2-18.
func storeLarger(p, q []uint8) {
	const high = 0x8080808080808080
	p = p[:len(q)]
	for len(q) >= 8 {
		x, y := binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(q)
		low := (x | high) - y&^high // a byte's high bit: x ≥ y in the seven bits below
		at := (x&^y | ^(x^y)&low) & high
		least := at | (at - at>>7) // all bits of a byte if x ≥ y
		binary.LittleEndian.PutUint64(p, y^(x^y)&least)
		p, q = p[8:], q[8:]
	}
	for i, v := range q {
		p[i] = max(p[i], v)
	}
}

// Soften replaces each pixel by a mean of 3 × 3, with weight four for the middle and two for its neighbours.
// It smooths the grain of paper and the stripes of a photographed screen. An image with a side of less than three
// pixels it leaves as it is.
func Soften(g *image.Gray) {
	width, height := g.Rect.Dx(), g.Rect.Dy()
	if width < 3 || height < 3 {
		return
	}
	across := func(row, out []uint16) {
		out[0], out[width-1] = 3*row[0]+row[1], 3*row[width-1]+row[width-2]
		for x := 1; x < width-1; x++ {
			out[x] = row[x-1] + 2*row[x] + row[x+1]
		}
	}
	var rows [3][]uint16
	for i := range rows {
		rows[i] = make([]uint16, width)
	}
	raw := make([]uint16, width)
	load := func(y int) {
		for x, v := range g.Pix[min(y, height-1)*g.Stride:][:width] {
			raw[x] = uint16(v)
		}
		across(raw, rows[y%3])
	}
	load(0)
	copy(rows[2], rows[0])
	for y := range height {
		load(y + 1)
		above, here, below := rows[(y+2)%3], rows[y%3], rows[(y+1)%3]
		out := g.Pix[y*g.Stride:][:width]
		for x := range out {
			out[x] = uint8((above[x] + 2*here[x] + below[x] + 8) / 16)
		}
	}
}
