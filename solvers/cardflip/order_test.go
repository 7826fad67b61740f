package cardflip

import (
	"context"
	"errors"
	"testing"

	"kibitz/solvers/internal/order"
)

// Whoever moves first wins a random row by a move, in every game; its number means
// it for good.
func TestRandom(t *testing.T) {
	ctx := context.Background()
	for _, code := range []string{"0.07", "0.77", "0.137", "4.07", "0.3"} {
		game, err := ParseGame(code)
		if err != nil {
			t.Fatal(err)
		}
		for _, misere := range []bool{false, true} {
			for cards := 7; cards <= MaxRandom; cards += 6 {
				for number := range uint64(20) {
					o := &Order{cards, order.Choice{Number: number}, Rules{game, misere}}
					p, err := o.Make(ctx)
					if err != nil || p.Cards != cards || p.Check() != nil {
						t.Fatalf("%s, %v: %v %v", code, o, p, err)
					}
					if a, _ := p.Solve(ctx); !a.First || len(a.Moves) == 0 {
						t.Errorf("%s, misère %v: %s is lost", code, misere, p)
					}
					if again, _ := o.Make(ctx); again.String() != p.String() {
						t.Errorf("%s and %s are both number %d", p, again, number)
					}
				}
			}
		}
	}
	if p, err := (&Order{Cards: 1}).Make(ctx); err != ErrUnwinnable {
		t.Errorf("one card alone cannot be turned: %v %v", p, err)
	}
	if p, _ := (&Order{Cards: 9, Choice: order.Choice{Number: 42}}).Make(ctx); p.String() != "101111011" {
		t.Errorf("number 42 of 9 cards is %s", p)
	}
}

// An order is written as it is read, and the next one has the next number.
func TestOrderText(t *testing.T) {
	rules := Rules{Game{0, 7, 7}, true}
	for text, want := range map[string]string{"9 random": "9 random", " 25,\nRANDOM 007": "25 random 7"} {
		o, err := rules.ParseOrder(text)
		if err != nil || o == nil || o.String() != want || o.Rules.Game.String() != "0.77" || !o.Rules.Misere {
			t.Errorf("%q: %v %v, want %q", text, o, err, want)
		}
	}
	if o, _ := (Rules{}).ParseOrder("9 random 41"); o.Drawn(6).String() != o.String() || o.Any().Drawn(6).String() != "9 random 7" {
		t.Errorf("of %s are drawn %s and %s", o, o.Drawn(6), o.Any().Drawn(6))
	}
	for _, text := range []string{"", "1011", "9", "runs: 4 2", "random", "1 1 0 1"} {
		if o, err := (Rules{}).ParseOrder(text); o != nil || err != nil {
			t.Errorf("%q is no order: %v %v", text, o, err)
		}
	}
	for text, want := range map[string]string{
		"26 random":                     `line 1, column 1: found "26", expected a row of 1 to 25 cards`,
		"0 random 7":                    `line 1, column 1: found "0", expected a row of 1 to 25 cards`,
		"99999999999999999999 random 7": `line 1, column 1: found "99999999999999999999", expected a row of 1 to 25 cards`,
		"9 random x":                    `line 1, column 10: found "x", expected the number of a random row, such as 42`,
		"9 random 7 8":                  `line 1, column 12: found "8", expected nothing more`,
	} {
		if o, err := (Rules{}).ParseOrder(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v %v, want %s", text, o, err, want)
		}
	}
}

// The end of the time ends the making: what is made before is what is made without.
func TestOrderEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rules := Rules{Game{0, 0, 7}, true}
	if p, err := (&Order{9, order.Choice{Number: 42}, rules}).Make(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v %v", p, err)
	}
	for _, o := range []Order{{}, {Cards: -1}, {Cards: 26}, {Cards: 9, Rules: Rules{Game: Game{9}}}} {
		if p, err := o.Make(context.Background()); err == nil {
			t.Errorf("%+v makes %v", o, p)
		}
	}
	whole, err := (&Order{25, order.Choice{Number: 3}, rules}).Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for looks := range 60 {
		p, err := (&Order{25, order.Choice{Number: 3}, rules}).Make(&lapse{context.Background(), looks})
		if err == nil && p.String() != whole.String() {
			t.Fatalf("after %d looks at the clock it is %s, and %s without", looks, p, whole)
		}
	}
}

// lapse is a context that ends after some looks at it.
type lapse struct {
	context.Context
	looks int
}

func (l *lapse) Err() error {
	if l.looks--; l.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}
