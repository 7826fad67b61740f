package ink

import (
	"image"
	"slices"
)

// A Blob is ink that hangs together.
type Blob struct {
	Box  image.Rectangle
	At   []int32 // its pixels, as indices of the sheet's
	Peak uint8   // how strong its ink is, but for the strongest tenth
}

// How strong the weakest ink of a digit is, of its strongest: as a rule, and where thin strokes are blurred.
const (
	WholeStroke = .4
	FaintStroke = .3
)

// Blobs are the pieces of ink, pixels that touch at a corner being together.
func Blobs(g *image.Gray, ink []bool, smallest, largest int) []Blob {
	return Strokes(g, ink, smallest, largest, WholeStroke)
}

// Strokes are blobs. A piece whose ink is partly strong and partly faint is cut at that share of its own
// strength: so shadows and show-through do not bridge digits, and greyed digits are found beside black ones.
func Strokes(g *image.Gray, ink []bool, smallest, largest int, share float64) []Blob {
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
		whole := newBlob(g, at)
		floor, strong := uint8(share*float64(whole.Peak)), 0
		for _, p := range at {
			if core[p] = g.Pix[p] >= floor; core[p] {
				strong++
			}
		}
		if strong == len(at) {
			all = append(all, whole)
			continue
		}
		for _, p := range at {
			if core[p] && !cut[p] {
				if part = Flood(core, cut, width, height, p, part[:0]); len(part) >= smallest {
					all = append(all, newBlob(g, part))
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(b Blob) bool { return b.Box.Dx() > largest || b.Box.Dy() > 6*largest })
}

func newBlob(g *image.Gray, at []int32) Blob {
	b := Blob{Box: Tight(at, int32(g.Rect.Dx())), At: slices.Clone(at)}
	var n [256]int
	for _, p := range at {
		n[g.Pix[p]]++
	}
	left := len(at) / 10
	for v := 255; v >= 0; v-- {
		if left -= n[v]; left < 0 {
			b.Peak = uint8(v)
			break
		}
	}
	return b
}

// Flood collects what hangs together with a pixel, and marks it as seen.
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

// Join is two blobs as one.
func Join(a, b Blob) Blob {
	return Blob{a.Box.Union(b.Box), append(slices.Clone(a.At), b.At...), max(a.Peak, b.Peak)}
}

// Tight returns the smallest rectangle around pixels of an image of that width.
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
