package commands

import (
	"fmt"
	"net/url"
	"strconv"
)

// values are a command's options by name: string, int64, bool or Upload.
type values map[string]any

// text is an option's text, even where a path that carried it made a number or
// a yes of it.
func (v values) text(name string) string {
	switch v := v[name].(type) {
	case string:
		return v
	case int64, bool:
		return fmt.Sprint(v)
	}
	return ""
}

func (v values) flag(name string) bool {
	b, _ := v[name].(bool)
	return b
}

func (v values) number(name string) int {
	n, _ := v[name].(int64)
	return int(n)
}

func (v values) file(name string) (Upload, bool) {
	f, ok := v[name].(Upload)
	return f, ok
}

// kept is the change of a path with the wish for privacy in it, which one step
// on the way to an answer hands on to the next.
func (v values) kept(change values) values {
	if v.flag("private") {
		change["private"] = true
	}
	return change
}

// veiled is the change of a path with the wish for a veil in it, for what takes
// the place of what is veiled.
func (v values) veiled(change values) values {
	if v.flag("spoiler") {
		change["spoiler"] = true
	}
	return change
}

// fromQuery reads the options that a button's path carries.
func fromQuery(q url.Values) values {
	v := values{}
	for name, texts := range q {
		text := texts[0]
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			v[name] = n
		} else if b, err := strconv.ParseBool(text); err == nil {
			v[name] = b
		} else {
			v[name] = text
		}
	}
	return v
}
