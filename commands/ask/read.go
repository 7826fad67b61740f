package ask

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// parameters lists what a path can say beside the options of its kind. Most are about one click:
// follow-up buttons do not inherit them.
var parameters = map[string]struct {
	kind      chat.OptionType
	inherited bool
}{
	"do":    {chat.Text, true},
	"style": {chat.Text, true},
	"theme": {chat.Text, true},
	"topic": {chat.Text, true}, // of about
	"day":   {chat.Text, true}, // of daily

	"private": {chat.Flag, false},
	"spoiler": {chat.Flag, false},
	"puzzle":  {chat.Text, false},
	"make":    {chat.Text, false}, // an order for the puzzle
	"sample":  {chat.Flag, false}, // the puzzle is picked from a menu
	"turn":    {chat.Text, false},
	"at":      {chat.Text, false},
	"as":      {chat.Text, false}, // of a place on an image: what it is
	"from":    {chat.Text, false},
	"fix":     {chat.Text, false},
	"edit":    {chat.Text, false},
	"form":    {chat.Text, false},
	"draft":   {chat.Flag, false},
	"page":    {chat.Number, false},
	"more":    {chat.Number, false}, // of a hint
	"second":  {chat.Flag, false},
	"back":    {chat.Text, false},
	"drop":    {chat.Flag, false},
	"clear":   {chat.Flag, false}, // of all marks
	"took":    {chat.Number, false},
	"carry":   {chat.Flag, false},   // of a hint
	"done":    {chat.Number, false}, // of a hint
	"whole":   {chat.Flag, false},   // of a hint
	"leg":     {chat.Number, false},
	"show":    {chat.Flag, false},
	"table":   {chat.Flag, false}, // of a race
	"next":    {chat.Flag, false}, // of a day

	"technique": {chat.Text, false}, // of help
}

// Read reads a request: the options of a command, the path of a click, and the fields of a form,
// which win over the others. It returns false for a path that is no URL. It accepts unknown commands
// and actions, whose Kind or Action is nil.
func Read(req *chat.Request, kinds []*Kind) (*Ask, bool) {
	own := words.In(req.Locale)
	a := &Ask{Request: req, Name: req.Command, Say: own, own: own}
	all := Options(maps.Clone(req.Options))
	if req.Path != "" {
		u, err := url.Parse(req.Path)
		if err != nil {
			return nil, false
		}
		a.Name = u.Path
		all = Named(kinds, a.Name).decode(u.Query())
		maps.Copy(all, req.Options) // a file of the reply
	}
	if all == nil {
		all = Options{}
	}
	if a.Kind = Named(kinds, a.Name); a.ForMakers() {
		usual := maps.Clone(a.Kind.Maker.Usual)
		maps.Copy(usual, all)
		all = usual
	}
	if ticked, ok := req.Fields[TicksField]; ok {
		a.tick(all, strings.Fields(ticked))
	}
	a.Spoiler, a.private = all.Flag("spoiler"), all["private"]
	a.Page, a.Degree, a.Leg = all.Number("page"), all.Number("more"), all.Number("leg")
	a.Turn, a.Edit, a.Form, a.From = all.Text("turn"), all.Text("edit"), all.Text("form"), all.Text("from")
	a.At, a.As, a.Fix = all.Text("at"), all.Text("as"), all.Text("fix")
	if line, ok := req.Fields[LineField]; ok {
		a.As = line
	}
	a.Second, a.Took = all.Flag("second"), all.Number("took")
	a.Back, a.Drop, a.DoIt = all.Text("back"), all.Flag("drop"), all.Flag("carry")
	a.Done, a.Whole = all.Number("done"), all.Flag("whole")
	a.Show, a.ForTable, a.NextDay = all.Flag("show"), all.Flag("table"), all.Flag("next")
	a.Technique, a.Draft = all.Text("technique"), all.Flag("draft")
	a.Entered = req.Fields[MovesField]
	if len(req.Picked) > 0 {
		a.Picked = req.Picked[0]
	}
	for _, field := range []string{MarksField, DoField, SizeField} {
		if text := req.Fields[field]; text != "" {
			all[field] = text
		}
	}
	a.said = all
	return a.Fetched(), true
}

// Ticks returns the names of the options that a form has as ticks: privacy, a spoiler, and the kind's own flags
// for players.
func (k *Kind) Ticks() []string {
	names := []string{"private", "spoiler"}
	for _, o := range k.Options {
		if o.Type == chat.Flag && !o.Maker {
			names = append(names, o.Name)
		}
	}
	return names
}

// tick sets the options whose names are ticked in a form, and no other of its ticks. Without the tick for
// privacy the answer is for all.
func (a *Ask) tick(all Options, ticked []string) {
	if a.Kind == nil {
		return
	}
	for _, name := range a.Kind.Ticks() {
		delete(all, name)
		if slices.Contains(ticked, name) {
			all[name] = true
		}
	}
	all["private"] = all.Flag("private")
}

// Fetched returns a copy of the ask with the files and the puzzle that its request has by now. The
// bot fetches them after the request was read, as form and privacy must be known at once.
func (a *Ask) Fetched() *Ask {
	b, all := *a, Options{}
	for name, value := range a.said {
		if _, isFile := value.(chat.Upload); !isFile {
			all[name] = value
		}
	}
	for name, value := range a.Request.Options {
		if _, isFile := value.(chat.Upload); isFile {
			all[name] = value
		}
	}
	b.AsFile = a.Path == "" && all.takePicture()
	_, b.Typed = all["puzzle"]
	b.Text, b.Carried = a.text(all)
	if all.Flag("clear") {
		b.Text, _, _ = strings.Cut(b.Text, "\n"+SnapshotSign)
	}
	b.Typed = b.Typed || b.Text != ""
	maps.DeleteFunc(all, func(name string, _ any) bool {
		p, ok := parameters[name]
		return ok && !p.inherited
	})
	b.Options = all
	if b.Kind != nil {
		if b.Action = b.Kind.Action(all.Text("do")); b.Unsaid() {
			b.Action = b.usual()
		}
	}
	if a.Turn != "" {
		b.Text, b.Saved, _ = strings.Cut(b.Text, "\n")
		b.Beginning, b.Saved = cutMade(b.Saved)
	} else if a.ForTable {
		b.Table = a.Origin
	}
	return &b
}

// text returns the puzzle: ordered by a button, picked from a menu, typed into a form, carried by
// the reply that was clicked on, or typed with the command.
func (a *Ask) text(all Options) (text string, carried bool) {
	typed := all.Text("puzzle")
	if typed == AsTyped {
		typed = ""
	}
	switch order := all.Text("make"); {
	case a.Kind == nil: // a topic of help
		return typed, false
	case order != "":
		return order, false
	case all.Flag("sample"):
		return a.Picked, false
	case a.Path != "" && all[chat.ImageOption] != nil && a.Fields[PuzzleField] == "": // in place of the puzzle that was made of it
		return "", false
	case a.Fields != nil && a.Turn != Enter && a.Turn != Prove && !a.Kind.asksByForm(all.Text("do")):
		return a.Fields[PuzzleField], false
	case a.Request.Puzzle != "":
		return a.Request.Puzzle, true
	}
	return typed, false
}

// decode reads the values of a path, each by its type, from parameters and the kind's own options.
// It leaves out unknown names and numbers that cannot be read. K may be nil.
func (k *Kind) decode(query url.Values) Options {
	o := Options{}
	for name, texts := range query {
		p, known := parameters[name]
		if k != nil && k.option(name) != nil {
			p.kind, known = k.option(name).Type, true
		}
		text := texts[0]
		switch n, err := strconv.ParseInt(text, 10, 64); {
		case !known:
		case p.kind == chat.Text:
			o[name] = text
		case p.kind == chat.Flag:
			o[name] = text == "true"
		case p.kind == chat.Number && err == nil:
			o[name] = n
		}
	}
	return o
}
