package kakuro

import (
	"context"
	"slices"
	"testing"

	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/kakuro"
)

// A hint's picture has the digit marked new and keeps bright the sums that its sentences name: 4
// across at r2c4 and 11 down at r1c6. When the next hint stands on it, the digit is all that stays.
func TestKakuroHintPicture(t *testing.T) {
	p, err := kakuro.Generate(context.Background(), 6, 6, kakuro.Easy, 1)
	if err != nil {
		t.Fatal(err)
	}
	g := game{p}
	for hint := range g.Hints(context.Background(), nil, nil, words.In("en")) {
		b := g.Blank()
		hint.Draw(b, render.New)
		hint.Subdue(b)
		if at := b.At(1, 5); at.Text != "3" || at.Mark != render.New || !slices.Equal(hint.Decides, []int{1*6 + 5}) {
			t.Errorf("r2c6 is %+v, decided is %v", at, hint.Decides)
		}
		for i, cell := range b.Cells {
			down, right := cell.Down != 0 && !cell.FaintDown, cell.Right != 0 && !cell.FaintRight
			if down != (i == 5) || right != (i == 1*6+3) {
				t.Errorf("cell %d: %+v", i, cell)
			}
		}
		later := g.Blank()
		hint.Draw(later, render.NoMark)
		for i, cell := range later.Cells {
			if cell.Notes != 0 || cell.Mark != render.NoMark || (cell.Text != "") != (i == 1*6+5) {
				t.Errorf("then cell %d is %+v", i, cell)
			}
		}
		return
	}
	t.Error("no hint")
}
