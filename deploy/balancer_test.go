package deploy

import (
	"bufio"
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

// TestPagesMeet: behind nginx, with the file that is shipped, people of one room meet in one process, bytes pass both
// ways once a connection is a WebSocket, calls are as long as the bot takes them, and nobody can name another address.
func TestPagesMeet(t *testing.T) {
	t.Parallel()
	conf, err := os.ReadFile("nginx/page.conf")
	if err != nil {
		t.Fatal(err)
	}
	const room, live = "    hash $arg_room consistent;\n", "        proxy_set_header Upgrade $http_upgrade;\n        proxy_set_header Connection $live;\n"
	t.Run("shipped", func(t *testing.T) {
		t.Parallel()
		met, upgrades := pages(t, string(conf))
		for room, at := range met {
			if len(at) != 1 {
				t.Errorf("room %s is at %v", room, at)
			}
		}
		if !upgrades {
			t.Error("a WebSocket does not pass")
		}
	})
	t.Run("without the hash", func(t *testing.T) {
		t.Parallel()
		if met, _ := pages(t, strings.Replace(string(conf), room, "", 1)); len(met["room-1"]) != 2 {
			t.Errorf("the rooms are at %v", met)
		}
	})
	t.Run("without Upgrade", func(t *testing.T) {
		t.Parallel()
		if _, upgrades := pages(t, strings.Replace(string(conf), live, "", 1)); upgrades {
			t.Error("a WebSocket passes")
		}
	})
}

// pages asks two processes for the page through nginx. It returns at which of them the requests of a room arrived, and
// whether a WebSocket passes.
func pages(t *testing.T, conf string) (met map[string]map[string]bool, upgrades bool) {
	t.Helper()
	program, addr := nginx(t), freeAddr(t)
	page := func(name string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Upgrade") == "" {
				n, _ := io.Copy(io.Discard, r.Body)
				fmt.Fprintf(w, "%s %s %s %d", name, r.URL.Path, r.Header.Get("X-Forwarded-For"), n)
				return
			}
			conn, both, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			defer conn.Close()
			_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
			_, _ = io.Copy(conn, both)
		}
	}
	first, second := listenAlike(t)
	serve(t, first, page("first"))
	serve(t, second, page("second"))
	for was, is := range map[string]string{"listen 8002;": "listen " + addr + ";", "10.0.0.1:8082": first.Addr().String(), "10.0.0.2:8082": second.Addr().String()} {
		if strings.Count(conf, was) != 1 {
			t.Fatalf("nginx/page.conf does not say %q once", was)
		}
		conf = strings.Replace(conf, was, is, 1)
	}
	start(t, program, conf, addr)

	ask := func(path, body string) (status int, answer string) {
		r, _ := http.NewRequest(http.MethodPost, "http://"+addr+path, strings.NewReader(body))
		r.Header.Set("X-Forwarded-For", "198.51.100.1")
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		text, _ := io.ReadAll(w.Body)
		return w.StatusCode, string(text)
	}
	for path, want := range map[string]int{"/": 200, "/board": 200, "/board/hint": 200, "/metrics": 404} {
		if status, answer := ask(path, ""); status != want || want == 200 && !strings.HasSuffix(answer, " "+path+" 127.0.0.1 0") {
			t.Errorf("%s: %d %s", path, status, answer)
		}
	}
	for bytes, want := range map[int]int{512 << 10: 200, 512<<10 + 1: 413} {
		if status, _ := ask("/board/hint", strings.Repeat("x", bytes)); status != want {
			t.Errorf("a call of %d bytes: %d", bytes, status)
		}
	}
	met = map[string]map[string]bool{}
	for i := range 30 {
		room := fmt.Sprint("room-", i%3+1)
		_, answer := ask("/board/live?room="+room, "")
		name, _, _ := strings.Cut(answer, " ")
		if met[room] == nil {
			met[room] = map[string]bool{}
		}
		met[room][name] = true
	}
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	_, _ = io.WriteString(conn, "GET /board/live?room=room-1 HTTP/1.1\r\nHost: kibitz.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
	lines := bufio.NewReader(conn)
	answer, err := http.ReadResponse(lines, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		return met, false
	}
	_, _ = io.WriteString(conn, "there\n")
	back, _ := lines.ReadString('\n')
	return met, back == "there\n"
}
