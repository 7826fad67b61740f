package bot

import "kibitz/commands/chat"

var optionTypes = [...]int{
	chat.Text:       typeString,
	chat.Number:     typeInteger,
	chat.Flag:       typeBoolean,
	chat.Attachment: typeAttachment,
}

// define puts definitions in Discord's terms. Those of one server have no say
// in where they can be installed and used.
func define(defs []chat.Definition, guild string) []definition {
	list := make([]definition, len(defs))
	for i, d := range defs {
		list[i] = definition{Type: slashCommand, Name: d.Name, Description: d.Description, Names: d.Names, Descriptions: d.Descriptions}
		if d.OnMessage {
			list[i].Type = messageCommand
		}
		for _, o := range d.Options {
			list[i].Options = append(list[i].Options, defineOption(o))
		}
		if guild == "" {
			list[i].IntegrationTypes = []int{onServer, onUser}
			list[i].Contexts = []int{inServer, inBotDM, inPrivateDM}
		}
	}
	return list
}

func defineOption(o chat.Option) option {
	w := option{Type: optionTypes[o.Type], Name: o.Name, Description: o.Description, Descriptions: o.Descriptions, Required: o.Required, Autocomplete: o.Suggest}
	for _, c := range o.Choices {
		w.Choices = append(w.Choices, choice{Name: c.Name, Names: c.Names, Value: c.Value})
	}
	switch {
	case o.Min == 0 && o.Max == 0:
	case o.Type == chat.Number:
		w.MinValue, w.MaxValue = &o.Min, &o.Max
	case o.Type == chat.Text:
		w.MaxLength = &o.Max
		if o.Min > 0 { // Discord does not repeat a 0
			w.MinLength = &o.Min
		}
	}
	return w
}
