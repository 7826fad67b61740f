package queue

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"kibitz/bot/queue/queuetest"
)

// TestSameSettings: a stream or consumer is changed on the server if one of its settings differs,
// and only then.
func TestSameSettings(t *testing.T) {
	want := jetstream.StreamConfig{
		Subjects: []string{"a"}, Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgs: 5, MaxMsgsPerSubject: 2, MaxAge: time.Minute, Duplicates: time.Second, Storage: jetstream.FileStorage, Replicas: 3,
	}
	if !sameStream(want, want) {
		t.Error("a stream differs from itself")
	}
	for name, change := range map[string]func(*jetstream.StreamConfig){
		"subjects":    func(c *jetstream.StreamConfig) { c.Subjects = []string{"b"} },
		"retention":   func(c *jetstream.StreamConfig) { c.Retention = jetstream.LimitsPolicy },
		"discard":     func(c *jetstream.StreamConfig) { c.Discard = jetstream.DiscardOld },
		"per subject": func(c *jetstream.StreamConfig) { c.DiscardNewPerSubject = false },
		"most":        func(c *jetstream.StreamConfig) { c.MaxMsgs = 6 },
		"most of one": func(c *jetstream.StreamConfig) { c.MaxMsgsPerSubject = 3 },
		"age":         func(c *jetstream.StreamConfig) { c.MaxAge = time.Hour },
		"duplicates":  func(c *jetstream.StreamConfig) { c.Duplicates = time.Minute },
		"storage":     func(c *jetstream.StreamConfig) { c.Storage = jetstream.MemoryStorage },
		"replicas":    func(c *jetstream.StreamConfig) { c.Replicas = 1 },
	} {
		other := want
		if change(&other); sameStream(other, want) {
			t.Errorf("streams with another setting, %s, count as the same", name)
		}
	}
	if !sameConsumer(consumer, consumer) {
		t.Error("a consumer differs from itself")
	}
	for name, change := range map[string]func(*jetstream.ConsumerConfig){
		"durable":    func(c *jetstream.ConsumerConfig) { c.Durable = "x" },
		"ack policy": func(c *jetstream.ConsumerConfig) { c.AckPolicy = jetstream.AckNonePolicy },
		"ack wait":   func(c *jetstream.ConsumerConfig) { c.AckWait = time.Hour },
		"pending":    func(c *jetstream.ConsumerConfig) { c.MaxAckPending = 1 },
	} {
		other := consumer
		if change(&other); sameConsumer(other, consumer) {
			t.Errorf("consumers with another setting, %s, count as the same", name)
		}
	}
}

// TestRefusedDeclaration: what an operator can mend by removing a stream is told as that, and a
// fault of the server's is not.
func TestRefusedDeclaration(t *testing.T) {
	for code, mend := range map[int]bool{400: true, 499: true, 500: false, 503: false} {
		err := refused("stream X", &jetstream.APIError{Code: code})
		if strings.Contains(err.Error(), "remove it") != mend {
			t.Errorf("%d: %v", code, err)
		}
	}
}

// TestJobArrivesWhole: a worker gets all that was put, with the time at which it was asked for.
func TestJobArrivesWhole(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		j := job("1")
		j.User, j.Arrived, j.Again = "ann", time.Now().Add(-3*time.Second), true
		put(t, q, j)
		var got Job
		stop := work(t, q, 1, func(_ context.Context, d *Delivery) Verdict { got = d.Job; return Done })
		synctest.Wait()
		stop()
		if got.ID != j.ID || got.User != j.User || !got.Arrived.Equal(j.Arrived) || got.Again != j.Again || string(got.Data) != string(j.Data) {
			t.Errorf("got %+v, want %+v", got, j)
		}
	})
}
