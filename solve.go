package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kibitz/bot/ops"
	"kibitz/commands"
	"kibitz/commands/chat"
	"kibitz/solvers"
)

// maxFile bounds a batch's file, in bytes.
const maxFile = 64 << 20

// solve runs a batch: it prints a line, or with -json an object, for each puzzle, in order. After
// a file that is no puzzle it goes on, and returns status 1 at the end.
func solve(ctx context.Context, args []string, std streams) (status int) {
	set := commands.ForBatch()
	b := batch{set: set, options: map[string]any{}}
	switch err := b.read(args); {
	case errors.Is(err, flag.ErrHelp):
		b.help(std.out)
		return 0
	case err != nil:
		return std.misused("kibitz solve", err, strings.TrimSpace("kibitz solve "+b.kind))
	}
	if os.Getenv("GOMEMLIMIT") != "" {
		b.bound()
	} else {
		defer time.AfterFunc(soon, func() { collectLate(b.jobs) }).Stop()
	}
	done, tally := 0, commands.Tally{}
	for r := range b.records(ctx, std.in) {
		if ctx.Err() != nil {
			break
		}
		done++
		tally.Add(r)
		if commands.Failed(r) {
			status = failure
		}
		if err := report(std.out, r, b.json); err != nil {
			return std.failed(err)
		}
	}
	if ctx.Err() != nil {
		fmt.Fprintf(std.err, "kibitz solve: interrupted, %d done\n", done)
		return interrupted
	}
	if done > 1 {
		fmt.Fprintln(std.err, tally.String())
	}
	return status
}

// soon is how long a batch runs before collectLate is called. Its two calls stop the world, which
// takes 0.5 ms: a tenth of the time of a process that solves one small puzzle.
const soon = 5 * time.Millisecond

// collectLate lets the heap grow to eleven times what is in use before it is collected: most
// puzzles are decided in less time than a collection takes. For large puzzles the limit, 192 MiB
// for each job, keeps the heap smaller: a Lights Out board of 256 × 256, half of it holes, takes
// 310 MB with two jobs, and no more processor time than with the 436 MB that 256 MiB let it take.
func collectLate(jobs int) {
	debug.SetGCPercent(1000)
	debug.SetMemoryLimit(int64(jobs) * 192 << 20)
}

// bound keeps a batch within GOMEMLIMIT. Without that variable a batch takes the memory that it
// needs: limits.memory of config.yaml is for a service, which leaves memory to others.
func (b *batch) bound() {
	jobs, heavy := ops.ShareMemory(0, b.jobs)
	b.jobs, b.memory = jobs, solvers.NewMemory(heavy)
}

// A batch is the puzzles to solve, and how to solve them.
type batch struct {
	set     *commands.Commands
	kind    string
	files   []string
	options map[string]any // of the kind's slash command
	json    bool
	jobs    int
	timeout time.Duration
	memory  *solvers.Memory // nil for no bound
}

// read fills in the batch from the command line. Flags may stand before the kind, after it and
// behind the files.
func (b *batch) read(args []string) error {
	kinds := b.set.Kinds()
	// The first argument that is a kind's name; it may turn out to be the value of a flag.
	if i := slices.IndexFunc(args, func(arg string) bool { return slices.Contains(kinds, arg) }); i >= 0 {
		b.kind = args[i] // known before the flags are read, because its own flags may stand before it
	}
	flags := newFlags()
	check := b.sharedFlags(flags)
	if b.kind != "" {
		b.kindFlags(flags)
	}
	words, err := parse(flags, args)
	switch {
	case err != nil:
		return b.explain(err)
	case len(words) == 0:
		return fmt.Errorf("of which kind are the puzzles: %s?", either(kinds))
	case words[0] != b.kind:
		b.kind = ""
		return b.noKind(words[0])
	case len(words) == 1:
		return errors.New("in which files are the puzzles? - is standard input")
	case b.timeout <= 0:
		return errors.New("-timeout must be more than 0, such as 10s")
	}
	b.files, b.jobs = words[1:], max(b.jobs, 1)
	if *check {
		b.options["do"] = "check"
	}
	return nil
}

// parse reads the flags, which may stand anywhere before a "--", and returns the words that are
// no flags. Package flag stops at the first such word, so parse has it go on behind each.
func parse(flags *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		// end is the index of the last argument that was read.
		if end := len(args) - len(rest) - 1; len(rest) == 0 || end >= 0 && args[end] == "--" {
			return append(words, rest...), nil
		}
		words, args = append(words, rest[0]), rest[1:]
	}
}

// sharedFlags adds the flags that all kinds have. It returns where the value of -check will be:
// the other values go into the batch.
func (b *batch) sharedFlags(flags *flag.FlagSet) (check *bool) {
	flags.BoolVar(&b.json, "json", false, "one JSON object a puzzle")
	flags.IntVar(&b.jobs, "jobs", runtime.GOMAXPROCS(0), "puzzles solved at once; 1 to measure them")
	flags.DurationVar(&b.timeout, "timeout", time.Minute, "the most time for one puzzle")
	return flags.Bool("check", false, "the verdict alone, as do:check: faster where a kind knows a way")
}

// kindFlags adds the flags of the batch's kind: the options of its slash command that a batch
// knows.
func (b *batch) kindFlags(flags *flag.FlagSet) {
	for _, option := range b.set.Options(b.kind) {
		keep := func(value any) { b.options[option.Name] = value }
		switch option.Type {
		case chat.Flag:
			flags.BoolFunc(option.Name, "", func(text string) error {
				yes, err := strconv.ParseBool(text)
				keep(yes)
				return err
			})
		case chat.Number:
			flags.Func(option.Name, "", func(text string) error {
				n, err := strconv.ParseInt(text, 10, 64)
				keep(n)
				if err != nil || n < option.Min || n > option.Max {
					return fmt.Errorf("it must be %s", allowed(option))
				}
				return nil
			})
		default:
			flags.Func(option.Name, "", func(text string) error {
				keep(text)
				if len(option.Choices) > 0 && !slices.ContainsFunc(option.Choices, func(c chat.Choice) bool { return c.Value == text }) {
					return fmt.Errorf("it must be %s", allowed(option))
				}
				return nil
			})
		}
	}
}

// allowed returns in words the values that an option takes; "" if it takes any.
func allowed(option chat.Option) string {
	switch {
	case option.Type == chat.Number:
		return fmt.Sprintf("a number from %d to %d", option.Min, option.Max)
	case len(option.Choices) > 0:
		var values []string
		for _, c := range option.Choices {
			values = append(values, c.Value)
		}
		return either(values)
	}
	return ""
}

// help prints the flags of the batch's kind, or without a kind those that all kinds have.
func (b *batch) help(out io.Writer) {
	flags := newFlags()
	if b.kind == "" {
		fmt.Fprintf(out, "Usage: kibitz solve KIND [flags] FILE…\nKIND is %s and has flags of its own: kibitz solve KIND -h.\nFILE - is standard input. Flags may stand anywhere; words after -- are none.\n\nFlags:\n", either(b.set.Kinds()))
		b.sharedFlags(flags)
	} else {
		fmt.Fprintf(out, "Usage: kibitz solve %s [flags] FILE…\n\nFlags, beside those of all kinds (kibitz solve -h):\n", b.kind)
		b.kindFlags(flags)
		for _, option := range b.set.Options(b.kind) {
			f := flags.Lookup(option.Name)
			f.Usage = b.set.Describe(b.kind, option.Name)
			if values := allowed(option); values != "" {
				f.Usage += ": " + values
			}
		}
	}
	describe(flags, out)
}

// explain says where a flag that the batch does not know has its effect, if anywhere: in a batch
// of another kind, or in a slash command.
func (b *batch) explain(err error) error {
	name, undefined := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !undefined {
		return err
	}
	var owners []string
	elsewhere := ""
	for _, kind := range b.set.Kinds() {
		if slices.ContainsFunc(b.set.Options(kind), func(o chat.Option) bool { return o.Name == name }) {
			owners = append(owners, kind)
		}
		if command := b.set.Elsewhere(kind, name); command != "" && (b.kind == "" || b.kind == kind) {
			elsewhere = fmt.Sprintf("-%s has no effect in a batch, but in kibitz '%s' (%s)", name, command, b.set.Describe(kind, name))
		}
	}
	switch {
	case elsewhere != "":
		return errors.New(elsewhere)
	case len(owners) == 0:
		return err
	case b.kind == "":
		return fmt.Errorf("-%s is a flag of %s alone: of which kind are the puzzles?", name, strings.Join(owners, " and "))
	}
	return fmt.Errorf("-%s is a flag of %s, not of %s", name, strings.Join(owners, " and "), b.kind)
}

// noKind returns the error for a word in place of a kind.
func (b *batch) noKind(word string) error {
	kinds := b.set.Kinds()
	if i := slices.IndexFunc(kinds, func(kind string) bool { return alike(word, kind) }); i >= 0 {
		return fmt.Errorf("there is no kind %s: did you mean %s?", word, kinds[i])
	}
	return fmt.Errorf("there is no kind %s: it is %s", word, either(kinds))
}

// either lists alternatives: "plus, king or hollow".
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// ahead bounds the puzzles that are read and not yet reported, for each job: the other jobs stay
// busy while the puzzle to be reported next takes long.
const ahead = 32

// records solves the puzzles of all files, up to b.jobs at once, and yields their records in the
// order of the puzzles: each has a channel for its record, and results holds the channels in that
// order. It ends early if ctx ends, or the caller stops; then it waits for the running puzzles.
func (b *batch) records(ctx context.Context, stdin io.Reader) iter.Seq[commands.Record] {
	return func(yield func(commands.Record) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		results := make(chan chan commands.Record, ahead*b.jobs)
		free := make(chan struct{}, b.jobs)
		running.Go(func() {
			defer close(results)
			for work := range b.works(ctx, stdin) {
				result := make(chan commands.Record, 1)
				select {
				case results <- result:
				case <-ctx.Done():
					return
				}
				select {
				case free <- struct{}{}:
				case <-ctx.Done():
					close(result)
					return
				}
				running.Go(func() {
					result <- work(ctx)
					<-free
				})
			}
		})
		for result := range results {
			if r, ok := <-result; !ok || !yield(r) {
				return
			}
		}
	}
}

// works yields for each puzzle a function that solves it, and one that fails for each file that
// holds none.
func (b *batch) works(ctx context.Context, stdin io.Reader) iter.Seq[func(context.Context) commands.Record] {
	return func(yield func(func(context.Context) commands.Record) bool) {
		for _, file := range b.files {
			data, err := readFile(ctx, file, stdin, maxFile)
			if ctx.Err() != nil {
				return
			}
			text := string(data)
			if err == nil && !b.set.Readable(b.kind, text) {
				err = errors.New("this is not a text file in UTF-8")
			}
			if err != nil {
				failure := &commands.Head{File: file, Kind: b.kind, Error: err.Error()}
				if !yield(func(context.Context) commands.Record { return failure }) {
					return
				}
				continue
			}
			for name, one := range b.set.Split(b.kind, file, text) {
				if !yield(func(ctx context.Context) commands.Record { return b.solve(ctx, name, one) }) {
					return
				}
			}
		}
	}
}

// solve solves one puzzle within the batch's time and memory.
func (b *batch) solve(ctx context.Context, name, text string) commands.Record {
	ctx, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	ctx, giveBack := solvers.WithMemory(ctx, b.memory)
	defer giveBack()
	return b.set.Solve(ctx, b.kind, name, text, b.options)
}

// report prints a record as a line of text or of JSON.
func report(w io.Writer, r commands.Record, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	_, err := fmt.Fprintln(w, commands.Line(r))
	return err
}
