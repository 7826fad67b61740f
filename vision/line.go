package vision

import (
	"cmp"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
)

// A word is glyphs of a line beside each other, left to right: of a row all of them, of a
// column those on one height. Words of a column are numbers; a row's is cut into numbers.
type word []*glyph

func (w word) box() image.Rectangle {
	var box image.Rectangle
	for _, g := range w {
		box = box.Union(g.box)
	}
	return box
}

// lines sorts a band's glyphs into the words of each clue, those farthest from the body first,
// without what is no clue: text that stands elsewhere on the page, buttons, the next board.
func (b *band) linesOf(h hand, all []glyph) [][]word {
	lines := make([][]word, b.lines)
	off := b.offset(all)
	for i := range all {
		g := &all[i]
		// Numbers stand across their line alike, say in its middle.
		across := g.r
		if b.cols {
			across = g.c
		}
		size := max(.25, .6*h.height/b.h)
		if b.cols {
			size = max(.4, 1.1*h.height/b.w)
		}
		if math.Abs(across-float64(g.line)-.5-off) > size {
			continue
		}
		if float64(junk(g)) > .98 {
			continue
		}
		lines[g.line] = append(lines[g.line], word{g})
	}
	for i, words := range lines {
		if b.cols {
			lines[i] = stack(words, h)
		} else {
			slices.SortStableFunc(words, func(v, w word) int { return cmp.Compare(v[0].box.Min.X, w[0].box.Min.X) })
		}
	}
	b.nearby(h, lines)
	if !b.cols {
		for i, words := range lines {
			if len(words) > 0 {
				lines[i] = []word{slices.Concat(words...)}
			}
		}
	}
	return lines
}

// hollow tells whether a blob is a ring or the outline of a box: ink around what no ink is.
func (b *band) hollow(x blob) bool {
	box := x.box.Inset(-1)
	w, h := box.Dx(), box.Dy()
	out, seen := make([]bool, w*h), make([]bool, w*h)
	for i := range out {
		out[i] = true
	}
	width := b.light.Rect.Dx()
	for _, p := range x.at {
		out[(int(p)/width-box.Min.Y)*w+int(p)%width-box.Min.X] = false
	}
	// Ink touches at corners, too; what is around it must not slip through.
	around := []int{0}
	seen[0] = true
	for k := 0; k < len(around); k++ {
		at := around[k]
		for _, d := range [...]int{-1, 1, -w, w} {
			to := at + d
			if to < 0 || to >= w*h || (d == 1 || d == -1) && to/w != at/w || !out[to] || seen[to] {
				continue
			}
			seen[to] = true
			around = append(around, to)
		}
	}
	within := w*h - len(around) - len(x.at)
	return 6*within > x.box.Dx()*x.box.Dy() && 2*x.box.Dx() > x.box.Dy() && 2*x.box.Dy() > x.box.Dx()
}

// zeros takes a small ring or box that stands alone in its line, and is no digit for its size, for
// the 0 of an empty line.
func (b *band) zeros(lines [][]word) {
	for _, words := range lines {
		if len(words) == 1 && len(words[0]) == 1 {
			if g := words[0][0]; g.shape == nil && b.hollow(g.blob) {
				g.texts = []text{{"0", .95}}
			}
		}
	}
}

func junk(g *glyph) float32 { return g.probs[digits.Junk] }

// offset is how far numbers stand from the middle of their lines, in cells, as a rule.
func (b *band) offset(all []glyph) float64 {
	var off []float64
	for i := range all {
		if g := &all[i]; junk(g) < .2 {
			if b.cols {
				off = append(off, g.c-float64(g.line)-.5)
			} else {
				off = append(off, g.r-float64(g.line)-.5)
			}
		}
	}
	return median(off, 0)
}

// stack puts a column's glyphs that stand on the same height into one word.
func stack(words []word, h hand) []word {
	slices.SortStableFunc(words, func(v, w word) int {
		return cmp.Compare(v[0].box.Min.Y+v[0].box.Max.Y, w[0].box.Min.Y+w[0].box.Max.Y)
	})
	var lines []word
	for _, w := range words {
		if n := len(lines); n > 0 {
			last := lines[n-1].box()
			over := min(last.Max.Y, w[0].box.Max.Y) - max(last.Min.Y, w[0].box.Min.Y)
			if high := min(lines[n-1].box().Dy(), w[0].box.Dy()); float64(over) > .5*min(h.height, float64(high)) {
				lines[n-1] = append(lines[n-1], w[0])
				continue
			}
		}
		lines = append(lines, w)
	}
	for _, w := range lines {
		slices.SortStableFunc(w, func(a, b *glyph) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	}
	return lines
}

// nearby leaves of each line the words that go on from the body without a larger gap than is
// usual on this board, and without a rule between, unless numbers have boxes.
func (b *band) nearby(h hand, lines [][]word) {
	var starts, steps, ruled []float64
	wide := 0 // steps that are not those within a number
	for _, words := range lines {
		words = slices.DeleteFunc(slices.Clone(words), func(w word) bool { return junk(w[0]) > .3 })
		if n := len(words); n > 0 {
			starts = append(starts, b.first(words[n-1]))
			for i := 1; i < n; i++ {
				s := b.step(words[i-1], words[i])
				if s >= 2.5*h.height {
					continue
				}
				steps = append(steps, s)
				across := b.ruleBetween(h, words[i-1], words[i])
				if across {
					ruled = append(ruled, s)
				}
				if across || s > .5*h.height {
					wide++
				}
			}
		}
	}
	boxes := b.boxed > 0 || 3*len(ruled) > wide
	if boxes && !b.cols {
		steps = b.apart(h, lines, steps, ruled)
	}
	more := b.moreBoxes(h, lines)
	begin := share(starts, .75, 0) + 2*h.height
	widest := max(1.8*share(steps, .6, h.height)+.5*h.height, .9*h.height)
	if b.cols {
		widest = max(1.6*share(steps, .5, h.height)+.4*h.height, .6*h.height)
	}
	for i, words := range lines {
		from, sure := len(words), len(words) // what is kept; the last of it that is hardly junk
		for k := len(words) - 1; k >= 0; k-- {
			w := words[k]
			if r, c := b.middle(w.box()); b.away(r, c) >= float64(b.boxed) {
				if b.boxed > 0 && !more {
					break
				}
				if sure == len(words) {
					if b.first(w) > begin {
						break
					}
				} else if b.text(h, w) {
					break
				} else if step := b.step(w, words[sure]); step > widest || !boxes && step > .6*widest && (w.lower(words[sure]) || b.ruleBetween(h, w, words[sure])) {
					break // no number, nor what is lower or beyond a rule and as far as a number could be: a line's name
				}
			}
			if junk(w[0]) < .6 {
				from, sure = k, k
			} else if sure == len(words) || b.step(w, words[sure]) < .8*widest {
				from = k
			}
		}
		lines[i] = words[from:]
	}
}

// text tells whether a word of a column stands in a line of text, such as a title above the board: most of
// what is on its height lies across a border between columns, as no clue does.
func (b *band) text(h hand, w word) bool {
	if !b.cols {
		return false
	}
	box := w.box()
	over, within := 0, 0
	for _, x := range b.blobs[h.lighter] {
		level := min(x.box.Max.Y, box.Max.Y) - max(x.box.Min.Y, box.Min.Y)
		if t := float64(x.box.Dy()); 2*level < box.Dy() || t < .5*h.height || t > 2*h.height {
			continue
		}
		left, right := b.col(float64(x.box.Min.X)), b.col(float64(x.box.Max.X))
		if border := math.Round((left + right) / 2); min(border-left, right-border) > .1 {
			over++
		} else {
			within++
		}
	}
	return over > 1 && over >= within
}

// apart notes between which digits of rows a rule stands where numbers have boxes, and so which are
// of two numbers. It returns the steps between numbers, where those are known, for all steps: of
// these most may be within numbers.
func (b *band) apart(h hand, lines [][]word, steps, ruled []float64) []float64 {
	for _, words := range lines {
		for i := 1; i < len(words); i++ {
			words[i][0].ruled = b.ruleBetween(h, words[i-1], words[i])
		}
	}
	if len(ruled) > 0 {
		return ruled
	}
	return steps
}

// moreBoxes tells whether there are boxes beyond those of the lattice: more than one line has a number
// there, or one has it where the middle of the next box would be.
func (b *band) moreBoxes(h hand, lines [][]word) bool {
	const middle = .15
	n, box := 0, false
	for _, words := range lines {
		for _, w := range words {
			r, c := b.middle(w.box())
			if far := b.away(r, c) - float64(b.boxed); far > 0 && far < 1 && junk(w[0]) < .2 {
				n++
				box = box || abs(far-.5) < middle && junk(w[0]) < .02 && !b.text(h, w)
				break
			}
		}
	}
	return n > 1 || box
}

// first is the space before the body, in pixels.
func (b *band) first(w word) float64 {
	if b.cols {
		return -b.top*b.h - float64(w.box().Max.Y)
	}
	return -b.left*b.w - float64(w.box().Max.X)
}

// lower tells whether a word's digits are lower than another's.
func (w word) lower(than word) bool { return 5*w.box().Dy() < 4*than.box().Dy() }

// step is the space from a word to the next.
func (b *band) step(v, w word) float64 {
	if b.cols {
		return float64(w.box().Min.Y - v.box().Max.Y)
	}
	return float64(w.box().Min.X - v.box().Max.X)
}

// ruleBetween tells whether a straight line runs between two words, all along them. What fills most of
// the room there is none: around digits a JPEG has specks in plenty, of which some hang together.
func (b *band) ruleBetween(h hand, v, w word) bool {
	from, to := v.box(), w.box()
	gap, side := image.Rect(from.Max.X, to.Min.Y, to.Min.X, to.Max.Y), 1 // from one pixel of a line to the next
	if b.cols {
		gap = image.Rect(to.Min.X, from.Max.Y, to.Max.X, to.Min.Y)
	}
	if gap.Dx() <= 0 || gap.Dy() <= 0 {
		return false
	}
	rules, width := b.rules[h.lighter], b.light.Rect.Dx()
	across, along, step := gap.Dx(), gap.Dy(), width
	if b.cols {
		across, along, side, step = gap.Dy(), gap.Dx(), width, 1
	}
	start, lines := gap.Min.Y*width+gap.Min.X, 0
	for k := range across {
		hit := 0
		for i := range along {
			p := start + k*side + i*step
			if rules[p] || k > 0 && rules[p-side] || k < across-1 && rules[p+side] {
				hit++
			}
		}
		if 5*hit > 4*along {
			lines++
		}
	}
	return lines > 0 && 4*lines <= 3*max(across, 4)
}
