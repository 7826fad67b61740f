package render

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/vector"
)

// steps is the number of shades from no ink to full ink. Four look smooth at the size in which
// pictures are seen, and keep the palette of any board small.
const steps = 4

// A canvas is a picture in the making: palette indices, and a palette that grows by the shades
// actually drawn. The same things drawn in the same order give the same bytes.
type canvas struct {
	theme  Theme
	img    *image.Paletted
	extra  []hex                       // colours of the inks from ground on
	inked  [allInks]int16              // ink → index, -1 before its first use
	shades [allInks]*[256][steps]int16 // (ink, index of the ground, step) → index
	index  map[color.RGBA]uint8
	most   int             // most colours in the palette
	at     image.Point     // origin of the coordinates for rect, fill and write
	clip   image.Rectangle // the part that they may change
	raster vector.Rasterizer
	mask   []uint8 // scratch: coverage
	words  map[word]*stamp
}

// newCanvas returns a canvas of w × h pixels of paper, without the extra inks of boards in colours.
func newCanvas(theme Theme, w, h int) *canvas {
	c := &canvas{
		theme: theme,
		img:   image.NewPaletted(image.Rect(0, 0, w, h), nil),
		index: map[color.RGBA]uint8{},
		most:  256,
		words: map[word]*stamp{},
	}
	c.clip = c.img.Rect
	for i := range c.inked {
		c.inked[i] = -1
	}
	c.ink(paper) // index 0: a new canvas is paper
	return c
}

// hex returns the colour of an ink.
func (c *canvas) hex(k ink) hex {
	if k < inks {
		return colours[c.theme][k]
	}
	return c.extra[k-ground]
}

// ink returns the palette index of an ink.
func (c *canvas) ink(k ink) uint8 {
	if c.inked[k] < 0 {
		r, g, b := c.hex(k).rgb()
		c.inked[k] = int16(c.colour(color.RGBA{uint8(r), uint8(g), uint8(b), 255}))
	}
	return uint8(c.inked[k])
}

// colour returns the palette index of a colour, or of the nearest one when the
// palette is full.
func (c *canvas) colour(rgb color.RGBA) uint8 {
	if i, ok := c.index[rgb]; ok {
		return i
	}
	i := uint8(len(c.img.Palette) & 255) // 256 does not fit a byte; it is not used then
	if len(c.img.Palette) < c.most {
		c.img.Palette = append(c.img.Palette, rgb)
	} else {
		i = uint8(c.img.Palette.Index(rgb))
	}
	c.index[rgb] = i
	return i
}

// over returns the palette index of the shade of step/steps of an ink over the colour with the index
// ground. It keeps it for the next call.
func (c *canvas) over(k ink, ground uint8, step int) uint8 {
	table := c.shades[k]
	if table == nil {
		table = new([256][steps]int16)
		c.shades[k] = table
	}
	known := &table[ground][step] // index + 1
	if *known == 0 {
		g := c.img.Palette[ground].(color.RGBA)
		r, gr, b := c.hex(k).rgb()
		mix := func(from uint8, to int) uint8 {
			return uint8((int(from)*(steps-step) + to*step + steps/2) / steps)
		}
		*known = int16(c.colour(color.RGBA{mix(g.R, r), mix(g.G, gr), mix(g.B, b), 255})) + 1
	}
	return uint8(*known - 1)
}

// rect fills w × h whole pixels from x, y on with an ink; x and y start at c.at, and nothing outside
// c.clip changes.
func (c *canvas) rect(x, y, w, h int, k ink) {
	r := image.Rect(x, y, x+w, y+h).Add(c.at).Intersect(c.clip)
	if r.Empty() {
		return
	}
	i := c.ink(k)
	first := c.img.Pix[r.Min.Y*c.img.Stride+r.Min.X:][:r.Dx()]
	for x := range first {
		first[x] = i
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.img.Pix[y*c.img.Stride+r.Min.X:][:r.Dx()], first)
	}
}

// copy repeats the w × h part of the picture at fromX, fromY once more at x, y, both from the
// picture's corner, without regard to c.clip. The parts must not overlap.
func (c *canvas) copy(fromX, fromY, x, y, w, h int) {
	for i := range h {
		from := (fromY+i)*c.img.Stride + fromX
		copy(c.img.Pix[(y+i)*c.img.Stride+x:][:w], c.img.Pix[from:from+w])
	}
}

// fill inks a path.
func (c *canvas) fill(p path, k ink) { c.wash(p, k, steps) }

// wash inks a path with strength/steps of an ink.
func (c *canvas) wash(p path, k ink, strength int) {
	c.blot(c.cover(p), 0, 0, k, strength)
}

// A stamp is the coverage of a shape, 0 to 255 a pixel, with its upper left
// corner at x, y.
type stamp struct {
	x, y, w, h int
	cover      []uint8
}

// cover returns the coverage of a path, in the smallest box of whole pixels around it. The stamp is
// good until the next call, which writes over it.
func (c *canvas) cover(p path) *stamp {
	x0, y0, x1, y1 := p.box()
	s := &stamp{x: x0, y: y0, w: x1 - x0, h: y1 - y0}
	if s.w <= 0 || s.h <= 0 {
		s.w, s.h = 0, 0
		return s
	}
	c.raster.Reset(s.w, s.h)
	dx, dy := float32(x0), float32(y0)
	for i := range p {
		q := &p[i].p
		switch p[i].op {
		case 'M':
			c.raster.ClosePath()
			c.raster.MoveTo(q[0]-dx, q[1]-dy)
		case 'L':
			c.raster.LineTo(q[0]-dx, q[1]-dy)
		case 'Q':
			c.raster.QuadTo(q[0]-dx, q[1]-dy, q[2]-dx, q[3]-dy)
		case 'C':
			c.raster.CubeTo(q[0]-dx, q[1]-dy, q[2]-dx, q[3]-dy, q[4]-dx, q[5]-dy)
		}
	}
	c.raster.ClosePath()
	if n := s.w * s.h; cap(c.mask) < n {
		c.mask = make([]uint8, n)
	}
	s.cover = c.mask[:s.w*s.h]
	c.raster.DrawOp = draw.Src
	c.raster.Draw(&image.Alpha{Pix: s.cover, Stride: s.w, Rect: image.Rect(0, 0, s.w, s.h)}, image.Rect(0, 0, s.w, s.h), image.Opaque, image.Point{})
	return s
}

// blot puts a stamp on the picture, moved by dx, dy from c.at on, in strength/steps of an ink at most.
// Coverage is rounded to that many steps, and pixels outside c.clip stay as they are.
func (c *canvas) blot(s *stamp, dx, dy int, k ink, strength int) {
	x, y, full := s.x+dx+c.at.X, s.y+dy+c.at.Y, c.ink(k)
	clip := image.Rect(x, y, x+s.w, y+s.h).Intersect(c.clip)
	for py := clip.Min.Y; py < clip.Max.Y; py++ {
		cover := s.cover[(py-y)*s.w:][:s.w]
		row := c.img.Pix[py*c.img.Stride:]
		for px := clip.Min.X; px < clip.Max.X; px++ {
			switch step := (int(cover[px-x])*strength + 127) / 255; step {
			case 0:
			case steps:
				row[px] = full
			default:
				row[px] = c.over(k, row[px], step)
			}
		}
	}
}
