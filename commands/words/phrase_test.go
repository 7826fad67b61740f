package words

import (
	"regexp"
	"strings"
	"testing"
	"text/template"

	"pgregory.net/rapid"
)

// TestPhrasesAsTemplates: every phrase of every language says what text/template makes of it,
// whatever values it is given.
func TestPhrasesAsTemplates(t *testing.T) {
	value := rapid.SampledFrom([]any{0, 1, 2, 3, 17, "", "row", "8", "r3c4", true, false})
	name := regexp.MustCompile(`\.(\w+)`)
	for _, tongue := range mustKnow() {
		for id, forms := range tongue.texts {
			for _, text := range forms {
				oracle, err := template.New(id).Option("missingkey=error").Parse(text)
				if err != nil {
					t.Fatalf("%v %s: %v", tongue.tag, id, err)
				}
				p, err := parse(text)
				if err != nil {
					t.Fatalf("%v %s: %v", tongue.tag, id, err)
				}
				if !strings.Contains(text, "{{") {
					if got := p.with(nil); got != text {
						t.Fatalf("%v %s says %q, not %q", tongue.tag, id, got, text)
					}
					continue
				}
				rapid.Check(t, func(t *rapid.T) {
					values := With{}
					for _, m := range name.FindAllStringSubmatch(text, -1) {
						values[m[1]] = value.Draw(t, m[1])
					}
					var want strings.Builder
					if err := oracle.Execute(&want, values); err != nil {
						return // it compares a number with a text, which nobody asks for
					}
					if got := p.with(values); got != want.String() {
						t.Fatalf("%v %s with %v says\n%q, not\n%q", tongue.tag, id, values, got, want.String())
					}
				})
			}
		}
	}
}

// TestPhraseRefused: what is not a phrase is refused, and says why.
func TestPhraseRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a {{.B":                      "without }}",
		"{{end}}":                     "without if",
		"{{if .A}}b":                  "without {{end}}",
		"{{if .A}}b{{else}}c":         "without {{end}}",
		"{{if .A}}b{{else if .C}}d":   "without {{end}}",
		"{{if lt .A 1}}b{{end}}":      "none of {{if .Name}}",
		"{{if eq .A one}}b{{end}}":    "invalid syntax",
		"{{.A | len}}":                "none of {{.Name}}",
		"{{range .A}}b{{end}}":        "none of {{.Name}}",
		"{{if .A}}{{.B | x}}{{end}}":  "none of {{.Name}}",
		"{{if .A}}b{{else}}{{else}}":  "without {{end}}",
		"{{else if .A}}b{{end}}":      "without if",
		"{{if .A}}{{if .B}}c{{end}}d": "without {{end}}",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want one that says %q", text, err, want)
		}
	}
	if got := In("en-US").Text("nothing.of-the-kind"); got != "⟨nothing.of-the-kind⟩" {
		t.Errorf("a phrase that is missing shows as %q", got)
	}
	p, err := parse("it is {{.What}}")
	if got := p.with(With{}); err != nil || got != "it is ⟨What⟩" {
		t.Errorf("a value that is missing shows as %q, %v", got, err)
	}
}

// FuzzPhrase: any text is a phrase or refused, and a phrase says something of any values.
func FuzzPhrase(f *testing.F) {
	f.Add("{{if eq .A 1}}one{{else if .B}}{{.B}}{{else}}many{{end}}.")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parse(text)
		if err != nil {
			return
		}
		if got := p.with(With{"A": 1}); !strings.Contains(text, "{{") && got != text {
			t.Fatalf("%q says %q", text, got)
		}
	})
}
