package queue

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server has one count of a job's deliveries, whether the worker gave the job back or
// died of it. So each give-back is noted in a stream of its own: a delivery that was not
// given back is taken for a death.

// noteGivenBack notes that a job is about to be given back. It goes out ahead of the word to
// the server, on the same connection; where one is lost the other is, too, as a rule, and
// then a death is counted that was none.
func (q *Queue) noteGivenBack(d *Delivery) {
	m := nats.NewMsg(givenBackSubject(d.ID))
	m.Header.Set(nats.MsgIdHdr, fmt.Sprint(d.ID, " ", d.Attempt)) // noted once, however often it is said
	if err := q.nc.PublishMsg(m); err != nil {
		q.log.Debug("a give-back is not noted", "job", d.ID, "err", err)
	}
}

// Deaths returns how many workers had the job before and have not given a verdict: they
// died, or were cut off.
func (q *Queue) Deaths(ctx context.Context, d *Delivery) (int, error) {
	before := d.Attempt - 1
	p, err := q.there()
	switch {
	case err != nil:
		return 0, err
	case before == 0 || p.givenBack == nil:
		return before, nil
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	subject := givenBackSubject(d.ID)
	info, err := p.givenBack.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0, fmt.Errorf("asking how often the job was given back: %w", err)
	}
	return max(0, before-int(info.State.Subjects[subject])), nil
}

func givenBackSubject(job string) string { return givenBackSubjects + hashed(job) }
