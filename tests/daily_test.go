package tests

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands"
	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/playground"
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

// TestRacesCarryWhereTheyBegan: a race of each kind and difficulty carries, from its first message to its
// last, which message its result goes into, and shows nothing of that. A race that is won puts its line
// there.
func TestRacesCarryWhereTheyBegan(t *testing.T) {
	t.Parallel()
	large := func(p *plan) { p.options.Begin = time.Date(2026, time.December, 17, 12, 0, 0, 0, time.UTC) } // the hard nonogram has 30 rows
	for _, k := range puzzles.Kinds() {
		for _, grade := range ask.Grades {
			h := open(t, large)
			var k1 talk
			say := func(turn string) (*playground.Message, error) {
				_, err := k1.speak(h, turn)
				return k1.last, err
			}
			carries := func(m *playground.Message, when string) {
				t.Helper()
				var parts []wire.Component
				if err := json.Unmarshal(m.Components, &parts); err != nil {
					t.Fatal(err)
				}
				carried := wire.Puzzles(parts)
				if len(carried) != 1 || !strings.Contains(carried[0], "* daily 351 "+grade+" ^") {
					t.Errorf("%s %s %s carries %q", k.Name, grade, when, carried)
				}
				if text := m.Text(); strings.Contains(text, "daily 351 "+grade) || strings.Contains(text, "puzzle.txt") {
					t.Errorf("%s %s %s shows it:\n%s", k.Name, grade, when, text)
				}
			}
			if _, err := say("> /daily puzzle:" + k.Name + " difficulty:" + grade); err != nil {
				t.Fatal(err)
			}
			m, err := say(">> Race")
			if err != nil {
				t.Fatal(err)
			}
			carries(m, "at its beginning")
			if _, err = say(">> Give up"); err == nil {
				m, err = say(">> Yes, give up")
			}
			for n := 0; n < 40 && err != nil; n++ { // a game of buttons: by hints to its end
				if _, err = say(">> Hint"); err == nil {
					m, _ = say(">> Do it")
				}
				err = errors.New("not yet")
				if found, _ := control(m, "Show everyone"); found != nil {
					err = nil
				}
			}
			if err != nil {
				t.Fatalf("%s %s does not end: %v\n%s", k.Name, grade, err, m.Text())
			}
			if found, _ := control(m, "Show everyone"); found == nil {
				carries(m, "given up")
				continue
			}
			m, err = say(">> Show everyone")
			if err != nil || !strings.Contains(m.Text(), "You're in the table") {
				t.Errorf("%s %s: %v", k.Name, grade, err)
			}
			if m, err = look(h, "Race"); err != nil || !strings.Contains(m.Text(), "**Results**\n") {
				t.Errorf("%s %s has no table: %v\n%s", k.Name, grade, err, m.Text())
			}
		}
	}
}
