package judge

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// The text of a reading holds the puzzle and all doubts, without the picture. A dialogue keeps it in
// its messages. It is a line:
//
//	seen KIND OPTIONS: BOARD
//
// Each value may be followed by other values of the same place, with their likelihoods in decibels
// below the first (10 dB less is ten times less likely, 3 dB less is half as likely). So 3 1~3 11@7
// is 3 1, or five times less likely 3 11. A * stands for none of the values given.
//
//	seen nonogram *30: 3~8@4;1|2~*@10;1;1        rows|columns, lines split by ;
//	seen nonogram a=2~0@9: 2;0|1;1|2#?a          and what is marked: counted cells in reading order
//	seen nonogram inks=r#c00000 a=1/r: 1r;0|1r;0|a3?   the colours of the numbers and the marks
//	seen kakuro: #,3\,4~9@8\/\4,.,./\3,.^9^#,1   cells split by , and rows by /
//	seen sudoku: 5..(8~6@9).'3'4!7/…                a cell is a digit, a point or several ways in brackets
//	seen lights lit=1~0@2: 01(0~1@12)/000        a digit a cell
//	seen cards: 0110
//
//   - KIND is nonogram, kakuro, sudoku, lights or cards.
//   - *30 gives the * of each clue or sum that has none of its own, in decibels, in steps of 5;
//     60 is never. Without it the values given are all there is.
//   - !NAME is a flaw, by the name of [vision.Flaw].
//   - screen says that the image is a screenshot.
//   - sized says that a user told how large the board is. Behind " or " stands the same board in another extent.
//   - lit= gives the state that is lit, and a= what the sign a in cells of a nonogram may mean: 1 filled,
//     2 crossed out, 0 nothing.
//   - A cell of Kakuro is . or a digit if it is white, with ! behind a digit that a user confirmed, and
//     # or DOWN\ACROSS if it is a block. Each side
//     is empty if there is no sum, ~*@25 if a sum may be there that was not read, and ~*@60 if a
//     user said that there is none. A cell that may be either has the likelier state first, then
//     ^, the decibels of the other, ^ and the other.
//   - A cell of Sudoku is a given, or . without one; a ' stands before a digit that the player wrote, and a !
//     behind one that a user confirmed. The / between rows may be left out.
//
// No notation of a puzzle can be confused with it: none has several words before its first colon.

// kindNames are the names of KIND.
var kindNames = map[vision.Kind]string{
	vision.Nonogram: "nonogram", vision.Kakuro: "kakuro", vision.Sudoku: "sudoku", vision.Lights: "lights", vision.Cards: "cards",
}

// Decibels in a text.
const (
	faint = 40 // values further below the first are left out
	never = 60
	step  = 5 // the steps of *, coarse so that most lines have the same
)

// Text writes a reading in one line, or "" if Judge has nothing to say of it. ParseText reads it
// back, without boxes, and with probabilities in steps of a quarter.
func Text(r *vision.Reading) string {
	if incomplete(r) {
		return ""
	}
	w := &writer{usual: never}
	w.usual = w.commonest(r)
	head := "seen " + kindNames[r.Kind]
	if w.usual != never {
		head += " *" + strconv.Itoa(w.usual)
	}
	for _, f := range slices.Compact(slices.Sorted(slices.Values(r.Flaws))) {
		head += " !" + f.String()
	}
	switch r.Kind {
	case vision.Nonogram:
		m := &writer{usual: never}
		m.meanings(r)
		head += inksText(r.Palette) + m.String()
		w.nonogram(r)
	case vision.Kakuro:
		w.kakuro(r)
	case vision.Sudoku:
		w.sudoku(r)
	default:
		if len(r.Lit) > 0 {
			lit := &writer{usual: never}
			lit.guesses(r.Lit, false)
			head += " lit=" + lit.String()
		}
		w.states(r)
	}
	if r.Screen {
		head += " screen"
	}
	if r.Sized {
		head += " sized"
	}
	text := head + ": " + w.String()
	for _, rival := range r.Rivals {
		text += or + Text(rival)
	}
	return text
}

// or stands before each rival of a board.
const or = " or "

// A writer writes the board of a reading, or counts the values of *.
type writer struct {
	strings.Builder
	usual int   // the * of the head, in decibels
	tally []int // if not nil, the number of places for each value of *, by steps; none is written
}

// commonest returns the commonest value of *, in decibels.
func (w *writer) commonest(r *vision.Reading) (usual int) {
	count := &writer{tally: make([]int, never/step+1)}
	switch r.Kind {
	case vision.Nonogram:
		count.nonogram(r)
	case vision.Kakuro:
		count.kakuro(r)
	}
	best := never / step
	for i := range count.tally {
		if count.tally[i] > count.tally[best] {
			best = i
		}
	}
	return best * step
}

// nonogram writes the lines, and the marks if there are any.
func (w *writer) nonogram(r *vision.Reading) {
	for side, lines := range [2][]vision.Line{r.RowClues, r.ColClues} {
		if side > 0 {
			w.WriteByte('|')
		}
		for i, line := range lines {
			if i > 0 {
				w.WriteByte(';')
			}
			var texts []string
			var p []float64
			for _, c := range line.Readings {
				if slices.ContainsFunc(c.Numbers, func(n int) bool { return n > nonogram.MaxSide }) {
					continue // no line is as long, so ParseText would refuse it
				}
				texts, p = append(texts, clueText(runsOf(c, inksOf(r)), inksOf(r))), append(p, c.P)
			}
			w.ways(texts, p, true)
		}
	}
	marks := signLetters(r)
	if marks == "" {
		return
	}
	w.WriteByte('|')
	for from := 0; from < len(marks); {
		to := from
		for to < len(marks) && marks[to] == marks[from] {
			to++
		}
		if to-from > 1 {
			w.WriteString(strconv.Itoa(to - from))
		}
		w.WriteByte(marks[from])
		from = to
	}
}

// signLetters returns a letter for the sign of each cell, a for the first, or # for a filled cell and x for a crossed
// one that belong to no sign, in colours the capital letter of its ink; ? for the others. It returns "" if all are.
func signLetters(r *vision.Reading) string {
	if len(r.Cells) != r.Rows*r.Cols {
		return ""
	}
	all := make([]byte, len(r.Cells))
	for i, c := range r.Cells {
		switch all[i] = '?'; {
		case 1 <= c.Sign && c.Sign <= mostSigns:
			all[i] = 'a' + byte(c.Sign-1)
		case c.Sign == 0 && len(c.State) > 0 && c.State[0].P == 1:
			if all[i] = "?#x"[c.State[0].Value]; all[i] == '#' && isInk(r.Palette, string(c.Ink)) {
				all[i] = c.Ink - 'a' + 'A'
			}
		}
	}
	if strings.Trim(string(all), "?") == "" {
		return ""
	}
	return string(all)
}

// meanings writes what each sign of a nonogram may mean: " a=1~2@20".
func (w *writer) meanings(r *vision.Reading) {
	written := [mostSigns + 1]bool{}
	for _, c := range r.Cells {
		if c.Sign < 1 || c.Sign > mostSigns || written[c.Sign] {
			continue
		}
		written[c.Sign] = true
		w.WriteString(" " + string(rune('a'+c.Sign-1)) + "=")
		w.guesses(c.State, false)
		if isInk(r.Palette, string(c.Ink)) {
			w.WriteString("/" + string(c.Ink))
		}
	}
}

// mostSigns is the number of signs that have a letter. Signs beyond these count as nothing.
const mostSigns = 23 // without x, y and z

// kakuro writes the cells, each with its likelier state first.
func (w *writer) kakuro(r *vision.Reading) {
	for i, cell := range r.Cells {
		switch {
		case i == 0:
		case i%r.Cols == 0:
			w.WriteByte('/')
		default:
			w.WriteByte(',')
		}
		var white, block float64
		for _, g := range cell.State {
			if g.Value == vision.Blank {
				white += g.P
			} else {
				block += g.P
			}
		}
		behind := decibels(min(white, block), max(white, block))
		switch {
		case len(cell.State) == 0: // nothing is known of it
			w.WriteString(".^0^#")
			continue
		case white >= block:
			w.white(cell)
		default:
			w.block(cell)
		}
		if behind > faint {
			continue
		}
		w.WriteString("^" + strconv.Itoa(behind) + "^")
		if white >= block {
			w.block(cell)
		} else {
			w.white(cell)
		}
	}
}

// white writes a white cell: its digit if that is sure, else a dot. ! marks a digit that a user confirmed.
func (w *writer) white(cell vision.Cell) {
	d := digitOf(cell)
	if d == 0 {
		w.WriteByte('.')
		return
	}
	w.WriteByte('0' + byte(d))
	if cell.Digit[0].P == 1 {
		w.WriteByte('!')
	}
}

// block writes a block with its sums.
func (w *writer) block(cell vision.Cell) {
	down, across := &writer{usual: w.usual, tally: w.tally}, &writer{usual: w.usual, tally: w.tally}
	down.guesses(cell.Down, true)
	across.guesses(cell.Across, true)
	if down.Len()+across.Len() == 0 {
		w.WriteByte('#')
		return
	}
	w.WriteString(down.String() + `\` + across.String())
}

// states writes the cells of lights or cards.
func (w *writer) states(r *vision.Reading) {
	for i, cell := range r.Cells {
		if i > 0 && i%r.Cols == 0 {
			w.WriteByte('/')
		}
		c := &writer{usual: never}
		c.guesses(cell.State, false)
		switch c.Len() {
		case 0:
			w.WriteByte('?')
		case 1:
			w.WriteString(c.String())
		default:
			w.WriteString("(" + c.String() + ")")
		}
	}
}

// guesses writes the guesses of a place, or of a sum if sums is true. No sum, the value 0, has an empty
// text. A side that hardly has a sum is written as nothing, or as * alone if a sum may be there that
// was not read (up to 40 dB less likely) or if a user said that there is none (never).
func (w *writer) guesses(guesses []vision.Guess, sums bool) {
	var texts []string
	var p []float64
	for _, g := range guesses {
		text := strconv.Itoa(g.Value)
		if sums && g.Value == 0 {
			text = ""
		}
		texts, p = append(texts, text), append(p, g.P)
	}
	if !sums || isSum(guesses) {
		w.ways(texts, p, sums)
		return
	}
	left := 1.0
	for _, one := range p {
		left -= one
	}
	if len(p) == 0 {
		return
	}
	if none := decibels(left, slices.Max(p)); none <= faint || none == never {
		w.WriteString("~*@" + strconv.Itoa(none))
	}
}

// isSum reports whether a sum is likelier than none, or less likely by at most 40 dB.
func isSum(guesses []vision.Guess) bool {
	var none, some float64
	for _, g := range guesses {
		if g.Value == 0 {
			none = max(none, g.P)
		} else {
			some = max(some, g.P)
		}
	}
	return some > none || decibels(some, none) <= faint
}

// ways writes the ways to read a place, the likeliest first, each different text once. It leaves out
// ways that are more than 40 dB below the first, and those beyond vision.MaxReadings. If others is true
// it also writes * if that is not the usual one, or ? if there is no way. With a tally it counts * and
// does not write it.
func (w *writer) ways(texts []string, p []float64, others bool) {
	if len(texts) == 0 {
		if others {
			w.WriteByte('?')
		}
		return
	}
	order := make([]int, len(texts))
	left := 1.0
	for i := range order {
		order[i] = i
		left -= p[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	seen := map[string]bool{}
	for k, i := range order {
		less := decibels(p[i], p[order[0]])
		if seen[texts[i]] || less > faint || len(seen) == vision.MaxReadings {
			continue
		}
		seen[texts[i]] = true
		if k > 0 {
			w.WriteByte('~')
		}
		w.WriteString(texts[i])
		if k > 0 {
			w.WriteString("@" + strconv.Itoa(less))
		}
	}
	none := min((decibels(left, p[order[0]])+step/2)/step*step, never) // to the nearest step
	if left > 1e-12 {                                                  // never is for answered places alone
		none = min(none, never-step)
	}
	switch {
	case !others:
	case w.tally != nil:
		w.tally[none/step]++
	case none != w.usual:
		w.WriteString("~*@" + strconv.Itoa(none))
	}
}

// decibels returns how far p is below top, in decibels from 0 to never. It returns never for a p of
// about 0.
func decibels(p, top float64) int {
	if p <= 1e-9 || top <= 0 {
		return never
	}
	return min(max(int(math.Round(-10*math.Log10(p/top))), 0), never)
}

// longestText is the length limit of a text in bytes: the largest nonogram that an image can show
// stays below it.
const longestText = nonogram.MaxCells
