package puzzles

import (
	"context"
	"slices"
	"testing"

	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/sudoku"
)

// TestLessons: every technique that steps can name is taught, by an example that takes it, and
// the lower board of the picture differs from the upper one in what is marked as new there. No
// puzzle small enough for a picture is known to take trial.
func TestLessons(t *testing.T) {
	want := map[string][]string{
		"nonogram": words.IDs("", words.Names(append(nonogram.Techniques(), nonogram.ColourTechniques()...)...)...),
		"kakuro":   words.IDs("", words.Names(kakuro.Techniques()...)...),
		"sudoku":   words.IDs("", words.Names(sudoku.Techniques()...)...),
	}
	for _, k := range Kinds() {
		named := slices.Compact(slices.Sorted(slices.Values(want[k.Name])))
		if !slices.Equal(slices.Sorted(slices.Values(k.Lessons)), named) {
			t.Errorf("%s teaches %v, and its steps name %v", k.Name, k.Lessons, named)
		}
		for _, id := range k.Lessons {
			stage, b := k.Teach(context.Background(), id, words.In("en"))
			if id == "trial" {
				continue
			}
			if stage == nil {
				t.Errorf("%s: %s has no example", k.Name, id)
				continue
			}
			if !slices.Equal(stage.Techniques, []string{id}) {
				t.Errorf("%s: the example of %s takes %v", k.Name, id, stage.Techniques)
			}
			checkBeforeAfter(t, k.Name+"."+id, b)
		}
	}
}

func checkBeforeAfter(t *testing.T, name string, b *render.Board) {
	rows := (b.Rows - 1) / 2
	fresh := 0
	for i := range rows * b.Cols {
		before, after := b.Cells[i], b.Cells[i+(rows+1)*b.Cols]
		isNew := after.Mark == render.New
		if isNew {
			fresh++
		}
		before.Mark, after.Mark = render.NoMark, render.NoMark
		before.FaintRight, before.FaintDown, after.FaintRight, after.FaintDown = false, false, false, false
		if !isNew && after.Notes&^before.Notes == 0 { // that a digit placed is struck around it goes without saying
			after.Notes = before.Notes
		}
		if (before != after) != isNew {
			t.Errorf("%s: cell %d is %+v, and then %+v", name, i, before, after)
		}
	}
	if fresh == 0 || b.Rows != 2*rows+1 {
		t.Errorf("%s: nothing is new in %d rows", name, b.Rows)
	}
}
