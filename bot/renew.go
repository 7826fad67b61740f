package bot

import (
	"context"

	"kibitz/bot/settings"
)

// renew takes on changed settings, as far as they take effect at once, until ctx ends.
func (b *bot) renew(ctx context.Context, renewed <-chan settings.Renewal) {
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-renewed:
			b.take(r)
		}
	}
}

// take takes on one change: the limits, and the token unless that is missing or malformed, from
// now on. It warns of settings that have changed and take effect at the next start alone.
func (b *bot) take(r settings.Renewal) {
	limits := r.Config.Limits
	b.current.Store(&limits)
	b.turns.resize(limits.WorkerCount())
	b.admission.limit(limits)
	if token, err := cleanToken(r.Token); err == nil {
		b.token.Store(&token)
	} else if r.Token != "" {
		b.log.Error("the token is kept as it was", "err", err)
	}
	if r.Config.NeedsRestart(b.cfg) {
		b.log.Warn("of the settings that have changed some take effect at the next start: all but log.level and limits.solve, workers, queue and per_user")
	}
	b.log.Info("the settings are read anew")
}
