package lightsout

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

// draw adds the board with a disc on each lamp to press. Their order is free, so they have no numbers,
// unless lamps have more than two states: then a number says how often to press. If the board is too
// large to draw, the presses come as a file.
func (g game) draw(r *ask.Answer, presses []uint8) {
	if g.named() {
		return
	}
	if !g.drawn() {
		r.Attach("presses", ask.Lines(presses, g.Cols, digit))
		return
	}
	g.show(r)
	r.Board.Caption = g.presses(presses, r.Ask.Say)
	r.Clued = g.States > 2 // the numbers say how often
	for i, times := range presses {
		if times == 0 {
			continue
		}
		r.Board.Cells[i].Mark = render.Press
		if g.States > 2 {
			r.Board.Cells[i].Text = strconv.Itoa(int(times))
		}
	}
}

// show adds the board. Lamps of more than two states come as a picture with their numbers, because
// colours alone do not tell their order.
func (g game) show(r *ask.Answer) {
	if !g.drawn() {
		return
	}
	r.Board, r.Legend = g.board(r.Title), g.legend()
	r.Picture = g.States > 2
}

// ShowUnsolved shows the board as it is, unless it is too large to be drawn.
func (g game) ShowUnsolved(r *ask.Answer) {
	g.show(r)
	r.Note = g.rules(r.Ask.Say)
}

// legend returns the meanings of the marks. The meanings of states above two are told by the rules.
func (g game) legend() map[string]string {
	if g.States > 2 {
		return map[string]string{"off": "", "on": "", "at 2": "", "at 3": "", "at 4": "", "at 5": "", "at 6": "", "at 7": "", "at 8": "",
			"press": "legend.press-often", "proof": "legend.counted-times", "new": "legend.pressed"}
	}
	return map[string]string{"press": "legend.press-once", "proof": "legend.counted", "new": "legend.pressed"}
}

// lampKinds gives the look of each state.
var lampKinds = [lightsout.MaxStates]render.Kind{
	render.LampOff, render.LampOn, render.Lamp2, render.Lamp3, render.Lamp4, render.Lamp5, render.Lamp6, render.Lamp7, render.Lamp8,
}

// board draws the lamps, with coordinates.
func (g game) board(title string) *render.Board {
	b := render.NewBoard(g.Rows, g.Cols)
	b.Title = title
	ask.NameCells(b)
	b.Means = map[string]string{"proof": "board.counted"}
	if g.States > 2 {
		b.Means = map[string]string{"off": "board.at-0", "on": "board.at-1", "press": "board.press-times", "proof": "board.counted-times"}
	}
	for i, state := range g.Lamps {
		b.Cells[i].Kind = lampKinds[state]
		if state == 1 && g.States > 2 {
			b.Cells[i].Text = "1" // the other states have their numbers, too
		}
		if g.Holes != nil && g.Holes[i] {
			b.Cells[i].Kind = render.Hole
		}
	}
	return b
}

// pressName names a press as people do: b3, or b3×2 for two presses.
func pressName(cell string, times int) string {
	if times == 1 {
		return cell
	}
	return cell + "×" + strconv.Itoa(times)
}

// presses tells what to press, in reading order.
func (g game) presses(presses []uint8, say words.Phrases) string {
	var names []string
	for i, times := range presses {
		if times > 0 {
			names = append(names, pressName(g.buttonName(i), int(times)))
		}
	}
	if len(names) == 0 {
		return g.done(say)
	}
	const most = 100
	return say.Text("lightsout.press", words.With{"Presses": say.List(names, most)})
}

// done tells that there is nothing to press.
func (g game) done(say words.Phrases) string {
	return say.Text(words.If(g.Target == nil, "lightsout.dark", "lightsout.reached"))
}

// solutions tells how many solutions there are: as a product of powers, and in up to 100 digits.
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

// rules tells in small print the rules that differ from the usual ones; "" if none does.
func (g game) rules(say words.Phrases) string {
	var told []string
	tell := func(ok bool, id string, data words.With) {
		if ok {
			told = append(told, say.Text(id, data))
		}
	}
	if rule := g.pressRule(say); rule != "" {
		told = append(told, rule)
	}
	tell(g.litOnly, "lightsout.rule.lit-only", nil)
	tell(g.Matrix(), "lightsout.rule.matrix", nil)
	tell(g.Neighbours == lightsout.King, "lightsout.rule.king", nil)
	tell(g.Neighbours == lightsout.Diagonals, "lightsout.rule.diagonals", nil)
	tell(g.Neighbours == lightsout.Hollow && !g.Hexagonal() && !g.named(), "lightsout.rule.hollow", nil)
	tell(g.Wrap == lightsout.Torus, "lightsout.rule.torus", nil)
	tell(g.Wrap == lightsout.Cylinder, "lightsout.rule.cylinder", nil)
	tell(g.States > 2, "lightsout.rule.states", words.With{"Cycle": stateCycle(max(g.States, 2))})
	tell(g.Target != nil, "lightsout.rule.target", nil)
	if holes := g.holes(); holes > 0 && !g.Hexagonal() {
		told = append(told, say.Count("lightsout.rule.holes", holes))
	}
	return say.Sentences(told...)
}

// stateCycle shows the states of a lamp in their order, each with its number.
func stateCycle(states int) string {
	var signs []string
	for state := range states + 1 {
		signs = append(signs, fmt.Sprintf("%s %d", lampEmoji(uint8(state%states)), state%states))
	}
	return strings.Join(signs, " → ")
}

// lampEmoji returns the emoji of a lamp in a state.
func lampEmoji(state uint8) string {
	return render.LampTile(int(state), lightsout.MaxStates).Emoji()
}

// lampCalled gives the id of the phrase for each state.
var lampCalled = [lightsout.MaxStates]string{
	"board.off", "board.on", "board.at-2", "board.at-3", "board.at-4", "board.at-5", "board.at-6", "board.at-7", "board.at-8",
}

// lampStates returns the states of a lamp by the rules of the options.
func lampStates(o ask.Options) (all []press.State) {
	states := o.Number("states")
	if states < 2 || states > lightsout.MaxStates {
		states = 2
	}
	for state := range states {
		all = append(all, press.State{Tile: render.LampTile(state, states), Called: lampCalled[state]})
	}
	return all
}

// A lampsRecord is a batch's report on one board.
type lampsRecord struct {
	ask.RecordHead
	Presses     []string `json:"presses,omitempty"` // rows of digits: how often each lamp is pressed
	Order       []string `json:"order,omitempty"`   // lit-only game: names of the lamps in the order of presses, in place of presses
	Min         *int     `json:"min,omitempty"`
	Proved      *bool    `json:"proved,omitempty"`
	Nullity     int      `json:"nullity"`
	Solutions   string   `json:"solutions,omitempty"` // number of solutions in digits; "" in the lit-only game
	Certificate []string `json:"certificate,omitempty"`
}

// recordLamps solves a board for a batch.
func recordLamps(ctx context.Context, asked ask.Game, _ bool) ask.Record {
	g, begun := asked.(game), time.Now()
	s, err := g.solved(ctx)
	r := &lampsRecord{RecordHead: ask.NewHead(begun, err)}
	if err != nil {
		return &r.RecordHead
	}
	r.Nullity = s.Nullity
	r.Verdict, r.How = "unsolvable", "nullity "+strconv.Itoa(s.Nullity)
	if !s.Solvable {
		r.Certificate = ask.Lines(s.Certificate, g.Cols, digit)
		return r
	}
	if g.litOnly {
		r.inOrder(g, s)
		return r
	}
	r.solvable(s.Min, s.Proved)
	r.Presses = ask.Lines(s.Presses, g.Cols, digit)
	r.Solutions = s.Count().String()
	return r
}

// solvable notes that there is a solution, and its number of presses.
func (r *lampsRecord) solvable(least int, proved bool) {
	r.Verdict = "solvable"
	r.How = "presses: " + strconv.Itoa(least) + ", " + words.If(proved, "minimum proved", "best found")
	r.Min, r.Proved = &least, &proved
}

// inOrder notes the result of the lit-only game, which LitOnly always decides.
func (r *lampsRecord) inOrder(g game, s *lampsSolved) {
	if !s.inOrder {
		r.How = "no order of presses"
		return
	}
	for _, i := range s.way {
		r.Order = append(r.Order, g.buttonName(i))
	}
	r.solvable(len(s.way), true)
}

// digit writes a number below ten.
func digit(n uint8) byte { return '0' + n }
