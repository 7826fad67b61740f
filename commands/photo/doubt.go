package photo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// A question needs no memory between two clicks. The reply has what was read as text, and the
// straightened image in a file. A click brings both, and says what stands at one place. So any
// process can go on with the questions, at any time.

// sides are the letters that a place begins with in a path, by its side.
var sides = [...]string{judge.Row: "r", judge.Col: "c", judge.Down: "d", judge.Across: "a", judge.Cell: "x", judge.Lit: "l", judge.Size: "s"}

// placeCode returns a place as paths have it: r7.0, x3.2.
func placeCode(p judge.Place) string { return fmt.Sprintf("%s%d.%d", sides[p.Side], p.Row, p.Col) }

// parsePlace reads what placeCode writes.
func parsePlace(code string) (p judge.Place, ok bool) {
	for side, letter := range sides {
		if row, col, cut := strings.Cut(strings.TrimPrefix(code, letter), "."); cut && strings.HasPrefix(code, letter) {
			r, wrong := strconv.Atoi(row)
			c, too := strconv.Atoi(col)
			return judge.Place{Side: judge.Side(side), Row: r, Col: c}, wrong == nil && too == nil
		}
	}
	return p, false
}

// settle goes on with a board after the person told what stands at the place a.At: the text a.As.
// Then Judge decides again. If the text cannot be read there, it asks the same question once more.
// If the person says that all is as it was read (asItIs), it takes the board for sure.
func (p *Reader) settle(ctx context.Context, a *ask.Ask, picture []byte) Seen {
	r, err := judge.ParseText(a.Request.Puzzle)
	place, ok := parsePlace(a.At)
	if err != nil || !ok && a.At != atMarks {
		return Seen{Notice: a.Notice("unknown")}
	}
	if r.Straight, err = straight(ctx, picture); err != nil {
		return Seen{Notice: unseen(a, err, picture)}
	}
	layoutIn(picture).restore(r)
	if a.At == atMarks {
		return p.settleMarks(ctx, a, r, picture)
	}
	if a.As == asItIs { // somebody has looked at all of it
		b := &Board{Reading: r, verdict: p.eyes.Judge(ctx, r)}
		if b.verdict.Puzzle == "" {
			return Seen{Notice: typedInstead(r.Screen, a.Notice("unseen.unclear-screen"), a.Notice("unseen.unclear"))}
		}
		b.verdict.Sure, b.verdict.Doubts = true, nil
		return b.seen(a)
	}
	settled, err := judge.Settle(r, place, a.As)
	if err != nil {
		b := &Board{Reading: r, verdict: p.eyes.Judge(ctx, r)}
		doubts := b.verdict.Doubts
		for i, d := range doubts { // the same question again
			if d.Place == place {
				doubts[0], doubts[i] = d, doubts[0]
			}
		}
		if len(doubts) == 0 {
			return Seen{Notice: a.Notice("unknown")}
		}
		return Seen{Question: b.question(a, a.As)}
	}
	layoutIn(picture).restore(settled)
	return p.Judge(ctx, a, settled)
}

// bringChoiceToFront puts a doubt with several readings to choose from before all others, and reports
// whether there is one. A doubt with one reading helps less: it could only be asked whether the place
// is as it looks.
func (b *Board) bringChoiceToFront() bool {
	doubts := b.verdict.Doubts
	i := slices.IndexFunc(doubts, func(d judge.Doubt) bool { return len(d.Readings) > 1 })
	if i < 0 {
		return false
	}
	first := doubts[i]
	b.verdict.Doubts = slices.Insert(slices.Delete(slices.Clone(doubts), i, i+1), 0, first)
	return true
}

// asItIs is said of a board that is right as it was read, though it is not sure.
const asItIs = "="

// manyDoubts is the number of doubts from which on a better picture is less trouble. The judge
// names no more than these.
const manyDoubts = 8

// question asks about the first doubt: it shows the place enlarged, and its readings on buttons.
// Refused is the text that was typed for it and could not be read; "" for none.
func (b *Board) question(a *ask.Ask, refused string) *ask.Answer {
	say := a.Say
	d := b.byLooks(b.verdict.Doubts[0])
	puzzle := b.named(a.Kind, say)
	if d.Place.Side == judge.Size {
		puzzle = say.Text(a.Kind.Name + ".name")
	}
	r := a.New(chat.Mixed, say.Text("photo.doubt.title", words.With{"Puzzle": words.Capital(puzzle)}))
	var readings []string
	for _, reading := range d.Readings {
		readings = append(readings, "**"+b.label(d.Place, reading.Text, say)+"**")
	}
	at := words.With{"Place": words.Capital(b.place(d.Place, say)), "Readings": either(say, readings)}
	switch {
	case d.Place.Side == judge.Lit:
		r.Text = say.Text(whichLit[a.Kind.Name])
	case d.Place.Side == judge.Size:
		r.Text = say.Text("photo.doubt.size", at)
	case len(readings) == 0:
		r.Text = say.Text("photo.doubt.what", at)
	default: // of one reading: is this right?
		r.Text = say.Text("photo.doubt.which", at)
	}
	if refused != "" {
		r.Text = ask.Join("\n", say.Text("photo.doubt.refused", words.With{"Text": words.Visible(refused)}), r.Text)
	}
	switch n := len(b.verdict.Doubts); {
	case n >= manyDoubts:
		r.Remark(say.Text(words.If(b.Screen, "photo.doubt.lots-screen", "photo.doubt.lots")))
	case n > 1:
		r.Remark(say.Count("photo.doubt.more", n-1))
	}
	if d.Place.Side != judge.Size {
		if len(d.Readings) < 2 { // else a choice may make them equal
			r.Remark(b.totals(say))
		}
		r.Remark(b.flaws(say))
	}
	for i, reading := range d.Readings {
		button := a.Button("photo.doubt.another", a.Keep(answering(a, d.Place, reading.Text)))
		button.Label, button.Mode, button.Strong = b.label(d.Place, reading.Text, say), chat.EditOrPrivately, i == 0
		r.Offer(button)
	}
	if d.Place.Side < judge.Lit {
		typed := answering(a, d.Place, refused)
		if refused == "" && len(d.Readings) > 0 {
			typed["as"] = d.Readings[0].Text
		}
		typed["form"] = ask.LineField
		r.Offer(a.Button("photo.doubt.another", a.Keep(typed)))
	}
	b.carry(r, &d)
	return r
}

// plain is the least probability at which a reading is plain to the eye. Then it is the only one that
// is offered.
const plain = .95

// byLooks returns a doubt with its readings in the order of how likely they are by looks alone, since that is what the
// person compares. If the first is plain to the eye, it is the only one.
func (b *Board) byLooks(d judge.Doubt) judge.Doubt {
	looks := func(r judge.Reading) float64 { return b.looks(d.Place, r.Text) }
	d.Readings = slices.Clone(d.Readings)
	slices.SortStableFunc(d.Readings, func(x, y judge.Reading) int { return cmp.Compare(looks(y), looks(x)) })
	if len(d.Readings) > 1 && d.Place.Side < judge.Lit && looks(d.Readings[0]) >= plain {
		d.Readings = d.Readings[:1]
	}
	return d
}

// looks returns how likely a reading of a place is by its looks alone; 0 for one that was not seen.
func (b *Board) looks(p judge.Place, text string) float64 {
	var guesses []vision.Guess
	switch i := p.Row*b.Cols + p.Col; {
	case p.Side == judge.Row && p.Row < len(b.RowClues):
		return clueLooks(&b.RowClues[p.Row], text)
	case p.Side == judge.Col && p.Col < len(b.ColClues):
		return clueLooks(&b.ColClues[p.Col], text)
	case p.Side == judge.Lit:
		guesses = b.Lit
	case i >= len(b.Cells):
	case p.Side == judge.Down:
		guesses = b.Cells[i].Down
	case p.Side == judge.Across:
		guesses = b.Cells[i].Across
	case b.Kind == vision.Sudoku:
		guesses, text = b.Cells[i].Digit, strings.Trim(text, ".")
	}
	for _, g := range guesses {
		if strconv.Itoa(g.Value) == cmp.Or(text, "0") {
			return g.P
		}
	}
	return 0
}

// clueLooks returns how likely a reading of a line is by its looks.
func clueLooks(l *vision.Line, text string) (p float64) {
	for _, c := range l.Readings {
		if c.Text() == text {
			p += c.P
		}
	}
	return p
}

// answering returns the change that says what stands at a place.
func answering(a *ask.Ask, p judge.Place, text string) ask.Change {
	return ask.Change{"do": a.Action.Name, chat.ImageOption: chat.Photo, "at": placeCode(p), "as": text}
}

// confirm shows what was read and asks whether it is right: it is not sure, and no place has two
// readings to choose from, or several have.
func (b *Board) confirm(a *ask.Ask) *ask.Answer {
	r := a.New(chat.Mixed, a.Say.Text("photo.confirm.title", words.With{"Puzzle": words.Capital(b.named(a.Kind, a.Say))}))
	told := words.If(len(b.verdict.Doubts) > 0, "photo.confirm.ringed", "photo.confirm.text")
	if b.numberless() {
		told = whichDots[a.Kind.Name]
	}
	r.Text = ask.Join("\n", b.totals(a.Say), a.Say.Text(told), b.shapes(a.Say), b.flaws(a.Say))
	if b.verdict.Several {
		r.Text = ask.Join("\n", r.Text, a.Say.Text("photo.several-solutions"))
	}
	yes := a.Button("photo.confirm.yes", a.Keep(answering(a, judge.Place{}, asItIs)))
	wrong := b.totals(a.Say) != "" || slices.Contains(b.verdict.Flaws, vision.Cut) // it is not right as it was read
	yes.Mode, yes.Strong = chat.EditOrPrivately, !wrong
	if !wrong {
		r.Offer(yes)
	}
	for _, d := range b.verdict.Doubts {
		change := answering(a, d.Place, "")
		if len(d.Readings) > 0 {
			change["as"] = d.Readings[0].Text
		}
		change["form"] = ask.LineField
		button := a.Button("photo.mend", a.Keep(change))
		button.Label = words.Capital(b.place(d.Place, a.Say)) + "…"
		r.Offer(button)
	}
	b.carry(r, nil)
	if wrong {
		r.Offer(yes)
	}
	return r
}

// shapes says which doubted cells of a Kakuro are read as blocks and which as white, as no tag on the picture does; ""
// if none is doubted.
func (b *Board) shapes(say words.Phrases) string {
	var all []string
	for _, d := range b.verdict.Doubts {
		if b.Kind == vision.Kakuro && d.Place.Side == judge.Cell && len(d.Readings) > 0 {
			all = append(all, ask.RowColumn(d.Place.Row, d.Place.Col)+": "+b.label(d.Place, d.Readings[0].Text, say))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return say.Text("photo.confirm.shapes", words.With{"Cells": strings.Join(all, ", ")})
}

// totals says that the numbers of rows and columns add up to different totals, or those of a colour, so that one of
// them is wrong or missing; "" if they do not, or if a sum of a Kakuro is missing anyway.
func (b *Board) totals(say words.Phrases) string {
	across, rows := total(b.RowClues)
	down, cols := total(b.ColClues)
	if b.Kind == vision.Kakuro {
		for i := range b.Cells {
			a, d, whole := b.sums(i)
			if !whole {
				return ""
			}
			across, down = across+a, down+d
		}
	}
	if slices.ContainsFunc(b.verdict.Repairs, func(d judge.Doubt) bool { return d.Place.Side < judge.Cell }) {
		return ""
	}
	if across == down {
		for _, ink := range b.Palette {
			if letter := string(ink.Letter); rows[letter] != cols[letter] {
				return say.Text("photo.totals.colour", words.With{"Letter": letter, "Across": rows[letter], "Down": cols[letter]})
			}
		}
		return ""
	}
	return say.Text(words.If(b.Kind == vision.Kakuro, "photo.totals.sums", "photo.totals.clues"), words.With{"Across": across, "Down": down})
}

// total returns the total of the numbers of lines as they look, and that of each colour by its letter.
func total(lines []vision.Line) (all int, of map[string]int) {
	of = map[string]int{}
	for _, l := range lines {
		if len(l.Readings) == 0 {
			continue
		}
		clue := l.Readings[0]
		for i, n := range clue.Numbers {
			if all += n; i < len(clue.Colours) {
				of[clue.Colours[i:i+1]] += n
			}
		}
	}
	return all, of
}

// sums returns the sums of a Kakuro's cell as they look, and whether it lacks none: those that begin a run of white
// cells. Sums without a run do not count.
func (b *Board) sums(cell int) (across, down int, whole bool) {
	white := func(row, col int) bool {
		if row >= b.Rows || col >= b.Cols {
			return false
		}
		s := b.Cells[row*b.Cols+col].State
		return len(s) > 0 && s[0].Value == vision.Blank
	}
	row, col := cell/b.Cols, cell%b.Cols
	if white(row, col) {
		return 0, 0, true
	}
	whole = true
	if white(row, col+1) {
		if across = likeliest(b.Cells[cell].Across); across == 0 {
			whole = false
		}
	}
	if white(row+1, col) {
		if down = likeliest(b.Cells[cell].Down); down == 0 {
			whole = false
		}
	}
	return across, down, whole
}

// likeliest returns the value of the first guess, 0 for none.
func likeliest(guesses []vision.Guess) int {
	if len(guesses) == 0 {
		return 0
	}
	return guesses[0].Value
}

// carry gives an answer all that its buttons need: the reading as text, not shown where the ids of
// buttons have room for it, and the board's image. The doubt is the one that is asked about; nil for
// none.
func (b *Board) carry(r *ask.Answer, d *judge.Doubt) {
	a := r.Ask
	r.Tracing = b.trace(a, d)
	r.Puzzle = judge.Text(b.Reading)
	r.InFile, r.Tucked = utf8.RuneCountInString(r.Puzzle) > ask.LongestBlock, true
	if !r.InFile && b.Kind != vision.Kakuro {
		mend := a.Button("photo.mend", a.Keep(ask.Change{"form": LinesForm, "do": a.Action.Name}))
		r.Offer(mend)
	}
	carryPhoto(r, chat.Photo, b.Reading)
	b.offerDrawing(r)
}

// numberless reports whether the cells are all that there is to read on a board.
func (b *Board) numberless() bool { return b.Kind == vision.Lights || b.Kind == vision.Cards }

// flawWords are the ids of the phrases for flaws.
var flawWords = map[vision.Flaw]string{
	vision.ThickRules: "photo.flaw.lines", vision.UnseenLines: "photo.flaw.lines", vision.Rival: "photo.flaw.lines",
	vision.Cut: "photo.flaw.cut", vision.TooSmall: "photo.flaw.small", vision.Unnamed: "photo.flaw.unnamed", vision.Signs: "photo.flaw.signs",
	vision.Ends: "photo.flaw.ends", vision.Names: "photo.flaw.names",
}

// flaws returns why the lines of the board may have been read wrongly, each reason once.
func (b *Board) flaws(say words.Phrases) string {
	var told []string
	for _, flaw := range b.verdict.Flaws {
		id := flawWords[flaw]
		if flaw == vision.TooSmall && b.Screen {
			id = "photo.flaw.small-screen"
		}
		if id != "" && !slices.Contains(told, say.Text(id)) {
			told = append(told, say.Text(id))
		}
	}
	return strings.Join(told, "\n")
}
