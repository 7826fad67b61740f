package notation

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// isXML reports whether a text begins like XML of a puzzle. A "<" is not enough: chats have
// "<@123>" for a person and "<https://…>" for a link.
func isXML(s source) bool { return s.begins("<?xml", "<!DOCTYPE", "<!--", "<puzzle", "<FreeNono") }

// webpbn is a file of webpbn.com while it is read: the first puzzle of a puzzleset, by its clues or
// else by its goal.
type webpbn struct {
	*draft
	*xml.Decoder
	side int      // side of the clues being read, or -1
	path []string // the open elements, outermost first

	defaultColour  string // colour of runs without one
	colour         string // colour of the run or the declaration being read
	char           string // character of the declaration being read
	background     string
	backgroundChar byte            // character of the background in an image
	chars          map[byte]string // colour of each other character

	inGoal bool // inside a solution that is a goal
	image  span // the first goal

	freeNono bool   // inside a <Nonogram> of FreeNono, which is a picture
	lines    []span // its rows
}

// readXML reads a file of webpbn.com or FreeNono.
func readXML(s source) (*nonogram.Puzzle, error) {
	r := webpbn{draft: s.draft(), Decoder: xml.NewDecoder(strings.NewReader(s.Clean)),
		side: -1, defaultColour: "black", background: "white", backgroundChar: '.', chars: map[byte]string{}}
	r.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for {
		at := s.Skip(int(r.InputOffset()), len(s.Clean))
		token, err := r.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, s.Expected(int(r.InputOffset()), "nonogram.xml", "well-formed XML", nil)
		}
		done, err := r.token(token, at)
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
	}
	if r.lines != nil {
		return r.drawn()
	}
	if r.Len(rows) == 0 && r.Len(columns) == 0 && r.image.Lo < r.image.Hi {
		return r.picture()
	}
	return r.reading()
}

// maxDepth bounds how deep elements may be nested. Six levels are enough, and the decoder remembers
// every one.
const maxDepth = 16

// token reads one token, and reports whether the puzzle is complete.
func (r *webpbn) token(token xml.Token, at int) (bool, error) {
	switch t := token.(type) {
	case xml.StartElement:
		if len(r.path) == maxDepth {
			return false, r.Text.Expected(at, "nonogram.xml", fmt.Sprintf("elements at most %d deep", maxDepth), nil)
		}
		r.path = append(r.path, t.Name.Local)
		return false, r.open(t, at)
	case xml.EndElement:
		r.path = r.path[:len(r.path)-1]
		return t.Name.Local == "puzzle" || t.Name.Local == "Nonogram", nil
	case xml.CharData:
		return false, r.data(at)
	}
	return false, nil
}

// open reads the start of an element.
func (r *webpbn) open(t xml.StartElement, at int) error {
	switch t.Name.Local {
	case "puzzle":
		if kind := attribute(t, "type", "grid"); kind != "grid" {
			return r.Text.Expected(at, "nonogram.triddler", "a grid of squares: triddlers are not supported", nil)
		}
		r.defaultColour = attribute(t, "defaultcolor", r.defaultColour)
		r.background = attribute(t, "backgroundcolor", r.background)
		r.Inks.Background, _ = clues.ReadRGB(r.background)
	case "color":
		r.colour = attribute(t, "name", "")
		switch r.char = attribute(t, "char", ""); {
		case len(r.char) != 1:
			r.char = " "
		case r.colour == r.background:
			r.backgroundChar = r.char[0]
		default:
			r.chars[r.char[0]] = r.colour
		}
	case "clues":
		r.side = rows
		if attribute(t, "type", "rows") == "columns" {
			r.side = columns
		}
	case "Nonogram":
		r.freeNono = true
	case "line":
		if r.freeNono {
			return nil
		}
		if r.side < 0 {
			return r.Text.Expected(at, "nonogram.xml", "<line> within <clues>", nil)
		}
		return r.Line(r.side, at)
	case "count":
		r.colour = attribute(t, "color", r.defaultColour)
	case "solution":
		kind := attribute(t, "type", "goal")
		r.inGoal = kind == "goal" || kind == "solution"
	}
	return nil
}

// attribute returns the value of an attribute, or otherwise if there is none.
func attribute(t xml.StartElement, name, otherwise string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return otherwise
}

// data reads the text from at to the decoder's position.
func (r *webpbn) data(at int) error {
	if len(r.path) == 0 {
		return nil
	}
	p := r.Text.Trim(between(at, max(at, int(r.InputOffset()))))
	switch r.path[len(r.path)-1] {
	case "count":
		return r.count(p)
	case "line":
		if r.freeNono && p.Lo < p.Hi {
			r.lines = append(r.lines, p)
		}
	case "color":
		r.declared(p)
	case "image":
		if r.inGoal && r.image.Lo == r.image.Hi {
			r.image = p
		}
	}
	return nil
}

// count reads the length of a run.
func (r *webpbn) count(p span) error {
	if r.side < 0 || r.Len(r.side) == 0 {
		return r.Text.Expected(p.Lo, "nonogram.xml", "<count> within <line>", nil)
	}
	if r.Text.Of(p) == "?" {
		return r.Text.Unknown(p.Lo)
	}
	n, end := r.Text.Number(p.Lo, p.Hi)
	if end == p.Lo || end < p.Hi {
		return r.Text.NotANumber(p.Lo)
	}
	return r.RunOf(r.side, p.Lo, n, r.colour)
}

// declared reads the RGB of the colour whose element is open, and declares it, or sets the background
// if it is that. A text that is no RGB is a fault.
func (r *webpbn) declared(p span) {
	rgb, known := clues.ReadHex(strings.TrimPrefix(r.Text.Of(p), "#"))
	switch {
	case !known:
		r.addFault(r.Text.NotRGB(p.Lo))
	case r.colour == r.background:
		r.Inks.Background = rgb
	default:
		r.declare(r.colour, r.colour, rgb, known)
		r.Inks.Prefer(r.colour, r.char[0])
	}
}

// picture reads the image of the goal. If all its filled cells have one sign, the puzzle is in black
// and white; otherwise each sign has the colour declared for it, or is its own key.
func (r *webpbn) picture() (*nonogram.Puzzle, error) {
	seen := map[rune]bool{}
	for _, c := range r.Text.Of(r.image) {
		if r.cell(c) == pixelFilled {
			seen[c] = true
		}
	}
	if len(seen) < 2 {
		p, err := source{r.Text}.picture(r.image, r.cell)
		return p, err
	}
	c := &canvas{draft: r.draft}
	return c.picture(r.image, "\n/", func(text string) (key string, size int) {
		char, size := utf8.DecodeRuneInString(text)
		switch r.cell(char) {
		case pixelNothing:
			return "", size
		case pixelEmpty:
			return ".", size
		case pixelFilled:
			if name, ok := r.chars[byte(char)]; ok {
				return name, size
			}
			return string(char), size
		}
		return "", 0
	})
}

// drawn reads the rows of FreeNono (github.com/prometheus42/FreeNono): <line> _ x x _ </line>.
func (r *webpbn) drawn() (*nonogram.Puzzle, error) {
	var picture []nonogram.Cell
	width := 0
	for row, p := range r.lines {
		before := len(picture)
		for i, c := range r.Text.Of(p) {
			switch kind := crossed(c); {
			case c == ' ' || c == '\n':
				continue
			case kind == pixelWrong:
				return nil, r.Text.Expected(p.Lo+i, "nonogram.cell", "a cell: x or _", nil)
			default:
				picture = append(picture, kind.cell())
			}
		}
		n := len(picture) - before
		if row == 0 {
			width = n
		}
		if n != width {
			return nil, source{r.Text}.unequal(p.Lo, width, n)
		}
	}
	if err := r.Text.CheckSize(r.lines[0].Lo, len(r.lines), width); err != nil {
		return nil, err
	}
	return nonogram.FromPicture(picture, width), nil
}

// cell returns the pixel of a character of an image. '|' is the margin; '?' and [ab] are undecided
// cells, which are wrong here.
func (r *webpbn) cell(c rune) pixel {
	switch {
	case c == rune(r.backgroundChar):
		return pixelEmpty
	case c == '|':
		return pixelNothing
	case c > ' ' && c < 127 && !strings.ContainsRune("?[]", c):
		return pixelFilled
	}
	return pixelWrong
}
