package bot

import "kibitz/commands"

// A modal is a form in Discord's terms.
type modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []modalPart `json:"components"`
}

// A modalPart is a text, or a label with what it is the label of.
type modalPart struct {
	Type        int         `json:"type"`
	Content     string      `json:"content,omitempty"`
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
	Component   *modalInput `json:"component,omitempty"`
}

type modalInput struct {
	Type        int    `json:"type"`
	CustomID    string `json:"custom_id"`
	Style       int    `json:"style"`
	Placeholder string `json:"placeholder,omitempty"`
	Value       string `json:"value,omitempty"`
	Required    bool   `json:"required"`
	MaxLength   int    `json:"max_length"`
}

// Discord's limits on a modal.
const (
	maxModalTitle = 45
	maxInput      = 4000
	maxModalText  = 1000 // Discord takes 4,000; the fields are to be in sight

	styleParagraph = 2 // an input of many lines
)

// newModal puts a form in Discord's terms, within its limits.
func newModal(f *commands.Form) modal {
	m := modal{CustomID: prefixes[f.Manner] + f.Path, Title: cut(f.Title, maxModalTitle)}
	if !blank(f.Text) {
		m.Components = append(m.Components, modalPart{Type: typeText, Content: cutMarkdown(f.Text, maxModalText)})
	}
	for _, field := range f.Fields {
		m.Components = append(m.Components, modalPart{
			Type: typeLabel, Label: cut(field.Label, maxModalTitle), Description: cut(field.Detail, maxItem),
			Component: &modalInput{
				Type: typeInput, CustomID: field.Name, Style: styleParagraph, MaxLength: maxInput,
				Placeholder: cut(field.Sample, maxItem), Value: cut(field.Value, maxInput), Required: !field.Optional,
			},
		})
	}
	return m
}
