package ask

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// An Ask is one request, read once from a typed command, a click, a form or a menu.
type Ask struct {
	*chat.Request
	Name   string  // of the command
	Kind   *Kind   // nil for a command that is about no kind of puzzle
	Action *Action // nil where there is no such action
	Say    words.Phrases

	Text    string  // the puzzle; "" for none, or one in a file
	Typed   bool    // a text was given, even an empty one
	Carried bool    // the text is what the reply carries that was clicked on
	Unread  bool    // no Game stands in the reply yet, so that links carry what it would
	Saved   string  // what stands below the puzzle in the reply of a game: the turns so far
	Made    string  // the order that the puzzle was made by, as one types it; "" for none
	Began   int     // of a game: seconds from when its reply was sent to when it began in it
	Options Options // what was said with the command and goes on to what follows: the kind's own options, do, style, theme, and files
	Spoiler bool
	private any // the option "private": bool, or nil where it was not given

	source, code string // a text that reads as the puzzle, be it an order, and its encoding; "" for none

	// What one click says, and the next one does not.
	Page, Degree     int    // of steps, of a hint
	Turn, Edit, Form string // of a game, of a board on buttons; which form to open
	At               string // where on the board of a game, or on an image
	As               string // what stands there on the image
	From             string // of a repair: what it changed
	Draft            bool   // the form has what was typed and refused
	Fix              string // a typo to be mended in the puzzle first
	Second           bool   // of two solutions
	Back             string // the action that the marks are checked for, to come back to
	Drop             bool   // marks that are wrong are taken out
	Took             int    // seconds that a game took which is shared
	DoIt             bool   // the hint is carried out
	Technique        string // to be explained
	Picked           string // from a menu
	Entered          string // moves, typed into a form
}

// Names of the actions that links lead to whatever the kind.
const (
	Solve = "solve"
	Check = "check"
	Hint  = "hint"
	Play  = "play"
	Blank = "blank"
)

// MarksField and the others are the names of the texts in forms.
const (
	PuzzleField = "puzzle"
	MarksField  = "marks"
	MovesField  = "moves"
	LineField   = "line" // of an image: what stands at a place
	DoField     = "do"   // of a form, what is to be done
)

// AsTyped is the value of a suggestion for a text that is longer than a suggestion may be.
// Picking it discards the text; a form then asks for the puzzle.
const AsTyped = "…"

// parameters are what a path can say beside the options of its kind. Most are about one
// click: follow-up buttons do not inherit them.
var parameters = map[string]struct {
	kind      chat.OptionType
	inherited bool
}{
	"do":    {chat.Text, true},
	"style": {chat.Text, true},
	"theme": {chat.Text, true},
	"topic": {chat.Text, true}, // of about
	"day":   {chat.Text, true}, // of daily

	"private": {chat.Flag, false},
	"spoiler": {chat.Flag, false},
	"puzzle":  {chat.Text, false},
	"make":    {chat.Text, false}, // an order for the puzzle
	"sample":  {chat.Flag, false}, // the puzzle is picked from a menu
	"turn":    {chat.Text, false},
	"at":      {chat.Text, false},
	"as":      {chat.Text, false}, // of a place on an image: what it is
	"from":    {chat.Text, false},
	"fix":     {chat.Text, false},
	"edit":    {chat.Text, false},
	"form":    {chat.Text, false},
	"draft":   {chat.Flag, false},
	"page":    {chat.Number, false},
	"more":    {chat.Number, false}, // of a hint
	"second":  {chat.Flag, false},
	"back":    {chat.Text, false},
	"drop":    {chat.Flag, false},
	"took":    {chat.Number, false},
	"carry":   {chat.Flag, false}, // of a hint

	"technique": {chat.Text, false}, // of help
}

// Read reads a request. It is false for a path that is none.
func Read(req *chat.Request, kinds []*Kind) (*Ask, bool) {
	a := &Ask{Request: req, Name: req.Command, Say: words.In(req.Locale)}
	all := Options(maps.Clone(req.Options))
	if req.Path != "" {
		u, err := url.Parse(req.Path)
		if err != nil {
			return nil, false
		}
		a.Name = u.Path
		all = Named(kinds, a.Name).decode(u.Query())
		maps.Copy(all, req.Options) // a file of the reply
	}
	if all == nil {
		all = Options{}
	}
	a.Kind = Named(kinds, a.Name)
	a.Spoiler, a.private = all.Flag("spoiler"), all["private"]
	a.Page, a.Degree = all.Number("page"), all.Number("more")
	a.Turn, a.Edit, a.Form, a.From = all.Text("turn"), all.Text("edit"), all.Text("form"), all.Text("from")
	a.At, a.As, a.Fix = all.Text("at"), all.Text("as"), all.Text("fix")
	if line, ok := req.Fields[LineField]; ok {
		a.As = line
	}
	a.Second, a.Took = all.Flag("second"), all.Number("took")
	a.Back, a.Drop, a.DoIt = all.Text("back"), all.Flag("drop"), all.Flag("carry")
	a.Technique, a.Draft = all.Text("technique"), all.Flag("draft")
	a.Entered = req.Fields[MovesField]
	if len(req.Picked) > 0 {
		a.Picked = req.Picked[0]
	}
	for _, field := range []string{MarksField, DoField} {
		if text := req.Fields[field]; text != "" {
			all[field] = text
		}
	}
	if all.Text(MarksField) != "" && all.Text("do") == "" && a.Kind != nil && a.Kind.Marks != "" {
		all["do"] = Hint // a solution would give away what they work at
	}
	_, a.Typed = all["puzzle"]
	a.Text, a.Carried = a.text(all)
	a.Typed = a.Typed || a.Text != ""
	maps.DeleteFunc(all, func(name string, _ any) bool {
		p, ok := parameters[name]
		return ok && !p.inherited
	})
	a.Options = all
	if a.Kind != nil {
		a.Action = &a.Kind.Actions[0]
		if do := all.Text("do"); do != "" {
			a.Action = a.Kind.Action(do)
		}
	}
	if a.Turn != "" {
		a.Text, a.Saved, _ = strings.Cut(a.Text, "\n")
		a.Made, a.Began, a.Saved = cutMade(a.Saved)
	}
	return a, true
}

// text is the puzzle: made to order by a button, picked from a menu, typed into a form,
// carried by the reply that was clicked on, or said with the command.
func (a *Ask) text(all Options) (text string, carried bool) {
	typed := all.Text("puzzle")
	if typed == AsTyped {
		typed = ""
	}
	switch order := all.Text("make"); {
	case a.Kind == nil: // a topic of help
		return typed, false
	case order != "":
		return order, false
	case all.Flag("sample"):
		return a.Picked, false
	case a.Path != "" && all[chat.ImageOption] != nil && a.Fields[PuzzleField] == "": // in place of the puzzle that was made of it
		return "", false
	case a.Fields != nil && a.Turn != Enter:
		return a.Fields[PuzzleField], false
	case a.Request.Puzzle != "":
		return a.Request.Puzzle, true
	}
	return typed, false
}

// Forms of an ask, beside those of single fields.
const (
	Sent    = "sent"    // one that was filled in
	Further = "further" // for the marks as they have become
)

// Turns of games that are no moves.
const (
	Again   = "again"   // with the same puzzle
	Another = "another" // with a puzzle that is dealt
	Enter   = "enter"   // the moves that were typed into a form
	Share   = "share"   // how it was won, for all to see
)

// decode reads what a path says, each value by its type.
func (k *Kind) decode(query url.Values) Options {
	o := Options{}
	for name, texts := range query {
		p, known := parameters[name]
		if k != nil && k.option(name) != nil {
			p.kind, known = k.option(name).Type, true
		}
		text := texts[0]
		switch n, err := strconv.ParseInt(text, 10, 64); {
		case !known:
		case p.kind == chat.Text:
			o[name] = text
		case p.kind == chat.Flag:
			o[name] = text == "true"
		case p.kind == chat.Number && err == nil:
			o[name] = n
		}
	}
	return o
}

// Given tells whether there is a puzzle in it, in any form.
func (a *Ask) Given() bool {
	_, file := a.Options.anyFile()
	return a.Text != "" || file
}

// IsPrivate tells whether the answer to a command is for the asker alone, without working
// it out. Of a click that is its button's business.
func (a *Ask) IsPrivate() bool {
	asked, said := a.private.(bool)
	switch {
	case a.Request.Path != "":
		return false
	case said:
		return asked
	case a.Kind == nil:
		return a.Target != nil || a.Name == "help" || a.Name == "about"
	}
	return a.Action != nil && (a.Action.Private || !a.Given() && !a.Kind.Deals(a.Action))
}

// WantsPrivate tells whether it was said to be for the asker alone.
func (a *Ask) WantsPrivate() bool { return a.private == true }

// WantsPublic tells whether it was said to be for all.
func (a *Ask) WantsPublic() bool { return a.private == false }

// ReadFrom notes a text that reads as the puzzle of that encoding.
func (a *Ask) ReadFrom(text, code string) {
	a.source = text
	a.code, _, _ = strings.Cut(code, "\n") // marks stand below
}

// Carry is what a reply has of a puzzle, and of what stands below it, for later clicks: the
// code as it is, or in place of a long encoding a short text that reads as the same puzzle,
// such as the order that it was made from.
func (a *Ask) Carry(code string) string {
	below, same := strings.CutPrefix(code, a.code)
	if a.source == "" || !same || below != "" && below[0] != '\n' || utf8.RuneCountInString(a.code) <= LongestBlock {
		return code
	}
	return a.source + below
}

// About is the ask for another action with the same puzzle, which what was asked for comes
// down to.
func (a *Ask) About(action string) *Ask {
	other := *a
	other.Action = a.Kind.Action(action)
	return &other
}

// Found is the ask for an action, or the usual one, with a puzzle that was found in a
// message, of any length, by those rules.
func (a *Ask) Found(k *Kind, text string, rules Options) *Ask {
	o := Options{"file": chat.Upload{Data: []byte(text)}}
	maps.Copy(o, rules)
	action := &k.Actions[0]
	if do := a.Options.Text("do"); do != "" && a.Kind == nil {
		action = cmp.Or(k.Action(do), action)
	}
	return &Ask{Request: a.Request, Name: k.Name, Kind: k, Action: action, Say: a.Say, Options: o}
}

// Change is what a link changes of an ask.
type Change = map[string]any

// maxPath is how long a Button's Path may be.
const maxPath = 90

// Link is where a button leads: to the same kind by the same options, but for the change. It
// has all but the puzzle itself, which stands in the reply. One that would grow too long
// leads to the usual paper, then to the usual style; "" is one too long even so.
func (a *Ask) Link(change Change) string {
	q := url.Values{}
	for name, value := range a.Options {
		option := a.Kind.option(name)
		if _, isFile := value.(chat.Upload); !isFile && (option == nil || !option.Encoded || a.Unread) {
			q.Set(name, fmt.Sprint(value))
		}
	}
	for name, value := range change {
		q.Set(name, fmt.Sprint(value))
	}
	path := func() string { return a.Kind.Name + "?" + q.Encode() }
	for _, spare := range []string{"theme", "style"} {
		if _, changed := change[spare]; !changed && len(path()) > maxPath {
			q.Del(spare)
		}
	}
	if len(path()) > maxPath {
		return ""
	}
	return path()
}

// Button leads on: its label by the phrase's id, and what it changes of the ask.
func (a *Ask) Button(label string, change Change) chat.Button {
	return chat.Button{Label: a.Say.Text(label), Path: a.Link(change)}
}

// Keep is a change with the wishes for privacy and for a spoiler in it, which one step on the
// way to an answer hands on to the next.
func (a *Ask) Keep(change Change) Change {
	if a.private != nil {
		change["private"] = a.private
	}
	return a.KeepSpoiler(change)
}

// KeepSpoiler is a change with the wish for a spoiler in it, for what takes the place of what
// is behind one.
func (a *Ask) KeepSpoiler(change Change) Change {
	if a.Spoiler {
		change["spoiler"] = true
	}
	return change
}

// Options are what was said with a command, by name: string, int64, bool or chat.Upload.
type Options map[string]any

// Text is an option's text; "" for none.
func (o Options) Text(name string) string {
	text, _ := o[name].(string)
	return text
}

// Flag is an option's yes; false for none.
func (o Options) Flag(name string) bool {
	yes, _ := o[name].(bool)
	return yes
}

// Number is an option's number; 0 for none.
func (o Options) Number(name string) int {
	n, _ := o[name].(int64)
	return int(n)
}

// File is the file that came with an option.
func (o Options) File(name string) (chat.Upload, bool) {
	f, ok := o[name].(chat.Upload)
	return f, ok
}

// anyFile is the name of an option with a file.
func (o Options) anyFile() (name string, ok bool) {
	for name, value := range o {
		if _, isFile := value.(chat.Upload); isFile {
			return name, true
		}
	}
	return "", false
}
