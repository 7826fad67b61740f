package nonogram

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
)

var xmlStart = regexp.MustCompile(`^(?:<\?xml|<!DOCTYPE|<!--|<puzzle)`)

// isXML wants more than a "<": a chat has "<@123>" for a person and "<https://…>" for
// a link.
func isXML(s *source) bool { return xmlStart.MatchString(s.of(s.trim(s.all()))) }

// webpbn is a file of webpbn.com as it is read: the first puzzle of a puzzleset,
// by its clues or else by its goal.
type webpbn struct {
	draft
	*xml.Decoder
	side       int // of the clues being read, or -1
	path       []string
	ink        string // the one colour of the runs
	plain      string // the colour of runs without one
	background string
	paper      byte // how an image shows the background
	image      span // the first goal
	colour     string
	goal       bool // in a solution that is a goal
}

func readXML(s *source) (*Puzzle, error) {
	r := webpbn{draft: draft{src: s}, Decoder: xml.NewDecoder(strings.NewReader(s.text)),
		side: -1, plain: "black", background: "white", paper: '.'}
	r.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for {
		at := s.skip(int(r.InputOffset()), len(s.text))
		token, err := r.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, s.err(int(r.InputOffset()), "nonogram.xml", "well-formed XML", nil)
		}
		done, err := r.token(token, at)
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
	}
	if r.sides[rows] == nil && r.sides[columns] == nil && r.image.lo < r.image.hi {
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
			return false, r.src.err(at, "nonogram.xml", fmt.Sprintf("elements at most %d deep", maxDepth), nil)
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
			return r.src.err(at, "nonogram.triddler", "a grid of squares: triddlers are not supported", nil)
		}
		r.plain = attribute(t, "defaultcolor", r.plain)
		r.background = attribute(t, "backgroundcolor", r.background)
	case "color":
		if char := attribute(t, "char", ""); len(char) == 1 && attribute(t, "name", "") == r.background {
			r.paper = char[0]
		}
	case "clues":
		r.side = rows
		if attribute(t, "type", "rows") == "columns" {
			r.side = columns
		}
	case "line":
		if r.side < 0 {
			return r.src.err(at, "nonogram.xml", "<line> within <clues>", nil)
		}
		return r.line(r.side, at)
	case "count":
		r.colour = attribute(t, "color", r.plain)
	case "solution":
		kind := attribute(t, "type", "goal")
		r.goal = kind == "goal" || kind == "solution"
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
	p := r.src.trim(span{at, max(at, int(r.InputOffset()))})
	switch r.path[len(r.path)-1] {
	case "count":
		return r.count(p)
	case "image":
		if r.goal && r.image.lo == r.image.hi {
			r.image = p
		}
	}
	return nil
}

func (r *webpbn) count(p span) error {
	if r.side < 0 || len(r.sides[r.side]) == 0 {
		return r.src.err(p.lo, "nonogram.xml", "<count> within <line>", nil)
	}
	n, end := r.src.number(p.lo, p.hi)
	if end == p.lo || end < p.hi {
		return r.src.err(p.lo, "nonogram.number", "a number: the length of a run, or 0 for an empty line", nil)
	}
	if n > 0 && r.ink == "" {
		r.ink = r.colour
	}
	if n > 0 && r.ink != r.colour {
		return r.src.secondColour(p.lo, r.ink, r.colour)
	}
	return r.run(r.side, p.lo, n)
}

// picture reads the image, in one colour.
func (r *webpbn) picture() (*Puzzle, error) {
	var ink rune
	for i, c := range r.src.of(r.image) {
		if r.cell(c) != pixelFilled {
			continue
		}
		if ink == 0 {
			ink = c
		}
		if c != ink {
			return nil, r.src.secondColour(r.image.lo+i, string(ink), string(c))
		}
	}
	return r.src.picture(r.image, r.cell)
}

// cell reads a character of an image, in which '|' is the margin and '?' and [ab]
// are cells not decided.
func (r *webpbn) cell(c rune) pixel {
	switch {
	case c == rune(r.paper):
		return pixelEmpty
	case c == '|':
		return pixelNothing
	case c > ' ' && c < 127 && !strings.ContainsRune("?[]", c):
		return pixelFilled
	}
	return pixelWrong
}
