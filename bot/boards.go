package bot

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"kibitz/bot/compose"
)

// boards keeps clicks that change one message in order. Two quick taps both carry the
// message as it was before the first: the second has to start from the message that the
// first has made, or its answer would take the first one back.
type boards struct {
	mu        sync.Mutex
	byMessage map[string]*board
	cleared   time.Time // when boards that nobody taps any more were last forgotten
}

// A board is a message that was clicked on lately.
type board struct {
	lock  chan struct{} // holds one token while somebody changes the message
	users int           // clicks that hold the lock or wait for it; guarded by boards.mu
	left  time.Time     // when the last of them was done; guarded by boards.mu

	versions []version        // the puzzles that it has had, the newest last
	newest   *compose.Message // nil before the first change
	clicks   []string         // the ids of the clicks that changed it
}

const (
	boardKept   = 15 * time.Second // after the last click; Discord's clients show an edit within a second or so
	maxVersions = 16
)

// A version stands for the puzzles that a message has had, which may be long.
type version [sha256.Size]byte

func versionOf(puzzles []string) version {
	return sha256.Sum256([]byte(strings.Join(puzzles, "\x00")))
}

// enter waits until no other click changes the message that was clicked on; ok is false if
// ctx ends first. The caller tells leave the new message, or nil if it stays as it was. A
// click that has changed the message already, and comes again, must not change it twice:
// shown is then the message as it is.
func (b *boards) enter(ctx context.Context, in *interaction) (leave func(*compose.Message), shown *compose.Message, ok bool) {
	if !in.inPlace || in.message == "" {
		return func(*compose.Message) {}, nil, true
	}
	at := b.find(in.message)
	leave = func(m *compose.Message) {
		if m != nil && m.InPlace {
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
		return leave, nil, true
	case <-ctx.Done():
		b.depart(at)
		return nil, nil, false
	}
}

// find returns the board of a message, made if there is none, with one user more. At most once
// in boardKept it forgets the boards that nobody has used for that time.
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

// depart takes one user off a board, and notes the time.
func (b *boards) depart(at *board) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at.users--
	at.left = time.Now()
}

// update has a click that has entered start from the newest puzzle and text of its message, if
// it carries an older puzzle, or none because the message's file is gone. A click that carries
// the newest puzzle, or one that the message never had here, stays as it is.
func (b *boards) update(in *interaction) {
	at := b.of(in)
	if at == nil || at.newest == nil {
		return
	}
	clicked := versionOf(in.request.Puzzles)
	gone := in.request.Puzzles == nil && len(in.files) > 0 // see fetchPuzzle
	older := slices.Contains(at.versions, clicked) && at.versions[len(at.versions)-1] != clicked
	if gone || older {
		in.readMessage(at.newest.Parts)
		in.carry(at.newest.Puzzles())
		in.kept = compose.KeptFile{}
	}
}

// replaced reports whether the message that was clicked on has been changed lately.
func (b *boards) replaced(in *interaction) bool {
	at := b.of(in)
	return at != nil && at.newest != nil
}

// of returns the board that a click has entered; nil for a click that changes no message.
func (b *boards) of(in *interaction) *board {
	if !in.inPlace || in.message == "" {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.byMessage[in.message]
}

// change notes the message that a click has made, once for each click. It remembers the last
// maxVersions clicks and puzzles; the first of the puzzles is the one that the click found.
func (at *board) change(in *interaction, to *compose.Message) {
	if slices.Contains(at.clicks, in.id) {
		return
	}
	if len(at.versions) == 0 {
		at.versions = []version{versionOf(in.request.Puzzles)}
	}
	at.versions = append(at.versions, versionOf(to.Puzzles()))
	at.versions = at.versions[max(0, len(at.versions)-maxVersions):]
	at.newest = to
	at.clicks = append(at.clicks, in.id)
	at.clicks = at.clicks[max(0, len(at.clicks)-maxVersions):]
}
