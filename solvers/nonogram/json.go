package nonogram

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

func isJSON(s *source) bool { return strings.HasPrefix(s.of(s.trim(s.all())), "{") }

// jsonReader reads {"rows":[[3],[1]],"columns":[[2],[1],[1]]} token by token, so that an
// error knows its place and a limit comes before its memory.
type jsonReader struct {
	draft
	*json.Decoder
}

func readJSON(s *source) (*Puzzle, error) {
	r := jsonReader{draft{src: s}, json.NewDecoder(strings.NewReader(s.text))}
	r.UseNumber()
	if err := r.object(); err != nil {
		return nil, err
	}
	if rest := s.skip(int(r.InputOffset()), len(s.text)); rest < len(s.text) {
		return nil, s.err(rest, "nonogram.end", "the end", nil)
	}
	return r.puzzle()
}

var jsonSides = map[string]int{"rows": rows, "columns": columns, "cols": columns, "hor": rows, "ver": columns}

func (r *jsonReader) object() error {
	if _, err := r.next(); err != nil { // '{', as isJSON has seen
		return err
	}
	for r.More() {
		at := r.place()
		key, err := r.next()
		if err != nil {
			return err
		}
		side, ok := jsonSides[key.(string)]
		if !ok || r.sides[side] != nil {
			return r.src.err(at, "nonogram.json", `"rows" and "columns", each once`, nil)
		}
		if err := r.array(func() error { return r.lineOf(side) }); err != nil {
			return err
		}
	}
	_, err := r.next()
	return err
}

// lineOf reads one line of a side: an array of runs.
func (r *jsonReader) lineOf(side int) error {
	if err := r.line(side, r.place()); err != nil {
		return err
	}
	return r.array(func() error {
		at := r.place()
		token, err := r.next()
		if err != nil {
			return err
		}
		number, ok := token.(json.Number)
		n, err := strconv.Atoi(number.String())
		if !ok || err != nil && !errors.Is(err, strconv.ErrRange) || n < 0 {
			return r.src.err(at, "nonogram.number", "a number: the length of a run, or 0 for an empty line", nil)
		}
		return r.run(side, at, n)
	})
}

// array reads an array whose elements element reads.
func (r *jsonReader) array(element func() error) error {
	at := r.place()
	open, err := r.next()
	if err != nil {
		return err
	}
	if open != json.Delim('[') {
		return r.src.err(at, "nonogram.array", "an array: [", nil)
	}
	for r.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err = r.next()
	return err
}

// place is where the next token begins.
func (r *jsonReader) place() int {
	at := int(r.InputOffset())
	for at < len(r.src.text) && strings.IndexByte(" \n,:", r.src.text[at]) >= 0 {
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
	at := len(r.src.text)
	if bad := new(json.SyntaxError); errors.As(err, &bad) && !errors.Is(err, io.ErrUnexpectedEOF) {
		at = r.place()
	}
	return nil, r.src.err(at, "nonogram.json", `JSON like {"rows":[[3],[1]],"columns":[[2],[1],[1]]}`, nil)
}
