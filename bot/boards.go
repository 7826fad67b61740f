package bot

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// Boards keep clicks that change one message in order. Two quick taps both carry the
// message as it was before the first: the second has to start from what the first has
// made of it, or its answer would take the first one back.
type boards struct {
	mu        sync.Mutex
	byMessage map[string]*board
	cleared   time.Time // when boards that nobody taps any more were last forgotten
}

// A board is a message that was clicked on lately.
type board struct {
	lock  chan struct{} // holds one token while somebody changes the message
	users int           // who hold the lock or wait for it; guarded by boards.mu
	left  time.Time     // when the last of them was done; likewise

	versions [][]string // the puzzles that it has had, the newest last
	newest   *message   // nil before the first change
	clicks   []string   // the ids of those that changed it
}

const (
	boardKept   = 15 * time.Second // after the last click; Discord's clients show an edit within a second or so
	maxVersions = 16
)

// enter waits until nobody else changes the message that was clicked on, and gives the
// click what the message says by then. leave is told what the answer has made of it, or
// nil. A click that changed the message before, and comes again, must not do it twice:
// shown is then what the message is. False is for a context that ended.
func (b *boards) enter(ctx context.Context, in *interaction) (leave func(*message), shown *message, ok bool) {
	if !in.inPlace || in.message == "" {
		return func(*message) {}, nil, true
	}
	at := b.find(in.message)
	leave = func(m *message) {
		if m != nil && m.inPlace {
			at.change(in, m)
		}
		<-at.lock
		b.depart(at)
	}
	select {
	case at.lock <- struct{}{}:
		if slices.Contains(at.clicks, in.id) {
			return leave, at.newest, true
		}
		at.update(in)
		return leave, nil, true
	case <-ctx.Done():
		b.depart(at)
		return nil, nil, false
	}
}

// find returns the board of a message, with one user more.
func (b *boards) find(message string) *board {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Since(b.cleared) > boardKept {
		maps.DeleteFunc(b.byMessage, func(_ string, at *board) bool { return at.users == 0 && time.Since(at.left) > boardKept })
		b.cleared = time.Now()
	}
	at := b.byMessage[message]
	if at == nil {
		at = &board{lock: make(chan struct{}, 1)}
		if b.byMessage == nil {
			b.byMessage = map[string]*board{}
		}
		b.byMessage[message] = at
	}
	at.users++
	return at
}

func (b *boards) depart(at *board) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at.users--
	at.left = time.Now()
}

// update gives a click on an older version the newest one.
func (at *board) update(in *interaction) {
	older := slices.ContainsFunc(at.versions, func(v []string) bool { return slices.Equal(v, in.request.Puzzles) })
	if older && !slices.Equal(at.versions[len(at.versions)-1], in.request.Puzzles) {
		in.readMessage(at.newest.parts)
	}
}

// change notes what a click has made of the message.
func (at *board) change(in *interaction, to *message) {
	if slices.Contains(at.clicks, in.id) {
		return
	}
	if len(at.versions) == 0 {
		at.versions = [][]string{in.request.Puzzles}
	}
	at.versions = append(at.versions, puzzlesIn(to.parts))
	at.versions = at.versions[max(0, len(at.versions)-maxVersions):]
	at.newest = to
	at.clicks = append(at.clicks, in.id)
	at.clicks = at.clicks[max(0, len(at.clicks)-maxVersions):]
}
