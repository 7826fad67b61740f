package memnet

import (
	"bytes"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// Conn is one side of a connection.
type Conn struct {
	net           *Network
	local, remote address
	in, out       *pipe
	open          *Conn // the side that Network.conns has, this one or the other
}

// pair makes both sides of a connection.
func (n *Network) pair(a, b address) (*Conn, *Conn) {
	to, from := newPipe(), newPipe()
	here, there := &Conn{n, a, b, from, to, nil}, &Conn{n, b, a, to, from, nil}
	here.open, there.open = here, here
	return here, there
}

// LocalAddr returns this side's address.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr returns the other side's address.
func (c *Conn) RemoteAddr() net.Addr { return c.remote }

// Read waits for bytes. Those sent before the other side closed come first,
// then io.EOF.
func (c *Conn) Read(b []byte) (int, error) {
	n, err := c.in.read(b)
	return n, c.failed("read", err)
}

// Write puts bytes on their way, and waits while bufferBytes are on their way already. Bytes that
// a Cut swallows count as written, but keep their room in the buffer.
func (c *Conn) Write(b []byte) (int, error) {
	n, err := c.out.write(b, func() bool { return c.net.severed(c.local, c.remote) })
	return n, c.failed("write", err)
}

// failed returns an error as package net does for a connection; nil and io.EOF stay as they are.
func (c *Conn) failed(op string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &net.OpError{Op: op, Net: "tcp", Source: c.local, Addr: c.remote, Err: err}
}

// Close ends this side. The other one can still read what is on its way.
func (c *Conn) Close() error {
	c.end(net.ErrClosed, io.EOF, syscall.EPIPE)
	return nil
}

// Reset ends both sides with ECONNRESET. What has reached the other side can
// still be read there, as Linux has it.
func (c *Conn) Reset() { c.end(syscall.ECONNRESET, syscall.ECONNRESET, syscall.ECONNRESET) }

// end ends both directions. From now on this side gets the error here, and the
// other one reads when it has read all, and writes when it writes. While the two
// are cut off from each other, the other side hears nothing of the end, nor does it
// ever after.
func (c *Conn) end(here, reads, writes error) {
	unheard := c.net.severed(c.local, c.remote)
	if !unheard {
		c.net.forget(c.open)
	}
	c.in.change(func(p *pipe) {
		p.readable = worse(p.readable, here)
		p.data.Reset()
		if p.lost = p.lost || unheard; !p.lost {
			p.writable = worse(p.writable, writes)
		}
	})
	c.out.change(func(p *pipe) {
		p.writable = worse(p.writable, here)
		if p.lost = p.lost || unheard; p.lost {
			return
		}
		p.readable = worse(p.readable, reads)
	})
}

// worse returns the error that stays: nothing follows a reset or one's own Close.
func worse(old, now error) error {
	if old == net.ErrClosed || old == syscall.ECONNRESET {
		return old
	}
	return now
}

// SetDeadline sets both deadlines.
func (c *Conn) SetDeadline(t time.Time) error {
	_ = c.SetReadDeadline(t)
	return c.SetWriteDeadline(t)
}

// SetReadDeadline ends Reads at a time; the zero time never.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.in.setDeadline(&c.in.readBy, t)
	return nil
}

// SetWriteDeadline ends Writes at a time; the zero time never.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	c.out.setDeadline(&c.out.writeBy, t)
	return nil
}

// pipe is one direction of a connection.
type pipe struct {
	mu       sync.Mutex
	changed  sync.Cond
	data     bytes.Buffer // on its way
	lost     bool         // some bytes were swallowed, and none arrives any more
	missing  int          // bytes that were swallowed: nobody confirms them, so they keep their room
	readable error        // Read's once data is empty; nil to wait
	writable error        // Write's; nil to write
	readBy   deadline
	writeBy  deadline
}

func newPipe() *pipe {
	p := new(pipe)
	p.changed.L = &p.mu
	return p
}

// read waits for bytes, for the error that stands at their end, or for the deadline. A deadline
// that is over comes before bytes, and bytes come before the error.
func (p *pipe) read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case p.readBy.over:
			return 0, os.ErrDeadlineExceeded
		case p.data.Len() > 0:
			p.changed.Broadcast()
			return p.data.Read(b)
		case p.readable != nil:
			return 0, p.readable
		case len(b) == 0:
			return 0, nil
		}
		p.changed.Wait()
	}
}

// write writes all of b, as room comes free, until an error or the deadline. It returns how many
// bytes it wrote. Once severed returned true, this and all later bytes are lost.
func (p *pipe) write(b []byte, severed func() bool) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case p.writable != nil:
			return n, p.writable
		case p.writeBy.over:
			return n, os.ErrDeadlineExceeded
		case n == len(b):
			return n, nil
		}
		if room := bufferBytes - p.data.Len() - p.missing; room > 0 {
			part := b[n:min(n+room, len(b))]
			if p.lost = p.lost || severed(); p.lost {
				p.missing += len(part)
			} else {
				p.data.Write(part)
			}
			n += len(part)
			p.changed.Broadcast()
			continue
		}
		p.changed.Wait()
	}
}

// change changes a pipe and wakes the reads and writes that wait on it.
func (p *pipe) change(how func(*pipe)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	how(p)
	p.changed.Broadcast()
}

// deadline is over from a time on.
type deadline struct {
	over  bool
	timer *time.Timer // until then; nil for none
}

// setDeadline has d, one of the pipe's two deadlines, be over from t on, in place of the time
// that was set before; the zero time is never.
func (p *pipe) setDeadline(d *deadline, t time.Time) {
	p.change(func(p *pipe) {
		if d.timer != nil {
			d.timer.Stop()
			d.timer = nil
		}
		d.over = !t.IsZero() && !time.Now().Before(t)
		if t.IsZero() || d.over {
			return
		}
		var timer *time.Timer
		timer = time.AfterFunc(time.Until(t), func() {
			p.change(func(*pipe) { d.over = d.over || d.timer == timer }) // unless another was set meanwhile
		})
		d.timer = timer
	})
}
