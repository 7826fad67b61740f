package lightsout

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

// Whatever Parse does not make is refused before anything is asked of it, by each
// question in its way.
func TestCheckRefuses(t *testing.T) {
	board := func(r Rules) *Puzzle { return &Puzzle{Rows: 2, Cols: 3, Lamps: make([]uint8, 6), Rules: r} }
	with := func(change func(*Puzzle)) *Puzzle {
		p := board(Rules{})
		change(p)
		return p
	}
	holes := with(func(p *Puzzle) { p.Holes = make([]bool, 6); p.Holes[0] = true })
	holes13 := *holes
	holes13.States = 13
	for name, test := range map[string]struct {
		puzzle *Puzzle
		says   string
	}{
		"the zero puzzle":       {&Puzzle{}, "0 rows and 0 columns"},
		"11 states, king":       {board(Rules{States: 11, Neighbours: King}), "found 11 states, expected 2 to 9"},
		"13 states, holes":      {&holes13, "found 13 states"},
		"300 states":            {board(Rules{States: 300}), "found 300 states"},
		"one state":             {board(Rules{States: 1}), "found 1 states"},
		"states below zero":     {board(Rules{States: -2}), "found -2 states"},
		"neighbours 9":          {board(Rules{Neighbours: 9}), "found neighbours 9, expected 0 to 3"},
		"wrap 3":                {board(Rules{Wrap: 3}), "found wrap 3, expected 0 to 2"},
		"too large":             {&Puzzle{Rows: 1 << 40, Cols: 1 << 40}, "expected 1 to 65536 lamps"},
		"short lamps":           {with(func(p *Puzzle) { p.Lamps = p.Lamps[:5] }), "a board of 5 lamps, expected 6"},
		"long target":           {with(func(p *Puzzle) { p.Target = make([]uint8, 7) }), "a target of 7 lamps"},
		"short holes":           {with(func(p *Puzzle) { p.Holes = make([]bool, 2) }), "holes of 2 lamps"},
		"short matrix":          {with(func(p *Puzzle) { p.matrix = make([]vector, 1) }), "a matrix of 1 lamps"},
		"lamp 5 of 2 states":    {with(func(p *Puzzle) { p.Lamps[4] = 5 }), "row 2, column 2: found a lamp in state 5, expected 0 to 1"},
		"target 2 of 2 states":  {with(func(p *Puzzle) { p.Target = []uint8{0, 0, 0, 0, 0, 2} }), "row 2, column 3: found a target in state 2"},
		"a lamp lit in a hole":  {with(func(p *Puzzle) { p.Holes = holes.Holes; p.Lamps[0] = 1 }), "row 1, column 1: found a lamp in state 1, expected 0 to 0"},
		"a target within holes": {with(func(p *Puzzle) { p.Holes = holes.Holes; p.Target = []uint8{1, 0, 0, 0, 0, 0} }), "found a target in state 1"},
	} {
		t.Run(name, func(t *testing.T) {
			p, ctx := test.puzzle, context.Background()
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want it to say %q", err, test.says)
			}
			if a, err := p.Solve(ctx); err == nil {
				t.Errorf("Solve: %+v", a)
			}
			if n, err := p.Nearest(ctx); err == nil {
				t.Errorf("Nearest: %+v", n)
			}
			if steps := slices.Collect(p.Steps(ctx)); steps != nil {
				t.Errorf("Steps: %v", steps)
			}
			if rules, _ := p.Table(ctx); rules != nil || p.Tabled() || p.Link() != "" {
				t.Error("something is said of it")
			}
			if p.Rules.Check() != nil {
				if p, err := p.Rules.Parse("010/101"); err == nil {
					t.Errorf("Parse: %v", p)
				}
			}
		})
	}
}

func TestCheckAccepts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := anyBoard(20).Draw(t, "board").Check(); err != nil {
			t.Error(err)
		}
	})
}

// The elimination is right for numbers of states that no puzzle may have, too, so
// that MaxStates can be raised.
func TestRingOfAnyStates(t *testing.T) {
	for _, q := range []int{11, 12, 13, 16, 22, 25, 26, 30} {
		for seed := range uint8(20) {
			p := &Puzzle{Rows: 3, Cols: 4, Lamps: make([]uint8, 12), Rules: Rules{States: q, Neighbours: King}}
			for i := range p.Lamps {
				p.press(p.Lamps, i, int(seed)*(i+3)*(i+5)%q)
			}
			s, err := p.solveRing(context.Background(), p.lacks(), q)
			if err != nil || s.presses == nil {
				t.Fatalf("%d states: %v %v", q, s, err)
			}
			if err := p.replay(s.presses); err != nil {
				t.Errorf("%d states: %v", q, err)
			}
		}
	}
}

// A wrong answer is a bug and no answer.
func TestBugs(t *testing.T) {
	p := parse(t, "010/101/010")
	if err := p.replay(make([]uint8, 9)); !errors.Is(err, solvers.ErrBug) {
		t.Errorf("nothing pressed: %v", err)
	}
	for _, certificate := range [][]uint8{nil, make([]uint8, 9), {0, 1, 0, 0, 0, 0, 0, 0, 0}} {
		if err := p.recount(certificate); !errors.Is(err, solvers.ErrBug) {
			t.Errorf("the certificate %v: %v", certificate, err)
		}
	}
}
