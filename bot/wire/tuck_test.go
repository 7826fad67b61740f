package wire

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
)

// TestTuck: what is tucked away is found again, whatever it is; ids and values stay within Discord's
// limit, different, and say what they said before. Without room nothing changes.
func TestTuck(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var parts []Component
		for i := range rapid.IntRange(0, 4).Draw(t, "rows") {
			menu := Component{Type: TypeMenu, CustomID: CustomID(fmt.Sprint("nonogram?turn=go", i), chat.EditByOwner)}
			for j := range rapid.IntRange(0, 25).Draw(t, "items") {
				menu.Options = append(menu.Options, Entry{Label: "a", Value: fmt.Sprintf("r%d.%d", i, j)})
			}
			button := Component{Type: TypeButton, CustomID: CustomID(fmt.Sprint("nonogram?at=", i, strings.Repeat("x", rapid.IntRange(0, 80).Draw(t, "length"))), chat.EditByOwner)}
			parts = append(parts, Component{Type: TypeRow, Components: []Component{menu}}, Component{Type: TypeRow, Components: []Component{button, {Type: TypeButton, CustomID: fmt.Sprint("k1/about", i)}}})
		}
		before := ids(parts)
		text := rapid.StringN(0, 3000, -1).Draw(t, "text")
		ok := Tuck(parts, text)
		if found, is := Tucked(parts); is != ok || ok && found != text {
			t.Fatalf("tucked %t, found %t %q", ok, is, found)
		}
		seen := map[string]bool{}
		for i, id := range ids(parts) {
			if Units(id) > maxID || seen[id] || Untucked(id) != before[i] || !ok && id != before[i] {
				t.Fatalf("%q was %q", id, before[i])
			}
			seen[id] = true
		}
	})
}

// ids returns all ids and values of components.
func ids(parts []Component) (all []string) {
	for _, c := range parts {
		if c.CustomID != "" {
			all = append(all, c.CustomID)
		}
		for _, o := range c.Options {
			all = append(all, o.Value)
		}
		all = append(all, ids(c.Components)...)
	}
	return all
}
