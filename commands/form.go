package commands

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/photo"
	"kibitz/commands/words"
)

// inLines returns the puzzle of a reply as people mend it by hand, or unchanged if it cannot be
// read.
func inLines(a *ask.Ask) string {
	if strings.Contains(a.Request.Puzzle, "\n") { // the person typed lines, or marks follow
		return a.Request.Puzzle
	}
	return a.Kind.ByHand(a.Request.Puzzle, a.Options)
}

// longestSample is the longest sample in a field of a form, in characters.
const longestSample = 100

// openForm returns the form that an ask opens: to type or mend a puzzle, its lines or its marks, or
// to type moves. It returns nil for no form.
//
// A bare command (it has no path) opens one only if it came without a puzzle, deals none, and has
// no board of buttons. A click opens one only if its path names one.
func openForm(a *ask.Ask) *chat.Form {
	switch {
	case a.Kind == nil || a.Fields != nil:
		return nil
	case a.Path == "" && (a.Kind.Edit != nil || a.Given() || a.Action != nil && a.Kind.Deals(a.Action)):
		return nil
	case a.Path != "" && a.Form == "":
		return nil
	case a.Kind.Form != nil && (a.Form == ask.MovesField || a.Action != nil && a.Action.ByForm):
		return a.Kind.Form(a)
	case a.Form == ask.ProofField:
		return streakForm(a)
	case a.Form == ask.Further:
		return furtherForm(a)
	case a.Form == ask.LineField:
		return photo.LineForm(a)
	}
	f := form(a)
	switch a.Form {
	case "", "new":
		f.Fields = slices.Insert(f.Fields, 1, imageField(a))
		f.Fields[0].Optional = true
		if a.ForMakers() {
			forMakers(f, a)
			return f
		}
		f.Fields = append(f.Fields, ticks(a))
		f.Path, f.Mode = a.Link(ask.Change{"form": ask.Sent}), chat.Publicly // unless it is ticked
	case photo.LinesForm:
		f.Fields[0].Value = photo.Lines(a)
	case "mend":
		f.Text, f.Fields[0].Value, f.Mends = a.Said, inLines(a), true
		if code, marks := fields(a.Kind, a.Request.Puzzle); marks != "" {
			f.Fields[0].Value, f.Fields[1].Value = code, strings.ReplaceAll(marks, "/", "\n")
		}
	}
	return f
}

// form returns a form that asks for a puzzle and, unless the ask tells it, for the action. The
// answer is for the sender alone unless the ask says otherwise.
func form(a *ask.Ask) *chat.Form {
	k, say := a.Kind, a.Say
	f := &chat.Form{
		Title:  say.Text("form.title", words.With{"Puzzle": words.Capital(say.Text(k.Name + ".name"))}),
		Path:   a.Link(a.Keep(ask.Change{"form": ask.Sent})),
		Mode:   words.If(a.WantsPublic(), chat.Publicly, chat.Privately),
		Fields: []chat.Field{{Name: ask.PuzzleField, Label: say.Text("form.label"), Detail: say.Text(k.Name + ".form")}},
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
	if a.Options.Text("do") == "" {
		f.Fields = append(f.Fields, wish(a))
	}
	return f
}

// forMakers makes the form of a bare command one for puzzle makers: it asks for a drawing or a picture to
// draw, and its size. The form leads to the same command again, with what else was said of the picture.
func forMakers(f *chat.Form, a *ask.Ask) {
	name, say := a.Name, a.Say
	f.Title = say.Text(name + ".title")
	f.Fields[0].Label, f.Fields[0].Detail = say.Text(name+".label"), say.Text(name+".form")
	f.Fields[0].Sample = a.Kind.Maker.Sample
	f.Fields[1].Label, f.Fields[1].Detail = say.Text(name+".or"), say.Text(name+".image")
	size := chat.Field{Name: ask.SizeField, Label: say.Text(name + ".size"), Detail: say.Text(a.Kind.Name + ".option.size"), Sample: "20", Value: a.Options.Text(ask.SizeField), Short: true, Optional: true}
	f.Fields = append(f.Fields[:2], size)
	change := a.Keep(ask.Change{"form": ask.Sent})
	for _, o := range a.Kind.Options {
		if value := a.Options[o.Name]; o.Maker && o.Name != ask.SizeField && value != nil {
			change[o.Name] = value
		}
	}
	if path := a.Link(change); path != "" { // else it is too long
		f.Path = path
	}
	f.Path = name + strings.TrimPrefix(f.Path, a.Kind.Name)
}

// imageField returns a field for an image in place of the text.
func imageField(a *ask.Ask) chat.Field {
	return chat.Field{Name: chat.ImageOption, Label: a.Say.Text("form.image"), Detail: a.Say.Text("option.image"), Image: true, Optional: true}
}

// wish returns the field that asks for the action, as ask.Offer does. A hint is the first choice, and
// chosen unless the person changes it, as it gives nothing away.
func wish(a *ask.Ask) chat.Field {
	field := chat.Field{Name: ask.DoField, Label: a.Say.Text("form.wish"), Value: ask.Hint}
	for _, do := range []string{ask.Hint, ask.Check, ask.Play, ask.Solve} {
		if a.Kind.Action(do) != nil {
			field.Choices = append(field.Choices, chat.Choice{Name: a.Say.Text("form.wishes." + do), Value: do})
		}
	}
	return field
}

// ticks returns the field with what else a command has as options. The answer is for the asker alone unless the
// person asked otherwise.
func ticks(a *ask.Ask) chat.Field {
	field := chat.Field{Name: ask.TicksField, Label: a.Say.Text("form.ticks"), Ticks: true, Optional: true}
	set := map[string]bool{"private": !a.WantsPublic(), "spoiler": a.Spoiler}
	for _, name := range a.Kind.Ticks() {
		id := a.Kind.Name + ".option." + name
		if _, general := set[name]; general {
			id = "option." + name
		}
		field.Choices = append(field.Choices, chat.Choice{Name: a.Say.Text(id), Value: name})
		if set[name] || a.Options.Flag(name) {
			field.Value = ask.Join(" ", field.Value, name)
		}
	}
	return field
}

// fields splits the puzzle of a reply into puzzle and marks, for the fields of a form. The marks
// are "" if there are none, or if the kind takes none.
func fields(k *ask.Kind, carried string) (puzzle, marks string) {
	if puzzle, marks, ok := strings.Cut(carried, "\n"+ask.SnapshotSign); ok && k.Marks != "" {
		return puzzle, marks
	}
	return carried, ""
}

// longestValue is the longest text that a field can be filled in with, in UTF-16 units, as Discord
// counts.
const longestValue = 4000

// fillable reports whether a form can be filled in with the puzzle of a reply.
func fillable(k *ask.Kind, carried string) bool {
	units := func(text string) int { return len(utf16.Encode([]rune(text))) }
	puzzle, marks := fields(k, carried)
	return utf8.ValidString(carried) && units(puzzle) <= longestValue && units(marks) <= longestValue
}

// furtherForm returns a form with the puzzle and the marks so far, for the person to add to. Marks
// too long for a field are left out. In place of an address it shows the puzzle's own notation, if
// that fits.
func furtherForm(a *ask.Ask) *chat.Form {
	f := form(a)
	f.Title = a.Say.Text("form.further", words.With{"Puzzle": words.Capital(a.Say.Text(a.Kind.Name + ".name"))})
	f.Fields[0].Value, _, _ = strings.Cut(a.Request.Puzzle, "\n")
	f.Mends = true
	if game, err := a.Kind.Read(a.Request.Puzzle, a.Options); err == nil && a.Kind.Marks != "" {
		if g, ok := game.(ask.Marked); ok && utf8.RuneCountInString(g.Sheet()) <= longestValue {
			f.Fields[1].Value = g.Sheet()
		}
		code, _, _ := strings.Cut(game.String(), "\n")
		if strings.Contains(f.Fields[0].Value, "://") && utf8.RuneCountInString(code) <= longestValue {
			f.Fields[0].Value = code // people can't read a puzzle off its address
		}
		if photo.TakesFurther(a.Kind, code) {
			f.Path = a.Link(a.Keep(ask.Change{"form": ask.Sent, "at": ask.Further}))
			picture := imageField(a)
			picture.Label, picture.Detail = a.Say.Text("form.further-image"), a.Say.Text("form.further-image-detail")
			f.Fields = append(f.Fields, picture)
		}
	}
	return f
}
