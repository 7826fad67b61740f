package nonogram

import (
	"context"
	"slices"
	"strings"

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

// taught lists the techniques that have a lesson, from easy to hard by their class: all of black and
// white, which may also serve in colours, and those of colours alone.
var taught = slices.SortedStableFunc(
	slices.Values(append(nonogram.Techniques(), nonogram.OtherColours, nonogram.ColourDone, nonogram.Reach)),
	func(a, b nonogram.Technique) int { return int(a.Difficulty()) - int(b.Difficulty()) })

// practice has for a technique a puzzle in which it is the hardest one. TestFindPractice found none for the
// others among 24,000 small boards and 60 orders each of ten sizes: where a board needs other colours, splitting
// or joining, it needs colours done, overlap or line logic as well, and one that takes either way or a trial is
// too long for a button's path.
var practice = map[string]string{
	"simple-boxes":  "3;3;3|3;3;3",
	"simple-spaces": "5x5 easy 1",
	"forcing":       "5x5 easy 2",
	"punctuating":   "5x5 medium 1",
	"mercury":       "5x5 medium 6",
	"colour-done":   "5x5 easy 1 2 colours",
	"glue":          "3 1;4;2 1|1;1 1;2;2;2;1;1;0",
	"overlap":       "5x5 medium 1 2 colours",
	"reach":         "7x7 medium 25 2 colours",
	"line-logic":    "1 2;2 1;1;2 1;1 3;1|1 1;1;2 1;1 3;1 2;2",
	"contradiction": "5x5 hard 2",
}

// lineExercises gives for each technique of single lines another clue and known cells. What the
// technique makes of them is all that is certain in the line.
var lineExercises = map[nonogram.Technique]struct {
	clue  []int
	cells string
}{
	nonogram.SimpleBoxes:  {[]int{1, 3, 1}, "????????"},
	nonogram.SimpleSpaces: {[]int{2, 2}, "?#???#?"},
	nonogram.Forcing:      {[]int{2, 1}, "???x???"},
	nonogram.Punctuating:  {[]int{1, 1, 1}, "???#???"},
	nonogram.Mercury:      {[]int{3, 1}, "???#????"},
	nonogram.Glue:         {[]int{4, 1}, "??#???????"},
	nonogram.Splitting:    {[]int{2, 1, 2}, "????#?#???"},
	nonogram.Joining:      {[]int{2, 4}, "??????#?#?"},
	nonogram.Overlap:      {[]int{1, 2, 1}, "????#?x?"},
	nonogram.LineLogic:    {[]int{1, 1, 2}, "????#????"},
}

// example returns the puzzle of several lines whose solution needs the technique with this id; "" if
// there is none.
func example(technique string) string {
	for _, examples := range []map[nonogram.Technique]string{boardExamples, colourExamples} {
		for t, text := range examples {
			if words.ID(t.String()) == technique {
				return text
			}
		}
	}
	return ""
}

// exercise sets a line or, for a technique that looks at several lines, the example with rows and
// columns exchanged.
func exercise(ctx context.Context, technique string, say words.Phrases) *ask.Exercise {
	for t, e := range lineExercises {
		if words.ID(t.String()) == technique {
			return lineExercise(e.clue, e.cells, say)
		}
	}
	rows, cols, _ := strings.Cut(example(technique), "|")
	p, err := parse(cols + "|" + rows)
	if err != nil {
		return nil
	}
	return deduce.Exercise(ctx, p, technique, say)
}

// lineExercise sets a line with this clue and these cells, given as signs. It claims of each open cell
// the sign that the next step finds; nil if the line has no next step.
func lineExercise(clue []int, cells string, say words.Phrases) *ask.Exercise {
	p := line(clue, cells)
	step, ok := nonogram.LineStep(p.Rows[0], p.Given)
	fit, fits := p.Fit([]byte(cells), false, 0)
	if !ok || !fits {
		return nil
	}
	told := p.step(step, nonogram.Unknown, say)
	e := &ask.Exercise{Stage: told.Stage, Before: p.lineBoard(cells), After: p.lineBoard(cells)}
	told.Draw(e.After, render.New)
	sign := told.Signs[0]
	for i, now := range []byte(cells) {
		if now == deduce.Unmarked {
			may := []byte{fit.Sure[i]}
			if may[0] == deduce.Unmarked {
				may = []byte("#x")
			}
			e.Claims = append(e.Claims, deduce.Claim{Cell: i, Sign: sign}.Told(p, may, say))
		}
	}
	return e
}

// line returns a single row with this clue and these known cells, given as signs.
func line(clue []int, cells string) game {
	p := game{Puzzle: nonogram.New([][]int{clue}, make([][]int, len(cells)))}
	for _, sign := range []byte(cells) {
		p.Given = append(p.Given, p.known(sign))
	}
	return p
}

// lineBoard draws a single row. The columns have no clues.
func (p game) lineBoard(cells string) *render.Board {
	b := p.Board([]byte(cells))
	b.Top, b.Rule = nil, 0
	return b
}

// lesson returns a step that shows the technique with this id, and a board with the example before
// the step and, below, after it. Both are nil for an unknown technique.
func lesson(ctx context.Context, technique string, say words.Phrases) (*ask.Stage, *render.Board) {
	for t, e := range lineExamples {
		if words.ID(t.String()) == technique {
			return lineLesson(e.clue, e.cells, say)
		}
	}
	p, err := parse(example(technique))
	if err != nil {
		return nil, nil
	}
	return deduce.Lesson(ctx, p, technique, say)
}

// lineLesson returns the next step in a line with this clue and these cells, given as signs, and a
// board with the line before the step and, below, after it. Both are nil if the line has no next
// step.
func lineLesson(clue []int, cells string, say words.Phrases) (*ask.Stage, *render.Board) {
	p := line(clue, cells)
	step, ok := nonogram.LineStep(p.Rows[0], p.Given)
	if !ok {
		return nil, nil
	}
	told := p.step(step, nonogram.Unknown, say)
	before, after := p.lineBoard(cells), p.lineBoard(cells)
	told.Draw(after, render.New)
	b := deduce.Stack(before, after)
	b.RowNames = nil // both rows are the same line
	return &told.Stage, b
}
