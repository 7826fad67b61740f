package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// Each of the hard pictures is the only one of its clues, and the proof takes at most 100,000
// conflicts, some four times what the longest of them takes. The clock has no say in their number.
// All are tried if NONOGRAM_HARD is set, otherwise every fourth.
func TestHardPictures(t *testing.T) {
	puzzletest.OneGoroutine(t)
	for i, h := range puzzletest.HardPictures {
		if i%4 != 0 && os.Getenv("NONOGRAM_HARD") == "" {
			continue
		}
		p := h.Puzzle()
		g := newGrid[[1]uint64](p)
		a, _ := g.Solve(t.Context(), false)
		conflicts := g.sketchConflicts + g.pageConflicts()
		t.Logf("%d×%d, number %d: %v after %d conflicts", h.Side, h.Side, h.Number, a.Verdict, conflicts)
		if a.Verdict != solvers.Unique || conflicts > 100_000 {
			t.Errorf("%d×%d, number %d: %v after %d conflicts", h.Side, h.Side, h.Number, a.Verdict, conflicts)
		}
	}
}

// BenchmarkHardPictures proves the hard pictures one after another.
func BenchmarkHardPictures(b *testing.B) {
	for _, h := range puzzletest.HardPictures {
		b.Run(fmt.Sprintf("%d/%d", h.Side, h.Number), func(b *testing.B) {
			p, conflicts := h.Puzzle(), int64(0)
			for b.Loop() {
				g := newGrid[[1]uint64](p)
				g.Solve(b.Context(), false)
				conflicts += g.sketchConflicts + g.pageConflicts()
			}
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts")
		})
	}
}

// TestMakeHardPictures prints further hard pictures, in the form of puzzletest.HardPictures, for the
// side and the first and last number in NONOGRAM_MAKE_HARD, such as "50 1 40". While a picture has a
// second solution, a cell in which that differs changes.
func TestMakeHardPictures(t *testing.T) {
	var h puzzletest.Hard
	var first, last uint64
	if _, err := fmt.Sscan(os.Getenv("NONOGRAM_MAKE_HARD"), &h.Side, &first, &last); err != nil {
		t.Skip("set NONOGRAM_MAKE_HARD to a side and two numbers")
	}
	for h.Number = first; h.Number <= last; h.Number++ {
		h.Flips = nil
		random := rand.New(rand.NewPCG(h.Number, 77))
		for {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			p := h.Puzzle()
			g := newGrid[[1]uint64](p)
			a, _ := g.Solve(ctx, false)
			cancel()
			if a.Verdict == solvers.Unique && g.sketchConflicts+g.pageConflicts() > 1000 {
				fmt.Printf("{%d, %d, []int{%s}},\n", h.Side, h.Number, strings.Trim(strings.ReplaceAll(fmt.Sprint(h.Flips), " ", ", "), "[]"))
			}
			if a.Verdict != solvers.Multiple {
				break
			}
			h.Flips = append(h.Flips, differing(random, h.Picture(), a.Solutions))
		}
	}
}

// differing returns a random cell in which one of the solutions differs from a picture.
func differing(random *rand.Rand, picture []puzzle.Cell, solutions [][]puzzle.Cell) int {
	var cells []int
	for c, value := range picture {
		for _, s := range solutions {
			if s[c] != value {
				cells = append(cells, c)
				break
			}
		}
	}
	return cells[random.IntN(len(cells))]
}
