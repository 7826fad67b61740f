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

// judgeStates is for boards that are nothing but states: lights, and cards in a row. Logic
// says little of them: every row of cards is one, and most boards of lights can be
// solved. It never says which state is lit: of a board of Lights Out all lamps at once can be
// switched (K. Sutner, 1989), in To the Moon every row orb does the same, so that a
// board and its negative are both solvable or neither.
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
	j.misplaced = r.Kind == vision.Cards // a row with a card too few is as good a puzzle
	for _, f := range r.Flaws {
		j.misplaced = j.misplaced || geometric(f) || f == vision.Unnamed
	}
	j.write(v)
}

// tiles is the model of a board of states.
type tiles struct {
	model
	reading *vision.Reading
	values  [][]int // of a field's ways: states; the last field is which of them is lit
}

func newTiles(r *vision.Reading) *tiles {
	t := &tiles{reading: r}
	t.fits, t.encode, t.chance = t.fit, t.text, 1
	lit := r.Lit
	if len(lit) == 0 {
		lit = []vision.Guess{{Value: 0, P: 0.5}, {Value: 1, P: 0.5}}
	}
	for i, cell := range r.Cells {
		guesses := cell.State
		if third := guesses[0].Value; third > 1 && third != lit[0].Value {
			// A colour beside lit and dark is a cell that is pointed at, or lit up by a hint:
			// what it is otherwise cannot be seen.
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

func (t *tiles) addStates(place Place, box image.Rectangle, guesses []vision.Guess) {
	var ways []way
	var values []int
	left := 1.0
	for at, guess := range guesses {
		left -= guess.P
		if at == 0 || guess.P >= slight/10 {
			ways, values = append(ways, way{text: strconv.Itoa(guess.Value), of: guess.P}), append(values, guess.Value)
		}
	}
	t.add(place, box, ways, left)
	t.values = append(t.values, values)
}

// board is a choice as rows of lamps, 1 for a lit one.
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

// fit is whether the board can be solved, in either of the games that look like this.
func (t *tiles) fit(ctx context.Context, c choice) (prior float64, held bool) {
	const most = 400 // lamps of a board that is solved here
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
