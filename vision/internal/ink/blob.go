package ink

import (
	"image"
	"slices"
)

// A Blob is a connected piece of ink.
type Blob struct {
	Box  image.Rectangle
	At   []int32 // indices of its pixels in the sheet
	Peak uint8   // strength of its ink, in grey levels: the 90th percentile
}

// The weakest ink of a digit as a share of its strongest: in most digits, and in digits with blurred thin
// strokes.
const (
	WholeStroke = .4
	FaintStroke = .3
)

// Blobs returns the pieces of ink from smallest pixels in all to largest pixels wide and 6·largest high.
// Pixels that touch at a corner belong together.
func Blobs(g *image.Gray, ink []bool, smallest, largest int) []Blob {
	return Strokes(g, ink, smallest, largest, WholeStroke)
}

// Strokes returns blobs as Blobs does. Of a piece with strong and faint ink, only the pixels with at least share
// of the piece's own Peak count: they make one blob or several. So shadows and show-through do not bridge digits,
// and greyed digits are found beside black ones. Ink far stronger than Peak is cut out first: a slim digit in a faint
// box.
func Strokes(g *image.Gray, ink []bool, smallest, largest int, share float64) []Blob {
	const far = 3 // times as strong as Peak
	width, height := g.Rect.Dx(), g.Rect.Dy()
	seen, core, cut := make([]bool, len(ink)), make([]bool, len(ink)), make([]bool, len(ink))
	var all []Blob
	var at, part []int32
	for i := range ink {
		if !ink[i] || seen[i] {
			continue
		}
		at = Flood(ink, seen, width, height, int32(i), at[:0])
		if len(at) < smallest {
			continue
		}
		peak, tip := strengths(g, at)
		floors := []uint8{uint8(share * float64(peak))}
		if int(tip) > far*int(peak) {
			floors = []uint8{uint8(share * float64(tip)), floors[0]}
		}
		for _, floor := range floors {
			for _, p := range at {
				core[p] = g.Pix[p] >= floor && !cut[p]
			}
			for _, p := range at {
				if core[p] && !cut[p] {
					if part = Flood(core, cut, width, height, p, part[:0]); len(part) >= smallest {
						all = append(all, newBlob(g, part))
					}
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(b Blob) bool { return b.Box.Dx() > largest || b.Box.Dy() > 6*largest })
}

// newBlob returns the blob of some pixels; g tells their strength.
func newBlob(g *image.Gray, at []int32) Blob {
	b := Blob{Box: Tight(at, int32(g.Rect.Dx())), At: slices.Clone(at)}
	b.Peak, _ = strengths(g, at)
	return b
}

// strengths returns the 90th percentile of the strength of some pixels, and the 98th.
func strengths(g *image.Gray, at []int32) (peak, tip uint8) {
	var n [256]int
	for _, p := range at {
		n[g.Pix[p]]++
	}
	above := func(stronger int) uint8 {
		for v := 255; v >= 0; v-- {
			if stronger -= n[v]; stronger < 0 {
				return uint8(v)
			}
		}
		return 0
	}
	return above(len(at) / 10), above(len(at) / 50)
}

// Flood appends pixel from and all ink pixels connected with it to at, and marks them as seen. It takes at to be
// empty. Pixels that touch at a corner are connected.
func Flood(ink, seen []bool, width, height int, from int32, at []int32) []int32 {
	at = append(at, from)
	seen[from] = true
	for k := 0; k < len(at); k++ {
		x, y := int(at[k])%width, int(at[k])/width
		for j := max(0, y-1); j <= min(height-1, y+1); j++ {
			for i := max(0, x-1); i <= min(width-1, x+1); i++ {
				if p := j*width + i; ink[p] && !seen[p] {
					seen[p] = true
					at = append(at, int32(p))
				}
			}
		}
	}
	return at
}

// Join returns two blobs as one.
func Join(a, b Blob) Blob {
	return Blob{a.Box.Union(b.Box), append(slices.Clone(a.At), b.At...), max(a.Peak, b.Peak)}
}

// Tight returns the smallest rectangle around some pixels of an image that is width pixels wide.
func Tight(at []int32, width int32) image.Rectangle {
	if len(at) == 0 {
		return image.Rectangle{}
	}
	left, top, right, bottom := width, at[0]/width, int32(0), at[0]/width
	for _, p := range at {
		y := p / width
		x := p - y*width
		left, right = min(left, x), max(right, x)
		top, bottom = min(top, y), max(bottom, y)
	}
	return image.Rect(int(left), int(top), int(right)+1, int(bottom)+1)
}
