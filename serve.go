package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"kibitz/bot"
	"kibitz/bot/ops"
	"kibitz/bot/settings"
	"kibitz/commands"
	"kibitz/playground"
)

// serve runs the bot until ctx ends: in a playground if there is no token and the settings name
// the gateway, which is the default, and else on Discord. The status is 1 if it could not go on.
func serve(ctx context.Context, file string, config settings.Config, std streams) (status int) {
	signal.Ignore(syscall.SIGPIPE) // a bot goes on when the program that reads its log ends
	out := ops.NewLogWriter(std.err)
	defer out.Close()
	level := new(slog.LevelVar)
	level.Set(config.Log.Least())
	log := ops.NewLogger(out, config.Log.Format, level)
	slog.SetDefault(log)
	token, err := botToken()
	switch {
	case err != nil:
	case token == "" && config.Discord.Via == settings.Default().Discord.Via:
		err = inPlayground(ctx, config, log, std)
	default:
		err = onDiscord(ctx, file, config, token, log, level)
	}
	if err != nil {
		return std.failed(err)
	}
	return 0
}

// botToken returns the bot's token, from DISCORD_TOKEN or from the file that DISCORD_TOKEN_FILE
// names; "" if neither is set.
func botToken() (string, error) {
	token, file := os.Getenv("DISCORD_TOKEN"), os.Getenv("DISCORD_TOKEN_FILE")
	switch {
	case file == "":
		return token, nil
	case token != "":
		return "", errors.New("both DISCORD_TOKEN and DISCORD_TOKEN_FILE are set: unset one of them")
	}
	text, err := os.ReadFile(file)
	if err == nil && strings.TrimSpace(string(text)) == "" {
		err = fmt.Errorf("%s is empty", file)
	}
	if err != nil {
		return "", fmt.Errorf("DISCORD_TOKEN_FILE names a file with the bot's token in it, which user %d can read: %w", os.Getuid(), err)
	}
	return string(text), nil
}

// onDiscord runs the bot on Discord until ctx ends. The file of the settings is read again at
// SIGHUP, and level follows log.level.
func onDiscord(ctx context.Context, file string, config settings.Config, token string, log *slog.Logger, level *slog.LevelVar) error {
	if config.Activity.Discord && config.Activity.Address == "" {
		return errors.New("activity.discord wants activity.address, too: Discord's proxy asks for the page there")
	}
	set, err := handler(&config, token)
	if err != nil {
		return err
	}
	log.Info("limits", "workers", config.Limits.Workers, "memory_mib", debug.SetMemoryLimit(-1)>>20)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return bot.Run(ctx, bot.Options{
		Config: config, Token: token, Handler: set, Version: commands.Version(), Logger: log, Renewed: renewals(ctx, file, log, level),
		Witnessed: ops.Witnessed(),
	})
}

// renewals reads the settings and the token again each time the process gets SIGHUP, until ctx
// ends, and sends them. Settings with an error are logged, not sent.
func renewals(ctx context.Context, file string, log *slog.Logger, level *slog.LevelVar) <-chan settings.Renewal {
	if _, err := os.Stat(usual); file == "" && err == nil {
		file = usual // so that it is an error if the file is gone later
	}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	renewed := make(chan settings.Renewal)
	go func() {
		defer signal.Stop(asked)
		for {
			select {
			case <-ctx.Done():
				return
			case <-asked:
			}
			config, err := readSettings(file)
			token, noToken := botToken()
			if err = errors.Join(err, noToken); err != nil {
				log.Error("the settings stay as they were", "err", err)
				continue
			}
			level.Set(config.Log.Least())
			config.Limits.Workers, _ = ops.ShareMemory(int64(config.Limits.Memory), config.Limits.WorkerCount())
			select {
			case renewed <- settings.Renewal{Config: config, Token: token}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return renewed
}

// playgroundKey stands for the bot's token, which is another at each start of the playground, where
// streaks are signed.
const playgroundKey = "playground"

// inPlayground runs the same bot against a loopback Discord, and prints the address of its page.
func inPlayground(ctx context.Context, config settings.Config, log *slog.Logger, std streams) error {
	config.HTTP.Addr = "" // no health checks and no metrics
	made := func(address string) (bot.Handler, error) {
		config.Activity.Address = strings.TrimSuffix(address, "/")
		return handler(&config, playgroundKey)
	}
	return withPlayground(ctx, &config, made, config.Playground.Addr, log, func(ctx context.Context, server *playground.Server) error {
		fmt.Fprintf(std.out, "No DISCORD_TOKEN is set, so this is the playground: open %s and type /help\n", server.URL())
		<-ctx.Done()
		return nil
	})
}

// withPlayground starts a loopback Discord and the bot on it, calls do, and stops both when do
// returns or the bot fails. Made makes the handler when the address of the playground is known.
func withPlayground(ctx context.Context, config *settings.Config, made func(address string) (bot.Handler, error), addr string, log *slog.Logger, do func(context.Context, *playground.Server) error) error {
	config.Discord, config.Queue = settings.Default().Discord, settings.Queue{} // neither an endpoint nor a queue, which others may use
	config.Daily.Webhooks = ""                                                  // which are elsewhere
	options := playground.Options{Addr: addr, Name: "Kibitz", Locale: config.Playground.Locale, Activities: config.Activity.Discord}
	// The playground outlives ctx: the bot in it has to say goodbye first.
	server, err := playground.Start(context.WithoutCancel(ctx), options)
	if err != nil {
		return err
	}
	defer server.Close()
	set, err := made(server.URL())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopped := make(chan error, 1)
	go func() {
		err := bot.Run(ctx, bot.Options{
			Config:    *config,
			Token:     server.Token(),
			Handler:   set,
			Version:   commands.Version(),
			SkipDrain: true, // an interrupted playground ends at once
			TilePause: time.Millisecond,
			Page:      server.Beside,
			Transport: func() http.RoundTripper { return server.Transport() },
			Logger:    log,
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

// anyPort is an address of this computer with a port that the system picks.
const anyPort = "127.0.0.1:0"
