package commands

import (
	"context"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// techniqueOption is the option of /help that names a technique.
const techniqueOption = "technique"

// A lesson explains one technique of a kind.
type lesson struct {
	*ask.Kind
	id string
}

// name returns the lesson's name in links and suggestions.
func (l lesson) name() string { return l.Name + "." + l.id }

// called returns the technique's name in words.
func (l lesson) called(say words.Phrases) string { return say.Text(l.Name + ".technique." + l.id) }

// titled returns the technique's name with its puzzle's, as several kinds have techniques of the
// same name.
func (l lesson) titled(say words.Phrases) string {
	return say.Text("help.lesson", words.With{"Technique": l.called(say), "Puzzle": say.Text(l.Name + ".name")})
}

// lessons returns the lessons of all kinds, or of one kind if the ask names it.
func (c *Commands) lessons(a *ask.Ask) (all []lesson) {
	only := ask.Named(c.kinds, a.Text)
	for _, k := range c.kinds {
		for _, id := range k.Lessons {
			if only == nil || only == k {
				all = append(all, lesson{k, id})
			}
		}
	}
	return all
}

// meant returns the lessons that a text may mean, without regard to case. Exact has the one lesson
// that is called so in links, or else the lessons on techniques with that id or with that name in
// the person's language. Near has the other lessons whose names contain the text.
func (c *Commands) meant(a *ask.Ask, text string) (exact, near []lesson) {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, l := range c.lessons(a) {
		called := strings.ToLower(l.called(a.Say))
		switch id := strings.ReplaceAll(text, " ", "-"); {
		case text == l.name():
			return []lesson{l}, nil
		case id == l.id || text == called:
			exact = append(exact, l)
		case strings.Contains(l.name(), id) || strings.Contains(called, text):
			near = append(near, l)
		}
	}
	return exact, near
}

// mostSuggested is the most suggestions that a chat shows.
const mostSuggested = 25

// suggestTechniques returns the suggestions for a technique's name.
func (c *Commands) suggestTechniques(a *ask.Ask) (all []chat.Choice) {
	exact, near := c.meant(a, a.Technique)
	for _, l := range append(exact, near...) {
		if len(all) < mostSuggested {
			all = append(all, chat.Choice{Name: l.titled(a.Say), Value: l.name()})
		}
	}
	return all
}

// technique explains the wanted technique, or asks in a menu which one is meant if several may be.
// If none may be, the menu has all techniques.
func (c *Commands) technique(ctx context.Context, a *ask.Ask, wanted string) *ask.Answer {
	exact, near := c.meant(a, wanted)
	if exact == nil {
		exact = near
	}
	switch {
	case len(exact) == 1 && a.At != "" && a.Picked == "":
		return c.exercised(ctx, a, exact[0])
	case len(exact) == 1:
		return c.explained(ctx, a, exact[0])
	}
	title := words.If(exact == nil, "help.no-technique", "help.which-technique")
	if exact == nil {
		exact = c.lessons(a)
	}
	r := a.New(chat.Plain, a.Say.Text(title))
	r.Private, r.Menus = true, []*chat.Menu{techniqueMenu(a, exact)}
	return r
}

// explained tells how a technique works, with an example: a board before it, and below it the board
// after it.
func (c *Commands) explained(ctx context.Context, a *ask.Ask, l lesson) *ask.Answer {
	r := a.New(chat.Plain, l.titled(a.Say))
	r.Private, r.Theme = true, c.settings.Theme
	r.Text = a.Say.Text(l.Name + ".lesson." + l.id)
	if stage, b := l.Teach(ctx, l.id, a.Say); stage != nil {
		example := a.Say.Text("help.for-example", words.With{"Example": stage.Why})
		r.Text = ask.Join("\n", r.Text, example)
		r.Show(b, example)
		r.Picture, r.Legend = true, map[string]string{"new": "legend.follows"}
	}
	r.Note = a.Say.Text("help.rung", words.With{"Number": l.rung() + 1, "All": len(l.Lessons)})
	if l.Exercise(ctx, l.id, a.Say) != nil {
		try := chat.Button{Label: a.Say.Text("button.try-it"), Path: l.tap(0), Strong: true}
		r.Offer(try)
	}
	r.Offer(l.onward(a)...)
	var others []lesson
	for _, id := range l.Lessons {
		others = append(others, lesson{l.Kind, id})
	}
	r.Menus = []*chat.Menu{techniqueMenu(a, others)}
	return r
}

// techniqueMenu returns a menu that leads to lessons, the first mostSuggested of them.
func techniqueMenu(a *ask.Ask, lessons []lesson) *chat.Menu {
	menu := &chat.Menu{Path: "help", Hint: a.Say.Text("help.pick-technique")}
	for _, l := range lessons {
		if len(menu.Items) < mostSuggested {
			menu.Items = append(menu.Items, chat.Item{Value: l.name(), Label: l.titled(a.Say)})
		}
	}
	return menu
}
