package bot

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kibitz/commands/chat"
	"kibitz/playground"
	"kibitz/playground/playgroundtest"
	"kibitz/render"
)

// green is the colour of a good reply, as 0xRRGGBB.
const green = 0x57F287

// The whole way against a Discord that enforces Discord's rules: a command
// whose deferral's answer gets lost, its picture, and a click that finds the
// puzzle again.
func TestInThePlayground(t *testing.T) {
	t.Parallel()
	var lost atomic.Bool
	s, err := playgroundtest.Start(t.Context(), playground.Options{Fault: func(r playground.Request) *playground.Fault {
		if strings.HasSuffix(r.Path, "/callback") && lost.CompareAndSwap(false, true) {
			return &playground.Fault{Lose: true}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	cfg := offline()
	cfg.Clock.AckAfter = 100 * time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{Config: cfg, Token: s.Token(), Handler: slowBoard(), Transport: func() http.RoundTripper { return s.Transport() }, Logger: slog.New(slog.DiscardHandler)})
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := s.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	m, err := s.Type(ctx, "/lightsout puzzle:11/01")
	if err != nil {
		t.Fatal(err)
	}
	color, _ := m.AccentColor()
	text := m.Text()
	if !m.Deferred || color != green || !lost.Load() {
		t.Errorf("deferred %v, colour %06x, fault given %v", m.Deferred, color, lost.Load())
	}
	for _, part := range []string{"### solved", "[picture board.png", "Two by two", "11/01", "[Hint]"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	m, err = s.Click(ctx, m.ID, "k1/lightsout?do=hint")
	if err != nil {
		t.Fatal(err)
	}
	if !m.Ephemeral || !strings.Contains(m.Text(), "lightsout?do=hint on 11/01") {
		t.Errorf("ephemeral %v:\n%s", m.Ephemeral, m.Text())
	}
}

// slowBoard returns a handler that answers a command later than by ack_after with a picture, and
// a click with its path and puzzle.
func slowBoard() fakeHandler {
	h := fakeHandler{defs: someDefinitions}
	h.handle = func(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		if req.Path != "" {
			return &chat.Reply{Title: "clicked", Text: req.Path + " on " + req.Puzzle}
		}
		select { // longer than ack_after, by any clock
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
		}
		board := render.NewBoard(2, 2)
		board.Title = "Two by two"
		return &chat.Reply{
			Tone: chat.Good, Title: "solved", Board: board, Picture: true, Puzzle: req.Options["puzzle"].(string),
			Buttons: []chat.Button{{Label: "Hint", Path: "lightsout?do=hint"}},
		}
	}
	return h
}
