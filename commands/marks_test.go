package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
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

// Of the marks of puzzles with several solutions, those that no solution has are wrong,
// unless one has all of them; and only a solution is done.
func TestStanding(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	tried := map[string]int{}
	check := func(name string, p pens, g markable, all []string) {
		for range 40 {
			sheet := g.printed()
			from := all[random.IntN(len(all))]
			for i := range sheet {
				switch random.IntN(6) {
				case 0:
				case 1:
					if sheet[i] == unmarked {
						sheet[i] = p.signs[random.IntN(len(p.signs))]
					}
				default:
					sheet[i] = from[i]
				}
			}
			has := func(solution string, sheet []byte) bool {
				for i, sign := range sheet {
					if sign != unmarked && sign != solution[i] {
						return false
					}
				}
				return true
			}
			together := slices.ContainsFunc(all, func(s string) bool { return has(s, sheet) })
			var wrong []int
			for i := range sheet {
				alone := g.printed()
				alone[i] = sheet[i]
				if !slices.ContainsFunc(all, func(s string) bool { return has(s, alone) }) {
					wrong = append(wrong, i)
				}
			}
			var s standing
			switch g := g.marked(sheet).(type) {
			case picross:
				a, _ := g.Solve(context.Background())
				var key []byte
				for _, cell := range a.Grid {
					key = append(key, pencilSigns[cell])
				}
				s = p.stand(context.Background(), g, a.Verdict, key)
			case crossSums:
				a, _ := g.Solve(context.Background())
				s = p.stand(context.Background(), g, a.Verdict, g.keyOf(a.Grid))
			}
			if !slices.Equal(s.wrong, wrong) || s.apart != (!together && wrong == nil) || s.astray() == together {
				t.Fatalf("%s, %s: %+v; alone in no solution are %v, together in one: %t", g, sheet, s, wrong, together)
			}
			finished := slices.Contains(all, strings.ReplaceAll(string(sheet), "?", either(p.void == 0, "?", "x")))
			if s.done != finished {
				t.Fatalf("%s, %s: done is %t", g, sheet, s.done)
			}
			tried[fmt.Sprint(name, wrong != nil, s.apart, s.done)]++
		}
	}
	pictures := map[string][]string{} // 3×3, by their clues
	for n := range 1 << 9 {
		var cells []nonogram.Cell
		var signs []byte
		for i := range 9 {
			filled := n>>i&1 == 1
			cells = append(cells, either(filled, nonogram.Filled, nonogram.Empty))
			signs = append(signs, either[byte](filled, '#', 'x'))
		}
		code := nonogram.FromPicture(cells, 3).String()
		pictures[code] = append(pictures[code], string(signs))
	}
	for _, code := range slices.Sorted(maps.Keys(pictures)) {
		if all := pictures[code]; len(all) > 1 {
			g, err := nonogramPuzzle.read(code, values{})
			if err != nil {
				t.Fatal(err)
			}
			check("nonogram", nonogramPens, g.(markable), all)
		}
	}
	squares := map[[4]int][]string{} // 2×2 white cells, by their sums
	for n := range 9 * 9 * 9 * 9 {
		a, b, c, d := n%9+1, n/9%9+1, n/81%9+1, n/729+1
		if a != b && c != d && a != c && b != d {
			sums := [4]int{a + b, c + d, a + c, b + d}
			squares[sums] = append(squares[sums], fmt.Sprintf("####%d%d#%d%d", a, b, c, d))
		}
	}
	for _, sums := range slices.SortedFunc(maps.Keys(squares), func(a, b [4]int) int { return slices.Compare(a[:], b[:]) }) {
		all := squares[sums]
		if len(all) > 1 && random.IntN(4) == 0 {
			code := fmt.Sprintf(`#,%d\,%d\/\%d,.,./\%d,.,.`, sums[2], sums[3], sums[0], sums[1])
			g, err := kakuroPuzzle.read(code, values{})
			if err != nil {
				t.Fatal(err)
			}
			check("kakuro", kakuroPens, g.(markable), all)
		}
	}
	for _, name := range []string{"nonogram", "kakuro"} {
		for _, kind := range []string{"true false false", "false true false", "false false true", "false false false"} {
			if tried[name+kind] == 0 {
				t.Errorf("none tried: %s %s, of %v", name, kind, tried)
			}
		}
	}
}
