// Command mutate asks whether tests test: it makes small faults in packages, one at a time, and
// counts those that the packages' tests catch.
//
//	go run ./tests/mutate
//	go run ./tests/mutate -n 40 -v ./bot/rest
//
// No file of the tree is changed. All faults of a package are compiled into one program by an overlay
// (go build -overlay), and an environment variable says which of them the program runs. A fault that no
// test catches is a survivor. testdata/survivors.txt lists those that may live, each with its reason.
// The command fails for a survivor that is not listed, and for a listed one that a test catches by now.
// Calls of a logger are not changed.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// usual lists packages whose faults would reach people unseen and whose tests take seconds, each with
// the number of faults to try.
var usual = []struct {
	dir    string
	faults int
}{
	{"./bot", 85}, {"./bot/queue", 19}, {"./bot/rest", 19}, {"./vision/judge", 60},
	{"./solvers/internal/cdcl", 35}, {"./solvers/internal/cells", 20}, {"./solvers/internal/deletion", 1}, {"./solvers/internal/gf2", 29},
	{"./solvers/internal/order", 20}, {"./solvers/internal/tally", 2}, {"./solvers/internal/zmod", 10},
}

const survivorsFile = "tests/mutate/testdata/survivors.txt"

func main() {
	n := flag.Int("n", 40, "how many faults in each of the named packages")
	seed := flag.Uint64("seed", 1, "another number makes other faults")
	atOnce := flag.Int("p", 2, "how many test programs run at once")
	wanted := flag.String("only", "", "only faults whose name matches this expression")
	verbose := flag.Bool("v", false, "tell what is caught, too")
	flag.Parse()
	faults := map[string]int{}
	for _, dir := range flag.Args() {
		faults[dir] = *n
	}
	if flag.NArg() == 0 {
		for _, u := range usual {
			faults[u.dir] = u.faults
		}
	}
	if err := run(faults, *seed, *atOnce, regexp.MustCompile(*wanted), *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run tries faults and prints the results. faults has the number to try, by package. The error lists the
// survivors that testdata/survivors.txt lacks, and those that it has although a test catches them.
func run(faults map[string]int, seed uint64, atOnce int, wanted *regexp.Regexp, verbose bool) error {
	reasons, err := readReasons(survivorsFile)
	if err != nil {
		return err
	}
	var wrong []string
	tried, caught := 0, 0
	for _, p := range slices.Sorted(maps.Keys(faults)) {
		all, err := mutantsOf(p)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(m mutant) bool { return !wanted.MatchString(m.name) })
		slices.SortFunc(all, func(a, b mutant) int { return cmp.Compare(a.rank(seed), b.rank(seed)) })
		fates, err := try(p, all[:min(len(all), faults[p])], atOnce, reasons, verbose)
		if err != nil {
			return err
		}
		lives := 0
		for name, dead := range fates {
			_, listed := reasons[name]
			switch {
			case dead && listed:
				wrong = append(wrong, "caught by now: "+name)
			case !dead && !listed:
				wrong = append(wrong, "survived: "+name)
			}
			if !dead {
				lives++
			}
		}
		tried, caught = tried+len(fates), caught+len(fates)-lives
		fmt.Printf("%-28s %4d of %4d faults tried, %4d caught\n", p, len(fates), len(all), len(fates)-lives)
	}
	fmt.Printf("%d faults, %d caught: %.1f %%\n", tried, caught, 100*float64(caught)/float64(max(tried, 1)))
	if slices.Sort(wrong); len(wrong) > 0 {
		return fmt.Errorf("%s tells otherwise:\n%s", survivorsFile, strings.Join(wrong, "\n"))
	}
	return nil
}

// readReasons reads lines of a survivor's name, " | " and the reason why it may live.
func readReasons(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	reasons := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		at := strings.LastIndex(line, " | ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case at < 0:
			return nil, fmt.Errorf("%s: found %q, expected a fault, ' | ' and a reason", file, line)
		default:
			reasons[line[:at]] = line[at+len(" | "):]
		}
	}
	return reasons, err
}

// try runs the tests of the package in dir with each mutant, and returns by the mutant's name whether
// they catch it. Mutants that do not compile are left out.
func try(dir string, mutants []mutant, atOnce int, reasons map[string]string, verbose bool) (map[string]bool, error) {
	scratch, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	alive := map[int]mutant{}
	for i, m := range mutants {
		alive[i+1] = m
	}
	binary := filepath.Join(scratch, "tests")
	if err := build(dir, scratch, binary, alive); err != nil || len(alive) == 0 {
		return nil, err
	}
	start := time.Now()
	if out, ok := passes(dir, binary, 0, 10*time.Minute); !ok {
		return nil, fmt.Errorf("%s: its tests fail without a fault: %s", dir, out)
	}
	patience := 20*time.Second + 3*time.Since(start)
	fates := map[string]bool{}
	var mu sync.Mutex
	var running sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for id, m := range alive {
		places <- struct{}{}
		running.Go(func() {
			defer func() { <-places }()
			_, lives := passes(dir, binary, id, patience)
			dead := !lives
			mu.Lock()
			defer mu.Unlock()
			fates[m.name] = dead
			if _, listed := reasons[m.name]; verbose || !dead && !listed {
				fmt.Println(map[bool]string{true: "caught", false: "survived"}[dead], m.name)
			}
		})
	}
	running.Wait()
	return fates, nil
}

// passes runs a package's tests with mutant id, and returns what the tests printed and whether they
// passed. Tests that take longer than patience do not pass.
func passes(dir, binary string, id int, patience time.Duration) (said []byte, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), patience+10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, binary, "-test.short", "-test.failfast", "-test.timeout", patience.String())
	c.Dir, c.Env = dir, append(os.Environ(), fmt.Sprint("MUTANT=", id))
	said, err := c.CombinedOutput()
	return said, err == nil
}

// build compiles a package's tests with all mutants in them. It removes from alive the mutants that do
// not compile.
func build(dir, scratch, binary string, alive map[int]mutant) error {
	for range 20 {
		overlay, written, err := write(dir, scratch, alive)
		if err != nil {
			return err
		}
		out, err := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=-e", "-overlay", overlay, "-o", binary, dir).CombinedOutput()
		if err == nil {
			return nil
		}
		before := len(alive)
		for _, at := range regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `).FindAllSubmatch(out, -1) {
			line, _ := strconv.Atoi(string(at[2]))
			takeOut(alive, written[filepath.Base(string(at[1]))], line)
		}
		if len(alive) == before {
			return fmt.Errorf("%s: %s", dir, out)
		}
	}
	return fmt.Errorf("%s: mutants that do not compile, again and again", dir)
}

var idForm = regexp.MustCompile(`mutant(?: [!=]= |Not\(|Sum\(|Difference\()(\d+)`)

// takeOut removes from alive the mutants on a line; if it has none, those on the nearest line before it.
func takeOut(alive map[int]mutant, lines []string, line int) {
	for i := min(line, len(lines)) - 1; i >= 0; i-- {
		found := idForm.FindAllStringSubmatch(lines[i], -1)
		for _, id := range found {
			n, _ := strconv.Atoi(id[1])
			delete(alive, n)
		}
		if found != nil {
			return
		}
	}
}

// write writes the overlay, and returns its file name. written has the lines of each mutated file, by
// file name.
func write(dir, scratch string, alive map[int]mutant) (overlay string, written map[string][]string, err error) {
	byFile := map[string]map[int]mutant{}
	for id, m := range alive {
		if byFile[m.file] == nil {
			byFile[m.file] = map[int]mutant{}
		}
		byFile[m.file][id] = m
	}
	replaced, written := map[string]string{}, map[string][]string{}
	put := func(name, text string) error {
		whole, err := filepath.Abs(filepath.Join(dir, name))
		copied := filepath.Join(scratch, name)
		replaced[whole], written[name] = copied, strings.Split(text, "\n")
		return cmp.Or(err, os.WriteFile(copied, []byte(text), 0o644))
	}
	name := ""
	for file, mutants := range byFile {
		source, err := os.ReadFile(file)
		if err != nil {
			return "", nil, err
		}
		name = string(regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(source)[1])
		if err := put(filepath.Base(file), mutated(source, mutants)); err != nil {
			return "", nil, err
		}
	}
	if err := put("mutant.go", fmt.Sprintf(support, name)); err != nil {
		return "", nil, err
	}
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(map[string]any{"Replace": replaced}); err != nil {
		return "", nil, err
	}
	overlay = filepath.Join(scratch, "overlay.json")
	return overlay, written, os.WriteFile(overlay, text.Bytes(), 0o644)
}
