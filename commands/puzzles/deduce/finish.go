package deduce

import (
	"kibitz/commands/words"
	"kibitz/render"
)

// finishLines finds the lines whose clues are met on the sheet `after` and were not met on `before`. On
// `after` it marks the open cells of these lines as empty. It returns the lines' names. It does nothing
// for a puzzle of digits, which has no empty cells.
func finishLines(p Puzzle, before, after []byte, say words.Phrases) (names []string) {
	empty := p.Notation().Empty
	if empty == 0 {
		return nil
	}
	rows, cols := p.Size()
	for _, column := range []bool{false, true} {
		for n := range words.If(column, cols, rows) {
			if p.Met(before, column, n) || !p.Met(after, column, n) {
				continue
			}
			finished := false
			for at := range words.If(column, rows, cols) {
				if cell := (spot{column, n, at}).cell(cols); after[cell] == Unmarked {
					after[cell], finished = empty, true
				}
			}
			if finished {
				names = append(names, say.Text(words.If(column, "nonogram.column", "nonogram.row"), words.With{"Number": n + 1}))
			}
		}
	}
	return names
}

// finishedTold returns the sentence that names the lines that were finished; "" for none.
func finishedTold(names []string, say words.Phrases) string {
	const most = 6
	if names == nil {
		return ""
	}
	return words.Capital(say.Count("hint.finished", len(names), words.With{"Lines": say.List(names, most)}))
}

// finish adds to a step, which follows the steps `before`, the empty cells of the lines whose clues it
// meets. It returns the sentence that names these lines; "" if there are none.
func (g Game) finish(before []Step, step *Step, say words.Phrases) string {
	was, now := g.with(before).Marks, g.with(append(before, *step)).Marks
	after := append([]byte(nil), now...)
	told := finishedTold(finishLines(g.Puzzle, was, after, say), say)
	if told == "" {
		return ""
	}
	cells, drawn, done := changedCells(now, after), g.Board(after), step.Draw
	for _, cell := range cells {
		step.Decides, step.Signs = append(step.Decides, cell), append(step.Signs, after[cell])
	}
	step.Draw = func(b *render.Board, mark render.Mark) {
		done(b, mark)
		for _, cell := range cells {
			b.Cells[cell] = drawn.Cells[cell]
			b.Cells[cell].Mark = mark
		}
	}
	return told
}
