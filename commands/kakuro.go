package commands

import (
	"context"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/kakuro"
)

var kakuroPuzzle = puzzle{
	name:    "kakuro",
	example: `#,17\,16\/\17,.,./\16,.,.`,
	samples: []string{"https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3", "16 in 2", "10x10 easy 1"},
	do:      []string{"solve", "check", "hint", "steps", "animate", "play", "candidates", "pair", "blank", "repair"},
	seldom:  []string{"animate", "play", "pair", "blank", "repair"},
	marks:   "###/#?9/#??",
	options: []Option{{Name: marksField, Type: Text, Max: longestMarks}},
	carried: []string{marksField},
	pens:    &kakuroPens,
	styles:  []string{"auto", "picture", "text"}, // a sum takes more room than an emoji has
	lookup:  combinationTable,
	read:    kakuroPens.withMarks(readKakuro),
}

var kakuroPens = pens{
	signs:  "123456789",
	one:    true,
	jots:   jots("#⬛■█◼🔲xX", "?.0_⬜□·-", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	behind: regexp.MustCompile(`(?s)^(.*?\S)\s+(=.*|#[#?.\d/\s]*(?:[rRcC]\s*\d.*)?|[rRcC]\s*\d.*)$`),
}

type crossSums struct {
	*kakuro.Puzzle
	marks  []byte // a sheet of what a person has; nil for nothing
	brief  bool   // in a batch: the verdict alone
	second bool   // of two solutions
}

func (g crossSums) extent() (rows, cols int) { return g.Rows, g.Cols }

// String is the one-line form where that is what fits a chat; "" where an order
// was not made in time.
func (g crossSums) String() string {
	if g.Puzzle == nil {
		return ""
	}
	return withSheet(g.Line(), g.marks, g.printed(), g.Cols)
}

// Link is the whole address on puzz.link, where there is one.
func (g crossSums) Link() string {
	if link := g.Puzzle.Link(); link != "" {
		return "https://puzz.link/p?" + link
	}
	return ""
}

func (g crossSums) act(ctx context.Context, do string, say phrases) *Reply {
	switch do {
	case "candidates":
		return g.candidates(ctx, say)
	case "blank":
		return g.blank(say)
	case "repair":
		return g.repair(ctx, say)
	}
	answer, err := g.Solve(ctx)
	if err != nil {
		return outOfTime(say)
	}
	a := g.study(ctx, answer)
	switch {
	case g.marks != nil && slices.Contains(fromMarks, do) && a.Verdict != solvers.None:
		return g.goOn(ctx, a, do, say)
	case slices.Contains(stepwise, do) && a.Verdict != solvers.None:
		return g.steps(ctx, a, do, say)
	case do == "check" && a.Verdict == solvers.Unique:
		return g.verdict(a, say)
	case do == "pair" && a.Verdict == solvers.Multiple:
		return g.pair(a, say)
	}
	r := g.verdict(a, say)
	switch g.draw(r, a); do {
	case "pair":
		r.did = "solve"
	case "hint":
		r.did = "check"
	}
	return g.waysOn(r, a.Verdict, say)
}

// waysOn adds what may be asked next where there is not one solution.
func (g crossSums) waysOn(r *Reply, v solvers.Verdict, say phrases) *Reply {
	if v == solvers.Multiple {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.pair", nil), Path: "kakuro?do=pair"})
	}
	return g.withRepair(r, v, say)
}

// pair is one of two solutions, with a way to the other.
func (g crossSums) pair(a sumsStudied, say phrases) *Reply {
	shown, other, path := a.Solutions[0], a.Solutions[1], "kakuro?do=pair&second=true"
	if g.second {
		shown, other, path = other, shown, "kakuro?do=pair"
	}
	r := &Reply{Tone: Mixed, Title: say.text("kakuro.pair", size(g.Rows, g.Cols, say)),
		Buttons: []Button{{Label: say.text("button.other-one", nil), Path: path}}}
	r.legend = legend{"new": "legend.other-one"}
	b, differ := g.board(r.Title), 0
	for i, digit := range shown {
		if digit == 0 {
			continue
		}
		b.Cells[i].Text = strconv.Itoa(digit)
		if digit != other[i] {
			b.Cells[i].Mark = render.New
			differ++
		}
	}
	r.Text = pairDiffering(say, differ, g.white())
	if b.Caption = r.Text; drawn(g.Rows, g.Cols) {
		r.Board = b
	} else {
		r.Files = append(r.Files, written("solution", g.digits(shown)))
	}
	return r
}

// sumsStudied is an answer with what else is worth saying.
type sumsStudied struct {
	*kakuro.Answer
	count   int // of the solutions, for Multiple
	exact   bool
	core    []kakuro.Entry // for None
	minimal bool
}

func (g crossSums) study(ctx context.Context, answer *kakuro.Answer) sumsStudied {
	a := sumsStudied{Answer: answer}
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	switch answer.Verdict {
	case solvers.Multiple:
		a.count, a.exact = g.CountFrom(ctx, answer, countable)
		return a
	case solvers.Unique, solvers.Undecided:
		return a
	}
	a.core, a.minimal = g.Core(ctx)
	switch across, down, alike := g.Totals(); {
	case alike && across != down && len(a.core) > coreTold:
		a.core = nil // the totals say it shorter
	case a.core == nil:
		a.core = answer.Conflict
	}
	return a
}

// coreTold is how many entries of a contradiction are named.
const coreTold = 12

func (g crossSums) verdict(a sumsStudied, say phrases) *Reply {
	white := g.white()
	r := &Reply{
		Tone:  tones[a.Verdict],
		Title: say.text("kakuro."+a.Verdict.String(), size(g.Rows, g.Cols, say)),
	}
	left := g.open(a.Grid)
	switch a.Verdict {
	case solvers.Unique:
		r.Text = say.text("kakuro.level."+a.Level.String(), nil)
	case solvers.Multiple:
		count := say.count(either(a.exact, "kakuro.solutions", "kakuro.more-solutions"), a.count, nil)
		r.Text = join("\n", count, differing(say, a.BackboneProved, left, white), g.two(a, say))
	case solvers.None:
		r.Text = g.conflict(a, say)
	case solvers.Undecided:
		r.Text = say.count("cells.certain", white-left, with{"Total": white})
	}
	if a.Verdict != solvers.None && a.RulesLeft > 0 {
		r.Text = join("\n", r.Text, say.count("kakuro.rules-stop", a.RulesLeft, nil))
	}
	return r
}

// two says where two solutions differ.
func (g crossSums) two(a sumsStudied, say phrases) string {
	var told [2][]string
	for i, d := range a.Solutions[0] {
		if a.Solutions[1][i] != d {
			for k := range told {
				told[k] = append(told[k], fmt.Sprintf("%s = %d", rowColumn(i/g.Cols, i%g.Cols), a.Solutions[k][i]))
			}
		}
	}
	const most = 6
	return say.text("kakuro.for-example", with{"First": say.list(told[0], most), "Second": say.list(told[1], most)})
}

func (g crossSums) conflict(a sumsStudied, say phrases) string {
	totals, core := "", ""
	if across, down, alike := g.Totals(); alike && across != down {
		totals = say.text("kakuro.totals", with{"Across": across, "Down": down})
	}
	if len(a.core) > 0 {
		core = say.count(either(a.minimal, "kakuro.core", "kakuro.conflict"), len(a.core), with{"Entries": say.list(g.names(a.core, say), coreTold)})
	}
	if totals == "" && core == "" {
		return say.text("kakuro.no-conflict", nil)
	}
	return join("\n", totals, core)
}

func (g crossSums) names(entries []kakuro.Entry, say phrases) (names []string) {
	for _, e := range entries {
		names = append(names, g.entryName(e, say))
	}
	return names
}

// entryName is an entry as people say it: its sum, its way, and the cell that the
// sum stands in, as in the notation; without a sum its first cell.
func (g crossSums) entryName(e kakuro.Entry, say phrases) string {
	id, cell := either(e.Across, "kakuro.across", "kakuro.down"), rowColumn(clueOf(e))
	if e.Sum == 0 {
		id, cell = id+"-free", rowColumn(e.Row, e.Col)
	}
	return say.text(id, with{"Sum": e.Sum, "Length": e.Len, "Cell": cell})
}

func (g crossSums) draw(r *Reply, a sumsStudied) {
	if !drawn(g.Rows, g.Cols) {
		r.Files = append(r.Files, written("solution", g.digits(a.Grid)))
		return
	}
	b := g.board(r.Title)
	b.Caption = r.Text
	for i, digit := range a.Grid {
		switch cell := &b.Cells[i]; {
		case cell.Kind != render.Digit:
		case digit != 0:
			cell.Text = strconv.Itoa(digit)
		case a.Verdict == solvers.Multiple:
			cell.Mark, cell.Notes = render.Differ, a.Candidates[i]
		case a.Verdict == solvers.None: // what is still possible in a contradiction says nothing
		default:
			cell.Notes = a.Candidates[i]
		}
	}
	for i := range b.Cells {
		b.Cells[i].FaintDown, b.Cells[i].FaintRight = len(a.core) > 0, len(a.core) > 0
	}
	for _, e := range a.core {
		switch {
		case e.Sum == 0:
		case e.Across:
			b.At(clueOf(e)).FaintRight = false
		default:
			b.At(clueOf(e)).FaintDown = false
		}
		for k := range e.Len {
			if e.Across {
				b.At(e.Row, e.Col+k).Mark = render.Proof
			} else {
				b.At(e.Row+k, e.Col).Mark = render.Proof
			}
		}
	}
	r.Board = b
}

func (g crossSums) board(title string) *render.Board {
	b := render.NewBoard(g.Rows, g.Cols)
	b.Title = title
	b.RowNames, b.ColNames = numbers(g.Rows), numbers(g.Cols)
	for i, cell := range g.Cells {
		switch {
		case cell.White:
			b.Cells[i] = render.Cell{Kind: render.Digit}
			if cell.Given != 0 {
				b.Cells[i].Text = strconv.Itoa(cell.Given)
			}
		case cell.Down != 0 || cell.Across != 0:
			b.Cells[i] = render.Cell{Kind: render.Sum, Down: cell.Down, Right: cell.Across}
		default:
			b.Cells[i] = render.Cell{Kind: render.Block}
		}
	}
	return b
}

// candidates shows the pencil marks that the paper's rules leave.
func (g crossSums) candidates(ctx context.Context, say phrases) *Reply {
	r := &Reply{Tone: Good, Title: say.text("kakuro.pencil", size(g.Rows, g.Cols, say)), legend: legend{"proof": "legend.dead"}}
	marks, left, dead := g.Pencil(ctx), 0, []string(nil)
	b := g.board(r.Title)
	for i, m := range marks {
		switch cell := &b.Cells[i]; {
		case cell.Kind != render.Digit:
		case m == 0:
			cell.Mark = render.Proof
			dead = append(dead, rowColumn(i/g.Cols, i%g.Cols))
		case bits.OnesCount16(m) == 1:
			cell.Text = strconv.Itoa(bits.TrailingZeros16(m))
		default:
			left++
			cell.Notes = m
		}
	}
	const most = 12
	switch {
	case ctx.Err() != nil:
		return outOfTime(say)
	case len(dead) > 0:
		r.Tone = Bad
		r.Text = say.count("kakuro.dead", len(dead), with{"Cells": say.list(dead, most)})
	case left > 0:
		r.Text = say.count("kakuro.rules-left", left, nil)
	default:
		r.Text = say.text("kakuro.rules-suffice", nil)
	}
	if drawn(g.Rows, g.Cols) {
		r.Board = b
	}
	return r
}

func (g crossSums) steps(ctx context.Context, a sumsStudied, do string, say phrases) *Reply {
	var way []kakuro.Step
	var told []stage
	hardest := kakuro.Easy
	for step := range g.now().Steps(ctx) {
		way = append(way, step)
		told = append(told, stage{where: g.where(step, say), why: g.step(step, say)})
		hardest = max(hardest, step.Technique.Difficulty())
	}
	r := g.verdict(a, say)
	if ctx.Err() == nil && a.Verdict == solvers.Unique {
		r.Text = join("\n", r.Text, say.text("kakuro.difficulty."+hardest.String(), nil))
	}
	if do == "hint" && len(way) == 0 && a.Verdict != solvers.Unique {
		r.Note, r.did = say.text("no-steps", nil), "check"
		g.draw(r, a)
		return g.waysOn(r, a.Verdict, say)
	}
	r.teach(told, func(done int) *render.Board { return g.after(way[:done]) }, say)
	r.look = func(b *render.Board, next int) { look(b, way[next]) }
	if do == "animate" {
		g.draw(r, a)
		r.animate(len(way), r.after, r.Board, say)
	}
	return r
}

// where is what to look at for a step: its entry, the cell to try, or nothing in
// particular.
func (g crossSums) where(step kakuro.Step, say phrases) string {
	switch {
	case step.Technique == kakuro.Trial:
		return ""
	case step.Assumed.Digit != 0:
		return rowColumn(step.Assumed.Row, step.Assumed.Col)
	case step.Entry.Len == 0:
		return ""
	}
	return g.entryName(step.Entry, say)
}

// look marks what where names.
func look(b *render.Board, step kakuro.Step) {
	switch {
	case step.Technique == kakuro.Trial:
	case step.Assumed.Digit != 0:
		b.At(step.Assumed.Row, step.Assumed.Col).Mark = render.Pick
	default:
		for i := range step.Entry.Len {
			b.At(step.Entry.Row+either(step.Entry.Across, 0, i), step.Entry.Col+either(step.Entry.Across, i, 0)).Mark = render.Pick
		}
	}
}

// after is the board with the digits that the steps place, and with pencil marks
// where they strike some; what the last one is about is marked.
func (g crossSums) after(way []kakuro.Step) *render.Board {
	if !drawn(g.Rows, g.Cols) {
		return nil
	}
	const digits = 0x3fe // bits 1 to 9
	b := g.spread(g.sheet())
	for i, step := range way {
		for _, cell := range step.Cells {
			at := b.At(cell.Row, cell.Col)
			switch {
			case cell.Digit != 0:
				at.Text, at.Notes = strconv.Itoa(cell.Digit), 0
			case at.Notes == 0:
				at.Notes = digits &^ cell.Removed
			default:
				at.Notes &^= cell.Removed
			}
			if at.Text != "" {
				at.Notes = 0
			}
			if i == len(way)-1 {
				at.Mark = render.New
			}
		}
	}
	return b
}

// step is one deduction as a sentence: what it is called, where, why, and what
// follows.
func (g crossSums) step(step kakuro.Step, say phrases) string {
	const most = 6
	var across, down, seen []string
	for _, e := range step.Area {
		if name := g.entryName(e, say); e.Across {
			across = append(across, name)
		} else {
			down = append(down, name)
		}
	}
	for _, cell := range step.Seen {
		seen = append(seen, rowColumn(cell.Row, cell.Col))
	}
	var struck uint16
	for _, cell := range step.Cells {
		struck |= cell.Removed &^ step.Digits
	}
	comma, only := say.text("comma", nil), ""
	if sets := kakuro.Combinations(step.Entry.Len, step.Entry.Sum); len(sets) == 1 {
		only = digitSet(sets[0], "+")
	}
	return say.text("kakuro.step."+strings.ReplaceAll(step.Technique.String(), " ", "-"), with{
		"Entry":   g.entryName(step.Entry, say),
		"Cross":   g.entryName(step.Cross, say),
		"Sum":     step.Entry.Sum,
		"Length":  step.Entry.Len,
		"Rest":    step.Entry.Sum - step.Cells[0].Digit,
		"Only":    only,
		"Set":     digitSet(step.Digits, "+"),
		"Digits":  digitSet(step.Digits, comma),
		"Struck":  digitRanges(struck, say),
		"Never":   digitRanges(kakuro.MagicRule(step.Entry.Len, step.Entry.Sum), say),
		"Across":  say.list(across, most),
		"Down":    say.list(down, most),
		"Seen":    say.list(seen, most),
		"Left":    equation(step),
		"Assumed": say.text("kakuro.equal", with{"Cells": rowColumn(step.Assumed.Row, step.Assumed.Col), "Digit": step.Assumed.Digit}),
		"Chain":   say.list(g.names(step.Chain[:max(len(step.Chain)-1, 0)], say), most),
		"Cells":   g.placed(step, say),
	})
}

// equation is what an area sum leaves of its cells: r2c2 + r2c3 − r3c4 = 13.
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
		text += rowColumn(cell.Row, cell.Col)
	}
	return fmt.Sprintf("%s = %d", text, sign*step.Sum)
}

// placed is what a step does to its cells: the digits that it places, or else those
// that it strikes, cells that lose the same told together. That a digit placed is
// struck around it goes without saying.
func (g crossSums) placed(step kakuro.Step, say phrases) string {
	const most = 9
	var placed []string
	var order []uint16
	struck := map[uint16][]string{}
	for _, cell := range step.Cells {
		name := rowColumn(cell.Row, cell.Col)
		if cell.Digit != 0 {
			placed = append(placed, say.text("kakuro.equal", with{"Cells": name, "Digit": cell.Digit}))
			continue
		}
		if struck[cell.Removed] == nil {
			order = append(order, cell.Removed)
		}
		struck[cell.Removed] = append(struck[cell.Removed], name)
	}
	if placed != nil {
		return say.list(placed, most)
	}
	var parts []string
	for _, digits := range order {
		parts = append(parts, say.text("kakuro.not", with{"Cells": say.list(struck[digits], most), "Digits": digitRanges(digits, say)}))
	}
	return strings.Join(parts, say.text("semicolon", nil))
}

// white counts the white cells.
func (g crossSums) white() int { return g.open(make([]int, len(g.Cells))) }

// open counts the white cells without a digit.
func (g crossSums) open(digits []int) int {
	n := 0
	for i, cell := range g.Cells {
		if cell.White && digits[i] == 0 {
			n++
		}
	}
	return n
}

// digits is a grid as rows of digits: '#' a block, '?' not certain.
func (g crossSums) digits(grid []int) []string {
	signs := make([]byte, len(grid))
	for i, digit := range grid {
		switch {
		case !g.Cells[i].White:
			signs[i] = '#'
		case digit == 0:
			signs[i] = '?'
		default:
			signs[i] = '0' + byte(digit)
		}
	}
	return lines(signs, g.Cols, func(b byte) byte { return b })
}

// crossSumsRecord's ms is the time to the verdict, with two solutions at hand where
// there are several, as solvers are compared; total_ms adds the proof of which
// cells differ.
type crossSumsRecord struct {
	Head
	Total float64  `json:"total_ms"`
	Level string   `json:"level,omitempty"`
	Rules int      `json:"rules_left"`     // cells that the paper's pass leaves open
	Grid  []string `json:"grid,omitempty"` // rows of digits; '#' a block, '?' where solutions differ or nothing is proved
}

func (g crossSums) record(ctx context.Context) Record {
	solve := g.Solve
	if g.brief {
		solve = g.Decide
	}
	var a *kakuro.Answer
	r := &crossSumsRecord{Head: timed(func() (err error) { a, err = solve(ctx); return })}
	if a == nil {
		return &r.Head
	}
	r.Total = r.MS
	if a.Verdict != solvers.Undecided {
		r.MS = float64(a.Decided.Nanoseconds()) / 1e6
	}
	r.Rules = a.RulesLeft
	r.Verdict, r.Level, r.Hard = a.Verdict.String(), a.Level.String(), a.Level.String()
	if a.Verdict != solvers.None {
		r.Grid = g.digits(a.Grid)
	}
	return r
}

// sumInLength is "24 in 4 with 9 without 1", or "4 cells 24".
var (
	sumInLength = regexp.MustCompile(`^(?i)\s*(?:(\d{1,3})\s*in\s*(\d{1,3})\s*(?:cells?)?|(\d{1,3})\s*cells?\s+(\d{1,3}))((?:\s+(?:with|without)\s+[1-9](?:(?:\s*,\s*|\s+and\s+|\s*)[1-9])*)*)\s*$`)
	sumBound    = regexp.MustCompile(`(?i)(with|without)\s+([1-9](?:(?:\s*,\s*|\s+and\s+|\s*)[1-9])*)`)
)

// combinationTable answers "16 in 2": the sets of digits with that sum and
// length, and what they have in common.
func combinationTable(text string, say phrases) (*Reply, error) {
	m := sumInLength.FindStringSubmatchIndex(text)
	if m == nil {
		return nil, nil
	}
	sumAt, lengthAt := 2, 4
	if m[2] < 0 {
		sumAt, lengthAt = 8, 6
	}
	sum, _ := strconv.Atoi(text[m[sumAt]:m[sumAt+1]])
	length, _ := strconv.Atoi(text[m[lengthAt]:m[lengthAt+1]])
	if length < 1 || length > 9 {
		return nil, solvers.At(text, m[lengthAt], "combinations.length", "a length from 1 to 9 cells", nil)
	}
	least, most := length*(length+1)/2, length*(19-length)/2
	if sum < least || sum > most {
		return nil, solvers.At(text, m[sumAt], "combinations.sum",
			fmt.Sprintf("a sum from %d to %d in %d %s", least, most, length, either(length == 1, "cell", "cells")),
			with{"Min": least, "Max": most, "Cells": length})
	}
	var needs, bans uint16
	for _, bound := range sumBound.FindAllStringSubmatch(text[m[10]:m[11]], -1) {
		if strings.EqualFold(bound[1], "with") {
			needs |= digitsIn(bound[2])
		} else {
			bans |= digitsIn(bound[2])
		}
	}
	comma := say.text("comma", nil)
	title := say.count("kakuro.table", length, with{"Sum": sum}) +
		say.text("kakuro.bounds", with{"With": digitSet(needs, comma), "Without": digitSet(bans, comma)})
	return &Reply{Tone: Good, Title: title, Text: sharedDigits(kakuro.Combinations(length, sum), needs, bans, say)}, nil
}

// sharedDigits tells the sets that have all digits needed and none banned, what all
// of them have, and what none has.
func sharedDigits(sets []uint16, needs, bans uint16, say phrases) string {
	const digits = 0x3fe // bits 1 to 9
	always, ever := uint16(digits), uint16(0)
	var told []string
	for _, set := range sets {
		if set&needs == needs && set&bans == 0 {
			always &= set
			ever |= set
			told = append(told, digitSet(set, "+"))
		}
	}
	if told == nil {
		return say.text("kakuro.no-sets", nil)
	}
	comma := say.text("comma", nil)
	facts := []string{say.count("kakuro.sets", len(told), with{"Sets": say.series(told)})}
	if always != 0 {
		facts = append(facts, say.text("kakuro.always", with{"Digits": digitSet(always, comma)}))
	}
	if never := digits &^ ever; never != 0 {
		facts = append(facts, say.text("kakuro.never", with{"Digits": digitSet(never, comma)}))
	}
	return strings.Join(facts, "\n")
}

// digitsIn is the set of the digits in a text.
func digitsIn(text string) (set uint16) {
	for _, r := range text {
		if r >= '1' && r <= '9' {
			set |= 1 << (r - '0')
		}
	}
	return set
}

// digitRanges writes the digits of a set, three and more in a row by the first and
// the last.
func digitRanges(set uint16, say phrases) string {
	var parts []string
	for set != 0 {
		first := bits.TrailingZeros16(set)
		n := bits.TrailingZeros16(^(set >> first))
		last := first + n - 1
		if n < 3 {
			last = first
		}
		part := strconv.Itoa(first)
		if last > first {
			part += "–" + strconv.Itoa(last)
		}
		parts = append(parts, part)
		set &^= 1<<(last+1) - 1
	}
	return say.series(parts)
}

// digitSet writes the digits of a set, least first.
func digitSet(set uint16, between string) string {
	var digits []string
	for ; set != 0; set &= set - 1 {
		digits = append(digits, strconv.Itoa(bits.TrailingZeros16(set)))
	}
	return strings.Join(digits, between)
}

// blockSign is a block on a sheet.
const blockSign = '#'

func (g crossSums) printed() []byte {
	var sheet []byte
	for _, cell := range g.Cells {
		switch {
		case !cell.White:
			sheet = append(sheet, blockSign)
		case cell.Given != 0:
			sheet = append(sheet, '0'+byte(cell.Given))
		default:
			sheet = append(sheet, unmarked)
		}
	}
	return sheet
}

func (g crossSums) key(ctx context.Context) ([]byte, bool) {
	a, err := g.Decide(ctx)
	if err != nil || a.Verdict != solvers.Unique {
		return nil, false
	}
	return g.keyOf(a.Solutions[0]), true
}

// next is the first step that places a digit. Those before it, which strike
// candidates, are counted: a sheet holds digits alone.
func (g crossSums) next(ctx context.Context, sheet []byte, say phrases) (why string, cells []int) {
	g.marks = sheet
	before := 0
	for step := range g.now().Steps(ctx) {
		for _, cell := range step.Cells {
			if cell.Digit != 0 {
				cells = append(cells, cell.Row*g.Cols+cell.Col)
			}
		}
		if cells != nil {
			if why = g.step(step, say); before > 0 {
				why = join("\n", say.count("kakuro.struck-before", before, nil), why)
			}
			return why, cells
		}
		before++
	}
	return "", nil
}

func (g crossSums) marked(sheet []byte) subject {
	g.marks = sheet
	return g
}

func (g crossSums) sheet() []byte {
	if g.marks == nil {
		return g.printed()
	}
	return g.marks
}

// now is the puzzle with its marks as given digits.
func (g crossSums) now() *kakuro.Puzzle {
	p := &kakuro.Puzzle{Rows: g.Rows, Cols: g.Cols, Cells: slices.Clone(g.Cells)}
	for i, sign := range g.sheet() {
		if sign != unmarked && sign != blockSign {
			p.Cells[i].Given = int(sign - '0')
		}
	}
	return p
}

func (g crossSums) solution(ctx context.Context, sheet []byte) (key []byte, none bool) {
	g.marks = sheet
	a, err := g.now().Decide(ctx)
	if err != nil || len(a.Solutions) == 0 {
		return nil, err == nil && a.Verdict == solvers.None
	}
	return g.keyOf(a.Solutions[0]), false
}

// keyOf is the sheet of a grid, 0 where nothing is known.
func (g crossSums) keyOf(grid []int) []byte {
	key := g.printed()
	for i, digit := range grid {
		if digit != 0 {
			key[i] = '0' + byte(digit)
		}
	}
	return key
}

// twins are the marked cells that have a digit in common with another of their run, but
// those of which one is wrong by itself.
func (g crossSums) twins(wrong []int) (cells []int) {
	sheet := g.sheet()
	for _, e := range g.Entries() {
		last := map[byte]int{}
		for k := range e.Len {
			i := (e.Row+either(e.Across, 0, k))*g.Cols + e.Col + either(e.Across, k, 0)
			if sheet[i] == unmarked || slices.Contains(wrong, i) {
				continue
			}
			if other, ok := last[sheet[i]]; ok {
				cells = append(cells, other, i)
			}
			last[sheet[i]] = i
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// goOn goes on from the marks, or says why that would lead nowhere.
func (g crossSums) goOn(ctx context.Context, a sumsStudied, do string, say phrases) *Reply {
	key := g.keyOf(a.Grid)
	s := kakuroPens.stand(ctx, g, a.Verdict, key)
	if a.Verdict != solvers.Unique { // else one of them is a mistake for sure
		s.twins = g.twins(s.wrong)
	}
	if s.done && a.Verdict != solvers.Unique {
		s.one = oneOf(a.count, a.exact, say)
	}
	if do != "check" && !s.astray() && !s.done {
		return g.steps(ctx, a, do, say)
	}
	r := g.verdict(a, say)
	s.tell(r, g, "kakuro", do, say)
	if do == "check" && !s.astray() {
		g.waysOn(r, a.Verdict, say)
	}
	return r
}

func (g crossSums) spread(sheet []byte) *render.Board {
	b := g.board("")
	for i, sign := range sheet {
		if sign != unmarked && sign != blockSign {
			b.Cells[i].Text = string(sign)
		}
	}
	return b
}
