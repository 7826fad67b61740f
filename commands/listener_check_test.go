package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/words"
	"kibitz/render"
)

// kindNames are what the kinds of cells are called in English.
var kindNames = map[render.Kind]string{
	render.Filled: "filled", render.Crossed: "empty", render.Open: "open", render.LampOff: "off", render.LampOn: "lit",
	render.CardDown: "face down", render.CardUp: "face up", render.Clear: "clear", render.Cloudy: "cloudy",
	render.OrbOff: "orb off", render.OrbOn: "orb on", render.Block: "block", render.Hole: "no lamp",
	render.Lamp2: "state 2", render.Lamp3: "state 3", render.Lamp4: "state 4", render.Lamp5: "state 5",
	render.Lamp6: "state 6", render.Lamp7: "state 7", render.Lamp8: "state 8",
}

// stands is how the state of a cell begins, as far as it is no mark's.
func stands(b *render.Board, c *render.Cell) string {
	switch {
	case c.Kind == render.Blank && b.Means["blank"] != "":
		return "open"
	case c.Kind == render.Blank:
		return "blank"
	case c.Kind == render.LampOff && b.Means["off"] != "":
		return "state 0"
	case c.Kind == render.LampOn && b.Means["on"] != "":
		return "state 1"
	case (c.Kind == render.OrbOff || c.Kind == render.OrbOn) && c.Mark == render.Press:
		return "orb to press"
	case c.Kind == render.Sum && c.Down > 0 && c.Right > 0:
		return fmt.Sprintf("block %d down and %d across", c.Down, c.Right)
	case c.Kind == render.Sum && c.Down > 0:
		return fmt.Sprintf("block %d down", c.Down)
	case c.Kind == render.Sum:
		return fmt.Sprintf("block %d across", c.Right)
	case c.Kind == render.Digit && c.Text != "":
		return c.Text
	case c.Kind == render.Digit && c.Notes != 0:
		return "open, maybe " + orList(c.Notes)
	case c.Kind == render.Digit:
		return "open"
	}
	return kindNames[c.Kind]
}

func orList(notes uint16) string {
	set := ""
	for d := 1; d <= 9; d++ {
		if notes>>d&1 == 1 {
			set += strconv.Itoa(d)
		}
	}
	var digits []string
	for set != "" {
		n := 1
		for n < len(set) && set[n] == set[0]+byte(n) {
			n++
		}
		if n < 3 {
			n = 1
			digits = append(digits, set[:1])
		} else {
			digits = append(digits, set[:1]+"–"+set[n-1:n])
		}
		set = set[n:]
	}
	n := len(digits) - 1
	if n < 1 {
		return strings.Join(digits, "")
	}
	return strings.Join(digits[:n], ", ") + " or " + digits[n]
}

// called is what a mark is called on that board.
func called(b *render.Board, m render.Mark) string {
	word := map[render.Mark]string{render.Press: "press", render.Differ: "differs", render.Proof: "proof", render.Pick: "pick", render.New: "new"}[m]
	if m == render.NoMark {
		return ""
	}
	id := "board." + word
	if means := b.Means[word]; means != "" {
		id = means
	}
	return words.In("en").Count(id, 1)
}

// framed tells whether a cell is in an area that is marked so as a whole.
func framed(b *render.Board, at [2]int, mark string) bool {
	return slices.ContainsFunc(b.Framed, func(a render.Area) bool {
		return a.Row <= at[0] && at[0] < a.Row+a.Rows && a.Col <= at[1] && at[1] < a.Col+a.Cols && called(b, a.Mark) == mark
	})
}

// check holds what was heard against the board.
func (l *listener) check(about string) {
	b := l.b
	orbs := slices.ContainsFunc(b.Cells, func(c render.Cell) bool {
		return c.Kind == render.OrbOn || c.Kind == render.OrbOff && c.Mark != render.NoMark
	})
	row := strings.Contains(b.Text(), "The row: ")
	for i := range b.Cells {
		c, at := &b.Cells[i], [2]int{i / b.Cols, i % b.Cols}
		if row {
			at = [2]int{0, i}
		}
		state := l.told[at]
		switch {
		case row && c.Kind == render.Hole, b.Parting > 0 && at[0] == b.Parting, !orbs && c.Kind == render.OrbOff:
			continue
		case !strings.HasPrefix(state, stands(b, c)):
			l.t.Errorf("%s: cell %v is heard as %q and is %q", about, at, state, stands(b, c))
		}
		tail, aside := strings.TrimPrefix(state, stands(b, c)), slices.Contains(l.aside[at], called(b, c.Mark))
		switch name := called(b, c.Mark); {
		case c.Mark == render.NoMark:
			own := slices.DeleteFunc(slices.Clone(l.aside[at]), func(mark string) bool { return framed(b, at, mark) })
			if strings.Contains(tail, "(") || strings.Contains(tail, "press") || len(own) > 0 {
				l.t.Errorf("%s: cell %v has no mark, and %q is heard", about, at, state)
			}
		case strings.HasPrefix(state, "orb to press"), aside && !strings.Contains(tail, "("):
		case c.Mark == render.Press && !strings.HasPrefix(tail, ", press"), c.Mark != render.Press && !strings.HasSuffix(tail, ")"):
			l.t.Errorf("%s: cell %v is marked (%s), and %q is heard", about, at, name, state)
		case c.Text == "" && !strings.Contains(tail, name):
			l.t.Errorf("%s: cell %v is marked (%s), and %q is heard", about, at, name, state)
		}
	}
	l.checkClues(about)
	if len(l.whatIsLeft) > 0 {
		l.t.Errorf("%s: what is %q?", about, l.whatIsLeft)
	}
}

func (l *listener) checkClues(about string) {
	same := func(heard map[int]string, clues [][]int) {
		for i, clue := range clues {
			want := strings.Trim(fmt.Sprint(clue), "[]")
			if want == "" {
				want = "0"
			}
			if heard[i] != want {
				l.t.Errorf("%s: clue %d is heard as %q, not %q", about, i+1, heard[i], want)
			}
		}
	}
	same(l.left, l.b.Left)
	same(l.top, l.b.Top)
	white := func(r, c int) bool { return r < l.b.Rows && c < l.b.Cols && l.b.At(r, c).Kind == render.Digit }
	for i := range l.b.Cells {
		c, row, col := l.b.Cells[i], i/l.b.Cols, i%l.b.Cols
		if c.Kind == render.Sum && white(row, col+1) && l.across[[2]int{row, col + 1}] != c.Right {
			l.t.Errorf("%s: %d across is heard as %d", about, c.Right, l.across[[2]int{row, col + 1}])
		}
		if c.Kind == render.Sum && white(row+1, col) && l.down[[2]int{row + 1, col}] != c.Down {
			l.t.Errorf("%s: %d down is heard as %d", about, c.Down, l.down[[2]int{row + 1, col}])
		}
	}
}
