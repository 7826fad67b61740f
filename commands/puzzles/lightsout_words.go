package puzzles

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/lightsout"
)

// draw adds the board with its presses numbered in reading order, with more than
// two states each with how often it is pressed, or a file of them where the board
// is too large to be read.
func (g lightsoutGame) draw(r *ask.Answer, presses []uint8) {
	if !ask.Drawn(g.Size()) {
		r.Attach("presses", ask.Lines(presses, g.Cols, digit))
		return
	}
	r.Board = g.board(r.Title)
	r.Board.Caption, r.Legend = g.presses(presses, r.Ask.Say), g.legend()
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
func (g lightsoutGame) legend() map[string]string {
	if g.States > 2 {
		return map[string]string{"off": "", "on": "", "at 2": "", "at 3": "", "at 4": "", "at 5": "", "at 6": "", "at 7": "", "at 8": "",
			"press": "legend.press-often", "proof": "legend.counted", "new": "legend.pressed"}
	}
	return map[string]string{"press": "legend.press-once", "proof": "legend.counted", "new": "legend.pressed"}
}

// lampKinds are the looks of the states.
var lampKinds = [lightsout.MaxStates]render.Kind{
	render.LampOff, render.LampOn, render.Lamp2, render.Lamp3, render.Lamp4, render.Lamp5, render.Lamp6, render.Lamp7, render.Lamp8,
}

func (g lightsoutGame) board(title string) *render.Board {
	b := render.NewBoard(g.Rows, g.Cols)
	b.Title = title
	ask.NameCells(b)
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
func (g lightsoutGame) presses(presses []uint8, say words.Phrases) string {
	var names []string
	for i, times := range presses {
		if times > 0 {
			names = append(names, pressName(ask.CellName(i/g.Cols, i%g.Cols), int(times)))
		}
	}
	if len(names) == 0 {
		return g.done(say)
	}
	const most = 100
	return say.Text("lightsout.press", words.With{"Presses": say.List(names, most)})
}

// done says that there is nothing to press.
func (g lightsoutGame) done(say words.Phrases) string {
	return say.Text(words.If(g.Target == nil, "lightsout.dark", "lightsout.reached"))
}

// solutions says how many press sets there are: a product of powers, in digits
// while those are few.
func solutions(s *lightsout.Answer, say words.Phrases) string {
	const most = 100
	var powers []string
	for _, p := range s.Powers() {
		powers = append(powers, fmt.Sprintf("%d^%d", p.Base, p.Exponent))
	}
	count := words.With{"Power": strings.Join(powers, " × "), "Solutions": s.Count()}
	switch {
	case powers == nil:
		return say.Text("lightsout.only")
	case len(s.Count().String()) <= most:
		return say.Text("lightsout.several", count)
	}
	return say.Text("lightsout.countless", count)
}

// rules says by what rules, where they are not the usual ones.
func (g lightsoutGame) rules(say words.Phrases) string {
	var told []string
	tell := func(ok bool, id string, data words.With) {
		if ok {
			told = append(told, say.Text(id, data))
		}
	}
	tell(g.Matrix(), "lightsout.rule.matrix", nil)
	tell(g.Neighbours == lightsout.King, "lightsout.rule.king", nil)
	tell(g.Neighbours == lightsout.Diagonals, "lightsout.rule.diagonals", nil)
	tell(g.Neighbours == lightsout.Hollow, "lightsout.rule.hollow", nil)
	tell(g.Wrap == lightsout.Torus, "lightsout.rule.torus", nil)
	tell(g.Wrap == lightsout.Cylinder, "lightsout.rule.cylinder", nil)
	tell(g.States > 2, "lightsout.rule.states", words.With{"States": g.States, "Last": g.States - 1, "Signs": say.Series(stateSigns(g.States))})
	tell(g.Target != nil, "lightsout.rule.target", nil)
	if holes := count(g.Holes, true); holes > 0 {
		told = append(told, say.Count("lightsout.rule.holes", holes))
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
	ask.RecordHead
	Presses     []string `json:"presses,omitempty"` // rows of digits: how often each lamp is pressed
	Min         *int     `json:"min,omitempty"`
	Proved      *bool    `json:"proved,omitempty"`
	Nullity     int      `json:"nullity"`
	Solutions   string   `json:"solutions,omitempty"` // how many, in digits
	Certificate []string `json:"certificate,omitempty"`
}

func recordLamps(ctx context.Context, game ask.Game, _ bool) ask.Record {
	g, begun := game.(lightsoutGame), time.Now()
	s, err := g.Solve(ctx)
	r := &lampsRecord{RecordHead: ask.NewHead(begun, err)}
	if s == nil {
		return &r.RecordHead
	}
	r.Nullity = s.Nullity
	r.Verdict, r.How = "unsolvable", "nullity "+strconv.Itoa(s.Nullity)
	if !s.Solvable {
		r.Certificate = ask.Lines(s.Certificate, g.Cols, digit)
		return r
	}
	r.Verdict = "solvable"
	r.How = "presses: " + strconv.Itoa(s.Min) + ", " + words.If(s.Proved, "minimum proved", "best found")
	r.Presses, r.Min, r.Proved = ask.Lines(s.Presses, g.Cols, digit), &s.Min, &s.Proved
	r.Solutions = s.Count().String()
	return r
}

// Pads are the lamps, where the rules and the aim are the usual ones.
func (g lightsoutGame) Pads() [][]press.Pad {
	usual := g.States <= 2 && g.Holes == nil && g.Target == nil && g.Neighbours == lightsout.Plus && !g.Matrix()
	if !usual || max(g.Rows, g.Cols) > press.PadRow {
		return nil
	}
	rows := make([][]press.Pad, g.Rows)
	for i, state := range g.Lamps {
		rows[i/g.Cols] = append(rows[i/g.Cols], press.Pad{Name: ask.CellName(i/g.Cols, i%g.Cols), Emoji: words.If(state > 0, "🟨", "⬛")})
	}
	return rows
}

func (g lightsoutGame) Press(pad string) (press.Game, bool) {
	for i := range g.Lamps {
		if ask.CellName(i/g.Cols, i%g.Cols) == pad {
			return lightsoutGame{g.Pressed(i)}, true
		}
	}
	return nil, false
}

func (g lightsoutGame) Left(ctx context.Context) (names []string, solvable bool, err error) {
	a, err := g.Solve(ctx)
	if err != nil || !a.Solvable {
		return nil, false, err
	}
	for i, times := range a.Presses {
		if times > 0 {
			names = append(names, ask.CellName(i/g.Cols, i%g.Cols))
		}
	}
	return names, true, nil
}

func (lightsoutGame) Scene() *render.Board { return nil }

// digit is how a number below ten is written in a grid.
func digit(n uint8) byte { return '0' + n }
