package words

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A phrase is a text with places for values, {{.Name}}, and with parts that depend on them:
// {{if .Name}}…{{else if eq .Name 1}}…{{else}}…{{end}}, with eq, ne, gt or the value alone. That is
// as much of text/template as phrases want, and means the same. The whole of it calls methods
// by their names, for which the linker keeps every exported method there is: 3.6 MB.
type phrase []part

// A part is a text, a value's place, or one of two phrases.
type part struct {
	text    string
	name    string // of a value
	test    *test
	yes, no phrase
}

// A test is whether a value is there, or whether it is, or is not, a second one.
type test struct {
	compare     string // eq, ne, gt or "" for whether it is there
	left, right any    // a variable, or a constant: string, int
}

// A variable is the name of a value in a test.
type variable string

// parse reads a phrase.
func parse(text string) (phrase, error) {
	r := reader{rest: text}
	p, stop, err := r.phrase()
	if err == nil && stop != "" {
		err = fmt.Errorf("{{%s}} without if", stop)
	}
	return p, err
}

type reader struct{ rest string }

// phrase reads up to the {{else…}} or {{end}} that is not its own, which it returns.
func (r *reader) phrase() (p phrase, stop string, err error) {
	for {
		text, rest, found := strings.Cut(r.rest, "{{")
		if text != "" {
			p = append(p, part{text: text})
		}
		if !found {
			r.rest = ""
			return p, "", nil
		}
		action, rest, found := strings.Cut(rest, "}}")
		if !found {
			return nil, "", fmt.Errorf("{{%s without }}", action)
		}
		r.rest = rest
		word, condition, _ := strings.Cut(action, " ")
		switch {
		case word == "else" || word == "end":
			return p, action, nil
		case word == "if":
			chosen, err := r.choice(condition)
			if err != nil {
				return nil, "", err
			}
			p = append(p, chosen)
		case strings.HasPrefix(word, ".") && condition == "":
			p = append(p, part{name: word[1:]})
		default:
			return nil, "", fmt.Errorf("{{%s}} is none of {{.Name}}, {{if …}}, {{else}}, {{end}}", action)
		}
	}
}

// choice reads what follows an if, up to its end.
func (r *reader) choice(condition string) (chosen part, err error) {
	if chosen.test, err = parseTest(condition); err != nil {
		return part{}, err
	}
	stop := ""
	if chosen.yes, stop, err = r.phrase(); err != nil {
		return part{}, err
	}
	switch elseIf, isElseIf := strings.CutPrefix(stop, "else if "); {
	case isElseIf:
		other, err := r.choice(elseIf)
		chosen.no = phrase{other}
		return chosen, err
	case stop == "else":
		if chosen.no, stop, err = r.phrase(); err != nil {
			return part{}, err
		}
	}
	if stop != "end" {
		return part{}, fmt.Errorf("{{if %s}} without {{end}}", condition)
	}
	return chosen, nil
}

func parseTest(condition string) (*test, error) {
	words := strings.Fields(condition)
	t, err := &test{}, error(nil)
	switch {
	case len(words) == 1:
		t.left, err = operand(words[0])
	case len(words) == 3 && slices.Contains([]string{"eq", "ne", "gt"}, words[0]):
		t.compare = words[0]
		if t.left, err = operand(words[1]); err == nil {
			t.right, err = operand(words[2])
		}
	default:
		err = fmt.Errorf("{{if %s}} is none of {{if .Name}}, {{if eq .Name 1}}, {{if ne .Name .Other}}", condition)
	}
	return t, err
}

func operand(word string) (any, error) {
	if name, ok := strings.CutPrefix(word, "."); ok {
		return variable(name), nil
	}
	if n, err := strconv.Atoi(word); err == nil {
		return n, nil
	}
	return strconv.Unquote(word)
}

// with is the phrase with values in their places. One that is missing shows as ⟨Name⟩.
func (p phrase) with(values With) string {
	if len(p) == 1 && p[0].test == nil && p[0].name == "" {
		return p[0].text
	}
	var b strings.Builder
	p.write(&b, values)
	return b.String()
}

func (p phrase) write(b *strings.Builder, values With) {
	for _, part := range p {
		switch {
		case part.test != nil && part.test.holds(values):
			part.yes.write(b, values)
		case part.test != nil:
			part.no.write(b, values)
		case part.name != "":
			switch v := values[part.name].(type) {
			case string:
				b.WriteString(v)
			case int:
				b.WriteString(strconv.Itoa(v))
			case nil:
				b.WriteString("⟨" + part.name + "⟩")
			default:
				fmt.Fprint(b, v)
			}
		default:
			b.WriteString(part.text)
		}
	}
}

func (t *test) holds(values With) bool {
	value := func(operand any) any {
		if name, ok := operand.(variable); ok {
			return values[string(name)]
		}
		return operand
	}
	left := value(t.left)
	switch t.compare {
	case "eq":
		return same(left, value(t.right))
	case "ne":
		return !same(left, value(t.right))
	case "gt":
		a, b := reflect.ValueOf(left), reflect.ValueOf(value(t.right))
		return a.CanInt() && b.CanInt() && a.Int() > b.Int()
	}
	return there(left)
}

// same compares numbers by value and texts by their letters; what is of two kinds is not the
// same. A phrase that counts is told int and int64 alike.
func same(a, b any) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	switch {
	case !va.IsValid() || !vb.IsValid():
		return va.IsValid() == vb.IsValid()
	case va.CanInt() && vb.CanInt():
		return va.Int() == vb.Int()
	}
	return va.Kind() == vb.Kind() && va.Comparable() && va.Equal(vb)
}

// there tells whether a value is more than false, 0, "" or nothing.
func there(value any) bool {
	switch v := value.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case int:
		return v != 0
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	}
	return !v.IsZero()
}
