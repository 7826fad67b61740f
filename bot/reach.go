package bot

import (
	"context"
	"fmt"
	"time"

	"kibitz/bot/sleep"
	"kibitz/bot/wire"
)

// One process alone may have lost its way to Discord's API: its machine's network, a firewall, a
// resolver. Answers that are the response to a signed request need no way out; deferred answers and
// files do. So the process goes on with the former, and gives away the latter: to the queue or, without
// a queue, back to the load balancer, which asks another process. The settings say whether there is one
// (endpoint.balanced): a process that is alone keeps all, or the person would get no answer.
//
// The process cannot know whether another one has a way. If the way that all of them share is gone, and
// all said that they are not ready, even quick answers would be lost. So an endpoint stays ready, and
// passes a request on only if no other process can have passed it on before.

const (
	// cutAfter is how long the API must be silent for the process to count as cut off. For the same
	// time it tries to answer a job that another process has put into the queue.
	cutAfter   = 30 * time.Second
	knockEvery = 10 * time.Second
)

// reaches reports whether Discord's API can be reached, as far as is known.
func (b *bot) reaches() bool { return b.rest.Silence() < cutAfter }

// cutOff returns why Discord cannot be reached; "" if it can.
func (b *bot) cutOff() string {
	if b.reaches() {
		return ""
	}
	return fmt.Sprintf("nothing was heard from Discord's API for %v: is the way to it open?", b.rest.Silence().Round(time.Second))
}

// knock makes a call to Discord every knockEvery while the API is silent, until ctx ends. Without it an
// idle process would not find out that it is cut off, or that it no longer is.
func (b *bot) knock(ctx context.Context) {
	for told := false; sleep.For(ctx, knockEvery); {
		if b.rest.Silence() > 0 {
			b.calls.knock(ctx)
		}
		if cut := b.cutOff(); cut != "" && !told {
			told = true
			b.log.Warn("no way to Discord", "err", cut)
		} else if cut == "" && told {
			told = false
			b.log.Info("Discord is heard again")
		}
	}
}

// passOn has the load balancer ask another process for the answer. It does so if there is no queue,
// this process is cut off from Discord or from the host of the request's files, and no other process can
// have passed the request on before; else it does nothing and returns false. A request that was passed on
// is older than clock.ack_after when it comes to the next process, which therefore keeps it. So somebody
// answers even if all processes are cut off.
func (b *bot) passOn(a *answer) bool {
	in := a.in
	if b.jobs != nil || !in.passable || !in.cut.Load() && b.reaches() {
		return false
	}
	passed, err := in.entry.passOn(in.reply, wire.Payload{})
	if passed {
		a.conclude(err, outcomeElsewhere)
		a.sent = false
	}
	return passed
}

// fileOutOfReach reports whether the answer would be that a file cannot be had, and a deferral would
// promise one that cannot be sent.
func (b *bot) fileOutOfReach(in *interaction) bool { return in.fetching.Load() && !b.reaches() }

// markCut notes whether the host of the interaction's files is silent. It always returns true, so that
// it can stand in a condition.
func (in *interaction) markCut(cut bool) bool {
	in.cut.Store(cut)
	return true
}
