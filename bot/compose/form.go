package compose

import (
	"cmp"
	"slices"
	"strings"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// Discord's limits on a form, in characters.
const (
	maxModalTitle = 45
	maxInput      = 4000
	maxModalText  = 1000 // Discord takes 4,000; the fields are to be in sight
)

// Form puts a form in Discord's terms, within its limits.
func Form(f *chat.Form) *wire.Modal {
	m := &wire.Modal{CustomID: wire.CustomID(f.Path, f.Mode), Title: wire.Cut(f.Title, maxModalTitle)}
	if !wire.Blank(f.Text) {
		m.Components = append(m.Components, wire.Component{Type: wire.TypeText, Content: wire.CutMarkdown(f.Text, maxModalText)})
	}
	for _, field := range f.Fields {
		m.Components = append(m.Components, wire.Component{
			Type: wire.TypeLabel, Label: wire.Cut(field.Label, maxModalTitle), Description: wire.Cut(field.Detail, maxItem), Component: input(field),
		})
	}
	return m
}

// input returns the component of a field: for a text, a file, one choice of several, or ticks.
func input(field chat.Field) *wire.Component {
	style := wire.StyleParagraph
	if field.Short {
		style = wire.StyleLine
	}
	switch {
	case field.Image:
		return &wire.Component{Type: wire.TypeUpload, CustomID: field.Name, MaxValues: 1, Required: new(!field.Optional), FileTypes: chat.ImageEndings()}
	case field.Choices == nil:
		return &wire.Component{
			Type: wire.TypeInput, CustomID: field.Name, Style: style, MaxLength: cmp.Or(field.Most, maxInput),
			Placeholder: wire.Cut(field.Sample, maxItem), Value: wire.Cut(field.Value, maxInput), Required: new(!field.Optional),
		}
	}
	choices := &wire.Component{Type: wire.TypeRadio, CustomID: field.Name, Required: new(!field.Optional)}
	switch {
	case field.Menu:
		choices.Type = wire.TypeMenu
	case field.Ticks:
		choices.Type = wire.TypeTicks
	}
	if choices.Type != wire.TypeRadio && field.Optional {
		choices.MinValues = new(0)
	}
	for _, c := range field.Choices {
		choices.Options = append(choices.Options, wire.Entry{Label: wire.Cut(c.Name, maxItem), Value: c.Value, Default: c.Value == field.Value || field.Ticks && slices.Contains(strings.Fields(field.Value), c.Value)})
	}
	return choices
}
