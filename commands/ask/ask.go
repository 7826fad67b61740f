package ask

import (
	"cmp"
	"maps"
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
	own    words.Phrases // in the person's language, for what they alone see; Say may speak that of all who see the answer

	Text    string // the puzzle; "" for none, or one in a file
	Typed   bool   // a text was given, even an empty one
	Carried bool   // the text is what the reply carries that was clicked on
	Traced  bool   // the picture on which the puzzle was read stands beside the answer
	AsFile  bool   // the image came as the text file
	Unread  bool   // no Game stands in the reply yet, so links carry also the options that its encoding would
	Saved   string // what stands below the puzzle in the reply of a game: the turns so far
	Beginning
	Options Options // what was said with the command and goes on to what follows: the kind's own options, do, style, theme, and files
	Spoiler bool
	private any     // the option "private": bool, or nil where it was not given
	said    Options // all that the command, the path or the form says

	source, code string // a text that reads as the puzzle, be it an order, and its encoding; "" for none

	// What one click says, and the next one does not.
	Page, Degree     int    // of steps, of a hint
	Leg              int    // of a hint that is walked through, from 1; 0 for the hint itself
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
	ForTable         bool   // a game whose result may go into the reply that was clicked on
	NextDay          bool   // the puzzle of the day after the reply that was clicked on
	DoIt             bool   // the hint is carried out
	Done             int    // hints that were carried out before, and count for the number of this one
	Whole            bool   // a listener wants the whole board, and not only what the hint is about
	Show             bool   // the answer is for the asker alone, who may show it to all
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
	LineField   = "line"  // of an image: what stands at a place
	DoField     = "do"    // of a form, what is to be done
	SizeField   = "size"  // of a picture that is drawn
	TicksField  = "also"  // of a form, the names of options that are set
	ProofField  = "proof" // what the person showed yesterday
)

// AsTyped is the value of a suggestion for a text that is longer than a suggestion may be.
// Picking it discards the text; a form then asks for the puzzle.
const AsTyped = "…"

// Forms of an ask, beside those of single fields.
const (
	Sent    = "sent"    // a form that was filled in
	Further = "further" // a form to bring the marks up to date
)

// Turns of games that are no moves.
const (
	Again   = "again"   // with the same puzzle
	Another = "another" // with a puzzle that is dealt
	Harder  = "harder"  // with one that is dealt, of the next degree
	Enter   = "enter"   // the moves that were typed into a form
	Paint   = "paint"   // on a page of its own
	Share   = "share"   // how it was won, for all to see
	Prove   = "prove"   // the person has typed what proves their streak
)

// Aside returns the ask with its words in the person's own language, for what they alone see.
func (a *Ask) Aside() *Ask {
	aside := *a
	aside.Say = a.own
	return &aside
}

// ForMakers reports whether the ask came by its kind's command for makers, or by the form of that.
func (a *Ask) ForMakers() bool { return a.Kind != nil && a.Kind.isMaker(a.Name) }

// Sample returns the ask's command with a puzzle that it can read: the one that shows more of an error
// with this code, if the kind has one.
func (a *Ask) Sample(code string) string {
	name, puzzle := a.Kind.Name, a.Kind.Example
	if a.ForMakers() {
		name, puzzle = a.Name, a.Kind.Maker.Sample
	}
	return "/" + name + " puzzle:" + cmp.Or(a.Kind.Instead[code], puzzle)
}

// Given reports whether the ask has a puzzle: as text, or as a file or image.
func (a *Ask) Given() bool {
	return a.Text != "" || a.Options.hasFile()
}

// IsPrivate reports whether the answer to a command is for the asker alone: if they asked for that,
// or else if the command's answers usually are, or if it lacks a puzzle. It can be asked before
// there is an answer. A form has a tick for it. It is false for a click, as the button says how that is answered.
func (a *Ask) IsPrivate() bool {
	asked, said := a.private.(bool)
	switch {
	case a.Request.Path != "":
		return a.Form == Sent && asked
	case said:
		return asked
	case a.Kind == nil:
		return a.Target != nil || a.Name == "help" || a.Name == "about"
	}
	return a.Action != nil && (a.Action.Private || a.drawsImage() || !a.Given() && !a.Kind.Deals(a.Action))
}

// drawsImage reports whether an image is drawn for the person to choose from. The answer may be late, and
// Discord must know before it comes who will see it.
func (a *Ask) drawsImage() bool {
	_, image := a.Options.File(chat.ImageOption)
	return image && a.Unsaid() && a.Kind.Drawing(a.Options)
}

// WantsPrivate reports whether the person asked for an answer for their eyes alone.
func (a *Ask) WantsPrivate() bool { return a.private == true }

// WantsPublic reports whether the person asked for an answer for all to see.
func (a *Ask) WantsPublic() bool { return a.private == false }

// ReadFrom notes for Carry that a text reads as the puzzle with this encoding. Only the first line
// of the code counts.
func (a *Ask) ReadFrom(text, code string) {
	a.source = text
	a.code, _, _ = strings.Cut(code, "\n") // marks stand below
}

// Carry returns what a reply carries of a puzzle, and of the lines below it, for later clicks: the
// code as it is, or in place of a long encoding the short text that was read as the same puzzle,
// such as the order that it was made from.
func (a *Ask) Carry(code string) string {
	below, same := strings.CutPrefix(code, a.code)
	if a.source == "" || !same || below != "" && below[0] != '\n' || utf8.RuneCountInString(a.code) <= LongestBlock {
		return code
	}
	return a.source + below
}

// WithAction returns a copy of the ask with another action on the same puzzle.
func (a *Ask) WithAction(action string) *Ask {
	other := *a
	other.Action = a.Kind.Action(action)
	return &other
}

// Found returns the ask about a puzzle of kind k that was found in a message. The options of the ask
// are those in rules, and the puzzle's text as a file, which may be of any length. If a is for a
// command without a kind, the action is the one named by its option "do", or Offer if kind k has no
// such action. Otherwise it is the first action of kind k.
func (a *Ask) Found(k *Kind, text string, rules Options) *Ask {
	o := Options{"file": chat.Upload{Data: []byte(text)}}
	maps.Copy(o, rules)
	action := &k.Actions[0]
	if do := a.Options.Text("do"); do != "" && a.Kind == nil {
		action = cmp.Or(k.Action(do), k.Action(Offer))
	}
	return &Ask{Request: a.Request, Name: k.Name, Kind: k, Action: action, private: a.private, Say: a.Say, own: a.own, Options: o}
}

// Options holds what was said with a command, by name: string, int64, bool or chat.Upload.
type Options map[string]any

// Text returns an option's text; "" for none.
func (o Options) Text(name string) string {
	text, _ := o[name].(string)
	return text
}

// Flag reports whether an option is set to true.
func (o Options) Flag(name string) bool {
	yes, _ := o[name].(bool)
	return yes
}

// Number returns an option's number; 0 for none.
func (o Options) Number(name string) int {
	n, _ := o[name].(int64)
	return int(n)
}

// File returns the file that came with an option.
func (o Options) File(name string) (chat.Upload, bool) {
	f, ok := o[name].(chat.Upload)
	return f, ok
}

// hasFile reports whether any option is a file.
func (o Options) hasFile() bool {
	for _, value := range o {
		if _, isFile := value.(chat.Upload); isFile {
			return true
		}
	}
	return false
}
