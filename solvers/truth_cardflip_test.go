package solvers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/cardflip"
)

// An octalGame plays an octal game as its rules say, with no theory.
type octalGame struct {
	digits []uint8
	misere bool
	wins   map[string]bool // by the lengths of the runs
	values []int           // of single runs in normal play
}

// octalGames are made once, as they remember what they have played.
type octalGames map[string]*octalGame

// of returns the game of a code, which it makes and keeps the first time. It panics if there is no
// such game.
func (games octalGames) of(code string, misere bool) *octalGame {
	key := fmt.Sprint(code, misere)
	if games[key] == nil {
		digits, err := cardflip.ParseGame(code)
		if err != nil {
			panic(err)
		}
		games[key] = &octalGame{digits: digits, misere: misere, wins: map[string]bool{}}
	}
	return games[key]
}

// options yields what a run of n cards can be made: how many cards are taken, and how many are left
// on either side.
func (g *octalGame) options(n int, yield func(left, take, right int)) {
	for take, digit := range g.digits {
		for left := 0; left+take <= n; left++ {
			right := n - take - left
			leaves := uint8(1) // what the digit must allow: nothing left, one run, two
			if left > 0 {
				leaves *= 2
			}
			if right > 0 {
				leaves *= 2
			}
			if digit&leaves != 0 && n > 0 {
				yield(left, take, right)
			}
		}
	}
}

// win says whether the player to move wins, by trying every move.
func (g *octalGame) win(runs []int) bool {
	runs = slices.DeleteFunc(slices.Sorted(slices.Values(runs)), func(n int) bool { return n == 0 })
	key := fmt.Sprint(runs)
	if win, ok := g.wins[key]; ok {
		return win
	}
	moves, win := 0, false
	for i, n := range runs {
		if i > 0 && runs[i-1] == n {
			continue
		}
		g.options(n, func(left, _, right int) {
			moves++
			win = win || !g.win(append(slices.Delete(slices.Clone(runs), i, i+1), left, right))
		})
	}
	if moves == 0 {
		win = g.misere
	}
	g.wins[key] = win
	return win
}

// value returns the Grundy value of a run of n cards: the least that no option has.
func (g *octalGame) value(n int) int {
	for len(g.values) <= n {
		var reached []bool
		g.options(len(g.values), func(left, _, right int) {
			v := g.values[left] ^ g.values[right]
			for len(reached) <= v {
				reached = append(reached, false)
			}
			reached[v] = true
		})
		v := slices.Index(reached, false)
		if v < 0 {
			v = len(reached)
		}
		g.values = append(g.values, v)
	}
	return g.values[n]
}

// periods are published ones: how many values come before the first that repeats for good, and the
// period (Winning Ways, chapter 4, table 7; A. Flammenkamp's tables).
var periods = []struct {
	code   string
	before int
	period int
}{
	{"0.07", 53, 34}, {"0.77", 71, 12}, {"0.137", 52, 34}, {"0.4", 54, 34}, {"0.15", 1, 10}, {"0.44", 143, 24},
	{"0.54", 3, 7}, {"0.71", 3, 2}, {"0.75", 1, 2}, {"0.017", 15, 60}, {"0.044", 214, 36}, {"0.134", 60, 62},
	{"0.173", 21, 40}, {"0.375", 37, 18}, {"4.005", 31, 79}, {"4.12", 6, 7}, {"4.726", 5, 16}, {"0.45", 498, 20},
	{"0.356", 7315, 142}, {"0.165", 5181, 1550},
}

// misereLosses are the lengths of the single rows that the player to move loses at misère play of
// 0.07, up to 60, by exhaustive search.
var misereLosses = []int{2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31, 35, 36, 40, 45, 49, 50, 54, 55, 59, 60}

// A cardFlipTruth is a row of cards and what is known of it.
type cardFlipTruth struct {
	p     *cardflip.Puzzle
	game  *octalGame
	first bool // the player to move wins

	// winning holds the moves that win, in the order of a row of cards: runs from the left, fewest
	// cards first, from left to right. It is nil if they are not known.
	winning []cardflip.Move
}

func (truth *cardFlipTruth) String() string {
	if truth.winning == nil {
		return fmt.Sprintf("the player to move wins: %v", truth.first)
	}
	return fmt.Sprintf("the player to move wins: %v, by %v", truth.first, truth.winning)
}

// rowOf returns a puzzle of runs with a card face down between them.
func rowOf(game *octalGame, code string, runs []int) *cardflip.Puzzle {
	g, err := cardflip.ParseGame(code)
	if err != nil {
		panic(err)
	}
	p := &cardflip.Puzzle{}
	p.Game, p.Misere = g, game.misere
	for i, n := range runs {
		if i > 0 {
			p.Cards++
		}
		p.Runs = append(p.Runs, cardflip.Run{Start: int32(p.Cards), Len: int32(n)})
		p.Cards += n
	}
	return p
}

// playedOut answers a short row by playing it to all its ends.
func playedOut(game *octalGame, p *cardflip.Puzzle) *cardFlipTruth {
	var runs []int
	for _, run := range p.Runs {
		runs = append(runs, int(run.Len))
	}
	truth := &cardFlipTruth{p: p, game: game, first: game.win(runs), winning: []cardflip.Move{}}
	for i, run := range p.Runs {
		game.options(runs[i], func(left, take, right int) {
			if after := append(slices.Delete(slices.Clone(runs), i, i+1), left, right); !game.win(after) {
				truth.winning = append(truth.winning, cardflip.Move{Run: run, Left: left, Take: take, Right: right})
			}
		})
	}
	return truth
}

// byValues answers a row of any length in normal play by the theory of Sprague and Grundy: a move
// wins just if it makes the xor of all values 0.
func byValues(game *octalGame, p *cardflip.Puzzle) *cardFlipTruth {
	truth := &cardFlipTruth{p: p, game: game, winning: []cardflip.Move{}}
	sum := 0
	for _, run := range p.Runs {
		sum ^= game.value(int(run.Len))
	}
	truth.first = sum != 0
	for _, run := range p.Runs {
		game.options(int(run.Len), func(left, take, right int) {
			if game.value(left)^game.value(right) == sum^game.value(int(run.Len)) && truth.first {
				truth.winning = append(truth.winning, cardflip.Move{Run: run, Left: left, Take: take, Right: right})
			}
		})
	}
	return truth
}

// keptGames are shared by all rounds.
var keptGames = octalGames{}

// cardFlipQuestions returns the questions of one round about rows drawn from r, each with a judge
// of its answer.
func cardFlipQuestions(r *rand.Rand) (asked []question) {
	ask := func(pace pace, truth *cardFlipTruth, name string, put func(context.Context) reply) {
		play := "normal"
		if truth.p.Misere {
			play = "misère"
		}
		puzzle := fmt.Sprintf("%v in %v, %s play", truth.p, truth.p.Game, play)
		asked = append(asked, question{
			solver: "cardflip", name: name, puzzle: puzzle, truth: truth.String(), pace: pace, ask: put,
		})
	}
	both := func(pace pace, truth *cardFlipTruth) {
		ask(pace, truth, "Solve", func(ctx context.Context) reply { return truth.heard(truth.p.Solve(ctx)) })
		ask(pace, truth, "Steps", func(ctx context.Context) reply { return truth.heardSteps(slices.Collect(truth.p.Steps(ctx))) })
	}
	codes := []string{"0.07", "0.07", "0.77", "0.137", "0.06", "0.36", "4.12", "0.4", "4.444"}
	for range 3 { // any code: a digit before the point is 0 or 4, and the last one is not 0
		codes = append(codes, fmt.Sprintf("%d.%d%d%d", 4*r.IntN(2), r.IntN(8), r.IntN(8), 1+r.IntN(7)))
	}
	for range 24 {
		code := codes[r.IntN(len(codes))]
		game := keptGames.of(code, r.IntN(2) == 0)
		var runs []int
		for total := r.IntN(14); total > 0; {
			runs = append(runs, 1+r.IntN(total))
			total -= runs[len(runs)-1]
		}
		if len(runs) == 0 {
			continue
		}
		both(quick, playedOut(game, rowOf(game, code, runs)))
	}
	for range 6 {
		// Of everything two: whatever is done in one half is answered in the other, so that the
		// player to move loses. A little more, and it is as with that little alone.
		code := codes[r.IntN(len(codes))]
		game := keptGames.of(code, false)
		var runs []int
		for range 1 + r.IntN(5) {
			runs = append(runs, 1+r.IntN(2000))
		}
		runs = append(runs, runs...)
		more := 1 + r.IntN(12)
		twice := &cardFlipTruth{p: rowOf(game, code, runs), game: game, winning: []cardflip.Move{}}
		both(quick, twice)
		both(quick, &cardFlipTruth{p: rowOf(game, code, append(runs, more)), game: game, first: game.win([]int{more})})
	}
	for range 4 {
		code := codes[r.IntN(len(codes))]
		game := keptGames.of(code, false)
		var runs []int
		for range 1 + r.IntN(1000) {
			runs = append(runs, 1+r.IntN(40))
		}
		both(quick, byValues(game, rowOf(game, code, runs)))
	}
	for _, code := range []string{"0.06", "0.36", "0.14"} { // no period is known
		game := keptGames.of(code, false)
		n := 20_000 + r.IntN(20_000)
		both(slow, &cardFlipTruth{p: rowOf(game, code, []int{n, n}), game: game, winning: []cardflip.Move{}})
	}
	for range 4 {
		n := 24 + r.IntN(len("0.07")*9)
		game := keptGames.of("0.07", true)
		runs := []int{n}
		for range r.IntN(3) {
			runs = append(runs, 1) // no move is in these
		}
		both(slow, &cardFlipTruth{p: rowOf(game, "0.07", runs), game: game, first: !slices.Contains(misereLosses, n)})
	}

	values := func(pace pace, code string, need, work, before, period int) {
		truth := "as by the rules of the game"
		if period > 0 {
			truth = fmt.Sprintf("period %d after %d", period, before)
		}
		asked = append(asked, question{
			solver: "cardflip", name: "Values", puzzle: fmt.Sprintf("%s up to %d, work %d", code, need, work), truth: truth, pace: pace,
			ask: func(ctx context.Context) reply {
				game, err := cardflip.ParseGame(code)
				if err != nil {
					return reply{wrong: err.Error()}
				}
				v, err := game.Values(ctx, need, work)
				return heardValues(v, err, keptGames.of(code, false), need, before, period)
			},
		})
	}
	for range 6 {
		known := periods[r.IntN(len(periods))]
		values(quick, known.code, 1+r.IntN(300), 1<<r.IntN(28), known.before, known.period)
		values(quick, codes[r.IntN(len(codes))], 1+r.IntN(600), 1<<r.IntN(20), 0, 0)
	}
	values(slow, "0.06", 100_000, 1<<30, 0, 0)
	values(slow, "0.56", 1000, 1<<40, 326640, 144)
	return asked
}

// heard judges an Answer.
func (truth *cardFlipTruth) heard(a *cardflip.Answer, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	heard := reply{
		said:    fmt.Sprintf("first %v, %d moves win: %v, decided %v, nim-sum %d", a.First, a.Winning, a.Moves, a.Decided, a.NimSum),
		decided: a.Decided,
	}
	switch {
	case a.First && !truth.first, a.Decided && a.First != truth.first:
		heard.wrong = "who wins"
	case len(a.Moves) > 0 && !truth.first:
		heard.wrong = "no move wins"
	case len(a.Moves) != min(a.Winning, cardflip.Listed):
		heard.wrong = fmt.Sprintf("%d moves are listed of %d", len(a.Moves), a.Winning)
	case a.Decided && truth.winning != nil && (a.Winning != len(truth.winning) || !slices.Equal(a.Moves, truth.winning[:len(a.Moves)])):
		heard.wrong = "these are not all moves that win"
	case a.Decided && !truth.p.Misere && (a.NimSum != 0) != truth.first:
		heard.wrong = "the nim-sum"
	}
	if truth.winning != nil {
		for _, move := range a.Moves {
			if !slices.Contains(truth.winning, move) {
				heard.wrong = fmt.Sprintf("%v does not win", move)
			}
		}
	}
	if a.Decided && !truth.p.Misere && a.Values != nil {
		for _, run := range truth.p.Runs {
			if n := int(run.Len); n <= 600 && a.Values.At(n) != truth.game.value(n) {
				heard.wrong = fmt.Sprintf("a run of %d has value %d", n, truth.game.value(n))
			}
		}
	}
	return heard
}

// heardSteps judges the argument who wins: the values of runs, their nim-sums, a move that wins.
func (truth *cardFlipTruth) heardSteps(steps []cardflip.Step) reply {
	heard := reply{said: fmt.Sprintf("%+v", steps), decided: len(steps) > 0}
	if truth.p.Misere && !truth.first || len(truth.winning) == 0 && truth.winning != nil && truth.p.Misere {
		heard.decided = true // there is no move to say
	}
	sum, known := 0, true
	for _, step := range steps {
		switch step.Technique {
		case cardflip.Value:
			if n := int(step.Run.Len); n > 600 {
				known = false
			} else if step.Value != truth.game.value(n) {
				heard.wrong = fmt.Sprintf("a run of %d has value %d", n, truth.game.value(n))
			}
			if sum ^= step.Value; known && step.NimSum != sum {
				heard.wrong = fmt.Sprintf("the nim-sum so far is %d", sum)
			}
		case cardflip.NimSum:
			if step.NimSum != sum || (sum != 0) != truth.first {
				heard.wrong = fmt.Sprintf("the nim-sum is %d", sum)
			}
		case cardflip.Winning:
			if !truth.first || truth.winning != nil && !slices.Contains(truth.winning, step.Move) {
				heard.wrong = fmt.Sprintf("%v does not win", step.Move)
			}
		}
	}
	return heard
}

// heardValues judges the values of single runs and their period, where one is published.
func heardValues(v *cardflip.Values, err error, game *octalGame, need, before, period int) reply {
	if err != nil {
		return undecided("%v", err)
	}
	heard := reply{said: fmt.Sprintf("period %d after %d", v.Period, v.Preperiod), decided: true}
	last := min(need, 600)
	if v.Period > 0 {
		last = 600
	}
	for n := range last + 1 {
		if v.At(n) != game.value(n) {
			heard.wrong = fmt.Sprintf("a run of %d has value %d, and it says %d", n, game.value(n), v.At(n))
		}
	}
	if period > 0 && v.Period > 0 && (v.Period != period || v.Preperiod != before) {
		heard.wrong = "the period"
	}
	return heard
}

// TestCardFlipOracle: played out, a row is won just if its nim-sum is not 0; values begin as
// OEIS A002187 has them for 0.137; and the published misère losses are the ones of short rows.
func TestCardFlipOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	game := keptGames.of("0.137", false)
	for n, want := range []int{0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4} {
		if game.value(n) != want {
			t.Errorf("G(%d) = %d, want %d", n, game.value(n), want)
		}
	}
	for range 50 {
		code := fmt.Sprintf("%d.%d%d", 4*r.IntN(2), r.IntN(8), 1+r.IntN(7))
		game := keptGames.of(code, false)
		p := rowOf(game, code, []int{1 + r.IntN(5), 1 + r.IntN(5), 1 + r.IntN(3)})
		if got, want := byValues(game, p).String(), playedOut(game, p).String(); got != want {
			t.Errorf("%v in %s: %s by values, %s played out", p, code, got, want)
		}
	}
	for a := range 10 {
		for b := range 10 {
			if game.win([]int{a, b}) != (game.value(a) != game.value(b)) {
				t.Errorf("runs of %d and %d: won %v", a, b, game.win([]int{a, b}))
			}
		}
	}
	game = keptGames.of("0.07", true)
	for n := range 24 {
		if game.win([]int{n}) == slices.Contains(misereLosses, n) {
			t.Errorf("misère, %d cards: won %v", n, game.win([]int{n}))
		}
	}
}
