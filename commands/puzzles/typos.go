package puzzles

import (
	"context"
	"fmt"
	"time"

	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
)

// slipTime is how long mistyped numbers are looked for.
const slipTime = time.Second

// typos are the single numbers that may have been mistyped, and what is said of them: of those
// that make the solution the only one, or else of all that give one.
func (p nonogramGame) typos(slips []nonogram.Slip, say words.Phrases) (typos []deduce.Typo, told string) {
	if len(slips) == 0 {
		return nil, ""
	}
	unique := slips[0].Unique
	for _, s := range slips {
		if s.Unique == unique {
			told := p.slip(s, say)
			typos = append(typos, deduce.Typo{Code: nonogramTypo(s), Told: told, Label: words.Capital(told), Was: s.Was.Length, May: s.May.Length})
		}
	}
	typos = deduce.LikelyFirst(typos)
	return typos, say.Text(words.If(unique, "nonogram.slips-unique", "nonogram.slips"), words.With{"Slips": deduce.TyposTold(typos, say)})
}

// nonogramTypo is a slip as a link carries it: r7.2.6 is 6 for the second number of row 7.
func nonogramTypo(s nonogram.Slip) string {
	return fmt.Sprintf("%s%d.%d.%d", words.If(s.Line.Column, "c", "r"), s.Line.Index+1, s.Run+1, s.May.Length)
}

// slip is a slip in words.
func (p nonogramGame) slip(s nonogram.Slip, say words.Phrases) string {
	return say.Text("nonogram.slip", words.With{"Line": lineName(s.Line, say), "Was": s.Was.Length, "May": s.May.Length, "Nth": p.nth(s)})
}

// nth is which of the equal numbers of its line a slip is about, from 1; 0 where there is one.
func (p nonogramGame) nth(s nonogram.Slip) int {
	clue := p.clue(s.Line)
	if count(clue, s.Was) == 1 {
		return 0
	}
	return count(clue[:s.Run+1], s.Was)
}

// typos are the same of runs in colours.
func (p colourGame) typos(slips []nonogram.Slip, say words.Phrases) (typos []deduce.Typo, told string) {
	if len(slips) == 0 {
		return nil, ""
	}
	unique := slips[0].Unique
	for _, s := range slips {
		if s.Unique == unique {
			told := p.slip(s, say)
			typos = append(typos, deduce.Typo{Code: p.typo(s), Told: told, Label: words.Capital(told), Was: s.Was.Length, May: s.May.Length})
		}
	}
	typos = deduce.LikelyFirst(typos)
	return typos, say.Text(words.If(unique, "nonogram.slips-unique", "nonogram.slips"), words.With{"Slips": deduce.TyposTold(typos, say)})
}

// typo is a slip as a link carries it: r7.2.6g is 6 green for the second run of row 7.
func (p colourGame) typo(s nonogram.Slip) string {
	return fmt.Sprintf("%s%d.%d.%s", words.If(s.Line.Column, "c", "r"), s.Line.Index+1, s.Run+1, p.letter(s.May))
}

// letter is a run with its letter.
func (p colourGame) letter(run nonogram.Run) string {
	return fmt.Sprint(run.Length) + string(p.Palette[run.Colour].Letter)
}

// slip is a slip in words.
func (p colourGame) slip(s nonogram.Slip, say words.Phrases) string {
	return say.Text("nonogram.slip", words.With{"Line": lineName(s.Line, say), "Was": p.letter(s.Was), "May": p.letter(s.May), "Nth": p.nth(s)})
}

// nth is which of the equal runs of its line a slip is about, from 1; 0 where there is one.
func (p colourGame) nth(s nonogram.Slip) int {
	clue := p.clue(s.Line)
	if count(clue, s.Was) == 1 {
		return 0
	}
	return count(clue[:s.Run+1], s.Was)
}

// Mended is the puzzle with a typo mended.
func (p colourGame) Mended(code string, say words.Phrases) (deduce.Puzzle, string) {
	var side, letter rune
	var s nonogram.Slip
	fmt.Sscanf(code, "%c%d.%d.%d%c", &side, &s.Line.Index, &s.Run, &s.May.Length, &letter)
	s.Line.Column, s.Line.Index, s.Run, s.May.Colour = side == 'c', s.Line.Index-1, s.Run-1, p.colour(byte(letter))
	if letter > 127 || s.May.Colour < 0 || p.typo(s) != code {
		return nil, ""
	}
	mended := p.Puzzle.Mended(s)
	if mended == nil {
		return nil, ""
	}
	s.Was = p.clue(s.Line)[s.Run]
	return colourGame{Puzzle: mended}, p.slip(s, say)
}

// Mended is the puzzle with a typo mended.
func (p nonogramGame) Mended(code string, say words.Phrases) (deduce.Puzzle, string) {
	var side rune
	var s nonogram.Slip
	fmt.Sscanf(code, "%c%d.%d.%d", &side, &s.Line.Index, &s.Run, &s.May.Length)
	s.Line.Column, s.Line.Index, s.Run = side == 'c', s.Line.Index-1, s.Run-1
	mended := p.Puzzle.Mended(s)
	if mended == nil || nonogramTypo(s) != code {
		return nil, ""
	}
	s.Was = p.clue(s.Line)[s.Run]
	return nonogramGame{Puzzle: mended}, p.slip(s, say)
}

// typos are the same of sums.
func (g kakuroGame) typos(ctx context.Context, say words.Phrases) (typos []deduce.Typo, told string) {
	ctx, cancel := context.WithTimeout(ctx, slipTime)
	defer cancel()
	slips, _ := g.Slips(ctx)
	if len(slips) == 0 {
		return nil, ""
	}
	for _, c := range slips {
		told := slip(c, say)
		typos = append(typos, deduce.Typo{Code: kakuroTypo(c), Told: told, Label: told, Was: c.Sum, May: c.Now})
	}
	typos = deduce.LikelyFirst(typos)
	return typos, say.Text("kakuro.slips", words.With{"Slips": deduce.TyposTold(typos, say)})
}

// kakuroTypo is a change as a link carries it: a6.4.16 is 16 for the entry across that begins
// in r6c4.
func kakuroTypo(c kakuro.Change) string {
	return fmt.Sprintf("%s%d.%d.%d", words.If(c.Across, "a", "d"), c.Row+1, c.Col+1, c.Now)
}

func slip(c kakuro.Change, say words.Phrases) string {
	return say.Text("kakuro.slip", words.With{"Entry": entryName(c.Entry, say), "May": c.Now})
}

// Mended is the puzzle with a typo mended.
func (g kakuroGame) Mended(code string, say words.Phrases) (deduce.Puzzle, string) {
	c, ok := g.readChange(code)
	if !ok || c.Now == 0 {
		return nil, ""
	}
	if mended := g.Puzzle.Changed(c); mended != nil {
		return kakuroGame{mended}, slip(c, say)
	}
	return nil, ""
}

// readChange is the inverse of kakuroTypo, for an entry of this puzzle; false for none.
func (g kakuroGame) readChange(code string) (c kakuro.Change, ok bool) {
	var side rune
	var row, col int
	fmt.Sscanf(code, "%c%d.%d.%d", &side, &row, &col, &c.Now)
	for _, e := range g.Entries() {
		if c.Entry = e; kakuroTypo(c) == code {
			return c, true
		}
	}
	return c, false
}
