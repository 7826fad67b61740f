package solvers_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/kakuro"
)

// A kakuroTruth is a puzzle and what is known of its solutions.
type kakuroTruth struct {
	p     *kakuro.Puzzle
	least int      // as many solutions are known to exist
	exact bool     // and no more
	may   []uint16 // the digits that each cell has in the known ones, all 0 where there is none; nil where none is known
	one   []int    // a solution, where the puzzle was made of it

	// refuting reports whether entries contradict each other and the given digits, whatever the
	// others say; it is nil if nothing is known of that. whole: it judges a minimal core as well.
	refuting func(entries []kakuro.Entry) bool
	whole    bool
}

func (truth *kakuroTruth) String() string {
	text := fmt.Sprintf("%d solutions", truth.least)
	if !truth.exact {
		text = "at least " + text
	}
	if truth.may != nil && truth.least > 0 {
		text += fmt.Sprintf(", in common %v", truth.same())
	}
	return text
}

// same returns the digits that all known solutions have.
func (truth *kakuroTruth) same() []int {
	same := make([]int, len(truth.may))
	for i, may := range truth.may {
		if bits.OnesCount16(may) == 1 {
			same[i] = bits.TrailingZeros16(may)
		}
	}
	return same
}

// add takes a solution into account.
func (truth *kakuroTruth) add(grid []int) {
	if truth.may == nil {
		truth.may = make([]uint16, len(grid))
	}
	for i, digit := range grid {
		if digit != 0 {
			truth.may[i] |= 1 << digit
		}
	}
	truth.least++
}

// everyFilling answers a small puzzle; false where that takes too long.
func everyFilling(p *kakuro.Puzzle) (*kakuroTruth, bool) {
	truth := &kakuroTruth{p: p, exact: true, may: make([]uint16, len(p.Cells)), whole: true}
	if !digitFillings(p, entriesOf(p), 100_000, func(grid []int) bool { truth.add(grid); return true }) {
		return nil, false
	}
	known := map[string]bool{}
	truth.refuting = func(entries []kakuro.Entry) bool {
		key := fmt.Sprint(entries)
		if _, ok := known[key]; !ok {
			known[key] = true
			digitFillings(p, entries, 1<<40, func([]int) bool { known[key] = false; return false })
		}
		return known[key]
	}
	return truth, true
}

// whiteCells returns a grid without sums: a border above and to the left, and inside white cells with
// that probability, no entry longer than nine.
func whiteCells(r *rand.Rand, rows, cols int, white float64) *kakuro.Puzzle {
	p := &kakuro.Puzzle{Rows: rows + 1, Cols: cols + 1, Cells: make([]kakuro.Cell, (rows+1)*(cols+1))}
	for row := 1; row <= rows; row++ {
		for col := 1; col <= cols; col++ {
			p.Cells[row*p.Cols+col].White = r.Float64() < white && !(row > 9 && row%10 == 0) && !(col > 9 && col%10 == 0)
		}
	}
	return p
}

// fillAtRandom puts digits into the white cells, no two alike in an entry. A cell that can have none
// becomes a block.
func fillAtRandom(r *rand.Rand, p *kakuro.Puzzle) []int {
	grid := make([]int, len(p.Cells))
	for i := range p.Cells {
		if !p.Cells[i].White {
			continue
		}
		used := uint16(0)
		for k := i - 1; p.Cells[k].White; k-- {
			used |= 1 << grid[k]
		}
		for k := i - p.Cols; p.Cells[k].White; k -= p.Cols {
			used |= 1 << grid[k]
		}
		var free []int
		for digit := 1; digit <= 9; digit++ {
			if used>>digit&1 == 0 {
				free = append(free, digit)
			}
		}
		if free == nil {
			p.Cells[i].White = false
			continue
		}
		grid[i] = free[r.IntN(len(free))]
	}
	return grid
}

// setSums makes the sums those of a grid, each with that chance.
func setSums(r *rand.Rand, p *kakuro.Puzzle, grid []int, chance float64) {
	for _, entry := range entriesOf(p) {
		sum := 0
		for _, digit := range pick(grid, cellsOf(p, entry)) {
			sum += digit
		}
		if r.Float64() < chance {
			setSum(p, entry, sum)
		}
	}
}

// setSum writes the sum of an entry into the block before it, 0 for none.
func setSum(p *kakuro.Puzzle, entry kakuro.Entry, sum int) {
	if entry.Across {
		p.Cells[entry.Row*p.Cols+entry.Col-1].Across = sum
	} else {
		p.Cells[(entry.Row-1)*p.Cols+entry.Col].Down = sum
	}
}

// nudge makes a sum one more or less, where its entry can have that.
func nudge(r *rand.Rand, p *kakuro.Puzzle, by int) {
	entries := entriesOf(p)
	entry := entries[r.IntN(len(entries))]
	low, high := entry.Len*(entry.Len+1)/2, entry.Len*(19-entry.Len)/2
	if sum := entry.Sum + by; entry.Sum != 0 && sum >= low && sum <= high {
		setSum(p, entry, sum)
	}
}

// smallKakuro returns a puzzle of a filled grid, with all its sums or some, right or with a slip or two,
// and maybe with given digits.
func smallKakuro(r *rand.Rand, rows, cols int) *kakuroTruth {
	for {
		p := whiteCells(r, rows, cols, 0.6+0.4*r.Float64())
		if len(entriesOf(p)) == 0 {
			continue
		}
		grid := fillAtRandom(r, p)
		setSums(r, p, grid, []float64{1, 1, 0.9}[r.IntN(3)])
		switch r.IntN(4) {
		case 0:
			nudge(r, p, 1-2*r.IntN(2))
		case 1:
			nudge(r, p, 1)
			nudge(r, p, -1)
		}
		for i := range p.Cells {
			if p.Cells[i].White && r.IntN(12) == 0 {
				p.Cells[i].Given = grid[i]
				if r.IntN(6) == 0 {
					p.Cells[i].Given = 1 + r.IntN(9)
				}
			}
		}
		if truth, ok := everyFilling(p); ok {
			return truth
		}
	}
}

// tinyKakuro has so few cells that all their fillings can be tried without sums.
func tinyKakuro(r *rand.Rand, entries, slips int) *kakuro.Puzzle {
	for {
		p := whiteCells(r, 1+r.IntN(2), 2+r.IntN(2), 0.9)
		for i := range p.Cells {
			if len(entriesOf(p)) > entries {
				p.Cells[i].White = false
			}
		}
		if len(entriesOf(p)) == 0 {
			continue
		}
		setSums(r, p, fillAtRandom(r, p), 0.9)
		for range slips {
			nudge(r, p, 1-2*r.IntN(2))
		}
		return p
	}
}

// kakurosSideBySide returns one grid of many small puzzles. As they share no entry, each has its own solutions
// whatever the others have.
func kakurosSideBySide(r *rand.Rand) *kakuroTruth {
	down, across := 1+r.IntN(4), 1+r.IntN(4)
	spoiled := r.IntN(2*down*across) - down*across // at most one has no solution
	const side = 4
	p := &kakuro.Puzzle{Rows: down * side, Cols: across * side, Cells: make([]kakuro.Cell, down*across*side*side)}
	truth := &kakuroTruth{p: p, least: 1, exact: true, may: make([]uint16, len(p.Cells))}
	for n := range down * across {
		part := smallKakuro(r, 1+r.IntN(side-1), 1+r.IntN(side-1))
		for (part.least == 0) != (n == spoiled) {
			part = smallKakuro(r, 1+r.IntN(side-1), 1+r.IntN(side-1))
		}
		top, left := n/across*side, n%across*side
		for i, cell := range part.p.Cells {
			at := (top+i/part.p.Cols)*p.Cols + left + i%part.p.Cols
			p.Cells[at] = cell
			truth.may[at] = part.may[i]
		}
		truth.least = times(truth.least, part.least)
		if part.least == 0 {
			// The other puzzles have fillings, so that a core is within this one.
			truth.whole = true
			truth.refuting = func(entries []kakuro.Entry) bool {
				var inside []kakuro.Entry
				for _, entry := range entries {
					entry.Row -= top
					entry.Col -= left
					if slices.Contains(entriesOf(part.p), entry) {
						inside = append(inside, entry)
					}
				}
				return part.refuting(inside)
			}
		}
	}
	if truth.least == 0 {
		truth.may = make([]uint16, len(p.Cells))
	}
	return truth
}

// fromDigits returns a large puzzle with some known solutions: the grid that it was made from and
// exchanges of it.
func fromDigits(r *rand.Rand, rows, cols int) *kakuroTruth {
	p := whiteCells(r, rows, cols, 0.7+0.2*r.Float64())
	truth := &kakuroTruth{p: p}
	truth.one = fillAtRandom(r, p)
	setSums(r, p, truth.one, 1)
	truth.add(truth.one)
	digitExchanges(p, truth.one, func(other []int) bool {
		truth.add(other)
		return truth.least < 20
	})
	return truth
}

// unequal returns a large puzzle with all sums, in which those across add up to more than those down.
func unequal(r *rand.Rand, rows, cols int) *kakuroTruth {
	truth := fromDigits(r, rows, cols)
	for {
		before := entriesOf(truth.p)
		nudge(r, truth.p, 1)
		if !slices.Equal(before, entriesOf(truth.p)) {
			return &kakuroTruth{p: truth.p, exact: true, may: make([]uint16, len(truth.may))}
		}
	}
}

// fromEntries returns a puzzle made to order. It is ok if the entries alone, one by one, prove that it
// has one solution.
func fromEntries(r *rand.Rand, rows, cols int) (*kakuroTruth, bool) {
	p, err := kakuro.Generate(context.Background(), rows, cols, kakuro.Demands()[r.IntN(2)], r.Uint64())
	if err != nil {
		return nil, false
	}
	truth := &kakuroTruth{p: p, least: 1, exact: true, may: byEntries(p)}
	truth.one = truth.same()
	return truth, filled(p, truth.one)
}

// kakuroQuestions returns the questions of one round about puzzles drawn from r, each with a judge
// of its answer.
func kakuroQuestions(r *rand.Rand) (asked []question) {
	ask := func(pace pace, truth *kakuroTruth, name string, put func(context.Context) reply) {
		asked = append(asked, question{
			solver: "kakuro", name: name, puzzle: truth.p.Line(), truth: truth.String(), pace: pace, ask: put,
		})
	}
	all := func(pace pace, truth *kakuroTruth) {
		limit := countLimit(r)
		p := truth.p
		ask(pace, truth, "Solve", func(ctx context.Context) reply { return truth.heard(p.Solve(ctx)) })
		ask(pace, truth, "Decide", func(ctx context.Context) reply { return truth.heardDecision(p.Decide(ctx)) })
		ask(pace, truth, "Count", func(ctx context.Context) reply {
			n, exact := p.Count(ctx, limit)
			return heardCount(n, exact, limit, truth.least, truth.exact)
		})
		ask(pace, truth, "CountFrom", func(ctx context.Context) reply {
			half, stop := halfOf(ctx)
			defer stop()
			a, err := p.Solve(half)
			if err != nil {
				return undecided("%v", err)
			}
			n, exact := p.CountFrom(ctx, a, limit)
			return heardCount(n, exact, limit, truth.least, truth.exact)
		})
		// Of a puzzle of 14 × 14 Core goes on for minutes after the end of its time, if all entries are in one piece.
		if truth.least > 0 || truth.refuting != nil {
			ask(pace, truth, "Core", func(ctx context.Context) reply { return truth.heardCore(p.Core(ctx)) })
		}
		ask(pace, truth, "Steps", func(ctx context.Context) reply { return truth.heardSteps(slices.Collect(p.Steps(ctx))) })
		ask(pace, truth, "Hints", func(ctx context.Context) reply { return truth.heardHints(slices.Collect(p.Hints(ctx))) })
		if pace == quick && truth.exact && truth.least == 1 {
			ask(pace, truth, "Difficulty", func(ctx context.Context) reply { return truth.heardDifficulty(p.Difficulty(ctx)) })
		}
		ask(pace, truth, "PencilMarks", func(context.Context) reply { return truth.heardPencil(p.PencilMarks()) })
	}

	for range 24 {
		all(quick, smallKakuro(r, 1+r.IntN(3), 1+r.IntN(4)))
	}
	for range 6 {
		all(quick, kakurosSideBySide(r))
	}
	for range 4 {
		all(quick, unequal(r, 5+r.IntN(20), 5+r.IntN(20)))
		if truth, ok := fromEntries(r, 6+r.IntN(5), 6+r.IntN(5)); ok {
			all(quick, truth)
			repair := func(p *kakuro.Puzzle, least int) {
				ask(quick, &kakuroTruth{p: p}, "Repair", func(ctx context.Context) reply { return heardSums(p, least, false)(p.Repair(ctx, nil)) })
			}
			repair(truth.p, 0)
			for slip := truth.p; ; {
				slip = &kakuro.Puzzle{Rows: slip.Rows, Cols: slip.Cols, Cells: slices.Clone(truth.p.Cells)}
				if nudge(r, slip, 1); !slices.Equal(slip.Cells, truth.p.Cells) {
					all(quick, &kakuroTruth{p: slip, exact: true, may: make([]uint16, len(slip.Cells))})
					repair(slip, 1)
					break
				}
			}
		}
	}
	for range 12 {
		p := tinyKakuro(r, 7, r.IntN(2))
		least := fewestSums(p)
		asked = append(asked, question{
			solver: "kakuro", name: "Repair", puzzle: p.Line(), truth: fmt.Sprintf("%d changes", least),
			ask: func(ctx context.Context) reply { return heardSums(p, least, true)(p.Repair(ctx, nil)) },
		})
	}
	for range 4 {
		// Puzzles that share no entry need their changes each for itself.
		n, least := 2+r.IntN(5), 0
		p := &kakuro.Puzzle{Rows: 3, Cols: 4 * n, Cells: make([]kakuro.Cell, 3*4*n)}
		for k := range n {
			part := tinyKakuro(r, 4, 0)
			for fewestSums(part) < 0 {
				part = tinyKakuro(r, 4, 0)
			}
			least += fewestSums(part)
			for i, cell := range part.Cells {
				p.Cells[i/part.Cols*p.Cols+4*k+i%part.Cols] = cell
			}
		}
		ask(slow, &kakuroTruth{p: p}, "Repair", func(ctx context.Context) reply { return heardSums(p, least, true)(p.Repair(ctx, nil)) })
		asked[len(asked)-1].truth = fmt.Sprintf("%d changes", least)
	}

	for range 6 {
		truth := fromDigits(r, 20+r.IntN(40), 20+r.IntN(40))
		all(slow, truth)
		ask(slow, truth, "Repair", func(ctx context.Context) reply {
			return heardSums(truth.p, len(truth.p.Cells), false)(truth.p.Repair(ctx, nil))
		})
	}
	for range 4 {
		all(slow, fromDigits(r, 5+r.IntN(4), 5+r.IntN(4)))
	}
	for range 6 {
		all(slow, fromDigits(r, 10+r.IntN(10), 10+r.IntN(10)))
	}
	return asked
}

// heard judges an Answer of Solve.
func (truth *kakuroTruth) heard(a *kakuro.Answer, err error) reply {
	heard := truth.heardDecision(a, err)
	if err != nil || heard.wrong != "" {
		return heard
	}
	if a.BackboneProved {
		heard.said += ", backbone proved"
		if a.Verdict != solvers.Unique && a.Verdict != solvers.Multiple {
			heard.wrong = "a backbone is proved where nothing is decided"
		}
		if truth.exact && truth.may != nil && !slices.Equal(a.Grid, truth.same()) {
			heard.wrong = "it says that it has the whole backbone"
		}
	}
	heard.decided = a.Verdict == solvers.None || a.BackboneProved
	return heard
}

// heardDecision judges an Answer of Decide.
func (truth *kakuroTruth) heardDecision(a *kakuro.Answer, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	heard := reply{said: fmt.Sprintf("%v, grid %v", a.Verdict, a.Grid), decided: a.Verdict != solvers.Undecided}
	heard.wrong = wrongVerdict(a.Verdict, len(a.Solutions), truth.least, truth.exact)
	for i, solution := range a.Solutions {
		if !filled(truth.p, solution) {
			heard.wrong = fmt.Sprintf("this is no solution: %v", solution)
		}
		if i > 0 && slices.Equal(solution, a.Solutions[0]) {
			heard.wrong = "the two solutions are the same"
		}
	}
	if a.Verdict == solvers.Unique && len(a.Solutions) == 1 && !slices.Equal(a.Grid, a.Solutions[0]) {
		heard.wrong = "the grid is not the only solution"
	}
	if truth.may != nil && truth.least > 0 && a.Verdict != solvers.None {
		for i, digit := range a.Grid {
			if digit != 0 && truth.may[i] != 1<<digit {
				heard.wrong = fmt.Sprintf("cell %d is not %d in all solutions", i, digit)
			}
			if truth.may[i]&^a.Candidates[i] != 0 {
				heard.wrong = fmt.Sprintf("cell %d can have more digits than the candidates %b", i, a.Candidates[i])
			}
		}
	}
	return heard
}

// heardCore judges entries that are to contradict each other.
func (truth *kakuroTruth) heardCore(entries []kakuro.Entry, proved solvers.Minimality) reply {
	heard := reply{said: fmt.Sprintf("%v, %v", entries, proved), decided: proved != solvers.NotMinimal || truth.least > 0}
	if truth.least == 0 && truth.refuting != nil && truth.refuting(nil) {
		heard.decided = true // the given digits need no entry
	}
	switch {
	case len(entries) == 0:
	case truth.least > 0:
		heard.wrong = "a core of what has a solution"
	case truth.refuting != nil && !truth.refuting(entries):
		heard.wrong = "the entries do not contradict each other"
	case proved != solvers.NotMinimal && truth.whole:
		for i := range entries {
			if truth.refuting(slices.Delete(slices.Clone(entries), i, i+1)) {
				heard.wrong = fmt.Sprintf("%v can be left out", entries[i])
			}
		}
		for i, e := range truth.p.Entries() {
			for j := range i {
				if pair := []kakuro.Entry{truth.p.Entries()[j], e}; proved == solvers.Fewest && len(entries) > 2 && truth.refuting(pair) {
					heard.wrong = fmt.Sprintf("%v are fewer", pair)
				}
			}
		}
	}
	return heard
}

// heardSteps judges what steps place and strike, and whether they lead to the whole backbone.
func (truth *kakuroTruth) heardSteps(steps []kakuro.Step) reply {
	heard := reply{said: fmt.Sprintf("%d steps", len(steps)), decided: truth.least == 0 || truth.may == nil}
	if heard.decided {
		return heard
	}
	grid := make([]int, len(truth.p.Cells))
	for i, cell := range truth.p.Cells {
		grid[i] = cell.Given
	}
	for n, step := range steps {
		for _, placed := range step.Cells {
			i := placed.Row*truth.p.Cols + placed.Col
			if placed.Digit != 0 {
				grid[i] = placed.Digit
			}
			if placed.Digit != 0 && truth.may[i] != 1<<placed.Digit || truth.may[i]&placed.Removed != 0 {
				heard.wrong = fmt.Sprintf("step %d (%v, %+v): %+v is not so in all solutions", n+1, step.Technique, step.Entry, placed)
				return heard
			}
		}
	}
	heard.decided = slices.Equal(grid, truth.same())
	return heard
}

// heardHints judges hints as the steps that they are made of. Placed is only what a hint aims at.
func (truth *kakuroTruth) heardHints(hints []kakuro.Hint) reply {
	var steps []kakuro.Step
	for _, hint := range hints {
		for _, step := range hint.Steps {
			if last := step.Cells[0]; last.Digit != 0 && (last.Row != hint.Aim.Row || last.Col != hint.Aim.Col || last.Digit != hint.Aim.Digit) {
				return reply{said: fmt.Sprintf("%+v", hint), wrong: "it places another digit than it aims at"}
			}
			steps = append(steps, step)
		}
	}
	heard := truth.heardSteps(steps)
	heard.said = fmt.Sprintf("%d hints", len(hints))
	return heard
}

// heardDifficulty judges a difficulty of a puzzle with one solution: that of its hardest step, when
// there is time for all steps.
func (truth *kakuroTruth) heardDifficulty(d kakuro.Difficulty, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	hardest := kakuro.Easy
	for step := range truth.p.Steps(context.Background()) {
		hardest = max(hardest, step.Technique.Difficulty())
	}
	heard := reply{said: d.String(), decided: true}
	if d != hardest {
		heard.wrong = "a step is " + hardest.String()
	}
	return heard
}

// heardPencil judges pencil marks, which may always be too many.
func (truth *kakuroTruth) heardPencil(marks []uint16) reply {
	heard := reply{said: fmt.Sprintf("%b", marks), decided: true}
	for i, may := range truth.may {
		if may&^marks[i] != 0 {
			heard.wrong = fmt.Sprintf("cell %d can have more digits than the marks %b", i, marks[i])
		}
	}
	return heard
}

// heardSums judges a repair of a puzzle that needs least changes, or at most least if exact is
// false; the puzzle is small then. least is -1 if no changes help.
func heardSums(p *kakuro.Puzzle, least int, exact bool) func(*kakuro.Repaired, error) reply {
	return func(a *kakuro.Repaired, err error) reply {
		if err != nil {
			return undecided("%v", err)
		}
		heard := reply{
			said:    fmt.Sprintf("%v after changes %+v, or instead %+v, at least %d, proved %v", a.Verdict, a.Changed, a.Instead, a.Least, a.Proved),
			decided: a.Proved && a.Verdict == solvers.Unique || least < 0 || least > 2,
		}
		with := func(changes ...kakuro.Change) (*kakuro.Puzzle, bool) {
			changed := &kakuro.Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: slices.Clone(p.Cells)}
			for _, change := range changes {
				if !slices.Contains(entriesOf(p), change.Entry) || change.Now == change.Sum {
					heard.wrong = fmt.Sprintf("%+v is no change", change)
					return changed, false
				}
				setSum(changed, change.Entry, change.Now)
			}
			count := 0
			if exact {
				digitFillings(changed, entriesOf(changed), 1<<40, func([]int) bool { count++; return count < 2 })
			}
			return changed, count == 1
		}
		changed, alone := with(a.Changed...)
		switch {
		case heard.wrong != "":
		case !slices.Equal(changed.Cells, a.Puzzle.Cells):
			heard.wrong = "its puzzle is not the old one with the changes"
		case exact && (a.Verdict == solvers.Unique && !alone || alone && a.Verdict != solvers.Unique && a.Verdict != solvers.Undecided):
			heard.wrong = "the verdict on the changed puzzle"
		case a.Least > least && least >= 0:
			heard.wrong = "fewer changes do"
		case a.Proved && a.Least != len(a.Changed):
			heard.wrong = "proved, and not the least"
		case a.Verdict == solvers.Unique && exact && len(a.Changed) < least:
			heard.wrong = "so few changes cannot do"
		case a.Verdict == solvers.Unique && a.Least > len(a.Changed):
			heard.wrong = "it says itself that it takes more"
		}
		if exact {
			for _, change := range a.Instead {
				if _, alone := with(change); !alone && heard.wrong == "" {
					heard.wrong = fmt.Sprintf("%+v alone does not do", change)
				}
			}
		}
		return heard
	}
}
