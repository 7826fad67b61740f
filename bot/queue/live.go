package queue

import "github.com/nats-io/nats.go"

// liveSubjects is what subjects begin with on which processes tell each other what is said in a room; its name
// follows. They are plain subjects: nothing of them is kept.
const liveSubjects = "kibitz.live."

// Bounds on frames that wait for a room of this process. More are dropped.
const (
	mostLive      = 1000
	mostLiveBytes = 4 << 20
)

// Publish sends a frame to those who have subscribed to a room, if there is a connection; otherwise it is lost.
func (q *Queue) Publish(room string, frame []byte) {
	if q.connected.Load() {
		_ = q.nc.Publish(liveSubjects+room, frame) // who hears it says so, or misses it
	}
}

// Subscribe has heard called with the frames of a room, one after the other, until stop is called. Without a
// connection it begins when there is one.
func (q *Queue) Subscribe(room string, heard func(frame []byte)) (stop func(), err error) {
	s, err := q.nc.Subscribe(liveSubjects+room, func(m *nats.Msg) { heard(m.Data) })
	if err != nil {
		return nil, err
	}
	_ = s.SetPendingLimits(mostLive, mostLiveBytes) // fails for a subscription that has ended
	return func() { _ = s.Unsubscribe() }, nil
}
