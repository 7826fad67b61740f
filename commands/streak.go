package commands

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// A streak is the number of days in a row on which a person has solved a puzzle of the day, each on its
// day. Nothing stores it. What a person showed yesterday proves it: pasted, its last line, which is signed
// for this person, that day and that number; or clicked on, a message of this bot's, which nobody else can
// write. A race that ends without proof is the first day of a streak.

// proofs matches the proofs in a text: a streak, and its signature.
var proofs = regexp.MustCompile(`\b(\d{1,5})-([a-z2-7]{12})\b`)

// proof returns what proves a person's streak of n days, the last one with this number. The signature has
// 60 bits.
func (c *Commands) proof(user string, day, n int) string {
	mac := hmac.New(sha256.New, c.settings.Key)
	fmt.Fprintf(mac, "streak\n%s\n%d\n%d", user, day, n)
	const characters = 12
	return fmt.Sprint(n, "-", strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil))[:characters]))
}

// proved returns the longest streak that a text proves for a person up to a day; 0 for none.
func (c *Commands) proved(user string, day int, text string) (longest int) {
	for _, found := range proofs.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(found[1])
		if err == nil && hmac.Equal([]byte(found[0]), []byte(c.proof(user, day, n))) {
			longest = max(longest, n)
		}
	}
	return longest
}

// streak returns the streak of a person who has ended a game: 0 unless it was won, all by the person, on
// the day of its puzzle. The day is that on which the game's message was sent.
func (c *Commands) streak(r *ask.Answer) int {
	a := r.Ask
	o := c.readDaily(a, a.Made)
	if len(c.settings.Key) == 0 || o == nil || a.User == "" || r.Won.Untimed || r.Won.Failed || dayAt(a.Asked.Add(-a.Age)) != o.day {
		return 0
	}
	return a.Streak + 1
}

// streakSign stands between a result and a streak.
const streakSign = " · 🔥 "

// withStreak adds a streak to a result; 0 for none.
func withStreak(result string, n int) string {
	if n == 0 {
		return result
	}
	return fmt.Sprint(result, streakSign, n)
}

// streakButton returns the button to prove a streak after a race that took some seconds.
func streakButton(a *ask.Ask, took int) chat.Button {
	b := a.Button("button.streak", ask.Change{"do": ask.Play, "form": ask.ProofField, "took": took})
	b.Mode = chat.EditByOwner
	return b
}

// streakForm returns the form that takes what the person showed yesterday.
func streakForm(a *ask.Ask) *chat.Form {
	return &chat.Form{
		Title: a.Say.Text("button.streak"), Mode: chat.EditByOwner,
		Path:   a.Link(ask.Change{"do": ask.Play, "turn": ask.Prove, "took": a.Took}),
		Fields: []chat.Field{{Name: ask.ProofField, Label: a.Say.Text("streak.label"), Detail: a.Say.Text("streak.detail")}},
	}
}

// prove takes the streak that the person has pasted the proof of into the ask. It returns a notice if the
// text proves none of theirs up to the day before.
func (c *Commands) prove(a *ask.Ask) *ask.Answer {
	o := c.readDaily(a, a.Made)
	if o == nil || len(c.settings.Key) == 0 {
		return a.Notice("unknown")
	}
	if a.Streak = c.proved(a.User, o.day-1, a.Fields[ask.ProofField]); a.Streak == 0 {
		return a.Notice("streak-unproved", words.With{"Number": o.day - 1})
	}
	return nil
}

// Streaks stand in messages of this bot's: shown behind a result, and carried into the message of the next
// day, in which a race takes the person's own.
var (
	shownStreak   = regexp.MustCompile(`(?m)<@(\d+)>: .*` + streakSign + `(\d+)$`)
	carriedStreak = regexp.MustCompile(`<@(\d+)> 🔥 (\d+)`)
)

// mostCarried is the most streaks that are carried into the message of the next day.
const mostCarried = 25

// carriedOn tells the streaks in the texts of a message of the day before, the longest first; "" for none.
func carriedOn(say words.Phrases, texts []string) string {
	found := shownStreak.FindAllStringSubmatch(strings.Join(texts, "\n"), -1)
	if len(found) == 0 {
		return ""
	}
	days := func(m []string) int { n, _ := strconv.Atoi(m[2]); return n }
	slices.SortStableFunc(found, func(x, y []string) int { return cmp.Compare(days(y), days(x)) })
	var told []string
	for _, m := range found[:min(len(found), mostCarried)] {
		told = append(told, fmt.Sprintf("<@%s> 🔥 %s", m[1], m[2]))
	}
	return say.Text("streak.so-far", words.With{"Streaks": strings.Join(told, say.Text("comma"))})
}

// ownStreak returns the person's streak that the message of the day carries.
func ownStreak(a *ask.Ask) (n int) {
	for _, m := range carriedStreak.FindAllStringSubmatch(a.Said, -1) {
		if m[1] == a.User {
			n, _ = strconv.Atoi(m[2])
		}
	}
	return n
}
