package tests

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"kibitz/bot"
	"kibitz/bot/settings"
	"kibitz/commands"
	"kibitz/playground"
	"kibitz/playground/playgroundtest"
	"kibitz/render"
)

// TestMain has more tests go on at once than there are cores: most of them wait, for a bot
// that leaves, for a browser or for a clock.
func TestMain(m *testing.M) {
	if os.Getenv(confinedAt) != "" {
		if err := runConfined(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == atOnce.DefValue {
		_ = flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	}
	status := m.Run()
	closeChromium()
	os.Exit(status)
}

// house is a playground with the bot in it, as main wires them.
type house struct {
	*playgroundtest.Server
	start func() (stop func() error) // the bot
	stop  func() error

	mu       sync.Mutex
	requests []playground.Request
}

// plan is how a house is built.
type plan struct {
	config   settings.Config
	settings commands.Settings
	options  playground.Options
	wrap     func(*commands.Commands) bot.Handler // returns the handler that answers in place of the commands
}

// begin is the time at which the ids of a house begin, so that puzzles that are drawn by chance
// are the same in every run.
var begin = time.Date(2026, time.November, 22, 9, 0, 0, 0, time.UTC)

// open starts a house that is closed at the end of the test. Change may alter
// the plan; nil leaves it as main has it.
func open(t testing.TB, change func(*plan)) *house {
	t.Helper()
	h := &house{}
	p := plan{
		config:   settings.Default(),
		settings: commands.Settings{Theme: render.Dark, MaxPuzzle: settings.Default().Limits.Puzzle, Eyes: sceneEyes(), Key: []byte("streaks")},
		options:  playground.Options{Addr: "127.0.0.1:0", Name: "Kibitz", OnRequest: h.record, Begin: begin},
		wrap:     func(s *commands.Commands) bot.Handler { return s },
	}
	p.config.HTTP.Addr = ""
	p.config.Picture.Tiles = false // plain emoji in what tests compare
	if change != nil {
		change(&p)
	}
	set, err := commands.New(p.settings)
	if err != nil {
		t.Fatal(err)
	}
	if h.Server, err = playgroundtest.Start(context.Background(), p.options); err != nil {
		t.Fatal(err)
	}
	h.start = func() func() error {
		ctx, cancel := context.WithCancel(context.Background())
		stopped := make(chan error, 1)
		go func() {
			stopped <- bot.Run(ctx, bot.Options{
				Config:    p.config,
				Token:     h.Token(),
				TilePause: time.Millisecond,
				Handler:   p.wrap(set),
				Page:      h.Beside,
				Transport: func() http.RoundTripper { return h.Transport() },
				Logger:    slog.New(slog.NewTextHandler(io.Discard, nil)),
			})
		}()
		return func() error {
			cancel()
			return <-stopped
		}
	}
	h.stop = h.start()
	t.Cleanup(func() {
		if err := h.stop(); err != nil {
			t.Errorf("the bot stopped with: %v", err)
		}
		if err := h.Close(); err != nil {
			t.Errorf("the playground closed with: %v", err)
		}
	})
	h.await(t)
	return h
}

// await waits for the bot to be there.
func (h *house) await(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := h.Ready(ctx); err != nil {
		t.Fatal(err)
	}
}

// restart ends the bot and starts another, which knows nothing of it.
func (h *house) restart(t testing.TB) {
	t.Helper()
	if err := h.stop(); err != nil {
		t.Errorf("the bot stopped with: %v", err)
	}
	h.stop = h.start()
	h.await(t)
}

func (h *house) record(r playground.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests = append(h.requests, r)
}

// taken returns the requests seen since the last call.
func (h *house) taken() []playground.Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.requests
	h.requests = nil
	return r
}

// patience bounds one exchange: far beyond the slowest, so that a reply that
// never comes fails the test instead of hanging it.
const patience = 2 * time.Minute

func (h *house) say(t testing.TB, text string) (*playground.Message, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return h.Type(ctx, text)
}
