package lamps

import (
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// On a photo shade may fall on a board, so that a lit lamp in the shade is darker than a dark one
// elsewhere. But on both sides of the line between two cells the light is the same, and two states
// differ there as much as anywhere. Light multiplies colours, so the difference of their logarithms
// is the one that stays the same.

// A joint is the line between two cells, with the step of colour across it. A step from the first
// state to the second is 1.
type joint struct {
	before, behind int
	step           float64
}

// joints returns the joints between a board's cells, not those to the page. States is the logarithm of
// the second state's colour less that of the first; a step is the part along states of the change of
// colour, as a multiple of states.
func (b *borders) joints(states page.RGB) (all []joint) {
	long := states[0]*states[0] + states[1]*states[1] + states[2]*states[2]
	for way := range 2 {
		lines, along := b.size(way)
		for k := range lines * along {
			if before, behind, ok := b.cells(way, k/along, k%along); ok {
				c, d := b.of[way][k].before.Logarithm(), b.of[way][k].behind.Logarithm()
				step := 0.
				for i := range states {
					step += (d[i] - c[i]) * states[i] / long
				}
				all = append(all, joint{before, behind, step})
			}
		}
	}
	return all
}

// settled returns the log odds of the second state for each of n cells, from its steps to its
// neighbours and, with less weight, from its own look; looks are log odds too. Off is the usual error
// of a step. It is belief propagation: neighbours pass messages until all cells know of each other; see
// J. Pearl, "Probabilistic Reasoning in Intelligent Systems", 1988.
func settled(n int, joints []joint, looks []float64, off float64) []float64 {
	const rounds = 10 // one round carries a message along a whole line
	const unlike = 7  // the limit of a step's log odds, as it may come from a glare
	// fit returns the log likelihood of a step if the states differ by differ.
	fit := func(step, differ float64) float64 {
		d := (step - differ) / off
		return max(-d*d/2, -unlike)
	}
	// heard returns the message to a cell from a neighbour with the log odds other; step is from the
	// neighbour to the cell.
	heard := func(step, other float64) float64 {
		same, up, down := fit(step, 0), fit(step, 1), fit(step, -1)
		return max(up, other+same) - max(same, other+down)
	}
	said := make([][2]float64, len(joints)) // the last messages to the cell before, and to the one behind
	total := slices.Clone(looks)
	for round := range rounds {
		for k := range joints {
			if round%2 == 1 { // every other round goes back, so that messages run both ways
				k = len(joints) - 1 - k
			}
			j := joints[k]
			behind := heard(j.step, total[j.before]-said[k][0])
			total[j.behind] += behind - said[k][1]
			said[k][1] = behind
			before := heard(-j.step, total[j.behind]-said[k][1])
			total[j.before] += before - said[k][0]
			said[k][0] = before
		}
	}
	return total
}

// differences tells the states of cells by the steps between them, starting from the cells' own states.
// States is the logarithm of the second state's colour less that of the first. It tells the cells apart
// three times, and each time takes that difference anew from the steps between cells in two states. It
// returns the state of each cell and the last difference; ok is false if all are in one state.
func (b *borders) differences(cells []board.Cell, states page.RGB) (of []int, differ page.RGB, ok bool) {
	const rounds, off = 3, .2 // off is the usual error of a step
	const hint = 1.5          // the log odds of a cell's own look
	looks := make([]float64, len(cells))
	for i := range looks {
		looks[i] = hint * float64(2*cells[i].State[0].Value-1) // against state 0, for state 1
	}
	of = make([]int, len(cells)) // the state of each cell
	for range rounds {
		for i, odds := range settled(len(cells), b.joints(states), looks, off) {
			of[i] = 0
			if odds > 0 {
				of[i] = 1
			}
		}
		var sum page.RGB
		n := 0.
		for way := range 2 {
			_, along := b.size(way)
			for k, at := range b.of[way] {
				if before, behind, ok := b.cells(way, k/along, k%along); ok && of[before] != of[behind] {
					step := at.behind.Logarithm().Plus(at.before.Logarithm().Times(-1))
					sum, n = sum.Plus(step.Times(float64(of[behind]-of[before]))), n+1
				}
			}
		}
		if n == 0 {
			return nil, page.RGB{}, false
		}
		states = sum.Times(1 / n)
	}
	return of, states, true
}

// misfits returns the errors of the steps at each cell, as a root mean square: own with the cell's
// state, other with the other state. Spread is the mean error of all steps.
func misfits(joints []joint, of []int) (own, other []float64, spread float64) {
	own, other = make([]float64, len(of)), make([]float64, len(of))
	n := make([]float64, len(of))
	for _, j := range joints {
		off := j.step - float64(of[j.behind]-of[j.before])
		spread += plane.Abs(off) / float64(len(joints))
		for k, i := range []int{j.before, j.behind} {
			// In the other state the cell before changes the expected step by 2·of-1, the one behind by 1-2·of.
			flipped := off - float64((2*k-1)*(1-2*of[i]))
			own[i], other[i], n[i] = own[i]+off*off, other[i]+flipped*flipped, n[i]+1
		}
	}
	for i := range n {
		own[i], other[i] = math.Sqrt(own[i]/n[i]), math.Sqrt(other[i]/n[i])
	}
	return own, other, spread
}

// shaded tells the states of a board's cells by the steps to their neighbours, if that tells them
// better apart than their colours. Then it sets the states, told, unlike, texture and shade of c anew;
// the first cell keeps state 0. It leaves boards of one state or of fewer than 4 cells as they are.
func shaded(v *page.View, c *lamps, b *borders) {
	if c.one || len(c.Cells) < 4 {
		return
	}
	of, states, ok := b.differences(c.Cells, c.states[1].Logarithm().Plus(c.states[0].Logarithm().Times(-1)))
	if !ok {
		return
	}
	const better = .02 // the least gain of told
	own, other, spread := misfits(b.joints(states), of)
	if 1-spread < c.told+better {
		return
	}
	if of[0] == 1 { // the first cell has state 0
		for i := range of {
			of[i] = 1 - of[i]
		}
		c.states[0], c.states[1] = c.states[1], c.states[0]
		for i := range c.Lit {
			c.Lit[i].Value = 1 - c.Lit[i].Value
		}
	}
	// A cell of a third colour is farther from its state than others, and its probability is limited.
	const least, times, third = .3, 3, .45 // the odd distance: at least, in spreads, at most
	const most = .8                        // the probability of such a cell's state
	odd := min(max(least, times*spread), third)
	faces := make([]face, len(of))
	for i := range of {
		c.shade = c.shade || of[i] != c.Cells[i].State[0].Value
		sure := surely(own[i], other[i], 1, spread)
		if own[i] > odd {
			sure = min(sure, most)
		}
		c.Cells[i].State = []board.Guess{{Value: of[i], P: sure}, {Value: 1 - of[i], P: 1 - sure}}
		faces[i] = sampleFace(v, c.mesh, float64(i/c.Cols), float64(i%c.Cols)).levelled()
	}
	c.told = 1 - spread
	c.unlike = unlike(faces, of)
	c.texture = texture(c.unlike, states.To(page.RGB{}))
}

// levelled returns a face, in logarithms, without its mean light and without the slope of its light.
func (f face) levelled() face {
	var mean, across, down page.RGB
	const n, half = faceSide * faceSide, (faceSide - 1) / 2
	moment := 0.
	for i := range f {
		f[i] = f[i].Logarithm()
		x, y := float64(i%faceSide-half), float64(i/faceSide-half)
		mean = mean.Plus(f[i].Times(1. / n))
		across, down, moment = across.Plus(f[i].Times(x)), down.Plus(f[i].Times(y)), moment+x*x
	}
	for i := range f {
		x, y := float64(i%faceSide-half), float64(i/faceSide-half)
		f[i] = f[i].Plus(mean.Times(-1)).Plus(across.Times(-x / moment)).Plus(down.Times(-y / moment))
	}
	return f
}
