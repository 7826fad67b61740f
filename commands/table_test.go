package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
)

// enter adds the result of a person to a table.
func enter(table, who, told, locale string, room int) (string, bool) {
	return entryOf(who, told, locale).Add(table, room)
}

func entryOf(who, told, locale string) *chat.Entry {
	a, _ := ask.Read(&chat.Request{User: who, Locale: locale, Path: "lightsout?do=play"}, puzzles.Kinds())
	return (&Commands{}).entry(&ask.Answer{Ask: a}, told)
}

// TestTable: the quickest stands first, a result without a time last, whatever language the lines are in.
// The first result of a person stays, and gets a streak that is proved later. A text that is no table is
// left alone.
func TestTable(t *testing.T) {
	text := ""
	for _, c := range []struct{ who, told, locale, want string }{
		{"1", "6 presses, 1:10", "en-US", "**Results**\n1. <@1>: 6 presses, 1:10"},
		{"2", "⬜ 포기", "ko", "**기록**\n1. <@1>: 6 presses, 1:10\n- <@2>: ⬜ 포기"},
		{"3", "3手、0:59 · 🔥 4", "ja", "**記録**\n1. <@3>: 3手、0:59 · 🔥 4\n2. <@1>: 6 presses, 1:10\n- <@2>: ⬜ 포기"},
		{"1", "3 presses, 0:10", "en-US", ""}, // the first one stays
		{"2", "3 presses, 0:10 · 🔥 1", "en-US", ""},
		{"4", "9 turns, 1:00:00", "en-US", "**Results**\n1. <@3>: 3手、0:59 · 🔥 4\n2. <@1>: 6 presses, 1:10\n3. <@4>: 9 turns, 1:00:00\n- <@2>: ⬜ 포기"},
		{"1", "6 presses, 1:10 · 🔥 2", "en-US", "**Results**\n1. <@3>: 3手、0:59 · 🔥 4\n2. <@1>: 6 presses, 1:10 · 🔥 2\n3. <@4>: 9 turns, 1:00:00\n- <@2>: ⬜ 포기"},
		{"1", "6 presses, 1:10 · 🔥 1", "en-US", ""}, // an older edit comes late
		{"1", "6 presses, 1:10", "en-US", ""},
	} {
		want := c.want
		if want == "" {
			want = text
		}
		got, ok := enter(text, c.who, c.told, c.locale, 4000)
		if !ok || got != want {
			t.Fatalf("%s: %s\n--- got\n%s\n--- want\n%s", c.who, c.told, got, want)
		}
		text = got
	}
	for _, other := range []string{"### Lights Out\nStreaks so far: <@1> 🔥 3", "```\n1. <@1>\n```", "<@1>: 6 presses, 1:10", "1. Tap"} {
		if got, ok := enter(other, "9", "1:00", "en-US", 4000); ok {
			t.Errorf("%q is taken for a table: %q", other, got)
		}
	}
}

// TestTableOfMany: however many results there are, and however little room, the table fits, has the
// quickest of all, each with its place, and counts the rest. A result that is counted is not counted twice by a
// second look.
func TestTableOfMany(t *testing.T) {
	counted := regexp.MustCompile(`(?m)^-# \+(\d+)$`)
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.SliceOfN(rapid.IntRange(1, 9999), 1, 60).Draw(t, "seconds")
		room := rapid.IntRange(60, 2000).Draw(t, "room")
		text := ""
		for i, s := range seconds {
			e := entryOf(fmt.Sprint(1000+i), "9 turns, "+clock(s), "en-US")
			text, _ = e.Add(text, room)
			if again, ok := e.Add(text, room); !ok || again != text {
				t.Fatalf("%q becomes %q by a second look", text, again)
			}
		}
		tb, ok := readTable(text)
		if n := len(utf16.Encode([]rune(text))); !ok || n > room && len(tb.results) > 1 || len(tb.results) > mostResults {
			t.Fatalf("%d units, room for %d:\n%s", n, room, text)
		}
		if len(tb.results)+tb.others != len(seconds) || (tb.others > 0) != counted.MatchString(text) {
			t.Fatalf("%d of %d results, and %d others:\n%s", len(tb.results), len(seconds), tb.others, text)
		}
		slices.Sort(seconds)
		for i, r := range tb.results {
			if r.seconds() != seconds[i] || !strings.Contains(text, fmt.Sprintf("%d. <@%s>: ", i+1, r.who)) {
				t.Fatalf("place %d is %v, not of %d s:\n%s", i+1, r, seconds[i], text)
			}
		}
	})
}
