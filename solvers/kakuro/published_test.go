package kakuro

import (
	"context"
	"slices"
	"testing"

	"kibitz/solvers"
)

// conceptis is the puzzle of the walkthrough of techniques on conceptispuzzles.com, by the collection
// of github.com/stacs-cp/demystify-rs (eprime/kakuro/solving_techniques/conceptispuzzles.param).
const conceptis = `#,6\,33\,11\,#,12\,16\,#/\22,.,.,.,\13,.,.,21\/\10,.,.,.,22\8,.,.,./#,7\13,.,.,.,13\15,.,./\9,.,.,\12,.,.,.,./\12,.,.,\27,.,.,.,.`

// walkthrough has the digits that each of its eleven steps places, the one that it explains first: row
// and column from 1 with the clue border, and the digit. Sums completed in passing are with the
// step before. In the last step the collection has 6 and 8 in column 2, against its own sums; these
// are 4 and 3 here.
var walkthrough = [][][3]int{
	{{2, 2, 5}, {3, 2, 1}},
	{{2, 4, 8}, {2, 3, 9}},
	{{3, 4, 2}, {4, 4, 1}, {3, 3, 7}},
	{{4, 7, 6}, {4, 8, 9}},
	{{2, 7, 4}, {2, 6, 9}, {3, 6, 3}},
	{{3, 7, 1}, {3, 8, 4}},
	{{6, 7, 3}, {5, 7, 2}},
	{{4, 5, 9}, {4, 3, 3}},
	{{6, 6, 9}, {5, 6, 4}},
	{{5, 5, 5}, {5, 8, 1}, {6, 5, 8}, {6, 8, 7}},
	{{6, 3, 8}, {6, 2, 4}, {5, 3, 6}, {5, 2, 3}},
}

// reasons has the technique by which the walkthrough explains those digits that are our first hint, by
// step: the 16 in five, the 16 in five again, the least that 27 leaves, and the only cell for a 9.
var reasons = map[int]Technique{4: MagicSum, 5: MagicSum, 7: SumRange, 9: HiddenSingle}

// From the position before each step of the walkthrough the hints come to the digits that it places.
// docs/figures.md tells how often the first hint is one of them, and the one explained.
func TestPublishedWalkthrough(t *testing.T) {
	p, inStep, explained := parsed(t, conceptis), 0, 0
	var techniques []Technique // of the first hint
	for n, step := range walkthrough {
		told, first := map[[3]int]bool{}, [3]int{}
		for hint := range p.Hints(context.Background()) {
			aim := [3]int{hint.Aim.Row + 1, hint.Aim.Col + 1, hint.Aim.Digit}
			if told[aim] = true; first == [3]int{} {
				first, techniques = aim, nil
				for _, s := range hint.Steps {
					techniques = append(techniques, s.Technique)
				}
			}
		}
		for i, digit := range step {
			if !told[digit] {
				t.Errorf("step %d: no hint for %v", n+1, digit)
			}
			if digit == first {
				if inStep++; i == 0 && slices.Contains(techniques, reasons[n+1]) {
					explained++
				}
			}
			p.at(digit[0]-1, digit[1]-1).Given = digit[2]
		}
	}
	if a := solved(t, p); a.Verdict != solvers.Unique {
		t.Errorf("all digits of the walkthrough: %v", a.Verdict)
	}
	if inStep != 7 || explained != 4 {
		t.Errorf("the first hint is in the step %d times of %d, and the digit explained, by its technique, %d times", inStep, len(walkthrough), explained)
	}
}
