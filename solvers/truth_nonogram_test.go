package solvers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// A nonogramTruth is a puzzle and what is known of its solutions.
type nonogramTruth struct {
	p     *nonogram.Puzzle
	least int  // as many solutions are known to exist
	exact bool // and no more

	// Same holds the cells that are equal in all solutions that are known; nil where none is. If
	// exact, that is the backbone.
	same []nonogram.Cell

	// Refuting says whether some lines contradict each other whatever the others say, and Minimal
	// whether they would not if one were left out; nil where nothing is known.
	refuting, minimal func(lines []nonogram.Line) bool
}

func (truth *nonogramTruth) String() string {
	switch {
	case !truth.exact:
		return fmt.Sprintf("at least %d solutions", truth.least)
	case truth.same == nil:
		return fmt.Sprintf("exactly %d solutions", truth.least)
	}
	return fmt.Sprintf("exactly %d solutions, in common %s", truth.least, drawing(truth.same, len(truth.p.Cols)))
}

func drawing(picture []nonogram.Cell, cols int) string {
	var text strings.Builder
	for i, cell := range picture {
		if i > 0 && i%cols == 0 {
			text.WriteByte('/')
		}
		text.WriteString(cell.String())
	}
	return text.String()
}

func randomPicture(r *rand.Rand, rows, cols int, filled float64) []nonogram.Cell {
	picture := make([]nonogram.Cell, rows*cols)
	for i := range picture {
		picture[i] = nonogram.Empty
		if r.Float64() < filled {
			picture[i] = nonogram.Filled
		}
	}
	return picture
}

// cluesOf returns the puzzle of a picture without the picture.
func cluesOf(picture []nonogram.Cell, cols int) *nonogram.Puzzle {
	p := &nonogram.Puzzle{}
	for r := range len(picture) / cols {
		p.Rows = append(p.Rows, runsOf(picture[r*cols:(r+1)*cols]))
	}
	for c := range cols {
		p.Cols = append(p.Cols, runsOf(columnOf(picture, cols, c)))
	}
	return p
}

// byTryingAll answers a small puzzle.
func byTryingAll(p *nonogram.Puzzle) *nonogramTruth {
	all := allSolutions(p)
	truth := &nonogramTruth{p: p, least: len(all), exact: true}
	if len(all) > 0 {
		truth.same = common(all)
	}
	if len(p.Rows)*len(p.Cols) > 16 { // too many ways to fill what is left out
		return truth
	}
	known := map[string]bool{}
	truth.refuting = func(lines []nonogram.Line) bool {
		key := fmt.Sprint(lines)
		if _, ok := known[key]; !ok {
			known[key] = true
			fillings(p, func(line nonogram.Line) bool { return slices.Contains(lines, line) }, func([]nonogram.Cell) bool {
				known[key] = false
				return false
			})
		}
		return known[key]
	}
	truth.minimal = func(lines []nonogram.Line) bool {
		for i := range lines {
			if truth.refuting(slices.Delete(slices.Clone(lines), i, i+1)) {
				return false
			}
		}
		return true
	}
	return truth
}

// smallNonogram returns a picture's puzzle, whole or with a slip that keeps the totals, maybe with given
// cells.
func smallNonogram(r *rand.Rand, rows, cols int) *nonogramTruth {
	for {
		picture := randomPicture(r, rows, cols, 0.2+0.6*r.Float64())
		p := cluesOf(picture, cols)
		if r.IntN(2) == 0 && !misplace(r, p) {
			continue
		}
		if r.IntN(4) == 0 {
			p.Given = randomPicture(r, rows, cols, 0.5) // contradicts the picture now and then
			for i := range p.Given {
				switch r.IntN(6) {
				case 0:
				case 1:
					p.Given[i] = picture[i]
				default:
					p.Given[i] = nonogram.Unknown
				}
			}
		}
		if tries(p, everyLine) < 20_000 {
			return byTryingAll(p)
		}
	}
}

// misplace makes a run longer and another one of the same direction shorter, or exchanges two
// lines, so that the totals stay as they are; false where that gives no puzzle.
func misplace(r *rand.Rand, p *nonogram.Puzzle) bool {
	lines, length := p.Rows, len(p.Cols)
	if r.IntN(2) == 0 {
		lines, length = p.Cols, len(p.Rows)
	}
	a, b := r.IntN(len(lines)), r.IntN(len(lines))
	if r.IntN(3) == 0 {
		lines[a], lines[b] = lines[b], lines[a]
		return a != b
	}
	if len(lines[a]) == 0 || len(lines[b]) == 0 {
		return false
	}
	i, j := r.IntN(len(lines[a])), r.IntN(len(lines[b]))
	lines[a][i].Length++
	lines[b][j].Length--
	return (a != b || i != j) && lines[b][j].Length > 0 && shortest(lines[a]) <= length
}

// shortest returns the length of the shortest line that holds the clue.
func shortest(clue []nonogram.Run) int {
	n := max(len(clue)-1, 0)
	for _, run := range clue {
		n += run.Length
	}
	return n
}

// sideBySide puts puzzles into one, so that each has its own solutions whatever the others have:
// rows[i][j] are of one height for each i and one width for each j. Between them run bands, rows
// and columns that are full, wider than any puzzle, with an empty line on each side. A full line
// says so itself; the empty ones hold no more runs than there are bands across them; and as no
// run of a puzzle is as long as the width of a band, the runs of a line between two bands belong to
// the puzzle between them.
func sideBySide(parts [][]*nonogramTruth) *nonogramTruth {
	band := 1
	for _, row := range parts {
		for _, part := range row {
			band = max(band, len(part.p.Rows)+1, len(part.p.Cols)+1)
		}
	}
	whole := &nonogramTruth{p: &nonogram.Puzzle{}, least: 1, exact: true}
	transposed := make([][]*nonogramTruth, len(parts[0]))
	for j := range transposed {
		for i := range parts {
			transposed[j] = append(transposed[j], parts[i][j])
		}
	}
	rowsIn := func(part *nonogramTruth) [][]nonogram.Run { return part.p.Rows }
	colsIn := func(part *nonogramTruth) [][]nonogram.Run { return part.p.Cols }
	whole.p.Rows = bandedLines(parts, rowsIn, colsIn, band)
	whole.p.Cols = bandedLines(transposed, colsIn, rowsIn, band)

	cols := len(whole.p.Cols)
	whole.same = make([]nonogram.Cell, len(whole.p.Rows)*cols)
	for i := range whole.same {
		whole.same[i] = nonogram.Empty
		if len(whole.p.Rows[i/cols]) == 1 && whole.p.Rows[i/cols][0].Length == cols ||
			len(whole.p.Cols[i%cols]) == 1 && whole.p.Cols[i%cols][0].Length == len(whole.p.Rows) {
			whole.same[i] = nonogram.Filled
		}
	}
	var bad []*nonogramTruth
	var badTop, badLeft int
	top := 1
	for i := range parts {
		left := 1
		for _, part := range parts[i] {
			whole.least = times(whole.least, part.least)
			if part.least == 0 {
				bad = append(bad, part)
				badTop, badLeft = top, left
			}
			for at, given := range part.p.Given {
				if given != nonogram.Unknown {
					if whole.p.Given == nil {
						whole.p.Given = make([]nonogram.Cell, len(whole.same))
					}
					whole.p.Given[(top+at/len(part.p.Cols))*cols+left+at%len(part.p.Cols)] = given
				}
			}
			for at, cell := range part.same {
				whole.same[(top+at/len(part.p.Cols))*cols+left+at%len(part.p.Cols)] = cell
			}
			left += len(part.p.Cols) + 2 + band
		}
		top += len(parts[i][0].p.Rows) + 2 + band
	}
	if whole.least == 0 {
		whole.same = nil
	}
	if len(bad) == 1 && bad[0].refuting != nil {
		// All lines but those of the only puzzle without solution have a filling. So of lines that
		// contradict each other, those of that puzzle do within it.
		whole.refuting = func(lines []nonogram.Line) bool {
			var inside []nonogram.Line
			for _, line := range lines {
				first, lengths := badTop, len(bad[0].p.Rows)
				if line.Column {
					first, lengths = badLeft, len(bad[0].p.Cols)
				}
				if at := line.Index - first; at >= 0 && at < lengths {
					inside = append(inside, nonogram.Line{Column: line.Column, Index: at})
				}
			}
			return bad[0].refuting(inside)
		}
	}
	return whole
}

// bandedLines returns the clues of the lines of one direction.
func bandedLines(parts [][]*nonogramTruth, along, across func(*nonogramTruth) [][]nonogram.Run, band int) (lines [][]nonogram.Run) {
	between := len(parts[0]) - 1
	length := between * band
	for _, part := range parts[0] {
		length += len(across(part)) + 2
	}
	bands := slices.Repeat([]nonogram.Run{{Length: band}}, between)
	for i, row := range parts {
		if i > 0 {
			lines = append(lines, slices.Repeat([][]nonogram.Run{{{Length: length}}}, band)...)
		}
		lines = append(lines, bands)
		for k := range along(row[0]) {
			var clue []nonogram.Run
			for j, part := range row {
				if j > 0 {
					clue = append(clue, nonogram.Run{Length: band})
				}
				clue = append(clue, along(part)[k]...)
			}
			lines = append(lines, clue)
		}
		lines = append(lines, bands)
	}
	return lines
}

// patchwork returns many small puzzles side by side, without solution as often as with.
func patchwork(r *rand.Rand) *nonogramTruth {
	rows, cols := make([]int, 1+r.IntN(4)), make([]int, 2+r.IntN(3))
	parts := make([][]*nonogramTruth, len(rows))
	for j := range cols {
		cols[j] = 1 + r.IntN(5)
	}
	spoiled := r.IntN(2*len(rows)*len(cols)) - len(rows)*len(cols)
	for i := range rows {
		rows[i] = 1 + r.IntN(5)
		for j := range cols {
			part := smallNonogram(r, rows[i], cols[j])
			for tries := 0; (part.least == 0) != (i*len(cols)+j == spoiled) && tries < 100; tries++ {
				part = smallNonogram(r, rows[i], cols[j])
			}
			for part.least == 0 && i*len(cols)+j != spoiled {
				part = byTryingAll(cluesOf(randomPicture(r, rows[i], cols[j], 0.9), cols[j]))
			}
			parts[i] = append(parts[i], part)
		}
	}
	return sideBySide(parts)
}

// switches returns a puzzle of n by n places where two cells can be exchanged: 2^(n²) solutions.
func switches(n int) *nonogramTruth {
	one := byTryingAll(nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}}))
	parts := make([][]*nonogramTruth, n)
	for i := range parts {
		parts[i] = slices.Repeat([]*nonogramTruth{one}, n)
	}
	return sideBySide(parts)
}

// fromLines returns a large puzzle with one solution: blurred noise, whose cells that lines leave
// open are filled until they leave none open.
func fromLines(r *rand.Rand, rows, cols int) *nonogramTruth {
	noise := randomPicture(r, rows+2, cols+2, 0.5)
	picture := make([]nonogram.Cell, rows*cols)
	for i := range picture {
		dark := 0
		for at := range 9 {
			if noise[(i/cols+at/3)*(cols+2)+i%cols+at%3] == nonogram.Filled {
				dark++
			}
		}
		picture[i] = nonogram.Empty
		if dark > 4 {
			picture[i] = nonogram.Filled
		}
	}
	for {
		p := nonogram.FromPicture(picture, cols)
		grid, _ := byLines(p, everyLine)
		if !slices.Contains(grid, nonogram.Unknown) {
			return &nonogramTruth{p: p, least: 1, exact: true, same: picture}
		}
		picture = slices.Clone(picture)
		for i, cell := range grid {
			if cell == nonogram.Unknown && r.IntN(2) == 0 {
				picture[i] = nonogram.Filled
			}
		}
	}
}

// fromNoise returns a large puzzle with some known solutions: its picture, and exchanges of it.
// With a side from 45 on and two cells in five filled it is hard enough to keep two cores busy
// for seconds.
func fromNoise(r *rand.Rand, side int, filled float64) *nonogramTruth {
	picture := randomPicture(r, side, side, filled)
	truth := &nonogramTruth{p: nonogram.FromPicture(picture, side), least: 1, same: slices.Clone(picture)}
	exchanges(truth.p, picture, func(other []nonogram.Cell) bool {
		truth.least++
		for i, cell := range other {
			if truth.same[i] != cell {
				truth.same[i] = nonogram.Unknown
			}
		}
		return truth.least < 20
	})
	return truth
}

// overfull returns a large puzzle whose totals agree and that has no solution, as some columns want more
// than the rows can give them.
func overfull(r *rand.Rand, side int) *nonogramTruth {
	for {
		// Rows are nearly empty or half full, columns nearly full or nearly empty.
		dark, full := randomPicture(r, side, side, 0.5), randomPicture(r, side, side, 0.9)
		sparse := randomPicture(r, side, side, 0.1)
		from, to := slices.Clone(dark), slices.Clone(full)
		for i := range from {
			if i/side%2 == 0 {
				from[i] = sparse[i]
			}
			if i%side%3 != 0 {
				to[i] = sparse[i]
			}
		}
		p := &nonogram.Puzzle{Rows: cluesOf(from, side).Rows, Cols: cluesOf(to, side).Cols}
		for range 4 * side * side { // even out the totals
			if p.Balanced() {
				break
			}
			rows, cols := p.Totals()
			i := r.IntN(len(to))
			if was := to[i]; rows[0] > cols[0] {
				to[i] = nonogram.Filled
			} else if was == nonogram.Filled {
				to[i] = nonogram.Empty
			}
			p.Cols = cluesOf(to, side).Cols
		}
		if p.Balanced() && tooHeavy(p) {
			return &nonogramTruth{p: p, exact: true}
		}
	}
}

// dominoes returns n-Dom, a chain of dominoes with one solution that takes search: S. Simpson's and
// J. Wolter's benchmark ("Survey of Paint-by-Number Puzzle Solvers").
func dominoes(n int) *nonogramTruth {
	rows, cols := [][]int{{3}, {1}}, [][]int{{1}, {1}}
	for range n - 1 {
		rows = append(rows, []int{3, 1}, []int{1})
		cols = append(cols, []int{1, 3}, []int{1})
	}
	p := nonogram.New(append(rows, []int{1}), append(cols, []int{3}))
	return &nonogramTruth{p: p, least: 1, exact: true}
}

// contradicted returns a puzzle with one solution and a given cell that is not in it.
func contradicted(r *rand.Rand, truth *nonogramTruth, solution []nonogram.Cell) *nonogramTruth {
	p := &nonogram.Puzzle{Rows: truth.p.Rows, Cols: truth.p.Cols, Given: make([]nonogram.Cell, len(solution))}
	at := r.IntN(len(solution))
	p.Given[at] = nonogram.Filled + nonogram.Empty - solution[at]
	return &nonogramTruth{p: p, exact: true}
}

func nonogramQuestions(r *rand.Rand) (asked []question) {
	ask := func(pace pace, truth *nonogramTruth, name string, put func(context.Context) reply) {
		asked = append(asked, question{
			solver: "nonogram", name: name, puzzle: truth.p.String(), truth: truth.String(), pace: pace, ask: put,
		})
	}
	verdicts := func(pace pace, truth *nonogramTruth, limit int) {
		ask(pace, truth, "Solve", func(ctx context.Context) reply { return truth.heard(truth.p.Solve(ctx)) })
		ask(pace, truth, "Decide", func(ctx context.Context) reply { return truth.heardDecision(truth.p.Decide(ctx)) })
		ask(pace, truth, "Count", func(ctx context.Context) reply {
			n, exact := truth.p.Count(ctx, limit)
			return heardCount(n, exact, limit, truth.least, truth.exact)
		})
	}
	all := func(pace pace, truth *nonogramTruth) {
		limit := countLimit(r)
		if pace == quick && truth.least > 10_000 {
			limit = min(limit, 1000) // solutions of puzzles that share lines are found one after the other
		}
		verdicts(pace, truth, limit)
		ask(pace, truth, "CountFrom", func(ctx context.Context) reply {
			half, stop := halfOf(ctx)
			defer stop()
			a, err := truth.p.Solve(half)
			if err != nil {
				return undecided("%v", err)
			}
			n, exact := truth.p.CountFrom(ctx, a, limit)
			return heardCount(n, exact, limit, truth.least, truth.exact)
		})
		ask(pace, truth, "Core", func(ctx context.Context) reply { return truth.heardCore(truth.p.Core(ctx)) })
		ask(pace, truth, "Steps", func(ctx context.Context) reply {
			return truth.heardSteps(slices.Collect(truth.p.Steps(ctx)))
		})
		if pace == quick && truth.exact && truth.least == 1 {
			ask(pace, truth, "Difficulty", func(ctx context.Context) reply { return truth.heardDifficulty(truth.p.Difficulty(ctx)) })
		}
		ask(pace, truth, "StepsFrom", func(ctx context.Context) reply {
			half, stop := halfOf(ctx)
			defer stop()
			a, err := truth.p.Solve(half)
			if err != nil {
				return undecided("%v", err)
			}
			return truth.heardSteps(slices.Collect(truth.p.StepsFrom(ctx, a)))
		})
	}

	for range 24 {
		all(quick, smallNonogram(r, 1+r.IntN(5), 1+r.IntN(5)))
	}
	for range 6 {
		all(quick, patchwork(r))
	}
	all(quick, switches(2+r.IntN(3)))
	all(slow, switches(4+r.IntN(3)))
	for range 4 {
		truth := fromLines(r, 10+r.IntN(30), 10+r.IntN(30))
		all(quick, truth)
		all(quick, contradicted(r, truth, truth.same))
		ask(quick, truth, "Repair", func(ctx context.Context) reply {
			return heardRepair(truth.p.Picture, len(truth.p.Cols), 0, true)(nonogram.Repair(ctx, truth.p, nil))
		})
	}
	for n := 2; n <= 4; n++ {
		truth := dominoes(n)
		all(quick, truth)
		if a, err := truth.p.Solve(context.Background()); err == nil && len(a.Solutions) == 1 && solves(truth.p, a.Solutions[0]) {
			all(quick, contradicted(r, truth, a.Solutions[0]))
		}
	}
	for range 12 {
		table := pictureTables()[r.IntN(len(pictureTables()))]
		picture := randomPicture(r, table.rows, table.cols, 0.2+0.6*r.Float64())
		least := table.nearest(picture)
		truth := &nonogramTruth{p: nonogram.FromPicture(picture, table.cols)}
		asked = append(asked, question{
			solver: "nonogram", name: "Repair", puzzle: drawing(picture, table.cols), truth: fmt.Sprintf("%d changes", least),
			ask: func(ctx context.Context) reply {
				return heardRepair(truth.p.Picture, table.cols, least, true)(nonogram.Repair(ctx, truth.p, nil))
			},
		})
	}
	for range 3 {
		asked = append(asked, patchQuestion(r))
	}
	for range 8 {
		asked = append(asked, slipQuestion(r))
	}

	for range 8 {
		truth := fromNoise(r, 45+r.IntN(21), 0.4)
		verdicts(long, truth, countLimit(r))
		all(slow, truth)
	}
	for range 8 {
		truth := fromNoise(r, 20+r.IntN(15), 0.4+0.1*r.Float64())
		all(slow, truth)
		ask(slow, truth, "Repair", func(ctx context.Context) reply {
			return heardRepair(truth.p.Picture, len(truth.p.Cols), len(truth.p.Picture), false)(nonogram.Repair(ctx, truth.p, nil))
		})
	}
	for range 3 {
		all(slow, overfull(r, 15+r.IntN(20)))
	}
	for _, n := range []int{6, 8, 10, 14} {
		all(slow, dominoes(n))
	}
	return asked
}

// heard judges an Answer of Solve.
func (truth *nonogramTruth) heard(a *nonogram.Answer, err error) reply {
	heard := truth.heardDecision(a, err)
	if err != nil || heard.wrong != "" {
		return heard
	}
	if a.BackboneProved {
		heard.said += ", backbone proved"
		if a.Verdict != solvers.Unique && a.Verdict != solvers.Multiple {
			heard.wrong = "a backbone is proved where nothing is decided"
		}
		if truth.exact && truth.same != nil && !slices.Equal(a.Grid, truth.same) {
			heard.wrong = "it says that it has the whole backbone"
		}
	}
	heard.decided = a.Verdict == solvers.None || a.BackboneProved
	return heard
}

// heardDecision judges an Answer of Decide.
func (truth *nonogramTruth) heardDecision(a *nonogram.Answer, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	cols := len(truth.p.Cols)
	heard := reply{said: fmt.Sprintf("%v, grid %s", a.Verdict, drawing(a.Grid, cols)), decided: a.Verdict != solvers.Undecided}
	heard.wrong = wrongVerdict(a.Verdict, len(a.Solutions), truth.least, truth.exact)
	for i, solution := range a.Solutions {
		if !solves(truth.p, solution) {
			heard.wrong = "this is no solution: " + drawing(solution, cols)
		}
		if i > 0 && slices.Equal(solution, a.Solutions[0]) {
			heard.wrong = "the two solutions are the same"
		}
	}
	if a.Verdict != solvers.None {
		if wrong := truth.notSame(a.Grid); wrong != "" {
			heard.wrong = wrong
		}
	}
	if a.Verdict == solvers.Unique && len(a.Solutions) == 1 && !slices.Equal(a.Grid, a.Solutions[0]) {
		heard.wrong = "the grid is not the only solution"
	}
	return heard
}

// notSame says which cell of a grid is not so in all solutions.
func (truth *nonogramTruth) notSame(grid []nonogram.Cell) string {
	if truth.same == nil {
		return ""
	}
	for i, cell := range grid {
		if cell != nonogram.Unknown && cell != truth.same[i] {
			return fmt.Sprintf("row %d, column %d is not %v in all solutions", i/len(truth.p.Cols)+1, i%len(truth.p.Cols)+1, cell)
		}
	}
	return ""
}

// heardCore judges lines that are to contradict each other.
func (truth *nonogramTruth) heardCore(lines []nonogram.Line, proved solvers.Minimality) reply {
	minimal := proved != solvers.NotMinimal
	heard := reply{said: fmt.Sprintf("%v, %v", lines, proved), decided: minimal || truth.least > 0}
	switch {
	case lines == nil && minimal:
		heard.wrong = "nothing is minimal"
	case lines == nil:
	case truth.least > 0:
		heard.wrong = "a core of what has a solution"
	case truth.refuting != nil && !truth.refuting(lines):
		heard.wrong = "the lines do not contradict each other"
	case minimal && truth.minimal != nil && !truth.minimal(lines):
		heard.wrong = "a line can be left out"
	case minimal && truth.minimal == nil:
		for i, out := range lines {
			rest := slices.Delete(slices.Clone(lines), i, i+1)
			if _, ok := byLines(truth.p, func(line nonogram.Line) bool { return slices.Contains(rest, line) }); !ok {
				heard.wrong = fmt.Sprintf("%+v can be left out", out)
			}
		}
	}
	return heard
}

// heardSteps judges what steps place, and whether they lead to the whole backbone.
func (truth *nonogramTruth) heardSteps(steps []nonogram.Step) reply {
	cols := len(truth.p.Cols)
	grid := make([]nonogram.Cell, len(truth.p.Rows)*cols)
	copy(grid, truth.p.Given)
	heard := reply{said: fmt.Sprintf("%d steps", len(steps)), decided: truth.least == 0 || truth.same == nil}
	if truth.least == 0 {
		return heard // whatever follows from a contradiction
	}
	for i, step := range steps {
		for _, placed := range step.Cells {
			grid[placed.Row*cols+placed.Col] = placed.Value
		}
		if wrong := truth.notSame(grid); wrong != "" {
			heard.wrong = fmt.Sprintf("step %d (%v, %+v): %s", i+1, step.Technique, step.Line, wrong)
			return heard
		}
	}
	heard.decided = heard.decided || slices.Equal(grid, truth.same)
	return heard
}

// heardDifficulty judges a difficulty of a puzzle with one solution: that of its hardest step, when
// there is time for all steps, or medium for many easy ones.
func (truth *nonogramTruth) heardDifficulty(d nonogram.Difficulty, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	hardest := nonogram.Easy
	for step := range truth.p.Steps(context.Background()) {
		hardest = max(hardest, step.Technique.Difficulty())
	}
	heard := reply{said: d.String(), decided: true}
	if d != hardest && (hardest != nonogram.Easy || d != nonogram.Medium) {
		heard.wrong = "a step is " + hardest.String()
	}
	return heard
}

// heardRepair judges a repair of a picture that needs least changes, or at most least if exact is
// false.
func heardRepair(picture []nonogram.Cell, cols, least int, exact bool) func(*nonogram.Repaired, error) reply {
	return func(a *nonogram.Repaired, err error) reply {
		if err != nil {
			return undecided("%v", err)
		}
		heard := reply{
			said:    fmt.Sprintf("%v after changes in %v, at least %d, proved %v", a.Verdict, a.Changed, a.Least, a.Proved),
			decided: a.Proved && a.Verdict == solvers.Unique,
		}
		changed := slices.Clone(picture)
		for _, i := range a.Changed {
			changed[i] = nonogram.Filled + nonogram.Empty - changed[i]
		}
		alone := true
		exchanges(cluesOf(changed, cols), changed, func([]nonogram.Cell) bool { alone = false; return false })
		if exact && len(picture) <= 16 {
			alone = len(allSolutions(cluesOf(changed, cols))) == 1
		}
		switch {
		case !slices.Equal(changed, a.Puzzle.Picture):
			heard.wrong = "its picture is not the old one with the changes"
		case !solves(a.Puzzle, changed):
			heard.wrong = "its clues are not those of its picture"
		case a.Verdict == solvers.None:
			heard.wrong = "a picture's puzzle has a solution"
		case a.Verdict == solvers.Unique && !alone:
			heard.wrong = "the changed picture is not the only one with its clues"
		case a.Verdict == solvers.Multiple && alone && exact:
			heard.wrong = "the changed picture is the only one with its clues"
		case a.Least > least:
			heard.wrong = "fewer changes do"
		case a.Proved && a.Least != len(a.Changed):
			heard.wrong = "proved, and not the least"
		case a.Verdict == solvers.Unique && exact && len(a.Changed) < least:
			heard.wrong = "so few changes cannot do"
		case a.Verdict == solvers.Unique && a.Least > len(a.Changed):
			heard.wrong = "it says itself that it takes more"
		}
		return heard
	}
}

// patchQuestion asks for a repair of pictures side by side. Changes that make each of them the only
// one with its clues do for the whole, though fewer might.
func patchQuestion(r *rand.Rand) question {
	table := pictureTables()[0]
	parts := make([][]*nonogramTruth, 1+r.IntN(3))
	least := 0
	for i := range parts {
		for range 2 {
			picture := randomPicture(r, table.rows, table.cols, 0.5)
			least += table.nearest(picture)
			parts[i] = append(parts[i], &nonogramTruth{p: cluesOf(picture, table.cols), least: 1, same: picture})
		}
	}
	whole := sideBySide(parts)
	picture, cols := whole.same, len(whole.p.Cols)
	return question{
		solver: "nonogram", name: "Repair", puzzle: drawing(picture, cols), truth: fmt.Sprintf("at most %d changes", least), pace: slow,
		ask: func(ctx context.Context) reply {
			return heardRepair(picture, cols, least, false)(nonogram.Repair(ctx, nonogram.FromPicture(picture, cols), nil))
		},
	}
}

// slipQuestion takes a picture's puzzle with one run of another length.
func slipQuestion(r *rand.Rand) question {
	rows, cols := 2+r.IntN(3), 2+r.IntN(3)
	for {
		p := cluesOf(randomPicture(r, rows, cols, 0.3+0.4*r.Float64()), cols)
		lines, length := p.Rows, cols
		if r.IntN(2) == 0 {
			lines, length = p.Cols, rows
		}
		clue := lines[r.IntN(len(lines))]
		if len(clue) == 0 {
			continue
		}
		run := &clue[r.IntN(len(clue))]
		if was := *run; r.IntN(8) > 0 {
			run.Length += 1 - 2*r.IntN(2)
			if run.Length == 0 || shortest(clue) > length {
				*run = was
				continue
			}
		}
		want := slipsOf(p)
		return question{
			solver: "nonogram", name: "Slips", puzzle: p.String(), truth: fmt.Sprintf("%+v", want),
			ask: func(ctx context.Context) reply { return heardSlips(want)(p.Slips(ctx)) },
		}
	}
}

// slipsOf tries every run in every length that makes the totals equal, and a run more at every place.
func slipsOf(p *nonogram.Puzzle) (slips []nonogram.Slip) {
	rows, cols := p.Totals()
	for _, column := range []bool{false, true} {
		lines, more := p.Rows, cols[0]-rows[0]
		if column {
			lines, more = p.Cols, rows[0]-cols[0]
		}
		for index, clue := range lines {
			line := nonogram.Line{Column: column, Index: index}
			for run := range clue {
				was := clue[run]
				clue[run].Length = was.Length + more
				if more != 0 && clue[run].Length > 0 {
					if n := len(allSolutions(p)); n > 0 {
						slips = append(slips, nonogram.Slip{Line: line, Run: run, Was: was, May: clue[run], Unique: n == 1})
					}
				}
				clue[run] = was
			}
			may := nonogram.Run{Length: more}
			for run := 0; run <= len(clue) && more > 0; run++ {
				if run > 0 && clue[run-1] == may {
					continue
				}
				lines[index] = slices.Insert(slices.Clone(clue), run, may)
				if n := len(allSolutions(p)); n > 0 {
					slips = append(slips, nonogram.Slip{Line: line, Run: run, May: may, Forgotten: true, Unique: n == 1})
				}
				lines[index] = clue
			}
		}
	}
	return slips
}

func heardSlips(want []nonogram.Slip) func([]nonogram.Slip, bool) reply {
	return func(slips []nonogram.Slip, complete bool) reply {
		heard := reply{said: fmt.Sprintf("%+v, complete %v", slips, complete), decided: complete}
		for _, slip := range slips {
			one := slices.ContainsFunc(want, func(is nonogram.Slip) bool {
				return is == slip || is.Unique && !slip.Unique && !complete && is.Line == slip.Line && is.Run == slip.Run && is.May == slip.May && is.Forgotten == slip.Forgotten
			})
			if !one {
				heard.wrong = fmt.Sprintf("%+v is no slip", slip)
			}
		}
		if complete && len(slips) != len(want) {
			heard.wrong = "it says that these are all"
		}
		return heard
	}
}
