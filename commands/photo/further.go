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
	r, known := boards[0], knownBoard(code)
	if known == nil || r.Kind != known.Kind || r.Rows != known.Rows || r.Cols != known.Cols || len(r.Cells) != len(before) {
		return Seen{Notice: a.Notice("unseen.other-board")}
	}
	settleLines(r.RowClues, known.RowClues)
	settleLines(r.ColClues, known.ColClues)
	for i := range r.Cells {
		if state := strings.IndexByte("?#x", before[i]); state > 0 && r.Cells[i].Sign == 0 {
			r.Cells[i].State = []vision.Guess{{Value: state, P: 1}}
		}
	}
	r.Flaws = nil // its lines are known
	delete(a.Options, ask.MarksField)
	b := &Board{Reading: r, verdict: p.eyes.Judge(ctx, r), before: before}
	return b.seen(a)
}

// TakesFurther reports whether the marks of a puzzle of this kind, in its own notation, can be read off a
// picture: it must be a nonogram in black and white.
func TakesFurther(k *ask.Kind, code string) bool {
	return k.Photo == vision.Nonogram && knownBoard(code) != nil
}

// knownBoard returns the reading of a puzzle without doubts; nil for one that is not read off pictures.
func knownBoard(code string) *vision.Reading {
	r, err := judge.ParseText("seen nonogram: " + code)
	if err != nil {
		return nil
	}
	return r
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
