package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibitz/render"
)

// A listener knows a board by its English text alone, and writes down what is said of
// every cell.
type listener struct {
	t          *testing.T
	b          *render.Board // for its size and the names on its margins
	cols       int           // that a row has, all cells where there is one row
	told       map[[2]int]string
	aside      map[[2]int][]string // marks that are told at the top
	left, top  map[int]string      // clues
	across     map[[2]int]int      // sums by the first of their cells
	down       map[[2]int]int
	whatIsLeft []string // lines that say nothing of the board
}

func listen(t *testing.T, b *render.Board) *listener {
	l := &listener{t: t, b: b, cols: b.Cols, told: map[[2]int]string{}, aside: map[[2]int][]string{}, left: map[int]string{}, top: map[int]string{},
		across: map[[2]int]int{}, down: map[[2]int]int{}}
	untitled := *b
	untitled.Title, untitled.Caption = "", ""
	text := untitled.Text()
	if strings.Contains(text, "The row: ") {
		l.cols = len(b.Cells)
	}
	for _, line := range strings.Split(text, "\n") {
		l.hear(line)
	}
	return l
}

var (
	sizeLine   = regexp.MustCompile(`^\d+ rows, \d+ columns\.$`)
	rowsLine   = regexp.MustCompile(`^Rows? (\w+)(?:–(\w+))?(?:, clue (\d[\d ]*\d|\d)(?: done)?)?: (.*?)\.((?: Row \d+, clue [\d ]+(?:done)?\.)*)$`)
	columnLine = regexp.MustCompile(`^(?:Column \d+, clue [\d ]+(?:done)?\. ?)+$`)
	clueOf     = regexp.MustCompile(`(Row|Column) (\d+), clue (\d[\d ]*\d|\d)(?: done)?\.`)
	otherLine  = regexp.MustCompile(`^([\w ]+): (.*)\.$`)
	sumItem    = regexp.MustCompile(`^(\d+) in (r\d+c\d+)(?:–(r\d+c\d+))?$`)
	restItem   = regexp.MustCompile(`^the rest (.*)$`)
	cellsItem  = regexp.MustCompile(`^(?:columns?|cards?) ([\w–]+(?:, [\w–]+)*(?: and [\w–]+)?) (.*)$`)
	letterItem = regexp.MustCompile(`^([a-z]+)(?:–([a-z]+))? ((?:lit|off|no lamp|state \d).*)$`)
	placeItem  = regexp.MustCompile(`^r(\d+)c(\d+)(?:–r(\d+)c(\d+))? (.*)$`)
)

func (l *listener) hear(line string) {
	switch m := rowsLine.FindStringSubmatch(line); {
	case sizeLine.MatchString(line), line == "":
	case m != nil:
		from, to := l.row(m[1]), l.row(m[1])
		if m[2] != "" {
			to = l.row(m[2])
		}
		if m[3] != "" {
			l.left[from] = m[3]
		}
		for r := from; r <= to; r++ {
			l.items(r, m[4])
		}
		l.clues(m[5])
	case columnLine.MatchString(line):
		l.clues(line)
	case strings.HasPrefix(line, "The row: "):
		l.items(0, strings.TrimSuffix(line[len("The row: "):], "."))
	default:
		l.other(line)
	}
}

// other are lines with a name: sums, orbs, and marks that are told aside.
func (l *listener) other(line string) {
	m := otherLine.FindStringSubmatch(line)
	if m == nil {
		l.whatIsLeft = append(l.whatIsLeft, line)
		return
	}
	switch name, told := m[1], m[2]; name {
	case "Sums across":
		l.sums(l.across, told)
	case "Sums down":
		l.sums(l.down, told)
	case "Column orbs":
		l.items(l.b.Rows-1, told)
	case "Diagonal orb":
		l.told[[2]int{l.b.Rows - 1, 0}] = told
	default:
		for _, part := range strings.Split(strings.ReplaceAll(told, " and ", ", "), ", ") {
			name, cells := strings.ToLower(name), l.area(part)
			for _, at := range cells {
				l.aside[at] = append(l.aside[at], name)
			}
			if !slices.ContainsFunc(cells, func(at [2]int) bool { return called(l.b, l.b.At(at[0], at[1]).Mark) == name || framed(l.b, at, name) }) {
				l.t.Errorf("%q is heard of %s, which has no such mark", name, part)
			}
		}
	}
}

// row is the row of that name.
func (l *listener) row(name string) int {
	for r := range l.b.Rows {
		if r < len(l.b.RowNames) && l.b.RowNames[r] == name {
			return r
		}
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		l.t.Errorf("no row %q", name)
	}
	return n - 1
}

// column is the column of that name.
func (l *listener) column(name string) int {
	if c := slices.Index(l.b.ColNames, name); c >= 0 {
		return c
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		l.t.Errorf("no column %q", name)
	}
	return n - 1
}

func (l *listener) clues(told string) {
	for _, m := range clueOf.FindAllStringSubmatch(told, -1) {
		n, _ := strconv.Atoi(m[2])
		if m[1] == "Row" {
			l.left[n-1] = m[3]
		} else {
			l.top[n-1] = m[3]
		}
	}
}

func (l *listener) sums(to map[[2]int]int, told string) {
	for _, item := range strings.Split(told, "; ") {
		m := sumItem.FindStringSubmatch(item)
		if m == nil {
			l.t.Errorf("sum %q", item)
			continue
		}
		to[place(m[2])], _ = strconv.Atoi(m[1])
	}
}

func place(name string) [2]int {
	var r, c int
	fmt.Sscanf(name, "r%dc%d", &r, &c)
	return [2]int{r - 1, c - 1}
}

// items are what is told of a row.
func (l *listener) items(r int, told string) {
	set := func(c int, state string) {
		if l.told[[2]int{r, c}] != "" {
			l.t.Errorf("row %d, column %d is told twice in %q", r+1, c+1, told)
		}
		l.told[[2]int{r, c}] = state
	}
	all := strings.Split(told, "; ")
	first := 0
	if l.b.Orbs {
		first = 1
	}
	for i, item := range all {
		switch cells, rest := l.cells(r, item), restItem.FindStringSubmatch(item); {
		case rest != nil:
			item, cells = rest[1], nil
			fallthrough
		case len(cells) == 0 && (rest != nil || !l.b.Orbs || i > 0 || len(all) == 1 || strings.HasPrefix(told, "columns")):
			for c := first; c < l.cols; c++ {
				if l.told[[2]int{r, c}] == "" {
					set(c, item)
				}
			}
		case len(cells) == 0: // the orb of a row
			set(0, item)
		default:
			_, state := l.split(item)
			for _, c := range cells {
				set(c, state)
			}
		}
	}
}

// split is an item's cells as they are named, and what is said of them.
func (l *listener) split(item string) (cells []string, state string) {
	if m := placeItem.FindStringSubmatch(item); m != nil {
		return []string{"r" + m[1] + "c" + m[2], m[4]}, m[5]
	}
	if m := letterItem.FindStringSubmatch(item); m != nil && l.b.ColNames[0] == "a" {
		if m[2] != "" {
			m[1] += "–" + m[2]
		}
		return []string{m[1]}, m[3]
	}
	if m := cellsItem.FindStringSubmatch(item); m != nil {
		return strings.Split(strings.ReplaceAll(m[1], " and ", ", "), ", "), m[2]
	}
	return nil, item
}

// cells are the columns of an item; none for one that is about a whole row.
func (l *listener) cells(r int, item string) (columns []int) {
	names, _ := l.split(item)
	if m := placeItem.FindStringSubmatch(item); m != nil {
		from := place(names[0])
		to := from
		if m[4] != "" {
			to[1], _ = strconv.Atoi(m[4])
			to[1]--
		}
		if from[0] != r {
			l.t.Errorf("%q in row %d", item, r+1)
		}
		for c := from[1]; c <= to[1]; c++ {
			columns = append(columns, c)
		}
		return columns
	}
	for _, name := range names {
		from, to, several := strings.Cut(name, "–")
		if !several {
			to = from
		}
		for c := l.column(from); c <= l.column(to); c++ {
			columns = append(columns, c)
		}
	}
	return columns
}

// area are the cells of "row 3", "column 2", "r2c3–r2c5" or "b3".
func (l *listener) area(name string) (all [][2]int) {
	switch what, which, _ := strings.Cut(name, " "); what {
	case "row":
		for c := range l.b.Cols {
			all = append(all, [2]int{l.row(which), c})
		}
		return all
	case "column":
		for r := range l.b.Rows {
			all = append(all, [2]int{r, l.column(which)})
		}
		return all
	}
	from, to, several := strings.Cut(name, "–")
	if !several {
		to = from
	}
	for r, last := l.cell(from)[0], l.cell(to); r <= last[0]; r++ {
		for c := l.cell(from)[1]; c <= last[1]; c++ {
			all = append(all, [2]int{r, c})
		}
	}
	return all
}

var lampName = regexp.MustCompile(`^([a-z]+)(\d+)$`)

func (l *listener) cell(name string) [2]int {
	if m := lampName.FindStringSubmatch(name); m != nil && !strings.Contains(name[1:], "c") {
		return [2]int{l.row(m[2]), l.column(m[1])}
	}
	return place(name)
}
