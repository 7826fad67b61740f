package maker

import (
	"context"
	"math/rand/v2"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// repairInColours repairs a picture in colours; see Repair.
//
// The proof is that in black and white: if a picture has another solution, changes that make it
// unique have a cell in a line in which the two differ. It branches on those cells and their other
// shades, and deepens from no change to one, two and so on. An upper bound comes first: several
// times, cells in which solutions differ get the shade of a neighbour until the picture is unique.
func repairInColours(ctx context.Context, p *puzzle.Puzzle, keep []int) (*Repaired, error) {
	m := &colourMender{ctx: ctx, original: p, trial: slices.Clone(p.Picture), kept: make([]bool, len(p.Picture)), free: len(p.Picture)}
	for _, cell := range keep {
		if !m.kept[cell] {
			m.kept[cell], m.free = true, m.free-1
		}
	}
	a, err := engine.Decide(ctx, p)
	if err != nil {
		return nil, err
	}
	if a.Verdict == solvers.Unique {
		return &Repaired{Puzzle: p, Verdict: solvers.Unique, Level: a.Level, Proved: true}, nil
	}
	for seed := range uint64(8) { // the upper bound
		if made, err := madeUnique(ctx, p, rand.New(rand.NewPCG(seed, 0)), m.kept); err == nil && made != nil {
			m.keepBest(made.Picture)
		}
	}
	least := 0
	if a.Verdict == solvers.Multiple {
		least = 1
	}
	for ; least <= m.free && (m.best == nil || least < m.changes(m.best)); least++ {
		if m.makesUnique(least) || m.unsure {
			break // all sets with fewer changes have been tried
		}
	}
	if m.best == nil {
		return &Repaired{Puzzle: p, Verdict: a.Verdict, Least: least}, nil
	}
	made := &Repaired{Puzzle: m.original.Pictured(m.best), Verdict: solvers.Unique, Least: least}
	for i, s := range m.best {
		if s != p.Picture[i] {
			made.Changed = append(made.Changed, i)
		}
	}
	made.Proved = len(made.Changed) == least
	made.Level = puzzle.BySearch
	if a, err := engine.Decide(ctx, made.Puzzle); err == nil && a.Verdict == solvers.Unique {
		made.Level = a.Level
	}
	return made, nil
}

// colourMender is the state of one repair in colours.
type colourMender struct {
	ctx      context.Context
	original *puzzle.Puzzle
	trial    []puzzle.Cell // picture with the changes on trial
	kept     []bool        // cells that are not to be changed
	free     int           // number of cells that are not kept
	unsure   bool          // some trial was not decided
	best     []puzzle.Cell // picture with the fewest changes known to suffice; nil for none yet
}

// changes returns the number of cells in which a picture differs from the original.
func (m *colourMender) changes(picture []puzzle.Cell) (n int) {
	for i, s := range picture {
		if s != m.original.Picture[i] {
			n++
		}
	}
	return n
}

// keepBest keeps a picture as the best if it has fewer changes.
func (m *colourMender) keepBest(picture []puzzle.Cell) {
	if m.best == nil || m.changes(picture) < m.changes(m.best) {
		m.best = slices.Clone(picture)
	}
}

// makesUnique reports whether up to changes further changes make the picture on trial unique; if so,
// it keeps the result if it is the best. It tries every other shade of every cell that is in a line
// in which another solution differs, neither kept nor changed already. It sets unsure, and gives up,
// if some picture on trial cannot be decided. The picture on trial is as before when it returns.
func (m *colourMender) makesUnique(changes int) bool {
	a, err := engine.Decide(m.ctx, m.original.Pictured(m.trial))
	switch {
	case err != nil || a.Verdict == solvers.Undecided:
		m.unsure = true
		return false
	case a.Verdict == solvers.Unique:
		m.keepBest(m.trial)
		return true
	case changes == 0:
		return false
	}
	other := a.Solutions[0]
	if slices.Equal(other, m.trial) {
		other = a.Solutions[1]
	}
	cols := len(m.original.Cols)
	rowDiffers, colDiffers := make([]bool, len(m.original.Rows)), make([]bool, cols)
	for i, s := range m.trial {
		if other[i] != s {
			rowDiffers[i/cols], colDiffers[i%cols] = true, true
		}
	}
	for i, was := range m.trial {
		if m.kept[i] || was != m.original.Picture[i] || !rowDiffers[i/cols] && !colDiffers[i%cols] {
			continue
		}
		for colour := range len(m.original.Palette) + 1 {
			shade := puzzle.Empty << colour
			if shade == was || m.unsure {
				continue
			}
			m.trial[i] = shade
			done := m.makesUnique(changes - 1)
			m.trial[i] = was
			if done {
				return true
			}
		}
	}
	return false
}
