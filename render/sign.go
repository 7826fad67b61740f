package render

// A Sign is what a board shows in its cells and not everybody can guess: a kind
// of cell, or a mark.
type Sign struct {
	Word  string // of Words; PressLit for a press on what is lit, where there are others, too; "" for a colour
	Emoji string // as it stands in Emoji; "" in a picture
	Means string // of a colour: its letter and its name
}

// PressLit is the Word of 🔴.
const PressLit = "press lit"

// symbols are the kinds that a picture does not draw as what they are: a ring
// stands for a lamp, paper does not stand for paper.
var symbols = [kinds]bool{Crossed: true, Open: true, LampOff: true, LampOn: true,
	CardDown: true, CardUp: true, OrbOff: true, OrbOn: true}

// paintSigns returns the colours of the palette.
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

// PictureSigns returns the signs of the board's picture, each once: colours, kinds, then
// marks, then pencil marks.
func (b *Board) PictureSigns() []Sign {
	var kind [kinds]bool
	var mark [marks]bool
	for _, a := range b.Framed {
		mark[a.Mark%marks] = true
	}
	notes, may := false, false
	for i := range b.Cells {
		c := &b.Cells[i]
		mark[c.Mark%marks] = mark[c.Mark%marks] || c.Mark != Differ || c.May == 0 // swatches say it
		notes = notes || c.Notes != 0 && c.Text == "" && c.Kind != Sum
		switch {
		case c.May != 0 && c.Kind == Open:
			may = true
		case c.Mark != Press && !(c.Mark == Differ && c.Kind == Open): // which hide it
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
	if notes {
		signs = append(signs, Sign{Word: wordMaybe})
	}
	return signs
}

// EmojiSigns returns the signs of Emoji, each once: colours, kinds, then marks.
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
		case sign == keycaps[c.Text]:
		case sign == markEmoji[c.Mark%marks]:
			seen[markWords[c.Mark]] = sign
		default:
			kind[c.Kind%kinds] = true
		}
	}
	press := markWords[Press]
	if seen[press] == "" && seen[PressLit] != "" { // nothing to tell it from
		seen[press] = seen[PressLit]
		delete(seen, PressLit)
	}
	signs := b.paintSigns(paints.colours)
	for k, shown := range kind {
		if shown {
			signs = append(signs, Sign{Word: kindWords[k], Emoji: paints.emoji(&Cell{Kind: Kind(k)})})
		}
	}
	for _, word := range append(markWords[:], PressLit) {
		if emoji := seen[word]; emoji != "" {
			signs = append(signs, Sign{Word: word, Emoji: emoji})
		}
	}
	return signs
}
