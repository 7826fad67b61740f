package render

// setFrames tells the framed areas: where to look, and lines that contradict each other.
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

// setAside finds the marks that are told on their own at the top: where to look, and lines that
// contradict each other. A mark that covers a whole line is told of the line.
func (t *teller) setAside() {
	if t.Orbs || t.naming == byCard || len(t.Cells) != t.Rows*t.Cols {
		return
	}
	for _, m := range []Mark{Pick, Proof} {
		names, cells := t.covered(m)
		if m == Pick && t.Means[markWords[Pick]] == "" {
			names, cells = append(names, t.strays(cells)...), nil
		}
		if len(names) == 0 || len(cells) > 0 || m == Proof && !t.clued() {
			continue
		}
		t.aside[m], t.looks[m] = true, append(t.looks[m], names...)
	}
}

// covered returns the names of the rows and columns that a mark covers, and of its cells outside
// them. A cell with another mark does not break a line: it is also in the line.
func (t *teller) covered(m Mark) (names []string, beside []int) {
	inLine := map[int]bool{}
	cover := func(first, step, n int) bool {
		fresh := false
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

// strays returns the names of cells in reading order, neighbours in a row or a column as the first
// and the last.
func (t *teller) strays(cells []int) (names []string) {
	left := map[int]bool{}
	for _, i := range cells {
		left[i] = true
	}
	for _, i := range cells {
		if !left[i] {
			continue
		}
		along := func(step, most int) (n int) {
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

// look tells where the marks are that are told aside; "" for none.
func (t *teller) look() string {
	var told []string
	for m, names := range t.looks {
		if len(names) > 0 {
			told = append(told, t.sentence(t.word(markWords[m], values{"Count": 1}), []string{t.list("and", names)}, nil))
		}
	}
	return joined(told)
}
