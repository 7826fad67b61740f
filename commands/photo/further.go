package photo

import (
	"context"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// further reads the marks of a picture of a puzzle that is known: the person sends what they have by now. Marks that
// they had before and that the picture does not show stay. A picture of another board leads to a notice.
func (p *Reader) further(ctx context.Context, a *ask.Ask, picture []byte) Seen {
	boards, err := p.read(ctx, picture, vision.Hint{Kind: a.Kind.Photo}, false)
	if err != nil {
		return Seen{Notice: unseen(a, err, picture)}
	}
	game, wrong := a.Kind.Read(a.Text, a.Options)
	marked, ok := game.(ask.Marked)
	if wrong != nil || !ok {
		return Seen{} // what is wrong with the text is told as of any other
	}
	code, _, _ := strings.Cut(game.String(), "\n")
	before := strings.ReplaceAll(marked.Sheet(), "\n", "")
	r, known := boards[0], knownBoard(a.Kind, code)
	if known == nil || !sameShape(r, known) || len(r.Cells) != len(before) {
		return Seen{Notice: a.Notice("unseen.other-board")}
	}
	r.Palette = known.Palette
	settleLines(r.RowClues, known.RowClues)
	settleLines(r.ColClues, known.ColClues)
	for i := range r.Cells {
		settleCell(&r.Cells[i], known, i, before[i])
	}
	r.Flaws = nil // its lines are known
	delete(a.Options, ask.MarksField)
	b := &Board{Reading: r, verdict: p.eyes.Judge(ctx, r), before: before}
	return b.seen(a)
}

// TakesFurther reports whether the marks of a puzzle of this kind, in its own notation, can be read off a
// picture: it must be a nonogram in black and white, a Kakuro or a Sudoku without diagonals.
func TakesFurther(k *ask.Kind, code string) bool { return knownBoard(k, code) != nil }

// knownBoard returns the reading of a puzzle without doubts; nil for one whose marks are not read off
// pictures.
func knownBoard(k *ask.Kind, code string) *vision.Reading {
	name := map[vision.Kind]string{vision.Nonogram: "nonogram", vision.Kakuro: "kakuro", vision.Sudoku: "sudoku"}[k.Photo]
	r, err := judge.ParseText("seen " + name + ": " + code)
	if err != nil {
		return nil
	}
	return r
}

// sameShape reports whether a picture shows a board like the one that is known: of the same kind and
// size and, in a Kakuro, with at least nine of ten cells white that should be, or blocks; in a Sudoku, with as many
// of its givens.
func sameShape(seen, known *vision.Reading) bool {
	if seen.Kind != known.Kind || seen.Rows != known.Rows || seen.Cols != known.Cols {
		return false
	}
	same, of := 0, 0
	for i, cell := range known.Cells {
		is, looks := cell.State, seen.Cells[i].State
		if known.Kind == vision.Sudoku {
			is, looks = cell.Digit, seen.Cells[i].Digit
		}
		if len(is) == 0 {
			continue
		}
		if of++; len(looks) > 0 && looks[0].Value == is[0].Value {
			same++
		}
	}
	return 10*same >= 9*of
}

// settleCell gives a cell what is known of it: in a Kakuro whether it is white, with a printed digit,
// and its sums; in a Sudoku its given; and the mark that it had before, if the picture shows none.
func settleCell(cell *vision.Cell, known *vision.Reading, i int, before byte) {
	if known.Kind == vision.Nonogram {
		if state := strings.IndexByte("?#x", before); state > 0 && cell.Sign == 0 {
			cell.State = []vision.Guess{{Value: state, P: 1}}
		}
		return
	}
	as := known.Cells[i]
	cell.State, cell.Down, cell.Across = as.State, as.Down, as.Across
	switch seen := len(cell.Digit) > 0 && cell.Digit[0].Value > 0; {
	case as.State[0].Value != vision.Blank:
		cell.Digit = as.Digit // of a Sudoku's given; a block has none
	case len(as.Digit) > 0:
		cell.Digit = []vision.Guess{{Value: as.Digit[0].Value, P: 1}}
	case '1' <= before && before <= '9' && !seen:
		cell.Digit = []vision.Guess{{Value: int(before - '0'), P: 1}}
	}
}

// settleLines gives lines the numbers that are known, and keeps the boxes of those that were seen.
func settleLines(seen, known []vision.Line) {
	for i := range seen {
		clue := known[i].Readings[0]
		for _, way := range seen[i].Readings {
			if slices.Equal(way.Numbers, clue.Numbers) {
				clue.Boxes = way.Boxes
			}
		}
		seen[i].Readings = []vision.Clue{clue}
	}
}

// newMarks returns how many cells are marked that were not before.
func (b *Board) newMarks() (n int) {
	for i := range b.before {
		if b.before[i] == '?' && b.mark(i) != '?' {
			n++
		}
	}
	return n
}
