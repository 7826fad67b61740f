package synth

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"
)

// window shows a part of the scene through a camera, as a reader straightens it.
func (s *scene) window(pitch float64, split Split) *Window {
	r0, c0 := s.start(s.rows), s.start(s.cols)
	if s.kind == NonogramLook && r0 >= 0 && c0 >= 0 {
		r0 = -2 // a reader sees the clues of one side at least
	}
	s.cutPicture(float64(r0), float64(c0))
	cameras := Cameras(split)
	c := choose(s.rng, cameras).Camera(s.rng)
	const finest = 40 // pixels a cell: more than a window shows
	c.Resample = min(pitch, finest)
	c.Defocus = min(c.Defocus, .03*c.Resample) // what is more blurred than this nobody reads
	f := s.expose(c, r0, c0)
	w := &Window{Kind: s.kind, Pixels: make([]uint8, 4*WindowSide*WindowSide)}
	s.straighten(f, w, r0, c0)
	for r := r0; r < r0+WindowCells; r++ {
		for col := c0; col < c0+WindowCells; col++ {
			k := s.at(r, col)
			class := s.class[k]
			if class != Outside && !s.seen(float64(r)+.5, float64(col)+.5) {
				class = Unknown
			}
			w.Class, w.Sums, w.Lit = append(w.Class, class), append(w.Sums, s.sums[k]), append(w.Lit, s.lit[k])
		}
	}
	w.Ink = make([]uint8, WindowCells*inkPlaces*WindowCells*inkPlaces)
	for _, b := range s.inks {
		n := WindowCells * inkPlaces
		at := func(v float64, first int) int { return int(math.Round((v - float64(first)) * inkPlaces)) }
		y0, y1, x0, x1 := at(b.min.Y, r0), at(b.max.Y, r0), at(b.min.X, c0), at(b.max.X, c0)
		for y := max(y0, 0); y < min(max(y1, y0+1), n); y++ {
			for x := max(x0, 0); x < min(max(x1, x0+1), n); x++ {
				w.Ink[y*n+x] = b.kind
			}
		}
	}
	return w
}

// NewLook draws a screenshot of a whole board in a look of independent traits, as windows have, with fonts of one
// half: a look that no reader was made for. It returns nil if the kind has no such looks. Kakuro have one solution,
// nonograms may have several.
func NewLook(seed uint64, kind Kind, split Split, fonts []*Font) *Picture {
	return newLook(seed, kind, split, fonts, false)
}

// NewLookPhoto draws a photo of such a board, taken by a camera of the same half.
func NewLookPhoto(seed uint64, kind Kind, split Split, fonts []*Font) *Picture {
	return newLook(seed, kind, split, fonts, true)
}

// newLook draws a screenshot or a photo of a board in a look of independent traits.
func newLook(seed uint64, kind Kind, split Split, fonts []*Font, photo bool) *Picture {
	rng := rand.New(rand.NewPCG(seed, 11))
	for {
		s := &scene{sheet: &sheet{}, rng: rng, fonts: Half(fonts, split), tall: 1, sound: true}
		pitch := math.Round(digits(rng, 20, 70))
		s.pixel = 1 / pitch
		switch kind {
		case Nonogram:
			s.nonogram()
		case Kakuro:
			s.kakuro()
		case LightsOut:
			s.tiles()
		default:
			return nil
		}
		if s.board == nil { // of several colours
			continue
		}
		s.bounds = box{Point{-around, -around * s.tall}, Point{float64(s.cols) + around, (float64(s.rows) + around) * s.tall}}
		if photo {
			const finer = 1.4 // as in Draw
			m := choose(rng, slices.DeleteFunc(Cameras(split), func(m Model) bool { return m.Camera(rng).Screenshot }))
			pic := m.Camera(rng).photograph(rng, s.board, Style{Font: s.fonts[0]}, s.render(pitch*finer, false), 1/finer)
			pic.Layout, pic.Camera = "any look", m.Name
			return pic
		}
		c := Camera{OfScreen: true, Screenshot: true}
		if chance(rng, .3) {
			c.Quality = 50 + rng.IntN(45)
		}
		if chance(rng, .2) {
			c.Resample = between(rng, .6, 1.4)
		}
		p := s.render(pitch, true)
		pic := c.screenshot(rng, s.board, Style{Font: s.fonts[0]}, p)
		pic.Layout, pic.Camera = "any look", "screenshot"
		return pic
	}
}

// start returns where a window begins along a side of n cells: two cells before the board at least half of
// the time, or so that all of a small board is seen.
func (s *scene) start(n int) int {
	lo, hi := max(-around, n-WindowCells), min(0, n+around-WindowCells)
	if n > WindowCells-4 {
		lo, hi = -2, n+2-WindowCells
	}
	if lo <= -2 && -2 <= hi && chance(s.rng, .4) {
		return -2
	}
	return lo + s.rng.IntN(hi-lo+1)
}

// cutPicture decides where the picture ends. Every fourth ends within the window on some side: anywhere, or
// at the board's edge.
func (s *scene) cutPicture(r0, c0 float64) {
	s.cut = [4]float64{-99, -99, 99, 99}
	if !chance(s.rng, .25) {
		return
	}
	ends := [4]float64{c0, r0, c0 + WindowCells, r0 + WindowCells}
	edges := [4]float64{0, 0, float64(s.cols), float64(s.rows)}
	for side := range s.cut {
		sign := 1.
		if side > 1 {
			sign = -1
		}
		if chance(s.rng, .5) {
			s.cut[side] = ends[side] + sign*between(s.rng, 0, 3)
			if chance(s.rng, .5) {
				s.cut[side] = edges[side] - sign*between(s.rng, 0, .4)
			}
		}
	}
}

// seen reports whether a place is on the picture.
func (s *scene) seen(r, c float64) bool {
	return c >= s.cut[0] && r >= s.cut[1] && c < s.cut[2] && r < s.cut[3]
}

// expose draws the scene and takes a picture of the window; c.Resample is the pixels of a cell.
func (s *scene) expose(c Camera, r0, c0 int) *film {
	const spare = .5 // cells around the window
	s.bounds = box{Point{float64(c0) - spare, (float64(r0) - spare) * s.tall}, Point{float64(c0) + WindowCells + spare, (float64(r0) + WindowCells + spare) * s.tall}}
	s.shapes = slices.DeleteFunc(s.shapes, func(sh shape) bool { return !s.shows(sh) })
	cell := c.Resample
	finer := 1.25
	if c.Screenshot {
		finer, cell = 1, math.Round(cell)
	}
	p := s.render(cell*finer, c.Screenshot)
	if c.Halftone > 0 {
		p.halftone(c.Halftone, 2.2*finer)
	}
	n := int(math.Round(WindowCells * cell))
	f := &film{w: n, h: n}
	for i := range f.planes {
		f.planes[i] = make([]float32, n*n)
	}
	v := &view{Camera: c}
	quad := s.quad(.06)
	if c.Screenshot {
		quad = [4]Point{}
	}
	for y := range n {
		for x := range n {
			at := s.bend(quad, (float64(x)+.5)/cell, (float64(y)+.5)/cell)
			q := p.at(Point{float64(c0) + at.X, (float64(r0) + at.Y) * s.tall})
			light, _ := p.sample(q.X, q.Y)
			if v.LCD > 0 {
				light = v.striped(light, float64(x)*1.4, float64(y)*1.4)
			}
			for k := range f.planes {
				f.planes[k][y*n+x] = light[k]
			}
		}
	}
	if !c.Screenshot {
		f.develop(s.rng, c)
	}
	s.spoil(f, c)
	return f
}

// spoil saves the picture as a JPEG if the camera does, and changes its light at times.
func (s *scene) spoil(f *film, c Camera) {
	quality := c.Quality
	if quality == 0 && chance(s.rng, .2) {
		quality = 30 + s.rng.IntN(60)
	}
	if c.Screenshot && chance(s.rng, .25) { // resized
		f.blur(0, float32(between(s.rng, .1, .5)))
	}
	invert, low, high := c.Screenshot && chance(s.rng, .08), float32(0), float32(1)
	if chance(s.rng, .15) {
		low, high = float32(between(s.rng, 0, 60)), float32(between(s.rng, .5, .85))
	}
	for _, plane := range f.planes {
		for i, v := range plane {
			if invert {
				v = 255 - v
			}
			plane[i] = low + v*high
		}
	}
	if quality == 0 {
		return
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, f.image(), &jpeg.Options{Quality: quality}); err != nil {
		panic(err) // writing a valid size to memory does not fail
	}
	img, err := jpeg.Decode(&b)
	if err != nil {
		panic(err) // of a file that was just written
	}
	flat := image.NewRGBA(img.Bounds())
	draw.Draw(flat, flat.Rect, img, image.Point{}, draw.Src)
	for i := range f.w * f.h {
		for k := range f.planes {
			f.planes[k][i] = float32(flat.Pix[4*i+k])
		}
	}
}

// shows reports whether a shape may be seen in the bounds.
func (s *scene) shows(sh shape) bool {
	b := s.bounds
	if sh.text != "" {
		w := sh.font.width(sh.text) * sh.height
		return sh.middle.X+w > b.min.X && sh.middle.X-w < b.max.X && sh.middle.Y+sh.height > b.min.Y && sh.middle.Y-sh.height < b.max.Y
	}
	in := box{sh.points[0], sh.points[0]}
	for _, p := range sh.points {
		in.add(p.X, p.Y, p.X, p.Y)
	}
	return in.max.X > b.min.X && in.min.X < b.max.X && in.max.Y > b.min.Y && in.min.Y < b.max.Y
}

// quad draws by how far the corners of a window are misplaced, in cells.
func (s *scene) quad(most float64) (q [4]Point) {
	dx, dy := between(s.rng, -most, most), between(s.rng, -most, most)
	for i := range q {
		q[i] = Point{dx + between(s.rng, -most, most), dy + between(s.rng, -most, most)}
	}
	return q
}

// bend returns a place of the window that is misplaced as its corners are.
func (s *scene) bend(quad [4]Point, x, y float64) Point {
	u, t := x/WindowCells, y/WindowCells
	by := func(a, b, c, d float64) float64 { return (a*(1-u)+b*u)*(1-t) + (c*(1-u)+d*u)*t }
	return Point{x + by(quad[0].X, quad[1].X, quad[2].X, quad[3].X), y + by(quad[0].Y, quad[1].Y, quad[2].Y, quad[3].Y)}
}

// straighten samples the picture at the pixels of a window: the mean of four places of each if the picture
// is finer, else one place.
func (s *scene) straighten(f *film, w *Window, r0, c0 int) {
	quad := s.quad(.04)
	scale := float64(f.w) / WindowCells
	flat := &page{RGBA: f.image(), cell: scale}
	edge := image.Rect(0, 0, f.w, f.h)
	taps, off := 1, 0. // places of a pixel, and how far they are off its middle, in cells
	if scale > cellSide {
		taps, off = 4, .25/cellSide
	}
	for y := range WindowSide {
		for x := range WindowSide {
			to := w.Pixels[4*(y*WindowSide+x):][:4]
			at := s.bend(quad, (float64(x)+.5)/cellSide, (float64(y)+.5)/cellSide)
			if !s.seen(float64(r0)+at.Y, float64(c0)+at.X) {
				to[0], to[1], to[2], to[3] = 128, 128, 128, 255
				continue
			}
			var sum [3]float32
			for i := range taps {
				px, py := (at.X+off*float64(i%2*2-1))*scale, (at.Y+off*float64(i/2*2-1))*scale
				px, py = min(max(px, .5), float64(edge.Max.X)-.51), min(max(py, .5), float64(edge.Max.Y)-.51)
				light, _ := flat.sample(px, py)
				for k := range sum {
					sum[k] += light[k] / float32(taps)
				}
			}
			to[0], to[1], to[2] = uint8(sum[0]+.5), uint8(sum[1]+.5), uint8(sum[2]+.5)
		}
	}
}
