package nonogram

import (
	"context"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/nonogram"
)

// lineExamples gives for each technique of single lines a clue and known cells from which the
// technique makes the next step.
var lineExamples = map[nonogram.Technique]struct {
	clue  []int
	cells string
}{
	nonogram.SimpleBoxes:  {[]int{4, 3}, "??????????"},
	nonogram.SimpleSpaces: {[]int{3}, "??#????"},
	nonogram.Forcing:      {[]int{3}, "???x??"},
	nonogram.Punctuating:  {[]int{2, 2}, "??##????"},
	nonogram.Mercury:      {[]int{3}, "???#??"},
	nonogram.Glue:         {[]int{3, 1}, "?#??????"},
	nonogram.Splitting:    {[]int{2, 1, 2}, "???#?#???"},
	nonogram.Joining:      {[]int{4, 1}, "?#?#?????"},
	nonogram.Overlap:      {[]int{1, 2, 2}, "????#????"},
	nonogram.LineLogic:    {[]int{1, 2}, "??#???"},
}

// boardExamples gives puzzles whose solution needs a technique that looks at several lines.
var boardExamples = map[nonogram.Technique]string{
	nonogram.Contradiction: "1;1 1;1 1;1 1|1;1;1 1;2;1",
	nonogram.EitherWay:     "2;2;1;2|1;2;1;2;1",
	nonogram.Trial:         "1;1 1;1;1 1;1 1|1;2;1 1;1;1 1",
}

// colourExamples gives puzzles whose solution needs a technique of colours.
var colourExamples = map[nonogram.Technique]string{
	nonogram.OtherColours: "5r1b;1b2r;3r1r|1r1b1r;1r1r;1r1r;1r;2r;1b2r",
	nonogram.ColourDone:   "2r1b;1b1r1b;2b;1r2b|1r1b1r;1r1b;1r2b;2b1b",
	nonogram.Reach:        "2b;2b1r;1b1r|1b;2b;1b1r;1b1r",
}

// taught lists the techniques that have a lesson: all of black and white, which may also serve in
// colours, and those of colours alone.
var taught = append(nonogram.Techniques(), nonogram.OtherColours, nonogram.ColourDone, nonogram.Reach)

// lesson returns a step that shows the technique with this id, and a board with the example before
// the step and, below, after it. Both are nil for an unknown technique.
func lesson(ctx context.Context, technique string, say words.Phrases) (*ask.Stage, *render.Board) {
	for t, e := range lineExamples {
		if words.ID(t.String()) == technique {
			return lineLesson(e.clue, e.cells, say)
		}
	}
	for _, examples := range []map[nonogram.Technique]string{boardExamples, colourExamples} {
		for t, text := range examples {
			if words.ID(t.String()) != technique {
				continue
			}
			if p, err := parse(text); err == nil {
				return deduce.Lesson(ctx, p, technique, say)
			}
		}
	}
	return nil, nil
}

// lineLesson returns the next step in a line with this clue and these cells, given as signs, and a
// board with the line before the step and, below, after it. Both are nil if the line has no next
// step.
func lineLesson(clue []int, cells string, say words.Phrases) (*ask.Stage, *render.Board) {
	p := game{Puzzle: nonogram.New([][]int{clue}, make([][]int, len(cells)))}
	for _, sign := range []byte(cells) {
		p.Given = append(p.Given, p.known(sign))
	}
	step, ok := nonogram.LineStep(p.Rows[0], p.Given)
	if !ok {
		return nil, nil
	}
	told := p.step(step, nonogram.Unknown, say)
	before, after := p.Board([]byte(cells)), p.Board([]byte(cells))
	told.Draw(after, render.New)
	b := deduce.Stack(before, after)
	b.Top, b.RowNames, b.Rule = nil, nil, 0 // the columns have no clues, and both rows are the same line
	return &told.Stage, b
}
