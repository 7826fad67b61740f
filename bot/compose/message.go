// Package compose puts what package commands says into Discord's terms: a chat.Reply into a
// message, a form, suggestions and commands. It keeps to Discord's limits, and knows nothing
// of the bot.
package compose

import (
	"fmt"
	"slices"
	"strings"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
	"kibitz/render"
)

// colors are the colours at a reply's side, as 0xRRGGBB, by tone. No two are the same.
var colors = [...]int{
	chat.Plain:   0x5865F2,
	chat.Good:    0x57F287,
	chat.Mixed:   0xFEE75C,
	chat.Bad:     0xE67E22,
	chat.Failure: 0xED4245,
}

// ProgressMark starts the title of a reply that is still being worked on.
const ProgressMark = "⏳"

// Discord's limits on a message. Characters are counted in UTF-16 units, which
// never come to less than any other way of counting them.
const (
	maxText       = 4000 // characters in all texts of a message together
	maxComponents = 40
	maxRow        = 5 // buttons in an action row
	maxCustomID   = 100
	maxLabel      = 80
	maxItems      = 25 // in a menu
	maxItem       = 100
	maxHint       = 150
	maxChoices    = 25  // of suggestions
	maxChoice     = 100 // so says the documentation; the OpenAPI document has 6,000 for the value
	maxAlt        = 1024
	maxFiles      = 10
	maxFile       = 10 << 20 // bytes
	maxUpload     = 24 << 20 // bytes of all files; Discord's 25 MiB is for the whole request
)

// How the parts of a reply share maxText, in characters.
const (
	maxTitle = 250
	maxNote  = 600
	minProse = 800 // that the board and the puzzle leave to the text
)

// A Message is a reply in Discord's terms, within Discord's limits.
type Message struct {
	color   int
	Private bool
	InPlace bool             // it takes the place of the message that was clicked on
	spoiler bool             // everything shown is behind a spoiler
	Parts   []wire.Component // of the container
	shown   []wire.Component // the files that are shown below them
	files   []attachment
	left    int             // characters that texts may still take
	count   int             // components, the container among them
	ids     map[string]bool // custom_ids
	names   map[string]bool // of files
	Bytes   int             // of all files
	puzzle  string          // that is in a file; "" for none
	Kept    string          // the id of that file, which is attached to the message that was clicked on already; "" for none
	Lost    []string        // what had to be left out, for the log
	Entry   *chat.Entry     // of the reply
	tiles   Tiles
	theme   render.Theme
	tiled   []tiled // the emoji that are tiles
}

type attachment struct {
	name, alt, contentType string
	data                   []byte
}

// usualParts is how many parts the container of most replies has, of 300 bytes each.
const usualParts = 6

// Reply lays a reply out with plain emoji in place of tiles.
func Reply(r *chat.Reply) *Message { return Tiles(nil).Reply(r) }

// Reply lays a reply out. A part that does not fit as text is attached as a file; one that
// does not fit at all is named in Lost. A puzzle that is to be tucked away, and has no room in
// the controls, is shown.
func (t Tiles) Reply(r *chat.Reply) *Message {
	m := t.layOut(r)
	if r.Tucked && r.Puzzle != "" && !wire.Tuck(m.Parts, r.Puzzle) {
		shown := *r
		shown.Tucked = false
		return t.layOut(&shown)
	}
	return m
}

// layOut lays a reply out, without its puzzle if that is to be tucked away.
func (t Tiles) layOut(r *chat.Reply) *Message {
	m := &Message{
		color: colors[r.Tone], Private: r.Private, spoiler: r.Spoiler,
		left: maxText, count: 1, ids: map[string]bool{}, names: map[string]bool{},
		Parts: make([]wire.Component, 0, usualParts), tiles: t, theme: r.Theme,
	}
	title, note := heading(r.Title), smallPrint(r.Note)
	m.left -= wire.Units(title) + wire.Units(note) + len("\n")

	prose := min(wire.Units(r.Text)+wire.Units(r.Secret), minProse)
	puzzles, carried := blocks(r, m.left-prose)
	for _, p := range puzzles {
		m.left -= wire.Units(p)
	}
	board := m.board(r, m.left-prose)
	for _, c := range board {
		m.left -= wire.Units(c.Content)
	}
	text := m.prose(r.Text, r.Secret)
	if crowded(r, len(board)+len(puzzles)) { // the note is no part of its own, so that buttons fit
		text, note = join(text, note), ""
	}

	m.text(notPuzzle(join(title, text)))
	for _, c := range m.tracing(r) {
		m.add(c)
	}
	for _, c := range board {
		m.add(c)
	}
	if !carried && r.Puzzle != "" {
		carried = m.attachPuzzle(r.Puzzle)
	}
	if carried { // a click would find no puzzle
		m.grid(r.Grid)
	}
	for _, p := range puzzles {
		m.text(p)
	}
	m.text(note)
	for _, f := range r.Files {
		m.attach(f.Name, f.Data)
	}
	m.showFiles()
	if carried {
		for _, menu := range r.Menus {
			m.menu(menu)
		}
		m.buttons(r.Buttons)
	}
	m.neverEmpty()
	return m
}

// Post lays replies out one below the other, as one message that nobody has asked for. It takes the
// title, text, board and note of each reply, and nothing to click on.
func Post(replies []*chat.Reply) *Message {
	m := &Message{color: colors[chat.Plain], left: maxText, count: 1, ids: map[string]bool{}, names: map[string]bool{}}
	for i, r := range replies {
		room := m.left / (len(replies) - i)
		note := smallPrint(r.Note)
		text := wire.CutMarkdown(join(heading(r.Title), r.Text), room-wire.Units(note))
		m.text(text)
		m.left -= wire.Units(text) + wire.Units(note)
		for _, c := range m.board(r, room-wire.Units(text)-wire.Units(note)) {
			m.left -= wire.Units(c.Content)
			m.add(c)
		}
		m.text(note)
	}
	m.showFiles()
	m.neverEmpty()
	return m
}

// neverEmpty adds a text to a message that has no part, which Discord would not take.
func (m *Message) neverEmpty() {
	if len(m.Parts) == 0 {
		m.text("…")
	}
}

// showFiles adds the components of the attached files, and leaves out the files that have no room.
func (m *Message) showFiles() {
	for _, c := range m.shown {
		if !m.add(c) { // nor sent, as nothing would show it
			m.files = slices.DeleteFunc(m.files, func(f attachment) bool { return "attachment://"+f.name == c.File.URL })
		}
	}
}

// crowded reports whether a reply with a grid has too many components for the note to be a part of
// its own. parts is the number of components for the board and the puzzles.
func crowded(r *chat.Reply, parts int) bool {
	// The container, the text, the parts, the note; the buttons and their rows, rounded up; each
	// menu in a row of its own.
	buttons := 0
	for _, b := range r.Buttons {
		if !b.Spare {
			buttons++
		}
	}
	count := 1 + 1 + parts + 1 + buttons + (buttons+maxRow-1)/maxRow + 2*len(r.Menus)
	for _, row := range r.Grid {
		count += 1 + len(row)
	}
	return len(r.Grid) > 0 && count > maxComponents
}

// blocks returns the reply's puzzles as code blocks; fit is false if they do not fit into
// room characters, or no block can hold one of them.
func blocks(r *chat.Reply, room int) (all []string, fit bool) {
	switch {
	case r.Tucked:
		return nil, true
	case r.InFile:
		return nil, false
	case r.InLink:
		return nil, true
	}
	puzzles := r.Puzzles
	if r.Puzzle != "" {
		puzzles = []string{r.Puzzle}
	}
	for _, p := range puzzles {
		block, ok := wire.Fenced(p)
		if room -= wire.Units(block); !ok || room < 0 {
			return nil, false
		}
		all = append(all, block)
	}
	return all, true
}

// heading returns the title as a Markdown heading, on one line.
func heading(title string) string {
	if wire.Blank(title) {
		return ""
	}
	return "### " + wire.Cut(strings.Join(strings.Fields(title), " "), maxTitle)
}

// smallPrint sets each line of note small.
func smallPrint(note string) string {
	var lines []string
	for line := range strings.Lines(wire.Cut(note, maxNote)) {
		if line = strings.TrimSpace(line); !wire.Blank(line) {
			lines = append(lines, "-# "+line)
		}
	}
	return wire.Cut(strings.Join(lines, "\n"), maxNote)
}

// notPuzzle keeps a text from being taken for the puzzle, which is a code block
// and nothing else.
func notPuzzle(text string) string {
	if _, ok := wire.Unfence(text); ok {
		return "\u200b" + text
	}
	return text
}

// join returns two texts one below the other. If one of them is empty it returns the other.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// prose returns the text, and below it the secret, veiled if the reply is a spoiler, as far as
// there is room. If anything is cut it attaches reply.txt, which has both whole.
func (m *Message) prose(text, secret string) string {
	room := m.left - len("\n") // between text and secret
	if m.spoiler {
		room -= 2 * len(veil) // around the secret
	}
	if wire.Units(text)+wire.Units(secret) > room {
		m.attach("reply.txt", []byte(join(text, secret)))
		text = wire.CutMarkdown(text, room)
		secret = wire.CutMarkdown(secret, room-wire.Units(text))
	}
	return join(text, m.veiled(secret))
}

// veil stands around a text that is hidden until it is tapped.
const veil = "||"

// veiled hides a text behind a spoiler if the whole reply is to be hidden. A mark within the
// text would end the spoiler early, and is replaced.
func (m *Message) veiled(text string) string {
	if !m.spoiler || wire.Blank(text) {
		return text
	}
	return veil + strings.ReplaceAll(text, veil, "│") + veil
}

// text adds a text, unless it is blank.
func (m *Message) text(content string) {
	if !wire.Blank(content) {
		m.add(wire.Component{Type: wire.TypeText, Content: content})
	}
}

// add puts a component at the end. It returns false, and notes the component in Lost, if with
// it and the components inside it the message had more than Discord takes. The zero component
// is left out.
func (m *Message) add(c wire.Component) bool {
	n := 1 + len(c.Components)
	if m.count+n > maxComponents {
		m.Lost = append(m.Lost, fmt.Sprintf("component of type %d", c.Type))
		return false
	}
	if c.Type != 0 {
		m.count += n
		m.Parts = append(m.Parts, c)
	}
	return true
}
