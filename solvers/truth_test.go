package solvers_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kibitz/solvers"
)

// TestTruthAtTheDeadline holds every solver to one law: whenever its time ends, and on however
// many cores it works, it gives the true answer or says that it has none. It never gives another.
//
// The truth comes from elsewhere: small puzzles are answered by trying everything, large ones are
// made so that their answer is known (a picture's puzzle has a solution; puzzles side by side have
// the product of their counts), and a few facts are published. See the truth_*_test.go of each
// puzzle. Nothing here looks into a solver.
//
// KIBITZ_BUDGETS is how many budgets are tried, 400 if it is not set. KIBITZ_SEED repeats
// the puzzles, questions and budgets of an earlier run, though not where its time ended to the
// microsecond.
func TestTruthAtTheDeadline(t *testing.T) {
	budgets := int(environment(t, "KIBITZ_BUDGETS", 400))
	seed := environment(t, "KIBITZ_SEED", rand.Uint64())
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))

	law := law{t: t, seed: seed, records: map[string]*record{}}
	// Puzzles and their truths take time to make: as many as are used up in a few seconds of budgets.
	for round := uint64(0); budgets > 0; round++ {
		r := rand.New(rand.NewPCG(seed, round))
		asked := askable(r)
		if t.Failed() {
			break
		}
		law.unlimited(asked)
		for range min(budgets, 1000) {
			law.try(draw(r, asked))
		}
		budgets -= 1000
	}
	t.Log(law.report())
	if t.Failed() {
		t.Logf("to repeat: KIBITZ_SEED=%d KIBITZ_BUDGETS=%s go test -count=1 -run TestTruthAtTheDeadline ./solvers", seed, os.Getenv("KIBITZ_BUDGETS"))
	}
}

// environment returns the number in an environment variable, or otherwise if that is not set or
// empty. It ends the test if the text is no number.
func environment(t *testing.T, name string, otherwise uint64) uint64 {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// A question is put to a solver about a puzzle whose answer is known.
type question struct {
	solver, name string
	puzzle       string // in its canonical encoding
	truth        string // the known answer, for a person to read
	pace         pace
	ask          func(ctx context.Context) reply
}

// A pace is how long an answer takes.
type pace int

const (
	quick pace = iota // less than most budgets
	slow              // more than many budgets
	long              // more than nearly all: it is given enough for learning to begin
)

// A reply is what the solver said.
type reply struct {
	said    string // for a person to read
	decided bool   // it claims to be complete or proved
	wrong   string // what in it is false; "" if nothing is
}

// undecided returns a reply that claims nothing.
func undecided(format string, args ...any) reply {
	return reply{said: "undecided: " + fmt.Sprintf(format, args...)}
}

// askable makes puzzles of all kinds and the questions about them.
func askable(r *rand.Rand) []question {
	return slices.Concat(
		nonogramQuestions(r),
		kakuroQuestions(r),
		lightsOutQuestions(r),
		cardFlipQuestions(r),
		toTheMoonQuestions(r),
		sudokuQuestions(r),
	)
}

// A trial is a question, the end of its time and how many cores there are.
type trial struct {
	question
	end
	cores int
}

// draw takes few of the questions that use up their budgets, so that a thousand trials take some
// seconds. Of one pace, every solver's share is its number of kinds of question.
func draw(r *rand.Rand, asked []question) trial {
	pace := quick
	switch n := r.IntN(1000); {
	case n < 18:
		pace = long
	case n < 90:
		pace = slow
	}
	kinds := map[string][]question{}
	var names []string
	for _, q := range asked {
		if q.pace != pace {
			continue
		}
		name := q.solver + " " + q.name
		if kinds[name] == nil {
			names = append(names, name)
		}
		kinds[name] = append(kinds[name], q)
	}
	kind := kinds[names[r.IntN(len(names))]]
	return trial{kind[r.IntN(len(kind))], drawEnd(r, pace), 1 + r.IntN(2)}
}

// An end says when a context ends.
type end struct {
	deadline time.Duration // it has a deadline; the other ways have none
	cancel   time.Duration // cancelled after so long
	looks    int           // cancelled when it is looked at for the so-manieth time
}

// drawEnd draws a way in which the time of a question ends, of the kinds and lengths that suit its
// pace: a deadline, a cancelled context or, for quick questions and some slow ones, a number of looks.
func drawEnd(r *rand.Rand, pace pace) end {
	between := func(low, high float64) float64 { // as many budgets from 1 to 2 ms as from 1 to 2 s
		return low * math.Exp(r.Float64()*math.Log(high/low))
	}
	milliseconds := func(low, high float64) time.Duration {
		return time.Duration(between(low, high) * float64(time.Millisecond))
	}
	kind := r.IntN(16)
	switch {
	case pace == long && kind < 12:
		return end{deadline: milliseconds(200, 1000)}
	case pace == long:
		return end{cancel: milliseconds(200, 1000)}
	case pace == slow && kind == 0:
		return end{deadline: milliseconds(1, 2000)}
	case pace == slow && kind < 10:
		return end{deadline: milliseconds(1, 200)}
	case pace == slow && kind < 14:
		return end{cancel: milliseconds(1, 200)}
	case kind < 8:
		return end{deadline: milliseconds(1, 2000)}
	case kind < 12:
		return end{cancel: milliseconds(0.001, 5)}
	}
	return end{looks: int(between(1, 10_000))}
}

func (e end) String() string {
	switch {
	case e.deadline > 0:
		return fmt.Sprintf("a deadline of %v", e.deadline)
	case e.cancel > 0:
		return fmt.Sprintf("cancelled after %v", e.cancel)
	}
	return fmt.Sprintf("cancelled at look %d", e.looks)
}

// context starts the time. A context that ends after a number of looks ends after 100 ms in any
// case, because a solver may look once and then wait.
func (e end) context() (context.Context, context.CancelFunc) {
	if e.deadline > 0 {
		return context.WithTimeout(context.Background(), e.deadline)
	}
	ctx, cancel := context.WithCancel(context.Background())
	after := e.cancel
	if e.looks > 0 {
		after = 100 * time.Millisecond
	}
	timer := time.AfterFunc(after, cancel)
	stop := func() { timer.Stop(); cancel() }
	if e.looks == 0 {
		return ctx, stop
	}
	counted := &countedContext{Context: ctx, cancel: cancel}
	counted.left.Store(int64(e.looks))
	return counted, stop
}

// A countedContext ends when it has been looked at a number of times: at a point of the solver's
// work that does not depend on the clock.
type countedContext struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func (c *countedContext) look() {
	if c.left.Add(-1) <= 0 {
		c.cancel()
	}
}

func (c *countedContext) Err() error            { c.look(); return c.Context.Err() }
func (c *countedContext) Done() <-chan struct{} { c.look(); return c.Context.Done() }

// A law asks and keeps the record.
type law struct {
	t        *testing.T
	seed     uint64
	records  map[string]*record // by solver and question
	failures int
	latest   time.Duration
	latestOf string // what was asked when the answer was latest
}

type record struct {
	asked, decided, wrong int
	late                  time.Duration // the longest from the end of its time to the answer
}

// unlimited asks every quick question without an end: there the answer must be complete, or the
// law would be kept by silence.
func (l *law) unlimited(asked []question) {
	for i, q := range asked {
		if q.pace != quick {
			continue
		}
		cores := 1 + i%2
		runtime.GOMAXPROCS(cores)
		reply := l.answer(q, "no end", cores, context.Background())
		if reply.wrong == "" && !reply.decided {
			reply.wrong = "it is undecided, and had all the time it wanted"
		}
		l.judge(q, "no end", cores, reply)
	}
}

// try asks the question of a trial with its end and cores, judges the reply, and notes how long after
// the end the answer came. An end after a number of looks has no such time.
func (l *law) try(trial trial) {
	runtime.GOMAXPROCS(trial.cores)
	ctx, stop := trial.context()
	began := time.Now()
	reply := l.answer(trial.question, trial.end.String(), trial.cores, ctx)
	took := time.Since(began)
	stop()

	record := l.judge(trial.question, trial.end.String(), trial.cores, reply)
	record.asked++
	if reply.decided {
		record.decided++
	}
	if late := took - trial.deadline - trial.cancel; trial.looks == 0 && late > record.late {
		record.late = late
		if late > l.latest {
			l.latest = late
			l.latestOf = fmt.Sprintf("%s %s, %v, on %d cores, of %s", trial.solver, trial.name, trial.end, trial.cores, trial.puzzle)
		}
	}
}

// answer asks, and takes a panic for a false answer. Where none comes the test is ended here, or it
// would end for time and not say what was asked.
func (l *law) answer(q question, end string, cores int, ctx context.Context) (heard reply) {
	stuck := time.AfterFunc(2*time.Minute, func() {
		panic(fmt.Sprintf("still at work after two minutes: %s %s, %s, on %d cores, seed %d, of %s", q.solver, q.name, end, cores, l.seed, q.puzzle))
	})
	defer stuck.Stop()
	defer func() {
		if cause := recover(); cause != nil {
			stack := make([]byte, 4096)
			heard = reply{said: fmt.Sprint(cause), wrong: "it panicked: " + string(stack[:runtime.Stack(stack, false)])}
		}
	}()
	return q.ask(ctx)
}

// judge reports a false answer with all that is needed to ask again.
func (l *law) judge(q question, end string, cores int, reply reply) *record {
	l.t.Helper()
	name := q.solver + " " + q.name
	if l.records[name] == nil {
		l.records[name] = &record{}
	}
	if reply.wrong == "" {
		return l.records[name]
	}
	l.records[name].wrong++
	if l.failures++; l.failures <= 20 { // the rest is in the report
		l.t.Errorf("%s: %s\n  time:   %s, on %d of %d cores\n  puzzle: %s\n  truth:  %s\n  answer: %s",
			name, reply.wrong, end, cores, runtime.NumCPU(), q.puzzle, clipped(q.truth), clipped(reply.said))
	}
	return l.records[name]
}

// clipped returns a text, or its beginning where it is longer than a large board.
func clipped(text string) string {
	const most = 5000
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// times returns the product, or more than any count where it would be too large.
func times(a, b int) int {
	const most = 1 << 40
	if b != 0 && a > most/b {
		return most
	}
	return a * b
}

// halfOf returns a context for half the time that is left, so that an answer that was cut short can be
// handed on; ctx itself where there is no deadline.
func halfOf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Until(deadline)/2)
}

// countLimit returns a limit for counting solutions: small, middling or the most there may be.
func countLimit(r *rand.Rand) int {
	return []int{1, 2, 3, 10, 1000, 1 << 20, 1 << 30}[r.IntN(7)]
}

// heardCount judges a count of solutions. There are known of them, or more unless all is true. The
// count is decided if it is exact or has reached the limit.
func heardCount(n int, exact bool, limit, known int, all bool) reply {
	heard := reply{said: fmt.Sprintf("%d of at most %d, exact %v", n, limit, exact), decided: exact || n == limit}
	switch {
	case n > limit:
		heard.wrong = "there are more than the limit"
	case all && n > known:
		heard.wrong = "there are not so many"
	case exact && n < known:
		heard.wrong = "there are more"
	}
	return heard
}

// wrongVerdict says what is wrong with a verdict on a puzzle with that many solutions, or more if
// exact is false, or with how many of them came with it.
func wrongVerdict(verdict solvers.Verdict, shown, known int, exact bool) string {
	switch {
	case verdict == solvers.None && known > 0,
		verdict == solvers.Unique && (known > 1 || exact && known != 1),
		verdict == solvers.Multiple && exact && known < 2:
		return "the verdict"
	case verdict == solvers.None && shown != 0, verdict == solvers.Unique && shown != 1,
		verdict == solvers.Multiple && shown != 2, verdict == solvers.Undecided && shown > 1:
		return fmt.Sprintf("%d solutions come with the verdict", shown)
	}
	return ""
}

// report returns a line a question: how many budgets, how many of them were enough, how many answers
// were false (those without an end of time included), and the latest answer.
func (l *law) report() string {
	var text strings.Builder
	fmt.Fprintf(&text, "\n%-26s %8s %8s %8s %10s\n", "question", "budgets", "decided", "false", "late by")
	var sum record
	names := make([]string, 0, len(l.records))
	for name := range l.records {
		names = append(names, name)
	}
	slices.Sort(names)
	line := func(name string, r record) {
		fmt.Fprintf(&text, "%-26s %8d %8d %8d %10v\n", name, r.asked, r.decided, r.wrong, r.late.Round(100*time.Microsecond))
	}
	for _, name := range names {
		r := *l.records[name]
		line(name, r)
		sum.asked += r.asked
		sum.decided += r.decided
		sum.wrong += r.wrong
		sum.late = max(sum.late, r.late)
	}
	line("all", sum)
	if l.latest > 500*time.Millisecond { // no failure: the machine may have been busy
		fmt.Fprintf(&text, "late by %v: %s\n", l.latest, l.latestOf)
	}
	return text.String()
}
