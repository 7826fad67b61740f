package main

import (
	"image"
	"math"
	"math/rand/v2"

	"kibitz/vision/internal/digits"
)

// example draws one glyph, cut as a reader would, and returns it with its class. It draws again until
// digits.Cut accepts the cut.
func (s *source) example(r *rand.Rand) (digits.Glyph, int) {
	for {
		sc := s.compose(r)
		sh := shoot(r, &sc)
		box, ink := sh.cut(r, &sc)
		if g, ok := digits.Cut(sh.img, box, ink); ok {
			return g, sc.class
		}
	}
}

// cut finds the box as a reader would: that of the glyph's pieces of ink, if it is about as large as the
// true one. If they are joined to a rule, and sometimes else, the reader knows the rule and cuts along
// it: the box is off by up to 5 % of its height and a pixel, and in 15 % of cases takes in a rule. For
// the empty page it is a box in the middle. The function returned tells the glyph's pixels; nil for
// all.
func (s *shot) cut(r *rand.Rand, sc *scene) (image.Rectangle, func(x, y int) bool) {
	if s.box.Empty() { // the empty page
		w, h := int(float64(s.w)*between(r, .3, .6))+2, int(float64(s.h)*between(r, .3, .6))+2
		at := image.Pt((s.w-w)/2, (s.h-h)/2)
		return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}, nil
	}
	truth := s.box
	label, own := s.pieces()
	var found image.Rectangle
	for i, l := range label {
		if l > 0 && own[l] {
			at := image.Pt(i%s.w, i/s.w)
			found = found.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
		}
	}
	grown := truth.Inset(-2 - truth.Dy()/8)
	if !found.Empty() && found.In(grown) && 10*found.Dy() > 7*truth.Dy() && 10*found.Dx() > 6*truth.Dx() && chance(r, .85) {
		if chance(r, .45) {
			w := s.w
			return found, func(x, y int) bool { l := label[y*w+x]; return l > 0 && own[l] }
		}
		if chance(r, .6) {
			return found, nil
		}
		truth = found
	}
	e := .05 * float64(truth.Dy())
	off := func() int { return int(math.Round(between(r, -1, 1)*e + between(r, -.8, .8))) }
	box := image.Rect(truth.Min.X+off(), truth.Min.Y+off(), truth.Max.X+off(), truth.Max.Y+off())
	if chance(r, .15) { // a rule on one side is taken for ink
		e := int(between(r, .05, .3) * float64(truth.Dy()))
		switch r.IntN(4) {
		case 0:
			box.Min.X -= e
		case 1:
			box.Min.Y -= e
		case 2:
			box.Max.X += e
		default:
			box.Max.Y += e
		}
	}
	return box, nil
}

// pieces returns the number of each pixel's piece of ink, 0 for none, and which pieces belong to the
// glyph by more than 40 %. Pieces are connected; one threshold tells ink in the whole image (Otsu, 1979).
func (s *shot) pieces() (label []int, own []bool) {
	var count [256]int
	for _, v := range s.img.Pix {
		count[v]++
	}
	level := otsu(&count)
	var hits, lightHits int
	for i, h := range s.hit {
		if h {
			hits++
			if int(s.img.Pix[i]) > level {
				lightHits++
			}
		}
	}
	dark := 2*lightHits < hits
	ink := func(i int) bool { return (int(s.img.Pix[i]) <= level) == dark }
	label = make([]int, len(s.hit))
	own = []bool{false}
	var stack []int
	for start := range label {
		if label[start] > 0 || !ink(start) {
			continue
		}
		n, hit := 0, 0
		id := len(own)
		label[start] = id
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n++
			if s.hit[i] {
				hit++
			}
			for k := range 9 {
				x, y := i%s.w+k%3-1, i/s.w+k/3-1
				if x < 0 || y < 0 || x >= s.w || y >= s.h {
					continue
				}
				if j := y*s.w + x; label[j] == 0 && ink(j) {
					label[j] = id
					stack = append(stack, j)
				}
			}
		}
		own = append(own, 5*hit > 2*n)
	}
	return label, own
}

// otsu returns the level that splits dark from light with the least variance within both; that is the
// one with the most variance between them. It returns 127 if all pixels have one level.
func otsu(count *[256]int) int {
	var n, sum float64
	for v, c := range count {
		n += float64(c)
		sum += float64(v * c)
	}
	var below, belowSum, most float64
	level := 127
	for v, c := range count {
		below += float64(c)
		belowSum += float64(v * c)
		if below == 0 || below == n {
			continue
		}
		d := belowSum/below - (sum-belowSum)/(n-below)
		if between := below * (n - below) * d * d; between > most {
			most, level = between, v
		}
	}
	return level
}
