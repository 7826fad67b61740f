package render

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// MaxEmoji is the longest board, in UTF-16 units, for which EmojiFits holds: a message holds 2,000
// characters.
const MaxEmoji = 2000

// kindEmoji are emoji that every phone has, all of one width. A colour means the same as in the
// picture. White is a card's face and blue its back. A nonogram is blue ink on white paper, which
// is no negative on dark messages or on light ones.
var kindEmoji = [kinds]string{
	Blank:    "⬜",
	Filled:   "🟦",
	Crossed:  "✖️",
	Open:     "❔",
	LampOff:  "⬛",
	LampOn:   "🟨",
	CardDown: "🟦",
	CardUp:   "⬜",
	Clear:    "🟦",
	Cloudy:   "☁️",
	OrbOff:   "⚪",
	OrbOn:    "🟣",
	Block:    "⬛",
	Sum:      "🔲",
	Digit:    "⬜",
	Hole:     "▪️",
	Lamp2:    "🟧",
	Lamp3:    "🟥",
	Lamp4:    "🟪",
	Lamp5:    "🟦",
	Lamp6:    "🟩",
	Lamp7:    "🟫",
	Lamp8:    "⬜",
	Painted:  "🟦",
}

// markEmoji replace a marked cell. New has none: a new cell shows its content.
var markEmoji = [marks]string{Press: "🔵", Differ: "❓", Proof: "🔶", Pick: "🟩"}

// pressLit is a press on a cell that is lit, filled or face up.
const pressLit = "🔴"

var lit = [kinds]bool{Filled: true, LampOn: true, CardUp: true, Cloudy: true, OrbOn: true,
	Lamp2: true, Lamp3: true, Lamp4: true, Lamp5: true, Lamp6: true, Lamp7: true, Lamp8: true}

// keycaps are the numbers that have an emoji.
var keycaps = map[string]string{
	"0": "0️⃣", "1": "1️⃣", "2": "2️⃣", "3": "3️⃣", "4": "4️⃣", "5": "5️⃣",
	"6": "6️⃣", "7": "7️⃣", "8": "8️⃣", "9": "9️⃣", "10": "🔟",
}

// romans are the lower-case numerals of the columns i, ii, iii, …
var romans = map[string]string{
	"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5",
	"vi": "6", "vii": "7", "viii": "8", "ix": "9", "x": "10",
}

// Emoji draws the board in emoji, a line for each row. A mark replaces its cell, except New, and
// except in a cell with a digit. A cell of a set is the set's number. 🔴 is a press on a cell that is
// lit, filled or face up, and 🔵 any other press. A press's number is not shown, as it would hide the
// lamp and look like a name. Names stand beside and above the board if all of them have an emoji:
// letters, 0 to 10, and i to x in a list that counts in them. Above a wrapped row's first line stand
// its names, and above every other line the range of its cells ("11–20"). Clues on the margins are left
// out: EmojiFits tells what cannot be shown.
func (b *Board) Emoji() string {
	if len(b.Cells) != b.Rows*b.Cols {
		return ""
	}
	var out strings.Builder
	paints := b.paints()
	rows, cols := signs(b.RowNames, b.Rows), signs(b.ColNames[:min(len(b.ColNames), b.Cols)], b.Cols)
	if cols != nil {
		if rows != nil {
			out.WriteString(kindEmoji[Hole])
		}
		// Two letters side by side would be a flag: a space of no width separates them.
		out.WriteString(strings.Join(cols, "\u200b"))
		out.WriteByte('\n')
	}
	for r := range b.Rows {
		if r > 0 {
			out.WriteByte('\n')
		}
		switch {
		case rows != nil:
			out.WriteString(rows[r])
		case b.wrapped && r > 0:
			out.WriteString(b.rowName(r) + "\n")
		}
		for _, c := range b.line(r) {
			out.WriteString(paints.emoji(&c))
		}
	}
	return out.String()
}

// EmojiWidth returns how many emoji a line of Emoji has, the row's name with them. A phone shows
// about ten.
func (b *Board) EmojiWidth() int {
	if signs(b.RowNames, b.Rows) != nil {
		return b.Cols + 1
	}
	return b.Cols
}

// EmojiFits reports whether Emoji shows all that the cells hold, with at most
// maxWidth emoji a line and MaxEmoji characters. Sums, pencil marks and texts
// other than 0 to 10 have no emoji, nor has a cell that may be one of several colours.
func (b *Board) EmojiFits(maxWidth int) bool {
	if b.Rows < 1 || b.Cols < 1 || len(b.Cells) != b.Rows*b.Cols || len(b.Cells) > MaxEmoji || b.EmojiWidth() > maxWidth {
		return false
	}
	if len(b.Palette) > len(b.paints().colours) {
		return false
	}
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Kind == Sum || c.Notes != 0 || c.May != 0 {
			return false
		}
		if c.Text != "" && c.Mark != Press && keycaps[c.Text] == "" {
			return false
		}
	}
	n := 0
	for _, r := range b.Emoji() {
		n += utf16.RuneLen(r)
	}
	return n <= MaxEmoji
}

// emoji returns the emoji of a cell: of a press, of its number from 0 to 10, of another mark, or else
// of its kind. On a board in colours only the mark Differ takes its cell's place: other marks are
// coloured squares, which would be taken for paint.
func (p paints) emoji(c *Cell) string {
	switch {
	case p.colours == nil || c.Mark == Differ:
	case c.Kind == Painted && int(c.Colour) < len(p.colours):
		return p.colours[c.Colour]
	case c.Kind == Blank:
		return p.ground
	default:
		return kindEmoji[c.Kind%kinds]
	}
	switch {
	case c.Mark == Differ && c.Set > 0:
		return keycaps[strconv.Itoa(c.Set)]
	case c.Mark == Press && lit[c.Kind%kinds]:
		return pressLit
	case c.Mark == Press:
		return markEmoji[Press]
	case keycaps[c.Text] != "":
		return keycaps[c.Text]
	case markEmoji[c.Mark%marks] != "":
		return markEmoji[c.Mark%marks]
	}
	return kindEmoji[c.Kind%kinds]
}

// signs returns the emoji of n names, or nil if one of them has none or they are not n. If the first
// name that is not empty is i, all are roman numerals.
func signs(names []string, n int) []string {
	if n < 1 || len(names) != n {
		return nil
	}
	roman := false
	for _, s := range names {
		if s != "" {
			roman = s == "i"
			break
		}
	}
	out := make([]string, n)
	for i, s := range names {
		if out[i] = sign(s, roman); out[i] == "" {
			return nil
		}
	}
	return out
}

// sign returns the emoji of one name, or "" if it has none; an empty name has that of a hole.
func sign(s string, roman bool) string {
	switch {
	case s == "":
		return kindEmoji[Hole]
	case roman:
		return keycaps[romans[s]]
	case keycaps[s] != "":
		return keycaps[s]
	case len(s) == 1 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z':
		return string('🇦' + rune(s[0]|0x20-'a')) // 0x20 makes a letter small
	}
	return ""
}
