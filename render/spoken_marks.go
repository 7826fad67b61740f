package render

// setFrames notes the name of each framed area in t.looks under the area's mark: a whole row or
// column by its name, other areas by their first cell and their last. Whole rows and columns it
// also notes in t.whole.
func (t *teller) setFrames() {
	for _, a := range t.Framed {
		last := [2]int{a.Row + a.Rows - 1, a.Col + a.Cols - 1}
		name := t.alone(a.Row, a.Col)
		switch {
		case a.Rows == 1 && a.Cols == t.Cols:
			name = t.say("row", values{"Name": t.rowName(a.Row)})
			t.whole[[2]int{a.Row, -1}] = true
		case a.Cols == 1 && a.Rows == t.Rows:
			name = t.say("column", values{"Names": t.colName(a.Col)})
			t.whole[[2]int{-1, a.Col}] = true
		case a.Rows*a.Cols > 1:
			name = t.say("range", values{"From": name, "To": t.alone(last[0], last[1])})
		}
		t.looks[a.Mark%marks] = append(t.looks[a.Mark%marks], name)
	}
}

// setAside finds the marks that are told at the top, and not with each cell: Pick, which says where
// to look, and Proof, on lines that contradict each other. It sets t.aside for such a mark and
// notes the names of the lines and cells that have it in t.looks. Proof is told so only if it is on
// whole lines alone, of a board with clues on its margins. Pick may be on single cells as well,
// unless it has a meaning of its own on this board. It does nothing for a board with orbs, for
// cards, and for one whose cells do not fit its size.
func (t *teller) setAside() {
	if t.Orbs || t.naming == byCard || len(t.Cells) != t.Rows*t.Cols {
		return
	}
	for _, m := range []Mark{Pick, Proof} {
		names, cells := t.covered(m) // cells are the ones outside those lines
		if m == Pick && t.Means[markWords[Pick]] == "" {
			names, cells = append(names, t.rangeNames(cells)...), nil
		}
		if len(names) == 0 || len(cells) > 0 || m == Proof && !t.clued() {
			continue
		}
		t.aside[m], t.looks[m] = true, append(t.looks[m], names...)
	}
}

// covered returns the names of the rows and then of the columns that the mark m covers, and beside,
// the cells marked m that lie in none of them, as indices of t.Cells. A line is covered if it has
// more than one cell, each of them has some mark, and at least one has m and lies in no line found
// before. So a column counts only for cells that no row covers. It also notes the lines in t.whole.
func (t *teller) covered(m Mark) (names []string, beside []int) {
	inLine := map[int]bool{}
	// cover reports whether the line of n cells from first on, step apart, is covered, and adds its
	// cells to inLine.
	cover := func(first, step, n int) bool {
		fresh := false // a cell has m and was in no line before
		for i := range n {
			mark := t.Cells[first+i*step].Mark
			if mark == NoMark {
				return false
			}
			fresh = fresh || mark == m && !inLine[first+i*step]
		}
		for i := range n {
			inLine[first+i*step] = fresh || inLine[first+i*step]
		}
		return fresh && n > 1
	}
	for r := range t.Rows {
		if cover(r*t.Cols, 1, t.Cols) {
			names = append(names, t.say("row", values{"Name": t.rowName(r)}))
			t.whole[[2]int{r, -1}] = true
		}
	}
	for c := range t.Cols {
		if cover(c, t.Cols, t.Rows) {
			// The phrase is the one for some columns of a row, hence Names.
			names = append(names, t.say("column", values{"Names": t.colName(c)}))
			t.whole[[2]int{-1, c}] = true
		}
	}
	for i := range t.Cells {
		if t.Cells[i].Mark == m && !inLine[i] {
			beside = append(beside, i)
		}
	}
	return names, beside
}

// rangeNames returns the names of some cells, given as indices of t.Cells in reading order. Neighbours
// in a row or a column share a name such as c1–c4. Each cell that has no name yet begins the longer of
// two ranges, to the right or down; if these are equally long, the one to the right.
func (t *teller) rangeNames(cells []int) (names []string) {
	left := map[int]bool{}
	for _, i := range cells {
		left[i] = true
	}
	for _, i := range cells {
		if !left[i] {
			continue
		}
		along := func(step, most int) (n int) { // how many cells follow from i on, i with them
			for n < most && left[i+n*step] {
				n++
			}
			return n
		}
		r, c := i/t.Cols, i%t.Cols
		n, step := along(1, t.Cols-c), 1
		if down := along(t.Cols, t.Rows-r); down > n {
			n, step = down, t.Cols
		}
		last := i + (n-1)*step
		name := t.alone(r, c)
		if n > 1 {
			name = t.say("range", values{"From": name, "To": t.alone(last/t.Cols, last%t.Cols)})
		}
		names = append(names, name)
		for k := range n {
			delete(left, i+k*step)
		}
	}
	return names
}

// look returns the sentences on the marks that are told at the top, each with the lines and cells
// that have it; "" if there are none.
func (t *teller) look() string {
	var told []string
	for m, names := range t.looks {
		if len(names) > 0 {
			told = append(told, t.sentence(t.word(markWords[m], values{"Count": 1}), []string{t.list("and", names)}, nil))
		}
	}
	return joined(told)
}
