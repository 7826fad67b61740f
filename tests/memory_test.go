package tests

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/bot"
	"kibitz/bot/ops"
	"kibitz/bot/settings"
	"kibitz/commands"
	"kibitz/playground"
	"kibitz/playground/playgroundtest"
	"kibitz/render"
	"kibitz/solvers"
)

// TestMemory holds the bot to its memory: in a control group as small as that, every heavy
// request is posted to all workers at once, and then an easy one. None may kill it. It takes an
// hour, root and Linux:
//
//	KIBITZ_MEMORY='512 2,4,8' go test ./tests -run TestMemory -timeout 0
//
// The variable has the megabytes, how many workers, and after them names of sieges, or none for
// all of them.
func TestMemory(t *testing.T) {
	wanted := strings.Fields(os.Getenv("KIBITZ_MEMORY"))
	if len(wanted) < 2 {
		t.Skip("KIBITZ_MEMORY is not set")
	}
	megabytes, err := strconv.Atoi(wanted[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range strings.Split(wanted[1], ",") {
		workers, err := strconv.Atoi(n)
		if err != nil {
			t.Fatal(err)
		}
		for name, posted := range sieges() {
			if len(wanted) > 2 && !slices.Contains(wanted[2:], name) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d MB/%d", name, megabytes, workers), func(t *testing.T) {
				besiege(t, name, posted, megabytes, workers)
			})
		}
	}
}

// sieges are what is posted at once: one request again and again, and then the worst of each sort
// in turn.
func sieges() iter.Seq2[string, []heavy] {
	return func(yield func(string, []heavy) bool) {
		var worst []heavy
		for _, r := range heavies {
			if !yield(r.name, []heavy{r}) {
				return
			}
			if slices.Contains([]string{"cmyk8", "png64", "png10m", "nono100", "nono120a", "lightsb", "lightst", "kakuro", "misere", "octal", "found"}, r.name) {
				worst = append(worst, r)
			}
		}
		yield("mixed", worst)
	}
}

// besiege posts requests at once, at least one for each worker, to a bot that may use this many
// megabytes.
func besiege(t *testing.T, name string, posted []heavy, megabytes, workers int) {
	server, err := playgroundtest.Start(t.Context(), playground.Options{Addr: "127.0.0.1:0", Name: "Kibitz"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	group := newGroup(t, megabytes)
	b := confine(t, group, server, workers)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	go func() { b.ended <- b.Wait(); cancel() }()
	if err := server.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	answers := make([]string, max(workers, 2*(len(posted)-1)))
	var crowd sync.WaitGroup
	for i := range answers {
		crowd.Go(func() { answers[i] = posted[i%len(posted)].post(ctx, server) })
	}
	crowd.Wait()
	took, killed := time.Since(begun), false
	select {
	case err := <-b.ended:
		killed = true
		t.Errorf("killed: %v", err)
	default:
		if m, err := server.Type(ctx, "/lightsout puzzle:110/011/101"); err != nil || !strings.Contains(m.Text(), "Lights Out 3×3") {
			t.Errorf("afterwards: %v", err)
		}
		b.in.Close()
		<-b.ended
	}
	slices.Sort(answers)
	if strings.HasPrefix(answers[0], notAsked) {
		t.Errorf("%s", answers[0])
	}
	fmt.Printf("%-10s %4d MB %d workers: killed %-5v peak %4d MB in %5.1fs: %s\n", name, megabytes, workers, killed, group.peak()>>20, took.Seconds(), strings.Join(slices.Compact(answers), " · "))
}

// notAsked begins what post returns if the request did not come to a reply.
const notAsked = "error: "

// post sends the request and returns the title of the reply.
func (r heavy) post(ctx context.Context, server *playgroundtest.Server) string {
	var m *playground.Message
	var err error
	switch {
	case r.file == nil:
		m, err = server.Type(ctx, r.command)
	case r.command == "@":
		file := playground.File{Name: "a.txt", Data: r.file()}
		if m, err = server.Post(playground.Posting{Text: "x", Files: []playground.File{file, file, file, file}}); err == nil {
			m, err = server.Apply(ctx, "Solve this puzzle", m.ID)
		}
	default:
		var ref string
		name := "file"
		if strings.Contains(r.command, "image:") {
			name = "file.png" // Discord takes no file of another name; what it is, its bytes tell
		}
		if ref, err = server.Attach(name, r.file()); err == nil {
			m, err = server.Type(ctx, strings.ReplaceAll(r.command, "{}", ref))
		}
	}
	if err != nil {
		return notAsked + err.Error()
	}
	title, rest, _ := strings.Cut(strings.TrimPrefix(m.Text(), "### "), "\n")
	if len(rest) > 60 {
		rest = rest[:60]
	}
	return title + " | " + strings.ReplaceAll(rest, "\n", " | ")
}

// confined is a bot in a process of its own.
type confined struct {
	*exec.Cmd
	in    io.Closer
	ended chan error
}

// confine starts a bot in a control group; it ends when its input does.
func confine(t *testing.T, g group, server *playgroundtest.Server, workers int) confined {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("/bin/sh", "-c", `echo $$ >"$0" && exec "$@"`, filepath.Join(string(g), "cgroup.procs"), self)
	c.Env = append(os.Environ(), fmt.Sprint(confinedAt, "=", server.URL(), " ", server.Token(), " ", workers), fmt.Sprint("GOMAXPROCS=", workers))
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	in, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	return confined{c, in, make(chan error, 1)}
}

// confinedAt is set for the process of a confined bot: where its Discord is, the token and the
// workers.
const confinedAt = "KIBITZ_CONFINED_AT"

// runConfined is the process of a confined bot.
func runConfined() error {
	var url, token string
	config := settings.Default()
	config.HTTP.Addr, config.Picture.Tiles = "", false
	config.Limits.PerUser = 64
	config.Limits.Solve = 20 * time.Second
	if _, err := fmt.Sscan(os.Getenv(confinedAt), &url, &token, &config.Limits.Workers); err != nil {
		return err
	}
	workers, heavy := ops.ShareMemory(int64(config.Limits.Memory), config.Limits.WorkerCount())
	config.Limits.Workers = workers
	memory := solvers.NewMemory(heavy)
	set, err := commands.New(commands.Settings{Theme: render.Dark, MaxPuzzle: config.Limits.Puzzle, Memory: memory})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = bufio.NewReader(os.Stdin).ReadByte()
		cancel()
	}()
	return bot.Run(ctx, bot.Options{
		Config: config, Token: token, Handler: set, SkipDrain: true,
		Transport: func() http.RoundTripper {
			return toPlayground(strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
		},
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
}

// toPlayground sends requests for Discord to the playground at an address.
type toPlayground string

func (to toPlayground) RoundTrip(r *http.Request) (*http.Response, error) {
	here := r.Clone(r.Context())
	here.URL.Scheme, here.URL.Host, here.Host = "http", string(to), string(to)
	return http.DefaultTransport.RoundTrip(here)
}

// group is the directory of a control group, of version 1 or 2.
type group string

func newGroup(t *testing.T, megabytes int) group {
	root, limits, none := "/sys/fs/cgroup/memory", []string{"memory.limit_in_bytes", "memory.memsw.limit_in_bytes"}, ""
	if _, err := os.Stat("/sys/fs/cgroup/cgroup.controllers"); err == nil {
		root, limits, none = "/sys/fs/cgroup", []string{"memory.max"}, "memory.swap.max"
	}
	dir := filepath.Join(root, fmt.Sprint("kibitz-test-", os.Getpid()))
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Skipf("no control groups: %v", err)
	}
	t.Cleanup(func() {
		for range 100 { // until the process is gone
			if os.Remove(dir) == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Errorf("%s stays", dir)
	})
	for _, name := range limits {
		if err := os.WriteFile(filepath.Join(dir, name), fmt.Append(nil, megabytes<<20), 0); err != nil && name == limits[0] {
			t.Fatal(err)
		}
	}
	if none != "" {
		_ = os.WriteFile(filepath.Join(dir, none), []byte("0"), 0)
	}
	return group(dir)
}

// peak is the most memory that the group has had, in bytes.
func (g group) peak() (n int) {
	for _, name := range []string{"memory.max_usage_in_bytes", "memory.peak"} {
		if text, err := os.ReadFile(filepath.Join(string(g), name)); err == nil {
			n, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		}
	}
	return n
}
