package queue

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	claimStream   = "KIBITZ_CLAIMS"
	claimSubjects = subjects + "claim." // a hash of what is claimed follows
	claimLife     = 48 * time.Hour
)

// Claim claims a task for this process, and reports whether it has the claim now: no other process has
// claimed the task in the last claimLife. The claim stays even if the process dies, so a task is done
// at most once. After an error nobody knows who has the claim, so ask again. Claim makes the
// stream of claims if there is none.
func (q *Queue) Claim(ctx context.Context, what string) (bool, error) {
	if _, err := q.there(); err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, apiWithin)
	defer cancel()
	s, err := q.stream(ctx, jetstream.StreamConfig{
		Name:      claimStream,
		Subjects:  []string{claimSubjects + "*"},
		Retention: jetstream.LimitsPolicy,
		Discard:   jetstream.DiscardOld,
		MaxAge:    claimLife,
		Storage:   jetstream.FileStorage,
		Replicas:  q.o.Replicas,
	})
	if err != nil {
		return false, err
	}
	subject := claimSubjects + hashed(what)
	_, err = q.js.Publish(ctx, subject, []byte(q.claimant), jetstream.WithExpectLastSequencePerSubject(0))
	if err == nil {
		return true, nil
	}
	// Either somebody has the claim, or the answer was lost: then it may be ours.
	m, unread := s.GetLastMsgForSubject(ctx, subject)
	if unread != nil {
		return false, err
	}
	return string(m.Data) == q.claimant, nil
}
