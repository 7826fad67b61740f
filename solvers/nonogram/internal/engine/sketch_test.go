package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// A sketch agrees with all pictures tried, under cells assumed that come and go: whether there
// is a solution, what it is, and which of the cells rule out all. Its conflicts are learned from
// by the reasons that the line solver gives.
func TestSketchAgainstAllPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	var conflicts, cores int64
	for n := range 1500 {
		p := randomPuzzle(r, 4)
		all := puzzletest.Solutions(p)
		g := newGrid[[1]uint64](p)
		g.begin(t.Context())
		if n%2 == 0 && g.propagate() != consistent {
			continue
		}
		page := newSketch(g)
		for range 4 {
			var assumed []cdcl.Lit
			wanted := slices.Clone(all)
			for range r.IntN(5) {
				c, value := r.IntN(len(page.cells)), puzzle.Empty+puzzle.Cell(r.IntN(2))
				assumed = append(assumed, page.literal(c, value))
				wanted = slices.DeleteFunc(wanted, func(s []puzzle.Cell) bool { return s[c] != value })
			}
			switch status := page.sat.Solve(t.Context(), assumed...); {
			case status == cdcl.Sat && slices.ContainsFunc(wanted, func(s []puzzle.Cell) bool { return slices.Equal(s, page.picture()) }):
			case status == cdcl.Unsat && len(wanted) == 0:
				core := page.sat.Core()
				if slices.ContainsFunc(all, func(s []puzzle.Cell) bool { return page.keeps(s, core) }) {
					t.Fatalf("%s: a solution has all of the core %v", p, core)
				}
				if len(core) < len(assumed) && len(all) > 0 {
					cores++
				}
			default:
				t.Fatalf("%s: %v, but %d solutions have the cells assumed", p, status, len(wanted))
			}
		}
		conflicts += page.sat.Conflicts
	}
	if conflicts < 100 || cores < 100 {
		t.Errorf("%d conflicts, %d cores of less than all assumed", conflicts, cores)
	}
}

// keeps says whether a picture has all of some cells.
func (p *page) keeps(picture []puzzle.Cell, cells []cdcl.Lit) bool {
	return !slices.ContainsFunc(cells, func(l cdcl.Lit) bool {
		if !p.open(l) {
			return l != p.yes
		}
		c := slices.IndexFunc(p.cells, func(cell cdcl.Lit) bool { return cell.Var() == l.Var() })
		return p.literal(c, picture[c]) != l
	})
}

// Why a cell follows in a line: the cells named leave the line no other way, and each is needed.
func TestReasonsOfLines(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 6))
	named := 0
	for range 400 {
		p := sparse(r, 1+r.IntN(64))
		g := bare(t, p)
		page := newSketch(g)
		s := page.sat.Theory.(*sketch)
		solution := make([]puzzle.Cell, len(page.cells)) // one of the row looked at, at least
		row := r.IntN(g.rows)
		for i, c := range placed(r, g.clues[row], g.cols) {
			solution[row*g.cols+i] = c
		}
		for _, i := range r.Perm(g.cols)[:g.cols/2] {
			c := row*g.cols + i
			s.Push([]cdcl.Lit{page.literal(c, solution[c])}, false)
		}
		s.queue = append(s.queue[:0], int32(row))
		s.queued[row] = true
		implied, ok := s.Imply()
		if !ok {
			t.Fatalf("%v: no arrangement, but it is that of %v", p.Rows[row], s.lines[row])
		}
		for _, l := range slices.Clone(implied) {
			why := slices.Clone(s.Why(l))
			named += len(why)
			leaves := func(cells []cdcl.Lit) bool { // the cell's other value an arrangement
				var k line.Known[[1]uint64]
				for _, l := range cells {
					if i := int(s.cells[l.Var()]) % g.cols; l.Negative() {
						k.Empty[0] |= 1 << i
					} else {
						k.Filled[0] |= 1 << i
					}
				}
				solver := line.NewLineSolver[[1]uint64](len(g.clues[row]))
				_, ok := solver.Arrange(g.clues[row], g.cols, k)
				return ok
			}
			if leaves(append(why, l.Not())) {
				t.Fatalf("%v: %v do not force %d", p.Rows[row], why, l)
			}
			for i := range why {
				if !leaves(append(slices.Delete(slices.Clone(why), i, i+1), l.Not())) {
					t.Fatalf("%v: %v force %d, and not all are needed", p.Rows[row], why, l)
				}
			}
		}
	}
	if named < 1000 {
		t.Errorf("only %d cells named", named)
	}
}

// placed is some arrangement of runs in a line of n cells.
func placed(r *rand.Rand, runs []int, n int) []puzzle.Cell {
	line := slices.Repeat([]puzzle.Cell{puzzle.Empty}, n)
	at, spare := 0, n-max(puzzletest.Need(runs), 0)
	for _, run := range runs {
		skip := r.IntN(spare + 1)
		spare -= skip
		at += skip
		for range run {
			line[at] = puzzle.Filled
			at++
		}
		at++
	}
	return line
}
