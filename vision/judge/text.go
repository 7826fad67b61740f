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

// The text of a reading is what its puzzle is without the picture, with all that is in
// doubt. A dialogue keeps it in its messages. It is a line:
//
//	seen KIND OPTIONS: BOARD
//
// Wherever a value stands there may be others behind it, each with how much less likely it is
// than the first, in decibels (10 dB are ten times, 3 dB twice): 3 1~3 11@7 is 3 1, or five
// times less likely 3 11. A * is none of those that stand there.
//
//	seen nonogram *30: 3~8@4;1|2~*@10;1;1        rows|columns, lines split by ;
//	seen nonogram !cut: 2;0|1;1|2#?x             and what is marked: counted cells in reading order
//	seen kakuro: #,3\,4~9@8\/\4,.,./\3,.^9^#,1   cells split by , and rows by /
//	seen lights lit=1~0@2: 01(0~1@12)/000        a digit a cell
//	seen cards: 0110
//
//   - KIND is nonogram, kakuro, lights or cards.
//   - *30 is how much less likely than the first each clue or sum is none that stands
//     there, unless it says so itself; without it none is anything else. It goes in steps of 5,
//     and 60 is never.
//   - !NAME is a flaw, by the name of [vision.Flaw].
//   - lit= is which of the states is lit.
//   - A cell of Kakuro's is . or a digit if it is white, # or DOWN\ACROSS if it is a block, either
//     side being empty for none, ~*@25 for none unless a sum is there that is not read, and ~*@60
//     for none as somebody has said. One that may be either has the likelier first, then ^ and
//     how much less likely the other is, then ^ and the other.
//
// It is no notation of any puzzle: none begins with a word and blank words before a colon.

var kindNames = map[vision.Kind]string{
	vision.Nonogram: "nonogram", vision.Kakuro: "kakuro", vision.Lights: "lights", vision.Cards: "cards",
}

// Decibels of what is written down.
const (
	faint = 40 // readings that are less likely by more are left out
	never = 60
	step  = 5 // of *, so that most lines have the same
)

// Text is a reading in one line, which ParseText reads back but for boxes, and for
// probabilities in steps of a quarter; "" for one that Judge has nothing to say of.
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
		w.nonogram(r)
	case vision.Kakuro:
		w.kakuro(r)
	default:
		if len(r.Lit) > 0 {
			lit := &writer{usual: never}
			lit.guesses(r.Lit, false)
			head += " lit=" + lit.String()
		}
		w.states(r)
	}
	return head + ": " + w.String()
}

type writer struct {
	strings.Builder
	usual int   // of *
	tally []int // counts what * would be, instead of writing, by steps
}

// commonest is what * most often is.
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
				texts, p = append(texts, clueText(withoutZeros(c.Numbers))), append(p, c.P)
			}
			w.ways(texts, p, true)
		}
	}
	marks := strings.ReplaceAll(nonogramMarks(r), "/", "")
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

func (w *writer) white(cell vision.Cell) {
	const sign = 0.98
	if d := cell.Digit; len(d) > 0 && d[0].P >= sign && 1 <= d[0].Value && d[0].Value <= 9 {
		w.WriteByte('0' + byte(d[0].Value))
		return
	}
	w.WriteByte('.')
}

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

// guesses writes those of a place; of sums none is nothing, and * counts.
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
	if none := decibels(left, 1); len(p) > 0 && (none <= faint || none == never) {
		w.WriteString("~*@" + strconv.Itoa(none))
	}
}

// isSum says whether there may be a sum.
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

// ways writes the ways to read a place; with others it says how likely none of them is.
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
	none := min((decibels(left, p[order[0]])+step/2)/step*step, never)
	if left > 1e-12 { // a place is taken as said only where it is
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

// decibels is how much less p is than that of the likeliest.
func decibels(p, top float64) int {
	if p <= 1e-9 || top <= 0 {
		return never
	}
	return min(max(int(math.Round(-10*math.Log10(p/top))), 0), never)
}

// longestText is of a reading: the largest nonogram that an image can show has no more.
const longestText = nonogram.MaxCells
