// Kibitz is a Discord bot that solves puzzles: nonograms, Lights Out, Kakuro,
// card flip and To the Moon.
//
//	kibitz [flags]                             the bot: on Discord with DISCORD_TOKEN set, else in a playground on this machine
//	kibitz [flags] '/lightsout puzzle:…'       one slash command, its reply as text
//	kibitz solve [flags] KIND FILE…            a batch of puzzles; - is standard input
//	kibitz health [flags]                      exit 0 where a bot is running and well
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"kibitz/bot"
	"kibitz/commands"
	"kibitz/playground"
	"kibitz/render"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program: its exit status is 0, 1 for a failure, 2 for wrong usage.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "solve" {
		return solve(ctx, args[1:], stdin, stdout, stderr)
	}
	check := len(args) > 0 && args[0] == "health"
	if check {
		args = args[1:]
	}
	flags := flag.NewFlagSet("kibitz", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	file := flags.String("config", "", "settings `FILE` (default config.yaml where there is one)")
	out := flags.String("out", ".", "`DIR` for the pictures of a reply to one command")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	config, err := settings(*file)
	if err != nil {
		return failed(stderr, err)
	}
	switch {
	case check:
		err = bot.Healthcheck(config.HTTP.Addr)
	case flags.NArg() > 1 && strings.HasPrefix(flags.Arg(flags.NArg()-1), "-"):
		return failed(stderr, fmt.Errorf("%s: flags go before the command", flags.Arg(flags.NArg()-1)))
	case flags.NArg() > 0 && strings.HasPrefix(flags.Arg(0), "/"):
		return oneShot(ctx, config, strings.Join(flags.Args(), " "), *out, stdout, stderr)
	case flags.NArg() > 0:
		flags.Usage()
		return 2
	case os.Getenv("DISCORD_TOKEN") != "":
		err = onDiscord(ctx, config, stderr)
	default:
		err = inPlayground(ctx, config, stdout, stderr)
	}
	if err != nil {
		return failed(stderr, err)
	}
	return 0
}

const usage = `Usage:
  kibitz [flags]                        the bot: on Discord with DISCORD_TOKEN set, else in a playground on this machine
  kibitz [flags] '/lightsout puzzle:…'  one slash command, its reply as text
  kibitz solve [flags] KIND FILE…       a batch of puzzles (kibitz solve -h)
  kibitz health [flags]                 exit 0 where a bot is running and well

Flags:
`

func failed(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, "kibitz:", err)
	return 1
}

// settings reads the file, or config.yaml where none is named and it exists,
// or else takes the defaults.
func settings(file string) (bot.Config, error) {
	const usual = "config.yaml"
	if file == "" {
		if _, err := os.Stat(usual); errors.Is(err, os.ErrNotExist) {
			return bot.DefaultConfig(), nil
		}
		file = usual
	}
	return bot.LoadConfig(file)
}

// handler makes the commands as the settings want them.
func handler(config bot.Config) (*commands.Set, error) {
	theme := render.Dark
	if config.Picture.Theme == "light" {
		theme = render.Light
	}
	return commands.New(commands.Settings{Theme: theme, MaxPuzzle: config.Limits.Puzzle, Source: config.About.Source})
}

func onDiscord(ctx context.Context, config bot.Config, stderr io.Writer) error {
	set, err := handler(config)
	if err != nil {
		return err
	}
	log := config.Log.Logger(stderr)
	slog.SetDefault(log) // discordgo's errors go there
	return bot.Run(ctx, bot.Options{
		Config:  config,
		Token:   os.Getenv("DISCORD_TOKEN"),
		Handler: set,
		Logger:  log,
	})
}

// inPlayground runs the same bot against a loopback Discord and says where to
// find it.
func inPlayground(ctx context.Context, config bot.Config, stdout, stderr io.Writer) error {
	log := config.Log.Logger(stderr)
	slog.SetDefault(log)
	config.HTTP.Addr = "" // nobody watches over a playground
	return withPlayground(ctx, config, config.Playground.Addr, log, func(ctx context.Context, server *playground.Server) error {
		fmt.Fprintf(stdout, "No DISCORD_TOKEN is set, so this is the playground: open %s and type /help\n", server.URL())
		<-ctx.Done()
		return nil
	})
}

// withPlayground starts a loopback Discord and the bot on it, and stops both
// when do is done or the bot fails.
func withPlayground(ctx context.Context, config bot.Config, addr string, log *slog.Logger, do func(context.Context, *playground.Server) error) error {
	set, err := handler(config)
	if err != nil {
		return err
	}
	// The playground outlives ctx: the bot in it has to say goodbye first.
	server, err := playground.Start(context.WithoutCancel(ctx), playground.Options{Addr: addr, Name: "Kibitz", Locale: config.Playground.Locale})
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
