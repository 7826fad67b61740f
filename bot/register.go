package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/rest"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// registerWithin bounds the registration, tries and rate limits included.
const registerWithin = 10 * time.Minute

// settle registers the commands and keeps the tiles of an application until ctx ends, as far as the
// settings want it.
func (b *bot) settle(ctx context.Context, app string) {
	if b.cfg.Discord.Register {
		b.register(ctx, app)
	}
	if b.cfg.Picture.Tiles {
		b.keepTiles(ctx, app)
	}
}

// register tells Discord the commands. If that fails, the commands that Discord knew before
// still work.
func (b *bot) register(ctx context.Context, app string) {
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("the commands are not registered", "err", panicked(p))
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, registerWithin)
	defer cancel()
	changed, err := b.calls.register(ctx, app, b.cfg.Discord.Guild, b.handler.Definitions())
	switch {
	case ctx.Err() != nil: // the end of the process, or long after anybody cared
	case err != nil:
		b.log.Error("the commands are not registered", "err", err)
	default:
		b.log.Info("the commands are registered", "changed", changed)
	}
}

// register replaces the whole set of commands in one request, for a guild or, for "", everywhere.
// It asks first, and sends nothing if Discord has the same set: Discord counts the commands that
// are made in a day. Changed says whether it sent the set.
func (c calls) register(ctx context.Context, app, guild string, defs []chat.Definition) (changed bool, err error) {
	path := "/applications/" + app + "/commands"
	if guild != "" {
		path = "/applications/" + app + "/guilds/" + guild + "/commands"
	}
	want := compose.Commands(defs, guild)
	answer, err := c.rest.Do(ctx, rest.Call{Name: "commands", Method: http.MethodGet, Path: path + "?with_localizations=true", Authorized: true, Try: editTry})
	if err != nil {
		return false, err
	}
	var have []wire.Command
	if err := json.Unmarshal(answer, &have); err == nil {
		want = withEntry(want, have)
		if same(have, want, guild) {
			return false, nil
		}
	}
	body, err := json.Marshal(want)
	if err != nil {
		return false, err
	}
	_, err = c.rest.Do(ctx, rest.Call{
		Name: "commands", Method: http.MethodPut, Path: path, Body: body, ContentType: "application/json", Authorized: true, Try: editTry,
	})
	return err == nil, err
}

// withEntry returns the set that is wanted with the Entry Point command that Discord has. An operator may have made or
// renamed that one, Discord makes one where Activities are enabled, and it refuses a set that lacks it.
func withEntry(want, have []wire.Command) []wire.Command {
	entry := func(c wire.Command) bool { return c.Type == wire.EntryCommand }
	known := slices.IndexFunc(have, entry)
	if known < 0 {
		return want
	}
	ours := slices.IndexFunc(want, entry)
	if ours >= 0 && want[ours].Name == have[known].Name {
		return want
	}
	return append(slices.DeleteFunc(want, entry), have[known])
}

// same reports whether two sets are the same, whatever the order of their commands. The order
// of options counts: people see it.
func same(have, want []wire.Command, guild string) bool {
	a, errA := json.Marshal(normalized(have, guild))
	b, errB := json.Marshal(normalized(want, guild))
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// normalized returns a set with those lists sorted whose order means nothing, and without the
// fields that Discord adds to the commands of one server.
func normalized(list []wire.Command, guild string) []wire.Command {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b wire.Command) int { return strings.Compare(a.Name, b.Name) })
	for i := range list {
		d := &list[i]
		d.IntegrationTypes = slices.Sorted(slices.Values(d.IntegrationTypes))
		d.Contexts = slices.Sorted(slices.Values(d.Contexts))
		if guild != "" {
			d.IntegrationTypes, d.Contexts = nil, nil
		}
	}
	return list
}
