package ask

import (
	"strings"
	"testing"
)

// TestMadeLine: what a game's message says of its puzzle's order is read as it was written, and
// the turns below it are as they were.
func TestMadeLine(t *testing.T) {
	for _, c := range []struct {
		Ask
		code, want string
	}{
		{Ask{}, "010/111/010\na1 b2", "010/111/010\na1 b2"},
		{Ask{Beginning: Beginning{Made: "daily 326 easy"}}, "010/111/010", "010/111/010\n* daily 326 easy"},
		{Ask{Beginning: Beginning{Made: "3x3 random 5 > on", Began: 90}}, "1;1\n=#\nr1c1=#", "1;1\n* 3x3 random 5 > on +90\n=#\nr1c1=#"},
		{Ask{Beginning: Beginning{Made: "daily 326 easy", Began: 90, Streak: 4, Table: "a+b-_9"}}, "1\nr1", "1\n* daily 326 easy +90 ~4 ^a+b-_9\nr1"},
		{Ask{Beginning: Beginning{Made: "daily 326 easy", Table: "9"}}, "1", "1\n* daily 326 easy ^9"},
	} {
		got := c.WithMade(c.code)
		puzzle, saved, _ := strings.Cut(got, "\n")
		b, rest := cutMade(saved)
		if got != c.want || b != c.Beginning || Join("\n", puzzle, rest) != c.code || len(got)-len(c.code) != c.MadeRoom() {
			t.Errorf("%q becomes %q, which is %+v and %q", c.code, got, b, rest)
		}
	}
}
