package tothemoon

import (
	"iter"
	"strconv"
	"strings"
)

// Kind is one of the three kinds of orbs.
type Kind uint8

const (
	Row Kind = iota
	Column
	Diagonal
)

// Orb is one orb of the grid.
type Orb struct {
	Kind  Kind
	Index int // of the row from the top or the column from the left, from 0
}

// String returns the orb's name: that of its row or column, or "diagonal". The
// ninth row and the first column have the same name, i.
func (o Orb) String() string {
	switch o.Kind {
	case Row:
		return RowName(o.Index)
	case Column:
		return ColName(o.Index)
	}
	return "diagonal"
}

// RowName returns the name of row i, from 0 at the top: a, b, …, z, aa, ab, …
func RowName(i int) string {
	var name []byte
	for i++; i > 0; i = (i - 1) / 26 {
		name = append([]byte{byte('a' + (i-1)%26)}, name...)
	}
	return string(name)
}

// ColName returns the name of column i, from 0 at the left: i, ii, iii, … After
// mmmcmxcix, where Roman numerals end, the name is the number.
func ColName(i int) string {
	n := i + 1
	if n > 3999 {
		return strconv.Itoa(n)
	}
	var name strings.Builder
	for _, numeral := range numerals {
		for ; n >= numeral.value; n -= numeral.value {
			name.WriteString(numeral.name)
		}
	}
	return name.String()
}

var numerals = []struct {
	value int
	name  string
}{
	{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"},
	{100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"},
	{10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"},
}

// pressed yields the pressed orbs of these kinds, kind by kind in that order.
func (a *Answer) pressed(kinds ...Kind) iter.Seq[Orb] {
	of := map[Kind][]bool{Row: a.RowOrbs, Column: a.ColOrbs, Diagonal: {a.Diagonal}}
	return func(yield func(Orb) bool) {
		for _, kind := range kinds {
			for i, pressed := range of[kind] {
				if pressed && !yield(Orb{kind, i}) {
					return
				}
			}
		}
	}
}

// Pressed returns a new grid, as p is after a press of the orb, with the same Limit.
func (p *Puzzle) Pressed(o Orb) *Puzzle {
	after := New(p.Rows, p.Cols)
	after.Limit = p.Limit
	diagonal := func(r, c int) bool { return r+c == p.Rows-1 }
	for r := range p.Rows {
		for c := range p.Cols {
			flipped := [...]bool{Row: r == o.Index, Column: c == o.Index, Diagonal: diagonal(r, c)}[o.Kind]
			if p.Cloudy(r, c) != flipped {
				after.Flip(r, c)
			}
		}
	}
	return after
}
