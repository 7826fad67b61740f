package nonogram

import (
	"context"
	"image"
	"slices"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// Clues in colours are printed in coloured ink, or in black and white on plates of their colour. Both are evened out,
// to dark ink on light paper, before digits are looked for.

// A tint is the colour of a pixel.
type tint [3]uint8

// far returns how much two tints differ: the largest difference of a channel, in grey levels.
func (t tint) far(o tint) int {
	d := 0
	for k := range t {
		d = max(d, int(t[k])-int(o[k]), int(o[k])-int(t[k]))
	}
	return d
}

// chroma returns how far a tint is from grey, in grey levels.
func (t tint) chroma() int { return int(max(t[0], t[1], t[2])) - int(min(t[0], t[1], t[2])) }

// light returns how light a tint is.
func (t tint) light() int { return (3*int(t[0]) + 6*int(t[1]) + int(t[2])) / 10 }

// tints holds the colours of the pixels of a sheet, row-major.
type tints struct {
	pix           []tint
	grounds       []tint // the ground of each pixel, once the sheet is levelled
	width, height int
}

// tintsOf returns the colours in the places of a sheet's pixels.
func tintsOf(v *page.View, m plane.Mesh, s *plane.Sheet) *tints {
	t := &tints{width: s.Light.Rect.Dx(), height: s.Light.Rect.Dy()}
	t.pix = make([]tint, t.width*t.height)
	plane.Straighten(m, s.Area, s.W, s.H, func(y int, at []lattice.Point) {
		for x, p := range at {
			t.pix[y*t.width+x] = v.ColourAt(p)
		}
	})
	return t
}

// at returns the tint of a pixel.
func (t *tints) at(x, y int) tint { return t.pix[y*t.width+x] }

// commonest returns the tint that most of a rectangle has. It compares the tints of some places in it, and takes the
// one from which the others differ least; large differences count the same.
func (t *tints) commonest(in image.Rectangle) (best tint) {
	const side, much = 5, 48 // places along a side; grey levels
	var all [side * side]tint
	for i := range all {
		x, y := in.Min.X+(2*(i%side)+1)*in.Dx()/(2*side), in.Min.Y+(2*(i/side)+1)*in.Dy()/(2*side)
		all[i] = t.at(x, y)
	}
	least := much * len(all)
	for _, one := range all {
		sum := 0
		for _, other := range all {
			if sum += min(one.far(other), much); sum >= least {
				break
			}
		}
		if sum < least {
			best, least = one, sum
		}
	}
	return best
}

// oneGround is by how little tints of one ground differ, in grey levels.
const oneGround = 24

// claim returns a ground of each pixel that has the colour of one, and which pixels have: the ground of a window is
// what is commonest in it, and windows are larger than strokes. If ctx ends so does claim.
func (t *tints) claim(ctx context.Context, cell float64) (grounds []tint, isGround []bool) {
	const part, steps, leastStep = .45, 3, 3 // of a cell; steps along a window; pixels of a step
	side := min(max(int(part*cell), steps), t.width, t.height)
	grounds, isGround = make([]tint, len(t.pix)), make([]bool, len(t.pix))
	starts := func(length int) (all []int) {
		for at := 0; at+side < length; at += max(side/steps, min(leastStep, side)) {
			all = append(all, at)
		}
		return append(all, length-side)
	}
	far := slices.Repeat([]uint8{oneGround}, len(t.pix))
	for _, top := range starts(t.height) {
		if ctx.Err() != nil {
			break
		}
		for _, left := range starts(t.width) {
			ground := t.commonest(image.Rect(left, top, left+side, top+side))
			for y := top; y < top+side; y++ {
				for i := y*t.width + left; i < y*t.width+left+side; i++ {
					if far[i] == 0 {
						continue
					}
					if d := t.pix[i].far(ground); d < int(far[i]) {
						far[i], grounds[i], isGround[i] = uint8(d), ground, true
					}
				}
			}
		}
	}
	return grounds, isGround
}

// level returns the sheet as dark ink on light paper: how far each pixel is from the ground around it. Pixels of a
// ground that hang together are ground if they are many. A few may be a stroke of a white digit, whose small plate
// stands on white paper. Each other pixel is compared with the ground that is nearest.
func (t *tints) level(ctx context.Context, cell float64) *image.Gray {
	const few = .1 // of a cell's area
	grounds, isGround := t.claim(ctx, cell)
	seen := make([]bool, len(t.pix))
	var sure, queue []int32
	for i := range t.pix {
		if !isGround[i] || seen[i] {
			continue
		}
		// What has this ground's colour and hangs together with it is ground as well, such as the gap between two plates.
		ground := grounds[i]
		seen[i] = true
		queue = t.spread(append(queue[:0], int32(i)), func(_, next int32) bool {
			if seen[next] || t.pix[next].far(ground) >= oneGround {
				return false
			}
			seen[next], grounds[next] = true, ground
			return true
		})
		if float64(len(queue)) >= few*cell*cell {
			sure = append(sure, queue...)
		}
	}
	clear(isGround)
	for _, i := range sure {
		isGround[i] = true
	}
	t.spread(sure, func(i, next int32) bool {
		if isGround[next] {
			return false
		}
		isGround[next], grounds[next] = true, grounds[i]
		return true
	})
	t.grounds = grounds
	light := image.NewGray(image.Rect(0, 0, t.width, t.height))
	for i, pixel := range t.pix {
		light.Pix[i] = 255 - uint8(pixel.far(grounds[i]))
	}
	return light
}

// spread goes from pixels to their neighbours as long as to says so, and returns all pixels in the order in which it
// came to them.
func (t *tints) spread(queue []int32, to func(i, next int32) bool) []int32 {
	width, all := int32(t.width), int32(len(t.pix))
	for n := 0; n < len(queue); n++ {
		i := queue[n]
		for k, next := range [4]int32{i - width, i + width, i - 1, i + 1} {
			on := next >= 0 && next < all && (k < 2 || next/width == i/width)
			if on && to(i, next) {
				queue = append(queue, next)
			}
		}
	}
	return queue
}

// around returns the ground of a number: the median of what is just outside its box, without what differs from the
// ground in its box. Beside a wide number there may be other plates.
func (t *tints) around(box image.Rectangle) tint {
	sheet := image.Rect(0, 0, t.width, t.height)
	under := (&tints{pix: t.grounds, width: t.width, height: t.height}).commonest(box.Intersect(sheet))
	rim := box.Inset(-2).Intersect(sheet)
	all := []tint{under}
	add := func(x, y int) {
		if one := t.at(x, y); one.far(under) < oneGround {
			all = append(all, one)
		}
	}
	for x := rim.Min.X; x < rim.Max.X; x++ {
		add(x, rim.Min.Y)
		add(x, rim.Max.Y-1)
	}
	for y := rim.Min.Y; y < rim.Max.Y; y++ {
		add(rim.Min.X, y)
		add(rim.Max.X-1, y)
	}
	return medianTint(all)
}

// within returns the ink of a number: the median of what is farthest from its ground in its box.
func (t *tints) within(box image.Rectangle, ground tint) tint {
	const strong = .95 // of the farthest
	box = box.Intersect(image.Rect(0, 0, t.width, t.height))
	most := 0
	var all []tint
	for _, collect := range []bool{false, true} {
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				d := t.at(x, y).far(ground)
				if most = max(most, d); collect && float64(d) >= strong*float64(most) {
					all = append(all, t.at(x, y))
				}
			}
		}
	}
	return medianTint(all)
}

// medianTint returns the median of each channel.
func medianTint(all []tint) (m tint) {
	if len(all) == 0 {
		return m
	}
	values := make([]uint8, len(all))
	for k := range m {
		for i, t := range all {
			values[i] = t[k]
		}
		slices.Sort(values)
		m[k] = values[len(values)/2]
	}
	return m
}
