package nonogram

import (
	"cmp"
	"image/color"
	"math"
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
	{"light-brown", rgb(0xb08050)}, {"light-brown", rgb(0xa78670)}, {"dark-brown", rgb(0x4a2810)}, {"light-red", rgb(0xff7060)},
	{"light-purple", rgb(0xc8a0e8)}, {"dark-purple", rgb(0x3c0048)}, {"light-yellow", rgb(0xffffa0)}, {"dark-yellow", rgb(0xb09000)},
	{"dark-pink", rgb(0xd04080)}, {"dark-turquoise", rgb(0x006068)}, {"brown", rgb(0x8b5a2b)},
	{"green", rgb(0x00a000)}, {"dark-green", rgb(0x005818)}, {"dark-red", rgb(0xa80000)},
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
func usualColour(c color.RGBA) string { return usualNames([]color.RGBA{c})[0] }

// farName is the ΔE2000 between a colour and a usual colour from which on the name of the latter would
// mislead. For comparison, blue and dark blue differ by 19, grey and dark grey by 23, red and orange
// by 25.
const farName = 30

// usualNames returns for each colour the id of a usual colour that looks like it. Of several colours
// with the same nearest id, the nearest one gets the id, and the others get the nearest ids that are
// left. A colour from which all ids that are left are farther than farName shares its nearest id.
func usualNames(colours []color.RGBA) []string {
	type pair struct {
		colour int
		id     string
		apart  float64
	}
	var pairs []pair
	nearest := make([]pair, len(colours))
	for i, c := range colours {
		nearest[i].apart = math.Inf(1)
		for _, u := range usualColours {
			p := pair{i, u.id, render.Apart(c, u.rgb)}
			pairs = append(pairs, p)
			if p.apart < nearest[i].apart {
				nearest[i] = p
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.apart, b.apart) })
	ids := make([]string, len(colours))
	for _, p := range pairs {
		if ids[p.colour] == "" && !slices.Contains(ids, p.id) && p.apart < farName {
			ids[p.colour] = p.id
		}
	}
	for i, id := range ids {
		ids[i] = cmp.Or(id, nearest[i].id)
	}
	return ids
}

// paletteNames returns the ids of the names of a palette's colours.
func paletteNames(palette []nonogram.Ink) []string {
	var colours []color.RGBA
	for _, k := range palette {
		colours = append(colours, k.RGB)
	}
	return usualNames(colours)
}

// colourNames returns a function for each colour of a palette that names it. If two colours share a
// name, their letters follow it.
func colourNames(palette []nonogram.Ink) (names []func(words.Phrases) string) {
	count, ids := map[string]int{}, paletteNames(palette)
	for _, id := range ids {
		count[id]++
	}
	for i, k := range palette {
		id := ids[i]
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
var usualLetters = map[string]byte{"black": 'k', "brown": 'n', "grey": 'a', "light-grey": 'a', "dark-grey": 'a', "beige": 'e', "dark-blue": 'b', "dark-green": 'g', "dark-red": 'r', "light-blue": 's', "light-green": 'l',
	"light-brown": 'n', "dark-brown": 'n', "light-red": 'r', "light-purple": 'p', "dark-purple": 'p', "light-yellow": 'y', "dark-yellow": 'y',
	"dark-pink": 'p', "dark-turquoise": 't'}

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
