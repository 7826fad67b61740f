package line

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// TestPlaces compares Places with all arrangements of a clue, each tried on the cells.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		colours := rapid.IntRange(1, 3).Draw(t, "colours")
		n := rapid.IntRange(1, 9).Draw(t, "cells")
		var clue []puzzle.Run
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			clue = append(clue, puzzle.Run{Length: rapid.IntRange(1, 4).Draw(t, "length"), Colour: rapid.IntRange(0, colours-1).Draw(t, "colour")})
		}
		cells := make([]puzzle.Cell, n)
		for i := range cells {
			cells[i] = puzzle.Cell(rapid.IntRange(0, 1<<(colours+1)-1).Draw(t, "cell"))
		}
		starts, may := make([][]int, len(clue)), make([]puzzle.Cell, n)
		any := false
		var place func(at []int)
		place = func(at []int) {
			if j := len(at); j < len(clue) {
				from := 0
				if j > 0 {
					from = at[j-1] + clue[j-1].Length
					if clue[j-1].Colour == clue[j].Colour {
						from++
					}
				}
				for i := from; i+clue[j].Length <= n; i++ {
					place(append(slices.Clone(at), i))
				}
				return
			}
			picture := slices.Repeat([]puzzle.Cell{puzzle.Empty}, n)
			for j, i := range at {
				for k := range clue[j].Length {
					picture[i+k] = puzzle.ShadeOf(clue[j].Colour)
				}
			}
			for i, c := range picture {
				if cells[i] != puzzle.Unknown && cells[i]&c == 0 {
					return
				}
			}
			any = true
			for i, c := range picture {
				may[i] |= c
			}
			for j, i := range at {
				if !slices.Contains(starts[j], i) {
					starts[j] = append(starts[j], i)
				}
			}
		}
		place(nil)
		for j := range starts {
			slices.Sort(starts[j])
		}
		gotStarts, gotMay := Places(clue, cells)
		if !any {
			if gotMay != nil {
				t.Fatalf("%v %v: no arrangement, but %v", clue, cells, gotStarts)
			}
			return
		}
		if !slices.EqualFunc(gotStarts, starts, slices.Equal) || !slices.Equal(gotMay, may) {
			t.Fatalf("%v %v: %v %v, not %v %v", clue, cells, gotStarts, gotMay, starts, may)
		}
	})
}
