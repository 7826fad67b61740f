package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// brief are the phrases of these tests. What is not here is said by its name and its values.
var brief = strings.NewReplacer(
	"size Cols Rows", "Rows by Cols.", "line Name Told", "Name: Told.", "row Name", "row Name", "rows Name", "rows Name",
	"row-clue Clue Name", "row Name, clue Clue", "row-clue-alone Clue Name", "row Name, clue Clue.", "column-clue Clue Name", "column Name, clue Clue.",
	"column Names", "column Names", "columns Names", "columns Names", "card Names", "card Names", "cards Names", "card Names", "cards-line", "cards",
	"state Cells State", "Cells State", "rest State", "the rest State", "marked Mark State", "State (Mark)", "pressed Mark State", "State, Mark",
	"maybe Digits State", "State, maybe Digits", "range From To", "From–To", "and Items Last", "Items and Last", "or Items Last", "Items or Last",
	"sum-right Down Right", "block Right across", "sum-two Down Right", "block Down down and Right across", "sum-of Cells Sum", "Sum in Cells",
)

// inShort says phrases in those words.
func inShort(phrase string, with map[string]any) string {
	switch phrase {
	case "comma":
		return ", "
	case "semi":
		return "; "
	case "sentences":
		return fmt.Sprint(with["Told"], " ", with["Next"])
	}
	var names []string
	for name := range with {
		if name != "Count" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	key := strings.Join(append([]string{phrase}, names...), " ")
	told := brief.Replace(key)
	if phrase == "done" {
		told = fmt.Sprint("done ", with["Clue"])
	}
	if n, ok := with["Count"]; ok && strings.HasPrefix(phrase, "more-") {
		told += fmt.Sprint(" ", n)
	}
	return regexp.MustCompile(`\b[A-Z][a-z]+`).ReplaceAllStringFunc(told, func(name string) string {
		if v, ok := with[name]; ok {
			return fmt.Sprint(v)
		}
		return name
	})
}

func TestText(t *testing.T) {
	nonogram := NewBoard(3, 5)
	nonogram.Left, nonogram.Top = [][]int{{1, 2}, {}, {5}}, [][]int{{2}, {1}, {1}, {2}, {2}}
	nonogram.Cells[0].Kind, nonogram.Cells[3].Kind, nonogram.Cells[4].Kind = Filled, Filled, Filled
	nonogram.Cells[4].Mark = New
	for c := range 5 {
		nonogram.At(2, c).Mark = Pick
	}
	framed := NewBoard(3, 5)
	framed.Left, framed.Top = nonogram.Left, nonogram.Top
	framed.FaintLeft, framed.FaintTop = []bool{true, false, false}, []bool{false, false, true, false, false}
	framed.Framed = []Area{{1, 0, 1, 5, Pick}, {0, 3, 3, 1, Pick}, {0, 0, 1, 2, Proof}}
	*framed.At(1, 2) = Cell{Kind: Filled, Mark: New, Tag: "7"}
	row := NewBoard(1, 5)
	row.Left = [][]int{{1, 2}}
	row.Cells[0].Kind = Filled
	kakuro := uniform(2, 4, Digit)
	*kakuro.At(0, 0) = Cell{Kind: Sum, Right: 7, Down: 4}
	*kakuro.At(1, 0) = Cell{Kind: Digit, Text: "4", Mark: Proof}
	*kakuro.At(0, 3) = Cell{Kind: Digit, Notes: 1<<1 | 1<<2 | 1<<5 | 1<<6 | 1<<7 | 1<<9}
	*kakuro.At(1, 3) = Cell{Kind: Block}
	lamps := uniform(3, 4, LampOff)
	lamps.ColNames, lamps.RowNames = []string{"a", "b", "c", "d"}, []string{"1", "2", "3"}
	lamps.At(2, 0).Kind, lamps.At(2, 1).Kind = LampOn, LampOn
	lamps.At(2, 3).Mark = Press
	lamps.At(2, 3).Text = "2"
	sky := uniform(3, 4, Cloudy)
	sky.Orbs, sky.RowNames, sky.ColNames = true, []string{"a", "b", ""}, []string{"", "i", "ii", "iii"}
	for _, i := range []int{0, 4, 8, 9, 10, 11} {
		sky.Cells[i].Kind = OrbOff
	}
	for _, c := range []struct {
		name string
		b    *Board
		want string
	}{
		{"clues, and a row to look at", nonogram, "3 by 5.\nPick: row 3.\nRow 1, clue 1 2: column 5 filled (new); columns 1 and 4 filled; the rest blank.\nRow 2, clue 0: blank.\n" +
			"Row 3, clue 5: blank.\nColumn 1, clue 2. Column 2, clue 1. Column 3, clue 1. Column 4, clue 2. Column 5, clue 2."},
		{"frames, and the step of a cell", framed, "3 by 5.\nProof: r1c1–r1c2.\nPick: row 2 and column 4.\nRow 1, clue done 1 2: blank.\nRow 2, clue 0: column 3 filled (in-step new 7); the rest blank.\n" +
			"Row 3, clue 5: blank.\nColumn 1, clue 2. Column 2, clue 1. Column 3, clue done 1. Column 4, clue 2. Column 5, clue 2."},
		{"a clue of a row alone", row, "Row 1, clue 1 2: column 1 filled; the rest blank."},
		{"sums and a mistake", kakuro, "2 by 4.\nRow 1: r1c1 block 4 down and 7 across; r1c2–r1c3 open; r1c4 open, maybe 1, 2, 5–7 or 9.\n" +
			"Row 2: r2c1 4 (proof); r2c2–r2c3 open; r2c4 block.\nAcross: 7 in r1c2–r1c4.\nDown: 4 in r2c1."},
		{"rows alike, and a press", lamps, "3 by 4.\nRows 1–2: off.\nRow 3: a–b on; c off; d off, press."},
		{"orbs that nobody presses", sky, "2 by 3.\nRows a–b: cloudy."},
	} {
		c.b.Say = inShort
		if got := c.b.Text(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	sky.At(2, 2).Mark = Press
	if got, want := sky.Text(), "Orbs: column ii press-orb; the rest orb off.\nDiagonal: orb off."; !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant at the end\n%s", got, want)
	}
}

// Rows of a large board that are all alike are told together, five clues a line.
func TestTextOfLargeBoard(t *testing.T) {
	b := uniform(40, 40, Blank)
	for range 40 {
		b.Left, b.Top = append(b.Left, []int{1}), append(b.Top, []int{1})
	}
	b.Say = inShort
	if n := strings.Count(b.Text(), "\n") + 1; n != 1+8+8 {
		t.Errorf("%d lines:\n%s", n, b.Text())
	}
}

// What Alt cuts, it counts: lines told and lines left out are all there are. Lines with
// marks are the last to go.
func TestAltCutsHonestly(t *testing.T) {
	for _, b := range []*Board{puzzle(40, 4), checkered(200, 5, LampOn, LampOff)} {
		last := b.Rows - 1
		b.At(last, 2).Mark = New
		b.Title, b.Say = "Title", inShort
		alt := b.Alt()
		if n := utf8.RuneCountInString(alt); n > MaxAlt || n < MaxAlt/2 {
			t.Errorf("%d characters", n)
		}
		if first := strings.Split(alt, "\n")[2]; !strings.HasPrefix(first, "Row "+strconv.Itoa(last+1)) {
			t.Errorf("%q is told first", first)
		}
		told := len(regexp.MustCompile(`(?m)^Row \d`).FindAllString(alt, -1))
		for _, several := range regexp.MustCompile(`Rows (\d+)–(\d+)`).FindAllStringSubmatch(alt, -1) {
			from, _ := strconv.Atoi(several[1])
			to, _ := strconv.Atoi(several[2])
			told += to - from + 1
		}
		if want := "more-rows " + strconv.Itoa(b.Rows-told); !strings.Contains(alt, want) || !strings.HasSuffix(alt, "whole") {
			t.Errorf("no %q after %d rows:\n%s", want, told, alt)
		}
		if columns := len(b.Top); columns > 0 && !strings.Contains(alt, "more-columns "+strconv.Itoa(columns)) {
			t.Errorf("the columns are not counted:\n%s", alt)
		}
	}
}

func TestAltOfOneLongRow(t *testing.T) {
	b := checkered(1, 10_000, CardUp, CardDown)
	b.Caption, b.Say = strings.Repeat("long ", 1000), inShort
	alt := b.Alt()
	if n := utf8.RuneCountInString(alt); n > MaxAlt {
		t.Errorf("%d characters", n)
	}
	told := strings.Count(alt, "face up") + strings.Count(alt, "face down")
	if want := "more-cells " + strconv.Itoa(b.Cols-told); told < 10 || !strings.Contains(alt, want) {
		t.Errorf("no %q after %d cells: %s", want, told, alt)
	}
}

// All that is asked of Say is in Words, or is what Means names; and a cell of every kind
// with every mark is told.
func TestWords(t *testing.T) {
	b := sumsBoard(30)
	b.Title, b.Caption, b.Means = "9", "9", map[string]string{"new": "own.word"}
	for m := range marks {
		for k := range kinds {
			b.At(int(k), int(m)).Kind, b.At(int(k), int(m)).Mark = k, m
		}
	}
	own := false
	b.Say = func(phrase string, _ map[string]any) string {
		own = own || phrase == "own.word"
		if phrase == "" || phrase != "own.word" && !slices.Contains(Words(), phrase) {
			t.Errorf("%q is not among the words", phrase)
		}
		return "ㅁ"
	}
	for _, s := range []string{b.Alt(), b.Text(), b.Veiled()} {
		if i := strings.IndexFunc(s, func(r rune) bool { return 'a' <= r && r <= 'z' }); i >= 0 {
			t.Errorf("English at %q", s[i:min(i+20, len(s))])
		}
	}
	if !own {
		t.Error("a word of the board's own is not said")
	}
}

// A veiled board tells the same, whatever is in it.
func TestVeiled(t *testing.T) {
	one, other := puzzle(10, 3), uniform(10, 10, Filled)
	one.Title, one.Caption = "Nonogram: exactly one solution", "r1c1 is filled"
	if one.Veiled() != other.Veiled() {
		t.Errorf("%q and %q", one.Veiled(), other.Veiled())
	}
}

func TestPlain(t *testing.T) {
	for _, c := range [][2]string{
		{"**Simple boxes** in row 2: `r2c1-5=#`, ||not said||", "Simple boxes in row 2: r2c1-5=#, not said"},
		{"clouds (⬛) are black", "clouds are black"},
		{"⬛ 0, 🟨 1, 🟧 2.", "0, 1, 2."},
		{"cut 3|4\n-- *here*", "cut 3/4\n-- here"},
		{"a 3×3 board, r1c1 → 5", "a 3×3 board, r1c1 → 5"},
		{"4 solutions (2^2)", "4 solutions (2^2)"},
		{"하나 **둘** 셋", "하나 둘 셋"},
	} {
		if got := Plain(c[0]); got != c[1] {
			t.Errorf("%q is %q, want %q", c[0], got, c[1])
		}
	}
}
