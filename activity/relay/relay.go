// Package relay hands on what people who paint one board tell each other, and remembers none of it. A newcomer
// hears what is said from then on; what was said before, the others tell. The relay reads no frame: a board,
// its moves and what they mean are the pages' business.
//
// A room is there while somebody is in it. Its name is a secret that its members share by an invitation. A member
// is known to the others by an id, a hash of a secret that only its page knows: so nobody speaks in another's
// name, every process gives a page the same id, and none keeps a list.
//
// A page connects to ?room=NAME and sends its secret. Then the relay sends frames of three forms:
//
//	*ID       you are ID; also from time to time, as a sign of life
//	ID TEXT   ID has said TEXT
//	-ID       ID has left
package relay

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// The codes that a connection is closed with. A page that gets one of them says so and waits before it comes
// again; with any other, such as 1012 of a process that stops, it comes again at once.
const (
	TooMuch  = 4429 // it sent more than Limits allow
	TooSlow  = 4408 // it does not read what is sent to it
	Silent   = 4410 // it said nothing for Limits.Idle
	Full     = 4503 // the room, the process or its own address has as many members as Limits allow
	Replaced = 4409 // the same page has connected anew
)

// Limits bound what members may take.
type Limits struct {
	Frame int // bytes of a frame from a member

	// Frames of one member and of one room: a second, and at once after a pause. A frame counts as one and as one
	// more for each KiB.
	Rate, Burst, RoomRate, RoomBurst float64

	Members    int // of a room, in this process
	Total      int // members of all rooms
	PerAddress int // members at one address of the network; of a crowd's half of Total

	Waiting    int64 // bytes of frames that wait for one member
	WaitingAll int64 // bytes of frames that wait for all members

	Hello time.Duration // for a page to send its secret
	Ping  time.Duration // between two pings; a connection without an answer to two is dead
	Idle  time.Duration // without a frame from a member
}

// Usual returns limits for a process with room for this number of connections. A page in use sends fewer than 20
// frames a second; a full board of 100×100 takes eight frames.
func Usual(connections int) Limits {
	return Limits{
		Frame: 16 << 10, Rate: 30, Burst: 120, RoomRate: 300, RoomBurst: 900,
		Members: 16, Total: min(connections/2, 1024), PerAddress: 64,
		Waiting: 512 << 10, WaitingAll: 32 << 20,
		Hello: 10 * time.Second, Ping: 25 * time.Second, Idle: 5 * time.Minute,
	}
}

// A Bus carries frames between processes, as far as it can: it may lose, repeat, delay and reorder them.
type Bus interface {
	Publish(room string, frame []byte)
	Subscribe(room string, heard func(frame []byte)) (stop func(), err error)
}

// Options say how a Relay works.
type Options struct {
	Limits
	Trusted func(*http.Request) bool                         // reports whether a request's page is ours
	From    func(*http.Request) (address string, crowd bool) // returns what a request counts for, and whether many share it
	Stay    func(context.Context)                            // keeps the connection of a request's context; nil for nothing to do
	Bus     Bus                                              // nil where this process is alone
}

// A Relay is the rooms of one process.
type Relay struct {
	o       Options
	name    string         // of this process, before its frames on the bus
	life    sync.WaitGroup // of members
	waiting atomic.Int64   // bytes of frames that wait for members

	mu     sync.Mutex
	closed bool
	rooms  map[string]*room
	from   map[string]int // members by address
	all    map[*member]bool
}

// New returns a Relay without rooms. Close it after its last use.
func New(o Options) *Relay {
	return &Relay{o: o, name: rand.Text()[:nameLength], rooms: map[string]*room{}, from: map[string]int{}, all: map[*member]bool{}}
}

const nameLength = 8

// State returns how many rooms there are, and how many members in them.
func (r *Relay) State() (rooms, members int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.rooms), len(r.all)
}

// Close ends all connections, so that their pages look for another process or the next one, and waits for them.
func (r *Relay) Close() {
	r.mu.Lock()
	r.closed = true
	for m := range r.all {
		m.end(websocket.CloseServiceRestart, "restart")
	}
	r.mu.Unlock()
	r.life.Wait()
}

// secret is the form of names of rooms and of secrets.
var secret = regexp.MustCompile(`^[A-Za-z0-9_-]{16,64}$`)

var upgrader = websocket.Upgrader{
	ReadBufferSize: 1 << 10, WriteBufferSize: 1 << 10, WriteBufferPool: &sync.Pool{},
	CheckOrigin: func(*http.Request) bool { return true }, // Options.Trusted has looked
}

// ServeHTTP serves a member as long as the connection lasts.
func (r *Relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	name := req.URL.Query().Get("room")
	switch {
	case !r.o.Trusted(req):
		http.Error(w, "for pages of this site only", http.StatusForbidden)
		return
	case !secret.MatchString(name):
		http.Error(w, "which room?", http.StatusBadRequest)
		return
	}
	m := &member{relay: r, out: make(chan []byte, mostFrames), ended: make(chan struct{}), rate: newBucket(r.o.Rate, r.o.Burst)}
	from, crowd := r.o.From(req)
	m.from = from
	why := r.enter(m, crowd)
	if why == stopping {
		http.Error(w, why, http.StatusServiceUnavailable)
		return
	}
	defer r.leave(m)
	conn, err := upgrader.Upgrade(w, req, nil)
	if err != nil {
		return // Upgrade has answered
	}
	if r.o.Stay != nil && why == "" {
		r.o.Stay(req.Context())
	}
	m.conn = conn
	m.serve(name, why)
}

const stopping = "stopping"

// enter counts a member, and returns why there is no room for it; "" if there is.
func (r *Relay) enter(m *member, crowd bool) (why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	most := r.o.PerAddress
	if crowd {
		most = r.o.Total / 2
	}
	switch {
	case r.closed:
		return stopping
	case len(r.all) >= 2*r.o.Total: // as many again may hear that there is no room
		return stopping
	case len(r.all) >= r.o.Total:
		why = "the process is full"
	case r.from[m.from] >= most:
		why = "too many from this address"
	}
	r.life.Add(1)
	r.all[m] = true
	r.from[m.from]++
	return why
}

// leave ends what enter has begun.
func (r *Relay) leave(m *member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.all, m)
	if r.from[m.from]--; r.from[m.from] == 0 {
		delete(r.from, m.from)
	}
	r.life.Done()
}

// idOf returns the id of a page in a room, by its secret: in hex, so that none begins as a frame about itself does.
func idOf(room, secret string) string {
	sum := sha256.Sum256([]byte(room + " " + secret))
	return hex.EncodeToString(sum[:8])
}

// SameSite reports whether the page of a request lies at one of these origins, or where the request went to.
// Browsers name the page with every WebSocket, so a request that names none is a stranger's.
func SameSite(req *http.Request, origins ...string) bool {
	origin := req.Header.Get("Origin")
	for _, one := range origins {
		if origin != "" && origin == one {
			return true
		}
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == req.Host
}
