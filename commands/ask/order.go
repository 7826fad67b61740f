package ask

import (
	"context"
	"errors"
	"fmt"

	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// An Order is for a puzzle that is yet to be made. Its String is the order, as one types it.
type Order interface {
	Game
	// Make makes it. Its error is a *solvers.SyntaxError, a *Refusal or the context's.
	Make(ctx context.Context) (Game, error)
	// Made tells what was made, where that is what was asked for; nil where the action is
	// to be done with it. An answer without a Game says that making failed.
	Made(ctx context.Context, a *Ask, g Game) *Answer
}

// A SolverOrder is an order for a puzzle of type P, as its solver reads it.
type SolverOrder[P, O any] interface {
	fmt.Stringer
	Next() O
	Make(ctx context.Context) (P, error)
}

// Ordered is an order in the words of its kind.
type Ordered[P any, O SolverOrder[P, O]] struct {
	Solver     O
	Rows, Cols int
	Game       func(p P) Game
	Unmade     error                                   // of Make, where there is no such puzzle; nil where there always is
	Refusal    func() error                            // that in the person's terms
	Tell       func(a *Ask, g Game, o, next O) *Answer // what was made; nil where the action is to be done with it
}

func (o *Ordered[P, O]) String() string         { return o.Solver.String() }
func (o *Ordered[P, O]) Size() (rows, cols int) { return o.Rows, o.Cols }

// Make makes it.
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

// Made tells what was made.
func (o *Ordered[P, O]) Made(_ context.Context, a *Ask, g Game) *Answer {
	if !a.Action.ShowsOrder {
		return nil
	}
	return o.Tell(a, g, o.Solver, o.Solver.Next())
}

// MadeToOrder is the answer that shows a puzzle made to order, without its solution: what it
// is, how to play it, and how to have the same one again, or the next.
func (a *Ask) MadeToOrder(g Game, title, how string, order, next fmt.Stringer) *Answer {
	shown, do := *a, Blank
	if shown.Action = a.Kind.Action(do); shown.Action == nil {
		shown.Action, do = &Action{Name: do}, Solve
	}
	a = &shown
	r := a.New(chat.Good, title)
	r.Text, r.Game, r.Again = how, g, Change{"do": do, "make": order}
	r.Note = a.Say.Text(a.Kind.Name+".made-again", words.With{"Command": "/" + a.Kind.Name + " puzzle:" + order.String() + a.typedRules()})
	change := Change{"do": do, "make": next}
	b := a.Button("button.another", a.Keep(change))
	if b.Path == "" {
		delete(change, "private")
		b = a.Button("button.another", change)
	}
	r.Offer(b)
	return r
}

// typedRules are the options that say the rules, as one types them behind a puzzle.
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
