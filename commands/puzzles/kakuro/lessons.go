package kakuro

import (
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/kakuro"
)

// examples gives for each technique a puzzle that needs it. No small one is known for Trial.
var examples = map[kakuro.Technique]string{
	kakuro.MagicSum:        `#,8\,3\/\4,.,./\7,.,.`,
	kakuro.SumRange:        `#,11\,7\/\14,.,./\4,.,.`,
	kakuro.NakedSingle:     `#,4\,9\/\7,.,./\6,.,.`,
	kakuro.LastCell:        `#,8\,16\/\17,.,./#,\7,.`,
	kakuro.OnlyCombination: `#,15\,13\/\12,.,./\16,.,.`,
	kakuro.HiddenSingle:    `#,4\,8\,16\/\13,.,.,./\15,.,.,.`,
	kakuro.Excluded:        `#,14\,8\/\10,.,./\12,.,.`,
	kakuro.NakedPair:       `#,15\,8\/\3,.,./\6,.,./\10,.,./\4,.,#`,
	kakuro.HiddenPair:      `#,28\,5\/\9,.,./\6,.,./\8,.,15\/\12,.,./\13,.,.`,
	kakuro.AreaSum:         `#,16\,6\/\7,.,./\6,.,./\9,.,.`,
	kakuro.Arrangement:     `#,4\,8\,16\,15\/\22,.,.,.,./\21,.,.,.,.`,
	kakuro.NakedTriple:     `#,9\,7\,#,12\,10\,5\/\10,.,.,1\11,.,.,./\23,.,.,.,.,.,.`,
	kakuro.HiddenTriple:    `#,7\,15\,12\,17\,5\/\23,.,.,.,.,./\33,.,.,.,.,.`,
	kakuro.Forcing:         `#,17\,29\/\8,.,./\7,.,./\4,.,./\14,.,./\13,.,.`,
}

// ladder lists the techniques from easy to hard, as they are taught: a digit that is plain to see
// comes before a digit that is struck.
var ladder = append([]kakuro.Technique{
	kakuro.LastCell, kakuro.NakedSingle, kakuro.MagicSum, kakuro.SumRange,
}, kakuro.Techniques()[kakuro.OnlyCombination:]...)

// practice has for a technique a puzzle in which it is the hardest one. A naked single cannot be: what leaves one digit
// in a cell comes later in the ladder. TestFindPractice found none for hidden pairs, triples and trial among 24,000 small
// boards and 60 orders each of six sizes: where a board needs those pairs or triples, it needs an area sum or an
// arrangement as well.
var practice = map[string]string{
	"last-cell":        ".. 6 4 2",
	"magic-sum":        "../.. 17 16 17 16",
	"sum-range":        "5x5 easy 13",
	"only-combination": "5x5 easy 5",
	"hidden-single":    "5x5 easy 2",
	"excluded":         "5x5 medium 2",
	"naked-pair":       "##../..../..## 14 10 14 9 11 8 10",
	"area-sum":         "5x5 hard 5",
	"arrangement":      "5x5 hard 4",
	"forcing":          "7x7 expert 1",
}

// example returns the example of the technique with this id; false for a technique without one.
func example(technique string) (game, bool) {
	for t, text := range examples {
		if words.ID(t.String()) == technique {
			g, err := parse(text)
			return g, err == nil
		}
	}
	return game{}, false
}

// lesson returns a step that shows the technique with this id, and a board with the example before
// the step and, below, after it. Both are nil for a technique without an example.
func lesson(ctx context.Context, technique string, say words.Phrases) (*ask.Stage, *render.Board) {
	g, ok := example(technique)
	if !ok {
		return nil, nil
	}
	return deduce.Lesson(ctx, g, technique, say)
}

// exercise sets the example of the technique with this id in another guise: with each digit d replaced
// by 10-d and, if the technique is still the first to see then, rows and columns exchanged. It returns
// nil for a technique without an example.
func exercise(ctx context.Context, technique string, say words.Phrases) *ask.Exercise {
	g, ok := example(technique)
	if !ok {
		return nil
	}
	other := complement(g.Puzzle)
	if e := deduce.Exercise(ctx, game{exchanged(other)}, technique, say); e != nil {
		return e
	}
	return deduce.Exercise(ctx, game{other}, technique, say)
}

// complement returns a puzzle with each digit d replaced by 10-d. The same techniques solve it.
func complement(p *kakuro.Puzzle) *kakuro.Puzzle {
	other := &kakuro.Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: slices.Clone(p.Cells)}
	for i, cell := range p.Cells {
		if cell.Given != 0 {
			other.Cells[i].Given = 10 - cell.Given
		}
	}
	for _, e := range p.Entries() {
		row, col := sumPlace(e)
		switch c := &other.Cells[row*p.Cols+col]; {
		case e.Sum == 0:
		case e.Across:
			c.Across = 10*e.Len - e.Sum
		default:
			c.Down = 10*e.Len - e.Sum
		}
	}
	return other
}

// exchanged returns a puzzle with rows and columns exchanged.
func exchanged(p *kakuro.Puzzle) *kakuro.Puzzle {
	other := &kakuro.Puzzle{Rows: p.Cols, Cols: p.Rows, Cells: make([]kakuro.Cell, len(p.Cells))}
	for i, cell := range p.Cells {
		cell.Down, cell.Across = cell.Across, cell.Down
		other.Cells[i%p.Cols*p.Rows+i/p.Cols] = cell
	}
	return other
}
