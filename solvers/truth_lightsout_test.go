package solvers_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers/lightsout"
)

// A lightsOutTruth is a board and what is known of it.
type lightsOutTruth struct {
	p        *lightsout.Puzzle
	states   int
	toggles  [][]int // the lamps that a press of lamp i takes one state on; twice where it does so twice
	known    bool    // whether it can be solved
	solvable bool
	most     int // of a solvable board: the number of presses of a known solution
	exact    bool
	least    int      // if exact: the fewest presses
	count    *big.Int // how many solutions; nil if that is not known
	nearest  int      // the number of lamps in which some solvable board differs
	proved   bool     // no solvable board differs in fewer

	sorted  [][]uint8          // of a small board all solutions in the order of a dictionary
	singles []lightsout.Single // of a small board
}

func (truth *lightsOutTruth) String() string {
	switch {
	case !truth.known:
		return fmt.Sprintf("at most %d lamps from a solvable board", truth.nearest)
	case !truth.solvable:
		return fmt.Sprintf("unsolvable, at most %d lamps from a solvable board, at least so many: %v", truth.nearest, truth.proved)
	case truth.exact:
		return fmt.Sprintf("%v solutions, the smallest with %d presses", truth.count, truth.least)
	}
	return fmt.Sprintf("a solution with %d presses", truth.most)
}

// lightsOutToggles returns what each press adds, by the rules in words: a lamp that is a neighbour in two
// directions changes twice.
func lightsOutToggles(p *lightsout.Puzzle) [][]int {
	offsets := map[lightsout.Neighbours][][2]int{
		lightsout.Plus:      {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}},
		lightsout.King:      {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}},
		lightsout.Diagonals: {{0, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}},
		lightsout.Hollow:    {{-1, 0}, {1, 0}, {0, -1}, {0, 1}},
	}[p.Neighbours]
	hole := func(i int) bool { return p.Holes != nil && p.Holes[i] }
	toggles := make([][]int, p.Rows*p.Cols)
	for i := range toggles {
		for _, offset := range offsets {
			row, col := i/p.Cols+offset[0], i%p.Cols+offset[1]
			if p.Wrap == lightsout.Torus {
				row = (row + p.Rows) % p.Rows
			}
			if p.Wrap != lightsout.Flat {
				col = (col + p.Cols) % p.Cols
			}
			if row < 0 || row >= p.Rows || col < 0 || col >= p.Cols {
				continue
			}
			if j := row*p.Cols + col; !hole(i) && !hole(j) {
				toggles[i] = append(toggles[i], j)
			}
		}
	}
	return toggles
}

// pressed returns what presses add to dark lamps.
func (truth *lightsOutTruth) pressed(presses []uint8) []uint8 {
	lamps := make([]uint8, len(presses))
	for i, times := range presses {
		if times == 0 {
			continue
		}
		for _, j := range truth.toggles[i] {
			lamps[j] = uint8((int(lamps[j]) + int(times)) % truth.states)
		}
	}
	return lamps
}

// lacks returns what each lamp lacks to its target.
func (truth *lightsOutTruth) lacks() []uint8 {
	lacks := make([]uint8, len(truth.p.Lamps))
	for i, lamp := range truth.p.Lamps {
		target := 0
		if truth.p.Target != nil {
			target = int(truth.p.Target[i])
		}
		lacks[i] = uint8((target - int(lamp) + truth.states) % truth.states)
	}
	return lacks
}

func weight(presses []uint8) (n int) {
	for _, times := range presses {
		n += int(times)
	}
	return n
}

func differences(a, b []uint8) (places []int) {
	for i := range a {
		if a[i] != b[i] {
			places = append(places, i)
		}
	}
	return places
}

// pressEverything answers a small board by trying every set of presses.
func (truth *lightsOutTruth) pressEverything() {
	places := make([]int, 0, len(truth.toggles)) // where there are lamps
	for i := range truth.toggles {
		if truth.p.Holes == nil || !truth.p.Holes[i] {
			places = append(places, i)
		}
	}
	lacks := truth.lacks()
	truth.known, truth.exact, truth.count = true, true, new(big.Int)
	truth.nearest, truth.proved = len(lacks), true
	singles := map[lightsout.Single]bool{}
	presses := make([]uint8, len(lacks))
	var try func(k int)
	try = func(k int) {
		if k < len(places) {
			for times := range truth.states {
				presses[places[k]] = uint8(times)
				try(k + 1)
			}
			presses[places[k]] = 0
			return
		}
		adds := truth.pressed(presses)
		apart := differences(adds, lacks)
		truth.nearest = min(truth.nearest, len(apart))
		if len(apart) == 1 {
			// The lamp would have to lack what the presses add to it.
			i := apart[0]
			state := (int(truth.p.Lamps[i]) + int(lacks[i]) - int(adds[i]) + truth.states) % truth.states
			singles[lightsout.Single{Lamp: i, State: uint8(state)}] = true
		}
		if len(apart) == 0 {
			truth.sorted = append(truth.sorted, slices.Clone(presses))
			if n := weight(presses); !truth.solvable || n < truth.least {
				truth.solvable, truth.least = true, n
			}
		}
	}
	try(0)
	truth.count.SetInt64(int64(len(truth.sorted)))
	truth.most = truth.least
	if !truth.solvable {
		for single := range singles {
			truth.singles = append(truth.singles, single)
		}
	}
}

// eliminate answers a board with a prime number of states by elimination on all lamps at once. Where
// there are few enough solutions it counts the presses of all of them.
func (truth *lightsOutTruth) eliminate() {
	n, q := len(truth.toggles), truth.states
	inverse := func(a int) int {
		for b := range q {
			if a*b%q == 1 {
				return b
			}
		}
		return 0
	}
	lacks := truth.lacks()
	rows := make([][]int, n) // row j: how each press changes lamp j, and what it lacks
	for j := range rows {
		rows[j] = make([]int, n+1)
		rows[j][n] = int(lacks[j])
	}
	for i, lamps := range truth.toggles {
		for _, j := range lamps {
			rows[j][i] = (rows[j][i] + 1) % q
		}
	}
	var pivots, free []int
	for i := range n {
		at := slices.IndexFunc(rows[len(pivots):], func(row []int) bool { return row[i] != 0 })
		if at < 0 {
			free = append(free, i)
			continue
		}
		top := len(pivots)
		rows[top], rows[top+at] = rows[top+at], rows[top]
		scale := inverse(rows[top][i])
		for k := range rows[top] {
			rows[top][k] = rows[top][k] * scale % q
		}
		for j, row := range rows {
			if by := row[i]; j != top && by != 0 {
				for k, x := range rows[top] {
					row[k] = (row[k] + (q-by)*x) % q
				}
			}
		}
		pivots = append(pivots, i)
	}
	truth.known = true
	truth.solvable = !slices.ContainsFunc(rows[len(pivots):], func(row []int) bool { return row[n] != 0 })
	truth.nearest, truth.proved = n, truth.solvable
	if !truth.solvable {
		return
	}
	truth.nearest = 0
	holes := 0
	for _, hole := range truth.p.Holes {
		if hole {
			holes++
		}
	}
	nullity := len(free) - holes
	truth.count = new(big.Int).Exp(big.NewInt(int64(q)), big.NewInt(int64(nullity)), nil)
	if truth.count.Cmp(big.NewInt(1<<14)) > 0 {
		return
	}
	// Every choice of the free presses, and the others that follow from it.
	presses := make([]uint8, n)
	truth.exact, truth.least = true, n*q
	var choose func(k int)
	choose = func(k int) {
		if k < len(free) {
			for times := range q {
				presses[free[k]] = uint8(times)
				choose(k + 1)
				if truth.p.Holes != nil && truth.p.Holes[free[k]] {
					break
				}
			}
			presses[free[k]] = 0
			return
		}
		total := 0
		for _, i := range free {
			total += int(presses[i])
		}
		for j := range pivots {
			times := rows[j][n]
			for _, k := range free {
				times += (q - rows[j][k]) * int(presses[k])
			}
			total += times % q
		}
		truth.least = min(truth.least, total)
	}
	choose(0)
	truth.most = truth.least
}

// lampsAtRandom returns a board by some rules, and presses that solve it if it was made by pressing.
func lampsAtRandom(r *rand.Rand, rows, cols, states int, rules lightsout.Rules, holes, pressed bool) *lightsOutTruth {
	rules.States = states
	p := &lightsout.Puzzle{Rows: rows, Cols: cols, Lamps: make([]uint8, rows*cols), Rules: rules}
	if holes {
		p.Holes = make([]bool, rows*cols)
		for i := range p.Holes {
			p.Holes[i] = r.IntN(5) == 0
		}
		p.Holes[r.IntN(len(p.Holes))] = false
	}
	anyhow := func() []uint8 {
		lamps := make([]uint8, rows*cols)
		for i := range lamps {
			if p.Holes == nil || !p.Holes[i] {
				lamps[i] = uint8(r.IntN(states))
			}
		}
		return lamps
	}
	if r.IntN(3) == 0 {
		p.Target = anyhow()
	}
	truth := &lightsOutTruth{p: p, states: states, toggles: lightsOutToggles(p)}
	if !pressed {
		p.Lamps = anyhow()
		return truth
	}
	presses := anyhow()
	if few := r.IntN(3) > 0; few { // then what is found by search for the fewest has to be good
		for i := range presses {
			if r.IntN(len(presses)) > 20 {
				presses[i] = 0
			}
		}
	}
	truth.known, truth.solvable, truth.most = true, true, weight(presses)
	truth.nearest, truth.proved = 0, true
	for i, add := range truth.pressed(presses) {
		target := 0
		if p.Target != nil {
			target = int(p.Target[i])
		}
		p.Lamps[i] = uint8((target - int(add) + states) % states)
	}
	return truth
}

func rulesAtRandom(r *rand.Rand) lightsout.Rules {
	if r.IntN(2) == 0 {
		return lightsout.Rules{}
	}
	return lightsout.Rules{Neighbours: lightsout.Neighbours(r.IntN(4)), Wrap: lightsout.Wrap(r.IntN(3))}
}

// smallLamps returns a board on which everything can be tried.
func smallLamps(r *rand.Rand) *lightsOutTruth {
	states := 2
	if r.IntN(3) == 0 {
		states = 3 + r.IntN(7)
	}
	for {
		rows, cols := 1+r.IntN(4), 1+r.IntN(4)
		tries := 1
		for range rows * cols {
			tries = min(tries*states, 1<<20)
		}
		if tries > 5000 && (states > 2 || rows*cols > 12) {
			continue
		}
		truth := lampsAtRandom(r, rows, cols, states, rulesAtRandom(r), r.IntN(3) == 0, r.IntN(2) == 0)
		truth.solvable = false // found anew
		truth.pressEverything()
		return truth
	}
}

// flipBoard returns a board on which presses toggle any lamps, as a game ID of Simon Tatham's Flip.
func flipBoard(r *rand.Rand) *lightsOutTruth {
	rows, cols := 1+r.IntN(3), 1+r.IntN(3)
	n := rows * cols
	truth := &lightsOutTruth{states: 2, toggles: make([][]int, n)}
	bits := make([]int, 0, n*n) // press i, lamp j is bit i·n+j, the most significant first in each digit
	for i := range n {
		for j := range n {
			bits = append(bits, 0)
			if i == j || r.IntN(3) == 0 {
				bits[len(bits)-1] = 1
				truth.toggles[i] = append(truth.toggles[i], j)
			}
		}
	}
	hexadecimal := func(bits []int) string {
		var text strings.Builder
		for digit := range slices.Chunk(bits, 4) {
			value := 0
			for k := range 4 {
				value *= 2
				if k < len(digit) {
					value += digit[k]
				}
			}
			fmt.Fprintf(&text, "%x", value)
		}
		return text.String()
	}
	lit := make([]int, n)
	for i := range lit {
		lit[i] = r.IntN(2)
	}
	p, err := lightsout.Parse(fmt.Sprintf("%dx%d:%s,%s", cols, rows, hexadecimal(bits), hexadecimal(lit)))
	if err != nil {
		panic(err)
	}
	truth.p = p
	truth.pressEverything()
	return truth
}

// allLit has the fewest presses that turn an n × n board of lit lamps off, by OEIS A075464.
var allLit = []struct{ n, least int }{
	{5, 15}, {9, 25}, {11, 55}, {14, 56}, {16, 104}, {19, 141}, {23, 231}, {24, 270},
	{29, 345}, {30, 376}, {32, 428}, {33, 469}, {39, 561}, {47, 971},
}

func lightsOutQuestions(r *rand.Rand) (asked []question) {
	ask := func(pace pace, truth *lightsOutTruth, name string, put func(context.Context) reply) {
		puzzle := truth.p.String()
		if truth.p.Rules != (lightsout.Rules{}) {
			puzzle += fmt.Sprintf(" by %+v", truth.p.Rules)
		}
		asked = append(asked, question{
			solver: "lightsout", name: name, puzzle: puzzle, truth: truth.String(), pace: pace, ask: put,
		})
	}
	solve := func(pace pace, truth *lightsOutTruth) {
		ask(pace, truth, "Solve", func(ctx context.Context) reply { return truth.heard(truth.p.Solve(ctx)) })
		ask(pace, truth, "Steps", func(ctx context.Context) reply {
			return truth.heardPresses(slices.Collect(truth.p.Steps(ctx)))
		})
	}
	nearest := func(pace pace, truth *lightsOutTruth) {
		ask(pace, truth, "Nearest", func(ctx context.Context) reply { return truth.heardNear(truth.p.Nearest(ctx)) })
	}
	table := func(truth *lightsOutTruth) {
		ask(quick, truth, "Table", func(ctx context.Context) reply { return truth.heardTable(truth.p.Table(ctx)) })
	}

	for range 24 {
		truth := smallLamps(r)
		solve(quick, truth)
		nearest(quick, truth)
	}
	for range 6 {
		truth := flipBoard(r)
		solve(quick, truth)
		nearest(quick, truth)
	}
	for range 4 {
		for _, truth := range []*lightsOutTruth{hexBoard(r), graphBoard(r)} {
			solve(quick, truth)
			nearest(quick, truth)
			least := truth.litOnlyLeast()
			ask(quick, truth, "LitOnly", func(ctx context.Context) reply {
				way, possible, err := truth.p.LitOnly(ctx)
				return truth.heardLitOnly(least, way, possible, err)
			})
		}
	}
	for range 6 {
		states := []int{2, 2, 3, 5}[r.IntN(4)]
		truth := lampsAtRandom(r, 4+r.IntN(9), 4+r.IntN(9), states, rulesAtRandom(r), r.IntN(3) == 0, r.IntN(2) == 0)
		truth.eliminate()
		pace := quick
		if !truth.exact {
			pace = slow
		}
		solve(pace, truth)
		nearest(slow, truth)
	}
	for range 4 {
		table(lampsAtRandom(r, 2+r.IntN(10), 2+r.IntN(6), 2, lightsout.Rules{}, false, false))
		table(lampsAtRandom(r, 2+r.IntN(10), 3+r.IntN(5), 2, lightsout.Rules{Wrap: lightsout.Cylinder}, false, false))
		table(lampsAtRandom(r, 2+r.IntN(10), 2+r.IntN(6), 2, lightsout.Rules{Neighbours: lightsout.Hollow}, false, false))
		table(lampsAtRandom(r, 20+r.IntN(40), 20+r.IntN(40), 2, lightsout.Rules{}, false, false))
	}
	for _, lit := range allLit {
		n := lit.n
		p := &lightsout.Puzzle{Rows: n, Cols: n, Lamps: slices.Repeat([]uint8{1}, n*n)}
		truth := &lightsOutTruth{p: p, states: 2, toggles: lightsOutToggles(p), known: true, solvable: true, proved: true, most: n * n, exact: true, least: lit.least}
		switch {
		case n < 29:
			solve(quick, truth)
		case n < 39:
			solve(slow, truth)
		default:
			solve(long, truth)
		}
	}
	for _, n := range []int{19, 23, 30, 32, 33, 39, 47, 50} {
		solve(slow, lampsAtRandom(r, n, n, 2, lightsout.Rules{}, false, true))
		truth := lampsAtRandom(r, n, n, 2, lightsout.Rules{}, false, true)
		changed := 1 + r.IntN(4)
		for range changed {
			truth.p.Lamps[r.IntN(n*n)] ^= 1
		}
		spoiled := &lightsOutTruth{p: truth.p, states: 2, toggles: truth.toggles, nearest: changed}
		nearest(slow, spoiled)
	}
	for range 4 {
		states := 3 + r.IntN(6)
		solve(slow, lampsAtRandom(r, 6+r.IntN(10), 6+r.IntN(10), states, rulesAtRandom(r), r.IntN(2) == 0, true))
	}
	return asked
}

// heard judges an Answer.
func (truth *lightsOutTruth) heard(a *lightsout.Answer, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	heard := reply{
		said:    fmt.Sprintf("solvable %v with %d presses, proved %v", a.Solvable, a.Min, a.Proved),
		decided: a.Proved || !a.Solvable,
	}
	n := len(truth.toggles)
	for _, quiet := range a.Quiet {
		if weight(truth.pressed(quiet.Pattern)) > 0 {
			heard.wrong = fmt.Sprintf("the quiet pattern %v changes something", quiet.Pattern)
		}
	}
	if !a.Solvable {
		if truth.solvable {
			heard.wrong = "it can be solved"
		} else {
			heard.wrong = truth.wrongCertificate(a.Certificate)
		}
		return heard
	}
	switch {
	case truth.known && !truth.solvable:
		heard.wrong = "it cannot be solved"
	case len(a.Presses) != n || len(differences(truth.pressed(a.Presses), truth.lacks())) > 0:
		heard.wrong = fmt.Sprintf("these presses do not solve it: %v", a.Presses)
	case weight(a.Presses) != a.Min:
		heard.wrong = "its solution has another number of presses"
	case truth.exact && a.Min < truth.least:
		heard.wrong = "there is no solution with so few presses, or the truth is false"
	case a.Proved && (truth.exact && a.Min != truth.least || truth.solvable && a.Min > truth.most):
		heard.wrong = "there is a solution with fewer presses"
	case truth.count != nil && a.Count().Cmp(truth.count) != 0:
		heard.wrong = fmt.Sprintf("its count is %v", a.Count())
	}
	if heard.wrong != "" || truth.sorted == nil {
		return heard
	}
	for i, want := range truth.sorted {
		if got := a.Solution(big.NewInt(int64(i))); !slices.Equal(got, want) {
			heard.wrong = fmt.Sprintf("solution number %d is %v, and it says %v", i, want, got)
		}
	}
	all := slices.SortedFunc(truth.p.Solutions(a), slices.Compare)
	if !slices.EqualFunc(all, truth.sorted, slices.Equal[[]uint8]) || a.Solution(truth.count) != nil {
		heard.wrong = fmt.Sprintf("its solutions are %v, and there are %v", all, truth.sorted)
	}
	return heard
}

// wrongCertificate says why numbers for the lamps are no proof that the board cannot be solved:
// every press must add a multiple of the states to the sum of all lamps times their numbers, and
// what the lamps lack must not.
func (truth *lightsOutTruth) wrongCertificate(certificate []uint8) string {
	if len(certificate) != len(truth.toggles) {
		return "there is no certificate"
	}
	for i, adds := range truth.toggles {
		sum := 0
		for _, j := range adds {
			sum += int(certificate[j])
		}
		if sum%truth.states != 0 {
			return fmt.Sprintf("press %d changes the sum of the certificate", i)
		}
	}
	sum := 0
	for j, lack := range truth.lacks() {
		sum += int(lack) * int(certificate[j])
	}
	if sum%truth.states == 0 {
		return "the certificate proves nothing"
	}
	return ""
}

// heardPresses judges steps: all presses together reach the target, on a board that can be solved.
func (truth *lightsOutTruth) heardPresses(steps []lightsout.Step) reply {
	heard := reply{said: fmt.Sprintf("%d presses", len(steps)), decided: !truth.solvable || len(steps) > 0}
	presses := make([]uint8, len(truth.toggles))
	for _, step := range steps {
		i := step.Row*truth.p.Cols + step.Col
		presses[i] = uint8((int(presses[i]) + step.Times) % truth.states)
	}
	solved := len(differences(truth.pressed(presses), truth.lacks())) == 0
	heard.decided = heard.decided || solved
	switch {
	case len(steps) > 0 && truth.known && !truth.solvable:
		heard.wrong = "it cannot be solved"
	case len(steps) > 0 && !solved:
		heard.wrong = "the presses do not solve it"
	}
	return heard
}

// heardNear judges a board that can be solved.
func (truth *lightsOutTruth) heardNear(near *lightsout.Near, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	if near == nil {
		return undecided("none was found")
	}
	heard := reply{said: fmt.Sprintf("changed %v, proved %v, singles %v", near.Changed, near.Proved, near.Singles), decided: near.Proved}
	other := *truth
	changed := &lightsout.Puzzle{Rows: truth.p.Rows, Cols: truth.p.Cols, Lamps: near.Lamps, Target: truth.p.Target, Holes: truth.p.Holes, Rules: truth.p.Rules}
	other.p = changed
	if truth.sorted != nil || truth.singles != nil || len(truth.toggles) <= 12 && truth.proved {
		other.solvable, other.sorted = false, nil
		other.pressEverything()
	} else if truth.states == 2 && len(truth.toggles) <= 150 {
		other.eliminate()
	} else {
		other.solvable = true // not looked at
	}
	switch {
	case !slices.Equal(differences(near.Lamps, truth.p.Lamps), near.Changed):
		heard.wrong = "it changes other lamps than it says"
	case !other.solvable:
		heard.wrong = "its board cannot be solved"
	case near.Proved && len(near.Changed) > truth.nearest:
		heard.wrong = "fewer lamps do"
	case truth.proved && len(near.Changed) < truth.nearest:
		heard.wrong = "so few lamps cannot do"
	case near.Proved && len(near.Changed) == 1 && truth.proved && truth.sorted == nil && truth.singles != nil && !sameSingles(near.Singles, truth.singles):
		heard.wrong = fmt.Sprintf("the single lamps are %v", truth.singles)
	}
	return heard
}

// sameSingles says whether single changes are in reading order, and the same ones: those of one lamp
// in any order.
func sameSingles(got, want []lightsout.Single) bool {
	byState := func(a, b lightsout.Single) int {
		return (a.Lamp-b.Lamp)*lightsout.MaxStates + int(a.State) - int(b.State)
	}
	byLamp := func(a, b lightsout.Single) int { return a.Lamp - b.Lamp }
	return slices.IsSortedFunc(got, byLamp) && slices.Equal(slices.SortedFunc(slices.Values(got), byState), slices.SortedFunc(slices.Values(want), byState))
}

// left returns what a chase leaves in the bottom row when only the presses in the top row are made before.
func (truth *lightsOutTruth) left(top []uint8) []uint8 {
	cols := truth.p.Cols
	lamps := make([]uint8, len(truth.toggles))
	press := func(i int) {
		for _, j := range truth.toggles[i] {
			lamps[j] ^= 1
		}
	}
	for i, times := range top {
		if times == 1 {
			press(i)
		}
	}
	for i := cols; i < len(lamps); i++ {
		if lamps[i-cols] == 1 {
			press(i)
		}
	}
	return lamps[len(lamps)-cols:]
}

// heardTable judges the rules of light chasing: a rule's presses in the top row change the bottom
// row by its pattern. A whole table has every pattern that any presses make, with the fewest
// presses; any other has patterns that make up all.
func (truth *lightsOutTruth) heardTable(rules []lightsout.Rule, whole bool) reply {
	if rules == nil {
		heard := undecided("no table")
		heard.decided = !truth.p.Tabled()
		return heard
	}
	heard := reply{said: fmt.Sprintf("%d rules, whole %v", len(rules), whole), decided: true}
	for i, rule := range rules {
		if !slices.Equal(truth.left(rule.Top), rule.Bottom) {
			heard.wrong = fmt.Sprintf("rule %d of %v", i, rules)
			return heard
		}
	}
	cols := truth.p.Cols
	if !whole {
		var patterns, bottoms [][]uint8
		for i := range cols {
			top := make([]uint8, cols)
			top[i] = 1
			patterns = append(patterns, truth.left(top))
		}
		for _, rule := range rules {
			bottoms = append(bottoms, rule.Bottom)
		}
		if rank(patterns) != len(rules) || rank(bottoms) != len(rules) {
			heard.wrong = fmt.Sprintf("patterns of rank %d want as many independent rules", rank(patterns))
		}
		return heard
	}
	fewest := map[string]int{}
	for set := range 1 << cols {
		top := make([]uint8, cols)
		for i := range top {
			top[i] = uint8(set >> i & 1)
		}
		bottom := string(truth.left(top))
		if n, ok := fewest[bottom]; !ok || weight(top) < n {
			fewest[bottom] = weight(top)
		}
	}
	delete(fewest, string(make([]uint8, cols))) // nothing left asks for nothing
	for _, rule := range rules {
		bottom := string(rule.Bottom)
		if n, ok := fewest[bottom]; weight(rule.Bottom) > 0 && (!ok || n != weight(rule.Top)) {
			heard.wrong = fmt.Sprintf("%v for %v, and %d presses do", rule.Top, rule.Bottom, n)
		}
		delete(fewest, bottom)
	}
	if len(fewest) > 0 {
		heard.wrong = fmt.Sprintf("%d patterns have no rule", len(fewest))
	}
	return heard
}

// rank returns the rank of rows of 0 and 1, modulo 2.
func rank(rows [][]uint8) (rank int) {
	var basis [][]uint8 // each with a first 1 of its own
	for _, row := range rows {
		row = slices.Clone(row)
		for _, b := range basis {
			if row[slices.Index(b, 1)] == 1 {
				for i := range row {
					row[i] ^= b[i]
				}
			}
		}
		if slices.Contains(row, 1) {
			basis = append(basis, row)
		}
	}
	return len(basis)
}

// TestLightsOutOracle: elimination says of small boards what pressing everything says, and the
// example of the literature has its four solutions.
func TestLightsOutOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		states := []int{2, 3}[r.IntN(2)]
		truth := lampsAtRandom(r, 1+r.IntN(3), 1+r.IntN(3), states, rulesAtRandom(r), r.IntN(2) == 0, false)
		other := *truth
		truth.pressEverything()
		other.eliminate()
		if truth.solvable != other.solvable || truth.solvable && (truth.least != other.least || truth.count.Cmp(other.count) != 0) {
			t.Errorf("%v by %+v: %v by trying, %v by elimination", truth.p, truth.p.Rules, truth, &other)
		}
	}
	p := &lightsout.Puzzle{Rows: 5, Cols: 5, Lamps: []uint8{
		1, 1, 1, 1, 0,
		1, 1, 1, 0, 1,
		1, 1, 1, 0, 1,
		0, 0, 0, 1, 1,
		1, 1, 0, 1, 1,
	}}
	truth := &lightsOutTruth{p: p, states: 2, toggles: lightsOutToggles(p)}
	truth.eliminate()
	if truth.count.Int64() != 4 || truth.least != 6 {
		t.Errorf("%v, want 4 and 6", truth)
	}
	for _, lit := range allLit[:5] {
		n := lit.n
		p := &lightsout.Puzzle{Rows: n, Cols: n, Lamps: slices.Repeat([]uint8{1}, n*n)}
		truth := &lightsOutTruth{p: p, states: 2, toggles: lightsOutToggles(p)}
		if truth.eliminate(); truth.least != lit.least {
			t.Errorf("%d × %d lit: %d presses, and A075464 has %d", n, n, truth.least, lit.least)
		}
	}
}
