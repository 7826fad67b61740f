package bot

import "kibitz/commands"

// A modal is a form in Discord's terms.
type modal struct {
	CustomID   string       `json:"custom_id"`
	Title      string       `json:"title"`
	Components []modalField `json:"components"`
}

// A modalField is a label with what it is the label of.
type modalField struct {
	Type        int        `json:"type"`
	Label       string     `json:"label"`
	Description string     `json:"description,omitempty"`
	Component   modalInput `json:"component"`
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

	styleParagraph = 2 // an input of many lines
)

// newModal puts a form in Discord's terms, within its limits.
func newModal(f *commands.Form) modal {
	m := modal{CustomID: prefixes[f.Manner] + f.Path, Title: cut(f.Title, maxModalTitle)}
	for _, field := range f.Fields {
		m.Components = append(m.Components, modalField{
			Type: typeLabel, Label: cut(field.Label, maxModalTitle), Description: cut(field.Detail, maxItem),
			Component: modalInput{
				Type: typeInput, CustomID: field.Name, Style: styleParagraph, MaxLength: maxInput,
				Placeholder: cut(field.Sample, maxItem), Value: cut(field.Value, maxInput), Required: !field.Optional,
			},
		})
	}
	return m
}
