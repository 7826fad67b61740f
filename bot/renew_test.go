package bot

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/settings"
)

// Limits and the token change while the bot runs; requests that are in stay in.
func TestRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now()}
		b, log := newFakeBot(t, takes, discord, func(c *settings.Config) { c.Limits.PerUser, c.Limits.Workers = 1, 1 })
		renewed := make(chan settings.Renewal)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); b.renew(ctx, renewed) }()
		_ = b.accept(numbered(taking("5", 10), 1), nil)
		synctest.Wait()
		_ = b.accept(numbered(taking("5", 0), 2), nil)
		synctest.Wait()
		want(t, discord.lines(), "0s type 4 private ### notice busy.user")

		cfg := b.cfg
		cfg.Limits.PerUser, cfg.Limits.Workers, cfg.Limits.Solve = 2, 3, 5*time.Second
		cfg.HTTP.Addr = ":1"
		renewed <- settings.Renewal{Config: cfg, Token: "another.token"}
		synctest.Wait()
		_ = b.accept(numbered(taking("5", 20), 3), nil)
		synctest.Wait()
		if _, busy, _ := b.turns.state(); busy != 2 || b.currentToken() != "another.token" {
			t.Errorf("%d workers are busy, the token is %s", busy, b.currentToken())
		}
		b.responders.Wait()
		want(t, discord.lines()[1:], "1.5s type 5", "1.5s type 5", "5s edit ### cut short", "10s edit ### done")
		if !strings.Contains(log.String(), "take effect at the next start") {
			t.Error("the operator is not told that http.addr stays")
		}

		renewed <- settings.Renewal{Config: b.cfg, Token: "no token at all"}
		cancel()
		<-ended
		if b.currentToken() != "another.token" {
			t.Error("a token that is none was taken")
		}
	})
}
