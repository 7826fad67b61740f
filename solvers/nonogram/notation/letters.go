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
