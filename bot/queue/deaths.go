package queue

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server counts a job's deliveries, whether the worker gave the job back or died of it. So each
// give-back is noted in a stream of its own: a delivery that was not given back counts as a death.

// noteGivenBack notes that a job is about to be given back. The note goes out before the message
// that gives it back, on the same connection. If one is lost, the other usually is, too; if not, a
// death is counted by mistake.
func (q *Queue) noteGivenBack(d *Delivery) {
	m := nats.NewMsg(givenBackSubject(d.ID))
	m.Header.Set(nats.MsgIdHdr, fmt.Sprint(d.ID, " ", d.Attempt)) // the server keeps one note, however often it is sent
	if err := q.nc.PublishMsg(m); err != nil {
		q.log.Debug("a give-back is not noted", "job", d.ID, "err", err)
	}
}

// Deaths returns how many workers had the job before and gave no verdict: they died, or were cut
// off.
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
