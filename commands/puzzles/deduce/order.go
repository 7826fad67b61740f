package deduce

import (
	"fmt"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// A gradedOrder is an order for a puzzle of type P with a size and a difficulty, as its solver
// reads it.
type gradedOrder[P, O any] interface {
	ask.SolverOrder[P, O]
	comparable
	Terms() (rows, cols int, grade string, number uint64)
}

// A titledOrder titles its puzzle itself: a phrase, and further values for it.
type titledOrder interface {
	Title() (phrase string, more words.With)
}

// Orders returns a function that reads orders by parse. Wrap turns a solver's puzzle into one to
// tell people of. Unmade is the error if no puzzle of that size and difficulty was found.
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

// ShowMade shows a puzzle of this difficulty under this title, as it is set to others.
func ShowMade(a *ask.Ask, g Game, title, grade string, order, another fmt.Stringer) *ask.Answer {
	r := a.MadeToOrder(g, title, a.Say.Text(a.Kind.Name+".made-level."+grade), order, another)
	g.showBlank(r)
	return r
}
