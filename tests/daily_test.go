package tests

import (
	"strings"
	"testing"
	"time"
)

// TestMidnight: the puzzle of the day is another one from 00:00 UTC on, by the clock of Discord
// alone, and the same from every process.
func TestMidnight(t *testing.T) {
	t.Parallel() // to leave takes a bot a second, in which it sleeps
	late := func(p *plan) {
		p.options.Begin = time.Date(2026, time.December, 31, 23, 59, 45, 0, time.UTC)
	}
	one, other := open(t, late), open(t, late)
	daily := func(h *house) string {
		m, err := h.say(t, "/daily puzzle:lightsout difficulty:hard")
		if err != nil {
			t.Fatal(err)
		}
		return m.Text()
	}
	var said []string
	for _, want := range []string{"31 December 2026 (No. 365)", "1 January 2027 (No. 366)", "1 January 2027 (No. 366)"} {
		a, b := daily(one), daily(other)
		if a != b || !strings.Contains(a, want) {
			t.Errorf("want %s; one says:\n%s\nand the other:\n%s", want, a, b)
		}
		said = append(said, a)
		one.restart(t)
	}
	board := func(said string) string { return strings.Split(said, "```")[1] }
	if board(said[0]) == board(said[1]) || said[1] != said[2] {
		t.Errorf("%q", said)
	}
}
