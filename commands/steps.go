package commands

import (
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// The most lines and characters on a page of a list.
const (
	pageLines      = 12
	pageCharacters = 1500
)

// showPage shows the page of an answer's list that was asked for, and returns the buttons to other
// pages. Each page works the list out anew: nothing is kept.
func showPage(r *ask.Answer) []chat.Button {
	if r.Film != nil { // a film shows all steps
		return nil
	}
	a, pages := r.Ask, pages(r)
	if len(pages) == 0 {
		return nil
	}
	page := min(max(a.Page, 1), len(pages))
	from := 0
	for _, earlier := range pages[:page-1] {
		from += len(earlier)
	}
	to := from + len(pages[page-1])
	r.Secret = ask.Join("\n", r.Secret, numbered(from+1, r.List[from:to]))
	if r.After != nil {
		r.Show(pageBoard(r, from, to), a.Say.Text("page.board", words.With{"Number": to}))
	}
	if len(pages) == 1 {
		return nil
	}
	r.Remark(a.Say.Text("page.note", words.With{"Page": page, "Pages": len(pages), "From": from + 1, "To": to, "All": len(r.List)}))
	turn := func(label string, page int) chat.Button {
		b := a.Button(label, a.KeepSpoiler(ask.Change{"do": a.Action.Name, "page": page}))
		b.Mode, b.Disabled = chat.EditOrPrivately, page < 1 || page > len(pages)
		return b
	}
	return []chat.Button{turn("button.previous", page-1), turn("button.next", page+1)}
}

// pageBoard returns the board after stage `to`. The cells that the stages after `from` decided are
// marked with the stage's number, and r's legend explains the numbers. A single stage needs none.
func pageBoard(r *ask.Answer, from, to int) *render.Board {
	b := r.After(to)
	if b == nil || to-from < 2 {
		return b
	}
	for n := from + 1; n <= to; n++ {
		for i, cell := range r.After(n).Cells {
			if at := &b.Cells[i]; cell.Mark == render.New && (at.Mark == render.NoMark || at.Mark == render.New) {
				at.Mark, at.Tag = render.New, strconv.Itoa(n)
			}
		}
	}
	legend := map[string]string{}
	maps.Copy(legend, r.Legend)
	legend["new"] = "legend.numbered"
	r.Legend = legend
	return b
}

// pages splits an answer's list into pages, none of them empty. A page ends before it has more than
// pageLines items or pageCharacters characters, and before a stage that opens another part. An item
// that is longer than a page has one of its own.
func pages(r *ask.Answer) (pages [][]string) {
	size := 0
	for i, item := range r.List {
		n := utf8.RuneCountInString(item)
		opens := i < len(r.Stages) && r.Stages[i].Opens
		if last := len(pages) - 1; last >= 0 && !opens && len(pages[last]) < pageLines && size+n <= pageCharacters {
			pages[last] = append(pages[last], item)
			size += n
			continue
		}
		pages = append(pages, r.List[i:i+1:i+1]) // no capacity: a page that grows must not write into r.List
		size = n
	}
	return pages
}

// numbered writes each item on a line, numbered from `first`.
func numbered(first int, items []string) string {
	var b strings.Builder
	for i, item := range items {
		b.WriteString(strconv.Itoa(first+i) + ". " + item + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// showHint shows one stage in the degree that was asked for, and returns the buttons to the next
// degree, to carry the stage out, and to the next stage. If the stage was carried out (a.DoIt), it
// shows all of it, and the next stage is the first one from the new marks. If no stage was found in
// time, it returns the button to try again.
func showHint(r *ask.Answer) []chat.Button {
	a, say := r.Ask, r.Ask.Say
	to := func(label string, change ask.Change) chat.Button { return hintButton(a, label, change) }
	if len(r.Stages) == 0 {
		if r.Late {
			return []chat.Button{to("button.retry", ask.Change{"page": a.Page, "more": a.Degree})}
		}
		return nil
	}
	n := min(max(a.Page, 1), len(r.Stages))
	s := r.Stages[n-1]
	if a.Leg > 0 && len(s.Walk) > 0 && !a.DoIt {
		return showLeg(r, n, to)
	}
	text, degree := s.Hint(words.If(a.DoIt, ask.HintWhy, a.Degree), say)
	r.Title, r.Text, r.Note = say.Text(words.If(a.DoIt, "hint.done", "hint.title"), words.With{"Number": a.Done + n}), text, ""
	showHintBoard(r, n, degree == ask.HintWhy)
	next := to("button.next-hint", ask.Change{"page": n + 1})
	if a.DoIt { // what comes next is the first hint from the new marks
		next = to("button.next-hint", ask.Change{"page": 1, "done": a.Done + n})
	}
	next.Disabled = n == len(r.Stages) && !r.Late
	same := ask.Change{"page": n, "more": degree, "whole": true}
	if a.DoIt {
		same["carry"] = true
		return withFurther(r, append([]chat.Button{next}, aloud(r, to("button.whole-board", same))...))
	}
	more := to("button.more", ask.Change{"page": n, "more": degree + 1})
	more.Disabled = degree == ask.HintWhy
	buttons := []chat.Button{more, next}
	if s.Does {
		buttons = []chat.Button{more, to("button.carry", ask.Change{"page": n, "carry": true}), next}
	}
	buttons = withFurther(r, append(buttons, aloud(r, to("button.whole-board", same))...))
	if degree == ask.HintWhy && len(s.Walk) > 0 {
		buttons = append([]chat.Button{to("button.walk", ask.Change{"page": n, "leg": 1})}, buttons...)
	}
	if degree >= ask.HintWhat {
		buttons = append(buttons, a.LessonButtons(s)...)
	}
	return buttons
}

// hintButton returns a button to another hint or degree, in place of this one for its asker. The
// hints that were carried out go on counting.
func hintButton(a *ask.Ask, label string, change ask.Change) chat.Button {
	change["do"] = ask.Hint
	if _, counted := change["done"]; !counted && a.Done > 0 {
		change["done"] = a.Done
	}
	b := a.Button(label, change)
	b.Mode = chat.EditOrPrivately
	return b
}

// aloud replaces the board, for a listener, by the lines that a hint is about, in words, and returns
// the button that shows the whole board. It does nothing for a person who sees the board, or if the whole
// board was asked for.
func aloud(r *ask.Answer, whole chat.Button) []chat.Button {
	if r.Board == nil || !r.Ask.Spoken() || r.Ask.Whole {
		return nil
	}
	voice(r)
	r.Text = ask.Join("\n", render.WithoutEmoji(r.Text), r.Board.Marked())
	r.Board, r.Spoken = nil, true
	return []chat.Button{whole}
}

// showLeg shows a leg of the walk through stage n, the one that the ask names, with the board as it
// would be after that leg. It returns the buttons to the previous leg and the next one, back to the
// hint, and to carry out the stage.
func showLeg(r *ask.Answer, n int, to func(string, ask.Change) chat.Button) []chat.Button {
	s := r.Stages[n-1]
	leg := min(r.Ask.Leg, len(s.Walk))
	r.Title = r.Ask.Say.Text("hint.leg", words.With{"Number": r.Ask.Done + n, "Leg": leg, "Legs": len(s.Walk)})
	r.Text, r.Note = s.Walk[leg-1], ""
	r.Show(r.Leg(n, leg), r.Text)
	r.Legend = map[string]string{"new": "legend.would-follow", "proof": "legend.fails"}
	back, on := to("button.previous", ask.Change{"page": n, "leg": leg - 1}), to("button.next", ask.Change{"page": n, "leg": leg + 1})
	if leg == 1 {
		back = to("button.previous", ask.Change{"page": n, "more": ask.HintWhy})
	}
	on.Disabled = leg == len(s.Walk)
	if !s.Does {
		return []chat.Button{back, on}
	}
	return []chat.Button{back, on, to("button.carry", ask.Change{"page": n, "carry": true})}
}

// withFurther adds the button "I've got further", which leads to a form filled in with the marks so
// far. It adds none if the puzzle has no marks, is too long for a form, or is carried as an order.
func withFurther(r *ask.Answer, buttons []chat.Button) []chat.Button {
	if _, ok := r.Game.(ask.Marked); !ok || !fillable(r.Ask.Kind, r.Puzzle) || r.Puzzle != r.Game.String() { // an order has no sheet to fill in
		return buttons
	}
	return append(buttons, r.Ask.Button("button.further", r.Ask.Keep(ask.Change{"do": ask.Hint, "form": ask.Further})))
}

// showHintBoard shows the board before stage n, or after it if the stage is done, and marks where
// to look.
func showHintBoard(r *ask.Answer, n int, done bool) {
	if r.After == nil {
		return
	}
	b := r.After(words.If(done, n, n-1))
	if b == nil {
		return
	}
	if r.Look != nil {
		if !done {
			ask.Unmarked(b)
		}
		r.Look(b, n-1, done)
	}
	r.Show(b, r.Text)
}
