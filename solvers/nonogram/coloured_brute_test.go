package nonogram_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"

// inks returns a palette of n colours, a, b and so on.
func inks(n int) (palette []nonogram.Ink) {
	for i := range n {
		palette = append(palette, nonogram.Ink{Letter: letters[i]})
	}
	return palette
}

// arrangements are all ways to fill n cells with runs: each from the cell from on.
func arrangements(runs []nonogram.Run, n int) (all [][]nonogram.Cell) {
	line := slices.Repeat([]nonogram.Cell{nonogram.Empty}, n)
	var place func(j, from int)
	place = func(j, from int) {
		if j == len(runs) {
			all = append(all, slices.Clone(line))
			return
		}
		if j > 0 && runs[j-1].Colour == runs[j].Colour {
			from++
		}
		for at := from; at+runs[j].Length <= n; at++ {
			for i := range runs[j].Length {
				line[at+i] = nonogram.ShadeOf(runs[j].Colour)
			}
			place(j+1, at+runs[j].Length)
			for i := range runs[j].Length {
				line[at+i] = nonogram.Empty
			}
		}
	}
	place(0, 0)
	return all
}

// everyColouring yields all solutions: every way to fill each row with every way to fill the
// others, as long as each column so far begins one of its own arrangements.
func everyColouring(p *nonogram.Puzzle, yield func([]nonogram.Cell) bool) {
	cols := len(p.Cols)
	columns := make([][][]nonogram.Cell, cols)
	for c, runs := range p.Cols {
		columns[c] = arrangements(runs, len(p.Rows))
	}
	picture := make([]nonogram.Cell, len(p.Rows)*cols)
	var fill func(r int, left [][][]nonogram.Cell) bool
	fill = func(r int, left [][][]nonogram.Cell) bool {
		if r == len(p.Rows) {
			return yield(slices.Clone(picture))
		}
	rows:
		for _, row := range arrangements(p.Rows[r], cols) {
			next := make([][][]nonogram.Cell, cols)
			for c, shade := range row {
				if p.Given != nil && p.Given[r*cols+c]&shade == 0 {
					continue rows
				}
				for _, column := range left[c] {
					if column[r] == shade {
						next[c] = append(next[c], column)
					}
				}
				if next[c] == nil {
					continue rows
				}
			}
			copy(picture[r*cols:], row)
			if !fill(r+1, next) {
				return false
			}
		}
		return true
	}
	fill(0, columns)
}

// smallColoured is a puzzle of a few cells, whose clues are mostly those of a picture; else of two
// pictures, so that it seldom has a solution. Some cells are given in every fifth.
func smallColoured(r *rand.Rand) *nonogram.Puzzle {
	rows, cols, colours := 1+r.IntN(5), 1+r.IntN(6), 1+r.IntN(1+r.IntN(4))
	density := 0.2 + 0.6*r.Float64()
	draw := func() []nonogram.Cell {
		picture := make([]nonogram.Cell, rows*cols)
		for i := range picture {
			picture[i] = nonogram.Empty
			if r.Float64() < density {
				picture[i] = nonogram.ShadeOf(r.IntN(colours))
			}
		}
		return picture
	}
	p := nonogram.FromColours(draw(), cols, inks(colours), nonogram.Puzzle{}.Background)
	p.Picture = nil
	if r.IntN(4) == 0 {
		other := draw()
		r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		p.Cols = nonogram.FromColours(other, cols, inks(colours), p.Background).Cols
	}
	if r.IntN(5) == 0 {
		p.Given = make([]nonogram.Cell, rows*cols)
		for i := range p.Given {
			p.Given[i] = p.AllShades()
			if r.IntN(4) == 0 {
				p.Given[i] = nonogram.Cell(1 + r.IntN(int(p.AllShades())))
			}
		}
	}
	return p
}

// inRoom is the same puzzle with its grid, and with colours that no cell has, so that lines take
// larger masks; now and then within empty lines, too.
func inRoom(p *nonogram.Puzzle, grid []nonogram.Cell, r *rand.Rand) (*nonogram.Puzzle, []nonogram.Cell) {
	rows, cols := len(p.Rows), len(p.Cols)
	q := *p
	q.Palette = inks(len(p.Palette) + r.IntN(nonogram.MaxColours+1-len(p.Palette)))
	below, beside := 0, 0
	if r.IntN(4) == 0 {
		longest := 150
		if len(q.Palette) > 15 { // more has no room in any mask
			longest = 120
		}
		below, beside = r.IntN(longest), r.IntN(10)
		if r.IntN(2) == 0 {
			below, beside = beside, below
		}
	}
	q.Rows = slices.Concat(p.Rows, make([][]nonogram.Run, below))
	q.Cols = slices.Concat(p.Cols, make([][]nonogram.Run, beside))
	if p.Given != nil {
		q.Given = make([]nonogram.Cell, len(q.Rows)*len(q.Cols))
	}
	all := make([]nonogram.Cell, len(q.Rows)*len(q.Cols))
	for i := range all {
		row, col := i/len(q.Cols), i%len(q.Cols)
		within := row < rows && col < cols
		if all[i] = nonogram.Empty; within {
			all[i] = grid[row*cols+col]
		}
		if q.Given != nil {
			if q.Given[i] = q.AllShades(); within {
				q.Given[i] = p.Given[row*cols+col]
			}
		}
	}
	return &q, all
}

// TestColouredBruteForce: what is said of small puzzles is what trying everything says.
// KIBITZ_CASES says how many.
func TestColouredBruteForce(t *testing.T) {
	cases := 1500
	if n, err := strconv.Atoi(os.Getenv("KIBITZ_CASES")); err == nil {
		cases = n
	}
	r := rand.New(rand.NewPCG(13, 1))
	seen := map[solvers.Verdict]int{}
	for range cases {
		p := smallColoured(r)
		n := 0
		grid := make([]nonogram.Cell, len(p.Rows)*len(p.Cols))
		everyColouring(p, func(picture []nonogram.Cell) bool {
			n++
			for i, s := range picture {
				grid[i] |= s
			}
			return n < 1<<16
		})
		if n == 1<<16 {
			continue
		}
		if r.IntN(2) == 0 {
			p, grid = inRoom(p, grid, r)
		}
		a, err := p.Solve(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		want := [...]solvers.Verdict{solvers.None, solvers.Unique, solvers.Multiple}[min(n, 2)]
		if a.Verdict != want || len(a.Solutions) != min(n, 2) {
			t.Fatalf("%v given %v: %v with %d solutions, and there are %d", p, p.Given, a.Verdict, len(a.Solutions), n)
		}
		if n > 0 && (!a.BackboneProved || !slices.Equal(a.Grid, grid)) {
			t.Fatalf("%v given %v: the cells have %v, found %v, proved %v", p, p.Given, grid, a.Grid, a.BackboneProved)
		}
		seen[want]++
		if m, exact := p.CountFrom(context.Background(), a, 1<<16); m != n || !exact {
			t.Fatalf("%v given %v: counted %d, exactly %v, and there are %d", p, p.Given, m, exact, n)
		}
		checkColouredSteps(t, p, a)
		if n == 0 {
			checkColouredCore(t, p)
		}
	}
	if min(seen[solvers.None], seen[solvers.Unique], seen[solvers.Multiple]) < cases/20 {
		t.Errorf("seen are %v", seen)
	}
}

// TestColouredPictures: of the clues of a picture of any size the verdict is never None, and the
// solution that is the only one is the picture.
func TestColouredPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 4))
	for _, size := range [][3]int{{40, 50, 8}, {64, 64, 3}, {65, 10, 5}, {3, 130, 2}, {70, 40, 30}, {300, 4, 2}, {2, 600, 3}, {64, 1, 31}, {1, 1, 1}, {33, 64, 15}} {
		for range 5 {
			rows, cols, colours := size[0], size[1], size[2]
			picture := make([]nonogram.Cell, rows*cols)
			for i := range picture {
				switch k := r.IntN(20); {
				case k < 10 && i >= cols:
					picture[i] = picture[i-cols]
				case k < 18 && i > 0:
					picture[i] = picture[i-1]
				default:
					picture[i] = 1 << r.IntN(colours+1)
				}
			}
			p := nonogram.FromColours(picture, cols, inks(colours), nonogram.Puzzle{}.Background)
			a, err := p.Decide(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if a.Verdict == solvers.None || a.Verdict == solvers.Undecided || a.Verdict == solvers.Unique && !slices.Equal(a.Solutions[0], picture) {
				t.Errorf("%d×%d in %d colours: %v", rows, cols, colours, a.Verdict)
			}
			for i, s := range a.Grid {
				if s&picture[i] == 0 {
					t.Fatalf("%d×%d in %d colours: cell %d has not its own shade", rows, cols, colours, i)
				}
			}
		}
	}
}

// checkColouredSteps: no step strikes out what a solution has, each changes what it says, and where
// there is a solution the last leaves what solutions have.
func checkColouredSteps(t *testing.T, p *nonogram.Puzzle, a *nonogram.Answer) {
	t.Helper()
	now := slices.Clone(p.Given)
	if now == nil {
		now = slices.Repeat([]nonogram.Cell{p.AllShades()}, len(a.Grid))
	}
	for i := range now {
		now[i] &= p.AllShades()
	}
	for step := range p.StepsFrom(context.Background(), a) {
		if step.Technique == nonogram.Contradiction {
			checkColouredTrail(t, p, now, step)
		}
		for _, c := range step.Cells {
			i := c.Row*len(p.Cols) + c.Col
			if c.Value&^now[i] != 0 || c.Value == now[i] {
				t.Fatalf("%v given %v: %v changes nothing of %b", p, p.Given, step, now[i])
			}
			now[i] = c.Value
			if a.Verdict != solvers.None && a.Grid[i]&^now[i] != 0 {
				t.Fatalf("%v given %v: %v strikes out what solutions have: %b", p, p.Given, step, a.Grid[i])
			}
		}
		if len(step.Cells) == 0 {
			t.Fatalf("%v given %v: %v says nothing", p, p.Given, step)
		}
	}
	if a.Verdict != solvers.None && !slices.Equal(now, a.Grid) {
		t.Fatalf("%v given %v: the steps end at %v, and solutions have %v", p, p.Given, now, a.Grid)
	}
}

// checkColouredTrail: after the assumption each line of the chain leaves in its cells just the shades
// of its arrangements, as its trail says, and the last line has no arrangement.
func checkColouredTrail(t *testing.T, p *nonogram.Puzzle, now []nonogram.Cell, step nonogram.Step) {
	t.Helper()
	if len(step.Trail) != len(step.Chain)-1 {
		t.Fatalf("%v given %v: %d of %d lines have a trail", p, p.Given, len(step.Trail), len(step.Chain))
	}
	now = slices.Clone(now)
	now[step.Assumed.Row*len(p.Cols)+step.Assumed.Col] = step.Assumed.Value
	for k, line := range step.Chain {
		runs, n, from, by := p.Cols, len(p.Rows), line.Index, len(p.Cols)
		if !line.Column {
			runs, n, from, by = p.Rows, len(p.Cols), line.Index*len(p.Cols), 1
		}
		left := make([]nonogram.Cell, n)
	arrangement:
		for _, a := range arrangements(runs[line.Index], n) {
			for i, shade := range a {
				if now[from+i*by]&shade == 0 {
					continue arrangement
				}
			}
			for i, shade := range a {
				left[i] |= shade
			}
		}
		if k == len(step.Trail) {
			if left[0] != 0 {
				t.Fatalf("%v given %v: %v: the last line has an arrangement", p, p.Given, step)
			}
			return
		}
		for _, c := range step.Trail[k] {
			now[c.Row*len(p.Cols)+c.Col] = c.Value
		}
		for i, want := range left {
			if now[from+i*by] != want {
				t.Fatalf("%v given %v: %v: line %d leaves %b, not %b", p, p.Given, step, k, want, now[from+i*by])
			}
		}
	}
}

// checkColouredCore: no picture has the clues of the lines of a core, and without any one of them
// some has. All pictures of a few cells are tried.
func checkColouredCore(t *testing.T, p *nonogram.Puzzle) {
	t.Helper()
	rows, cols, shades := len(p.Rows), len(p.Cols), len(p.Palette)+1
	pictures := 1
	for range rows * cols {
		if pictures *= shades; pictures > 1<<9 {
			return
		}
	}
	core, proved := p.Core(context.Background())
	if core == nil || proved == solvers.NotMinimal {
		t.Fatalf("%v given %v: core %v, %v", p, p.Given, core, proved)
	}
	spared := map[int]bool{} // the lines of the core that are alone broken by some picture
	for n := range pictures {
		picture := make([]nonogram.Cell, rows*cols)
		given := true
		for i := range picture {
			picture[i] = 1 << (n % shades)
			n /= shades
			given = given && (p.Given == nil || p.Given[i]&picture[i] != 0)
		}
		if !given {
			continue
		}
		drawn := nonogram.FromColours(picture, cols, p.Palette, p.Background)
		var broken []int
		for k, line := range core {
			has, wants := drawn.Rows, p.Rows
			if line.Column {
				has, wants = drawn.Cols, p.Cols
			}
			if !slices.Equal(has[line.Index], wants[line.Index]) {
				broken = append(broken, k)
			}
		}
		switch len(broken) {
		case 0:
			t.Fatalf("%v given %v: core %v has the picture %v", p, p.Given, core, picture)
		case 1:
			spared[broken[0]] = true
		}
	}
	if len(spared) != len(core) {
		t.Fatalf("%v given %v: of core %v lines can be left out", p, p.Given, core)
	}
}

// TestColouredSlips: a run that was mistyped is found, with what it was.
func TestColouredSlips(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 5))
	found := 0
	for range 300 {
		p := smallColoured(r)
		p.Given = nil
		if a, err := p.Decide(context.Background()); err != nil || a.Verdict != solvers.Unique {
			continue
		}
		i := r.IntN(len(p.Rows))
		if len(p.Rows[i]) == 0 {
			continue
		}
		j := r.IntN(len(p.Rows[i]))
		right := p.Rows[i][j]
		wrong := right
		if r.IntN(2) == 0 && len(p.Palette) > 1 {
			wrong.Colour = (wrong.Colour + 1) % len(p.Palette)
		} else {
			wrong.Length++
		}
		q := p.Mended(nonogram.Slip{Line: nonogram.Line{Index: i}, Run: j, May: wrong})
		if q == nil {
			continue
		}
		want := nonogram.Slip{Line: nonogram.Line{Index: i}, Run: j, Was: wrong, May: right, Unique: true}
		if slips, complete := q.Slips(context.Background()); !complete || !slices.Contains(slips, want) {
			t.Errorf("%v: %v is not among %v", q, want, slips)
		}
		found++
	}
	if found < 20 {
		t.Errorf("%d slips", found)
	}
}
