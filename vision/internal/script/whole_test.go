package script

import (
	"image"
	"reflect"
	"slices"
	"testing"

	"kibitz/vision/internal/board"
)

// A number that is seen as another one makes a reading of its own, and one that is seen as it was read makes its
// reading likelier.
func TestWeighWhole(t *testing.T) {
	left, right := image.Rect(0, 0, 8, 10), image.Rect(12, 0, 20, 10)
	boxes := []image.Rectangle{left, right}
	clues := []board.Clue{{Numbers: []int{1, 3}, Boxes: boxes, P: .7}, {Numbers: []int{7, 3}, Boxes: boxes, P: .2}}
	sees := func(first, second int) func(int, image.Rectangle) float64 {
		return func(n int, box image.Rectangle) float64 {
			if n == first && box == left || n == second && box == right {
				return .97
			}
			return .001
		}
	}
	for _, c := range []struct {
		first, second, limit int
		small                bool
		want                 []int
		least, most          float64
	}{
		{1, 3, 15, false, []int{1, 3}, .99, 1},
		{7, 3, 15, false, []int{7, 3}, .9, 1},
		{4, 3, 15, false, []int{1, 3}, .2, .7}, // nothing in it was like a 4
		{4, 3, 15, true, []int{4, 3}, .5, .95}, // a stroke of it was lost
		{4, 3, 7, false, []int{1, 3}, .2, .9},  // a 4 and a 3 take 8 cells
	} {
		all := (&Band{}).weighWhole(clues, c.limit, c.small, sees(c.first, c.second))
		if p := all[0].P; !reflect.DeepEqual(all[0].Numbers, c.want) || p < c.least || p > c.most {
			t.Errorf("seen as %d %d in %d cells: %v, %.3f", c.first, c.second, c.limit, all[0].Numbers, p)
		}
		if added := slices.ContainsFunc(all, func(x board.Clue) bool { return x.Numbers[0] == 4 && x.P > .05 }); added != (c.first == 4 && c.limit == 15) {
			t.Errorf("seen as %d %d in %d cells: %v", c.first, c.second, c.limit, all)
		}
		sum := 0.
		for _, x := range all {
			sum += x.P
		}
		if sum > 1 {
			t.Errorf("probabilities of %.3f in all", sum)
		}
	}
	if clues[0].P != .7 || len(clues[0].Numbers) != 2 {
		t.Error("the readings given were changed")
	}
}
