package bot

import (
	"fmt"
	"strconv"
	"strings"

	"kibitz/commands/chat"
	"kibitz/render"
)

// colors are at a reply's side, as 0xRRGGBB. Each tone has its own.
var colors = [...]int{
	chat.Plain:   0x5865F2,
	chat.Good:    0x57F287,
	chat.Mixed:   0xFEE75C,
	chat.Bad:     0xE67E22,
	chat.Failure: 0xED4245,
}

// Failed tells whether a message of the bot's says that it failed, by the
// colour of its container: that is all of a reply's tone that Discord keeps.
func Failed(m interface{ AccentColor() (rgb int, ok bool) }) bool {
	rgb, ok := m.AccentColor()
	return ok && rgb == colors[chat.Failure]
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
	maxURL        = 512
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

// What the parts of a reply may take of maxText, so that none starves another.
const (
	maxTitle = 250
	maxNote  = 600
	minProse = 800 // of Text, that the board and the puzzle leave free
)

// A message is a reply in Discord's terms, within Discord's limits.
type message struct {
	color   int
	private bool
	inPlace bool        // it takes the place of the message that was clicked on
	spoiler bool        // everything shown is behind a spoiler
	parts   []component // of the container
	shown   []component // the files that are shown below them
	files   []attachment
	left    int             // characters that texts may still take
	count   int             // components, the container among them
	ids     map[string]bool // custom_ids
	names   map[string]bool // of files
	bytes   int             // of all files
	lost    []string        // what had to be left out, for the log
}

type attachment struct {
	name, alt, contentType string
	data                   []byte
}

// compose lays a reply out. What does not fit as text is attached as a file;
// what does not fit at all is named in lost.
func compose(r *chat.Reply) *message {
	m := &message{
		color: colors[r.Tone], private: r.Private, spoiler: r.Spoiler,
		left: maxText, count: 1, ids: map[string]bool{}, names: map[string]bool{},
	}
	title, note := m.heading(r.Title), smallPrint(r.Note)
	m.left -= units(title) + units(note) + len("\n")

	prose := min(units(r.Text), minProse)
	puzzles, inline := blocks(r, m.left-prose)
	for _, p := range puzzles {
		m.left -= units(p)
	}
	board := m.board(r, m.left-prose)
	for _, c := range board {
		m.left -= units(c.Content)
	}
	text := m.prose(r.Text)

	m.text(notPuzzle(join(title, text)))
	for _, c := range board {
		m.add(c)
	}
	if inline { // a click could not read the puzzle in a file
		m.grid(r.Grid)
	}
	for _, p := range puzzles {
		m.text(p)
	}
	if !inline && r.Puzzle != "" {
		m.attach(chat.PuzzleFile, []byte(r.Puzzle))
	}
	m.text(note)
	for _, f := range r.Files {
		m.attach(f.Name, f.Data)
	}
	for _, c := range m.shown {
		m.add(c)
	}
	if inline {
		m.menu(r.Menu)
		m.buttons(r.Buttons)
	}
	if len(m.parts) == 0 {
		m.text("…")
	}
	return m
}

// blocks are the reply's puzzles as code blocks; inline is false where they do
// not fit into room characters, or no block can hold one.
func blocks(r *chat.Reply, room int) (all []string, inline bool) {
	puzzles := r.Puzzles
	if r.Puzzle != "" {
		puzzles = []string{r.Puzzle}
	}
	for _, p := range puzzles {
		block, ok := fenced(p)
		if room -= units(block); !ok || room < 0 {
			return nil, false
		}
		all = append(all, block)
	}
	return all, true
}

// heading is the title, behind the spoiler if there is one: it too may tell what
// was found.
func (m *message) heading(title string) string {
	const sign = "### "
	if text, ok := strings.CutPrefix(heading(title), sign); ok {
		return sign + m.veiled(text)
	}
	return ""
}

// heading is the title as a Markdown heading, which is one line.
func heading(title string) string {
	if blank(title) {
		return ""
	}
	return "### " + cut(strings.Join(strings.Fields(title), " "), maxTitle)
}

// smallPrint sets each line of note small.
func smallPrint(note string) string {
	var lines []string
	for line := range strings.Lines(cut(note, maxNote)) {
		if line = strings.TrimSpace(line); !blank(line) {
			lines = append(lines, "-# "+line)
		}
	}
	return cut(strings.Join(lines, "\n"), maxNote)
}

// notPuzzle keeps a text from being taken for the puzzle, which is a code block
// and nothing else.
func notPuzzle(text string) string {
	if _, ok := unfence(text); ok {
		return "\u200b" + text
	}
	return text
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// prose is text as far as there is room; what was cut is whole in reply.txt.
func (m *message) prose(text string) string {
	room := m.left
	if m.spoiler {
		room -= 2 * len(veil)
	}
	if units(text) > room {
		m.attach("reply.txt", []byte(text))
		text = cutMarkdown(text, room)
	}
	return m.veiled(text)
}

// veil stands around a text that is hidden until it is tapped.
const veil = "||"

// veiled hides a text behind a spoiler, if the reply is to be. It costs two
// marks; a mark within the text, which would end the spoiler early, is replaced.
func (m *message) veiled(text string) string {
	if !m.spoiler || blank(text) {
		return text
	}
	return veil + strings.ReplaceAll(text, veil, "│") + veil
}

// board is what shows the reply's board in at most room characters: emoji, or a
// picture if that was asked for or emoji do not fit, after its film if it has one.
func (m *message) board(r *chat.Reply, room int) []component {
	if r.Board == nil {
		return nil
	}
	emoji := m.veiled(r.Board.Emoji())
	fits := units(emoji) <= room
	if r.Picture || !fits {
		picture, err := drawn(func() ([]byte, error) { return r.Board.PNG(r.Theme) })
		if err == nil && len(picture) <= maxFile {
			return append(m.film(r), m.picture("board.png", picture, r.Board.Alt()))
		}
		m.lost = append(m.lost, fmt.Sprintf("picture of %d bytes: %v", len(picture), err))
	}
	if !fits {
		m.attach("board.txt", []byte(r.Board.Emoji()))
		return nil
	}
	if blank(emoji) {
		m.lost = append(m.lost, "board that has no emoji")
		return nil
	}
	return []component{{Type: typeText, Content: emoji}}
}

// maxFilm is how large an animation may be, in bytes: people look at it on
// phones.
const maxFilm = 2 << 20

// film is the component that shows the reply's film, if there is one. It is a
// gallery of its own: of two pictures in one gallery, Discord crops both, and
// the clues are at the edges.
func (m *message) film(r *chat.Reply) []component {
	if r.Film == nil {
		return nil
	}
	film, err := drawn(func() ([]byte, error) { return render.GIF(r.Film.Frames, r.Theme, maxFilm) })
	if err != nil || len(film) > maxFilm {
		m.lost = append(m.lost, fmt.Sprintf("animation of %d bytes: %v", len(film), err))
		return nil
	}
	return []component{m.picture("board.gif", film, r.Film.Alt)}
}

// drawn draws, or says why not, whatever happens in the drawing.
func drawn(draw func() ([]byte, error)) (picture []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in drawing: %v", p)
		}
	}()
	return draw()
}

// picture adds a PNG or a GIF and is the component that shows it.
func (m *message) picture(name string, data []byte, alt string) component {
	if alt = cut(alt, maxAlt); blank(alt) {
		alt = ""
	}
	name = m.name(name)
	m.files = append(m.files, attachment{name, alt, "image/" + name[len(name)-3:], data})
	m.bytes += len(data)
	return component{Type: typeGallery, Items: []item{{media{URL: "attachment://" + name}, alt, m.spoiler}}}
}

// attach adds a file and the component that shows it.
func (m *message) attach(name string, data []byte) {
	if len(m.files) == maxFiles || len(data) > maxFile || m.bytes+len(data) > maxUpload {
		m.lost = append(m.lost, fmt.Sprintf("file %q of %d bytes", name, len(data)))
		return
	}
	contentType := "application/octet-stream"
	if strings.HasSuffix(name, ".txt") {
		contentType = "text/plain; charset=utf-8"
	}
	name = m.name(name)
	m.files = append(m.files, attachment{name: name, contentType: contentType, data: data})
	m.bytes += len(data)
	m.shown = append(m.shown, component{Type: typeFile, File: &media{URL: "attachment://" + name}, Spoiler: m.spoiler})
}

// name makes a file's name one that Discord keeps as it is, and the only one
// of its kind in the message: components refer to files by name.
func (m *message) name(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, cut(name, 100))
	name = strings.Trim(name, ".")
	if name == "" {
		name = "file"
	}
	unique := name
	for i := 2; m.names[unique]; i++ {
		unique = strconv.Itoa(i) + "-" + name
	}
	m.names[unique] = true
	return unique
}

func (m *message) text(content string) {
	if !blank(content) {
		m.add(component{Type: typeText, Content: content})
	}
}

// add puts a component at the end, while there are any left.
func (m *message) add(c component) {
	n := 1 + len(c.Components)
	switch {
	case c.Type == 0:
	case m.count+n > maxComponents:
		m.lost = append(m.lost, fmt.Sprintf("component of type %d", c.Type))
	default:
		m.count += n
		m.parts = append(m.parts, c)
	}
}

// buttons adds rows of buttons while there are components left.
func (m *message) buttons(buttons []chat.Button) {
	var row []component
	flush := func() {
		if len(row) > 0 {
			m.add(component{Type: typeRow, Components: row})
			row = nil
		}
	}
	for _, b := range buttons {
		if m.count+len(row)+2 > maxComponents {
			m.lost = append(m.lost, "button "+withoutValues(b.Path))
			continue
		}
		if c, ok := m.button(b); ok {
			if row == nil {
				row = make([]component, 0, maxRow)
			}
			row = append(row, c)
		}
		if len(row) == maxRow {
			flush()
		}
	}
	flush()
}

// grid adds rows of buttons as they are.
func (m *message) grid(rows [][]chat.Button) {
	for _, row := range rows {
		m.buttons(row)
	}
}

// button is false for one that Discord would not take.
func (m *message) button(b chat.Button) (component, bool) {
	c := component{Type: typeButton, Style: styleSecondary, Label: cut(b.Label, maxLabel), Disabled: b.Disabled}
	if b.Strong {
		c.Style = stylePrimary
	}
	if b.Emoji != "" {
		c.Emoji = &emoji{b.Emoji}
	}
	named := !blank(b.Label) || b.Emoji != ""
	if b.URL != "" {
		c.Style, c.URL = styleLink, b.URL
		if !named || units(b.URL) > maxURL {
			m.lost = append(m.lost, fmt.Sprintf("link of %d characters", units(b.URL)))
			return c, false
		}
		return c, true
	}
	id, ok := m.customID(b.Path, b.Mode)
	if !ok || !named {
		m.lost = append(m.lost, "button "+withoutValues(b.Path))
		return c, false
	}
	c.CustomID, m.ids[id] = id, true
	return c, true
}

// customID is a path as a component carries it; false for one that is too long
// or taken.
func (m *message) customID(path string, manner chat.Mode) (id string, ok bool) {
	id = prefixes[manner] + path
	return id, units(id) <= maxCustomID && !m.ids[id]
}

// menu adds a menu, if there is one that Discord would take.
func (m *message) menu(menu *chat.Menu) {
	if menu == nil {
		return
	}
	id, ok := m.customID(menu.Path, menu.Mode)
	c := component{Type: typeMenu, CustomID: id, Placeholder: cut(menu.Hint, maxHint)}
	values := map[string]bool{}
	for _, item := range menu.Items {
		if blank(item.Label) || item.Value == "" || units(item.Value) > maxItem || values[item.Value] || len(c.Options) == maxItems {
			m.lost = append(m.lost, "item of menu "+withoutValues(menu.Path))
			continue
		}
		values[item.Value] = true
		c.Options = append(c.Options, entry{cut(item.Label, maxItem), item.Value, cut(item.Detail, maxItem), item.Picked})
	}
	if !ok || len(c.Options) == 0 {
		m.lost = append(m.lost, "menu "+withoutValues(menu.Path))
		return
	}
	m.ids[id] = true
	m.add(component{Type: typeRow, Components: []component{c}})
}
