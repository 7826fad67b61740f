package tests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/settings"
	"kibitz/commands"
	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
)

// TestEveryDailyCanBePosted: the settings take each kind in each difficulty as a post of the day,
// and ten of them fit into one message in all languages.
func TestEveryDailyCanBePosted(t *testing.T) {
	t.Parallel()
	c, err := commands.New(commands.Settings{MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	replies := map[string][]*chat.Reply{}
	for _, k := range puzzles.Kinds() {
		for _, grade := range ask.Grades {
			all = append(all, k.Name+" "+grade)
			for _, locale := range []string{"en-US", "ko", "ja"} {
				o := map[string]any{"puzzle": k.Name, "difficulty": grade}
				r := c.Inquire(&chat.Request{Command: "daily", Options: o, Locale: locale, Asked: time.Date(2026, time.November, 26, 0, 0, 0, 0, time.UTC)}).Answer(t.Context(), nil)
				if r.Tone == chat.Failure || !strings.Contains(r.Note, "`/daily puzzle:"+k.Name+" difficulty:"+grade+" day:330`") {
					t.Errorf("%s %s: %s, %s", k.Name, grade, r.Title, r.Note)
				}
				replies[locale] = append(replies[locale], r)
			}
		}
	}
	for _, some := range [][2]int{{0, 10}, {5, 15}} {
		list := strings.Join(all[some[0]:some[1]], ", ")
		if cfg, err := settings.Parse("c.yaml", []byte(fmt.Sprintf("daily:\n  puzzles: %q\n", list))); err != nil || len(cfg.Daily.List()) != 10 {
			t.Errorf("%s: %v", list, err)
		}
		for locale, made := range replies {
			if m := compose.Post(made[some[0]:some[1]]); len(m.Lost) > 0 {
				t.Errorf("%s: %s has no room for %v", locale, list, m.Lost)
			}
		}
	}
}

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
