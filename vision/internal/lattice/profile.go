package lattice

import (
	"encoding/binary"
	"image"
	"math"

	"kibitz/vision/photo"
)

// A plane is the brightness of an image, or one of its colours, reduced by the whole factor scale.
type plane struct {
	w, h, scale int // width and height in samples; pixels of the image a sample
	pix         []uint8
	noise       bool // it has more lines than any board, even blurred
}

// countPlanes returns the number of planes of an image that may show lines: brightness, and for a coloured
// screenshot red, green and blue.
func countPlanes(img image.Image, screen bool) int {
	switch img.(type) {
	case *image.Gray, *image.YCbCr:
		return 1
	}
	if screen && isColoured(img) {
		return 4
	}
	return 1
}

// isColoured reports whether any of 128 × 128 pixels spread over an image is not grey.
func isColoured(img image.Image) bool {
	const side = 128 // samples across and down
	b, pixel := img.Bounds(), (&photo.Photo{Image: img}).Pixels()
	for i := range side * side {
		r, g, b := pixel(i%side*b.Dx()/side, i/side*b.Dy()/side)
		if max(r, g, b)-min(r, g, b) > 8 {
			return true
		}
	}
	return false
}

// newPlane returns the plane of an image's brightness for hue 0, of its red, green or blue for hue 1, 2 or 3,
// reduced by scale. An image in grey or YCbCr has its brightness alone, whatever hue is.
func newPlane(img image.Image, scale, hue int) *plane {
	switch m := img.(type) {
	case *image.Gray:
		return reduce(m.Pix, m.Stride, 1, m.Rect, scale)
	case *image.YCbCr:
		return reduce(m.Y, m.YStride, 1, m.Rect, scale)
	case *image.RGBA:
		if hue > 0 {
			return reduce(m.Pix[hue-1:], m.Stride, 4, m.Rect, scale)
		}
		return luma(m, scale)
	}
	// Pixels are taken one by one, as a copy of the whole image may be large.
	pixel := (&photo.Photo{Image: img}).Pixels()
	if hue == 0 {
		opaque, ok := img.(*image.NRGBA) // as most screenshots are
		return meanPlane(img.Bounds(), scale, func(x, y int) int {
			if ok {
				if p := opaque.Pix[y*opaque.Stride+4*x:][:4]; p[3] == 255 {
					return brightness(p[0], p[1], p[2])
				}
			}
			return brightness(pixel(x, y))
		})
	}
	return meanPlane(img.Bounds(), scale, func(x, y int) int {
		r, g, b := pixel(x, y)
		switch hue {
		case 1:
			return int(r)
		case 2:
			return int(g)
		}
		return int(b)
	})
}

// brightness returns the brightness of a colour, from 0 to 255. The weights are those of JPEG, in 256ths.
func brightness(r, g, b uint8) int { return (77*int(r) + 150*int(g) + 29*int(b)) / 256 }

// meanPlane returns a plane of means over squares of scale × scale pixels. at returns a pixel's value; it counts
// from (0, 0). What is left at the right and the bottom is dropped.
func meanPlane(r image.Rectangle, scale int, at func(x, y int) int) *plane {
	p := &plane{w: r.Dx() / scale, h: r.Dy() / scale, scale: scale}
	p.pix = make([]uint8, p.w*p.h)
	for y := range p.h {
		for x := range p.w {
			sum := 0
			for i := range scale * scale {
				sum += at(x*scale+i%scale, y*scale+i/scale)
			}
			p.pix[y*p.w+x] = uint8(sum / (scale * scale))
		}
	}
	return p
}

// reduce returns a plane of means over squares of scale × scale samples. pix begins with the first one; the next
// in a row lies every bytes further in memory, the next row stride bytes. What is left at the right and the
// bottom is dropped.
func reduce(pix []uint8, stride, every int, r image.Rectangle, scale int) *plane {
	p := &plane{w: r.Dx() / scale, h: r.Dy() / scale, scale: scale}
	p.pix = make([]uint8, p.w*p.h)
	if every == 1 && scale <= 2 { // the commonest cases, made fast
		for y := range p.h {
			out := p.pix[y*p.w : (y+1)*p.w]
			row := pix[y*scale*stride:]
			if scale == 1 {
				copy(out, row)
				continue
			}
			next := row[stride:]
			for x := range out {
				a, b := row[2*x:2*x+2], next[2*x:2*x+2]
				out[x] = uint8((uint16(a[0]) + uint16(a[1]) + uint16(b[0]) + uint16(b[1])) / 4)
			}
		}
		return p
	}
	sums := make([]int, p.w)
	for y := range p.h {
		clear(sums)
		for dy := range scale {
			row := pix[(y*scale+dy)*stride:]
			i := 0
			for x := range sums {
				for range scale {
					sums[x] += int(row[i])
					i += every
				}
			}
		}
		for x, s := range sums {
			p.pix[y*p.w+x] = uint8(s / (scale * scale))
		}
	}
	return p
}

// luma returns the brightness of an image, reduced by scale: means over squares of scale × scale pixels.
func luma(m *image.RGBA, scale int) *plane {
	p := &plane{w: m.Rect.Dx() / scale, h: m.Rect.Dy() / scale, scale: scale}
	p.pix = make([]uint8, p.w*p.h)
	sums := make([]int, p.w)
	for y := range p.h {
		clear(sums)
		for dy := range scale {
			row := m.Pix[(y*scale+dy)*m.Stride:]
			i := 0
			for x := range sums {
				for range scale {
					sums[x] += 77*int(row[i]) + 150*int(row[i+1]) + 29*int(row[i+2])
					i += 4
				}
			}
		}
		for x, s := range sums {
			p.pix[y*p.w+x] = uint8(s / (256 * scale * scale))
		}
	}
	return p
}

// half returns a plane reduced by 2.
func (p *plane) half() *plane {
	q := reduce(p.pix, p.w, 1, image.Rect(0, 0, p.w, p.h), 2)
	q.scale = 2 * p.scale
	return q
}

// brightnessAt returns the brightness at a place, and false if that lies beyond the plane.
func (p *plane) brightnessAt(at Point) (int, bool) {
	if !(at.X >= 0 && at.Y >= 0 && at.X < float64(p.w) && at.Y < float64(p.h)) {
		return 0, false
	}
	return int(p.pix[int(at.Y)*p.w+int(at.X)]), true
}

// blur returns the mean of each sample and its neighbours, with weights 1 2 1 in both directions.
func (p *plane) blur() *plane {
	q := &plane{w: p.w, h: p.h, scale: p.scale, pix: make([]uint8, len(p.pix))}
	sums := make([]uint16, p.w)
	for y := range p.h {
		above := p.pix[max(y-1, 0)*p.w:]
		row := p.pix[y*p.w:]
		below := p.pix[min(y+1, p.h-1)*p.w:]
		for x := range sums {
			sums[x] = uint16(above[x]) + 2*uint16(row[x]) + uint16(below[x])
		}
		out := q.pix[y*p.w : (y+1)*p.w]
		last := sums[0]
		for x, v := range sums {
			next := sums[min(x+1, p.w-1)]
			out[x] = uint8((last + 2*v + next + 8) / 16)
			last = v
		}
	}
	return q
}

// profiles returns n profiles one after another, each length samples long. A profile is the mean over a strip
// of step rows, for lines that run down, or of step columns, for lines that run across.
func (p *plane) profiles(down bool, step int) (n, length int, pix []uint8) {
	if down {
		n, length = p.h/step, p.w
		pix = make([]uint8, n*length)
		sums := make([]uint16, length)
		for k := range n {
			clear(sums)
			for y := k * step; y < (k+1)*step; y++ {
				for x, v := range p.pix[y*p.w : (y+1)*p.w] {
					sums[x] += uint16(v)
				}
			}
			out := pix[k*length:]
			for x, s := range sums {
				out[x] = uint8(s / uint16(step))
			}
		}
		return n, length, pix
	}
	n, length = p.w/step, p.h
	pix = make([]uint8, n*length)
	for y := range p.h {
		row := p.pix[y*p.w:]
		for k := range n {
			s := 0
			for _, v := range row[k*step : (k+1)*step] {
				s += int(v)
			}
			pix[k*length+y] = uint8(s / step)
		}
	}
	return n, length, pix
}

// A mark is where a line crosses a profile.
type mark struct {
	pos  float32 // middle of the line
	peak float32 // largest difference from both sides, in grey levels
	ink  float32 // the difference summed over the line's width
}

// A hat finds marks: samples darker than both sides within a width, by the closing of a profile (the bottom
// hat of mathematical morphology). It does not see slopes or steps.
type hat struct {
	width int   // largest width of a line, in samples
	least uint8 // peak of a mark
	buf   []uint8
}

// marks appends the marks of a profile to to, in order. If light, it finds lines lighter than their sides: the
// profile is turned into its negative.
func (h *hat) marks(profile []uint8, light bool, to []mark) []mark {
	n, w := len(profile), h.width
	if len(h.buf) < n+2*w {
		h.buf = make([]uint8, n+2*w)
	}
	// Beyond the image counts as paper, as a line may run along the image's very edge.
	b := h.buf[:n+2*w]
	for i := range w {
		b[i], b[n+w+i] = 255, 255
	}
	if light {
		for i, v := range profile {
			b[w+i] = ^v
		}
	} else {
		copy(b[w:], profile)
	}
	dilate(b, w)
	erode(b, w)
	over := b[w : w+n]
	flip := uint64(0)
	if light {
		flip = math.MaxUint64
	}
	subtract(over, profile, flip)
	return h.peaks(over, to)
}

// subtract subtracts a profile from over, which is nowhere less. If flip is all ones, it subtracts the profile's
// negative; otherwise flip is 0. It takes eight bytes at once.
func subtract(over, profile []uint8, flip uint64) {
	i, n := 0, len(profile)
	for ; i+8 <= n; i += 8 { // no byte borrows: the closing is nowhere less than the profile
		x, y := binary.LittleEndian.Uint64(over[i:]), binary.LittleEndian.Uint64(profile[i:])
		binary.LittleEndian.PutUint64(over[i:], x-(y^flip))
	}
	for ; i < n; i++ {
		over[i] -= profile[i] ^ uint8(flip)
	}
}

// peaks appends marks to to. It divides the samples into runs with at least h.least each. A stretch within a run
// is a mark if its samples have at least half of the run's largest one.
func (h *hat) peaks(over []uint8, to []mark) []mark {
	n := len(over)
	for i := 0; i < n; i++ {
		if i+8 <= n && allLess(binary.LittleEndian.Uint64(over[i:]), h.least) {
			i += 7
			continue
		}
		if over[i] < h.least {
			continue
		}
		j, top := i, over[i]
		for ; j < n && over[j] >= h.least; j++ {
			top = max(top, over[j])
		}
		for ; i < j; i++ {
			if over[i] < top/2 {
				continue
			}
			var ink, moment, peak float32
			for ; i < j && over[i] >= top/2; i++ {
				v := float32(over[i])
				ink += v
				moment += v * float32(i)
				peak = max(peak, v)
			}
			to = append(to, mark{moment/ink + .5, peak, ink})
		}
		i = j
	}
	return to
}

// dilate sets b[i] to the largest of b[i:i+w]. After each pass b[i] holds the largest of s bytes, twice as many as
// before. It takes eight places at once, as erode does.
func dilate(b []uint8, w int) {
	for s := 1; w > 1; {
		d := min(s, w-1)
		i, n := 0, len(b)-d
		for ; i+8 <= n; i += 8 {
			x, y := binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i+d:])
			binary.LittleEndian.PutUint64(b[i:], x^(x^y)&^notLess(x, y))
		}
		for ; i < n; i++ {
			b[i] = max(b[i], b[i+d])
		}
		w -= d
		s += d
	}
}

// erode sets b[i] to the smallest of b[i-w+1:i+1].
func erode(b []uint8, w int) {
	for s := 1; w > 1; {
		d := min(s, w-1)
		i := len(b) - 8
		for ; i >= d; i -= 8 {
			x, y := binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i-d:])
			binary.LittleEndian.PutUint64(b[i:], x^(x^y)&notLess(x, y))
		}
		for i += 7; i >= d; i-- {
			b[i] = min(b[i], b[i-d])
		}
		w -= d
		s += d
	}
}

// allLess reports whether each of eight bytes is less than a number below 128. Adding 128 less that number sets
// the high bit of a byte below 128 that is not less; other bytes have the bit already.
func allLess(x uint64, than uint8) bool {
	const high, each = 0x8080808080808080, 0x0101010101010101
	return (x|(x&^high+each*uint64(0x80-than)))&high == 0
}

// notLess returns a word with all bits of a byte set if that byte of x is at least y's. It compares eight
// bytes at once, as in Warren, "Hacker's Delight", 2-18. Half of the time of Find is spent on these.
func notLess(x, y uint64) uint64 {
	const high = 0x8080808080808080
	low := (x | high) - y&^high // a byte's high bit: x ≥ y in the seven bits below
	at := (x&^y | ^(x^y)&low) & high
	return at | (at - at>>7)
}
