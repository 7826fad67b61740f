package nonogram_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
)

// TestHintFigures counts, for docs/figures.md, what hints decide beside steps, of the puzzles
// with one solution in the directory that KIBITZ_NONOGRAMS names.
func TestHintFigures(t *testing.T) {
	directory := os.Getenv("KIBITZ_NONOGRAMS")
	if directory == "" {
		t.Skip("KIBITZ_NONOGRAMS names no directory")
	}
	files, err := filepath.Glob(filepath.Join(directory, "*.non"))
	if err != nil {
		t.Fatal(err)
	}
	var all [2]tally
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := notation.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		a, err := p.Solve(ctx)
		if err != nil || a.Verdict != solvers.Unique {
			cancel()
			continue
		}
		steps, hints := count(p.StepsFrom(ctx, a)), count(p.Hints(ctx, a, nil))
		if steps.trials > 0 || ctx.Err() != nil {
			t.Logf("%s: by search, or late: not counted", filepath.Base(file))
		} else {
			t.Logf("%s: %v, hints %v", filepath.Base(file), steps, hints)
			all[0].add(steps)
			all[1].add(hints)
		}
		cancel()
	}
	t.Logf("all: %v, hints %v", all[0], all[1])
	t.Logf("cells a step: %.2f, a hint: %.2f; %.2f and %.2f of them where something was decided just before",
		all[0].mean(), all[1].mean(), all[0].share(), all[1].share())
}

// A tally is of steps: how many, with how many cells, how many of them by search, and how many
// in a line through a cell of the step before.
type tally struct{ steps, cells, first, trials, near int }

// early is how many steps count as the first: where people ask for most hints.
const early = 10

func count(way iter.Seq[nonogram.Step]) (n tally) {
	var before []nonogram.Placed
	for step := range way {
		n.steps++
		n.cells += len(step.Cells)
		if n.steps <= early {
			n.first += len(step.Cells)
		}
		if step.Technique == nonogram.Trial {
			n.trials++
		}
		for _, c := range before {
			if index := c.Row; step.Technique <= nonogram.LineLogic && (step.Line.Column && c.Col == step.Line.Index || !step.Line.Column && index == step.Line.Index) {
				n.near++
				break
			}
		}
		before = step.Cells
	}
	return n
}

func (n *tally) add(m tally) {
	n.steps += m.steps
	n.cells += m.cells
	n.first += m.first
	n.trials += m.trials
	n.near += m.near
}

func (n tally) mean() float64  { return float64(n.cells) / float64(n.steps) }
func (n tally) share() float64 { return float64(n.near) / float64(n.steps) }
