package kakuro

import (
	"slices"

	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers/kakuro"
)

// examples gives for each technique a puzzle that needs it. No small one is known for Trial.
var examples = deduce.Examples[game]{Parse: parse, Others: disguises, Of: map[string]string{
	"magic-sum":        `#,8\,3\/\4,.,./\7,.,.`,
	"sum-range":        `#,11\,7\/\14,.,./\4,.,.`,
	"naked-single":     `#,4\,9\/\7,.,./\6,.,.`,
	"last-cell":        `#,8\,16\/\17,.,./#,\7,.`,
	"only-combination": `#,15\,13\/\12,.,./\16,.,.`,
	"hidden-single":    `#,4\,8\,16\/\13,.,.,./\15,.,.,.`,
	"excluded":         `#,14\,8\/\10,.,./\12,.,.`,
	"naked-pair":       `#,15\,8\/\3,.,./\6,.,./\10,.,./\4,.,#`,
	"hidden-pair":      `#,28\,5\/\9,.,./\6,.,./\8,.,15\/\12,.,./\13,.,.`,
	"area-sum":         `#,16\,6\/\7,.,./\6,.,./\9,.,.`,
	"arrangement":      `#,4\,8\,16\,15\/\22,.,.,.,./\21,.,.,.,.`,
	"naked-triple":     `#,9\,7\,#,12\,10\,5\/\10,.,.,1\11,.,.,./\23,.,.,.,.,.,.`,
	"hidden-triple":    `#,7\,15\,12\,17\,5\/\23,.,.,.,.,./\33,.,.,.,.,.`,
	"forcing":          `#,17\,29\/\8,.,./\7,.,./\4,.,./\14,.,./\13,.,.`,
}}

// ladder lists the techniques from easy to hard, as they are taught: a digit that is plain to see
// comes before a digit that is struck.
var ladder = append([]kakuro.Technique{
	kakuro.LastCell, kakuro.NakedSingle, kakuro.MagicSum, kakuro.SumRange,
}, kakuro.Techniques()[kakuro.OnlyCombination:]...)

// practice has for a technique a puzzle in which it is the hardest one. A naked single cannot be: what leaves
// one digit in a cell comes later in the ladder. TestFindPractice found none for hidden pairs, triples and trial
// among 24,000 small boards and 60 orders each of six sizes: where a board needs those pairs or triples, it needs
// an area sum or an arrangement as well.
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

// disguises returns a puzzle with each digit d replaced by 10-d, first with rows and columns exchanged.
func disguises(g game) []game {
	other := complement(g.Puzzle)
	return []game{{exchanged(other)}, {other}}
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
