package render

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// The emoji that the solvers read back must not change.
func TestEmojiReadBack(t *testing.T) {
	for kind, want := range map[Kind]string{
		LampOff: "⬛", LampOn: "🟨", CardDown: "⬛", CardUp: "🟦", Clear: "⬜", Cloudy: "⬛",
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
		{"numbered", press("1", "10"), "1️⃣🔟"},
		{"a number without an emoji", press("1", "11"), "🔴🔘"},
		{"without numbers", press("", ""), "🔴🔘"},
		{"marks", marked, "🔴❓🔶🟩⬛"},
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
		{[]string{"a"}, nil, "🇦⬜⬜⬜", 4},
		{nil, []string{"i", "ii", "iii"}, "1️⃣\u200b2️⃣\u200b3️⃣\n⬜⬜⬜", 3},
		{[]string{"b"}, []string{"", "i", "ii"}, "▪️▪️\u200b1️⃣\u200b2️⃣\n🇧⬜⬜⬜", 4},
		{nil, []string{"g", "h", "i"}, "🇬\u200b🇭\u200b🇮\n⬜⬜⬜", 3},
		{[]string{"aa"}, []string{"1", "2", "11"}, "⬜⬜⬜", 3},
		{[]string{"a", "b"}, nil, "⬜⬜⬜", 3},
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

func TestAlt(t *testing.T) {
	b := NewBoard(4, 4)
	b.Title, b.Caption = "Kakuro, unique", "All digits are certain."
	b.RowNames = []string{"a", "b", "c", ""}
	for c := range 4 {
		b.At(0, c).Kind = Block
		b.At(1, c).Kind = Digit
		b.At(2, c).Kind = LampOff
		b.At(3, c).Kind = Filled
	}
	*b.At(0, 3) = Cell{Kind: Sum, Down: 23, Right: 16}
	*b.At(1, 0) = Cell{Kind: Sum, Right: 7}
	b.At(1, 1).Text = "3"
	b.At(1, 2).Text, b.At(1, 2).Mark = "3", Proof
	b.At(1, 3).Notes, b.At(1, 3).Mark = 1<<1|1<<9, Differ
	b.At(2, 1).Mark, b.At(2, 1).Text = Press, "2"
	b.At(3, 3).Kind = Crossed
	want := `Kakuro, unique
4 × 4
a: 3 block, sum 23 down 16 right
b: sum 7 right, 3, 3 proof, maybe 19 differs
c: off, off press 2, 2 off
4: 3 filled, empty
All digits are certain.`
	if got := b.Alt(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// What Alt cuts, it counts: rows told and rows left out are all the rows.
func TestAltCutsHonestly(t *testing.T) {
	for _, b := range []*Board{checkered(40, 40, Filled, Blank), checkered(200, 5, LampOn, LampOff)} {
		b.Title, b.Caption = "Title", "Caption"
		alt := b.Alt()
		if n := utf8.RuneCountInString(alt); n > MaxAlt || n < MaxAlt/2 {
			t.Errorf("%d characters", n)
		}
		lines := strings.Split(alt, "\n")
		told := len(lines) - 4 // title, size, what is left out, caption
		if want := "… " + strconv.Itoa(b.Rows-told) + " more rows"; lines[len(lines)-2] != want {
			t.Errorf("%q after %d rows, want %q", lines[len(lines)-2], told, want)
		}
		if lines[len(lines)-1] != "Caption" {
			t.Error("the caption is gone")
		}
	}
}

func TestAltOneLongRow(t *testing.T) {
	b := checkered(1, 100_000, CardUp, CardDown)
	b.Caption = strings.Repeat("long ", 1000)
	alt := b.Alt()
	if n := utf8.RuneCountInString(alt); n > MaxAlt {
		t.Errorf("%d characters", n)
	}
	row := strings.Split(alt, "\n")[1]
	told := strings.Count(row, "up") + strings.Count(row, "down")
	if want := " … " + strconv.Itoa(b.Cols-told) + " more cells"; !strings.HasSuffix(row, want) {
		t.Errorf("after %d cells: %q", told, row[len(row)-40:])
	}
}

// In another language every word is that language's, and Text leaves out
// nothing.
func TestOtherWords(t *testing.T) {
	b := sumsBoard(30)
	b.Title, b.Caption = "9", "9"
	for m := range marks {
		for k := range kinds {
			b.At(int(k), int(m)).Kind, b.At(int(k), int(m)).Mark = k, m
		}
	}
	for _, w := range Words() {
		if w == "" {
			t.Error("an empty word")
		}
	}
	b.Say = func(word string) string {
		if !slices.Contains(Words(), word) {
			t.Errorf("%q is not among the words", word)
		}
		return "ㅁ"
	}
	for _, s := range []string{b.Alt(), b.Text()} {
		if i := strings.IndexFunc(s, func(r rune) bool { return 'a' <= r && r <= 'z' }); i >= 0 {
			t.Errorf("English at %q", s[i:min(i+20, len(s))])
		}
	}
	if n := strings.Count(b.Text(), "\n") + 1; n != 1+1+30+1 {
		t.Errorf("%d lines of text, want title, size, 30 rows and caption", n)
	}
}

// Orbs beside a board are no part of its size, and have names.
func TestTextOrbs(t *testing.T) {
	b := uniform(3, 4, Cloudy)
	b.Orbs, b.RowNames = true, []string{"a", "b", ""}
	for r := range b.Rows {
		b.At(r, 0).Kind = OrbOff
	}
	for c := range b.Cols {
		b.At(2, c).Kind = OrbOff
	}
	b.At(2, 0).Kind = OrbOn
	want := "2 × 3\na: orb off, 3 cloudy\nb: orb off, 3 cloudy\ncolumns: 3 orb off\ndiagonal: orb on"
	if got := b.Text(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
