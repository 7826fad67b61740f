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
	if a.Turn == ask.Prove { // the clock stopped before
		took = a.Took
	}
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
	streak, proof := c.streak(r), ""
	if streak > 0 {
		proof = c.proof(a.User, dayAt(a.Asked.Add(-a.Age)), streak)
		r.Remark(a.Say.Text("streak.how", words.With{"Next": a.Say.Text("button.next-day"), "Button": a.Say.Text("button.streak")}))
	}
	lines := ask.Join("\n", headline, withStreak(effort(r, took), streak), squares, proof)
	r.Text = ask.Join("\n", r.Text, "```\n"+lines+"\n```")
	if r.Won.Shown {
		return
	}
	show := a.Button("button.share", ask.Change{"do": ask.Play, "turn": ask.Share, "took": took})
	show.Mode, show.Strong = chat.Publicly, true
	ways := []chat.Button{show}
	if streak == 1 {
		ways = append(ways, streakButton(a, took))
	}
	r.Buttons = append(ways, r.Buttons...)
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
	streak := c.streak(r)
	told := withStreak(effort(r, a.Took), streak)
	if a.Table != "" {
		post.Entry = c.entry(r, cmp.Or(ask.Join(" · ", c.outcome(r), told), "✓"))
	}
	post.Text = ask.Join(words.If(told == "", " ", "\n"), ask.Join(" ", who, told), r.Won.Squares)
	play := ask.Change{"do": ask.Play}
	if a.Made == "" {
		post.Puzzle = r.Game.String()
	} else {
		play["make"] = a.Made
		post.Note = c.sameAgain(a)
	}
	if streak > 0 {
		proof := c.proof(a.User, dayAt(a.Asked.Add(-a.Age)), streak)
		post.Note = ask.Join("\n", post.Note, a.Say.Text("streak.proof", words.With{"Proof": proof}))
	}
	button := a.Button("button.play-too", play)
	button.Strong = true
	post.Offer(button)
	if o := c.readDaily(a, a.Made); o != nil && streak > 0 {
		post.Offer(o.nextDay(a))
	}
	return post
}

// outcome tells in a table that a game was not won; "" if it was.
func (c *Commands) outcome(r *ask.Answer) string {
	switch r.Won.Outcome {
	case "share.given-up":
		return r.Won.Squares + " " + r.Ask.Say.Text("table.given-up")
	case "share.lost":
		return r.Ask.Say.Text("table.lost")
	}
	return ""
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
