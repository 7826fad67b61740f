package puzzles

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibitz/commands/words"
	"kibitz/render"
)

// TestExercises: each technique with an example has an exercise that takes it, and all fillings of the
// exercise's board, counted out here, agree that a claim holds or that something else is possible.
func TestExercises(t *testing.T) {
	for _, k := range Kinds() {
		for _, id := range k.Lessons {
			name := k.Name + "." + id
			e := k.Exercise(context.Background(), id, words.In("en"))
			if id == "trial" {
				continue // it has no example
			}
			if e == nil {
				t.Errorf("%s has no exercise", name)
				continue
			}
			if !slices.Contains(e.Techniques, id) || len(e.Claims) > 20 {
				t.Errorf("%s: %d claims, by %v", name, len(e.Claims), e.Techniques)
			}
			all := fillings(e.Before)
			holds := 0
			for _, c := range e.Claims {
				if c.Holds {
					holds++
				}
				if certain := !slices.ContainsFunc(all, func(f []string) bool { return !says(t, c.Text, f, e.Before.Cols) }); certain != c.Holds {
					t.Errorf("%s: %q is said to hold: %v, and of %d fillings all agree: %v", name, c.Text, c.Holds, len(all), certain)
				}
				if !c.Holds && !slices.ContainsFunc(all, func(f []string) bool { return says(t, c.Other, f, e.Before.Cols) }) {
					t.Errorf("%s: %q is said to fit, and does not", name, c.Other)
				}
			}
			if len(all) == 0 || holds == 0 || holds == len(e.Claims) {
				t.Errorf("%s: %d of %d claims hold in %d fillings", name, holds, len(e.Claims), len(all))
			}
		}
	}
}

// says reports whether a claim such as "r2c2 ≠ 5" is true in a filling.
func says(t *testing.T, claim string, filling []string, cols int) bool {
	var row, col int
	words := strings.Fields(claim)
	if n, _ := fmt.Sscanf(claim, "r%dc%d", &row, &col); n != 2 || len(words) < 3 {
		t.Fatalf("no claim: %q", claim)
	}
	return (filling[(row-1)*cols+col-1] == words[2]) == (words[1] == "=")
}

// fillings returns all ways to fill a board by its clues that agree with its known cells. Cells are
// written as claims write them.
func fillings(b *render.Board) (all [][]string) {
	signs := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}[:words.If(b.Rule > 0, min(b.Cols, 9), 9)]
	if b.Left != nil {
		signs = []string{"×", "■"}
		if b.Palette != nil {
			signs = append([]string{"×"}, b.PaintEmoji()...)
		}
	}
	now := make([]string, len(b.Cells))
	var fill func(i int)
	fill = func(i int) {
		if i == len(now) {
			all = append(all, slices.Clone(now))
			return
		}
		if b.Cells[i].Kind == render.Block || b.Cells[i].Kind == render.Sum {
			fill(i + 1)
			return
		}
		for _, sign := range signs {
			if known := written(b.Cells[i], signs); known != "" && known != sign {
				continue
			}
			now[i] = sign
			if fits(b, now, signs, i) {
				fill(i + 1)
			}
		}
		now[i] = ""
	}
	fill(0)
	return all
}

// written returns the sign of a known cell; "" for an open one.
func written(c render.Cell, signs []string) string {
	switch c.Kind {
	case render.Filled:
		return signs[1]
	case render.Crossed:
		return signs[0]
	case render.Painted:
		return signs[1+c.Colour]
	}
	return c.Text
}

// fits reports whether the lines through cell i, which was filled last in reading order, can still
// keep to their clues.
func fits(b *render.Board, now, signs []string, i int) bool {
	row, col := i/b.Cols, i%b.Cols
	if b.Left == nil && b.Rule > 0 {
		return boxed(b, now, i)
	}
	if b.Left == nil {
		return sums(b, now, i, 1) && sums(b, now, i, b.Cols)
	}
	colours := func(all [][]int, line int) []int {
		if all == nil {
			return nil
		}
		return all[line]
	}
	if !runs(b.Left[row], colours(b.LeftColours, row), now[row*b.Cols:i+1], signs, col == b.Cols-1) {
		return false
	}
	if b.Top == nil {
		return true
	}
	var column []string
	for r := range row + 1 {
		column = append(column, now[r*b.Cols+col])
	}
	return runs(b.Top[col], colours(b.TopColours, col), column, signs, row == b.Rows-1)
}

// runs reports whether the cells at the start of a line, all of it if whole, keep to its clue.
func runs(clue, colours []int, cells, signs []string, whole bool) bool {
	var found []string
	for i := 0; i < len(cells); {
		n := 1
		for i+n < len(cells) && cells[i+n] == cells[i] {
			n++
		}
		if cells[i] != signs[0] {
			found = append(found, strconv.Itoa(n)+cells[i])
		}
		i += n
	}
	var want []string
	for j, n := range clue {
		sign := signs[1]
		if colours != nil {
			sign = signs[1+colours[j]]
		}
		if n > 0 {
			want = append(want, strconv.Itoa(n)+sign)
		}
	}
	if whole {
		return slices.Equal(found, want)
	}
	if len(found) > len(want) {
		return false
	}
	for j := range len(found) - 1 {
		if found[j] != want[j] {
			return false
		}
	}
	return true
}

// boxed reports whether no other cell in the row, column or box of cell i has its digit.
func boxed(b *render.Board, now []string, i int) bool {
	row, col := i/b.Cols, i%b.Cols
	for k, other := range now {
		r, c := k/b.Cols, k%b.Cols
		if k > i {
			other = b.Cells[k].Text
		}
		if k != i && other == now[i] && (r == row || c == col || r/b.RowRule == row/b.RowRule && c/b.Rule == col/b.Rule) {
			return false
		}
	}
	return true
}

// sums reports whether the run through cell i, by this step from cell to cell, has no digit twice and,
// when it is full, its sum.
func sums(b *render.Board, now []string, i, step int) bool {
	white := func(k int) bool {
		return k >= 0 && k < len(now) && b.Cells[k].Kind == render.Digit && (step > 1 || k/b.Cols == i/b.Cols)
	}
	start := i
	for white(start - step) {
		start -= step
	}
	sum := 0
	var seen []string
	for k := start; white(k); k += step {
		if now[k] == "" {
			return true // digits that come twice were refused before
		}
		if slices.Contains(seen, now[k]) {
			return false
		}
		digit, _ := strconv.Atoi(now[k])
		seen, sum = append(seen, now[k]), sum+digit
		if k == i && white(k+step) {
			return true
		}
	}
	clue := b.Cells[start-step]
	want := words.If(step == 1, clue.Right, clue.Down)
	return want == 0 || sum == want
}
