package law

import (
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
)

// A duel is cards on a table between two people. Others look on.
type duel struct {
	*cards
	seats [2]string // who moves first, "" for an open seat, and who opened the duel
	over  bool      // somebody has given up
}

// people are those who click: in a duel two of them may play.
var people = []string{"11", "22", "33"}

func onDuel(t *rapid.T, r *chat.Reply, options map[string]any) model {
	d := &duel{cards: onCards(t, r, options).(*cards)}
	_, lines := carried(r)
	opener, _ := strconv.ParseUint(strings.Fields(lines[0])[2], 36, 64)
	d.seats[1] = strconv.FormatUint(opener, 10)
	return d
}

// turn returns the player whose move is next.
func (d *duel) turn() string { return d.seats[len(d.rows)%2] }

// refuses reports whether a click is not for the one who made it.
func (d *duel) refuses(c click) bool {
	ended := d.over || len(d.after(d.now())) == 0
	switch {
	case c.turn() == "sit":
		return c.user == d.seats[1]
	case c.turn() == "rematch" || ended:
		return !slices.Contains(d.seats[:], c.user)
	}
	return c.user != d.turn()
}

func (d *duel) touch(t *rapid.T, c click) {
	switch c.turn() {
	case "sit":
		d.seats[0] = c.user
	case "resign", "share":
	case "resign-now":
		d.over = true
	case "rematch":
		row, _ := carried(c.after)
		d.start, d.rows, d.over = row, nil, false
		d.seats[0], d.seats[1] = d.seats[1], d.seats[0]
	default:
		d.move(t, d.turned(t, c.chosen()))
	}
}

func (d *duel) compare(t *rapid.T, r *chat.Reply) {
	row, lines := carried(r)
	seat := func(person string) string {
		if person == "" {
			return "?"
		}
		n, _ := strconv.ParseUint(person, 10, 64)
		return strconv.FormatUint(n, 36)
	}
	words := strings.Fields(lines[0])
	if resigned := words[len(words)-1] == "resigned"; resigned != d.over {
		t.Fatalf("given up %v, want %v", resigned, d.over)
	}
	same(t, "the message carries", append([]string{row}, words[:3]...), []string{d.now(), d.start, seat(d.seats[0]), seat(d.seats[1])})
	moves := slices.DeleteFunc(words[3:], func(word string) bool { return word == "resigned" || word == "?" })
	if len(moves) != len(d.rows) {
		t.Fatalf("%d moves, want %d", len(moves), len(d.rows))
	}
	d.compareShown(t, r, d.seats[0] == "" || d.over)
}
