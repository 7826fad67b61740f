package gallery

import (
	"fmt"
	"strings"
	"testing"

	"kibitz/solvers/nonogram"
)

func TestParseOrder(t *testing.T) {
	for text, want := range map[string]string{
		"picture":                               "picture",
		" `Picture` ":                           "picture",
		"a random picture":                      "picture",
		"picture 15x15":                         "picture 15x15",
		"10×10 picture":                         "picture 10x10",
		"picture easy":                          "picture easy",
		"Easy Picture 10x10 #2":                 "picture 10x10 easy 2",
		"picture 42":                            "picture 42",
		fmt.Sprint("picture ", len(Pictures())): fmt.Sprint("picture ", len(Pictures())),
		"picture 15 x 15":                       "picture 15x15",
		"medium 20 × 20 picture #1":             "picture 20x20 medium 1",
		"그림 10 * 10":                            "picture 10x10",
		"picture 5 by 5 easy":                   "picture 5x5 easy",
		"7, picture, 20*20, medium":             "picture 20x20 medium 7",
		"그림 10x10 쉬움 2":                         "picture 10x10 easy 2",
		"picture 매우 어려움":                        "picture expert",
		"絵 15x15 中級":                            "picture 15x15 medium",
		"picture hard":                          "picture expert",
		"":                                      "",
		"15x15 easy 3":                          "",
		"what a picture":                        "",
		"1 1;5 picture|2":                       "",
		"picturesque":                           "",
		strings.Repeat("picture", 20):           "",
	} {
		o, err := ParseOrder(text)
		got := ""
		if o != nil {
			got = o.String()
		}
		if got != want || err != nil {
			t.Errorf("%q is the order %q, %v, not %q", text, got, err, want)
		}
	}
}

func TestParseOrderErrors(t *testing.T) {
	for text, want := range map[string]string{
		"picture of a cat":    `line 1, column 9: found "of", expected a size, a difficulty or a number, as in "picture 15x15 easy 3"`,
		"picture 0":           `line 1, column 9: found "0", expected a size, a difficulty or a number, as in "picture 15x15 easy 3"`,
		"picture 1 2":         `line 1, column 11: found "2", expected a size, a difficulty or a number, as in "picture 15x15 easy 3"`,
		"picture easy expert": `line 1, column 14: found "expert", expected a size, a difficulty or a number, as in "picture 15x15 easy 3"`,
		"picture 5x5 10x10":   `line 1, column 13: found "10x10", expected a size, a difficulty or a number, as in "picture 15x15 easy 3"`,
		"picture 0x5":         `line 1, column 9: found "0x5", expected a size that there are pictures of: 5x5, 10x10, 15x15, 20x20, 25x25, 30x30`,
		"15 x 16 picture":     `line 1, column 1: found "15", expected a size that there are pictures of: 5x5, 10x10, 15x15, 20x20, 25x25, 30x30`,
		"picture 999":         fmt.Sprintf(`line 1, column 9: found "999", expected a number from 1 to %d: there are no more such pictures`, len(Pictures())),
		"5x5 picture #99":     fmt.Sprintf(`line 1, column 14: found "99", expected a number from 1 to %d: there are no more such pictures`, len((&Order{Rows: 5, Cols: 5, Demand: AnyDemand}).Those())),
		"picture 15x16":       `line 1, column 9: found "15x16", expected a size that there are pictures of: 5x5, 10x10, 15x15, 20x20, 25x25, 30x30`,
		"picture expert 5x5":  `line 1, column 9: found "expert", expected a difficulty that there are pictures of in this size: easy, medium`,
		"picture 99999999999": `line 1, column 9: found "99999999999", expected a size, a difficulty or a number, as in "picture 15x15 easy 3"`,
	} {
		o, err := ParseOrder(text)
		if o != nil || err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v", text, o, err)
		}
	}
}

// TestDrawn: what the dice say is one of the pictures of its kind, and each of them in turn; a
// number that is said stays.
func TestDrawn(t *testing.T) {
	for _, text := range []string{"picture", "picture 5x5", "picture expert", "picture 10x10 medium"} {
		o, err := ParseOrder(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range o.Those() {
			if rows, cols := p.Size(); o.Rows > 0 && (rows != o.Rows || cols != o.Cols) || o.Demand != AnyDemand && p.Demand != o.Demand {
				t.Errorf("%s may be %d, of %d×%d, %v", text, p.Number, rows, cols, p.Demand)
			}
		}
		first := o.Drawn(1 << 63)
		if first.Number == 0 || *first.Drawn(5) != *first || *o.Drawn(7) == *o.Drawn(8) {
			t.Errorf("%s: %s, %s, %s, %s", text, first, first.Drawn(5), o.Drawn(7), o.Drawn(8))
		}
		seen := map[*Picture]bool{}
		for dice := range uint64(len(o.Those())) {
			seen[first.Any().Drawn(dice).Picture()] = true
		}
		if len(seen) != len(o.Those()) {
			t.Errorf("%s: %d of %d", text, len(seen), len(o.Those()))
		}
	}
}

// FuzzParseOrder: an order is for a picture that there is, and reads as itself.
func FuzzParseOrder(f *testing.F) {
	for _, text := range []string{"picture", "picture 15x15 easy 3", "그림 10x10 쉬움", "絵 #9", "picture 15x16", "xpicturex", "picture 1x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ParseOrder(text)
		if o == nil {
			return
		}
		if err != nil || o.Picture() == nil || o.Demand > nonogram.Contradictions {
			t.Fatalf("%q: %v, %v", text, o, err)
		}
		if again, err := ParseOrder(o.String()); err != nil || *again != *o {
			t.Fatalf("%q is %s, which is %v, %v", text, o, again, err)
		}
	})
}
