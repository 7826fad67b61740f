package judge

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers/cardflip"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/lightsout"
	"kibitz/solvers/nonogram/notation"
	"kibitz/solvers/tothemoon"
	"kibitz/vision"
)

// written holds texts as Text writes them, with all features of the notation.
var written = []string{
	"seen nonogram: 3;1|2;1;1",
	"seen nonogram *30: 3~8@4;1|2~*@10;1~1 1@3~2@20;1",
	"seen nonogram !unseen-lines !cut: 2;0|1;1|2#?x",
	"seen nonogram: ?|1;1",
	"seen nonogram *30 inks=r#c00000,b#0000ff screen: 1r 1b~2r@8;1b|1r;2b",
	"seen nonogram a=2~0@9 b=1: 2;0|1;1|2ab?",
	"seen nonogram w=1: 2;0|1;1|2w2?",
	"seen nonogram inks=r#c00000,b#0000ff a=1~2@20/r b=2: 1r;1b|1r;1b|aRb?",
	`seen kakuro *20: #,3\,4~9@8\/\4,.,./\3,.^9^#,1`,
	`seen kakuro *40: #,3\~*@25,4\/\4,.,./~*@13\3,.,.`,
	`seen kakuro: #^3^.,23~5@7\~5@12/\17,.`,
	"seen lights lit=1~0@2: 01(0~1@12)/00?",
	"seen cards: 0110",
	"seen cards screen sized: 0110",
	"seen lights !unseen-lines lit=1~0@2: 010/000 or seen lights !cut lit=0: 10 or seen lights: 010/000/111",
	"seen sudoku: 1'2'3!./(4~1@3~.@20).../...'1/....",
}

func TestTextRoundTrip(t *testing.T) {
	for _, text := range written {
		r, err := ParseText("`" + text + "`\n")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := Text(r); got != text {
			t.Errorf("%s\nread and written is\n%s", text, got)
		}
		Judge(context.Background(), r)
	}
	random := rand.New(rand.NewPCG(13, 14))
	for _, p := range puzzles(t, 10, 10) {
		r, _ := seen(random, p, 0.3)
		s, err := ParseText(Text(r))
		if err != nil {
			t.Fatal(err)
		}
		if Text(s) != Text(r) {
			t.Errorf("%s\nis\n%s", Text(r), Text(s))
		}
		// A reading is judged alike after a message, with probabilities in steps of a quarter.
		for i, line := range r.RowClues {
			for k, way := range line.Readings {
				if way.P < 0.01 {
					break
				}
				if got := s.RowClues[i].Readings[k].P; math.Abs(math.Log(got/way.P)) > math.Log(1.4) {
					t.Errorf("probability %v, want %v", got, way.P)
				}
			}
		}
	}
}

// TestTextKeepsFlaws: the flaws of a reading make it doubtful after a click, too.
func TestTextKeepsFlaws(t *testing.T) {
	for _, flaw := range vision.Flaws() {
		r, err := ParseText("seen lights lit=1: 010/111/010")
		if err != nil {
			t.Fatal(err)
		}
		r.Flaws = []vision.Flaw{flaw}
		again, err := ParseText(Text(r))
		if err != nil || !slices.Equal(again.Flaws, r.Flaws) {
			t.Errorf("%v: %v, %v", flaw, again, err)
		}
	}
}

// TestSize: where a board ends is asked first, and an answer takes that board and what made its lines doubtful away.
func TestSize(t *testing.T) {
	r, err := ParseText("seen lights !unseen-lines lit=1: 110/011/101/000 or seen lights !unseen-lines lit=1: 110/011/101")
	if err != nil {
		t.Fatal(err)
	}
	v := Judge(context.Background(), r)
	if v.Sure || len(v.Doubts) == 0 || v.Doubts[0].Place.Side != Size || len(v.Doubts[0].Readings) != 2 {
		t.Fatalf("%+v", v)
	}
	for i, rows := range []int{4, 3} {
		s, err := Settle(r, v.Doubts[0].Place, v.Doubts[0].Readings[i].Text)
		if err != nil {
			t.Fatal(err)
		}
		if v := Judge(context.Background(), s); !v.Sure || s.Rows != rows || len(s.Flaws)+len(s.Rivals) > 0 || !strings.HasSuffix(Text(s), strings.Repeat("/000", rows-3)) {
			t.Errorf("%d rows: %+v of %s", rows, v, Text(s))
		}
	}
	if _, err := Settle(r, Place{Side: Size}, "2"); err == nil {
		t.Error("an extent that was not asked about")
	}
	cards, err := ParseText("seen cards lit=1: 0110")
	if err != nil {
		t.Fatal(err)
	}
	if cards, err = Settle(cards, Place{Side: Size}, "0"); err != nil || !Judge(context.Background(), cards).Sure {
		t.Errorf("cards that were counted are not sure: %v", err)
	}
}

// TestTextKeepsAnswers: a sum that a user called absent is not asked for again.
func TestTextKeepsAnswers(t *testing.T) {
	r, err := ParseText(`seen kakuro *40: #,3\~*@25,4\/\4,.,./~*@13\3,.,.`)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = Settle(r, Place{Across, 0, 1}, "0"); err != nil {
		t.Fatal(err)
	}
	if r, err = ParseText(Text(r)); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Cells[1].Across, []vision.Guess{{Value: 0, P: 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := r.Cells[6].Down; len(got) != 1 || got[0].P > .97 {
		t.Errorf("%v", got)
	}
}

// TestTextIsShort: a sure reading costs little more than its puzzle.
func TestTextIsShort(t *testing.T) {
	for _, p := range puzzles(t, 5, 5) {
		r := exactly(p, 0.9991)
		if got, want := Text(r), "seen nonogram *30: "+p.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestTextIsNoPuzzle: no parser of puzzles takes the text of a reading for one of its own.
func TestTextIsNoPuzzle(t *testing.T) {
	for _, text := range written {
		for name, parse := range map[string]func(string) error{
			"nonogram":  func(s string) error { _, err := notation.Parse(s); return err },
			"kakuro":    func(s string) error { _, err := kakuro.Parse(s); return err },
			"lightsout": func(s string) error { _, err := lightsout.Parse(s); return err },
			"tothemoon": func(s string) error { _, err := tothemoon.Parse(s); return err },
			"cardflip":  func(s string) error { _, err := cardflip.Parse(s); return err },
		} {
			if parse(text) == nil {
				t.Errorf("%s is a puzzle of %s", text, name)
			}
		}
	}
	for _, p := range puzzles(t, 3, 3) {
		if _, err := ParseText(p.String()); err == nil {
			t.Errorf("%s is the text of a reading", p)
		}
	}
}

func TestTextMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "expected it to begin with",
		"3;1|2;1;1":                    "expected it to begin with",
		"seen bridges: 1":              "expected nonogram, kakuro, sudoku, lights or cards",
		"seen sudoku: 1234/1":          "found 5 cells, expected 16, 36, 64 or 81",
		"seen sudoku: 12(3":            "cell 3: found no )",
		"seen sudoku: 120":             `cell 3: found "0", expected a digit`,
		"seen nonogram !late: 1|1":     "expected ! and one of [thick-rules",
		"seen nonogram: 1":             "expected rows|columns",
		"seen nonogram: 1~2|1":         "those behind it like ~5@7",
		"seen nonogram: 1~2@99|1":      "expected decibels from 0 to 60",
		"seen nonogram: a|1":           "expected the numbers of a line",
		"seen nonogram: 1|1|##":        "found more marks",
		"seen nonogram: 1;1|1;1|#":     "found 1 marks, expected 4",
		"seen kakuro: #,.|#":           "expected \".\", a digit",
		"seen kakuro: #,./#":           "row 2: found 1 cells, expected 2",
		`seen kakuro: 99\,.`:           "expected a sum from 1 to 45",
		"seen kakuro: .^3^1":           "expected a white cell and a block",
		"seen lights: 0(1/00":          "found no )",
		"seen lights: 01/0x":           `row 2: found "x", expected a state from 0 to 8`,
		"seen lights lit=x: 01":        "expected a state from 0 to 8",
		"seen cards: ":                 "found no cell",
		strings.Repeat("x", 1_000_000): "expected at most",
	} {
		if _, err := ParseText(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", text, err, want)
		}
	}
}

func FuzzParseText(f *testing.F) {
	for _, text := range written {
		f.Add(text)
		f.Add(strings.ReplaceAll(text, "1;1", "3 0;0 3"))
		f.Add(strings.ReplaceAll(text, "1b", "3r 0r"))
	}
	f.Add(`seen kakuro: 1,3\~*@4`)            // a side without a sum, unless it was not read
	f.Add("seen sudoku:1'.!32(3)......1....") // no digit that a player has written
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseText(text)
		if err != nil {
			return
		}
		once := Text(r)
		s, err := ParseText(once)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, once, err)
		}
		if twice := Text(s); twice != once {
			t.Fatalf("%q, read and written %q", once, twice)
		}
		if len(r.Cells) <= 100 && r.Rows*r.Cols <= 100 {
			v := Judge(context.Background(), r)
			for _, d := range v.Doubts {
				for _, reading := range d.Readings {
					if _, err := Settle(r, d.Place, reading.Text); err != nil && !strings.Contains(err.Error(), "more than the") {
						t.Fatalf("%q: %v %q: %v", once, d.Place, reading.Text, err)
					}
				}
			}
		}
	})
}

// TestJudgeOfNothing: a reading without a board gets an empty verdict.
func TestJudgeOfNothing(t *testing.T) {
	for kind := vision.Any; kind <= vision.Sudoku; kind++ {
		for _, r := range []*vision.Reading{{Kind: kind}, {Kind: kind, Rows: 2, Cols: 2}, {Kind: kind, Rows: 1, Cols: 1, Cells: make([]vision.Cell, 1)},
			{Kind: kind, Rows: 1, Cols: 1, Cells: make([]vision.Cell, 1), RowClues: make([]vision.Line, 1), ColClues: make([]vision.Line, 1)}} {
			if v := Judge(context.Background(), r); v.Sure || v.Puzzle != "" || v.Kind != kind {
				t.Errorf("%v: %+v", kind, v)
			}
			Text(r)
			if _, err := Settle(r, Place{Side: Row, Row: 5}, "1"); err == nil {
				t.Error("settled row 6")
			}
		}
	}
}
