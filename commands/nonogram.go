package commands

import (
	"bytes"
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
)

var nonogramPuzzle = puzzle{
	name:    "nonogram",
	example: "1 1;5;5;3;1|2;4;4;4;2",
	samples: []string{"D;CB;DC;CC;G;BF;G;B;C|BC;DB;BF;HB;F;D;E;D", "3x3:1/3/1/1/3/1", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", ".#./###/#.#", "15x15 expert 42"},
	do:      []string{"solve", "check", "hint", "steps", "animate", "play", "pair", "blank", "repair"},
	seldom:  []string{"animate", "play", "pair", "blank", "repair"},
	marks:   "?#?#?/#####/?????/?????/?????",
	options: []Option{
		{Name: marksField, Type: Text, Max: longestMarks},
		{Name: "image", Type: Attachment, MaxBytes: maxImage},
		{Name: "size", Type: Text, Max: 9},
		{Name: "dither", Type: Flag},
		{Name: "invert", Type: Flag},
	},
	carried: []string{marksField, "size", "dither", "invert"},
	pens:    &nonogramPens,
	read:    nonogramPens.withMarks(readNonogram),
	binary:  notation.IsBitmap,
	split:   notation.Split,
}

var nonogramPens = pens{
	signs:  "#x",
	void:   'x',
	jots:   jots("#1⬛■█◼", "xX×✕✖✗", ".0⬜□░◻·-", "?_❔"),
	behind: regexp.MustCompile(`(?s)^(.*?\S)\s+(=.*|[#?.xX×✖⬛⬜■□❔][#?.xX×✖\x{fe0f}⬛⬜■□❔/\s]*(?:[rRcC]\s*\d.*)?|[rRcC]\s*\d.*)$`),
}

type picross struct {
	*nonogram.Puzzle
	marks  []byte // a sheet of what a person has; nil for nothing
	brief  bool   // in a batch: the verdict alone
	second bool   // of two solutions
	hint   int    // which step is hinted at, from 1; 0 for none
}

// Link is where the puzzle can be played.
func (g picross) Link() string { return notation.Link(g.Puzzle) }

// String is "" for a puzzle that is yet to be made.
func (g picross) String() string {
	if g.Puzzle == nil {
		return ""
	}
	return withSheet(g.Puzzle.String(), g.marks, g.printed(), len(g.Cols))
}

func (g picross) extent() (rows, cols int) { return len(g.Rows), len(g.Cols) }

func (g picross) act(ctx context.Context, do string, say phrases) *Reply {
	switch do {
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
		return g.verdict(a, say) // the board stays hidden: a maker asks, a solver reads along
	}
	if do == "pair" && a.Verdict == solvers.Multiple {
		return g.pair(a, say)
	}
	r := g.verdict(a, say)
	switch g.draw(r, a, say); do {
	case "pair":
		r.did = "solve"
	case "hint":
		r.did = "check"
	}
	return g.waysOn(r, a.Verdict, say)
}

// waysOn adds what may be asked next where there is not one solution.
func (g picross) waysOn(r *Reply, v solvers.Verdict, say phrases) *Reply {
	if v == solvers.Multiple {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.pair", nil), Path: "nonogram?do=pair"})
	}
	return g.withRepair(r, v, say)
}

// pair is one of two solutions, with a way to the other.
func (g picross) pair(a studied, say phrases) *Reply {
	rows, cols := len(g.Rows), len(g.Cols)
	shown, other, path := a.Solutions[0], a.Solutions[1], "nonogram?do=pair&second=true"
	if g.second {
		shown, other, path = other, shown, "nonogram?do=pair"
	}
	r := &Reply{Tone: Mixed, Title: say.text("nonogram.pair", size(rows, cols, say)),
		Buttons: []Button{{Label: say.text("button.other-one", nil), Path: path}}}
	r.legend = legend{"new": "legend.other-one"}
	b, differ := render.NewBoard(rows, cols), 0
	for i, cell := range shown {
		b.Cells[i] = inked(cell, solvers.Unique)
		if cell != other[i] {
			b.Cells[i].Mark = render.New
			differ++
		}
	}
	r.Text = pairDiffering(say, differ, len(shown))
	if !drawn(rows, cols) {
		r.Files = append(r.Files, written("solution", lines(shown, cols, cellSign)))
		return r
	}
	b.Title, b.Caption = r.Title, r.Text
	b.Left, b.Top, b.Rule = g.Rows, g.Cols, 5
	r.Board = b
	return r
}

// studied is an answer with what else is worth saying.
type studied struct {
	*nonogram.Answer
	count   int // of the solutions, for Multiple
	exact   bool
	core    []nonogram.Line // for None
	minimal bool
	slips   []nonogram.Slip // for None, where the totals differ

	now *nonogram.Answer // of the puzzle with the marks in it; nil for none
}

// What is said beside the verdict may take this long, and counts this far.
const (
	asideTime = 2 * time.Second
	countable = 10_000
	slipTime  = time.Second
)

func (g picross) study(ctx context.Context, answer *nonogram.Answer) studied {
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	a := studied{Answer: answer}
	switch answer.Verdict {
	case solvers.Multiple:
		a.count, a.exact = g.CountFrom(ctx, answer, countable)
	case solvers.None:
		if rows, cols := g.Totals(); rows == cols {
			a.core, a.minimal = g.Core(ctx)
		} else {
			ctx, cancel := context.WithTimeout(ctx, slipTime)
			defer cancel()
			a.slips, _ = g.Slips(ctx)
		}
		if a.core == nil {
			a.core = answer.Conflict
		}
	}
	return a
}

// verdict is the reply in words: how many solutions, and how that was decided.
func (g picross) verdict(a studied, say phrases) *Reply {
	r := &Reply{
		Tone:  tones[a.Verdict],
		Title: say.text("nonogram."+a.Verdict.String(), size(len(g.Rows), len(g.Cols), say)),
	}
	unknown := tally(a.Grid, nonogram.Unknown)
	switch a.Verdict {
	case solvers.Unique:
		r.Text = say.text("nonogram.level."+a.Level.String(), nil)
	case solvers.Multiple:
		count := say.count(either(a.exact, "nonogram.solutions", "nonogram.more-solutions"), a.count, nil)
		r.Text = join("\n", count, differing(say, a.BackboneProved, unknown, len(a.Grid)))
	case solvers.None:
		r.Text = g.conflict(a, say)
	case solvers.Undecided:
		r.Text = say.count("cells.certain", len(a.Grid)-unknown, with{"Total": len(a.Grid)})
	}
	return r
}

func (g picross) conflict(a studied, say phrases) string {
	if rows, cols := g.Totals(); rows != cols {
		return join("\n", say.text("nonogram.totals", with{"Rows": rows, "Cols": cols}), g.slips(a, say))
	}
	var names []string
	for _, line := range a.core {
		names = append(names, g.lineName(line, say))
	}
	const most = 12
	if len(names) == 0 {
		return say.text("nonogram.no-conflict", nil)
	}
	given := ""
	if g.Given != nil {
		given = say.text("nonogram.with-given", nil)
	}
	return join(" ", say.count(either(a.minimal, "nonogram.core", "nonogram.conflict"), len(names), with{"Lines": say.list(names, most)}), given)
}

// slips says which single number may have been mistyped: of those that make the solution
// the only one, or else of all that give one.
func (g picross) slips(a studied, say phrases) string {
	const most = 6
	if len(a.slips) == 0 {
		return ""
	}
	unique := a.slips[0].Unique
	var names []string
	for _, s := range a.slips {
		if s.Unique == unique {
			names = append(names, say.text("nonogram.slip", with{
				"Line": g.lineName(s.Line, say), "Was": s.Was, "May": s.May, "Nth": g.nth(s),
			}))
		}
	}
	return say.text(either(unique, "nonogram.slips-unique", "nonogram.slips"), with{"Slips": say.list(names, most)})
}

// nth is which of the equal numbers of its line a slip is about, from 1; 0 where there is one.
func (g picross) nth(s nonogram.Slip) int {
	clue := g.clue(s.Line)
	if tally(clue, s.Was) == 1 {
		return 0
	}
	return tally(clue[:s.Run+1], s.Was)
}

// lineName is a line as people say it, counted from 1.
func (g picross) lineName(line nonogram.Line, say phrases) string {
	if line.Column {
		return say.text("nonogram.column", with{"Number": line.Index + 1})
	}
	return say.text("nonogram.row", with{"Number": line.Index + 1})
}

func (g picross) draw(r *Reply, a studied, say phrases) {
	rows, cols := len(g.Rows), len(g.Cols)
	if across, down := g.Totals(); across != down { // there is nothing to show
		return
	}
	if !drawn(rows, cols) {
		r.Files = append(r.Files, written("solution", lines(a.Grid, cols, cellSign)))
		return
	}
	b := render.NewBoard(rows, cols)
	b.Title, b.Caption = r.Title, r.Text
	b.Left, b.Top, b.Rule = g.Rows, g.Cols, 5
	for i, cell := range a.Grid {
		b.Cells[i] = inked(cell, a.Verdict)
	}
	for _, line := range a.core {
		for i := range b.Cells {
			if line.Column && i%cols == line.Index || !line.Column && i/cols == line.Index {
				b.Cells[i].Mark = render.Proof
			}
		}
	}
	r.Board = b
}

// inked is how a cell of an answer is drawn: what is open differs between two
// solutions, or is just not decided.
func inked(cell nonogram.Cell, v solvers.Verdict) render.Cell {
	switch {
	case cell == nonogram.Filled:
		return render.Cell{Kind: render.Filled}
	case cell == nonogram.Empty:
		return render.Cell{Kind: render.Blank}
	case v == solvers.Multiple:
		return render.Cell{Kind: render.Open, Mark: render.Differ}
	}
	return render.Cell{Kind: render.Open}
}

// steps leads through the deductions in order.
func (g picross) steps(ctx context.Context, a studied, do string, say phrases) *Reply {
	var way []nonogram.Step
	var told []stage
	hardest := nonogram.Easy
	for step := range g.now().StepsFrom(ctx, cmp.Or(a.now, a.Answer)) {
		way = append(way, step)
		told = append(told, stage{where: g.where(step, say), why: g.step(step, say)})
		hardest = max(hardest, step.Technique.Difficulty())
	}
	r := g.verdict(a, say)
	if ctx.Err() == nil && a.Verdict == solvers.Unique {
		r.Text = join("\n", r.Text, say.text("nonogram.difficulty."+hardest.String(), nil))
	}
	r.clued = true
	hint := min(g.hint, len(way))
	if do == "hint" && len(way) == 0 && a.Verdict != solvers.Unique {
		r.Note, r.did = say.text("no-steps", nil), "check"
		g.draw(r, a, say)
		return g.waysOn(r, a.Verdict, say)
	}
	r.teach(told, func(done int) *render.Board {
		b := g.after(way[:done])
		if b != nil && hint > 0 {
			g.point(b, way[hint-1], done < hint)
		}
		return b
	}, say)
	if do == "animate" {
		g.draw(r, a, say)
		if r.Board != nil { // as in all pictures of the film
			r.Board.RowNames, r.Board.ColNames = numbers(r.Board.Rows), numbers(r.Board.Cols)
		}
		r.animate(len(way), r.after, r.Board, say)
	}
	if ctx.Err() != nil {
		r.Note = join("\n", r.Note, say.text("nonogram.steps-late", nil))
	}
	return r
}

// where is what to look at for a step: its line, or the cell to try.
func (g picross) where(step nonogram.Step, say phrases) string {
	switch step.Technique {
	case nonogram.Trial:
		return ""
	case nonogram.Contradiction, nonogram.EitherWay:
		return rowColumn(step.Assumed.Row, step.Assumed.Col)
	}
	return g.lineName(step.Line, say)
}

// after is the grid when the steps are done, what the last one placed marked.
func (g picross) after(way []nonogram.Step) *render.Board {
	rows, cols := len(g.Rows), len(g.Cols)
	if !drawn(rows, cols) {
		return nil
	}
	b := g.spread(g.sheet())
	for i, step := range way {
		for _, cell := range step.Cells {
			kind, mark := either(cell.Value == nonogram.Filled, render.Filled, render.Crossed), render.NoMark
			if i == len(way)-1 {
				mark = render.New
			}
			*b.At(cell.Row, cell.Col) = render.Cell{Kind: kind, Mark: mark}
		}
	}
	return b
}

// point marks what to look at for a step, where its line or cell is; alone, or around what
// the step has placed.
func (g picross) point(b *render.Board, step nonogram.Step, alone bool) {
	for i := range b.Cells {
		r, c := i/b.Cols, i%b.Cols
		here := step.Line.Column && c == step.Line.Index || !step.Line.Column && r == step.Line.Index
		switch step.Technique {
		case nonogram.Trial:
			here = false
		case nonogram.Contradiction, nonogram.EitherWay:
			here = r == step.Assumed.Row && c == step.Assumed.Col
		}
		mark := &b.Cells[i].Mark
		if alone {
			*mark = render.NoMark
		}
		if here && *mark == render.NoMark {
			*mark = render.Pick
		}
	}
}

// step is one deduction as a sentence: what it is called, where, why, and what follows.
func (g picross) step(step nonogram.Step, say phrases) string {
	const most = 6
	cell := rowColumn(step.Assumed.Row, step.Assumed.Col)
	var runs, gaps, chain []string
	for _, s := range step.Spans {
		if within := g.span(step.Line, s, say); s.Run < 0 {
			gaps = append(gaps, within)
		} else {
			runs = append(runs, say.text("nonogram.run", with{"Length": g.clue(step.Line)[s.Run], "Within": within}))
		}
	}
	for _, line := range step.Chain[:max(len(step.Chain)-1, 0)] {
		chain = append(chain, g.lineName(line, say))
	}
	assumed := either(step.Assumed.Value == nonogram.Filled, "nonogram.filled", "nonogram.empty")
	return say.text("nonogram.step."+strings.ReplaceAll(step.Technique.String(), " ", "-"), with{
		"Line":    g.lineName(step.Line, say),
		"Cells":   g.placed(step, say),
		"Cell":    cell,
		"Assumed": say.text(assumed, with{"Cell": cell}),
		"Chain":   say.list(chain, most),
		"Runs":    say.list(runs, most),
		"Gaps":    say.list(gaps, most),
	})
}

// span is a part of a line as people say it: c2–c5 of a row.
func (g picross) span(line nonogram.Line, s nonogram.Span, say phrases) string {
	id := either(line.Column, "nonogram.cell-of-column", "nonogram.cell-of-row")
	from, to := say.text(id, with{"Number": s.From + 1}), say.text(id, with{"Number": s.To + 1})
	if from == to {
		return from
	}
	return from + "–" + to
}

func (g picross) clue(line nonogram.Line) []int {
	if line.Column {
		return g.Cols[line.Index]
	}
	return g.Rows[line.Index]
}

func (g picross) placed(step nonogram.Step, say phrases) string {
	const most = 8
	var filled, empty []nonogram.Placed
	for _, cell := range step.Cells {
		if cell.Value == nonogram.Filled {
			filled = append(filled, cell)
		} else {
			empty = append(empty, cell)
		}
	}
	var parts []string
	if len(filled) > 0 {
		parts = append(parts, say.text("nonogram.fill", with{"Cells": say.list(cellNames(filled), most)}))
	}
	if len(empty) > 0 {
		parts = append(parts, say.text("nonogram.clear", with{"Cells": say.list(cellNames(empty), most)}))
	}
	return strings.Join(parts, "; ")
}

// cellNames names cells in reading order, three and more next to each other by the
// first and the last.
func cellNames(cells []nonogram.Placed) (names []string) {
	slices.SortFunc(cells, func(a, b nonogram.Placed) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	for i := 0; i < len(cells); {
		end := max(stretch(cells[i:], 0, 1), stretch(cells[i:], 1, 0))
		if end < 3 {
			end = 1
		}
		name := rowColumn(cells[i].Row, cells[i].Col)
		if last := cells[i+end-1]; end > 1 {
			name += "–" + rowColumn(last.Row, last.Col)
		}
		names = append(names, name)
		i += end
	}
	return names
}

// stretch is how many of the cells, from the first on, follow each other by that step.
func stretch(cells []nonogram.Placed, down, right int) int {
	for i, c := range cells {
		if c.Row != cells[0].Row+i*down || c.Col != cells[0].Col+i*right {
			return i
		}
	}
	return len(cells)
}

// picrossRecord's ms is the time to the verdict, with two solutions at hand where
// there are several, as solvers are compared; total_ms adds the proof of which
// cells differ.
type picrossRecord struct {
	Head
	Total float64  `json:"total_ms"`
	Level string   `json:"level,omitempty"`
	Grid  []string `json:"grid,omitempty"` // rows of '#' and '.'; '?' where solutions differ or nothing is proved
}

func (g picross) record(ctx context.Context) Record {
	solve := g.Solve
	if g.brief {
		solve = g.Decide
	}
	var a *nonogram.Answer
	r := &picrossRecord{Head: timed(func() (err error) { a, err = solve(ctx); return })}
	if a == nil {
		return &r.Head
	}
	r.Total = r.MS
	if a.Verdict != solvers.Undecided {
		r.MS = float64(a.Decided.Nanoseconds()) / 1e6
	}
	r.Verdict, r.Level, r.Hard = a.Verdict.String(), a.Level.String(), a.Level.String()
	if a.Verdict != solvers.None {
		r.Grid = lines(a.Grid, len(g.Cols), cellSign)
	}
	return r
}

func cellSign(c nonogram.Cell) byte {
	return c.String()[0]
}

func (g picross) printed() []byte {
	sheet := bytes.Repeat([]byte{unmarked}, len(g.Rows)*len(g.Cols))
	for i, cell := range g.Given {
		sheet[i] = pencilSigns[cell]
	}
	return sheet
}

// marked decides what a dot means: a cell marked as empty, but where crosses stand for
// that, or where filled cells are missing all the same, one not decided yet.
func (g picross) marked(sheet []byte) subject {
	filled := bytes.Count(sheet, []byte{'#'})
	total, _ := g.Totals()
	open := !bytes.ContainsRune(sheet, unmarked) && (bytes.ContainsRune(sheet, 'x') || filled < total)
	g.marks = bytes.ReplaceAll(sheet, []byte{dot}, []byte{either[byte](open, unmarked, 'x')})
	return g
}

func (g picross) sheet() []byte {
	if g.marks == nil {
		return g.printed()
	}
	return g.marks
}

// now is the puzzle with its marks as given cells. Who crosses nothing out need not be
// told of the empty cells of lines that have all their runs.
func (g picross) now() *nonogram.Puzzle {
	if g.marks == nil {
		return g.Puzzle
	}
	p := &nonogram.Puzzle{Rows: g.Rows, Cols: g.Cols}
	for _, sign := range g.marks {
		p.Given = append(p.Given, nonogram.Cell(bytes.IndexByte(pencilSigns[:], sign)))
	}
	if !slices.Contains(p.Given, nonogram.Empty) {
		g.crossOut(p.Given)
	}
	return p
}

// crossOut marks as empty what is open in lines that have all their runs.
func (g picross) crossOut(cells []nonogram.Cell) {
	seen := nonogram.FromPicture(cells, len(g.Cols))
	complete := func(i int) bool {
		r, c := i/len(g.Cols), i%len(g.Cols)
		return slices.Equal(seen.Rows[r], g.Rows[r]) || slices.Equal(seen.Cols[c], g.Cols[c])
	}
	for i, cell := range cells {
		if cell == nonogram.Unknown && complete(i) {
			cells[i] = nonogram.Empty
		}
	}
}

func (g picross) solution(ctx context.Context, sheet []byte) (key []byte, none bool) {
	g.marks = sheet
	a, err := g.now().Decide(ctx)
	if err != nil || len(a.Solutions) == 0 {
		return nil, err == nil && a.Verdict == solvers.None
	}
	for _, cell := range a.Solutions[0] {
		key = append(key, pencilSigns[cell])
	}
	return key, false
}

// goOn goes on from the marks, or says why that would lead nowhere.
func (g picross) goOn(ctx context.Context, a studied, do string, say phrases) *Reply {
	key := make([]byte, len(a.Grid))
	for i, cell := range a.Grid {
		key[i] = pencilSigns[cell]
	}
	s := nonogramPens.stand(ctx, g, a.Verdict, key)
	if s.done && a.Verdict != solvers.Unique {
		s.one = oneOf(a.count, a.exact, say)
	}
	if do != "check" && !s.astray() && !s.done {
		if a.Verdict != solvers.Unique {
			now, err := g.now().Solve(ctx)
			if err != nil {
				return outOfTime(say)
			}
			a.now = now
		}
		return g.steps(ctx, a, do, say)
	}
	r := g.verdict(a, say)
	s.tell(r, g, "nonogram", do, say)
	if do == "check" && !s.astray() {
		g.waysOn(r, a.Verdict, say)
	}
	return r
}

// pencilSigns are the cells of a sheet.
var pencilSigns = [...]byte{nonogram.Unknown: unmarked, nonogram.Empty: 'x', nonogram.Filled: '#'}

func (g picross) key(ctx context.Context) ([]byte, bool) {
	a, err := g.Decide(ctx)
	if err != nil || a.Verdict != solvers.Unique {
		return nil, false
	}
	var key []byte
	for _, cell := range a.Solutions[0] {
		key = append(key, pencilSigns[cell])
	}
	return key, true
}

func (g picross) next(ctx context.Context, sheet []byte, say phrases) (why string, cells []int) {
	g.marks = sheet
	for step := range g.now().Steps(ctx) {
		for _, cell := range step.Cells {
			cells = append(cells, cell.Row*len(g.Cols)+cell.Col)
		}
		return g.step(step, say), cells
	}
	return "", nil
}

func (g picross) spread(sheet []byte) *render.Board {
	b := render.NewBoard(len(g.Rows), len(g.Cols))
	b.Left, b.Top, b.Rule = g.Rows, g.Cols, 5
	b.RowNames, b.ColNames = numbers(b.Rows), numbers(b.Cols)
	for i, sign := range sheet {
		b.Cells[i].Kind = map[byte]render.Kind{'#': render.Filled, 'x': render.Crossed}[sign]
	}
	return b
}
