package notation

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
)

func isJSON(s source) bool { return s.begins("{") }

// jsonReader reads {"rows":[[3],[1]],"columns":[[2],[1],[1]]} token by token, so that an
// error knows its place and a limit comes before its memory.
type jsonReader struct {
	*draft
	*json.Decoder
	listed []jsonColour // a palette without keys
	points []point      // of a finished picture
}

// readJSON reads rows and columns in an object, and the shapes in which others have colours; see
// jsonRun and jsonPalette.
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

// jsonKeys are what the keys of a puzzle stand for.
var jsonKeys = map[string]func(*jsonReader) error{
	"palette": (*jsonReader).palette, "colors": (*jsonReader).palette, "colours": (*jsonReader).palette, "styles": (*jsonReader).palette,
	"background": (*jsonReader).ground,
	// What our own answers have besides, and what files say of themselves, means nothing here.
	"verdict": (*jsonReader).skip, "how": (*jsonReader).skip, "solutions": (*jsonReader).skip, "backbone": (*jsonReader).skip,
	"options": (*jsonReader).skip, "title": (*jsonReader).skip, "name": (*jsonReader).skip, "author": (*jsonReader).skip,
	"id": (*jsonReader).skip, "width": (*jsonReader).skip, "height": (*jsonReader).skip,
	// A picture of DynamicPix, whose clues follow from it.
	"points": (*jsonReader).matrix, "settings": (*jsonReader).skip, "horizontalNumbers": (*jsonReader).skip, "verticalNumbers": (*jsonReader).skip,
}

// jsonSide is the side that a key stands for, or -1.
func jsonSide(key string) int {
	switch key {
	case "rows", "hor", "horizontal":
		return rows
	case "columns", "cols", "ver", "vertical":
		return columns
	}
	return -1
}

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

// lineOf reads one line of a side: an array of runs, or a string of them with their colours as
// github.com/erikbrinkman/color-nonogram has it, "3B2L 1K".
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

// touching refuses a blank between runs of different colours: there it says that cells of the
// background are between, which no clue here can.
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

// quoted is where the text of a string stands, as it is written.
func (r *jsonReader) quoted() (span, error) {
	at := r.place()
	_, err := r.next()
	return between(at+1, max(at+1, int(r.InputOffset())-1)), err
}

// array reads an array whose elements element reads.
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

// elements reads what is left of an array.
func (r *jsonReader) elements(element func() error) error {
	for r.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := r.next()
	return err
}

// count is a token as the length of a run.
func count(token json.Token) (n int, ok bool) {
	number, ok := token.(json.Number)
	n, err := strconv.Atoi(number.String())
	return n, ok && (err == nil || errors.Is(err, strconv.ErrRange)) && n >= 0
}

// place is where the next token begins.
func (r *jsonReader) place() int {
	at := int(r.InputOffset())
	for at < len(r.Text.Clean) && strings.IndexByte(" \n,:", r.Text.Clean[at]) >= 0 {
		at++
	}
	return at
}

// next is the next token. What is no JSON is an error where it stands.
func (r *jsonReader) next() (json.Token, error) {
	token, err := r.Token()
	if err == nil {
		return token, nil
	}
	at := len(r.Text.Clean)
	if bad := new(json.SyntaxError); errors.As(err, &bad) && !errors.Is(err, io.ErrUnexpectedEOF) {
		at = r.place()
	}
	return nil, r.Text.Expected(at, "nonogram.json", `JSON like {"rows":[[3],[1]],"columns":[[2],[1],[1]]}`, nil)
}
