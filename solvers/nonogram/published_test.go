package nonogram_test

import (
	"slices"
	"testing"

	"kibitz/solvers/nonogram"
)

// guideLines are the worked lines of three guides: a clue, what is known, what the guide says
// follows, and our technique for what the guide calls its own.
var guideLines = []struct {
	guide     string
	clue      []int
	before    string // # filled, x empty, ? open
	after     string
	technique nonogram.Technique
	name      string // the guide's name for it
}{
	{"en.wikipedia.org/wiki/Nonogram", []int{8}, "??????????", "??######??", nonogram.SimpleBoxes, "simple boxes"},
	{"en.wikipedia.org/wiki/Nonogram", []int{4, 3}, "??????????", "??##???#??", nonogram.SimpleBoxes, "simple boxes"},
	{"en.wikipedia.org/wiki/Nonogram", []int{3, 1}, "???#????#?", "x??#??xx#x", nonogram.SimpleSpaces, "simple spaces"},
	{"activityworkshop.net/puzzlesgames/nonograms/tutorial.html", []int{7}, "??????????", "???####???", nonogram.SimpleBoxes, "overlap"},
	{"nonograms-katana.fandom.com/wiki/Tips_for_solving", []int{10}, "??????????", "##########", nonogram.SimpleBoxes, "simple boxes"},
	{"nonograms-katana.fandom.com/wiki/Tips_for_solving", []int{8}, "??????????", "??######??", nonogram.SimpleBoxes, "overlapping"},
	{"nonograms-katana.fandom.com/wiki/Tips_for_solving", []int{3, 1}, "???#????#?", "x??#??xx#x", nonogram.SimpleSpaces, "simple crosses"},
}

// The steps of each line come to the cells that its guide marks, and mark no others on the way. In five
// of seven lines the first step marks all of them by the same technique; in the other two, a guide takes
// two of our techniques together.
func TestGuideLines(t *testing.T) {
	cellOf := map[rune]nonogram.Cell{'#': nonogram.Filled, 'x': nonogram.Empty, '?': nonogram.Unknown}
	same := 0
	for _, line := range guideLines {
		var now, after []nonogram.Cell
		for _, sign := range line.before {
			now = append(now, cellOf[sign])
		}
		for _, sign := range line.after {
			after = append(after, cellOf[sign])
		}
		p := nonogram.New([][]int{line.clue}, nil)
		for n := 1; !slices.Equal(now, after); n++ {
			step, ok := nonogram.LineStep(p.Rows[0], now)
			if !ok {
				t.Fatalf("%s, %v in %s: no step after %v", line.guide, line.clue, line.before, now)
			}
			for _, c := range step.Cells {
				if now[c.Col] = c.Value; after[c.Col] != c.Value {
					t.Errorf("%s, %v in %s: %v marks %v", line.guide, line.clue, line.before, step.Technique, c)
				}
			}
			if n == 1 && step.Technique == line.technique && slices.Equal(now, after) {
				same++
			}
		}
	}
	if same != 5 {
		t.Errorf("the same cells by the same technique in %d of %d lines", same, len(guideLines))
	}
}
