// Package queuetest is a JetStream server for tests of the queue and its users. It needs no
// network, and works inside a testing/synctest bubble: a quarter of an hour of leases passes in
// milliseconds. Only tests that run one after another may use servers.
package queuetest

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Server keeps its files over restarts.
type Server struct {
	Password string // password of the user "bot", from the next start on; "" for none

	t testing.TB

	mu     sync.Mutex
	dir    string
	server *server.Server // nil while stopped
	conns  []net.Conn
	copies int    // number of copies of the files
	synced string // copy of the files at the latest Sync; "" for none
}

// Start starts a server that is stopped at the end of the test.
func Start(t testing.TB) *Server {
	t.Helper()
	// The client keeps timers in a sync.Pool. Those of another bubble must not
	// get into this one; two collections empty the pool.
	runtime.GC()
	runtime.GC()
	t.Cleanup(tellTime())
	s := &Server{t: t, dir: filepath.Join(t.TempDir(), "0")}
	s.Restart()
	t.Cleanup(s.Stop)
	return s
}

// Dial connects to the server, whatever the address.
func (s *Server) Dial(context.Context, string, string) (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	c, err := s.server.InProcessConn()
	if err == nil {
		s.conns = append(s.conns, c)
	}
	return c, err
}

// Stop ends the server. It cuts its clients off first: while the server shuts down it sleeps with a
// lock held, and a request that waited for the lock would stop the bubble's clock.
func (s *Server) Stop() {
	s.mu.Lock()
	n := s.server
	s.server = nil
	for _, c := range s.conns {
		_ = c.Close()
	}
	s.conns = nil
	s.mu.Unlock()
	if n != nil {
		time.Sleep(10 * time.Millisecond) // time for the requests under way
		n.Shutdown()
		n.WaitForShutdown()
	}
}

// Restart stops the server, if it runs, and starts it on the same files.
func (s *Server) Restart() {
	s.t.Helper()
	s.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	o := &server.Options{
		ServerName:        "queuetest",
		DontListen:        true,
		JetStream:         true,
		JetStreamMaxStore: 1 << 30,
		StoreDir:          s.dir,
		NoLog:             true,
		NoSigs:            true,
	}
	if s.Password != "" {
		o.Username, o.Password = "bot", s.Password
	}
	n, err := server.NewServer(o)
	if err != nil {
		s.t.Fatal(err)
	}
	n.Start()
	if !n.ReadyForConnections(10 * time.Second) {
		s.t.Fatal("the server does not start")
	}
	s.server = n
}

// Crash restarts the server as after SIGKILL: the new one has the files as they
// are now, without what the old one would still have written.
func (s *Server) Crash() {
	s.t.Helper()
	s.restartOn(s.copied())
}

// Sync writes everything that the server has written so far to the disk, as the server does by
// itself every two minutes.
func (s *Server) Sync() {
	s.t.Helper()
	s.synced = s.copied()
}

// LosePower restarts the server as after the machine's power failed: on the files as they were
// at the latest Sync.
func (s *Server) LosePower() {
	s.t.Helper()
	s.restartOn(s.synced)
}

// restartOn restarts the server on the files in a directory.
func (s *Server) restartOn(dir string) {
	s.t.Helper()
	s.Stop()
	s.dir = dir
	s.Restart()
}

// copied copies the server's files to a new directory, and returns the directory. It first lets the
// server finish work in the background, such as removing the files of a stream: no server could start
// from the files that are left halfway.
func (s *Server) copied() string {
	s.t.Helper()
	time.Sleep(10 * time.Millisecond)
	to := s.nextDir()
	if err := os.CopyFS(to, os.DirFS(s.dir)); err != nil {
		s.t.Fatal(err)
	}
	return to
}

// Lose restarts the server on an empty disk.
func (s *Server) Lose() {
	s.t.Helper()
	s.restartOn(s.nextDir())
}

// Delete deletes a stream with all that is in it.
func (s *Server) Delete(stream string) {
	s.t.Helper()
	s.manage(func(ctx context.Context, js jetstream.JetStream) error { return js.DeleteStream(ctx, stream) })
}

// Purge empties a stream.
func (s *Server) Purge(stream string) {
	s.t.Helper()
	s.manage(func(ctx context.Context, js jetstream.JetStream) error {
		it, err := js.Stream(ctx, stream)
		if err != nil {
			return err
		}
		return it.Purge(ctx)
	})
}

// manage calls do with a connection to the server, as an operator would have. It logs an error of do and
// goes on: a stream whose files a crash has damaged cannot always be changed.
func (s *Server) manage(do func(context.Context, jetstream.JetStream) error) {
	s.t.Helper()
	nc, err := nats.Connect("nats://queuetest", nats.SetCustomDialer(anyAddress{s}), nats.SkipHostLookup())
	if err != nil {
		s.t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err == nil {
		err = do(context.Background(), js)
	}
	if err != nil {
		s.t.Log(err)
	}
}

type anyAddress struct{ *Server }

func (a anyAddress) Dial(network, addr string) (net.Conn, error) {
	return a.Server.Dial(context.Background(), network, addr)
}

// Split starts a second server with a copy of all that this one has. From then on neither server learns
// of changes to the other, as when a cluster falls into two parts.
func (s *Server) Split() *Server {
	s.t.Helper()
	other := &Server{Password: s.Password, t: s.t, dir: s.copied()}
	other.Restart()
	s.t.Cleanup(other.Stop)
	return other
}

func (s *Server) nextDir() string {
	s.copies++
	return filepath.Join(filepath.Dir(s.dir), strconv.Itoa(s.copies))
}
