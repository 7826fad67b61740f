package render

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A weight is one of the Go fonts, parsed at its first use.
type weight uint8

const (
	medium weight = iota
	bold
)

var fonts = [...]func() *typeface{
	medium: sync.OnceValue(func() *typeface { return parse(gomedium.TTF) }),
	bold:   sync.OnceValue(func() *typeface { return parse(gobold.TTF) }),
}

// A typeface is a font with the widths of its commonest characters, in ems.
type typeface struct {
	*sfnt.Font
	ascii [128]float32
}

// parse returns the typeface of a font that is part of the program, and measures its ASCII characters.
func parse(ttf []byte) *typeface {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program
	}
	face := &typeface{Font: f}
	var buf sfnt.Buffer
	for r := range face.ascii {
		face.ascii[r] = face.advance(&buf, rune(r))
	}
	return face
}

// advance returns the width of a character, in ems.
func (f *typeface) advance(buf *sfnt.Buffer, r rune) float32 {
	const em = 1024
	g, _ := f.GlyphIndex(buf, r)
	a, _ := f.GlyphAdvance(buf, g, fixed.I(em), font.HintingNone)
	return float32(a) / 64 / em // fixed.Int26_6 counts 64ths of a pixel
}

// measure returns the width of a text, in ems: the sum of its characters' widths, without kerning.
func measure(w weight, s string) (sum float32) {
	f := fonts[w]()
	for _, r := range s {
		if int(r) < len(f.ascii) {
			sum += f.ascii[r]
		} else {
			sum += f.advance(new(sfnt.Buffer), r)
		}
	}
	return sum
}

// A word is a text at a size in pixels.
type word struct {
	text   string
	size   int
	weight weight
}

// write draws a text with its middle at cx, cy, shrunk to the width of room. The middle of a line
// is half way up its capitals and digits; for small letters a little lower.
func (c *canvas) write(s string, w weight, size, room, cx, cy float32, k ink) {
	if s == "" {
		return
	}
	if wide := measure(w, s) * size; wide > room {
		size *= room / wide
	}
	if size < smallest {
		return
	}
	key := word{s, int(size + .5), w}
	glyphs := c.words[key]
	if glyphs == nil {
		glyphs = c.letter(key)
		c.words[key] = glyphs
	}
	x := c.at.X + glyphs.x // in the picture
	c.blot(glyphs, even(x+round(cx))-x, round(cy), k, steps)
}

// even returns the even number at or just below x. With two pixels a byte, a word that starts at an
// even pixel looks the same to the compressor wherever it stands. That takes a quarter off the file
// of a 30×30 nonogram with seven clues a line.
func even(x int) int { return x &^ 1 }

// letter returns the stamp of a word, with 0, 0 at its middle: half way between its ends, and half
// way up a zero, or a little lower for a word of small letters alone. The stamp is the caller's to
// keep.
func (c *canvas) letter(w word) *stamp {
	var buf sfnt.Buffer
	var p path
	f, ppem := fonts[w.weight]().Font, fixed.I(w.size)
	var x fixed.Int26_6
	small := true
	for _, r := range w.text {
		small = small && r >= 'a' && r <= 'z'
		g, _ := f.GlyphIndex(&buf, r)
		outline, err := f.LoadGlyph(&buf, g, ppem, nil)
		if err == nil {
			if r == '0' {
				p = p.zero(outline, x)
			} else {
				p = p.glyph(outline, x)
			}
		}
		if a, err := f.GlyphAdvance(&buf, g, ppem, font.HintingNone); err == nil {
			x += a
		}
	}
	up := rise(f, ppem, '0')
	if small {
		up = (rise(f, ppem, 'H') + rise(f, ppem, 'x')) / 2
	}
	x0, x1 := p.ends()
	s := *c.cover(p.shift(-(x0+x1)/2, up))
	s.cover = append([]uint8(nil), s.cover...)
	return &s
}

// rise returns the height of a letter's middle above the line that it stands on.
func rise(f *sfnt.Font, ppem fixed.Int26_6, r rune) float32 {
	var buf sfnt.Buffer
	g, _ := f.GlyphIndex(&buf, r)
	box, _, _ := f.GlyphBounds(&buf, g, ppem, font.HintingNone)
	return -float32(box.Min.Y+box.Max.Y) / 128 // half the sum, in 64ths of a pixel
}

// glyph adds a font's outline at x on the line y = 0.
func (p path) glyph(outline sfnt.Segments, x fixed.Int26_6) path {
	at := func(q fixed.Point26_6) (float32, float32) { return float32(q.X+x) / 64, float32(q.Y) / 64 }
	for _, s := range outline {
		a, b := at(s.Args[0])
		c, d := at(s.Args[1])
		e, f := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p = p.move(a, b)
		case sfnt.SegmentOpLineTo:
			p = p.line(a, b)
		case sfnt.SegmentOpQuadTo:
			p = p.quad(a, b, c, d)
		case sfnt.SegmentOpCubeTo:
			p = p.cube(a, b, c, d, e, f)
		}
	}
	return p
}

// zero adds the font's zero without its slash, as a small one would read as an 8. Its outline is
// the oval. Inside, the slash leaves the counter in two parts: one oval around both replaces them.
func (p path) zero(outline sfnt.Segments, x fixed.Int26_6) path {
	inside := len(outline)
	for i := len(outline) - 1; i > 0; i-- {
		if outline[i].Op == sfnt.SegmentOpMoveTo {
			inside = i
		}
	}
	lo, hi := path{}.glyph(outline[inside:], x).span()
	return p.glyph(outline[:inside], x).unoval(lo[0], lo[1], hi[0], hi[1])
}

// span returns the box of a path's points that lie on its outline.
func (p path) span() (lo, hi [2]float32) {
	for i := range p {
		n := p[i].points()
		at := [2]float32{p[i].p[n-2], p[i].p[n-1]}
		if i == 0 {
			lo, hi = at, at
		}
		for k := range at {
			lo[k], hi[k] = min(lo[k], at[k]), max(hi[k], at[k])
		}
	}
	return lo, hi
}

// ends returns the distances that a path reaches to the left and to the right.
func (p path) ends() (lo, hi float32) {
	for i := range p {
		for k := 0; k < p[i].points(); k += 2 {
			x := p[i].p[k]
			if i == 0 && k == 0 {
				lo, hi = x, x
			}
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	return lo, hi
}

// shift moves the path by dx, dy in place, and returns it.
func (p path) shift(dx, dy float32) path {
	for i := range p {
		for k := 0; k < 6; k += 2 {
			p[i].p[k] += dx
			p[i].p[k+1] += dy
		}
	}
	return p
}
