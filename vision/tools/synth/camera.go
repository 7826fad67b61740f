package synth

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"golang.org/x/image/draw"
)

// A Camera says how a page becomes a picture.
type Camera struct {
	OfScreen   bool    // it takes pictures of screens, not of paper
	Screenshot bool    // it is no camera: the picture is the page itself
	Digit      float64 // the height of digits on the picture, in pixels
	Quality    int     // of a JPEG; 0: a PNG
	Resample   float64 // the factor by which a screenshot was resized; 0: it was not

	Turn       float64    // in the picture's plane, in radians
	Tilt       [2]float64 // about the page's vertical and its horizontal axis, in radians
	Curl       float64    // the shift of the curved edge of a page, in halves of its width
	Bow        float64    // the bend of lines there, in halves of the page's height
	CurlRight  bool       // the right edge is curved, not the left one
	Barrel     float64    // the distortion of the lens at a longest side from the middle
	Light      float64    // the share of light that white paper returns
	Cast       [3]float64 // factors of red, green and blue
	Gradient   [2]float64 // the change of light from left to right and from top to bottom, a share
	Shade      float64    // the share of light lost in a shadow
	Glare      float64    // the light of a reflection, 1 being white
	Through    float64    // the share of the other side's ink that shines through
	Halftone   float64    // the strength of printed dots, 0 to 1
	LCD        float64    // the pitch of a screen's pixels, in pixels of the picture; 0: none are seen
	Defocus    float64    // radius, in pixels
	Motion     float64    // length, in pixels
	Noise      float64    // standard deviation, white being 255
	Background color.RGBA
}

// screenshot returns the picture of the flat page, resized if the camera says so.
func (c Camera) screenshot(rng *rand.Rand, b *Board, s Style, p *page) *Picture {
	img := p.RGBA
	scale := 1.
	if c.Resample != 0 {
		w, h := int(float64(img.Rect.Dx())*c.Resample), int(float64(img.Rect.Dy())*c.Resample)
		small := image.NewRGBA(image.Rect(0, 0, w, h))
		draw.ApproxBiLinear.Scale(small, small.Rect, img, img.Rect, draw.Src, nil)
		img, scale = small, c.Resample
	}
	return p.picture(b, s, img, c, func(q Point) Point { return Point{q.X * scale, q.Y * scale} })
}

// picture packs an image, with the places of crossings and digits on it. Seen maps a place of the page
// to the picture.
func (p *page) picture(b *Board, s Style, img *image.RGBA, c Camera, seen func(Point) Point) *Picture {
	pic := &Picture{Image: img, Data: encode(img, c), Board: b, Screen: c.Screenshot, Font: s.Font.Name}
	for r := range b.Rows + 1 {
		for col := range b.Cols + 1 {
			pic.Lattice = append(pic.Lattice, seen(p.at(Point{float64(col), float64(r) * s.tall(b.Kind)})))
		}
	}
	for _, g := range p.glyphs {
		for i, q := range g.Box {
			g.Box[i] = seen(q)
		}
		pic.Glyphs = append(pic.Glyphs, g)
	}
	return pic
}

// A view maps the picture of a camera to the page, and back.
type view struct {
	Camera
	plane   [9]float64 // the homography from the picture to the plane of the flat page
	half    Point      // half the page's size
	centre  Point      // of the picture
	longest float64    // the page's longer side, in pixels of the picture
}

// newView returns the view of a page w × h pixels large; one of its pixels is scale pixels of the
// picture.
func newView(c Camera, w, h, scale float64) *view {
	longest := max(w, h)
	distance := 1.8 * longest
	focal := distance * scale
	sa, ca := math.Sincos(c.Tilt[0])
	sb, cb := math.Sincos(c.Tilt[1])
	st, ct := math.Sincos(c.Turn)
	// The page's axes in the camera's coordinates: turned, tilted about y, then about x.
	axis := func(x, y float64) (float64, float64, float64) {
		x, y = ct*x-st*y, st*x+ct*y
		x, z := ca*x, -sa*x
		return x, cb*y - sb*z, sb*y + cb*z
	}
	ax, ay, az := axis(1, 0)
	bx, by, bz := axis(0, 1)
	v := &view{Camera: c, half: Point{w / 2, h / 2}, longest: longest * scale}
	v.plane = inverse([9]float64{focal * ax, focal * bx, 0, focal * ay, focal * by, 0, az, bz, distance})
	return v
}

// inverse inverts a 3 × 3 matrix by its cofactors.
func inverse(m [9]float64) (n [9]float64) {
	det := 0.
	for i := range 9 {
		r, c := i/3, i%3
		a, b, d, e := m[(r+1)%3*3+(c+1)%3], m[(r+1)%3*3+(c+2)%3], m[(r+2)%3*3+(c+1)%3], m[(r+2)%3*3+(c+2)%3]
		n[c*3+r] = a*e - b*d
		if r == 0 {
			det += m[c] * n[c*3]
		}
	}
	for i := range n {
		n[i] /= det
	}
	return n
}

// page returns the place on the page of a place on the picture: it takes back the lens's distortion,
// then the perspective, then the curl and the bend of the page, which grow towards the curved edge.
func (v *view) page(q Point) Point {
	x, y := q.X-v.centre.X, q.Y-v.centre.Y
	r2 := (x*x + y*y) / (v.longest * v.longest)
	x, y = x*(1+v.Barrel*r2), y*(1+v.Barrel*r2)
	m := &v.plane
	w := m[6]*x + m[7]*y + m[8]
	s, t := (m[0]*x+m[1]*y+m[2])/w, (m[3]*x+m[4]*y+m[5])/w
	side := 1.
	if !v.CurlRight {
		side = -1
	}
	near := max(0, (side*s/v.half.X+1)/2) // 0 at the far edge, 1 at the curved one
	near = min(near, 1.5)                 // bounds the curl of places beyond the curved edge
	s += side * v.Curl * v.half.X * near * near * near
	t += v.Bow * v.half.Y * near * near * (1 + .5*t/v.half.Y)
	return Point{s + v.half.X, t + v.half.Y}
}

// seen returns the place on the picture of a place on the page. It starts from the place that a flat
// page and a perfect lens give, and takes at most 20 steps of Newton's method.
func (v *view) seen(p Point) Point {
	m := inverse(v.plane)
	x, y := p.X-v.half.X, p.Y-v.half.Y
	w := m[6]*x + m[7]*y + m[8]
	q := Point{(m[0]*x+m[1]*y+m[2])/w + v.centre.X, (m[3]*x+m[4]*y+m[5])/w + v.centre.Y}
	const h = .25 // the step of numerical derivatives, in pixels
	for range 20 {
		at, right, down := v.page(q), v.page(Point{q.X + h, q.Y}), v.page(Point{q.X, q.Y + h})
		a, b := (right.X-at.X)/h, (down.X-at.X)/h
		d, e := (right.Y-at.Y)/h, (down.Y-at.Y)/h
		det := a*e - b*d
		dx, dy := p.X-at.X, p.Y-at.Y
		if math.Abs(det) < 1e-9 || math.Abs(dx)+math.Abs(dy) < 1e-6 {
			break
		}
		q.X += (e*dx - b*dy) / det
		q.Y += (a*dy - d*dx) / det
	}
	return q
}

// photograph returns the picture of a page through the camera.
func (c Camera) photograph(rng *rand.Rand, b *Board, s Style, p *page, scale float64) *Picture {
	w, h := float64(p.Rect.Dx()), float64(p.Rect.Dy())
	v := newView(c, w, h, scale)
	area := box{Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}}
	const around = 16 // places on each side of the page
	for i := range around + 1 {
		t := float64(i) / around
		for _, q := range []Point{{t * w, 0}, {t * w, h}, {0, t * h}, {w, t * h}} {
			q = v.seen(q)
			area.add(q.X, q.Y, q.X, q.Y)
		}
	}
	size := area.size()
	// The picture shows some of the table around the page.
	left, top := between(rng, 0, .04)*size.X, between(rng, 0, .04)*size.Y
	v.centre = Point{left - area.min.X, top - area.min.Y}
	width, height := int(size.X+left*between(rng, 1, 2)), int(size.Y+top*between(rng, 1, 2))
	if c.Halftone > 0 {
		p.halftone(c.Halftone, 2.2/scale)
	}
	f := v.expose(p, width, height)
	f.develop(rng, c)
	return p.picture(b, s, f.image(), c, v.seen)
}
