package deduce

import (
	"fmt"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// A gradedOrder is an order for a puzzle of type P, of a size and a difficulty, as its solver
// reads it.
type gradedOrder[P, O any] interface {
	ask.SolverOrder[P, O]
	comparable
	Terms() (rows, cols int, grade string, number uint64)
}

// A titledOrder has a title of its own for what was made, and what that says besides.
type titledOrder interface {
	Title() (phrase string, more words.With)
}

// Orders reads orders, as parse does, for puzzles that people are told of as wrap says.
// Unmade is the error where there is no puzzle of that size and difficulty.
func Orders[P any, O gradedOrder[P, O]](parse func(text string) (O, error), unmade error, wrap func(p P) Puzzle) func(text string) (ask.Order, error) {
	return func(text string) (ask.Order, error) {
		o, err := parse(text)
		if none := *new(O); o == none {
			return nil, err
		}
		rows, cols, _, _ := o.Terms()
		return &ask.Ordered[P, O]{
			Solver: o, Rows: rows, Cols: cols,
			Game:   func(p P) ask.Game { return Game{Puzzle: wrap(p)} },
			Unmade: unmade, Refusal: func() error { return &ask.Refusal{ID: "not-made", Err: unmade} },
			Tell: tellOrdered[P, O],
		}, nil
	}
}

// tellOrdered shows a puzzle made to order as it is set to others.
func tellOrdered[P any, O gradedOrder[P, O]](a *ask.Ask, game ask.Game, o, another O) *ask.Answer {
	name := a.Kind.Name
	rows, cols, grade, number := o.Terms()
	made, more := name+".made", words.With{}
	if own, ok := any(o).(titledOrder); ok {
		made, more = own.Title()
	}
	title := a.Say.Text(made, ask.Size(rows, cols, a.Say), words.With{"Number": number, "Difficulty": a.Say.Text(name + ".demand." + grade)}, more)
	return ShowMade(a, game.(Game), title, grade, o, another)
}

// ShowMade shows a puzzle of such a difficulty as it is set to others, under that title.
func ShowMade(a *ask.Ask, g Game, title, grade string, order, another fmt.Stringer) *ask.Answer {
	r := a.MadeToOrder(g, title, a.Say.Text(a.Kind.Name+".made-level."+grade), order, another)
	g.empty(r)
	return r
}
