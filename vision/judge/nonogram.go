package judge

import (
	"context"
	"slices"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// oneTry is the longest time that the solver spends on one puzzle. The next one may be easy.
const oneTry = 20 * time.Millisecond

// judgeNonogram judges a nonogram: its clues, and whether they may be at the wrong lines. If lines have
// no reading it asks for those and ends. A puzzle is never sure if fewer lines have numbers than
// someNumbers, and one in colours is not if it also makes sense in black and white.
func judgeNonogram(ctx context.Context, r *vision.Reading, v *Verdict) {
	p, ok := newPage(r)
	if !ok {
		v.Doubts = noReading(r)
		return
	}
	numbered := p.numbered()
	if numbered == 0 {
		return // there are no numbers, and so no puzzle
	}
	v.Puzzle = p.encode(p.likeliest())
	p.strike(ctx)
	j := p.judge(ctx)
	if len(j.found.worlds) > 0 && slices.ContainsFunc(r.Flaws, geometric) {
		best := j.found.worlds[0]
		j.misplaced = !best.held || slices.ContainsFunc(r.Flaws, beyondLogic) || p.misplaced(ctx, best.choice)
	}
	j.misplaced = j.misplaced || numbered < someNumbers || slices.Contains(r.Flaws, vision.Names)
	if p.palette != nil && len(j.found.worlds) > 0 {
		plain, _ := decideNonogram(ctx, nonogram.New(p.puzzle(j.found.worlds[0].choice).Lengths()))
		j.misplaced = j.misplaced || plain > 0 // the colours may be those of finished numbers
	}
	j.write(v)
}

// beyondLogic reports whether a flaw leaves a doubt that no solution of a nonogram removes. An empty line more at its
// edge makes as much sense.
func beyondLogic(f vision.Flaw) bool {
	return f == vision.Rival || f == vision.Cut || f == vision.Ends
}

// numbered returns the share of rows that look as if they had a number, or the share of columns if
// it is less. It returns 0 if no row, or no column, has one. Lines that a user called empty do not
// count.
func (p *page) numbered() float64 {
	var with, of [2]float64
	for i, f := range p.fields {
		side := 0
		if i >= p.rows {
			side = 1
		}
		if len(p.runs[i][0]) > 0 {
			with[side]++
			of[side]++
		} else if !f.said {
			of[side]++
		}
	}
	if with[0] == 0 || with[1] == 0 {
		return 0
	}
	return min(with[0]/of[0], with[1]/of[1])
}

// A page is the model of a nonogram: a field for each line, rows before columns.
type page struct {
	model
	rows, cols int
	palette    []nonogram.Ink     // nil in black and white
	runs       [][][]nonogram.Run // the clue of each way of each field
	solved     *sheet             // the result of line solving over all ways that are alive; nil if it did not end
}

// newPage returns the model of a reading; ok is false if a line has no reading.
func newPage(r *vision.Reading) (*page, bool) {
	p := &page{rows: r.Rows, cols: r.Cols, palette: inksOf(r)}
	p.totals, p.chance, p.slack, p.loose = true, equalFits, 1, 1
	p.rate, p.without, p.together, p.encode, p.prune = p.ratePage, p.linesWithout, p.linesTogether, p.text, p.probe
	for side, lines := range [2][]vision.Line{r.RowClues, r.ColClues} {
		for i := range lines {
			if len(lines[i].Readings) == 0 {
				return nil, false
			}
			p.addLine(&lines[i], side, i)
		}
	}
	return p, true
}

// noReading asks for the lines without any reading.
func noReading(r *vision.Reading) (doubts []Doubt) {
	for side, lines := range [2][]vision.Line{r.RowClues, r.ColClues} {
		for i, line := range lines {
			if len(line.Readings) == 0 {
				doubts = append(doubts, Doubt{Place: linePlace(side, i), Box: line.Box})
			}
		}
	}
	return doubts[:min(len(doubts), mostDoubts)]
}

// linePlace returns the place of row i (side 0) or column i (side 1).
func linePlace(side, i int) Place {
	if side == 0 {
		return Place{Side: Row, Row: i}
	}
	return Place{Side: Col, Col: i}
}

// addLine adds the field of a line. Readings with the same numbers become one way.
func (p *page) addLine(line *vision.Line, side, i int) {
	length, sign := p.cols, 1
	if side == 1 {
		length, sign = p.rows, -1
	}
	var ways []way
	var clues [][]nonogram.Run
	left := 1.0
	for _, reading := range line.Readings {
		left -= reading.P
		runs := runsOf(reading, p.palette)
		text := clueText(runs, p.palette)
		if same := slices.IndexFunc(ways, func(w way) bool { return w.text == text }); same >= 0 {
			ways[same].p += reading.P
			continue
		}
		w := way{text: text, p: max(reading.P, 0), misfit: !roomFor(runs, length)}
		for _, run := range runs {
			n := sign * min(run.Length, length+1) // a longer run is not more wrong
			w.total += n
			w.shades += n * shadeWeights[run.Colour]
		}
		ways = append(ways, w)
		clues = append(clues, runs)
	}
	p.add(linePlace(side, i), line.Box, ways, left)
	p.runs = append(p.runs, clues)
}

// strike marks as dead the ways that line solving refutes. It returns false, with all ways dead, if no
// puzzle of the ways read is possible at all. If there is time to the end, p.solved is the result.
func (p *page) strike(ctx context.Context) bool {
	s := p.liveSheet()
	ok := s.solve(ctx)
	for i := range p.fields {
		for j := range p.fields[i].ways {
			p.fields[i].ways[j].dead = s.dead[i][j] || !ok
		}
	}
	if ok && ctx.Err() == nil {
		p.solved = s
	}
	return ok
}

// liveSheet returns a sheet with all cells open and the dead ways struck.
func (p *page) liveSheet() *sheet {
	s := p.sheet(nil)
	for i, f := range p.fields {
		for j, w := range f.ways {
			s.dead[i][j] = w.dead
		}
	}
	return s
}

// sheet returns a sheet of all ways of all lines, or of those that a choice takes.
func (p *page) sheet(c choice) *sheet {
	if c == nil {
		return newSheet(p.rows, p.cols, max(len(p.palette), 1), p.runs)
	}
	ways := make([][][]nonogram.Run, len(p.runs))
	for i, runs := range p.runs {
		ways[i] = runs[c[i] : c[i]+1]
	}
	return newSheet(p.rows, p.cols, max(len(p.palette), 1), ways)
}

// probe strikes each way that leads line solving to a contradiction, all other lines keeping all
// their ways, until nothing changes.
func (p *page) probe(ctx context.Context) {
	all := p.liveSheet()
	if !all.solve(ctx) || ctx.Err() != nil {
		return
	}
	for again := true; again; {
		again = false
		for i := range p.fields {
			ways := p.fields[i].ways
			for j := range ways {
				if ways[j].dead || atMostOneAlive(ways) || ctx.Err() != nil {
					continue
				}
				s := all.clone()
				s.only(i, j)
				if !s.solveFrom(ctx, []int{i}) {
					ways[j].dead, again = true, true
					all.dead[i][j] = true
					all.solveFrom(ctx, []int{i})
				}
			}
		}
	}
	if ctx.Err() == nil {
		p.solved = all
	}
}

// atMostOneAlive reports whether at most one way is alive.
func atMostOneAlive(ways []way) bool {
	n := 0
	for _, w := range ways {
		if !w.dead {
			n++
		}
	}
	return n < 2
}

// clues returns the runs that a choice reads.
func (p *page) clues(c choice) (rows, cols [][]nonogram.Run) {
	lines := make([][]nonogram.Run, len(p.fields))
	for i := range lines {
		lines[i] = p.runs[i][c[i]]
	}
	return lines[:p.rows], lines[p.rows:]
}

// puzzle returns the puzzle that a choice reads.
func (p *page) puzzle(c choice) *nonogram.Puzzle { return p.puzzleOf(p.clues(c)) }

// puzzleOf returns the puzzle with these clues, in the page's colours.
func (p *page) puzzleOf(rows, cols [][]nonogram.Run) *nonogram.Puzzle {
	return &nonogram.Puzzle{Palette: p.palette, Rows: rows, Cols: cols}
}

// text returns the encoding of a choice.
func (p *page) text(c choice) string { return p.puzzle(c).String() }

// ratePage returns the prior of a choice, and whether its puzzle has one solution.
func (p *page) ratePage(ctx context.Context, c choice) (prior float64, held bool) {
	if p.contradictory(ctx, c) {
		return 0, false
	}
	return decideNonogram(ctx, p.puzzle(c))
}

// contradictory reports whether line solving refutes a choice. It continues from the solved sheet of
// all ways, so it takes less time than the solver needs to start.
func (p *page) contradictory(ctx context.Context, c choice) bool {
	if p.solved == nil {
		return false
	}
	s := p.solved.clone()
	var lines []int
	for i, way := range c {
		if s.dead[i][way] {
			return true
		}
		if s.only(i, int(way)) {
			lines = append(lines, i)
		}
	}
	return !s.solveFrom(ctx, lines)
}

// decideNonogram returns the prior of a puzzle, and whether it has one solution.
func decideNonogram(ctx context.Context, p *nonogram.Puzzle) (prior float64, held bool) {
	v, decided := verdictOf(ctx, p)
	if !decided {
		return several, false
	}
	return priorOf(v)
}

// verdictOf returns the solver's verdict on a puzzle; decided is false if it takes longer than oneTry.
func verdictOf(ctx context.Context, p *nonogram.Puzzle) (v solvers.Verdict, decided bool) {
	if p.Check() != nil {
		return solvers.None, true
	}
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	a, err := p.Decide(ctx)
	if err != nil {
		return v, false
	}
	return a.Verdict, true
}
