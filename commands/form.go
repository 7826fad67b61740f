package commands

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// puzzleField is the text that a form asks for.
const puzzleField = "puzzle"

// longestSample is how long a sample may be that a form shows.
const longestSample = 100

// Form is the form that a request opens, or nil for none: to type a puzzle that
// has no board of buttons, or to mend one that could not be read.
func (s *Set) Form(req *Request) *Form {
	say := s.words.in(req.Locale)
	if req.Path != "" {
		u, err := url.Parse(req.Path)
		if err != nil || s.puzzle(u.Path) == nil || !u.Query().Has("form") || req.Fields != nil {
			return nil
		}
		o := fromQuery(u.Query())
		if p := s.puzzle(u.Path); o.text("form") == movesField && p.pens != nil {
			return p.moves(o, say)
		}
		f := s.puzzle(u.Path).form(o, say)
		if o.text("form") == "mend" {
			f.Text, f.Fields[0].Value = req.Said, req.Puzzle
			if code, marks, ok := strings.Cut(req.Puzzle, "\n"+foldSign); ok && len(f.Fields) > 1 {
				f.Fields[0].Value, f.Fields[1].Value = code, strings.ReplaceAll(marks, "/", "\n")
			}
		}
		return f
	}
	p, o := s.puzzle(req.Command), values(req.Options)
	if p == nil || p.edit != nil || s.given(p, o) {
		return nil
	}
	return p.form(o, say)
}

// capital is a name as it begins a line.
func capital(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[n:]
}

// form asks for a puzzle. What is sent in is answered for all to see, unless
// the one who opened it wanted otherwise.
func (p *puzzle) form(o values, say phrases) *Form {
	f := &Form{
		Title:  say.text("form.title", with{"Puzzle": capital(say.text(p.name+".name", nil))}),
		Path:   path(p, o, o.kept(values{"form": "sent"})),
		Manner: either(o.flag("private") || o.text("do") == "hint", Aside, Aloud),
		Fields: []Field{{Name: puzzleField, Label: say.text("form.label", nil), Detail: say.text(p.name+".puzzle", nil)}},
	}
	if len(p.example) <= longestSample {
		f.Fields[0].Sample = p.example
	}
	if p.marks != "" {
		f.Fields = append(f.Fields, Field{
			Name: marksField, Label: say.text("form.marks-label", nil), Detail: say.text(p.name+".option.marks", nil), Sample: p.marks,
			Value: o.text(marksField), Optional: true,
		})
	}
	return f
}
