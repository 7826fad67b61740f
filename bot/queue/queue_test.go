package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue/queuetest"
)

type dial = func(ctx context.Context, network, addr string) (net.Conn, error)

// roomy returns the options of a queue that has room for all that a test puts.
func roomy(d dial) Options {
	return Options{
		URL:      "nats://queue:4222",
		Replicas: 1,
		PerUser:  10_000,
		Total:    10_000,
		Life:     15 * time.Minute,
		Dial:     d,
		Log:      slog.New(slog.DiscardHandler),
	}
}

// open opens a queue that is closed at the end of the test, and waits until it
// is ready.
func open(t testing.TB, o Options) *Queue {
	t.Helper()
	q, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	for range 1000 {
		if q.place.Load() != nil {
			return q
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("not ready: ", *q.trouble.Load())
	return nil
}

// inBubble runs f with a server in a synctest bubble.
func inBubble(t *testing.T, f func(t *testing.T, s *queuetest.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, queuetest.Start(t)) })
}

func job(id string) Job {
	return Job{ID: id, User: "user of " + id, Arrived: time.Now(), Data: []byte("data of " + id)}
}

func put(t testing.TB, q *Queue, j Job) {
	t.Helper()
	if err := q.Put(t.Context(), j); err != nil {
		t.Fatalf("job %s: %v", j.ID, err)
	}
}

// A journal is what happened when, in order, and when.
type journal struct {
	start time.Time
	unit  time.Duration
	mu    sync.Mutex
	lines []string
}

func newJournal() *journal { return &journal{start: time.Now(), unit: time.Second} }

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.lines, ", ")
}

// now returns how many whole units, seconds if nothing else is said, have passed.
func (j *journal) now() int { return int(time.Since(j.start) / j.unit) }

// work has a queue work, with this number of turns, until stop is called. Stop returns when the
// work has ended.
func work(t testing.TB, q *Queue, turns int, do func(context.Context, *Delivery) Verdict) (stop func()) {
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		q.Work(ctx, make(chan struct{}, turns), func() bool { return true }, do)
	}()
	stop = sync.OnceFunc(func() {
		cancel(errStopped)
		<-done
	})
	t.Cleanup(stop)
	return stop
}

var errStopped = errors.New("stopped")

func expect(t testing.TB, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s:\n got %s\nwant %s", what, g, w)
	}
}

// TestOpenBeforeTheServer: an unreachable server is no error, and Put says so at once; when it
// is there, all goes.
func TestOpenBeforeTheServer(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		s.Stop()
		q, err := Open(roomy(s.Dial))
		if err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		time.Sleep(time.Hour)
		start := time.Now()
		if err := q.Put(t.Context(), job("a")); !errors.Is(err, errUnreachable) {
			t.Errorf("without a server: %v", err)
		}
		expect(t, "waited", time.Since(start), time.Duration(0))
		s.Restart()
		time.Sleep(5 * time.Second)
		put(t, q, job("a"))
	})
}

// TestUnreachedIsTold: why the server cannot be reached is logged at once and again when the reason
// is another one, but not at each try; and Trouble says it until the server is there.
func TestUnreachedIsTold(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		s.Stop()
		var mu sync.Mutex
		reason, port := syscall.ECONNREFUSED, 1
		o := roomy(func(ctx context.Context, network, addr string) (net.Conn, error) {
			mu.Lock()
			defer mu.Unlock()
			port++ // ours: each try has another one
			if conn, err := s.Dial(ctx, network, addr); err == nil {
				return conn, nil
			}
			return nil, &net.OpError{Op: "dial", Net: "tcp", Source: &net.TCPAddr{Port: port}, Addr: &net.TCPAddr{Port: 4222}, Err: reason}
		})
		var log bytes.Buffer
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelInfo}))
		q, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		time.Sleep(time.Hour)
		synctest.Wait()
		expect(t, "told of the refusal", strings.Count(log.String(), "connection refused"), 1)
		expect(t, "trouble", strings.Contains(q.Trouble(), "connection refused"), true)
		mu.Lock()
		reason = syscall.EHOSTUNREACH
		mu.Unlock()
		time.Sleep(time.Hour)
		synctest.Wait()
		expect(t, "told of the host", strings.Count(log.String(), "no route to host"), 1)
		s.Restart()
		time.Sleep(5 * time.Second)
		expect(t, "trouble", q.Trouble(), "")
	})
}

// TestSecrets: a password stays in the URL, whatever is wrong with it.
func TestSecrets(t *testing.T) {
	for _, url := range []string{
		"nats://bot:hunter2@host:port",
		"nats://bot:hunter2@[::1",
		"nats://bot:hunter2@host:4222,tls://bot:hunter2@ho st",
		"nats://bot:hunter2@ho%zzst",
		"nats://bot:hunter2",
		"ws://bot:hunter2@host,nats://bot:hunter2@host",
	} {
		_, err := Open(Options{URL: url, Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			t.Errorf("%s: no error", url)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestSecretsInTheLog(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		var said strings.Builder
		o := roomy(s.Dial)
		o.URL = "nats://bot:hunter2@host:4222"
		o.Log = slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))
		q := open(t, o)
		s.Stop()
		time.Sleep(time.Minute)
		s.Restart()
		time.Sleep(time.Minute)
		put(t, q, job("a"))
		q.Close()
		if !strings.Contains(said.String(), "gone") || strings.Contains(said.String(), "hunter2") {
			t.Errorf("the log:\n%s", &said)
		}
	})
}

// TestWrongPassword: who is turned away keeps asking, until the password is the
// right one again.
func TestWrongPassword(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		o := roomy(s.Dial)
		o.URL = "nats://bot:old@queue:4222"
		q := open(t, o)
		for _, password := range []string{"old", "new", "old"} {
			s.Password = password
			s.Restart()
			time.Sleep(time.Hour)
			err := q.Put(t.Context(), job("j"))
			expect(t, "a job is let in with the password "+password, err == nil, password == "old")
		}
	})
}

func TestCredentialsThatCannotBeRead(t *testing.T) {
	_, err := Open(Options{URL: "nats://host:4222", Credentials: filepath.Join(t.TempDir(), "none")})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// TestStreamOfAnotherShape: it is said what is wrong, and nothing is lost by it.
func TestStreamOfAnotherShape(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		o := roomy(s.Dial)
		o.Replicas = 3 // of one server
		other, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		time.Sleep(time.Minute)
		if err = other.Put(t.Context(), job("a")); err == nil || !strings.Contains(err.Error(), "stream KIBITZ") {
			t.Errorf("got %v", err)
		}
		put(t, q, job("a"))
	})
}

// TestDeclaredOnce: who finds all as it should be changes nothing.
func TestDeclaredOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		o := roomy(s.Dial)
		o.Pages = true
		q := open(t, o)
		changes, err := q.nc.SubscribeSync("$JS.EVENT.ADVISORY.*.*.>")
		if err != nil {
			t.Fatal(err)
		}
		open(t, o)
		time.Sleep(time.Minute)
		n, _, _ := changes.Pending()
		expect(t, "changes", n, 0)
		o.Total++
		open(t, o)
		time.Sleep(time.Minute)
		n, _, _ = changes.Pending()
		expect(t, "changes, with another limit", n, 1)
		o.Life += time.Minute
		last := open(t, o)
		time.Sleep(time.Minute)
		kept, err := last.place.Load().pages.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "how long what pages open is kept", kept.TTL(), o.Life)
	})
}

// TestLimitsChange: the limits are those of the process that connected last.
func TestLimitsChange(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		small := roomy(s.Dial)
		small.Total = 1
		q := open(t, small)
		put(t, q, job("a"))
		err := q.Put(t.Context(), job("b"))
		expect(t, "with one place", err, ErrFull)
		open(t, roomy(s.Dial))
		put(t, q, job("b"))
	})
}

func TestStats(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		stats := func() Stats {
			t.Helper()
			time.Sleep(2 * time.Second)
			st, err := q.Stats(t.Context())
			if err != nil {
				t.Error(err)
			}
			return st
		}
		expect(t, "empty", stats(), Stats{})
		put(t, q, job("a"))
		put(t, q, job("b"))
		expect(t, "two jobs", stats(), Stats{Pending: 2, Oldest: 2 * time.Second})
		finish := make(chan Verdict)
		work(t, q, 1, func(context.Context, *Delivery) Verdict { return <-finish })
		expect(t, "at work on one", stats(), Stats{Pending: 1, Unacked: 1, Oldest: 4 * time.Second})
		finish <- Done
		finish <- Done
		expect(t, "all done", stats(), Stats{})
		s.Stop()
		time.Sleep(2 * time.Second)
		if _, err := q.Stats(t.Context()); err == nil {
			t.Error("no error without a server")
		}
	})
}
