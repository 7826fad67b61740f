package queuetest

import (
	"bytes"
	"context"
	"net"
	"sync"
	"syscall"
)

// A Link is the network between one process and the server.
type Link struct {
	server *Server

	mu     sync.Mutex
	cut    bool
	mended chan struct{} // closed, unless the link is silent
	conns  map[net.Conn]bool
}

// Link returns a new link that works. At the end of the test it is mended, so that nothing
// waits for it any more.
func (s *Server) Link() *Link {
	l := &Link{server: s, mended: make(chan struct{}), conns: map[net.Conn]bool{}}
	close(l.mended)
	s.t.Cleanup(l.Mend)
	return l
}

// Dial connects to the server over the link. It fails at once while the link is cut or silent.
func (l *Link) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut || l.isSilent() {
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ENETUNREACH}
	}
	far, err := l.server.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	near, middle := net.Pipe()
	l.conns[middle], l.conns[far] = true, true
	go l.carry(middle, far)
	go l.carry(far, middle)
	return near, nil
}

// isSilent reports whether the link is silent; l.mu is held.
func (l *Link) isSilent() bool {
	select {
	case <-l.mended:
		return false
	default:
		return true
	}
}

// Cut breaks all connections, and lets none be made.
func (l *Link) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = true
	for c := range l.conns {
		_ = c.Close()
	}
}

// Lead has the link end at another server, and breaks its connections to the one before.
func (l *Link) Lead(to *Server) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.server = to
	for c := range l.conns {
		_ = c.Close()
	}
}

// Silence holds everything back, in both directions, without an error.
func (l *Link) Silence() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isSilent() {
		l.mended = make(chan struct{})
	}
}

// Mend puts the link in order. Bytes that were held back arrive if both ends still exist.
func (l *Link) Mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = false
	if l.isSilent() {
		close(l.mended)
	}
}

// carry brings what is written at one end to the other, until one of them closes,
// and then closes both. Up to 1024 writes may be under way; with more of them the
// connection breaks, as when the buffers of a network are full.
func (l *Link) carry(from, to net.Conn) {
	under := make(chan []byte, 1024)
	go func() {
		defer l.forget(from, to)
		for b := range under {
			l.await()
			if _, err := to.Write(b); err != nil {
				break
			}
		}
		l.await()
	}()
	defer close(under)
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		select {
		case under <- bytes.Clone(b[:n]):
		default: // no reader, or the link was silent for too long
			return
		}
	}
}

// await waits until the link is not silent.
func (l *Link) await() {
	l.mu.Lock()
	mended := l.mended
	l.mu.Unlock()
	<-mended
}

func (l *Link) forget(conns ...net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range conns {
		_ = c.Close()
		delete(l.conns, c)
	}
}
