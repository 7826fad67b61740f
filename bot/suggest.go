package bot

import (
	"context"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/wire"
)

const (
	suggestWithin = 80 * time.Millisecond  // for suggestions, without the way to Discord and back
	suggestGrace  = 500 * time.Millisecond // for a handler to heed the end of that time
)

// suggest returns completions of the option that is being typed. It returns none if too many
// people type at once, or if the handler panics or does not come to an end.
func (b *bot) suggest(in *interaction) wire.Suggestions {
	none := wire.Suggestions{Choices: []wire.Choice{}} // Discord wants a list, be it empty
	if !b.admission.enterSuggestion(in.user) {
		return none
	}
	ctx, cancel := context.WithTimeout(b.working, suggestWithin)
	defer cancel()
	made := make(chan wire.Suggestions, 1)
	b.workers.Go(func() {
		defer b.admission.releaseSuggestion(in.user)
		made <- wire.Suggestions{Choices: b.choices(ctx, in)}
	})
	late := time.NewTimer(suggestWithin + suggestGrace)
	defer late.Stop()
	select {
	case s := <-made:
		return s
	case <-late.C:
		b.log.Error("a handler outstays the time for suggestions", in.asked())
		return none
	}
}

// choices returns the handler's suggestions, or none if it panics.
func (b *bot) choices(ctx context.Context, in *interaction) (list []wire.Choice) {
	list = []wire.Choice{}
	defer func() {
		if p := recover(); p != nil {
			list = []wire.Choice{}
			b.logIncident(in, panicked(p))
		}
	}()
	return compose.Choices(b.handler.Suggest(ctx, in.request, in.focus))
}
