package judge

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/kakuro"
	"kibitz/vision"
)

// judgeKakuro judges a Kakuro: its shape, its sums, and cells that may be white as well as a block. If
// nothing is known of some cells, it asks for those and ends. The player's digits have the time of whole.
func judgeKakuro(ctx, whole context.Context, r *vision.Reading, v *Verdict) {
	v.Marks = kakuroMarks(r)
	for i, cell := range r.Cells {
		if len(cell.State) == 0 {
			v.Doubts = append(v.Doubts, Doubt{Place: Place{Cell, i / r.Cols, i % r.Cols}, Box: cell.Box})
		}
	}
	if len(v.Doubts) > 0 {
		v.Doubts = v.Doubts[:min(len(v.Doubts), mostDoubts)]
		return
	}
	g := newGrid(r)
	j := g.judge(ctx)
	// If the picture has a sum that no entry takes, the puzzle solved differs from it.
	if len(j.found.worlds) > 0 {
		_, strays := g.puzzle(j.found.worlds[0].choice)
		j.misplaced = strays > 0 || len(g.fields) == 0 || slices.ContainsFunc(r.Flaws, geometric)
	}
	j.write(v)
	judgeDigits(whole, r, v)
	v.Doubts = append(v.Doubts, g.strayDoubts(j, v.Doubts)...)
	if v.Sure { // of the sums; another shape may take them as well
		v.Doubts = g.shapeDoubts(ctx, j.found.worlds[0].choice)
		v.Sure = len(v.Doubts) == 0
	}
}

// A grid is the model of a Kakuro. Its fields are cells that may be white or a block, and sums.
type grid struct {
	model
	reading *vision.Reading
	values  [][]int // the values of each field's ways
	shape   []bool  // which cells look white
	certain bool    // no other shape is possible
}

// unseen is the probability that an entry has no sum if the reader saw none.
const unseen = 0.99

// slight is the probability below which another state of a cell is not considered.
const slight = 1e-4

// newGrid returns the model of a reading in which each cell has a state. Its fields are the cells that
// may be white as well as a block, then the sums of all cells that may be a block: those that are read,
// and those that an entry needs but the reader did not see. The latter have one way, no sum.
func newGrid(r *vision.Reading) *grid {
	g := &grid{reading: r, certain: true, shape: make([]bool, len(r.Cells))}
	g.rate, g.without, g.together, g.encode = g.rateGrid, g.sumsWithout, g.sumsTogether, g.text
	for i, cell := range r.Cells {
		g.shape[i] = cell.State[0].Value == vision.Blank
		if !g.decided(i) {
			g.certain = false
			g.addGuesses(Place{Cell, i / r.Cols, i % r.Cols}, cell.Box, cell.State, 0)
		}
	}
	g.totals, g.chance, g.slack, g.loose = true, equalFits, sumSlack, looseness
	for i, cell := range r.Cells {
		block := !g.shape[i] || !g.decided(i)
		for _, side := range []struct {
			side    Side
			guesses []vision.Guess
			sign    int
		}{{Down, cell.Down, -1}, {Across, cell.Across, 1}} {
			n := g.run(i, side.side)
			switch {
			case !block:
			case len(side.guesses) > 0 && (n > 0 || !g.certain || len(side.guesses) > 1 || side.guesses[0].Value != 0):
				g.addGuesses(Place{side.side, i / r.Cols, i % r.Cols}, cell.Box, side.guesses, side.sign)
			case n > 0:
				g.addGuesses(Place{side.side, i / r.Cols, i % r.Cols}, cell.Box, []vision.Guess{{Value: 0, P: unseen}}, side.sign)
				if g.shape[i] { // it lacks a sum only if it is a block after all
					g.fields[len(g.fields)-1].other *= cell.State[1].P
				}
			}
		}
	}
	return g
}

// run counts the cells that look white and follow a cell, below it (Down) or to its right (Across).
func (g *grid) run(cell int, side Side) (n int) {
	rows, cols := g.reading.Rows, g.reading.Cols
	row, col := cell/cols, cell%cols
	for {
		if side == Down {
			row++
		} else {
			col++
		}
		if row >= rows || col >= cols || !g.shape[row*cols+col] {
			return n
		}
		n++
	}
}

// decided reports whether a cell can only be what it looks like.
func (g *grid) decided(cell int) bool {
	state := g.reading.Cells[cell].State
	return len(state) == 1 || state[1].P <= slight
}

// lengthDecided reports whether the entry beside a cell has the same length in every possible shape:
// the cell itself, the white cells that follow it and the block behind these are decided.
func (g *grid) lengthDecided(cell int, side Side) bool {
	step, left := 1, g.reading.Cols-1-cell%g.reading.Cols
	if side == Down {
		step, left = g.reading.Cols, g.reading.Rows-1-cell/g.reading.Cols
	}
	for k := range min(g.run(cell, side)+1, left) + 1 {
		if !g.decided(cell + k*step) {
			return false
		}
	}
	return true
}

// addGuesses adds a field with the guesses for a cell's state (sign 0) or for a sum (sign 1 across,
// -1 down). Equal guesses, and those behind the first that are unlikelier than slight/10, are left
// out; they count as unlisted. No sum where an entry needs one has the prior lost, unless a user said
// so. If the length of an entry is certain, sums out of its range are misfits. Totals are those of the
// shape as it looks; a way that changes the shape has an unknown total.
func (g *grid) addGuesses(place Place, box image.Rectangle, guesses []vision.Guess, sign int) {
	n, cell := 0, place.Row*g.reading.Cols+place.Col
	if place.Side != Cell {
		n = g.run(cell, place.Side)
	}
	var ways []way
	var values []int
	left := 1.0
	for at, guess := range guesses {
		left -= guess.P
		if at > 0 && guess.P < slight/10 || slices.Contains(values, guess.Value) {
			continue
		}
		w := way{text: strconv.Itoa(guess.Value), p: guess.P, total: sign * guess.Value}
		switch {
		case place.Side == Cell:
			w.text = stateText(guess.Value)
			w.total, w.loose = 0, at > 0
		case guess.Value == 0 && n > 0:
			w.loose = !g.shape[cell] // the entry has a sum, but it was not read
			if w.p < 1 {             // no user said so
				w.p *= lost
			}
		case n == 0 || g.shape[cell]:
			w.total = 0 // no entry takes it
		case g.lengthDecided(cell, place.Side):
			least, most := sumRange(n)
			w.misfit = guess.Value < least || guess.Value > most
		}
		ways, values = append(ways, w), append(values, guess.Value)
	}
	g.add(place, box, ways, left)
	g.values = append(g.values, values)
}

// stateText returns the text of a Kakuro cell: "." for a white cell, "#" for a block.
func stateText(value int) string {
	if value == vision.Blank {
		return "."
	}
	return "#"
}

// cellText returns the text of a puzzle's cell, "." or "#".
func cellText(c kakuro.Cell) string {
	if c.White {
		return stateText(vision.Blank)
	}
	return stateText(vision.Filled)
}

// sumRange returns the least and the greatest sum of n different digits.
func sumRange(n int) (least, most int) {
	n = min(n, 9)
	return n * (n + 1) / 2, n * (19 - n) / 2
}

// puzzle returns the puzzle of a choice without the sums that no entry takes, and their number.
func (g *grid) puzzle(c choice) (p *kakuro.Puzzle, strays int) {
	p = g.asRead(c)
	return p, withoutStrays(p)
}

// withoutStrays removes the sums that no entry takes, and returns their number.
func withoutStrays(p *kakuro.Puzzle) (strays int) {
	white := func(row, col int) bool {
		return row < p.Rows && col < p.Cols && p.Cells[row*p.Cols+col].White
	}
	for i := range p.Cells {
		cell := &p.Cells[i]
		if cell.Down > 0 && !white(i/p.Cols+1, i%p.Cols) {
			cell.Down = 0
			strays++
		}
		if cell.Across > 0 && !white(i/p.Cols, i%p.Cols+1) {
			cell.Across = 0
			strays++
		}
	}
	return strays
}

// asRead returns the puzzle of a choice with all its sums.
func (g *grid) asRead(c choice) *kakuro.Puzzle {
	r := g.reading
	p := &kakuro.Puzzle{Rows: r.Rows, Cols: r.Cols, Cells: make([]kakuro.Cell, len(r.Cells))}
	for i, white := range g.shape {
		p.Cells[i].White = white
	}
	for i, f := range g.fields { // states of cells come before sums
		cell, value := &p.Cells[f.place.Row*r.Cols+f.place.Col], g.values[i][c[i]]
		switch {
		case f.place.Side == Cell:
			cell.White = value == vision.Blank
		case cell.White:
		case f.place.Side == Down:
			cell.Down = value
		default:
			cell.Across = value
		}
	}
	return p
}

// text returns the encoding of a choice, with all its sums.
func (g *grid) text(c choice) string { return g.asRead(c).String() }

// rateGrid returns the prior of a choice, and whether the puzzle has one solution. Stray and missing
// sums lower the prior.
func (g *grid) rateGrid(ctx context.Context, c choice) (prior float64, held bool) {
	p, strays := g.puzzle(c)
	prior, held, _ = decideKakuro(ctx, p)
	for range strays {
		prior *= stray
	}
	return prior * uncluedPrior(p.Entries()), held
}

// uncluedPrior returns the factor by which the prior of missing sums differs from lost for each of
// them. Few boards lack any sum (see lacking), and those mostly lack several. Among boards that do,
// all shares of missing sums up to a half are equally likely, so that a given set of k of n entries
// has the probability 2 k! (n-k)! / (n+1)!.
func uncluedPrior(entries []kakuro.Entry) float64 {
	n, k, p := len(entries), 0, 2*lacking/float64(len(entries)+1)
	for _, e := range entries {
		if e.Sum == 0 {
			k++
			p *= float64(k) / float64(n+1-k) / lost
		}
	}
	if k == 0 {
		return 1
	}
	return min(p, 1)
}

// decideKakuro returns the prior of a puzzle, whether it has one solution, and that solution; nil if it
// has none or several. The prior is 0 for a puzzle against the rules or without solution, and several
// if time ends.
func decideKakuro(ctx context.Context, p *kakuro.Puzzle) (prior float64, held bool, solution []int) {
	if p.Check() != nil {
		return 0, false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	a, err := p.Decide(ctx)
	if err != nil {
		return several, false, nil
	}
	prior, held = priorOf(a.Verdict)
	if a.Verdict == solvers.Unique {
		solution = a.Solutions[0]
	}
	return prior, held, solution
}

// kakuroMarks returns the digits that the player has written, as far as they are sure: a character for
// each cell, # for a block and ? for no digit, with / between rows. It returns "" if no digit is sure.
func kakuroMarks(r *vision.Reading) string {
	var b strings.Builder
	some := false
	for i, cell := range r.Cells {
		if i > 0 && i%r.Cols == 0 {
			b.WriteByte('/')
		}
		switch {
		case len(cell.State) > 0 && cell.State[0].Value != vision.Blank:
			b.WriteByte('#')
		case digitOf(cell) > 0:
			b.WriteByte('0' + byte(digitOf(cell)))
			some = true
		default:
			b.WriteByte('?')
		}
	}
	if !some {
		return ""
	}
	return b.String()
}

// digitOf returns the digit that the player has written into a white cell; 0 if none is sure.
func digitOf(cell vision.Cell) int {
	const sure = 0.98 // the least probability of a digit
	if d := cell.Digit; len(d) > 0 && d[0].P >= sure && 1 <= d[0].Value && d[0].Value <= 9 {
		return d[0].Value
	}
	return 0
}

// parseSum reads the text of a sum; "" and "0" mean no sum.
func parseSum(text string) (int, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 45 || text[0] == '+' {
		return 0, fmt.Errorf("found %q, expected a sum from 1 to 45, or 0 for none", text)
	}
	return n, nil
}
