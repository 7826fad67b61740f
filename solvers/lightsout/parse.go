package lightsout

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

var notations = []cells.Notation{{Off: '0', On: '1'}, {Off: '.', On: '#'}, {Off: '.', On: '*'}, {Off: '-', On: 'O'}, {Off: '⬛', On: '🟨'}}

// signs lists the signs of cells that are neither off nor in state 1: holes, and cells in
// further states.
var signs = []struct {
	sign  rune
	state int // hole, or 2 and more
}{
	{'x', hole}, {'X', hole}, {'▪', hole},
	{'2', 2}, {'3', 3}, {'4', 4}, {'5', 5}, {'6', 6}, {'7', 7}, {'8', 8},
	{'🟧', 2}, {'🟥', 3}, {'🟪', 4}, {'🟦', 5}, {'🟩', 6}, {'🟫', 7}, {'⬜', 8},
}

const hole = -1

// format returns the notation of boards with this number of states, and the state of each further
// sign.
func (r Rules) format() (f cells.Format, states []int) {
	f = cells.Format{Puzzle: "lightsout", Notations: notations, MaxCells: MaxCells}
	for _, s := range signs {
		if s.state < r.states() {
			f.More, states = append(f.More, s.sign), append(states, s.state)
		}
		if s.state == hole {
			f.Holes++
		}
	}
	return f, states
}

// sized matches the beginning of all texts that state a size, rows before columns. A game ID of
// Flip has the columns first, and it alone may have the letter before the colon. Without a colon a
// word follows, or nothing: in 101x11/x00111 and 101x11 x00111 the x is a hole.
var sized = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9]+)[xX×]([0-9]+)(?:([cr]?:)|$|[\s,]+[^\s,0-9xX])`)
})

// Parse reads a board of the usual game. It accepts
//
//   - rows of 0 and 1, . and #, . and *, - and O, or ⬛ and 🟨, separated by
//     line ends, slashes, semicolons, bars, commas or spaces; a single run of n²
//     lamps is a square. ▪ is a hole, and so is x beside lamps that are lit; on a
//     board without any x is a lit lamp. With more states, 2 to 8 or
//     🟧 🟥 🟪 🟦 🟩 🟫 ⬜ are those above 1
//   - 2x3 all: two rows of three lamps, all lit
//   - 7x7 random 42, or 7x7 alone: an order, whose board is made here and now; see ParseOrder
//     for orders to be made later
//   - 5x5: a1 c3: the lit lamps, by column letter from the left (a to z, aa,
//     ab, …) and row number from the top
//   - hex 3 all, hex 3: c1 e1, hex: 11/101/11: lamps that are hexagons, on a board that is a
//     hexagon itself or in rows, each as long as the one above or one lamp longer or shorter
//   - graph: a-b b-c c-a; lit a c: the edges of a graph and its lit vertices, which are all of
//     them in a text without lit
//   - buttons: 1: a b; 2: b c d; lit a: which lamps each button switches
//   - the game ID of Simon Tatham's Flip, 3x3c:MATRIX,LAMPS in hexadecimal, whose
//     matrix says what a press toggles, in the place of any rules
//
// After any of these, > begins what is to be reached: off, on (all in state 1),
// another state as a digit, or a board of the same size; of a graph or buttons, lit and lamps.
//
// Sizes are rows × columns; in a Flip ID they are columns × rows. The error is a
// *solvers.SyntaxError. A board has at most MaxCells lamps.
func Parse(text string) (*Puzzle, error) { return Rules{}.Parse(text) }

// Parse reads a board as the function Parse does, for a game by these rules. Rules that Check
// refuses return its error.
func (r Rules) Parse(text string) (*Puzzle, error) {
	switch o, err := r.ParseOrder(text); {
	case err != nil:
		return nil, err
	case o != nil:
		return o.Make(context.Background())
	}
	board, target, aimed := strings.Cut(text, ">")
	start, end := cells.Trim(board)
	var p *Puzzle
	var err error
	if w := word(text[start:end]); w != "" {
		p, err = r.parseWorded(text, start+len(w), end, w)
	} else if m := sized().FindStringSubmatchIndex(text[start:end]); m != nil {
		p, err = r.parseSized(text, start, end, m)
	} else {
		p, err = r.parseRows(text, start, end, true)
	}
	if err != nil || !aimed {
		return p, err
	}
	start, end = cells.Trim(target)
	a, err := p.readTarget(text, len(board)+1+start, len(board)+1+end)
	if err != nil {
		return nil, err
	}
	p.setTarget(a)
	return p, nil
}

// parseWorded reads text[start:end], the text behind the word that names its form.
func (r Rules) parseWorded(text string, start, end int, word string) (*Puzzle, error) {
	if word == "hex" {
		return r.parseHex(text, start, end)
	}
	return r.parseNet(text, start, end, word == "graph")
}

// parseRows reads text[start:end] as rows of lamps. If crosses is set, x may be a lit lamp: many
// people write boards with x and a point, and a board of only holes and dark lamps needs no
// solution.
func (r Rules) parseRows(text string, start, end int, crosses bool) (*Puzzle, error) {
	f, states := r.format()
	b, err := f.ParseBoard(text, start, end)
	if err != nil {
		return nil, err
	}
	p := &Puzzle{Rows: b.Rows, Cols: b.Cols, Lamps: make([]uint8, len(b.On)), Rules: r}
	cross := func(more int) bool { return more > 0 && (f.More[more-1] == 'x' || f.More[more-1] == 'X') }
	for i, on := range b.On {
		crosses = crosses && !on && (b.More[i] == 0 || cross(b.More[i]))
	}
	for i, on := range b.On {
		switch more := b.More[i]; {
		case on, crosses && cross(more):
			p.Lamps[i] = 1
		case more > 0 && states[more-1] == hole:
			if p.Holes == nil {
				p.Holes = make([]bool, len(b.On))
			}
			p.Holes[i] = true
		case more > 0:
			p.Lamps[i] = uint8(states[more-1])
		}
	}
	return p, nil
}

// An aim is the target of a text: all lamps in one state, or a board.
type aim struct {
	state uint8
	board []uint8 // nil if all lamps shall be in state
}

// setTarget sets the puzzle's Target to an aim. If the aim is that all lamps are off, Target is nil.
func (p *Puzzle) setTarget(a aim) {
	switch {
	case a.board != nil:
		p.Target = a.board
	case a.state > 0:
		p.Target = make([]uint8, len(p.Lamps))
		for i := range p.Target {
			if !p.lampless(i) {
				p.Target[i] = a.state
			}
		}
	}
	if !slices.ContainsFunc(p.Target, func(v uint8) bool { return v != 0 }) {
		p.Target = nil
	}
}

// readTarget reads text[start:end] as the target of p: off, on, a state as a digit, or else a board.
// On a board of one cell a digit is a board. Of p it needs only the size, the rules and the holes.
// The error is a *solvers.SyntaxError.
func (p *Puzzle) readTarget(text string, start, end int) (aim, error) {
	word := strings.ToLower(text[start:end])
	state, err := strconv.Atoi(word)
	switch {
	case word == "off":
		return aim{}, nil
	case word == "on":
		state = 1
	case err != nil || len(word) > 1 || p.Rows*p.Cols == 1:
		return p.readTargetBoard(text, start, end)
	case state >= p.states():
		return aim{}, solvers.At(text, start, "lightsout.target",
			fmt.Sprintf("what to reach: off, on, a state below %d, or a board of the same size", p.states()), map[string]any{"States": p.states()})
	}
	return aim{state: uint8(state)}, nil
}

// readTargetBoard reads text[start:end] as a board that is the target of p: of the same size, with
// holes only where p has some. Where p has a hole it may have a lamp, which is left out.
func (p *Puzzle) readTargetBoard(text string, start, end int) (aim, error) {
	switch {
	case p.hex:
		return p.readHexTarget(text, start, end)
	case p.net != nil:
		return p.readNetTarget(text, start, end)
	}
	t, err := p.Rules.parseRows(text, start, end, p.Holes == nil)
	if err != nil {
		return aim{}, err
	}
	if t.Rows != p.Rows || t.Cols != p.Cols {
		return aim{}, solvers.At(text, start, "lightsout.target-size",
			fmt.Sprintf("a board to reach of %d rows and %d columns, like the first", p.Rows, p.Cols), map[string]any{"Rows": p.Rows, "Cols": p.Cols})
	}
	for i := range t.Lamps {
		if t.hole(i) && !p.hole(i) {
			return aim{}, solvers.At(text, start, "lightsout.target-holes", "a board to reach with the same holes", nil)
		}
		if p.hole(i) {
			t.Lamps[i] = 0
		}
	}
	return aim{board: t.Lamps}, nil
}

// String writes the board so that the Rules' Parse reads it back: rows of 0 and 1 or more and x (▪
// if x would be a lit lamp), with a slash between rows, or the ID of a Flip board. The target
// follows after >, unless it is all off. Rules are not part of it.
func (p *Puzzle) String() string {
	text := p.rows(p.Lamps)
	switch {
	case p.net != nil:
		text = p.netText()
	case p.matrix != nil:
		text = p.flipID()
	case p.hex:
		text = "hex: " + text
	}
	switch {
	case p.Target == nil:
		return text
	case p.even(1) && len(p.Lamps) > 1:
		return text + " > on"
	}
	return text + " > " + p.rows(p.Target)
}

// even reports whether all lamps are wanted in this state.
func (p *Puzzle) even(state uint8) bool {
	for i, v := range p.Target {
		if v != state && !p.lampless(i) {
			return false
		}
	}
	return true
}

// rows writes a pattern in rows of digits, x for a hole, with / between rows; or a pattern of a net by
// names. Holes are ▪ if no lamp is lit: beside dark lamps alone Parse reads x as a lit lamp.
func (p *Puzzle) rows(pattern []uint8) string {
	switch {
	case p.hex:
		return p.hexText(pattern)
	case p.net != nil:
		return p.litNames(pattern)
	}
	text := []byte((&cells.Board{Rows: p.Rows, Cols: p.Cols, On: make([]bool, len(pattern))}).String())
	lit := false
	if p.Rows == 1 && p.Holes != nil && len(text) == p.Cols {
		text = append(text, '/') // without the slash 10x01 would be a size
	}
	for i, v := range pattern {
		at := &text[i+i/p.Cols]
		if *at += v; p.hole(i) {
			*at = 'x'
		} else if v > 0 {
			lit = true
		}
	}
	if !lit {
		return strings.ReplaceAll(string(text), "x", "▪")
	}
	return string(text)
}

// parseSized reads text[start:end], which begins with a match of sized; m holds the places of the
// match and its groups.
func (r Rules) parseSized(text string, start, end int, m []int) (*Puzzle, error) {
	board := text[start:end]
	first, second := board[m[2]:m[3]], board[m[4]:m[5]]
	p, ok := r.dark(first, second)
	if !ok {
		return nil, sizeError(text, start)
	}
	read, rest := p.readWord, start+m[5]
	if colon := m[6] >= 0; colon {
		read, rest = p.readLamps, start+m[7]
		if m[7]-m[6] > 1 || p.likeFlip(text[rest:end]) {
			p, _ = r.dark(second, first)
			read = p.readFlip
		}
	}
	if err := read(text, rest, end); err != nil {
		return nil, err
	}
	return p, nil
}

// dark returns a dark board of this size, and whether there is one.
func (r Rules) dark(rows, cols string) (*Puzzle, bool) {
	w, errW := strconv.Atoi(cols)
	h, errH := strconv.Atoi(rows)
	if errW != nil || errH != nil || !fits(h, w) {
		return nil, false
	}
	return &Puzzle{Rows: h, Cols: w, Lamps: make([]uint8, h*w), Rules: r}, true
}

// readWord reads text[start:end], which must be the word all, and lights every lamp. The error is a
// *solvers.SyntaxError for another word, for none, or for a second one.
func (p *Puzzle) readWord(text string, start, end int) error {
	words, stop := iter.Pull2(cells.Words(text, start, end))
	defer stop()
	offset, word, ok := words()
	if !ok {
		offset = end
	}
	if !strings.EqualFold(word, "all") {
		return solvers.At(text, offset, "lightsout.word", "all, random, or a colon and the lit lamps", nil)
	}
	for i := range p.Lamps {
		if !p.hole(i) {
			p.Lamps[i] = 1
		}
	}
	if offset, _, ok = words(); ok {
		return solvers.At(text, offset, "lightsout.end", "nothing more", nil)
	}
	return nil
}

// readLamps reads text[start:end] as the names of lamps, and lights these. The error is a
// *solvers.SyntaxError at the first name that is of no lamp.
func (p *Puzzle) readLamps(text string, start, end int) error {
	for offset, word := range cells.Words(text, start, end) {
		i, ok := p.lamp(word)
		if !ok {
			return solvers.At(text, offset, "lightsout.lamp",
				fmt.Sprintf("a lit lamp such as a1: column letter, then row number, on a board of %d columns and %d rows", p.Cols, p.Rows),
				map[string]any{"Cols": p.Cols, "Rows": p.Rows})
		}
		p.Lamps[i] = 1
	}
	return nil
}

// lamp returns the lamp with this name, and whether the board has it. A name is the column in letters,
// small or capital (a to z, then aa, as digits of base 26 without a zero), and the row from 1.
func (p *Puzzle) lamp(name string) (i int, ok bool) {
	letters, col := 0, 0
	for ; letters < len(name) && col <= p.Cols; letters++ {
		c := name[letters] | 0x20 // lower case, if it is a letter
		if c < 'a' || c > 'z' {
			break
		}
		col = 26*col + int(c-'a') + 1
	}
	row, err := strconv.ParseUint(name[letters:], 10, 32)
	if err != nil || col < 1 || col > p.Cols || row < 1 || int(row) > p.Rows {
		return 0, false
	}
	i = (int(row)-1)*p.Cols + col - 1
	return i, !p.hole(i)
}
