package deduce

import "context"

// Moves are those of a text, as a game keeps them.
func (n *Notation) Moves(text string, rows, cols int, printed []byte) (all []string, err error) {
	moves, err := (&moveReader{Notation: n, text: text, rows: rows, cols: cols, printed: printed}).moves()
	for _, m := range moves {
		all = append(all, m.String())
	}
	return all, err
}

// Checked is what comes of checking the marks of a puzzle that has solutions.
func (g Game) Checked(ctx context.Context, s *Solved) (wrong []int, jointlyImpossible, deadEnd, done bool) {
	c := g.check(ctx, &study{Solved: s})
	return c.wrong, c.jointlyImpossible, c.deadEnd(), c.done
}

// Done tells whether all is marked that has to be.
func (n *Notation) Done(sheet, key []byte) bool { return n.solved(sheet, key) }

// Spot is where a path leads that says so, as a path says it again; false for nowhere on a
// board of that size.
func Spot(text string, rows, cols int) (again string, cell int, ok bool) {
	p, ok := readSpot(text, rows, cols)
	return p.String(), p.cell(cols), ok
}

// Redrafted is what a form has of moves that were refused.
func Redrafted(typed string) string { return readDraft("puzzle\nr1c1=#\n" + draft(typed)) }

// TurnsOf are the turns that are read from what stands below a puzzle.
func TurnsOf(text string) []string { return readHistory(text).turns }

// Draft is what was typed, as it stands there.
func Draft(typed string) string { return draft(typed) }
