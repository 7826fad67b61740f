package playground

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// fields reads one JSON object of a request body field by field, noting in the
// form what breaks a rule. A missing field and null are the same, as on
// Discord; a wrong field reads as missing. Fields that nothing reads are ignored.
type fields struct {
	form *form
	at   string // where the object is in the body
	m    map[string]any
}

// place returns the place of a field or an index step in the object at a place.
func place(at, step string) string {
	if at == "" {
		return step
	}
	return at + "." + step
}

func (o fields) wrong(name, code, message string) {
	o.form.add(place(o.at, name), code, message)
}

// has reports whether the body names the field, even as null.
func (o fields) has(name string) bool { _, ok := o.m[name]; return ok }

func (o fields) missing(name string) {
	o.wrong(name, "BASE_TYPE_REQUIRED", "This field is required")
}

// span is how long a text or a list may be, or how large a number.
type span struct{ min, max int }

// text reads a string whose length in characters is within the span.
func (o fields) text(name string, length span) (string, bool) {
	v := o.m[name]
	if v == nil {
		return "", false
	}
	text, ok := v.(string)
	if !ok {
		o.wrong(name, "STRING_TYPE_CONVERT", "Could not interpret \""+brief(v)+"\" as string.")
		return "", false
	}
	return text, o.fits(name, utf8.RuneCountInString(text), length)
}

// needText reads text from a field that must be there.
func (o fields) needText(name string, length span) string {
	if o.m[name] == nil {
		o.missing(name)
		return ""
	}
	text, _ := o.text(name, length)
	return text
}

// fits reports whether a length n is within its span, and notes in the form if not.
// A length of 0 where 1 is needed counts as a missing field.
func (o fields) fits(name string, n int, length span) bool {
	switch {
	case length.min <= n && n <= length.max:
		return true
	case n == 0 && length.min == 1:
		o.missing(name)
	case length.min > 0:
		o.wrong(name, "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", length.min, length.max))
	default:
		o.wrong(name, "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", length.max))
	}
	return false
}

// integer reads a whole number within the span.
func (o fields) integer(name string, size span) (int, bool) {
	v := o.m[name]
	if v == nil {
		return 0, false
	}
	n, ok := whole(v)
	switch {
	case !ok:
		o.wrong(name, "NUMBER_TYPE_COERCE", "Value \""+brief(v)+"\" is not int.")
	case n < size.min:
		o.wrong(name, "NUMBER_TYPE_MIN", fmt.Sprintf("int value should be greater than or equal to %d.", size.min))
	case n > size.max:
		o.wrong(name, "NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", size.max))
	default:
		return n, true
	}
	return 0, false
}

var anyInt = span{math.MinInt, math.MaxInt}

// optional makes a pointer of a result of one of the readers of fields.
func optional[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}

// whole reads 5, 5.0 and "5", as Discord does.
func whole(v any) (int, bool) {
	text := ""
	switch v := v.(type) {
	case json.Number:
		text = strings.TrimSuffix(v.String(), ".0")
	case string:
		text = v
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// choice reads a number that is one of those listed.
func (o fields) choice(name string, of ...int) int {
	if o.m[name] == nil {
		o.missing(name)
		return 0
	}
	n, ok := o.integer(name, anyInt)
	if ok && !slices.Contains(of, n) {
		o.wrong(name, "BASE_TYPE_CHOICES", "Value must be one of {"+join(of, ", ")+"}.")
		return 0
	}
	return n
}

// join returns the numbers in digits, with a text between them.
func join(list []int, with string) string {
	var b strings.Builder
	for i, n := range list {
		if i > 0 {
			b.WriteString(with)
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// number reads a floating-point number; a text, even of digits, is none.
func (o fields) number(name string) (float64, bool) {
	v := o.m[name]
	if v == nil {
		return 0, false
	}
	if n, ok := v.(json.Number); ok {
		if f, err := n.Float64(); err == nil {
			return f, true
		}
	}
	o.wrong(name, "NUMBER_TYPE_COERCE", "Value \""+brief(v)+"\" is not float.")
	return 0, false
}

// flag reads the field name, which must be true or false. It returns ok false if
// the field is missing, or, with a note in the form, if it is anything else.
func (o fields) flag(name string) (value, ok bool) {
	v := o.m[name]
	if v == nil {
		return false, false
	}
	value, ok = v.(bool)
	if !ok {
		o.wrong(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return value, ok
}

// list reads an array whose length is within the span. Of a wrong length it returns
// the array all the same, and false.
func (o fields) list(name string, length span) ([]any, bool) {
	v := o.m[name]
	if v == nil {
		return nil, false
	}
	list, ok := v.([]any)
	if !ok {
		o.wrong(name, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil, false
	}
	return list, o.fits(name, len(list), length)
}

// objects reads an array of objects whose length is within the span.
func (o fields) objects(name string, length span) ([]fields, bool) {
	list, ok := o.list(name, length)
	if !ok {
		return nil, false
	}
	return objectsOf(o.form, place(o.at, name), list), true
}

// needObjects reads objects from a field that must be there.
func (o fields) needObjects(name string, length span) []fields {
	if o.m[name] == nil {
		o.missing(name)
		return nil
	}
	list, _ := o.objects(name, length)
	return list
}

// objectsOf returns the objects of a list at a place. It leaves out what is no
// object, and notes that in the form.
func objectsOf(f *form, at string, list []any) []fields {
	var out []fields
	for i, v := range list {
		here := place(at, strconv.Itoa(i))
		m, ok := v.(map[string]any)
		if !ok {
			f.add(here, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
			continue
		}
		out = append(out, fields{f, here, m})
	}
	return out
}

// object reads a nested object, to be read field by field in turn; false if the
// field is missing or no object.
func (o fields) object(name string) (fields, bool) {
	v := o.m[name]
	if v == nil {
		return fields{}, false
	}
	m, ok := v.(map[string]any)
	if !ok {
		o.wrong(name, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return fields{}, false
	}
	return fields{o.form, place(o.at, name), m}, true
}

// link reads an absolute address with one of the schemes.
func (o fields) link(name string, length span, schemes ...string) (string, bool) {
	text, ok := o.text(name, length)
	if !ok {
		return "", false
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" {
		o.wrong(name, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
		return "", false
	}
	if !slices.Contains(schemes, u.Scheme) {
		o.wrong(name, "URL_TYPE_INVALID_SCHEME", fmt.Sprintf("Scheme %q is not supported. Scheme must be one of ('%s').", u.Scheme, strings.Join(schemes, "', '")))
		return "", false
	}
	return text, true
}

// brief returns a value as an error message quotes it.
func brief(v any) string {
	text := []rune(fmt.Sprint(v))
	if len(text) > 40 {
		text = append(text[:40], '…')
	}
	return string(text)
}
