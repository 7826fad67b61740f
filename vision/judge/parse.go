package judge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// ParseText reads a text that Text has written; blanks and backticks around it mean nothing. The
// error says what was found and what was expected.
func ParseText(text string) (*vision.Reading, error) {
	const most = 4 // extents of a board
	var all []*vision.Reading
	for one := range strings.SplitSeq(strings.Trim(text, "` \t\r\n"), or) {
		r, err := parseText(one)
		if err == nil && len(all) > 0 && r.Kind != all[0].Kind || len(all) == most {
			err = fmt.Errorf("found another kind of board, or more than %d of them", most)
		}
		if err != nil {
			return nil, fmt.Errorf("judge: the text of a reading: %w", err)
		}
		all = append(all, r)
	}
	all[0].Rivals = all[1:]
	return all[0], nil
}

// parseText reads the head of a text, the words before the colon, then its board by its kind.
func parseText(text string) (*vision.Reading, error) {
	if len(text) > longestText {
		return nil, fmt.Errorf("found %d characters, expected at most %d", len(text), longestText)
	}
	head, board, ok := strings.Cut(text, ":")
	words := strings.Fields(head)
	if !ok || len(words) < 2 || words[0] != "seen" {
		return nil, fmt.Errorf("expected it to begin with the kind, such as \"seen nonogram: …\"")
	}
	p := parser{r: &vision.Reading{}}
	for kind, name := range kindNames {
		if words[1] == name {
			p.r.Kind = kind
		}
	}
	if p.r.Kind == vision.Any {
		return nil, fmt.Errorf("found %q, expected nonogram, kakuro, sudoku, lights or cards", words[1])
	}
	for _, word := range words[2:] {
		if err := p.option(word); err != nil {
			return nil, err
		}
	}
	read := map[vision.Kind]func(string) error{
		vision.Nonogram: p.nonogram, vision.Kakuro: p.kakuro, vision.Sudoku: p.sudoku, vision.Lights: p.states, vision.Cards: p.states,
	}[p.r.Kind]
	if err := read(strings.TrimSpace(board)); err != nil {
		return nil, err
	}
	return p.r, nil
}

// A parser fills in a reading from its text.
type parser struct {
	r     *vision.Reading
	usual float64 // the likelihood of readings that are not among the ways, the first way having 1

	signs [mostSigns + 1][]vision.Guess // what each sign of a nonogram may mean, by its number
	ink   [mostSigns + 1]string         // the letter of its colour, in colours
}

// signNumber returns the number of the sign with a letter; 0 for what is no such letter.
func signNumber(letter rune) int {
	if n := int(letter - 'a' + 1); 1 <= n && n <= mostSigns {
		return n
	}
	return 0
}

// option reads a word of the head: *30, !FLAW, lit=STATES, inks=PALETTE or, behind that, what a sign means.
func (p *parser) option(word string) (err error) {
	switch {
	case strings.HasPrefix(word, "*"):
		p.usual, err = ratio(word[1:], true)
	case strings.HasPrefix(word, "!"):
		all := vision.Flaws()
		i := slices.IndexFunc(all, func(f vision.Flaw) bool { return f.String() == word[1:] })
		if i < 0 {
			return fmt.Errorf("found %q, expected ! and one of %v", word, all)
		}
		p.r.Flaws = append(p.r.Flaws, all[i])
	case word == "screen":
		p.r.Screen = true
	case word == "sized":
		p.r.Sized = true
	case strings.HasPrefix(word, "lit=") && (p.r.Kind == vision.Lights || p.r.Kind == vision.Cards):
		p.r.Lit, err = (&parser{}).guesses(word[len("lit="):], readState)
	case strings.HasPrefix(word, "inks=") && p.r.Kind == vision.Nonogram:
		return p.inks(word[len("inks="):])
	case len(word) > 2 && signNumber(rune(word[0])) > 0 && word[1] == '=' && p.r.Kind == vision.Nonogram:
		states, ink, _ := strings.Cut(word[2:], "/")
		if ink != "" && !isInk(p.r.Palette, ink) {
			return fmt.Errorf("found %q, expected the letter of a colour", ink)
		}
		n := signNumber(rune(word[0]))
		p.ink[n] = ink
		p.signs[n], err = (&parser{}).guesses(states, readState)
	default:
		return fmt.Errorf("found %q, expected *30, a flaw such as !cut, screen, sized, or of lights lit=1", word)
	}
	return err
}

// ratio reads decibels and returns the likelihood relative to the first way. For a * (none true)
// never means 0.
func ratio(text string, none bool) (float64, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > never || text[0] == '+' || text[0] == '-' {
		return 0, fmt.Errorf("found %q, expected decibels from 0 to %d", text, never)
	}
	if none && n == never {
		return 0, nil
	}
	return math.Pow(10, -float64(n)/10), nil
}

// ways reads the values of a place, such as 3 1~3 11@7~*@20, and returns them with their probabilities.
// The likelihood that none of them is right stands at *, or else is the head's usual one; it makes the
// sum of the probabilities less than 1.
func (p *parser) ways(text string) (values []string, of []float64, err error) {
	none, sum := p.usual, 0.0 // likelihoods, the first value having 1
	for i, part := range strings.Split(text, "~") {
		value, decibels, some := strings.Cut(part, "@")
		one := 1.0
		switch {
		case i > 0 && !some, i == 0 && some:
			return nil, nil, fmt.Errorf("found %q, expected a value, or those behind it like ~5@7", part)
		case some:
			if one, err = ratio(decibels, value == "*"); err != nil {
				return nil, nil, err
			}
		}
		if value == "*" {
			none = one
			continue
		}
		if len(values) == vision.MaxReadings {
			return nil, nil, fmt.Errorf("found more than %d ways to read a place", vision.MaxReadings)
		}
		values, of = append(values, value), append(of, one)
		sum += one
	}
	if len(values) == 0 {
		return nil, nil, fmt.Errorf("found %q, expected a value before it", text)
	}
	for i := range of {
		of[i] /= sum + none
	}
	return values, of, nil
}

// nonogram reads rows|columns, and the player's marks behind another |.
func (p *parser) nonogram(board string) (err error) {
	rows, behind, ok := strings.Cut(board, "|")
	if !ok {
		return fmt.Errorf("expected rows|columns")
	}
	cols, marks, marked := strings.Cut(behind, "|")
	r := p.r
	r.Rows, r.Cols = strings.Count(rows, ";")+1, strings.Count(cols, ";")+1
	if max(r.Rows, r.Cols) > nonogram.MaxSide || r.Rows*r.Cols > nonogram.MaxCells {
		return fmt.Errorf("found %d × %d cells, expected at most %d", r.Rows, r.Cols, nonogram.MaxCells)
	}
	if r.RowClues, err = p.lines(rows); err != nil {
		return err
	}
	if r.ColClues, err = p.lines(cols); err != nil {
		return err
	}
	if !marked {
		return nil
	}
	return p.marks(marks)
}

// lines reads the clues of lines split by semicolons; ? is a line without a reading.
func (p *parser) lines(text string) (lines []vision.Line, err error) {
	for _, one := range strings.Split(text, ";") {
		var line vision.Line
		if one != "?" {
			values, of, err := p.ways(one)
			if err != nil {
				return nil, err
			}
			for i, value := range values {
				clue, err := parseClue(value, p.r.Palette)
				if err != nil {
					return nil, err
				}
				clue.P = of[i]
				line.Readings = append(line.Readings, clue)
			}
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// marks reads the marks of all cells in reading order. A number before a mark is how often it stands in
// a row: "2#?x" is two filled cells, an unknown one and a crossed one.
func (p *parser) marks(text string) error {
	size, n := p.r.Rows*p.r.Cols, 0 // n is the number read so far, 0 if there is none
	for _, c := range text {
		state, sign := strings.IndexRune("?#x", c), signNumber(c)
		ink := strings.ToLower(string(c))
		filled := c < 'a' && isInk(p.r.Palette, ink)
		switch {
		case '0' <= c && c <= '9':
			if n = 10*n + int(c-'0'); n > size {
				return fmt.Errorf("found %d marks, expected %d", n, size)
			}
			continue
		case state < 0 && p.signs[sign] == nil && !filled:
			return fmt.Errorf("found the mark %q, expected #, x, ? or a sign that the head explains", c)
		}
		cell := vision.Cell{State: []vision.Guess{{Value: max(state, 0), P: 1}}}
		switch {
		case filled:
			cell = vision.Cell{State: []vision.Guess{{Value: vision.Filled, P: 1}}, Ink: ink[0]}
		case sign > 0:
			cell = vision.Cell{State: p.signs[sign], Sign: sign}
			if p.ink[sign] != "" {
				cell.Ink = p.ink[sign][0]
			}
		}
		for range max(n, 1) {
			if len(p.r.Cells) == size {
				return fmt.Errorf("found more marks than the %d cells", size)
			}
			p.r.Cells = append(p.r.Cells, cell)
		}
		n = 0
	}
	if len(p.r.Cells) != size {
		return fmt.Errorf("found %d marks, expected %d", len(p.r.Cells), size)
	}
	return nil
}

// guesses reads the ways of a place; the function value reads the text of each.
func (p *parser) guesses(text string, value func(string) (int, error)) (guesses []vision.Guess, err error) {
	values, of, err := p.ways(text)
	if err != nil {
		return nil, err
	}
	for i, v := range values {
		n, err := value(v)
		if err != nil {
			return nil, err
		}
		guesses = append(guesses, vision.Guess{Value: n, P: of[i]})
	}
	return guesses, nil
}

// readState reads the state of a cell, a digit.
func readState(text string) (int, error) {
	guesses, err := parseState(text)
	if err != nil {
		return 0, err
	}
	return guesses[0].Value, nil
}

// kakuro reads rows of cells, split by / and commas.
func (p *parser) kakuro(board string) error {
	return p.rows(strings.Split(board, "/"), func(row string) (cells []vision.Cell, err error) {
		for _, text := range strings.Split(row, ",") {
			cell, err := p.kakuroCell(text)
			if err != nil {
				return nil, err
			}
			cells = append(cells, cell)
		}
		return cells, nil
	})
}

// rows adds the cells of all rows, with read for one row. All must have the same length.
func (p *parser) rows(rows []string, read func(string) ([]vision.Cell, error)) error {
	for i, row := range rows {
		cells, err := read(row)
		if err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
		if i > 0 && len(cells) != p.r.Cols {
			return fmt.Errorf("row %d: found %d cells, expected %d as in the first", i+1, len(cells), p.r.Cols)
		}
		p.r.Rows, p.r.Cols = i+1, len(cells)
		p.r.Cells = append(p.r.Cells, cells...)
	}
	if len(p.r.Cells) == 0 {
		return fmt.Errorf("found no cell")
	}
	return nil
}

// kakuroCell reads a cell: white, a block, or one of the two, then ^, decibels, ^ and the other.
func (p *parser) kakuroCell(text string) (cell vision.Cell, err error) {
	parts := strings.Split(text, "^")
	if len(parts) != 1 && len(parts) != 3 {
		return cell, fmt.Errorf("found %q, expected a cell, or two like .^9^#", text)
	}
	first, err := p.half(&cell, parts[0])
	if err != nil || len(parts) == 1 {
		cell.State = []vision.Guess{{Value: first, P: 1}}
		return cell, err
	}
	less, err := ratio(parts[1], false)
	if err != nil {
		return cell, err
	}
	second, err := p.half(&cell, parts[2])
	if err == nil && first == second {
		err = fmt.Errorf("found %q, expected a white cell and a block", text)
	}
	cell.State = []vision.Guess{{Value: first, P: 1 / (1 + less)}, {Value: second, P: less / (1 + less)}}
	return cell, err
}

// half reads one state of a cell, white or block, with its digit or its sums.
func (p *parser) half(cell *vision.Cell, text string) (state int, err error) {
	switch {
	case text == ".":
		return vision.Blank, nil
	case len(text) == 1 && '1' <= text[0] && text[0] <= '9':
		cell.Digit = []vision.Guess{{Value: int(text[0] - '0'), P: .99}} // read, and not confirmed
		return vision.Blank, nil
	case len(text) == 2 && '1' <= text[0] && text[0] <= '9' && text[1] == '!':
		cell.Digit = []vision.Guess{{Value: int(text[0] - '0'), P: 1}}
		return vision.Blank, nil
	case text == "#":
		return vision.Filled, nil
	}
	down, across, ok := strings.Cut(text, `\`)
	if !ok {
		return 0, fmt.Errorf(`found %q, expected ".", a digit, "#" or sums such as 23\16`, text)
	}
	for _, side := range []struct {
		text string
		into *[]vision.Guess
	}{{down, &cell.Down}, {across, &cell.Across}} {
		if side.text == "" {
			continue
		}
		if *side.into, err = p.guesses(side.text, parseSum); err != nil {
			return 0, err
		}
	}
	return vision.Filled, nil
}

// states reads rows of cells: a digit each, ? for an unknown state, several states in brackets. None of
// them can be a state that is not given, so p.usual is set to 0.
func (p *parser) states(board string) error {
	p.usual = 0
	return p.rows(strings.Split(board, "/"), func(row string) (cells []vision.Cell, err error) {
		for len(row) > 0 {
			one := row[:1]
			row = row[1:]
			var cell vision.Cell
			switch one {
			case "?":
			case "(":
				inside, behind, ok := strings.Cut(row, ")")
				if !ok {
					return nil, fmt.Errorf("found no ) behind %q", row)
				}
				row = behind
				cell.State, err = p.guesses(inside, readState)
			default:
				cell.State, err = p.guesses(one, readState)
			}
			if err != nil {
				return nil, err
			}
			cells = append(cells, cell)
		}
		return cells, nil
	})
}
