package tothemoon

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

func parse(t rapid.TB, text string) *Puzzle {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func solve(t rapid.TB, p *Puzzle) *Answer {
	t.Helper()
	a, err := p.Solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// clouds returns the cells, row-major.
func (p *Puzzle) clouds() []bool {
	var all []bool
	for r := range p.Rows {
		for c := range p.Cols {
			all = append(all, p.Cloudy(r, c))
		}
	}
	return all
}

// sky returns a grid of these cells, row-major.
func sky(rows, cols int, clouds []bool) *Puzzle {
	p := New(rows, cols)
	for i, cloudy := range clouds {
		if cloudy {
			p.Flip(i/cols, i%cols)
		}
	}
	return p
}

// press presses an orb by the rules of the game.
func (p *Puzzle) press(grid []bool, orb Orb) {
	for r := range p.Rows {
		for c := range p.Cols {
			hit := map[Kind]bool{Row: r == orb.Index, Column: c == orb.Index, Diagonal: p.Rows-1-r == c}
			if hit[orb.Kind] {
				grid[r*p.Cols+c] = !grid[r*p.Cols+c]
			}
		}
	}
}

// flipped returns the grid after a press of the orb.
func (p *Puzzle) flipped(orb Orb) []bool {
	grid := p.clouds()
	p.press(grid, orb)
	return grid
}

// fewest is the fewest presses of a brute force, and how many press sets clear
// the grid.
type fewest struct{ presses, solutions int }

// bruteForce tries all press sets from a clear grid and returns what it takes
// to clear each grid that they reach, by its cells as bits.
func bruteForce(rows, cols int) map[int]fewest {
	p := &Puzzle{Rows: rows, Cols: cols}
	orbs := []Orb{{Diagonal, 0}}
	for r := range rows {
		orbs = append(orbs, Orb{Row, r})
	}
	for c := range cols {
		orbs = append(orbs, Orb{Column, c})
	}
	reached := make(map[int]fewest)
	for set := range 1 << len(orbs) {
		grid := make([]bool, rows*cols)
		for i, orb := range orbs {
			if set>>i&1 == 1 {
				p.press(grid, orb)
			}
		}
		presses := bits.OnesCount(uint(set))
		f, ok := reached[number(grid)]
		if !ok || presses < f.presses {
			f.presses = presses
		}
		f.solutions++
		reached[number(grid)] = f
	}
	return reached
}

// number returns the cells of a grid as bits: bit i is set if cell i is cloudy.
func number(grid []bool) int {
	n := 0
	for i, cloudy := range grid {
		if cloudy {
			n |= 1 << i
		}
	}
	return n
}

// grid returns the first bits of n as that many cells; it undoes number.
func grid(n, cells int) []bool {
	g := make([]bool, cells)
	for i := range g {
		g[i] = n>>i&1 == 1
	}
	return g
}

// TestAllSmall solves every grid up to 4 × 4 and compares with trying all
// press sets.
func TestAllSmall(t *testing.T) {
	for rows := 1; rows <= 4; rows++ {
		for cols := 1; cols <= 4; cols++ {
			reached := bruteForce(rows, cols)
			for n := range 1 << (rows * cols) {
				p := sky(rows, cols, grid(n, rows*cols))
				a := solve(t, p)
				want, solvable := reached[n]
				if a.Solvable != solvable || a.Min != want.presses || a.Solutions != want.solutions {
					t.Fatalf("%v is solvable: %v in %d, %d press sets; want %v, %v", p, a.Solvable, a.Min, a.Solutions, solvable, want)
				}
				checkAnswer(t, p, a)
			}
		}
	}
}

// checkAnswer holds an answer to what it claims.
func checkAnswer(t rapid.TB, p *Puzzle, a *Answer) {
	t.Helper()
	if !a.Solvable {
		for i, grid := range [][]bool{p.clouds(), p.flipped(Orb{Diagonal, 0})} {
			if sum := a.Proof[i].clouds(p, grid); sum%2 == 0 {
				t.Fatalf("%v: proof %d, %v, has %d clouds", p, i, *a.Proof[i], sum)
			}
		}
		return
	}
	left := p.clouds()
	presses := 0
	for orb := range a.pressed(Row, Column, Diagonal) {
		p.press(left, orb)
		presses++
	}
	if slices.Contains(left, true) || presses != a.Min || len(a.Orbs()) != a.Min || a.Proof != [2]*Rectangle{} {
		t.Fatalf("%v: %+v leaves %v", p, a, left)
	}
}

// clouds counts the clouds in the rectangle's four different cells.
func (q *Rectangle) clouds(p *Puzzle, grid []bool) int {
	if q.Rows[0] == q.Rows[1] || q.Cols[0] == q.Cols[1] {
		return 0
	}
	n := 0
	for _, r := range q.Rows {
		for _, c := range q.Cols {
			if grid[r*p.Cols+c] {
				n++
			}
		}
	}
	return n
}

// TestWide has rows of several words.
func TestWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 200).Draw(t, "rows"), rapid.IntRange(1, 200).Draw(t, "cols")
		p := New(rows, cols)
		clouds := make([]bool, rows*cols)
		for kind, n := range []int{rows, cols, 1} {
			for i := range n {
				if rapid.Bool().Draw(t, "pressed") {
					p.press(clouds, Orb{Kind(kind), i})
				}
			}
		}
		p = sky(rows, cols, clouds)
		a := solve(t, p)
		if !a.Solvable {
			t.Fatalf("%v does not clear", p)
		}
		checkAnswer(t, p, a)
		if p.String() != sky(rows, cols, clouds).String() {
			t.Fatal("Solve changed the puzzle")
		}
		spoilt := rapid.IntRange(0, rows*cols-1).Draw(t, "spoilt")
		p.Flip(spoilt/cols, spoilt%cols)
		checkAnswer(t, p, solve(t, p))
	})
}

// TestHistograms counts the solvable grids by their fewest presses, as an
// exhaustive search did.
func TestHistograms(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		want       []int
	}{
		{1, 1, []int{1, 1}},
		{1, 2, []int{1, 3}},
		{1, 3, []int{1, 4, 3}},
		{1, 4, []int{1, 5, 10}},
		{1, 5, []int{1, 6, 15, 10}},
		{2, 1, []int{1, 3}},
		{2, 2, []int{1, 5, 2}},
		{2, 3, []int{1, 6, 15, 10}},
		{2, 4, []int{1, 7, 21, 25, 10}},
		{2, 5, []int{1, 8, 28, 56, 35}},
		{3, 1, []int{1, 4, 3}},
		{3, 2, []int{1, 6, 15, 10}},
		{3, 3, []int{1, 7, 21, 25, 10}},
		{3, 4, []int{1, 8, 28, 56, 35}},
		{3, 5, []int{1, 9, 36, 84, 91, 35}},
		{4, 1, []int{1, 5, 10}},
		{4, 2, []int{1, 7, 21, 25, 10}},
		{4, 3, []int{1, 8, 28, 56, 35}},
		{4, 4, []int{1, 9, 36, 84, 91, 35}},
		{5, 1, []int{1, 6, 15, 10}},
		{5, 2, []int{1, 8, 28, 56, 35}},
		{5, 3, []int{1, 9, 36, 84, 91, 35}},
	} {
		got := make([]int, len(test.want))
		for n := range 1 << (test.rows * test.cols) {
			p := sky(test.rows, test.cols, grid(n, test.rows*test.cols))
			if a := solve(t, p); a.Solvable {
				got[a.Min]++
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%d × %d: %v grids by fewest presses, want %v", test.rows, test.cols, got, test.want)
		}
	}
}

// anyGrid draws a grid that some orbs clear, with up to two cells spoilt.
func anyGrid(t *rapid.T) *Puzzle {
	rows, cols := rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 12).Draw(t, "cols")
	p := &Puzzle{Rows: rows, Cols: cols}
	clouds := make([]bool, rows*cols)
	for _, orb := range rapid.SliceOf(rapid.Custom(func(t *rapid.T) Orb {
		return Orb{Kind(rapid.IntRange(0, 2).Draw(t, "kind")), rapid.IntRange(0, 11).Draw(t, "index")}
	})).Draw(t, "orbs") {
		p.press(clouds, orb)
	}
	for _, cell := range rapid.SliceOfN(rapid.IntRange(0, rows*cols-1), 0, 2).Draw(t, "spoilt") {
		clouds[cell] = !clouds[cell]
	}
	return sky(rows, cols, clouds)
}

// TestTwoSAT compares with the seed's formulation as a 2-SAT problem.
func TestTwoSAT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyGrid(t)
		a := solve(t, p)
		checkAnswer(t, p, a)
		if want := satisfiable(p, p.clouds()) || satisfiable(p, p.flipped(Orb{Diagonal, 0})); a.Solvable != want {
			t.Fatalf("%v is solvable: %v, 2-SAT says %v", p, a.Solvable, want)
		}
	})
}

// satisfiable decides formula (6) of the seed, with its slip put right: a
// cloudy cell needs exactly one of its two orbs, a clear one both or none. An
// orb may be pressed unless that implies that it is not, and the reverse.
func satisfiable(p *Puzzle, grid []bool) bool {
	orbs := p.Rows + p.Cols
	implies := make([][]int, 2*orbs) // literal 2x is orb x pressed, 2x+1 its negation
	either := func(a, b int) {
		implies[a^1] = append(implies[a^1], b)
		implies[b^1] = append(implies[b^1], a)
	}
	for i, cloudy := range grid {
		x, y := 2*(i/p.Cols), 2*(p.Rows+i%p.Cols)
		if cloudy {
			either(x, y)
			either(x^1, y^1)
		} else {
			either(x, y^1)
			either(x^1, y)
		}
	}
	for orb := range orbs {
		if reaches(implies, 2*orb, 2*orb+1) && reaches(implies, 2*orb+1, 2*orb) {
			return false
		}
	}
	return true
}

// reaches reports whether literal from implies literal to, through any number of others.
func reaches(implies [][]int, from, to int) bool {
	seen := make([]bool, len(implies))
	stack := []int{from}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at == to {
			return true
		}
		if !seen[at] {
			seen[at] = true
			stack = append(stack, implies[at]...)
		}
	}
	return false
}

// TestTheorem6: from 2 × 3 on, a grid does not clear both with the diagonal
// orb and without.
func TestTheorem6(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyGrid(t)
		if p.Rows < 2 || p.Cols < 2 || p.Rows+p.Cols < 5 {
			t.Skip("the theorem says nothing")
		}
		if a := solve(t, p); a.Solutions > 2 {
			t.Fatalf("%v has %d solutions", p, a.Solutions)
		}
	})
}

// TestMirror: the game is symmetric about the line through the diagonal orb.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyGrid(t)
		m := New(p.Cols, p.Rows)
		for i, cloudy := range p.clouds() {
			if cloudy {
				m.Flip(p.Cols-1-i%p.Cols, p.Rows-1-i/p.Cols)
			}
		}
		a, b := solve(t, p), solve(t, m)
		if a.Solvable != b.Solvable || a.Min != b.Min || a.Solutions != b.Solutions {
			t.Fatalf("%v: %+v, mirrored %+v", p, a, b)
		}
	})
}

// TestRowsAndColumnsAlone has the two public examples of "2D coin flip"
// (Programmers, exercise 131703): the same game without the diagonal orb. The
// grids are the differences of its beginning and target.
func TestRowsAndColumnsAlone(t *testing.T) {
	p := parse(t, "01011/10100/01011/10100/01011")
	if o, q := p.presses(false); q != nil || o.count() != 5 {
		t.Errorf("%v clears with %d presses, %v; want 5", p, o.count(), q)
	}
	if _, q := parse(t, "101/000/000").presses(false); q == nil {
		t.Errorf("101/000/000 clears")
	}
}

func TestLimit(t *testing.T) {
	if a := solve(t, parse(t, "100/000/000")); a.Solvable || a.Within {
		t.Errorf("a single cloud in the corner: %+v", a)
	}
	p := parse(t, "1110/0001/0001") // row a, column iv
	for limit, want := range map[int]bool{0: true, 1: false, 2: true, 3: true} {
		p.Limit = limit
		if a := solve(t, p); a.Min != 2 || a.Within != want {
			t.Errorf("limit %d: %+v", limit, a)
		}
	}
}

// TestSteps replays the steps. The columns leave every row all clear or all
// cloudy, the rows then clear them.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyGrid(t)
		a := solve(t, p)
		left := p.clouds()
		var kinds []Kind
		for step := range p.Steps(context.Background()) {
			if step.Orb.Kind == Row && slices.Contains(left[step.Orb.Index*p.Cols:][:p.Cols], false) {
				t.Fatalf("%v: row %v is pressed and not all cloudy", p, step.Orb)
			}
			p.press(left, step.Orb)
			kinds = append(kinds, step.Orb.Kind)
		}
		if len(kinds) != a.Min {
			t.Fatalf("%v: %d steps, want %d", p, len(kinds), a.Min)
		}
		if a.Solvable && slices.Contains(left, true) {
			t.Fatalf("%v: %v are left", p, left)
		}
		order := func(k Kind) int { return strings.IndexByte("\x02\x01\x00", byte(k)) }
		if !slices.IsSortedFunc(kinds, func(a, b Kind) int { return order(a) - order(b) }) {
			t.Fatalf("%v: kinds in the order %v", p, kinds)
		}
	})
}

func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := parse(t, "10/01")
	if _, err := p.Solve(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	for step := range p.Steps(ctx) {
		t.Errorf("step %v", step)
	}
}

func TestNames(t *testing.T) {
	for i, want := range map[int]string{0: "a", 25: "z", 26: "aa", 27: "ab", 701: "zz", 702: "aaa"} {
		if got := RowName(i); got != want {
			t.Errorf("row %d is %s, want %s", i, got, want)
		}
	}
	for i, want := range map[int]string{
		0: "i", 3: "iv", 8: "ix", 13: "xiv", 39: "xl", 89: "xc", 399: "cd", 1993: "mcmxciv", 3998: "mmmcmxcix", 3999: "4000",
	} {
		if got := ColName(i); got != want {
			t.Errorf("column %d is %s, want %s", i, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, text := range []string{"0110/1001", ".##.\n#..#", "⬜⬛⬛⬜\n⬛⬜⬜⬛", "🟦☁️☁️🟦\n☁️🟦🟦☁️", "0110 1001", "```\n0 1 1 0\n1 0 0 1\n```"} {
		if got := parse(t, text).String(); got != "0110/1001" {
			t.Errorf("%q is %s", text, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"011\n10", `line 2, column 1: found "10", expected a row of 3 cells like the first row; this one has 2`},
		{"0121", `line 1, column 3: found "21", expected a cell: 0 or 1`},
		{"cloud", `line 1, column 1: found "cloud", expected a cell: 0 or 1, . or #, 🟦 or ☁, ⬜ or ⬛`},
		{"", `line 1, column 1: found the end of the text, expected a cell: 0 or 1, . or #, 🟦 or ☁, ⬜ or ⬛`},
		{strings.Repeat("0", MaxCells+1), fmt.Sprintf(`line 1, column %d: found "0", expected no more than 10000000 cells`, MaxCells+1)},
	} {
		if _, err := Parse(test.text); err == nil || err.Error() != test.want {
			t.Errorf("%.20q: %v, want %s", test.text, err, test.want)
		}
	}
}

// BenchmarkSolve solves a grid of 10,000 × 10,000 that some orbs clear, packed.
func BenchmarkSolve(b *testing.B) {
	for _, side := range []int{1000, 10_000} {
		for _, diagonal := range []bool{false, true} {
			p := New(side, side)
			random := rand.New(rand.NewPCG(7, 7))
			for r := range side {
				row := p.row(r)
				if r > 0 {
					copy(row, p.row(0))
				}
				for c := range side {
					if r == 0 && random.IntN(2) == 1 || r%3 == 1 {
						flip(row, c)
					}
				}
			}
			for i := range side {
				if diagonal {
					p.Flip(side-1-i, i)
				}
			}
			b.Run(fmt.Sprintf("%d/diagonal=%v", side, diagonal), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if a := solve(b, p); !a.Solvable || a.Diagonal != diagonal {
						b.Fatal("not solved")
					}
				}
			})
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"0110/1001", ".#\n#.", "⬜⬛|⬛⬜", "0 1, 1 0", "1001", "1001/", "01/1", "`10`"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			var syntax *solvers.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || syntax.Expected == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again := parse(t, p.String()); !reflect.DeepEqual(again, p) {
			t.Fatalf("%q: %+v, read back %+v", text, p, again)
		}
	})
}
