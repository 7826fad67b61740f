package commands

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// rung returns the lesson's place among those of its kind, from 0 for the easiest.
func (l lesson) rung() int { return slices.Index(l.Lessons, l.id) }

// tap returns the path of the lesson's exercise after its claim of this number was tapped, from 1; 0
// for none yet.
func (l lesson) tap(number int) string {
	return "help?technique=" + l.name() + "&at=" + strconv.Itoa(number)
}

// onward returns the buttons that lead on from a lesson: a puzzle in which the technique is the hardest
// one, as a game, and the next lesson. Either is missing if there is none.
func (l lesson) onward(a *ask.Ask) (all []chat.Button) {
	if puzzle := l.Practice[l.id]; puzzle != "" {
		q := url.Values{"do": {ask.Play}, "make": {puzzle}}
		all = append(all, chat.Button{Label: a.Say.Text("button.practice"), Path: l.Kind.Name + "?" + q.Encode()})
	}
	if next := l.rung() + 1; next < len(l.Lessons) {
		other := lesson{l.Kind, l.Lessons[next]}
		all = append(all, chat.Button{
			Label: a.Say.Text("button.next-lesson", words.With{"Technique": other.called(a.Say)}),
			Path:  "help?technique=" + other.name(),
		})
	}
	return all
}

// exercised asks what follows by a technique in a position, with a button for each claim. After a tap
// on a claim that holds it says why and leads on. After another it says what else still fits, and asks
// again.
func (c *Commands) exercised(ctx context.Context, a *ask.Ask, l lesson) *ask.Answer {
	e := l.Exercise(ctx, l.id, a.Say)
	if e == nil {
		return c.explained(ctx, a, l)
	}
	tapped, _ := strconv.Atoi(a.At)
	if tapped < 0 || tapped > len(e.Claims) {
		tapped = 0
	}
	r := a.New(chat.Plain, l.titled(a.Say))
	r.Private, r.Theme, r.Picture = true, c.settings.Theme, true
	r.Text = a.Say.Text("help.exercise", words.With{"Technique": l.called(a.Say)})
	if tapped > 0 {
		claim := e.Claims[tapped-1]
		if claim.Holds {
			r.Tone, r.Text = chat.Good, a.Say.Text("help.right", words.With{"Why": e.Why})
			r.Show(e.After, r.Text)
			r.Legend = map[string]string{"new": "legend.follows"}
			r.Offer(l.onward(a)...)
			return r
		}
		r.Tone, r.Text = chat.Mixed, a.Say.Text("help.wrong", words.With{"Claim": claim.Text, "Other": claim.Other})
	}
	r.Show(e.Before, r.Text)
	const inRow = 5
	for i, claim := range e.Claims {
		b := chat.Button{Label: claim.Text, Path: l.tap(i + 1), Mode: chat.EditByOwner}
		b.NewRow, b.Disabled = i%inRow == 0, i+1 == tapped
		r.Offer(b)
	}
	return r
}
