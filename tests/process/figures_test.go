package process

import (
	"crypto/ed25519"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kibitz/playground"
)

// TestFigures measures what docs/figures.md says of processes, with the program as it is
// shipped wherever it need not talk to Discord. KIBITZ_FIGURES is how long each load lasts.
// It fails for answers that are lost or wrong, never for how long they took: load and bot
// share the machine, and each figure stands beside its floor in the same run.
func TestFigures(t *testing.T) {
	lasting, err := time.ParseDuration(os.Getenv("KIBITZ_FIGURES"))
	if err != nil {
		t.Skip("measures, and KIBITZ_FIGURES is not set to a time such as 60s")
	}
	f := newFigures(t, lasting)
	for _, figure := range []struct {
		name    string
		measure func(*testing.T)
	}{
		{"Size", f.size}, {"Idle", f.idle}, {"Closed", f.closed}, {"Open", f.open}, {"Pictures", f.pictures},
		{"Forged", f.forged}, {"Flood", f.flood}, {"Replicas", f.replicas}, {"HandOver", f.handOver}, {"Death", f.death}, {"Rolling", f.rolling},
	} {
		t.Run(figure.name, figure.measure)
	}
	t.Log("\n| what | figure | aim |\n|---|---|---|\n" + f.table.String())
}

type figures struct {
	lasting time.Duration
	program string
	public  ed25519.PublicKey
	key     ed25519.PrivateKey
	table   strings.Builder
}

func newFigures(t *testing.T, lasting time.Duration) *figures {
	f := &figures{lasting: lasting, program: program(t)}
	f.public, f.key, _ = ed25519.GenerateKey(nil)
	return f
}

func (f *figures) row(what, aim, format string, args ...any) {
	fmt.Fprintf(&f.table, "| %s | %s | %s |\n", what, fmt.Sprintf(format, args...), aim)
}

// An endpoint is the program, serving one.
type endpoint struct {
	*process
	addr, admin string
}

// start starts the program as an endpoint that needs neither token nor Discord.
func (f *figures) start(t *testing.T, env ...string) *endpoint {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	admin := free.Addr().String()
	_ = free.Close()
	config := filepath.Join(t.TempDir(), "config.yaml")
	text := fmt.Sprintf("discord: {via: endpoint}\nhttp: {addr: %q, debug: true}\nendpoint: {addr: 127.0.0.1:0, key: %x, linger: 0s}\n", admin, f.public)
	for _, more := range env {
		if url, ok := strings.CutPrefix(more, "QUEUE="); ok {
			text += fmt.Sprintf("queue: {url: %q}\n", url)
		}
	}
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(f.program, "-config", config)
	cmd.Env = append(os.Environ(), append(env, "DISCORD_TOKEN=", "DISCORD_TOKEN_FILE=")...)
	e := &endpoint{process: launch(t, cmd), admin: admin}
	e.addr = e.serves()
	return e
}

// floor is an endpoint that verifies signatures and answers a constant.
func (f *figures) floor(t *testing.T) *Load {
	t.Helper()
	return f.load(start(t, part{Role: "floor", Key: f.public}).addr(), nil)
}

// load is many people that ask an endpoint for the same.
func (f *figures) load(addr string, options map[string]string) *Load {
	if options == nil {
		options = map[string]string{"puzzle": "1 1 1 1 0 1 1"}
	}
	return &Load{Addr: addr, Key: f.key, Body: Command("cardflip", options, 1000, 50_000)}
}

// sound is a result that has no answer that is wrong.
func sound(t *testing.T, what string, r *Result) *Result {
	t.Helper()
	t.Log(what+": ", r)
	if r.Good == 0 {
		t.Fatalf("%s: %v", what, r)
	}
	if len(r.Bad) > 0 {
		t.Errorf("%s: %v", what, r)
	}
	return r
}

const conns = 16 // of a closed loop

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/1e6) }

// warm has a process do all that it does only once.
func (f *figures) warm(t *testing.T, l *Load) {
	sound(t, "at first", l.Closed(t.Context(), conns, min(time.Second, f.lasting)))
}

func (f *figures) size(t *testing.T) {
	about, err := os.Stat(f.program)
	if err != nil {
		t.Fatal(err)
	}
	f.row("the program, stripped", "≤ 22 MB", "%.1f MB", float64(about.Size())/1e6)
}

func (f *figures) idle(t *testing.T) {
	bots := []*endpoint{f.start(t), f.start(t, "QUEUE=nats://"+start(t, part{Role: "queue", Dir: t.TempDir()}).addr())}
	time.Sleep(min(5*time.Second, f.lasting))
	for i, aim := range []string{"≤ 22 MB", "≤ 25 MB"} {
		resident := bots[i].resident(t)
		f.row("idle, "+[]string{"without a queue", "with one"}[i], aim, "%.1f MB resident", resident)
	}
	f.warm(t, f.load(bots[0].addr, nil))
	f.row("after some thousand answers", "", "%.1f MB resident", bots[0].resident(t))
}

// resident is in MB.
func (p *process) resident(t *testing.T) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Skip("there is no /proc: ", err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kB, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return float64(kB) * 1024 / 1e6
}

// used is the time that a process has had of all processors.
func (p *process) used(t *testing.T) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		t.Skip("there is no /proc: ", err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')'):]))
	var ticks int
	for _, f := range fields[12:14] { // utime and stime, in hundredths of a second
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

func (f *figures) closed(t *testing.T) {
	floorProcess, botProcess := start(t, part{Role: "floor", Key: f.public}), f.start(t)
	floor, bot := f.load(floorProcess.addr(), nil), f.load(botProcess.addr, nil)
	f.warm(t, floor)
	f.warm(t, bot)
	floorUsed, botUsed := floorProcess.used(t), botProcess.used(t)
	least := sound(t, "floor", floor.Closed(t.Context(), conns, f.lasting))
	floorUsed = (floorProcess.used(t) - floorUsed) / time.Duration(least.Good)
	r := sound(t, "emoji", bot.Closed(t.Context(), conns, f.lasting))
	botUsed = (botProcess.used(t) - botUsed) / time.Duration(r.Good)
	again := sound(t, "floor again", floor.Closed(t.Context(), conns, f.lasting))
	floors := (least.Rate() + again.Rate()) / 2
	f.row("emoji answers, closed loop of 16", "≥ 4,000/s, ≥ 0.5 × the floor", "%.0f/s, %.2f × the floor's %.0f/s; p50 %s, p99 %s", r.Rate(), r.Rate()/floors, floors, ms(r.Percentile(.5)), ms(r.Percentile(.99)))
	f.row("processor time of one, bot alone", "", "%v, the floor's %v", botUsed, floorUsed)
}

func (f *figures) open(t *testing.T) {
	floor, bot := f.floor(t), f.load(f.start(t).addr, nil)
	f.warm(t, floor)
	f.warm(t, bot)
	least := sound(t, "floor", floor.Open(t.Context(), 1000, f.lasting))
	r := sound(t, "emoji", bot.Open(t.Context(), 1000, f.lasting))
	f.row("emoji answers, 1,000 a second", "p99 ≤ 10 ms, ≤ 2 × the floor's, none > 1 s", "p50 %s, p99 %s, max %s; floor p50 %s, p99 %s", ms(r.Percentile(.5)), ms(r.Percentile(.99)), ms(r.Percentile(1)), ms(least.Percentile(.5)), ms(least.Percentile(.99)))
}

func (f *figures) pictures(t *testing.T) {
	bot := f.load(f.start(t).addr, map[string]string{"puzzle": "1 1 1 1 0 1 1", "style": "picture"})
	f.warm(t, bot)
	r := sound(t, "closed", bot.Closed(t.Context(), conns, f.lasting))
	open := sound(t, "open", bot.Open(t.Context(), 250, f.lasting))
	f.row("pictures, closed loop of 16", "≥ 500/s", "%.0f/s; p50 %s, p99 %s", r.Rate(), ms(r.Percentile(.5)), ms(r.Percentile(.99)))
	f.row("pictures, 250 a second", "p99 ≤ 50 ms", "p50 %s, p99 %s", ms(open.Percentile(.5)), ms(open.Percentile(.99)))
}

func (f *figures) forged(t *testing.T) {
	addr := f.start(t).addr
	good, bad := f.load(addr, nil), f.load(addr, nil)
	bad.Forged = true
	bad.Expect = func(status int, _ []byte) error {
		if status != http.StatusUnauthorized {
			return fmt.Errorf("status %d", status)
		}
		return nil
	}
	f.warm(t, good)
	alone := sound(t, "good alone", good.Open(t.Context(), 500, f.lasting))
	both := beside(t, func() *Result { return bad.Open(t.Context(), 5000, f.lasting) }, func() *Result { return good.Open(t.Context(), 500, f.lasting) })
	f.row("500 good a second beside 5,000 with a wrong signature", "p99 of the good ≤ 20 ms", "p50 %s, p99 %s; alone p99 %s; %.0f/s turned away", ms(both[1].Percentile(.5)), ms(both[1].Percentile(.99)), ms(alone.Percentile(.99)), both[0].Rate())
}

// beside runs loads at the same time.
func beside(t *testing.T, loads ...func() *Result) []*Result {
	t.Helper()
	results := make([]*Result, len(loads))
	var all sync.WaitGroup
	for i, l := range loads {
		all.Go(func() { results[i] = l() })
	}
	all.Wait()
	for i, r := range results {
		sound(t, fmt.Sprintf("load %d of %d", i+1, len(loads)), r)
	}
	return results
}

func (f *figures) flood(t *testing.T) {
	addr := f.start(t).addr
	others, one := f.load(addr, nil), f.load(addr, nil)
	one.Body = Command("cardflip", map[string]string{"puzzle": "1 1 1 1 0 1 1"}, 1, 1)
	f.warm(t, others)
	alone := sound(t, "others alone", others.Open(t.Context(), 200, f.lasting))
	both := beside(t, func() *Result { return one.Open(t.Context(), 200, f.lasting) }, func() *Result { return others.Open(t.Context(), 200, f.lasting) })
	f.row("200 a second beside a person that asks 200 a second", "slowed by ≤ 10 %", "p50 %s, p99 %s; alone p50 %s, p99 %s", ms(both[1].Percentile(.5)), ms(both[1].Percentile(.99)), ms(alone.Percentile(.5)), ms(alone.Percentile(.99)))
}

// hard is a nonogram that takes some milliseconds of a processor.
func hard() string {
	const side = 25
	random := rand.New(rand.NewPCG(1, 0))
	var rows, columns [side]string
	for i := range side * side {
		c := string(".#"[random.IntN(2)])
		rows[i/side] += c
		columns[i%side] += c
	}
	clues := func(lines [side]string) string {
		var out []string
		for _, line := range lines {
			var runs []string
			for _, run := range strings.Fields(strings.ReplaceAll(line, ".", " ")) {
				runs = append(runs, strconv.Itoa(len(run)))
			}
			out = append(out, strings.Join(runs, " "))
		}
		return strings.Join(out, ";")
	}
	return clues(rows) + "|" + clues(columns)
}

func (f *figures) replicas(t *testing.T) {
	var loads []func(conns int) *Result
	for range 2 {
		l := f.load(f.start(t, "GOMAXPROCS=1").addr, nil)
		l.Body = Command("nonogram", map[string]string{"puzzle": hard()}, 1000, 50_000)
		f.warm(t, l)
		loads = append(loads, func(conns int) *Result { return l.Closed(t.Context(), conns, f.lasting) })
	}
	one := sound(t, "one replica", loads[0](4))
	both := beside(t, func() *Result { return loads[0](4) }, func() *Result { return loads[1](4) })
	two := both[0].Rate() + both[1].Rate()
	f.row("two replicas instead of one, a core each, nonograms 25×25", "≥ 1.8 ×", "%.2f × (%.0f/s, %.0f/s)", two/one.Rate(), two, one.Rate())
}

func (f *figures) handOver(t *testing.T) {
	const ack = 100 * time.Millisecond
	deferral := func(queued bool) (after []time.Duration) {
		c := newCluster(t, queued, playground.Options{})
		c.config.Clock.AckAfter, c.config.Log.Level = ack, "warn"
		c.replica(nil)
		c.open(1)
		stop := c.keepAsking(50, func(int) string { return wait(300 * time.Millisecond) })
		time.Sleep(f.lasting)
		stop()
		for _, o := range c.settle() {
			after = append(after, o.FirstAfter-ack)
		}
		slices.Sort(after)
		return after
	}
	local, queued := deferral(false), deferral(true)
	p := func(times []time.Duration, share float64) time.Duration { return times[int(share*float64(len(times)))] }
	f.row("hand-over to the queue, 50 a second", "p99 ≤ 5 ms over a deferral without one", "p50 + %s, p99 + %s (of %d; without a queue %s and %s after ack_after)",
		ms(p(queued, .5)-p(local, .5)), ms(p(queued, .99)-p(local, .99)), len(queued), ms(p(local, .5)), ms(p(local, .99)))
}

func (f *figures) death(t *testing.T) {
	const solve = 2 * time.Second
	c := newCluster(t, true, playground.Options{})
	first := c.replica(nil)
	c.replica(nil)
	c.open(2)
	for i := range 20 {
		c.ask(i, wait(solve))
	}
	time.Sleep(1800 * time.Millisecond)
	killed := time.Now()
	first.kill()
	var last time.Duration
	for _, o := range c.settle() {
		last = max(last, o.Asked.Add(o.FinalAfter).Sub(killed))
	}
	f.row("a worker killed in solves of 2 s", "last answer ≤ 10 s + 2 s + 1 s after", "%.1f s", last.Seconds())
}

func (f *figures) rolling(t *testing.T) {
	c := newCluster(t, true, playground.Options{})
	c.config.Log.Level = "warn"
	c.config.Endpoint.Linger = 5 * time.Second // as it is if nobody says otherwise
	var old []*replica
	for range 3 {
		old = append(old, c.replica(nil))
	}
	c.open(3)
	stop := c.keepAsking(200, func(int) string { return quick })
	for _, r := range old {
		c.replica(nil)
		c.open(4)
		r.signal(syscall.SIGTERM)
		r.end()
	}
	stop()
	var first []time.Duration
	for _, o := range c.settle() {
		first = append(first, o.FirstAfter)
	}
	slices.Sort(first)
	f.row("three replicas replaced at 200 a second", "0 lost, p99 < 1 s", "%d answered once, p50 %s, p99 %s, max %s", len(first), ms(first[len(first)/2]), ms(first[len(first)*99/100]), ms(first[len(first)-1]))
}
