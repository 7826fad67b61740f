package nonogram

import "strings"

func isLetter(c byte) bool { return isLower(c) || isUpper(c) }

func isLetters(s *source) bool {
	return s.only(func(c byte) bool { return isLetter(c) || c == ';' || c == '|' }) && strings.ContainsAny(s.text, ";|")
}

// readLetters reads rows|columns with a letter a run, A = 0 and a = 26. The
// letter for 0 is an empty line.
func readLetters(s *source) (*Puzzle, error) {
	p := s.trim(s.all())
	bar := strings.IndexByte(s.of(p), '|')
	if bar < 0 {
		return nil, s.err(p.hi, "nonogram.bar", "a | and then the clues of the columns", nil)
	}
	d := draft{src: s}
	for side, half := range []span{{p.lo, p.lo + bar}, {p.lo + bar + 1, p.hi}} {
		half = s.trim(half)
		if half.lo == half.hi {
			return nil, d.missing(side, half.lo)
		}
		for line := range s.split(half, ";") {
			if err := d.letters(side, line); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}

func (d *draft) letters(side int, p span) error {
	if err := d.line(side, p.lo); err != nil {
		return err
	}
	for i := p.lo; i < p.hi; i++ {
		c := d.src.text[i]
		n := int(c - 'A')
		switch {
		case isLower(c):
			n = int(c-'a') + 26
		case !isUpper(c):
			return d.src.err(i, "nonogram.letter", "a letter, or ; before the next line", nil)
		}
		if err := d.run(side, i, n); err != nil {
			return err
		}
	}
	return nil
}

func isRosetta(s *source) bool {
	p := s.trim(s.all())
	return s.only(isUpper) && strings.ContainsAny(s.of(p), " \n")
}

// readRosetta reads the form of Rosetta Code's task "Nonogram solver": rows on one
// line of text and columns on the next, a word a line, A = 1.
func readRosetta(s *source) (*Puzzle, error) {
	p := s.trim(s.all())
	cut := strings.IndexByte(s.of(p), '\n')
	if cut < 0 {
		cut = s.balance(p)
	}
	if cut < 0 {
		return nil, s.err(p.hi, "nonogram.balance", "columns with the same total as the rows", nil)
	}
	d := draft{src: s}
	for side, half := range []span{{p.lo, p.lo + cut}, {p.lo + cut, p.hi}} {
		half = s.trim(half)
		if again := strings.IndexByte(s.of(half), '\n'); again >= 0 {
			return nil, s.err(s.skip(half.lo+again, half.hi), "nonogram.end", "the end: rows and columns are complete", nil)
		}
		for word := range s.split(half, " ") {
			if word.lo == word.hi {
				continue
			}
			if err := d.word(side, word); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}

func (d *draft) word(side int, p span) error {
	if err := d.line(side, p.lo); err != nil {
		return err
	}
	for i := p.lo; i < p.hi; i++ {
		if err := d.run(side, i, int(d.src.text[i]-'A')+1); err != nil {
			return err
		}
	}
	return nil
}

// balance is where the letters before and after have the same total, at the end of
// a word, counted from p's start; or -1. As no letter is 0 there is only one.
func (s *source) balance(p span) int {
	total, half := 0, 0
	for _, c := range []byte(s.of(p)) {
		if isUpper(c) {
			total += int(c-'A') + 1
		}
	}
	for i, c := range []byte(s.of(p)) {
		switch {
		case isUpper(c):
			half += int(c-'A') + 1
		case 2*half == total:
			return i
		}
	}
	return -1
}
