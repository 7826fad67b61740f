package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxAlt is the longest alt text, in characters: Discord's limit.
const MaxAlt = 1024

// maxTitle is the most of MaxAlt that the title takes, in characters.
const maxTitle = 200

var kindWords = [kinds]string{
	Blank: "blank", Filled: "filled", Crossed: "empty", Open: "open",
	LampOff: "off", LampOn: "on", CardDown: "face down", CardUp: "face up",
	Clear: "clear", Cloudy: "cloudy", OrbOff: "orb off", OrbOn: "orb on",
	Block: "block", Sum: "sum", Digit: "open", Hole: "gap",
	Painted: "filled",
	Lamp2:   "at 2", Lamp3: "at 3", Lamp4: "at 4", Lamp5: "at 5", Lamp6: "at 6", Lamp7: "at 7", Lamp8: "at 8",
}

var markWords = [marks]string{
	Press: "press", Differ: "differs", Proof: "proof", Pick: "pick", New: "new",
}

// wordMaybe names pencil marks among the signs of a picture.
const wordMaybe = "maybe"

// wordSet names the sets of cells that change together, among the signs of a board.
const wordSet = "set"

// wordMay names a cell that may have one of several colours, and wordRun a run of a clue in its
// colour.
const (
	wordMay = "may be"
	wordRun = "run"
)

// phrases are the texts of Alt, Text and Veiled beside those words. The comment before them names
// the values that go into them. A phrase with a Count has a plural.
var phrases = []string{
	// Rows, Cols
	"size", "veiled",
	// Name, Told
	"line",
	// Name; of the next three Name, Clue
	"row", "rows", "row-clue", "row-clue-alone", "column-clue", "column-cells",
	// Clue
	"done",
	// no values: names of other lines
	"cards-line", "orbs", "diagonal", "across", "down",
	// Names
	"column", "columns", "card", "cards",
	// State, with Cells, Mark, Number or Digits
	"state", "rest", "marked", "pressed", "move", wordMaybe,
	// State: a list of colours; of the next Number, Colour; of the last Names
	wordMay, wordRun, "palette",
	// Mark, Step; Mark, Set
	"in-step", "in-set",
	// no values
	"press-orb",
	// Down, Right
	"sum-down", "sum-right", "sum-two",
	// Sum, Cells
	"sum-of",
	// From, To; of the next two Items, Last
	"range", "and", "or",
	// no values: between items
	"comma", "semi",
	// Told, Next
	"sentences",
	// Count; the last has no value, and tells how to hear the rest
	"more-cells", "more-rows", "more-columns", "more-sums", "whole",
}

// Words returns all phrases that boards ask Say for, except those that Means names.
func Words() []string {
	all := slices.Concat(phrases, kindWords[:], markWords[NoMark+1:])
	slices.Sort(all)
	return slices.Compact(all)
}

type values = map[string]any

// say returns a phrase in the board's language, or its name and its values if the board has no
// language.
func (b *Board) say(phrase string, with values) string {
	if b.Say != nil {
		return b.Say(phrase, with)
	}
	for _, name := range slices.Sorted(maps.Keys(with)) {
		phrase += fmt.Sprintf(" %v", with[name])
	}
	return phrase
}

// word returns the name of a kind or a mark on this board.
func (b *Board) word(word string, with values) string {
	if means := b.Means[word]; means != "" {
		word = means
	}
	return b.say(word, with)
}

// Text returns the board in words: its size, where to look, every row with its clue, the clues of
// columns or the sums, and Caption.
func (b *Board) Text() string {
	t := newTeller(b)
	lines := []string{Plain(b.Title), b.size(), t.palette(), t.look()}
	for _, l := range t.lines() {
		lines = append(lines, t.text(l))
	}
	return joined(append(lines, Plain(b.Caption)))
}

// Alt returns Text for people who cannot see the picture, in at most MaxAlt characters. Lines with
// marks come first, lines without room are counted, and the Caption comes last if it has room. All
// of it is free of Markdown and emoji.
func (b *Board) Alt() string {
	t := newTeller(b)
	head := joined([]string{clip(Plain(b.Title), maxTitle), b.size(), clip(t.palette(), maxTitle), clip(t.look(), maxTitle)})
	room := MaxAlt - utf8.RuneCountInString(head)
	lines := t.lines()
	slices.SortStableFunc(lines, func(x, y spokenLine) int { return y.urgency() - x.urgency() })
	all := t.missing(lines)
	told, fits := t.fill(lines, room)
	if !fits { // once more, with room for the longest text on lines that are left out
		told, _ = t.fill(lines, room-utf8.RuneCountInString(all)-len("\n"))
	}
	out := joined(append([]string{head}, told...))
	if caption := "\n" + Plain(b.Caption); fits && utf8.RuneCountInString(out+caption) <= MaxAlt {
		return strings.TrimSpace(out + caption)
	}
	return out
}

// fill returns as many of the lines in words as have room, in characters, and whether these are all.
// If the very first line has no room it returns as many of its cells as have. If lines are left
// out, the last text says so; room does not count that text.
func (t *teller) fill(lines []spokenLine, room int) (told []string, all bool) {
	for i, l := range lines {
		text := t.text(l)
		n := utf8.RuneCountInString(text) + len("\n")
		if n <= room {
			told, room = append(told, text), room-n
			continue
		}
		left := slices.Clone(lines[i:])
		if i == 0 {
			told = append(told, t.beginning(l, room-len("\n")))
			left[0].rows--
		}
		return append(told, t.missing(left)), false
	}
	return told, true
}

// missing returns the text that counts the rows, the columns and the sums of the lines that are left
// out, and says how to hear all of the board.
func (t *teller) missing(lines []spokenLine) string {
	var rows, columns, sums int
	for _, l := range lines {
		rows, columns, sums = rows+l.rows, columns+l.columns, sums+len(l.sums)
	}
	var told []string
	for _, left := range []struct {
		phrase string
		n      int
	}{{"more-rows", rows}, {"more-columns", columns}, {"more-sums", sums}} {
		if left.n > 0 {
			told = append(told, t.say(left.phrase, values{"Count": left.n}))
		}
	}
	return t.follow(append(told, t.say("whole", nil)))
}

// Veiled returns an alt text for a board behind a spoiler: it tells nothing of the cells.
func (b *Board) Veiled() string {
	rows, cols := b.withoutOrbs()
	return b.say("veiled", values{"Rows": rows, "Cols": cols})
}

// withoutOrbs returns the size of the board without its row and its column of orbs.
func (b *Board) withoutOrbs() (rows, cols int) {
	if b.Orbs {
		return b.Rows - 1, b.Cols - 1
	}
	return b.Rows, b.Cols
}

// size returns the phrase for the size of the board, without its orbs; "" for a board of one row,
// folded or not.
func (b *Board) size() string {
	if rows, cols := b.withoutOrbs(); b.Rows > 1 && b.Cols > 0 && !b.wrapped {
		return b.say("size", values{"Rows": rows, "Cols": cols})
	}
	return ""
}

// joined joins the lines that are not empty.
func joined(lines []string) string {
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), "\n")
}

// clip cuts a text to n characters; the last one of a text that it cuts is an ellipsis.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// Plain returns a text in Markdown for reading aloud: without its signs and without emoji.
func Plain(s string) string {
	return WithoutEmoji(strings.NewReplacer("\\", "", "||", "", "|", "/", "*", "", "_", "", "~", "", "`", "", "<", "", ">", "").Replace(s))
}

// WithoutEmoji returns a text without its emoji, which would be read as "black large square", and
// without the spaces beside them. Behind a Japanese full stop no space is left either.
func WithoutEmoji(s string) string {
	left := strings.Map(func(r rune) rune {
		if unspoken(r) {
			return -1
		}
		return r
	}, s)
	if left == s {
		return s
	}
	return strings.TrimSpace(strings.NewReplacer(" ()", "", "()", "", "（）", "", "  ", " ", "  ,", ",", "。 ", "。").Replace(left))
}

// unspoken reports whether a character is an emoji, or joins and shapes emoji.
func unspoken(r rune) bool {
	const firstTone, lastTone = '🏻', '🏿' // skin tones
	return unicode.In(r, unicode.So, unicode.Me, unicode.Cf, unicode.Variation_Selector) || firstTone <= r && r <= lastTone
}
