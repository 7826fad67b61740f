package lightsout

import (
	"context"
	"testing"
)

// An order is written as it is read, makes what Parse makes of it, and another one
// of its kind differs in its number alone.
func TestOrders(t *testing.T) {
	for _, test := range []struct {
		rules      Rules
		text, want string
		another    string // that the dice give after 6
	}{
		{Rules{}, "7x7 random", "7x7 random", "7x7 random 7"},
		{Rules{}, " 3 X 2,RANDOM 042 ", "3x2 random 42", "3x2 random 7"},
		{Rules{}, "3x2 random 42 > off", "3x2 random 42", "3x2 random 7"},
		{Rules{}, "3x2 random 42>00/00/00", "3x2 random 42 > 00/00/00", "3x2 random 7 > 00/00/00"},
		{Rules{}, "3x2 random 42 > ON", "3x2 random 42 > on", "3x2 random 7 > on"},
		{Rules{}, "3x2 random 42 > 1", "3x2 random 42 > on", "3x2 random 7 > on"},
		{Rules{States: 5, Wrap: Torus}, "3x2 random 42 > 4", "3x2 random 42 > 4", "3x2 random 7 > 4"},
		{Rules{States: 3, Neighbours: King}, "3x2 random 9 > 2.\n.#\n.2", "3x2 random 9 > 20/01/02", "3x2 random 7 > 20/01/02"},
		{Rules{States: 3}, "1x1 random > 2", "1x1 random > 2", "1x1 random 7 > 2"},
		{Rules{}, "1x4 random > 1001/", "1x4 random > 1001/", "1x4 random 7 > 1001/"},
		{Rules{}, " Hex 4 random 42", "hex 4 random 42", "hex 4 random 7"},
		{Rules{}, "hex 2 random > on", "hex 2 random > on", "hex 2 random 7 > on"},
		{Rules{Neighbours: Hollow}, "hex 2 random 3 > 10/010/11", "hex 2 random 3 > 10/010/11", "hex 2 random 7 > 10/010/11"},
	} {
		o, err := test.rules.ParseOrder(test.text)
		if err != nil || o == nil || o.String() != test.want || o.Any().Drawn(6).String() != test.another {
			t.Errorf("%q: %v %v, want %q", test.text, o, err, test.want)
			continue
		}
		made, err := o.Make(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		read, err := test.rules.Parse(test.want)
		if err != nil || read.String() != made.String() || made.Check() != nil {
			t.Errorf("%q makes %v, and %v is read (%v)", test.text, made, read, err)
		}
		lamps := *made
		lamps.Target = nil
		if a := solve(t, &lamps); !a.Solvable {
			t.Errorf("%q makes %v", test.text, made)
		}
	}
}

// TestDrawn: what is drawn has something to press, however small; a number that was said stays.
func TestDrawn(t *testing.T) {
	for _, text := range []string{"1x1 random", "2x2 random", "3x3 random > on", "7x7 random"} {
		o, err := ParseOrder(text)
		if err != nil {
			t.Fatal(err)
		}
		for dice := range uint64(200) {
			p, err := o.Drawn(dice).Make(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if a := solve(t, p); a.Solvable && a.Min == 0 {
				t.Errorf("%s: the dice %d draw %s, which is done", text, dice, p)
			}
		}
	}
	if o, _ := ParseOrder("1x1 random 2"); o.Drawn(7) != o {
		t.Errorf("%s becomes %s", o, o.Drawn(7))
	}
}

func TestNoOrders(t *testing.T) {
	for _, text := range []string{"", "101/010", "7x7 42", "7x7 all > on", "7x7: random", "random", "x01x"} {
		if o, err := ParseOrder(text); o != nil || err != nil {
			t.Errorf("%q is no order: %v %v", text, o, err)
		}
	}
	for text, want := range map[string]string{
		"0x7 random":                `line 1, column 1: found "0x7", expected a size of rows x columns, from 1x1, with no more than 65536 lamps`,
		"257x256 random 1":          `line 1, column 1: found "257x256", expected a size of rows x columns, from 1x1, with no more than 65536 lamps`,
		"7x7 random 1 > 2":          `line 1, column 16: found "2", expected what to reach: off, on, a state below 2, or a board of the same size`,
		"2x2 random 1 > 101/000":    `line 1, column 16: found "101", expected a board to reach of 2 rows and 2 columns, like the first`,
		"2x2 random 1 > ▪0/00":      `line 1, column 16: found "▪0", expected a board to reach with the same holes`,
		"2x2 random 1 > nothing":    `line 1, column 16: found "nothing", expected a cell: 0 or 1, . or #, . or *, - or O, ⬛ or 🟨, or a hole: x X ▪`,
		"2x2 random 1 1 > nothing":  `line 1, column 14: found "1", expected nothing more`,
		"2x2 random one > 10/01":    `line 1, column 12: found "one", expected the number of a random board, such as 42`,
		"99999999999999999x2random": `line 1, column 1: found "99999999999999999x2rando", expected a size of rows x columns, from 1x1, with no more than 65536 lamps`,
	} {
		if o, err := ParseOrder(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v %v, want %s", text, o, err, want)
		}
	}
	for _, o := range []Order{{}, {Rows: 1 << 40, Cols: 1 << 40}, {Rows: -1, Cols: -1}, {Rows: 3, Cols: 3, Rules: Rules{States: 11}}} {
		if p, err := o.Make(context.Background()); err == nil {
			t.Errorf("%+v makes %v", o, p)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if p, err := (&Order{Rows: 9, Cols: 9}).Make(ctx); err != context.Canceled {
		t.Errorf("%v %v", p, err)
	}
}
