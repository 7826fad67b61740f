package solvers

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
)

// A Memory is the memory that all requests of a process share, in bytes. Work that needs more
// than its allowance asks for it before it begins, and waits for its turn: see Take.
type Memory struct {
	all int64

	mu      sync.Mutex
	free    int64
	waiting []*turn // in the order in which they came, so that none starves
}

// A turn is a request that waits for memory.
type turn struct {
	bytes   int64
	granted chan struct{} // closed when the request has got them
}

// NewMemory returns a Memory of that size.
func NewMemory(bytes int64) *Memory { return &Memory{all: bytes, free: bytes} }

// takeInTurn takes bytes once all requests that came before have got theirs. The error is that
// of ctx.
func (m *Memory) takeInTurn(ctx context.Context, bytes int64) error {
	t := &turn{bytes, make(chan struct{})}
	m.mu.Lock()
	m.waiting = append(m.waiting, t)
	m.serveWaiting()
	m.mu.Unlock()
	select {
	case <-t.granted:
		return nil
	case <-ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.Index(m.waiting, t)
	if i < 0 {
		return nil // granted just as ctx ended
	}
	m.waiting = slices.Delete(m.waiting, i, i+1)
	m.serveWaiting()
	return ctx.Err()
}

// takeAtOnce takes bytes for a request that holds some already, ahead of all that wait, because
// they cannot go on until it has ended. It reports whether the bytes were free.
func (m *Memory) takeAtOnce(bytes int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.free < bytes {
		return false
	}
	m.free -= bytes
	return true
}

// give returns bytes to the Memory, for the requests that wait.
func (m *Memory) give(bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.free += bytes
	m.serveWaiting()
}

// serveWaiting grants memory to requests from the front of the queue while there is enough.
// The caller holds m.mu.
func (m *Memory) serveWaiting() {
	for len(m.waiting) > 0 && m.waiting[0].bytes <= m.free {
		m.free -= m.waiting[0].bytes
		close(m.waiting[0].granted)
		m.waiting = m.waiting[1:]
	}
}

// ErrMemory means that work needs more memory than there is, or than is free while its request
// holds some already.
var ErrMemory = errors.New("more memory is needed than there is")

// allowance is the number of bytes that each request has without asking. Most requests need no
// more, and so never wait.
const allowance = 1 << 20

// A loan is what one request has of a Memory.
type loan struct {
	of *Memory

	mu   sync.Mutex
	held int64 // with the allowance, which is not taken from the Memory
}

type memoryKey struct{}

// WithMemory returns a context for one request, whose work takes its memory from m, and a
// function that gives all of it back. Without m it returns ctx and a function that does nothing.
func WithMemory(ctx context.Context, m *Memory) (_ context.Context, giveBack func()) {
	if m == nil {
		return ctx, func() {}
	}
	l := &loan{of: m}
	return context.WithValue(ctx, memoryKey{}, l), func() { l.give(math.MaxInt64) }
}

// Take takes bytes of the context's Memory, if it has one. A request that holds nothing beyond
// its allowance waits for them until ctx ends; the error is then that of ctx. A request that
// holds more does not wait, because two that waited for each other's memory would wait for
// ever; the error is then ErrMemory.
func Take(ctx context.Context, bytes int64) error {
	l, ok := ctx.Value(memoryKey{}).(*loan)
	if !ok {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch more := beyondAllowance(l.held+bytes) - beyondAllowance(l.held); {
	case more == 0:
	case more > l.of.all:
		return ErrMemory
	case beyondAllowance(l.held) == 0:
		if err := l.of.takeInTurn(ctx, more); err != nil {
			return err
		}
	case !l.of.takeAtOnce(more):
		return ErrMemory
	}
	l.held += bytes
	return nil
}

// Give returns bytes that Take got. The rest is returned when the request ends.
func Give(ctx context.Context, bytes int64) {
	if l, ok := ctx.Value(memoryKey{}).(*loan); ok {
		l.give(bytes)
	}
}

// give returns bytes of the loan, or all that is held if that is less.
func (l *loan) give(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	left := max(l.held-bytes, 0)
	l.of.give(beyondAllowance(l.held) - beyondAllowance(left))
	l.held = left
}

// beyondAllowance returns how many of the held bytes are taken from the Memory.
func beyondAllowance(held int64) int64 { return max(held-allowance, 0) }
