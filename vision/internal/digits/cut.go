package digits

import (
	"image"
	"math"
)

const (
	glyphHeight   = 18 // height of a glyph on its square, in pixels
	glyphWidth    = 20 // largest width of a glyph, in pixels; a wider one is scaled down
	pieceSide     = 64 // side of a piece, in pixels; a larger piece of the image is reduced to it
	leastContrast = 8  // least contrast of ink, in grey levels
)

// Cut cuts one glyph off an image, for Read. The box should be as tight as the glyph is known; polarity, size
// and light do not matter. ink, if not nil, reports which pixels belong to the glyph: the box is then made
// tight around them, and other ink is ignored. Cut returns false if nothing stands out.
func Cut(g *image.Gray, box image.Rectangle, ink func(x, y int) bool) (Glyph, bool) {
	var out Glyph
	box = box.Intersect(g.Rect)
	if ink != nil {
		box = tighten(box, ink)
	}
	if box.Empty() {
		return out, false
	}
	var p piece
	p.take(g, box, ink)
	if !p.flatten() {
		return out, false
	}
	p.drawOn(&out)
	return out, true
}

// Turned returns the glyph after quarter turns to the right and then, if mirror, mirrored. It is nearly as
// good as one cut off the turned image: a digit that lay on its side may stand a little higher than others
// do.
func (g *Glyph) Turned(turns int, mirror bool) (out Glyph) {
	for y := range Side {
		for x := range Side {
			i, j := y, x
			if mirror {
				j = Side - 1 - j
			}
			for range turns {
				i, j = Side-1-j, i
			}
			out[y*Side+x] = g[i*Side+j]
		}
	}
	return out
}

// tighten returns the smallest part of a box that holds all its ink.
func tighten(box image.Rectangle, ink func(x, y int) bool) (found image.Rectangle) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if ink(x, y) {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

// A piece is the box and a margin around it, from which the background is learned.
type piece struct {
	w, h           int                            // of the box and its margin, in pixels
	x0, y0, x1, y1 int                            // the box within the piece
	v              [pieceSide * pieceSide]float32 // grey levels; ink from 0 to 1 after flatten
	own            [pieceSide * pieceSide]bool    // the glyph's own ink
	known          bool                           // whether own says anything
}

// take copies the box and its margin. If they are larger than pieceSide, each pixel becomes the mean of steps ×
// steps. Beyond the image its edge goes on. A pixel is the glyph's own if half of its steps × steps are.
func (p *piece) take(g *image.Gray, box image.Rectangle, ink func(x, y int) bool) {
	long := max(box.Dx(), box.Dy())
	steps, margin := 1, max(2, box.Dy()/8)
	for (long+steps-1)/steps+2*margin > pieceSide {
		steps++
		margin = max(2, box.Dy()/8/steps)
	}
	p.x0, p.y0 = margin, margin
	p.x1 = margin + (box.Dx()+steps-1)/steps
	p.y1 = margin + (box.Dy()+steps-1)/steps
	p.w, p.h = p.x1+margin, p.y1+margin
	p.known = ink != nil
	r := g.Rect
	for y := range p.h {
		for x := range p.w {
			left, top := box.Min.X+(x-margin)*steps, box.Min.Y+(y-margin)*steps
			sum, own := 0, 0
			for j := range steps {
				for i := range steps {
					px := min(max(left+i, r.Min.X), r.Max.X-1)
					py := min(max(top+j, r.Min.Y), r.Max.Y-1)
					sum += int(g.Pix[(py-r.Min.Y)*g.Stride+px-r.Min.X])
					if p.known && ink(px, py) {
						own++
					}
				}
			}
			p.v[y*pieceSide+x] = float32(sum) / float32(steps*steps)
			p.own[y*pieceSide+x] = 2*own >= steps*steps && own > 0
		}
	}
}

func (p *piece) inside(x, y int) bool { return x >= p.x0 && x < p.x1 && y >= p.y0 && y < p.y1 }

// levels counts pixels by their grey.
type levels struct {
	count [256]int
	n     int
}

func (l *levels) add(v float32) { l.count[int(min(max(v, 0), 255))]++; l.n++ }

// at returns the grey that a share of the pixels does not exceed.
func (l *levels) at(share float64) float32 {
	left := int(share * float64(l.n))
	for v, c := range l.count {
		if left -= c; left < 0 {
			return float32(v)
		}
	}
	return 255
}

// flatten turns the piece into ink from 0 to 1 on 0, for dark and light ink alike. It subtracts a plane
// fitted to the background. It returns false if no ink stands out by leastContrast.
func (p *piece) flatten() bool {
	ground, marks := p.levels()
	if marks.n == 0 || ground.n == 0 {
		return false
	}
	paper := ground.at(.5)
	// Most of the margin is background, so its median is; the ink is what differs most from it.
	pen := marks.at(.5)
	if !p.known { // the box also holds ground, so the ink is at one end of its greys
		if pen = marks.at(.04); marks.at(.96)-paper > paper-pen {
			pen = marks.at(.96)
		}
	}
	sign := float32(1)
	if pen > paper {
		sign = -1
	}
	contrast := sign * (paper - pen)
	if contrast < leastContrast {
		return false
	}

	a, b, c := p.plane(paper, contrast)
	marks = levels{}
	for y := range p.h {
		for x := range p.w {
			i := y*pieceSide + x
			p.v[i] = sign * (a + b*float32(x) + c*float32(y) - p.v[i])
			if p.inside(x, y) && (!p.known || p.own[i]) {
				marks.add(p.v[i])
			}
		}
	}
	full := marks.at(.95)
	if p.known {
		full = marks.at(.88)
	}
	if full < leastContrast {
		return false
	}
	p.scale(full)
	return true
}

// levels returns the greys of the ground, and those of pixels that are or may be ink. If own is known, these are
// the glyph's own and the ground is all that does not touch them. If not, they are the box, and the ground is the
// margin.
func (p *piece) levels() (ground, marks levels) {
	for y := range p.h {
		for x := range p.w {
			v := p.v[y*pieceSide+x]
			switch {
			case p.known && p.own[y*pieceSide+x]:
				marks.add(v)
			case p.known && !p.nearInk(x, y, 1), !p.known && !p.inside(x, y):
				ground.add(v)
			}
			if !p.known && p.inside(x, y) {
				marks.add(v)
			}
		}
	}
	return ground, marks
}

// scale makes ink of strength full, or stronger, 1, and pixels that are not the glyph's 0.
func (p *piece) scale(full float32) {
	// Ink ends at the box, or within the blur of its edge. Ink of other glyphs becomes 0.
	edge, halo := 1+(p.y1-p.y0)/16, 1+(p.y1-p.y0)/32
	for y := range p.h {
		for x := range p.w {
			i := y*pieceSide + x
			v := min(max(p.v[i]/full, 0), 1)
			if x < p.x0-edge || x >= p.x1+edge || y < p.y0-edge || y >= p.y1+edge ||
				p.known && v > .1 && !p.nearInk(x, y, halo) {
				v = 0
			}
			p.v[i] = v
		}
	}
}

// nearInk reports whether the glyph's own ink is within r pixels.
func (p *piece) nearInk(x, y, r int) bool {
	for j := max(0, y-r); j <= min(p.h-1, y+r); j++ {
		for i := max(0, x-r); i <= min(p.w-1, x+r); i++ {
			if p.own[j*pieceSide+i] {
				return true
			}
		}
	}
	return false
}

// plane fits a + b·x + c·y to the background by least squares, because a page is seldom lit evenly. If little
// background can be seen, it returns an even one.
func (p *piece) plane(paper, contrast float32) (a, b, c float32) {
	var n, sx, sy, sxx, sxy, syy, sv, sxv, syv float64
	for y := range p.h {
		for x := range p.w {
			v := p.v[y*pieceSide+x]
			if d := v - paper; d > .3*contrast || d < -.3*contrast || p.known && p.nearInk(x, y, 1) {
				continue
			}
			fx, fy, fv := float64(x), float64(y), float64(v)
			n++
			sx, sy, sv = sx+fx, sy+fy, sv+fv
			sxx, sxy, syy = sxx+fx*fx, sxy+fx*fy, syy+fy*fy
			sxv, syv = sxv+fx*fv, syv+fy*fv
		}
	}
	if n < 1 {
		return paper, 0, 0
	}
	mx, my, mv := sx/n, sy/n, sv/n
	cxx, cxy, cyy := sxx/n-mx*mx, sxy/n-mx*my, syy/n-my*my
	cxv, cyv := sxv/n-mx*mv, syv/n-my*mv
	det := cxx*cyy - cxy*cxy
	if n < 16 || det < 1 {
		return float32(mv), 0, 0
	}
	fb, fc := (cxv*cyy-cyv*cxy)/det, (cyv*cxx-cxv*cxy)/det
	return float32(mv - fb*mx - fc*my), float32(fb), float32(fc)
}

// drawOn draws the box in the middle of the glyph's square. Each pixel is a mean weighted by a tent as wide as
// a pixel of the coarser image, so that neither large nor small glyphs get steps.
func (p *piece) drawOn(out *Glyph) {
	w, h := float32(p.x1-p.x0), float32(p.y1-p.y0)
	scale := max(h/glyphHeight, w/glyphWidth)
	reach := max(1, scale)
	cx, cy := float32(p.x0)+w/2-.5, float32(p.y0)+h/2-.5
	for y := range Side {
		v := cy + (float32(y)-(Side-1)/2.)*scale
		top, bottom := span(v, reach, p.h)
		for x := range Side {
			u := cx + (float32(x)-(Side-1)/2.)*scale
			left, right := span(u, reach, p.w)
			var sum, weight float32
			for j := top; j <= bottom; j++ {
				wy := reach - abs(float32(j)-v)
				for i := left; i <= right; i++ {
					k := wy * (reach - abs(float32(i)-u))
					weight += k
					sum += k * p.v[j*pieceSide+i]
				}
			}
			if weight > 0 {
				out[y*Side+x] = uint8(255*sum/weight + .5)
			}
		}
	}
}

// span returns the pixels, of n, that are nearer to v than reach.
func span(v, reach float32, n int) (from, to int) {
	from, to = around(v, reach)
	return max(from, 0), min(to, n-1)
}

// around returns the pixels that are nearer to v than reach.
func around(v, reach float32) (from, to int) {
	return int(math.Floor(float64(v-reach))) + 1, int(math.Ceil(float64(v+reach))) - 1
}

func abs(v float32) float32 { return max(v, -v) }
