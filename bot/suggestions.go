package bot

import "kibitz/commands/chat"

// suggestions returns choices to complete what is being typed, as far as Discord takes them.
func suggestions(choices []chat.Choice) []choice {
	list := []choice{} // Discord wants a list, be it empty
	for _, c := range choices {
		if !blank(c.Name) && units(c.Value) <= maxChoice && len(list) < maxChoices {
			list = append(list, choice{Name: cut(c.Name, maxChoice), Value: c.Value})
		}
	}
	return list
}
