package main

import (
	"fmt"
	"hash/fnv"
	"image"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"kibitz/vision/tools/synth"
)

// A face holds one font's digits, and letters to tell from them.
type face struct {
	family string
	digits [10]*outline
	others []*outline
}

// A family holds its faces: upright, bold, italic.
type family []face

// unsuited names parts of the names of families with other signs in place of digits.
var unsuited = []string{"Math", "Symbol", "Emoji", "Dingbat", "D050000L", "Z003", "Extension", "DSEG14", "DSEGWeather", "Chancery", "Script", "dsrom", "Braille", "Key", "Nushu"}

// load reads all fonts of the folders: families to train on, and held-out ones. Fonts with the same
// digits count once.
func load(folders ...string) (train, held []family, err error) {
	byName := map[string]family{}
	seen := map[uint64]bool{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !slices.Contains([]string{".ttf", ".otf"}, strings.ToLower(filepath.Ext(path))) {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			f, sum, ok := parse(data)
			if ok && !seen[sum] && !slices.ContainsFunc(unsuited, func(part string) bool { return strings.Contains(f.family, part) }) {
				seen[sum] = true
				byName[f.family] = append(byName[f.family], f)
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	names := make([]string, 0, len(byName))
	for name := range byName {
		names = append(names, name)
	}
	slices.Sort(names) // so that each run has the same order
	for _, name := range names {
		if synth.HeldOutFamily(name) {
			held = append(held, byName[name])
		} else {
			train = append(train, byName[name])
		}
	}
	return train, held, nil
}

// parse draws a font's glyphs. It returns them with a hash of the digits. Ok is false if the font has no
// usable digits, as they are missing, too small, too wide or of very different heights, or if it has
// no more than 20 letters.
func parse(data []byte) (f face, sum uint64, ok bool) {
	font1, err := opentype.Parse(data)
	if err != nil {
		return f, 0, false
	}
	if f.family, err = font1.Name(nil, sfnt.NameIDFamily); err != nil {
		return f, 0, false
	}
	f.family = withoutWeight(f.family)
	drawn, err := opentype.NewFace(font1, &opentype.FaceOptions{Size: 2 * 64, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return f, 0, false
	}
	defer drawn.Close()
	h := fnv.New64a()
	var masks [10]*image.Alpha
	height := 0
	for d := range masks {
		m := draw(drawn, rune('0'+d))
		if m == nil || m.Rect.Dy() < 30 || m.Rect.Dx() < 6 || m.Rect.Dx() > 2*m.Rect.Dy() || m.Rect.Dy() > 250 {
			return f, 0, false
		}
		masks[d] = m
		height = max(height, m.Rect.Dy())
		fmt.Fprint(h, m.Rect.Dx(), m.Rect.Dy())
		h.Write(m.Pix)
	}
	for d, m := range masks {
		if m.Rect.Dy() < height/2 {
			return f, 0, false // superscripts and the like
		}
		f.digits[d] = newOutline(m, float64(height))
	}
	for _, r := range letters {
		if m := draw(drawn, r); m != nil && m.Rect.Dx() > 2 && m.Rect.Dy() > 2 && m.Rect.Dx() < 250 && m.Rect.Dy() < 250 {
			f.others = append(f.others, newOutline(m, float64(height)))
		}
	}
	return f, h.Sum64(), len(f.others) > 20
}

// withoutWeight returns a family's name without its weight: some fonts name a family for each weight.
func withoutWeight(name string) string {
	words := strings.Fields(name)
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"Thin", "Hairline", "Light", "Medium", "Bold", "Black", "Heavy", "Retina", "Extra", "Semi",
			"ExtraLight", "UltraLight", "Extrabold", "ExtraBold", "SemiBold", "Semibold"}, w)
	})
	return strings.Join(words, " ")
}

// draw renders one rune without margins; nil if the face lacks it.
func draw(f font.Face, r rune) *image.Alpha {
	box, mask, at, _, ok := f.Glyph(fixed.P(0, 0), r)
	if !ok || box.Empty() {
		return nil
	}
	out := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	for y := range box.Dy() {
		for x := range box.Dx() {
			_, _, _, a := mask.At(at.X+x, at.Y+y).RGBA()
			out.Pix[y*out.Stride+x] = uint8(a >> 8)
		}
	}
	return out
}

// An outline is a shape stored as the distance to its edge, positive inside. So it can be drawn at any
// size, thinner or bolder. Its unit is the height of its font's digits.
type outline struct {
	w, h          int     // samples
	step          float64 // from one sample to the next
	width, height float64 // of the shape itself
	distance      []int8  // in eighths of a step
}

const pad = 5 // steps around the shape

// newOutline measures the distances on a mask's pixels, and keeps one sample for 2 × 2 of them; height
// is that of the font's digits, in pixels.
func newOutline(m *image.Alpha, height float64) *outline {
	const half = 2 // pixels of the mask for each sample's side
	w, h := m.Rect.Dx()+2*half*pad, m.Rect.Dy()+2*half*pad
	inside := make([]float64, w*h)
	outside := make([]float64, w*h)
	for y := range h {
		for x := range w {
			a := image.Pt(x-half*pad, y-half*pad)
			if a.In(m.Rect) && m.AlphaAt(a.X, a.Y).A >= 128 {
				inside[y*w+x] = math.Inf(1)
			} else {
				outside[y*w+x] = math.Inf(1)
			}
		}
	}
	squares(inside, w, h)
	squares(outside, w, h)
	o := &outline{
		w: w / half, h: h / half, step: half / height,
		width: float64(m.Rect.Dx()) / height, height: float64(m.Rect.Dy()) / height,
	}
	o.distance = make([]int8, o.w*o.h)
	for y := range o.h {
		for x := range o.w {
			var sum float64
			for k := range half * half {
				i := (half*y+k/half)*w + half*x + k%half
				sum += math.Sqrt(inside[i]) - math.Sqrt(outside[i])
			}
			d := sum / half / half / half * 8
			o.distance[y*o.w+x] = int8(min(max(math.Round(d), -127), 127))
		}
	}
	return o
}

// at returns the distance to the edge at a place, positive inside; the origin is the middle of the
// shape. Beyond the samples it returns the distance of the outermost ones, -pad steps.
func (o *outline) at(x, y float64) float64 {
	x = (x+o.width/2)/o.step + pad - .5
	y = (y+o.height/2)/o.step + pad - .5
	i, j := int(math.Floor(x)), int(math.Floor(y))
	if i < 0 || j < 0 || i+1 >= o.w || j+1 >= o.h {
		return -pad * o.step
	}
	fx, fy := x-float64(i), y-float64(j)
	d := o.distance[j*o.w+i:]
	top := float64(d[0])*(1-fx) + float64(d[1])*fx
	bottom := float64(d[o.w])*(1-fx) + float64(d[o.w+1])*fx
	return (top*(1-fy) + bottom*fy) * o.step / 8
}

// squares replaces values, 0 or infinity, by the squares of the distances to the nearest 0. It works
// along each row, then along each column (Felzenszwalb and Huttenlocher, "Distance transforms of
// sampled functions", 2012).
func squares(v []float64, w, h int) {
	n := max(w, h)
	line, out := make([]float64, n), make([]float64, n)
	at, from := make([]int, n), make([]float64, n+1)
	pass := func(start, stride, n int) {
		for i := range n {
			line[i] = min(v[start+i*stride], 1e12) // infinity less infinity is no number
		}
		// Each place has a parabola. The lowest ones are at[:k+1]; at[i] is the lowest from from[i] on.
		k := 0
		at[0], from[0], from[1] = 0, math.Inf(-1), math.Inf(1)
		for q := 1; q < n; q++ {
			for {
				p := at[k]
				s := (line[q] + float64(q*q) - line[p] - float64(p*p)) / float64(2*q-2*p)
				if s > from[k] {
					k++
					at[k], from[k], from[k+1] = q, s, math.Inf(1)
					break
				}
				k--
			}
		}
		k = 0
		for q := range n {
			for from[k+1] < float64(q) {
				k++
			}
			d := float64(q - at[k])
			out[q] = d*d + line[at[k]]
		}
		for i := range n {
			v[start+i*stride] = out[i]
		}
	}
	for y := range h {
		pass(y*w, 1, w)
	}
	for x := range w {
		pass(x, w, h)
	}
}
