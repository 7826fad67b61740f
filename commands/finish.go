package commands

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// finish gives an answer its style, the page that was asked for, and the ways on from it.
func (c *Commands) finish(r *ask.Answer) {
	a, code := r.Ask, r.Puzzle
	if code == "" {
		code = r.Game.String()
	}
	length := utf8.RuneCountInString(code)
	most := ask.LongestBlock
	if a.Action.Game || a.Action.Short && strings.Contains(code, "\n"+ask.SnapshotSign) {
		most = ask.LongestGame
	}
	short := length <= most
	var turn []chat.Button
	switch {
	case a.Action.OneStage:
		turn = showHint(r)
	case short:
		turn = showPage(r)
	default:
		listAsFile(r)
	}
	r.Theme = c.theme(a)
	style(r, words.If(short, length, 0))
	r.Spoiler = a.Spoiler && a.Action.Reveals
	if !short {
		r.Puzzle, r.Buttons = "", nil
		r.Attach("puzzle", []string{code})
		r.Remark(a.Say.Text("note.no-buttons"))
		return
	}
	r.Puzzle = code
	if a.Action.Alone {
		r.Buttons = append(turn, r.Buttons...)
		return
	}
	if r.Tone == chat.Bad {
		turn = append(turn, mend(a))
	}
	if r.Spoiler {
		turn = append(turn, a.Button("button.reveal", same(r)))
	}
	r.Buttons = append(turn, r.Buttons...)
	followUps(r)
}

// same is the change to the same answer in another form.
func same(r *ask.Answer) ask.Change {
	change := ask.Change{"do": r.Ask.Action.Name}
	if r.Ask.Second {
		change["second"] = true
	}
	if r.Again != nil {
		change = maps.Clone(r.Again)
	}
	return change
}

// theme is the paper that was asked for, or else the usual one.
func (c *Commands) theme(a *ask.Ask) render.Theme {
	switch a.Options.Text("theme") {
	case "dark":
		return render.Dark
	case "light":
		return render.Light
	}
	return c.settings.Theme
}

// anyWidth is how many emoji any screen shows in a line without wrapping.
const anyWidth = 40

// emojiFits tells whether the board can be shown as emoji of that width: not where they lack
// what it says, or where its kind has no such style.
func emojiFits(r *ask.Answer, width int) bool {
	styles := r.Ask.Kind.Styles
	return !r.Clued && (styles == nil || slices.Contains(styles, "emoji")) && r.Board.EmojiFits(width)
}

// style shows the board as was asked, in words, emoji or a picture, or as fits. The puzzle's
// length is what it takes of the reply, in characters.
func style(r *ask.Answer, puzzle int) {
	wanted := r.Ask.Options.Text("style")
	switch {
	case r.Board == nil:
	case wanted == "text":
		speak(r, puzzle)
	default:
		any, phone := emojiFits(r, anyWidth), emojiFits(r, ask.PhoneWidth)
		r.Picture = wanted == "picture" || r.Film != nil || !any || wanted != "emoji" && (r.Picture || !phone)
		if r.Picture && r.Film == nil && wanted == "emoji" {
			r.Remark(r.Ask.Say.Text("note.no-emoji"))
		}
	}
}

// longestSpoken is how long a board in words may be, in characters, to stand in the reply
// itself beside its text and its puzzle.
const longestSpoken = 2800

// speak puts the board into words, for screen readers, beside a puzzle of that many
// characters.
func speak(r *ask.Answer, puzzle int) {
	r.Board.Say = r.Ask.Say.Board
	rows := *r.Board
	rows.Title, rows.Caption = "", "" // the reply says them
	if told := rows.Text(); utf8.RuneCountInString(r.Text+told)+puzzle <= longestSpoken {
		r.Text = ask.Join("\n", r.Text, told)
	} else {
		r.Attach("board", strings.Split(r.Board.Text(), "\n"))
		r.Remark(r.Ask.Say.Text("note.board-file"))
	}
	r.Board, r.Spoken = nil, true
}

// followUps adds buttons for what else can be done with the puzzle.
func followUps(r *ask.Answer) {
	a := r.Ask
	add := func(label string, change ask.Change) { r.Offer(a.Button(label, change)) }
	for _, other := range a.Kind.Actions {
		if other.Button && other.Name != a.Action.Name && r.Tone != chat.Bad { // what has no solution has no steps
			add("button."+other.Name, ask.Change{"do": other.Name})
		}
	}
	for _, other := range a.Kind.Actions {
		if other.When != nil && other.When(r) {
			add("button."+other.Name, ask.Change{"do": other.Name})
		}
	}
	inStyle := func(style string) {
		change := same(r)
		change["style"] = style
		add("button."+style, change)
	}
	switch {
	case r.Film != nil:
	case r.Spoken, r.Board != nil && !r.Picture:
		inStyle("picture")
	case r.Board != nil && emojiFits(r, anyWidth):
		inStyle("emoji")
	}
	if a.Kind.Page == nil || r.Tone == chat.Bad {
		return
	}
	if url := a.Kind.Page(r.Game); url != "" && len(url) <= longestURL {
		r.Offer(chat.Button{Label: a.Say.Text("button.link"), URL: url})
	}
}

// longestURL is how long an address may be, in characters, for a button of Discord's.
const longestURL = 512

// explain says, in small print, what the board's signs mean, each once. Behind a spoiler the
// legend joins the hidden text: it would tell that a winning move exists.
func explain(r *ask.Answer, say words.Phrases) {
	id, signs := "legend.emoji", r.Board.EmojiSigns()
	if r.Picture {
		id, signs = "legend.picture", pictureSigns(r)
	}
	var told []string
	for _, sign := range signs {
		word := strings.ReplaceAll(sign.Word, " ", "-")
		means, own := r.Legend[sign.Word]
		switch {
		case !own:
			means = "legend.means." + word
		case means == "":
			continue
		}
		looks := sign.Emoji
		if r.Picture {
			looks = say.Text("legend.looks." + word)
		}
		told = append(told, say.Text(id, words.With{"Sign": looks, "Means": say.Text(means)}))
	}
	line := strings.Join(told, " · ")
	if r.Spoiler {
		r.Text = ask.Join("\n", r.Text, line)
	} else {
		r.Note = ask.Join("\n", line, r.Note)
	}
}

// pictureSigns are those of the picture and of the film beside it.
func pictureSigns(r *ask.Answer) []render.Sign {
	if r.Film == nil {
		return r.Board.PictureSigns()
	}
	var all render.Board
	seen := map[render.Cell]bool{}
	add := func(cells []render.Cell) {
		for _, cell := range cells {
			if !seen[cell] {
				seen[cell] = true
				all.Cells = append(all.Cells, cell)
			}
		}
	}
	add(r.Board.Cells)
	for _, frame := range r.Film.Frames {
		add(frame.Cells)
	}
	return all.PictureSigns()
}
