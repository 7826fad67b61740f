// Package chat holds the terms that the bot and its commands share, and nothing else: what a person
// asks for (Request), the answers (Reply, Form, Choice), and the commands as a chat offers them
// (Definition). It names no platform's own things.
package chat

import (
	"context"
	"strings"
	"time"

	"kibitz/render"
)

// Request is one thing that a person asked for: a command, or a click on a button of an earlier
// reply, a pick from its menu, or a form sent in.
type Request struct {
	Command string            // the command's name; "" for a click, a pick or a form
	Options map[string]any    // string, int64, bool or Upload by option name
	Target  *Target           // the message that a command was used on; nil for all other requests
	Path    string            // Path of the button, the menu or the form; "" for a command
	Picked  []string          // values picked from a menu
	Fields  map[string]string // texts of a form by field name
	Puzzle  string            // Puzzle of the reply, from its text or its file; the last one if it carries several
	Puzzles []string          // all puzzles of the reply
	Said    string            // title and Text of the reply, in Markdown; "" for a command
	Texts   []string          // all texts of the reply, Said first
	Origin  string            // what an Entry into the clicked reply names it by, for any later request; "" if it can have none
	Locale  string            // the person's language, as Discord names it: "en-US", "ko"
	Shared  string            // the language of an answer that others see; "" for the person's, or if no answer to the request is for others
	App     string            // the bot's id, for an invitation; "" if it has none
	Chance  uint64            // random number in place of dice: a request that is answered twice gets the same answer
	User    string            // id of the person, always the same one
	Asked   time.Time         // time of the request by the chat's own clock; zero if unknown
	Age     time.Duration     // age of the clicked reply by the same clock; 0 if unknown, or if the answer is a reply Beside it
	Touch   bool              // the Board of a game is wanted whole, with its Play
}

// Inquiry is a Request that was read. Private needs none of the files and puzzles that are fetched
// for the request. Form and Answer use the ones that the Request has when they are called.
type Inquiry struct {
	Apart   bool         // the answer to the click is a reply of its own, so that the clicked one stays open to an Entry
	Private bool         // the answer to a command, or to a form that says so, is for the asker alone; else a click follows its button's Mode
	Form    func() *Form // the form that the request opens; nil for none

	// Launch returns what the request opens on the page where boards are painted; nil for nothing. The func is
	// nil for a request that opens no page.
	Launch func() *Launch

	// Answer answers it, always with a reply. When ctx ends, it returns what is certain by then. It
	// may call progress with interim replies, from any goroutine, a few times a second.
	Answer func(ctx context.Context, progress func(*Reply)) *Reply
}

// A Launch opens the page where boards are painted. It takes the place of an answer where the chat can show the
// page, and else becomes a Button to it.
type Launch struct {
	Path  string // of what the page opens: a kind, its rules and the puzzle; "" for the puzzles of the day
	Bare  string // Path without the puzzle
	Label string // of the Button
}

// LaunchName is the name of the command that opens the page.
const LaunchName = "paint"

// Target is the message that a command was used on.
type Target struct {
	Texts    []string    // Markdown, as people wrote it
	Files    []Upload    // its files that may be text
	Pictures []Upload    // its files that are images
	Reply    *ReplyState // set if the message is a reply of this bot; nil for others
}

// ReplyState is what a command on one of the bot's replies can read from it.
type ReplyState struct {
	Puzzles []string
	Paths   []string // paths of its buttons and menus
}

// Upload is a file that came with a command or belongs to the clicked reply.
type Upload struct {
	Name string // its sender's name for it: not to be trusted
	Type string // its sender's media type; "" if unknown
	Data []byte // at most the option's MaxBytes; nil while Form or Private is read, which do not wait for files
}

// Reply is one answer, in terms of no platform.
type Reply struct {
	Tone    Tone
	Title   string
	Text    string        // Markdown; quotations in it are already escaped
	Secret  string        // Markdown after Text that gives the solution away
	Board   *render.Board // nil for none
	Picture bool          // show the Board as a picture, not as emoji
	Film    *Film         // an animation above the Board's picture; nil for none
	// A person's image with the board that was read from it, or the drawings of it to choose from, above
	// all other pictures; nil for none.
	Tracing *render.Tracing
	Theme   render.Theme // theme of the pictures
	Note    string       // small print at the end, Markdown
	Puzzle  string       // the puzzle's canonical encoding, or the order that made it; a click reads it again; "" for none
	InFile  bool         // Puzzle comes in the file PuzzleFile, being too long for a code block
	Tucked  bool         // Puzzle is not shown: it is kept in the paths of buttons and menus, where these have room for it
	InLink  bool         // Puzzle is read from the URL of a Button, and needs no code block
	Puzzles []string     // several puzzles in place of Puzzle, for a Menu to pick from
	Grid    [][]Button   // rows of at most five, in the board's place
	Menus   []*Menu
	Buttons []Button // at most 25
	Files   []File   // at most 8
	Private bool     // for the asker's eyes alone
	Play    *Play    // how the Board of a game is touched, if the Request wants that; nil for a game that is over
	Entry   *Entry   // a line for another reply, in place of this one; nil for none
	Spoiler bool     // Secret, Board, Film and Files are veiled until somebody taps them
}

// Entry is a line that belongs into another reply: the one of the click whose Request had this Origin. If
// that reply takes no line any more, as it is gone, full or too old, the Reply with the Entry is the answer.
type Entry struct {
	Origin string
	// Add returns a text of that reply with the line in it; false if the text is not meant for such lines.
	// For "" it begins a text. Into what has the line it puts it no second time. The text may become room
	// UTF-16 units long.
	Add  func(text string, room int) (string, bool)
	Done *Reply // the answer when the line is there
}

// Film is a board being solved, frame by frame. The reply also has a Board for people who do not
// want to see it move.
type Film struct {
	Frames []render.Frame
	Alt    string
}

// Tone is the kind of news in a reply. It picks the colour at its side.
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
	Label    string      // at most 80 characters
	Emoji    string      // before the label, or instead of one
	Tile     render.Tile // in place of Emoji where the chat has its picture; a Label that is on the tile too is left out then
	Path     string      // Path of the Request that a click makes, at most 90 characters
	URL      string      // address of a web page, in place of Path
	Mode     Mode
	Strong   bool // most people want this button
	Disabled bool // shown, but cannot be clicked
	Spare    bool // left out where the message has no room for it
	NewRow   bool // it begins a row of buttons, so that the row before fits a phone
}

// Mode tells where the answer to a click goes. It is known before the work on the click begins,
// because a chat wants to know at once what will come.
type Mode uint8

const (
	Privately       Mode = iota // a new reply that only the clicker sees
	Publicly                    // a new reply that everybody sees
	EditByOwner                 // replaces the reply; only its asker may click
	EditOrPrivately             // replaces the reply for its asker; for others as Privately
	EditByAnyone                // replaces the reply for anybody; a Failure leaves the reply and is told to the clicker alone
	Beside                      // a new reply for those who see the one clicked on; for others than its asker as Privately
)

// Menu is a list to pick from: one item, or up to Most together.
type Menu struct {
	Path  string // as Button.Path; the Request also has the picked values
	Hint  string // shown in the closed menu while nothing is picked
	Most  int    // up to this many items may be picked together; 0 for exactly one
	Mode  Mode
	Items []Item // 1 to 25 items with different values
}

// Item is one line of a Menu.
type Item struct {
	Value, Label string      // at most 100 characters
	Emoji        string      // before the label; "" for none
	Tile         render.Tile // in place of Emoji, as that of a Button
	Detail       string      // small, under the label; "" for none
	Picked       bool        // shown in the closed menu
}

// Form asks for text. It is the first answer to a request, or does not come at all.
type Form struct {
	Title  string // at most 45 characters
	Path   string // Path of the Request that sends it in
	Mode   Mode   // Mode of the answer
	Text   string // above the fields, Markdown; "" for none
	Mends  bool   // fields are filled in from Request.Puzzle, which is fetched first if it is in a file
	Fields []Field
}

// Field is one text to be filled in.
type Field struct {
	Name   string // key in Request.Fields
	Label  string // at most 45 characters
	Detail string // under the label, at most 100 characters; "" for none
	Sample string // shown while nothing is filled in, at most 100 characters
	// Filled in already, at most 4,000 characters; with Choices the value of the picked one, with Ticks
	// those of the ticked ones and blanks between them.
	Value string

	Most     int      // longest text, in characters; 0 for 4,000
	Choices  []Choice // 2 to 10 choices in place of a text, to pick one from; as Ticks also a single one
	Menu     bool     // the Choices are a menu
	Ticks    bool     // any of the Choices may be ticked; the text that comes has the values with blanks between them
	Short    bool     // a single line
	Image    bool     // a file in place of a text; it comes in the Request's Options
	Optional bool     // it may be left empty
}

// PuzzleFile is the name of the file for a puzzle that is too long to stand in its reply. No other
// file of a reply has this name.
const PuzzleFile = "puzzle.txt"

// MaxPuzzleFile is the largest puzzle that is read from a file, in bytes.
const MaxPuzzleFile = 1 << 20

// A reply carries images for its buttons in files. A Button or a picked Item whose path has
// ImageOption=NAME gets one of them as that option: the file ImageFile(NAME).
const (
	ImageOption = "image"
	Shades      = "shades" // the image that a puzzle was drawn from, with a pixel for each cell
	Photo       = "photo"  // a board found in an image; several are "photo-1", "photo-2" and so on
	PickedImage = "picked" // the NAME is the last word of the picked Item's value

	MaxImage = 10 << 20 // largest image, in bytes
)

// ImageEndings returns how the names of images end that are read. Telephones write other formats too,
// which their own pickers then leave out or convert.
func ImageEndings() []string { return []string{".png", ".jpg", ".jpeg", ".jfif", ".gif", ".webp"} }

// ImageFile returns the name of the file for an image's name; "" for an unknown name.
func ImageFile(name string) string {
	switch {
	case name == Shades, name == "true": // replies from before say "true"
		return Shades + ".png"
	case name == Photo, strings.HasPrefix(name, Photo+"-"):
		return name + ".jpg"
	}
	return ""
}

// File is a file of a reply, to be downloaded.
type File struct {
	Name string // letters, digits, '-', '_' and one dot
	Data []byte
}

// Definition tells a chat how to offer a command.
type Definition struct {
	Name        string
	Description string // at most 100 characters
	Options     []Option

	Launches  bool  // the command opens the page where boards are painted, and has no options
	OnMessage bool  // the command is used on a message, and has no description and no options
	MaxBytes  int64 // for OnMessage: the largest file of the message that is read

	Names, Descriptions map[string]string // by locale, as Discord names it; Names is for OnMessage only
}

// Option is one option of a command.
type Option struct {
	Name        string
	Description string
	Type        OptionType
	Required    bool
	Choices     []Choice // Text only; empty for free text
	Min, Max    int64    // bounds of a Number, lengths of a Text; both 0 for none
	MaxBytes    int64    // largest file of an Attachment that is read
	Endings     []string // how the name of an Attachment may end: ".png"; empty for any name
	Suggest     bool     // a Text has suggestions while it is typed

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

// Choice is one of the values of an option or a field.
type Choice struct {
	Name, Value string

	Names map[string]string // by locale
}
