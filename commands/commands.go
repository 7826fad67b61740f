// Package commands says what each slash command means: it reads the puzzle,
// has it solved, and puts the answer into words and a board. It knows no
// Discord: package bot turns a Reply into what Discord wants.
//
// Each puzzle is one file with one value of type puzzle; its words are in
// locale/. Every reply goes the same way: read → act → dress (style, buttons,
// privacy).
package commands

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"kibitz/render"
	"kibitz/solvers"
)

// Settings are what whoever runs the bot may choose about the answers.
type Settings struct {
	Theme     render.Theme
	MaxPuzzle int    // longest puzzle text taken from a chat, in characters
	Source    string // address of the source code; "" for none
}

// Set is all the commands, with their words. It is safe for concurrent use.
type Set struct {
	settings Settings
	words    *words
	puzzles  []*puzzle
}

// New returns the commands with their words read and checked.
func New(settings Settings) (*Set, error) {
	s := ForBatch()
	s.settings = settings
	_, err := s.words.bundle()
	return s, err
}

// ForBatch returns the commands for those that speak to nobody: their words are not read
// until something is to be said. Settings are all about chats.
func ForBatch() *Set {
	return &Set{
		words:   newWords(),
		puzzles: []*puzzle{&nonogramPuzzle, &lightsoutPuzzle, &kakuroPuzzle, &cardflipPuzzle, &tothemoonPuzzle},
	}
}

// A puzzle is what the house knows of one kind of puzzle.
type puzzle struct {
	name    string
	example string   // an encoding that works, for help and errors
	samples []string // more of them, to be suggested
	marks   string   // of the example, where they can be gone on from
	do      []string // what can be done with it, the usual first
	seldom  []string // those of do that have no button but where act gives one
	options []Option // its own, beside those that all have; of Choices only the values, their names are choice.OPTION.VALUE
	last    int      // how many of options, from the end, are offered after those that all have
	styles  []string // its choices of style; nil for all
	carried []string // those of its options that String carries, so that a button need not
	read    func(text string, o values) (subject, error)

	// lookup answers a text that is no puzzle but a question about them, like
	// "16 in 2"; nil and no error for any other text. Nil where there is none.
	lookup func(text string, say phrases) (*Reply, error)

	pens *pens   // to play with, where moves are typed; nil for all else
	edit *editor // of its board on buttons; nil where it is typed into a form

	// deal is a puzzle to play, as text, for any seed. Nil where nothing is played.
	deal func(seed uint64) string

	// binary says whether a file that is no text may be a puzzle all the same. Nil where none is.
	binary func(data string) bool

	// split yields the puzzles of a text that holds several, each with its name; one
	// puzzle as it is, with no name. Nil where no notation holds several.
	split func(text string) iter.Seq2[string, string]
}

// A subject is one puzzle that was read: Parse's *Puzzle with its options.
type subject interface {
	fmt.Stringer
	// extent is the size of its board.
	extent() (rows, cols int)
	// act does what was asked, one of the puzzle's do.
	act(ctx context.Context, do string, say phrases) *Reply
	// record solves for a batch.
	record(ctx context.Context) Record
}

func (s *Set) puzzle(name string) *puzzle {
	i := slices.IndexFunc(s.puzzles, func(p *puzzle) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return s.puzzles[i]
}

// Kinds are the names of the puzzles, in the order in which help lists them.
func (s *Set) Kinds() []string {
	names := make([]string, len(s.puzzles))
	for i, p := range s.puzzles {
		names[i] = p.name
	}
	return names
}

// Handle answers a request. It always returns a reply, and never nil.
// A long solve calls progress with interim replies, a few times a second at
// most, from Handle's own goroutine or the solver's.
func (s *Set) Handle(ctx context.Context, req *Request, progress func(*Reply)) *Reply {
	say := s.words.in(req.Locale)
	r := s.reply(ctx, req, say, progress)
	if r.Board != nil {
		r.Board.Say = say.board
		r.explain(say)
	}
	return r
}

func (s *Set) reply(ctx context.Context, req *Request, say phrases, progress func(*Reply)) *Reply {
	call, ok := s.call(req)
	switch {
	case !ok:
		return notice(say, "unknown", nil)
	case call.name == "help":
		return s.help(ctx, say, call.options)
	case call.name == "about":
		return s.about(req.App, call.options, say)
	}
	var r *Reply
	switch {
	case req.Target != nil:
		r = s.solveFound(ctx, req.Target, say, progress)
	case call.name == findPath:
		r = s.solvePicked(ctx, req, say, progress)
	default:
		r = s.answer(ctx, call, say, progress)
	}
	r.Private = r.Private || s.Private(req) || r.Tone == Failure
	return r
}

// Private tells whether the answer to a command is for the asker alone, without
// working it out. Of a click that is its button's business.
func (s *Set) Private(req *Request) bool {
	o := values(req.Options)
	asked, said := o["private"].(bool)
	p := s.puzzle(req.Command)
	switch {
	case said:
		return asked
	case p == nil:
		return req.Target != nil
	}
	return o.text("do") == "hint" || o.text("do") == "" && o.text(marksField) != "" || !s.given(p, o) && !p.deals(o.text("do"))
}

// A call is a request brought to one form, whether typed or clicked.
type call struct {
	name, text string
	options    values
	picked     string // from a menu
	entered    string // moves, from a form
}

func (s *Set) call(req *Request) (call, bool) {
	c := call{name: req.Command, options: req.Options}
	if req.Path != "" {
		u, err := url.Parse(req.Path)
		if err != nil {
			return c, false
		}
		c = call{name: u.Path, options: fromQuery(u.Query())}
	}
	if len(req.Picked) > 0 {
		c.picked = req.Picked[0]
	}
	if marks := req.Fields[marksField]; marks != "" {
		c.options[marksField] = marks
	}
	if c.options.text(marksField) != "" && c.options.text("do") == "" {
		c.options["do"] = "hint" // a solution would give away what they work at
	}
	c.text = c.options.text("puzzle")
	c.entered = req.Fields[movesField]
	switch {
	case c.options.flag("sample"):
		c.text = c.picked
	case req.Fields != nil && c.options.text("do") == "play" && c.options.text("turn") == "enter":
		c.text = req.Puzzle
	case req.Fields != nil:
		c.text = req.Fields[puzzleField]
	case req.Puzzle != "":
		c.text = req.Puzzle
	case c.text == asTyped:
		c.text = ""
	}
	return c, c.name == "help" || c.name == "about" || c.name == findPath || req.Target != nil || s.puzzle(c.name) != nil
}

func (s *Set) answer(ctx context.Context, c call, say phrases, progress func(*Reply)) *Reply {
	p := s.puzzle(c.name)
	do := c.options.text("do")
	if do == "" {
		do = p.do[0]
	}
	if !slices.Contains(p.do, do) {
		return notice(say, "unknown", nil)
	}
	if p.edit != nil && (c.options.text("edit") != "" || !p.deals(do) && !s.given(p, c.options) && c.text == "") {
		return p.edit.reply(p, c, do, say)
	}
	turns := turns{}
	if do == "play" {
		c.text, turns = p.game(c)
	}
	text, refusal := s.source(c, p, say)
	if refusal != nil {
		return refusal
	}
	if p.lookup != nil {
		if r, err := p.lookup(text, say); err != nil {
			return s.misread(say, p, c.options, text, err)
		} else if r != nil {
			return r
		}
	}
	game, err := p.read(text, c.options)
	if err != nil {
		return s.misread(say, p, c.options, text, err)
	}
	if progress != nil {
		ctx = solvers.WithProgress(ctx, func(at solvers.Progress) { progress(underway(say, p.name, at)) })
	}
	var r *Reply
	if g, ok := game.(playable); ok && do == "play" {
		r = turns.play(ctx, p, g, c.options, say)
	} else if g, ok := game.(pencilled); ok && do == "play" && g.String() != "" { // "" is yet to be made
		r = turns.pencil(ctx, p, g, c.options, say)
	} else {
		r = game.act(ctx, do, say)
	}
	s.dress(r, p, game, c.options, do, say)
	return r
}

// longestBlock is how long a puzzle's encoding may be, in characters, to stand
// in the reply itself, which offers buttons only then.
const longestBlock = 1200

// dress gives a reply its style and the ways to go on from it.
func (s *Set) dress(r *Reply, p *puzzle, game subject, o values, do string, say phrases) {
	if r.Tone == Failure {
		return
	}
	if r.did != "" {
		do = r.did
	}
	code := r.Puzzle
	if code == "" {
		code = game.String()
	}
	brief := do == "play" || slices.Contains(unveiled, do) && strings.Contains(code, "\n"+foldSign) // beside what takes little room
	short := utf8.RuneCountInString(code) <= either(brief, longestGame, longestBlock)
	var leaf []Button
	if short || do == "hint" {
		leaf = r.leaf(p, o, do, say)
	} else {
		r.unfold(say)
	}
	r.Theme = s.theme(o)
	style := o.text("style")
	if r.Board != nil && style == "text" {
		r.speak(either(short, utf8.RuneCountInString(code), 0), say)
	} else if r.Board != nil {
		fits := r.emojiFits(phoneWidth)
		r.Picture = style == "picture" || r.Film != nil || !r.emojiFits(anyWidth) || style != "emoji" && (r.Picture || !fits)
		if r.Picture && r.Film == nil && style == "emoji" {
			r.Note = join("\n", r.Note, say.text("note.no-emoji", nil))
		}
	}
	r.Spoiler = o.flag("spoiler") && !slices.Contains(unveiled, do)
	switch {
	case code == "": // nothing was made in time
		return
	case !short:
		r.Puzzle, r.Buttons = "", nil
		r.Files = append(r.Files, written("puzzle", []string{code}))
		r.Note = join("\n", r.Note, say.text("note.no-buttons", nil))
		return
	}
	r.Puzzle = code
	switch do {
	case "play": // a game has its own ways to go on
		takeTurns(r)
		return
	case "hint":
		r.Buttons = leaf
		return
	}
	if r.Spoiler {
		r.Buttons = append([]Button{{Label: say.text("button.reveal", nil), Path: path(p, o, values{"do": do})}}, r.Buttons...)
	}
	if r.Tone == Bad && do != "play" && len(mend(p, o, say).Path) <= maxPath {
		r.Buttons = append([]Button{mend(p, o, say)}, r.Buttons...)
	}
	r.Buttons = append(leaf, r.Buttons...)
	r.Buttons = append(r.Buttons, onward(r, p, game, o, do, say)...)
	if url := page(r, game); url != "" {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.link", nil), URL: url})
	}
}

// longestSpoken is how long a board in words may be, in characters, to stand in
// the reply itself beside its text and its puzzle.
const longestSpoken = 2800

// speak puts the board into words, for who has it read aloud, beside a puzzle
// of that many characters.
func (r *Reply) speak(puzzle int, say phrases) {
	r.Board.Say = say.board
	rows := *r.Board
	rows.Title, rows.Caption = "", "" // the reply says them
	if words := rows.Text(); utf8.RuneCountInString(r.Text+words)+puzzle <= longestSpoken {
		r.Text = join("\n", r.Text, words)
	} else {
		r.Files = append(r.Files, written("board", strings.Split(r.Board.Text(), "\n")))
		r.Note = join("\n", r.Note, say.text("note.board-file", nil))
	}
	r.Board, r.spoken = nil, true
}

// theme is the paper that was asked for, or else the usual one.
func (s *Set) theme(o values) render.Theme {
	switch o.text("theme") {
	case "dark":
		return render.Dark
	case "light":
		return render.Light
	}
	return s.settings.Theme
}

// longestLink is how long an address may be, in characters, for a button of Discord's.
const longestLink = 512

// page is where a reply's puzzle can be played; "" where it has no solution or there is none.
func page(r *Reply, game subject) string {
	url := r.play
	if linked, ok := game.(interface{ Link() string }); ok && url == "" {
		url = linked.Link()
	}
	if r.Tone == Bad || len(url) > longestLink {
		return ""
	}
	return url
}

// unveiled are those of do that give nothing away.
var unveiled = []string{"check", "hint", "play", "blank"}

// Emoji per line: what a phone shows without wrapping, and what any screen does.
const (
	phoneWidth = 10
	anyWidth   = 40
)

// maxPath is how long a Button's Path may be.
const maxPath = 90

// onward are the buttons for all else that can be done with the puzzle.
func onward(r *Reply, p *puzzle, game subject, o values, do string, say phrases) []Button {
	var buttons []Button
	add := func(label string, change values) {
		if to := path(p, o, change); len(to) <= maxPath {
			buttons = append(buttons, Button{Label: label, Path: to})
		}
	}
	for _, other := range p.do {
		if other != do && r.Tone != Bad && !slices.Contains(p.seldom, other) { // what has no solution has no steps
			add(say.text("button."+other, nil), values{"do": other})
		}
	}
	if do == "steps" && r.Tone != Bad && len(r.stages) > 0 && r.Board != nil && slices.Contains(p.do, "animate") {
		add(say.text("button.animate", nil), values{"do": "animate"})
	}
	if g, ok := game.(playable); ok && r.Tone != Bad && g.pads() != nil {
		add(say.text("button.play", nil), values{"do": "play"})
	}
	if _, ok := game.(pencilled); ok && (r.Tone == Good || r.Tone == Plain) {
		add(say.text("button.play", nil), values{"do": "play"})
	}
	switch {
	case r.Film != nil:
	case r.spoken:
		add(say.text("button.picture", nil), values{"do": do, "style": "picture"})
	case r.Board == nil:
	case r.Picture && r.emojiFits(anyWidth):
		add(say.text("button.emoji", nil), values{"do": do, "style": "emoji"})
	case !r.Picture:
		add(say.text("button.picture", nil), values{"do": do, "style": "picture"})
	}
	return buttons
}

// path is a call as a button carries it: the puzzle's name and every option
// that matters but the puzzle itself, which stands in the reply, whether it
// was typed, made to order or came as a file.
func path(p *puzzle, o, change values) string {
	q := url.Values{}
	for k, v := range o {
		if _, isFile := v.(Upload); !isFile && !slices.Contains(momentary, k) && !slices.Contains(p.carried, k) {
			q.Set(k, fmt.Sprint(v))
		}
	}
	for k, v := range change {
		q.Set(k, fmt.Sprint(v))
	}
	if len(p.name+"?"+q.Encode()) > maxPath {
		q.Del("theme") // what follows is on the usual paper, but it follows
	}
	return p.name + "?" + q.Encode()
}

// momentary are what one click says and the next does not.
var momentary = []string{"puzzle", "private", "make", "edit", "form", "page", "turn", "more", "spoiler", "sample", "from"}

// misread is the reply to a text that is no puzzle: the place, what stands
// there, what should, and an example that works.
func (s *Set) misread(say phrases, p *puzzle, o values, text string, err error) *Reply {
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		panic(fmt.Errorf("%s reads with an error of another kind: %w", p.name, err))
	}
	title, example := "error.title", "/"+p.name+" puzzle:"+p.example
	if strings.HasPrefix(syntax.Code, "sheet.") || strings.HasPrefix(syntax.Code, "moves.") {
		title, example = "error.marks", example+" marks:"+p.marks
	}
	switch order := p.orderSample(); {
	case strings.Contains(syntax.Code, ".game-"):
		example += " game:0.77"
	case strings.EqualFold(strings.TrimSpace(text), "random") && order != "":
		example = "/" + p.name + " puzzle:" + order
	}
	r := &Reply{
		Tone:  Failure,
		Title: say.text(title, with{"Puzzle": say.text(p.name+".name", nil)}),
		Text:  join("\n", say.misstep(syntax), say.text("error.example", with{"Command": example})),
	}
	if marks := o.text(marksField); strings.TrimSpace(marks) != "" && text != "" {
		text += "\n" + foldSign + marks // the form has a field for them
	}
	if mendable(text) && strings.Contains(text, syntax.Source) { // not where an option could not be read
		r.Puzzle = strings.TrimRight(text, "\r\n ")
		r.Buttons = append(r.Buttons, mend(p, o, say))
	}
	r.Buttons = append(r.Buttons, Button{Label: say.text("button.help", nil), Path: "help?puzzle=" + p.name})
	return r
}

// orderSample is the way to write an order for a new one; "" for none.
func (p *puzzle) orderSample() string {
	for _, form := range []*regexp.Regexp{randomForm, orderForm} {
		if i := slices.IndexFunc(p.samples, form.MatchString); i >= 0 {
			return p.samples[i]
		}
	}
	return ""
}

// misstep is where a text went wrong: the line with the place, what stands there,
// and what should.
func (p phrases) misstep(e *solvers.SyntaxError) string {
	found := p.text("error.end", nil)
	if e.Found != "" {
		found = p.text("error.found", with{"Found": visible(e.Found)})
	}
	return join("\n", pointer(e.Source, e.Column),
		p.text("error.where", with{"Line": e.Line, "Column": e.Column, "Found": found, "Expected": p.expected(e)}))
}

// mend is the button to a form that holds the puzzle as it is: for one that could not be
// read, or has no solution.
func mend(p *puzzle, o values, say phrases) Button {
	return Button{Label: say.text("button.mend", nil), Path: path(p, o, o.kept(values{"form": "mend"}))}
}

// mendable tells whether a text can stand in a reply, for a form to take from.
func mendable(text string) bool {
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) &&
		utf8.RuneCountInString(text) <= longestBlock && !strings.Contains(text, "```")
}

// Notice is a reply about the request itself rather than a puzzle, by the id
// of its words under notice: in the locale.
func (s *Set) Notice(locale, id string, data map[string]any) *Reply {
	say := s.words.in(locale)
	reply := notice(say, id, data)
	if n, ok := data["Seconds"].(int); ok {
		reply.Text = say.count("notice."+id+".text", n, data)
	}
	return reply
}

func notice(say phrases, id string, data with) *Reply {
	return &Reply{
		Tone:    Failure,
		Title:   say.text("notice."+id+".title", data),
		Text:    say.text("notice."+id+".text", data),
		Private: true,
	}
}

// underway is the interim reply of a long solve.
func underway(say phrases, puzzle string, at solvers.Progress) *Reply {
	const width = 20
	done := 0
	if at.Total > 0 {
		done = min(max(at.Done, 0), at.Total) * width / at.Total
	}
	return &Reply{
		Title: say.text("progress.title", with{"Puzzle": say.text(puzzle+".name", nil)}),
		Text: "`" + strings.Repeat("█", done) + strings.Repeat("░", width-done) + "`\n" +
			say.text("progress."+puzzle, with{"Done": at.Done, "Total": at.Total}),
	}
}

// join is strings.Join without the empty ones.
func join(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}
