package synth

import (
	"image"
	"math"
	"math/rand/v2"
)

// A film is a picture in the making: planes of red, green and blue light, 255 being white.
type film struct {
	w, h   int
	planes [3][]float32
}

// expose takes each pixel's light from its place on the page. Places are computed at the knots of a mesh
// of 8 pixels, and interpolated between.
func (v *view) expose(p *page, width, height int) *film {
	f := &film{w: width, h: height}
	for i := range f.planes {
		f.planes[i] = make([]float32, width*height)
	}
	const mesh = 8 // pixels
	across := width/mesh + 2
	above, below := make([]Point, across), make([]Point, across)
	knots := func(row []Point, y int) {
		for i := range row {
			row[i] = v.page(Point{float64(i*mesh) + .5, float64(y) + .5})
		}
	}
	knots(below, 0)
	for y := range height {
		if y%mesh == 0 {
			above, below = below, above
			knots(below, y+mesh)
		}
		t := float64(y%mesh) / mesh
		for x := range width {
			i, u := x/mesh, float64(x%mesh)/mesh
			a, b, c, d := above[i], above[i+1], below[i], below[i+1]
			px := (a.X*(1-u)+b.X*u)*(1-t) + (c.X*(1-u)+d.X*u)*t
			py := (a.Y*(1-u)+b.Y*u)*(1-t) + (c.Y*(1-u)+d.Y*u)*t
			light := v.light(p, px, py)
			if v.LCD > 0 {
				light = v.striped(light, px, py)
			}
			for k := range f.planes {
				f.planes[k][y*width+x] = light[k]
			}
		}
	}
	return f
}

// light returns the light from a place of the page: the mean of four places near it. Outside the page
// it is that of the background. Ink of the other side, if it shines through, is this page's, mirrored
// and 37 pixels higher.
func (v *view) light(p *page, px, py float64) (sum [3]float32) {
	const off = .35 // pixels of the page
	for i := range 4 {
		x, y := px+off*float64(i%2*2-1), py+off*float64(i/2*2-1)
		tap, on := p.sample(x, y)
		if !on {
			tap = [3]float32{float32(v.Background.R), float32(v.Background.G), float32(v.Background.B)}
		}
		if on && v.Through > 0 {
			back, _ := p.sample(float64(p.Rect.Dx())-x, y+37)
			for k := range tap {
				tap[k] -= float32(v.Through) * (255 - back[k])
			}
		}
		for k := range sum {
			sum[k] += tap[k] / 4
		}
	}
	return sum
}

// striped returns light as a screen emits it: a pixel of the screen has a stripe for each of red, green
// and blue, and a dark gap below. A pixel of the picture shows the mean of the part that it sees.
func (v *view) striped(light [3]float32, px, py float64) [3]float32 {
	const finer, spread = 1.4, 1.25 // page pixels for each picture pixel; the width that a lens sees, in pixels
	pitch := v.LCD * finer
	// share returns the share of the visible part, around at, that lies in stripes: each begins at `from`
	// in a pixel of the screen and is width wide.
	share := func(at, from, width float64) float64 {
		// until returns the length of stripe up to x, all in pixels of the screen.
		until := func(x float64) float64 {
			whole := math.Floor(x)
			return whole*width + min(width, max(0, x-whole-from))
		}
		half := spread * finer / pitch / 2
		return (until(at/pitch+half) - until(at/pitch-half)) / (2 * half)
	}
	gap := 1 - .5*share(py, 0, .14)
	for k := range light { // the mean share of a third leaves the light as it is
		light[k] *= float32((.4 + 1.8*share(px, float64(k)/3, 1./3)) * gap)
	}
	return light
}

// sample returns the light between four pixels of the page, interpolated; on is false outside it.
func (p *page) sample(x, y float64) (light [3]float32, on bool) {
	x, y = x-.5, y-.5
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	if x0 < 0 || y0 < 0 || x0+1 >= p.Rect.Max.X || y0+1 >= p.Rect.Max.Y {
		return light, false
	}
	u, t := float32(x-float64(x0)), float32(y-float64(y0))
	a := p.Pix[y0*p.Stride+4*x0:]
	b := p.Pix[(y0+1)*p.Stride+4*x0:]
	for k := range light {
		above := float32(a[k])*(1-u) + float32(a[k+4])*u
		below := float32(b[k])*(1-u) + float32(b[k+4])*u
		light[k] = above*(1-t) + below*t
	}
	return light, true
}

// halftone prints greys as dots, as presses do, in rows at 45°. Share is the strength of the dots, pitch
// the distance of their rows in pixels. Nearly black and nearly white pixels have no dots.
func (p *page) halftone(share, pitch float64) {
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			pixel := p.Pix[y*p.Stride+4*x:][:3]
			lo, hi := min(pixel[0], pixel[1], pixel[2]), max(pixel[0], pixel[1], pixel[2])
			if hi < 60 || lo > 245 {
				continue
			}
			u, t := float64(x+y)/pitch, float64(x-y)/pitch
			dot := 60 * share * (math.Cos(2*math.Pi*u) + math.Cos(2*math.Pi*t))
			for k := range pixel {
				pixel[k] = uint8(min(255, max(0, float64(pixel[k])+dot)))
			}
		}
	}
}

// develop applies light, lens and sensor to the film.
func (f *film) develop(rng *rand.Rand, c Camera) {
	f.shine(rng, c)
	if r := int(c.Defocus); c.Defocus > 0 {
		for range 2 {
			f.blur(r, float32(c.Defocus)-float32(r))
		}
	}
	if c.Motion > 1 {
		f.smear(c.Motion, rng.Float64()*math.Pi)
	}
	if c.Noise > 0 {
		f.noise(rng, float32(c.Noise))
	}
}

// shine applies the camera's light, gradient, shade and glare. The shade lies beyond a straight, soft
// edge at a random angle; the glare is a round spot at a random place. A cast of zeros is none.
func (f *film) shine(rng *rand.Rand, c Camera) {
	angle := rng.Float64() * 2 * math.Pi
	sin, cos := math.Sincos(angle)
	edge := between(rng, -.3, .3)
	softness := between(rng, .01, .15)
	gx, gy := between(rng, .15, .85), between(rng, .15, .85)
	cast := c.Cast
	if cast == [3]float64{} {
		cast = [3]float64{1, 1, 1}
	}
	for y := range f.h {
		t := float64(y)/float64(f.h) - .5
		for x := range f.w {
			u := float64(x)/float64(f.w) - .5
			light := c.Light * (1 + c.Gradient[0]*u + c.Gradient[1]*t)
			if c.Shade > 0 {
				d := min(1, max(0, (u*cos+t*sin-edge)/softness))
				light *= 1 - c.Shade*d
			}
			glare := float32(0)
			if c.Glare > 0 {
				d := (u+.5-gx)*(u+.5-gx) + (t+.5-gy)*(t+.5-gy)
				glare = float32(c.Glare * 255 * math.Exp(-d*60))
			}
			i := y*f.w + x
			for k := range f.planes {
				f.planes[k][i] = f.planes[k][i]*float32(light*cast[k]) + glare
			}
		}
	}
}

// blur replaces each pixel by the mean of 2r + 1 pixels in x, then in y. One more at each end counts by
// part.
func (f *film) blur(r int, part float32) {
	line := make([]float32, max(f.w, f.h))
	pass := func(plane []float32, from, step, n int) {
		for i := range n {
			line[i] = plane[from+i*step]
		}
		at := func(i int) float32 { return line[min(max(i, 0), n-1)] }
		sum := float32(0)
		for i := -r; i <= r; i++ {
			sum += at(i)
		}
		weight := 1 / (float32(2*r+1) + 2*part)
		for i := range n {
			plane[from+i*step] = (sum + part*(at(i-r-1)+at(i+r+1))) * weight
			sum += at(i+r+1) - at(i-r)
		}
	}
	for _, plane := range f.planes {
		for y := range f.h {
			pass(plane, y*f.w, 1, f.w)
		}
		for x := range f.w {
			pass(plane, x, f.w, f.h)
		}
	}
}

// smear replaces each pixel by the mean along a short line, as a moving camera does.
func (f *film) smear(length, angle float64) {
	sin, cos := math.Sincos(angle)
	taps := int(math.Ceil(length)) + 1
	offsets := make([][2]int, taps)
	for i := range offsets {
		d := length * (float64(i)/float64(taps-1) - .5)
		offsets[i] = [2]int{int(math.Round(d * cos)), int(math.Round(d * sin))}
	}
	for k, plane := range f.planes {
		smeared := make([]float32, len(plane))
		for y := range f.h {
			for x := range f.w {
				sum := float32(0)
				for _, o := range offsets {
					sum += plane[min(max(y+o[1], 0), f.h-1)*f.w+min(max(x+o[0], 0), f.w-1)]
				}
				smeared[y*f.w+x] = sum / float32(taps)
			}
		}
		f.planes[k] = smeared
	}
}

// noise adds the noise of a sensor: nearly normal, as the sum of three uniform numbers.
func (f *film) noise(rng *rand.Rand, deviation float32) {
	for _, plane := range f.planes {
		for i := range plane {
			bits := rng.Uint64()
			sum := float32(bits&0xffff) + float32(bits>>16&0xffff) + float32(bits>>32&0xffff)
			plane[i] += deviation * 2 * (sum/0xffff - 1.5) // the sum of three has a deviation of 1/2
		}
	}
}

// image rounds the film to an image.
func (f *film) image() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, f.w, f.h))
	for i := range f.w * f.h {
		for k := range f.planes {
			img.Pix[4*i+k] = uint8(min(255, max(0, f.planes[k][i]+.5)))
		}
		img.Pix[4*i+3] = 255
	}
	return img
}
