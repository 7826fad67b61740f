package kakuro

import (
	"context"
	"fmt"

	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/kakuro"
)

// typos returns the sums that may be mistyped, and a sentence about them.
func (g game) typos(ctx context.Context, say words.Phrases) (typos []deduce.Typo, told string) {
	ctx, cancel := context.WithTimeout(ctx, deduce.TypoTime)
	defer cancel()
	slips, _ := g.Slips(ctx)
	if len(slips) == 0 {
		return nil, ""
	}
	for _, c := range slips {
		told := slip(c, say)
		typos = append(typos, deduce.Typo{Code: typoCode(c), Told: told, Label: told, Was: c.Sum, May: c.Now})
	}
	typos = deduce.LikelyFirst(typos)
	return typos, say.Text("kakuro.slips", words.With{"Slips": deduce.TyposTold(typos, say)})
}

// typoCode writes a change as a link carries it: a6.4.16 means 16 for the entry across that begins
// in r6c4.
func typoCode(c kakuro.Change) string {
	return fmt.Sprintf("%s%d.%d.%d", words.If(c.Across, "a", "d"), c.Row+1, c.Col+1, c.Now)
}

// slip tells a change in words.
func slip(c kakuro.Change, say words.Phrases) string {
	return say.Text("kakuro.slip", words.With{"Entry": entryName(c.Entry, say), "May": c.Now})
}

// Mended returns the puzzle with a typo mended, and the typo in words; nil if it has no such typo.
func (g game) Mended(code string, say words.Phrases) (deduce.Puzzle, string) {
	c, ok := g.readChange(code)
	if !ok || c.Now == 0 {
		return nil, ""
	}
	if mended := g.Puzzle.Changed(c); mended != nil {
		return game{mended}, slip(c, say)
	}
	return nil, ""
}

// readChange reads a code that typoCode has written; false if no entry of this puzzle has it.
func (g game) readChange(code string) (c kakuro.Change, ok bool) {
	var side rune
	var row, col int
	fmt.Sscanf(code, "%c%d.%d.%d", &side, &row, &col, &c.Now)
	for _, e := range g.Entries() {
		if c.Entry = e; typoCode(c) == code {
			return c, true
		}
	}
	return c, false
}
