package judge

import (
	"context"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// shadeWeights stand for the colours of a palette: where sums of lengths times these are equal, so are the lengths
// of each colour, except by a chance of 1 in 2^60. They are the powers of a large odd number, modulo 2^64.
var shadeWeights = func() (all [nonogram.MaxColours]int) {
	w := uint64(1)
	for i := range all {
		all[i] = int(w)
		w *= 0x9e3779b97f4a7c15
	}
	return all
}()

// Uncoloured returns a nonogram that was read in colours in black and white, if it has one solution only so: then the
// colours tell what is finished, or where the player points. It returns any other reading as it is.
func Uncoloured(ctx context.Context, r *vision.Reading) *vision.Reading {
	if r.Kind != vision.Nonogram || r.Palette == nil || incomplete(r) {
		return r
	}
	p, ok := newPage(r)
	if !ok {
		return r
	}
	puzzle := p.puzzle(p.likeliest())
	if v, decided := verdictOf(ctx, puzzle); v == solvers.Unique || !decided {
		return r
	}
	if v, decided := verdictOf(ctx, nonogram.New(puzzle.Lengths())); v != solvers.Unique || !decided {
		return r
	}
	s := *r
	s.Palette = nil
	for _, lines := range []*[]vision.Line{&s.RowClues, &s.ColClues} {
		*lines = slices.Clone(*lines)
		for i, l := range *lines {
			ways := slices.Clone(l.Readings)
			for k := range ways {
				ways[k].Colours = ""
			}
			(*lines)[i].Readings = ways
		}
	}
	s.Rivals = nil
	for _, rival := range r.Rivals {
		s.Rivals = append(s.Rivals, Uncoloured(ctx, rival))
	}
	return &s
}

// inksOf returns the palette of a reading as puzzles have it; nil in black and white.
func inksOf(r *vision.Reading) (inks []nonogram.Ink) {
	for _, ink := range r.Palette {
		inks = append(inks, nonogram.Ink{Letter: ink.Letter, RGB: ink.RGB})
	}
	return inks
}

// isInk reports whether a text is the letter of an ink.
func isInk(palette []vision.Ink, text string) bool {
	return slices.ContainsFunc(palette, func(ink vision.Ink) bool { return text == string(ink.Letter) })
}

// runsOf returns the runs of a clue without its zeros: a 0 stands for an empty line.
func runsOf(c vision.Clue, palette []nonogram.Ink) (runs []nonogram.Run) {
	for i, n := range c.Numbers {
		if n == 0 {
			continue
		}
		run := nonogram.Run{Length: n}
		if i < len(c.Colours) {
			run.Colour = max(slices.IndexFunc(palette, func(ink nonogram.Ink) bool { return ink.Letter == c.Colours[i] }), 0)
		}
		runs = append(runs, run)
	}
	return runs
}

// roomFor reports whether the runs, with a gap between two of one colour, fit a line of that many cells.
func roomFor(runs []nonogram.Run, cells int) bool {
	need := 0
	for i, run := range runs {
		if i > 0 && run.Colour == runs[i-1].Colour {
			need++
		}
		if need += min(run.Length, cells+1); need > cells { // the limit keeps huge numbers from overflowing
			return false
		}
	}
	return true
}

// clueText returns a clue in a puzzle's encoding, "0" for an empty line.
func clueText(runs []nonogram.Run, palette []nonogram.Ink) string {
	var c vision.Clue
	for _, run := range runs {
		c.Numbers = append(c.Numbers, run.Length)
		if palette != nil {
			c.Colours += string(palette[run.Colour].Letter)
		}
	}
	return c.Text()
}

// parseClue reads the text of a line: its numbers, or "0" or "" for an empty line. Where there is a palette, each
// number has the letter of its colour behind it.
func parseClue(text string, palette []vision.Ink) (c vision.Clue, err error) {
	for _, word := range strings.Fields(text) {
		digits, letter := word, word[len(word)-1:]
		if isInk(palette, letter) {
			digits = word[:len(word)-1]
		}
		n, err := strconv.Atoi(digits)
		switch {
		case err != nil || n < 0 || n > nonogram.MaxSide || word[0] == '+':
			return c, fmt.Errorf("found %q, expected the numbers of a line, such as 3 1 1", word)
		case palette != nil && digits == word && n > 0:
			return c, fmt.Errorf("found %q, expected each number with its colour, such as 3%c", word, palette[0].Letter)
		case n > 0 && palette != nil:
			c.Colours += letter
			fallthrough
		case n > 0:
			c.Numbers = append(c.Numbers, n)
		}
	}
	return c, nil
}

// inksText writes a palette: " inks=r#c00000,g#00a000".
func inksText(palette []vision.Ink) string {
	var all []string
	for _, ink := range palette {
		all = append(all, fmt.Sprintf("%c#%02x%02x%02x", ink.Letter, ink.RGB.R, ink.RGB.G, ink.RGB.B))
	}
	if all == nil {
		return ""
	}
	return " inks=" + strings.Join(all, ",")
}

// inks reads a palette: r#c00000,g#00a000.
func (p *parser) inks(text string) error {
	for _, one := range strings.Split(text, ",") {
		letter, digits, _ := strings.Cut(one, "#")
		rgb, err := strconv.ParseUint(digits, 16, 24)
		if len(letter) != 1 || letter[0] < 'a' || letter[0] > 'z' || letter == "x" || len(digits) != len("c00000") || err != nil {
			return fmt.Errorf("found %q, expected a colour such as r#c00000", one)
		}
		ink := vision.Ink{Letter: letter[0], RGB: color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}}
		same := func(other vision.Ink) bool { return other.Letter == ink.Letter }
		if slices.ContainsFunc(p.r.Palette, same) {
			return fmt.Errorf("found %q, expected a letter of its own for each colour", one)
		}
		p.r.Palette = append(p.r.Palette, ink)
	}
	return nil
}
