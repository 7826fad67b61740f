package script

import (
	"context"
	"image"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
)

// A sight is the glyph that the net sees of a blob, and the net's answer once it was asked.
type sight struct {
	cut    digits.Glyph
	height float64 // height of the blob, in pixels
	probs  digits.Probs
	asked  bool
}

// sightOf returns the sight of a blob, or nil if the net would see no ink. Sights are kept by the address of the
// blob's first pixel, because the heights that FindHand tries have most of their blobs in common.
func (b *Band) sightOf(x ink.Blob, lighter int) *sight {
	if s := b.seen[&x.At[0]]; s != nil {
		return s
	}
	cut, ok := b.Cut(x, lighter)
	if !ok {
		return nil
	}
	if b.seen == nil {
		b.seen = map[*int32]*sight{}
	}
	s := &sight{cut: cut, height: float64(x.Box.Dy())}
	b.seen[&x.At[0]] = s
	return s
}

// ask lets the net read the sights that it has not read before, all at once, and keeps its answers in them.
func ask(ctx context.Context, all []*sight) error {
	var fresh []*sight
	var cut []digits.Glyph
	for _, s := range all {
		if !s.asked {
			fresh, cut = append(fresh, s), append(cut, s.cut)
		}
	}
	probs, err := digits.Read(ctx, cut)
	for i, p := range probs {
		fresh[i].probs, fresh[i].asked = p, true
	}
	return err
}

// Cut returns the net's glyph of a blob, in ink lighter: 0 for dark, 1 for light. If the blob is a part of a
// larger one, whole names that. Rules and other digits nearby are painted over with the ground under their ink,
// if the band knows which pixels are rules. It returns false if nothing stands out.
func (b *Band) Cut(x ink.Blob, lighter int, whole ...ink.Blob) (digits.Glyph, bool) {
	const mine, others = 1, 2 // values of b.owner
	if b.owner == nil {
		b.owner = make([]uint8, len(b.Light.Pix))
	}
	mark := func(x ink.Blob, as uint8) {
		for _, p := range x.At {
			b.owner[p] = as
		}
	}
	for _, w := range whole {
		mark(w, others)
		defer mark(w, 0)
	}
	mark(x, mine)
	defer mark(x, 0)

	width := b.Light.Rect.Dx()
	margin := max(3, x.Box.Dy()/6)
	patch := image.NewGray(x.Box.Inset(-margin).Intersect(b.Light.Rect))
	g, rules := b.Inks[lighter], b.rules[lighter]
	for y := patch.Rect.Min.Y; y < patch.Rect.Max.Y; y++ {
		for px := patch.Rect.Min.X; px < patch.Rect.Max.X; px++ {
			p := y*width + px
			v := b.Light.Pix[p]
			if rules != nil && b.owner[p] != mine && g.Pix[p] >= b.Floor[lighter] &&
				(rules[p] || b.owner[p] == others || !b.touches(px, y, mine)) {
				if lighter == 1 { // the ground is less light by the strength of the ink
					v -= g.Pix[p]
				} else {
					v += g.Pix[p]
				}
			}
			patch.Pix[(y-patch.Rect.Min.Y)*patch.Stride+px-patch.Rect.Min.X] = v
		}
	}
	return digits.Cut(patch, x.Box, func(px, py int) bool { return b.owner[py*width+px] == mine })
}

// touches reports whether a pixel touches a pixel of the given owner.
func (b *Band) touches(x, y int, owner uint8) bool {
	width, height := b.Light.Rect.Dx(), b.Light.Rect.Dy()
	for j := max(y-1, 0); j <= min(y+1, height-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, width-1); i++ {
			if b.owner[j*width+i] == owner {
				return true
			}
		}
	}
	return false
}
