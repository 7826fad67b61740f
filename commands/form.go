package commands

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// longestSample is how long a sample may be that a form shows.
const longestSample = 100

// Form is the form that a request opens, or nil for none: to type a puzzle that has no board
// of buttons, to mend one that could not be read, or to type moves.
func (c *Commands) Form(req *chat.Request) *chat.Form {
	a, ok := ask.Read(req, c.kinds)
	switch {
	case !ok || a.Kind == nil || req.Fields != nil:
		return nil
	case req.Path == "" && (a.Kind.Edit != nil || a.Given()):
		return nil
	case req.Path != "" && a.Form == "":
		return nil
	case a.Form == ask.MovesField && a.Kind.Form != nil:
		return a.Kind.Form(a)
	}
	f := form(a)
	if a.Form == "mend" {
		f.Text, f.Fields[0].Value = req.Said, req.Puzzle
		if code, marks, ok := strings.Cut(req.Puzzle, "\n"+ask.SnapshotSign); ok && len(f.Fields) > 1 {
			f.Fields[0].Value, f.Fields[1].Value = code, strings.ReplaceAll(marks, "/", "\n")
		}
	}
	return f
}

// form asks for a puzzle. What is sent in is answered for all to see, unless the one who
// opened it wanted otherwise.
func form(a *ask.Ask) *chat.Form {
	k, say := a.Kind, a.Say
	aside := a.WantsPrivate() || a.Action != nil && a.Action.Private
	f := &chat.Form{
		Title:  say.Text("form.title", words.With{"Puzzle": capital(say.Text(k.Name + ".name"))}),
		Path:   a.Link(a.Keep(ask.Change{"form": "sent"})),
		Mode:   words.If(aside, chat.Privately, chat.Publicly),
		Fields: []chat.Field{{Name: ask.PuzzleField, Label: say.Text("form.label"), Detail: say.Text(k.Name + ".puzzle")}},
	}
	if len(k.Example) <= longestSample {
		f.Fields[0].Sample = k.Example
	}
	if k.Marks != "" {
		f.Fields = append(f.Fields, chat.Field{
			Name: ask.MarksField, Label: say.Text("form.marks-label"), Detail: say.Text(k.Name + ".option.marks"), Sample: k.Marks,
			Value: a.Options.Text(ask.MarksField), Optional: true,
		})
	}
	return f
}

// capital is a name as it begins a line.
func capital(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[n:]
}
