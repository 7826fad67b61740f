package endpoint

import (
	"container/list"
	"context"
	"net"
	"sync"
)

// A Door is a listener that bounds how many connections are open at once, so that strangers
// cannot fill the process's memory. Where it is full, a newcomer gets the place of the
// stranger who has been there longest: a stranger is a connection that has not yet brought a
// signed request. Where all are known, the newcomer is closed.
type Door struct {
	net.Listener
	Places int // connections that may be open at once

	mu        sync.Mutex
	strangers list.List // of *visitor, the one that came first in front
	known     int       // connections that have brought a signed request
}

// receiveBuffer bounds the bytes that the kernel holds for one connection before we read
// them. It would otherwise grow to megabytes, and they count as ours.
const receiveBuffer = 32 << 10

// A visitor is a connection that came in through a door.
type visitor struct {
	net.Conn
	door  *Door
	place *list.Element // among the strangers; nil once it is known, or has left
	known bool
	left  sync.Once
}

// Accept waits for the next connection, and makes place for it.
func (d *Door) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c, ok := conn.(*net.TCPConn); ok {
			_ = c.SetReadBuffer(receiveBuffer) // without it the connection works as well
		}
		v := &visitor{Conn: conn, door: d}
		longest, admitted := d.admit(v)
		if longest != nil {
			_ = longest.Close()
		}
		if admitted {
			return v, nil
		}
		_ = conn.Close()
	}
}

// admit counts a newcomer among the strangers. It returns the stranger who has to leave for
// it, if any, and false where there is no place for the newcomer.
func (d *Door) admit(v *visitor) (longest *visitor, admitted bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.strangers.Len()+d.known >= d.Places {
		front := d.strangers.Front()
		if front == nil {
			return nil, false
		}
		longest = front.Value.(*visitor)
		d.strangers.Remove(front)
		longest.place = nil
	}
	v.place = d.strangers.PushBack(v)
	return longest, true
}

// Close closes the connection and gives its place back.
func (v *visitor) Close() error {
	v.left.Do(func() {
		v.door.mu.Lock()
		defer v.door.mu.Unlock()
		switch {
		case v.known:
			v.door.known--
		case v.place != nil:
			v.door.strangers.Remove(v.place)
			v.place = nil
		}
	})
	return v.Conn.Close()
}

// visitorKey is the key under which a request's context has its visitor.
type visitorKey struct{}

// ConnContext gives the requests of a connection its visitor; it is an http.Server's.
func ConnContext(ctx context.Context, conn net.Conn) context.Context {
	if v, ok := conn.(*visitor); ok {
		return context.WithValue(ctx, visitorKey{}, v)
	}
	return ctx
}

// Stay has a request's connection keep its place: it has brought a signed request, or its server bounds how many
// such connections there are.
func Stay(ctx context.Context) {
	v, ok := ctx.Value(visitorKey{}).(*visitor)
	if !ok {
		return
	}
	v.door.mu.Lock()
	defer v.door.mu.Unlock()
	if v.place == nil { // known already, or sent away
		return
	}
	v.door.strangers.Remove(v.place)
	v.place, v.known = nil, true
	v.door.known++
}
