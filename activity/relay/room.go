package relay

import (
	"sync"
	"unicode/utf8"
)

// A room is the members in this process who paint one board.
type room struct {
	relay *Relay
	name  string

	listens sync.Once // before the first one enters
	stop    func()    // ends hearing other processes; nil where it hears none

	mu      sync.Mutex
	members map[string]*member // by id
	rate    bucket
	empty   bool // the last one has left: it is no room any more
}

// place gives a member a place in a room, which it makes if there is none. It returns nil where the room is full.
func (r *Relay) place(name string, m *member) *room {
	for {
		r.mu.Lock()
		p := r.rooms[name]
		if p == nil {
			p = &room{relay: r, name: name, members: map[string]*member{}, rate: newBucket(r.o.RoomRate, r.o.RoomBurst)}
			r.rooms[name] = p
		}
		r.mu.Unlock()
		p.listens.Do(p.listen)
		switch entered, left := p.enter(m); {
		case left:
			continue // it was given up meanwhile
		case !entered:
			return nil
		}
		return p
	}
}

// enter gives a member a place, and ends the connection that it has had before. Left reports that the room was
// given up.
func (p *room) enter(m *member) (entered, left bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.members[m.id]
	switch {
	case p.empty:
		return false, true
	case before == nil && len(p.members) >= p.relay.o.Members:
		return false, false
	case before != nil:
		before.end(Replaced, "the same page has connected anew")
	}
	m.give([]byte("*" + m.id)) // before all that the others say; it misses nothing that they say after it
	p.members[m.id] = m
	return true, false
}

// leave takes a member out, tells the others, and gives up a room that is empty.
func (p *room) leave(m *member) {
	p.mu.Lock()
	if p.members[m.id] != m { // it has connected anew
		p.mu.Unlock()
		return
	}
	delete(p.members, m.id)
	empty := len(p.members) == 0
	p.empty = empty
	p.mu.Unlock()
	p.say("", []byte("-"+m.id))
	if !empty {
		return
	}
	p.relay.mu.Lock()
	delete(p.relay.rooms, p.name)
	p.relay.mu.Unlock()
	if p.stop != nil {
		p.stop()
	}
}

// listen has the room hear what members in other processes say. If it cannot, those in this process hear each other.
func (p *room) listen() {
	if bus := p.relay.o.Bus; bus != nil {
		p.stop, _ = bus.Subscribe(p.name, p.heard)
	}
}

// heard hands on a frame of another process.
func (p *room) heard(frame []byte) {
	if len(frame) < nameLength || len(frame) > p.relay.o.Frame+64 || string(frame[:nameLength]) == p.relay.name || !utf8.Valid(frame) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.rate.take(len(frame)) {
		p.tell("", frame[nameLength:])
	}
}

// say hands a frame to all others, in this process and elsewhere. It reports whether the room's rate allows it.
// A frame of nobody is always allowed.
func (p *room) say(from string, frame []byte) bool {
	p.mu.Lock()
	if from != "" && !p.rate.take(len(frame)) {
		p.mu.Unlock()
		return false
	}
	p.tell(from, frame)
	p.mu.Unlock()
	if bus := p.relay.o.Bus; bus != nil {
		bus.Publish(p.name, append([]byte(p.relay.name), frame...))
	}
	return true
}

// tell gives a frame to all members but one. The caller holds p.mu.
func (p *room) tell(except string, frame []byte) {
	for id, m := range p.members {
		if id != except {
			m.give(frame)
		}
	}
}
