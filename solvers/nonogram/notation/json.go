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
}

func readJSON(s source) (*nonogram.Puzzle, error) {
	r := jsonReader{s.draft(), json.NewDecoder(strings.NewReader(s.Clean))}
	r.UseNumber()
	if err := r.object(); err != nil {
		return nil, err
	}
	if rest := s.Skip(int(r.InputOffset()), len(s.Clean)); rest < len(s.Clean) {
		return nil, s.Expected(rest, "nonogram.end", "the end", nil)
	}
	return r.puzzle()
}

// jsonSide is the side that a key stands for, or -1.
func jsonSide(key string) int {
	switch key {
	case "rows", "hor":
		return rows
	case "columns", "cols", "ver":
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
		key, err := r.next()
		if err != nil {
			return err
		}
		side := jsonSide(key.(string))
		if side < 0 || r.Len(side) > 0 {
			return r.Text.Expected(at, "nonogram.json", `"rows" and "columns", each once`, nil)
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
	if err := r.Line(side, r.place()); err != nil {
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
			return r.Text.NotANumber(at)
		}
		return r.Run(side, at, n)
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
		return r.Text.Expected(at, "nonogram.array", "an array: [", nil)
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
