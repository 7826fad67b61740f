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
	"strings"
	"sync"
	"time"

	"kibitz/commands"
)

// maxFile bounds a puzzle file of a batch, in bytes.
const maxFile = 64 << 20

// solve is the batch: a line, or with -json an object, for each puzzle, in order. A
// file that is no puzzle does not stop the others; the status is 1 at the end.
func solve(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	set := commands.ForBatch()
	flags := flag.NewFlagSet("kibitz solve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "one JSON object a puzzle")
	jobs := flags.Int("jobs", runtime.GOMAXPROCS(0), "puzzles solved at once; 1 to measure them")
	timeout := flags.Duration("timeout", time.Minute, "the most time for one puzzle")
	check := flags.Bool("check", false, "the verdict alone, as do:check: faster where a kind knows a way")
	chosen := optionFlags(flags, set)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "Usage: kibitz solve [flags] KIND FILE…\nKIND is one of %s; FILE - is standard input.\n\nFlags:\n", strings.Join(set.Kinds(), ", "))
		describe(flags, set)
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	kind, files := flags.Arg(0), flags.Args()
	if i := slices.IndexFunc(files, func(f string) bool { return len(f) > 1 && f[0] == '-' }); i >= 0 {
		fmt.Fprintf(stderr, "kibitz solve: %s: flags go before KIND\n", files[i])
		return 2
	}
	if !slices.Contains(set.Kinds(), kind) || len(files) < 2 {
		flags.Usage()
		return 2
	}
	if *timeout <= 0 {
		fmt.Fprintln(stderr, "kibitz solve: -timeout must be more than 0, such as 10s")
		return 2
	}
	options, err := chosen(kind)
	if err != nil {
		fmt.Fprintln(stderr, "kibitz solve:", err)
		return 2
	}
	if *check {
		options["do"] = "check"
	}
	b := batch{set, kind, options, *timeout, max(*jobs, 1)}
	collectLate(b.jobs)
	status := 0
	done := 0
	for r := range b.records(ctx, files[1:], stdin) {
		if ctx.Err() != nil {
			break
		}
		done++
		if commands.Failed(r) {
			status = 1
		}
		if err := report(stdout, r, *asJSON); err != nil {
			return failed(stderr, err)
		}
	}
	if ctx.Err() != nil {
		fmt.Fprintf(stderr, "kibitz solve: interrupted, %d done\n", done)
		return 130 // as shells say it
	}
	return status
}

// collectLate lets the heap grow well past the little that a start leaves before it is
// collected: most puzzles are decided in less time than a collection takes. The limit
// keeps large ones from the same multiple.
func collectLate(jobs int) {
	debug.SetGCPercent(1000)
	debug.SetMemoryLimit(int64(jobs) * 256 << 20)
}

// batch is how puzzles are to be solved.
type batch struct {
	set     *commands.Set
	kind    string
	options map[string]any
	timeout time.Duration
	jobs    int
}

// ahead is how many puzzles for each job may be read before the first of them is
// answered: enough to keep all busy while one takes its time.
const ahead = 32

// records solves the puzzles of all files, several at once, and yields their records in
// order.
func (b *batch) records(ctx context.Context, files []string, stdin io.Reader) iter.Seq[commands.Record] {
	return func(yield func(commands.Record) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		results := make(chan chan commands.Record, ahead*b.jobs)
		free := make(chan struct{}, b.jobs)
		running.Go(func() {
			defer close(results)
			for work := range b.works(files, stdin) {
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

// works yields what there is to do for each puzzle.
func (b *batch) works(files []string, stdin io.Reader) iter.Seq[func(context.Context) commands.Record] {
	return func(yield func(func(context.Context) commands.Record) bool) {
		for _, file := range files {
			text, err := read(file, stdin)
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

func (b *batch) solve(ctx context.Context, name, text string) commands.Record {
	ctx, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	return b.set.Solve(ctx, b.kind, name, text, b.options)
}

func read(file string, stdin io.Reader) (string, error) {
	source := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer f.Close()
		source = f
	}
	text, err := io.ReadAll(io.LimitReader(source, maxFile+1))
	if len(text) > maxFile {
		return "", fmt.Errorf("larger than %d MiB", maxFile>>20)
	}
	return string(text), err
}

func report(w io.Writer, r commands.Record, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	_, err := fmt.Fprintln(w, commands.Line(r))
	return err
}

// optionFlags gives every option of every puzzle as a flag. The function it
// returns tells which were set, and refuses those of another kind.
func optionFlags(flags *flag.FlagSet, set *commands.Set) func(kind string) (map[string]any, error) {
	kinds := map[string][]string{}
	for _, kind := range set.Kinds() {
		for _, o := range set.Options(kind) {
			if o.Type == commands.Attachment { // a batch's files are the puzzles
				continue
			}
			if kinds[o.Name] == nil {
				define(flags, o)
			}
			kinds[o.Name] = append(kinds[o.Name], kind)
		}
	}
	return func(kind string) (options map[string]any, err error) {
		options = map[string]any{}
		flags.Visit(func(f *flag.Flag) {
			switch of, ok := kinds[f.Name]; {
			case !ok:
			case !slices.Contains(of, kind):
				err = fmt.Errorf("-%s is an option of %s, not of %s", f.Name, strings.Join(of, ", "), kind)
			default:
				options[f.Name] = f.Value.(flag.Getter).Get()
				if bad := outOfBounds(set, kind, f.Name, options[f.Name]); bad != nil {
					err = bad
				}
			}
		})
		return options, err
	}
}

func define(flags *flag.FlagSet, o commands.Option) {
	switch o.Type {
	case commands.Flag:
		flags.Bool(o.Name, false, "")
	case commands.Number:
		flags.Int64(o.Name, 0, "")
	default:
		flags.String(o.Name, "", "")
	}
}

// describe says of the flags that are options what they are for.
func describe(flags *flag.FlagSet, set *commands.Set) {
	for _, kind := range set.Kinds() {
		for _, o := range set.Options(kind) {
			if f := flags.Lookup(o.Name); f != nil && f.Usage == "" {
				f.Usage = kind + ": " + set.Describe(kind, o.Name)
			}
		}
	}
}

// outOfBounds is the error for a number that Discord would not let pass.
func outOfBounds(set *commands.Set, kind, name string, value any) error {
	n, number := value.(int64)
	for _, o := range set.Options(kind) {
		if number && o.Name == name && (n < o.Min || n > o.Max) {
			return fmt.Errorf("-%s is %d, and must be from %d to %d", name, n, o.Min, o.Max)
		}
	}
	return nil
}
