package deduce

import (
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
)

// A Claim says of a cell that it has a sign or, if Not, that it does not have it.
type Claim struct {
	Cell int
	Sign byte
	Not  bool
}

// Text writes a claim: "r2c2 ≠ 5".
func (c Claim) Text(p Puzzle, say words.Phrases) string {
	_, cols := p.Size()
	n, sign := p.Notation(), string(c.Sign)
	switch paint := n.paint(c.Sign); {
	case paint != nil:
		sign = ask.Join(" ", paint.Emoji, paint.Name(say))
	case c.Sign == n.Empty:
		sign = "×"
	case !n.Digits:
		sign = "■"
	}
	return ask.RowColumn(c.Cell/cols, c.Cell%cols) + words.If(c.Not, " ≠ ", " = ") + sign
}

// fits reports whether the claim is true of a cell with this sign.
func (c Claim) fits(sign byte) bool { return (sign == c.Sign) != c.Not }

// Told returns the claim in words. Signs are those that its cell has in some solutions. The claim holds
// if it fits all of them.
func (c Claim) Told(p Puzzle, signs []byte, say words.Phrases) ask.Claim {
	told := ask.Claim{Text: c.Text(p, say), Holds: true}
	for _, sign := range signs {
		if told.Holds && !c.fits(sign) {
			told.Holds, told.Other = false, Claim{Cell: c.Cell, Sign: sign}.Text(p, say)
		}
	}
	return told
}

// wayTo returns p's solution up to the first step that uses the technique with this id; nil if no step
// uses it.
func wayTo(ctx context.Context, p Puzzle, technique string, say words.Phrases) (way []Step) {
	for step := range p.Steps(ctx, nil, say) {
		way = append(way, step)
		if slices.Contains(step.Techniques, technique) {
			return way
		}
	}
	return nil
}

// Lesson returns the first step of p's solution that uses the technique with this id, and a board
// that shows p before that step and, below, after it. Both are nil if no step uses it.
func Lesson(ctx context.Context, p Puzzle, technique string, say words.Phrases) (*ask.Stage, *render.Board) {
	way := wayTo(ctx, p, technique, say)
	if way == nil {
		return nil, nil
	}
	before, after := beforeAfter(p, way)
	look(before, way[len(way)-1], false)
	return &way[len(way)-1].Stage, Stack(before, after)
}

// beforeAfter draws p before and after the last step of a way.
func beforeAfter(p Puzzle, way []Step) (before, after *render.Board) {
	g := Game{Puzzle: p}
	return ask.Unmarked(g.after(way[:len(way)-1])), g.after(way)
}

// Exercise sets the position before the first step of p's solution that uses the technique with this
// id. Some claims are those of the step, and each other one is false in some solution. It returns nil
// if no step uses the technique.
func Exercise(ctx context.Context, p Puzzle, technique string, say words.Phrases) *ask.Exercise {
	way := wayTo(ctx, p, technique, say)
	s, err := p.Solve(ctx, true)
	if way == nil || err != nil || len(s.Solutions) == 0 {
		return nil
	}
	step := way[len(way)-1]
	e := &ask.Exercise{Stage: step.Stage}
	e.Before, e.After = beforeAfter(p, way)
	look(e.After, step, false)
	claims := append(step.claims(), misled(p, way, s.Solutions)...)
	slices.SortStableFunc(claims, func(a, b Claim) int { return a.Cell - b.Cell })
	for _, c := range claims {
		var signs []byte
		for _, solution := range s.Solutions {
			signs = append(signs, solution[c.Cell])
		}
		e.Claims = append(e.Claims, c.Told(p, signs, say))
	}
	return e
}

// claims returns what a step says of its first cells, one claim a cell: the signs that it decides, or
// else the signs that it strikes.
func (s Step) claims() (all []Claim) {
	const most = 2
	for i, cell := range s.Decides {
		all = append(all, Claim{Cell: cell, Sign: s.Signs[i]})
	}
	if all == nil {
		all = slices.CompactFunc(slices.Clone(s.Strikes), func(a, b Claim) bool { return a.Cell == b.Cell })
	}
	return all[:min(most, len(all))]
}

// misled returns claims like those of the last step of a way, about other cells that are open before
// it. Each is false in one of the solutions. Cells to look at come first.
func misled(p Puzzle, way []Step, solutions [][]byte) (all []Claim) {
	const most = 4
	step, now := way[len(way)-1], Game{Puzzle: p}.with(way[:len(way)-1]).Marks
	like, used := step.claims()[0], slices.Clone(step.Decides)
	cells := slices.Clone(step.Look)
	for i := range now {
		cells = append(cells, i)
	}
	for _, i := range cells {
		for _, solution := range solutions {
			c := Claim{Cell: i, Sign: words.If(like.Not, solution[i], like.Sign), Not: like.Not}
			blank := c.Not && c.Sign == p.Notation().Empty
			if now[i] == Unmarked && !slices.Contains(used, i) && !c.fits(solution[i]) && !blank && len(all) < most {
				all, used = append(all, c), append(used, i)
			}
		}
	}
	return all
}

// Examples has for techniques, by their ids, a puzzle each that needs the technique.
type Examples[P Puzzle] struct {
	Of     map[string]string
	Parse  func(text string) (P, error)
	Others func(p P) []P // returns the puzzle in other guises, the best one first
}

// Lesson returns a step that shows the technique with this id, and a board with its example before the
// step and, below, after it. Both are nil for a technique without an example.
func (e Examples[P]) Lesson(ctx context.Context, technique string, say words.Phrases) (*ask.Stage, *render.Board) {
	p, err := e.Parse(e.Of[technique])
	if err != nil {
		return nil, nil
	}
	return Lesson(ctx, p, technique, say)
}

// Exercise sets the example of the technique with this id in the first other guise in which the technique
// is still seen; nil for a technique without an example.
func (e Examples[P]) Exercise(ctx context.Context, technique string, say words.Phrases) *ask.Exercise {
	p, err := e.Parse(e.Of[technique])
	if err != nil {
		return nil
	}
	for _, other := range e.Others(p) {
		if exercise := Exercise(ctx, other, technique, say); exercise != nil {
			return exercise
		}
	}
	return nil
}

// Stack returns a board with one board above another of the same width, and an empty row between.
// The clues and names at the left are those of both boards. The columns' clues and names, the
// palette and the ground are those of the upper board.
func Stack(above, below *render.Board) *render.Board {
	b := render.NewBoard(above.Rows+1+below.Rows, above.Cols)
	b.Top, b.TopColours, b.ColNames = above.Top, above.TopColours, above.ColNames
	b.Palette, b.Ground, b.Rule, b.RowRule = above.Palette, above.Ground, above.Rule, above.RowRule
	b.Parting = above.Rows
	gap := make([]render.Cell, above.Cols)
	for i := range gap {
		gap[i].Kind = render.Hole
	}
	b.Cells = slices.Concat(above.Cells, gap, below.Cells)
	if above.Left != nil {
		b.Left = slices.Concat(above.Left, [][]int{nil}, below.Left)
	}
	if above.LeftColours != nil {
		b.LeftColours = slices.Concat(above.LeftColours, [][]int{nil}, below.LeftColours)
	}
	if above.RowNames != nil {
		b.RowNames = slices.Concat(above.RowNames, []string{""}, below.RowNames)
	}
	b.Framed = above.Framed
	for _, area := range below.Framed {
		area.Row += above.Rows + 1
		b.Framed = append(b.Framed, area)
	}
	return b
}
