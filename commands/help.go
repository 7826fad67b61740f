package commands

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
)

// Definitions are all commands as a chat offers them, in every language. English
// is among the translations too: Discord would else show an American the text of
// some other English, should there ever be one.
func (s *Set) Definitions() []Definition {
	all := s.definitions(s.words.in("en"))
	for _, locale := range s.words.locales() {
		for i, d := range s.definitions(s.words.in(locale)) {
			all[i].translate(locale, d)
		}
	}
	return all
}

// translate adds the words of the same definition in another language.
func (d *Definition) translate(locale string, other Definition) {
	if d.OnMessage {
		add(&d.Names, locale, other.Name)
		return
	}
	add(&d.Descriptions, locale, other.Description)
	for i := range d.Options {
		o := &d.Options[i]
		add(&o.Descriptions, locale, other.Options[i].Description)
		for j := range o.Choices {
			add(&o.Choices[j].Names, locale, other.Options[i].Choices[j].Name)
		}
	}
}

func add(translations *map[string]string, locale, text string) {
	if *translations == nil {
		*translations = map[string]string{}
	}
	(*translations)[locale] = text
}

// definitions are all commands in one language.
func (s *Set) definitions(say phrases) []Definition {
	var all []Definition
	for _, p := range s.puzzles {
		all = append(all, p.definition(say, s.settings))
	}
	return append(all,
		Definition{
			Name:        "help",
			Description: say.text("help.brief", nil),
			Options:     []Option{{Name: "puzzle", Description: say.text("help.puzzle", nil), Choices: s.choices(say)}},
		},
		Definition{Name: "about", Description: say.text("about.brief", nil)},
		Definition{Name: say.text("find.command", nil), OnMessage: true, MaxBytes: maxTextFile},
	)
}

func (s *Set) choices(say phrases) []Choice {
	var all []Choice
	for _, p := range s.puzzles {
		all = append(all, Choice{Name: say.text(p.name+".name", nil), Value: p.name})
	}
	return all
}

// definition is the puzzle's command: the options that all have, and its own.
func (p *puzzle) definition(say phrases, settings Settings) Definition {
	choices := func(option string, values ...string) []Choice {
		var all []Choice
		for _, v := range values {
			all = append(all, Choice{Name: say.text("choice."+option+"."+v, nil), Value: v})
		}
		return all
	}
	d := Definition{
		Name:        p.name,
		Description: say.text(p.name+".brief", nil),
		Options: []Option{
			{Name: "puzzle", Description: say.text(p.name+".puzzle", nil), Max: int64(settings.MaxPuzzle), Suggest: true},
			{Name: "file", Description: say.text("option.file", nil), Type: Attachment, MaxBytes: maxTextFile},
			{Name: "do", Description: say.text("option.do", nil), Choices: choices("do", p.do...)},
		},
	}
	styles := p.styles
	if styles == nil {
		styles = []string{"auto", "emoji", "picture", "text"}
	}
	shared := func() {
		d.Options = append(d.Options,
			Option{Name: "style", Description: say.text("option.style", nil), Choices: choices("style", styles...)},
			Option{Name: "theme", Description: say.text("option.theme", nil), Choices: choices("theme", "dark", "light")},
			Option{Name: "private", Description: say.text("option.private", nil), Type: Flag},
			Option{Name: "spoiler", Description: say.text("option.spoiler", nil), Type: Flag},
		)
	}
	for i, o := range p.options {
		if i == len(p.options)-p.last {
			shared()
		}
		o.Description = say.text(p.name+".option."+o.Name, nil)
		if o.Choices != nil {
			var values []string
			for _, c := range o.Choices {
				values = append(values, c.Value)
			}
			o.Choices = choices(o.Name, values...)
		}
		d.Options = append(d.Options, o)
	}
	if p.last == 0 {
		shared()
	}
	return d
}

// help teaches one puzzle, or says what there is.
func (s *Set) help(ctx context.Context, say phrases, o values) *Reply {
	r := &Reply{Private: true, Theme: s.settings.Theme}
	if p := s.puzzle(o.text("puzzle")); p != nil {
		p.teach(ctx, r, say)
		return r
	}
	var told []string
	for _, p := range s.puzzles {
		told = append(told, "**/"+p.name+"** "+say.text(p.name+".brief", nil))
		r.Buttons = append(r.Buttons, Button{Label: say.text(p.name+".name", nil), Path: "help?puzzle=" + p.name})
	}
	r.Title = say.text("help.title", nil)
	r.Text = join("\n", strings.Join(told, "\n"), say.text("help.start", with{"Command": say.text("find.command", nil)}))
	r.Note = say.text("help.more", nil)
	return r
}

// teach shows the rules with the example solved, the ways to write a puzzle down
// with a sample of each to be tried, and how to give one of one's own.
func (p *puzzle) teach(ctx context.Context, r *Reply, say phrases) {
	r.Title = say.text(p.name+".name", nil)
	r.Text = join("\n",
		say.text(p.name+".rules", nil),
		say.text("help.encodings", with{"Encodings": say.text(p.name+".encodings", nil)}),
		say.text("error.example", with{"Command": "/" + p.name + " puzzle:" + p.example}))
	r.Puzzle = p.example
	if game, err := p.read(p.example, values{}); err == nil {
		if solved := game.act(ctx, p.do[0], say); solved.Board != nil {
			r.Board, r.Picture, r.legend = solved.Board, true, solved.legend
			r.Board.Title = say.text("help.solved", nil)
		}
	}
	r.Buttons = []Button{{Label: say.text("button.try", nil), Path: path(p, nil, values{"do": p.do[0]}), Strong: true}}
	own := Button{Label: say.text("button.own", nil), Path: path(p, nil, values{"form": "new"})}
	if p.edit != nil {
		own.Path = path(p, nil, values{"edit": "clear"})
	}
	r.Buttons = append(r.Buttons, own)
	if slices.Contains(p.do, "play") {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.play", nil), Path: path(p, nil, values{"do": "play"})})
	}
	if len(p.samples) == 0 {
		return
	}
	r.Menu = &Menu{Path: path(p, nil, values{"do": p.do[0], "sample": true}), Hint: say.text("help.sample", nil)}
	for _, sample := range append([]string{p.example}, p.samples...) {
		item := Item{Value: sample, Label: sample}
		if game, err := p.read(sample, values{}); err == nil {
			item.Detail = seen(p, game, say)
		}
		r.Menu.Items = append(r.Menu.Items, item)
	}
}

// about says who the bot is, and what it keeps of what it is told.
func (s *Set) about(app string, o values, say phrases) *Reply {
	r := &Reply{
		Title:   say.text("about.title", nil),
		Text:    say.text("about.text", with{"Version": Version()}),
		Private: true,
	}
	if o.text("page") == "privacy" {
		r.Title, r.Text = say.text("about.privacy.title", nil), say.text("about.privacy.text", nil)
		return r
	}
	if app != "" {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.invite", nil), URL: inviteURL + app})
	}
	if s.settings.Source != "" {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.source", nil), URL: s.settings.Source})
	}
	r.Buttons = append(r.Buttons, Button{Label: say.text("button.privacy", nil), Path: "about?page=privacy"})
	return r
}

// inviteURL is where Discord adds an application, whose id follows, to a server
// or an account. No permission is asked for.
const inviteURL = "https://discord.com/oauth2/authorize?scope=applications.commands&client_id="

// version is set by whoever builds a release; the Dockerfile does.
var version string

// Version is the version that the binary was built from.
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "development"
	}
	return info.Main.Version
}
