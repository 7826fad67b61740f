package commands

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
)

// Record is a batch's report on one puzzle. It is one JSON object, which includes Head's fields.
type (
	Record = ask.Record
	Head   = ask.RecordHead
)

// ForBatch returns the commands for use without a chat. They have no settings: all settings are
// about chats.
func ForBatch() *Commands { return &Commands{kinds: puzzles.Kinds()} }

// Line returns the record as a line of text: verdict, difficulty, time.
func Line(r Record) string {
	h := r.Head()
	if h.Error != "" {
		return fmt.Sprintf("%s: %s", h.File, h.Error)
	}
	return fmt.Sprintf("%s: %s, %s, %.3f ms", h.File, h.Verdict, h.How, h.MS)
}

// A Tally counts the puzzles of a batch by verdict.
type Tally struct{ counts map[string]int }

// outcomes lists the verdicts in the order of a Tally's line, with their names there.
var outcomes = []struct{ verdict, called string }{
	{"unique", "unique"}, {"multiple", "ambiguous"}, {"none", "without solution"},
	{"solvable", "solvable"}, {"unsolvable", "unsolvable"}, {"first", "won"}, {"second", "lost"},
	{"undecided", "undecided"}, {"", "unreadable"},
}

// Add counts a record.
func (t *Tally) Add(r Record) {
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	t.counts[r.Head().Verdict]++
}

// String returns one line: "46 unique, 1 ambiguous, 2 unreadable".
func (t *Tally) String() string {
	var told []string
	for _, o := range outcomes {
		if n := t.counts[o.verdict]; n > 0 {
			told = append(told, fmt.Sprint(n, " ", o.called))
		}
	}
	return strings.Join(told, ", ")
}

// Failed reports whether the record holds an error instead of a verdict.
func Failed(r Record) bool { return r.Head().Error != "" }

// Kinds returns the names of the puzzles, in the order in which help lists them.
func (c *Commands) Kinds() (names []string) {
	for _, k := range c.kinds {
		names = append(names, k.Name)
	}
	return names
}

// Examples returns one or more texts for the puzzle option of a kind's command: those that help
// and suggestions offer, and one with marks if the kind has marks.
func (c *Commands) Examples(kind string) []string {
	k := ask.Named(c.kinds, kind)
	examples := k.Examples()
	if k.Marks != "" {
		examples = append(examples, k.Example+" "+ask.SnapshotSign+k.Marks)
	}
	return examples
}

// Readable reports whether a file may hold puzzles of that kind: it is text in UTF-8, or binary
// data that the kind reads.
func (c *Commands) Readable(kind, data string) bool {
	k := ask.Named(c.kinds, kind)
	return k.Readable(data) && (!strings.Contains(data, "\x00") || k.Binary != nil && k.Binary(data))
}

// Split yields the puzzles in a file, each with its name in a batch: the file's name, and behind
// "#" the puzzle's own name if there are several.
func (c *Commands) Split(kind, file, text string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		split := ask.Named(c.kinds, kind).Split
		if split == nil {
			yield(file, text)
			return
		}
		for name, one := range split(text) {
			if name != "" {
				name = "#" + name
			}
			if !yield(file+name, one) {
				return
			}
		}
	}
}

// Solve reads one puzzle of a kind, or makes it if the text is an order, and solves it for a batch.
// Options holds values for Options, and under "do" the action, by which a brief record is asked
// for. It never returns nil: a puzzle that cannot be read makes a Record with Error.
func (c *Commands) Solve(ctx context.Context, kind, file, text string, options map[string]any) Record {
	k := ask.Named(c.kinds, kind)
	record := func() Record {
		begun := time.Now()
		game, err := k.Read(text, options)
		if order, ok := game.(ask.Order); ok && err == nil {
			game, err = order.Make(ctx)
		}
		if err != nil {
			h := ask.NewHead(begun, err)
			return &h
		}
		do, _ := options["do"].(string)
		action := k.Action(do)
		return k.Record(ctx, game, action != nil && action.Brief)
	}
	r := record()
	r.Head().File, r.Head().Kind = file, kind
	return r
}

// Options returns the options of a puzzle's command that a batch knows, without descriptions.
func (c *Commands) Options(kind string) (all []chat.Option) {
	for _, o := range ask.Named(c.kinds, kind).Options {
		if o.InBatch() {
			all = append(all, o.Option)
		}
	}
	return all
}

// Elsewhere returns a slash command in which an option that a batch does not know has its effect;
// "" for any other name.
func (c *Commands) Elsewhere(kind, option string) (command string) {
	k := ask.Named(c.kinds, kind)
	for _, o := range k.Options {
		if o.Name == option && !o.InBatch() {
			if o.Maker {
				kind = k.Maker.Name
			}
			return fmt.Sprintf("/%s %s %s:…", kind, words.If(o.Draws, "image:FILE", "puzzle:…"), option)
		}
	}
	return ""
}

// Describe returns the description of an option of a puzzle's command, in English.
func (c *Commands) Describe(kind, option string) string {
	return words.In("en").Text(kind + ".option." + option)
}
