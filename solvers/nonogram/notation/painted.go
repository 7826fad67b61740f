package notation

import (
	"strings"
	"unicode/utf8"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// groundSigns are what shows the background of a picture of squares. Where a small one does, the large
// white square is a colour.
var groundSigns = [...]string{"▫", "▪", "◽", "◾", "⬜", "◻", "□", "⚪"}

// isPainted wants nothing but cells: letters and dots in rows of one length, or squares, circles and
// hearts. Letters without a dot are cells behind a palette, or if there are three rows and columns
// of those that usual colours have.
func isPainted(s source) bool {
	_, body, exact := s.PaletteOf()
	return s.isLetterPicture(body, exact) || s.isSquares(body)
}

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

// groundAt is the size of the sign for the background that a text begins with, or 0.
func groundAt(text string) int {
	for _, sign := range groundSigns {
		if strings.HasPrefix(text, sign) {
			return len(sign)
		}
	}
	return 0
}

// readPainted reads a finished picture in colours, behind a palette or not.
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
