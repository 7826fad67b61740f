package lightsout

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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
	return solveIn(t, p, time.Minute)
}

// solveIn solves in that time, or where a slow machine needs more for an answer, in
// twice as much, and so on.
func solveIn(t rapid.TB, p *Puzzle, limit time.Duration) *Answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	a, err := p.Solve(ctx)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return solveIn(t, p, 2*limit)
	case err != nil:
		t.Fatal(err)
	}
	return a
}

// after is the board after all presses, by the rules of the game: two ways to the
// same lamp count twice.
func (p *Puzzle) after(presses []uint8) []uint8 {
	lamps := slices.Clone(p.Lamps)
	for i, times := range presses {
		if times > 0 {
			p.eachWay(i, func(j int) { lamps[j] = uint8((int(lamps[j]) + int(times)) % p.states()) })
		}
	}
	return lamps
}

// eachWay calls f with every lamp that a press of lamp i changes, once for each way.
func (p *Puzzle) eachWay(i int, f func(j int)) {
	if p.matrix != nil {
		for j := range p.Lamps {
			if p.matrix[i].bit(j) {
				f(j)
			}
		}
		return
	}
	if p.hole(i) {
		return
	}
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			straight := dr*dr + dc*dc
			if (straight == 0 && p.Neighbours == Hollow) || (straight == 1 && p.Neighbours == Diagonals) ||
				(straight == 2 && (p.Neighbours == Plus || p.Neighbours == Hollow)) {
				continue
			}
			r, c := i/p.Cols+dr, i%p.Cols+dc
			if p.Wrap == Torus {
				r = (r + p.Rows) % p.Rows
			}
			if p.Wrap != Flat {
				c = (c + p.Cols) % p.Cols
			}
			if r >= 0 && r < p.Rows && c >= 0 && c < p.Cols && !p.hole(r*p.Cols+c) {
				f(r*p.Cols + c)
			}
		}
	}
}

// reached says whether the lamps are as they shall be.
func (p *Puzzle) reached(lamps []uint8) bool {
	if p.Target == nil {
		return weight(lamps) == 0
	}
	return slices.Equal(lamps, p.Target)
}

// check holds an answer to what it claims and what can be checked quickly.
func check(t rapid.TB, p *Puzzle, a *Answer) {
	t.Helper()
	for _, q := range a.Quiet {
		if !slices.Equal(p.after(q.Pattern), p.Lamps) || weight(q.Pattern) == 0 {
			t.Fatalf("%v, %+v: %v is not quiet", p, p.Rules, q)
		}
	}
	if len(a.Quiet) != a.Nullity {
		t.Fatalf("%v, %+v: %d quiet patterns, nullity %d", p, p.Rules, len(a.Quiet), a.Nullity)
	}
	if a.Solvable {
		if !p.reached(p.after(a.Presses)) || weight(a.Presses) != a.Min || a.Certificate != nil {
			t.Fatalf("%v, %+v: wrong answer %+v", p, p.Rules, a)
		}
		return
	}
	y, q := a.Certificate, p.states()
	if dot(y, p.lacks(), q) == 0 || a.Presses != nil {
		t.Fatalf("%v, %+v: wrong certificate %+v", p, p.Rules, a)
	}
	for i := range p.Lamps {
		sum := 0
		p.eachWay(i, func(j int) { sum += int(y[j]) })
		if sum%q != 0 {
			t.Fatalf("%v, %+v: press %d changes the sum of the certificate %v", p, p.Rules, i, y)
		}
	}
}

// anyBoard draws a board of up to cells lamps by any rules.
func anyBoard(cells int) *rapid.Generator[*Puzzle] {
	return rapid.Custom(func(t *rapid.T) *Puzzle {
		states := rapid.SampledFrom([]int{2, 2, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "states")
		rows := rapid.IntRange(1, cells).Draw(t, "rows")
		cols := rapid.IntRange(1, cells/rows).Draw(t, "cols")
		state := rapid.SliceOfN(rapid.Uint8Range(0, uint8(states-1)), rows*cols, rows*cols)
		p := &Puzzle{
			Rows: rows, Cols: cols, Lamps: state.Draw(t, "lamps"),
			Rules: Rules{
				States:     states,
				Neighbours: Neighbours(rapid.IntRange(0, 3).Draw(t, "neighbours")),
				Wrap:       Wrap(rapid.IntRange(0, 2).Draw(t, "wrap")),
			},
		}
		switch rapid.IntRange(0, 3).Draw(t, "more") {
		case 0:
			p.Holes = rapid.SliceOfN(rapid.Bool(), rows*cols, rows*cols).Draw(t, "holes")
		case 1:
			p.matrix = make([]vector, len(p.Lamps))
			for i := range p.matrix {
				p.matrix[i] = pack(rapid.SliceOfN(rapid.Uint8Range(0, 1), rows*cols, rows*cols).Draw(t, "matrix"))
			}
		}
		if rapid.Bool().Draw(t, "aimed") {
			p.Target = state.Draw(t, "target")
		}
		for i := range p.Lamps {
			if p.hole(i) {
				p.Lamps[i] = 0
				if p.Target != nil {
					p.Target[i] = 0
				}
			}
		}
		return p
	})
}

// forAll calls f with every pattern of n lamps, in the order of a dictionary.
func forAll(n, states int, f func(pattern []uint8)) {
	x := make([]uint8, n)
	for {
		f(x)
		i := n - 1
		for ; i >= 0; i-- {
			if x[i]++; int(x[i]) < states {
				break
			}
			x[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// TestBruteForce tries all press sets of small boards.
func TestBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { bruteForce(t, anyBoard(10).Draw(t, "board")) })
}

func bruteForce(t rapid.TB, p *Puzzle) {
	n, q := len(p.Lamps), p.states()
	if math.Pow(float64(q), float64(n)) > 5000 {
		return
	}
	fewest := -1
	var solutions [][]uint8
	forAll(n, q, func(presses []uint8) {
		for i, times := range presses {
			if times > 0 && p.hole(i) {
				return
			}
		}
		if p.reached(p.after(presses)) {
			solutions = append(solutions, slices.Clone(presses))
			if w := weight(presses); fewest < 0 || w < fewest {
				fewest = w
			}
		}
	})

	a := solve(t, p)
	check(t, p, a)
	if a.Solvable != (len(solutions) > 0) {
		t.Fatalf("%v, %+v: solvable: %v, want %v", p, p.Rules, a.Solvable, len(solutions) > 0)
	}
	if !a.Solvable {
		return
	}
	if a.Min != fewest || !a.Proved || a.Count().Cmp(big.NewInt(int64(len(solutions)))) != 0 {
		t.Fatalf("%v, %+v: %+v, want %d presses and %d solutions", p, p.Rules, a, fewest, len(solutions))
	}
	for i, want := range solutions {
		if got := a.Solution(big.NewInt(int64(i))); !slices.Equal(got, want) {
			t.Fatalf("%v, %+v: solution %d is %v, want %v", p, p.Rules, i, got, want)
		}
	}
	if beyond := a.Solution(big.NewInt(int64(len(solutions)))); beyond != nil {
		t.Fatalf("%v, %+v: solution %d is %v", p, p.Rules, len(solutions), beyond)
	}
	distinct := make(map[string]bool)
	for s := range p.Solutions(a) {
		if len(distinct) == 0 && !slices.Equal(s, a.Presses) {
			t.Fatalf("the first solution is %v, want %v", s, a.Presses)
		}
		if !p.reached(p.after(s)) {
			t.Fatalf("%v is no solution", s)
		}
		distinct[string(s)] = true
	}
	if len(distinct) != len(solutions) {
		t.Fatalf("%d different solutions, want %d", len(distinct), len(solutions))
	}
}

// briefly is time enough to solve a board, and for some to prove the minimum.
const briefly = 20 * time.Millisecond

// TestLarger has boards made by known presses, and the same with one lamp
// changed. Mirrored in the diagonal they are as hard.
func TestLarger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(100).Draw(t, "board")
		made := p.Lamps
		p.Target = nil
		p.Lamps = make([]uint8, len(made))
		p.Target = p.after(made)
		a := solveIn(t, p, briefly)
		check(t, p, a)
		if !a.Solvable || a.Proved && a.Min > weight(made) {
			t.Fatalf("%+v, but %v solves it", a, made)
		}
		if p.matrix == nil && p.Wrap != Cylinder {
			if m := solveIn(t, p.mirrored(), briefly); m.Proved && a.Proved && m.Min != a.Min || m.Count().Cmp(a.Count()) != 0 {
				t.Fatalf("%+v, mirrored %+v", a, m)
			}
		}
		lamp := rapid.IntRange(0, len(p.Lamps)-1).Draw(t, "lamp")
		if !p.hole(lamp) {
			p.Lamps[lamp] = uint8((int(p.Lamps[lamp]) + 1) % p.states())
		}
		check(t, p, solveIn(t, p, briefly))
	})
}

// TestMethods: a board is solved alike as a lattice and by elimination along its
// rows.
func TestMethods(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(60).Draw(t, "board")
		if rapid.Bool().Draw(t, "solvable") {
			made := p.Lamps
			p.Lamps, p.Target = make([]uint8, len(made)), nil
			p.Target = p.after(made)
		}
		l, ok := p.lattice()
		if !ok {
			return
		}
		method := lattice.solveMod
		banded, err := p.solveRing(context.Background(), p.lacks(), p.states())
		if p.states() == 2 {
			method = func(l lattice, ctx context.Context, want []uint8, _ int) (*space, error) { return l.space(ctx, want) }
			banded, err = p.solveBits(context.Background(), p.lacks())
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := method(l, context.Background(), p.lacks(), p.states())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*space{s, banded} {
			if err := s.reduce(context.Background(), p.states()); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(s, banded) {
			t.Fatalf("%v, %+v: %+v, by elimination %+v", p, p.Rules, s, banded)
		}
	})
}

// mirrored is the board mirrored in its main diagonal.
func (p *Puzzle) mirrored() *Puzzle {
	m := &Puzzle{Rows: p.Cols, Cols: p.Rows, Lamps: mirrorCells(p, p.Lamps), Target: mirrorCells(p, p.Target), Rules: p.Rules}
	if p.Holes != nil {
		m.Holes = mirrorCells(p, p.Holes)
	}
	return m
}

func mirrorCells[T any](p *Puzzle, cells []T) []T {
	m := make([]T, len(cells))
	for i, v := range cells {
		m[i%p.Cols*p.Rows+i/p.Cols] = v
	}
	return m
}

// TestSeed has the seed's board and the four press sets that its program
// printed.
func TestSeed(t *testing.T) {
	p := parse(t, "11110/11101/11101/00011/11011")
	a := solve(t, p)
	if a.Min != 6 || !a.Proved || a.Nullity != 2 {
		t.Errorf("%d presses, proved %v, nullity %d; want 6, true, 2", a.Min, a.Proved, a.Nullity)
	}
	var got []string
	for s := range p.Solutions(a) {
		got = append(got, (&Puzzle{Rows: 5, Cols: 5, Lamps: s}).String())
	}
	want := []string{
		"01000/00010/10010/00000/10001",
		"11101/10111/10010/10101/00100",
		"10011/00010/01001/00000/01010",
		"00110/10111/01001/10101/11111",
	}
	if got[0] != want[0] {
		t.Errorf("the first solution is %s, want %s", got[0], want[0])
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("solutions %v, want %v", got, want)
	}
}

// TestNullity has squares (OEIS A159257), tori (A165738) and rectangles, whose
// nullity is the degree of the gcd of two polynomials.
func TestNullity(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		wrap       Wrap
		want       int
	}{
		{1, 1, Flat, 0}, {2, 2, Flat, 0}, {3, 3, Flat, 0}, {4, 4, Flat, 4}, {5, 5, Flat, 2}, {9, 9, Flat, 8},
		{19, 19, Flat, 16}, {30, 30, Flat, 20}, {39, 39, Flat, 32}, {47, 47, Flat, 30}, {61, 61, Flat, 40},
		{1, 2, Flat, 1}, {2, 3, Flat, 2}, {3, 11, Flat, 3}, {6, 8, Flat, 6}, {8, 6, Flat, 6}, {11, 7, Flat, 7},
		{1, 1, Torus, 0}, {2, 2, Torus, 0}, {3, 3, Torus, 4}, {4, 4, Torus, 0}, {5, 5, Torus, 8}, {10, 10, Torus, 16},
		{30, 30, Torus, 24}, {33, 33, Torus, 44}, {62, 62, Torus, 80}, {80, 80, Torus, 128},
	} {
		p := &Puzzle{Rows: test.rows, Cols: test.cols, Lamps: make([]uint8, test.rows*test.cols), Rules: Rules{Wrap: test.wrap}}
		s, err := p.solutions(context.Background())
		if err != nil || len(s.quiet) != test.want {
			t.Errorf("%d × %d, wrap %v: nullity %d, %v; want %d", test.rows, test.cols, test.wrap, len(s.quiet), err, test.want)
		}
	}
}

// TestAllLit has the fewest presses that turn off n × n lit lamps, OEIS
// A075464 and, for n > 54, an enumeration of all solutions by another program.
func TestAllLit(t *testing.T) {
	want := []int{
		1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188, 141, 224, 245, 276, 231, 270, 353,
		356, 405, 416, 345, 376, 553, 428, 469, 520, 563, 600, 761, 772, 561, 696, 891, 940, 953, 772, 1069, 1188,
		971, 1096, 1165, 1220, 1317, 1256, 1487, 1400, 1697, 1616, 1709, 1852, 1485, 1832,
	}
	if testing.Short() {
		want = want[:25]
	}
	for i, want := range want {
		p := parse(t, fmt.Sprintf("%dx%d all", i+1, i+1))
		if a := solve(t, p); a.Min != want || !a.Proved {
			t.Errorf("%s: %d presses, proved %v; want %d", p, a.Min, a.Proved, want)
		}
	}
}

// TestHistograms counts the solvable boards of a size by their fewest presses,
// as an exhaustive search over all press sets did.
func TestHistograms(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		wrap       Wrap
		want       []int
	}{
		{1, 5, Flat, []int{1, 5, 7, 3}},
		{1, 11, Flat, []int{1, 11, 55, 165, 295, 301, 161, 35}},
		{2, 3, Flat, []int{1, 6, 7, 2}},
		{2, 5, Flat, []int{1, 10, 45, 110, 155, 126, 55, 10}},
		{3, 4, Flat, []int{1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1}},
		{3, 3, Torus, []int{1, 9, 15, 7}},
		{3, 4, Torus, []int{1, 12, 50, 88, 73, 28, 4}},
	} {
		n := test.rows * test.cols
		got := make([]int, len(test.want))
		for board := range 1 << n {
			p := &Puzzle{Rows: test.rows, Cols: test.cols, Lamps: vector{uint64(board)}.unpack(n), Rules: Rules{Wrap: test.wrap}}
			if a := solve(t, p); a.Solvable {
				got[a.Min]++
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%d × %d, wrap %v: %v, want %v", test.rows, test.cols, test.wrap, got, test.want)
		}
	}
}

// TestFiveByFive looks at all 2^25 press sets of the classic board. Sets that
// differ by a quiet pattern solve the same board, so that the least of four is
// its minimum: never above 15, and 15 on 7,350 boards.
func TestFiveByFive(t *testing.T) {
	quiet := solve(t, parse(t, "5x5 all")).Quiet
	a, b := pack(quiet[0].Pattern)[0], pack(quiet[1].Pattern)[0]
	got := make([]int, 26)
	for set := range uint64(1 << 25) {
		got[min(bits.OnesCount64(set), bits.OnesCount64(set^a), bits.OnesCount64(set^b), bits.OnesCount64(set^a^b))]++
	}
	want := []int{
		1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294, 1684446, 1004934, 383670, 82614, 7350,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	}
	for presses, n := range got {
		if n != 4*want[presses] {
			t.Errorf("%d boards need %d presses, want %d", n/4, presses, want[presses])
		}
	}
}

// patient is a context that ends once Err was asked looks times.
type patient struct {
	context.Context
	looks int
}

func (c *patient) Err() error {
	if c.looks == 0 {
		return context.Canceled
	}
	c.looks--
	return nil
}

// TestCutShort ends the work at different points: none gives a wrong answer.
func TestCutShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(60).Draw(t, "board")
		a, err := p.Solve(&patient{context.Background(), rapid.IntRange(0, 200).Draw(t, "looks")})
		if errors.Is(err, context.Canceled) {
			return
		}
		check(t, p, a)
		if whole := solveIn(t, p, briefly); whole.Solvable != a.Solvable || a.Proved && whole.Proved && whole.Min != a.Min || whole.Proved && whole.Min > a.Min {
			t.Fatalf("%+v, cut short %+v", whole, a)
		}
	})
}

// TestOutOfTime: the search for the minimum ends with its context, and says that it
// is not proved.
func TestOutOfTime(t *testing.T) {
	p := parse(t, "61x61 all") // nullity 40
	a := solveIn(t, p, time.Second)
	check(t, p, a)
	if a.Proved || a.Nullity != 40 {
		t.Errorf("%d presses, proved %v, nullity %d; want false, 40", a.Min, a.Proved, a.Nullity)
	}
}

// TestSteps replays the steps: chase, top rows, chase, and the target is reached.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(60).Draw(t, "board")
		if rapid.Bool().Draw(t, "solvable") {
			made := p.Lamps
			p.Lamps, p.Target = make([]uint8, len(made)), nil
			p.Target = p.after(made)
		}
		presses := make([]uint8, len(p.Lamps))
		var phases []string
		for step := range p.Steps(context.Background()) {
			presses[step.Row*p.Cols+step.Col] += uint8(step.Times)
			if len(phases) == 0 || phases[len(phases)-1] != step.Technique {
				phases = append(phases, step.Technique)
			}
			if top := step.Row < p.chaseFrom(); p.Chases() && top != (step.Technique == TopRow) {
				t.Fatalf("%v, %+v: %+v", p, p.Rules, step)
			}
		}
		if solveIn(t, p, briefly).Solvable != p.reached(p.after(presses)) {
			t.Fatalf("%v, %+v: %v leave %v", p, p.Rules, presses, p.after(presses))
		}
		whole := strings.Join([]string{Chase, TopRow, Chase}, " ")
		if phases := strings.Join(phases, " "); phases != Direct && !strings.Contains(whole, phases) {
			t.Fatalf("%v, %+v: phases %v", p, p.Rules, phases)
		}
	})
}

// TestTopRow has the rule of the 5 × 5 board: what the first chase leaves in
// the bottom row, and the fewest presses in the top row that it calls for.
func TestTopRow(t *testing.T) {
	for bottom, want := range map[string]string{
		"11100": "01000", "01010": "10010", "10110": "00001", "10001": "11000",
		"01101": "10000", "11011": "00100", "00111": "00010",
	} {
		top := make([]uint8, 5)
		for step := range parse(t, "00000/00000/00000/00000/"+bottom).Steps(context.Background()) {
			if step.Technique == TopRow {
				top[step.Col] = 1
			}
		}
		if got := (&Puzzle{Rows: 1, Cols: 5, Lamps: top}).String(); got != want {
			t.Errorf("%s at the bottom: press %s in the top row, want %s", bottom, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"110/001", "110/001"},
		{"##.\n..#", "110/001"},
		{"**. ..*", "110/001"},
		{"OO-,--O", "110/001"},
		{"🟨🟨⬛\n⬛⬛🟨", "110/001"},
		{"110001001", "110/001/001"},
		{"2x3 all", "111/111"},
		{"2×3 ALL", "111/111"},
		{"2x3:", "000/000"},
		{"2x3: a1 B1 c2", "110/001"},
		{"```2X3:a1,b1,c2```", "110/001"},
		{"1x27: z1 aa1", "000000000000000000000000011"},
		{"2x1: a2", "0/1"},
		{"3x3:d074191345d1644c17058,c90", "110/010/010"},
		{"3x3c:D074191345D1644C17058,C90", "110/010/010"},
		{"5x5:c400007100001c4000071000018400043100011c400047100011c400046100010c400047100011c4000471000118400043100011c400047100011c400046100010c000047000011c0000470000118,f5dafd0",
			"11110/10111/01101/01111/11010"},
		{"3x1:dd8,a", "101"},
		{"3x3:d0740b1a40bb244c270d8,458", "3x3:d0740b1a40bb244c270d8,458"},
		{"3x3r:D0740B1A40BB244C270D8,458 > on", "3x3:d0740b1a40bb244c270d8,458 > on"},
		{"1x1/0x1", "1x1/0x1"},
		{"🟨▪️⬛", "1x0/"},
		{"1X1/0X1", "1x1/0x1"},
		{"x.x.x/.x.x./xx.xx/..x../x...x", "10101/01010/11011/00100/10001"},
		{"X-X\n-x-", "101/010"},
		{"xx/xx", "11/11"},
		{"x./.▪", "▪0/0▪"},
		{"▪./.▪", "▪0/0▪"},
		{"00▪/00▪ > 11x/10x", "00▪/00▪ > 11x/10x"},
		{"10/01 > x./xx", "10/01 > 10/11"},
		{"110/001 > on", "110/001 > on"},
		{"110/001 > 1", "110/001 > on"},
		{"110/001 > off", "110/001"},
		{"110/001>.#./##.", "110/001 > 010/110"},
		{"1x1/0x1 > 111/111", "1x1/0x1 > on"},
		{"1 > 1", "1 > 1"},
		{"1x1 0x1", "1x1/0x1"},
		{"10x01/", "10x01/"},
		{"3x3 all > on", "111/111/111 > on"},
		{"1001/ > 0101/", "1001/ > 0101/"},
		{"4x4 random 7", parse(t, "4x4 random 07").String()},
		{"4x4 random", parse(t, "4x4 random 1").String()},
	} {
		if got := parse(t, test.text).String(); got != test.want {
			t.Errorf("%q is %s, want %s", test.text, got, test.want)
		}
	}
}

// TestFlip has the games that Simon Tatham's generator made, and the fewest
// presses his solver found.
func TestFlip(t *testing.T) {
	for id, want := range map[string]int{
		"3x3:d074191345d1644c17058,c90": 4,
		"3x3:d0740b1a40bb244c270d8,458": 5,
		"5x5:c400007100001c4000071000018400043100011c400047100011c400046100010c400047100011c4000471000118400043100011c400047100011c400046100010c000047000011c0000470000118,f5dafd0": 9,
	} {
		if a := solve(t, parse(t, id)); a.Min != want || !a.Proved {
			t.Errorf("%s: %d presses, want %d", id, a.Min, want)
		}
	}
}

// TestRandom: the numbered boards differ, and all are solvable.
func TestRandom(t *testing.T) {
	boards := make(map[string]bool)
	for number := range 20 {
		p := parse(t, fmt.Sprintf("9x4 random %d", number)) // nullity 4: one board in 16 is solvable
		if !solve(t, p).Solvable {
			t.Errorf("board %d is not solvable", number)
		}
		boards[p.String()] = true
	}
	if len(boards) != 20 {
		t.Errorf("%d different boards, want 20", len(boards))
	}
	if got, want := parse(t, "7x7 random 42").String(), "1111100/1010011/1001010/1000101/1110110/0000110/0100100"; got != want {
		t.Errorf("board 42 is %s, want %s as ever", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	const flip = "expected a Flip ID: 21 hex digits, a comma, 3 hex digits"
	for text, want := range map[string]string{
		"":                               `line 1, column 1: found the end of the text, expected a cell: 0 or 1, . or #, . or *, - or O, ⬛ or 🟨, or a hole: x X ▪`,
		"110/0z1":                        `line 1, column 6: found "z1", expected a cell: 0 or 1, or a hole: x X ▪`,
		"110\n01":                        `line 2, column 1: found "01", expected a row of 3 cells like the first row; this one has 2`,
		"0x5 all":                        `line 1, column 1: found "0x5", expected a size of rows x columns, from 1x1, with no more than 65536 lamps`,
		"5000x5000 all":                  `line 1, column 1: found "5000x5000", expected a size of rows x columns, from 1x1, with no more than 65536 lamps`,
		"99999999999x1:":                 `line 1, column 1: found "99999999999x1:", expected a size of rows x columns, from 1x1, with no more than 65536 lamps`,
		"5x5 some":                       `line 1, column 5: found "some", expected all, random, or a colon and the lit lamps`,
		"5x5 all lit":                    `line 1, column 9: found "lit", expected nothing more`,
		"5x5 random x":                   `line 1, column 12: found "x", expected the number of a random board, such as 42`,
		"5x5 random 1 2":                 `line 1, column 14: found "2", expected nothing more`,
		"5x5: a1 f1":                     `line 1, column 9: found "f1", expected a lit lamp such as a1: column letter, then row number, on a board of 5 columns and 5 rows`,
		"5x5: a0":                        `line 1, column 6: found "a0", expected a lit lamp such as a1: column letter, then row number, on a board of 5 columns and 5 rows`,
		"5x5:\na1\n3":                    `line 3, column 1: found "3", expected a lit lamp such as a1: column letter, then row number, on a board of 5 columns and 5 rows`,
		"5x5: a+1":                       `line 1, column 6: found "a+1", expected a lit lamp such as a1: column letter, then row number, on a board of 5 columns and 5 rows`,
		"3x3c:d0741,c90":                 `line 1, column 11: found ",", ` + flip,
		"3x3r:zz":                        `line 1, column 6: found "zz", ` + flip,
		"3x3:d074191345d1644c170580,c90": `line 1, column 26: found "0", ` + flip,
		"3x3:d074191345d1644c17058,c9":   `line 1, column 29: found the end of the text, ` + flip,
		"3x3:d074191345d1644c17058,c900": `line 1, column 30: found "0", ` + flip,
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Parse(strings.Repeat("0", MaxCells+1)); err == nil || !strings.HasSuffix(err.Error(), "expected no more than 65536 cells") {
		t.Errorf("a board above MaxCells: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"110/001", "##.\n..#", "OO-,--O", "🟨⬛", "1001", "1001/", "3x2 all", "4x4 random 7", "3x2: a1 c2", "1x1:8,8",
		"3x3:d074191345d1644c17058,c90", "3x3c:d074191345d1644c17058,c90", "`1`",
	} {
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
		if again := parse(t, p.String()); !reflect.DeepEqual(again, p) {
			t.Fatalf("%q: %v, read back %v", text, p, again)
		}
	})
}

// TestRoom asks for what would take gigabytes: a board of lamps that nothing
// changes, each a quiet pattern of its own, and the table of a single row.
func TestRoom(t *testing.T) {
	lonely := &Puzzle{Rows: 256, Cols: 256, Lamps: make([]uint8, MaxCells), Holes: make([]bool, MaxCells)}
	for i := range lonely.Holes {
		lonely.Holes[i] = (i/256+i)%2 == 1
	}
	for _, states := range []int{2, 3, 4, 6} {
		lonely.Rules = Rules{Neighbours: Hollow, States: states}
		if a, err := lonely.Solve(t.Context()); err != ErrQuiet {
			t.Errorf("%d states: %v, %v", states, a, err)
		}
	}
	row := &Puzzle{Rows: 1, Cols: MaxCells, Lamps: make([]uint8, MaxCells)}
	if rules, _ := row.Table(t.Context()); rules != nil {
		t.Errorf("a table of %d rules", len(rules))
	}
}

// TestLink reads the ID in a board's address back: presses do the same to the same
// lamps. The worked example is Simon Tatham's own program's (3x3c, seed 12345).
func TestLink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(mostLinked+1).Draw(t, "board")
		_, id, linked := strings.Cut(p.Link(), "#")
		if flip := p.states() == 2 && p.Holes == nil && p.Target == nil && len(p.Lamps) <= mostLinked; flip != linked {
			t.Fatalf("%v, %+v: link %q", p, p.Rules, p.Link())
		}
		if !linked {
			return
		}
		back, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Lamps {
			if !slices.Equal(back.Pressed(i).Lamps, p.Pressed(i).Lamps) {
				t.Fatalf("%v, %+v: press %d differs in %s", p, p.Rules, i, id)
			}
		}
	})
	cross := &Puzzle{Rows: 3, Cols: 3, Lamps: []uint8{1, 1, 0, 0, 1, 0, 0, 1, 0}}
	if _, id, _ := strings.Cut(cross.Link(), "#"); id != "3x3:d074191345d1644c17058,c90" {
		t.Errorf("the cross of 3 × 3 is %s", id)
	}
}
