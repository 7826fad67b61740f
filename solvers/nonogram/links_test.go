package nonogram

import "testing"

// The link that the format's description works through.
func TestLink(t *testing.T) {
	const link = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h"
	p := mustParse(t, link)
	if got := p.Link(); got != link {
		t.Errorf("the link %s", got)
	}
	if got := draw(make([]Cell, 100), 1, 100).Link(); got != "" {
		t.Errorf("a link for 100 columns: %s", got)
	}
	long := draw(make([]Cell, 99*99), 99, 99)
	if again := mustParse(t, long.Link()); again.String() != long.String() {
		t.Errorf("99 × 99 empty cells read as %s", again)
	}
}
