package judge

import (
	"context"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// numbersText returns a clue in black and white as people type it.
func numbersText(numbers []int) string { return vision.Clue{Numbers: numbers}.Text() }

// arrangements returns all lines that hold the runs, each cell in one of its shades.
func arrangements(cells []nonogram.Cell, colours int, runs []nonogram.Run) (all [][]nonogram.Cell) {
	line := make([]nonogram.Cell, len(cells))
	s := sheet{rows: 1, cols: len(cells), cells: [2][]nonogram.Cell{line}}
	var fill func(i int)
	fill = func(i int) {
		if i == len(line) {
			if found, _ := s.runs(0); slices.Equal(found, runs) {
				all = append(all, slices.Clone(line))
			}
			return
		}
		for shade := nonogram.Empty; shade <= nonogram.ShadeOf(colours-1); shade <<= 1 {
			if line[i] = shade; cells[i]&shade != 0 {
				fill(i + 1)
			}
		}
	}
	fill(0)
	return all
}

// TestLineSolver: for any cells and any clues, in one colour or in several, it finds which clues have an
// arrangement, and leaves each cell exactly the shades that it has in one.
func TestLineSolver(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 7))
	var s lineSolver
	for range fewer(20_000) {
		colours := 1 + random.IntN(3)
		open := nonogram.ShadeOf(colours) - 1
		cells := make([]nonogram.Cell, 1+random.IntN(8-colours))
		for i := range cells {
			cells[i] = open
			if random.IntN(3) == 0 {
				cells[i] = 1 + nonogram.Cell(random.IntN(int(open)))
			}
		}
		before, want := slices.Clone(cells), make([]nonogram.Cell, len(cells))
		some := false
		s.begin(cells, colours)
		var clues [][]nonogram.Run
		for range 1 + random.IntN(3) {
			var runs []nonogram.Run
			for left := len(cells); left > 0 && random.IntN(4) > 0; {
				run := nonogram.Run{Length: 1 + random.IntN(left), Colour: random.IntN(colours)}
				runs, left = append(runs, run), left-run.Length-random.IntN(2)
			}
			clues = append(clues, runs)
			fit := arrangements(before, colours, runs)
			if s.try(runs) != (len(fit) > 0) {
				t.Fatalf("%v with %v: it is not seen whether that fits", before, runs)
			}
			for _, line := range fit {
				some = true
				for i, shade := range line {
					want[i] |= shade
				}
			}
		}
		if !some {
			continue
		}
		var decided []int
		s.end(func(i int) { decided = append(decided, i) })
		for i := range cells {
			if slices.Contains(decided, i) != (before[i] != want[i]) {
				t.Fatalf("%v with %v: decided %v, want %v", before, clues, decided, want)
			}
		}
		if !slices.Equal(cells, want) {
			t.Fatalf("%v with %v: %v, want %v", before, clues, cells, want)
		}
	}
}

// TestCross: a row and a column are both unknown, and only their common cell is open. If it were as in the
// clue that was read, the row would be right; so it is the other way round, and both clues follow.
func TestCross(t *testing.T) {
	p, _ := newPage(exactly(nonogram.New([][]int{{3}, {3}, {3}}, [][]int{{3}, {3}, {3}}), 1))
	all, known := p.linesTogether(t.Context(), p.likeliest(), [2]int{0, 3})
	if want := []both{{[2]string{"2", "2"}, 1}}; !known || !slices.Equal(all, want) {
		t.Errorf("%v, known: %v; want %v", all, known, want)
	}
}

// TestProbe: once the ways that contradict the other lines are struck, each that is left agrees with them.
func TestProbe(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	struck := 0
	for range 300 {
		r := exactly(nonogram.New(make([][]int, 3), make([][]int, 3)), 1)
		for _, lines := range [][]vision.Line{r.RowClues, r.ColClues} {
			for i := range lines {
				lines[i].Readings = nil
				for _, k := range random.Perm(len(ofThree))[:3] {
					lines[i].Readings = append(lines[i].Readings, vision.Clue{Numbers: ofThree[k], P: .3})
				}
			}
		}
		p, _ := newPage(r)
		if !p.strike(t.Context()) {
			continue
		}
		before := p.living()
		p.probe(t.Context())
		struck += before - p.living()
		for i, f := range p.fields {
			for j, w := range f.ways {
				s := p.liveSheet()
				if s.only(i, j); !w.dead && !s.solve(t.Context()) {
					t.Fatalf("%s: line %d is no %s", Text(r), i, w.text)
				}
			}
		}
	}
	if struck < 50 {
		t.Errorf("%d ways are struck", struck)
	}
}

// living returns how many ways are alive.
func (p *page) living() (n int) {
	for _, f := range p.fields {
		for _, w := range f.ways {
			if !w.dead {
				n++
			}
		}
	}
	return n
}

// TestOutsideOnce: a puzzle with a reading that is in no list is counted once. If the puzzle had to be repaired,
// such readings are looked for in what it became.
func TestOutsideOnce(t *testing.T) {
	for text, repaired := range map[string]bool{"seen nonogram *10: 2;1|1;1;1": false, "seen nonogram *10: 8~2@3;1 1~1@9|1;1;1": true} {
		r, err := ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := newPage(r)
		all := p.judge(t.Context()).outside
		seen, changed := map[string]bool{}, false
		for _, o := range all {
			seen[fmt.Sprint(o.choice, o.fields)] = true
			changed = changed || !slices.Equal(o.choice, p.likeliest())
		}
		if len(all) == 0 || len(seen) != len(all) || changed != repaired {
			t.Errorf("%s: %d are counted %d times, of a repaired puzzle: %v", text, len(seen), len(all), changed)
		}
	}
}

// TestUndo: the mistakes that may have moved clues to other lines, all of them and no other.
func TestUndo(t *testing.T) {
	tried := func(lines [][]int) (all []string) {
		p := nonogram.New(lines, nil)
		undo(p.Rows, func(lines [][]nonogram.Run) bool {
			lengths, _ := (&nonogram.Puzzle{Rows: lines}).Lengths()
			all = append(all, fmt.Sprint(lengths))
			return false
		})
		slices.Sort(all)
		return slices.Compact(all)
	}
	got := tried([][]int{{1}, {}, {2, 3}})
	want := []string{
		"[[1] [] [] [2 3]]", // an empty line more
		"[[1] [2 3]]",       // or less
		"[[] [1] [2 3]]",    // neighbours swapped, or a number of one that belongs to the other
		"[[1] [2 3] []]",
		"[[1] [2] [3]]",
		"[[1] [3] [2]]",
		"[[1] [] [2] [3]]", // two lines taken for one
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("tried %q\nwant  %q", got, want)
	}
	if undo(nonogram.New([][]int{{1}, {2}}, nil).Rows, func([][]nonogram.Run) bool { return true }) == false {
		t.Error("a mistake that can be undone is not reported")
	}
}

// TestSearchOrder: fields come in the order of the likelihood of their second way.
func TestSearchOrder(t *testing.T) {
	m := &model{}
	for _, second := range []float64{.1, .5, 0, .3} {
		m.add(Place{}, image.Rectangle{}, []way{{p: 1}, {p: second}}, 0)
	}
	m.add(Place{}, image.Rectangle{}, []way{{p: 1}, {p: .05}, {p: .2}, {p: .01}}, 0)
	if ways, order := m.alive(); !slices.Equal(order, []int{1, 3, 4, 0}) || !slices.Equal(ways[4], []uint8{0, 2, 1, 3}) {
		t.Errorf("%v, and the ways of the last field %v", order, ways[4])
	}
}

// TestNothingIsLikely: where nothing is likely at all, nothing has a probability.
func TestNothingIsLikely(t *testing.T) {
	if p := (&judgement{}).posterior(0); p != 0 {
		t.Errorf("%v", p)
	}
}

// TestUnknownPairs: pairs of places keep their likelihood if nothing is known about them, and those that
// are known to make no sense lose it.
func TestUnknownPairs(t *testing.T) {
	for _, known := range []bool{true, false} {
		m := &model{together: func(context.Context, choice, [2]int) ([]both, bool) { return nil, known }}
		for range 3 {
			m.add(Place{}, image.Rectangle{}, []way{{p: .9}}, .1)
		}
		all := 0.0
		for _, c := range m.pairs() {
			all += c.p
		}
		j := &judgement{m: m, found: &found{worlds: []world{{choice: m.likeliest(), p: 1}}, sum: 1e-9}}
		want := map[bool]float64{true: 0, false: all}[known]
		if got := j.unknownPairs(t.Context(), 1); all == 0 || math.Abs(got-want) > 1e-12 {
			t.Errorf("known %v: %v of %v, want %v", known, got, all, want)
		}
	}
}

// TestLookForPairs: if nothing makes sense, all pairs of places are left out, and the puzzles that they stand
// for are no longer among the unknown ones. Without time none is.
func TestLookForPairs(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{t.Context(), ended} {
		m := &model{slack: 1, rate: func(context.Context, choice) (float64, bool) { return 0, false }}
		m.without = func(_ context.Context, _ choice, fields ...int) (bool, []string) {
			return len(fields) == 2, make([]string, len(fields))
		}
		for range 3 {
			m.add(Place{}, image.Rectangle{}, []way{{text: "1", p: .9}}, .1)
		}
		all := 0.0
		for _, c := range m.pairs() {
			all += c.p
		}
		j := &judgement{m: m, found: &found{}}
		want, outside := all, 3
		if ctx.Err() != nil {
			want, outside = 0, 0
		}
		if got := j.lookForPairs(ctx); math.Abs(got-want) > 1e-12 || len(j.outside) != outside {
			t.Errorf("%v: looked at %v of %v: %v", ctx.Err(), got, all, j.outside)
		}
		if ctx.Err() == nil {
			if j = m.judge(ctx); math.Abs(j.rest-misprint) > misprint/1000 || len(j.outside) != 3 {
				t.Errorf("%v is left beside %v", j.rest, j.outside)
			}
		}
	}
}

// TestOutsiders: a reading that is in no list is as likely as any other if it is near to what its place
// looks like, or not known; a reading far from that is less likely.
func TestOutsiders(t *testing.T) {
	likelihood := func(text string) float64 {
		m := &model{slack: 1}
		m.add(Place{}, image.Rectangle{}, []way{{text: "12", p: .9}}, .1)
		m.add(Place{}, image.Rectangle{}, []way{{text: "7", p: 1}}, 0)
		j := &judgement{m: m}
		j.addOutside(world{choice: m.likeliest(), p: 1}, []int{0, 1}, []string{text, "7"})
		return j.outside[0].p
	}
	unknown, near, far := likelihood(""), likelihood("17"), likelihood("39")
	if unknown <= 0 || near != unknown || math.Abs(far/near-farFetched) > 1e-9 {
		t.Errorf("unknown %v, near %v, far %v", unknown, near, far)
	}
}

// TestOutsidersOfTotals: that a single place is misread is less likely if the totals are equal as it was read.
func TestOutsidersOfTotals(t *testing.T) {
	for _, test := range []struct {
		totals [2]int
		fields []int
		chance float64
	}{{[2]int{5, -5}, []int{0}, sameTotal}, {[2]int{5, -6}, []int{0}, oneOfMany}, {[2]int{5, -5}, []int{0, 1}, oneOfMany * oneOfMany}} {
		m := &model{slack: 1, totals: true}
		for _, total := range test.totals {
			m.add(Place{}, image.Rectangle{}, []way{{text: "x", p: .5, total: total}}, .5)
		}
		j := &judgement{m: m}
		j.addOutside(world{choice: m.likeliest(), p: 1}, test.fields, make([]string, len(test.fields)))
		if got := j.outside[0].p; math.Abs(got/test.chance-1) > 1e-9 {
			t.Errorf("totals %v, fields %v: %v, want %v", test.totals, test.fields, got, test.chance)
		}
	}
}

// TestSumsOutOfRange: a sum that n different digits cannot have is a misfit, if it is certain which cells have it.
func TestSumsOutOfRange(t *testing.T) {
	white := vision.Cell{State: []vision.Guess{{Value: vision.Blank, P: 1}}}
	for n, fits := range map[int][2]int{2: {3, 17}, 3: {6, 24}} {
		block := vision.Cell{State: []vision.Guess{{Value: vision.Filled, P: 1}}}
		for sum := 1; sum <= 45; sum++ {
			block.Across = append(block.Across, vision.Guess{Value: sum, P: 1. / 45})
		}
		r := &vision.Reading{Kind: vision.Kakuro, Rows: 1, Cols: n + 1, Cells: append([]vision.Cell{block}, slices.Repeat([]vision.Cell{white}, n)...)}
		for i, w := range newGrid(r).fields[0].ways {
			if sum := i + 1; w.misfit != (sum < fits[0] || sum > fits[1]) {
				t.Errorf("%d in %d cells is a misfit: %v", sum, n, w.misfit)
			}
		}
	}
}

// TestSumSaid: that an entry has no sum is final if a user said so, and else it is not.
func TestSumSaid(t *testing.T) {
	for _, p := range []float64{1, .999} {
		block, white := vision.Cell{State: []vision.Guess{{Value: vision.Filled, P: 1}}}, vision.Cell{State: []vision.Guess{{Value: vision.Blank, P: 1}}}
		block.Across = []vision.Guess{{Value: 0, P: p}}
		g := newGrid(&vision.Reading{Kind: vision.Kakuro, Rows: 1, Cols: 3, Cells: []vision.Cell{block, white, white}})
		if f := g.fields[0]; f.place.Side != Across || f.said != (p == 1) || (f.unlisted() == 0) != (p == 1) {
			t.Errorf("no sum with probability %v: %+v", p, f)
		}
	}
}

// TestMissingSumsPrior: k of n sums that are missing, relative to lost for each: the chance of just
// these k is 2 k! (n-k)! / (n+1)!.
func TestMissingSumsPrior(t *testing.T) {
	factorial := func(n int) float64 { return math.Gamma(float64(n) + 1) }
	for _, n := range []int{6, 20} {
		for k := range 4 {
			entries := make([]kakuro.Entry, n)
			for i := k; i < n; i++ {
				entries[i].Sum = 9
			}
			want := 1.0
			if k > 0 {
				want = min(lacking*2*factorial(k)*factorial(n-k)/factorial(n+1)/math.Pow(lost, float64(k)), 1)
			}
			if got := uncluedPrior(entries); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%d of %d: %v, want %v", k, n, got, want)
			}
		}
	}
}

// TestIncomplete: a reading without rows or columns is no board, however its cells are counted.
func TestIncomplete(t *testing.T) {
	for _, kind := range []vision.Kind{vision.Nonogram, vision.Kakuro, vision.Lights, vision.Cards} {
		for _, size := range [][2]int{{0, 0}, {0, 3}, {3, 0}} {
			r := &vision.Reading{Kind: kind, Rows: size[0], Cols: size[1], RowClues: make([]vision.Line, size[0]), ColClues: make([]vision.Line, size[1])}
			if !incomplete(r) || Text(r) != "" {
				t.Errorf("%v of %v counts as a board", kind, size)
			}
		}
		one := &vision.Reading{Kind: kind, Rows: 1, Cols: 1, RowClues: make([]vision.Line, 1), ColClues: make([]vision.Line, 1), Cells: make([]vision.Cell, 1)}
		if incomplete(one) {
			t.Errorf("%v of one cell is no board", kind)
		}
	}
	for _, clues := range [][2]int{{1, 2}, {2, 1}, {2, 2}} {
		r := &vision.Reading{Kind: vision.Nonogram, Rows: 2, Cols: 2, RowClues: make([]vision.Line, clues[0]), ColClues: make([]vision.Line, clues[1])}
		if incomplete(r) != (clues != [2]int{2, 2}) {
			t.Errorf("2 × 2 with %v clues is incomplete: %v", clues, incomplete(r))
		}
	}
}

// TestWrittenWays: the ways of a place are written the likeliest first, each text once, and those
// more than 40 decibels below the first not at all.
func TestWrittenWays(t *testing.T) {
	w := &writer{usual: never}
	w.ways([]string{"1", "2", "1", "3", "4"}, []float64{.1, .7, .19, .00001, .009}, false)
	if got := w.String(); got != "2~1@6~4@19" {
		t.Errorf("%s", got)
	}
	for p, want := range map[float64]string{1: "7", 1 - 1e-9: "7~*@55"} { // only a user's answer leaves nothing
		w := &writer{usual: never}
		if w.ways([]string{"7"}, []float64{p}, true); w.String() != want {
			t.Errorf("of %v: %s, want %s", p, w.String(), want)
		}
	}
}

// TestLinesWithoutReading: lines that were not read are asked for, up to the most questions.
func TestLinesWithoutReading(t *testing.T) {
	for _, missing := range []int{1, 3, mostDoubts + 4} {
		r := exactly(nonogram.New(make([][]int, 20), make([][]int, 20)), .99)
		for i := range missing {
			r.RowClues[i].Readings = nil
		}
		v := Judge(t.Context(), r)
		if len(v.Doubts) != min(missing, mostDoubts) || v.Sure || v.Doubts[0].Place != (Place{Side: Row}) {
			t.Errorf("%d lines without a reading: %d questions, sure %v", missing, len(v.Doubts), v.Sure)
		}
	}
}
