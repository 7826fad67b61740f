package playground

import (
	"container/list"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"
)

// Interaction types.
const (
	pingInteraction         = 1
	commandInteraction      = 2
	componentInteraction    = 3
	autocompleteInteraction = 4
	modalInteraction        = 5
)

const maxInteractions = 1 << 16 // whose tokens are remembered: those of 70 a second

// ErrDeleted is the end of a reply that the bot deletes before it is final.
var ErrDeleted = errors.New("playground: the bot deleted its reply")

// NoResponse is the error that the person sees when the bot is too late.
type NoResponse struct {
	Refused error // the last answer of the bot's that was refused; nil if there was none
}

const didNotRespond = "The application did not respond"

func (e *NoResponse) Error() string {
	if e.Refused == nil {
		return didNotRespond
	}
	return didNotRespond + " acceptably: " + e.Refused.Error()
}

func (e *NoResponse) Unwrap() error { return e.Refused }

// Modal is the error of a Click that opens a modal. Submit goes on from there.
type Modal struct {
	CustomID   string
	Title      string
	Components json.RawMessage

	tree    []*component
	source  *message
	trigger origin
}

func (m *Modal) Error() string { return "the bot asks in a modal: " + m.Title }

// origin describes an interaction in the messages that it leads to.
type origin struct {
	id     string
	kind   int
	person string // id of the person whose deed it was
}

// interaction is one thing the person did that the bot is to answer.
type interaction struct {
	id, token string
	kind      int
	person    string   // id of the person whose deed it is
	source    *message // whose button was clicked; nil for a command
	trigger   origin   // of a modal: the interaction that opened it
	line      *message // the message that @original means; nil until known
	replies   []*message
	acked     bool
	dead      bool          // there was no first response in time; it is remembered to tell a late one from one of no interaction
	place     *list.Element // in Server.order
	heard     chan struct{} // closed when acked, or at the end
	born      time.Time
	deadline  time.Time   // of the first response, then of the token
	timer     *time.Timer // until the deadline
	choices   []Choice    // of autocompletion
	refused   error
	mishap    Mishap
	settled   time.Time // when its webhook is known

	outcome Outcome
	final   *message // the first final reply; nil for none yet
	digest  string   // of it

	wanted bool          // somebody waits for the result
	done   chan struct{} // closed at the final reply, or when there will be none
	over   bool
	result *Message
	err    error
}

// finish ends the waiting, the first time it is called.
func (it *interaction) finish(err error) {
	if it.over {
		return
	}
	it.over, it.err = true, err
	close(it.done)
	it.hear()
}

// hear closes heard, the first time it is called.
func (it *interaction) hear() {
	select {
	case <-it.heard:
	default:
		close(it.heard)
	}
}

// settle ends the waiting if m, the reply, is final.
func (it *interaction) settle(m *message) {
	if it.over || m.progress() {
		return
	}
	it.answered(m)
	if it.wanted {
		it.result = m.snapshot()
	}
	it.finish(nil)
}

// newInteraction starts the clock for a first response; s.mu is held.
func (s *Server) newInteraction(kind int, person string, source *message) *interaction {
	id := s.ids.interaction()
	it := &interaction{
		id:     id,
		token:  base64.RawURLEncoding.EncodeToString([]byte(tokenPrefix + id + ":" + rand.Text())),
		kind:   kind,
		person: person,
		source: source,
		born:   time.Now(),
		done:   make(chan struct{}),
		heard:  make(chan struct{}),
	}
	it.deadline = it.born.Add(s.opt.pace.ack)
	it.timer = time.AfterFunc(s.opt.pace.ack, func() { s.lapse(it) })
	s.forgetInteractions()
	s.pending[it.token] = it
	it.place = s.order.PushBack(it)
	return it
}

const tokenPrefix = "interaction:"

// forgetInteractions makes room for one more if there are maxInteractions: it
// forgets the oldest finished one, or the oldest of all if none is finished.
func (s *Server) forgetInteractions() {
	if s.order.Len() < maxInteractions {
		return
	}
	oldest := s.order.Front()
	for e := oldest; e != nil; e = e.Next() {
		if e.Value.(*interaction).over {
			oldest = e
			break
		}
	}
	s.forget(oldest.Value.(*interaction))
}

// forget removes an interaction, so that its token is as if never given.
func (s *Server) forget(it *interaction) {
	it.timer.Stop()
	delete(s.pending, it.token)
	s.order.Remove(it.place)
	if !it.dead {
		s.end(it)
	}
}

// end stops waiting for an answer. A line that has none, or still shows a deferral,
// shows from then on that the bot did not respond.
func (s *Server) end(it *interaction) {
	it.finish(&NoResponse{it.refused})
	if m := it.line; m != nil && (m.id == "" || m.thinking) {
		m.failed = didNotRespond
		s.publish(m)
	}
}

// lapse ends an interaction when its time is up: the time for a first response,
// or the life of its token.
func (s *Server) lapse(it *interaction) {
	if !s.enter() {
		return
	}
	defer s.work.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case time.Now().Before(it.deadline): // a first response came just before
	case it.acked || it.dead:
		s.forget(it)
	default:
		it.dead = true
		s.end(it)
		s.live(it)
	}
}

// live gives the token its longer life.
func (s *Server) live(it *interaction) {
	it.deadline = it.born.Add(s.opt.pace.token)
	it.timer.Reset(time.Until(it.deadline))
}

// acknowledge marks the first response.
func (s *Server) acknowledge(it *interaction) {
	it.acked = true
	it.settled = time.Now().Add(it.mishap.Unsettled)
	it.hear()
	s.live(it)
}
