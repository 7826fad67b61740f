package commands

import (
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

// What was read with doubts stands in the reply as text, and the straightened board beside
// it in a file; a click brings both, and says what stands at one place. So any process can go
// on with the questions, at any time.

// sides are the letters that a place begins with in a path, by its side.
var sides = [...]string{judge.Row: "r", judge.Col: "c", judge.Down: "d", judge.Across: "a", judge.Cell: "x", judge.Lit: "l"}

// placeCode is a place in a path: r7, x3.2.
func placeCode(p judge.Place) string { return fmt.Sprintf("%s%d.%d", sides[p.Side], p.Row, p.Col) }

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

// told goes on with a board of which somebody said what stands at a place.
func (c *Commands) told(ctx context.Context, a *ask.Ask, picture []byte) (*sight, *ask.Answer) {
	r, err := judge.ParseText(a.Request.Puzzle)
	place, ok := parsePlace(a.At)
	if err != nil || !ok {
		return nil, a.Notice("unknown")
	}
	if r.Straight, err = c.straight(ctx, picture); err != nil {
		return nil, unseen(a, err, picture)
	}
	layoutIn(picture).putInto(r)
	if a.As == asItIs { // somebody has looked at all of it
		s := &sight{r, c.settings.Eyes.Judge(ctx, r)}
		if s.verdict.Puzzle == "" {
			return nil, a.Notice("unseen.unclear")
		}
		s.verdict.Sure = true
		s.putInto(a)
		return s, nil
	}
	settled, err := judge.Settle(r, place, a.As)
	if err != nil {
		s := &sight{r, c.settings.Eyes.Judge(ctx, r)}
		for i, d := range s.verdict.Doubts { // the same question again
			if d.Place == place {
				s.verdict.Doubts[0], s.verdict.Doubts[i] = d, s.verdict.Doubts[0]
			}
		}
		if len(s.verdict.Doubts) == 0 {
			return nil, a.Notice("unknown")
		}
		return nil, c.question(a, s, a.As)
	}
	layoutIn(picture).putInto(settled)
	return c.seen(ctx, a, settled)
}

// chooses brings a doubt to the front that has several readings to choose from, if there is one:
// to ask of one place after the other whether it is as it looks is no help.
func (s *sight) chooses() bool {
	doubts := s.verdict.Doubts
	i := slices.IndexFunc(doubts, func(d judge.Doubt) bool { return len(d.Readings) > 1 })
	if i < 0 {
		return false
	}
	first := doubts[i]
	s.verdict.Doubts = slices.Insert(slices.Delete(slices.Clone(doubts), i, i+1), 0, first)
	return true
}

// asItIs is said of a board that is right as it was read, though it is not sure.
const asItIs = "="

// manyDoubts is from how many doubts on another picture is less trouble. The judge names no more
// than these.
const manyDoubts = 8

// question asks about the first doubt: the place enlarged, what it may be on buttons. Refused
// is what was typed for it and could not be read; "" for nothing.
func (c *Commands) question(a *ask.Ask, s *sight, refused string) *ask.Answer {
	d, say := s.verdict.Doubts[0], a.Say
	r := a.New(chat.Mixed, say.Text("photo.doubt.title", words.With{"Puzzle": words.Capital(s.named(a.Kind, say))}))
	var readings []string
	for _, reading := range d.Readings {
		readings = append(readings, "**"+s.label(d.Place, reading.Text, say)+"**")
	}
	at := words.With{"Place": words.Capital(s.place(d.Place, say)), "Readings": either(say, readings)}
	switch {
	case d.Place.Side == judge.Lit:
		r.Text = say.Text("photo.doubt.lit")
	case len(readings) == 0:
		r.Text = say.Text("photo.doubt.what", at)
	default:
		r.Text = say.Text("photo.doubt.which", at)
	}
	if refused != "" {
		r.Text = ask.Join("\n", say.Text("photo.doubt.refused", words.With{"Text": words.Visible(refused)}), r.Text)
	}
	switch n := len(s.verdict.Doubts); {
	case n >= manyDoubts:
		r.Remark(say.Text("photo.doubt.lots"))
	case n > 1:
		r.Remark(say.Count("photo.doubt.more", n-1))
	}
	r.Remark(s.flaws(say))
	for i, reading := range d.Readings {
		b := a.Button("photo.doubt.another", a.Keep(c.answering(a, d.Place, reading.Text)))
		b.Label, b.Mode, b.Strong = s.label(d.Place, reading.Text, say), chat.EditOrPrivately, i == 0
		r.Offer(b)
	}
	if d.Place.Side != judge.Lit {
		typed := c.answering(a, d.Place, refused)
		if refused == "" && len(d.Readings) > 0 {
			typed["as"] = d.Readings[0].Text
		}
		typed["form"] = ask.LineField
		r.Offer(a.Button("photo.doubt.another", a.Keep(typed)))
	}
	c.carry(r, s, &d)
	return r
}

// answering is the change that says what stands at a place.
func (c *Commands) answering(a *ask.Ask, p judge.Place, text string) ask.Change {
	return ask.Change{"do": a.Action.Name, chat.ImageOption: chat.Photo, "at": placeCode(p), "as": text}
}

// confirm shows what was read where there is nothing to choose from, and yet it is not sure.
func (c *Commands) confirm(a *ask.Ask, s *sight) *ask.Answer {
	r := a.New(chat.Mixed, a.Say.Text("photo.confirm.title", words.With{"Puzzle": words.Capital(s.named(a.Kind, a.Say))}))
	told := words.If(len(s.verdict.Doubts) > 0, "photo.confirm.ringed", "photo.confirm.text")
	if s.numberless() {
		told = "photo.confirm.dots"
	}
	r.Text = ask.Join("\n", a.Say.Text(told), s.flaws(a.Say))
	yes := a.Button("photo.confirm.yes", a.Keep(c.answering(a, judge.Place{}, asItIs)))
	yes.Mode, yes.Strong = chat.EditOrPrivately, true
	r.Offer(yes)
	const most = 5 // places that can be mended by themselves, the likeliest to be wrong first
	for _, d := range s.verdict.Doubts[:min(most, len(s.verdict.Doubts))] {
		change := c.answering(a, d.Place, "")
		if len(d.Readings) > 0 {
			change["as"] = d.Readings[0].Text
		}
		change["form"] = ask.LineField
		b := a.Button("photo.mend", a.Keep(change))
		b.Label = words.Capital(s.place(d.Place, a.Say)) + "…"
		r.Offer(b)
	}
	c.carry(r, s, nil)
	return r
}

// carry gives a reply all that its buttons need: what was read, and the board.
func (c *Commands) carry(r *ask.Answer, s *sight, d *judge.Doubt) {
	a := r.Ask
	r.Theme = c.theme(a)
	r.Tracing = s.trace(a, d)
	r.Puzzle = judge.Text(s.Reading)
	r.InFile = utf8.RuneCountInString(r.Puzzle) > ask.LongestBlock
	if !r.InFile && (s.Kind == vision.Nonogram || s.numberless()) {
		mend := a.Button("photo.mend", a.Keep(ask.Change{"form": linesForm, "do": a.Action.Name}))
		r.Offer(mend)
	}
	carryPhoto(r, chat.Photo, s.Reading)
	c.offerDrawing(r, s.Reading)
}

// numberless tells a board whose cells are all there is to read.
func (s *sight) numberless() bool { return s.Kind == vision.Lights || s.Kind == vision.Cards }

// linesForm is the form with all lines of a board that was read with doubts.
const linesForm = "lines"

// flawWords are the ids of what is said of flaws.
var flawWords = map[vision.Flaw]string{
	vision.ThickRules: "photo.flaw.lines", vision.UnseenLines: "photo.flaw.lines", vision.Rival: "photo.flaw.lines",
	vision.Cut: "photo.flaw.cut", vision.TooSmall: "photo.flaw.small", vision.Unnamed: "photo.flaw.unnamed",
}

// flaws are why the lines of the board may have been read wrongly, each once.
func (s *sight) flaws(say words.Phrases) string {
	var told []string
	for _, flaw := range s.verdict.Flaws {
		if id := flawWords[flaw]; id != "" && !slices.Contains(told, say.Text(id)) {
			told = append(told, say.Text(id))
		}
	}
	return strings.Join(told, "\n")
}

// lineForm asks what stands at a place.
func lineForm(a *ask.Ask) *chat.Form {
	place, ok := parsePlace(a.At)
	if !ok {
		return nil
	}
	s := &sight{Reading: &vision.Reading{Kind: a.Kind.Photo}}
	return &chat.Form{
		Title: words.Capital(s.place(place, a.Say)),
		Path:  a.Link(a.Keep(ask.Change{chat.ImageOption: chat.Photo, "at": a.At})),
		Mode:  chat.EditOrPrivately,
		Fields: []chat.Field{{
			Name: ask.LineField, Label: a.Say.Text("photo.line"), Value: a.As, Short: true,
			Detail: a.Say.Text("photo.line-detail." + words.If(place.Side == judge.Row || place.Side == judge.Col, "clue", words.If(place.Side == judge.Cell, "cell", "sum"))),
		}},
	}
}

// linesSeen is what a form has of a board that was read with doubts: each place as it looks.
func linesSeen(a *ask.Ask) string {
	r, err := judge.ParseText(a.Request.Puzzle)
	if err != nil {
		return a.Request.Puzzle
	}
	var all []string
	if s := (&sight{Reading: r}); s.numberless() {
		for row := range slices.Chunk(r.Cells, r.Cols) {
			all = append(all, s.onOff(row))
		}
		return strings.Join(all, "\n")
	}
	for i, lines := range [...][]vision.Line{r.RowClues, r.ColClues} {
		if i > 0 {
			all = append(all, "")
		}
		for _, l := range lines {
			text := "?"
			if len(l.Readings) > 0 {
				text = clueText(l.Readings[0].Numbers)
			}
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

// onOff are cells as they look: 1 for what is on, 0 for what is off, ? for what was not read.
func (s *sight) onOff(cells []vision.Cell) string {
	var row []byte
	for _, c := range cells {
		switch {
		case len(c.State) == 0:
			row = append(row, '?')
		case len(s.Lit) > 0 && c.State[0].Value == s.Lit[0].Value:
			row = append(row, '1')
		default:
			row = append(row, '0')
		}
	}
	return string(row)
}
