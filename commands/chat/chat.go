// Package chat is what the bot and its commands share, and nothing else: what a person
// asked for (Request), what they are answered (Reply, Form, Choice), and the commands as a
// chat offers them (Definition). It is in no platform's terms.
package chat

import (
	"context"
	"strings"
	"time"

	"kibitz/render"
)

// Request is one thing that a person asked for: a command, or something done
// on an earlier reply: a click on a button, a pick from a menu, a form sent in.
type Request struct {
	Command string            // the command's name; "" for what was done on a reply
	Options map[string]any    // string, int64, bool or Upload by option name
	Target  *Target           // a command on a message: that message; nil for all else
	Path    string            // of the button, the menu or the form; "" for a command
	Picked  []string          // from a menu: values
	Fields  map[string]string // of a form: texts by field name
	Puzzle  string            // the Puzzle that the reply carries, in it or in its file, of several the last
	Puzzles []string          // all that it carries
	Said    string            // what the reply says, its title and Text in Markdown; "" for a command
	Locale  string            // the person's language, as Discord names it: "en-US", "ko"
	App     string            // the bot's id, for an invitation; "" where it has none
	Chance  uint64            // stands for the dice: a request that is answered twice gets the same answer
	User    string            // who asks: an id, the same for the same person
	Asked   time.Time         // when, by the chat's own clock; zero where that is not known
	Age     time.Duration     // of the reply that was clicked on, by the same clock; 0 where that is not known
}

// Inquiry is a Request that was read. What has to be known of it at once needs none of the
// files and puzzles that are fetched for it; Form and Answer take from the Request those that
// it has when they are called.
type Inquiry struct {
	Private bool         // the answer to a command is for the asker alone; of a click that is its button's business
	Form    func() *Form // the form that the request opens; nil for none

	// Answer answers it. It always returns a reply. When ctx ends it returns what is certain by
	// then. It may call progress with interim replies, from any goroutine, a few times a second.
	Answer func(ctx context.Context, progress func(*Reply)) *Reply
}

// Target is the message that a command was used on.
type Target struct {
	Texts    []string    // Markdown, as people wrote it
	Files    []Upload    // those of its files that may be text
	Pictures []Upload    // those that are images
	Reply    *ReplyState // where it is a reply of the bot's own; nil for all else
}

// ReplyState is what a reply of the bot's holds for what may follow.
type ReplyState struct {
	Puzzles []string
	Paths   []string // of its buttons and menus
}

// Upload is a file that came with a command, or that the reply has which was clicked on.
type Upload struct {
	Name string // as its sender calls it: not to be trusted
	Type string // its media type, as its sender says; "" where unknown
	Data []byte // at most the option's MaxBytes; nil where a form or privacy is asked about, which does not wait for it
}

// Reply is one answer, in no platform's terms.
type Reply struct {
	Tone    Tone
	Title   string
	Text    string          // Markdown; what it quotes is already escaped
	Secret  string          // Markdown after Text, that gives the solution away
	Board   *render.Board   // nil for none
	Picture bool            // show the Board as a picture, not as emoji
	Film    *Film           // an animation above the Board's picture; nil for none
	Tracing *render.Tracing // somebody's image with what was read off it, above all other pictures; nil for none
	Theme   render.Theme    // of the picture
	Note    string          // small print under all else, Markdown
	Puzzle  string          // the puzzle's canonical encoding, or the order that it was made from: a click reads it again; "" for none
	InFile  bool            // the Puzzle comes in the file PuzzleFile, as it is too long to stand in a code block
	InLink  bool            // Puzzle reads from the URL of the Button that has one, and needs no code block
	Puzzles []string        // in place of Puzzle: several, for a Menu to pick from
	Grid    [][]Button      // rows of at most five, in the board's place
	Menus   []*Menu
	Buttons []Button // at most 25
	Files   []File   // at most 8
	Private bool     // for the asker's eyes alone
	Spoiler bool     // Secret, Board, Film and Files are veiled until somebody taps them
}

// Film is a board being solved, frame by frame. The reply's Board beside it is for those
// who would rather not see it move.
type Film struct {
	Frames []render.Frame
	Alt    string
}

// Tone is what kind of news a reply brings; it picks the colour at its side.
type Tone uint8

const (
	Plain   Tone = iota // help, progress
	Good                // solved; exactly one solution
	Mixed               // several solutions, or not decided
	Bad                 // no solution
	Failure             // no answer: the request was wrong, or we were
)

// Button is a way to go on from a reply.
type Button struct {
	Label    string // at most 80 characters
	Emoji    string // before the label, or instead of one
	Path     string // what a click asks for: at most 90 characters
	URL      string // in place of Path: a page elsewhere
	Mode     Mode
	Strong   bool // the one that most people want
	Disabled bool // shown, and not to be clicked
}

// Mode is how a click is answered. It is known before the click is worked on, because a
// chat wants to be told at once what is coming.
type Mode uint8

const (
	Privately       Mode = iota // by a new reply for whoever clicked
	Publicly                    // by a new reply for all to see
	EditByOwner                 // in the reply's place; only who asked for the reply may click
	EditOrPrivately             // in the reply's place for who asked for it; for others as Privately
	EditByAnyone                // in the reply's place, whoever clicks; a Failure leaves it as it is, and is told to them alone
)

// Menu is a list to pick from: one item, or up to Most together.
type Menu struct {
	Path  string // as of a Button; the Request has the value as well
	Hint  string // in the menu's place while it is closed and nothing is picked
	Most  int    // how many items may be picked together, or none; 0 for exactly one
	Mode  Mode
	Items []Item // 1 to 25, of different values
}

// Item is one line of a Menu.
type Item struct {
	Value, Label string // at most 100 characters
	Detail       string // small, under the label; "" for none
	Picked       bool   // shown while the menu is closed
}

// Form asks for text. It comes as the first answer to a request, or never.
type Form struct {
	Title  string // at most 45 characters
	Path   string // of the Request that sends it in
	Mode   Mode   // how that is answered
	Text   string // above the fields, Markdown; "" for none
	Mends  bool   // fields are filled in from Request.Puzzle: where that is in a file, it is fetched first
	Fields []Field
}

// Field is one text to be filled in.
type Field struct {
	Name   string // in Request.Fields
	Label  string // at most 45 characters
	Detail string // under the label, at most 100 characters; "" for none
	Sample string // shown while nothing is filled in, at most 100 characters
	Value  string // filled in already, at most 4,000 characters; of Choices the one that is picked

	Choices  []Choice // in place of a text: 2 to 10, to pick one from
	Short    bool     // of a line
	Image    bool     // in place of a text: a file, which comes with the Request's Options
	Optional bool     // it may be left empty
}

// PuzzleFile is the name of the file that a puzzle comes in where it is too long
// to stand in its reply. No other file of a reply has that name.
const PuzzleFile = "puzzle.txt"

// MaxPuzzleFile is the largest puzzle, in bytes, that is read from a file.
const MaxPuzzleFile = 1 << 20

// A reply carries images for its buttons in files: a Button, or a picked Item, whose path says
// ImageOption=NAME gets the file that ImageFile says for that name, as that option.
const (
	ImageOption = "image"
	Shades      = "shades" // what a puzzle was drawn of, a pixel a cell
	Photo       = "photo"  // a board that was found on an image; of several "photo-1", "photo-2" and so on
	PickedImage = "picked" // the name is the last word of the picked Item's value

	MaxImage = 10 << 20 // the largest, in bytes
)

// ImageFile is the name of the file with the image of that name; "" for a name that none has.
func ImageFile(name string) string {
	switch {
	case name == Shades, name == "true": // as it was said once
		return Shades + ".png"
	case name == Photo, strings.HasPrefix(name, Photo+"-"):
		return name + ".jpg"
	}
	return ""
}

// File is something attached to a reply to be downloaded.
type File struct {
	Name string // letters, digits, '-', '_' and one dot
	Data []byte
}

// Definition is what a chat needs to know to offer a command.
type Definition struct {
	Name        string
	Description string // at most 100 characters
	Options     []Option

	OnMessage bool  // a command on a message, which has no description and no options
	MaxBytes  int64 // OnMessage: the largest file of the message that is read

	Names, Descriptions map[string]string // by locale, as Discord names it; Names where OnMessage alone
}

// Option is one thing that can be said with a command.
type Option struct {
	Name        string
	Description string
	Type        OptionType
	Required    bool
	Choices     []Choice // Text only; empty for free text
	Min, Max    int64    // Number: bounds; Text: lengths; both 0 for none
	MaxBytes    int64    // Attachment: the largest file that is read
	Suggest     bool     // Text: suggestions while it is typed, from Set.Suggest

	Descriptions map[string]string // by locale
}

// OptionType is the type of an option's value.
type OptionType uint8

const (
	Text       OptionType = iota // string
	Number                       // int64
	Flag                         // bool
	Attachment                   // Upload
)

// Choice is one of the values that an option may take.
type Choice struct {
	Name, Value string

	Names map[string]string // by locale
}
