package commands

import (
	"strings"
	"unicode/utf8"

	"kibitz/render"
)

// What of a list stands on one page.
const (
	pageLines      = 12
	pageCharacters = 1500
)

// stepwise are those of do that show the steps of the way to a solution.
var stepwise = []string{"hint", "steps", "animate"}

// A stage is one step of the way to a solution, as a person is told of it.
type stage struct {
	where string // where to look: "row 3"; "" for the whole board
	why   string // a sentence with all of it, which starts with the technique's name in bold, if it has one
	opens bool   // a page: what comes before is another part of the way
}

// what is the technique's name, or "".
func (s stage) what() string {
	_, rest, _ := strings.Cut(s.why, "**")
	name, _, _ := strings.Cut(rest, "**")
	return name
}

// tell has a reply list the items, a page at a time.
func (r *Reply) tell(items []string, say phrases) {
	r.listed = items
	if len(items) == 0 {
		r.Note = say.text("no-steps", nil)
	}
}

// teach has a reply lead through the stages: a page at a time with the board as
// it is after them, or one as a hint. After draws the board when so many stages
// are done, the last of them marked; it may be nil.
func (r *Reply) teach(stages []stage, after func(done int) *render.Board, say phrases) {
	var all []string
	for _, s := range stages {
		all = append(all, s.why)
	}
	r.tell(all, say)
	r.stages, r.after = stages, after
}

// leaf shows what of a reply's list was asked for and returns the buttons to the
// rest. The list is worked out anew for each: nothing is kept.
func (r *Reply) leaf(p *puzzle, o values, do string, say phrases) []Button {
	switch {
	case do == "hint":
		return r.hint(p, o, say)
	case r.Film != nil: // which has all steps in it
		return nil
	}
	pages := r.pages()
	if len(pages) == 0 {
		return nil
	}
	page := min(max(o.number("page"), 1), len(pages))
	from := 0
	for _, earlier := range pages[:page-1] {
		from += len(earlier)
	}
	to := from + len(pages[page-1])
	r.Text = join("\n", r.Text, numberedFrom(from+1, r.listed[from:to]))
	if r.after != nil {
		r.show(r.after(to), say.text("page.board", with{"Number": to}))
	}
	if len(pages) == 1 {
		return nil
	}
	r.Note = join("\n", r.Note, say.text("page.note", with{
		"Page": page, "Pages": len(pages), "From": from + 1, "To": to, "All": len(r.listed),
	}))
	turn := func(label string, page int) Button {
		return Button{
			Label: say.text(label, nil), Path: path(p, o, o.veiled(values{"do": do, "page": page})),
			Manner: Page, Disabled: page < 1 || page > len(pages),
		}
	}
	return []Button{turn("button.previous", page-1), turn("button.next", page+1)}
}

// The degrees of a hint.
const (
	hintWhere = iota // and no more
	hintWhat
	hintWhy // with the board after it
)

// hint shows one stage, in the degree that was asked for, and leads to the next
// degree and the next stage.
func (r *Reply) hint(p *puzzle, o values, say phrases) []Button {
	if len(r.stages) == 0 {
		return nil
	}
	n := min(max(o.number("page"), 1), len(r.stages))
	degree := min(max(o.number("more"), hintWhere), hintWhy)
	s := r.stages[n-1]
	if s.what() == "" && (s.where == "" || degree == hintWhat) { // nothing to hold back
		degree = hintWhy
	}
	r.Title, r.Note = say.text("hint.title", with{"Number": n, "All": len(r.stages)}), ""
	r.Text = say.text("hint.anywhere", nil)
	if s.where != "" {
		r.Text = say.text("hint.where", with{"Where": s.where})
	}
	switch degree {
	case hintWhat:
		r.Text = join("\n", r.Text, say.text("hint.what", with{"What": s.what()}))
	case hintWhy:
		r.Text = s.why
	}
	if r.after != nil {
		b := r.after(either(degree == hintWhy, n, n-1))
		if b != nil && degree != hintWhy && r.look != nil {
			for i := range b.Cells {
				b.Cells[i].Mark = render.NoMark
			}
			r.look(b, n-1)
		}
		r.show(b, r.Text)
	}
	to := func(label string, n, degree int) Button {
		return Button{
			Label: say.text(label, nil), Path: path(p, o, values{"do": "hint", "page": n, "more": degree}),
			Manner: Page, Disabled: n > len(r.stages) || degree > hintWhy,
		}
	}
	return []Button{to("button.more", n, degree+1), to("button.next-hint", n+1, hintWhere)}
}

// show gives a reply a board in place of the one it has.
func (r *Reply) show(b *render.Board, caption string) {
	if b != nil {
		b.Title, b.Caption = r.Title, caption
		r.Board = b
	}
}

// unfold shows as much of the list as a reply holds, and all of it as a file: a
// reply without its puzzle has no buttons to turn pages with.
func (r *Reply) unfold(say phrases) {
	pages := r.pages()
	if len(pages) == 0 || r.Film != nil {
		return
	}
	r.Text = join("\n", r.Text, numberedFrom(1, pages[0]))
	if more := len(r.listed) - len(pages[0]); more > 0 {
		r.Note = say.count("more-steps", more, nil)
		r.Files = append(r.Files, written("steps", strings.Split(numberedFrom(1, r.listed), "\n")))
	}
}

// pages are a reply's list as it is turned, none of them empty.
func (r *Reply) pages() (pages [][]string) {
	size := 0
	for i, item := range r.listed {
		n := utf8.RuneCountInString(item)
		opens := i < len(r.stages) && r.stages[i].opens
		if last := len(pages) - 1; last >= 0 && !opens && len(pages[last]) < pageLines && size+n <= pageCharacters {
			pages[last] = append(pages[last], item)
			size += n
			continue
		}
		pages = append(pages, r.listed[i:i+1:i+1])
		size = n
	}
	return pages
}
