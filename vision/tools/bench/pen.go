package main

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// A pen draws on a picture with ink that covers a part of the paper's light.
type pen struct {
	img   *image.RGBA
	rng   *rand.Rand
	ink   color.RGBA
	alpha float64
	grain float64 // share of the ink that the paper leaves out, at random: a pencil's
}

// newPen returns a pen with ink of a colour; without one dark ink, or light ink on a dark board.
func newPen(img *image.RGBA, rng *rand.Rand, dark bool, strength float64, ink color.RGBA) *pen {
	p := &pen{img: img, rng: rng, ink: ink, alpha: strength}
	switch {
	case ink.A > 0:
	case dark:
		p.ink = color.RGBA{235, 235, 235, 255}
	default:
		p.ink = color.RGBA{15, 15, 20, 255}
	}
	return p
}

// isDark reports whether most cells of an open board are dark in their middle.
func isDark(img *image.RGBA, cells []image.Rectangle) bool {
	dark := 0
	for _, cell := range cells {
		if c := img.RGBAAt((cell.Min.X+cell.Max.X)/2, (cell.Min.Y+cell.Max.Y)/2); int(c.R)+int(c.G)+int(c.B) < 3*110 {
			dark++
		}
	}
	return 2*dark > len(cells)
}

// put lays ink on a share of a pixel.
func (p *pen) put(x, y int, share float64) {
	if !(image.Pt(x, y).In(p.img.Rect)) || share <= 0 {
		return
	}
	a := p.alpha * min(share, 1) * (1 - p.grain*p.rng.Float64())
	at := p.img.RGBAAt(x, y)
	mix := func(paper, ink uint8) uint8 { return uint8(float64(paper)*(1-a) + float64(ink)*a) }
	p.img.SetRGBA(x, y, color.RGBA{mix(at.R, p.ink.R), mix(at.G, p.ink.G), mix(at.B, p.ink.B), 255})
}

// stroke draws a line of some width through points, one layer of ink however it turns.
func (p *pen) stroke(width float64, points ...[2]float64) {
	near := image.Rectangle{}
	for i, q := range points {
		r := image.Rect(int(q[0]-width)-1, int(q[1]-width)-1, int(q[0]+width)+2, int(q[1]+width)+2)
		if near = near.Union(r); i == 0 {
			near = r
		}
	}
	for y := near.Min.Y; y < near.Max.Y; y++ {
		for x := near.Min.X; x < near.Max.X; x++ {
			away := math.Inf(1)
			for i := range len(points) - 1 {
				away = min(away, distance(float64(x)+.5, float64(y)+.5, points[i], points[i+1]))
			}
			p.put(x, y, width/2+.5-away)
		}
	}
}

// distance returns the distance of a point from the line between a and b.
func distance(x, y float64, a, b [2]float64) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	t := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		t = min(max(((x-a[0])*dx+(y-a[1])*dy)/long, 0), 1)
	}
	return math.Hypot(x-a[0]-t*dx, y-a[1]-t*dy)
}

// within returns the place in a cell at shares of its width and height.
func within(cell image.Rectangle, x, y float64) [2]float64 {
	return [2]float64{float64(cell.Min.X) + x*float64(cell.Dx()), float64(cell.Min.Y) + y*float64(cell.Dy())}
}

// wide returns a share of a cell's smaller side in pixels, at least 1.
func wide(cell image.Rectangle, share float64) float64 {
	return max(1, share*float64(min(cell.Dx(), cell.Dy())))
}

// solid fills a cell except for a margin, a share of its side.
func solid(margin float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		edge := int(margin*float64(min(cell.Dx(), cell.Dy())) + .5)
		for y := cell.Min.Y + edge; y < cell.Max.Y-edge; y++ {
			for x := cell.Min.X + edge; x < cell.Max.X-edge; x++ {
				p.put(x, y, 1)
			}
		}
	}
}

// cross draws a × with a margin and a width of its strokes.
func cross(margin, width float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		w := wide(cell, width)
		p.stroke(w, within(cell, margin, margin), within(cell, 1-margin, 1-margin))
		p.stroke(w, within(cell, 1-margin, margin), within(cell, margin, 1-margin))
	}
}

// spot draws a disc in the middle with a radius.
func spot(radius float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		middle := within(cell, .5, .5)
		p.stroke(2*wide(cell, radius), middle, middle)
	}
}

// off returns a share that a hand misses by up to `most`.
func (p *pen) off(share, most float64) float64 { return share + most*(2*p.rng.Float64()-1) }

// scrawledCross draws a × by hand.
func scrawledCross(margin, width float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		p.grain = .4
		w, m := wide(cell, width), func(share float64) float64 { return p.off(share, .08) }
		p.stroke(w, within(cell, m(margin), m(margin)), within(cell, m(.5), m(.5)), within(cell, m(1-margin), m(1-margin)))
		p.stroke(w, within(cell, m(1-margin), m(margin)), within(cell, m(.5), m(.5)), within(cell, m(margin), m(1-margin)))
	}
}

// slash draws one stroke by hand from the lower left to the upper right.
func slash(margin, width float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		p.grain = .2
		p.stroke(wide(cell, width), within(cell, p.off(margin, .06), p.off(1-margin, .06)), within(cell, p.off(1-margin, .06), p.off(margin, .06)))
	}
}

// scrawledDot draws a dot by hand, not quite in the middle.
func scrawledDot(radius float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		p.grain = .3
		at := func() [2]float64 { return within(cell, p.off(.5, .08), p.off(.5, .08)) }
		p.stroke(2*wide(cell, radius), at(), at())
	}
}

// zigzag scribbles over a cell from side to side.
func zigzag(turns int, width float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		p.grain = .4
		var points [][2]float64
		for i := range turns + 1 {
			y := .12 + .76*float64(i)/float64(turns)
			points = append(points, within(cell, p.off(.12+.76*float64(i%2), .06), p.off(y, .04)))
		}
		p.stroke(wide(cell, width), points...)
	}
}

// hatching draws slanted strokes over a cell.
func hatching(width float64) func(*pen, image.Rectangle) {
	return func(p *pen, cell image.Rectangle) {
		p.grain = .4
		for _, d := range []float64{-.5, -.28, -.06, .16, .38, .6} {
			from, to := max(.1, .1+d), min(.9, .9+d)
			if to-from > .1 {
				p.stroke(wide(cell, width), within(cell, p.off(from, .04), p.off(1-from+d, .03)), within(cell, p.off(to, .04), p.off(1-to+d, .03)))
			}
		}
	}
}
