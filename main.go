// Kibitz is a Discord bot that solves puzzles: nonograms, Lights Out, Kakuro,
// card flip and To the Moon. Each subcommand is a file of this package.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"kibitz/bot"
	"kibitz/bot/ops"
	"kibitz/bot/settings"
	"kibitz/commands"
	"kibitz/render"
	"kibitz/solvers"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // after the first signal the next one ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit statuses other than 0.
const (
	failure     = 1
	wrongUsage  = 2
	interrupted = 130 // as shells report it for Ctrl+C
)

// A subcommand is one of the things that the program does.
type subcommand struct {
	name  string // the first word of the arguments; "" for a use without a name
	usage string
	does  string
	run   func(ctx context.Context, args []string, std streams) (status int)
}

// subcommands returns all subcommands in the order of the help. The first two, without a name,
// are what the program does when its first argument is no name of a subcommand.
func subcommands() []subcommand {
	return []subcommand{
		{"", "kibitz [flags]", "the bot: on Discord with DISCORD_TOKEN set, else in a playground on this machine", serveOrSay},
		{"", "kibitz [flags] '/lightsout puzzle:…'", "one slash command, its reply as text", serveOrSay},
		{"solve", "kibitz solve KIND [flags] FILE…", "a batch of puzzles", solve},
		{"read", "kibitz read [flags] FILE…", "the puzzles on photos and screenshots", readPictures},
		{"sheet", "kibitz sheet [flags] FILE…", "puzzles on paper: a PDF to print", printSheet},
		{"endpoint", "kibitz endpoint [https://…]", "where Discord sends interactions: to be told, or set", endpoint},
		{"version", "kibitz version", "which version this is", printVersion},
		{"health", "kibitz health [flags]", "exit 0 where a bot is running and well", health},
	}
}

// run runs the subcommand that the first argument names, or serveOrSay, and returns the exit
// status. If an answer could not be printed whole, that is a failure.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	out := &output{Writer: stdout}
	std := streams{stdin, out, &output{Writer: stderr}}
	defer func() {
		if out.err != nil && status == 0 { // the answer is incomplete, on a full disk for instance
			status = std.failed(out.err)
		}
	}()
	all := subcommands()
	if len(args) > 0 {
		if i := slices.IndexFunc(all, func(c subcommand) bool { return c.name == args[0] }); i >= 0 && args[0] != "" {
			return all[i].run(ctx, args[1:], std)
		}
	}
	return serveOrSay(ctx, args, std)
}

// streams are the standard streams of a subcommand.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// failed prints an error and returns the exit status for it.
func (std streams) failed(err error) (status int) {
	fmt.Fprintln(std.err, "kibitz:", err)
	return failure
}

// misused prints in one line what is wrong with a command, and the command that prints its help.
func (std streams) misused(command string, err error, help string) (status int) {
	fmt.Fprintf(std.err, "%s: %v (%s -h shows how it is used)\n", command, err, help)
	return wrongUsage
}

// newFlags returns an empty flag set that prints nothing itself: its subcommand reports errors.
func newFlags() *flag.FlagSet {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags
}

// describe prints each flag with its purpose.
func describe(flags *flag.FlagSet, out io.Writer) {
	flags.SetOutput(out)
	flags.PrintDefaults()
}

func configFlag(flags *flag.FlagSet) *string {
	return flags.String("config", "", "settings `FILE` (default config.yaml where there is one)")
}

// serveOrSay runs the program without a named subcommand: it types a slash command to the bot,
// or serves as the bot.
func serveOrSay(ctx context.Context, args []string, std streams) (status int) {
	flags := newFlags()
	file := configFlag(flags)
	out := flags.String("out", "", "`DIR` for the files of a reply to one command (default a new one among the temporary files)")
	err := flags.Parse(args)
	command := flags.Args()
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(std.out, "Usage:")
		for _, c := range subcommands() {
			fmt.Fprintf(std.out, "  %-38s %s\n", c.usage, c.does)
		}
		fmt.Fprintln(std.out, "\nFlags:")
		describe(flags, std.out)
		return 0
	case err != nil:
	case len(command) > 0 && !strings.HasPrefix(command[0], "/"):
		err = unknown(command[0])
	default:
		if i := slices.IndexFunc(command, func(word string) bool { return flags.Lookup(strings.TrimLeft(word, "-")) != nil && word[0] == '-' }); i >= 0 {
			err = fmt.Errorf("%s: flags stand before the slash command", command[i])
		}
	}
	if err != nil {
		return std.misused("kibitz", err, "kibitz")
	}
	config, err := readSettings(*file)
	switch {
	case err != nil:
		return std.failed(err)
	case len(command) > 0:
		return say(ctx, config, strings.Join(command, " "), *out, std)
	}
	return serve(ctx, *file, config, std)
}

// unknown returns the error for a word that is no subcommand. It suggests the first command
// that is like it: a subcommand, solve with a kind, or a slash command.
func unknown(word string) error {
	for _, c := range subcommands() {
		if c.name != "" && alike(word, c.name) {
			return didYouMean(word, c.name)
		}
	}
	for _, kind := range commands.ForBatch().Kinds() {
		if alike(word, kind) {
			return didYouMean(word, "solve "+kind)
		}
	}
	for _, command := range []string{"help", "about"} {
		if alike(word, command) {
			return didYouMean(word, "'/"+command+"'")
		}
	}
	return fmt.Errorf("there is no command %s", word)
}

func didYouMean(word, command string) error {
	return fmt.Errorf("there is no command %s: did you mean kibitz %s?", word, command)
}

// alike reports whether two words are equal or one may be the other mistyped: a letter more,
// less or another, or two neighbours that changed places. It compares what follows the beginning
// that both have in common.
func alike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case len(b) == len(a)+1:
		return a == b[1:]
	case len(a) != len(b):
		return false
	case len(a) < 2:
		return true
	}
	return a[1:] == b[1:] || a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}

// health asks the bot that runs on this machine, at the http.addr of the settings, whether it is
// ready. The status is 1 if it is not or does not answer.
func health(_ context.Context, args []string, std streams) (status int) {
	flags := newFlags()
	file := configFlag(flags)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(std.out, "Usage: kibitz health [flags]\n\nFlags:\n")
		describe(flags, std.out)
		return 0
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("it takes flags alone, not %s", flags.Arg(0))
	}
	if err != nil {
		return std.misused("kibitz health", err, "kibitz health")
	}
	config, err := readSettings(*file)
	var complaints []string
	if err == nil {
		complaints, err = ops.Healthcheck(config.HTTP.Addr)
	}
	if err != nil {
		return std.failed(err)
	}
	for _, complaint := range complaints {
		fmt.Fprintln(std.out, "ready, but", complaint)
	}
	return 0
}

// usual names the settings file that is read by default.
const usual = "config.yaml"

// readSettings reads the named file. Without a name it reads config.yaml if there is one, and else
// returns the defaults.
func readSettings(file string) (settings.Config, error) {
	if file == "" {
		if _, err := os.Stat(usual); errors.Is(err, os.ErrNotExist) {
			return settings.Default(), nil
		}
		file = usual
	}
	return settings.Load(file)
}

// handler returns the commands by the settings and the bot's token, which may be "". It lowers
// config.Limits.Workers if the memory of the limits does not suffice for all of them.
func handler(config *settings.Config, token string) (*commands.Commands, error) {
	workers, heavy := ops.ShareMemory(int64(config.Limits.Memory), config.Limits.WorkerCount())
	config.Limits.Workers = workers
	theme := render.Dark
	if config.Picture.Theme == "light" {
		theme = render.Light
	}
	return commands.New(commands.Settings{
		Theme: theme, MaxPuzzle: config.Limits.Puzzle, Source: config.About.Source, Site: config.Activity.Address, Launches: config.Activity.Discord,
		Memory: solvers.NewMemory(heavy), Key: bot.StreakKey(token),
	})
}
