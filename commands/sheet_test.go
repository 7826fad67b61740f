package commands

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// TestMoves: what may be typed, and the move that it is.
func TestMoves(t *testing.T) {
	free := []byte(strings.Repeat(string(unmarked), 6*7))
	for text, want := range map[string]string{
		"r3 c1-5 #":                      "r3c1-5=#",
		"R3C5–1:#":                       "r3c1-5=#",
		"r2c4 x;r2c5=.":                  "r2c4=x r2c5=x",
		"c4 r2 ?":                        "r2c4=?",
		"r6 #":                           "r6c1-7=#",
		"c7=#x##?x":                      "r1-6c7=#x##?x",
		"r1-2c1-2=#xx#,r3=x":             "r1-2c1-2=#xx# r3c1-7=x",
		"\n r1c1=# \n\t r2 - 3 c1 = × ;": "r1c1=# r2-3c1=x",
	} {
		moves, err := (&scribe{pens: *nonogramPuzzle.pens, text: text, rows: 6, cols: 7, printed: free}).read()
		var got []string
		for _, m := range moves {
			got = append(got, m.String())
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%q reads as %q, %v; want %q", text, got, err, want)
		}
	}
	for text, at := range map[string]int{
		"": 1, " ,": 3, "hello": 1, "r": 2, "rc1=#": 2, "r0c1=#": 2, "r7c1=#": 2, "r1c8=#": 4, "r1-c1=#": 4,
		"r1c1": 5, "r1c1=": 6, "r1c1=9": 6, "r1c1-2=###": 8, "r1c1=##": 6, "r1r2=#": 3, "r1c1=# bad": 8,
		"r99999999999999999999=#": 2,
	} {
		_, err := (&scribe{pens: *nonogramPuzzle.pens, text: text, rows: 6, cols: 7, printed: free}).read()
		syntax, ok := errors.AsType[*solvers.SyntaxError](err)
		if !ok || syntax.Column != at {
			t.Errorf("%q: %v; want a mistake in column %d", text, err, at)
		}
	}
}

// TestMovesReadBack: a move is written as it reads, and makes the same marks.
func TestMovesReadBack(t *testing.T) {
	const rows, cols = 12, 9
	free := []byte(strings.Repeat(string(unmarked), rows*cols))
	rapid.Check(t, func(t *rapid.T) {
		m := mark{row: rapid.IntRange(0, rows-1).Draw(t, "row"), col: rapid.IntRange(0, cols-1).Draw(t, "col")}
		m.rows = rapid.IntRange(1, rows-m.row).Draw(t, "rows")
		m.cols = rapid.IntRange(1, cols-m.col).Draw(t, "cols")
		n := rapid.SampledFrom([]int{1, m.rows * m.cols}).Draw(t, "n")
		m.signs = rapid.StringOfN(rapid.RuneFrom([]rune("#x?")), n, n, -1).Draw(t, "signs")
		got, err := (&scribe{pens: *nonogramPuzzle.pens, text: m.String(), rows: rows, cols: cols, printed: free}).read()
		if err != nil || len(got) != 1 || got[0] != m {
			t.Fatalf("%v reads as %v, %v", m, got, err)
		}
	})
}

func FuzzMoves(f *testing.F) {
	for _, seed := range []string{"r3 c1-5 #", "r2c4 x", "r2c3=9", "c1", "r1-2c1-2=#xx#", "r1c1=?, r2 – 3 × ", "\x00\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []*pens{nonogramPuzzle.pens, kakuroPuzzle.pens} {
			printed := []byte("???#?????")
			moves, err := (&scribe{pens: *p, text: text, rows: 3, cols: 3, printed: printed}).read()
			if _, ok := errors.AsType[*solvers.SyntaxError](err); err != nil && !ok {
				t.Fatal(err)
			}
			for _, m := range moves {
				m.make(printed, 3)
			}
			if printed[3] != '#' || strings.Trim(string(printed), p.signs+"?#") != "" {
				t.Fatalf("%q leaves %s", text, printed)
			}
		}
	})
}

// TestLongGame marks a whole nonogram cell by cell, far more turns than a reply
// holds: none of the marks is lost, and the reply stays within its bounds.
func TestLongGame(t *testing.T) {
	set := newSet(t)
	p, err := nonogram.Generate(context.Background(), 25, 25, nonogram.FewRounds, 5)
	if err != nil {
		t.Fatal(err)
	}
	key, _ := picross{Puzzle: p}.key(context.Background())
	ask := func(req Request) *Reply { return set.Handle(context.Background(), &req, nil) }
	r := ask(Request{Command: "nonogram", Options: map[string]any{"do": "play", "puzzle": (&nonogram.Puzzle{Rows: p.Rows, Cols: p.Cols}).String()}})
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(key))
	for n, i := range order {
		if n%100 == 50 { // a wrong mark is no end, nor is taking it back
			ask(Request{Path: "nonogram?do=play&turn=check", Puzzle: r.Puzzle})
		}
		r = ask(Request{Path: "nonogram?do=play&turn=enter", Puzzle: r.Puzzle,
			Fields: map[string]string{movesField: fmt.Sprintf("r%dc%d=%c", i/25+1, i%25+1, key[i])}})
		if size := utf8.RuneCountInString(r.Puzzle); size > longestGame || r.Tone == Failure {
			t.Fatalf("after %d marks: %d characters, %s", n+1, size, r.Title)
		}
	}
	filled := 0
	for i := range r.Board.Cells {
		if (r.Board.Cells[i].Kind == render.Filled) != (key[i] == '#') {
			t.Fatalf("cell %d is %v", i, r.Board.Cells[i])
		}
		filled += tally([]byte{key[i]}, '#')
	}
	if r.Tone != Good || !r.Buttons[0].Disabled || filled == 0 {
		t.Errorf("%s after all %d", r.Title, filled)
	}
}

// TestTooLargeToPencil: a board whose marks do not fit is given empty, with
// words that say so.
func TestTooLargeToPencil(t *testing.T) {
	p, err := nonogram.Generate(context.Background(), 50, 50, nonogram.FewRounds, 5)
	if err != nil {
		t.Fatal(err)
	}
	r := ask(t, "nonogram", map[string]any{"do": "play", "puzzle": (&nonogram.Puzzle{Rows: p.Rows, Cols: p.Cols}).String()})
	if r.Board == nil || !r.Picture || len(r.Buttons) > 0 || !strings.Contains(r.Title, "too large") {
		t.Errorf("%+v", r)
	}
}

// TestTheme: the paper that was asked for, or the usual one, on every way on.
func TestTheme(t *testing.T) {
	set, err := New(Settings{Theme: render.Light, MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[string]render.Theme{"": render.Light, "light": render.Light, "dark": render.Dark, "pink": render.Light} {
		for _, p := range set.puzzles {
			r := set.Handle(context.Background(), &Request{Command: p.name, Options: map[string]any{"puzzle": p.example, "theme": asked}}, nil)
			if r.Theme != want {
				t.Errorf("%s theme:%s is %v", p.name, asked, r.Theme)
			}
			for _, b := range r.Buttons {
				if b.Path == "" {
					continue
				}
				if again := set.Handle(context.Background(), &Request{Path: b.Path, Puzzle: r.Puzzle}, nil); again.Theme != want {
					t.Errorf("%s theme:%s: %q is %v", p.name, asked, b.Path, again.Theme)
				}
			}
		}
	}
}
