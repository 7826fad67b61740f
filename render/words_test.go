package render

import (
	"testing"
)

// The emoji that the solvers read back must not change.
func TestEmojiReadBack(t *testing.T) {
	for kind, want := range map[Kind]string{
		LampOff: "⬛", LampOn: "🟨", CardDown: "🟦", CardUp: "⬜", Clear: "🟦", Cloudy: "☁️", Filled: "🟦", Blank: "⬜",
	} {
		if got := uniform(1, 2, kind).Emoji(); got != want+want {
			t.Errorf("kind %d: %s, want %s twice", kind, got, want)
		}
	}
}

func TestEmojiMarks(t *testing.T) {
	press := func(texts ...string) *Board {
		b := checkered(1, len(texts), LampOn, LampOff)
		for i, s := range texts {
			b.Cells[i].Mark, b.Cells[i].Text = Press, s
		}
		return b
	}
	marked := checkered(1, 5, Filled, Blank)
	for m := range marks - 1 {
		marked.Cells[m].Mark = m + 1
	}
	digits := uniform(1, 3, Digit)
	digits.Cells[0] = Cell{Kind: Digit, Text: "5", Mark: Proof}
	digits.Cells[2] = Cell{Kind: Digit, Mark: Differ}
	for _, c := range []struct {
		name string
		b    *Board
		want string
	}{
		{"a press shows what it is on, not its number", press("1", "10"), "🔴🔵"},
		{"presses without numbers", press("", ""), "🔴🔵"},
		{"marks", marked, "🔴❓🔶🟩🟦"},
		{"digits stay", digits, "5️⃣⬜❓"},
	} {
		if got := c.b.Emoji(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestEmojiNames(t *testing.T) {
	b := uniform(1, 3, Clear)
	for _, c := range []struct {
		rows, cols []string
		want       string
		width      int
	}{
		{[]string{"a"}, nil, "🇦🟦🟦🟦", 4},
		{nil, []string{"i", "ii", "iii"}, "1️⃣\u200b2️⃣\u200b3️⃣\n🟦🟦🟦", 3},
		{[]string{"b"}, []string{"", "i", "ii"}, "▪️▪️\u200b1️⃣\u200b2️⃣\n🇧🟦🟦🟦", 4},
		{nil, []string{"g", "h", "i"}, "🇬\u200b🇭\u200b🇮\n🟦🟦🟦", 3},
		{[]string{"aa"}, []string{"1", "2", "11"}, "🟦🟦🟦", 3},
		{[]string{"a", "b"}, nil, "🟦🟦🟦", 3},
	} {
		b.RowNames, b.ColNames = c.rows, c.cols
		if got := b.Emoji(); got != c.want || b.EmojiWidth() != c.width {
			t.Errorf("%q, %q: %q, %d wide; want %q, %d wide", c.rows, c.cols, got, b.EmojiWidth(), c.want, c.width)
		}
	}
}

func TestEmojiFits(t *testing.T) {
	notes, text, press := uniform(2, 2, Digit), uniform(2, 2, Digit), uniform(2, 2, LampOn)
	notes.Cells[0].Notes = 1 << 3
	text.Cells[0].Text = "23"
	press.Cells[0].Mark, press.Cells[0].Text = Press, "23"
	for _, c := range []struct {
		name string
		b    *Board
		max  int
		want bool
	}{
		{"lamps", uniform(10, 10, LampOn), 10, true},
		{"too wide", uniform(10, 11, LampOn), 10, false},
		{"too long", uniform(300, 8, LampOn), 10, false},
		{"longer than a message in UTF-16", uniform(120, 10, LampOn), 10, false},
		{"clues dropped", puzzle(10, 3), 10, true},
		{"sums", uniform(2, 2, Sum), 10, false},
		{"pencil marks", notes, 10, false},
		{"a text without an emoji", text, 10, false},
		{"a press's number may go", press, 10, true},
		{"nothing", &Board{}, 10, false},
		{"torn", &Board{Rows: 2, Cols: 2}, 10, false},
	} {
		if got := c.b.EmojiFits(c.max); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
