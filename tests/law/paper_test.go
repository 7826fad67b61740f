package law

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
	"kibitz/render"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
	"kibitz/solvers/sudoku"
)

// A paper is a sheet with a pencil and a rubber: a nonogram, a Kakuro or a Sudoku. A cell has a sign or is
// open, '?'. A block of a Kakuro has a ' '. What is printed stays.
type paper struct {
	rows, cols int
	signs      string // in the order in which taps go through them
	empty      byte   // the sign for a cell that stays empty; 0 for none
	key, sheet []byte
	printed    []byte // the sheet before the first mark
	letters    string // of the palette

	past    []turn // turns and hints, the last one last
	gaveUp  bool
	inWords bool           // the board is told in the text
	earlier bool           // an earlier version is played, which did not finish lines by itself
	notes   map[int]string // pencil marks, in rising order
}

// A turn is one that undo takes back, or a hint, which undo leaves.
type turn struct {
	before []byte // nil for a hint
	cell   int    // the only one that changed; -1 for none
}

// onPaper reads the puzzle of a message that was just begun.
func onPaper(t *rapid.T, r *chat.Reply, options map[string]any) model {
	text, _ := carried(r)
	p := &paper{inWords: options["style"] == "text"}
	switch {
	case strings.Contains(text, `\`):
		p.readDigits(t, text)
	case strings.Contains(text, "|"):
		p.readClues(t, text)
	default:
		p.readGivens(t, text)
	}
	p.sheet, p.notes = bytes.Clone(p.printed), map[int]string{}
	return p
}

func (p *paper) readDigits(t *rapid.T, text string) {
	puzzle, err := kakuro.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := puzzle.Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.rows, p.cols, p.signs = puzzle.Rows, puzzle.Cols, "123456789"
	for i, cell := range puzzle.Cells {
		sign := byte(' ')
		if cell.White {
			sign = '0' + byte(answer.Grid[i])
		}
		p.key = append(p.key, sign)
		if cell.White {
			sign = '?'
		}
		p.printed = append(p.printed, sign)
	}
}

func (p *paper) readGivens(t *rapid.T, text string) {
	puzzle, err := sudoku.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := puzzle.Solve(t.Context())
	if err != nil || len(answer.Solutions) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	p.rows, p.cols, p.signs = puzzle.Size, puzzle.Size, "123456789"[:puzzle.Size]
	for i, digit := range answer.Solutions[0] {
		sign, printed := '0'+byte(digit), byte('?')
		if puzzle.Givens[i] > 0 {
			printed = sign
		}
		p.key, p.printed = append(p.key, sign), append(p.printed, printed)
	}
}

func (p *paper) readClues(t *rapid.T, text string) {
	puzzle, err := notation.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := puzzle.Solve(t.Context())
	if err != nil || len(answer.Solutions) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	p.rows, p.cols, p.empty = len(puzzle.Rows), len(puzzle.Cols), 'x'
	for _, ink := range puzzle.Palette {
		p.letters += string(ink.Letter)
	}
	colours := p.letters
	if colours == "" {
		colours = "#"
	}
	p.signs = colours + "x"
	for _, cell := range answer.Solutions[0] {
		sign := p.empty
		for i := range colours {
			if cell == nonogram.ShadeOf(i) {
				sign = colours[i]
			}
		}
		p.key, p.printed = append(p.key, sign), append(p.printed, '?')
	}
}

// paperTouches says what the controls do to a sheet. The key is a beginning of the turn that the
// control's path names; the longest key that fits counts. rest is the turn without that beginning.
var paperTouches = map[string]func(p *paper, t *rapid.T, c click, rest string){
	"enter": func(p *paper, t *rapid.T, c click, _ string) { p.enter(c.typed) },
	"undo": func(p *paper, _ *rapid.T, _ click, _ string) {
		for i, last := range slices.Backward(p.past) {
			if last.before != nil {
				p.sheet, p.past = last.before, slices.Delete(p.past, i, i+1)
				return
			}
		}
	},
	"again": func(p *paper, _ *rapid.T, _ click, _ string) {
		p.sheet, p.past, p.gaveUp, p.notes = bytes.Clone(p.printed), nil, false, map[int]string{}
	},
	"cells":      func(*paper, *rapid.T, click, string) {},
	"pencil":     func(*paper, *rapid.T, click, string) {},
	"candidates": func(*paper, *rapid.T, click, string) {},
	"board":      func(*paper, *rapid.T, click, string) {},
	"note":       func(p *paper, t *rapid.T, c click, rest string) { p.note(p.cell(t, c.query.Get("at")), rest) },
	"runs":       func(p *paper, t *rapid.T, c click, _ string) { p.place(t, c) },
	"sure":       func(p *paper, t *rapid.T, c click, _ string) { p.sure(t, c) },
	"drop": func(p *paper, _ *rapid.T, _ click, _ string) {
		changes := map[int]byte{}
		for i, sign := range p.sheet {
			if sign != '?' && sign != p.key[i] {
				changes[i] = '?'
			}
		}
		p.write(changes)
		p.hint()
	},
	"check":       func(*paper, *rapid.T, click, string) {},
	"give-up":     func(*paper, *rapid.T, click, string) {},
	"give-up-now": func(p *paper, _ *rapid.T, _ click, _ string) { p.gaveUp = true },
	"hint":        func(p *paper, _ *rapid.T, _ click, _ string) { p.hint() },
	"carry":       func(p *paper, t *rapid.T, c click, _ string) { p.carry(t, c.after) },
	"go":          func(*paper, *rapid.T, click, string) {},
	"tap": func(p *paper, t *rapid.T, c click, _ string) {
		i := p.cell(t, c.query.Get("at"))
		signs := "?" + p.signs
		next := signs[(strings.IndexByte(signs, p.sheet[i])+1)%len(signs)]
		if n := len(p.past); n > 0 && p.past[n-1].cell == i { // taps on a cell one after another are one turn
			p.sheet, p.past = p.past[n-1].before, p.past[:n-1]
		}
		p.write(map[int]byte{i: next})
	},
	"fill":  func(p *paper, t *rapid.T, c click, rest string) { p.set(t, c, (rest + p.signs)[0]) },
	"cross": func(p *paper, t *rapid.T, c click, _ string) { p.set(t, c, p.empty) },
	"put": func(p *paper, t *rapid.T, c click, rest string) {
		p.write(map[int]byte{p.cell(t, c.query.Get("at")): rest[0]})
	},
	"clear": func(p *paper, t *rapid.T, c click, _ string) {
		p.write(map[int]byte{p.cell(t, c.query.Get("at")): '?'})
	},
}

func (p *paper) touch(t *rapid.T, c click) {
	found, turn := "", c.turn()
	if turn == "other" { // a menu of turns
		turn = c.picks[0]
	}
	for name := range paperTouches {
		if strings.HasPrefix(turn, name) && len(name) > len(found) {
			found = name
		}
	}
	if found == "" {
		t.Fatalf("%q is a control without a row in paperTouches", c.path)
	}
	paperTouches[found](p, t, c, turn[len(found):])
}

// cell reads a place as paths write it: r3.4 is cell 4 of row 3, and c4.3 the same one.
func (p *paper) cell(t *rapid.T, at string) int {
	var kind rune
	var line, place int
	if n, err := fmt.Sscanf(at, "%c%d.%d", &kind, &line, &place); n != 3 {
		t.Fatalf("the place %q: %v", at, err)
	}
	if kind == 'c' {
		line, place = place, line
	}
	return (line-1)*p.cols + place - 1
}

// set gives a sign to the cells that were picked in a menu, and takes the sign from the menu's other
// cells.
func (p *paper) set(t *rapid.T, c click, sign byte) {
	changes := map[int]byte{}
	for _, item := range c.items {
		i := p.cell(t, item.Value)
		switch picked := slices.Contains(c.picks, item.Value); {
		case picked:
			changes[i] = sign
		case p.sheet[i] == sign:
			changes[i] = '?'
		}
	}
	p.write(p.finished(changes))
}

// write gives cells their signs, as one turn if any of them changes.
func (p *paper) write(changes map[int]byte) {
	after := bytes.Clone(p.sheet)
	for i, sign := range changes {
		after[i] = sign
	}
	if changed := differ(p.sheet, after); len(changed) > 0 {
		p.past, p.sheet = append(p.past, turn{p.sheet, only(changed)}), after
	}
}

// differ returns the cells in which two sheets differ.
func differ(a, b []byte) (cells []int) {
	for i := range a {
		if a[i] != b[i] {
			cells = append(cells, i)
		}
	}
	return cells
}

// only returns the cell of a list of one; -1 for any other list.
func only(cells []int) int {
	if len(cells) == 1 {
		return cells[0]
	}
	return -1
}

// hint notes a hint, unless a sign is wrong, as there is no hint then. Hints one after another count
// once.
func (p *paper) hint() {
	if n := len(p.past); !p.wrong() && (n == 0 || p.past[n-1].before != nil) {
		p.past = append(p.past, turn{cell: -1})
	}
}

// carry has a hint carried out: one or more open cells get the signs of the solution, and no other
// cell changes.
func (p *paper) carry(t *rapid.T, r *chat.Reply) {
	if p.wrong() {
		return
	}
	p.hint()
	after, _ := p.told(t, r)
	changed := differ(p.sheet, after)
	for _, i := range changed {
		if p.sheet[i] != '?' || after[i] != p.key[i] {
			t.Fatalf("a hint makes of cell %d, %c, a %c; it is %c", i, p.sheet[i], after[i], p.key[i])
		}
	}
	if len(changed) == 0 {
		t.Fatal("a hint that changes nothing")
	}
	p.past, p.sheet = append(p.past, turn{p.sheet, only(changed)}), after
}

// written is a move as it is typed and as messages carry it: rows, columns, and a sign for all of
// them or one for each cell.
var written = regexp.MustCompile(`^r(\d+)(?:-(\d+))?c(\d+)(?:-(\d+))?=(\S+)$`)

// made returns a sheet after the moves of a turn. cell is the only cell that the turn names, or -1. ok
// is false if a move is for a printed cell or has a wrong number of signs.
func (p *paper) made(sheet []byte, moves string) (after []byte, cell int, ok bool) {
	after = bytes.Clone(sheet)
	var named []int
	for _, word := range strings.Fields(moves) {
		m := written.FindStringSubmatch(word)
		if m == nil {
			return nil, 0, false
		}
		number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n }
		top, left, bottom, right := number(1), number(3), max(number(1), number(2)), max(number(3), number(4))
		signs, wide := m[5], right-left+1
		if many := len(signs) > 1 || p.empty == 0 && signs != "?"; many && len(signs) != wide*(bottom-top+1) {
			return nil, 0, false
		}
		for r := top; r <= bottom; r++ {
			for c := left; c <= right; c++ {
				i := (r-1)*p.cols + c - 1
				if p.printed[i] != '?' {
					return nil, 0, false
				}
				after[i], named = signs[((r-top)*wide+c-left)%len(signs)], append(named, i)
			}
		}
	}
	return after, only(named), true
}

// enter makes typed moves, all as one turn, or none of them.
func (p *paper) enter(moves string) {
	if after, cell, ok := p.made(p.sheet, moves); ok {
		p.past, p.sheet = append(p.past, turn{p.sheet, cell}), after
	}
}

// typed draws one to three moves, half of them right.
func (p *paper) typed(t *rapid.T) string {
	var moves []string
	for range rapid.IntRange(1, 3).Draw(t, "moves") {
		top, left := rapid.IntRange(1, p.rows).Draw(t, "row"), rapid.IntRange(1, p.cols).Draw(t, "column")
		right := rapid.IntRange(left, p.cols).Draw(t, "to")
		key := p.key[(top-1)*p.cols:][left-1 : right]
		signs := string(rapid.SampledFrom([]byte(p.signs+"?")).Draw(t, "sign"))
		if rapid.Bool().Draw(t, "right") {
			signs = string(bytes.ReplaceAll(key, []byte(" "), []byte("?")))
		}
		place := fmt.Sprintf("r%dc%d-%d", top, left, right)
		if left == right {
			place = fmt.Sprintf("r%dc%d", top, left)
		}
		moves = append(moves, place+"="+signs)
	}
	return strings.Join(moves, " ")
}

// wrong reports whether a sign is not that of the solution.
func (p *paper) wrong() bool {
	for i, sign := range p.sheet {
		if sign != '?' && sign != p.key[i] {
			return true
		}
	}
	return false
}

// done reports whether the sheet is the solution; cells that stay empty may be open.
func (p *paper) done() bool {
	return !p.wrong() && !slices.ContainsFunc(p.open(), func(i int) bool { return p.key[i] != p.empty })
}

// open returns the open cells.
func (p *paper) open() (cells []int) {
	for i, sign := range p.sheet {
		if sign == '?' {
			cells = append(cells, i)
		}
	}
	return cells
}

// told returns the sheet that the lines below a message's puzzle lead to, and the turns and hints in
// these lines. If a snapshot replaced earlier turns, these are missing.
func (p *paper) told(t *rapid.T, r *chat.Reply) (sheet []byte, turns []string) {
	sheet = bytes.Clone(p.printed)
	_, lines := carried(r)
	for _, line := range lines {
		switch {
		case line == "" || strings.ContainsRune("~$&!@_%^", rune(line[0])): // moves that were refused, signs, counts and notes
		case line[0] == '=':
			for i, sign := range []byte(strings.ReplaceAll(line[1:], "/", "")) {
				if p.printed[i] == '?' {
					sheet[i] = sign
				}
			}
		default:
			turns = strings.Split(line, "; ")
		}
	}
	for _, moves := range turns {
		if moves == "?" {
			continue
		}
		after, _, ok := p.made(sheet, moves)
		if !ok {
			t.Fatalf("a turn %q in %q", moves, r.Puzzle)
		}
		sheet = after
	}
	return sheet, turns
}

func (p *paper) compare(t *rapid.T, r *chat.Reply) {
	sheet, turns := p.told(t, r)
	same(t, "the message carries", signsOf(sheet), signsOf(p.sheet))
	same(t, "the pencil marks are", p.noted(r), p.noted(nil))
	if n := len(p.past) - len(turns); n > 0 && strings.Contains(r.Puzzle, "\n=") {
		p.past = p.past[n:] // those before the snapshot cannot be taken back any more
	}
	if len(p.past) != len(turns) {
		t.Fatalf("%d turns and hints, want %d", len(turns), len(p.past))
	}
	over := p.gaveUp || p.done()
	if buttons := len(r.Menus) + len(r.Grid); (r.Board == nil) != p.inWords || (buttons == 0) != over {
		t.Fatalf("%s: over %v, %d rows of cells and menus", r.Title, over, buttons)
	}
	if p.inWords {
		return
	}
	want := p.sheet
	if over {
		want = bytes.ReplaceAll(p.key, []byte{p.empty}, []byte("?"))
	}
	same(t, "the board shows", signsOf(p.shown(t, r.Board, over)), signsOf(want))
}

// shown returns the sheet that a board shows.
func (p *paper) shown(t *rapid.T, b *render.Board, over bool) (sheet []byte) {
	for i, cell := range b.Cells {
		sign := byte('?')
		switch cell.Kind {
		case render.Filled:
			sign = '#'
		case render.Painted:
			sign = p.letters[cell.Colour]
		case render.Crossed:
			sign = 'x'
		case render.Digit:
			sign = (cell.Text + "?")[0]
		case render.Sum, render.Block:
			sign = ' '
		case render.Blank, render.Open:
		default:
			t.Fatalf("cell %d shows %v", i, cell)
		}
		if over && sign == 'x' {
			sign = '?'
		}
		sheet = append(sheet, sign)
	}
	return sheet
}
