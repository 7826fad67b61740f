package bot

import (
	"kibitz/commands/chat"
)

// Discord's limits on a modal.
const (
	maxModalTitle = 45
	maxInput      = 4000
	maxModalText  = 1000 // Discord takes 4,000; the fields are to be in sight
)

// newModal puts a form in Discord's terms, within its limits.
func newModal(f *chat.Form) *modal {
	m := &modal{CustomID: customID(f.Path, f.Mode), Title: cut(f.Title, maxModalTitle)}
	if !blank(f.Text) {
		m.Components = append(m.Components, component{Type: typeText, Content: cutMarkdown(f.Text, maxModalText)})
	}
	for _, field := range f.Fields {
		m.Components = append(m.Components, component{
			Type: typeLabel, Label: cut(field.Label, maxModalTitle), Description: cut(field.Detail, maxItem), Component: input(field),
		})
	}
	return m
}

// input is a text to be typed, a file, or one of several to be picked.
func input(field chat.Field) *component {
	style := styleParagraph
	if field.Short {
		style = styleLine
	}
	switch {
	case field.Image:
		return &component{Type: typeUpload, CustomID: field.Name, MaxValues: 1, Required: new(!field.Optional)}
	case field.Choices == nil:
		return &component{
			Type: typeInput, CustomID: field.Name, Style: style, MaxLength: maxInput,
			Placeholder: cut(field.Sample, maxItem), Value: cut(field.Value, maxInput), Required: new(!field.Optional),
		}
	}
	radios := &component{Type: typeRadio, CustomID: field.Name, Required: new(!field.Optional)}
	for _, c := range field.Choices {
		radios.Options = append(radios.Options, entry{Label: cut(c.Name, maxItem), Value: c.Value, Default: c.Value == field.Value})
	}
	return radios
}
