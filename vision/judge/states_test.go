package judge

import (
	"context"
	"slices"
	"testing"
)

// TestStates: lights and cards are taken as they look, and the lit state is asked for if it is not
// known.
func TestStates(t *testing.T) {
	for _, test := range []struct {
		text, puzzle, repaired string
		sure                   bool
		doubts                 []string
	}{
		{"seen lights lit=1: 010/111/010", "010/111/010", "010/111/010", true, nil},
		{"seen lights lit=0: 010/111/010", "101/000/101", "101/000/101", true, nil},
		{"seen cards lit=1: 0110", "0110", "0110", false, nil},
		{"seen cards lit=1: 01/10", "0110", "0110", false, nil},
		{"seen lights lit=0~1@3: 010/111/010", "101/000/101", "", false, []string{"Lit 1 1: 0 1"}},
		{"seen lights: 010/111/010", "101/000/101", "", false, []string{"Lit 1 1: 0 1"}},
		{"seen lights lit=1: 01(0~1@6)/111/010", "010/111/010", "", false, []string{"Cell 1 3: 0 1"}},
		{"seen lights lit=1: 012/111/010", "010/111/010", "", false, []string{"Cell 1 3: 0 1"}},
		// Three in four 5 × 5 boards can't be solved, so that logic decides a single lamp in doubt.
		{"seen lights lit=1: 0000(1~0@6)/00000/00000/00000/00000", "00001/00000/00000/00000/00000", "", false, []string{"Cell 1 5: 0 1"}},
		{"seen lights lit=1 !cut: 010/111/010", "010/111/010", "010/111/010", false, nil},
		{"seen lights lit=1: 01?/111/010", "", "", false, []string{"Cell 1 3:"}},
	} {
		r, err := ParseText(test.text)
		if err != nil {
			t.Fatal(err)
		}
		v := Judge(context.Background(), r)
		var doubts []string
		for _, d := range v.Doubts {
			doubts = append(doubts, told(d))
		}
		if v.Puzzle != test.puzzle || v.Repaired != test.repaired || v.Sure != test.sure || !slices.Equal(doubts, test.doubts) {
			t.Errorf("%s: puzzle %q, repaired %q, sure %v, doubts %q", test.text, v.Puzzle, v.Repaired, v.Sure, doubts)
		}
		for len(v.Doubts) > 0 && v.Doubts[0].Readings != nil {
			d := v.Doubts[0]
			if r, err = Settle(r, d.Place, d.Readings[0].Text); err != nil {
				t.Fatal(err)
			}
			next := Judge(context.Background(), r)
			if len(next.Doubts) > 0 && next.Doubts[0].Place == d.Place {
				t.Errorf("%s: asked again for %v", test.text, d)
				break
			}
			v = next
		}
	}
}
