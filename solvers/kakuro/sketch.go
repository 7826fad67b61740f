package kakuro

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kibitz/solvers"
)

// A sketch is the shape of a puzzle, and then its sums in reading order:
//
//	###
//	#..
//	#..
//	across: 17 16
//	down: 17 16
//
// The border of blocks may be left out. Labels may be in any language of the house; without
// any, the sums across come first. Runs of one cell have sums only if all have. A ? is no sum.

// What blocks and white cells are drawn with.
const (
	blockSigns = "#xX*＃■⬛█◼◾▪▓🔲"
	whiteSigns = "._-oO．□⬜◻◽▫🔳·"
)

// The labels of the sums, in all languages of the house.
const (
	acrossWords = "across|" + solvers.RowWords + "|" + solvers.RowCounters
	downWords   = "down|" + solvers.ColumnWords + "|" + solvers.ColumnCounters
)

var sumsLabel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i)(?:(` + acrossWords + `)|(?:` + downWords + `))\s*(?:[:：=]|$|[\s\d?])`)
})

// markUnseen puts a NUL for each byte of clean that is a blank there and not in text, such as the
// variation selectors between emoji: those do not separate rows.
func markUnseen(clean, text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r == '`' || r > unicode.MaxASCII }) < 0 {
		return clean
	}
	bytes := []byte(clean)
	for i, width := 0, 0; i < len(text); i += width {
		var r rune
		if r, width = utf8.DecodeRuneInString(text[i:]); clean[i] == ' ' && !unicode.IsSpace(r) {
			clear(bytes[i : i+width])
		}
	}
	return string(bytes)
}

// isSketch tells a sketch by cells without blanks between them, which no other form has, or by
// the label that follows its cells.
func isSketch(clean string) bool {
	end, packed := shapeEnd(clean)
	return packed || strings.ContainsAny(clean[:end], "#.") && sumsLabel().MatchString(clean[end:])
}

// shapeEnd returns the byte offset at which the cells and their separators end. packed says that
// two cells stand next to each other without a separator; dashes do not count, as they do in the
// line below the head of a Markdown table.
func shapeEnd(clean string) (end int, packed bool) {
	before := false
	for i, r := range clean {
		sign := strings.ContainsRune(blockSigns+whiteSigns, r)
		switch {
		case r == 0:
			continue
		case !sign && !strings.ContainsRune(" \n/|;,", r):
			return i, packed
		}
		packed = packed || sign && before && r != '-'
		before = sign && r != '-'
	}
	return len(clean), packed
}

// sketch reads a sketch: its shape, then its sums. The error is for a shape without a white cell,
// and for sums that do not fit it.
func (s *scan) sketch(clean string) (*Puzzle, error) {
	end, _ := shapeEnd(clean)
	if err := s.shape(clean, end); err != nil {
		return nil, err
	}
	if err := s.border(); err != nil {
		return nil, err
	}
	p := &Puzzle{Rows: s.rows, Cols: s.cols, Cells: s.cells}
	var ways [2][]Entry // down, across
	for _, e := range p.entries() {
		ways[oneIf(e.Across)] = append(ways[oneIf(e.Across)], e)
	}
	if len(ways[0]) == 0 {
		return nil, s.fail(end, "white", nil, `a white cell: "." or a digit`)
	}
	lists, err := s.sumLists(clean, end)
	if err == nil && lists[unlabelled].sums != nil {
		lists, err = s.halve(lists[unlabelled], ways)
	}
	if err != nil {
		return nil, err
	}
	for _, way := range []int{1, 0} {
		if err := s.place(p, ways[way], lists[way]); err != nil {
			return nil, err
		}
	}
	return s.puzzle()
}

// oneIf returns 1 for yes, 0 for no.
func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// shape reads the cells before end, in rows.
func (s *scan) shape(clean string, end int) error {
	ends := rowEnds(strings.Trim(clean[:end], " \n\x00"))
	for from := 0; from < end; {
		to := end
		if i := strings.IndexAny(clean[from:end], ends); i >= 0 {
			to = from + i
		}
		if err := s.shapeRow(clean, from, to); err != nil {
			return err
		}
		from = to + 1
	}
	if s.rows == 0 {
		return s.fail(end, "empty", nil, `a grid of "#", "." and clues such as 23\16`)
	}
	return nil
}

// rowEnds returns the characters that end the rows of a shape: the strongest separators in it.
func rowEnds(shape string) string {
	switch {
	case strings.Contains(shape, "\n"):
		return "\n/;"
	case strings.ContainsAny(shape, "/;|"):
		return "/;|"
	case strings.Contains(shape, ","):
		return ","
	}
	return " "
}

// shapeRow reads the row clean[from:to] of a shape.
func (s *scan) shapeRow(clean string, from, to int) error {
	start := len(s.cells)
	for i, r := range clean[from:to] {
		white := strings.ContainsRune(whiteSigns, r)
		if !white && !strings.ContainsRune(blockSigns, r) {
			continue
		}
		if len(s.cells) == MaxCells {
			return s.tooBig(from + i)
		}
		s.cells, s.offsets = append(s.cells, Cell{White: white}), append(s.offsets, int32(from+i))
	}
	n := len(s.cells) - start
	switch {
	case n == 0:
		return nil
	case s.cols == 0:
		s.cols = n
	case n != s.cols:
		return s.wrongWidth(start, n, to)
	}
	s.rows++
	return nil
}

// border adds the row and the column of blocks that hold the sums, if they are missing.
func (s *scan) border() error {
	top, left := false, false
	for i, cell := range s.cells {
		top = top || cell.White && i < s.cols
		left = left || cell.White && i%s.cols == 0
	}
	rows, cols := s.rows+oneIf(top), s.cols+oneIf(left)
	if rows > MaxCells/cols {
		return s.tooBig(0)
	}
	if !top && !left {
		return nil
	}
	cells, offsets := make([]Cell, rows*cols), make([]int32, rows*cols)
	for i, cell := range s.cells {
		at := (i/s.cols+oneIf(top))*cols + i%s.cols + oneIf(left)
		cells[at], offsets[at] = cell, s.offsets[i]
	}
	s.rows, s.cols, s.cells, s.offsets = rows, cols, cells, offsets
	return nil
}

// A sumList holds the sums after a label, and the offset at which the list ends.
type sumList struct {
	sums    []int // 0 for none
	offsets []int
	end     int
}

// unlabelled is the index of the list of sums without a label, behind those down and across.
const unlabelled = 2

// sumLists reads the sums in clean from byte offset at on: those down into lists[0], those across
// into lists[1], and those before any label into lists[unlabelled]. There are none of the last
// kind beside a label. The error is for anything that is no sum or label, and for no sums at all.
func (s *scan) sumLists(clean string, at int) (lists [3]sumList, err error) {
	which := unlabelled
	for i := range lists {
		lists[i].end = len(s.text)
	}
	for at < len(clean) {
		rest := clean[at:]
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		list := &lists[which]
		switch m := sumsLabel().FindStringSubmatch(rest); {
		case strings.ContainsRune(" \n,;/|\x00", rune(rest[0])):
			at++
			continue
		case m != nil && (which != unlabelled || list.sums == nil):
			list.end = at
			which = oneIf(m[1] != "")
			label := strings.TrimRight(m[0], "0123456789?")
			at += len(label)
			continue
		case digits > 0:
			value, _ := number(rest[:digits])
			list.sums = append(list.sums, value)
		case rest[0] == '?':
			digits = 1
			list.sums = append(list.sums, 0)
		case which != unlabelled:
			return lists, s.fail(at, "sketch.number", nil, "a sum, or ? for none")
		default:
			return lists, s.fail(at, "sketch.none", nil, `"across:" and the sums across in reading order, then "down:" and the sums down`)
		}
		list.offsets = append(list.offsets, at)
		at += digits
	}
	if which == unlabelled && lists[unlabelled].sums == nil {
		return lists, s.fail(len(s.text), "sketch.none", nil, `"across:" and the sums across in reading order, then "down:" and the sums down`)
	}
	return lists, nil
}

// halve divides sums without labels into those across, which come first, and those down: one for
// each entry, or one for each entry of two cells or more. The error is for any other number of sums.
func (s *scan) halve(all sumList, ways [2][]Entry) (lists [3]sumList, err error) {
	across, down := sumsOf(ways[1], -1), sumsOf(ways[0], -1) // -1: those of two cells or more
	n := len(all.sums)
	if n == len(ways[0])+len(ways[1]) {
		across, down = ways[1], ways[0]
	}
	if n != len(across)+len(down) {
		at := all.end
		if n > len(across)+len(down) {
			at = all.offsets[len(across)+len(down)]
		}
		return lists, s.fail(at, "sketch.total", map[string]any{"Across": len(across), "Down": len(down), "Have": n},
			"%d sums across and then %d sums down; here are %d in all", len(across), len(down), n)
	}
	cut := len(across)
	lists[1] = sumList{all.sums[:cut], all.offsets[:cut], all.end}
	lists[0] = sumList{all.sums[cut:], all.offsets[cut:], all.end}
	return lists, nil
}

// sumsOf returns the entries that n sums belong to: all entries if there are n, else those of two
// cells or more.
func sumsOf(entries []Entry, n int) []Entry {
	long := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.Len < 2 })
	if n == len(entries) {
		return entries
	}
	return long
}

// place writes the sums of a list, all across or all down as entries are, into the blocks of
// their entries. The error is for too many sums or too few, or one out of range for its entry.
func (s *scan) place(p *Puzzle, entries []Entry, list sumList) error {
	want, have := sumsOf(entries, len(list.sums)), len(list.sums)
	across := entries[0].Across
	way := map[bool]string{true: "across", false: "down"}[across]
	if have > len(want) {
		return s.fail(list.offsets[len(want)], "sketch.surplus", map[string]any{"Want": len(want), "Have": have, "IsAcross": across},
			"no more than %d sums %s, one for each run of white cells; here are %d", len(want), way, have)
	}
	for i, e := range want {
		cell := fmt.Sprintf("r%dc%d", e.Row+1, e.Col+1)
		args := map[string]any{"Want": len(want), "Have": have, "Cells": e.Len, "Cell": cell, "IsAcross": across}
		if i == have || i == have-1 && s.unfinished(list, i, e) {
			args["Have"] = i
			return s.fail(list.end, "sketch.missing", args,
				"%d sums %s, one for each run of white cells; here are %d, and none is left for the %d cells from %s on", len(want), way, i, e.Len, cell)
		}
		sum := list.sums[i]
		least, most := sumRange(e.Len)
		if sum != 0 && (sum < least || sum > most) && e.Len <= maxLen {
			args["Min"], args["Max"], args["Sum"], args["Number"] = least, most, sum, i+1
			return s.fail(list.offsets[i], "sketch.sum", args, "a sum from %d to %d, as number %d %s is for the %d cells from %s on", least, most, i+1, way, e.Len, cell)
		}
		dr, dc := e.step()
		block := p.at(e.Row-dr, e.Col-dc)
		if across {
			block.Across = sum
		} else {
			block.Down = sum
		}
	}
	return nil
}

// unfinished reports whether the i-th sum of a list is the last of the text and too small for
// its entry e, and has one digit, 4 at most, so that another digit may be to come: the greatest
// sum is 45.
func (s *scan) unfinished(list sumList, i int, e Entry) bool {
	least, _ := sumRange(e.Len)
	return list.sums[i] > 0 && list.sums[i] < least && list.sums[i] <= maxSum/10 && strings.Trim(s.text[list.offsets[i]:], "0123456789") == ""
}
