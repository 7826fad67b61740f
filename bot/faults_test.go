package bot

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/settings"
	"kibitz/commands/chat"
)

// However many long puzzles there are, a quick one waits for a first look at them, no longer.
func TestLongPuzzlesLeaveAWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, takes, discord, func(c *settings.Config) { c.Limits.Workers, c.Limits.PerUser = 2, 8 })
		for i := range 4 {
			_ = b.accept(numbered(taking("long", 20), i+1), nil)
		}
		time.Sleep(5 * time.Second) // three first looks of 1.5 s each are over
		begun := time.Now()
		for i := range 20 {
			_ = b.accept(numbered(taking(fmt.Sprint("quick", i), 0), 100+i), nil)
		}
		synctest.Wait()
		if n := strings.Count(strings.Join(discord.lines(), "\n"), "5s type 4 ### done"); n != 20 || time.Since(begun) != 0 {
			t.Errorf("%d of 20 quick ones are answered at once: %q", n, discord.lines())
		}
		b.responders.Wait()
		if n := strings.Count(strings.Join(discord.lines(), "\n"), "edit ### done"); n != 4 {
			t.Errorf("%d of 4 long ones are answered: %q", n, discord.lines())
		}
	})
}

// A request whose answer waits for a slow Discord holds no worker, and keeps no other out.
func TestSlowDiscordTurnsNobodyAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now(), delay: func(sent) time.Duration { return 1500 * time.Millisecond }}
		b, _ := newFakeBot(t, takes, discord, func(c *settings.Config) { c.Limits.Workers, c.Limits.Queue = 2, 64 })
		for i := range 120 {
			_ = b.accept(numbered(taking(fmt.Sprint(i), 0), i+1), nil)
			time.Sleep(8 * time.Millisecond)
		}
		b.responders.Wait()
		for _, line := range discord.lines() {
			if !strings.HasSuffix(line, "type 4 ### done") {
				t.Error(line)
			}
		}
	})
}

// A notice after a click that was deferred in place is tried again where it was certainly
// not carried out.
func TestNoticeAfterA429(t *testing.T) {
	limited := false
	discord := &fakeREST{fault: func(s sent) (int, string, error) {
		if s.method == http.MethodPost && strings.Contains(s.path, "/webhooks/") && !limited {
			limited = true
			return 429, `{"retry_after":0.1,"message":"You are being rate limited."}`, nil
		}
		return 0, "", nil
	}}
	got := play(t, fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		time.Sleep(2 * time.Second)
		return &chat.Reply{Tone: chat.Failure, Title: "no"}
	}}, discord, nil, click("k1t/x"))
	if len(got) != 3 || got[0] != "1.5s type 6" || !strings.HasPrefix(got[2], "2.1") {
		t.Errorf("%q", got)
	}
}

// The rate limit that a progress edit has run into is waited for, by the answer too.
func TestProgressIsLimited(t *testing.T) {
	h := fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		for range 13 {
			progress(&chat.Reply{Title: "p"})
			time.Sleep(time.Second)
		}
		return &chat.Reply{Title: "done"}
	}}
	discord := &fakeREST{fault: func(s sent) (int, string, error) {
		if strings.Contains(s.what(), compose.ProgressMark) {
			return 429, `{"retry_after":5,"message":"You are being rate limited."}`, nil
		}
		return 0, "", nil
	}}
	want(t, play(t, h, discord, nil, command("5")), "1.5s type 5", "4.5s edit ### ⏳ p", "10.5s edit ### ⏳ p", "15.5s edit ### done")
}

// A progress edit that Discord carries out after the answer is answered once more.
func TestProgressAfterTheAnswer(t *testing.T) {
	h := fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		progress(&chat.Reply{Title: "p"})
		time.Sleep(5 * time.Second)
		return &chat.Reply{Title: "done"}
	}}
	discord := &fakeREST{delay: func(s sent) time.Duration {
		if strings.Contains(s.what(), compose.ProgressMark) {
			return 6 * time.Second
		}
		return 0
	}}
	want(t, play(t, h, discord, nil, command("5")),
		"1.5s type 5", "4.5s edit ### ⏳ p", "8s edit ### done", "10.5s edit ### done")
}
