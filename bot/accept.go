package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kibitz/bot/endpoint"
	"kibitz/bot/ops"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
)

// viaQueue marks an interaction that came from the queue, beside settings' ViaGateway and
// ViaEndpoint.
const viaQueue = "queue"

// accept takes the JSON of an interaction and sees to its answer. It returns at once.
// The first response goes to reply, or is a call of ours if reply is nil. An interaction
// that came before is not worked on again: over the gateway it is dropped, and a signed
// request gets the response of the first. The error is errStopping if the load balancer should ask
// another process. Any other means that the interaction cannot be answered, nor ever will be.
func (b *bot) accept(raw []byte, reply func(wire.Payload) error) error {
	now := time.Now()
	ops.CollectSeldom()
	b.acceptMu.RLock()
	defer b.acceptMu.RUnlock()
	if b.closed || reply != nil && b.draining.Load() && b.cfg.Endpoint.Balanced {
		return errStopping
	}
	in, err := decode(raw)
	if err != nil {
		b.log.Error("an interaction that cannot be read", "err", err)
		return err
	}
	if in.kind == wire.KindPing && reply != nil {
		return reply(wire.Payload{ContentType: "application/json", Body: fmt.Appendf(nil, `{"type":%d}`, wire.AnswerPong)})
	}
	if kindNames[in.kind] == "" {
		b.log.Warn("an interaction of an unknown kind", "kind", in.kind)
		return fmt.Errorf("interaction of the unknown kind %d", in.kind)
	}
	age, skew := b.ages.of(in.id, now)
	b.metrics.Skew.Store(int64(skew))
	in.raw, in.born, in.reply, in.via = raw, now.Add(-age), reply, settings.ViaGateway
	if reply != nil {
		in.via = settings.ViaEndpoint
		in.passable = b.cfg.Endpoint.Balanced && age < b.cfg.Clock.AckAfter/2
	}
	entry, again := b.deliveries.enter(in.id, now)
	if again {
		b.metrics.Duplicates.Inc()
		joined := reply == nil // over the gateway it is enough that the first one is answered
		if !joined {
			joined, entry = b.deliveries.join(entry, reply, in.passable, now)
		}
		if joined {
			b.log.Debug("delivered again", "interaction", in.id, "via", in.via)
			return nil
		}
	}
	in.entry = entry
	b.goRespond(in, func() {
		defer in.entry.conclude()
		if in.kind == wire.KindAutocomplete {
			b.respond(in, wire.Callback{Type: wire.AnswerChoices, Data: b.suggest(in)})
			return
		}
		b.serve(in)
	})
	return nil
}

// goRespond runs do in a goroutine that survives a panic. Panics of the handler are caught
// before, where they can still be answered: this is for our own mistakes on the way to
// Discord.
func (b *bot) goRespond(in *interaction, do func()) {
	b.responders.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				b.log.Error("panic in answering", in.asked(), "err", panicked(p))
			}
		}()
		do()
	})
}

// respond sends a first response that is no message, and counts the outcome. A failure is
// logged, and not answered in another way.
func (b *bot) respond(in *interaction, body wire.Callback) {
	p, err := wire.JSON(body)
	if err == nil {
		ctx, cancel := context.WithDeadline(b.sending, in.firstUntil())
		defer cancel()
		err = b.firstResponse(ctx, in, "response", p)
	}
	if err != nil {
		b.log.Warn("no response", "kind", in.kind, "err", err)
	}
	b.count(in, outcomeOf(err, outcomeAnswered))
}

// firstResponse sends the first response to an interaction, until ctx ends: to the request
// that waits for it, or as a call. It is no error if that request waits no more but a later
// one for the same interaction took the response.
func (b *bot) firstResponse(ctx context.Context, in *interaction, name string, p wire.Payload) (err error) {
	if in.reply == nil {
		err = b.calls.respond(ctx, in, name, p)
	} else {
		err = in.reply(p)
		late := errors.Is(err, endpoint.ErrLate)
		if in.entry.respond(p, !late) && late {
			err = nil
		}
	}
	if err == nil {
		b.metrics.First.Observe(time.Since(in.born), "via", in.via)
	}
	return err
}

// errStopping is the cause when a request's context ends with the process.
var errStopping = errors.New("stopping")
