package commands

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// findPath is where the menu of several puzzles leads.
const findPath = "find"

// A spot is a text that may be a puzzle.
type spot struct {
	text    string
	prose   bool   // among other words, where a few ones and zeros need mean nothing
	options values // of a reply's puzzle: its rules; nil for none
}

// A finding is a puzzle that was found.
type finding struct {
	puzzle *puzzle
	name   string // what it is, in words
	code   string // what reads as it again
	place  string // the text that was read so; others may be read from the same

	options values // as of its spot
}

// How many cells make a puzzle of a text. In prose 11/10/11 is a date.
const (
	leastSetOff  = 4
	leastInProse = 7
)

// find looks through a message: its code blocks, code, links and lines, then
// its files. A text that several kinds of puzzle read as theirs is one of the
// kind that the message names, or else of each. A reply of the bot's own has
// the puzzles that it carries: what else it says, such as coordinates, is none.
func (s *Set) find(t *Target, say phrases) []finding {
	var all []finding
	named := s.named(strings.Join(t.Texts, "\n"))
	take := func(spot spot) {
		found := s.read(spot, say)
		if chosen := slices.Collect(filter(found, func(f finding) bool { return slices.Contains(named, f.puzzle) })); len(chosen) > 0 {
			found = chosen
		}
		all = append(all, found...)
	}
	if t.Reply != nil {
		kinds, rules, game := s.carried(t.Reply)
		if len(kinds) > 0 {
			named = kinds
		}
		for _, text := range t.Reply.Puzzles {
			if game {
				text, _, _ = strings.Cut(text, "\n") // the turns follow
			}
			take(spot{text: text, options: rules})
		}
	} else {
		for _, text := range t.Texts {
			for _, spot := range spots(text, func(spot spot) bool { return len(s.read(spot, say)) > 0 }) {
				take(spot)
			}
		}
	}
	for _, f := range t.Files {
		if text := strings.TrimPrefix(string(f.Data), "\ufeff"); utf8.ValidString(text) && (t.Reply == nil || f.Name == PuzzleFile) {
			take(spot{text: text})
		}
	}
	var unique []finding
	for _, f := range all {
		if !slices.ContainsFunc(unique, func(u finding) bool { return u.puzzle == f.puzzle && u.code == f.code }) {
			unique = append(unique, f)
		}
	}
	return unique
}

// carried says of which kinds the puzzles of a reply are, and by which rules, by
// where its buttons lead, and whether it is a game.
func (s *Set) carried(r *Carried) (kinds []*puzzle, rules values, game bool) {
	rules = values{}
	for _, path := range r.Paths {
		u, err := url.Parse(path)
		p := (*puzzle)(nil)
		if err == nil {
			p = s.puzzle(u.Path)
		}
		if p == nil {
			continue
		}
		if !slices.Contains(kinds, p) {
			kinds = append(kinds, p)
		}
		o := fromQuery(u.Query())
		for _, option := range p.options {
			if value, ok := o[option.Name]; ok && option.Name != "number" { // which asks for one of its solutions
				rules[option.Name] = value
			}
		}
		game = game || o["turn"] != nil || o.text("form") == movesField
	}
	return kinds, rules, game
}

// named are the puzzles whose names are in the text, in any language, whoever
// reads it.
func (s *Set) named(text string) (named []*puzzle) {
	text = plain(text)
	for _, p := range s.puzzles {
		if slices.ContainsFunc(s.names(p), func(name string) bool { return strings.Contains(text, name) }) {
			named = append(named, p)
		}
	}
	return named
}

// names are all that a kind of puzzle goes by, plain.
func (s *Set) names(p *puzzle) []string {
	names := []string{p.name}
	for _, locale := range s.words.locales() {
		for name := range strings.SplitSeq(s.words.in(locale).text(p.name+".names", nil), ",") {
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

// read is what a text is, for each kind of puzzle that it can be one of.
func (s *Set) read(at spot, say phrases) (found []finding) {
	text := strings.TrimSpace(at.text)
	if text == "" {
		return nil
	}
	for _, p := range s.puzzles {
		game, err := p.read(text, at.options)
		if err != nil {
			continue
		}
		rows, cols := game.extent()
		if rows*cols < either(at.prose, leastInProse, leastSetOff) {
			continue
		}
		if rows == 1 && strings.Contains(text, "\n") { // lines are rows, and these are not
			continue
		}
		f := finding{puzzle: p, name: seen(p, game, say), code: text, place: text, options: at.options}
		if code := game.String(); code != "" && !strings.Contains(f.code, "://") {
			f.code = code
		}
		found = append(found, f)
	}
	return found
}

// seen says what was read: the puzzle and its size.
func seen(p *puzzle, game subject, say phrases) string {
	rows, cols := game.extent()
	if rows == 1 {
		return say.count("seen.row", cols, with{"Puzzle": say.text(p.name+".name", nil)})
	}
	return say.text("seen.board", with{"Puzzle": say.text(p.name+".name", nil), "Size": fmt.Sprintf("%d×%d", rows, cols)})
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

// prosaic is the first of the places that are not set off from other words.
const prosaic = 4

// spots are the places of a text that hold a puzzle, each place once: what
// stands within a place that was taken is not looked at again.
func spots(text string, taken func(spot) bool) (found []spot) {
	var covered [][2]int
	for i, pattern := range places() {
		for _, at := range pattern.FindAllStringSubmatchIndex(text, maxSpots) {
			whole := [2]int{at[0], at[1]}
			if len(at) > 2 {
				at = at[2:]
			}
			s := spot{text: text[at[0]:at[1]], prose: i >= prosaic}
			overlaps := func(c [2]int) bool { return whole[0] < c[1] && c[0] < whole[1] }
			if len(found) < maxFound && !slices.ContainsFunc(covered, overlaps) && taken(s) {
				covered = append(covered, whole)
				found = append(found, s)
			}
		}
	}
	return found
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
func (s *Set) solveFound(ctx context.Context, t *Target, say phrases, progress func(*Reply)) *Reply {
	found := s.find(t, say)
	switch len(found) {
	case 0:
		return notice(say, "nothing-found", nil)
	case 1:
		return s.solveText(ctx, found[0].puzzle, found[0].code, found[0].options, say, progress)
	}
	texts := map[string]bool{}
	for _, f := range found {
		texts[f.place] = true
	}
	alone := len(texts) == 1 // one puzzle, and several kinds that it may be of
	r := &Reply{
		Title: say.count(either(alone, "find.readings", "find.title"), either(alone, len(found), len(texts)), nil),
		Menu:  &Menu{Path: findPath, Hint: say.text("find.pick", nil)},
	}
	room, told := 2400, []string(nil)
	for _, f := range found {
		block := slices.Index(r.Puzzles, f.code)
		if n := utf8.RuneCountInString(f.code); block < 0 && mendable(f.code) && n <= room && len(r.Puzzles) < maxBlocks {
			room -= n
			block = len(r.Puzzles)
			r.Puzzles = append(r.Puzzles, f.code)
		}
		if block < 0 || len(r.Menu.Items) == maxFound {
			r.Note = say.text("find.no-room", nil)
			continue
		}
		if alone {
			told = append(told, "- "+f.name)
		} else {
			told = append(told, say.text("find.item", with{"Number": block + 1, "Name": f.name}))
		}
		r.Menu.Items = append(r.Menu.Items, Item{
			Value: fmt.Sprint(f.puzzle.name, " ", block), Label: f.name, Detail: strings.Join(strings.Fields(visible(f.code)), " "),
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
func (s *Set) solvePicked(ctx context.Context, req *Request, say phrases, progress func(*Reply)) *Reply {
	if len(req.Picked) == 1 {
		name, number, _ := strings.Cut(req.Picked[0], " ")
		p := s.puzzle(name)
		if i, err := strconv.Atoi(number); p != nil && err == nil && 0 <= i && i < len(req.Puzzles) {
			return s.solveText(ctx, p, req.Puzzles[i], nil, say, progress)
		}
	}
	return notice(say, "unknown", nil)
}

// solveText solves a puzzle of any length, as if it came in a file.
func (s *Set) solveText(ctx context.Context, p *puzzle, text string, rules values, say phrases, progress func(*Reply)) *Reply {
	o := values{"file": Upload{Data: []byte(text)}}
	maps.Copy(o, rules)
	return s.answer(ctx, call{name: p.name, options: o}, say, progress)
}
