package lightsout

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/press"
	"kibitz/solvers/lightsout"
)

// bands divides the boards that are dealt by the fewest presses that solve them, easy ones first. Of
// 2,000 random boards of 5×5, 3 % are in the first band, 35 % in the second and 62 % in the third.
var bands = [...]struct{ least, most int }{{4, 6}, {7, 9}, {10, math.MaxInt}}

// bandOf returns the band of a board that takes this many presses. Shorter games are in the first.
func bandOf(presses int) int {
	band := 0
	for band+1 < len(bands) && presses >= bands[band+1].least {
		band++
	}
	return band
}

// Harder reports whether a board in a harder band than this one, which takes this many presses, can
// be dealt.
func (g game) Harder(presses int) bool {
	return g.States <= 2 && bandOf(presses)+1 < len(bands)
}

// level returns an order with the number of a board of the wanted band. After a game that is the game's
// band, or the next harder one if that was asked for, with boards of 5×5; otherwise the easy one. An
// order that names its number, or cannot be read, is returned as it is.
func level(ctx context.Context, a *ask.Ask, order string) string {
	band := 0
	if last, err := a.Kind.Read(a.Text, a.Options); err == nil && a.Turn != "" {
		if g, ok := last.(game); ok {
			if way, err := g.Left(ctx); err == nil {
				band = bandOf(len(way.Pads))
			}
		}
	}
	if a.Turn == ask.Harder {
		order, band = "5x5 random", min(band+1, len(bands)-1)
	}
	asked, err := a.Kind.Read(order, a.Options)
	o, ok := asked.(*ask.Ordered[*lightsout.Puzzle, *lightsout.Order])
	if err != nil || !ok {
		return order
	}
	return inBand(ctx, o.Solver, band, a.Chance).String()
}

// inBand tries numbers, from dice on, and returns the order with the first one whose board is in the
// band; if none is, or ctx ends first, with the one whose board is nearest to the band. For boards of
// more than 25 lamps or of more than two states it takes the first number: easy boards are too rare
// among them to be found.
func inBand(ctx context.Context, open *lightsout.Order, band int, dice uint64) *lightsout.Order {
	const tries, most = 500, 25
	nearest := open.Drawn(dice)
	if !open.Open || open.Rows*open.Cols > most || open.Rules.States > 2 {
		return nearest
	}
	missed := math.MaxInt
	for i := range uint64(tries) {
		o := open.Drawn(dice + i)
		p, err := o.Make(ctx)
		if err != nil {
			break
		}
		s, err := p.Solve(ctx)
		if err != nil || !s.Solvable || s.Min == 0 {
			continue
		}
		miss := max(bands[band].least-s.Min, s.Min-bands[band].most, 0)
		if miss < missed {
			nearest, missed = o, miss
		}
		if miss == 0 {
			break
		}
	}
	return nearest
}

// dealLamps returns the order for a random board. After a game the board has that game's size, and is a
// hexagon if that was one; otherwise it is 5×5.
func dealLamps(a *ask.Ask, number uint64) string {
	if asked, err := a.Kind.Read(a.Text, a.Options); err == nil && a.Turn == ask.Another {
		g, ok := asked.(game)
		switch {
		case ok && g.named():
			return "5x5 random"
		case ok && g.Hexagonal() && g.Cols == 2*g.Rows-1: // the shape of a hexagon
			return fmt.Sprintf("hex %d random", (g.Rows+1)/2)
		}
	}
	return strings.TrimSuffix(press.DealLike(a, 5, number), fmt.Sprint(" ", number))
}

// dailyLamps returns the order for the board of a day. Its number is the date. If that board is
// dark from the start, the number goes up in steps so large that no other date has it.
func dailyLamps(day time.Time, grade int) string {
	text := ask.Daily([...]string{"3x3 random", "4x4 random", "5x5 random"})(day, grade)
	o, err := lightsout.ParseOrder(text)
	if o == nil || err != nil {
		return text
	}
	const days = 100_000_000 // more than any date
	for {
		p, err := o.Make(context.Background())
		if err != nil || slices.Max(p.Lamps) > 0 {
			return o.String()
		}
		o.Number += days
	}
}
