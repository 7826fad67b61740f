package commands

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/vision"
)

// findPath is the path of the menu of several puzzles.
const findPath = "find"

// A spot is a text that may be a puzzle.
type spot struct {
	text  string
	prose bool        // it stands among other words, where a few ones and zeros are hardly a puzzle
	rules ask.Options // options of a reply's puzzle; nil for none
}

// A finding is a puzzle that was found.
type finding struct {
	spot
	kind *ask.Kind
	name string // name of the puzzle in words
	code string // text that reads as the same puzzle
}

// The fewest cells of a puzzle, set off from other words or in prose, where 11/10/11 is a date.
const (
	leastSetOff  = 4
	leastInProse = 7
)

// find looks for puzzles in a message: in its code blocks, code, links and lines, then in its
// files. In the bot's own replies it reads only the code blocks, as other text may look like a
// puzzle. If several kinds can read a text, the kinds that the message names win; if it names none,
// each counts. It takes a game of the bot as it stands. The error is that of solvers.Take, for the
// memory in which files are read.
func (c *Commands) find(ctx context.Context, t *chat.Target, say words.Phrases) ([]finding, error) {
	const each = 12 // bytes for a byte of a file
	room := int64(0)
	for _, f := range t.Files {
		room += each * int64(len(f.Data))
	}
	if err := solvers.Take(ctx, room); err != nil {
		return nil, err
	}
	defer solvers.Give(ctx, room)
	var all []finding
	named := c.named(strings.Join(t.Texts, "\n"))
	take := func(found []finding) {
		if chosen := slices.Collect(filter(found, func(f finding) bool { return slices.Contains(named, f.kind) })); len(chosen) > 0 {
			found = chosen
		}
		all = append(all, found...)
	}
	if t.Reply != nil {
		kinds, rules, game := c.state(t.Reply)
		if len(kinds) > 0 {
			named = kinds
		}
		for _, text := range t.Reply.Puzzles {
			if game {
				text = standing(ctx, kinds, rules, text)
			}
			take(c.readAs(ctx, spot{text: text, rules: rules}, say))
		}
	} else {
		for _, text := range t.Texts {
			for _, found := range c.spots(ctx, text, say) {
				take(found)
			}
		}
	}
	for _, f := range t.Files {
		if text := strings.TrimPrefix(string(f.Data), "\ufeff"); utf8.ValidString(text) {
			take(c.readAs(ctx, spot{text: text}, say))
		}
	}
	var unique []finding
	for _, f := range all {
		if !slices.ContainsFunc(unique, func(u finding) bool { return u.kind == f.kind && u.code == f.code }) {
			unique = append(unique, f)
		}
	}
	return unique, nil
}

// standing returns the puzzle of a game as its turns, which are carried below it, have left it.
func standing(ctx context.Context, kinds []*ask.Kind, rules ask.Options, carried string) string {
	puzzle, turns, _ := strings.Cut(carried, "\n")
	if len(kinds) != 1 || kinds[0].Standing == nil {
		return puzzle
	}
	return kinds[0].Standing(ctx, puzzle, ask.WithoutMade(turns), rules)
}

// state reads from the paths of a reply's buttons the kinds of its puzzles, their rules (options
// about the answer are none), and whether the reply is a game, below whose puzzle stand turns.
func (c *Commands) state(r *chat.ReplyState) (kinds []*ask.Kind, rules ask.Options, game bool) {
	rules = ask.Options{}
	for _, path := range r.Paths {
		a, ok := ask.Read(&chat.Request{Path: path}, c.kinds)
		if !ok || a.Kind == nil {
			continue
		}
		if !slices.Contains(kinds, a.Kind) {
			kinds = append(kinds, a.Kind)
		}
		for _, option := range a.Kind.Options {
			if value, ok := a.Options[option.Name]; ok && !option.OfAnswer {
				rules[option.Name] = value
			}
		}
		game = game || a.Turn != "" || a.Form == ask.MovesField
	}
	return kinds, rules, game
}

// named returns the kinds that a text names, in any language.
func (c *Commands) named(text string) (named []*ask.Kind) {
	text = plain(text)
	for _, k := range c.kinds {
		if slices.ContainsFunc(names(k), func(name string) bool { return strings.Contains(text, name) }) {
			named = append(named, k)
		}
	}
	return named
}

// names returns all names of a kind in all languages, in plain form.
func names(k *ask.Kind) []string {
	names := []string{k.Name}
	for _, locale := range words.Locales() {
		for name := range strings.SplitSeq(words.In(locale).Text(k.Name+".names"), ",") {
			names = append(names, plain(name))
		}
	}
	return names
}

// plain returns a text without capitals, blanks, hyphens and dots, in which people spell names
// differently.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-‐・･·", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// readAs reads a text as each kind of puzzle, and returns a finding for each kind that can. It
// leaves out what is hardly meant as a puzzle: few cells, a mere size in prose, or several lines
// read as a single row. It returns nil if the time ended.
func (c *Commands) readAs(ctx context.Context, at spot, say words.Phrases) (found []finding) {
	text := strings.TrimSpace(at.text)
	if text == "" {
		return nil
	}
	at.text = text
	for _, k := range c.kinds {
		if ctx.Err() != nil {
			return nil
		}
		game, err := k.Read(text, at.rules)
		if err != nil {
			continue
		}
		_, order := game.(ask.Order)
		if order && at.prose && sizeAlone().MatchString(text) { // in prose a size may be the size of anything
			continue
		}
		rows, cols := game.Size()
		if !order && k.Meant != nil && !k.Meant(game) {
			continue
		}
		if rows*cols < words.If(at.prose, leastInProse, leastSetOff) {
			continue
		}
		if rows == 1 && strings.Contains(text, "\n") { // several lines are several rows, not one
			continue
		}
		f := finding{spot: at, kind: k, name: k.Seen(game, say), code: text}
		if !order && !strings.Contains(text, "://") { // an order and an address stay as they were written
			f.code = game.String()
		}
		found = append(found, f)
	}
	return found
}

// sizeAlone matches an order that says nothing but a size.
var sizeAlone = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d+\s*\pL*[×*✕✖]?\s*\d+$`) })

// places are patterns of puzzles in a message, the surest one first.
var places = sync.OnceValue(func() []*regexp.Regexp {
	const row = `[\d#.,;:|/\\*OoXx\-_ \t🟨⬛⬜🟦🟪☁\x{fe0f}]+`
	return []*regexp.Regexp{
		regexp.MustCompile("```(?:[A-Za-z0-9_+-]*\n)?([^`]+)```"),
		regexp.MustCompile("``?([^`\n]+)``?"),
		regexp.MustCompile(`https?://[^\s<>\])]+`),
		regexp.MustCompile(`\bpuzzle:\s*([^\n]+?)(?:\s+[a-z]+:|\n|$)`),                                // option of a command
		regexp.MustCompile(`[^\n]+(?:\n[^\n]+)*`),                                                     // a paragraph
		regexp.MustCompile(`(?m)^` + row + `$(?:\n` + row + `$)*\n\n` + row + `$(?:\n` + row + `$)*`), // rows, a blank line, columns
		regexp.MustCompile(`(?m)^` + row + `$(?:\n^` + row + `$)*`),
		regexp.MustCompile(`[^\n]+`),
		regexp.MustCompile(`(?::[ \t]+|：[ \t]*)([^\n]+)`),
		regexp.MustCompile(`(?:^|\s)([\d#.;|/\\,](?:[\d#.;|/\\, ]*[\d#.;|/\\,])?)(?:\s|$)`), // among words, blanks and all
		regexp.MustCompile(`\S+`),
	}
})

// firstProse is the index of the first of places that is not set off from other words.
const firstProse = 4

// spots returns the findings at each place of a text, those of the surest pattern first. It does
// not look again at text that overlaps a place with findings, and stops at maxFound places.
func (c *Commands) spots(ctx context.Context, text string, say words.Phrases) (all [][]finding) {
	var covered [][2]int
	take := func(whole, part [2]int, prose bool) bool {
		overlaps := func(c [2]int) bool { return whole[0] < c[1] && c[0] < whole[1] }
		if len(all) == maxFound || slices.ContainsFunc(covered, overlaps) {
			return false
		}
		found := c.readAs(ctx, spot{text: text[part[0]:part[1]], prose: prose}, say)
		if len(found) > 0 {
			covered = append(covered, whole)
			all = append(all, found)
		}
		return len(found) > 0
	}
	for i, pattern := range places() {
		if i == firstProse {
			for _, ends := range labelled(text) {
				for _, end := range ends[1:] {
					if part := [2]int{ends[0], end}; take(part, part, true) {
						break
					}
				}
			}
		}
		for _, at := range pattern.FindAllStringSubmatchIndex(text, maxSpots) {
			whole := [2]int{at[0], at[1]}
			if len(at) > 2 { // the puzzle is the pattern's group; the whole match is covered
				at = at[2:]
			}
			take(whole, [2]int{at[0], at[1]}, i >= firstProse)
		}
	}
	return all
}

var (
	// labelledStart matches a label of clues or sums, with the size or the shape that may stand before it.
	labelledStart = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:\d+ *[x×] *\d+[\s,:]+|[#.⬛⬜■□]{2}[#.⬛⬜■□/|\s]*)?(?:\b(?:across|down|` +
			solvers.RowWords + "|" + solvers.ColumnWords + `)(?: (?:clues?|hints?))?|\d{0,3}(?:` + solvers.RowCounters + "|" + solvers.ColumnCounters + `)目?(?: ?(?:힌트|ヒント))?)(?: ?\d{1,3})?\s*[:：=]`)
	})
	// labelledEnd matches a possible end of a puzzle: a number or a sign, with other words behind it.
	labelledEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\d?][.,;|/]*(?:\s|$)`) })
)

// labelled returns the places in a text that begin with a label, such as "3x3 across: r2c1=17 … -
// anyone knows?". Each is its start and then all its possible ends, the last one first.
func labelled(text string) (all [][]int) {
	const (
		starts = 3  // labels to try: a puzzle has two, and prose with a third may stand before it
		ends   = 12 // ends to try: each number in the prose behind a puzzle may be one
	)
	for _, start := range labelledStart().FindAllStringIndex(text, starts) {
		place := []int{start[0]}
		found := labelledEnd().FindAllStringIndex(text[start[1]:], -1)
		for _, end := range slices.Backward(found) {
			at := start[1] + end[1]
			if rest := strings.TrimLeft(text[at:], " "); len(place) > ends || at < len(text) && rest != "" && '0' <= rest[0] && rest[0] <= '9' {
				continue // within a clue
			}
			place = append(place, at)
		}
		all = append(all, place)
	}
	return all
}

const (
	maxSpots = 60 // most matches of one pattern that are read
	maxFound = 25 // most findings: a menu has 25 lines
)

// filter yields the items that are wanted.
func filter[T any](items []T, wanted func(T) bool) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		for _, item := range items {
			if wanted(item) && !yield(item) {
				return
			}
		}
	}
}

// messageCommands lists the commands on a message: the phrase for the name, and what is done with
// the message's puzzle.
var messageCommands = [...]struct{ name, do string }{
	{"find.commands.hint", ask.Hint}, {"find.commands.check", ask.Check}, {"find.commands.play", ask.Play},
	{"find.commands.solve", ask.Solve}, {"find.commands.print", "print"},
}

// onMessage returns the names of the commands on a message, in the order of messageCommands.
func onMessage(say words.Phrases) []string {
	var names []string
	for _, c := range messageCommands {
		names = append(names, say.Text(c.name))
	}
	return names
}

// solveFound answers a command on a message: it looks for puzzles in the text, the files and the
// images, and does what the command says with the only one, or lists them if there are several.
func (c *Commands) solveFound(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	a.Options["do"] = ask.Solve
	if i := slices.Index(onMessage(words.In("en")), a.Name); i >= 0 {
		a.Options["do"] = messageCommands[i].do
	}
	found, err := c.find(ctx, a.Target, a.Say)
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return a.Unanswered(err)
	}
	boards, why := c.photos.Boards(ctx, a)
	kind := c.kindMeant(boards, c.named(strings.Join(a.Target.Texts, "\n")))
	switch {
	case ctx.Err() != nil:
		return a.OutOfTime()
	case len(found) == 0 && len(boards) == 0 && why != nil:
		return why
	case len(found) == 0 && len(boards) == 0:
		return a.Notice("nothing-found")
	case len(found) == 0 && kind != nil:
		return c.solveSeen(ctx, a, kind, boards[0], progress)
	case len(found) == 1 && len(boards) == 0:
		f := a.Found(found[0].kind, found[0].code, found[0].rules)
		f.Carried = a.Target.Reply != nil
		return tellNotPrinted(f, c.answer(ctx, f, progress))
	}
	return c.list(a, found, boards)
}

// tellNotPrinted adds to the answer about a puzzle that was found that its kind is not printed, if a
// printed sheet was asked for. The answer then asks what to do instead.
func tellNotPrinted(f *ask.Ask, r *ask.Answer) *ask.Answer {
	if f.Action.Name == ask.Offer && r.Tone != chat.Failure {
		r.Remark(f.Say.Text("find.not-printed"))
	}
	return r
}

// kindMeant returns the kind of the only board on a message's images: the one possible kind, or the
// only possible kind that the message names. It returns nil if there is no single board or kind.
func (c *Commands) kindMeant(boards []*vision.Reading, named []*ask.Kind) *ask.Kind {
	if len(boards) != 1 {
		return nil
	}
	kinds := c.photos.KindsOf(boards[0])
	if chosen := slices.Collect(filter(kinds, func(k *ask.Kind) bool { return slices.Contains(named, k) })); len(chosen) > 0 {
		kinds = chosen
	}
	if len(kinds) != 1 {
		return nil
	}
	return kinds[0]
}

// solveSeen answers a command on a message whose images show one board, of this kind.
func (c *Commands) solveSeen(ctx context.Context, a *ask.Ask, k *ask.Kind, board *vision.Reading, progress func(*chat.Reply)) *ask.Answer {
	f := a.Found(k, "", nil)
	f.Options = ask.Options{"do": a.Options.Text("do")}
	return tellNotPrinted(f, c.answerSeen(ctx, f, c.photos.Judge(ctx, f, board), progress))
}
