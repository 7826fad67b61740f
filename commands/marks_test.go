package commands

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"kibitz/solvers"
)

const (
	pencilNonogram = "1;4;1 1;2;1|2;3;1;3;1"
	pencilKakuro   = `#,#,12\,4\,#,#/#,4\8,.,.,10\,#/\10,.,.,.,.,10\/\3,.,.,17\3,.,./#,\21,.,.,.,./#,#,\12,.,.,#`
)

// However a sheet is drawn, it is the same: with lines, slashes or blanks between rows,
// with blanks or nothing between cells, in emoji, in moves; behind the puzzle or beside.
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
		for _, o := range []values{{"puzzle": pencilNonogram, marksField: marks}, {"puzzle": pencilNonogram + "\n" + marks}, {"puzzle": pencilNonogram + " =" + marks}} {
			game, err := nonogramPuzzle.read(o.text("puzzle"), o)
			if err != nil {
				t.Errorf("%q: %v", o, err)
			} else if got := game.String(); got != pencilNonogram+"\n="+want {
				t.Errorf("%q: %s", o, got)
			}
		}
	}
}

// What a reply keeps of a puzzle with marks is read as the same.
func TestMarksRoundTrip(t *testing.T) {
	for _, p := range []*puzzle{&nonogramPuzzle, &kakuroPuzzle} {
		game, err := p.read(p.example, values{marksField: p.marks})
		if err != nil {
			t.Fatal(err)
		}
		again, err := p.read(game.String(), values{})
		if err != nil || again.String() != game.String() {
			t.Errorf("%s: %v, %v", game, again, err)
		}
	}
}

// From whatever is marked of a solution, the steps decide nothing that is marked, and
// nothing wrong, and lead to the solution.
func TestStepsFromMarks(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, p := range []*puzzle{&nonogramPuzzle, &kakuroPuzzle} {
		game, err := p.read(map[string]string{"nonogram": pencilNonogram, "kakuro": pencilKakuro}[p.name], values{})
		if err != nil {
			t.Fatal(err)
		}
		g := game.(markable)
		key, ok := g.key(context.Background())
		if !ok {
			t.Fatal("no solution")
		}
		_, cols := g.extent()
		for range 100 {
			sheet := g.printed()
			for i := range sheet {
				if random.IntN(3) == 0 {
					sheet[i] = key[i]
				}
			}
			decide := func(row, col int, sign byte) {
				if i := row*cols + col; sheet[i] != unmarked || key[i] != sign {
					t.Fatalf("%s: %s is decided as %c: it is %c, marked %c", folded(sheet, g.printed(), cols), rowColumn(row, col), sign, key[i], sheet[i])
				}
				sheet[row*cols+col] = sign
			}
			switch from := g.marked(sheet).(type) {
			case picross:
				for step := range from.now().Steps(context.Background()) {
					for _, c := range step.Cells {
						decide(c.Row, c.Col, pencilSigns[c.Value])
					}
				}
			case crossSums:
				for step := range from.now().Steps(context.Background()) {
					for _, c := range step.Cells {
						if c.Digit != 0 {
							decide(c.Row, c.Col, '0'+byte(c.Digit))
						}
					}
				}
			}
			if !p.pens.solved(sheet, key) {
				t.Fatalf("left as %s", folded(sheet, g.printed(), cols))
			}
		}
	}
}

// TestMostMoved: a file of moves that each mark a large board is refused before they
// are all read.
func TestMostMoved(t *testing.T) {
	const side = 512
	all := strings.TrimSuffix(strings.Repeat("512;", side), ";")
	for moves, code := range map[int]string{mostMoved / (side * side): "", mostMoved/(side*side) + 2: "moves.most", 100_000: "moves.most"} {
		_, err := nonogramPuzzle.read(all+"|"+all+"\n="+strings.Repeat("r1-512=# ", moves), values{})
		syntax, _ := errors.AsType[*solvers.SyntaxError](err)
		if (err == nil) != (code == "") || err != nil && syntax.Code != code {
			t.Errorf("%d moves: %v", moves, err)
		}
	}
}
