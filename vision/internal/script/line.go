package script

import (
	"cmp"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// A Word is a group of a line's glyphs beside each other, left to right. All glyphs of a row make one word,
// which is cut into numbers later. Glyphs of a column that stand at one height make a word, and that is one
// number.
type Word []*Glyph

// Box returns the rectangle around a word.
func (w Word) Box() image.Rectangle {
	var box image.Rectangle
	for _, g := range w {
		box = box.Union(g.Box)
	}
	return box
}

// Digits returns how many of a word's glyphs are digits, each counted by how likely it is one.
func (w Word) Digits() (n float64) {
	for _, g := range w {
		for _, t := range g.Texts {
			if t.Digits != "" {
				n += t.P
			}
		}
	}
	return min(n, float64(len(w)))
}

// junk returns how likely none of a word's glyphs is a digit: beside a digit may stand a piece of what surrounds it.
func (w Word) junk() float32 {
	least := Junk(w[0])
	for _, g := range w[1:] {
		least = min(least, Junk(g))
	}
	return least
}

// LinesOf sorts a band's glyphs into the words of each clue, those farthest from the body first. It leaves
// out glyphs that belong to no clue: other text on the page, buttons, the next board. These stand too far from
// the middle of a line, are surely junk, or do not go on from the body.
func (b *Band) LinesOf(h Hand, all []Glyph) [][]Word {
	lines := make([][]Word, b.Lines)
	off := b.offset(all)
	for i := range all {
		g := &all[i]
		// Numbers of all lines stand about off from the middle of their line.
		across := g.R
		if b.Cols {
			across = g.C
		}
		size := max(.25, .6*h.Height/b.H)
		if b.Cols {
			size = max(.4, 1.1*h.Height/b.W)
		}
		if math.Abs(across-float64(g.line)-.5-off) > size {
			continue
		}
		if float64(Junk(g)) > .98 {
			continue
		}
		lines[g.line] = append(lines[g.line], Word{g})
	}
	for i, words := range lines {
		if b.Cols {
			lines[i] = stack(words, h)
		} else {
			slices.SortStableFunc(words, func(v, w Word) int { return cmp.Compare(v[0].Box.Min.X, w[0].Box.Min.X) })
		}
	}
	b.dropNames(h, lines)
	b.keepAdjoining(h, lines)
	if !b.Cols {
		for i, words := range lines {
			if len(words) > 0 {
				lines[i] = []Word{slices.Concat(words...)}
			}
		}
	}
	return lines
}

// isHollow reports whether a blob is a ring or the outline of a box: its ink encloses paper, more than a sixth of
// its box, and neither side of the box is twice the other.
func (b *Band) isHollow(x ink.Blob) bool {
	box := x.Box.Inset(-1)
	w, h := box.Dx(), box.Dy()
	out, seen := make([]bool, w*h), make([]bool, w*h)
	for i := range out {
		out[i] = true
	}
	width := b.Light.Rect.Dx()
	for _, p := range x.At {
		out[(int(p)/width-box.Min.Y)*w+int(p)%width-box.Min.X] = false
	}
	// Ink also joins at corners, so the ground outside must not pass between them.
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
	within := w*h - len(around) - len(x.At)
	return 6*within > x.Box.Dx()*x.Box.Dy() && 2*x.Box.Dx() > x.Box.Dy() && 2*x.Box.Dy() > x.Box.Dx()
}

// ReadZeros reads the 0 of an empty line: a small ring or box that stands alone in its line and has not a
// digit's size.
func (b *Band) ReadZeros(lines [][]Word) {
	for _, words := range lines {
		if len(words) == 1 && len(words[0]) == 1 {
			if g := words[0][0]; g.shape == nil && b.isHollow(g.Blob) {
				g.Texts = []Text{{"0", .95}}
			}
		}
	}
}

// Junk returns how likely a glyph is no digit.
func Junk(g *Glyph) float32 { return g.Probs[digits.Junk] }

// offset returns the median distance of numbers from the middle of their lines, in cells.
func (b *Band) offset(all []Glyph) float64 {
	var off []float64
	for i := range all {
		if g := &all[i]; Junk(g) < .2 {
			if b.Cols {
				off = append(off, g.C-float64(g.line)-.5)
			} else {
				off = append(off, g.R-float64(g.line)-.5)
			}
		}
	}
	return plane.Median(off, 0)
}

// stack returns a column's words, from words of one glyph each: glyphs whose heights overlap by more than half
// make one word. It sorts words from top to bottom, and each from left to right.
func stack(words []Word, h Hand) []Word {
	slices.SortStableFunc(words, func(v, w Word) int {
		return cmp.Compare(v[0].Box.Min.Y+v[0].Box.Max.Y, w[0].Box.Min.Y+w[0].Box.Max.Y)
	})
	var lines []Word
	for _, w := range words {
		if n := len(lines); n > 0 {
			last := lines[n-1].Box()
			over := min(last.Max.Y, w[0].Box.Max.Y) - max(last.Min.Y, w[0].Box.Min.Y)
			if high := min(lines[n-1].Box().Dy(), w[0].Box.Dy()); float64(over) > .5*min(h.Height, float64(high)) {
				lines[n-1] = append(lines[n-1], w[0])
				continue
			}
		}
		lines = append(lines, w)
	}
	for _, w := range lines {
		slices.SortStableFunc(w, func(a, b *Glyph) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	}
	return lines
}

// keepAdjoining cuts off the words of each line that do not go on from the body. Words in boxes of the lattice
// all stay; if there are such boxes, others only count if hasMoreBoxes says so. From there outwards a line ends at
// a word in a line of text or after too wide a gap. How wide that is, the gaps of the board tell, those to the body
// for a line's first word. If numbers have no boxes, a gap of 0.6 of that width also ends a line if a rule is in
// it or lower digits follow. A word that is likely junk stays if no number stands nearer the body, if it is close
// to one, or if a number stands beyond it. In rows with boxes keepAdjoining also marks the rules between glyphs. If
// numbers may stand apart, a cell is no gap.
func (b *Band) keepAdjoining(h Hand, lines [][]Word) {
	var firstGaps, gaps, ruledGaps []float64
	wideGaps := 0 // gaps too wide for two digits of one number, or with a rule
	for _, words := range lines {
		words = slices.DeleteFunc(slices.Clone(words), func(w Word) bool { return w.junk() > .3 })
		if n := len(words); n > 0 {
			firstGaps = append(firstGaps, b.gapToBody(words[n-1]))
			for i := 1; i < n; i++ {
				gap := b.gapBetween(words[i-1], words[i])
				if gap >= 2.5*h.Height {
					continue
				}
				gaps = append(gaps, gap)
				isRuled := b.hasRuleBetween(h, words[i-1], words[i])
				if isRuled {
					ruledGaps = append(ruledGaps, gap)
				}
				if isRuled || gap > .5*h.Height {
					wideGaps++
				}
			}
		}
	}
	boxes := b.Boxed > 0 || 3*len(ruledGaps) > wideGaps
	if boxes && !b.Cols {
		gaps = b.markRules(h, lines, gaps, ruledGaps)
	}
	b.Apart = b.Apart || b.standApart(h, lines)
	moreBoxes := b.hasMoreBoxes(h, lines)
	widestFirst := plane.Share(firstGaps, .75, 0) + 2*h.Height
	widest := b.widestGap(h, gaps)
	boxes = boxes || b.Apart
	whole := slices.Clone(lines)
	for i, words := range lines {
		kept, sure := len(words), len(words) // outermost word that is kept, and that is hardly junk, from the body outwards
		for k := len(words) - 1; k >= 0; k-- {
			w := words[k]
			if r, c := b.Middle(w.Box()); b.distance(r, c) >= float64(b.Boxed) {
				if b.Boxed > 0 && !moreBoxes {
					break
				}
				if sure == len(words) {
					if b.gapToBody(w) > widestFirst {
						break
					}
				} else if b.inText(h, w) || b.isAskew(h, whole, w) {
					break
				} else if gap := b.gapBetween(w, words[sure]); gap > widest || !boxes && gap > .6*widest && (w.isShorter(words[sure]) || b.hasRuleBetween(h, w, words[sure])) {
					break // too far for a number; or far, and lower or beyond a rule: the name of a line
				}
			}
			if w.junk() < .6 {
				kept, sure = k, k
			} else if sure == len(words) || b.gapBetween(w, words[sure]) < .8*widest {
				kept = k
			}
		}
		lines[i] = words[kept:]
	}
}

// widestGap returns the widest gap between two numbers of a clue, in pixels, from the gaps of all clues.
func (b *Band) widestGap(h Hand, gaps []float64) float64 {
	between := slices.DeleteFunc(slices.Clone(gaps), func(gap float64) bool { return gap < .45*h.Height })
	if len(between) > 1 && !b.Cols { // the others may lie within numbers
		gaps = between
	}
	widest := max(1.8*plane.Share(gaps, .6, h.Height)+.5*h.Height, .9*h.Height)
	if b.Cols {
		widest = max(1.6*plane.Share(gaps, .5, h.Height)+.4*h.Height, .6*h.Height)
	}
	if b.Apart {
		const tile = 1.2 // cells
		widest = max(widest, tile*max(b.W, b.H)-.5*h.Height)
	}
	return widest
}

// inText reports whether a word of a column stands in a line of text, such as a title above the board: it is longer
// than a number. Or of the blobs at the height of a title most lie across a border between columns; those of clues do
// not.
func (b *Band) inText(h Hand, w Word) bool {
	if !b.Cols {
		return false
	}
	const mostDigits, few = 2, 100 // of a number in a board with so few lines
	if len(w) > mostDigits && b.Lines < few {
		return true
	}
	box := w.Box()
	over, within := 0, 0
	for _, x := range b.Blobs[h.Lighter] {
		level := min(x.Box.Max.Y, box.Max.Y) - max(x.Box.Min.Y, box.Min.Y)
		if t := float64(x.Box.Dy()); 2*level < box.Dy() || t < .5*h.Height || t > 2*h.Height {
			continue
		}
		left, right := b.Col(float64(x.Box.Min.X)), b.Col(float64(x.Box.Max.X))
		if border := math.Round((left + right) / 2); min(border-left, right-border) > .1 {
			over++
		} else {
			within++
		}
	}
	return over > 1 && over >= within
}

// markRules notes in each row's glyphs whether a rule stands before them. It is for boards whose numbers have
// boxes: two glyphs with a rule between belong to two numbers. It returns the gaps with rules in them if
// there are any. Otherwise it returns all gaps, although most of them may lie within numbers.
func (b *Band) markRules(h Hand, lines [][]Word, gaps, ruled []float64) []float64 {
	for _, words := range lines {
		for i := 1; i < len(words); i++ {
			words[i][0].ruled = b.hasRuleBetween(h, words[i-1], words[i])
		}
	}
	if len(ruled) > 0 {
		return ruled
	}
	return gaps
}

// hasMoreBoxes reports whether there are boxes for numbers beyond those of the lattice: more than one line has a
// number there, or one line has a number in the middle of where the next box would be.
func (b *Band) hasMoreBoxes(h Hand, lines [][]Word) bool {
	const nearMiddle = .15 // largest distance from a box's middle, in cells
	n, box := 0, false
	for _, words := range lines {
		for _, w := range words {
			r, c := b.Middle(w.Box())
			if far := b.distance(r, c) - float64(b.Boxed); far > 0 && far < 1 && w.junk() < .2 {
				n++
				box = box || plane.Abs(far-.5) < nearMiddle && w.junk() < .02 && !b.inText(h, w)
				break
			}
		}
	}
	return n > 1 || box
}

// gapToBody returns the gap between a word and the body, in pixels.
func (b *Band) gapToBody(w Word) float64 {
	if b.Cols {
		return -b.Top*b.H - float64(w.Box().Max.Y)
	}
	return -b.Left*b.W - float64(w.Box().Max.X)
}

// isShorter reports whether a word's digits have less than 4/5 of the height of another's.
func (w Word) isShorter(than Word) bool { return 5*w.Box().Dy() < 4*than.Box().Dy() }

// gapBetween returns the gap between a word and the next, in pixels.
func (b *Band) gapBetween(v, w Word) float64 {
	if b.Cols {
		return float64(w.Box().Min.Y - v.Box().Max.Y)
	}
	return float64(w.Box().Min.X - v.Box().Max.X)
}

// hasRuleBetween reports whether a straight line runs between words v and w, along at least four fifths of w.
// Marks that fill more than three quarters of the gap are no line: a JPEG has many specks around digits, and some
// of them hang together. Words without a gap between have no line there.
func (b *Band) hasRuleBetween(h Hand, v, w Word) bool {
	from, to := v.Box(), w.Box()
	gap, side := image.Rect(from.Max.X, to.Min.Y, to.Min.X, to.Max.Y), 1 // side: distance of a pixel from the next line's
	if b.Cols {
		gap = image.Rect(to.Min.X, from.Max.Y, to.Max.X, to.Min.Y)
	}
	if gap.Dx() <= 0 || gap.Dy() <= 0 {
		return false
	}
	rules, width := b.rules[h.Lighter], b.Light.Rect.Dx()
	across, along, step := gap.Dx(), gap.Dy(), width
	if b.Cols {
		across, along, side, step = gap.Dy(), gap.Dx(), width, 1
	}
	start, lines := gap.Min.Y*width+gap.Min.X, 0
	for k := range across {
		hit := 0
		for i := range along {
			p := start + k*side + i*step
			if rules[p] || k > 0 && rules[p-side] || k < across-1 && rules[p+side] { // it may lean a little
				hit++
			}
		}
		if 5*hit > 4*along {
			lines++
		}
	}
	return lines > 0 && 4*lines <= 3*max(across, 4)
}
