package queue

import (
	"testing"
	"time"

	"kibitz/bot/queue/queuetest"
)

// TestLive: what is said in a room is heard in every process that listens to it, also one that has subscribed
// without a connection, and again after a cut; not in another room, and not after the end.
func TestLive(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		near, far := s.Link(), s.Link()
		ann, bob := open(t, roomy(near.Dial)), open(t, roomy(far.Dial))
		far.Cut()
		time.Sleep(5 * time.Second)
		heard := make(chan string, 10)
		stop, err := bob.Subscribe("one", func(frame []byte) { heard <- string(frame) })
		if err != nil {
			t.Fatal(err)
		}
		far.Mend()
		time.Sleep(5 * time.Second)
		ann.Publish("other", []byte("in another room"))
		ann.Publish("one", []byte("first"))
		if got := <-heard; got != "first" {
			t.Errorf("heard %q", got)
		}
		near.Cut()
		time.Sleep(5 * time.Second)
		ann.Publish("one", []byte("lost"))
		near.Mend()
		time.Sleep(5 * time.Second)
		ann.Publish("one", []byte("second"))
		if got := <-heard; got != "second" {
			t.Errorf("heard %q", got)
		}
		stop()
		ann.Publish("one", []byte("too late"))
		time.Sleep(time.Second)
		if len(heard) > 0 {
			t.Errorf("heard %q after the end", <-heard)
		}
	})
}
