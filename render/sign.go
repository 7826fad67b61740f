package render

import "strings"

// A Sign is a look of a board's cells whose meaning not everybody can guess: a kind of cell, or a
// mark.
type Sign struct {
	Word  string // a word of Words; PressLit for a press on a lit cell if there are other presses, too; "" for a colour
	Emoji string // its emoji in Emoji; "" in a picture
	Means string // letter and name of a colour
}

// PressLit is the Word of 🔴.
const PressLit = "press lit"

// symbols are the kinds that a picture draws as a symbol: a ring stands for a lamp, while paper is
// drawn as paper.
var symbols = [kinds]bool{Crossed: true, Open: true, LampOff: true, LampOn: true,
	CardDown: true, CardUp: true, OrbOff: true, OrbOn: true}

// paintSigns returns a sign for each colour of the palette, the first ones with these emoji.
func (b *Board) paintSigns(emoji []string) (all []Sign) {
	for i, c := range b.Palette {
		s := Sign{Means: string(c.Letter) + " " + b.say(c.Name, nil)}
		if i < len(emoji) {
			s.Emoji = emoji[i]
		}
		all = append(all, s)
	}
	return all
}

// PictureSigns returns the signs of the board's picture, each once: colours, cells that may have
// several colours, kinds, then marks, sets of cells, then pencil marks. A kind that a picture draws as what it is,
// or that marks hide wherever it stands, is left out.
func (b *Board) PictureSigns() []Sign {
	var kind [kinds]bool
	var mark [marks]bool
	for _, a := range b.Framed {
		mark[a.Mark%marks] = true
	}
	notes, may, sets := false, false, false
	for i := range b.Cells {
		c := &b.Cells[i]
		mark[c.Mark%marks] = mark[c.Mark%marks] || c.Mark != Differ || c.May == 0 // else swatches say how it differs
		sets = sets || c.Set > 0
		notes = notes || c.Notes != 0 && c.Text == "" && c.Kind != Sum
		switch {
		case c.May != 0 && c.Kind == Open:
			may = true
		case c.Mark != Press && !(c.Mark == Differ && c.Kind == Open): // those marks hide the kind
			kind[c.Kind%kinds] = true
		}
	}
	signs := b.paintSigns(nil)
	if may {
		signs = append(signs, Sign{Word: wordMay})
	}
	for k, shown := range kind {
		if shown && symbols[k] {
			signs = append(signs, Sign{Word: kindWords[k]})
		}
	}
	for m := NoMark + 1; m < marks; m++ {
		if mark[m] {
			signs = append(signs, Sign{Word: markWords[m]})
		}
	}
	if sets {
		signs = append(signs, Sign{Word: wordSet})
	}
	if notes {
		signs = append(signs, Sign{Word: wordMaybe})
	}
	return signs
}

// EmojiSigns returns the signs of Emoji, each once: colours, kinds, then marks. A cell shown as its
// number adds none. If all presses are of lit cells, their sign has the word of any press.
func (b *Board) EmojiSigns() []Sign {
	var kind [kinds]bool
	seen := map[string]string{} // emoji by word
	paints := b.paints()
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Kind == Hole && b.wrapped {
			continue
		}
		switch sign := paints.emoji(c); {
		case c.Kind == Painted && b.Palette != nil && c.Mark != Differ:
		case sign == pressLit:
			seen[PressLit] = sign
		case c.Set > 0:
			if !strings.Contains(seen[wordSet], sign) {
				seen[wordSet] += sign
			}
		case sign == keycaps[c.Text]:
		case sign == markEmoji[c.Mark%marks]:
			seen[markWords[c.Mark]] = sign
		default:
			kind[c.Kind%kinds] = true
		}
	}
	press := markWords[Press]
	if seen[press] == "" && seen[PressLit] != "" { // all presses are on lit cells
		seen[press] = seen[PressLit]
		delete(seen, PressLit)
	}
	signs := b.paintSigns(paints.colours)
	for k, shown := range kind {
		if shown {
			signs = append(signs, Sign{Word: kindWords[k], Emoji: paints.emoji(&Cell{Kind: Kind(k)})})
		}
	}
	for _, word := range append(markWords[:], PressLit, wordSet) {
		if emoji := seen[word]; emoji != "" {
			signs = append(signs, Sign{Word: word, Emoji: emoji})
		}
	}
	return signs
}
