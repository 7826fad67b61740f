package tests

import (
	"net/url"
	"strings"
	"testing"
)

// a room, as an invitation names it.
const painters = "a-room-of-painters"

// together opens a puzzle in the room of an invitation, in a browser of its own.
func together(t *testing.T, h *house, kind, puzzle, mode string) *page {
	t.Helper()
	p := browse(t, h.URL()+"board?lang=en#"+kind+"?"+url.Values{"puzzle": {puzzle}}.Encode()+"&"+mode+"="+painters, 390, 800)
	p.until(`!!game.play && link.name != '' && document.querySelector('#tools button') != null`)
	return p
}

// TestTogether: two paint one board. Each sees what the other does, and takes back only turns of their own.
func TestTogether(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	ann := paint(t, h, "nonogram", heartCode, 390, 800)
	ann.mouse("left", stroke{2, 0, 2, 9})
	ann.onPage("More")
	ann.onPage("Paint together")
	ann.told("Whoever opens this link")
	ann.shot("together-invite")
	ann.until(`own.no == 1`)
	bob := browse(t, ann.text(`location.href`), 390, 800)
	bob.until(`game.sheet?.[20] == '#' && people.size == 1 && own.no == 2`)
	ann.onPage("Close")
	bob.mouse("left", stroke{0, 1, 0, 2})
	ann.until(`game.sheet[2] == '#'`)
	ann.until(`$('live').textContent == 'Player 2: row 1, column 2, filled, and 1 more'`)
	ann.shot("together-ann")
	bob.shot("together-bob")
	ann.mouse("right", stroke{0, 3, 0, 3})
	bob.until(`game.sheet[3] == 'x'`)
	bob.onPage("Undo")
	ann.until(`game.sheet[2] == '?'`)
	if got := ann.rows()[0]; got != "???x??????" {
		t.Errorf("after the other's undo the row is %s", got)
	}
	bob.onPage("Redo")
	ann.until(`game.sheet[2] == '#'`)
	for _, p := range []*page{ann, bob} {
		if got := strings.Join(p.rows()[:3], " "); got != "?##x?????? ?????????? ##########" {
			t.Errorf("the rows are %s", got)
		}
	}
	for i, s := range strokesOf(heart) {
		if x, y := s.r1, s.c1; x != 2 && (x != 0 || y != 1) { // but those that are there
			[]*page{ann, bob}[i%2].mouse("left", s)
		}
	}
	ann.told("solved")
	bob.told("solved")
}
