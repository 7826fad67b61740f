package clues

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"golang.org/x/image/colornames"
)

// Limits on the colours of a puzzle.
const (
	MaxColours  = 31  // that runs have
	maxDeclared = 256 // that a text speaks of
)

// Ink is a colour of a palette; nonogram.Ink says what its fields mean.
type Ink struct {
	Letter byte
	Name   string
	RGB    color.RGBA
}

// Run is a run of a clue: its length in cells, and the index of its colour.
type Run struct{ Length, Colour int }

// Inks are the colours of a text as it is read. What it calls a colour is its key: a letter, a
// word, a sign, or "" where it calls it nothing.
type Inks struct {
	Background color.RGBA // the zero value for white

	// Exact palettes are whole: no run has another colour, all are kept, in their order and
	// with their keys, which are letters.
	Exact bool

	all  []ink
	used int
}

type ink struct {
	key, name string
	own       string // a letter for it, instead of its key
	rgb       color.RGBA
	known     bool // rgb is that of the text
	declared  bool
	used      bool
	letter    byte
	merged    int // index of the one that it is the same as, itself for most
}

// find is the index of the colour of that key, or -1. Words are the same in upper and lower
// case, and so are letters where only one of both is declared.
func (k *Inks) find(key string) int {
	exact := func(i ink) bool { return i.key == key }
	if i := slices.IndexFunc(k.all, exact); i >= 0 {
		return i
	}
	folds := func(i ink) bool { return (i.declared || len(key) > 1) && strings.EqualFold(i.key, key) }
	return slices.IndexFunc(k.all, folds)
}

// Declare says what colour a key stands for. Of two declarations the later counts, and none
// beyond a number that no palette has.
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

// Prefer says which letter a declared colour has, if no other has it.
func (k *Inks) Prefer(key string, letter byte) {
	if i := slices.IndexFunc(k.all, func(i ink) bool { return i.key == key }); i >= 0 && IsLetter(letter) {
		k.all[i].own = string(letter)
	}
}

// Declared says whether a key was declared.
func (k *Inks) Declared(key string) bool { i := k.find(key); return i >= 0 && k.all[i].declared }

func (t *Text) tooManyColours(at int) error {
	return t.Expected(at, "nonogram.colours", fmt.Sprintf("at most %d colours", MaxColours), map[string]any{"Max": MaxColours})
}

// Uses says whether a run has that key.
func (k *Inks) Uses(key string) bool { i := k.find(key); return i >= 0 && k.all[i].used }

// Use is the index of the colour of a run or a cell.
func (k *Inks) Use(t *Text, at int, key string) (int, error) {
	i := k.find(key)
	if i < 0 {
		if k.Exact {
			return 0, t.Expected(at, "nonogram.ink", "a colour of the palette: "+k.letters(), map[string]any{"Colours": k.letters()})
		}
		if k.used == MaxColours {
			return 0, t.tooManyColours(at)
		}
		if _, known := ReadRGB(key); !known && len(key) > 1 { // letters are what one likes, a word may be mistyped
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

// letters are the keys of an exact palette.
func (k *Inks) letters() string {
	var keys []string
	for _, i := range k.all {
		keys = append(keys, i.key)
	}
	return strings.Join(keys, ", ")
}

// Settle decides which keys stand for the same colour, and gives each its letter, its name and
// its RGB. The order is that of their first use; the indices are those of Use in the palette.
func (k *Inks) Settle(order []int) (palette []Ink, index []int) {
	k.merge()
	var chosen []int // of all
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

// merge finds keys that are another's: r, red and 🟥, where none of them is declared.
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

// colour gives the colour at i its name and its RGB, one that no other has.
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

// spell gives each of some colours a letter: its key if that is one, else that of the usual
// colour that it is or looks like, else the next free one.
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
					give(i, key[0]|0x20)
				}
				give(i, key[0])
			}
		}
	}
	own(true)
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
