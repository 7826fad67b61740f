package law

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
	"kibitz/render"
)

// Cards are a game with a row of cards on a table, '1' for face up, against an opponent.
type cards struct {
	// For a number of cards, the ways to take them from a run, added up: 1 the whole run, 2 from an end of
	// a longer run, 4 from its middle.
	take  map[int]int
	start string
	rows  []string // after each move
	first int      // 1 if the opponent began
}

func onCards(_ *rapid.T, r *chat.Reply, options map[string]any) model {
	text, _ := carried(r)
	c := &cards{start: text, take: map[int]int{2: 7}}
	switch options["game"] {
	case "kayles":
		c.take = map[int]int{1: 7, 2: 7}
	case "4.3":
		c.take = map[int]int{0: 4, 1: 3}
	}
	return c
}

func (c *cards) now() string {
	if len(c.rows) == 0 {
		return c.start
	}
	return c.rows[len(c.rows)-1]
}

// after returns the rows that one move may make of a row.
func (c *cards) after(row string) (all []string) {
	for from := range row {
		for to := from; to <= len(row); to++ {
			how, ok := c.take[to-from]
			up := row[from:to]
			if !ok || strings.Contains(up, "0") {
				continue
			}
			left, right := from > 0 && row[from-1] == '1', to < len(row) && row[to] == '1'
			place := map[int]int{0: 1, 1: 2, 2: 4}[map[bool]int{true: 1}[left]+map[bool]int{true: 1}[right]]
			if how&place == 0 {
				continue
			}
			down := strings.Repeat("0", len(up))
			if up == "" { // a cut, as if a card lay there
				down = "0"
			}
			all = append(all, row[:from]+down+row[to:])
		}
	}
	return all
}

// move adds the row after a move, and fails if no move leads to that row.
func (c *cards) move(t *rapid.T, row string) {
	if !slices.Contains(c.after(c.now()), row) {
		t.Fatalf("a move from %s to %s", c.now(), row)
	}
	c.rows = append(c.rows, row)
}

// reply adds the opponent's move, if one can be made.
func (c *cards) reply(t *rapid.T, r *chat.Reply) {
	if len(c.after(c.now())) > 0 {
		row, _ := carried(r)
		c.move(t, row)
	}
}

func (c *cards) touch(t *rapid.T, k click) {
	switch k.turn() {
	case "again":
		c.rows, c.first = nil, 0
	case "hint", "share":
	case "begin":
		c.first = 1
		c.reply(t, k.after)
	case "undo":
		if n := len(c.rows) - c.first; n > 0 {
			c.rows = c.rows[:len(c.rows)-1-(n-1)%2]
		}
	case "do": // any two moves
		row, _ := carried(k.after)
		for _, mine := range c.after(c.now()) {
			if others := c.after(mine); mine == row && len(others) == 0 || slices.Contains(others, row) {
				c.rows = append(c.rows, mine)
				c.reply(t, k.after)
				return
			}
		}
		t.Fatalf("a hint that leads from %s to %s", c.now(), row)
	default:
		c.move(t, c.turned(t, k.chosen()))
		c.reply(t, k.after)
	}
}

// turned returns the row after the move of a label: 3, 3–4, or 3|4 for a cut.
func (c *cards) turned(t *rapid.T, label string) string {
	row, from, to := []byte(c.now()), 0, 0
	if n, _ := fmt.Sscanf(label, "%d|%d", &from, &to); n == 2 {
		return string(row[:from]) + "0" + string(row[from:])
	}
	n, _ := fmt.Sscanf(label, "%d–%d", &from, &to)
	switch n {
	case 0:
		t.Fatalf("a move %q", label)
	case 1:
		to = from
	}
	for i := from; i <= to; i++ {
		row[i-1] = '0'
	}
	return string(row)
}

func (c *cards) compare(t *rapid.T, r *chat.Reply) {
	row, lines := carried(r)
	same(t, "the message carries", []string{row}, []string{c.now()})
	moves := 0
	for _, word := range strings.Fields(strings.Join(lines, " ")) {
		if strings.Trim(word, "0123456789") == "" && word != c.start {
			moves++
		}
	}
	if moves != len(c.rows) {
		t.Fatalf("%d moves, want %d", moves, len(c.rows))
	}
	c.compareShown(t, r, false)
}

// compareShown compares the board, and the moves that the message offers with those that can be made.
// nobody says that no move may be offered.
func (c *cards) compareShown(t *rapid.T, r *chat.Reply, nobody bool) {
	if over := nobody || len(c.after(c.now())) == 0; over != (len(r.Grid)+len(r.Menus) == 0) {
		t.Fatalf("%s: over %v, %d rows of moves", r.Title, over, len(r.Grid)+len(r.Menus))
	}
	shown := ""
	for _, cell := range r.Board.Cells {
		if sign, ok := map[render.Kind]string{render.CardDown: "0", render.CardUp: "1"}[cell.Kind]; ok {
			shown += sign
		}
	}
	same(t, "the board shows", []string{shown}, []string{c.now()})
}

func (*cards) typed(t *rapid.T) string {
	t.Fatal("a form in a game of cards")
	return ""
}
