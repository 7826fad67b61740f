package notation

import (
	"strings"
	"unicode/utf8"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// groundSigns are the signs for the background in a picture of squares. If a small one is used, the
// large white square is a colour.
var groundSigns = [...]string{"▫", "▪", "◽", "◾", "⬜", "◻", "□", "⚪"}

// isPainted reports whether a text has only cells: letters and dots in rows of one length, or
// squares, circles and hearts. Letters without a dot are cells if a palette comes before them, or
// if there are at least three rows and columns of letters of usual colours.
func isPainted(s source) bool {
	_, body, exact := s.PaletteOf()
	return s.isLetterPicture(body, exact) || s.isSquares(body)
}

// isLetterPicture reports whether p has rows of letters and dots; see isPainted. exact says that
// there is a palette.
func (s source) isLetterPicture(p span, exact bool) bool {
	height, width, letters, dots, usual := 0, 0, false, false, true
	for row := range s.Split(p, "\n/") {
		if row.Lo == row.Hi {
			continue
		}
		n := 0
		for _, c := range []byte(s.Of(row)) {
			switch {
			case c == ' ':
				continue
			case clues.IsLetter(c):
				letters, usual = true, usual && strings.IndexByte("rgbyopwkncm", c) >= 0
			case c == '.' || c == '_' || c == '-':
				dots = true
			default:
				return false
			}
			n++
		}
		if height++; height == 1 {
			width = n
		}
		if n != width {
			return false
		}
	}
	return letters && height > 1 && (dots || exact || usual && height > 2 && width > 2)
}

// isSquares reports whether p has only squares, circles, hearts and dots.
func (s source) isSquares(p span) bool {
	text, signs := s.Of(p), 0
	for text != "" {
		_, size, ok := clues.SignAt(text)
		switch {
		case ok:
			signs++
		case groundAt(text) > 0:
			size = groundAt(text)
		case strings.IndexByte(" \n/.", text[0]) >= 0:
			size = 1
		default:
			return false
		}
		text = text[size:]
	}
	return signs > 0
}

// groundAt returns the size of the background sign at the beginning of a text, or 0.
func groundAt(text string) int {
	for _, sign := range groundSigns {
		if strings.HasPrefix(text, sign) {
			return len(sign)
		}
	}
	return 0
}

// readPainted reads a finished picture in colours, with or without a palette before it.
func readPainted(s source) (*nonogram.Puzzle, error) {
	c := s.canvas()
	palette, body, ok := s.PaletteOf()
	if ok {
		if err := c.Palette(palette); err != nil {
			return nil, err
		}
	}
	if s.isLetterPicture(body, ok) {
		return c.picture(body, "\n/", func(text string) (string, int) {
			if strings.IndexByte("._-", text[0]) >= 0 {
				return ".", 1
			}
			return text[:1], 1
		})
	}
	white := strings.ContainsAny(s.Of(body), "▫▪◽◾.")
	separators := "\n/"
	if !strings.ContainsAny(s.Of(body), separators) {
		// An invisible character after an emoji does not split rows.
		c.Text = c.Text.WithInvisible()
		separators = " "
	}
	return c.picture(body, separators, func(text string) (string, int) {
		name, size, ok := clues.SignAt(text)
		first, length := utf8.DecodeRuneInString(text)
		switch {
		case clues.Invisible(first):
			return "", length
		case groundAt(text) > 0 && (!white || !ok):
			return ".", groundAt(text)
		case ok:
			return name, size
		case text[0] == '.':
			return ".", 1
		}
		return "", 0
	})
}
