package compose

import (
	"slices"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

var optionTypes = [...]int{
	chat.Text:       wire.OptionString,
	chat.Number:     wire.OptionInteger,
	chat.Flag:       wire.OptionBoolean,
	chat.Attachment: wire.OptionAttachment,
}

// Commands puts definitions in Discord's terms. Guild is the one server that they are for, or
// ""; the commands of one server do not say where they can be installed and used.
func Commands(defs []chat.Definition, guild string) []wire.Command {
	if guild != "" { // an Entry Point command is for all servers
		defs = slices.DeleteFunc(slices.Clone(defs), func(d chat.Definition) bool { return d.Launches })
	}
	list := make([]wire.Command, len(defs))
	for i, d := range defs {
		list[i] = wire.Command{Type: wire.SlashCommand, Name: d.Name, Description: d.Description, Names: d.Names, Descriptions: d.Descriptions}
		if d.OnMessage {
			list[i].Type = wire.MessageCommand
		}
		if d.Launches {
			list[i].Type, list[i].Handler = wire.EntryCommand, wire.AppHandler
		}
		for _, o := range d.Options {
			list[i].Options = append(list[i].Options, defineOption(o))
		}
		if guild == "" {
			list[i].IntegrationTypes = []int{wire.OnServer, wire.OnUser}
			list[i].Contexts = []int{wire.InServer, wire.InBotDM, wire.InPrivateDM}
		}
	}
	return list
}

// defineOption puts one option in Discord's terms. Min and Max bound the value of a number and
// the length of a text; if both are 0 there are no bounds.
func defineOption(o chat.Option) wire.CommandOption {
	w := wire.CommandOption{Type: optionTypes[o.Type], Name: o.Name, Description: o.Description, Descriptions: o.Descriptions, Required: o.Required, Autocomplete: o.Suggest, FileTypes: o.Endings}
	for _, c := range o.Choices {
		w.Choices = append(w.Choices, wire.Choice{Name: c.Name, Names: c.Names, Value: c.Value})
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
