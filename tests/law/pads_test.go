package law

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
	"kibitz/render"
)

// Pads are lamps or a sky: things that each have a state. A press moves some of them to their next
// state.
type pads struct {
	rows, cols int
	states     int
	start, now []int // row by row; missing for a hole
	want       func(i int) int
	moves      func(pad string) (cells []int) // the cells that a press moves on, nil for no pad
	litOnly    bool
	presses    []string
}

const missing = -1

// readCells reads rows of digits, 'x' for a hole.
func readCells(text string) (rows, cols int, cells []int) {
	lines := strings.Split(text, "/")
	for _, line := range lines {
		for _, sign := range line {
			state := int(sign - '0')
			if sign == 'x' {
				state = missing
			}
			cells = append(cells, state)
		}
	}
	return len(lines), len(lines[0]), cells
}

// neighbourhoods says which lamps a press moves on, seen from the one that is pressed.
var neighbourhoods = map[any][][2]int{
	nil:         {{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}},
	"hollow":    {{0, 1}, {0, -1}, {1, 0}, {-1, 0}},
	"diagonals": {{0, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
	"king":      {{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
}

// onLamps reads a board of Lights Out.
func onLamps(_ *rapid.T, r *chat.Reply, options map[string]any) model {
	text, _ := carried(r)
	text, on, target := strings.Cut(text, " > on")
	_ = on
	p := &pads{states: 2, litOnly: options["lit-only"] == true, want: func(int) int { return map[bool]int{true: 1}[target] }}
	p.rows, p.cols, p.start = readCells(text)
	if n, ok := options["states"].(int64); ok {
		p.states = int(n)
	}
	round, tube := options["wrap"] == true, options["cylinder"] == true
	p.moves = func(pad string) (cells []int) {
		var col rune
		var row int
		if n, err := fmt.Sscanf(pad, "%c%d", &col, &row); n != 2 || err != nil {
			return nil
		}
		for _, by := range neighbourhoods[options["neighbours"]] {
			r, c := row-1+by[0], int(col-'a')+by[1]
			if round {
				r = (r + p.rows) % p.rows
			}
			if round || tube {
				c = (c + p.cols) % p.cols
			}
			if r >= 0 && r < p.rows && c >= 0 && c < p.cols {
				cells = append(cells, r*p.cols+c)
			}
		}
		return cells
	}
	p.now = slices.Clone(p.start)
	return p
}

// onSky reads a sky of To the Moon.
func onSky(_ *rapid.T, r *chat.Reply, _ map[string]any) model {
	text, _ := carried(r)
	p := &pads{states: 2, want: func(int) int { return 0 }}
	p.rows, p.cols, p.start = readCells(text)
	p.moves = func(pad string) (cells []int) {
		for i := range p.rows * p.cols {
			row, col := i/p.cols, i%p.cols
			if pad == string(rune('a'+row)) || pad == fmt.Sprint(col+1) || pad == "diagonal" && row+col == p.rows-1 {
				cells = append(cells, i)
			}
		}
		return cells
	}
	p.now = slices.Clone(p.start)
	return p
}

// press moves the things that belong to a pad to their next states.
func (p *pads) press(t *rapid.T, pad string) {
	cells := p.moves(pad)
	if cells == nil {
		t.Fatalf("%q is no pad", pad)
	}
	for _, i := range cells {
		if p.now[i] != missing {
			p.now[i] = (p.now[i] + 1) % p.states
		}
	}
	p.presses = append(p.presses, pad)
}

// again goes back to the start and makes the presses.
func (p *pads) again(t *rapid.T, presses []string) {
	p.now, p.presses = slices.Clone(p.start), nil
	for _, pad := range presses {
		p.press(t, pad)
	}
}

func (p *pads) touch(t *rapid.T, c click) {
	switch turn := c.turn(); {
	case turn == "again":
		p.again(t, nil)
	case turn == "undo":
		p.again(t, p.presses[:max(len(p.presses)-1, 0)])
	case turn == "do": // any press may be a good one
		if told := p.told(c.after); len(told) == len(p.presses)+1 {
			p.press(t, told[len(told)-1])
		}
	case turn == "hint", turn == "row", turn == "share":
	case strings.HasPrefix(turn, "pick"):
		for _, pad := range c.picks {
			p.press(t, pad)
		}
	default:
		p.press(t, turn)
	}
}

// told returns the presses that the text of a message tells of.
func (p *pads) told(r *chat.Reply) []string {
	_, lines := carried(r)
	return slices.DeleteFunc(strings.Fields(strings.Join(lines, " ")), func(word string) bool { return word == "?" })
}

func (p *pads) compare(t *rapid.T, r *chat.Reply) {
	same(t, "the message carries", p.told(r), p.presses)
	done := true
	for i, state := range p.now {
		done = done && (state == missing || state == p.want(i))
	}
	if won := r.Tone == chat.Good; won != done {
		t.Fatalf("%s: won %v, want %v", r.Title, won, done)
	}
	if shown := p.shown(r); shown != nil {
		same(t, "the board shows", numbers(shown), numbers(p.now))
	}
}

// shown returns the states that a message shows, on its board or its buttons; nil if it shows none.
func (p *pads) shown(r *chat.Reply) (states []int) {
	const lamps = "⬛🟨🟧🟥🟪🟦🟩🟫⬜"
	state := func(emoji string) int {
		if i := slices.Index([]rune(lamps), []rune(emoji + " ")[0]); i >= 0 {
			return i
		}
		return missing
	}
	if r.Board == nil {
		for _, row := range r.Grid {
			for _, b := range row {
				if b.Emoji == "" { // the board is read aloud
					return nil
				}
				states = append(states, state(b.Emoji))
			}
		}
		return states
	}
	for i, cell := range r.Board.Cells {
		one := render.NewBoard(1, 1)
		one.Cells[0].Kind = cell.Kind
		switch row, col := i/r.Board.Cols, i%r.Board.Cols; {
		case cell.Kind == render.Clear:
			states = append(states, 0)
		case cell.Kind == render.Cloudy:
			states = append(states, 1)
		case r.Board.Orbs && (col == 0 || row == p.rows): // an orb beside the sky
		default:
			states = append(states, state(one.Emoji()))
		}
	}
	return states
}

func numbers(states []int) (all []string) {
	for _, state := range states {
		all = append(all, fmt.Sprint(state))
	}
	return all
}

func (*pads) typed(t *rapid.T) string {
	t.Fatal("a form in a game of buttons")
	return ""
}
