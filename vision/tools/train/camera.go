package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
)

// A shot is an image of a scene, with the true pixels of the glyph to be read.
type shot struct {
	img  *image.Gray
	hit  []bool          // the pixels of the glyph
	box  image.Rectangle // of the glyph
	w, h int
}

// shoot takes a photo of the scene, or in 35 % of cases a screenshot, of digits 6 to 60 pixels high,
// small ones more often.
func shoot(r *rand.Rand, sc *scene) shot {
	tall := 6 * math.Pow(10, math.Pow(r.Float64(), 1.5))
	screen := chance(r, .35)
	p := lens(r, sc, tall, screen)
	p.print(r, sc)
	if !screen || chance(r, .15) {
		p.blur(r, tall)
	}
	if chance(r, .3) {
		p.resize(between(r, .6, 2.2))
	}
	return p.expose(r, screen)
}

// A plate is an image in the making.
type plate struct {
	w, h     int
	v, truth []float64                         // the light of each pixel, and its share of the glyph's ink
	at       func(i, j float64) (x, y float64) // from pixels to the page
	tall     float64                           // the height of a digit, in pixels
}

// lens returns an empty plate, with the page turned, sheared and in perspective.
func lens(r *rand.Rand, sc *scene, tall float64, screen bool) *plate {
	w := int(tall*(sc.w+between(r, .5, 1.1))) + 7
	h := int(tall*(sc.h+between(r, .5, 1.1))) + 7
	p := &plate{w: w, h: h, v: make([]float64, w*h), truth: make([]float64, w*h), tall: tall}
	cx, cy := float64(w)/2+between(r, -.5, .5), float64(h)/2+between(r, -.5, .5)
	angle, shear, px, py, aspect := 0., 0., 0., 0., 1.
	if !screen {
		angle, shear = .07*r.NormFloat64(), .06*r.NormFloat64()
		px, py = between(r, -.08, .08), between(r, -.08, .08)
		aspect = between(r, .85, 1.18)
	} else if chance(r, .3) {
		aspect = between(r, .9, 1.1)
	}
	c, s := math.Cos(angle), math.Sin(angle)
	p.at = func(i, j float64) (float64, float64) {
		u, v := (i-cx)/tall/aspect, (j-cy)/tall
		d := 1 + px*u + py*v
		u, v = u/d, v/d
		return c*u + s*v + shear*v, c*v - s*u
	}
	return p
}

// print puts the light of paper and ink on the plate.
func (p *plate) print(r *rand.Rand, sc *scene) {
	paper, ink := between(r, 110, 255), 0.
	ink = paper * (.03 + .75*math.Pow(r.Float64(), 1.7))
	if chance(r, .3) { // light on dark
		paper, ink = 255-paper, 255-ink
	}
	n := 1 // samples of a pixel at an edge, in x and in y: more for small digits
	if p.tall < 30 {
		n = 2
	}
	if p.tall < 12 {
		n = 3
	}
	gx, gy := .25*r.NormFloat64()/float64(p.w), .25*r.NormFloat64()/float64(p.h)
	if chance(r, .4) {
		gx, gy = 0, 0
	}
	back := p.backdrop(r)
	for j := range p.h {
		for i := range p.w {
			x, y := p.at(float64(i)+.5, float64(j)+.5)
			read, edge := paint(sc.read, x, y, 1/p.tall)
			around, edge2 := paint(sc.around, x, y, 1/p.tall)
			all := max(read, around)
			if n > 1 && (edge || edge2) { // take more samples
				read, all = 0, 0
				for k := range n * n {
					x, y := p.at(float64(i)+(float64(k%n)+.5)/float64(n), float64(j)+(float64(k/n)+.5)/float64(n))
					a, _ := paint(sc.read, x, y, 1/p.tall/float64(n))
					b, _ := paint(sc.around, x, y, 1/p.tall/float64(n))
					read += a / float64(n*n)
					all += max(a, b) / float64(n*n)
				}
			}
			if sc.part && (math.Abs(x) > sc.w/2 || math.Abs(y) > sc.h/2) {
				read = 0
			}
			o := j*p.w + i
			p.truth[o] = read
			light := 1 + gx*float64(i-p.w/2) + gy*float64(j-p.h/2)
			p.v[o] = (paper + (ink-paper)*max(all, back(i, j))) * light
		}
	}
	if chance(r, .12) { // the edge of a shadow
		a, at, depth := between(r, 0, 2*math.Pi), between(r, -.6, .6)*p.tall, between(r, .5, .85)
		width := between(r, .05, .5) * p.tall
		for o := range p.v {
			d := float64(o%p.w-p.w/2)*math.Cos(a) + float64(o/p.w-p.h/2)*math.Sin(a) - at
			p.v[o] *= depth + (1-depth)/(1+math.Exp(-4*d/width))
		}
	}
}

// paint returns the ink of some marks on a pixel, and whether an edge is near; soft is the width of the
// pixel.
func paint(marks []mark, x, y, soft float64) (most float64, edge bool) {
	for i := range marks {
		d := marks[i].distance(x, y) / soft
		edge = edge || d > -1 && d < 1
		if d > -.5 {
			most = max(most, min(d+.5, 1)*marks[i].tone)
		}
	}
	return most, edge
}

// backdrop returns the ink of the empty page at each pixel: mostly none; or ink of the other side shines
// through, or the paper is printed in dots, or a screen has stripes.
func (p *plate) backdrop(r *rand.Rand) func(i, j int) float64 {
	switch k := r.Float64(); {
	case k < .08:
		x, y, d := between(r, -.5, .5), between(r, -.5, .5), between(r, .05, .18)
		m := mark{x: x, y: y, x2: x + between(r, -1, 1), y2: y + between(r, -1, 1), half: between(r, .05, .12)}
		return func(i, j int) float64 {
			x, y := p.at(float64(i), float64(j))
			return d * min(max(m.distance(x, y)/.1+.5, 0), 1)
		}
	case k < .14:
		f, d := 2*math.Pi/between(r, .08, .25), between(r, .03, .15)
		return func(i, j int) float64 {
			x, y := p.at(float64(i), float64(j))
			return d * (1 + math.Sin(f*(x+y))*math.Sin(f*(x-y)))
		}
	case k < .2:
		f, d, a := 2*math.Pi/between(r, 2, 7), between(r, .03, .2), pick(r, []float64{0, .1, 1.5, 1.6})
		return func(i, j int) float64 {
			return d * (1 + math.Sin(f*(float64(i)*math.Cos(a)+float64(j)*math.Sin(a))))
		}
	}
	return func(i, j int) float64 { return 0 }
}

// blur blurs the plate as a lens does and, in 12 % of cases, as a moving hand or a wrong distance does.
func (p *plate) blur(r *rand.Rand, tall float64) {
	s := tall*.1*math.Pow(r.Float64(), 1.8) + .6*r.Float64()
	reach := int(math.Ceil(2.5 * s))
	kernel := make([]float64, 2*reach+1)
	for i := range kernel {
		kernel[i] = math.Exp(-float64((i-reach)*(i-reach)) / (2*s*s + 1e-9))
	}
	p.convolve(kernel, 1, 0)
	p.convolve(kernel, 0, 1)
	if chance(r, .12) {
		flat := make([]float64, 1+2*int(between(r, .02, .12)*tall))
		for i := range flat {
			flat[i] = 1
		}
		if chance(r, .5) { // wrong distance: nearly a disc
			p.convolve(flat, 1, 0)
			p.convolve(flat, 0, 1)
		} else {
			d := pick(r, [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}})
			p.convolve(flat, d[0], d[1])
		}
	}
}

// convolve runs an odd kernel over the plate in one direction.
func (p *plate) convolve(kernel []float64, dx, dy int) {
	if len(kernel) < 2 {
		return
	}
	var total float64
	for _, k := range kernel {
		total += k
	}
	out := make([]float64, len(p.v))
	reach := len(kernel) / 2
	for y := range p.h {
		for x := range p.w {
			var sum float64
			for k, v := range kernel {
				i := min(max(x+(k-reach)*dx, 0), p.w-1)
				j := min(max(y+(k-reach)*dy, 0), p.h-1)
				sum += v * p.v[j*p.w+i]
			}
			out[y*p.w+x] = sum / total
		}
	}
	p.v = out
}

// resize scales the plate, as messengers and the straightening of a page do. Digits stay 5.5 to 70
// pixels high.
func (p *plate) resize(by float64) {
	if p.tall*by < 5.5 || p.tall*by > 70 {
		return
	}
	w, h := int(float64(p.w)*by), int(float64(p.h)*by)
	one := func(v []float64) []float64 {
		out := make([]float64, w*h)
		for j := range h {
			for i := range w {
				x, y := (float64(i)+.5)/by-.5, (float64(j)+.5)/by-.5
				x0, y0 := int(math.Floor(x)), int(math.Floor(y))
				fx, fy := x-float64(x0), y-float64(y0)
				at := func(a, b int) float64 { return v[min(max(b, 0), p.h-1)*p.w+min(max(a, 0), p.w-1)] }
				out[j*w+i] = (at(x0, y0)*(1-fx)+at(x0+1, y0)*fx)*(1-fy) + (at(x0, y0+1)*(1-fx)+at(x0+1, y0+1)*fx)*fy
			}
		}
		return out
	}
	p.v, p.truth = one(p.v), one(p.truth)
	p.w, p.h, p.tall = w, h, p.tall*by
}

// expose turns the plate into an image: maybe sharpened as phones do, with noise, in 256 levels, and
// maybe packed as a JPEG.
func (p *plate) expose(r *rand.Rand, screen bool) shot {
	if chance(r, .15) {
		was := p.v
		p.convolve([]float64{1, 2, 1}, 1, 0)
		p.convolve([]float64{1, 2, 1}, 0, 1)
		k := between(r, .3, 1.3)
		for i, v := range was {
			p.v[i] = v + k*(v-p.v[i])
		}
	}
	noise := 14 * r.Float64() * r.Float64()
	if screen {
		noise = 0
	}
	s := shot{img: image.NewGray(image.Rect(0, 0, p.w, p.h)), hit: make([]bool, p.w*p.h), w: p.w, h: p.h}
	for i, v := range p.v {
		s.img.Pix[i] = uint8(min(max(v+noise*r.NormFloat64(), 0), 255))
		if p.truth[i] > .35 {
			s.hit[i] = true
			at := image.Pt(i%p.w, i/p.w)
			s.box = s.box.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
		}
	}
	quality := .4 // the probability of a JPEG
	if screen {
		quality = .25
	}
	if chance(r, quality) {
		var b bytes.Buffer
		if jpeg.Encode(&b, s.img, &jpeg.Options{Quality: 30 + r.IntN(66)}) == nil {
			if m, err := jpeg.Decode(&b); err == nil {
				s.img = m.(*image.Gray)
			}
		}
	}
	return s
}
