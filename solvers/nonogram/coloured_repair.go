package nonogram

import (
	"context"
	"math/rand/v2"
	"slices"

	"kibitz/solvers"
)

// RepairedColoured is a picture in colours with as few cells changed as were found to do.
type RepairedColoured struct {
	Puzzle  *Coloured // of the picture after the changes, which is its Picture
	Changed []int     // the cells changed, row-major, ascending

	// Verdict on Puzzle: Unique, or where the budget ended before that Multiple or Undecided.
	// Level is what a unique one takes.
	Verdict solvers.Verdict
	Level   Level

	// Least is a number of changes without which it cannot be done, proved; Proved says that
	// Changed has just that many.
	Least  int
	Proved bool
}

// RepairColoured changes the fewest cells of the picture of a puzzle that make it the only one with
// its clues. When ctx ends first the answer is the best so far; a proof takes exponential time in
// the number of changes, so ctx should have an end. The error is ErrUnfinished for a puzzle that
// has no Picture, ErrSize for one with a side above MaxMade, or Check's.
//
// The proof is that of Repair: where a picture has another solution, changes that make it unique
// have a cell in a line in which the two differ. It branches on those cells and their other shades,
// and deepens from no change to one, two and so on. An upper bound comes first: some ways to give
// cells in which solutions differ the shade of a neighbour.
func RepairColoured(ctx context.Context, p *Coloured) (*RepairedColoured, error) {
	return RepairColouredKeeping(ctx, p, nil)
}

// RepairColouredKeeping is RepairColoured that leaves some cells as they are; see RepairKeeping.
func RepairColouredKeeping(ctx context.Context, p *Coloured, keep []int) (*RepairedColoured, error) {
	if p.Picture == nil {
		return nil, ErrUnfinished
	}
	if max(len(p.Rows), len(p.Cols)) > MaxMade {
		return nil, ErrSize
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	m := &colourMender{ctx: ctx, original: p, trial: slices.Clone(p.Picture), kept: make([]bool, len(p.Picture)), free: len(p.Picture)}
	for _, cell := range keep {
		if !m.kept[cell] {
			m.kept[cell], m.free = true, m.free-1
		}
	}
	a, err := p.Decide(ctx)
	if err != nil {
		return nil, err
	}
	if a.Verdict == solvers.Unique {
		return &RepairedColoured{Puzzle: p, Verdict: solvers.Unique, Level: a.Level, Proved: true}, nil
	}
	for seed := range uint64(8) {
		if made, err := p.madeUnique(ctx, rand.New(rand.NewPCG(seed, 0)), m.kept); err == nil && made != nil {
			m.keepBest(made.Picture)
		}
	}
	least := 0
	if a.Verdict == solvers.Multiple {
		least = 1
	}
	for ; least <= m.free && (m.best == nil || least < m.changes(m.best)); least++ {
		if m.within(least) || m.unsure {
			break // those of fewer changes have all been tried
		}
	}
	if m.best == nil {
		return &RepairedColoured{Puzzle: p, Verdict: a.Verdict, Least: least}, nil
	}
	made := &RepairedColoured{Puzzle: m.puzzle(m.best), Verdict: solvers.Unique, Least: least}
	for i, s := range m.best {
		if s != p.Picture[i] {
			made.Changed = append(made.Changed, i)
		}
	}
	made.Proved = len(made.Changed) == least
	made.Level = BySearch
	if a, err := made.Puzzle.Decide(ctx); err == nil && a.Verdict == solvers.Unique {
		made.Level = a.Level
	}
	return made, nil
}

// colourMender is one RepairColoured.
type colourMender struct {
	ctx      context.Context
	original *Coloured
	trial    []Shades // the picture with the changes on trial
	kept     []bool   // cells that are not to be changed
	free     int      // how many are not kept
	unsure   bool     // some trial was not decided
	best     []Shades // with the fewest changes known to do; nil for none yet
}

func (m *colourMender) puzzle(picture []Shades) *Coloured {
	return FromColours(picture, len(m.original.Cols), m.original.Palette, m.original.Background)
}

func (m *colourMender) changes(picture []Shades) (n int) {
	for i, s := range picture {
		if s != m.original.Picture[i] {
			n++
		}
	}
	return n
}

func (m *colourMender) keepBest(picture []Shades) {
	if m.best == nil || m.changes(picture) < m.changes(m.best) {
		m.best = slices.Clone(picture)
	}
}

// within says whether so many further changes do.
func (m *colourMender) within(changes int) bool {
	a, err := m.puzzle(m.trial).Decide(m.ctx)
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
		for shade := Background; shade < m.original.AllShades(); shade <<= 1 {
			if shade == was || m.unsure {
				continue
			}
			m.trial[i] = shade
			done := m.within(changes - 1)
			m.trial[i] = was
			if done {
				return true
			}
		}
	}
	return false
}
