package bot

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"kibitz/bot/endpoint"
	"kibitz/bot/gateway"
)

// Metrics are what an operator sees of the bot, in Prometheus' text format. None has a
// label that tells people or servers apart.
//
// They are kept by a small library: Prometheus' own makes the program, and what it takes
// at rest, larger by 3 MB each.
type metrics struct {
	set      *vm.Set
	commands []string // what the label command may be; all else is "other"

	first      *histogram // by via
	answers    *histogram // by command
	solves     *histogram // by command
	putSeconds *histogram

	duplicates, redelivered, putFailures, poison *vm.Counter

	counters sync.Map     // of counted, so that their names are written once
	skew     atomic.Int64 // nanoseconds
}

// The buckets of answers, in seconds: Discord waits 3 for the first and 900 for the last.
var (
	firstBuckets  = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3}
	answerBuckets = append(slices.Clone(firstBuckets), 5, 10, 30, 60, 120, 300, 900)
	putBuckets    = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5}
)

func newMetrics(b *bot) *metrics {
	set := vm.NewSet()
	m := &metrics{
		set:         set,
		first:       newHistogram("kibitz_first_response_seconds", firstBuckets),
		answers:     newHistogram("kibitz_answer_seconds", answerBuckets),
		solves:      newHistogram("kibitz_solve_seconds", answerBuckets),
		putSeconds:  newHistogram("kibitz_queue_put_seconds", putBuckets),
		duplicates:  set.NewCounter("kibitz_duplicates_total"),
		redelivered: set.NewCounter("kibitz_queue_redelivered_total"),
		putFailures: set.NewCounter("kibitz_queue_put_failures_total"),
		poison:      set.NewCounter("kibitz_queue_poison_total"),
	}
	for _, h := range []*histogram{m.first, m.answers, m.solves, m.putSeconds} {
		set.RegisterMetricsWriter(h.write)
	}
	for _, why := range endpoint.Reasons {
		m.rejected(why, 0)
	}
	for _, d := range b.handler.Definitions() {
		m.commands = append(m.commands, d.Name)
	}
	set.RegisterMetricsWriter(b.writeState)
	return m
}

func (m *metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.set.WritePrometheus(w)
	vm.WriteProcessMetrics(w)
	vm.WriteFDMetrics(w)
}

// requested counts a request to Discord.
func (m *metrics) requested(route, status string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("kibitz_discord_requests_total{route=%q,status=%q}", route, status)).Inc()
}

// rejected counts requests at the endpoint that were turned away.
func (m *metrics) rejected(why string, n int) {
	m.set.GetOrCreateCounter(fmt.Sprintf("kibitz_endpoint_rejected_total{why=%q}", why)).Add(n)
}

// command is the label of what an interaction is about.
func (m *metrics) command(in *interaction) string {
	if in.request == nil {
		return ""
	}
	name := in.request.Command
	if name == "" {
		name, _, _ = strings.Cut(in.request.Path, "?")
	}
	if !slices.Contains(m.commands, name) {
		return "other"
	}
	return name
}

var kindNames = map[int]string{kindCommand: "command", kindClick: "click", kindAutocomplete: "suggestion", kindForm: "form"}

// counted is what interactions are counted by.
type counted struct {
	via     string
	kind    int
	command string
	outcome string
}

func (m *metrics) counted(by counted) *vm.Counter {
	if c, ok := m.counters.Load(by); ok {
		return c.(*vm.Counter)
	}
	c := m.set.GetOrCreateCounter(fmt.Sprintf("kibitz_interactions_total{via=%q,kind=%q,command=%q,outcome=%q}", by.via, kindNames[by.kind], by.command, by.outcome))
	m.counters.Store(by, c)
	return c
}

// count notes what became of an interaction.
func (m *metrics) count(in *interaction, outcome string) {
	command := m.command(in)
	m.counted(counted{in.via, in.kind, command, outcome}).Inc()
	if in.kind != kindAutocomplete && (outcome == outcomeAnswered || outcome == outcomeDeferred) {
		m.answers.observe(in.waited(), "command", command)
	}
}

func (m *metrics) solved(in *interaction, took time.Duration) {
	m.solves.observe(took, "command", m.command(in))
}

// writeState writes what is as it is at the moment.
func (b *bot) writeState(w io.Writer) {
	gauge := func(v float64, format string, labels ...any) {
		vm.WriteGaugeFloat64(w, fmt.Sprintf(format, labels...), v)
	}
	workers, busy, waiting := b.turns.state()
	open, _ := b.admission.state()
	gauge(1, "kibitz_build_info{version=%q,goversion=%q}", b.version, runtime.Version())
	gauge(float64(busy), `kibitz_turns{state="busy"}`)
	gauge(float64(max(0, workers-busy)), `kibitz_turns{state="free"}`)
	gauge(float64(waiting), `kibitz_requests{state="waiting"}`)
	gauge(float64(open), `kibitz_requests{state="unanswered"}`)
	gauge(time.Duration(b.metrics.skew.Load()).Seconds(), "kibitz_clock_skew_seconds")
	gauge(float64(b.rest.Invalid()), "kibitz_discord_invalid_requests")
	gauge(one(b.rest.Open()), "kibitz_discord_breaker_open")
	if b.link != nil {
		writeLink(w, b.link.Status())
	}
	if b.jobs == nil {
		return
	}
	if stats, err := b.jobs.Stats(b.sending); err == nil { // else there is nothing to say
		gauge(float64(stats.Pending), "kibitz_queue_pending")
		gauge(float64(stats.Unacked), "kibitz_queue_unacked")
		gauge(stats.Oldest.Seconds(), "kibitz_queue_oldest_seconds")
	}
}

// writeLink writes how the gateway's shards are, and what has become of them.
func writeLink(w io.Writer, link gateway.Status) {
	if link.IdentifiesLeft >= 0 {
		vm.WriteGaugeFloat64(w, "kibitz_identifies_remaining", float64(link.IdentifiesLeft))
	}
	for id, s := range link.Shards {
		shard := fmt.Sprintf("shard=%q", strconv.Itoa(id))
		vm.WriteGaugeFloat64(w, "kibitz_shard_up{"+shard+"}", one(s.Up))
		vm.WriteCounterUint64(w, "kibitz_shard_tries_total{"+shard+`,how="identify"}`, uint64(s.Identifies))
		vm.WriteCounterUint64(w, "kibitz_shard_tries_total{"+shard+`,how="resume"}`, uint64(s.Resumes))
		vm.WriteCounterUint64(w, "kibitz_shard_losses_total{"+shard+"}", uint64(s.Losses))
		if !s.LastAck.IsZero() {
			vm.WriteGaugeFloat64(w, "kibitz_shard_heartbeat_seconds{"+shard+"}", time.Since(s.LastAck).Seconds())
		}
		if s.Latency > 0 { // since the first heartbeat
			vm.WriteGaugeFloat64(w, "kibitz_shard_latency_seconds{"+shard+"}", s.Latency.Seconds())
		}
	}
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
