package judge

import (
	"context"
	"image"
	"strconv"

	"kibitz/solvers/cardflip"
	"kibitz/solvers/lightsout"
	"kibitz/solvers/tothemoon"
	"kibitz/vision"
)

// judgeStates judges boards of states alone: lights, and cards in a row. Logic says little of them:
// every row of cards is possible, and most boards of lights can be solved. Logic never says which
// state is lit. In Lights Out all lamps can be switched at once (K. Sutner, 1989), and in To the
// Moon the orbs of all rows do the same, so that a board and its negative are both solvable or
// neither is.
func judgeStates(ctx context.Context, r *vision.Reading, v *Verdict) {
	for i, cell := range r.Cells {
		if len(cell.State) == 0 {
			v.Doubts = append(v.Doubts, Doubt{Place: Place{Cell, i / r.Cols, i % r.Cols}, Box: cell.Box})
		}
	}
	if len(v.Doubts) > 0 {
		v.Doubts = v.Doubts[:min(len(v.Doubts), mostDoubts)]
		return
	}
	j := newTiles(r).judge(ctx)
	j.misplaced = r.Kind == vision.Cards && !r.Sized // a row that lacks a card is as good a puzzle
	for _, f := range r.Flaws {
		j.misplaced = j.misplaced || geometric(f) || f == vision.Unnamed || f == vision.Signs
	}
	j.write(v)
}

// tiles is the model of a board of states.
type tiles struct {
	model
	reading *vision.Reading
	values  [][]int // the states of each field's ways; the last field tells which state is lit
}

// newTiles makes a field of each cell, and one of the lit state.
func newTiles(r *vision.Reading) *tiles {
	t := &tiles{reading: r}
	t.rate, t.encode, t.chance = t.rateTiles, t.text, 1
	lit := r.Lit
	if len(lit) == 0 {
		lit = []vision.Guess{{Value: 0, P: 0.5}, {Value: 1, P: 0.5}}
	}
	for i, cell := range r.Cells {
		guesses := cell.State
		if third := guesses[0].Value; third > 1 && third != lit[0].Value {
			// A third colour marks a cell that is pointed at, or highlighted by a hint: whether it
			// is lit or dark can't be seen.
			guesses = []vision.Guess{{Value: 0, P: 0.5}, {Value: 1, P: 0.5}}
		}
		t.addStates(Place{Cell, i / r.Cols, i % r.Cols}, cell.Box, guesses)
	}
	whole := image.Rectangle{}
	if r.Straight != nil {
		whole = r.Straight.Bounds()
	}
	t.addStates(Place{Side: Lit}, whole, lit)
	return t
}

// addStates adds a field of a place with its possible states. Guesses behind the first that are
// unlikelier than slight/10 are left out and count as unlisted.
func (t *tiles) addStates(place Place, box image.Rectangle, guesses []vision.Guess) {
	var ways []way
	var values []int
	left := 1.0
	for at, guess := range guesses {
		left -= guess.P
		if at == 0 || guess.P >= slight/10 {
			ways, values = append(ways, way{text: strconv.Itoa(guess.Value), p: guess.P}), append(values, guess.Value)
		}
	}
	t.add(place, box, ways, left)
	t.values = append(t.values, values)
}

// board returns the lamps of a choice, 1 for a lit one.
func (t *tiles) board(c choice) *lightsout.Puzzle {
	last := len(t.fields) - 1
	lit := t.values[last][c[last]]
	p := &lightsout.Puzzle{Rows: t.reading.Rows, Cols: t.reading.Cols, Lamps: make([]uint8, last)}
	for i := range p.Lamps {
		if t.values[i][c[i]] == lit {
			p.Lamps[i] = 1
		}
	}
	return p
}

// text returns the encoding of a choice.
func (t *tiles) text(c choice) string {
	p := t.board(c)
	if t.reading.Kind == vision.Lights {
		return p.String()
	}
	row := make([]byte, len(p.Lamps))
	for i, lamp := range p.Lamps {
		row[i] = '0' + lamp
	}
	if cards, err := cardflip.Parse(string(row)); err == nil {
		return cards.String()
	}
	return string(row)
}

// rateTiles returns the prior 1 for a board that Lights Out or To the Moon can solve, unsolvable for
// others. Cards and boards too large to solve here have 1.
func (t *tiles) rateTiles(ctx context.Context, c choice) (prior float64, held bool) {
	const most = 400 // lamps
	p := t.board(c)
	if t.reading.Kind == vision.Cards || len(p.Lamps) > most {
		return 1, true
	}
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	if a, err := p.Solve(ctx); err != nil || a.Solvable {
		return 1, true
	}
	sky := tothemoon.New(p.Rows, p.Cols)
	for i, lamp := range p.Lamps {
		if lamp == 1 {
			sky.Flip(i/p.Cols, i%p.Cols)
		}
	}
	if a, err := sky.Solve(ctx); err != nil || a.Solvable {
		return 1, true
	}
	return unsolvable, true
}
