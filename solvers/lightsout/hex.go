package lightsout

import (
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// A hexagonal board lies on a rectangle in which every other cell is a hole, as on a chessboard. So
// each lamp lies between the two lamps of the row above and the two of the row below that touch it,
// and its neighbours in the row are two columns away. The rectangle has an odd number of columns,
// so that rows differ in length by one, or not at all.

// hexWays lists the lamps that a press changes on a board of hexagons.
var hexWays = []direction{{0, 0}, {0, -2}, {0, 2}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}

// Hexagonal reports whether lamps are hexagons, which replaces the rules' neighbours. A press
// changes the lamp, unless Neighbours are Hollow, and the six around it: those two columns away in
// its row, and one column away in the rows above and below.
func (p *Puzzle) Hexagonal() bool { return p.hex }

// ways returns the cells that a press changes, relative to it.
func (p *Puzzle) ways() []direction {
	switch {
	case p.hex && p.Neighbours == Hollow:
		return hexWays[1:]
	case p.hex:
		return hexWays
	}
	return directions[p.Neighbours]
}

// parseHex reads text[start:end], the part after the word hex: rows of lamps after a colon, or
// the side of a hexagon, then all, or a colon and the lamps that are lit. A side alone means all.
func (r Rules) parseHex(text string, start, end int) (*Puzzle, error) {
	for start < end && (text[start] == ' ' || text[start] == '\n' || text[start] == '\t') {
		start++
	}
	if start < end && text[start] == ':' {
		rows, err := r.hexRows(text, start+1, end)
		if err != nil {
			return nil, err
		}
		return r.hexBoard(text, rows)
	}
	digits := 0
	for start+digits < end && '0' <= text[start+digits] && text[start+digits] <= '9' {
		digits++
	}
	side, err := strconv.Atoi(text[start : start+digits])
	if err != nil || side < 1 || !fits(2*side-1, 4*side-3) {
		return nil, solvers.At(text, start, "lightsout.hex", "the side of a hexagon, as in hex 3 all, or rows after a colon, as in hex: 11/101/11", nil)
	}
	p, err := r.hexBoard(text, hexagon(side))
	if err != nil {
		return nil, err
	}
	rest := start + digits
	for rest < end && text[rest] == ' ' {
		rest++
	}
	if rest < end && text[rest] == ':' {
		return p, p.readLamps(text, rest+1, end)
	}
	if rest < end {
		return p, p.readWord(text, rest, end)
	}
	return p, p.readWord("all", 0, len("all"))
}

// hexagon returns the rows of a hexagon with side lamps on each side, all dark.
func hexagon(side int) (rows []hexRow) {
	for r := range 2*side - 1 { // the middle row, number side-1, is the longest; each row away from it is shorter by one
		rows = append(rows, hexRow{states: make([]int8, 2*side-1-max(r-side+1, side-1-r))})
	}
	return rows
}

// A hexRow holds the states of a row's cells, lamps or holes, and the byte of the text where the
// row begins.
type hexRow struct {
	at     int
	states []int8
}

// hexRows reads text[start:end] as rows of lamps, with blanks, line ends or one of / | ; , ` between
// rows; rows without cells are skipped. The error is a *solvers.SyntaxError for another sign, for
// no cell at all and for more than MaxCells.
func (r Rules) hexRows(text string, start, end int) (rows []hexRow, err error) {
	signs := r.hexSigns()
	row, lamps := hexRow{}, 0
	endRow := func() {
		if row.states != nil {
			rows, row = append(rows, row), hexRow{}
		}
	}
	for i, c := range text[start:end] {
		state, ok := signs[c]
		switch {
		case ok:
			if lamps++; lamps > MaxCells {
				return nil, sizeError(text, start)
			}
			if row.states == nil {
				row.at = start + i
			}
			row.states = append(row.states, state)
		case c == '\ufe0e' || c == '\ufe0f': // selects how the sign before is drawn
		case cells.Blank(c) || strings.ContainsRune("/|;,`", c):
			endRow()
		default:
			return nil, solvers.At(text, start+i, "lightsout.hex-cell", "a lamp, 0 or 1, or a hole, x", nil)
		}
	}
	endRow()
	if len(rows) == 0 {
		return nil, solvers.At(text, end, "lightsout.hex-cell", "a lamp, 0 or 1, or a hole, x", nil)
	}
	return rows, nil
}

// hexSigns returns the state of each sign of a cell.
func (r Rules) hexSigns() map[rune]int8 {
	f, states := r.format()
	all := map[rune]int8{}
	for _, n := range f.Notations {
		all[n.Off], all[n.On] = 0, 1
	}
	for i, sign := range f.More {
		all[sign] = int8(states[i])
	}
	return all
}

// hexBoard returns the board of these rows, which it lays out on a rectangle. Half a lamp is one
// column. A row that is longer than the row above by one begins half a lamp further left, one that
// is shorter half a lamp further right. Rows as long as the one above go right and left by turns,
// right first. Of the rules it keeps the states and whether Neighbours are Hollow. The error is a
// *solvers.SyntaxError for a row that differs by more, or a rectangle of more than MaxCells.
func (r Rules) hexBoard(text string, rows []hexRow) (*Puzzle, error) {
	begins, least, right := make([]int, len(rows)), 0, true
	for i := 1; i < len(rows); i++ {
		switch len(rows[i].states) - len(rows[i-1].states) {
		case 1:
			begins[i] = begins[i-1] - 1
		case -1:
			begins[i] = begins[i-1] + 1
		case 0:
			begins[i], right = begins[i-1]-1, !right
			if !right {
				begins[i] += 2
			}
		default:
			return nil, solvers.At(text, rows[i].at, "lightsout.hex-rows", "rows that are as long as the one above, or one lamp longer or shorter", nil)
		}
		least = min(least, begins[i])
	}
	cols := 0
	for i, row := range rows {
		begins[i] -= least
		cols = max(cols, begins[i]+2*len(row.states)-1)
	}
	cols |= 1 // odd: see above
	if !fits(len(rows), cols) {
		return nil, sizeError(text, rows[0].at)
	}
	p := &Puzzle{Rows: len(rows), Cols: cols, hex: true, Rules: Rules{States: r.States}}
	if r.Neighbours == Hollow {
		p.Neighbours = Hollow
	}
	p.Lamps, p.Holes = make([]uint8, len(rows)*cols), make([]bool, len(rows)*cols)
	for i := range p.Holes {
		p.Holes[i] = true
	}
	for i, row := range rows {
		for j, state := range row.states {
			if cell := i*cols + begins[i] + 2*j; state != hole {
				p.Lamps[cell], p.Holes[cell] = uint8(state), false
			}
		}
	}
	return p, nil
}

// hexText writes a pattern in rows of digits, x for a hole, that hexBoard lays out on the same
// rectangle. If the lengths of the rows, each from its first lamp to its last, tell where they
// begin, it writes these; otherwise all cells of the rectangle on which a lamp can lie.
func (p *Puzzle) hexText(pattern []uint8) string {
	first, last := make([]int, p.Rows), make([]int, p.Rows)
	for r := range p.Rows {
		first[r], last[r] = -1, -1
		for c := range p.Cols {
			if !p.hole(r*p.Cols + c) {
				if last[r] = c; first[r] < 0 {
					first[r] = c
				}
			}
		}
	}
	if !p.tells(first, last) {
		odd := p.hexOdd()
		for r := range p.Rows {
			first[r] = (r + odd) % 2
			last[r] = p.Cols - 1 - first[r]
		}
	}
	var rows []string
	for r := range p.Rows {
		var row strings.Builder
		for c := first[r]; c <= last[r]; c += 2 {
			if i := r*p.Cols + c; p.hole(i) {
				row.WriteByte('x')
			} else {
				row.WriteByte('0' + pattern[i])
			}
		}
		rows = append(rows, row.String())
	}
	return strings.Join(rows, "/")
}

// tells reports whether hexBoard would lay out rows of these lengths just as they lie on p: row r
// from column first[r] to last[r], which are -1 for a row without lamps. Each row must be longer or
// shorter than the one above by a lamp, at both ends by half of it, and together they must fill the
// rectangle from its first column on.
func (p *Puzzle) tells(first, last []int) bool {
	least, most := p.Cols, 0
	for r := range p.Rows {
		if first[r] < 0 {
			return false
		}
		if r > 0 && (abs(first[r]-first[r-1]) != 1 || abs(last[r]-last[r-1]) != 1 || (first[r] < first[r-1]) == (last[r] < last[r-1])) {
			return false
		}
		least, most = min(least, first[r]), max(most, last[r])
	}
	return least == 0 && (most+1)|1 == p.Cols
}

func abs(n int) int { return max(n, -n) }

// hexOdd returns 1 if the first row begins with the cell in the second column, else 0.
func (p *Puzzle) hexOdd() int {
	for i, gap := range p.Holes {
		if !gap {
			return (i/p.Cols + i%p.Cols) % 2
		}
	}
	return 0
}

// readHexTarget reads a hexagonal board to be reached, with rows as long as those of p. Where p has
// a hole it may have a lamp, which is left out; a hole of its own where p has a lamp is an error.
func (p *Puzzle) readHexTarget(text string, start, end int) (aim, error) {
	rows, err := p.Rules.hexRows(text, start, end)
	if err != nil {
		return aim{}, err
	}
	t, err := p.Rules.hexBoard(text, rows)
	if err != nil {
		return aim{}, err
	}
	fits := t.Rows == p.Rows && t.Cols == p.Cols
	for i := 0; fits && i < len(t.Lamps); i++ {
		if p.hole(i) {
			t.Lamps[i] = 0
		}
		fits = p.hole(i) || !t.hole(i)
	}
	if !fits {
		return aim{}, solvers.At(text, start, "lightsout.target-hex", "a board to reach with the same rows as the first", nil)
	}
	return aim{board: t.Lamps}, nil
}
