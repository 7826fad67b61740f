package sudoku

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
)

// check returns what is false in a step of a puzzle whose solutions are known; "" for nothing.
func (s Step) check(may []uint16) string {
	for _, c := range s.Cells {
		if c.Digit != 0 && may[c.Cell] != 1<<c.Digit || may[c.Cell]&c.Removed != 0 || c.Digit == 0 && c.Removed == 0 {
			return "it is not so in all solutions"
		}
	}
	if len(s.Cells) == 0 {
		return "nothing follows"
	}
	return ""
}

// No step strikes or misplaces a digit of the solution, and every technique comes up.
func TestSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 4))
	used := map[Technique]int{}
	walk := func(p *Puzzle) {
		a, err := p.Solve(t.Context())
		if err != nil || a.Verdict != solvers.Unique {
			t.Fatalf("%s: %v, %v", p, a, err)
		}
		left := len(p.Givens) - len(p.given())
		b := newBoard(p)
		b.unique = true
		for s := range p.Steps(t.Context()) {
			if wrong := s.check(a.Candidates); wrong != "" {
				t.Fatalf("%s: %v: %+v: %s", p, s.Technique, s, wrong)
			}
			for tech, rule := range rules { // and none of those that could have been told instead
				if Technique(tech) >= Chain && s.Technique < Chain {
					break // these take longer
				}
				rule(b, func(other Step) bool {
					used[Technique(tech)]++
					if wrong := other.check(a.Candidates); wrong != "" {
						t.Fatalf("%s: %+v: %s", p, other, wrong)
					}
					return true
				})
			}
			for _, c := range s.Cells {
				if c.Digit != 0 {
					left--
				}
			}
			b.apply(s)
		}
		if left != 0 {
			t.Errorf("%s: %d cells left", p, left)
		}
	}
	for n := range 60 {
		p := &Puzzle{Size: 9, Diagonals: n%5 == 4, Givens: make([]int, 81)}
		walk(p.dug(rng))
	}
	for _, text := range append(known, ".24..5.....6.......1.36.8..23.79.1...4.....7...1.43.52..8.57.3.......4.....1..79.") {
		walk(parsed(t, text)) // the last one has a unique rectangle
	}
	for tech := range Trial {
		if used[tech] == 0 {
			t.Errorf("%v never came up", tech)
		}
	}
}

// Steps of puzzles with several solutions hold in all of them, and no unique rectangle is among them.
func TestStepsOfSeveral(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 5))
	for n := range 300 {
		p := small(rng, 6, n%3 == 2)
		may := make([]uint16, 36)
		everyGrid(p, func(grid []int) bool {
			for i, d := range grid {
				may[i] |= 1 << d
			}
			return true
		})
		open := 0
		for i, m := range may {
			if p.Givens[i] == 0 && bits.OnesCount16(m) == 1 {
				open++
			}
		}
		for s := range p.Steps(t.Context(), UniqueRectangle) {
			if wrong := s.check(may); wrong != "" {
				t.Fatalf("%s: %v: %+v: %s", p, s.Technique, s, wrong)
			}
			for _, c := range s.Cells {
				if c.Digit != 0 {
					open--
				}
			}
		}
		if open != 0 {
			t.Errorf("%s: %d certain cells are left", p, open)
		}
	}
}

// The digits of an assumption contradict each other: with them there is no solution, nor singles that
// go on, and each chain's two ends are not both wrong.
func TestLinks(t *testing.T) {
	for _, text := range known {
		p := parsed(t, text)
		b := newBoard(p)
		b.unique = true
		for s := range p.Steps(t.Context()) {
			switch s.Technique {
			case Chain:
				for k, l := range s.Links {
					if l.On != (k%2 == 1) || b.marks[l.Cell]>>l.Digit&1 == 0 {
						t.Errorf("%s: link %d of %+v", p, k, s)
					}
				}
				first, last := s.Links[0], s.Links[len(s.Links)-1]
				solution := p.solvable()
				if solution[first.Cell] != first.Digit && solution[last.Cell] != last.Digit {
					t.Errorf("%s: both ends of %+v are wrong", p, s)
				}
			case Forcing:
				trial := *b
				for _, l := range s.Links {
					if trial.marks[l.Cell]>>l.Digit&1 == 0 {
						t.Errorf("%s: %+v places a digit that is struck", p, s)
					}
					if l != s.Links[0] && !trial.forces(l) {
						t.Errorf("%s: %+v: %+v is no single", p, s, l)
					}
					trial.place(l.Cell, l.Digit)
				}
				if !trial.fails(s.Fails) {
					t.Errorf("%s: %+v fails nowhere", p, s)
				}
			}
			b.apply(s)
		}
	}
}

// forces reports whether a link is a single on a board.
func (b *board) forces(l Link) bool {
	if l.House == nil {
		return b.marks[l.Cell] == 1<<l.Digit
	}
	for h, name := range b.names {
		if name == *l.House {
			return b.houses[h].and(b.places[l.Digit]) == setOf(l.Cell)
		}
	}
	return false
}

// fails reports whether a cell has no candidate, or a house no place for a digit and the digit not yet.
func (b *board) fails(l Link) bool {
	if l.House == nil {
		return b.marks[l.Cell] == 0 && b.open.has(l.Cell)
	}
	for h, name := range b.names {
		if name == *l.House {
			return b.houses[h].and(b.places[l.Digit]).empty()
		}
	}
	return false
}

// The hints of a puzzle lead to its solution, one digit a hint. Each of their steps is true, and a hint is
// never longer than the steps to the same digit.
func TestHints(t *testing.T) {
	for _, text := range []string{"9x9 hard 2", "9x9 hard 16", "8x8 medium 8", "9x9 expert 8", "4x4 easy 1"} {
		o, err := ParseOrder(text, false)
		if err != nil {
			t.Fatal(err)
		}
		p, err := o.Make(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		left, all := len(p.Givens)-len(p.given()), 0
		now := p
		for hint := range p.Hints(t.Context()) {
			for k, s := range hint {
				if wrong := s.check(a.Candidates); wrong != "" || (s.Cells[0].Digit != 0) != (k == len(hint)-1) {
					t.Errorf("%s: step %d of %d, %v: %s", text, k+1, len(hint), s.Technique, wrong)
				}
			}
			steps := 0 // from here to a digit
			for s := range now.Steps(t.Context()) {
				if steps++; s.Cells[0].Digit != 0 {
					break
				}
			}
			if all == 0 && len(hint) > steps {
				t.Errorf("%s: %d steps in the first hint, %d to a digit", text, len(hint), steps)
			}
			all++
			left -= len(hint[len(hint)-1].Cells)
			for _, c := range hint[len(hint)-1].Cells {
				now = now.Changed(Change{Cell: c.Cell, Now: c.Digit})
			}
		}
		if left != 0 {
			t.Errorf("%s: %d cells left", text, left)
		}
	}
}
