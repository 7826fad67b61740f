package deduce_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers"
)

// unfinished is a puzzle that its solver does not decide: it takes so long.
type unfinished struct {
	deduce.Puzzle
	takes time.Duration
}

func (p unfinished) Solve(ctx context.Context, brief bool) (*deduce.Solved, error) {
	s, err := p.Puzzle.Solve(ctx, brief)
	if err == nil {
		s.Verdict = solvers.Undecided
		time.Sleep(p.takes)
	}
	return s, err
}

// TestUndecidedForWhat: a solver that stops before its time is over has no more memory, and
// that is what people are told.
func TestUndecidedForWhat(t *testing.T) {
	for _, k := range kinds() {
		p := small(t, k, solvers.Unique, 20, 100)[0].Puzzle
		for locale, want := range map[string]struct{ time, memory string }{
			"en": {"I ran out of time", "too big for my memory"},
			"ko": {"시간이 다 됐어요", "제 메모리로는 너무 커요"},
			"ja": {"時間切れ", "大きすぎてメモリが足りません"},
		} {
			for takes, title := range map[time.Duration]string{0: want.memory, 200 * time.Millisecond: want.time} {
				ctx, cancel := context.WithTimeout(t.Context(), words.If(takes > 0, takes/2, time.Minute))
				a := &ask.Ask{Request: &chat.Request{}, Kind: k, Action: &k.Actions[0], Say: words.In(locale)}
				r := deduce.Verdict(ctx, a, unfinished{p, takes})
				cancel()
				smaller := strings.Contains(r.Text, words.In(locale).Text("notice.memory.text"))
				if !strings.HasSuffix(r.Title, title) || smaller != (takes == 0) {
					t.Errorf("%s: %q, %q", k.Name, r.Title, r.Text)
				}
			}
		}
	}
}
