package bot

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/bot/settings"
	"kibitz/playground"
	"kibitz/playground/playgroundtest"
)

// A loopback is a playground that notes what a bot sends it.
type loopback struct {
	*playgroundtest.Server
	gateway chan packet // but heartbeats
	rest    chan string // "POST /path", a request each

	mu      sync.Mutex
	secrets []string // what no log may hold: the bot's token, and those of interactions
}

type packet struct {
	op   int
	data json.RawMessage
}

func newLoopback(t *testing.T) *loopback {
	t.Helper()
	d := &loopback{gateway: make(chan packet, 100), rest: make(chan string, 100)}
	var err error
	d.Server, err = playgroundtest.Start(context.Background(), playground.Options{
		OnGateway: func(op int, data json.RawMessage) {
			if op != opHeartbeat {
				note(t, d.gateway, packet{op, data})
			}
		},
		OnRequest: func(r playground.Request) {
			if step := strings.Split(r.Path, "/"); step[1] == "interactions" || step[1] == "webhooks" {
				d.keepSecret(step[3])
			}
			note(t, d.rest, r.Method+" "+r.Path)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.keepSecret(d.Token())
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// note puts what a bot sent where a test will look. What nobody reads fails the test, and does not stall it.
func note[T any](t *testing.T, to chan<- T, sent T) {
	select {
	case to <- sent:
	default:
		t.Errorf("%v: so much was sent before it that nobody read", sent)
	}
}

func (d *loopback) keepSecret(s string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.secrets = append(d.secrets, s)
}

// fresh returns a transport for which the playground is Discord.
func (d *loopback) fresh() http.RoundTripper { return d.Transport() }

// anywhere returns a transport for which the playground is Discord, and all else is itself.
func (d *loopback) anywhere() http.RoundTripper { return elsewhere{d.Transport()} }

// run starts a bot, and returns how to stop it.
func (d *loopback) run(t *testing.T, cfg settings.Config) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	var log lockedBuffer
	go func() {
		h := after(0)
		h.defs = someDefinitions
		ended <- Run(ctx, Options{
			Config: cfg, Token: d.Token(), Handler: h, Transport: d.fresh,
			Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		})
	}()
	return func() error {
		cancel()
		err := <-ended
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, secret := range d.secrets {
			if strings.Contains(log.String(), secret) {
				t.Errorf("a secret in the log:\n%s", &log.Buffer)
			}
		}
		return err
	}
}

// next returns the data of the next packet, which has to be of that opcode.
func (d *loopback) next(t *testing.T, op int) json.RawMessage {
	t.Helper()
	select {
	case p := <-d.gateway:
		if p.op != op {
			t.Fatalf("op %d, want %d", p.op, op)
		}
		return p.data
	case <-time.After(patience):
		t.Fatalf("no op %d", op)
	}
	return nil
}

// expect reads requests until it has seen the one named.
func (d *loopback) expect(t *testing.T, want string) {
	t.Helper()
	for {
		select {
		case got := <-d.rest:
			if got == want {
				return
			}
		case <-time.After(patience):
			t.Fatalf("no %s", want)
		}
	}
}

// answers has a person ask the bot something, and waits for the answer.
func (d *loopback) answers(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := d.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	if m, err := d.Type(ctx, "/help"); err != nil || !strings.Contains(m.Text(), "done") {
		t.Errorf("%+v, %v", m, err)
	}
}

// fails runs a bot to its end, which has to come at its first try to identify.
func (d *loopback) fails(t *testing.T, token string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	err := Run(ctx, Options{Config: offline(), Token: token, Handler: after(0), Transport: d.fresh})
	if token == d.Token() { // with another one GET /gateway/bot says no
		d.next(t, opIdentify)
	}
	if n := len(d.gateway); n != 0 {
		t.Errorf("%d packets more after the first", n)
	}
	return err
}

type elsewhere struct{ discord http.RoundTripper }

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Hostname() == "127.0.0.1" {
		return http.DefaultTransport.RoundTrip(r)
	}
	return e.discord.RoundTrip(r)
}

func offline() settings.Config {
	cfg := settings.Default()
	cfg.HTTP.Addr = ""
	return cfg
}

// patience is for what comes within seconds or never.
const patience = 30 * time.Second

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// listening waits until somebody takes connections at addr.
func listening(t *testing.T, addr string) {
	t.Helper()
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", addr); err == nil {
			_ = conn.Close()
			return
		} else if time.Since(start) > patience {
			t.Fatal(err)
		}
	}
}
