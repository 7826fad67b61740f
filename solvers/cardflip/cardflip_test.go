package cardflip

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

func parse(t rapid.TB, text string) *Puzzle {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func solve(t rapid.TB, p *Puzzle) *Answer {
	t.Helper()
	a, err := p.Solve(context.Background())
	if err != nil || !a.Decided {
		t.Fatalf("%v: %+v, %v", p, a, err)
	}
	return a
}

// row returns a row of n face-up cards.
func row(n int, misere bool) *Puzzle {
	return &Puzzle{Cards: n, Runs: []Run{{0, int32(n)}}, Rules: Rules{Misere: misere}}
}

// game returns the octal game of a code. It ends the test if there is none.
func game(t rapid.TB, code string) Game {
	t.Helper()
	g, err := ParseGame(code)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// values returns the game's values of runs up to need cards, or more in atLeast looks at options.
// It ends the test for an error.
func values(t rapid.TB, g Game, need, atLeast int) *Values {
	t.Helper()
	v, err := g.Values(context.Background(), need, atLeast)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// lefts returns the first cards of moves.
func lefts(moves []Move) []int {
	var all []int
	for _, m := range moves {
		all = append(all, m.Card())
	}
	return all
}

// published are G(0) to G(86), OEIS A002187 with a 0 before it.
var published = []int{
	0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0,
	4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0,
	2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9,
}

func TestGrundyPublished(t *testing.T) {
	v := values(t, Pairs, len(published), 0)
	for n, want := range published {
		if got := v.At(n); got != want {
			t.Errorf("G(%d) = %d, want %d", n, got, want)
		}
	}
}

// TestPeriods compares with the table of octal games in "Winning Ways", chapter
// 4, and its successors (Flammenkamp; Tczajka): preperiod and period. It then
// holds the values to the definition a good way past the proof.
func TestPeriods(t *testing.T) {
	for _, test := range []struct {
		code              string
		preperiod, period int
	}{
		{"0.07", 53, 34}, {"0.77", 71, 12}, {"0.137", 52, 34}, {"4", 1, 2}, {".4", 54, 34}, {".11", 3, 1}, {".15", 1, 10},
		{".22", 1, 3}, {".34", 7, 8}, {".44", 143, 24}, {".52", 4, 4}, {"4.3", 2, 2}, {".017", 15, 60}, {".044", 214, 36},
		{".051", 48, 48}, {".134", 60, 62}, {".153", 16, 14}, {".173", 21, 40}, {".375", 37, 18}, {".524", 1, 52},
		{"4.12", 6, 7}, {"4.005", 31, 79}, {"4.304", 25, 21}, {"4.444", 143, 24}, {".45", 498, 20}, {".1377", 141, 24},
	} {
		g := game(t, test.code)
		v := values(t, g, 0, 1<<22)
		if v.Preperiod != test.preperiod || v.Period != test.period {
			t.Errorf("%s: preperiod %d, period %d; want %d, %d", test.code, v.Preperiod, v.Period, test.preperiod, test.period)
		}
		for n, want := range definition(g, 700) {
			if got := v.At(n); got != want {
				t.Fatalf("%s: G(%d) = %d, want %d", test.code, n, got, want)
			}
		}
	}
}

// definition returns the first values of a game, by mex over all that its code
// allows.
func definition(g Game, size int) []int {
	var values []int
	for n := range size {
		after := map[int]bool{}
		for d, digit := range g {
			for i := 0; i <= n-d; i++ {
				if j := n - d - i; digit>>nonempty(i, j)&1 == 1 && max(i, j) < n {
					after[values[i]^values[j]] = true
				}
			}
		}
		mex := 0
		for after[mex] {
			mex++
		}
		values = append(values, mex)
	}
	return values
}

func nonempty(i, j int) int { return min(i, 1) + min(j, 1) }

// TestLongPeriods has preperiods that take more than the definition (Austin
// 1976, Gangolli and Plambeck 1989, Flammenkamp).
func TestLongPeriods(t *testing.T) {
	for code, want := range map[string][2]int{
		"0.356": {7315, 142}, "0.165": {5181, 1550}, "0.56": {326640, 144}, "0.560": {326640, 144}, "0.16": {105351, 149459},
	} {
		if v := values(t, game(t, code), 0, PeriodWork); v.Preperiod != want[0] || v.Period != want[1] {
			t.Errorf("%s: preperiod %d, period %d; want %v", code, v.Preperiod, v.Period, want)
		}
	}
}

// TestLongestPeriod: the one of 0.376 starts at 2,268,248.
func TestLongestPeriod(t *testing.T) {
	if os.Getenv("CARDFLIP_LONG") == "" {
		t.Skip("takes ten seconds, and CARDFLIP_LONG is not set")
	}
	if v := values(t, game(t, "0.376"), 0, PeriodWork); v.Preperiod != 2268248 || v.Period != 4 {
		t.Errorf("0.376: preperiod %d, period %d; want 2268248, 4", v.Preperiod, v.Period)
	}
}

// TestSparse computes values of random games with good masks and with bad ones,
// and compares with the definition.
func TestSparse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 300
		m := mexer{game: anyGame(t), Values: &Values{}}
		every := rapid.IntRange(1, size).Draw(t, "every")
		for len(m.g) < size {
			m.next()
			if len(m.g)%every == 0 {
				m.chooseMask()
			}
		}
		if got, want := m.g, definition(m.game, size); !slices.EqualFunc(got, want, func(a uint32, b int) bool { return int(a) == b }) {
			t.Fatalf("%v: %v, want %v", m.game, got, want)
		}
	})
}

// naive plays octal games on rows by the rules, remembering the lengths of the
// runs alone.
type naive struct {
	Game
	misere bool
	won    map[string]bool
}

// wins reports whether the player to move wins runs of these lengths, by trying every move. It
// drops runs of no cards and sorts a copy, so that equal rows are played once.
func (g *naive) wins(runs []byte) bool {
	runs = slices.DeleteFunc(slices.Clone(runs), func(n byte) bool { return n == 0 })
	slices.Sort(runs)
	won, ok := g.won[string(runs)]
	if !ok {
		stuck := true
		for i, n := range runs {
			for d, digit := range g.Game {
				for left := 0; left <= int(n)-d && !won; left++ {
					right := int(n) - d - left
					// The bit with the number of runs left allows the move. One that takes no card must cut the run.
					if digit>>nonempty(left, right)&1 == 1 && max(left, right) < int(n) {
						stuck = false
						won = !g.wins(append(slices.Delete(slices.Clone(runs), i, i+1), byte(left), byte(right)))
					}
				}
			}
		}
		won = won || stuck && g.misere
		g.won[string(runs)] = won
	}
	return won
}

// runLengths returns the length of each run of the row, from the left.
func runLengths(p *Puzzle) []byte {
	var runs []byte
	for _, run := range p.Runs {
		runs = append(runs, byte(run.Len))
	}
	return runs
}

// anyGame draws an octal game of up to four digits.
func anyGame(t *rapid.T) Game {
	g := Game{uint8(rapid.SampledFrom([]int{0, 0, 4}).Draw(t, "cut"))}
	g = append(g, rapid.SliceOfN(rapid.Uint8Range(0, 7), 0, 3).Draw(t, "digits")...)
	return append(g, rapid.Uint8Range(1, 7).Draw(t, "last"))
}

// anyRow draws a row of 1 to cards cards.
func anyRow(t *rapid.T, cards int) *Puzzle {
	var d deal
	for _, n := range rapid.SliceOfN(rapid.IntRange(0, 9), 1, cards).Draw(t, "cards") {
		d.card(n > 1)
	}
	d.close()
	return &Puzzle{Cards: d.cards, Runs: d.laid}
}

// TestOctalGames solves short rows of any octal game and compares with trying
// everything.
func TestOctalGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyRow(t, 16)
		p.Game, p.Misere = anyGame(t), rapid.Bool().Draw(t, "misere")
		g := &naive{p.Game, p.Misere, map[string]bool{}}
		a := solve(t, p)
		var want []Move
		for m := range p.Moves() {
			if !g.wins(runLengths(p.After(m))) {
				want = append(want, m)
			}
		}
		if a.First != g.wins(runLengths(p)) || !slices.Equal(a.Moves, want) || a.Winning != len(want) {
			t.Fatalf("%v, %v, misère %v: %+v, want %v", p.Game, p, p.Misere, a, want)
		}
	})
}

// pairs plays short rows, the cards as bits, by trying everything.
type pairs struct {
	cards  int
	misere bool
	known  map[int]bool
}

// winning returns the first card of each pair whose turning wins, where bit i of up is set if card
// i is face up.
func (g *pairs) winning(up int) []int {
	var moves []int
	for i := range g.cards - 1 {
		pair := 3 << i // cards i and i+1
		if up&pair == pair && !g.won(up&^pair) {
			moves = append(moves, i)
		}
	}
	return moves
}

// won reports whether the player to move wins the row of the cards in up.
func (g *pairs) won(up int) bool {
	won, ok := g.known[up]
	if !ok {
		stuck := up&(up>>1) == 0 // no two neighbours are face up
		won = stuck && g.misere || len(g.winning(up)) > 0
		g.known[up] = won
	}
	return won
}

// TestAllShort solves every row of up to 14 cards.
func TestAllShort(t *testing.T) {
	const cards = 14
	for _, misere := range []bool{false, true} {
		g := &pairs{cards, misere, make(map[int]bool)}
		for up := range 1 << cards {
			var d deal
			for i := range cards {
				d.card(up>>i&1 == 1)
			}
			d.close()
			p := &Puzzle{Cards: d.cards, Runs: d.laid, Rules: Rules{Misere: misere}}
			a := solve(t, p)
			if a.First != g.won(up) || !slices.Equal(lefts(a.Moves), g.winning(up)) {
				t.Fatalf("%v, misère %v: first wins: %v by %v, want %v by %v",
					p, misere, a.First, a.Moves, g.won(up), g.winning(up))
			}
		}
	}
}

// TestLongRow compares counting with the period and without.
func TestLongRow(t *testing.T) {
	for _, code := range []string{"0.07", "0.77", "0.137", "4.12", "0.51"} {
		g := game(t, code)
		periodic := values(t, g, 3000, 0)
		if periodic.Period == 0 {
			t.Fatalf("%s: no period", code)
		}
		plain := &Values{}
		for _, v := range definition(g, 1300) {
			plain.g = append(plain.g, uint32(v))
		}
		for n := 1200; n < 1300; n++ {
			for sum := 1; sum < 4; sum++ {
				for take := range g {
					got := strategy{t.Context(), g, periodic, sum}.wins(n, take)
					want := strategy{t.Context(), g, plain, sum}.wins(n, take)
					all := slices.Collect(got.all())
					if got.count() != want.count() || !slices.Equal(all, slices.Collect(want.all())) {
						t.Fatalf("%s, %d cards, take %d, nim-sum %d: %d moves %v, want %d", code, n, take, sum, got.count(), all, want.count())
					}
				}
			}
		}
	}
}

// TestMisereRows has single rows of up to 60 cards, from an exhaustive search.
func TestMisereRows(t *testing.T) {
	lost := []int{2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31, 35, 36, 40, 45, 49, 50, 54, 55, 59}
	winning := map[int][]int{
		4: {0, 2}, 5: {0, 1, 2, 3}, 6: {1, 3}, 9: {0, 2, 5, 7}, 10: {0, 1, 3, 4, 5, 7, 8}, 11: {1, 8}, 13: {2, 9},
		14: {0, 2, 3, 5, 6, 7, 9, 10, 12}, 15: {1, 3, 5, 8, 10, 12}, 18: {0, 2, 7, 9, 14, 16},
		20: {1, 3, 8, 10, 15, 17}, 23: {0, 2, 5, 7, 9, 12, 14, 16, 19, 21}, 25: {1, 8, 15, 22}, 27: {2, 9, 16, 23},
		34: {1, 3, 8, 10, 15, 17, 22, 24, 29, 31}, 44: {21}, 53: {1, 8, 15, 22, 23, 28, 29, 36, 43, 50}, 60: {2, 9, 49, 56},
	}
	for n := 1; n <= 60; n++ {
		a := solve(t, row(n, true))
		if a.First == slices.Contains(lost, n) {
			t.Errorf("%d cards: first wins: %v", n, a.First)
		}
		if want, ok := winning[n]; ok && !slices.Equal(lefts(a.Moves), want) {
			t.Errorf("%d cards: winning moves %v, want %v", n, a.Moves, want)
		}
	}
}

// TestMisereSecondOpinion searches a row of 90 cards with all forms, without
// positions of two parts.
func TestMisereSecondOpinion(t *testing.T) {
	const n = 90
	f := newForms(context.Background(), 1<<23)
	runs, ok := f.runs(Pairs, n)
	if !ok {
		t.Fatal("no room")
	}
	a := solve(t, row(n, true))
	if a.First == f.lost[runs[n]] {
		t.Errorf("%d cards: first wins: %v", n, a.First)
	}
	var want []int
	for left := range n - 1 {
		if sum, ok := f.sum(runs[left], runs[n-2-left]); !ok {
			t.Fatal("no room")
		} else if f.lost[sum] {
			want = append(want, left)
		}
	}
	if !slices.Equal(lefts(a.Moves), want) {
		t.Errorf("%d cards: winning moves %v, want %v", n, a.Moves, want)
	}
}

// TestPlay: every winning move leaves a lost position.
func TestPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyRow(t, 300)
		a := solve(t, p)
		if a.First != (a.Winning > 0) || a.Winning != len(a.Moves) {
			t.Fatalf("%v: %+v", p, a)
		}
		for _, m := range a.Moves {
			if solve(t, p.After(m)).First {
				t.Fatalf("%v: move %v does not win", p, m)
			}
		}
	})
}

func TestAfter(t *testing.T) {
	for _, test := range []struct {
		code, text string
		move       Move
		want       string
	}{
		{"0.07", "1111011", Move{Run{0, 4}, 1, 2, 1}, "1001011"},
		{"0.07", "1111011", Move{Run{0, 4}, 0, 2, 2}, "0011011"},
		{"0.07", "1111011", Move{Run{5, 2}, 0, 2, 0}, "1111000"},
		{"4.07", "1111011", Move{Run{0, 4}, 1, 0, 3}, "10111011"}, // a cut
	} {
		p := parse(t, test.text)
		p.Game = game(t, test.code)
		if !slices.Contains(slices.Collect(p.Moves()), test.move) {
			t.Errorf("%s, %s: %v is no move", test.code, test.text, test.move)
		}
		if got := p.After(test.move).String(); got != test.want {
			t.Errorf("%s after %v is %s, want %s", test.text, test.move, got, test.want)
		}
	}
}

func TestNimSum(t *testing.T) {
	p := parse(t, "1111 0 11 0 1 00")
	a := solve(t, p)
	if want := []Run{{0, 4}, {5, 2}, {8, 1}}; !slices.Equal(p.Runs, want) || a.NimSum != 3 {
		t.Errorf("runs %v, nim-sum %d; want %v, nim-sum 3", p.Runs, a.NimSum, want)
	}
}

func TestSteps(t *testing.T) {
	steps := slices.Collect(parse(t, "1111011").Steps(context.Background()))
	four, two := Run{0, 4}, Run{5, 2}
	want := []Step{
		{Technique: Value, Run: four, Value: 2, NimSum: 2},
		{Technique: Value, Run: two, Value: 1, NimSum: 3},
		{Technique: NimSum, NimSum: 3},
		{Technique: Winning, Run: four, Move: Move{four, 0, 2, 2}}, // leaves 1 and 1
	}
	if !slices.Equal(steps, want) {
		t.Errorf("steps %+v, want %+v", steps, want)
	}
	if steps := slices.Collect(parse(t, "11011").Steps(context.Background())); len(steps) != 3 || steps[2].NimSum != 0 {
		t.Errorf("a lost row: steps %+v", steps)
	}
	if steps := slices.Collect(row(11, true).Steps(context.Background())); len(steps) != 1 || steps[0].Move.Left != 1 || steps[0].Move.Right != 8 {
		t.Errorf("misère: steps %+v", steps)
	}
	if steps := slices.Collect(row(12, true).Steps(context.Background())); len(steps) != 0 {
		t.Errorf("misère, lost: steps %+v", steps)
	}
}

// TestCutShort: no answer claims what was not proved.
func TestCutShort(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx    context.Context
		text   string
		code   string
		misere bool
	}{
		{ended, "runs: 40", "0.07", true},
		{ended, "runs: 40", "0.07", false},
		{ended, "runs: 100000", "0.16", false},
	} {
		p := parse(t, test.text)
		p.Game, p.Misere = game(t, test.code), test.misere
		if a, err := p.Solve(test.ctx); err != nil || a.Decided || a.First || a.Winning > 0 {
			t.Errorf("%s, %s: %+v, %v", test.code, test.text, a, err)
		}
	}
}

// TestMemory: a misère search keeps no more than it has room for, and then says
// so.
func TestMemory(t *testing.T) {
	f := newForms(context.Background(), 1000)
	if _, ok := f.runs(Pairs, 100); ok || len(f.sums) > 1000 {
		t.Errorf("all forms of 100 cards in %d sums: %v", len(f.sums), ok)
	}
	m, ok := newMisere(context.Background(), Pairs, []Run{{0, 100}})
	if !ok {
		t.Fatal("no room for the forms of 62 cards")
	}
	m.known.n = maxOutcomes
	if w := m.after([]Run{{0, 100}}, Move{Run{0, 100}, 40, 2, 58}); w != undecided {
		t.Errorf("the search went on with a full table, and says %d", w)
	}
}

func TestParseGame(t *testing.T) {
	for code, want := range map[string]string{
		"0.07": "0.07", ".07": "0.07", "0.7700": "0.77", "4.12": "4.12", "4": "4", ".4": "0.4", "0.137": "0.137", "4.": "4",
		" 0.07": "0.07", "0.07 ": "0.07", "\n`4.12`\u3000": "4.12", "0,07": "0.07", " ,77": "0.77", " Kayles\n": "0.77",
		"Kayles": "0.77", "dawson's kayles": "0.07", "Dawson’s Chess": "0.137", "dawson-chess": "0.137",
	} {
		g := game(t, code)
		if got := g.String(); got != want {
			t.Errorf("%q is %s, want %s", code, got, want)
		}
	}
	if g := game(t, "0.070"); !g.IsPairs() || !Game(nil).IsPairs() || Game(nil).String() != "0.07" {
		t.Errorf("%v is not the usual game", g)
	}
	for code, want := range map[string]string{
		"":                            `line 1, column 1: found the end of the text, expected an octal game that allows a move: a digit other than 0, as in 0.07`,
		"0.00":                        `line 1, column 1: found "0.00", expected an octal game that allows a move: a digit other than 0, as in 0.07`,
		"0.08":                        `line 1, column 4: found "8", expected an octal digit, from 0 to 7; 8 to f, which may leave three runs, are of hexadecimal games`,
		"0.0fF":                       `line 1, column 4: found "fF", expected an octal digit, from 0 to 7; 8 to f, which may leave three runs, are of hexadecimal games`,
		"0.0-":                        `line 1, column 4: found "-", expected an octal digit, from 0 to 7`,
		"07":                          `line 1, column 1: found "07", expected an octal game with 0 or 4 before the point, such as 0.77, or the name of one, such as Kayles`,
		"3.07":                        `line 1, column 1: found "3.07", expected an octal game with 0 or 4 before the point, such as 0.77, or the name of one, such as Kayles`,
		" 3.07 ":                      `line 1, column 2: found "3.07", expected an octal game with 0 or 4 before the point, such as 0.77, or the name of one, such as Kayles`,
		" 0,08":                       `line 1, column 5: found "8", expected an octal digit, from 0 to 7; 8 to f, which may leave three runs, are of hexadecimal games`,
		"0.0 7":                       `line 1, column 4: found " ", expected an octal digit, from 0 to 7`,
		"nim":                         `line 1, column 1: found "nim", expected an octal game with 0 or 4 before the point, such as 0.77, or the name of one, such as Kayles`,
		"0.1111111111111111111111111": `line 1, column 27: found "1", expected an octal game of no more than 24 digits`,
	} {
		if _, err := ParseGame(code); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", code, err, want)
		}
	}
}

func FuzzParseGame(f *testing.F) {
	for _, code := range []string{"0.07", "4.12", ".4", "4", "0.", "9.9", "0.070", "Kayles", "0.kayles"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		g, err := ParseGame(code)
		if err != nil {
			var syntax *solvers.SyntaxError
			if !errors.As(err, &syntax) || syntax.Expected == "" {
				t.Fatalf("%q: %v", code, err)
			}
			return
		}
		if again := game(t, g.String()); !slices.Equal(again, g) {
			t.Fatalf("%q: %v, read back %v", code, g, again)
		}
	})
}

// BenchmarkRow solves a row of ten million cards: random ones, and
// one run.
func BenchmarkRow(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 7))
	var d deal
	for range MaxCards {
		d.card(random.IntN(2) == 1)
	}
	d.close()
	for name, p := range map[string]*Puzzle{
		"random": {Cards: d.cards, Runs: d.laid},
		"run":    row(MaxCards, false),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a := solve(b, p); a.Winning == 0 {
					b.Fatal("a lost row")
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 7))
	text := make([]byte, MaxCards)
	for i := range text {
		text[i] = '0' + byte(random.IntN(2))
	}
	for b.Loop() {
		if _, err := Parse(string(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMisere(b *testing.B) {
	for _, n := range []int{60, 80, 100} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				solve(b, row(n, true))
			}
		})
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"1111011":          "1111011",
		"1 1 1 1 0 1 1":    "1111011",
		"[1,1,1,1,0,1,1]":  "1111011",
		"[1, 1, 1, 1]":     "1111",
		"####.##":          "1111011",
		"🟦🟦🟦🟦⬛🟦🟦":          "1111011",
		"⬜⬜⬜⬜🟦⬜⬜":          "1111011",
		"`1111 0\u200b11`": "1111011",
		"runs: 4 2":        "1111011",
		"RUNS:1,1,3":       "1010111",
		"0":                "0",
	} {
		if got := parse(t, text).String(); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const runs = "expected the length of a run, 1 or more, in a row of no more than 10000000 cards"
	for text, want := range map[string]string{
		"":                    `line 1, column 1: found the end of the text, expected a cell: 0 or 1, . or #, 🟦 or ⬜`,
		"[]":                  `line 1, column 2: found "]", expected a cell: 0 or 1, . or #, 🟦 or ⬜`,
		"[1,0":                `line 1, column 1: found "[1", expected a cell: 0 or 1, . or #, 🟦 or ⬜`,
		"110\n1x1":            `line 2, column 2: found "x1", expected a cell: 0 or 1`,
		"11/01":               `line 1, column 3: found "/", expected a cell: 0 or 1`,
		"runs:":               `line 1, column 6: found the end of the text, ` + runs,
		"runs: 4 0":           `line 1, column 9: found "0", ` + runs,
		"runs: 4 -2":          `line 1, column 9: found "-2", ` + runs,
		"runs: 9999999 1":     `line 1, column 15: found "1", ` + runs,
		"runs: 4000000000000": `line 1, column 7: found "4000000000000", ` + runs,
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1111011", "[1, 0,1]", "##.#", "🟦⬛", "runs: 4 2 7", "Runs:1,1", "`1 1`", "\ufeff1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			var syntax *solvers.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || syntax.Expected == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again := parse(t, p.String()); again.Cards != p.Cards || !slices.Equal(again.Runs, p.Runs) {
			t.Fatalf("%q: %v, read back %v", text, p, again)
		}
	})
}
