package nonogram

import (
	"context"
	"slices"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// Swaps returns the switches of the first solution. In colours they are sought among the cells whose
// shades differ between solutions.
func (p game) Swaps(ctx context.Context, of *deduce.Solved, say words.Phrases) (all []deduce.Swap) {
	a := of.Answer.(answer)
	solution, puzzle := a.Solutions[0], *p.Puzzle
	if p.InColours() {
		puzzle.Given = a.Grid
	}
	for _, cells := range puzzle.Switches(ctx, solution) {
		var sides [2][]int // cells with one shade and with the other
		for i, cell := range cells {
			sides[i%2] = append(sides[i%2], cell)
		}
		swap := deduce.Swap{Cells: cells}
		about := words.With{"These": p.sumOf(sides[0]), "Those": p.sumOf(sides[1])}
		if p.InColours() {
			for i, name := range []string{"This", "That"} {
				about[name] = strings.Join(shadesOf(solution[sides[i][0]], colourNames(p.Palette), say), "")
			}
			swap.Told = say.Text("nonogram.in-colours.swap", about)
		} else {
			swap.Told = say.Text("nonogram.swap", about)
		}
		all = append(all, swap)
	}
	return all
}

// sumOf names cells in reading order: r1c1 + r2c2.
func (p game) sumOf(cells []int) string {
	var names []string
	for _, cell := range slices.Sorted(slices.Values(cells)) {
		names = append(names, ask.RowColumn(cell/len(p.Cols), cell%len(p.Cols)))
	}
	return strings.Join(names, " + ")
}

// endTime bounds the time for each picture that Ends tries; most are decided within a millisecond.
const endTime = 50 * time.Millisecond

// Ends names the cells of the picture such that changing any one of them makes it unique, which is
// proved for each. It returns "" for clues without a picture, and in colours.
func (p game) Ends(ctx context.Context, cells []int, _ bool, say words.Phrases) string {
	if p.Picture == nil || p.Given != nil || p.InColours() {
		return ""
	}
	const most = 24
	var ends []string
	slices.Sort(cells)
	for _, cell := range cells[:min(len(cells), most)] {
		picture := slices.Clone(p.Picture)
		picture[cell] = nonogram.Empty + nonogram.Filled - picture[cell]
		short, cancel := context.WithTimeout(ctx, endTime)
		a, err := p.Pictured(picture).Decide(short)
		cancel()
		if err == nil && a.Verdict == solvers.Unique {
			ends = append(ends, ask.RowColumn(cell/len(p.Cols), cell%len(p.Cols)))
		}
	}
	if ends == nil {
		return ""
	}
	return say.Count("nonogram.ends", len(ends), words.With{"Cells": say.List(ends, most)})
}
