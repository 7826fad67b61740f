package teach

import (
	"context"
	"iter"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Hints yields deductions up to the cells of Answer.Grid, in the order of a person who sees the
// whole board. Each Step is about one line, unless it is an assumption. It uses the easiest class
// of techniques that decides anything, in the line with the highest score. The score is the number
// of cells that the Step decides: twice that if the Step finishes the line, and twice again if one
// of the line's cells was decided last. Cells that no technique decides come one by one, by search.
//
// a is p's Answer, or nil if it is not known. last has the cells, row-major, that the player
// decided last, if known. Hints end early when ctx does, and in a puzzle without solution at the
// contradiction.
func Hints(ctx context.Context, p *puzzle.Puzzle, a *puzzle.Answer, last []int) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if p.Check() == nil && p.Balanced() && ctx.Err() == nil {
			NewStudy(ctx, p, true).guide(engine.AsCells(p, a), p.Positions(last), teller(p, yield))
		}
	}
}

// guide finds hints.
type guide[M line.Mask] struct {
	*lesson[M]
	seen   []prospect // for each line
	recent []bool     // for each line, whether one of its cells was decided last
}

// prospect is the best sight of a line, by the easiest class of techniques that sees anything in
// it.
type prospect struct {
	technique Technique
	fresh     []sight // nil for LineLogic
	cells     int     // number of cells that it decides
}

// guide yields hints; see Hints.
func (b *bench[M]) guide(a *puzzle.Answer, last []int, yield func(Step) bool) {
	g := guide[M]{newLesson(b, a, yield), make([]prospect, len(b.clues)), make([]bool, len(b.clues))}
	g.follow(last)
	for len(g.trail) < g.total && g.look() {
		mark := len(g.trail)
		if line := g.best(); line >= 0 {
			g.tellLine(line)
		} else if !g.suppose() && !g.reveal() {
			return
		}
		g.follow(g.trail[mark:])
	}
}

// follow marks the lines through some cells as those in which cells were decided last.
func (g *guide[M]) follow(cells []int) {
	clear(g.recent)
	for _, cell := range cells {
		if cell >= 0 && cell < g.rows*g.cols {
			row, column := g.through(cell)
			g.recent[row], g.recent[column] = true, true
		}
	}
}

// best returns the line of the next hint, -1 if no line decides anything: of the lines with the
// easiest class of techniques the one with the highest score, the first of equals. On the way it
// looks for the prospects of all lines that have changed.
func (g *guide[M]) best() int {
	best, class, score := -1, Extreme, 0
	for line := range g.clues {
		if g.next[line] >= mute {
			continue
		}
		if g.views[line] == nil { // it has changed
			g.seen[line] = g.prospect(line)
		}
		c, w := g.seen[line].technique.Difficulty(), g.score(line)
		if c < class || c == class && w > score {
			best, class, score = line, c, w
		}
	}
	return best
}

// prospect tries the rules on a line, from easy to hard. It returns the rule that decides the most
// cells among those of the easiest class that sees anything new. If no rule does, it returns
// LineLogic, with all cells that the line decides.
func (g *guide[M]) prospect(which int) (best prospect) {
	v := g.view(which)
	for _, rule := range g.rules {
		if best.cells > 0 && rule.technique.Difficulty() > best.technique.Difficulty() {
			break
		}
		fresh := rule.fresh(v)
		if n := v.open(fresh); n > best.cells {
			best = prospect{rule.technique, fresh, n}
		}
	}
	if best.cells > 0 {
		return best
	}
	n := 0
	count := func(int) { n++ }
	line.Each(g.said[which].Filled, count)
	line.Each(g.said[which].Empty, count)
	return prospect{LineLogic, nil, n}
}

// open returns the number of Unknown cells in some sights.
func (v *view) open(seen []sight) (n int) {
	counted := make([]bool, len(v.cells))
	for _, s := range seen {
		for i := s.lo; i < s.hi; i++ {
			if v.cells[i] == puzzle.Unknown && !counted[i] {
				counted[i] = true
				n++
			}
		}
	}
	return n
}

// score rates a hint in a line: the cells that it decides, doubled if it finishes the line, and
// doubled again if one of the line's cells was decided last.
func (g *guide[M]) score(line int) int {
	score := g.seen[line].cells
	if score == g.views[line].open([]sight{{hi: len(g.views[line].cells)}}) {
		score *= 2
	}
	if g.recent[line] {
		score *= 2
	}
	return score
}

// tellLine tells the hint found in a line.
func (g *guide[M]) tellLine(line int) {
	if p := g.seen[line]; p.fresh != nil {
		g.tellSeen(line, p.technique, p.fresh)
		return
	}
	g.tellLogic(line)
}

// reveal tells one cell of the answer, which it searches for unless it is known: the cell after
// which the lines decide most. It reports false if no cell is left to tell, if there is no solution,
// or if the budget has ended.
func (g *guide[M]) reveal() bool {
	if g.answer == nil && !g.over {
		g.answer = g.Solve()
	}
	if g.over || g.answer == nil || g.answer.Verdict == solvers.None {
		return false
	}
	best, most := -1, 0
	for cell, value := range g.answer.Grid {
		if value == puzzle.Unknown || g.at(cell) != puzzle.Unknown {
			continue
		}
		n, _ := g.try(cell, value)
		if g.over {
			return false
		}
		if n > most {
			best, most = cell, n
		}
	}
	if best < 0 {
		return false
	}
	g.tell(Step{Technique: Trial}, func() { g.set(best, g.answer.Grid[best]) })
	return true
}

// LineStep returns the next step in a line in black and white of up to 64 cells, as if no other
// line crossed it. It reports false if the line decides nothing, or no arrangement fits.
func LineStep(clue []puzzle.Run, cells []puzzle.Cell) (step Step, ok bool) {
	p := &puzzle.Puzzle{Rows: [][]puzzle.Run{clue}, Cols: make([][]puzzle.Run, len(cells)), Given: cells}
	b := newBench[[1]uint64](context.Background(), p)
	l := newLesson(b, nil, func(s Step) bool {
		step, ok = s, true
		return false
	})
	// The clues of the columns are not known: leave all columns out, and queue the row alone.
	b.emptyQueue()
	for column := range cells {
		b.relaxed[1+column], l.next[1+column] = true, mute
	}
	b.enqueue(0)
	for l.look() && l.next[0] < mute {
		l.apply(0)
	}
	return step, ok
}
