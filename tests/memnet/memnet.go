// Package memnet is a network in memory, for tests. Nothing in it is a socket:
// whoever waits here waits in a way that a testing/synctest bubble knows, so
// that the bubble's clock goes on. A Network belongs to the bubble in which it
// was made.
package memnet

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"sync"
	"syscall"
)

const (
	localHost   = "127.0.0.1"
	firstPort   = 32768 // of those that are free to be given
	maxBacklog  = 4096  // connections that nobody has accepted yet; more are refused
	bufferBytes = 256 << 10
)

// Network is a set of listeners and the connections to them. Its methods may
// be called concurrently.
type Network struct {
	mu        sync.Mutex
	listeners map[string]*listener
	port      int             // the last one given
	conns     map[*Conn]bool  // one side of each that is open
	cuts      map[string]bool // hosts, and hosts with a port
	healed    chan struct{}   // closed and replaced by Heal
}

// New makes a network in which nobody listens.
func New() *Network {
	return &Network{
		listeners: map[string]*listener{},
		port:      firstPort,
		conns:     map[*Conn]bool{},
		cuts:      map[string]bool{},
		healed:    make(chan struct{}),
	}
}

// address is "host:port".
type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }

// Listen listens at "host:port". No host is 127.0.0.1, port 0 a free one.
func (n *Network) Listen(network, addr string) (net.Listener, error) {
	fail := func(err error) (net.Listener, error) {
		return nil, &net.OpError{Op: "listen", Net: network, Addr: address(addr), Err: err}
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fail(err)
	}
	if host == "" {
		host = localHost
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if port == "0" {
		port = n.freePort()
	}
	at := net.JoinHostPort(host, port)
	if n.listeners[at] != nil {
		return fail(syscall.EADDRINUSE)
	}
	l := &listener{net: n, addr: address(at), backlog: make(chan *Conn, maxBacklog), done: make(chan struct{})}
	n.listeners[at] = l
	return l, nil
}

// freePort returns a port that was never given before; n.mu is held.
func (n *Network) freePort() string {
	n.port++
	return strconv.Itoa(n.port)
}

// DialContext connects to whoever listens at "host:port". Its signature is that
// of net.Dialer's method.
func (n *Network) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	return n.From(localHost)(ctx, network, addr)
}

// From returns a DialContext for connections from a host, which can be cut off
// by its name.
func (n *Network) From(host string) func(ctx context.Context, network, addr string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		fail := func(err error) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Net: network, Addr: address(addr), Err: err}
		}
		for {
			if ctx.Err() != nil {
				return fail(context.Cause(ctx))
			}
			c, healed, err := n.connect(host, addr)
			if err != nil {
				return fail(err)
			}
			if c != nil {
				return c, nil
			}
			select { // one end is cut off: a dialer hears nothing
			case <-healed:
			case <-ctx.Done():
			}
		}
	}
}

// connect makes a connection from a host to an address. If one of the two is cut
// off, it returns no connection and no error, but a channel that is closed when
// that may be over.
func (n *Network) connect(host, addr string) (*Conn, <-chan struct{}, error) {
	to, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, nil, err
	}
	if to == "" {
		to = localHost
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	at := net.JoinHostPort(to, port)
	if n.cutOff(host) || n.cutOff(at) {
		return nil, n.healed, nil
	}
	l := n.listeners[at]
	if l == nil {
		return nil, nil, syscall.ECONNREFUSED
	}
	here, there := n.pair(address(net.JoinHostPort(host, n.freePort())), l.addr)
	select {
	case l.backlog <- there:
		n.conns[here] = true
		return here, nil, nil
	default:
		return nil, nil, syscall.ECONNREFUSED
	}
}

// Cut swallows, without a word, all that is sent from and to an address: a
// host, or a host and a port. A dialer hears nothing until Heal. A connection
// that has lost bytes stays silent for good, as one that a router between has
// forgotten.
func (n *Network) Cut(addr string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cuts[addr] = true
}

// Heal ends a Cut.
func (n *Network) Heal(addr string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.cuts, addr)
	close(n.healed)
	n.healed = make(chan struct{})
}

// Reset ends what a host, or a host and a port, has open, as its kernel does
// when a process is killed: connections are reset, nobody listens any more.
func (n *Network) Reset(addr string) {
	n.mu.Lock()
	var conns []*Conn
	for c := range n.conns {
		if at(c.local, addr) || at(c.remote, addr) {
			conns = append(conns, c)
		}
	}
	var listeners []*listener
	for _, l := range n.listeners {
		if at(l.addr, addr) {
			listeners = append(listeners, l)
		}
	}
	n.mu.Unlock()
	for _, l := range listeners {
		_ = l.Close()
	}
	for _, c := range conns {
		c.Reset()
	}
}

// at reports whether the address a is addr, or is on the host addr.
func at(a address, addr string) bool {
	host, _, _ := net.SplitHostPort(string(a))
	return string(a) == addr || host == addr
}

// cutOff reports whether an address, or its host, is cut; n.mu is held. A host
// without a port is cut if the host is.
func (n *Network) cutOff(addr string) bool {
	host, _, _ := net.SplitHostPort(addr)
	return n.cuts[addr] || n.cuts[host]
}

// severed reports whether nothing gets from one address to the other, because one of
// them is cut off.
func (n *Network) severed(a, b address) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.cutOff(string(a)) || n.cutOff(string(b))
}

// forget lets go of a connection that is closed at one side.
func (n *Network) forget(c *Conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.conns, c)
}

// listener is a net.Listener.
type listener struct {
	net     *Network
	addr    address
	backlog chan *Conn // sent to under net.mu
	done    chan struct{}
}

func (l *listener) Addr() net.Addr { return l.addr }

// Accept waits for a connection, or for Close. A closed listener accepts none, even
// if some wait.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case <-l.done:
	default:
		select {
		case c := <-l.backlog:
			return c, nil
		case <-l.done:
		}
	}
	return nil, &net.OpError{Op: "accept", Net: "tcp", Addr: l.addr, Err: net.ErrClosed}
}

// Close frees the address and resets the connections that were not accepted. A second
// Close is an error.
func (l *listener) Close() error {
	l.net.mu.Lock()
	open := l.net.listeners[string(l.addr)] == l
	if open {
		delete(l.net.listeners, string(l.addr))
		close(l.done)
	}
	l.net.mu.Unlock()
	if !open {
		return fmt.Errorf("memnet: %s: %w", l.addr, net.ErrClosed)
	}
	for {
		select {
		case c := <-l.backlog:
			c.Reset()
		default:
			return nil
		}
	}
}
