package ask

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// An Order is for a puzzle that is yet to be made. Its String is the order, as one types it.
type Order interface {
	Game
	// Make makes the puzzle. Its error is a *solvers.SyntaxError, a *Refusal or the context's.
	Make(ctx context.Context) (Game, error)
	// Made shows the puzzle, if that was asked for. It returns nil if the action is to be done
	// with the puzzle. An answer without a Game tells that making failed.
	Made(ctx context.Context, a *Ask, g Game) *Answer
}

// An OpenOrder is an order that may leave to chance which puzzle it is for.
type OpenOrder interface {
	Order
	Drawn(dice uint64) Order // for one puzzle, the same for the same dice; the order itself where it is for one
	Any() Order              // for a puzzle of its kind, which is left to chance
}

// A SolverOrder is an order for a puzzle of type P, as its solver reads it.
type SolverOrder[P, O any] interface {
	fmt.Stringer
	Drawn(dice uint64) O
	Any() O
	Make(ctx context.Context) (P, error)
}

// An Ordered is a solver's order in the words of its kind.
type Ordered[P any, O SolverOrder[P, O]] struct {
	Solver     O
	Rows, Cols int
	Game       func(p P) Game
	Unmade     error                                      // of Make, where there is no such puzzle; nil where there always is
	Refusal    func() error                               // that in the person's terms
	Tell       func(a *Ask, g Game, o, another O) *Answer // what was made; nil where the action is to be done with it
}

func (o *Ordered[P, O]) String() string         { return o.Solver.String() }
func (o *Ordered[P, O]) Size() (rows, cols int) { return o.Rows, o.Cols }

// Make makes the puzzle. If there is no such puzzle, its error is the Refusal.
func (o *Ordered[P, O]) Make(ctx context.Context) (Game, error) {
	p, err := o.Solver.Make(ctx)
	switch {
	case err == nil:
		return o.Game(p), nil
	case o.Unmade != nil && errors.Is(err, o.Unmade):
		return nil, o.Refusal()
	}
	return nil, err
}

// Made tells what was made, or returns nil if the ask's action does not show that, or the person
// asked for the solution.
func (o *Ordered[P, O]) Made(_ context.Context, a *Ask, g Game) *Answer {
	if !a.Action.ShowsOrder || a.SaysSolve() {
		return nil
	}
	return o.Tell(a, g, o.Solver, o.Solver.Any())
}

// Drawn returns the order with a number that the dice give, if it has none.
func (o *Ordered[P, O]) Drawn(dice uint64) Order { return o.with(o.Solver.Drawn(dice)) }

// Any returns the order without its number.
func (o *Ordered[P, O]) Any() Order { return o.with(o.Solver.Any()) }

// with returns a copy of the order with another order of the solver's.
func (o *Ordered[P, O]) with(solver O) Order {
	other := *o
	other.Solver = solver
	return &other
}

// MadeToOrder returns the answer that shows a puzzle made to order, without its solution. It has a
// title, how to play it, in small print how to have the same one again, and a button to another
// one. Order is the order with its number, another the same order without. The answer counts as one
// to the action Blank, or to Solve for a kind without Blank.
func (a *Ask) MadeToOrder(g Game, title, how string, order, another fmt.Stringer) *Answer {
	shown, do := *a, Blank
	if shown.Action = a.Kind.Action(do); shown.Action == nil {
		shown.Action, do = &Action{Name: do}, Solve
	}
	a = &shown
	r := a.New(chat.Good, title)
	r.Text, r.Game, r.Again = how, g, Change{"do": do, "make": order}
	r.Note = a.SameAgain(order.String())
	change := Change{"do": do, "make": another}
	b := a.Button("button.another", a.Keep(change))
	if b.Path == "" { // too long: the wish for privacy gives way
		delete(change, "private")
		b = a.Button("button.another", change)
	}
	r.Offer(b)
	return r
}

// SameAgain says how to have the puzzle of an order once more: by a command to type, with the
// options that say the rules.
func (a *Ask) SameAgain(order string) string {
	return a.Say.Text(a.Kind.Name+".made-again", words.With{"Command": "/" + a.Kind.Name + " puzzle:" + order + a.typedRules()})
}

// typedRules returns the options that say the rules, as people type them behind a puzzle, each with
// a blank before it. It leaves out options that the puzzle's text says already, and those about the
// answer.
func (a *Ask) typedRules() (typed string) {
	for _, option := range a.Kind.Options {
		value := a.Options[option.Name]
		switch {
		case option.Encoded || option.OfAnswer || value == nil || value == false:
		case value == true:
			typed += " " + option.Name + ":True"
		default:
			typed += " " + option.Name + ":" + words.Visible(fmt.Sprint(value))
		}
	}
	return typed
}

// Grades are how hard the puzzles of a day are, easy first, by their names in an order.
var Grades = [...]string{"easy", "medium", "hard"}

// Daily returns a Kind's Daily that takes the date as the number of the puzzle, such as 20261122.
// Orders has the order without a number for each of Grades.
func Daily(orders [len(Grades)]string) func(day time.Time, grade int) string {
	return func(day time.Time, grade int) string { return orders[grade] + " " + day.Format("20060102") }
}
