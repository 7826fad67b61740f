package commands

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/render"
)

// racer is a person who races through the easy Lights Out of a day with given presses.
type racer struct {
	t    *testing.T
	c    *Commands
	user string
}

func newRacer(t *testing.T, key, user string) racer {
	t.Helper()
	c, err := New(Settings{Theme: render.Dark, MaxPuzzle: 6000, Key: []byte(key)})
	if err != nil {
		t.Fatal(err)
	}
	return racer{t, c, user}
}

// ask answers a click on a reply with this puzzle text, asked at noon of a day and `age` after the reply.
func (r racer) ask(day int, age time.Duration, path, puzzle string, fields map[string]string, said string) *chat.Reply {
	r.t.Helper()
	at := firstDay.AddDate(0, 0, day-1).Add(12 * time.Hour)
	return r.c.Inquire(&chat.Request{Path: path, Puzzle: puzzle, Fields: fields, Said: said, Locale: "en-US", User: r.user, Asked: at.Add(age), Age: age}).Answer(r.t.Context(), nil)
}

// win ends the race of a puzzle's day, begun at noon of day `on`, with the streak that the message carries.
func (r racer) win(puzzle, on int, said string) *chat.Reply {
	r.t.Helper()
	began := r.ask(on, 0, fmt.Sprintf("lightsout?do=play&make=daily+%d+easy&table=true", puzzle), "", nil, said)
	for range 40 {
		if strings.Contains(began.Title, "done in") {
			return began
		}
		began = r.ask(on, time.Minute, "lightsout?do=play&turn=do&more=2", began.Puzzle, nil, "")
	}
	r.t.Fatalf("not won: %s", began.Text)
	return nil
}

// lines returns the lines to copy of a won race, and the streak in them; "" for none.
func lines(won *chat.Reply) (all, streak string) {
	_, all, _ = strings.Cut(won.Text, "```\n")
	all, _, _ = strings.Cut(all, "\n```")
	if found := strings.SplitAfter(all, streakSign); len(found) > 1 {
		streak, _, _ = strings.Cut(found[1], "\n")
	}
	return all, streak
}

// prove pastes a text after a won race, and returns the streak then; "" if it is refused.
func (r racer) prove(day int, won *chat.Reply, text string) string {
	r.t.Helper()
	now := r.ask(day, 2*time.Minute, "lightsout?do=play&turn=prove&took=60", won.Puzzle, map[string]string{ask.ProofField: text}, "")
	if now.Tone == chat.Failure {
		if !now.Private {
			r.t.Errorf("all see that %q proves nothing", text)
		}
		return ""
	}
	_, streak := lines(now)
	return streak
}

// TestStreak: the lines of yesterday prove a streak, also in the midst of other text, and each day one
// more. Nothing else does: another person's lines, those of another day, of another bot, with another
// number, cut, or none.
func TestStreak(t *testing.T) {
	me, you, other := newRacer(t, "key", "1"), newRacer(t, "key", "2"), newRacer(t, "another key", "1")
	first, streak := lines(me.win(326, 326, ""))
	if streak != "1" {
		t.Fatalf("the first day: %s", first)
	}
	second := me.win(327, 327, "")
	if got := me.prove(327, second, "look!\r\n"+first+"\nmore"); got != "2" {
		t.Errorf("the lines of yesterday prove %q", got)
	}
	proof := first[strings.LastIndexByte(first, '\n')+1:]
	yours, _ := lines(you.win(326, 326, ""))
	theirs, _ := lines(other.win(326, 326, ""))
	today, _ := lines(second)
	for name, text := range map[string]string{
		"another person's": yours, "another bot's": theirs, "today's": today, "nothing": "", "words": "🔥 9", "the time alone": first[:strings.LastIndexByte(first, '\n')],
		"another number": "9" + proof[1:], "more digits": "1" + proof, "cut": proof[:len(proof)-1], "longer": proof + "a", "signs": proof[:2] + strings.Repeat("a", 12),
	} {
		if got := me.prove(327, second, text); got != "" {
			t.Errorf("%s lines prove a streak of %s", name, got)
		}
	}
	if got := you.prove(327, you.win(327, 327, ""), first); got != "" {
		t.Errorf("somebody else's streak of %s", got)
	}
	if got := me.prove(328, me.win(328, 328, ""), first); got != "" {
		t.Errorf("after a day without a race a streak of %s", got)
	}
	again := me.ask(327, 2*time.Minute, "lightsout?do=play&turn=prove&took=60", second.Puzzle, map[string]string{ask.ProofField: first}, "")
	two, _ := lines(again)
	if got := me.prove(328, me.win(328, 328, ""), two); got != "3" {
		t.Errorf("the third day: %q", got)
	}
	if !strings.Contains(two, "1:00") {
		t.Errorf("the clock ran on while the lines were pasted: %s", two)
	}
}

// TestStreakOnItsDay: a puzzle that is solved on another day, pasted, given up before or lost begins and
// continues no streak, and without a key there are none.
func TestStreakOnItsDay(t *testing.T) {
	me := newRacer(t, "key", "1")
	if all, streak := lines(me.win(326, 327, "Streaks so far: <@1> 🔥 4")); streak != "" || strings.Count(all, "\n") != 2 {
		t.Errorf("a day late: %s", all)
	}
	if _, streak := lines(newRacer(t, "", "1").win(326, 326, "Streaks so far: <@1> 🔥 4")); streak != "" {
		t.Errorf("without a key: %s", streak)
	}
	for name, feat := range map[string]ask.Feat{"pasted": {Untimed: true}, "lost": {Failed: true}, "won": {}} {
		a, _ := ask.Read(&chat.Request{Path: "lightsout?do=play&turn=share", Puzzle: "1\n* daily 326 easy ~3", Locale: "en-US", User: "1", Asked: noon}, me.c.kinds)
		want := 0
		if name == "won" {
			want = 4
		}
		if got := me.c.streak(&ask.Answer{Ask: a, Won: &feat}); got != want {
			t.Errorf("%s: a streak of %d, not %d", name, got, want)
		}
	}
}

// TestStreaksAreCarried: the message of the next day carries the streaks that the message of the day
// shows, in its table or behind a posted line, and a race there takes the person's own. Streaks that were
// carried a day before are not carried on.
func TestStreaksAreCarried(t *testing.T) {
	me := newRacer(t, "key", "1")
	texts := []string{
		"### Lights Out\nStreaks so far: <@7> 🔥 8",
		"**Results**\n1. <@1>: 6 presses, 1:10 · 🔥 3\n2. <@2>: 7 presses, 2:00 · 🔥 12\n3. <@3>: 7 presses, 2:00\n- <@4>: ⬜ given up",
		"<@5>: 6 presses, 1:10 · 🔥 1\n🟩",
	}
	next := me.c.Inquire(&chat.Request{Path: "lightsout?do=solve&make=daily+327+easy&next=true", Texts: texts, Locale: "en-US", User: "2", Asked: noon.AddDate(0, 0, 1)}).Answer(t.Context(), nil)
	const want = "Streaks so far: <@2> 🔥 12, <@1> 🔥 3, <@5> 🔥 1"
	if !strings.Contains(next.Text, want) || next.Private {
		t.Errorf("%q does not carry %q", next.Text, want)
	}
	for user, streak := range map[string]string{"1": "4", "2": "13", "3": "1", "7": "1", "12": "1"} {
		if _, got := lines(newRacer(t, "key", user).win(327, 327, "### Title\n"+next.Text)); got != streak {
			t.Errorf("%s has a streak of %s, not %s", user, got, streak)
		}
	}
	if early := me.c.Inquire(&chat.Request{Path: "lightsout?do=solve&make=daily+327+easy&next=true", Texts: texts, Locale: "en-US", User: "2", Asked: noon}).Answer(t.Context(), nil); early.Tone != chat.Failure || !early.Private {
		t.Errorf("before its day: %s", early.Title)
	}
}
