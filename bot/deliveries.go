package bot

import (
	"sync"
	"time"

	"kibitz/bot/wire"
)

// deliveries are the interactions that came, by their ids, for as long as their tokens
// live: the gateway repeats those that may have been missed, and a load balancer asks again
// if an answer broke off. An interaction that comes again is not worked on again: it would
// take a second place of its person's, and a refusal could win over the answer.
type deliveries struct {
	mu    sync.Mutex
	byID  map[string]*delivery
	order []*delivery // oldest first
}

// A delivery is an interaction that is being answered, or was.
type delivery struct {
	id        string
	at        time.Time
	mu        sync.Mutex
	first     *wire.Payload // the first response, once there is one, while it is being answered
	waiting   []func(wire.Payload) error
	kept      bool // a request for it came that another process may have passed on
	concluded bool
}

const (
	maxDeliveries    = 10_000 // remembered; some 200 bytes each
	rememberDelivery = 15 * time.Minute
)

// enter notes a delivery. If one of the same id came before, it returns that, and true. It
// first forgets those older than rememberDelivery, and the oldest if there are maxDeliveries.
func (d *deliveries) enter(id string, now time.Time) (entry *delivery, again bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.byID == nil {
		d.byID = map[string]*delivery{}
	}
	forget := 0
	for forget < len(d.order) && (len(d.order)-forget >= maxDeliveries || now.Sub(d.order[forget].at) > rememberDelivery) {
		if old := d.order[forget]; d.byID[old.id] == old {
			delete(d.byID, old.id)
		}
		forget++
	}
	d.order = d.order[forget:]
	if old := d.byID[id]; old != nil {
		return old, true
	}
	return d.add(id, now), false
}

// add adds a delivery. The caller holds d.mu.
func (d *deliveries) add(id string, now time.Time) *delivery {
	entry := &delivery{id: id, at: now}
	d.byID[id] = entry
	d.order = append(d.order, entry)
	return entry
}

// join has a second request for the same interaction answered as the first is. It returns
// false if the first is answered already: its response may be lost, and the second has to be
// worked on anew, as a delivery of its own. Passable reports whether the second request may be passed
// on to another process.
func (d *deliveries) join(entry *delivery, reply func(wire.Payload) error, passable bool, now time.Time) (joined bool, anew *delivery) {
	entry.mu.Lock()
	defer entry.mu.Unlock()
	switch {
	case entry.first != nil:
		_ = reply(*entry.first) // a response that does not arrive has a third request follow
		return true, nil
	case !entry.concluded:
		entry.waiting = append(entry.waiting, reply)
		entry.kept = entry.kept || !passable
		return true, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return false, d.add(entry.id, now)
}

// respond gives the first response p to the requests that have joined, and to those that join
// meanwhile. taken says whether the first request took it; respond reports whether any did. If
// one did, later requests get p, too; if none did, nobody waits, and a request that still comes
// is worked on anew.
func (e *delivery) respond(p wire.Payload, taken bool) bool {
	for {
		e.mu.Lock()
		waiting := e.waiting
		e.waiting = nil
		if len(waiting) == 0 {
			if e.concluded = !taken; taken {
				e.first = &p
			}
			e.mu.Unlock()
			return taken
		}
		e.mu.Unlock()
		for _, reply := range waiting {
			taken = reply(p) == nil || taken
		}
	}
}

// passOn gives p, by which the load balancer is to ask another process, to all requests for the
// interaction: reply is that of the first. A request that still comes is worked on anew. The error says
// that none took it. It does nothing, and returns false, if one of the requests may have been passed on
// before: no other process would be asked for that.
func (e *delivery) passOn(reply func(wire.Payload) error, p wire.Payload) (passed bool, err error) {
	e.mu.Lock()
	if e.kept {
		e.mu.Unlock()
		return false, nil
	}
	waiting := e.waiting
	e.waiting, e.concluded = nil, true
	e.mu.Unlock()
	err = reply(p)
	for _, reply := range waiting {
		if also := reply(p); also == nil {
			err = nil
		}
	}
	return true, err
}

// conclude ends the work on an interaction.
func (e *delivery) conclude() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.first, e.waiting, e.concluded = nil, nil, true
}
