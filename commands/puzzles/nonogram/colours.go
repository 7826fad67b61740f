package nonogram

import (
	"image/color"
	"slices"

	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/nonogram"
)

// usualColours gives the colours that have a name in all languages, nonogram.colour.ID. An id may
// stand for several shades.
var usualColours = []struct {
	id  string
	rgb color.RGBA
}{
	{"red", rgb(0xff0000)}, {"green", rgb(0x008000)}, {"green", rgb(0x00ff00)}, {"green", rgb(0x4caf50)},
	{"blue", rgb(0x0000ff)}, {"blue", rgb(0x2060e0)}, {"yellow", rgb(0xffff00)}, {"yellow", rgb(0xffd700)},
	{"orange", rgb(0xff8c00)}, {"purple", rgb(0x800080)}, {"purple", rgb(0x9050d0)}, {"brown", rgb(0x8b4513)},
	{"black", rgb(0x000000)}, {"white", rgb(0xffffff)}, {"grey", rgb(0x808080)}, {"pink", rgb(0xffb0c0)},
	{"cyan", rgb(0x00ffff)}, {"magenta", rgb(0xff00ff)}, {"light-blue", rgb(0x87ceeb)}, {"dark-blue", rgb(0x000070)},
	{"blue", rgb(0x0072b2)}, {"red", rgb(0xd55e00)}, {"green", rgb(0x009e73)}, {"purple", rgb(0xcc79a7)}, // the palette of Okabe and Ito
	{"light-green", rgb(0x90ee90)}, {"dark-green", rgb(0x003c00)}, {"dark-red", rgb(0x780000)},
	{"light-grey", rgb(0xc8c8c8)}, {"dark-grey", rgb(0x404040)}, {"beige", rgb(0xf5deb3)}, {"turquoise", rgb(0x30b0a0)},
}

// colourIDs returns the ids of the usual colours, each once.
func colourIDs() (ids []string) {
	for _, u := range usualColours {
		if !slices.Contains(ids, u.id) {
			ids = append(ids, u.id)
		}
	}
	return ids
}

// rgb returns the colour 0xRRGGBB.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// usualColour returns the id of the usual colour that looks most like c.
func usualColour(c color.RGBA) string {
	var all []color.RGBA
	for _, u := range usualColours {
		all = append(all, u.rgb)
	}
	return usualColours[render.Nearest(c, all)].id
}

// colourNames returns a function for each colour of a palette that names it. Names are those of the
// most similar usual colours. If two colours share a name, their letters follow it.
func colourNames(palette []nonogram.Ink) (names []func(words.Phrases) string) {
	count := map[string]int{}
	for _, k := range palette {
		count[usualColour(k.RGB)]++
	}
	for _, k := range palette {
		id := usualColour(k.RGB)
		names = append(names, func(say words.Phrases) string {
			name := say.Text("nonogram.colour." + id)
			if count[id] > 1 {
				name += " " + string(k.Letter)
			}
			return name
		})
	}
	return names
}

// usualLetters gives the letters by which people know colours, if it is not the first of the name.
var usualLetters = map[string]byte{"black": 'k', "brown": 'n', "grey": 'a', "light-grey": 'a', "dark-grey": 'a', "beige": 'e', "dark-blue": 'b', "dark-green": 'g', "dark-red": 'r', "light-blue": 's', "light-green": 'l'}

// freeLetter returns a letter for colour c that no colour of a palette has: the usual one for it,
// or the next one in the alphabet that is free. There is one, as a drawing has at most
// drawing.MaxColours colours.
func freeLetter(c color.RGBA, palette []nonogram.Ink) byte {
	taken := func(letter byte) bool {
		return slices.ContainsFunc(palette, func(k nonogram.Ink) bool { return k.Letter == letter })
	}
	name := usualColour(c)
	letter, ok := usualLetters[name]
	if !ok {
		letter = name[0]
	}
	for taken(letter) {
		if letter++; letter > 'z' {
			letter = 'a'
		}
	}
	return letter
}
