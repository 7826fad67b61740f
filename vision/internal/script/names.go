package script

import (
	"image"
	"math"
	"slices"
	"strconv"

	"kibitz/vision/internal/plane"
)

// A name is the number that a line may have beside its clue: its place among the lines, printed
// beyond the farthest clue.
type name struct {
	line   int     // index of the line
	words  int     // number of its first words that are the name
	middle float64 // of its box, in pixels from the strip's outer end
	right  bool    // it reads as the line's number
	unread bool    // its digits could not be read
	lower  bool    // its digits are lower than those of clues
}

// dropNames takes the numbers of the lines off the lines' words. They stand at one distance from the
// body, farther out than anything else of their lines, and count from 1; some programs number every
// fifth line only. A clue may be its line's number by chance, so most lines or three of the fifth ones must have
// their numbers, more than nine of ten words at that distance that were read must be one, and something must be left of
// most lines. If all are lower than clues, one may be misread.
func (b *Band) dropNames(h Hand, lines [][]Word) {
	const leastNames, ofWords, ofLines = 3, .9, .5
	var all []name
	var middles []float64
	for i, words := range lines {
		if n := b.nameOf(h, i, words); n.words > 0 {
			all = append(all, n)
			if n.right {
				middles = append(middles, n.middle)
			}
		}
	}
	at := plane.Median(middles, 0)
	level, right, left, fifth, misread := 0., 0., 0., true, 1.
	for _, n := range all {
		if math.Abs(n.middle-at) > .6*h.Height {
			continue
		}
		if !n.lower {
			misread = 0
		}
		if n.unread {
			continue
		}
		level++
		if n.right {
			right++
			fifth = fifth && (n.line == 0 || n.line%5 == 4)
		}
		if n.words < len(lines[n.line]) {
			left++
		}
	}
	if right < leastNames || right < ofWords*level-misread || left < ofLines*level || !fifth && right < ofLines*float64(b.Lines) {
		return
	}
	for _, n := range all {
		if math.Abs(n.middle-at) <= .6*h.Height {
			lines[n.line] = lines[n.line][n.words:]
		}
	}
}

// nameOf returns a line's outermost number as its name, whether it is one or not. It has no words if
// the line has none that is likely a digit.
func (b *Band) nameOf(h Hand, line int, words []Word) name {
	n := name{line: line}
	text, box := "", image.Rectangle{}
	for k, w := range words {
		if k > 0 && !box.Empty() && (b.Cols || b.gapBetween(words[k-1], w) > .45*h.Height) {
			break
		}
		n.words = k + 1
		if w.junk() > .6 {
			continue // a speck beyond the name
		}
		box = box.Union(w.Box())
		n.middle = float64(box.Min.X+box.Max.X) / 2
		if b.Cols {
			n.middle = float64(box.Min.Y+box.Max.Y) / 2
		}
		for _, g := range w {
			if len(g.Texts) > 0 {
				text += g.Texts[0].Digits
			}
		}
	}
	if box.Empty() {
		return name{}
	}
	n.right, n.unread, n.lower = text == strconv.Itoa(line+1), text == "", float64(box.Dy()) < .8*h.Height
	return n
}

// standApart reports whether the numbers of most lines stand a cell from each other: from the middle of one to the
// middle of the next. Digits of one number stand nearer, and what is farther off is no part of a clue.
func (b *Band) standApart(h Hand, lines [][]Word) bool {
	const least, off = 3, .15 // numbers; cells
	apart, nearer := 0, 0
	for _, words := range lines {
		words = slices.DeleteFunc(slices.Clone(words), func(w Word) bool { return w.junk() > .3 })
		for i := 1; i < len(words); i++ {
			if b.off(words[i-1], words[i]) > beside {
				continue
			}
			r, c := b.Middle(words[i-1].Box())
			row, col := b.Middle(words[i].Box())
			d := col - c
			if b.Cols {
				d = row - r
			}
			switch {
			case !b.Cols && b.gapBetween(words[i-1], words[i]) < .4*h.Height: // maybe one number
			case d < 1-off:
				nearer++
			case d <= 1+off:
				apart++
			}
		}
	}
	return apart >= least && apart > 2*nearer
}

// off returns how far the middle of a word lies from that of another one across their line, in cells.
func (b *Band) off(v, w Word) float64 {
	r, c := b.Middle(v.Box())
	row, col := b.Middle(w.Box())
	if b.Cols {
		return math.Abs(c - col)
	}
	return math.Abs(r - row)
}

// beside is how far a word lies off the next one, at most, if both are numbers of one clue, in cells.
const beside = .12

// isAskew reports whether a word of a column and most others at its height do not stand above the words below them, as
// those of a title do not. On a photo, where a page may bend, that tells nothing.
func (b *Band) isAskew(h Hand, lines [][]Word, w Word) bool {
	if !b.Cols || !b.Flat {
		return false
	}
	at, askew, all := w.Box(), 0, 0
	for _, words := range lines {
		for k := range len(words) - 1 {
			box := words[k].Box()
			if math.Abs(float64(box.Min.Y+box.Max.Y-at.Min.Y-at.Max.Y)) > h.Height {
				continue
			}
			all++
			if b.off(words[k], words[k+1]) > beside {
				askew++
			}
		}
	}
	return 2*askew > all
}
