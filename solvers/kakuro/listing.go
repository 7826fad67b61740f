package kakuro

import (
	"regexp"
	"strings"
	"sync"
)

// A listing names each entry by the cell that its sum stands in:
//
//	8x8
//	across: r2c1=16 in 2, r2c5=24 in 3 …
//	down: r1c2=23 in 3 …
//	given: r2c2=9
//
// If the size stands in front, "in 2" may be left out: the entry then goes on to
// the next sum or the edge, and a cell that is not in an entry across and one down
// is a block. Without the size each entry needs its "in 2". A ? is no sum.
var (
	listHead = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[\s,;/])(?:` + acrossWords + `|` + downWords + `)\s*[:：]`)
	})
	listSize = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\d{1,7})(?:\s*[xX×]\s*|\s+)(\d{1,7})(?:\s|,|;|/|$)`)
	})
	listWord = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?i)(?:(` + acrossWords + `)|(` + downWords + `)|givens?)\s*[:：]`)
	})
	listEntry = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?i)r(\d{1,7})c(\d{1,7})\s*=\s*(\d{1,7}|\?)(?:\s+in\s+(\d{1,7}))?`)
	})
)

func isListing(clean string) bool { return listHead().MatchString(clean) }

// listed is one item of a listing.
type listed struct {
	offset   int
	across   bool
	given    bool
	row, col int // cell of the sum, or of the digit given; from 0, -1 for a sum before the edge
	sum      int
	length   int // 0 for up to the next sum
}

// at returns the place of the k-th cell after the sum.
func (i *listed) at(k int) (row, col int) {
	if i.across {
		return i.row, i.col + k
	}
	return i.row + k, i.col
}

// listing reads a puzzle given by its entries.
func (s *scan) listing(clean string) (*Puzzle, error) {
	items, err := s.items(clean)
	if err != nil {
		return nil, err
	}
	if err := s.makeRoom(items); err != nil {
		return nil, err
	}
	l := &listScan{scan: s, items: items}
	l.by[0], l.by[1] = make([]int32, len(s.cells)), make([]int32, len(s.cells))
	for _, step := range []func() error{l.sums, l.reach, l.whites} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p, err := s.puzzle()
	if err != nil {
		return nil, err
	}
	return p, l.lengths(p)
}

// items reads a listing word by word, and its size, if it begins with one, into the scan. Blanks,
// commas, semicolons and slashes between words mean nothing. The error is for the first word that
// is neither a label nor an item of the section that the last label began.
func (s *scan) items(clean string) (items []listed, err error) {
	section := ""
	for at := 0; ; {
		at += len(clean[at:]) - len(strings.TrimLeft(clean[at:], " \n,;/"))
		rest := clean[at:]
		size, word, item := listSize().FindStringSubmatch(rest), listWord().FindStringSubmatch(rest), listEntry().FindStringSubmatch(rest)
		switch {
		case rest == "":
			return items, nil
		case section == "" && s.rows == 0 && size != nil:
			s.rows, _ = number(size[1])
			s.cols, _ = number(size[2])
			if s.rows == 0 || s.cols == 0 || s.rows > MaxCells/s.cols {
				return nil, s.tooBig(at)
			}
			at += len(size[0])
		case word != nil:
			section = sectionOf(word)
			at += len(word[0])
		case section == "":
			return nil, s.fail(at, "list.start", nil, `the size, such as 8x8, or "across:" or "down:"`)
		case item == nil:
			return nil, s.fail(at, "list.item", nil, "the cell of a sum, the sum and how many cells it has: r2c1=16 in 2")
		default:
			i, err := s.item(at, section, item)
			if err != nil {
				return nil, err
			}
			items = append(items, i)
			at += len(item[0])
		}
	}
}

// sectionOf returns the kind of items that a label is for.
func sectionOf(label []string) string {
	switch {
	case label[1] != "":
		return "across"
	case label[2] != "":
		return "down"
	}
	return "given"
}

// item reads an item of a section at a byte offset, from the parts m of its words.
func (s *scan) item(at int, section string, m []string) (listed, error) {
	i := listed{offset: at, across: section == "across", given: section == "given"}
	i.row, _ = number(m[1])
	i.col, _ = number(m[2])
	i.row, i.col = i.row-1, i.col-1
	i.sum, _ = number(m[3])
	i.length, _ = number(m[4])
	before := i.sum == 0 && (i.across && i.col == -1 && i.row >= 0 || !i.across && i.row == -1 && i.col >= 0)
	switch {
	case i.given && (i.sum < 1 || i.sum > 9 || m[4] != ""):
		return i, s.fail(at, "list.given", nil, "a digit from 1 to 9 in a cell: r2c2=9")
	case (i.row < 0 || i.col < 0) && (i.given || !before):
		return i, s.fail(at, "list.cell", nil, "a cell from r1c1 on")
	case m[4] != "" && (i.length < 1 || i.length > maxLen):
		return i, s.fail(at, "list.length", nil, "1 to 9 cells")
	case m[3] != "?" && i.sum == 0:
		return i, s.fail(at, "list.sum", nil, "a sum, or ? for none")
	}
	return i, nil
}

// makeRoom makes the grid, of the size that was given or that the items need.
func (s *scan) makeRoom(items []listed) error {
	sized := s.rows > 0
	for _, i := range items {
		row, col := i.at(i.length)
		switch {
		case !sized && !i.given && i.length == 0:
			return s.fail(i.offset, "list.size", nil, "how many cells the sum has, r2c1=16 in 2, or the size of the grid before all else: 8x8")
		case sized && (row >= s.rows || col >= s.cols):
			return s.fail(i.offset, "list.outside", map[string]any{"Rows": s.rows, "Cols": s.cols}, "cells within %d rows and %d columns", s.rows, s.cols)
		case !sized:
			s.rows, s.cols = max(s.rows, row+1), max(s.cols, col+1)
		}
	}
	if s.rows == 0 || s.cols == 0 || s.rows > MaxCells/s.cols {
		return s.tooBig(0)
	}
	s.cells, s.offsets = make([]Cell, s.rows*s.cols), make([]int32, s.rows*s.cols)
	return nil
}

// listScan puts the items of a listing together.
type listScan struct {
	*scan
	items []listed
	by    [2][]int32 // for each cell, the number from 1 of the entry across and down through it; 0 for none
}

// way returns the numbers of the entries across or down, as the item goes.
func (l *listScan) way(i *listed) []int32 {
	if i.across {
		return l.by[0]
	}
	return l.by[1]
}

// sums writes the sums into their cells and marks those as blocks, with -1 in both lists of by. A
// sum before the edge of the grid has no cell, and is left out. The error is for a second sum of
// the same kind in one cell.
func (l *listScan) sums() error {
	type key struct {
		row, col int
		across   bool
	}
	seen := map[key]bool{}
	for n := range l.items {
		i := &l.items[n]
		if i.given {
			continue
		}
		k := key{i.row, i.col, i.across}
		if seen[k] {
			return l.fail(i.offset, "list.twice", nil, "another cell: this one has such a sum already")
		}
		seen[k] = true
		if i.row < 0 || i.col < 0 {
			continue
		}
		cell := i.row*l.cols + i.col
		l.offsets[cell] = int32(i.offset)
		if i.across {
			l.cells[cell].Across = i.sum
		} else {
			l.cells[cell].Down = i.sum
		}
		l.by[0][cell], l.by[1][cell] = -1, -1 // a block
	}
	return nil
}

// reach notes in by the cells that each entry may go to: as many as its length, or without a
// length all up to the next block or the edge. The error is for an entry with a length that meets
// a block, and for two entries of a kind in one cell.
func (l *listScan) reach() error {
	for n := range l.items {
		i := &l.items[n]
		if i.given {
			continue
		}
		way := l.way(i)
		for k := 1; i.length == 0 || k <= i.length; k++ {
			row, col := i.at(k)
			if row >= l.rows || col >= l.cols {
				break
			}
			cell := row*l.cols + col
			if way[cell] < 0 && i.length == 0 {
				break
			}
			if way[cell] != 0 {
				return l.fail(i.offset, "list.cross", nil, "cells with no sum among them, nor another entry of this kind")
			}
			way[cell] = int32(n + 1)
			l.offsets[cell] = int32(i.offset)
		}
	}
	return nil
}

// whites makes white the cells that both an entry across and one down reach, and those of
// entries with a length. An entry without a length ends before a cell that no entry the other way
// reaches. That may leave other cells with one entry alone, so it goes on until there are none.
// Then it writes the given digits; the error is for one in a block, or a second one in a cell.
func (l *listScan) whites() error {
	var ends []int // cells that one entry alone reaches, and cells that were cut off
	for cell := range l.cells {
		if (l.by[0][cell] > 0) != (l.by[1][cell] > 0) {
			ends = append(ends, cell)
		}
	}
	for len(ends) > 0 {
		cell := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		n := max(l.by[0][cell], l.by[1][cell])
		if n <= 0 || min(l.by[0][cell], l.by[1][cell]) > 0 || l.items[n-1].length > 0 {
			continue
		}
		i := &l.items[n-1]
		way, step := l.by[0], 1
		if !i.across {
			way, step = l.by[1], l.cols
		}
		for ; cell < len(way) && way[cell] == n; cell += step {
			way[cell] = 0
			ends = append(ends, cell)
		}
	}
	for cell := range l.cells {
		l.cells[cell].White = l.by[0][cell] > 0 || l.by[1][cell] > 0
	}
	for _, i := range l.items {
		if !i.given {
			continue
		}
		cell := &l.cells[i.row*l.cols+i.col]
		if !cell.White || cell.Given != 0 {
			return l.fail(i.offset, "list.given", nil, "a digit from 1 to 9 in a cell: r2c2=9")
		}
		cell.Given = i.sum
	}
	return nil
}

// lengths compares the lengths of the puzzle's entries with those that the items say.
func (l *listScan) lengths(p *Puzzle) error {
	for _, i := range l.items {
		if i.given || i.length == 0 {
			continue
		}
		row, col := i.at(1)
		if e := p.entry(row, col, i.across); e.Len != i.length {
			return l.fail(i.offset, "list.longer", map[string]any{"Cells": e.Len}, "%d cells, as other entries go on from here", e.Len)
		}
	}
	return nil
}
