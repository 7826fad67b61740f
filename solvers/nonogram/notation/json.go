package notation

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
)

// isJSON reports whether a text begins with '{'.
func isJSON(s source) bool { return s.begins("{") }

// jsonReader reads {"rows":[[3],[1]],"columns":[[2],[1],[1]]} token by token, so that an error has
// a place and a limit is checked before memory is used.
type jsonReader struct {
	*draft
	*json.Decoder
	listed []jsonColour // colours of a palette without keys
	points []point      // cells of a finished picture
}

// readJSON reads rows and columns in an object, and the shapes in which others write colours; see
// jsonRun and palette in jsoncolours.go.
func readJSON(s source) (*nonogram.Puzzle, error) {
	r := jsonReader{draft: s.draft(), Decoder: json.NewDecoder(strings.NewReader(s.Clean))}
	r.UseNumber()
	if err := r.object(); err != nil {
		return nil, err
	}
	if rest := s.Skip(int(r.InputOffset()), len(s.Clean)); rest < len(s.Clean) {
		return nil, s.Expected(rest, "nonogram.end", "the end", nil)
	}
	if r.points != nil && r.Len(rows) == 0 && r.Len(columns) == 0 {
		return r.picture()
	}
	r.declareListed()
	return r.reading()
}

// jsonKeys has a function for each key of a puzzle, which reads its value.
var jsonKeys = map[string]func(*jsonReader) error{
	"palette": (*jsonReader).palette, "colors": (*jsonReader).palette, "colours": (*jsonReader).palette, "styles": (*jsonReader).palette,
	"background": (*jsonReader).ground,
	// These keys of the bot's own answers, and titles of files, are ignored.
	"verdict": (*jsonReader).skip, "how": (*jsonReader).skip, "solutions": (*jsonReader).skip, "backbone": (*jsonReader).skip,
	"options": (*jsonReader).skip, "title": (*jsonReader).skip, "name": (*jsonReader).skip, "author": (*jsonReader).skip,
	"id": (*jsonReader).skip, "width": (*jsonReader).skip, "height": (*jsonReader).skip,
	// A picture of DynamicPix, whose clues follow from it.
	"points": (*jsonReader).matrix, "settings": (*jsonReader).skip, "horizontalNumbers": (*jsonReader).skip, "verticalNumbers": (*jsonReader).skip,
}

// jsonSide returns the side that a key names, or -1.
func jsonSide(key string) int {
	switch key {
	case "rows", "hor", "horizontal":
		return rows
	case "columns", "cols", "ver", "vertical":
		return columns
	}
	return -1
}

// object reads the whole object.
func (r *jsonReader) object() error {
	if _, err := r.next(); err != nil { // '{', as isJSON has seen
		return err
	}
	for r.More() {
		at := r.place()
		token, err := r.next()
		if err != nil {
			return err
		}
		key := token.(string)
		side := jsonSide(key)
		read := jsonKeys[key]
		switch {
		case side >= 0 && r.Len(side) == 0:
			err = r.array(func() error { return r.lineOf(side) })
		case side < 0 && read != nil:
			err = read(r)
		default:
			err = r.Text.Expected(at, "nonogram.json", `"rows" and "columns", each once`, nil)
		}
		if err != nil {
			return err
		}
	}
	_, err := r.next()
	return err
}

// lineOf reads one line of a side: an array of runs, or a string of runs with their colours, "3B2L
// 1K", as in github.com/erikbrinkman/color-nonogram.
func (r *jsonReader) lineOf(side int) error {
	if err := r.Line(side, r.place()); err != nil {
		return err
	}
	if at := r.place(); at < len(r.Text.Clean) && r.Text.Clean[at] == '"' {
		text, err := r.quoted()
		if err != nil {
			return err
		}
		if err := r.touching(text); err != nil {
			return err
		}
		return r.ColouredRuns(side, text)
	}
	return r.array(func() error { return r.jsonRun(side) })
}

// touching refuses a blank between runs of different colours. In that format it means that there is
// a gap between them, which a clue cannot express here.
func (r *jsonReader) touching(p span) error {
	var last byte
	blank := false
	for i := p.Lo; i < p.Hi; i++ {
		switch c := r.Text.Clean[i]; {
		case c == ' ':
			blank = true
		case '0' <= c && c <= '9':
		default:
			if blank && last != 0 && c != last {
				return r.Text.Expected(i, "nonogram.touching", "runs of different colours without a blank: that there is a gap between them no clue here can say", nil)
			}
			last, blank = c, false
		}
	}
	return nil
}

// quoted reads a string, and returns the span of its text as it is written.
func (r *jsonReader) quoted() (span, error) {
	at := r.place()
	_, err := r.next()
	return between(at+1, max(at+1, int(r.InputOffset())-1)), err
}

// array reads an array and calls element to read each of its elements.
func (r *jsonReader) array(element func() error) error {
	at := r.place()
	open, err := r.next()
	if err != nil {
		return err
	}
	if open != json.Delim('[') {
		return r.Text.Expected(at, "nonogram.array", "an array: [", nil)
	}
	return r.elements(element)
}

// elements reads an array after its '['.
func (r *jsonReader) elements(element func() error) error {
	for r.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := r.next()
	return err
}

// count returns a token as the length of a run.
func count(token json.Token) (n int, ok bool) {
	number, ok := token.(json.Number)
	n, err := strconv.Atoi(number.String())
	return n, ok && (err == nil || errors.Is(err, strconv.ErrRange)) && n >= 0
}

// place returns the offset of the next token.
func (r *jsonReader) place() int {
	at := int(r.InputOffset())
	for at < len(r.Text.Clean) && strings.IndexByte(" \n,:", r.Text.Clean[at]) >= 0 {
		at++
	}
	return at
}

// next returns the next token. Invalid JSON is an error at its place.
func (r *jsonReader) next() (json.Token, error) {
	token, err := r.Token()
	if err := r.valid(err); err != nil {
		return nil, err
	}
	return token, nil
}

// valid returns an error of the decoder as one at its place, or nil.
func (r *jsonReader) valid(err error) error {
	if err == nil {
		return nil
	}
	at := len(r.Text.Clean)
	if bad := new(json.SyntaxError); errors.As(err, &bad) && !errors.Is(err, io.ErrUnexpectedEOF) {
		at = r.place()
	}
	return r.Text.Expected(at, "nonogram.json", `JSON like {"rows":[[3],[1]],"columns":[[2],[1],[1]]}`, nil)
}
