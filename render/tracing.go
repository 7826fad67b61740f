package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"

	"golang.org/x/image/draw"
)

// A Tracing is a person's image of a board with the reading on top: each number once more at its
// cell's corner, and rings around doubtful or mended places.
type Tracing struct {
	Image image.Image
	Notes []Note
	Asked image.Rectangle // place that is shown enlarged above the image; empty for none
	Alt   string          // the tracing in words
}

// A Note is the reading of a place of the image.
type Note struct {
	Box  image.Rectangle
	Text string // text on a tag at the lower right corner; "" for none
	Dot  bool   // a dot in place of a text, for lit or filled
	Ring bool   // a ring around the place
	Look Look
}

// Look tells how sure a reading is.
type Look uint8

const (
	Sure     Look = iota
	Doubtful      // amber
	Mended        // blue: logic overruled the look
	Numbered      // one of several places; its text is a number, large and in the middle
	lookings
)

// The colours of notes stand on any paper, so they are the same in both themes. Each has a rim that
// sets it off from light and from dark.
var noteColours = [lookings]struct{ ground, text, rim color.RGBA }{
	Sure:     {opaque(0x4a5468), opaque(0xffffff), opaque(0xffffff)},
	Doubtful: {opaque(0xffb020), opaque(0x1d1300), opaque(0x2a1c00)},
	Mended:   {opaque(0x1473e6), opaque(0xffffff), opaque(0xffffff)},
	Numbered: {opaque(0x4a57d6), opaque(0xffffff), opaque(0xffffff)},
}

func opaque(h hex) color.RGBA {
	r, g, b := h.rgb()
	return color.RGBA{uint8(r), uint8(g), uint8(b), 255}
}

// ErrEmpty is the error of a tracing without an image.
var ErrEmpty = errors.New("render: an image without pixels")

// Sizes of a tracing, in pixels. Tags can be read where the picture is shown 550 points wide. For a
// board with small numbers the picture is larger, to be opened.
const (
	tracedSide  = 1000
	tracedMost  = 1600
	tracedLine  = 15 // least height of a number whose tag can be read
	tracedPad   = 16
	askedHeight = 190
)

// JPEG draws the tracing. A camera's image has too many colours for a PNG that a chat should carry.
// Cost: O(pixels), at most tracedMost a side, and the enlarged part.
func (t *Tracing) JPEG(theme Theme) ([]byte, error) {
	if t.Image == nil || t.Image.Bounds().Empty() {
		return nil, ErrEmpty
	}
	b, scale := t.Image.Bounds(), t.scale()
	w, h := max(1, int(float32(b.Dx())*scale+.5)), max(1, int(float32(b.Dy())*scale+.5))
	asked := t.askedPart()
	strip := image.Point{}
	if !asked.Empty() {
		strip = fitted(asked.Size(), image.Pt(max(w, tracedSide/2), askedHeight))
		strip.Y += tracedPad
	}
	p := newPane(theme, max(w, strip.X)+2*tracedPad, h+strip.Y+2*tracedPad)
	if !asked.Empty() {
		p.enlarge(t.Image, asked, t.Asked, image.Rect(0, 0, strip.X, strip.Y-tracedPad).Add(image.Pt((p.img.Rect.Dx()-strip.X)/2, tracedPad)))
	}
	at := image.Rect(0, 0, w, h).Add(image.Pt((p.img.Rect.Dx()-w)/2, tracedPad+strip.Y))
	draw.CatmullRom.Scale(p.img, at, t.Image, b, draw.Over, nil)
	for _, ringed := range [...]bool{true, false} { // tags stand above rings
		for i := range t.Notes {
			if !t.Notes[i].Box.Empty() && (t.Notes[i].Ring == ringed || !ringed) {
				p.note(&t.Notes[i], b.Min, at.Min, scale, ringed)
			}
		}
	}
	var out bytes.Buffer
	err := jpeg.Encode(&out, p.img, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}

// scale returns how many times as large as the image the tracing is: its longer side has tracedSide
// pixels, or more if the boxes of the texts would be less than tracedLine high on average, but
// no more than tracedMost.
func (t *Tracing) scale() float32 {
	b := t.Image.Bounds()
	side := float32(max(b.Dx(), b.Dy()))
	lines, all := 0, 0
	for _, n := range t.Notes {
		if n.Text != "" && n.Look != Numbered {
			lines, all = lines+n.Box.Dy(), all+1
		}
	}
	wanted := tracedSide / side
	if lines > 0 {
		wanted = max(wanted, tracedLine*float32(all)/float32(lines))
	}
	return min(wanted, tracedMost/side)
}

// askedPart returns the part of the image that is enlarged: the asked place with a third of its
// shorter side around it, or 4 pixels, at least twice as wide as high, so that it can be seen where
// the place is. At the image's edge the part is smaller. It is empty if Asked is.
func (t *Tracing) askedPart() image.Rectangle {
	if t.Asked.Empty() {
		return image.Rectangle{}
	}
	margin := max(4, min(t.Asked.Dx(), t.Asked.Dy())/3)
	part := t.Asked.Inset(-margin)
	if wide := part.Dy() * 2; part.Dx() < wide {
		part = part.Inset(0)
		part.Min.X -= (wide - part.Dx()) / 2
		part.Max.X = part.Min.X + wide
	}
	return part.Intersect(t.Image.Bounds())
}

// fitted returns the largest size in the shape of size that is no wider than room, and no higher than
// twice its height; each side is a pixel at least.
func fitted(size, room image.Point) image.Point {
	w, h := room.X, size.Y*room.X/size.X
	if h > room.Y*2 {
		w, h = size.X*room.Y*2/size.Y, room.Y*2
	}
	return image.Pt(max(w, 1), max(h, 1))
}

// A pane is a picture in full colour on its way to be drawn.
type pane struct {
	img    *image.RGBA
	shapes *canvas // turns paths and letters into stamps
}

func newPane(theme Theme, w, h int) *pane {
	p := &pane{image.NewRGBA(image.Rect(0, 0, w, h)), newCanvas(theme%themes, 1, 1)}
	draw.Draw(p.img, p.img.Rect, image.NewUniform(opaque(colours[theme%themes][paper])), image.Point{}, draw.Src)
	return p
}

func (p *pane) fill(shape path, c color.RGBA) { p.blot(p.shapes.cover(shape), 0, 0, c) }

// blot puts a stamp on the picture in a colour.
func (p *pane) blot(s *stamp, dx, dy int, c color.RGBA) {
	mask := &image.Alpha{Pix: s.cover, Stride: s.w, Rect: image.Rect(0, 0, s.w, s.h)}
	at := image.Rect(0, 0, s.w, s.h).Add(image.Pt(s.x+dx, s.y+dy))
	draw.DrawMask(p.img, at, image.NewUniform(c), image.Point{}, mask, image.Point{}, draw.Over)
}

// write puts a text with its middle at x, y.
func (p *pane) write(s string, size, x, y float32, c color.RGBA) {
	key := word{s, max(smallest, int(size+.5)), bold}
	glyphs := p.shapes.words[key]
	if glyphs == nil {
		glyphs = p.shapes.letter(key)
		p.shapes.words[key] = glyphs
	}
	p.blot(glyphs, round(x), round(y), c)
}

// enlarge shows a part of an image, with a ring around the place in question.
func (p *pane) enlarge(img image.Image, part, asked, at image.Rectangle) {
	draw.CatmullRom.Scale(p.img, at, img, part, draw.Src, nil)
	scale := float32(at.Dx()) / float32(part.Dx())
	p.ring(scaled(asked.Intersect(part), part.Min, at.Min, scale), 4, noteColours[Doubtful].ground, noteColours[Doubtful].rim)
}

// A spot is a rectangle of a picture.
type spot struct{ x, y, w, h float32 }

// scaled returns where a box of an image lies in a picture that has the image's point from at to,
// scale times as large.
func scaled(box image.Rectangle, from, to image.Point, scale float32) spot {
	box = box.Sub(from)
	return spot{
		float32(to.X) + float32(box.Min.X)*scale, float32(to.Y) + float32(box.Min.Y)*scale,
		float32(box.Dx()) * scale, float32(box.Dy()) * scale,
	}
}

// ring draws a ring of this thickness around a place, on a rim.
func (p *pane) ring(at spot, thick float32, c, rim color.RGBA) {
	for _, layer := range [...]struct {
		out, thick float32
		c          color.RGBA
	}{{thick + 2.5, thick + 3, rim}, {thick + 1, thick, c}} {
		o := layer.out
		p.fill(path{}.frame(at.x-o, at.y-o, at.w+2*o, at.h+2*o, 8+o/2, layer.thick), layer.c)
	}
}

// note draws a note of an image whose point from lies at to in the picture, scale times as large: its
// ring or, if ring is false, its number, its dot or its tag.
func (p *pane) note(n *Note, from, to image.Point, scale float32, ring bool) {
	at, c := scaled(n.Box, from, to, scale), noteColours[n.Look%lookings]
	switch {
	case ring:
		p.ring(at, 3, c.ground, c.rim)
	case n.Look == Numbered:
		r := max(18, min(at.w, at.h)/7)
		p.fill(path{}.disc(at.x+at.w/2, at.y+at.h/2, r+3), c.rim)
		p.fill(path{}.disc(at.x+at.w/2, at.y+at.h/2, r), c.ground)
		p.write(n.Text, 1.2*r, at.x+at.w/2, at.y+at.h/2, c.text)
	case n.Dot:
		r := max(3, min(at.w, at.h)/9)
		x, y := at.x+at.w-1.8*r, at.y+at.h-1.8*r
		p.fill(path{}.disc(x, y, r+1.5), c.rim)
		p.fill(path{}.disc(x, y, r), c.ground)
	case n.Text != "":
		size := min(max(.66*at.h, 12), 36)
		wide, high := measure(bold, n.Text)*size+.5*size, 1.15*size
		x, y := at.x+at.w-.3*size, at.y+at.h-.3*size
		p.fill(path{}.round(x-1.5, y-1.5, wide+3, high+3, .4*size), c.rim)
		p.fill(path{}.round(x, y, wide, high, .35*size), c.ground)
		p.write(n.Text, size, x+wide/2, y+high/2, c.text)
	}
}
