package judge

import (
	"context"
	"slices"
	"testing"

	"kibitz/vision"
)

// signed returns the reading of a heart whose first row is empty, with a sign in each cell that is not blank in
// signs. Means is what the sign means by its looks: of blank, filled and crossed.
func signed(t *testing.T, signs string, means map[rune][3]float64) *vision.Reading {
	r, err := ParseText("seen nonogram *40: 0;1 1;5;5;3;1|2;4;4;4;2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range signs {
		p := [3]float64{.998, .001, .001}
		if c != '.' {
			p = means[c]
		}
		cell := vision.Cell{}
		if c != '.' {
			cell.Sign = int(c-'a') + 1
		}
		for state, p := range p {
			cell.State = append(cell.State, vision.Guess{Value: state, P: p})
		}
		slices.SortFunc(cell.State, func(a, b vision.Guess) int {
			if a.P > b.P {
				return -1
			}
			return 1
		})
		r.Cells = append(r.Cells, cell)
	}
	return r
}

// TestMeaning: the whole board decides what a sign means, and nobody is blamed for what was misread.
func TestMeaning(t *testing.T) {
	filling, crossing := [3]float64{.02, .95, .03}, [3]float64{.02, .03, .95}
	either, stain := [3]float64{.2, .4, .4}, [3]float64{.5, .25, .25}
	for _, c := range []struct {
		name, signs string
		means       map[rune][3]float64
		marks       string
		misfits     []int
	}{
		{"an empty board", "..............................", nil, "", nil},
		{"what looks filled in an empty line is crossed out", "aaaaa.........................", map[rune][3]float64{'a': filling}, "xxxxx/?????/?????/?????/?????/?????", nil},
		{"crosses look filled, and fillings crossed out", "aaaaaa.a.abbbbbbbbbb..........", map[rune][3]float64{'a': either, 'b': either}, "xxxxx/x?x?x/#####/#####/?????/?????", nil},
		{"stains stand on all kinds of cells", "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.", map[rune][3]float64{'a': stain}, "", nil},
		{"one slip among many", "a.....a.a.aaaaa...............", map[rune][3]float64{'a': filling}, "#????/?#?#?/#####/?????/?????/?????", []int{0}},
		{"one cross too many", "bbbbbbbb.b....................", map[rune][3]float64{'b': crossing}, "xxxxx/xxx?x/?????/?????/?????/?????", []int{6}},
		{"what by its looks is neither is nobody's slip", "a.....a.a.aaaaaaaaaa..........", map[rune][3]float64{'a': {.25, .45, .3}}, "?????/?#?#?/#####/#####/?????/?????", nil},
	} {
		r := signed(t, c.signs, c.means)
		for _, way := range []string{"as it was read", "from its text"} {
			v := Judge(context.Background(), r)
			if v.Marks != c.marks || !slices.Equal(v.Misfits, c.misfits) {
				t.Errorf("%s, %s: marks %q, misfits %v, want %q and %v", c.name, way, v.Marks, v.Misfits, c.marks, c.misfits)
			}
			again, err := ParseText(Text(r))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			r = again
		}
	}
}

// TestMarksSettled: a user's word on a cell counts more than any solution.
func TestMarksSettled(t *testing.T) {
	r := signed(t, "a.....a.a.aaaaa...............", map[rune][3]float64{'a': {.02, .95, .03}})
	for text, want := range map[string]string{"x": "x????/?#?#?/#####/?????/?????/?????", "?": "?????/?#?#?/#####/?????/?????/?????"} {
		settled, err := Settle(r, Place{Side: Cell}, text)
		if err != nil {
			t.Fatal(err)
		}
		if v := Judge(context.Background(), settled); v.Marks != want || v.Misfits != nil {
			t.Errorf("%q: marks %q, misfits %v, want %q and none", text, v.Marks, v.Misfits, want)
		}
	}
	if _, err := Settle(r, Place{Side: Cell}, "7"); err == nil {
		t.Error("a nonogram's cell is a 7")
	}
}

// TestManyMarksSettled: marks that are settled together are those settled one by one, and the reading
// that they are for stays as it was.
func TestManyMarksSettled(t *testing.T) {
	r := signed(t, "a.....a.a.aaaaa...............", map[rune][3]float64{'a': {.02, .95, .03}})
	before := Text(r)
	marks := map[int]string{0: "x", 3: "#", 6: "?", 14: "x"}
	one := r
	for i, text := range marks {
		var err error
		if one, err = Settle(one, Place{Side: Cell, Row: i / r.Cols, Col: i % r.Cols}, text); err != nil {
			t.Fatal(err)
		}
	}
	all, err := SettleMarks(r, marks)
	if err != nil || Text(all) != Text(one) || Text(r) != before {
		t.Errorf("%q and %v together, %q one by one; the reading is %q, was %q", Text(all), err, Text(one), Text(r), before)
	}
	for _, wrong := range []map[int]string{{-1: "x"}, {len(r.Cells): "x"}, {0: "7"}} {
		if _, err := SettleMarks(r, wrong); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
}

// TestDigitsSettled: a digit that a user enters is confirmed, and one that they take away is gone.
func TestDigitsSettled(t *testing.T) {
	r, err := ParseText(`seen kakuro: #,17\,16\/\17,8,./\16,.,9`)
	if err != nil {
		t.Fatal(err)
	}
	settled, err := SettleMarks(r, map[int]string{4: "?", 5: "7"})
	if want := `seen kakuro: #,17\,16\/\17,.,7!/\16,.,9`; err != nil || Text(settled) != want {
		t.Errorf("%v, %v, want %s", Text(settled), err, want)
	}
	for _, wrong := range []string{"0", "12", "", "x"} {
		if _, err := SettleMarks(r, map[int]string{4: wrong}); err == nil {
			t.Errorf("the digit %q is taken", wrong)
		}
	}
}

// TestMarksTogether: of a puzzle with several solutions marks are found that only together fit none of
// them, and no more marks than that. A user's word is not doubted.
func TestMarksTogether(t *testing.T) {
	square := func(signs string) *vision.Reading {
		r, err := ParseText("seen nonogram: 1;1;0|1;1;0")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range signs {
			cell := vision.Cell{State: []vision.Guess{{Value: vision.Blank, P: 1}}}
			if c != '.' {
				cell = vision.Cell{Sign: 1, State: []vision.Guess{{Value: vision.Filled, P: .995}, {Value: vision.Blank, P: .005}}}
			}
			r.Cells = append(r.Cells, cell)
		}
		return r
	}
	// The upper left square has one of its diagonals, and the rest is empty.
	v := Judge(context.Background(), square("a..a....."))
	if !slices.Equal(v.Misfits, []int{0, 3}) || !v.Together {
		t.Errorf("misfits %v, together %v", v.Misfits, v.Together)
	}
	// A third mark that fits one of them is not to blame.
	if v := Judge(context.Background(), square("a..aa....")); !slices.Equal(v.Misfits, []int{3, 4}) || !v.Together {
		t.Errorf("misfits of three marks %v, together %v", v.Misfits, v.Together)
	}
	if v := Judge(context.Background(), square("a...a....")); v.Misfits != nil || v.Together {
		t.Errorf("of marks that fit: misfits %v", v.Misfits)
	}
	settled, err := SettleMarks(square("a..a....."), map[int]string{0: "#", 3: "?"})
	if err != nil {
		t.Fatal(err)
	}
	if v := Judge(context.Background(), settled); v.Misfits != nil {
		t.Errorf("after an answer: misfits %v", v.Misfits)
	}
}

// TestDigitsMisfit: digits of a Kakuro that contradict its solutions are found, alone or together, also
// when the reading comes from its text; those that a user confirmed are not doubted.
func TestDigitsMisfit(t *testing.T) {
	for _, c := range []struct {
		text, marks string
		misfits     []int
		together    bool
	}{
		{`seen kakuro: #,17\,16\/\17,8,./\16,.,7`, "###/#8?/#?7", nil, false},
		{`seen kakuro: #,17\,16\/\17,8,8/\16,.,9`, "###/#88/#?9", []int{5, 8}, false},
		{`seen kakuro: #,17\,16\/\17,8,./\16,.,9!`, "###/#8?/#?9", nil, false},
		{`seen kakuro: #,3\,3\/\3,1,./\3,1,.`, "###/#1?/#1?", []int{4, 7}, true},
		{`seen kakuro: #,3\,3\/\3,1,2/\3,.,.`, "###/#12/#??", nil, false},
	} {
		r, err := ParseText(c.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, way := range []string{"as it was read", "from its text"} {
			v := Judge(context.Background(), r)
			if v.Marks != c.marks || !slices.Equal(v.Misfits, c.misfits) || v.Together != c.together {
				t.Errorf("%s, %s: marks %q, misfits %v, together %v", c.text, way, v.Marks, v.Misfits, v.Together)
			}
			if r, err = ParseText(Text(r)); err != nil {
				t.Fatal(err)
			}
		}
	}
}
