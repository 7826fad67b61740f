package notation

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram"
)

// The link that the format's description works through.
func TestLink(t *testing.T) {
	const link = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h"
	p := mustParse(t, link)
	if got := Link(p); got != link {
		t.Errorf("the link %s", got)
	}
	if got := Link(nonogram.FromPicture(make([]nonogram.Cell, 100), 100)); got != "" {
		t.Errorf("a link for 100 columns: %s", got)
	}
	long := nonogram.FromPicture(make([]nonogram.Cell, 99*99), 99)
	if again := mustParse(t, Link(long)); again.String() != long.String() {
		t.Errorf("99 × 99 empty cells read as %s", again)
	}
}

// A link with given cells goes to a page that takes them, and reads as the puzzle again.
func TestLinkWithGivenCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height, width := rapid.IntRange(1, 9).Draw(t, "height"), rapid.IntRange(1, 9).Draw(t, "width")
		p := nonogram.FromPicture(drawPicture(t, height, width), width)
		p.Given = p.Picture
		for i := range p.Given {
			if i > 0 && rapid.Bool().Draw(t, "open") {
				p.Given[i] = nonogram.Unknown
			}
		}
		again, err := Parse(Link(p))
		if err != nil || again.String() != p.String() || !slices.Equal(again.Given, p.Given) {
			t.Fatalf("%s reads as %v, %v", Link(p), again, err)
		}
	})
}
