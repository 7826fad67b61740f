package queue

import (
	"context"
	"testing"
	"time"

	"kibitz/bot/queue/queuetest"
)

// TestDeaths: what was given back is no death, also when the server has restarted since;
// what ended without a word is one.
func TestDeaths(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		put(t, q, job("j"))
		put(t, q, job("other"))
		seen := newJournal()
		work(t, q, 2, func(ctx context.Context, d *Delivery) Verdict {
			if d.ID != "j" {
				return Again(time.Second)
			}
			deaths, err := q.Deaths(ctx, d)
			if err != nil {
				t.Error(err)
			}
			seen.add("%d.%d", d.Attempt, deaths)
			switch {
			case d.Attempt == 3 || d.Attempt == 5:
				return ""
			case d.Attempt == 8:
				return Done
			}
			return Again(10 * time.Second)
		})
		time.Sleep(25 * time.Second)
		s.Restart()
		time.Sleep(2 * time.Minute)
		expect(t, "attempts and deaths", seen, "1.0, 2.0, 3.0, 4.1, 5.1, 6.2, 7.2, 8.2")
	})
}

// TestGivenBackTwice: a give-back that is noted again, because the server did not answer, counts once.
func TestGivenBackTwice(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		for range 2 {
			q.noteGivenBack(&Delivery{Job: job("j"), Attempt: 1})
		}
		time.Sleep(time.Second)
		deaths, err := q.Deaths(t.Context(), &Delivery{Job: job("j"), Attempt: 3})
		expect(t, "deaths", []any{deaths, err}, []any{1, nil})
	})
}

// TestDeathsWithoutNotes: on a server that has no room for the notes of give-backs every delivery before
// counts as a death, so that a job that kills its workers is still found out.
func TestDeathsWithoutNotes(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		p := *q.place.Load()
		p.givenBack = nil
		q.place.Store(&p)
		if deaths, err := q.Deaths(t.Context(), &Delivery{Job: job("j"), Attempt: 7}); deaths != 6 || err != nil {
			t.Errorf("%d deaths, %v", deaths, err)
		}
	})
}
