package bot

import (
	"context"
	"fmt"
	"time"

	"kibitz/bot/sleep"
)

// One process alone may have lost its way to Discord's API: its machine's network, a firewall, a
// resolver. Answers that are the response to a signed request need no way out; deferred answers and
// files do. So the process goes on with the first, and leaves the others to processes that may have a
// way: to the queue, or where there is none to the load balancer that sent the request.
//
// It cannot know whether the others have a way. If none has, as when the way out that they share is
// gone, a process that stayed away altogether would take the quick answers away, too. So an endpoint
// stays ready, and passes on only what no other can have passed on before.

const (
	// cutAfter is how long the API is silent until the process counts as cut off, and for how long
	// another process's job is tried.
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

// knock asks Discord for an answer, each knockEvery while it is silent, until ctx ends. So one call
// that failed is enough to find out that the process is cut off, and it finds out when it no longer is.
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

// passesOn reports whether the load balancer should ask another replica for the answer: this one is
// cut off, or hears nothing from where the request's files are, there is no queue, and no other can
// have passed the request on. One that is passed on is older than clock.ack_after when it comes to
// the next replica, which keeps it. So it is answered by somebody even if all are cut off.
func (b *bot) passesOn(in *interaction) bool {
	return b.jobs == nil && in.fresh && (in.cut.Load() || !b.reaches())
}

// markCut notes whether nothing comes back from where the interaction's files are. It returns true.
func (in *interaction) markCut(cut bool) bool {
	in.cut.Store(cut)
	return true
}
