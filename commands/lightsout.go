package commands

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/lightsout"
)

var lightsoutPuzzle = puzzle{
	name:    "lightsout",
	example: "11110/11101/11101/00011/11011",
	samples: []string{"5x5 all", "7x7 random 42", "5x5: a1 c3 e5"},
	do:      []string{"solve", "check", "hint", "steps", "animate", "all", "quiet", "table", "play"},
	seldom:  []string{"animate", "quiet", "table", "play"},
	edit:    &editor{off: "⬛", on: "🟨", sizes: boards(), start: extent{5, 5}},
	deal:    func(seed uint64) string { return fmt.Sprintf("5x5 random %d", seed) },
	options: []Option{
		{Name: "wrap", Type: Flag},
		{Name: "target"},
		{Name: "cylinder", Type: Flag},
		{Name: "neighbours", Choices: []Choice{{Value: "plus"}, {Value: "king"}, {Value: "diagonals"}, {Value: "hollow"}}},
		{Name: "states", Type: Number, Min: 2, Max: lightsout.MaxStates},
		{Name: "number"},
	},
	last:    4,
	carried: []string{"target"},
	read: func(text string, o values) (subject, error) {
		rules, err := lampRules(o)
		if err != nil {
			return nil, err
		}
		if again := o.text("make"); again != "" { // the button for another
			text = again
		}
		if target := o.text("target"); target != "" && !strings.Contains(text, ">") {
			text += " > " + target
		}
		p, err := rules.Parse(text)
		if err != nil {
			return nil, err
		}
		g := lamps{Puzzle: p, randomOrder: randomOrder{options: o}}
		if order, _ := rules.ParseOrder(text); order != nil {
			g.randomOrder = ordered(order, order.Number, o)
		}
		if number, ok := o["number"]; ok {
			g.number = strings.TrimSpace(fmt.Sprint(number))
		}
		return g, nil
	},
}

var neighbourhoods = map[string]lightsout.Neighbours{
	"": lightsout.Plus, "plus": lightsout.Plus, "king": lightsout.King, "diagonals": lightsout.Diagonals, "hollow": lightsout.Hollow,
}

// lampRules are the rules that the options say.
func lampRules(o values) (lightsout.Rules, error) {
	r := lightsout.Rules{States: o.number("states")}
	neighbours, ok := neighbourhoods[o.text("neighbours")]
	switch {
	case !ok:
		return r, solvers.At(o.text("neighbours"), 0, "neighbours", "neighbours: plus, king, diagonals or hollow", nil)
	case r.States != 0 && (r.States < 2 || r.States > lightsout.MaxStates):
		return r, solvers.At(strconv.Itoa(r.States), 0, "states",
			fmt.Sprintf("states: 2 to %d", lightsout.MaxStates), map[string]any{"Max": lightsout.MaxStates})
	case o.flag("cylinder"):
		r.Wrap = lightsout.Cylinder
	case o.flag("wrap"):
		r.Wrap = lightsout.Torus
	}
	r.Neighbours = neighbours
	return r, nil
}

type lamps struct {
	*lightsout.Puzzle
	number string // of the solution or pattern asked for, from 1; "" for none
	randomOrder
}

func (g lamps) extent() (rows, cols int) { return g.Rows, g.Cols }

func (g lamps) act(ctx context.Context, do string, say phrases) *Reply {
	if do == "table" {
		return g.table(ctx, say)
	}
	if do == "solve" && g.order != "" && g.number == "" && drawn(g.Rows, g.Cols) && len(g.String()) <= longestBlock {
		return g.made(say)
	}
	a, err := g.Solve(ctx)
	switch {
	case err != nil:
		return outOfTime(say)
	case do == "quiet":
		return g.quiet(a, say)
	case !a.Solvable:
		return g.unsolvable(ctx, a, say)
	}
	switch do {
	case "check":
		return g.check(a, say)
	case "steps", "hint", "animate":
		return g.steps(ctx, a, do, say)
	case "all":
		return g.all(a, say)
	}
	if g.number != "" {
		return g.numbered(a, say)
	}
	return g.solved(a, say)
}

// made is the board that was ordered, without its solution.
func (g lamps) made(say phrases) *Reply {
	r := &Reply{
		Tone:  Good,
		Title: say.text("lightsout.made", with{"Size": size(g.Rows, g.Cols, say)["Size"], "Number": g.seed}),
		Note:  join("\n", g.rules(say), say.text("lightsout.made-again", with{"Command": "/lightsout puzzle:" + g.order + g.ruled()})),
		did:   "blank",
	}
	if g.Target == nil && g.Neighbours == lightsout.Plus && g.States <= 2 {
		r.Text = say.text("lightsout.made-how", nil)
	}
	r.Board, r.legend = g.board(r.Title), g.legend()
	r.Buttons = another(&lightsoutPuzzle, g.options, "solve", g.next, say)
	return r
}

// ruled are the options that say the rules, as one types them.
func (g lamps) ruled() string {
	told := ""
	for _, name := range []string{"wrap", "cylinder", "neighbours", "states"} {
		switch value := g.options[name]; {
		case g.options.flag(name):
			told += " " + name + ":True"
		case value != nil && value != false:
			told += fmt.Sprintf(" %s:%v", name, value)
		}
	}
	return told
}

func (g lamps) solved(a *lightsout.Answer, say phrases) *Reply {
	r := &Reply{
		Tone:  Good,
		Title: say.count("lightsout.solved", a.Min, size(g.Rows, g.Cols, say)),
		Text: join("\n",
			g.minimum(a, say),
			g.solutions(a, say),
			g.presses(a.Presses, say)),
	}
	g.draw(r, a.Presses, say)
	r.Note = g.rules(say)
	return r
}

// numbered is the solution of that number.
func (g lamps) numbered(a *lightsout.Answer, say phrases) *Reply {
	n, ok := new(big.Int).SetString(g.number, 10)
	if !ok || n.Sign() < 1 || n.Cmp(a.Count()) > 0 {
		return &Reply{Tone: Failure, Title: say.text("lightsout.beyond", nil), Text: g.solutions(a, say) + " " + say.text("lightsout.beyond-why", nil)}
	}
	x := a.Solution(new(big.Int).Sub(n, big.NewInt(1)))
	count := 0
	for _, times := range x {
		count += int(times)
	}
	r := &Reply{
		Tone:  Good,
		Title: say.count("lightsout.solved", count, size(g.Rows, g.Cols, say)),
		Text: join("\n",
			say.text("lightsout.numbered", with{"Number": n}),
			g.solutions(a, say),
			say.count(either(a.Proved, "lightsout.least", "lightsout.found"), a.Min, nil),
			g.presses(x, say)),
	}
	g.draw(r, x, say)
	r.Note = g.rules(say)
	return r
}

// minimum says whether fewer presses could do, where there are any.
func (g lamps) minimum(a *lightsout.Answer, say phrases) string {
	if a.Min == 0 {
		return ""
	}
	return say.text(either(a.Proved, "lightsout.proved", "lightsout.unproved"), nil)
}

// check says what a puzzle maker asks, and gives no press away.
func (g lamps) check(a *lightsout.Answer, say phrases) *Reply {
	return &Reply{
		Tone:  Good,
		Title: say.text("lightsout.solvable", size(g.Rows, g.Cols, say)),
		Text: join("\n", g.solutions(a, say),
			say.count(either(a.Proved, "lightsout.least", "lightsout.found"), a.Min, nil)),
		Note: g.rules(say),
	}
}

func (g lamps) unsolvable(ctx context.Context, a *lightsout.Answer, say phrases) *Reply {
	r := &Reply{
		Tone:  Bad,
		Title: say.text("lightsout.unsolvable", size(g.Rows, g.Cols, say)),
		Text:  join("\n", g.certificate(a, say), g.nearest(ctx, say)),
		Note:  g.rules(say),
	}
	if !drawn(g.Rows, g.Cols) {
		r.Files = append(r.Files, written("quiet-pattern", lines(a.Certificate, g.Cols, digit)))
		return r
	}
	r.Board = g.board(r.Title)
	r.Picture = true // marks as emoji would hide which lamps are lit
	r.legend = g.legend()
	for i, weight := range a.Certificate {
		if weight == 0 {
			continue
		}
		r.Board.Cells[i].Mark = render.Proof
		if g.States > 2 {
			r.Board.Cells[i].Text = strconv.Itoa(int(weight))
		}
	}
	return r
}

// certificate says why there is no solution.
func (g lamps) certificate(a *lightsout.Answer, say phrases) string {
	if g.States > 2 {
		now, goal := 0, 0
		for i, weight := range a.Certificate {
			now += int(weight) * int(g.Lamps[i])
			if g.Target != nil {
				goal += int(weight) * int(g.Target[i])
			}
		}
		return say.text("lightsout.certificate-states", with{"States": g.States, "Now": now % g.States, "Goal": goal % g.States})
	}
	wrong := 0
	for i, weight := range a.Certificate {
		if weight == 1 && g.Lamps[i] != g.target(i) {
			wrong++
		}
	}
	return say.count(either(g.Target == nil, "lightsout.certificate", "lightsout.certificate-target"), wrong, nil)
}

// target is what lamp i shall be.
func (g lamps) target(i int) uint8 {
	if g.Target == nil {
		return 0
	}
	return g.Target[i]
}

// nearest says which lamps to change for a board that can be solved.
func (g lamps) nearest(ctx context.Context, say phrases) string {
	near, err := g.Nearest(ctx)
	if err != nil || near == nil {
		return ""
	}
	named := func(i int, state uint8) string {
		name := cellName(i/g.Cols, i%g.Cols)
		if g.States > 2 {
			return say.text("lightsout.to-state", with{"Lamp": name, "State": state})
		}
		return name
	}
	var names []string
	for _, single := range near.Singles {
		names = append(names, named(single.Lamp, single.State))
	}
	const few = 8
	switch {
	case len(names) > few:
		return say.text("lightsout.one-of-many", with{"Lamp": names[0], "Count": len(names)})
	case len(names) > 1:
		return say.text("lightsout.one-of-few", with{"Lamps": say.series(names)})
	}
	names = nil
	for _, i := range near.Changed {
		names = append(names, named(i, near.Lamps[i]))
	}
	const most = 40
	return say.count(either(near.Proved, "lightsout.nearest", "lightsout.near"), len(names), with{"Lamps": say.list(names, most)})
}

// quiet draws a quiet pattern: the first, or the one of that number.
func (g lamps) quiet(a *lightsout.Answer, say phrases) *Reply {
	n, err := 1, error(nil)
	if g.number != "" {
		n, err = strconv.Atoi(g.number)
	}
	r := &Reply{Tone: Good, Title: say.text("lightsout.quiet", size(g.Rows, g.Cols, say))}
	switch {
	case a.Nullity == 0:
		r.Text = say.text("lightsout.no-quiet", nil)
		return r
	case err != nil || n < 1 || n > a.Nullity:
		return &Reply{Tone: Failure, Title: say.text("lightsout.beyond", nil), Text: say.count("lightsout.quiet-count", a.Nullity, nil)}
	}
	pattern := a.Quiet[n-1].Pattern
	r.Text = join("\n",
		say.text("lightsout.quiet-one", with{"Number": n, "Nullity": a.Nullity}),
		say.count("lightsout.quiet-count", a.Nullity, nil),
		g.presses(pattern, say))
	g.draw(r, pattern, say)
	r.Note = g.rules(say)
	return r
}

// table is the rules of light chasing for boards of that size.
func (g lamps) table(ctx context.Context, say phrases) *Reply {
	rules, whole := g.Table(ctx)
	r := &Reply{Tone: Good, Title: say.text("lightsout.table", size(g.Rows, g.Cols, say)), Note: g.rules(say)}
	switch {
	case rules != nil:
	case !g.Tabled():
		r.Tone, r.Text = Mixed, say.text("lightsout.no-table", nil)
		return r
	case g.Cols > lightsout.MaxTable:
		r.Tone, r.Text = Mixed, say.text("lightsout.table-too-wide", with{"Most": lightsout.MaxTable})
		return r
	default:
		return outOfTime(say)
	}
	var told []string
	for _, rule := range rules {
		told = append(told, string(lines(rule.Bottom, g.Cols, digit)[0])+"  "+string(lines(rule.Top, g.Cols, digit)[0]))
	}
	r.Text = say.text(either(whole, "lightsout.table-whole", "lightsout.table-basis"), nil)
	const most = 40
	if len(told) <= most && g.Cols <= most {
		r.Text += "\n```\n" + strings.Join(told, "\n") + "\n```"
	} else {
		r.Files = append(r.Files, written("chase-table", told))
	}
	return r
}

// steps is light chasing, the way a person does it: a stage is what is pressed
// for one row, and there is a page for each part, chase, top row and chase again.
func (g lamps) steps(ctx context.Context, a *lightsout.Answer, do string, say phrases) *Reply {
	way := slices.Collect(g.Steps(ctx))
	starts := []int{} // of the stages, and the end of the last one
	for i, step := range way {
		if i == 0 || step.Technique != way[i-1].Technique || step.Technique != lightsout.TopRow && step.Row != way[i-1].Row {
			starts = append(starts, i)
		}
	}
	starts = append(starts, len(way))
	var told []stage
	for i, from := range starts[:len(starts)-1] {
		if ctx.Err() != nil {
			return outOfTime(say)
		}
		s := g.stage(way[from:starts[i+1]], say)
		s.opens = i > 0 && way[from].Technique != way[from-1].Technique
		told = append(told, s)
	}
	r := &Reply{
		Tone:  Good,
		Title: say.text(either(g.Chases(), "lightsout.steps", "lightsout.steps-direct"), size(g.Rows, g.Cols, say)),
	}
	if len(told) == 0 {
		r.Text = g.done(say)
		return r
	}
	film := do == "animate" && drawn(g.Rows, g.Cols)
	if g.Chases() && !film {
		r.Note = say.count("lightsout.shorter", a.Min, nil)
	}
	r.Note = join("\n", r.Note, g.rules(say))
	r.teach(told, func(done int) *render.Board {
		return g.after(way[:starts[done]], way[starts[max(done-1, 0)]:starts[done]])
	}, say)
	r.legend = g.legend()
	if do == "animate" {
		presses := a.Presses
		if !g.Chases() {
			presses = g.together(way)
		} else if film {
			r.Text = say.text(either(a.Proved, "lightsout.film", "lightsout.film-found"), nil)
		}
		r.Text = join("\n", r.Text, g.presses(presses, say))
		g.draw(r, presses, say)
		r.animate(len(way), func(done int) *render.Board { return g.after(way[:done], way[max(done-1, 0):done]) }, g.after(way, nil), say)
	}
	return r
}

// stage is presses that belong together: where to look for what calls for them,
// and why.
func (g lamps) stage(presses []lightsout.Step, say phrases) stage {
	const most = 60
	first := presses[0]
	id, row := "lightsout.step."+strings.ReplaceAll(first.Technique, " ", "-"), first.Row+1
	switch first.Technique {
	case lightsout.Chase:
		row-- // the lamps above
	case lightsout.TopRow:
		row = g.Rows
	}
	if first.Technique != lightsout.Direct && (g.Target != nil || g.States > 2) {
		id += "-aim"
	}
	var names []string
	for _, step := range presses {
		names = append(names, pressName(cellName(step.Row, step.Col), step.Times))
	}
	return stage{
		where: say.text("lightsout.row", with{"Number": row}),
		why:   say.text(id, with{"Row": row, "Presses": say.list(names, most)}),
	}
}

// after is the board when the presses of a way are made, the last of them marked.
func (g lamps) after(way, last []lightsout.Step) *render.Board {
	if !drawn(g.Rows, g.Cols) {
		return nil
	}
	b := lamps{Puzzle: g.After(way)}.board("")
	for _, step := range last {
		b.At(step.Row, step.Col).Mark = render.New
	}
	return b
}

// together is how often each lamp is pressed on the way, as far as that matters.
func (g lamps) together(way []lightsout.Step) []uint8 {
	presses := make([]uint8, len(g.Lamps))
	for _, step := range way {
		i := step.Row*g.Cols + step.Col
		presses[i] = uint8((int(presses[i]) + step.Times) % max(g.States, 2))
	}
	return presses
}

// all lists every solution, while they are few.
func (g lamps) all(a *lightsout.Answer, say phrases) *Reply {
	const most = 16
	var found [][]uint8
	for presses := range g.Solutions(a) {
		if len(found) == most {
			break
		}
		found = append(found, presses)
	}
	weight := func(presses []uint8) int {
		n := 0
		for _, times := range presses {
			n += int(times)
		}
		return n
	}
	slices.SortStableFunc(found, func(a, b []uint8) int { return weight(a) - weight(b) })
	var told []string
	for _, presses := range found {
		told = append(told, g.presses(presses, say))
	}
	r := &Reply{Tone: Good, Title: g.solutions(a, say)}
	r.tell(told, say)
	if a.Count().Cmp(big.NewInt(most)) > 0 {
		r.Note = join("\n", r.Note, say.text("lightsout.first", with{"Shown": most}))
	}
	r.Note = join("\n", r.Note, g.rules(say))
	return r
}

// draw adds the board with its presses numbered in reading order, with more than
// two states each with how often it is pressed, or a file of them where the board
// is too large to be read.
func (g lamps) draw(r *Reply, presses []uint8, say phrases) {
	if !drawn(g.Rows, g.Cols) {
		r.Files = append(r.Files, written("presses", lines(presses, g.Cols, digit)))
		return
	}
	r.Board = g.board(r.Title)
	r.Board.Caption = g.presses(presses, say)
	r.legend = g.legend()
	n := 0
	for i, times := range presses {
		if times == 0 {
			continue
		}
		n++
		text := strconv.Itoa(n)
		if g.States > 2 {
			text = strconv.Itoa(int(times))
		}
		r.Board.Cells[i].Mark, r.Board.Cells[i].Text = render.Press, text
	}
}

// legend is what the signs mean. The states of lamps that have more than two are
// told with the rules.
func (g lamps) legend() legend {
	if g.States > 2 {
		return legend{"off": "", "on": "", "at 2": "", "at 3": "", "at 4": "", "at 5": "", "at 6": "", "at 7": "", "at 8": "",
			"press": "legend.press-often", "proof": "legend.counted", "new": "legend.pressed"}
	}
	return legend{"press": "legend.press-once", "proof": "legend.counted", "new": "legend.pressed"}
}

// lampKinds are the looks of the states.
var lampKinds = [lightsout.MaxStates]render.Kind{
	render.LampOff, render.LampOn, render.Lamp2, render.Lamp3, render.Lamp4, render.Lamp5, render.Lamp6, render.Lamp7, render.Lamp8,
}

func (g lamps) board(title string) *render.Board {
	b := render.NewBoard(g.Rows, g.Cols)
	b.Title = title
	b.RowNames, b.ColNames = gridNames(g.Rows, g.Cols)
	for i, state := range g.Lamps {
		b.Cells[i].Kind = lampKinds[state]
		if g.Holes != nil && g.Holes[i] {
			b.Cells[i].Kind = render.Hole
		}
	}
	return b
}

// pressName is a press as people say it: b3, or b3×2 for two.
func pressName(cell string, times int) string {
	if times == 1 {
		return cell
	}
	return cell + "×" + strconv.Itoa(times)
}

// presses says what to press, in reading order.
func (g lamps) presses(presses []uint8, say phrases) string {
	var names []string
	for i, times := range presses {
		if times > 0 {
			names = append(names, pressName(cellName(i/g.Cols, i%g.Cols), int(times)))
		}
	}
	if len(names) == 0 {
		return g.done(say)
	}
	const most = 100
	return say.text("lightsout.press", with{"Presses": say.list(names, most)})
}

// done says that there is nothing to press.
func (g lamps) done(say phrases) string {
	return say.text(either(g.Target == nil, "lightsout.dark", "lightsout.reached"), nil)
}

// solutions says how many press sets there are: a product of powers, in digits
// while those are few.
func (g lamps) solutions(a *lightsout.Answer, say phrases) string {
	const most = 100
	var powers []string
	for _, p := range a.Powers() {
		powers = append(powers, fmt.Sprintf("%d^%d", p.Base, p.Exponent))
	}
	count := with{"Power": strings.Join(powers, " × "), "Solutions": a.Count()}
	switch {
	case powers == nil:
		return say.text("lightsout.only", nil)
	case len(a.Count().String()) <= most:
		return say.text("lightsout.several", count)
	}
	return say.text("lightsout.countless", count)
}

// rules says by what rules, where they are not the usual ones.
func (g lamps) rules(say phrases) string {
	var told []string
	tell := func(ok bool, id string, data with) {
		if ok {
			told = append(told, say.text("lightsout.rule."+id, data))
		}
	}
	tell(g.Matrix(), "matrix", nil)
	tell(g.Neighbours == lightsout.King, "king", nil)
	tell(g.Neighbours == lightsout.Diagonals, "diagonals", nil)
	tell(g.Neighbours == lightsout.Hollow, "hollow", nil)
	tell(g.Wrap == lightsout.Torus, "torus", nil)
	tell(g.Wrap == lightsout.Cylinder, "cylinder", nil)
	tell(g.States > 2, "states", with{"States": g.States, "Last": g.States - 1, "Signs": say.series(stateSigns(g.States))})
	tell(g.Target != nil, "target", nil)
	if holes := tally(g.Holes, true); holes > 0 {
		told = append(told, say.count("lightsout.rule.holes", holes, nil))
	}
	return strings.Join(told, " ")
}

// stateSigns are the states beside their emoji.
func stateSigns(states int) (signs []string) {
	for state, kind := range lampKinds[:states] {
		b := render.NewBoard(1, 1)
		b.Cells[0].Kind = kind
		signs = append(signs, b.Emoji()+" "+strconv.Itoa(state))
	}
	return signs
}

type lampsRecord struct {
	Head
	Presses     []string `json:"presses,omitempty"` // rows of digits: how often each lamp is pressed
	Min         *int     `json:"min,omitempty"`
	Proved      *bool    `json:"proved,omitempty"`
	Nullity     int      `json:"nullity"`
	Solutions   string   `json:"solutions,omitempty"` // how many, in digits
	Certificate []string `json:"certificate,omitempty"`
}

func (g lamps) record(ctx context.Context) Record {
	var a *lightsout.Answer
	r := &lampsRecord{Head: timed(func() (err error) { a, err = g.Solve(ctx); return })}
	if a == nil {
		return &r.Head
	}
	r.Nullity = a.Nullity
	r.Verdict, r.Hard = "unsolvable", "nullity "+strconv.Itoa(a.Nullity)
	if !a.Solvable {
		r.Certificate = lines(a.Certificate, g.Cols, digit)
		return r
	}
	r.Verdict = "solvable"
	r.Hard = "presses: " + strconv.Itoa(a.Min) + ", " + either(a.Proved, "minimum proved", "best found")
	r.Presses, r.Min, r.Proved = lines(a.Presses, g.Cols, digit), &a.Min, &a.Proved
	r.Solutions = a.Count().String()
	return r
}

// pads are the lamps, where the rules and the aim are the usual ones.
func (g lamps) pads() [][]pad {
	usual := g.States <= 2 && g.Holes == nil && g.Target == nil && g.Neighbours == lightsout.Plus && !g.Matrix()
	if !usual || max(g.Rows, g.Cols) > padRow {
		return nil
	}
	rows := make([][]pad, g.Rows)
	for i, state := range g.Lamps {
		rows[i/g.Cols] = append(rows[i/g.Cols], pad{name: cellName(i/g.Cols, i%g.Cols), emoji: either(state > 0, "🟨", "⬛")})
	}
	return rows
}

func (g lamps) press(name string) (playable, bool) {
	for i := range g.Lamps {
		if cellName(i/g.Cols, i%g.Cols) == name {
			return lamps{Puzzle: g.Pressed(i)}, true
		}
	}
	return nil, false
}

func (g lamps) left(ctx context.Context) ([]string, bool) {
	a, err := g.Solve(ctx)
	if err != nil || !a.Solvable {
		return nil, false
	}
	var names []string
	for i, times := range a.Presses {
		if times > 0 {
			names = append(names, cellName(i/g.Cols, i%g.Cols))
		}
	}
	return names, true
}

func (lamps) scene(*Reply, phrases) {}

// digit is how a number below ten is written in a grid.
func digit(n uint8) byte { return '0' + n }
