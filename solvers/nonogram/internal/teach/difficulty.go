package teach

import (
	"cmp"
	"context"
	"errors"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Why a puzzle has no Difficulty.
var (
	ErrNotUnique = errors.New("nonogram: not exactly one solution")
	ErrUndecided = errors.New("nonogram: too large to decide how many solutions there are")
)

// DifficultyOf returns that of the hardest of p's Steps; where all are Easy but it takes many rounds
// over the lines, it is Medium in black and white. Generate makes puzzles of a difficulty by this measure. Only a
// puzzle with one solution has one: what is easy to see in others leads nowhere. For them it is
// ErrNotUnique, for those that memory does not suffice to decide ErrUndecided; where ctx ends
// first, its error.
func DifficultyOf(ctx context.Context, p *puzzle.Puzzle) (Difficulty, error) {
	r, err := Rate(ctx, p)
	return r.Difficulty, err
}

// Rate returns how much work p's Steps are: of the unfinished lines, those that say anything are
// what one looks for, and all are looked at where none does. Its Difficulty and its errors are
// those of Difficulty.
func Rate(ctx context.Context, p *puzzle.Puzzle) (solvers.Rating, error) {
	a, err := engine.Decide(ctx, p)
	if err != nil {
		return solvers.Rating{}, err
	}
	return RateFrom(ctx, p, a)
}

// RateFrom is Rate with a known Answer.
func RateFrom(ctx context.Context, p *puzzle.Puzzle, a *puzzle.Answer) (r solvers.Rating, err error) {
	if err := unrated(ctx, a.Verdict); err != nil {
		return r, err
	}
	NewStudy(ctx, p, true).rate(engine.AsCells(p, a), &r)
	if !p.InColours() && r.Difficulty == Easy && manyRounds(p, a.Solutions[0]) {
		r.Difficulty = Medium
	}
	return r, ctx.Err()
}

// unrated returns why a puzzle with that verdict has no Rating; nil where it has one.
func unrated(ctx context.Context, v solvers.Verdict) error {
	switch v {
	case solvers.Unique:
		return nil
	case solvers.Undecided:
		return cmp.Or(ctx.Err(), ErrUndecided)
	}
	return ErrNotUnique
}

func (b *bench[M]) rate(a *puzzle.Answer, r *solvers.Rating) {
	var l *lesson[M]
	l = newLesson(b, a, func(s Step) bool {
		r.Add(s.Technique.Difficulty(), l.unfinished, l.speaking)
		return true
	})
	l.run()
}

// manyRounds reports whether one goes over the lines more often than in a FewRounds puzzle. It
// is not asked of pictures larger than MaxMade, nor where cells are given, which save rounds.
func manyRounds(p *puzzle.Puzzle, picture []puzzle.Cell) bool {
	rows, cols := len(p.Rows), len(p.Cols)
	if p.Given != nil || max(rows, cols) > puzzle.MaxMade {
		return false
	}
	return NewPictureBench(picture, rows, cols).Rounds() > RoundsAllowed(rows, cols)
}

// RoundsAllowed returns how often one goes over all rows or all columns of a FewRounds
// puzzle, at most. Long lines cross more others, so they need a little more.
func RoundsAllowed(rows, cols int) int { return 4 + max(rows, cols)/10 }
