package judge

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// TestNonogram: the verdicts of small readings that can be checked by eye.
func TestNonogram(t *testing.T) {
	for _, test := range []struct {
		name, text, repaired string
		sure                 bool
		doubts, repairs      []string
	}{
		{"plain", "seen nonogram *30: 3;1|2;1;1", "3;1|2;1;1", true, nil, nil},
		{"one change, and the sums ask for it", "seen nonogram *50: 8~3@6;1|2;1;1", "3;1|2;1;1", true, nil, []string{"Row 1 1: 3 8"}},
		{"several solutions", "seen nonogram *50: 1;1|1;1", "1;1|1;1", true, nil, nil},
		{"a number that no list has follows", "seen nonogram *30: 5;1;1 1;5;1|5;1 1;1 2;1 1;1 2", "", false, []string{"Row 3 1: 1 1 1 1 1"}, nil},
		{"no line can have moved", "seen nonogram !thick-rules: 5;1 1 1;5;1 1 1;5|5;1 1 1;5;1 1 1;5", "5;1 1 1;5;1 1 1;5|5;1 1 1;5;1 1 1;5", true, nil, nil},
		{"another grid fits the picture", "seen nonogram !rival: 5;1 1 1;5;1 1 1;5|5;1 1 1;5;1 1 1;5", "5;1 1 1;5;1 1 1;5|5;1 1 1;5;1 1 1;5", false, nil, nil},
		{"two readings are both sound", "seen nonogram *50: 2~1@3;0;1|1;1~0@3;1", "", false, nil, nil},
	} {
		r, err := ParseText(test.text)
		if err != nil {
			t.Fatal(err)
		}
		v := Judge(context.Background(), r)
		var doubts, repairs []string
		for _, d := range v.Doubts {
			doubts = append(doubts, told(d))
		}
		for _, d := range v.Repairs {
			repairs = append(repairs, told(d))
		}
		if v.Repaired != test.repaired || v.Sure != test.sure || len(test.doubts) > 0 && !slices.Equal(doubts[:min(1, len(doubts))], test.doubts) || !slices.Equal(repairs, test.repairs) {
			t.Errorf("%s: repaired %q, sure %v, doubts %q, repairs %q", test.name, v.Repaired, v.Sure, doubts, repairs)
		}
	}
}

// TestNear: near holds for single slips alone.
func TestNear(t *testing.T) {
	for _, test := range []struct {
		a, b string
		near bool
	}{
		{"3 1", "3 1", true}, {"3 1", "8 1", true}, {"3 1", "3", true}, {"3 1", "31", true}, {"3 1", "3 1 1", true},
		{"3 12 1", "3 1", true}, {"3 1", "3 10", true}, {"17", "7", true}, {"17", "11", true},
		{"3 1", "1 3", false}, {"3 1", "5 5", false}, {"3 1", "3 1 1 1", false}, {"17", "28", false}, {"0", "12", false},
	} {
		if near(test.a, test.b) != test.near || near(test.b, test.a) != test.near {
			t.Errorf("%q and %q: %v", test.a, test.b, !test.near)
		}
	}
}

// TestMarks: the verdict has the picture's marks that are sure.
func TestMarks(t *testing.T) {
	r, err := ParseText("seen nonogram *30: 3;1|2;1;1|3#x2?")
	if err != nil {
		t.Fatal(err)
	}
	if v := Judge(context.Background(), r); v.Marks != "###/x??" || !v.Sure {
		t.Errorf("%+v", v)
	}
	r.Cells[0].State = []vision.Guess{{Value: vision.Filled, P: 0.6}, {Value: vision.Blank, P: 0.4}}
	r.Cells[1].State[0].P, r.Cells[2].State[0].Value, r.Cells[3].State = 0.9, vision.Blank, nil
	if v := Judge(context.Background(), r); v.Marks != "" {
		t.Errorf("%q of no sure mark", v.Marks)
	}
	if r, err = ParseText(`seen kakuro *30: #,3\,4\/\4,1,./\3,.,.`); err != nil {
		t.Fatal(err)
	}
	if v := Judge(context.Background(), r); v.Marks != "###/#1?/#??" || strings.Contains(v.Puzzle, "1 .") {
		t.Errorf("%+v", v)
	}
}

// TestSettle: an answer changes only its place, in a copy; an impossible one is refused.
func TestSettle(t *testing.T) {
	for _, test := range []struct {
		text, answer, want string
		place              Place
	}{
		{"seen nonogram *30: 8~3@6;1|2;1;1", "3", "seen nonogram *30: 3~*@60;1|2;1;1", Place{Side: Row}},
		{"seen nonogram *30: 8~3@6;1|2;1;1", "", "seen nonogram *25: 8~3@6;1|2;0~*@60;1", Place{Side: Col, Col: 1}},
		{"seen nonogram: 3;1|2;1;1", "2 1", "", Place{Side: Row}},
		{"seen nonogram: 3;1|2;1;1", "x", "", Place{Side: Row}},
		{"seen nonogram: 3;1|2;1;1", "1", "", Place{Side: Row, Row: 2}},
		{"seen nonogram: 3;1|2;1;1", "1", "", Place{Side: Cell}},
		{`seen kakuro: #,3~8@3\/\4,.`, "17", `seen kakuro: #,17\/\4,.`, Place{Side: Down, Col: 1}},
		{`seen kakuro: #,3~8@3\/\4,.`, "0", `seen kakuro: #,~*@60\/\4,.`, Place{Side: Down, Col: 1}},
		{`seen kakuro: #,3~8@3\/\4,.`, ".", `seen kakuro: .,3~8@3\/\4,.`, Place{Side: Cell}},
		{`seen kakuro: #,3~8@3\/\4,.`, "7", `seen kakuro: 7!,3~8@3\/\4,.`, Place{Side: Cell}},
		{`seen kakuro: #,3~8@3\/\4,.`, "#", `seen kakuro: #,3~8@3\/\4,#`, Place{Side: Cell, Row: 1, Col: 1}},
		{`seen kakuro: #,3~8@3\/\4,7`, ".", `seen kakuro: #,3~8@3\/\4,.`, Place{Side: Cell, Row: 1, Col: 1}},
		{`seen kakuro: #,3~8@3\/\4,.`, "12", "", Place{Side: Cell}},
		{`seen kakuro: #,3~8@3\/\4,.`, "", "", Place{Side: Cell}},
		{`seen kakuro: #,3~8@3\/\4,.`, "46", "", Place{Side: Down, Col: 1}},
		{`seen kakuro: #,3~8@3\/\4,.`, "1", "", Place{Side: Row}},
		{"seen lights lit=0~1@3: 01/10", "1", "seen lights lit=1: 01/10", Place{Side: Lit}},
		{"seen lights lit=0~1@3: 01/1(0~1@3)", "1", "seen lights lit=0~1@3: 01/11", Place{Side: Cell, Row: 1, Col: 1}},
		{"seen lights lit=0~1@3: 01/10", "9", "", Place{Side: Lit}},
		{"seen lights lit=0~1@3: 01/10", "1", "", Place{Side: Down}},
	} {
		r, err := ParseText(test.text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Settle(r, test.place, test.answer)
		if err != nil != (test.want == "") || err == nil && Text(s) != test.want {
			t.Errorf("%s, %v is %q: %v, %v, want %q", test.text, test.place, test.answer, s, err, test.want)
		}
		if again, _ := ParseText(test.text); !reflect.DeepEqual(r, again) {
			t.Errorf("%s was changed", test.text)
		}
	}
}

// TestSettledIsNotAskedAgain: an answered place is not in doubt any more.
func TestSettledIsNotAskedAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	for _, truth := range puzzles(t, fewer(5), fewer(10)) {
		r, _ := seen(random, truth, 0.3)
		said := map[Place]bool{}
		for range 6 {
			v := Judge(context.Background(), r)
			if len(v.Doubts) == 0 {
				break
			}
			for _, d := range v.Doubts {
				if said[d.Place] {
					t.Errorf("%v is asked again", d)
				}
			}
			d := v.Doubts[0]
			said[d.Place] = true
			if len(d.Readings) == 0 {
				break
			}
			var err error
			if r, err = Settle(r, d.Place, d.Readings[0].Text); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestDoubtsAreInOrder: the readings of a doubt come likeliest first, their probabilities sum to 1 at
// most, and their texts differ and can be given as answers. If the likeliest is not what the place looks like there is
// another one to choose.
func TestDoubtsAreInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	for _, truth := range puzzles(t, fewer(20), fewer(20)) {
		r, _ := seen(random, truth, 0.2)
		v := Judge(context.Background(), r)
		if len(v.Doubts) > mostDoubts {
			t.Errorf("%d doubts", len(v.Doubts))
		}
		for _, d := range v.Doubts {
			lines := [2][]vision.Line{r.RowClues, r.ColClues}[d.Place.Side]
			if looks := lines[d.Place.Row+d.Place.Col].Readings[0].Numbers; len(d.Readings) == 1 && d.Readings[0].Text != numbersText(looks) {
				t.Errorf("%v looks like %v", d, looks)
			}
		}
		for _, d := range slices.Concat(v.Doubts, v.Repairs) {
			texts, sum := map[string]bool{}, 0.0
			for i, reading := range d.Readings {
				texts[reading.Text] = true
				sum += reading.P
				if i > 0 && reading.P > d.Readings[i-1].P {
					t.Errorf("%v: not in order", d)
				}
			}
			if len(texts) != len(d.Readings) || len(d.Readings) > mostReadings || sum > 1+1e-9 {
				t.Errorf("%v: readings", d)
			}
		}
	}
}

// TestTimeIsUp: a reading judged without time is not sure, and no goroutine is left behind.
func TestTimeIsUp(t *testing.T) {
	before := runtime.NumGoroutine()
	over, cancel := context.WithCancel(context.Background())
	cancel()
	random := rand.New(rand.NewPCG(25, 26))
	for _, truth := range puzzles(t, fewer(3), fewer(6)) {
		r, _ := seen(random, truth, 0.1)
		if v := Judge(over, r); v.Sure || v.Puzzle == "" {
			t.Errorf("%+v", v)
		}
	}
	for _, truth := range grids(t, 5) {
		r, _ := seenGrid(random, truth, 0.1)
		if v := Judge(over, r); v.Sure || v.Puzzle == "" {
			t.Errorf("%+v", v)
		}
	}
	// A board that takes longer than any time given.
	cells := make([]nonogram.Cell, 150*150)
	for i := range cells {
		cells[i] = nonogram.Empty + nonogram.Cell(random.IntN(2))
	}
	r, _ := seen(random, nonogram.FromPicture(cells, 150), 0.9)
	if v := Judge(context.Background(), r); v.Sure {
		t.Errorf("sure of %s", v.Puzzle)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
}

// TestBoxes: doubts and repairs have the boxes of their places.
func TestBoxes(t *testing.T) {
	r, err := ParseText("seen nonogram *50: 8~3@6;1|2;1;1")
	if err != nil {
		t.Fatal(err)
	}
	r.RowClues[0].Box = image.Rect(1, 2, 3, 4)
	if v := Judge(context.Background(), r); len(v.Repairs) != 1 || v.Repairs[0].Box != r.RowClues[0].Box {
		t.Errorf("%+v", v.Repairs)
	}
}

// TestNoNumbers: a nonogram with numbers on few lines is never sure; one without any is no puzzle.
func TestNoNumbers(t *testing.T) {
	for _, test := range []struct {
		rows, cols [][]int
		puzzle     string
		sure       bool
	}{
		{make([][]int, 5), make([][]int, 5), "", false},
		{[][]int{{1}, nil, nil, nil, nil}, [][]int{{1}, nil, nil, nil, nil}, "1;0;0;0;0|1;0;0;0;0", false},
		{[][]int{{5}, {1}, {1}, {1}, {5}}, [][]int{{5}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}, "5;1;1;1;5|5;1 1;1 1;1 1;1 1", true},
	} {
		v := Judge(context.Background(), exactly(nonogram.New(test.rows, test.cols), .99999))
		if v.Puzzle != test.puzzle || v.Sure != test.sure || v.Puzzle == "" && v.Repaired != "" {
			t.Errorf("%q, sure: %v; want %q, sure: %v", v.Puzzle, v.Sure, test.puzzle, test.sure)
		}
	}
}

// TestUnlistedAnswers: an answer that was not read makes it five times as likely, up to a third, that other
// lines were read wrong in all ways, except those that are settled. An answer that was read changes no other line.
func TestUnlistedAnswers(t *testing.T) {
	for _, c := range []struct {
		answers []string
		missed  float64
	}{
		{[]string{"8"}, .001}, {[]string{"2"}, .001}, {[]string{"3"}, .005}, {[]string{"3", "3"}, .025},
		{[]string{"3", "3", "3", "3"}, 1. / 3}, {[]string{"3", "1", "1"}, .005},
	} {
		r, err := ParseText("seen nonogram *30: 8~2@6;1;1;1;1;1;1;1|1;1;1;1;1;1;1;1")
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range c.answers {
			if r, err = Settle(r, Place{Side: Row, Row: i}, text); err != nil {
				t.Fatal(err)
			}
		}
		for i, line := range append(slices.Clone(r.ColClues), r.RowClues...) {
			want := 1 - c.missed
			if settled := i >= 8 && i < 8+len(c.answers); settled {
				want = 1
			} else if i == 8 {
				continue
			}
			if got := line.Readings[0].P; math.Abs(got-want) > .001 {
				t.Errorf("%q: line %d has %.4f, want %.4f", c.answers, i, got, want)
			}
		}
	}
}

// TestAtOnce: three doubted places of a puzzle that makes sense as it looks are looked at together. Two are asked about
// one by one; so are three if it makes no sense or the size is doubted too, and lamps.
func TestAtOnce(t *testing.T) {
	either := func(n int) (all []Doubt) {
		for i := range n {
			all = append(all, Doubt{Place: Place{Side: Down, Row: i}, Readings: []Reading{{"4", .6}, {"9", .4}}})
		}
		return append(all, Doubt{Place: Place{Side: Down, Row: n}, Readings: []Reading{{"4", .99}}})
	}
	size := Doubt{Place: Place{Side: Size}, Readings: []Reading{{"0", .5}, {"1", .5}}}
	cell := Doubt{Place: Place{Side: Cell}, Readings: []Reading{{"#", .9}, {".", .1}}}
	for name, c := range map[string]struct {
		Verdict
		want bool
	}{
		"three":              {Verdict{Likely: true, Doubts: either(3)}, true},
		"two":                {Verdict{Likely: true, Doubts: either(2)}, false},
		"three of no puzzle": {Verdict{Doubts: either(3)}, false},
		"the size, too":      {Verdict{Likely: true, Doubts: append(either(3), size)}, false},
		"a cell, too":        {Verdict{Kind: vision.Kakuro, Likely: true, Doubts: append(either(2), cell)}, true},
		"lamps":              {Verdict{Kind: vision.Lights, Likely: true, Doubts: []Doubt{cell, cell, cell}}, false},
	} {
		if got := c.AtOnce(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestNamesAreAsked: clues that may be the names of the lines are never sure, though they have one solution, and not
// after the size was said either.
func TestNamesAreAsked(t *testing.T) {
	names := [][]int{{1}, {2}, {3}, {4}, {5}}
	r := exactly(nonogram.New(names, names), .99999)
	if v := Judge(context.Background(), r); !v.Sure {
		t.Fatal("the puzzle by itself is not sure")
	}
	r.Flaws = []vision.Flaw{vision.Names}
	if v := Judge(context.Background(), r); v.Sure {
		t.Error("names of lines are sure")
	}
	rival := *r
	r.Rivals = []*vision.Reading{&rival}
	sized, err := Settle(r, Place{Side: Size}, "0")
	if err != nil {
		t.Fatal(err)
	}
	if v := Judge(context.Background(), sized); v.Sure {
		t.Error("names of lines are sure once the size is said")
	}
}
