package commands

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// finish gives an answer about a puzzle what all such answers have: the puzzle's text, the page or
// the degree of a hint that was asked for, the theme and the style, and the buttons. It decides
// whether the text stands in the reply, comes as a file, or is left to the address of a web page.
func (c *Commands) finish(ctx context.Context, r *ask.Answer) {
	a, over := r.Ask, r.Ask.Action.Game && !r.Tucked
	c.tuckRace(r)
	paint, length := c.carry(ctx, r, over)
	link := linkButton(r)
	r.InLink = link.URL != "" && !a.Action.Written && carries(link.URL, r)
	var turn []chat.Button
	if a.Action.OneStage {
		turn = showHint(r)
	} else {
		turn = showPage(r)
	}
	r.Theme = c.theme(a)
	style(r, words.If(r.InFile || r.InLink || r.Tucked, 0, length))
	r.Spoiler = a.Spoiler && (a.Action.Reveals || r.Gives)
	if a.Action.Alone {
		r.Buttons = append(turn, r.Buttons...)
		if r.InLink {
			r.Offer(link)
		}
		r.Offer(paint...)
		return
	}
	if r.Tone == chat.Bad && fillable(a.Kind, r.Puzzle) {
		turn = append(turn, mend(a))
	}
	if r.Spoiler {
		turn = append(turn, a.Button("button.reveal", same(r)))
	}
	r.Buttons = append(turn, r.Buttons...)
	followUps(r)
	if r.InLink {
		r.Offer(a.Button("button.copy", ask.Change{"do": "copy"}))
	}
	if link.URL != "" {
		r.Offer(link)
	}
	r.Offer(paint...)
	if (a.Form == ask.Sent || a.Show) && !a.WantsPublic() {
		r.Offer(shareButton(r))
	}
}

// carry puts into an answer what it carries of its puzzle: the encoding or the order, and the lines below it.
// Over tells of a game that it has ended. It returns the button to the page on which the puzzle is painted, in a
// slice that may be empty, and the length of what is carried in characters.
func (c *Commands) carry(ctx context.Context, r *ask.Answer, over bool) (paint []chat.Button, length int) {
	a, code := r.Ask, cmp.Or(r.Puzzle, r.Game.String())
	code = a.Carry(code)
	if !over {
		paint = c.paintButton(ctx, r, code)
	}
	length = utf8.RuneCountInString(code)
	most := ask.LongestBlock
	if a.Action.Game || a.Action.Short && strings.Contains(code, "\n"+ask.SnapshotSign) {
		most = ask.LongestGame
	}
	if a.Touch { // it stands in no message
		most = chat.MaxPuzzleFile
	}
	if length <= most && a.Action.Game && a.Made != "" {
		code = a.WithMade(code)
		if c.readDaily(a, a.Made) != nil && a.Turn == "" && r.Won == nil {
			r.Remark(a.Say.Text("daily.race"))
		}
		if over { // while a game goes on its message is short
			r.Remark(c.sameAgain(a))
		}
	}
	r.Puzzle, r.InFile = code, length > most
	return paint, length
}

// tuckRace hides what an answer carries if it is to a race that is over. It offers the day's other puzzles in a
// menu, which has room for that.
func (c *Commands) tuckRace(r *ask.Answer) {
	if o := c.readDaily(r.Ask, r.Ask.Made); o != nil && r.Ask.Action.Game && !r.Tucked {
		r.Menus, r.Tucked = append(r.Menus, o.others(r.Ask)), true
	}
}

// shareButton returns a button to the same answer once more, or to the one in its place, for all to
// see.
func shareButton(r *ask.Answer) chat.Button {
	change := same(r)
	if r.Posted != nil {
		change = maps.Clone(r.Posted)
	}
	b := r.Ask.Button("button.share", r.Ask.KeepSpoiler(change))
	b.Mode = chat.Publicly
	return b
}

// same returns the change of a link that leads to the same answer once more, such as in another
// style.
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

// theme returns the theme that was asked for, or else the one of the settings.
func (c *Commands) theme(a *ask.Ask) render.Theme {
	switch a.Options.Text("theme") {
	case "dark":
		return render.Dark
	case "light":
		return render.Light
	}
	return c.settings.Theme
}

// anyWidth is the number of emoji that any screen shows in a line without wrapping.
const anyWidth = 40

// emojiFits reports whether an answer's board can be shown as emoji in lines of this width. It
// cannot if emoji lack something that the board shows, or if its kind has no such style.
func emojiFits(r *ask.Answer, width int) bool {
	styles := r.Ask.Kind.Styles
	return !r.Clued && (styles == nil || slices.Contains(styles, "emoji")) && r.Board.EmojiFits(width)
}

// style decides how the board is shown: in words, as emoji or as a picture. It goes by the option
// style if that is possible, and says so if emoji are not. Without the option it takes emoji only
// if they fit a phone. Puzzle is the number of characters that the puzzle takes in the reply.
func style(r *ask.Answer, puzzle int) {
	wanted := r.Ask.Options.Text("style")
	switch {
	case r.Board == nil:
	case r.Ask.Spoken():
		speak(r, puzzle)
	default:
		any, phone := emojiFits(r, anyWidth), emojiFits(r, ask.PhoneWidth)
		r.Picture = wanted == "picture" || r.Film != nil || !any || wanted != "emoji" && (r.Picture || !phone)
		if r.Picture && r.Film == nil && wanted == "emoji" {
			r.Remark(r.Ask.Say.Text("note.no-emoji"))
		}
	}
}

// longestSpoken is the longest board in words that stands in the reply itself, counted in
// characters together with the reply's text and its puzzle.
const longestSpoken = 2800

// speak puts the board into words, for screen readers, and takes the emoji out of the reply's
// texts. The words stand in r.Secret, or in a file if they are too long for the reply. Puzzle is
// the number of characters that the puzzle takes in the reply. The answer has no Board afterwards.
func speak(r *ask.Answer, puzzle int) {
	voice(r)
	r.Text, r.Secret, r.Note = render.WithoutEmoji(r.Text), render.WithoutEmoji(r.Secret), render.WithoutEmoji(r.Note)
	untitled := *r.Board
	untitled.Title = "" // the reply has the title
	if told := untitled.Text(); utf8.RuneCountInString(r.Text+r.Secret+told)+puzzle <= longestSpoken {
		r.Secret = ask.Join("\n", r.Secret, told)
	} else {
		r.Attach("board", strings.Split(r.Board.Text(), "\n"))
		r.Remark(r.Ask.Say.Text("note.board-file"))
	}
	if len(r.Board.Palette) > 0 { // a file to copy, and to read letter by letter
		r.Attach("letters", r.Board.Letters())
	}
	r.Board, r.Spoken = nil, true
}

// followUps adds buttons for other actions with the puzzle, and for another style of the board. It
// adds none that leads where a button leads already.
func followUps(r *ask.Answer) {
	a := r.Ask
	add := func(label string, change ask.Change) {
		b := a.Button(label, change)
		leadsThere := func(other chat.Button) bool {
			return strings.Replace(other.Path, "&table=true", "", 1) == b.Path && b.Path != "" // a race is a game
		}
		if !slices.ContainsFunc(r.Buttons, leadsThere) {
			r.Offer(b)
		}
	}
	do := func(action *ask.Action) ask.Change {
		change := ask.Change{"do": action.Name}
		if order := r.Again["make"]; action.Game && order != nil { // the game gets the same number
			change["make"] = order
			if a.Link(change) == "" {
				delete(change, "make")
			}
		}
		return change
	}
	for i, other := range a.Kind.Actions {
		if other.Button && other.Name != a.Action.Name && r.Tone != chat.Bad { // a puzzle without a solution has no steps
			add("button."+other.Name, do(&a.Kind.Actions[i]))
		}
	}
	for i, other := range a.Kind.Actions {
		if other.When != nil && other.When(r) {
			add("button."+other.Name, do(&a.Kind.Actions[i]))
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
}

// linkButton returns a button to the page where the puzzle can be played on the web, without an
// address if there is no such page.
func linkButton(r *ask.Answer) chat.Button {
	if r.Ask.Kind.Page == nil || r.Tone == chat.Bad || r.Ask.Action.Game {
		return chat.Button{}
	}
	url := r.Ask.Kind.Page(r.Game)
	if len(url) > longestURL {
		return chat.Button{}
	}
	return chat.Button{Label: r.Ask.Say.Text("button.link"), URL: url}
}

// carries reports whether a page's address alone reads as the answer's puzzle and its marks. It
// reads the address without the options that are part of a puzzle's encoding, such as marks, as a
// click does not bring them.
func carries(url string, r *ask.Answer) bool {
	options := maps.Clone(r.Ask.Options)
	for _, o := range r.Ask.Kind.Options {
		if o.Encoded {
			delete(options, o.Name)
		}
	}
	game, err := r.Ask.Kind.Read(url, options)
	return err == nil && game.String() == r.Puzzle
}

// longestURL is the longest address of a button on Discord, in characters.
const longestURL = 512

// explain tells the meanings of the board's signs in small print, each once. With a spoiler the
// legend joins the hidden text: the legend would betray that a winning move exists. A Brief answer has no
// legend.
func explain(r *ask.Answer, say words.Phrases) {
	if r.Brief {
		return
	}
	id, signs := "legend.emoji", r.Board.EmojiSigns()
	if r.Picture {
		id, signs = "legend.picture", pictureSigns(r)
	}
	var told []string
	for _, sign := range signs {
		if sign.Means != "" {
			told = append(told, ask.Join(" ", sign.Emoji, sign.Means))
			continue
		}
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
			looks = say.Text(words.If(len(r.Board.Palette) > 0, "legend.shapes.", "legend.looks.") + word)
		}
		told = append(told, say.Text(id, words.With{"Sign": looks, "Means": say.Text(means)}))
	}
	line := strings.Join(told, " · ")
	if r.Picture && r.Board.Recoloured() {
		line = ask.Join("\n", line, say.Text("legend.recoloured"))
	}
	if r.Spoiler {
		r.Secret = ask.Join("\n", r.Secret, line)
	} else {
		r.Note = ask.Join("\n", line, r.Note)
	}
}

// pictureSigns returns the signs that the picture shows and, if there is a film, those that any of
// its frames shows, each once.
func pictureSigns(r *ask.Answer) []render.Sign {
	if r.Film == nil {
		return r.Board.PictureSigns()
	}
	all := render.Board{Palette: r.Board.Palette, Say: r.Board.Say}
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
		add(frame.Draw().Cells)
	}
	return all.PictureSigns()
}
