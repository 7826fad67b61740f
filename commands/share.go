package commands

import (
	"cmp"
	"fmt"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// This file tells how a game ended, for people to copy or show: the puzzle, the outcome, the number
// of turns, the time, and squares that give nothing away. The words come first, for people who have
// them read aloud.

// tellWon adds the result of a game to its last answer, and the button that shows the result to
// all. The button carries the time taken, as it is clicked later. A game that everybody saw has
// neither the button nor a time, because no single person's clock ran.
func (c *Commands) tellWon(r *ask.Answer) {
	a := r.Ask
	took := max(int(a.Age.Seconds())-a.Began, 0)
	if r.Won.Shown || r.Won.Untimed {
		took = 0
	}
	squares := r.Won.Squares
	if a.Spoken() { // squares cannot be read aloud
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

// shared returns the answer that tells everybody how a game ended, and has a button to play the
// same puzzle: the one of the game's order, or else r.Game.
func (c *Commands) shared(r *ask.Answer) *ask.Answer {
	a := r.Ask
	post := a.New(chat.Good, a.Say.Text(cmp.Or(r.Won.Outcome, "share.title"), words.With{"Puzzle": c.headline(r)}))
	who := ""
	if a.User != "" {
		who = "<@" + a.User + ">:"
	}
	told := effort(r, a.Took)
	post.Text = ask.Join(words.If(told == "", " ", "\n"), ask.Join(" ", who, told), r.Won.Squares)
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

// headline names the puzzle that was played.
func (c *Commands) headline(r *ask.Answer) string {
	if o := c.readDaily(r.Ask, r.Ask.Made); o != nil {
		return o.title(r.Ask.Say)
	}
	return r.Won.Puzzle
}

// sameAgain tells how to get the puzzle of the ask again.
func (c *Commands) sameAgain(a *ask.Ask) string {
	if o := c.readDaily(a, a.Made); o != nil {
		return a.Say.Text("daily.again", words.With{"Command": o.command(a.Kind)})
	}
	return a.SameAgain(a.Made)
}

// effort tells the number of turns and hints in a game, and the time. It leaves out hints and time
// that are 0.
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
