package main

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	"kibitz/vision/internal/digits"
)

// none is the class of a digit that a number does not have.
const none = 10

// number draws a number of one or two digits, or in 6 % of cases junk, cut off as a reader would, and returns its
// digits. The box of a fourth of the numbers with two digits is around one of them alone.
func (s *source) number(r *rand.Rand) (digits.NumberGlyph, [2]uint8) {
	for {
		f, bold := s.face(r)
		sc, label, split := s.composeNumber(r, &f, bold)
		s.beside(r, &sc, &f, bold)
		w := sc.w
		sc.w = max(sc.w, 3) - .8
		sh := shoot(r, &sc)
		sc.w = w
		box := sh.box
		if box.Empty() {
			continue
		}
		switch { // a reader may have found one of the digits alone
		case split > 0 && chance(r, .12):
			box.Max.X = box.Min.X + int(split*float64(box.Dx()))
		case split > 0 && chance(r, .14):
			box.Min.X += int(split * float64(box.Dx()))
		}
		e := .04 * float64(box.Dy())
		off := func() int { return int(math.Round(between(r, -1, 1)*e + between(r, -.8, .8))) }
		box = image.Rect(box.Min.X+off(), box.Min.Y+off(), box.Max.X+off(), box.Max.Y+off())
		if chance(r, .35) { // a reader may know only where the numbers of a board usually stand
			tall := float64(box.Dy())
			box = box.Add(image.Pt(int(between(r, -.35, .35)*tall), int(between(r, -.15, .15)*tall)))
			box.Max.Y += int(between(r, -.15, .15) * tall)
		}
		if box.Dy() < 4 || box.Dx() < 1 {
			continue
		}
		if g, ok := digits.CutNumber(sh.img, box, sh.lighter()); ok {
			return g, label
		}
	}
}

// face returns a random face and how much bolder it is drawn.
func (s *source) face(r *rand.Rand) (f face, bold float64) {
	n := r.IntN(len(s.families))
	if s.crisp < len(s.families) && chance(r, .08) { // more pixel fonts: they are few, but common on screens
		n = s.crisp + r.IntN(len(s.families)-s.crisp)
	}
	f, bold = pick(r, s.families[n]), between(r, -.018, .022)
	if n >= s.crisp {
		bold = between(r, -.01, .015)
	}
	return f, bold
}

// composeNumber makes a scene of a number, or junk, and returns its digits and where the second one begins, as a
// share of the width; 0 if there is none.
func (s *source) composeNumber(r *rand.Rand, f *face, bold float64) (sc scene, label [2]uint8, split float64) {
	label = [2]uint8{none, none}
	switch p := r.Float64(); {
	case p < .06:
		return s.junk(r, f, bold), label, 0
	case p < .4:
		label[0] = uint8(r.IntN(10))
		o := f.digits[label[0]]
		return scene{read: []mark{{shape: o, bold: bold, tone: 1}}, w: o.width, h: o.height}, label, 0
	}
	label = [2]uint8{uint8(1 + r.IntN(9)), uint8(r.IntN(10))}
	if chance(r, .35) {
		label[0] = uint8(1 + r.IntN(4))
	}
	gap := between(r, .02, .18)
	if chance(r, .15) {
		gap = between(r, -.07, .02)
	} else if chance(r, .15) {
		gap = between(r, .18, .35)
	}
	a, b := f.digits[label[0]], f.digits[label[1]]
	sc.w, sc.h = a.width+gap+b.width, max(a.height, b.height)
	sc.read = []mark{{shape: a, x: (a.width - sc.w) / 2, y: (sc.h - a.height) / 2, bold: bold, tone: 1},
		{shape: b, x: (sc.w - b.width) / 2, y: (sc.h - b.height) / 2, bold: bold, tone: 1}}
	return sc, label, (a.width + gap/2) / sc.w
}

// lighter reports whether the glyph is lighter than the rest of the image.
func (s *shot) lighter() bool {
	var ink, paper, n, m float64
	for i, hit := range s.hit {
		v := float64(s.img.GrayAt(i%s.w, i/s.w).Y)
		if hit {
			ink, n = ink+v, n+1
		} else {
			paper, m = paper+v, m+1
		}
	}
	return ink/n > paper/m
}

// beside adds rules, a diagonal and other numbers around a number.
func (s *source) beside(r *rand.Rand, sc *scene, f *face, bold float64) {
	w, h := sc.w/2, sc.h/2
	half := between(r, .008, .07)
	near := between(r, 0, .3)
	if chance(r, .15) {
		near = -.03
	}
	for side := range 4 {
		if !chance(r, .35) {
			continue
		}
		d, slope, t := near+half+between(r, 0, .3), between(r, -.03, .03), between(r, .4, 1)
		m := ruleBeside(side, w, h, d, slope)
		m.half, m.tone = half, t
		sc.around = append(sc.around, m)
	}
	if chance(r, .4) { // a block's diagonal, below left or above right
		a, d := between(r, .6, .95), between(r, -.08, .3)+half
		sin, cos := math.Sin(a), math.Cos(a)
		x, y := -w-d*sin, h+d*cos
		if chance(r, .5) {
			x, y = -x, -y
		}
		sc.around = append(sc.around, mark{x: x - 4*cos, y: y - 4*sin, x2: x + 4*cos, y2: y + 4*sin, half: between(r, .01, .05), tone: between(r, .4, 1)})
	}
	for side := range 4 {
		if !chance(r, .22) {
			continue
		}
		o := f.digits[r.IntN(10)]
		m := mark{shape: o, bold: bold, tone: 1}
		far, above := between(r, .5, .9), between(r, .15, .6)
		switch side {
		case 0:
			m.x = -w - far - o.width/2
		case 1:
			m.x = w + far + o.width/2
		case 2:
			m.y, m.x = -h-above-o.height/2, between(r, -w, w)
		default:
			m.y, m.x = h+above+o.height/2, between(r, -w, w)
		}
		sc.around = append(sc.around, m)
	}
}

// learnNumbers draws n numbers, and a tenth as many in held-out fonts, and lets learn.py learn from them.
func learnNumbers(train, held *source, seed uint64, n int) error {
	folder, err := os.MkdirTemp("", "numbers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "train")
	if err := train.writeNumbers(file, seed, n); err != nil {
		return err
	}
	if err := held.writeNumbers(file+".held", seed+1000, n/10); err != nil {
		return err
	}
	const epochs = "4"
	learn := exec.Command("/usr/bin/python3", "train/learn.py", fmt.Sprint(seed), file, epochs, "../internal/digits/numbers.bin")
	learn.Stdout, learn.Stderr = os.Stdout, os.Stderr
	return learn.Run()
}

// writeNumbers writes n numbers or a few more to a file: the digits, and then the pixels of each.
func (s *source) writeNumbers(name string, seed uint64, n int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	const lot = 256
	for first := 0; first < n; first += 2 * lot {
		var out [2][]byte
		var wait sync.WaitGroup
		for k := range out {
			wait.Go(func() {
				r := rand.New(rand.NewPCG(seed, uint64(first+k)))
				for range lot {
					g, label := s.number(r)
					out[k] = append(append(out[k], label[:]...), g[:]...)
				}
			})
		}
		wait.Wait()
		if _, err := f.Write(slices.Concat(out[:]...)); err != nil {
			return err
		}
	}
	return f.Close()
}
