package solvers

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
)

// A Memory is what heavy work may take beside the little that any takes, in bytes, shared by
// all requests of a process. Before work takes megabytes it says how many, and waits for its
// turn: see Take.
type Memory struct {
	all int64

	mu      sync.Mutex
	free    int64
	waiting []*turn // in the order in which they came, so that none starves
}

// A turn is a request that waits for memory.
type turn struct {
	bytes int64
	has   chan struct{} // closed when it has got them
}

// NewMemory is a Memory of so many bytes.
func NewMemory(bytes int64) *Memory { return &Memory{all: bytes, free: bytes} }

// wait gets so many bytes behind all who wait already, or the error of ctx.
func (m *Memory) wait(ctx context.Context, bytes int64) error {
	t := &turn{bytes, make(chan struct{})}
	m.mu.Lock()
	m.waiting = append(m.waiting, t)
	m.next()
	m.mu.Unlock()
	select {
	case <-t.has:
		return nil
	case <-ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.Index(m.waiting, t)
	if i < 0 {
		return nil // they came just then
	}
	m.waiting = slices.Delete(m.waiting, i, i+1)
	m.next()
	return ctx.Err()
}

// more gets so many bytes for one who has some, before all who wait: they go on when it has
// ended.
func (m *Memory) more(bytes int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.free < bytes {
		return false
	}
	m.free -= bytes
	return true
}

func (m *Memory) give(bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.free += bytes
	m.next()
}

// next serves those whose turn it is; m.mu is held.
func (m *Memory) next() {
	for len(m.waiting) > 0 && m.waiting[0].bytes <= m.free {
		m.free -= m.waiting[0].bytes
		close(m.waiting[0].has)
		m.waiting = m.waiting[1:]
	}
}

// ErrMemory is of work that needs more memory than there is, or than is free while it has some
// already.
var ErrMemory = errors.New("more memory is needed than there is")

// little is what each request has for nothing: most want no more, and need not wait.
const little = 1 << 20

// A loan is what one request has of a Memory.
type loan struct {
	of *Memory

	mu   sync.Mutex
	held int64 // what is beyond little of it is taken from the Memory
}

type memoryKey struct{}

// WithMemory returns a context for one request, whose work takes its memory from m, and what
// gives all of that back; without m, the context and nothing.
func WithMemory(ctx context.Context, m *Memory) (_ context.Context, giveBack func()) {
	if m == nil {
		return ctx, func() {}
	}
	l := &loan{of: m}
	return context.WithValue(ctx, memoryKey{}, l), func() { l.give(math.MaxInt64) }
}

// Take gets so many bytes of the context's Memory, if it has one. A request that has none yet
// waits for them until ctx ends, which is then the error. One that has some does not: two
// that waited for each other's would wait for ever. The other error is ErrMemory.
func Take(ctx context.Context, bytes int64) error {
	l, ok := ctx.Value(memoryKey{}).(*loan)
	if !ok {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch more := taken(l.held+bytes) - taken(l.held); {
	case more == 0:
	case more > l.of.all:
		return ErrMemory
	case taken(l.held) == 0:
		if err := l.of.wait(ctx, more); err != nil {
			return err
		}
	case !l.of.more(more):
		return ErrMemory
	}
	l.held += bytes
	return nil
}

// Give returns what Take got. What is not returned is when the request ends.
func Give(ctx context.Context, bytes int64) {
	if l, ok := ctx.Value(memoryKey{}).(*loan); ok {
		l.give(bytes)
	}
}

func (l *loan) give(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	left := max(l.held-bytes, 0)
	l.of.give(taken(l.held) - taken(left))
	l.held = left
}

// taken is what is beyond little.
func taken(held int64) int64 { return max(held-little, 0) }
