package bot

import (
	"fmt"
	"testing"

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
		parts := compose(&chat.Reply{Text: "x", Puzzle: "1", Menus: []*chat.Menu{menu}}).parts
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

// TestPicks: what was picked is read as it is, also where that is several values or none.
func TestPicks(t *testing.T) {
	for values, want := range map[string]string{`[]`: `[]`, `["r1.1"]`: `["r1.1"]`, `["r1.1","r1.2","r1.3"]`: `["r1.1" "r1.2" "r1.3"]`} {
		in, err := decode(fmt.Appendf(nil, `{"id":"1","application_id":"2","type":3,"token":"t","user":{"id":"7"},"data":{"custom_id":"k1t/nonogram?turn=fill","component_type":3,"values":%s}}`, values))
		if err != nil || fmt.Sprintf("%q", in.request.Picked) != want || !in.inPlace {
			t.Errorf("%s: %+v, %v", values, in, err)
		}
	}
}
