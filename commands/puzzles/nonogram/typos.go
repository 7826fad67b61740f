package nonogram

import (
	"fmt"

	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
)

// typos returns the corrections of single runs that may be mistyped, likely ones first, and a
// sentence about them. It takes only slips that are Unique as the first one is: those that give
// exactly one solution stand before the others.
func (p game) typos(slips []nonogram.Slip, say words.Phrases) (typos []deduce.Typo, told string) {
	if len(slips) == 0 {
		return nil, ""
	}
	unique := slips[0].Unique
	for _, s := range slips {
		if s.Unique == unique {
			told := p.slip(s, say)
			typos = append(typos, deduce.Typo{Code: p.typo(s), Told: told, Label: words.Capital(told), Was: s.Was.Length, May: s.May.Length, Forgotten: s.Forgotten && len(p.clue(s.Line)) > 0})
		}
	}
	typos = deduce.LikelyFirst(typos)
	return typos, say.Text(words.If(unique, "nonogram.slips-unique", "nonogram.slips"), words.With{"Slips": deduce.TyposTold(typos, say)})
}

// typo writes a slip as a link carries it: r7.2.6 means 6 for the second run of row 7, r7.2.6g
// means 6 green, and r7.2+6 means 6 more before the second run.
func (p game) typo(s nonogram.Slip) string {
	return fmt.Sprintf("%s%d.%d%s%s", words.If(s.Line.Column, "c", "r"), s.Line.Index+1, s.Run+1, words.If(s.Forgotten, "+", "."), p.run(s.May))
}

// slip tells a slip in words; where a number was left out, by the whole clue.
func (p game) slip(s nonogram.Slip, say words.Phrases) string {
	if s.Forgotten {
		mended := game{Puzzle: p.Puzzle.Mended(s)}
		was, may := p.Clue(s.Line.Column, s.Line.Index), mended.Clue(s.Line.Column, s.Line.Index)
		return say.Text("nonogram.slip", words.With{"Line": lineName(s.Line, say), "Was": was, "May": may, "Nth": 0})
	}
	return say.Text("nonogram.slip", words.With{"Line": lineName(s.Line, say), "Was": p.run(s.Was), "May": p.run(s.May), "Nth": p.nth(s)})
}

// nth returns the place, from 1, of a slip's run among equal runs of its line; 0 if it has no
// equal.
func (p game) nth(s nonogram.Slip) int {
	clue := p.clue(s.Line)
	if count(clue, s.Was) == 1 {
		return 0
	}
	return count(clue[:s.Run+1], s.Was)
}

// Mended returns the puzzle with a typo mended, and the typo in words; nil for a code that this
// puzzle does not have.
func (p game) Mended(code string, say words.Phrases) (deduce.Puzzle, string) {
	var side, sign, letter rune
	var s nonogram.Slip
	fmt.Sscanf(code, "%c%d.%d%c%d%c", &side, &s.Line.Index, &s.Run, &sign, &s.May.Length, &letter)
	s.Forgotten = sign == '+'
	s.Line.Column, s.Line.Index, s.Run = side == 'c', s.Line.Index-1, s.Run-1
	if p.InColours() {
		if s.May.Colour = p.colour(byte(letter)); letter > 127 || s.May.Colour < 0 {
			return nil, ""
		}
	}
	mended := p.Puzzle.Mended(s)
	if mended == nil || p.typo(s) != code {
		return nil, ""
	}
	if !s.Forgotten {
		s.Was = p.clue(s.Line)[s.Run]
	}
	return asGame(mended), p.slip(s, say)
}

// count returns how many items equal the value.
func count[T comparable](cells []T, value T) int {
	n := 0
	for _, c := range cells {
		if c == value {
			n++
		}
	}
	return n
}
