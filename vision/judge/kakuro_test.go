package judge

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"kibitz/solvers"
	"kibitz/solvers/kakuro"
	"kibitz/vision"
)

// grids returns Kakuro of several sizes with one solution.
func grids(t testing.TB, n int) (all []*kakuro.Puzzle) {
	sizes := [][2]int{{5, 5}, {6, 6}, {8, 8}, {9, 11}, {12, 12}}
	demands := kakuro.Demands()
	for i := range n {
		size := sizes[i%len(sizes)]
		p, err := kakuro.Generate(context.Background(), size[0], size[1], demands[i/len(sizes)%2], uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// seenSum returns the guesses for a sum, as many as the crowd has.
func seenSum(random *rand.Rand, truth int, c crowd) (guesses []vision.Guess) {
	slot := c.slot(random)
	values := []int{truth}
	for i, p := range c {
		value := truth
		for tries := 0; i != slot && tries < 100; tries++ {
			switch text := strconv.Itoa(truth); {
			case random.IntN(6) == 0 && len(text) == 2: // one of two digits is lost
				value = int(text[random.IntN(2)] - '0')
			case tries > 20:
				value = misread(random, value)
			default:
				value = misread(random, truth)
			}
			if !slices.Contains(values, value) {
				break
			}
		}
		values = append(values, value)
		guesses = append(guesses, vision.Guess{Value: value, P: p})
	}
	return guesses
}

// seenGrid returns a reading of a Kakuro, and the number of sums with a likeliest guess that is wrong.
func seenGrid(random *rand.Rand, p *kakuro.Puzzle, hard float64) (r *vision.Reading, wrong int) {
	r = &vision.Reading{Kind: vision.Kakuro, Rows: p.Rows, Cols: p.Cols}
	for _, c := range p.Cells {
		cell := vision.Cell{State: []vision.Guess{{Value: vision.Filled, P: 0.9999}}}
		if c.White {
			cell.State[0].Value = vision.Blank
		}
		for _, side := range []struct {
			sum  int
			into *[]vision.Guess
		}{{c.Down, &cell.Down}, {c.Across, &cell.Across}} {
			if side.sum == 0 {
				continue
			}
			*side.into = seenSum(random, side.sum, crowded(random, hard))
			if (*side.into)[0].Value != side.sum {
				wrong++
			}
		}
		r.Cells = append(r.Cells, cell)
	}
	return r, wrong
}

// TestKakuroNeverSilentlyWrong is TestNeverSilentlyWrong for Kakuro.
func TestKakuroNeverSilentlyWrong(t *testing.T) {
	all := grids(t, 25)
	for _, hard := range []float64{0.01, 0.1} {
		random := rand.New(rand.NewPCG(15, 16))
		boards, misread, right, clean, repaired, wrong, doubted, told := 0, 0, 0, 0, 0, 0, 0, 0
		for misread < many(14) {
			truth := all[random.IntN(len(all))]
			r, bad := seenGrid(random, truth, hard)
			boards++
			misread += min(bad, 1)
			v := Judge(context.Background(), r)
			switch {
			case !v.Sure && bad > 0:
				doubted++
				for _, d := range v.Doubts {
					cell := truth.Cells[d.Place.Row*truth.Cols+d.Place.Col]
					sum := cell.Down
					if d.Place.Side == Across {
						sum = cell.Across
					}
					if len(d.Readings) == 0 || d.Readings[0].Text != strconv.Itoa(sum) {
						told++ // a misread place is asked for
						break
					}
				}
			case !v.Sure:
			case v.Repaired != truth.String():
				wrong++
				t.Logf("silently wrong, %d misread: %s", bad, Text(r))
			case bad > 0:
				repaired++
				right++
			default:
				clean++
			}
		}
		t.Logf("%.2f hard: %d boards; right at once %d of %d clean, %d of %d misread; %d doubted; silently wrong %d",
			hard, boards, clean, boards-misread, repaired, misread, doubted, wrong)
		if wrong > misread/1000 {
			t.Errorf("silently wrong %d of %d", wrong, misread)
		}
		if repaired == 0 && misread >= 40 {
			t.Error("nothing was repaired")
		}
	}
}

// TestKakuroInPrint: peculiarities of printed Kakuro lead to a verdict or a question.
func TestKakuroInPrint(t *testing.T) {
	for _, test := range []struct {
		name, text     string
		sure, repaired bool
		doubt          string // the first place asked for, and its readings
	}{
		{"plain", `seen kakuro: #,3\,4\/\4,.,./\3,.,.`, true, true, ""},
		{"totals differ", `seen kakuro: #,3\,5\/\4,.,./\3,.,.`, false, false, ""},
		{"totals differ, and one reading mends it", `seen kakuro: #,3\,5~4@6\/\4,.,./\3,.,.`, true, true, ""},
		{"out of range", `seen kakuro: #,3\,4\/\1~4@9,.,./\3,.,.`, true, true, ""},
		{"an entry without a clue", `seen kakuro: #,3\,#/\4,.,./\3,.,.`, false, true, "Down 1 3: 0"},
		{"an entry without a clue that it lacks", `seen kakuro: #,#,9\/\8,.,./\9,.,.`, false, false, "Down 1 2: 0"},
		{"a clue without cells", `seen kakuro: #,3\,4\/\4,.,./7\3,.,.`, false, true, "Down 3 1: 7 0"},
		{"an entry of one cell", `seen kakuro: #,3\,#/\3,.,#`, true, true, ""},
		{"an entry of ten cells", `seen kakuro: \9,.,.,.,.,.,.,.,.,.,.`, false, false, ""},
		{"blocks alone", `seen kakuro: #,#/#,#`, false, false, ""},
		{"white cells alone", `seen kakuro: .,./.,.`, false, true, ""},
	} {
		r, err := ParseText(test.text)
		if err != nil {
			t.Fatal(err)
		}
		v := Judge(context.Background(), r)
		if v.Sure != test.sure || v.Repaired != "" != test.repaired {
			t.Errorf("%s: sure %v, repaired %q, doubts %v", test.name, v.Sure, v.Repaired, v.Doubts)
		}
		if test.doubt != "" && (len(v.Doubts) == 0 || told(v.Doubts[0]) != test.doubt) {
			t.Errorf("%s: doubts %v, want first %s", test.name, v.Doubts, test.doubt)
		}
	}
}

// told returns a doubt in words, with rows and columns counted from 1.
func told(d Doubt) string {
	side := [...]string{"Row", "Col", "Down", "Across", "Cell", "Lit"}[d.Place.Side]
	words := []string{side, strconv.Itoa(d.Place.Row + 1), strconv.Itoa(d.Place.Col+1) + ":"}
	for _, r := range d.Readings {
		words = append(words, r.Text)
	}
	return strings.Join(words, " ")
}

// TestKakuroSumsFollow: a sum that was not seen follows from the totals of the others.
func TestKakuroSumsFollow(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	for _, truth := range grids(t, 10) {
		r, _ := seenGrid(random, truth, 0)
		for i, c := range truth.Cells { // all sums right, except one
			r.Cells[i].Down, r.Cells[i].Across = []vision.Guess{{Value: c.Down, P: 0.9999}}, []vision.Guess{{Value: c.Across, P: 0.9999}}
		}
		e := truth.Entries()[random.IntN(len(truth.Entries()))]
		cell, side, sum := e.Row*truth.Cols+e.Col-1, Across, &r.Cells[e.Row*truth.Cols+max(e.Col-1, 0)].Across
		if !e.Across {
			cell, side = (e.Row-1)*truth.Cols+e.Col, Down
			sum = &r.Cells[cell].Down
		}
		least, most := sumRange(e.Len)
		misread := least + random.IntN(most-least+1)
		if misread == e.Sum {
			continue
		}
		*sum = []vision.Guess{{Value: misread, P: 0.9}}
		v := Judge(context.Background(), r)
		place := Place{side, cell / truth.Cols, cell % truth.Cols}
		at := slices.IndexFunc(v.Doubts, func(d Doubt) bool { return d.Place == place })
		if v.Sure || at != 0 || v.Doubts[0].Readings[0].Text != strconv.Itoa(e.Sum) {
			t.Errorf("%v with %d for %d: sure %v, doubts %v", e, misread, e.Sum, v.Sure, v.Doubts)
		}
	}
}

// TestTwoMisread: if two sums are misread, and no other sum in place of a single one makes sense, the misread
// ones are asked for, however sure the reader was of them. In a bubble of synctest no clock ends the search.
func TestTwoMisread(t *testing.T) { synctest.Test(t, twoMisread) }

func twoMisread(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	boards, asked := 0, 0
	truth := grids(t, 3)[2]
	for boards < 5 {
		r, _ := seenGrid(random, truth, 0)
		for i, c := range truth.Cells {
			r.Cells[i].Down, r.Cells[i].Across = []vision.Guess{{Value: c.Down, P: 0.9999}}, []vision.Guess{{Value: c.Across, P: 0.9999}}
		}
		var places []Place
		for _, i := range random.Perm(len(truth.Cells)) {
			if sum := &r.Cells[i].Across[0]; sum.Value > 0 && len(places) < 2 {
				sum.Value = misread(random, sum.Value)
				places = append(places, Place{Across, i / truth.Cols, i % truth.Cols})
			}
		}
		g := newGrid(r)
		single := false
		for i := range g.fields {
			can, _ := g.sumsWithout(t.Context(), g.likeliest(), i)
			single = single || can
		}
		if single {
			continue
		}
		boards++
		if v := Judge(t.Context(), r); slices.ContainsFunc(v.Doubts, func(d Doubt) bool { return slices.Contains(places, d.Place) }) {
			asked++
		}
	}
	if asked < (boards+1)/2 {
		t.Errorf("a misread sum is asked for on %d of %d boards", asked, boards)
	}
}

// TestSumFollowsFromTotals: a sum that is left out follows from the totals of the others even if the grid
// has several solutions.
func TestSumFollowsFromTotals(t *testing.T) {
	for text, several := range map[string]bool{"#,7\\,8\\/\\7,.,./\\8,.,.": true, "#,3\\,4\\/\\3,.,./\\4,.,.": false} {
		truth, err := kakuro.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := truth.Solve(t.Context()); err != nil || (a.Verdict == solvers.Multiple) != several {
			t.Fatalf("%s: %v %v", text, a.Verdict, err)
		}
		r, _ := seenGrid(rand.New(rand.NewPCG(1, 2)), truth, 0)
		for i, c := range truth.Cells {
			r.Cells[i].Down, r.Cells[i].Across = []vision.Guess{{Value: c.Down, P: 0.9999}}, []vision.Guess{{Value: c.Across, P: 0.9999}}
		}
		for i, f := range newGrid(r).fields {
			cell := f.place.Row*truth.Cols + f.place.Col
			sum, guesses := truth.Cells[cell].Down, r.Cells[cell].Down
			if f.place.Side == Across {
				sum, guesses = truth.Cells[cell].Across, r.Cells[cell].Across
			}
			guesses[0].Value++ // misread
			g := newGrid(r)
			if can, texts := g.sumsWithout(t.Context(), g.likeliest(), i); !can || texts[0] != strconv.Itoa(sum) {
				t.Errorf("%s: without %+v: %v %q, want %d", text, f.place, can, texts, sum)
			}
			guesses[0].Value--
		}
	}
}

// TestSumsTogether: sumsTogether returns exactly the pairs of values with which a grid makes sense. In
// a bubble of synctest no clock ends a try, however busy the machine is.
func TestSumsTogether(t *testing.T) { synctest.Test(t, sumsTogether) }

func sumsTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	some := 0
	for _, truth := range []*kakuro.Puzzle{grids(t, 1)[0], grids(t, 6)[5]} {
		r, _ := seenGrid(random, truth, 0)
		for i, c := range truth.Cells {
			r.Cells[i].Down, r.Cells[i].Across = []vision.Guess{{Value: c.Down, P: 0.9999}}, []vision.Guess{{Value: c.Across, P: 0.9999}}
		}
		g := newGrid(r)
		for range fewer(15) {
			i := random.IntN(len(g.fields) - 1)
			fields := [2]int{i, i + 1 + random.IntN(len(g.fields)-i-1)}
			got, known := g.sumsTogether(context.Background(), g.likeliest(), fields)
			if !known {
				t.Fatalf("nothing is known of %v", fields)
			}
			p, _ := g.puzzle(g.likeliest())
			var sums [2]*int
			for k, i := range fields {
				cell := &p.Cells[g.fields[i].place.Row*p.Cols+g.fields[i].place.Col]
				if sums[k] = &cell.Down; g.fields[i].place.Side == Across {
					sums[k] = &cell.Across
				}
			}
			read := [2]int{*sums[0], *sums[1]}
			want := 0
			for *sums[0] = 1; *sums[0] <= 45; *sums[0]++ {
				for *sums[1] = 1; *sums[1] <= 45; *sums[1]++ {
					prior, _, _ := decideKakuro(context.Background(), p)
					if values := [2]int{*sums[0], *sums[1]}; prior == 0 || values == read {
						continue
					}
					want++
					texts := [2]string{strconv.Itoa(*sums[0]), strconv.Itoa(*sums[1])}
					if !slices.Contains(got, both{texts, prior}) {
						t.Errorf("%v: %v is missing, of prior %v: %v", fields, texts, prior, got)
					}
				}
			}
			if want != len(got) {
				t.Errorf("%v: found %v, want %d", fields, got, want)
			}
			some += want
		}
	}
	t.Logf("%d pairs of values", some)
}

// TestKakuroShape: a cell that may be a block is decided by logic, or is the only place asked for,
// with the truth first.
func TestKakuroShape(t *testing.T) {
	right, all := 0, 0
	random := rand.New(rand.NewPCG(19, 20))
	for _, truth := range grids(t, 15) {
		r, _ := seenGrid(random, truth, 0)
		for i, c := range truth.Cells {
			r.Cells[i].Down, r.Cells[i].Across = []vision.Guess{{Value: c.Down, P: 0.9999}}, []vision.Guess{{Value: c.Across, P: 0.9999}}
		}
		i := slices.IndexFunc(truth.Cells, func(c kakuro.Cell) bool { return c.White })
		r.Cells[i].State = []vision.Guess{{Value: vision.Filled, P: 0.6}, {Value: vision.Blank, P: 0.4}}
		all++
		if v := Judge(context.Background(), r); v.Repaired == truth.String() && v.Sure && len(v.Repairs) == 1 || len(v.Doubts) == 1 && v.Doubts[0].Place.Side == Cell && v.Doubts[0].Readings[0].Text == "." {
			right++
		} else {
			t.Logf("sure %v, repaired %v, doubts %v", v.Sure, v.Repaired == truth.String(), v.Doubts)
		}
	}
	if right < all*9/10 {
		t.Errorf("%d of %d repaired", right, all)
	}
}

// TestShapeMakesSense: a cell is asked for only if the puzzle makes sense with the other shape as well. The
// question has both shapes, first that which the cell looks like.
func TestShapeMakesSense(t *testing.T) {
	asked := 0
	random := rand.New(rand.NewPCG(19, 20))
	for _, truth := range grids(t, 15) {
		r, _ := seenGrid(random, truth, 0)
		for i, c := range truth.Cells {
			r.Cells[i].Down, r.Cells[i].Across = []vision.Guess{{Value: c.Down, P: 1}}, []vision.Guess{{Value: c.Across, P: 1}}
			r.Cells[i].State[0].P = .9998
		}
		for _, d := range Judge(t.Context(), r).Doubts {
			other := *truth
			other.Cells = slices.Clone(truth.Cells)
			cell := &other.Cells[d.Place.Row*truth.Cols+d.Place.Col]
			cell.White = !cell.White
			if d.Place.Side != Cell {
				continue
			}
			if prior, _, _ := decideKakuro(t.Context(), &other); prior == 0 {
				t.Errorf("%v: the other way it makes no sense", told(d))
			}
			if want := map[bool]string{true: "# .", false: ". #"}[cell.White]; !strings.HasSuffix(told(d), ": "+want) {
				t.Errorf("%v: want %s", told(d), want)
			}
			asked++
		}
	}
	if asked == 0 {
		t.Error("no cell is asked for")
	}
}

// TestTurned: a board has one solution with its last cell white, and another with a block there. That
// cell is asked for as soon as its looks leave a chance.
func TestTurned(t *testing.T) {
	const text = `10 11
# 4\ 19\ 23\ # 14\ 10\ # # 9\ 11\
\12 . . . \16 . . 14\ \10 . .
\13 . . . 9\7 . . . 24\4 . .
# 17\24 . . . . \14 . . . #
\10 . . 20\4 . . \17 . . 16\ 12\
\23 . . . 10\ # 14\ 3\13 . . .
# # 23\10 . . \5 . . 24\13 . .
# 4\10 . . . 10\14 . . . . 3\
\12 . . \22 . . . \12 . . .
\9 . . # \4 . . \15 . . #`
	p, err := kakuro.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	last := len(p.Cells) - 1
	white := *p
	white.Cells = slices.Clone(p.Cells)
	white.Cells[last].White = true
	for _, either := range []*kakuro.Puzzle{p, &white} {
		if prior, held, solution := decideKakuro(context.Background(), either); prior == 0 || !held || solution == nil {
			t.Fatalf("not one solution: %v", either)
		}
	}
	r := &vision.Reading{Kind: vision.Kakuro, Rows: p.Rows, Cols: p.Cols}
	for _, c := range p.Cells {
		cell := vision.Cell{State: []vision.Guess{{Value: vision.Filled, P: 1}}}
		if c.White {
			cell.State[0].Value = vision.Blank
		}
		if c.Down > 0 {
			cell.Down = []vision.Guess{{Value: c.Down, P: 1}}
		}
		if c.Across > 0 {
			cell.Across = []vision.Guess{{Value: c.Across, P: 1}}
		}
		r.Cells = append(r.Cells, cell)
	}
	for look, want := range map[float64]int{1: 0, .9998: 1} {
		r.Cells[last].State[0].P = look
		v := Judge(context.Background(), r)
		if v.Sure != (want == 0) || len(v.Doubts) != want || want == 1 && v.Doubts[0].Place != (Place{Cell, p.Rows - 1, p.Cols - 1}) {
			t.Errorf("looks are certain by %v: sure %v, doubts %+v", look, v.Sure, v.Doubts)
		}
	}
}
