package commands

import (
	"cmp"
	"context"
	"runtime/debug"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// Definitions returns all commands as a chat offers them, in every language. English is also among
// the translations: without it Discord might show an American another variant of English, if there
// ever is one.
func (c *Commands) Definitions() []chat.Definition {
	all := c.definitions(words.In("en"))
	for _, locale := range words.Locales() {
		for i, d := range c.definitions(words.In(locale)) {
			translate(&all[i], locale, d)
		}
	}
	return all
}

// translate adds the words of the same definition in another language.
func translate(d *chat.Definition, locale string, other chat.Definition) {
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

// add adds a translation, and makes the map for the first one.
func add(translations *map[string]string, locale, text string) {
	if *translations == nil {
		*translations = map[string]string{}
	}
	(*translations)[locale] = text
}

// definitions returns all commands in one language.
func (c *Commands) definitions(say words.Phrases) []chat.Definition {
	var all []chat.Definition
	var kinds []chat.Choice
	for _, k := range c.kinds {
		all = append(all, c.definition(k, k.Door(), say))
		if k.Maker != nil {
			all = append(all, c.definition(k, k.Maker, say))
		}
		kinds = append(kinds, chat.Choice{Name: words.Capital(say.Text(k.Name + ".name")), Value: k.Name})
	}
	all = append(all,
		c.dailyDefinition(kinds, say),
		chat.Definition{
			Name:        "help",
			Description: say.Text("help.brief"),
			Options: []chat.Option{
				{Name: "puzzle", Description: say.Text("help.puzzle"), Choices: kinds},
				{Name: techniqueOption, Description: say.Text("help.technique"), Max: longestSuggestion, Suggest: true},
			},
		},
		chat.Definition{Name: "about", Description: say.Text("about.brief")},
	)
	if c.settings.Launches {
		all = append(all, chat.Definition{Name: chat.LaunchName, Description: say.Text("paint.brief"), Launches: true})
	}
	for _, name := range onMessage(say) {
		all = append(all, chat.Definition{Name: name, OnMessage: true, MaxBytes: chat.MaxPuzzleFile})
	}
	return all
}

// definition returns one of a puzzle's commands, with the options of all puzzles and its own.
func (c *Commands) definition(k *ask.Kind, door *ask.Door, say words.Phrases) chat.Definition {
	choices := func(option string, values ...string) []chat.Choice {
		var all []chat.Choice
		for _, v := range values {
			all = append(all, chat.Choice{Name: say.Text("choice." + option + "." + v), Value: v})
		}
		return all
	}
	own := func(rare bool) (all []chat.Option) {
		for _, o := range k.Options {
			if o.Rare == rare && o.Maker == (door == k.Maker) {
				o.Description = say.Text(k.Name + ".option." + o.Name)
				var values []string
				for _, choice := range o.Choices {
					values = append(values, choice.Value)
				}
				o.Choices = choices(o.Name, values...)
				all = append(all, o.Option)
			}
		}
		return all
	}
	do, image := "option.do", words.If(k.Open == nil, "option.image", "option.image-or-drawn")
	if door == k.Maker {
		do, image = door.Name+".do", door.Name+".image"
	}
	styles := k.Styles
	if styles == nil {
		styles = []string{"auto", "emoji", "picture", "text"}
	}
	d := chat.Definition{Name: door.Name, Description: say.Text(door.Name + ".brief")}
	d.Options = []chat.Option{
		{Name: "puzzle", Description: say.Text(door.Name + ".puzzle"), Max: int64(c.settings.MaxPuzzle), Suggest: true},
		{Name: "file", Description: say.Text("option.file"), Type: chat.Attachment, MaxBytes: chat.MaxImage}, // it may be an image after all
		{Name: chat.ImageOption, Description: say.Text(image), Type: chat.Attachment, MaxBytes: chat.MaxImage, Endings: chat.ImageEndings()},
		{Name: "do", Description: say.Text(do), Choices: choices("do", door.Actions...)},
	}
	d.Options = append(d.Options, own(false)...)
	d.Options = append(d.Options,
		chat.Option{Name: "style", Description: say.Text("option.style"), Choices: choices("style", styles...)},
		chat.Option{Name: "theme", Description: say.Text("option.theme"), Choices: choices("theme", "dark", "light")},
		chat.Option{Name: "private", Description: say.Text("option.private"), Type: chat.Flag},
		chat.Option{Name: "spoiler", Description: say.Text("option.spoiler"), Type: chat.Flag},
	)
	d.Options = append(d.Options, own(true)...)
	return d
}

// help teaches one puzzle or technique, or gives the overview.
func (c *Commands) help(ctx context.Context, a *ask.Ask) *ask.Answer {
	if wanted := cmp.Or(a.Picked, a.Technique); wanted != "" {
		return c.technique(ctx, a, wanted)
	}
	if k := ask.Named(c.kinds, a.Text); k != nil {
		return c.teach(ctx, a, k)
	}
	r := a.New(chat.Plain, a.Say.Text("help.title"))
	r.Private = true
	for _, k := range c.kinds {
		r.Offer(chat.Button{Label: words.Capital(a.Say.Text(k.Name + ".name")), Path: "help?puzzle=" + k.Name})
	}
	r.Text = a.Say.Text("help.start", words.With{"Hint": a.Say.Text("find.commands.hint")})
	r.Note = a.Say.Text("help.more")
	return r
}

// teach shows a puzzle's rules with an example solved, the ways to write it down with a sample of
// each to try, and how to enter one's own.
func (c *Commands) teach(ctx context.Context, a *ask.Ask, k *ask.Kind) *ask.Answer {
	a, say := a.Found(k, k.Example, nil), a.Say
	r := a.New(chat.Plain, words.Capital(say.Text(k.Name+".name")))
	r.Private, r.Theme = true, c.settings.Theme
	r.Text = ask.Join("\n",
		say.Text(k.Name+".rules"),
		say.Text("help.encodings", words.With{"Encodings": say.Text(k.Name + ".encodings")}),
		say.Text("error.example", words.With{"Command": "/" + k.Name + " puzzle:" + k.Example}))
	r.Puzzle = k.Example
	if game, err := k.Read(k.Example, nil); err == nil {
		if solved := a.Action.Do(ctx, a, game); solved.Board != nil {
			r.Board, r.Picture, r.Legend = solved.Board, true, solved.Legend
			r.Board.Title = say.Text("help.solved")
		}
	}
	try := a.Button("button.try", ask.Change{"do": a.Action.Name})
	try.Strong = true
	r.Offer(try, a.Button("button.own", words.If(k.Edit != nil, ask.Change{"edit": "clear"}, ask.Change{"form": "new"})))
	if k.Action(ask.Play) != nil {
		r.Offer(a.Button("button.play", ask.Change{"do": ask.Play}))
	}
	if len(k.Lessons) > 0 {
		r.Offer(chat.Button{Label: say.Text("button.techniques"), Path: "help?technique=" + lesson{k, k.Lessons[0]}.name()})
	}
	if len(k.Samples) == 0 {
		return r
	}
	menu := &chat.Menu{Path: a.Link(ask.Change{"do": a.Action.Name, "sample": true}), Hint: say.Text("help.sample")}
	for _, sample := range k.Examples() {
		item := chat.Item{Value: sample, Label: sample}
		if game, err := k.Read(sample, nil); err == nil {
			item.Detail = k.Seen(game, say)
		}
		menu.Items = append(menu.Items, item)
	}
	r.Menus = append(r.Menus, menu)
	return r
}

// about tells what the bot is, or what it keeps of the things it is told.
func (c *Commands) about(a *ask.Ask) *ask.Answer {
	r := a.New(chat.Plain, a.Say.Text("about.title"))
	r.Text, r.Private = a.Say.Text("about.text", words.With{"Version": Version()}), true
	if a.Options.Text("topic") == "privacy" {
		r.Title, r.Text = a.Say.Text("about.privacy.title"), a.Say.Text("about.privacy.text", words.With{"Apps": a.Say.Series(onMessage(a.Say))})
		return r
	}
	if a.App != "" {
		r.Offer(chat.Button{Label: a.Say.Text("button.invite"), URL: inviteURL + a.App})
	}
	if c.settings.Source != "" {
		r.Offer(chat.Button{Label: a.Say.Text("button.source"), URL: c.settings.Source})
	}
	r.Offer(chat.Button{Label: a.Say.Text("button.privacy"), Path: "about?topic=privacy"})
	return r
}

// inviteURL is the page on which Discord adds an application to a server or an account. The
// application's id follows. It asks for no permissions.
const inviteURL = "https://discord.com/oauth2/authorize?scope=applications.commands&client_id="

// version is set when a release is built: see the Dockerfile.
var version string

// Version returns the version that the binary was built from.
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
