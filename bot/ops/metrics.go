package ops

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"kibitz/bot/endpoint"
	"kibitz/bot/gateway"
	"kibitz/bot/queue"
)

// Metrics are what an operator sees of the bot, in Prometheus' text format. None has a
// label that tells people or servers apart.
type Metrics struct {
	First      *Histogram // from an interaction's birth to its first response, by via
	Answers    *Histogram // to its answer, by command
	Solves     *Histogram // from the beginning of a turn to its end, by command
	PutSeconds *Histogram // to put a job into the queue

	Duplicates, Redelivered, PutFailures, Poison, QueueLost *vm.Counter

	PageTaken, PageRefused *vm.Counter // calls of the page to paint on

	Skew atomic.Int64 // nanoseconds that our clock seems to be ahead of Discord's

	set      *vm.Set
	commands []string // what the label command may be; all else is "other"
	counters sync.Map // of Interaction, so that their names are written once
}

// The buckets of answers, in seconds: Discord waits 3 for the first and 900 for the last.
var (
	firstBuckets  = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3}
	answerBuckets = append(slices.Clone(firstBuckets), 5, 10, 30, 60, 120, 300, 900)
	putBuckets    = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5}
)

// Sources are asked for the present state each time that the metrics are read.
type Sources struct {
	State func() State
	// REST tells how many invalid requests there were lately, whether Discord refuses us, and for how
	// long it has been silent.
	REST  func() (invalid int, refused bool, silence time.Duration)
	Link  func() *gateway.Status // nil with an endpoint
	Queue func() *queue.Stats    // nil without a queue, or if it does not answer
	// Rooms tells how many rooms of the page are open, and how many pages are in them; exists is false without a page.
	Rooms func() (rooms, members int, exists bool)
	// QueueUp tells whether a job can be put into the queue; exists is false without a queue.
	QueueUp func() (up, exists bool)
}

// NewMetrics returns the metrics of a program of that version, for interactions about these
// commands.
func NewMetrics(commands []string, version string, now Sources) *Metrics {
	set := vm.NewSet()
	m := &Metrics{
		set:         set,
		commands:    commands,
		First:       newHistogram("kibitz_first_response_seconds", firstBuckets),
		Answers:     newHistogram("kibitz_answer_seconds", answerBuckets),
		Solves:      newHistogram("kibitz_solve_seconds", answerBuckets),
		PutSeconds:  newHistogram("kibitz_queue_put_seconds", putBuckets),
		Duplicates:  set.NewCounter("kibitz_duplicates_total"),
		Redelivered: set.NewCounter("kibitz_queue_redelivered_total"),
		PutFailures: set.NewCounter("kibitz_queue_put_failures_total"),
		Poison:      set.NewCounter("kibitz_queue_poison_total"),
		QueueLost:   set.NewCounter("kibitz_queue_lost_total"),
		PageTaken:   set.NewCounter(`kibitz_page_calls_total{what="taken"}`),
		PageRefused: set.NewCounter(`kibitz_page_calls_total{what="refused"}`),
	}
	for _, h := range []*Histogram{m.First, m.Answers, m.Solves, m.PutSeconds} {
		set.RegisterMetricsWriter(h.write)
	}
	for _, why := range endpoint.Reasons {
		m.Rejected(why, 0)
	}
	set.RegisterMetricsWriter(func(w io.Writer) { m.writeNow(w, version, now) })
	return m
}

func (m *Metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.set.WritePrometheus(w)
	vm.WriteProcessMetrics(w)
	vm.WriteFDMetrics(w)
}

// Requested counts a request to Discord.
func (m *Metrics) Requested(route, status string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("kibitz_discord_requests_total{route=%q,status=%q}", route, status)).Inc()
}

// Rejected counts n requests that the endpoint turned away.
func (m *Metrics) Rejected(why string, n int) {
	m.set.GetOrCreateCounter(fmt.Sprintf("kibitz_endpoint_rejected_total{why=%q}", why)).Add(n)
}

// Command returns the label for a command of that name: the name, or "other" if it is none
// of ours.
func (m *Metrics) Command(name string) string {
	if !slices.Contains(m.commands, name) {
		return "other"
	}
	return name
}

// An Interaction is what interactions are counted by.
type Interaction struct{ Via, Kind, Command, Outcome string }

// Count counts an interaction.
func (m *Metrics) Count(by Interaction) { m.counter(by).Inc() }

// counter returns the counter of such interactions, made at the first call.
func (m *Metrics) counter(by Interaction) *vm.Counter {
	if c, ok := m.counters.Load(by); ok {
		return c.(*vm.Counter)
	}
	c := m.set.GetOrCreateCounter(fmt.Sprintf("kibitz_interactions_total{via=%q,kind=%q,command=%q,outcome=%q}", by.Via, by.Kind, by.Command, by.Outcome))
	m.counters.Store(by, c)
	return c
}

// writeNow writes the present state.
func (m *Metrics) writeNow(w io.Writer, version string, now Sources) {
	gauge := func(v float64, format string, labels ...any) {
		vm.WriteGaugeFloat64(w, fmt.Sprintf(format, labels...), v)
	}
	s := now.State()
	invalid, refused, silence := now.REST()
	gauge(1, "kibitz_build_info{version=%q,goversion=%q}", version, runtime.Version())
	gauge(float64(s.Busy), `kibitz_turns{state="busy"}`)
	gauge(float64(max(0, s.Workers-s.Busy)), `kibitz_turns{state="free"}`)
	gauge(float64(s.Waiting), `kibitz_requests{state="waiting"}`)
	gauge(float64(s.Open), `kibitz_requests{state="unanswered"}`)
	gauge(time.Duration(m.Skew.Load()).Seconds(), "kibitz_clock_skew_seconds")
	gauge(float64(invalid), "kibitz_discord_invalid_requests")
	gauge(one(refused), "kibitz_discord_breaker_open")
	gauge(silence.Seconds(), "kibitz_discord_silent_seconds")
	if link := now.Link(); link != nil {
		writeLink(w, *link)
	}
	if rooms, members, exists := now.Rooms(); exists {
		gauge(float64(rooms), "kibitz_page_rooms")
		gauge(float64(members), "kibitz_page_members")
	}
	if up, exists := now.QueueUp(); exists {
		gauge(one(up), "kibitz_queue_up")
	}
	if stats := now.Queue(); stats != nil {
		gauge(float64(stats.Pending), "kibitz_queue_pending")
		gauge(float64(stats.Unacked), "kibitz_queue_unacked")
		gauge(stats.Oldest.Seconds(), "kibitz_queue_oldest_seconds")
	}
}

// writeLink writes the state of the gateway's shards, and how often each has come and gone.
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
