package compose

import (
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// Choices returns the choices that Discord takes to complete what is being typed.
func Choices(choices []chat.Choice) []wire.Choice {
	list := []wire.Choice{} // Discord wants a list, be it empty
	for _, c := range choices {
		if !wire.Blank(c.Name) && wire.Units(c.Value) <= maxChoice && len(list) < maxChoices {
			list = append(list, wire.Choice{Name: wire.Cut(c.Name, maxChoice), Value: c.Value})
		}
	}
	return list
}
