package notation

import (
	"encoding/json"
	"fmt"
	"strings"

	"kibitz/solvers/nonogram/internal/clues"
)

// jsonRun reads a run: 3, [3,"r"], ["r",3], "3r" or an object with its length and its colour,
// {"v":3,"c":"Red"}.
func (r *jsonReader) jsonRun(side int) error {
	at := r.place()
	if at < len(r.Text.Clean) && r.Text.Clean[at] == '"' {
		text, err := r.quoted()
		switch {
		case err != nil:
			return err
		case strings.Trim(r.Text.Of(text), "0123456789 ") == "":
			return r.Text.NotANumber(at)
		}
		return r.ColouredRuns(side, text)
	}
	token, err := r.next()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		return r.pair(side, at)
	case json.Delim('{'):
		return r.fieldsOfRun(side, at)
	}
	n, ok := count(token)
	if !ok {
		return r.Text.NotANumber(at)
	}
	return r.Run(side, at, n)
}

// pair reads [3,"r"] or ["r",3] after its '['.
func (r *jsonReader) pair(side, at int) error {
	var key string
	n, parts := -1, 0
	err := r.elements(func() error {
		token, err := r.scalar()
		if err != nil {
			return err
		}
		if parts++; parts > 2 {
			return r.Text.NotARun(at)
		}
		if name, ok := token.(string); ok && name == "?" {
			return r.Text.Unknown(at)
		} else if ok {
			key = name
		} else if length, ok := count(token); ok && n < 0 {
			n = length
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.runIn(side, at, n, key)
}

// runIn adds a run of n cells with the colour key. It returns an error if n is below 0, or if key is
// empty or longer than any word for a colour.
func (r *jsonReader) runIn(side, at, n int, key string) error {
	const longest = 40 // bytes
	if n < 0 || key == "" || len(key) > longest {
		return r.Text.NotARun(at)
	}
	return r.RunOf(side, at, n, key)
}

// lengthKeys and colourKeys are the names by which programs write a run's length and its colour.
// "val" is the one of them that has no other name.
var (
	lengthKeys = []string{"v", "n", "count", "len", "length", "value", "size", "val"}
	colourKeys = []string{"c", "color", "colour", "color_id", "colour_id", "colorId", "val"}
)

// fieldsOfRun reads a run in an object after its '{'.
func (r *jsonReader) fieldsOfRun(side, at int) error {
	fields, err := r.fields(at)
	if err != nil {
		return err
	}
	n, key := -1, ""
	for _, name := range lengthKeys {
		if length, ok := count(fields[name]); ok {
			n = length
			delete(fields, name)
			break
		}
		if fields[name] == "?" {
			return r.Text.Unknown(at)
		}
	}
	for _, name := range colourKeys {
		if value, ok := fields[name]; ok && value != nil {
			key = fmt.Sprint(value)
			break
		}
	}
	return r.runIn(side, at, n, key)
}

// fields reads an object after its '{', and returns its values by name. An array or an object in it,
// or more than 16 fields, is an error.
func (r *jsonReader) fields(at int) (map[string]json.Token, error) {
	const most = 16 // fields of an object
	fields := map[string]json.Token{}
	for r.More() {
		name, err := r.next()
		if err != nil {
			return nil, err
		}
		value, err := r.scalar()
		if err != nil {
			return nil, err
		}
		if len(fields) == most {
			return nil, r.notScalar(at)
		}
		fields[name.(string)] = value
	}
	_, err := r.next()
	return fields, err
}

// jsonColour is a colour of a palette.
type jsonColour struct {
	at                int
	key, name, colour string
}

// palette reads {"r":"#ff0000"}; a name, or an array of names, may replace the RGB. It also reads
// an array of colours, which are numbered or have ids.
func (r *jsonReader) palette() error {
	at := r.place()
	open, err := r.next()
	if err != nil {
		return err
	}
	switch open {
	case json.Delim('{'):
		for r.More() {
			key, err := r.next()
			if err != nil {
				return err
			}
			if err := r.colour(key.(string)); err != nil {
				return err
			}
		}
		_, err := r.next()
		return err
	case json.Delim('['):
		return r.elements(func() error { return r.colour("") })
	}
	return r.Text.Expected(at, "nonogram.json", `a palette like {"r":"#ff0000"}`, nil)
}

// colour reads a colour of a palette, and its key unless that is given.
func (r *jsonReader) colour(key string) error {
	c := jsonColour{at: r.place(), key: key}
	token, err := r.next()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		err = r.elements(func() error {
			part, err := r.scalar()
			if name, ok := part.(string); ok && c.colour == "" {
				c.colour = name
			}
			return err
		})
	case json.Delim('{'):
		var fields map[string]json.Token
		if fields, err = r.fields(c.at); err == nil {
			c.take(fields)
		}
	default:
		c.colour, _ = token.(string)
	}
	if err != nil {
		return err
	}
	if c.key == "" {
		if len(r.listed) <= clues.MaxColours {
			r.listed = append(r.listed, c)
		}
		return nil
	}
	r.declareJSON(c)
	return nil
}

// take sets the key, the name and the colour from the fields of an object, each from the first of
// the names that programs use for it; what has no field stays as it is.
func (c *jsonColour) take(fields map[string]json.Token) {
	for _, name := range []string{"id", "key", "letter"} {
		if value, ok := fields[name]; ok && c.key == "" {
			c.key = fmt.Sprint(value)
		}
	}
	c.name, _ = fields["name"].(string)
	for _, name := range []string{"hex", "rgb", "color", "colour", "value"} {
		if value, ok := fields[name].(string); ok && c.colour == "" {
			c.colour = value
		}
	}
}

// declareJSON declares a colour; " " and "." are the background.
func (r *jsonReader) declareJSON(c jsonColour) {
	rgb, known := clues.ReadRGB(c.colour)
	if !known {
		rgb, known = clues.ReadRGB(c.name)
	}
	if strings.TrimSpace(c.key) == "" || c.key == "." {
		r.Inks.Background = rgb
		return
	}
	if c.name == "" && len(c.key) > 1 {
		c.name = c.key
	}
	if !known && c.colour != "" {
		r.addFault(r.Text.NotRGB(c.at))
	}
	r.declare(c.key, c.name, rgb, known)
}

// declareListed declares the colours of a palette without keys. Runs refer to them by number, from
// 0 on, or from 1 on if some run has the last number.
func (r *jsonReader) declareListed() {
	from := 0
	if last := fmt.Sprint(len(r.listed)); r.Inks.Uses(last) {
		from = 1
	}
	for i, c := range r.listed {
		c.key = fmt.Sprint(from + i)
		r.declareJSON(c)
	}
}

// ground reads the RGB of the background.
func (r *jsonReader) ground() error {
	at := r.place()
	var value json.RawMessage
	if err := r.valid(r.Decode(&value)); err != nil {
		return err
	}
	var name string
	_ = json.Unmarshal(value, &name) // a value that is no string is no RGB either
	var known bool
	if r.Inks.Background, known = clues.ReadRGB(name); !known {
		r.addFault(r.Text.NotRGB(at))
	}
	return nil
}

// scalar returns the next token, which may not begin an array or an object: its end would be taken
// for the end of the surrounding one.
func (r *jsonReader) scalar() (json.Token, error) {
	at := r.place()
	token, err := r.next()
	if _, nested := token.(json.Delim); nested {
		return nil, r.notScalar(at)
	}
	return token, err
}

// notScalar returns the error for an array or object in place of a scalar.
func (r *jsonReader) notScalar(at int) error {
	return r.Text.Expected(at, "nonogram.json", "a number or a string", nil)
}

// skip reads a value and ignores it.
func (r *jsonReader) skip() error {
	var value json.RawMessage
	return r.valid(r.Decode(&value))
}
