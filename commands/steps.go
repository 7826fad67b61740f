package commands

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// What of a list stands on one page.
const (
	pageLines      = 12
	pageCharacters = 1500
)

// showPage shows the page of an answer's list that was asked for, and returns the buttons to
// the others. The list is worked out anew for each: nothing is kept.
func showPage(r *ask.Answer) []chat.Button {
	if r.Film != nil { // which has all steps in it
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
	r.Text = ask.Join("\n", r.Text, numbered(from+1, r.List[from:to]))
	if r.After != nil {
		r.Show(r.After(to), a.Say.Text("page.board", words.With{"Number": to}))
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

// pages are an answer's list as it is turned, none of them empty.
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
		pages = append(pages, r.List[i:i+1:i+1])
		size = n
	}
	return pages
}

// listAsFile shows as much of the list as a reply holds, and all of it as a file: a reply
// without its puzzle has no buttons to turn pages with.
func listAsFile(r *ask.Answer) {
	pages := pages(r)
	if len(pages) == 0 || r.Film != nil {
		return
	}
	r.Text = ask.Join("\n", r.Text, numbered(1, pages[0]))
	if more := len(r.List) - len(pages[0]); more > 0 {
		r.Remark(r.Ask.Say.Count("more-steps", more))
		r.Attach("steps", strings.Split(numbered(1, r.List), "\n"))
	}
}

// numbered is a list, one item a line, whose first number is given.
func numbered(first int, items []string) string {
	var b strings.Builder
	for i, item := range items {
		b.WriteString(strconv.Itoa(first+i) + ". " + item + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// The degrees of a hint: where to look, and no more; what to do there; why, with the board
// after it.
const (
	hintWhere = iota
	hintWhat
	hintWhy
)

// showHint shows one stage, in the degree that was asked for, and returns the buttons to the
// next degree and the next stage.
func showHint(r *ask.Answer) []chat.Button {
	if len(r.Stages) == 0 {
		return nil
	}
	a, say := r.Ask, r.Ask.Say
	n := min(max(a.Page, 1), len(r.Stages))
	degree := min(max(a.Degree, hintWhere), hintWhy)
	s := r.Stages[n-1]
	if s.Technique() == "" && (s.Where == "" || degree == hintWhat) { // nothing to hold back
		degree = hintWhy
	}
	r.Title, r.Note = say.Text("hint.title", words.With{"Number": n, "All": len(r.Stages)}), ""
	r.Text = say.Text("hint.anywhere")
	if s.Where != "" {
		r.Text = say.Text("hint.where", words.With{"Where": s.Where})
	}
	switch degree {
	case hintWhat:
		r.Text = ask.Join("\n", r.Text, say.Text("hint.what", words.With{"What": s.Technique()}))
	case hintWhy:
		r.Text = s.Why
	}
	showHintBoard(r, n, degree == hintWhy)
	to := func(label string, n, degree int) chat.Button {
		b := a.Button(label, ask.Change{"do": ask.Hint, "page": n, "more": degree})
		b.Mode, b.Disabled = chat.EditOrPrivately, n > len(r.Stages) || degree > hintWhy
		return b
	}
	return []chat.Button{to("button.more", n, degree+1), to("button.next-hint", n+1, hintWhere)}
}

// showHintBoard shows the board before stage n, or after it when that is done, with where to
// look marked.
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
