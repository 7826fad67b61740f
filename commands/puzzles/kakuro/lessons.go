package kakuro

import (
	"context"

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

// lesson returns a step that shows the technique with this id, and a board with the example before
// the step and, below, after it. Both are nil for a technique without an example.
func lesson(ctx context.Context, technique string, say words.Phrases) (*ask.Stage, *render.Board) {
	for t, text := range examples {
		if words.ID(t.String()) != technique {
			continue
		}
		if g, err := parse(text); err == nil {
			return deduce.Lesson(ctx, g, technique, say)
		}
	}
	return nil, nil
}
