package lightsout

import (
	"iter"
	"slices"
)

// Rules tell what a press does. The zero value is the usual game: two states, the lamp and its four
// neighbours, edges that end.
type Rules struct {
	States     int // states of a lamp, 2 to MaxStates; 0 is 2. A press takes a lamp to its next state, and from the last to 0
	Neighbours Neighbours
	Wrap       Wrap
}

// MaxStates is the largest number of states that a lamp can have.
const MaxStates = 9

// Neighbours are the lamps that a press changes.
type Neighbours uint8

const (
	Plus      Neighbours = iota // the lamp and the lamps above, below, left and right
	King                        // the lamp and all eight around it
	Diagonals                   // the lamp and its four diagonal neighbours
	Hollow                      // the lamps above, below, left and right, without the lamp itself
)

// Wrap tells which edges of the board meet. A lamp that is a neighbour in two directions, as on a
// torus two lamps wide, changes twice. With two states that is no change. The same holds for a lamp
// that is its own neighbour.
type Wrap uint8

const (
	Flat     Wrap = iota // none
	Torus                // left with right, top with bottom
	Cylinder             // left with right
)

// states returns the number of states of a lamp: 2 if States is 0.
func (r Rules) states() int { return max(r.States, 2) }

type direction struct{ rows, cols int }

var directions = [...][]direction{
	Plus:      {{0, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, 0}},
	King:      {{0, 0}, {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}},
	Diagonals: {{0, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}},
	Hollow:    {{-1, 0}, {0, -1}, {0, 1}, {1, 0}},
}

// reach yields the lamps that a press of lamp i changes. A lamp that comes twice changes twice.
func (p *Puzzle) reach(i int) iter.Seq[int] {
	if p.matrix != nil {
		return p.matrix[i].ones
	}
	return func(yield func(int) bool) {
		if p.hole(i) {
			return
		}
		r, c := i/p.Cols, i%p.Cols
		for _, d := range p.ways() {
			r, c := r+d.rows, c+d.cols
			if p.Wrap == Torus {
				r = (r + p.Rows) % p.Rows
			}
			if p.Wrap != Flat {
				c = (c + p.Cols) % p.Cols
			}
			inside := 0 <= r && r < p.Rows && 0 <= c && c < p.Cols
			if inside && !p.hole(r*p.Cols+c) && !yield(r*p.Cols+c) {
				return
			}
		}
	}
}

// press presses lamp i of a board with lamps in these states, `times` times.
func (p *Puzzle) press(lamps []uint8, i, times int) {
	q := p.states()
	for j := range p.reach(i) {
		lamps[j] = uint8((int(lamps[j]) + times) % q)
	}
}

// Matrix reports whether a matrix, and not Rules, tells what presses toggle.
func (p *Puzzle) Matrix() bool { return p.matrix != nil && p.net == nil }

// Pressed returns the board after a press of lamp i, in row-major order.
func (p *Puzzle) Pressed(i int) *Puzzle {
	after := *p
	after.Lamps = slices.Clone(p.Lamps)
	p.press(after.Lamps, i, 1)
	return &after
}

// After returns the board after these steps, with lamps of its own.
func (p *Puzzle) After(steps []Step) *Puzzle {
	after := *p
	after.Lamps = slices.Clone(p.Lamps)
	for _, s := range steps {
		p.press(after.Lamps, s.Row*p.Cols+s.Col, s.Times)
	}
	return &after
}
