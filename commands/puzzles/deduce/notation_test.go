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

// TestLongLists: lists of rows and columns cost no more than what they mark, and a long line of
// numbers is not read again from each of them.
func TestLongLists(t *testing.T) {
	const side = 512
	all := strings.TrimSuffix(strings.Repeat("512;", side), ";")
	list := strings.Repeat("1-512,", 15) + "1-512"
	_, err := picross().Read(all+"|"+all+"\n=r"+list+"c"+list+"=#", nil)
	if syntax, ok := errors.AsType[*solvers.SyntaxError](err); !ok || syntax.Code != "moves.most" {
		t.Errorf("%v", err)
	}
	kakuro := ask.Named(puzzles.Kinds(), "kakuro")
	for _, marks := range []string{strings.Repeat("1,", 200_000), "r2: " + strings.Repeat("1,", 200_000), "r" + strings.Repeat("1,", 200_000)} {
		if g, err := kakuro.Read(kakuro.Example+" ="+marks, nil); err == nil {
			t.Errorf("%.10q… reads as %.40s", marks, g)
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

		"r2=####":                      "r2c1-4=####",
		"row 2 c1-3 #":                 "r2c1-3=#",
		"Row 2, columns 1 to 3 filled": "r2c1-3=#",
		"fill row 6":                   "r6c1-7=#",
		"row 6 empty":                  "r6c1-7=x",
		"r6 1-5 x":                     "r6c1-5=x",
		"column 3 4-6 filled":          "r4-6c3=#",
		"r6 1,3-4 x":                   "r6c1=x r6c3-4=x",
		"fill r2c2–r2c5, r2c7":         "r2c2-5=# r2c7=#",
		"leave r5c2 empty; fill r1c1":  "r5c2=x r1c1=#",
		"clear r1c1, r2c2":             "r1c1=? r2c2=?",
		"r2: # # x":                    "r2c1-3=##x",
		"2행 1-3열 칠하기":                  "r2c1-3=#",
		"6행 채우기, 3열 4~6행 빈칸":           "r6c1-7=# r4-6c3=x",
		"2행: ##x# 3행: x":               "r2c1-4=##x# r3c1-7=x",
		"2행3열=#":                       "r2c3=#",
		"２行目の1〜3列目を塗る":                 "r2c1-3=#",
		"3列目 4-6行 バツ":                  "r4-6c3=x",
		"r2=■■□":                       "r2c1-3=##x",
		"row 2 c1-3":                   "r2c1-3=#",
		"r1c1":                         "r1c1=#",
		"r4 r5 r6=x":                   "r4c1-7=x r5c1-7=x r6c1-7=x",
		"r1c2, r3c4 x; r2c2":           "r1c2=x r3c4=x r2c2=#",
	} {
		got, err := n.Moves(text, 6, 7, free)
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%q reads as %q, %v; want %q", text, got, err, want)
		}
	}
	for text, at := range map[string]int{
		"": 1, " ,": 3, "hello": 1, "r": 2, "rc1=#": 1, "r0c1=#": 2, "r7c1=#": 2, "r1c8=#": 4, "r1-c1=#": 4,
		"r1c1=": 6, "r1c1=9": 6, "r1c1-2=###": 8, "r1c1=##": 6, "r1c1=# bad": 8,
		"r99999999999999999999=#": 2, "r2=########": 4, "r2 1-8 x": 6, "3행 9열 #": 4, "fill": 1, "row": 4,
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
	for _, seed := range []string{"r3 c1-5 #", "r2c4 x", "r2c3=9", "c1", "r1-2c1-2=#xx#", "r1c1=?, r2 – 3 × ", "fill r2c2–r2c3, r2c1", "2행 1-3열 칠하기", "３列目 2〜3行 ×", "r2: 7 3 9", "row 2, columns 1 to 3 filled", "\x00\xff"} {
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
	for _, seed := range []string{"?#?#?\n#####\n.....", "⬛⬜❔ ✖️", "=###/#?9/r3c2=9", "x,x,x", "12", "89/97", "2行: 8 9", "fill row 2", "\x00\xff"} {
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

// TestMovesInWhite: of a puzzle of digits, rows are written with their blocks, without them,
// and as far as they are known.
func TestMovesInWhite(t *testing.T) {
	kakuro := ask.Named(puzzles.Kinds(), "kakuro").Read
	game, err := kakuro("..#../..... 3 3 15 3 3 3 3 3", nil)
	if err != nil {
		t.Fatal(err)
	}
	n, printed := game.(deduce.Game).Notation(), game.(deduce.Game).Printed()
	for text, want := range map[string]string{
		"r2: 1 2 3 4":       "r2c2-3=12 r2c5-6=34",
		"row 2: 1 2":        "r2c2-3=12",
		"r2=#12#34":         "r2c2-3=12 r2c5-6=34",
		"2행: 1,2,3,4 3행: 5": "r2c2-3=12 r2c5-6=34 r3c2=5",
		"2行目：1 ? 3":         "r2c2-3=1? r2c5=3",
		"r2: . . - 4":       "r2c2-3=?? r2c5-6=?4",
		"r2=?":              "r2c2-3=? r2c5-6=?",
		"c2: 1 2":           "r2-3c2=12",
		"r2 3=9":            "r2c3=9",
		"r3 1 2 3 4 5":      "r3c2-6=12345",
	} {
		got, err := n.Moves(text, 3, 6, printed)
		// Signs that are alike may be written as one or as many.
		if joined := strings.Join(got, " "); err != nil || strings.ReplaceAll(joined, "??", "?") != strings.ReplaceAll(want, "??", "?") {
			t.Errorf("%q reads as %q, %v; want %q", text, joined, err, want)
		}
	}
	for _, text := range []string{"r2: 1 2 3 4 5", "r2 3 9", "r2=12#34", "r2c4=9", "r2c2=#", "r1: 1"} {
		if got, err := n.Moves(text, 3, 6, printed); err == nil {
			t.Errorf("%q reads as %q", text, got)
		}
	}
}

// TestPartialSheets: rows may be missing at the end, short, or without their blocks.
func TestPartialSheets(t *testing.T) {
	for _, test := range []struct{ kind, puzzle, marks, want string }{
		{"nonogram", clues, "???#?/x###?", "???#?/x###?/?????/?????/?????"},
		{"nonogram", clues, "???#\nx##", "???#?/x##??/?????/?????/?????"},
		{"nonogram", clues, "???#? x###?", "???#?/x###?/?????/?????/?????"},
		{"nonogram", clues, "# # x", "##x??/?????/?????/?????/?????"},
		{"nonogram", clues, "...#.\n.####", "???#?/?####/?????/?????/?????"},
		{"nonogram", clues, "r2: .####", "?????/x####/?????/?????/?????"},
		{"nonogram", clues, "fill row 2", "?????/#####/?????/?????/?????"},
		{"nonogram", clues, "2행: ?###", "?????/?###?/?????/?????/?????"},
		{"kakuro", "../.. 17 16 17 16", "89/97", "???/?89/?97"},
		{"kakuro", "../.. 17 16 17 16", "8 9\n9 7", "???/?89/?97"},
		{"kakuro", "../.. 17 16 17 16", "8", "???/?8?/???"},
		{"kakuro", "../.. 17 16 17 16", ".9\n-7", "???/??9/??7"},
		{"kakuro", "../.. 17 16 17 16", "###/89/#97", "???/?89/?97"},
		{"kakuro", "../.. 17 16 17 16", "r2: 8 9 r3: 9", "???/?89/?9?"},
		{"kakuro", "../.. 17 16 17 16", "2行: 8 9", "???/?89/???"},
	} {
		g := read(t, ask.Named(puzzles.Kinds(), test.kind), test.puzzle, test.marks)
		if _, got, _ := strings.Cut(g.String(), "\n="); got != test.want {
			t.Errorf("%q: %s, want %s", test.marks, got, test.want)
		}
	}
}
