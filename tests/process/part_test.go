package process

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"kibitz/bot"
	"kibitz/bot/ops"
	"kibitz/bot/settings"
	"kibitz/commands"
	"kibitz/commands/chat"
	"kibitz/render"
)

// The program has no setting for where Discord is. So that real processes can talk to the
// playground, this test binary is started again with a part to play: the bot as main
// wires it with another way to Discord, the queue's server, or the floor under figures.

// A part is the role of a process. The process gets it in the environment, as JSON.
type part struct {
	Role    string // "bot", "queue" or "floor"
	Config  settings.Config
	Token   string
	Discord string // host:port of the playground
	Dir     string // of the queue's files
	Key     []byte // the floor's
}

const partVariable = "KIBITZ_TEST_PART"

// act plays a part until SIGTERM, or until whoever started the process is gone.
func act(text string) (status int) {
	var p part
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		panic(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(3)
	}()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	roles := map[string]func(context.Context) error{"bot": p.bot, "queue": p.queue, "floor": p.floor}
	if err := roles[p.Role](ctx); err != nil {
		fmt.Fprintln(os.Stderr, "kibitz:", err)
		return 1
	}
	return 0
}

// listens tells the parent, a line each in the order of their making.
const listens = "listens at "

func listen(network, address string) (net.Listener, error) {
	l, err := net.Listen(network, address)
	if err == nil {
		fmt.Println(listens + l.Addr().String())
	}
	return l, err
}

func (p *part) bot(ctx context.Context) error {
	set, err := commands.New(commands.Settings{Theme: render.Dark, MaxPuzzle: p.Config.Limits.Puzzle})
	if err != nil {
		return err
	}
	return bot.Run(ctx, bot.Options{
		Config: p.Config, Token: p.Token, Handler: staged{set}, Version: "test",
		Logger: ops.NewLogger(os.Stderr, p.Config.Log.Format, p.Config.Log.Least()),
		Listen: listen,
		Transport: func() http.RoundTripper {
			return redirected{p.Discord, &http.Transport{MaxIdleConnsPerHost: 256}}
		},
	})
}

// redirected sends requests for Discord to the playground.
type redirected struct {
	addr string
	*http.Transport
}

func (r redirected) RoundTrip(req *http.Request) (*http.Response, error) {
	here := req.Clone(req.Context())
	here.URL.Scheme, here.URL.Host, here.Host = "http", r.addr, r.addr
	return r.Transport.RoundTrip(here)
}

// staged are the commands, with puzzles that take as long as they say and no processor
// ("wait 2s"), and some that then kill whoever reads them, as one for which there is not
// enough memory does ("kill 2s").
type staged struct{ *commands.Commands }

func (s staged) Inquire(req *chat.Request) chat.Inquiry {
	inquiry := s.Commands.Inquire(req)
	usual := inquiry.Answer
	inquiry.Answer = func(ctx context.Context, progress func(*chat.Reply)) *chat.Reply {
		if r := stage(ctx, req); r != nil {
			return r
		}
		return usual(ctx, progress)
	}
	return inquiry
}

// stage waits as a puzzle says; nil is for one that says nothing of the kind.
func stage(ctx context.Context, req *chat.Request) *chat.Reply {
	puzzle, _ := req.Options["puzzle"].(string)
	what, text, _ := strings.Cut(puzzle, " ")
	d, err := time.ParseDuration(text)
	if err != nil {
		return nil
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
		return &chat.Reply{Title: "cut short", Text: text}
	}
	if what == "kill" {
		me, _ := os.FindProcess(os.Getpid())
		_ = me.Kill()
		select {}
	}
	return &chat.Reply{Title: "waited", Text: text}
}

// queue is a server for the queue. What it has acknowledged is in its files.
func (p *part) queue(ctx context.Context) error {
	s, err := server.NewServer(&server.Options{
		ServerName: "tests", Host: "127.0.0.1", Port: server.RANDOM_PORT,
		JetStream: true, JetStreamMaxStore: 1 << 30, StoreDir: p.Dir, NoLog: true, NoSigs: true,
	})
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		return errors.New("the queue's server does not start")
	}
	fmt.Println(listens + s.Addr().String())
	<-ctx.Done()
	s.Shutdown()
	return nil
}

// floor is the least that an endpoint can do: it verifies a signature and answers always
// the same.
func (p *part) floor(ctx context.Context) error {
	l, err := listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	answer, _ := json.Marshal(map[string]any{"type": 4, "data": map[string]any{"content": strings.Repeat("x", 700)}})
	s := &http.Server{ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		signature, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		signed := bytes.Join([][]byte{[]byte(r.Header.Get("X-Signature-Timestamp")), body}, nil)
		if err != nil || !ed25519.Verify(p.Key, signed, signature) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	})}
	context.AfterFunc(ctx, func() { _ = s.Close() })
	_ = s.Serve(l)
	return nil
}
