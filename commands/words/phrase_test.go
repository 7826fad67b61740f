package words

import (
	"strings"
	"testing"
)

// TestPhrasesParse: every phrase of every language is one.
func TestPhrasesParse(t *testing.T) {
	for _, tongue := range mustKnow() {
		for id, forms := range tongue.texts {
			for _, text := range forms {
				if _, err := parse(text); err != nil {
					t.Errorf("%v %s: %v", tongue.tag, id, err)
				}
			}
		}
	}
}

// TestPhraseMissing: what a phrase lacks shows between signs that no other test lets pass.
func TestPhraseMissing(t *testing.T) {
	if got := In("en-US").Text("nothing.of-the-kind"); got != "⟨nothing.of-the-kind⟩" {
		t.Errorf("a phrase that is missing shows as %q", got)
	}
	for text, values := range map[string]With{
		"it is {{.What}}":                   nil,
		`it is {{if eq .What 1}}one{{end}}`: {"What": "1"},
	} {
		p, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.with(values); !strings.Contains(got, "⟨") {
			t.Errorf("%s with %v says %q", text, values, got)
		}
	}
	if _, err := parse("a {{.B"); err == nil {
		t.Error("half a place is a phrase")
	}
}
