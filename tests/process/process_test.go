package process

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// manyProcesses skips a test that starts some in a short run, which may have the race detector on.
func manyProcesses(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts many processes, which a short run leaves to a whole one")
	}
}

// long skips what waits for the queue's leases, of ten seconds, if nobody has asked for it.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv(soakVariable) == "" {
		t.Skip("waits for the queue's leases of ten seconds, and " + soakVariable + " is not set")
	}
}

// A process plays a part, or is the program itself.
type process struct {
	t     testing.TB
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
	addrs chan string   // where it listens

	mu  sync.Mutex
	log bytes.Buffer
}

// start has a process of this test binary play a part.
func start(t testing.TB, p part) *process {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), partVariable+"="+string(text))
	return launch(t, cmd)
}

// launch starts a process that is killed at the end of the test, if it lives so long.
func launch(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{t: t, cmd: cmd, ended: make(chan struct{}), addrs: make(chan string, 8)}
	cmd.Stderr = p
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	life, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if addr, ok := strings.CutPrefix(lines.Text(), listens); ok {
				p.addrs <- addr
			}
		}
		_ = cmd.Wait() // how it ended is in cmd.ProcessState
		_ = life.Close()
	}()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("the log of process %d, %v:\n%s", cmd.Process.Pid, cmd.ProcessState, p.said())
		}
	})
	return p
}

// Write takes the log of the process.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.Write(b)
}

func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// serves waits until the program serves an endpoint, and returns where.
func (p *process) serves() (addr string) {
	p.t.Helper()
	eventually(p.t, "the program serves", func() bool {
		for line := range strings.Lines(p.said()) {
			if strings.Contains(line, "waiting for Discord's requests") {
				_, addr, _ = strings.Cut(line, " addr=")
				addr, _, _ = strings.Cut(strings.TrimSpace(addr), " ")
			}
		}
		return addr != "" || p.over()
	})
	if addr == "" {
		p.t.Fatal(p.said())
	}
	return addr
}

// addr is the next address that the process listens at.
func (p *process) addr() string {
	p.t.Helper()
	select {
	case addr := <-p.addrs:
		return addr
	case <-p.ended:
		p.t.Fatalf("a process has ended before it listens: %s", p.said())
	case <-time.After(patience):
		p.t.Fatalf("a process does not listen: %s", p.said())
	}
	return ""
}

// signal sends a signal to a process, if there still is one.
func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.ended
}

// over tells whether a process has ended.
func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// end waits for the end of a process, and returns its exit status.
func (p *process) end() int {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.t.Fatalf("a process does not end: %s", p.said())
	}
	return p.cmd.ProcessState.ExitCode()
}

// eventually waits until something is so, far beyond the time that it may take.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for until := time.Now().Add(patience); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("it never came to be that ", what)
		}
	}
}

// program is the program that is shipped.
func program(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kibitz")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, "kibitz")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return path
}
