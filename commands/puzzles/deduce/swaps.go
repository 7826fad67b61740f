package deduce

import (
	"context"
	"fmt"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
)

// A Swap is a change of a solution: some of its cells change together, and the rules are kept.
type Swap struct {
	Cells []int
	Told  string // the change in words, without a full stop
	Least bool   // it is proved that no change of the solution has fewer cells
}

// An ender tells how to end an ambiguity by a single cell.
type ender interface {
	// Ends returns a sentence that names cells such that, if the maker changes or gives any single one
	// of them, the puzzle has one solution. It chooses from cells, and returns "" if none will do. only
	// says that the puzzle has exactly two solutions, and that all of the cells differ between them.
	Ends(ctx context.Context, cells []int, only bool, say words.Phrases) string
}

// explain finds out why there are several solutions. It sets the swaps, which are independent of each
// other, and whether they make all solutions. For a check it also looks for cells that end the
// ambiguity.
func (s *study) explain(ctx context.Context, g Game, a *ask.Ask) {
	s.Swaps = g.Puzzle.Swaps(ctx, s.Solved, a.Say)
	n := len(s.Swaps)
	s.swapped = s.exact && n > 0 && s.count == 1<<n
	if e, ok := g.Puzzle.(ender); ok && a.Action.Name == ask.Check && n > 0 {
		var cells []int
		for _, swap := range s.Swaps {
			cells = append(cells, swap.Cells...)
		}
		s.ends = e.Ends(ctx, cells, s.swapped && n == 1, a.Say)
	}
}

// why describes the swaps that the board shows. If the swaps make all solutions, it also tells how many
// there are. It returns "" if there are no swaps.
func (s *study) why(say words.Phrases) string {
	n := len(s.Swaps)
	if n == 0 {
		return ""
	}
	shown := min(n, render.MostSets)
	about := words.With{"Told": s.Swaps[0].Told, "Shown": shown, "Least": s.Swaps[0].Least, "Solutions": s.count, "Power": power(n)}
	told := say.Count(words.If(s.swapped, "swaps.all", "swaps.some"), n, about)
	if n > 1 {
		for i, swap := range s.Swaps[:shown] {
			told += fmt.Sprintf("\n%d. %s", i+1, swap.Told)
		}
	}
	return ask.Join("\n", told, s.ends)
}

// power writes 2 to the power of n.
func power(n int) string {
	superscripts := strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	return "2" + superscripts.Replace(fmt.Sprint(n))
}

// drawSwaps numbers the cells of the swaps that are told.
func (s *study) drawSwaps(b *render.Board) {
	for i, swap := range s.Swaps[:min(len(s.Swaps), render.MostSets)] {
		for _, cell := range swap.Cells {
			b.Cells[cell].Set = i + 1
		}
	}
}

// Explained reports whether the swaps that why describes change every cell that Key leaves open. Then
// these cells need not be named once more.
func (s *Solved) Explained() bool {
	changed := 0
	for _, swap := range s.Swaps[:min(len(s.Swaps), render.MostSets)] {
		changed += len(swap.Cells)
	}
	return changed == len(openCells(s.Key))
}
