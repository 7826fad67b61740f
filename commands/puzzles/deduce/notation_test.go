package deduce_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles"
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers"
)

const clues = "1;4;1 1;2;1|2;3;1;3;1"

func picross() *ask.Kind { return ask.Named(puzzles.Kinds(), "nonogram") }

// TestSheetNotations: however a sheet is drawn, it is the same: with lines, slashes or
// blanks between rows, with blanks or nothing between cells, in emoji, in moves; behind the
// puzzle or beside it.
func TestSheetNotations(t *testing.T) {
	const want = "???#?/x###?/?#x#?/?????/#????"
	rows := strings.Split(want, "/")
	emoji := strings.NewReplacer("#", "⬛", "x", "✖️", "?", "❔")
	for _, marks := range []string{
		want, strings.Join(rows, "\n"), strings.Join(rows, " "), strings.Join(rows, ""), strings.Join(rows, "\r\n") + "\n",
		strings.Join(strings.Split(strings.Join(rows, "\n"), ""), " "),
		emoji.Replace(strings.Join(rows, "\n")), strings.ReplaceAll(want, "x", "."),
		"r1c4=# r2=x###? r3c2-4=#x# r5c1=#", "???#?/?????/?????/?????/#????\nr2=x###? r3c2-4=#x#",
	} {
		for _, g := range []deduce.Game{read(t, picross(), clues, marks), read(t, picross(), clues+"\n"+marks, ""), read(t, picross(), clues+" ="+marks, "")} {
			if got := g.String(); got != clues+"\n="+want {
				t.Errorf("%q: %s", marks, got)
			}
		}
	}
}

// TestDrawings: a sheet is read whatever its signs are drawn as, and what a reply keeps of a
// puzzle with marks is read as the same.
func TestDrawings(t *testing.T) {
	for _, k := range kinds() {
		if again := read(t, k, read(t, k, k.Example, k.Marks).String(), ""); again.String() != read(t, k, k.Example, k.Marks).String() {
			t.Errorf("%s comes back as %s", k.Marks, again)
		}
		g := read(t, k, k.Example, "")
		_, cols := g.Size()
		drawn := map[byte][]rune{}
		for r, sign := range g.Notation().DrawnAs {
			drawn[sign] = append(drawn[sign], r)
		}
		for _, as := range drawn {
			slices.Sort(as)
		}
		rapid.Check(t, func(t *rapid.T) {
			g, between := g, rapid.SampledFrom([]string{"\n", "/", " / ", "|", ";", "\r\n", ""}).Draw(t, "between rows")
			g.Marks = g.Printed()
			var text strings.Builder
			for i, sign := range g.Marks {
				if sign == deduce.Unmarked {
					g.Marks[i] = rapid.SampledFrom([]byte(g.Notation().Signs+"?")).Draw(t, "sign")
				}
				if i > 0 && i%cols == 0 {
					text.WriteString(between)
				}
				text.WriteRune(rapid.SampledFrom(drawn[g.Marks[i]]).Draw(t, "drawn as"))
			}
			for _, o := range []ask.Options{{"puzzle": k.Example, ask.MarksField: text.String()}, {"puzzle": k.Example + " =" + text.String()}, {"puzzle": g.String()}} {
				if got, err := k.Read(o.Text("puzzle"), o); err != nil || got.String() != g.String() {
					t.Fatalf("%v: %v, %v; want %v", o, got, err, g)
				}
			}
		})
	}
}

// TestMostMoved: a file of moves that each mark a large board is refused before they are all
// read.
func TestMostMoved(t *testing.T) {
	const side, most = 512, 1 << 22
	all := strings.TrimSuffix(strings.Repeat("512;", side), ";")
	for moves, code := range map[int]string{most / (side * side): "", most/(side*side) + 2: "moves.most", 100_000: "moves.most"} {
		_, err := picross().Read(all+"|"+all+"\n="+strings.Repeat("r1-512=# ", moves), nil)
		syntax, _ := errors.AsType[*solvers.SyntaxError](err)
		if (err == nil) != (code == "") || err != nil && syntax.Code != code {
			t.Errorf("%d moves: %v", moves, err)
		}
	}
}

// TestMoves: what may be typed, and the move that it is.
func TestMoves(t *testing.T) {
	n, free := read(t, picross(), clues, "").Notation(), []byte(strings.Repeat("?", 6*7))
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
		got, err := n.Moves(text, 6, 7, free)
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%q reads as %q, %v; want %q", text, got, err, want)
		}
	}
	for text, at := range map[string]int{
		"": 1, " ,": 3, "hello": 1, "r": 2, "rc1=#": 2, "r0c1=#": 2, "r7c1=#": 2, "r1c8=#": 4, "r1-c1=#": 4,
		"r1c1": 5, "r1c1=": 6, "r1c1=9": 6, "r1c1-2=###": 8, "r1c1=##": 6, "r1r2=#": 3, "r1c1=# bad": 8,
		"r99999999999999999999=#": 2,
	} {
		_, err := n.Moves(text, 6, 7, free)
		syntax, ok := errors.AsType[*solvers.SyntaxError](err)
		if !ok || syntax.Column != at {
			t.Errorf("%q: %v; want a mistake in column %d", text, err, at)
		}
	}
}

// TestMovesReadBack: a move is written as it reads, and printed cells are not to be marked.
func TestMovesReadBack(t *testing.T) {
	const rows, cols = 12, 9
	free := []byte(strings.Repeat("?", rows*cols))
	for _, k := range kinds() {
		n := read(t, k, k.Example, "").Notation()
		rapid.Check(t, func(t *rapid.T) {
			row, col := rapid.IntRange(1, rows).Draw(t, "row"), rapid.IntRange(1, cols).Draw(t, "column")
			down, right := rapid.IntRange(row, rows).Draw(t, "to row"), rapid.IntRange(col, cols).Draw(t, "to column")
			cells := (down - row + 1) * (right - col + 1)
			signs := rapid.StringOfN(rapid.RuneFrom([]rune(n.Signs+"?")), cells, cells, -1).Draw(t, "signs")
			if rapid.Bool().Draw(t, "one for all") {
				signs = "?"
			}
			text := fmt.Sprintf("r%d-%dc%d-%d=%s", row, down, col, right, signs)
			want := strings.Replace(text, fmt.Sprintf("c%d-%d=", col, col), fmt.Sprintf("c%d=", col), 1)
			want = strings.Replace(want, fmt.Sprintf("r%d-%dc", row, row), fmt.Sprintf("r%dc", row), 1)
			for _, text := range []string{text, want} {
				if got, err := n.Moves(text, rows, cols, free); err != nil || len(got) != 1 || got[0] != want {
					t.Fatalf("%s reads as %v, %v", text, got, err)
				}
			}
			printed := slices.Clone(free)
			printed[(row-1)*cols+right-1] = n.Signs[0]
			_, err := n.Moves(text, rows, cols, printed)
			if syntax, ok := errors.AsType[*solvers.SyntaxError](err); !ok || syntax.Code != "moves.printed" {
				t.Fatalf("%s on a printed cell: %v", text, err)
			}
		})
	}
}

func FuzzMoves(f *testing.F) {
	for _, seed := range []string{"r3 c1-5 #", "r2c4 x", "r2c3=9", "c1", "r1-2c1-2=#xx#", "r1c1=?, r2 – 3 × ", "\x00\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, k := range kinds() {
			n := read(t, k, k.Example, "").Notation()
			moves, err := n.Moves(text, 3, 3, []byte("???#?????"))
			if _, ok := errors.AsType[*solvers.SyntaxError](err); err != nil && !ok {
				t.Fatal(err)
			}
			all := strings.Join(moves, " ")
			if again, err := n.Moves(all, 3, 3, []byte("???#?????")); all != "" && (err != nil || strings.Join(again, " ") != all) {
				t.Fatalf("%q reads as %s, and that as %v, %v", text, all, again, err)
			}
		}
	})
}

// FuzzMarks reads texts as marks of each kind's example, beside it and behind it: they are
// none, or keep what is printed and are read back.
func FuzzMarks(f *testing.F) {
	for _, k := range kinds() {
		f.Add(k.Marks)
	}
	for _, seed := range []string{"?#?#?\n#####\n.....", "⬛⬜❔ ✖️", "=###/#?9/r3c2=9", "x,x,x", "12", "\x00\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, k := range kinds() {
			tries := []ask.Options{{"puzzle": k.Example, ask.MarksField: text}, {"puzzle": k.Example + " =" + text}, {"puzzle": k.Example + "\n" + text}}
			for _, o := range tries {
				game, err := k.Read(o.Text("puzzle"), o)
				if err != nil {
					if _, ok := errors.AsType[*solvers.SyntaxError](err); !ok {
						t.Fatal(err)
					}
					continue
				}
				g, ok := game.(deduce.Game)
				if !ok || g.Marks == nil {
					continue
				}
				for i, printed := range g.Printed() {
					if sign := g.Marks[i]; printed != deduce.Unmarked && sign != printed || printed == deduce.Unmarked && !strings.ContainsRune(g.Notation().Signs+"?", rune(sign)) {
						t.Fatalf("%v leaves %q in cell %d", o, sign, i)
					}
				}
				if again, err := k.Read(g.String(), nil); err != nil || again.String() != g.String() {
					t.Fatalf("%v is %q, and that is %v, %v", o, g, again, err)
				}
			}
		}
	})
}
