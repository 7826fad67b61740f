package bot

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"kibitz/bot/endpoint"
	"kibitz/bot/gateway"
	"kibitz/bot/ops"
	"kibitz/bot/rest"
	"kibitz/bot/sleep"
	"kibitz/bot/wire"
)

// newLink returns a link to the gateway. It sends the application's id to app when a session
// begins.
func (b *bot) newLink(app chan<- string) *gateway.Gateway {
	return gateway.New(gateway.Options{
		Token: b.currentToken, Shards: b.cfg.Discord.Shards, Info: b.calls.gatewayInfo, Dial: b.dial, Log: b.log,
		Receive: func(event string, data json.RawMessage) {
			if event == "INTERACTION_CREATE" {
				_ = b.accept(data, nil) // it has logged what it cannot read
			}
		},
		Ready: func(application string) {
			select {
			case app <- application:
			default: // the first one is enough
			}
		},
	})
}

// holdGateway takes interactions from the gateway until ctx ends.
func (b *bot) holdGateway(ctx context.Context) error {
	settleCtx, cancel := context.WithCancel(ctx)
	var settling sync.WaitGroup
	settling.Go(func() {
		select {
		case <-settleCtx.Done():
		case app := <-b.app:
			b.settle(settleCtx, app)
		}
	})
	defer settling.Wait()
	defer cancel()
	return b.link.Run(ctx)
}

// serveEndpoint takes interactions as signed requests until ctx ends.
func (b *bot) serveEndpoint(ctx context.Context) error {
	settleCtx, cancel := context.WithCancel(ctx)
	var settling sync.WaitGroup
	defer settling.Wait()
	defer cancel()
	key, err := b.introduce(settleCtx, &settling)
	if err != nil || ctx.Err() != nil {
		return err
	}
	l, err := b.listen("tcp", b.cfg.Endpoint.Addr)
	if err != nil {
		return fmt.Errorf("endpoint.addr: %w", err)
	}
	server := &http.Server{
		Handler: &endpoint.Handler{
			Key: key, Receive: b.receiveSigned,
			Rejected: func(why string) { b.metrics.Rejected(why, 1) },
		},
		ReadHeaderTimeout: 3 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ConnContext: endpoint.ConnContext,
		ErrorLog:    slog.NewLogLogger(b.log.Handler(), slog.LevelDebug),
	}
	b.log.Info("waiting for Discord's requests", "addr", l.Addr().String())
	b.unready.Store(new(""))
	return ops.ServeHTTP(ctx, &endpoint.Door{Listener: l, Places: ops.Connections()}, server)
}

// receiveSigned takes an interaction whose request waits for the first response.
func (b *bot) receiveSigned(raw []byte, respond func(contentType string, body []byte) error) error {
	err := b.accept(raw, func(p wire.Payload) error { return respond(p.ContentType, p.Body) })
	if errors.Is(err, errStopping) {
		return endpoint.ErrElsewhere
	}
	return err
}

// introduce learns the public key, from the settings or from Discord, and settles with Discord what
// needs a token if there is one. It asks Discord until it answers.
func (b *bot) introduce(ctx context.Context, settling *sync.WaitGroup) (ed25519.PublicKey, error) {
	key, _ := hex.DecodeString(b.cfg.Endpoint.Key) // package settings has checked it
	known := len(key) == ed25519.PublicKeySize
	if known {
		if b.currentToken() != "" && (b.cfg.Discord.Register || b.cfg.Picture.Tiles) {
			settling.Go(func() {
				app, err := b.application(ctx)
				switch {
				case err != nil:
					b.log.Error("neither commands nor tiles", "err", err)
				case app != nil:
					b.settle(ctx, app.ID)
				}
			})
		}
		return key, nil
	}
	app, err := b.application(ctx)
	if err != nil || app == nil {
		return nil, err
	}
	if key, err = hex.DecodeString(app.VerifyKey); err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("the verify_key of Discord's, %q is no public key: set endpoint.key", app.VerifyKey)
	}
	settling.Go(func() { b.settle(ctx, app.ID) })
	return key, nil
}

// application asks Discord who we are until it answers; nil if ctx ended before. The error
// says that the token is wrong.
func (b *bot) application(ctx context.Context) (*application, error) {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		app, err := b.calls.application(ctx)
		f, refused := err.(*rest.Fault)
		switch {
		case err == nil:
			return app, nil
		case ctx.Err() != nil:
			return nil, nil
		case refused && f.Status == http.StatusUnauthorized:
			return nil, errors.New("this token is unknown to Discord: take a new one from the Bot page of discord.com/developers and set DISCORD_TOKEN to it")
		}
		b.log.Warn("Discord does not say who we are", "err", err, "again_in", pause)
		if !sleep.For(ctx, pause) {
			return nil, nil
		}
	}
}
