package words

import (
	"strings"
	"text/template"
)

// A phrase is a text with places for values, {{.Name}}, and with parts that depend on them,
// {{if eq .Name 1}}…{{else}}…{{end}}.
type phrase struct {
	plain    string // a text without any such place
	template *template.Template
}

// parse reads a phrase, as a template only if it has places for values.
func parse(text string) (phrase, error) {
	if !strings.Contains(text, "{{") {
		return phrase{plain: text}, nil
	}
	t, err := template.New("").Parse(text)
	return phrase{template: t}, err
}

// missing is what a template writes for a value that it is not given.
const missing = "<no value>"

// with returns the phrase with values in their places. A value that is missing, and what cannot be
// compared, shows in ⟨⟩, which no test lets pass.
func (p phrase) with(values With) string {
	if p.template == nil {
		return p.plain
	}
	var b strings.Builder
	if err := p.template.Execute(&b, values); err != nil {
		return "⟨" + err.Error() + "⟩"
	}
	return strings.ReplaceAll(b.String(), missing, "⟨"+missing+"⟩")
}
