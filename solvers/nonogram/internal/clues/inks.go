package clues

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"golang.org/x/image/colornames"
)

// These limit the colours of a puzzle.
const (
	MaxColours  = 31  // colours of its runs
	maxDeclared = 256 // colours that a text may declare
)

// Ink is a colour of a palette; see puzzle.Ink for its fields.
type Ink struct {
	Letter byte
	Name   string
	RGB    color.RGBA
}

// Run is a run of a clue: its length in cells, and the index of its colour.
type Run struct{ Length, Colour int }

// Inks are the colours of a text while it is read. The key of a colour is the text's own word for
// it: a letter, a word, a sign, or "" if the text has none.
type Inks struct {
	Background color.RGBA // the zero value for white

	// Exact palettes are complete: no run may have another colour, and all colours are kept, in
	// their order and with their keys, which are letters.
	Exact bool

	all  []ink
	used int
}

// ink is one colour, with its key.
type ink struct {
	key, name string
	own       string // preferred letter, instead of its key
	rgb       color.RGBA
	known     bool // rgb comes from the text
	declared  bool
	used      bool
	letter    byte
	merged    int // index of the colour that it is equal to, mostly its own
}

// find returns the index of the colour with a key, or -1. Words may differ in case; letters may if
// only one of the two cases is declared.
func (k *Inks) find(key string) int {
	exact := func(i ink) bool { return i.key == key }
	if i := slices.IndexFunc(k.all, exact); i >= 0 {
		return i
	}
	folds := func(i ink) bool { return (i.declared || len(key) > 1) && strings.EqualFold(i.key, key) }
	return slices.IndexFunc(k.all, folds)
}

// Declare sets the colour of a key. A later declaration replaces an earlier one; after maxDeclared
// keys further ones are ignored.
func (k *Inks) Declare(key, name string, rgb color.RGBA, known bool) {
	i := slices.IndexFunc(k.all, func(i ink) bool { return i.key == key })
	if i < 0 {
		if len(k.all) >= maxDeclared {
			return
		}
		i = len(k.all)
		k.all = append(k.all, ink{key: key})
	}
	k.all[i].name, k.all[i].rgb, k.all[i].known, k.all[i].declared = name, rgb, known, true
}

// Prefer sets the letter that a declared colour gets if no other has it.
func (k *Inks) Prefer(key string, letter byte) {
	if i := slices.IndexFunc(k.all, func(i ink) bool { return i.key == key }); i >= 0 && IsLetter(letter) {
		k.all[i].own = string(letter)
	}
}

// Declared reports whether a key was declared.
func (k *Inks) Declared(key string) bool { i := k.find(key); return i >= 0 && k.all[i].declared }

// tooManyColours returns the error for more than MaxColours colours.
func (t *Text) tooManyColours(at int) error {
	return t.Expected(at, "nonogram.colours", fmt.Sprintf("at most %d colours", MaxColours), map[string]any{"Max": MaxColours})
}

// Uses reports whether some run has a key.
func (k *Inks) Uses(key string) bool { i := k.find(key); return i >= 0 && k.all[i].used }

// Use returns the index of the colour with a key, and notes that a run or a cell at offset at of t has
// it. A key that is not declared becomes a new colour if it is at most one byte long or reads as a
// colour. The error is at that offset: the palette is exact and lacks the key, the word is no colour,
// or more than MaxColours are used.
func (k *Inks) Use(t *Text, at int, key string) (int, error) {
	i := k.find(key)
	if i < 0 {
		if k.Exact {
			return 0, t.Expected(at, "nonogram.ink", "a colour of the palette: "+k.letters(), map[string]any{"Colours": k.letters()})
		}
		if k.used == MaxColours {
			return 0, t.tooManyColours(at)
		}
		if _, known := ReadRGB(key); !known && len(key) > 1 { // any letter may be a colour, but a word may be mistyped
			return 0, t.NotRGB(at)
		}
		i = len(k.all)
		k.all = append(k.all, ink{key: key})
	}
	if !k.all[i].used {
		k.all[i].used = true
		k.used++
	}
	if k.used > MaxColours {
		return 0, t.tooManyColours(at)
	}
	return i, nil
}

// letters returns the keys of an exact palette.
func (k *Inks) letters() string {
	var keys []string
	for _, i := range k.all {
		keys = append(keys, i.key)
	}
	return strings.Join(keys, ", ")
}

// Settle decides which keys stand for the same colour, and gives each colour its letter, its name
// and its RGB. order has the indices from Use in the order of their first use; index maps indices
// from Use to the palette.
func (k *Inks) Settle(order []int) (palette []Ink, index []int) {
	k.merge()
	var chosen []int // indices of k.all
	if k.Exact {
		for i := range k.all {
			chosen = append(chosen, i)
		}
	}
	for _, i := range order {
		if i = k.all[i].merged; !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	for _, i := range chosen {
		k.colour(i, chosen)
	}
	k.spell(chosen)
	index = make([]int, len(k.all))
	for i := range k.all {
		index[i] = slices.Index(chosen, k.all[i].merged)
	}
	for _, i := range chosen {
		palette = append(palette, Ink{k.all[i].letter, k.all[i].name, k.all[i].rgb})
	}
	return palette, index
}

// merge finds keys for the same colour that are not declared, such as r, red and 🟥.
func (k *Inks) merge() {
	for i := range k.all {
		k.all[i].merged = i
		if k.all[i].declared {
			continue
		}
		u := usualIndex(k.all[i].key)
		for j := range i {
			other := k.all[j]
			letters := len(other.key) == 1 && len(k.all[i].key) == 1 // R and r are two
			if u >= 0 && !other.declared && !letters && usualIndex(other.key) == u {
				k.all[i].merged = other.merged
				break
			}
		}
	}
}

// colour gives the colour at i an RGB and a name, unless the text has them. The RGB is that of the
// word that names it; or else of the usual colour of its key, or the first of safe, that no other
// known colour among some has. When all of safe are taken it is the last of them. The name is the key
// if that is a word, or else that of the nearest usual colour.
func (k *Inks) colour(i int, among []int) {
	c := &k.all[i]
	u := usualIndex(c.key)
	if c.key == "" {
		u = usualIndex("black")
	}
	taken := func(rgb color.RGBA) bool {
		return slices.ContainsFunc(among, func(j int) bool { return j != i && k.all[j].known && k.all[j].rgb == rgb })
	}
	if !c.known {
		if c.rgb, c.known = ReadRGB(c.name); !c.known {
			c.rgb, c.known = ReadRGB(c.key)
		}
	}
	if !c.known && u >= 0 {
		c.rgb = colornames.Map[usual[u].name]
		c.known = !taken(c.rgb)
	}
	for n := 0; !c.known && n < len(safe); n++ {
		c.rgb = colornames.Map[safe[n]]
		c.known = !taken(c.rgb)
	}
	c.known = true
	switch {
	case c.name != "":
	case len(c.key) > 1 && c.key[0] != '#':
		c.name = strings.ToLower(c.key)
	default:
		c.name = nearest(c.rgb).name
	}
}

// spell gives each of some colours a letter: its key if that is a letter, else the letter of the
// usual colour that it is or looks like, else the next free one.
func (k *Inks) spell(chosen []int) {
	taken := [256]bool{}
	give := func(i int, c byte) {
		if k.all[i].letter == 0 && !taken[c] {
			k.all[i].letter, taken[c] = c, true
		}
	}
	own := func(lower bool) {
		for _, i := range chosen {
			key := k.all[i].key
			if k.all[i].own != "" {
				key = k.all[i].own
			}
			if len(key) == 1 && IsLetter(key[0]) && (k.Exact || IsLower(key[0]) == lower) {
				if !k.Exact {
					give(i, key[0]|0x20) // the bit that makes a letter small
				}
				give(i, key[0])
			}
		}
	}
	own(true) // small letters first: beside a colour r, R keeps its capital; alone it becomes r
	own(false)
	for _, i := range chosen {
		if u := usualIndex(k.all[i].key); u >= 0 {
			give(i, usual[u].letter)
		}
		give(i, nearest(k.all[i].rgb).letter)
	}
	for _, i := range chosen {
		for c := byte('a'); c <= 'z'; c++ {
			give(i, c)
		}
		for c := byte('A'); c <= 'Z'; c++ {
			give(i, c)
		}
	}
}
