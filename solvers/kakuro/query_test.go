package kakuro

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"kibitz/solvers"
)

func TestParseQuery(t *testing.T) {
	for text, want := range map[string]string{
		"16 in 2":                  "16 in 2 with 0 without 0",
		" 16 IN 2 cells ":          "16 in 2 with 0 without 0",
		"2 cells 16":               "16 in 2 with 0 without 0",
		"24 in 4 with 9 without 1": "24 in 4 with 200 without 2",
		"24 in 4 with 9 and 8":     "24 in 4 with 300 without 0",
		"45 in 9":                  "45 in 9 with 0 without 0",
		"5":                        "", // a cell with a digit
		"#,3\\":                    "",
		"16 in":                    "line 1, column 6: found the end of the text, expected how many cells, or which digits: 24 in 4 with 9",
		"16":                       "line 1, column 3: found the end of the text, expected how many cells, or which digits: 24 in 4 with 9",
		"24 in 4 with ":            "line 1, column 14: found the end of the text, expected how many cells, or which digits: 24 in 4 with 9",
		"16 in 0":                  `line 1, column 7: found "0", expected a length from 1 to 9 cells`,
		"3 in 9":                   `line 1, column 1: found "3", expected 45, the only sum of 9 cells`,
		"18 in 2":                  `line 1, column 1: found "18", expected a sum from 3 to 17 in 2 cells`,
	} {
		q, err := ParseQuery(text)
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case q != nil:
			got = fmt.Sprintf("%d in %d with %x without %x", q.Sum, q.Length, q.With, q.Without)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestSets: the sets are sorted as their digits are read, and each is what was asked for.
func TestSets(t *testing.T) {
	q, err := ParseQuery("24 in 4 with 9")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, set := range q.Sets() {
		var digit []string
		for ; set != 0; set &= set - 1 {
			digit = append(digit, fmt.Sprint(bits.TrailingZeros16(set)))
		}
		told = append(told, strings.Join(digit, "+"))
	}
	const want = "1+6+8+9 2+5+8+9 2+6+7+9 3+4+8+9 3+5+7+9 4+5+6+9"
	if got := strings.Join(told, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzQuery(f *testing.F) {
	for _, text := range []string{"16 in 2", "2 cells 16", "24 in 4 with 9,8 and 7 without 1", "24 in 4 wi", "3 in 9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ParseQuery(text)
		if syntax, ok := errors.AsType[*solvers.SyntaxError](err); err != nil && (!ok || syntax.Expected == "") {
			t.Fatalf("%q: %v", text, err)
		}
		if q != nil && (q.Length < 1 || q.Length > 9 || len(q.Sets()) > len(Combinations(q.Length, q.Sum))) {
			t.Fatalf("%q is %+v", text, q)
		}
	})
}
