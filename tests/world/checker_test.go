package world

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kibitz/playground"
)

// A flaw is something that a person may complain of. The checker looks at what came of each
// interaction alone, as Jepsen's total-queue does: what went in has to come out, once.
type flaw string

const (
	lost       flaw = "lost"       // nothing came
	late       flaw = "late"       // something came, but too late
	doubled    flaw = "doubled"    // more than one answer
	unanswered flaw = "unanswered" // it was deferred, and nothing came after that
	changed    flaw = "changed"    // another answer stands in its place
	flickered  flaw = "flickered"  // the answer was gone for a while
	wrong      flaw = "wrong"      // the answer is not the one of a world where all goes well
)

var flaws = []flaw{lost, doubled, unanswered, late, changed, flickered, wrong}

// Callback types, by Discord's numbers.
const (
	deferredInPlace = 6
	deferredMessage = 5
)

// judge says what is wrong with an outcome. Said is the answer when it had just come, stands
// what is in its place at the end, want what it should be.
func judge(o playground.Outcome, said, stands, want string) (found []flaw) {
	note := func(is bool, f flaw) {
		if is {
			found = append(found, f)
		}
	}
	allowed := 0 // messages beside the first response
	if o.First == deferredInPlace {
		allowed = 1 // a notice
	}
	note(o.Accepted == 0 && len(o.Refused) == 0, lost)
	note(o.Accepted == 0 && len(o.Refused) > 0, late)
	note(o.Accepted > 1 || o.FollowUps > allowed, doubled)
	note(o.Accepted > 0 && !o.Answered, unanswered)
	note(o.Answered && stands != said, changed)
	note(o.Changed > 0 && stands == said, flickered)
	note(o.Answered && said != want, wrong)
	return found
}

// A verdict is the checker's on one interaction.
type verdict struct {
	of      string // the script and its step
	outcome playground.Outcome
	said    string
	flaws   []flaw
}

// verdicts are on all steps that were asked.
func (v *errand) verdicts() (all []verdict) {
	expected := v.world.expected[v.script.String()]
	for i, a := range v.asked {
		o := a.Outcome()
		said, stands, want := "", "", ""
		if i < len(v.texts) {
			said, stands = v.texts[i], v.texts[i]
		}
		if i == len(v.asked)-1 && o.Message != nil { // the message of a step before may be this one
			stands = o.Message.Text()
		}
		if i < len(expected) {
			want = expected[i]
		}
		all = append(all, verdict{fmt.Sprintf("%s, step %d", v.script, i), o, said, judge(o, said, stands, want)})
	}
	return all
}

// A score counts interactions and their flaws.
type score struct {
	mu       sync.Mutex
	requests int
	deferred int
	edits    int
	gap      int // sent while nobody held the gateway
	gapLost  int
	slowest  time.Duration
	flaws    map[flaw]int
	examples map[flaw][]verdict
}

const maxExamples = 2 // of each flaw

func (s *score) add(all []verdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range all {
		s.requests++
		s.edits += d.outcome.Edits
		if d.outcome.First == deferredMessage || d.outcome.First == deferredInPlace {
			s.deferred++
		}
		if d.outcome.Delivered == 0 {
			s.gap++
			if d.outcome.Accepted == 0 {
				s.gapLost++
			}
		}
		s.slowest = max(s.slowest, d.outcome.FinalAfter)
		for _, f := range d.flaws {
			if s.flaws == nil {
				s.flaws, s.examples = map[flaw]int{}, map[flaw][]verdict{}
			}
			s.flaws[f]++
			if len(s.examples[f]) < maxExamples {
				s.examples[f] = append(s.examples[f], d)
			}
		}
	}
}

// of is how many have one of these flaws.
func (s *score) of(some ...flaw) (n int) {
	for _, f := range some {
		n += s.flaws[f]
	}
	return n
}

// report puts a score into the world's table.
func (w *world) report(s *score) {
	w.gatherAll()
	w.count("requests", s.requests)
	w.count("deferred", s.deferred)
	w.count("edits", s.edits)
	w.count("slowest answer, s", int(s.slowest/time.Second))
	for _, f := range flaws {
		w.count("  "+string(f), s.flaws[f])
	}
}

// flawless fails the test for every flaw except the allowed ones.
func (w *world) flawless(s *score, but ...flaw) {
	w.Helper()
	for _, f := range flaws {
		if s.flaws[f] == 0 || slices.Contains(but, f) {
			continue
		}
		w.Errorf("%d of %d %s", s.flaws[f], s.requests, f)
		for _, d := range s.examples[f] {
			o := d.outcome
			o.Message = nil
			w.Logf("%v: %s: %+v, said %.300q", d.flaws, d.of, o, d.said)
		}
	}
}

// TestJudge: the checker sees each flaw.
func TestJudge(t *testing.T) {
	good := playground.Outcome{Delivered: 1, Accepted: 1, First: 4, Answered: true}
	deferral := playground.Outcome{Delivered: 1, Accepted: 1, First: deferredMessage, Answered: true, Edits: 3}
	inPlace := playground.Outcome{Delivered: 1, Accepted: 1, First: deferredInPlace, Answered: true, Edits: 1}
	for name, c := range map[string]struct {
		outcome playground.Outcome
		forge   func(*playground.Outcome)
		said    string
		stands  string
		want    flaw
	}{
		"good":                {good, func(*playground.Outcome) {}, "yes", "", ""},
		"deferred":            {deferral, func(*playground.Outcome) {}, "yes", "", ""},
		"in place":            {inPlace, func(*playground.Outcome) {}, "yes", "", ""},
		"notice in place":     {inPlace, func(o *playground.Outcome) { o.FollowUps, o.Edits = 1, 0 }, "yes", "", ""},
		"nothing":             {good, func(o *playground.Outcome) { *o = playground.Outcome{Err: errors.New("no response")} }, "", "", lost},
		"too late":            {good, func(o *playground.Outcome) { *o = playground.Outcome{Refused: []int{10062}} }, "", "", late},
		"two responses":       {good, func(o *playground.Outcome) { o.Accepted = 2 }, "yes", "", doubled},
		"response, follow-up": {good, func(o *playground.Outcome) { o.FollowUps = 1 }, "yes", "", doubled},
		"two notices":         {inPlace, func(o *playground.Outcome) { o.FollowUps = 2 }, "yes", "", doubled},
		"thinking for ever":   {deferral, func(o *playground.Outcome) { o.Answered = false }, "", "", unanswered},
		"overwritten":         {deferral, func(o *playground.Outcome) { o.Changed = 1 }, "yes", "no", changed},
		"progress after":      {deferral, func(o *playground.Outcome) { o.Changed = 2 }, "yes", "", flickered},
		"a notice":            {good, func(*playground.Outcome) {}, "no", "", wrong},
	} {
		o := c.outcome
		c.forge(&o)
		got := judge(o, c.said, cmp.Or(c.stands, c.said), "yes")
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Equal(got, []flaw{c.want}) {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
}
