package bot

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"kibitz/bot/gateway"
	"kibitz/bot/ops"
	"kibitz/bot/queue"
	"kibitz/bot/wire"
)

// This file is what operators see of the bot: its state, and what becomes of interactions.

// serveAdmin answers operators at the configured address until stop is called.
func (b *bot) serveAdmin() (stop func(), err error) {
	if b.cfg.HTTP.Addr == "" {
		return func() {}, nil
	}
	l, err := b.listen("tcp", b.cfg.HTTP.Addr)
	if err != nil {
		return nil, fmt.Errorf("http.addr: %w", err)
	}
	return b.page().Serve(l, func(err error) { b.log.Error("operators are not answered any more", "err", err) }), nil
}

func (b *bot) page() *ops.Page {
	return &ops.Page{Version: b.version, Metrics: b.metrics, State: b.state, Trouble: b.trouble, Queue: b.queueTrouble, Discord: b.cutOff, Debug: b.cfg.HTTP.Debug}
}

// state returns how busy the bot is.
func (b *bot) state() ops.State {
	s := ops.State{Stuck: int(b.stuck.Load())}
	s.Workers, s.Busy, s.Waiting = b.turns.state()
	s.Open, _ = b.admission.state()
	return s
}

// trouble returns why some interactions cannot come in; "" if all can. One shard without a link
// is enough.
func (b *bot) trouble() string {
	if b.leaving.Load() {
		return "stopping"
	}
	if b.link == nil {
		return *b.unready.Load()
	}
	if cut := b.cutOff(); cut != "" {
		return cut
	}
	shards := b.link.Status().Shards
	if len(shards) == 0 {
		return "Discord has not said yet where its gateway is"
	}
	for id, shard := range shards {
		if !shard.Up {
			return fmt.Sprintf("shard %d is not connected to Discord's gateway, for %v", id, time.Since(shard.Since).Round(time.Second))
		}
	}
	return ""
}

// queueTrouble returns why nothing can be put into the queue; "" if it can, or there is none.
func (b *bot) queueTrouble() string {
	if b.jobs == nil {
		return ""
	}
	return b.jobs.Trouble()
}

// newMetrics returns metrics that ask the bot how it is, and what it talks to.
func (b *bot) newMetrics() *ops.Metrics {
	var commands []string
	for _, d := range b.handler.Definitions() {
		commands = append(commands, d.Name)
	}
	return ops.NewMetrics(commands, b.version, ops.Sources{
		State: b.state,
		REST: func() (invalid int, refused bool, silence time.Duration) {
			return b.rest.Invalid(), b.rest.Open(), b.rest.Silence()
		},
		Link: func() *gateway.Status {
			if b.link == nil {
				return nil
			}
			return new(b.link.Status())
		},
		Rooms: func() (rooms, members int, exists bool) {
			if b.live == nil {
				return 0, 0, false
			}
			rooms, members = b.live.State()
			return rooms, members, true
		},
		QueueUp: func() (up, exists bool) { return b.queueTrouble() == "", b.jobs != nil },
		Queue: func() *queue.Stats {
			if b.jobs == nil {
				return nil
			}
			stats, err := b.jobs.Stats(b.sending)
			if err != nil { // there is nothing to say
				return nil
			}
			return &stats
		},
	})
}

var kindNames = map[int]string{wire.KindCommand: "command", wire.KindClick: "click", wire.KindAutocomplete: "suggestion", wire.KindForm: "form"}

// label returns the label command of an interaction; "" for a ping.
func (b *bot) label(in *interaction) string {
	if in.request == nil {
		return ""
	}
	name, _, _ := strings.Cut(cmp.Or(in.request.Command, in.request.Path), "?")
	return b.metrics.Command(name)
}

// count notes what became of an interaction.
func (b *bot) count(in *interaction, outcome string) {
	command := b.label(in)
	b.metrics.Count(ops.Interaction{Via: in.via, Kind: kindNames[in.kind], Command: command, Outcome: outcome})
	if in.kind != wire.KindAutocomplete && (outcome == outcomeAnswered || outcome == outcomeDeferred) {
		b.metrics.Answers.Observe(in.waited(), "command", command)
	}
}
