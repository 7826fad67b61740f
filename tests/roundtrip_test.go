package tests

import (
	"context"
	"slices"
	"testing"
	"time"

	"kibitz/bot"
	"kibitz/commands"
	"kibitz/commands/chat"
)

// constant answers everything with the same words: the floor under every
// round trip, client library, loopback and JSON included.
type constant struct{ *commands.Commands }

func (c constant) Inquire(req *chat.Request) chat.Inquiry {
	inquiry := c.Commands.Inquire(req)
	inquiry.Answer = func(context.Context, func(*chat.Reply)) *chat.Reply {
		return &chat.Reply{Title: "constant", Text: "text"}
	}
	return inquiry
}

// BenchmarkRoundTrip is the time from a typed command to its reply, through
// gateway, bot and REST on the loopback interface. Compare p50-ns and p99-ns of
// cardflip with the floor's in the same run.
func BenchmarkRoundTrip(b *testing.B) {
	for _, bench := range []struct{ name, text string }{
		{"floor", "/cardflip puzzle:1 1 1 1 0 1 1"},
		{"cardflip", "/cardflip puzzle:1 1 1 1 0 1 1"},
		{"cardflip-picture", "/cardflip puzzle:1 1 1 1 0 1 1 style:picture"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			h := open(b, func(p *plan) {
				p.options.OnRequest = nil
				if bench.name == "floor" {
					p.wrap = func(s *commands.Commands) bot.Handler { return constant{s} }
				}
			})
			times := make([]time.Duration, 0, b.N)
			for b.Loop() {
				start := time.Now()
				if _, err := h.say(b, bench.text); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2]), "p50-ns")
			b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
		})
	}
}
