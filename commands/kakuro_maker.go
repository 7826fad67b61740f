package commands

import (
	"context"
	"errors"
	"strconv"
	"unicode/utf8"

	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/kakuro"
)

// readKakuro reads a puzzle, or an order for one.
func readKakuro(text string, o values) (subject, error) {
	if again := o.text("make"); again != "" { // the button for another
		text = again
	}
	if order, err := kakuroOrders.read(text); err != nil {
		return nil, err
	} else if order != nil {
		order.options = o
		return &madeSums{order: order}, nil
	}
	p, err := kakuro.Parse(text)
	if err != nil {
		return nil, err
	}
	return crossSums{Puzzle: p, brief: o.text("do") == "check", second: o.flag("second")}, nil
}

// blank is the puzzle as it is set to others.
func (g crossSums) blank(say phrases) *Reply {
	if !drawn(g.Rows, g.Cols) {
		return notice(say, "too-large-to-draw", with{"Max": maxDrawn})
	}
	r := &Reply{Title: say.text("kakuro.blank", size(g.Rows, g.Cols, say)), Text: say.text("kakuro.blank-how", nil)}
	g.empty(r)
	return r
}

// empty gives a reply the puzzle's board with nothing in it but digits given.
func (g crossSums) empty(r *Reply) {
	r.Board = g.board(r.Title)
	r.Board.Caption = r.Text
}

// withRepair adds the way on for a maker whose puzzle has several solutions or none.
func (g crossSums) withRepair(r *Reply, v solvers.Verdict, say phrases) *Reply {
	if (v == solvers.Multiple || v == solvers.None) && max(g.Rows, g.Cols) <= kakuro.MaxRepaired {
		r.Buttons = append(r.Buttons, Button{Label: say.text("kakuro.mend", nil), Path: "kakuro?do=repair"})
	}
	return r
}

// repair changes sums until the puzzle has one solution.
func (g crossSums) repair(ctx context.Context, say phrases) *Reply {
	limited, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	fixed, err := g.Repair(limited)
	switch {
	case errors.Is(err, kakuro.ErrSize):
		return notice(say, "too-large-to-repair", with{"Max": kakuro.MaxRepaired})
	case err != nil:
		return outOfTime(say)
	case fixed.Verdict != solvers.Unique:
		return &Reply{Tone: Mixed, Title: say.text("kakuro.unrepaired", size(g.Rows, g.Cols, say)), Text: say.text("kakuro.unrepaired-why", nil)}
	}
	made := crossSums{Puzzle: fixed.Puzzle}
	a, err := made.Solve(ctx)
	if err != nil {
		return outOfTime(say)
	}
	r := &Reply{Tone: Good, Title: say.count("kakuro.repaired", len(fixed.Changed), size(g.Rows, g.Cols, say))}
	if len(fixed.Changed) == 0 {
		r.Title = say.text("kakuro.unique", size(g.Rows, g.Cols, say))
	}
	r.Text = join("\n", say.text("kakuro.level."+fixed.Level.String(), nil), g.changes(fixed, say))
	made.draw(r, sumsStudied{Answer: a})
	for _, c := range fixed.Changed {
		if r.Board != nil {
			r.Board.At(clueOf(c.Entry)).Mark = render.New
		}
	}
	r.Puzzle, r.play, r.legend = made.String(), made.Link(), legend{"new": "legend.changed"}
	if utf8.RuneCountInString(r.Puzzle) > longestBlock {
		r.Files = append(r.Files, written("puzzle", []string{made.Puzzle.String()}))
	}
	r.Buttons = append(r.Buttons, Button{Label: say.text("button.blank", nil), Path: "kakuro?do=blank"})
	return r
}

// clueOf is the cell that the sum of an entry stands in.
func clueOf(e kakuro.Entry) (row, col int) {
	if e.Across {
		return e.Row, e.Col - 1
	}
	return e.Row - 1, e.Col
}

// changes says what a repair changed, and how good that is.
func (g crossSums) changes(fixed *kakuro.Repaired, say phrases) string {
	if len(fixed.Changed) == 0 {
		return say.text("kakuro.unchanged", nil)
	}
	const most = 12
	named := func(changes []kakuro.Change) (told []string) {
		for _, c := range changes {
			told = append(told, say.text("kakuro.changed", with{"Entry": g.entryName(c.Entry, say), "Now": strconv.Itoa(c.Now)}))
		}
		return told
	}
	quality := say.text("kakuro.best-found", with{"Least": fixed.Least})
	if fixed.Proved {
		quality = say.text("kakuro.fewest", nil)
	}
	instead := ""
	if len(fixed.Instead) > 0 {
		instead = say.text("kakuro.instead", with{"Changes": say.list(named(fixed.Instead), most)})
	}
	return join("\n", say.text("kakuro.changes", with{"Changes": say.list(named(fixed.Changed), most)}), quality, instead)
}

// madeSums is a puzzle that is yet to be generated.
type madeSums struct {
	crossSums
	*order
}

var kakuroOrders = orders{
	difficulties: kakuroDifficulties(),
	usual:        kakuro.Medium.String(),
	least:        kakuro.MinGenerated,
	most: func(difficulty string) int {
		d, _ := kakuro.ParseDifficulty(difficulty)
		return kakuro.MaxGenerated(d)
	},
}

func kakuroDifficulties() (names []string) {
	for _, d := range kakuro.Demands() {
		names = append(names, d.String())
	}
	return names
}

func (m *madeSums) extent() (rows, cols int) { return m.rows, m.cols }

func (m *madeSums) generate(ctx context.Context) error {
	d, err := kakuro.ParseDifficulty(m.difficulty)
	if err != nil {
		return err
	}
	p, err := kakuro.Generate(ctx, m.rows, m.cols, d, m.seed)
	m.crossSums = crossSums{Puzzle: p}
	return err
}

func (m *madeSums) act(ctx context.Context, do string, say phrases) *Reply {
	err := m.generate(ctx)
	switch {
	case errors.Is(err, kakuro.ErrSize):
		return notice(say, "not-made", nil)
	case err != nil:
		return outOfTime(say)
	case do != "solve" && do != "blank" && do != "play":
		return m.crossSums.act(ctx, do, say)
	}
	r := &Reply{
		Tone: Good,
		Title: say.text("kakuro.made", with{"Size": size(m.rows, m.cols, say)["Size"], "Number": m.seed,
			"Difficulty": say.text("kakuro.demand."+m.difficulty, nil)}),
		Text: say.text("kakuro.made-level."+m.difficulty, nil),
		Note: say.text("kakuro.made-again", with{"Command": "/kakuro puzzle:" + m.text(m.seed)}),
		did:  "blank",
	}
	m.empty(r)
	r.Buttons = another(&kakuroPuzzle, m.options, "blank", m.text(m.seed+1), say)
	return r
}

func (m *madeSums) record(ctx context.Context) Record {
	if err := m.generate(ctx); err != nil {
		return &crossSumsRecord{Head: Head{Error: err.Error()}}
	}
	return m.crossSums.record(ctx)
}
