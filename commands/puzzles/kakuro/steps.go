package kakuro

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/kakuro"
)

// Steps yields a person's deductions.
func (g game) Steps(ctx context.Context, _ *deduce.Solved, say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		t := g.teller(say)
		for step := range g.Puzzle.Steps(ctx) {
			if !yield(t.step(step)) {
				return
			}
			t.note(step.Cells)
		}
	}
}

// A teller puts deductions into words. Its digits are those on the board before the deduction.
type teller struct {
	game
	say    words.Phrases
	digits []int // row-major, 0 for none
}

// teller returns a teller that starts with the given digits alone.
func (g game) teller(say words.Phrases) *teller {
	t := &teller{g, say, make([]int, len(g.Cells))}
	for i, cell := range g.Cells {
		t.digits[i] = cell.Given
	}
	return t
}

// note adds the placed digits.
func (t *teller) note(cells []kakuro.Placed) {
	for _, cell := range cells {
		if cell.Digit != 0 {
			t.digits[cell.Row*t.Cols+cell.Col] = cell.Digit
		}
	}
}

// step puts a deduction into words, and draws it.
func (t *teller) step(step kakuro.Step) deduce.Step {
	s := deduce.Step{}
	s.Techniques, s.Why = []string{words.ID(step.Technique.String())}, t.sentence(step, nil)
	switch {
	case step.Technique == kakuro.Trial:
	case step.Assumed.Digit != 0:
		s.Where = ask.RowColumn(step.Assumed.Row, step.Assumed.Col)
		s.Look = []int{step.Assumed.Row*t.Cols + step.Assumed.Col}
	case step.Entry.Len > 0:
		s.Where = entryName(step.Entry, t.say)
		s.Look = t.cellsOf(step.Entry)
	}
	s.Changes(t, t.changes(step))
	return s
}

// changes returns what a step does to its cells. A placed digit is also struck from the cells
// around it, which is not told.
func (g game) changes(step kakuro.Step) (changes []deduce.DigitChange) {
	for _, cell := range step.Cells {
		if cell.Digit != 0 || step.Cells[0].Digit == 0 {
			changes = append(changes, deduce.DigitChange{Cell: cell.Row*g.Cols + cell.Col, Digit: cell.Digit, Removed: cell.Removed, Left: cell.Left})
		}
	}
	return changes
}

// An inHint tells a sentence of the sentences before it in a hint.
type inHint struct {
	struck uint16 // digits that the hint has already struck from the cell that it leads to
	plain  bool   // the next sentence tells the result of this step
}

// sentence names a deduction, its place, its reason and its result, by the phrase of its technique,
// which takes the values that it needs. In is nil for a sentence that is not part of a hint.
func (t *teller) sentence(step kakuro.Step, in *inHint) string {
	const most = 6
	say := t.say
	var across, down []string
	for _, e := range step.Area {
		if name := entryName(e, say); e.Across {
			across = append(across, name)
		} else {
			down = append(down, name)
		}
	}
	var struck uint16
	for _, cell := range step.Cells {
		struck |= cell.Removed &^ step.Digits // a set of digits has bit d for digit d
	}
	comma, follows := say.Text("comma"), deduce.TellDigits(t, t.changes(step), say)
	if in != nil && in.plain {
		follows = ""
	}
	return say.Text("kakuro.step."+words.ID(step.Technique.String()), words.Merge(t.lastTwo(step), words.With{
		"Technique": techniqueName(step.Technique, say),
		"Entry":     entryName(step.Entry, say),
		"Cross":     entryName(step.Cross, say),
		"Sum":       step.Entry.Sum,
		"Length":    step.Entry.Len,
		"Rest":      step.Entry.Sum - step.Cells[0].Digit,
		"Set":       deduce.DigitSet(step.Digits, "+"),
		"Digits":    deduce.DigitSet(step.Digits, comma),
		"Struck":    deduce.DigitRanges(struck, say),
		"Range":     t.sumRange(step),
		"Around":    deduce.DigitSet(t.around(step, in), comma),
		"Told":      in != nil,
		"Across":    say.List(across, most),
		"Down":      say.List(down, most),
		"Seen":      say.List(t.cellNames(step.Seen), most),
		"Left":      equation(step),
		"Assumed":   deduce.DigitIn(t, step.Assumed.Row*t.Cols+step.Assumed.Col, step.Assumed.Digit, say),
		"Chain":     say.List(entryNames(step.Chain[:max(len(step.Chain)-1, 0)], say), most),
		"Cells":     follows,
	}))
}

// techniqueName returns a technique's name in words.
func techniqueName(technique kakuro.Technique, say words.Phrases) string {
	return say.Text("kakuro.technique." + words.ID(technique.String()))
}

// cellNames names cells by row and column.
func (teller) cellNames(cells []kakuro.Placed) (names []string) {
	for _, cell := range cells {
		names = append(names, ask.RowColumn(cell.Row, cell.Col))
	}
	return names
}

// around returns the digits in the two entries of a NakedSingle, without those that the hint has
// already struck.
func (t *teller) around(step kakuro.Step, in *inHint) (set uint16) {
	if step.Technique != kakuro.NakedSingle || in == nil {
		return 0
	}
	for _, e := range []kakuro.Entry{step.Entry, step.Cross} {
		for _, i := range t.cellsOf(e) {
			set |= 1 << t.digits[i]
		}
	}
	return set &^ in.struck &^ 1 // 0 stands for no digit
}

// sumRange tells why no combination of a sum has the struck digits: they are above or below all its
// combinations, or would come twice.
func (t *teller) sumRange(step kakuro.Step) string {
	if step.Technique != kakuro.SumRange {
		return ""
	}
	var struck uint16
	for _, cell := range step.Cells {
		struck |= cell.Removed
	}
	lowest, highest := bits.TrailingZeros16(step.Digits), bits.Len16(step.Digits)-1
	example := func(digit int) string {
		for _, set := range kakuro.Combinations(step.Entry.Len, step.Entry.Sum) {
			if set>>digit&1 == 1 {
				return deduce.DigitSet(set, "+")
			}
		}
		return ""
	}
	var parts []string
	add := func(phrase string, digit int) {
		parts = append(parts, t.say.Text("kakuro.range."+phrase, words.With{"Digit": digit, "Sum": example(digit)}))
	}
	if struck>>(highest+1) != 0 {
		add("highest", highest)
	}
	if struck&(1<<lowest-1) != 0 {
		add("lowest", lowest)
	}
	for digit := lowest; digit < highest; digit++ {
		if struck>>digit&1 == 1 { // two cells would need the same digit
			add("twice", digit)
		}
	}
	return t.say.Series(parts)
}

// lastTwo returns values for the phrase of Excluded. If a digit is excluded from one of the last
// two cells of a sum because the other cell would need a digit that it cannot have, Needed tells
// that digit, Pair both cells, Other the other cell, and Makes what both add up to. Needed is ""
// for any other reason: another technique, more cells, or a needed digit outside 1 to 9 or equal to
// the excluded one.
func (t *teller) lastTwo(step kakuro.Step) words.With {
	if step.Technique != kakuro.Excluded || len(step.Seen) != 2 || len(step.Cells) != 1 {
		return words.With{"Needed": ""}
	}
	cell, other := step.Cells[0], step.Seen[0]
	if cell.Row == other.Row && cell.Col == other.Col {
		other = step.Seen[1]
	}
	var needed uint16
	for d := 1; d <= 9; d++ {
		if cell.Removed>>d&1 == 0 {
			continue
		}
		n := step.Sum - d
		if n < 1 || n > 9 || n == d {
			return words.With{"Needed": ""}
		}
		needed |= 1 << n
	}
	return words.With{"Needed": deduce.DigitRanges(needed, t.say), "Pair": strings.Join(t.cellNames(step.Seen), " + "), "Other": ask.RowColumn(other.Row, other.Col), "Makes": step.Sum}
}

// equation writes what an area sum leaves of its cells: r2c2 + r2c3 − r3c4 = 13. The signs are
// turned so that the first cell is positive. It returns "" for any other technique.
func equation(step kakuro.Step) string {
	if step.Technique != kakuro.AreaSum {
		return ""
	}
	sign, text := step.Signs[0], ""
	for i, cell := range step.Seen {
		switch {
		case step.Signs[i] != sign:
			text += " − "
		case text != "":
			text += " + "
		}
		text += ask.RowColumn(cell.Row, cell.Col)
	}
	return fmt.Sprintf("%s = %d", text, sign*step.Sum)
}
