package bot

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"kibitz/bot/compose"
	"kibitz/commands/chat"
)

// errAside is the cause when a handler's context ends because other requests get a first look.
var errAside = errors.New("others have a look first")

// solve fetches the files of a request, waits for a worker, and returns the answer: a notice if
// a file cannot be had, or ctx ends first.
func (b *bot) solve(ctx context.Context, in *interaction, latest *atomic.Pointer[chat.Reply]) (m *compose.Message) {
	defer func() {
		if p := recover(); p != nil {
			m = b.compose(in, b.incident(in, panicked(p)))
		}
	}()
	in.fetching.Store(true)
	refusal, fetched := b.fetch(ctx, in)
	in.fetching.Store(false)
	defer fetched()
	if refusal != nil {
		return b.compose(in, refusal)
	}
	b.boards.update(in)
	return inTurn(ctx, b, in, fetched, latest.Store, func(r *chat.Reply) *compose.Message { return b.compose(in, r) })
}

// inTurn waits for a worker, has the handler work, and returns the answer as finish makes it of the
// reply. It calls waited when the first turn has come. A request whose turn ended early waits for another turn, and
// begins anew.
func inTurn[T any](ctx context.Context, b *bot, in *interaction, waited func(), progress func(*chat.Reply), finish func(*chat.Reply) *T) *T {
	for settled := in.via == viaQueue; ; settled = true { // a job is known to take long
		turn := b.turns.take(ctx, settled)
		if turn == nil {
			return finish(b.unsolved(ctx, in, noticeBusyBot))
		}
		waited()
		if answer := useTurn(ctx, b, in, turn, progress, finish); answer != nil {
			return answer
		}
	}
}

// useTurn has the handler work for one turn, within the limit of time for a puzzle. It returns
// nil if the turn ended early because it takes long and other requests wait for their first
// look. A handler that outstays its context is given up, but keeps its worker: the answer is then
// a notice.
func useTurn[T any](ctx context.Context, b *bot, in *interaction, turn *turn, progress func(*chat.Reply), finish func(*chat.Reply) *T) *T {
	ctx, cancel := context.WithTimeout(ctx, b.limits().Solve)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	answer := make(chan *T, 1)
	var given atomic.Int32 // 1: we have given the handler up; 2: it has returned before
	b.workers.Go(func() {
		defer turn.release()
		defer func() {
			if !given.CompareAndSwap(0, 2) { // it was given up, and is stuck no more
				b.stuck.Add(-1)
			}
		}()
		start := time.Now()
		done := finish(b.handle(ctx, in, progress))
		if context.Cause(ctx) != errAside {
			b.metrics.Solves.Observe(time.Since(start), "command", b.label(in))
		}
		answer <- done
	})
	look := time.NewTimer(b.cfg.Clock.AckAfter)
	defer look.Stop()
	select {
	case done := <-answer:
		return done
	case <-look.C:
	case <-ctx.Done():
	}
	aside := ctx.Err() == nil && !turn.settle()
	if aside {
		end(errAside)
	}
	done := await(ctx, answer)
	switch {
	case done == nil:
		if given.CompareAndSwap(0, 1) {
			b.stuck.Add(1)
		}
		b.log.Error("a handler outstays its budget", in.asked())
		return finish(b.unsolved(ctx, in, noticeOverdue))
	case aside:
		return nil
	}
	return done
}

// await waits for the answer of a handler, for handlerGrace longer than its context; nil if
// none comes.
func await[T any](ctx context.Context, answer <-chan *T) *T {
	select {
	case m := <-answer:
		return m
	case <-ctx.Done():
	}
	late := time.NewTimer(handlerGrace)
	defer late.Stop()
	select {
	case m := <-answer:
		return m
	case <-late.C:
		return nil
	}
}
