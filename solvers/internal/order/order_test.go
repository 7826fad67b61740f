package order

import (
	"math"
	"slices"
	"testing"
)

func TestRead(t *testing.T) {
	board, row := Form{Puzzle: "p", Thing: "board"}, Form{Puzzle: "p", Thing: "row", Row: true}
	for _, test := range []struct {
		form   Form
		text   string
		size   []int // nil for no order
		number uint64
		err    string
	}{
		{board, "7x7 random 42", []int{7, 7}, 42, ""},
		{board, "`4 X\t5,Random , 18446744073709551615`\n", []int{4, 5}, math.MaxUint64, ""},
		{board, "0×1 random", []int{0, 1}, 1, ""},
		{board, "99999999999999999999x1 random", []int{math.MaxInt, 1}, 1, ""},
		{board, "7x7", nil, 0, ""},
		{board, "7x7 all", nil, 0, ""},
		{board, "7x7: random", nil, 0, ""},
		{board, "random 7", nil, 0, ""},
		{board, "9 random 7", nil, 0, ""},
		{board, "", nil, 0, ""},
		{board, "7x7 random x", nil, 0, `line 1, column 12: found "x", expected the number of a random board, such as 42`},
		{board, "7x7 random -1", nil, 0, `line 1, column 12: found "-1", expected the number of a random board, such as 42`},
		{board, "7x7 random 1 2", nil, 0, `line 1, column 14: found "2", expected nothing more`},
		{row, "9 random 7", []int{9}, 7, ""},
		{row, "9,random", []int{9}, 1, ""},
		{row, "9x9 random 7", nil, 0, ""},
		{row, "1011", nil, 0, ""},
		{row, "9 random 18446744073709551616", nil, 0, `line 1, column 10: found "18446744073709551616", expected the number of a random row, such as 42`},
	} {
		o, err := test.form.Read(test.text, 0, len(test.text))
		switch {
		case test.err != "":
			if err == nil || err.Error() != test.err {
				t.Errorf("%q: %v, want %s", test.text, err, test.err)
			}
		case err != nil:
			t.Errorf("%q: %v", test.text, err)
		case test.size == nil:
			if o != nil {
				t.Errorf("%q is read as %+v", test.text, o)
			}
		case o == nil || !slices.Equal(o.Size, test.size) || o.Number != test.number:
			t.Errorf("%q is read as %+v", test.text, o)
		}
	}
}
