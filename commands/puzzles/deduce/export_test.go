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
