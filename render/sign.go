package render

// A Sign is what a board shows in its cells and not everybody can guess: a kind
// of cell, or a mark.
type Sign struct {
	Word  string // of Words; PressLit for a press on what is lit, where emoji tell it apart
	Emoji string // as it stands in Emoji; "" in a picture
}

// PressLit is the Word of 🔴.
const PressLit = "press lit"

// symbols are the kinds that a picture does not draw as what they are: a ring
// stands for a lamp, paper does not stand for paper.
var symbols = [kinds]bool{Crossed: true, Open: true, LampOff: true, LampOn: true,
	CardDown: true, CardUp: true, OrbOff: true, OrbOn: true}

// PictureSigns are the signs of the board's picture, each once: kinds, then
// marks, then pencil marks.
func (b *Board) PictureSigns() []Sign {
	var kind [kinds]bool
	var mark [marks]bool
	notes := false
	for i := range b.Cells {
		c := &b.Cells[i]
		mark[c.Mark%marks] = true
		notes = notes || c.Notes != 0 && c.Text == "" && c.Kind != Sum
		if c.Mark != Press && !(c.Mark == Differ && c.Kind == Open) { // which hide it
			kind[c.Kind%kinds] = true
		}
	}
	var signs []Sign
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
	if notes {
		signs = append(signs, Sign{Word: wordMaybe})
	}
	return signs
}

// EmojiSigns are the signs of Emoji, each once: kinds, then marks.
func (b *Board) EmojiSigns() []Sign {
	var kind [kinds]bool
	seen := map[string]string{} // emoji by word
	numbered := b.numbered()
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Kind == Hole && b.wrapped {
			continue
		}
		switch sign := c.emoji(numbered); {
		case c.Mark == Press && numbered:
			seen[markWords[Press]] = keycap1
		case sign == pressLit:
			seen[PressLit] = sign
		case sign == keycaps[c.Text]:
		case sign == markEmoji[c.Mark%marks]:
			seen[markWords[c.Mark]] = sign
		default:
			kind[c.Kind%kinds] = true
		}
	}
	var signs []Sign
	for k, shown := range kind {
		if shown {
			signs = append(signs, Sign{kindWords[k], kindEmoji[k]})
		}
	}
	for _, word := range append(markWords[:], PressLit) {
		if emoji := seen[word]; emoji != "" {
			signs = append(signs, Sign{word, emoji})
		}
	}
	return signs
}
