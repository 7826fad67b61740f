package commands

import (
	"cmp"
	"fmt"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// This file is what a game that is over says of itself, to be copied or shown to all: which
// puzzle, how it came out, in how many turns and how long, and squares that give nothing away. The words come first, for
// who has them read aloud.

// tellWon adds that to the answer which says that a game is over, with the button that shows it
// to all. How long it took stands in the button: it is clicked on later. A game that all see
// has no such button, nor a time: nobody's clock ran.
func (c *Commands) tellWon(r *ask.Answer) {
	a := r.Ask
	took := max(int(a.Age.Seconds())-a.Began, 0)
	if r.Won.Shown {
		took = 0
	}
	squares := r.Won.Squares
	if a.Spoken() { // they cannot be read aloud
		squares = ""
	}
	headline := c.headline(r)
	if r.Won.Outcome != "" {
		headline = a.Say.Text(r.Won.Outcome, words.With{"Puzzle": headline})
	}
	lines := ask.Join("\n", headline, effort(r, took), squares)
	r.Text = ask.Join("\n", r.Text, "```\n"+lines+"\n```")
	if r.Won.Shown {
		return
	}
	show := a.Button("button.share", ask.Change{"do": ask.Play, "turn": ask.Share, "took": took})
	show.Mode, show.Strong = chat.Publicly, true
	r.Buttons = append([]chat.Button{show}, r.Buttons...)
}

// shared returns the answer that tells all how a game came out, and how to play the same puzzle.
func (c *Commands) shared(r *ask.Answer) *ask.Answer {
	a := r.Ask
	post := a.New(chat.Good, a.Say.Text(cmp.Or(r.Won.Outcome, "share.title"), words.With{"Puzzle": c.headline(r)}))
	who := ""
	if a.User != "" {
		who = "<@" + a.User + ">:"
	}
	post.Text = ask.Join("\n", ask.Join(" ", who, effort(r, a.Took)), r.Won.Squares)
	play := ask.Change{"do": ask.Play}
	if a.Made == "" {
		post.Puzzle = r.Game.String()
	} else {
		play["make"] = a.Made
		post.Note = c.sameAgain(a)
	}
	button := a.Button("button.play-too", play)
	button.Strong = true
	post.Offer(button)
	return post
}

// headline says which puzzle was played.
func (c *Commands) headline(r *ask.Answer) string {
	if o := c.readDaily(r.Ask, r.Ask.Made); o != nil {
		return o.title(r.Ask.Say)
	}
	return r.Won.Puzzle
}

// sameAgain says how to have the puzzle of the ask once more.
func (c *Commands) sameAgain(a *ask.Ask) string {
	if o := c.readDaily(a, a.Made); o != nil {
		return a.Say.Text("daily.again", words.With{"Command": o.command(a.Kind)})
	}
	return a.SameAgain(a.Made)
}

// effort says how many turns a game took, how many hints, and how long.
func effort(r *ask.Answer, seconds int) string {
	say, hints, took := r.Ask.Say, "", ""
	if r.Won.Hints > 0 {
		hints = say.Count("share.hints", r.Won.Hints)
	}
	if seconds > 0 {
		took = clock(seconds)
	}
	return ask.Join(say.Text("comma"), r.Won.Effort, hints, took)
}

// clock writes a time as minutes and seconds, with hours if there are any.
func clock(seconds int) string {
	const hour, minute = 3600, 60
	if h := seconds / hour; h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, seconds/minute%minute, seconds%minute)
	}
	return fmt.Sprintf("%d:%02d", seconds/minute, seconds%minute)
}
