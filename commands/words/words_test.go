package words

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestLocales: everybody is spoken to in their language, or else in English.
func TestLocales(t *testing.T) {
	for locale, want := range map[string]string{
		"en-US": "Solution", "en-GB": "Solution", "ko": "정답 보기", "ja": "解答を見る",
		"de": "Solution", "zh-CN": "Solution", "pt-BR": "Solution", "": "Solution", "?": "Solution",
	} {
		if got := In(locale).Text("button.solve"); got != want {
			t.Errorf("%q is answered with %q, not %q", locale, got, want)
		}
	}
}

// TestPointer: the caret stands under the character that was named, whatever the width of
// those before it, and whatever is invisible shows.
func TestPointer(t *testing.T) {
	for _, c := range []struct {
		line   string
		column int
		want   string
	}{
		{"110/0x1", 6, "110/0x1\n     ^"},
		{"", 1, "\n^"},
		{"12", 3, "12\n  ^"},
		{"가나x", 3, "가나x\n    ^"},
		{"a\u200bb`", 2, "a�bˋ\n ^"},
		{strings.Repeat("0", 50) + "x" + strings.Repeat("1", 50), 51,
			"…" + strings.Repeat("0", 24) + "x" + strings.Repeat("1", 23) + "…\n" + strings.Repeat(" ", 25) + "^"},
	} {
		want := "```\n" + c.want + "\n```"
		if got := Pointer(c.line, c.column); got != want {
			t.Errorf("Pointer(%q, %d) =\n%s\nwant\n%s", c.line, c.column, got, want)
		}
	}
}

// TestInert: whatever a stranger wrote, quoted it holds no mention, no Markdown, no line
// break and nothing invisible.
func TestInert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Inert(rapid.String().Draw(t, "text"))
		plain := regexp.MustCompile(`\\.`).ReplaceAllString(s, "") // what is escaped does nothing
		if strings.ContainsAny(plain, "@*_<~|[]>`\n\r\u200b\u202e") || !utf8.ValidString(s) {
			t.Fatalf("%q still does something", s)
		}
	})
}

// TestButtonWidth: a label fits a button on a phone, where Discord cuts those with an icon behind 34
// characters.
func TestButtonWidth(t *testing.T) {
	const most = 34
	labels := []string{"photo.mend", "photo.confirm.yes", "photo.doubt.another", "photo.marks.crosses", "photo.marks.filled",
		"photo.marks.slipped", "photo.marks.ignore", "nonogram.draw-instead", "nonogram.fewer-colours", "nonogram.more-colours",
		"nonogram.lighter", "nonogram.darker", "nonogram.inverted", "kakuro.mend", "cardflip.match.begin"}
	for _, tongue := range mustKnow() {
		say, seen := In(tongue.tag.String()), 0
		check := func(id, label string) {
			seen++
			if n := utf8.RuneCountInString(label); n > most || strings.Contains(label, "⟨") {
				t.Errorf("%v %s: %q has %d characters", tongue.tag, id, label, n)
			}
		}
		for _, id := range labels {
			check(id, say.Text(id))
		}
		for id := range tongue.texts {
			switch {
			case strings.HasPrefix(id, "button.") && id != "button.what-is" && id != "button.next-lesson":
				check(id, say.Text(id))
			case strings.HasPrefix(id, "nonogram.technique.") || strings.HasPrefix(id, "kakuro.technique."):
				for _, button := range []string{"button.what-is", "button.next-lesson"} {
					check(id, say.Text(button, With{"Technique": say.Text(id)}))
				}
			}
		}
		if seen < 80 {
			t.Errorf("%v: only %d labels", tongue.tag, seen)
		}
	}
}
