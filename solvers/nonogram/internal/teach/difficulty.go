package teach

import (
	"cmp"
	"context"
	"errors"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// These errors say why a puzzle has no Difficulty.
var (
	ErrNotUnique = errors.New("nonogram: not exactly one solution")
	ErrUndecided = errors.New("nonogram: too large to decide how many solutions there are")
)

// DifficultyOf returns the difficulty of the hardest of p's Steps. In black and white it is Medium
// if all steps are Easy but take many rounds over the lines. Generate makes puzzles of a difficulty
// by this measure. Only a puzzle with one solution has a difficulty: in others, steps that are easy
// to see lead nowhere. For them the error is ErrNotUnique; if memory does not suffice to decide it
// is ErrUndecided, and if ctx ends first it is ctx's error.
func DifficultyOf(ctx context.Context, p *puzzle.Puzzle) (Difficulty, error) {
	r, err := Rate(ctx, p)
	return r.Difficulty, err
}

// Rate measures the work of p's Steps: at each step, the number of lines that decide something
// among the unfinished lines that a person looks at. Its Difficulty and its errors are those of
// DifficultyOf.
func Rate(ctx context.Context, p *puzzle.Puzzle) (solvers.Rating, error) {
	a, err := engine.Decide(ctx, p)
	if err != nil {
		return solvers.Rating{}, err
	}
	return RateFrom(ctx, p, a)
}

// RateFrom returns the Rating of p like Rate, without solving p: a is p's Answer. It raises Easy to
// Medium if the steps take many rounds over the lines of a puzzle in black and white. The errors are
// those of DifficultyOf; if ctx ends on the way, the Rating of the steps so far comes with its error.
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

// unrated returns the reason why a puzzle with a verdict has no Rating, nil if it has one.
func unrated(ctx context.Context, v solvers.Verdict) error {
	switch v {
	case solvers.Unique:
		return nil
	case solvers.Undecided:
		return cmp.Or(ctx.Err(), ErrUndecided)
	}
	return ErrNotUnique
}

// rate adds all steps to r: for each its difficulty, the number of unfinished lines at that moment,
// and the number of those that decide something.
func (b *bench[M]) rate(a *puzzle.Answer, r *solvers.Rating) {
	var l *lesson[M]
	l = newLesson(b, a, func(s Step) bool {
		r.Add(s.Technique.Difficulty(), l.unfinished, l.speaking)
		return true
	})
	l.run()
}

// manyRounds reports whether a person goes over the lines more often than in a FewRounds puzzle. It
// is false for pictures larger than MaxMade, and if cells are given, since these save rounds.
func manyRounds(p *puzzle.Puzzle, picture []puzzle.Cell) bool {
	rows, cols := len(p.Rows), len(p.Cols)
	if p.Given != nil || max(rows, cols) > puzzle.MaxMade {
		return false
	}
	return NewPictureBench(picture, rows, cols).Rounds() > RoundsAllowed(rows, cols)
}

// RoundsAllowed returns how often a person goes over all rows or all columns of a FewRounds puzzle,
// at most. Long lines cross more others, so they need a little more.
func RoundsAllowed(rows, cols int) int { return 4 + max(rows, cols)/10 }
