package words

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestQuoted: what a person typed stands on one line without a sign of Discord's that is not escaped, and is
// the same text once Discord has taken the backslashes away.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"**a**\n# b":            `\*\*a\*\* \# b`,
		" <@42> @everyone ":     `\<\@42\> \@everyone`,
		"[a](https://b.c)":      `\[a\]\(https\:\/\/b.c\)`,
		"a\u202eb\u200b`c`\x00": "abˋcˋ",
		`\*`:                    `\\\*`,
		"👨‍👩‍👧\t❤️":             "👨‍👩‍👧 ❤️",
	} {
		if got := Quoted(text, 60); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	if t.Failed() {
		return
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		quoted := Quoted(text, 20)
		var shown strings.Builder
		escaped := false
		for _, r := range quoted {
			if r == '\\' && !escaped {
				escaped = true
				continue
			}
			if strings.ContainsRune("*_~|<>[]()#:/@`\n", r) && !escaped {
				t.Fatalf("%q: %q is not escaped in %q", text, r, quoted)
			}
			escaped = false
			shown.WriteRune(r)
		}
		if shown.String() != Plain(text, 20) || utf8.RuneCountInString(shown.String()) > 20 {
			t.Fatalf("%q is shown as %q", text, shown.String())
		}
	})
}
