package commands

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// findPath is where the menu of several puzzles leads.
const findPath = "find"

// A spot is a text that may be a puzzle.
type spot struct {
	text  string
	prose bool        // among other words, where a few ones and zeros need mean nothing
	rules ask.Options // of a reply's puzzle; nil for none
}

// A finding is a puzzle that was found.
type finding struct {
	spot
	kind *ask.Kind
	name string // what it is, in words
	code string // what reads as it again
}

// How many cells make a puzzle of a text. In prose 11/10/11 is a date.
const (
	leastSetOff  = 4
	leastInProse = 7
)

// find looks through a message: its code blocks, code, links and lines, then its files. Of
// the bot's own replies it reads the code blocks alone, as other text may look like a
// puzzle. A text that several kinds of puzzle read as theirs is one of the kind that the
// message names, or else of each.
func (c *Commands) find(ctx context.Context, t *chat.Target, say words.Phrases) []finding {
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
				text, _, _ = strings.Cut(text, "\n") // the turns follow
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
		if text := strings.TrimPrefix(string(f.Data), "\ufeff"); utf8.ValidString(text) && (t.Reply == nil || f.Name == chat.PuzzleFile) {
			take(c.readAs(ctx, spot{text: text}, say))
		}
	}
	var unique []finding
	for _, f := range all {
		if !slices.ContainsFunc(unique, func(u finding) bool { return u.kind == f.kind && u.code == f.code }) {
			unique = append(unique, f)
		}
	}
	return unique
}

// state says of which kinds the puzzles of a reply are, and by which rules, by where its
// buttons lead, and whether it is a game.
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

// named are the kinds whose names are in the text, in any language, whoever reads it.
func (c *Commands) named(text string) (named []*ask.Kind) {
	text = plain(text)
	for _, k := range c.kinds {
		if slices.ContainsFunc(names(k), func(name string) bool { return strings.Contains(text, name) }) {
			named = append(named, k)
		}
	}
	return named
}

// names are all that a kind of puzzle goes by, plain.
func names(k *ask.Kind) []string {
	names := []string{k.Name}
	for _, locale := range words.Locales() {
		for name := range strings.SplitSeq(words.In(locale).Text(k.Name+".names"), ",") {
			names = append(names, plain(name))
		}
	}
	return names
}

// plain is a text without what people write names with or without: capitals,
// blanks, hyphens and dots.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-‐・･·", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// readAs is what a text is, for each kind of puzzle that it can be one of.
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
		rows, cols := game.Size()
		if rows*cols < words.If(at.prose, leastInProse, leastSetOff) {
			continue
		}
		if rows == 1 && strings.Contains(text, "\n") { // lines are rows, and these are not
			continue
		}
		f := finding{spot: at, kind: k, name: k.Seen(game, say), code: text}
		if _, order := game.(ask.Order); !order && !strings.Contains(text, "://") {
			f.code = game.String()
		}
		found = append(found, f)
	}
	return found
}

// Where puzzles stand in a message, the surest place first.
var places = sync.OnceValue(func() []*regexp.Regexp {
	const row = `[\d#.,;:|/\\*OoXx\-_ \t🟨⬛⬜🟦🟪]+`
	return []*regexp.Regexp{
		regexp.MustCompile("```(?:[A-Za-z0-9_+-]*\n)?([^`]+)```"),
		regexp.MustCompile("``?([^`\n]+)``?"),
		regexp.MustCompile(`https?://[^\s<>\])]+`),
		regexp.MustCompile(`\bpuzzle:\s*([^\n]+?)(?:\s+[a-z]+:|\n|$)`), // of a command
		regexp.MustCompile(`[^\n]+(?:\n[^\n]+)*`),                      // a paragraph
		regexp.MustCompile(`(?m)^` + row + `$(?:\n^` + row + `$)*`),
		regexp.MustCompile(`[^\n]+`),
		regexp.MustCompile(`:[ \t]+([^\n]+)`),
		regexp.MustCompile(`(?:^|\s)([\d#.;|/\\,](?:[\d#.;|/\\, ]*[\d#.;|/\\,])?)(?:\s|$)`), // among words, blanks and all
		regexp.MustCompile(`\S+`),
	}
})

// firstProse is the first of the places that are not set off from other words.
const firstProse = 4

// spots are the findings at each place of a text that holds a puzzle, each place once: what
// stands within a place that was taken is not looked at again.
func (c *Commands) spots(ctx context.Context, text string, say words.Phrases) (all [][]finding) {
	var covered [][2]int
	for i, pattern := range places() {
		for _, at := range pattern.FindAllStringSubmatchIndex(text, maxSpots) {
			whole := [2]int{at[0], at[1]}
			if len(at) > 2 {
				at = at[2:]
			}
			overlaps := func(c [2]int) bool { return whole[0] < c[1] && c[0] < whole[1] }
			if len(all) == maxFound || slices.ContainsFunc(covered, overlaps) {
				continue
			}
			if found := c.readAs(ctx, spot{text: text[at[0]:at[1]], prose: i >= firstProse}, say); len(found) > 0 {
				covered = append(covered, whole)
				all = append(all, found)
			}
		}
	}
	return all
}

const (
	maxSpots = 60 // of a kind that are looked at
	maxFound = 25 // as many as a menu has lines
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

// solveFound answers a command on a message.
func (c *Commands) solveFound(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	found := c.find(ctx, a.Target, a.Say)
	if ctx.Err() != nil {
		return a.OutOfTime()
	}
	switch len(found) {
	case 0:
		return a.Notice("nothing-found")
	case 1:
		return c.answer(ctx, a.Found(found[0].kind, found[0].code, found[0].rules), progress)
	}
	return list(a, found)
}

// list shows several findings, to pick from.
func list(a *ask.Ask, found []finding) *ask.Answer {
	texts := map[string]bool{}
	for _, f := range found {
		texts[f.text] = true
	}
	alone := len(texts) == 1 // one puzzle, and several kinds that it may be of
	r := a.New(chat.Plain, a.Say.Count(words.If(alone, "find.readings", "find.title"), words.If(alone, len(found), len(texts))))
	r.Menu = &chat.Menu{Path: findPath, Hint: a.Say.Text("find.pick")}
	room, told := 2400, []string(nil)
	for _, f := range found {
		block := slices.Index(r.Puzzles, f.code)
		if n := utf8.RuneCountInString(f.code); block < 0 && quotable(f.code) && n <= room && len(r.Puzzles) < maxBlocks {
			room -= n
			block = len(r.Puzzles)
			r.Puzzles = append(r.Puzzles, f.code)
		}
		if block < 0 || len(r.Menu.Items) == maxFound {
			r.Note = a.Say.Text("find.no-room")
			continue
		}
		if alone {
			told = append(told, "- "+f.name)
		} else {
			told = append(told, a.Say.Text("find.item", words.With{"Number": block + 1, "Name": f.name}))
		}
		r.Menu.Items = append(r.Menu.Items, chat.Item{
			Value: fmt.Sprint(f.kind.Name, " ", block), Label: f.name, Detail: strings.Join(strings.Fields(words.Visible(f.code)), " "),
		})
	}
	r.Text = strings.Join(told, "\n")
	if len(r.Menu.Items) == 0 {
		r.Menu = nil
	}
	return r
}

// maxBlocks is how many puzzles stand in one reply.
const maxBlocks = 20

// solvePicked answers a pick from the menu of what was found.
func (c *Commands) solvePicked(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	name, number, _ := strings.Cut(a.Picked, " ")
	k := ask.Named(c.kinds, name)
	if i, err := strconv.Atoi(number); k != nil && err == nil && 0 <= i && i < len(a.Puzzles) {
		return c.answer(ctx, a.Found(k, a.Puzzles[i], nil), progress)
	}
	return a.Notice("unknown")
}
