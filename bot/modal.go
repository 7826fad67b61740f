package bot

import (
	"kibitz/commands/chat"
)

// Discord's limits on a modal.
const (
	maxModalTitle = 45
	maxInput      = 4000
	maxModalText  = 1000 // Discord takes 4,000; the fields are to be in sight

	styleParagraph = 2 // an input of many lines
)

// newModal puts a form in Discord's terms, within its limits.
func newModal(f *chat.Form) *modal {
	m := &modal{CustomID: prefixes[f.Mode] + f.Path, Title: cut(f.Title, maxModalTitle)}
	if !blank(f.Text) {
		m.Components = append(m.Components, component{Type: typeText, Content: cutMarkdown(f.Text, maxModalText)})
	}
	for _, field := range f.Fields {
		m.Components = append(m.Components, component{
			Type: typeLabel, Label: cut(field.Label, maxModalTitle), Description: cut(field.Detail, maxItem),
			Component: &component{
				Type: typeInput, CustomID: field.Name, Style: styleParagraph, MaxLength: maxInput,
				Placeholder: cut(field.Sample, maxItem), Value: cut(field.Value, maxInput), Required: new(!field.Optional),
			},
		})
	}
	return m
}
