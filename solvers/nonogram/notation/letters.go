package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// isLetters reports whether a text has only letters, ';' and '|', and one of the last two.
func isLetters(s source) bool {
	return s.Only(func(c byte) bool { return clues.IsLetter(c) || c == ';' || c == '|' }) && strings.ContainsAny(s.Clean, ";|")
}

// readLetters reads rows|columns with one letter for each run: A stands for 0, a for 26. The letter
// for 0 is an empty line.
func readLetters(s source) (*nonogram.Puzzle, error) {
	p := s.Body()
	bar := strings.IndexByte(s.Of(p), '|')
	if bar < 0 {
		return nil, s.Expected(p.Hi, "nonogram.bar", "a | and then the clues of the columns", nil)
	}
	d := s.draft()
	for side, half := range []span{between(p.Lo, p.Lo+bar), between(p.Lo+bar+1, p.Hi)} {
		half = s.Trim(half)
		if half.Lo == half.Hi {
			return nil, d.Missing(side, half.Lo)
		}
		for line := range s.Split(half, ";") {
			if err := d.letters(side, line); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}

// letters reads the clue of a line.
func (d *draft) letters(side int, p span) error {
	if err := d.Line(side, p.Lo); err != nil {
		return err
	}
	for i := p.Lo; i < p.Hi; i++ {
		c := d.Text.Clean[i]
		n := int(c - 'A')
		switch {
		case clues.IsLower(c):
			n = int(c-'a') + 26
		case !clues.IsUpper(c):
			return d.Text.Expected(i, "nonogram.letter", "a letter, or ; before the next line", nil)
		}
		if err := d.Run(side, i, n); err != nil {
			return err
		}
	}
	return nil
}

// isRosetta reports whether a text is several words of capital letters.
func isRosetta(s source) bool {
	p := s.Body()
	return s.Only(clues.IsUpper) && strings.ContainsAny(s.Of(p), " \n")
}

// readRosetta reads the form of Rosetta Code's task "Nonogram solver": rows on one line of text and
// columns on the next, with one word for each line of the puzzle, A = 1.
func readRosetta(s source) (*nonogram.Puzzle, error) {
	p := s.Body()
	cut := strings.IndexByte(s.Of(p), '\n')
	if cut < 0 {
		cut = s.balance(p)
	}
	if cut < 0 {
		return nil, s.Expected(p.Hi, "nonogram.balance", "columns with the same total as the rows", nil)
	}
	d := s.draft()
	for side, half := range []span{between(p.Lo, p.Lo+cut), between(p.Lo+cut, p.Hi)} {
		half = s.Trim(half)
		if again := strings.IndexByte(s.Of(half), '\n'); again >= 0 {
			return nil, s.Expected(s.Skip(half.Lo+again, half.Hi), "nonogram.end", "the end: rows and columns are complete", nil)
		}
		for word := range s.Split(half, " ") {
			if word.Lo == word.Hi {
				continue
			}
			if err := d.word(side, word); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}

// word reads the clue of a line.
func (d *draft) word(side int, p span) error {
	if err := d.Line(side, p.Lo); err != nil {
		return err
	}
	for i := p.Lo; i < p.Hi; i++ {
		if err := d.Run(side, i, int(d.Text.Clean[i]-'A')+1); err != nil {
			return err
		}
	}
	return nil
}

// balance returns the end of the word where the letters before and after have the same total, as an
// offset from p's start; or -1. There is at most one such word, since no letter is 0.
func (s source) balance(p span) int {
	total, half := 0, 0
	for _, c := range []byte(s.Of(p)) {
		if clues.IsUpper(c) {
			total += int(c-'A') + 1
		}
	}
	for i, c := range []byte(s.Of(p)) {
		switch {
		case clues.IsUpper(c):
			half += int(c-'A') + 1
		case 2*half == total:
			return i
		}
	}
	return -1
}
