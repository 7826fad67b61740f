package order

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kibitz/solvers"
)

func TestRead(t *testing.T) {
	board, row := Form{Puzzle: "p", Thing: "board"}, Form{Puzzle: "p", Thing: "row", Row: true}
	for _, test := range []struct {
		form   Form
		text   string
		size   []int // nil for no order
		number uint64
		err    string
	}{
		{board, "7x7 random 42", []int{7, 7}, 42, ""},
		{board, "`4 X\t5,Random , 18446744073709551615`\n", []int{4, 5}, math.MaxUint64, ""},
		{board, "0×1 random", []int{0, 1}, 1, ""},
		{board, "99999999999999999999x1 random", []int{math.MaxInt, 1}, 1, ""},
		{board, "7x7", []int{7, 7}, 1, ""},
		{board, "random 7x7", []int{7, 7}, 1, ""},
		{board, "42 7*5 random", []int{7, 5}, 42, ""},
		{board, "랜덤 7×5", []int{7, 5}, 1, ""},
		{board, "7 by 5 ランダム", []int{7, 5}, 1, ""},
		{board, "a random 7x7 board", nil, 0, ""},
		{board, "7x7 42", nil, 0, ""},
		{board, "7x7 random random", nil, 0, ""},
		{board, "101x11 00111", nil, 0, ""},
		{row, "random 9", []int{9}, 1, ""},
		{row, "9 7", nil, 0, ""},
		{board, "7x7 all", nil, 0, ""},
		{board, "7x7: random", nil, 0, ""},
		{board, "random 7", nil, 0, ""},
		{board, "9 random 7", nil, 0, ""},
		{board, "", nil, 0, ""},
		{board, "7x7 random x", nil, 0, `line 1, column 12: found "x", expected the number of a random board, such as 42`},
		{board, "7x7 random -1", nil, 0, `line 1, column 12: found "-1", expected the number of a random board, such as 42`},
		{board, "7x7 random 1 2", nil, 0, `line 1, column 14: found "2", expected nothing more`},
		{row, "9 random 7", []int{9}, 7, ""},
		{row, "9,random", []int{9}, 1, ""},
		{row, "9x9 random 7", nil, 0, ""},
		{row, "1011", nil, 0, ""},
		{row, "9 random 18446744073709551616", nil, 0, `line 1, column 10: found "18446744073709551616", expected the number of a random row, such as 42`},
	} {
		o, err := test.form.Read(test.text, 0, len(test.text))
		switch {
		case test.err != "":
			if err == nil || err.Error() != test.err {
				t.Errorf("%q: %v, want %s", test.text, err, test.err)
			}
		case err != nil:
			t.Errorf("%q: %v", test.text, err)
		case test.size == nil:
			if o != nil {
				t.Errorf("%q is read as %+v", test.text, o)
			}
		case o == nil || !slices.Equal(o.Size, test.size) || o.Number != test.number:
			t.Errorf("%q is read as %+v", test.text, o)
		}
	}
}

// TestGrades: the words of an order stand in any order and any language; what this kind has
// no name for is the nearest difficulty, rather a harder one.
func TestGrades(t *testing.T) {
	three := Grades{Names: []string{"easy", "medium", "expert"}, Usual: "medium", Least: 5, Most: func(string) int { return 60 }}
	two, four := three, three
	two.Names = []string{"easy", "medium"}
	four.Names = []string{"easy", "medium", "hard", "expert"}
	for _, test := range []struct {
		grades     Grades
		text, want string // "" for no order
		err        string
	}{
		{three, "15x15 expert 42", "15x15 expert 42", ""},
		{three, "make 15 x 12", "15x12 medium", ""},
		{three, "Generate 8X9 EASY #7", "8x9 easy 7", ""},
		{three, "easy 10x10", "10x10 easy", ""},
		{three, "42 easy 10x10", "10x10 easy 42", ""},
		{three, "10x10 42 easy", "10x10 easy 42", ""},
		{three, "15*15", "15x15 medium", ""},
		{three, "15×15", "15x15 medium", ""},
		{three, "`15x15 random`", "15x15 medium", ""},
		{three, "10x10 hard", "10x10 expert", ""},
		{two, "10x10 hard", "10x10 medium", ""},
		{four, "10x10 hard", "10x10 hard", ""},
		{four, "very hard 10x10", "10x10 expert", ""},
		{four, "10x10 매우 어려움", "10x10 expert", ""},
		{four, "쉬운 10x10", "10x10 easy", ""},
		{four, "10x10 上級", "10x10 hard", ""},
		{four, "10x10 簡単 3", "10x10 easy 3", ""},
		{four, "easy", "", ""},
		{four, "10x10: easy", "", ""},
		{four, "10x10 1 2", "", ""},
		{four, "try a puzzle of 10x10 here", "", ""},
		{four, "8x8 across: r2c1=16", "", ""},
		{four, "", "", ""},
		{three, "15x15 tricky", "", `line 1, column 7: found "tricky", expected easy, medium or expert`},
		{three, "15x15 easy 9999999999999999999", "", `line 1, column 12: found "9999999999999999999", expected a number of at most 18 digits`},
		{three, "easy 3x5", "", `line 1, column 6: found "3x5", expected a side from 5 to 60`},
		{three, "5x61", "", `line 1, column 3: found "61", expected a side from 5 to 60`},
	} {
		o, err := test.grades.Read(test.text)
		got, wrong := "", ""
		if o != nil {
			got = o.String()
		}
		if err != nil {
			wrong = err.Error()
		}
		if got != test.want || wrong != test.err {
			t.Errorf("%q is %q, %q; want %q, %q", test.text, got, wrong, test.want, test.err)
		}
	}
}

// TestReadBehind: behind a board stand a difficulty and a number, or a difficulty alone, but no number
// alone. A text that is too long is no order.
func TestReadBehind(t *testing.T) {
	grades := Grades{Names: []string{"easy", "medium", "expert"}, Usual: "medium", Least: 5, Most: func(string) int { return 60 }}
	const board = "##./#.. "
	for text, want := range map[string]*Graded{
		"expert 42":                          {Grade: "expert", Choice: Choice{Number: 42}},
		"easy":                               {Grade: "easy", Choice: Unsaid},
		"":                                   {Grade: "medium", Choice: Unsaid},
		"42":                                 nil,
		"easy" + strings.Repeat(" easy", 60): nil,
	} {
		o, err := grades.ReadBehind(board+text, len(board))
		if err != nil || (o == nil) != (want == nil) || o != nil && *o != *want {
			t.Errorf("%q: %v, %v, want %v", text, o, err, want)
		}
	}
}

// TestDrawn: a number that was said stays; where none was, the dice give one that a person can
// type, and Any takes it away again.
func TestDrawn(t *testing.T) {
	said, unsaid := Choice{Number: 0}, Unsaid
	if said.Drawn(41) != said || said.String() != " 0" || unsaid.String() != "" {
		t.Errorf("%v becomes %v", said, said.Drawn(41))
	}
	for dice, want := range map[uint64]string{0: " 1", 41: " 42", Draws - 1: " 1000000", Draws: " 1"} {
		if got := unsaid.Drawn(dice).String(); got != want {
			t.Errorf("the dice %d draw %q, want %q", dice, got, want)
		}
	}
	o := Graded{Rows: 5, Cols: 6, Grade: "easy", Choice: unsaid}
	if drawn := o.Drawn(41); drawn.String() != "5x6 easy 42" || drawn.Any() != o || o.String() != "5x6 easy" {
		t.Errorf("%v, of which %v is drawn", o, drawn)
	}
}

// FuzzRead: an order reads as itself when it is written, and an error is at a place in the text.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"15x15 expert 42", "쉬움 5*5", "random 9x9 3", "9 random 7", "make 8 by 8", "5x5 x y"} {
		f.Add(text)
	}
	grades := Grades{Names: []string{"easy", "medium", "expert"}, Usual: "medium", Least: 5, Most: func(string) int { return 60 }}
	f.Fuzz(func(t *testing.T, text string) {
		if o, err := grades.Read(text); o != nil {
			if again, err := grades.Read(o.String()); err != nil || *again != *o {
				t.Errorf("%q is %v, and that %v, %v", text, o, again, err)
			}
		} else if err != nil {
			sound(t, text, err)
		}
		for _, form := range []Form{{Puzzle: "p", Thing: "board"}, {Puzzle: "p", Thing: "row", Row: true}} {
			if _, err := form.Read(text, 0, len(text)); err != nil {
				sound(t, text, err)
			}
		}
	})
}

func sound(t *testing.T, text string, err error) {
	at, ok := err.(*solvers.SyntaxError)
	if lines := strings.Split(text, "\n"); !ok || at.Line > len(lines) || at.Column > utf8.RuneCountInString(lines[at.Line-1])+1 {
		t.Errorf("%q: %v", text, err)
	}
}

// TestTooLong: an order has up to 200 characters, blanks aside.
func TestTooLong(t *testing.T) {
	for n, want := range map[int]bool{1: false, 200: false, 201: true, 5000: true} {
		if got := tooLong(strings.Repeat("5   ", n)); got != want {
			t.Errorf("%d characters: too long %v", n, got)
		}
	}
}
