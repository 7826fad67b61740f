package deploy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// The addresses that the name "replica" has here. The first answers, the second
// is as broken as the test wants it.
var (
	healthy = [4]byte{127, 0, 0, 2}
	broken  = [4]byte{127, 0, 0, 3}
)

const posts = 30 // half of them meet the broken replica first; that none does is one chance in 2^29

// However one replica fails, another answers the POST. nginx is real here, and
// its file is the one that is shipped, with other addresses.
func TestBalancerSendsToAnother(t *testing.T) {
	for _, test := range []struct {
		name   string
		broken http.HandlerFunc // nil for a replica that is gone
	}{
		{"gone", nil},
		{"dies over it", diesOver},
		{"hangs", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}},
		{"turns away", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "stopping", http.StatusServiceUnavailable)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			statuses, met := balanced(t, shipped(t), test.broken)
			if statuses[http.StatusOK] != posts {
				t.Errorf("%d POSTs were answered %v, want all 200", posts, statuses)
			}
			if met == 0 && test.broken != nil {
				t.Error("the broken replica was never asked")
			}
		})
	}
}

// diesOver reads the request and ends the connection without an answer.
func diesOver(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	panic(http.ErrAbortHandler)
}

// Without the word non_idempotent POSTs are lost: the test above can fail.
func TestBalancerLosesWithoutRetries(t *testing.T) {
	t.Parallel()
	conf := strings.Replace(shipped(t), " non_idempotent;", ";", 1)
	statuses, _ := balanced(t, conf, diesOver)
	if statuses[http.StatusBadGateway] == 0 {
		t.Errorf("%d POSTs were answered %v, want some 502", posts, statuses)
	}
}

// A replica's refusal is an answer, and no other replica is asked: Discord sends
// wrong signatures on purpose, and wants to see 401.
func TestBalancerPassesRefusalsOn(t *testing.T) {
	t.Parallel()
	statuses, met := balanced(t, shipped(t), func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "signature", http.StatusUnauthorized)
	})
	if met == 0 || int64(statuses[http.StatusUnauthorized]) != met || statuses[http.StatusOK] != posts-int(met) {
		t.Errorf("%d POSTs were answered %v, and %d refused", posts, statuses, met)
	}
}

// shipped returns nginx's file as it is shipped.
func shipped(t *testing.T) string {
	t.Helper()
	conf, err := os.ReadFile("nginx/kibitz.conf")
	if err != nil {
		t.Fatal(err)
	}
	return string(conf)
}

// balanced sends POSTs through nginx to a healthy replica and a broken one. It
// returns how often they were answered with which status, and how many met the
// broken one.
func balanced(t *testing.T, conf string, broken http.HandlerFunc) (statuses map[int]int, met int64) {
	t.Helper()
	program := nginx(t)
	var count atomic.Int64
	port := replicas(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, r.Body)
	}, broken, &count)
	addr := freeAddr(t)
	for was, is := range map[string]string{
		"listen 8000;":   "listen " + addr + ";",
		"127.0.0.11":     names(t),
		"replica:8081":   "replica:" + port,
		"access_log off": "access_log off", // Debian's nginx would write to /var/log
	} {
		if strings.Count(conf, was) != 1 {
			t.Fatalf("nginx/kibitz.conf does not say %q once", was)
		}
		conf = strings.Replace(conf, was, is, 1)
	}
	start(t, program, conf, addr)
	statuses = map[int]int{}
	var mu sync.Mutex
	var sent sync.WaitGroup
	send := func(i int) {
		status := post(t, addr, fmt.Sprintf("%d %s", i, strings.Repeat("x", 20_000)))
		mu.Lock()
		defer mu.Unlock()
		statuses[status]++
	}
	send(0) // requests that wait for the name to be looked up all take the same replica first
	for i := range posts - 1 {
		sent.Go(func() { send(i + 1) })
	}
	sent.Wait()
	return statuses, count.Load()
}

// post sends one request and returns the status of its answer. With status 200 the
// answer must be the body again.
func post(t *testing.T, addr, body string) (status int) {
	resp, err := http.Post("http://"+addr+"/", "application/json", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode == http.StatusOK && string(answer) != body {
		t.Errorf("%s: %d bytes came back of %d: %v", resp.Status, len(answer), len(body), err)
	}
	return resp.StatusCode
}

// nginx returns the path of the program, and skips the test if there is none.
func nginx(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"nginx", "/usr/sbin/nginx"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	t.Skip("nginx is not installed")
	return ""
}

// start runs nginx with conf until the test is over.
func start(t *testing.T, program, conf, addr string) {
	t.Helper()
	dir := t.TempDir()
	main := "daemon off; master_process off; pid pid; events {}\nhttp {\n"
	for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		main += what + "_temp_path " + what + ";\n"
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(main+conf+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, "-p", dir, "-c", file, "-e", "stderr")
	cmd.Stderr = &log
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		<-ended
		if t.Failed() {
			t.Log(log.String())
		}
	})
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			_ = conn.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("nginx: %v\n%s", err, log.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// replicas serves at the healthy and at the broken address, at the same port, which
// it returns.
func replicas(t *testing.T, good, bad http.HandlerFunc, met *atomic.Int64) (port string) {
	t.Helper()
	first, second := listenAlike(t)
	serve(t, first, good)
	if bad == nil {
		_ = second.Close()
	} else {
		serve(t, second, func(w http.ResponseWriter, r *http.Request) {
			met.Add(1)
			bad(w, r)
		})
	}
	_, port, _ = net.SplitHostPort(first.Addr().String())
	return port
}

// listenAlike listens at the two addresses, at the same port.
func listenAlike(t *testing.T) (first, second net.Listener) {
	t.Helper()
	for range 100 {
		first, err := net.Listen("tcp", net.IP(healthy[:]).String()+":0")
		if err != nil {
			t.Skipf("127.0.0.2 is not this computer: %v", err) // it is on Linux
		}
		_, port, _ := net.SplitHostPort(first.Addr().String())
		second, err := net.Listen("tcp", net.IP(broken[:]).String()+":"+port)
		if err == nil {
			return first, second
		}
		_ = first.Close()
	}
	t.Fatal("no port is free at two addresses")
	return nil, nil
}

func serve(t *testing.T, l net.Listener, handler http.HandlerFunc) {
	s := &http.Server{Handler: handler}
	var served sync.WaitGroup
	served.Go(func() { _ = s.Serve(l) })
	t.Cleanup(func() {
		_ = s.Close()
		served.Wait()
	})
}

// names serves DNS that answers every name with the two replicas, and returns its
// address.
func names(t *testing.T) (addr string) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() {
		question := make([]byte, 512)
		for {
			n, from, err := conn.ReadFrom(question)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if answer, err := resolved(question[:n]); err == nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	})
	t.Cleanup(func() {
		_ = conn.Close()
		served.Wait()
	})
	return conn.LocalAddr().String()
}

// resolved answers a DNS question with the addresses of the two replicas.
func resolved(question []byte) (answer []byte, err error) {
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil || len(m.Questions) != 1 {
		return nil, errors.Join(err, errors.New("want one question"))
	}
	m.Header.Response = true
	for _, ip := range [][4]byte{healthy, broken} {
		m.Answers = append(m.Answers, dnsmessage.Resource{
			Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: 1},
			Body:   &dnsmessage.AResource{A: ip},
		})
	}
	return m.Pack()
}

// freeAddr returns an address of this computer at which nothing listens.
func freeAddr(t *testing.T) string {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
