package bot

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"runtime/debug"

	"kibitz/bot/compose"
	"kibitz/commands/chat"
)

// Ids of the notices in place of an answer.
const (
	noticeIncident = "incident" // data: ID
	noticeOverdue  = "overdue"  // data: Count, of seconds
)

// panicked returns the error of a panic, with its stack. It has to be called by the deferred
// function that recovers.
func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, debug.Stack()) }

// safely calls do, and returns a panic as an error.
func safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked(p)
		}
	}()
	return do()
}

// handle asks the handler. If it panics, the reply says so, and the log has the stack under
// the same id.
func (b *bot) handle(ctx context.Context, in *interaction, progress func(*chat.Reply)) (reply *chat.Reply) {
	defer func() {
		if p := recover(); p != nil {
			reply = b.incident(in, panicked(p))
		}
	}()
	in.request.Chance = dice(in.id)
	reply = in.inquiry.Answer(ctx, progress)
	if reply == nil {
		return b.incident(in, errors.New("the handler returned no reply"))
	}
	return reply
}

// dice returns a number for an interaction, the same in whichever process answers it.
func dice(id string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, id)
	return h.Sum64()
}

// unsolved returns the notice to a request whose context ended before it had an answer. At
// the end of the process the notice says that instead.
func (b *bot) unsolved(ctx context.Context, in *interaction, notice string) *chat.Reply {
	if context.Cause(ctx) == errStopping {
		notice = noticeStopping
	}
	return b.notice(in, notice, map[string]any{"Count": int(math.Ceil(b.limits().Solve.Seconds()))})
}

// incident logs an error of ours and returns the reply that owns up to it.
func (b *bot) incident(in *interaction, err error) *chat.Reply {
	return b.notice(in, noticeIncident, map[string]any{"ID": b.logIncident(in, err)})
}

// logIncident logs an error of ours under an id, which it returns.
func (b *bot) logIncident(in *interaction, err error) (id string) {
	random := make([]byte, 4)
	_, _ = rand.Read(random) // never fails
	id = hex.EncodeToString(random)
	b.log.Error("incident", "id", id, in.asked(), "err", err)
	return id
}

// notice returns the handler's notice of that id, or a plain one if even that panics.
func (b *bot) notice(in *interaction, id string, data map[string]any) (reply *chat.Reply) {
	defer func() {
		if p := recover(); p != nil || reply == nil {
			b.log.Error("no words for a notice", "notice", id, "panic", p)
			reply = plainNotice(id, data)
		}
	}()
	return b.handler.Notice(in.request.Locale, id, data)
}

// plainNotice returns a notice without the handler's words.
func plainNotice(id string, data map[string]any) *chat.Reply {
	return &chat.Reply{Tone: chat.Failure, Title: "Something went wrong", Text: fmt.Sprint(id, " ", data), Private: true}
}

// compose lays a reply out, as an answer to in: in place of the message that was clicked on if
// in.inPlace says so and the reply is no failure. If to lay it out panics it lays out the notice
// of an incident, and if that panics, too, the plainest one. It logs what does not fit.
func (b *bot) compose(in *interaction, reply *chat.Reply) *compose.Message {
	m, err := b.layOut(reply)
	if err != nil {
		reply = b.incident(in, err)
		if m, err = b.layOut(reply); err != nil {
			reply = plainNotice(noticeIncident, nil)
			m = compose.Reply(reply)
		}
	}
	m.Private, m.Entry = m.Private || in.private, reply.Entry
	m.InPlace = in.inPlace && reply.Tone != chat.Failure // which leaves the message as it is
	if m.InPlace {
		m.Keep(in.kept)
	}
	if len(m.Lost) > 0 {
		b.log.Warn("parts of a reply do not fit", in.asked(), "lost", m.Lost)
	}
	return m
}

// layOut lays a reply out with the tiles that have an emoji, and returns a panic in it as an error.
func (b *bot) layOut(reply *chat.Reply) (m *compose.Message, err error) {
	var tiles compose.Tiles
	if known := b.tiles.Load(); known != nil {
		tiles = *known
	}
	err = safely(func() error { m = tiles.Reply(reply); return nil })
	return m, err
}
