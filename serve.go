package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	"kibitz/bot"
	"kibitz/playground"
)

// serve runs the bot until it is told to stop.
func serve(ctx context.Context, config bot.Config, std streams) (status int) {
	log := config.Log.Logger(std.err)
	slog.SetDefault(log) // discordgo's errors go there
	var err error
	if token := os.Getenv("DISCORD_TOKEN"); token != "" {
		err = onDiscord(ctx, config, token, log)
	} else {
		err = inPlayground(ctx, config, log, std)
	}
	if err != nil {
		return std.failed(err)
	}
	return 0
}

func onDiscord(ctx context.Context, config bot.Config, token string, log *slog.Logger) error {
	set, err := handler(config)
	if err != nil {
		return err
	}
	return bot.Run(ctx, bot.Options{Config: config, Token: token, Handler: set, Logger: log})
}

// inPlayground runs the same bot against a loopback Discord and says where to
// find it.
func inPlayground(ctx context.Context, config bot.Config, log *slog.Logger, std streams) error {
	config.HTTP.Addr = "" // nobody watches over a playground
	return withPlayground(ctx, config, config.Playground.Addr, log, func(ctx context.Context, server *playground.Server) error {
		fmt.Fprintf(std.out, "No DISCORD_TOKEN is set, so this is the playground: open %s and type /help\n", server.URL())
		<-ctx.Done()
		return nil
	})
}

// withPlayground starts a loopback Discord and the bot on it, and stops both when do is
// done or the bot fails.
func withPlayground(ctx context.Context, config bot.Config, addr string, log *slog.Logger, do func(context.Context, *playground.Server) error) error {
	set, err := handler(config)
	if err != nil {
		return err
	}
	options := playground.Options{Addr: addr, Name: "Kibitz", Locale: config.Playground.Locale}
	// The playground outlives ctx: the bot in it has to say goodbye first.
	server, err := playground.Start(context.WithoutCancel(ctx), options)
	if err != nil {
		return err
	}
	defer server.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopped := make(chan error, 1)
	go func() {
		err := bot.Run(ctx, bot.Options{
			Config:     config,
			Token:      server.Token(),
			Handler:    set,
			SkipDrain:  true, // who interrupts a playground does not wait for its answers
			HTTPClient: &http.Client{Transport: server.Transport()},
			Logger:     log,
		})
		cancel(err)
		stopped <- err
	}()
	err = server.Ready(ctx)
	if err == nil {
		err = do(ctx, server)
	}
	cancel(nil)
	if failure := <-stopped; failure != nil {
		return failure
	}
	return err
}

// anyPort is an address of this computer that is always free.
const anyPort = "127.0.0.1:0"
