package notation

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"kibitz/solvers/nonogram"
)

// isXML wants more than a "<": a chat has "<@123>" for a person and "<https://…>" for
// a link.
func isXML(s source) bool { return s.begins("<?xml", "<!DOCTYPE", "<!--", "<puzzle") }

// webpbn is a file of webpbn.com as it is read: the first puzzle of a puzzleset,
// by its clues or else by its goal.
type webpbn struct {
	*draft
	*xml.Decoder
	side int      // of the clues being read, or -1
	path []string // the open elements, outermost first

	defaultColour  string // of runs without one
	colour         string // of the run being read
	onlyColour     string // of all runs so far; "" before the first
	background     string
	backgroundChar byte // how an image shows the background

	inGoal bool // in a solution that is a goal
	image  span // the first goal
}

func readXML(s source) (*nonogram.Puzzle, error) {
	r := webpbn{draft: s.draft(), Decoder: xml.NewDecoder(strings.NewReader(s.Clean)),
		side: -1, defaultColour: "black", background: "white", backgroundChar: '.'}
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
	if r.Len(rows) == 0 && r.Len(columns) == 0 && r.image.Lo < r.image.Hi {
		return r.picture()
	}
	return r.puzzle()
}

// maxDepth is how deep elements may stand in each other: six are enough, and the
// decoder remembers every one.
const maxDepth = 16

// token takes in one token, and says whether the puzzle is complete.
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
		return t.Name.Local == "puzzle", nil
	case xml.CharData:
		return false, r.chars(at)
	}
	return false, nil
}

func (r *webpbn) open(t xml.StartElement, at int) error {
	switch t.Name.Local {
	case "puzzle":
		if kind := attribute(t, "type", "grid"); kind != "grid" {
			return r.Text.Expected(at, "nonogram.triddler", "a grid of squares: triddlers are not supported", nil)
		}
		r.defaultColour = attribute(t, "defaultcolor", r.defaultColour)
		r.background = attribute(t, "backgroundcolor", r.background)
	case "color":
		if char := attribute(t, "char", ""); len(char) == 1 && attribute(t, "name", "") == r.background {
			r.backgroundChar = char[0]
		}
	case "clues":
		r.side = rows
		if attribute(t, "type", "rows") == "columns" {
			r.side = columns
		}
	case "line":
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

func attribute(t xml.StartElement, name, otherwise string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return otherwise
}

// chars takes in the text from at to where the decoder is.
func (r *webpbn) chars(at int) error {
	if len(r.path) == 0 {
		return nil
	}
	p := r.Text.Trim(between(at, max(at, int(r.InputOffset()))))
	switch r.path[len(r.path)-1] {
	case "count":
		return r.count(p)
	case "image":
		if r.inGoal && r.image.Lo == r.image.Hi {
			r.image = p
		}
	}
	return nil
}

func (r *webpbn) count(p span) error {
	if r.side < 0 || r.Len(r.side) == 0 {
		return r.Text.Expected(p.Lo, "nonogram.xml", "<count> within <line>", nil)
	}
	n, end := r.Text.Number(p.Lo, p.Hi)
	if end == p.Lo || end < p.Hi {
		return r.Text.NotANumber(p.Lo)
	}
	if n > 0 && r.onlyColour == "" {
		r.onlyColour = r.colour
	}
	if n > 0 && r.onlyColour != r.colour {
		return r.Text.SecondColour(p.Lo, r.onlyColour, r.colour)
	}
	return r.Run(r.side, p.Lo, n)
}

// picture reads the image, in one colour.
func (r *webpbn) picture() (*nonogram.Puzzle, error) {
	var ink rune
	for i, c := range r.Text.Of(r.image) {
		if r.cell(c) != pixelFilled {
			continue
		}
		if ink == 0 {
			ink = c
		}
		if c != ink {
			return nil, r.Text.SecondColour(r.image.Lo+i, string(ink), string(c))
		}
	}
	return source{r.Text}.picture(r.image, r.cell)
}

// cell reads a character of an image, in which '|' is the margin and '?' and [ab]
// are cells not decided.
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
