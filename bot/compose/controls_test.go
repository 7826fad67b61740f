package compose

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
)

// TestMenus: a menu says how many items may be picked together, none of it among the
// possibilities, and shows no more of them as picked; one for a single item leaves that to
// Discord. None of them may say more than there are items.
func TestMenus(t *testing.T) {
	for _, c := range []struct {
		most, items, picked int
		want                string // the fewest, the most, and how many are picked
	}{
		{0, 5, 0, "<nil> 0 0"},
		{0, 5, 2, "<nil> 0 1"},
		{3, 5, 5, "0 3 3"},
		{25, 25, 25, "0 25 25"},
		{25, 4, 1, "0 4 1"},
		{25, 30, 30, "0 25 25"},
	} {
		menu := &chat.Menu{Path: "nonogram?do=play&turn=fill&at=r1.1", Most: c.most}
		for i := range c.items {
			menu.Items = append(menu.Items, chat.Item{Value: fmt.Sprint(i), Label: fmt.Sprint("c", i), Picked: i < c.picked})
		}
		parts := Reply(&chat.Reply{Text: "x", Puzzle: "1", Menus: []*chat.Menu{menu}}).Parts
		got, picked := parts[len(parts)-1].Components[0], 0
		for _, o := range got.Options {
			if o.Default {
				picked++
			}
		}
		least := "<nil>"
		if got.MinValues != nil {
			least = fmt.Sprint(*got.MinValues)
		}
		if told := fmt.Sprint(least, " ", got.MaxValues, " ", picked); told != c.want {
			t.Errorf("%d of %d items, %d picked: %s, want %s", c.most, c.items, c.picked, told, c.want)
		}
	}
}

func TestOtherResponsesMatchTheSchema(t *testing.T) {
	for name, body := range map[string]any{
		"ApplicationCommandAutocompleteCallbackRequest": wire.Callback{Type: wire.AnswerChoices, Data: wire.Suggestions{Choices: []wire.Choice{{Name: "a", Value: "b"}}}},
		"CreateMessageInteractionCallbackRequest":       json.RawMessage(wire.Deferral(false, true).Body),
		"UpdateMessageInteractionCallbackRequest":       json.RawMessage(wire.Deferral(true, false).Body),
		"ModalInteractionCallbackRequest": wire.Callback{Type: wire.AnswerForm, Data: Form(&chat.Form{
			Title: strings.Repeat("t", 99), Path: "x?form=new", Text: strings.Repeat("x", 5000), Fields: []chat.Field{{Name: "a", Label: strings.Repeat("l", 99), Detail: strings.Repeat("d", 200), Sample: strings.Repeat("s", 200), Value: "v"}},
		})},
	} {
		p, err := wire.JSON(body)
		if err != nil {
			t.Fatal(err)
		}
		wiretest.Validate(t, wiretest.Schema(t, name), p.Body)
	}
}
