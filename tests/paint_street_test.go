package tests

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kibitz/activity/relay"
)

// A street is some doors to one house. Each has a relay of its own, as each of several processes has, and what
// the relays tell each other comes late, in another order, twice or not at all.
type street struct {
	t     *testing.T
	doors []*door

	mu     sync.Mutex
	random *rand.Rand
	ears   map[int]func(room string, frame []byte)
	ear    int
	calm   atomic.Bool // everything arrives, once, and at once
	lossy  bool        // some frames are lost
}

// A door is a relay, and the house's page and calls beside it.
type door struct {
	street *street
	addr   string
	relay  atomic.Pointer[relay.Relay]
	web    *http.Server
	pass   http.Handler

	mu    sync.Mutex
	conns []net.Conn
}

// newStreet opens doors to a house.
func newStreet(t *testing.T, h *house, doors int, lossy bool) *street {
	t.Helper()
	s := &street{t: t, random: rand.New(rand.NewPCG(1, 2)), ears: map[int]func(string, []byte){}, lossy: lossy}
	to, err := url.Parse(h.URL())
	if err != nil {
		t.Fatal(err)
	}
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = to.Host
		if r.Out.Header.Get("Origin") != "" {
			r.Out.Header.Set("Origin", to.Scheme+"://"+to.Host)
		}
	}}
	for range doors {
		d := &door{street: s, addr: "127.0.0.1:0", pass: pass}
		d.open()
		s.doors = append(s.doors, d)
		t.Cleanup(d.kill)
	}
	return s
}

// open begins to serve, at the address that the door had before.
func (d *door) open() {
	d.street.t.Helper()
	l, err := net.Listen("tcp", d.addr)
	if err != nil {
		d.street.t.Fatal(err)
	}
	d.addr = l.Addr().String()
	d.relay.Store(relay.New(relay.Options{
		Limits:  relay.Usual(1000),
		Trusted: func(r *http.Request) bool { return relay.SameSite(r) },
		From:    func(r *http.Request) (string, bool) { return r.RemoteAddr, false },
		Bus:     d.street,
	}))
	mux := http.NewServeMux()
	mux.Handle("/", d.pass)
	mux.Handle("GET /board/live", d.relay.Load())
	d.web = &http.Server{Handler: mux}
	go d.web.Serve(counted{l, d})
}

// kill ends the door as a killed process does: without a word to anybody.
func (d *door) kill() {
	d.mu.Lock()
	conns := d.conns
	d.conns = nil
	d.mu.Unlock()
	_ = d.web.Close()
	for _, c := range conns {
		_ = c.Close()
	}
	d.relay.Load().Close()
}

// A counted listener remembers its connections.
type counted struct {
	net.Listener
	*door
}

func (c counted) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.conns = append(c.conns, conn)
	}
	return conn, err
}

// Publish carries a frame to all doors, as badly as it can.
func (s *street) Publish(room string, frame []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ear := range s.ears {
		times := 1
		if !s.calm.Load() {
			times += s.random.IntN(5) / 4
			if s.lossy && s.random.IntN(8) == 0 {
				times = 0
			}
		}
		for range times {
			late := time.Duration(s.random.IntN(400)) * time.Millisecond
			if s.calm.Load() {
				late = 0
			}
			time.AfterFunc(late, func() { ear(room, frame) })
		}
	}
}

func (s *street) Subscribe(room string, heard func([]byte)) (func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ear++
	me := s.ear
	s.ears[me] = func(to string, frame []byte) {
		if to == room {
			heard(frame)
		}
	}
	return func() { s.mu.Lock(); defer s.mu.Unlock(); delete(s.ears, me) }, nil
}

// beside opens another page in the same browser.
func (p *page) beside(url string) *page {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	other := &page{p.t, ctx}
	other.do(chromedp.EmulateViewport(390, 800), chromedp.Navigate(url))
	return other
}

// finally waits for a condition as long as the page's patience lasts, on a busy machine, too.
func (p *page) finally(condition string) {
	p.t.Helper()
	for p.text("String("+condition+")") != "true" {
		time.Sleep(100 * time.Millisecond)
	}
}

// robot is a painter in a page: it makes turns at random, takes some back, and remembers what it has told.
const robot = `(() => {
	made = [];
	const say = tellAll;
	tellAll = (m) => { if (m.t === "m") made.push([m.n, m.w, m.x]); say(m); };
	paints = async (turns, pause) => {
		const { rows, cols } = game.board, signs = [...game.play.signs.map((s) => s.sign), OPEN], any = (n) => Math.floor(Math.random() * n);
		for (let i = 0; i < turns; i++) {
			const down = any(2), n = 1 + any(5), r = any(rows), c = any(cols), cells = [];
			for (let k = 0; k < n; k++) if (r + (down ? k : 0) < rows && c + (down ? 0 : k) < cols) cells.push((r + (down ? k : 0)) * cols + c + (down ? 0 : k));
			go(r, c);
			if (any(6)) mark(cells, signs[any(signs.length)]); else if (any(3)) undo(); else redo();
			await new Promise((go) => setTimeout(go, pause * 2 * Math.random()));
		}
		painted = true;
	};
	return "";
})()`

// TestTogetherInTrouble: painters at doors between which frames are delayed, reordered, repeated and lost end with
// one board, and it is the one that all their turns make.
func TestTogetherInTrouble(t *testing.T) {
	for _, n := range []int{2, 8} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			s := newStreet(t, openSite(t), n, true)
			at := func(i int) string {
				return "http://" + s.doors[i].addr + "/board?lang=en#nonogram?" + url.Values{"puzzle": {stairs(20)}}.Encode() + "&together=" + painters
			}
			all := []*page{browse(t, at(0), 390, 800)}
			for i := 1; i < n; i++ {
				all = append(all, all[0].beside(at(i)))
			}
			for _, p := range all {
				p.until(`!!game.play && link.name != ''`)
				p.text(robot)
			}
			for _, p := range all {
				p.text(fmt.Sprintf(`(paints(%d, 40), '')`, 160/n))
			}
			for _, p := range all {
				p.finally(`globalThis.painted`)
			}
			s.agree(all)
		})
	}
}

// agree waits until all pages have one board, and holds it against the turns that they have made.
func (s *street) agree(all []*page) {
	s.t.Helper()
	s.calm.Store(true)
	board := func(p *page) string { return p.text(`ours.digest() + " " + game.sheet.join("")`) }
	for range 600 {
		equal := true
		for _, p := range all[1:] {
			equal = equal && board(p) == board(all[0])
		}
		if equal {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	made, turns := "[", 0
	for i, p := range all {
		if i > 0 && board(p) != board(all[0]) {
			s.t.Errorf("page %d ends with another board", i+1)
			for _, p := range all {
				s.t.Log(p.text(`JSON.stringify([link, own.telling, own.told, Date.now(), people.size, outbox.length, ours.digest(), pace, ours.cells.size, document.hidden])`))
			}
		}
		made += p.text(`JSON.stringify(made).slice(1, -1)`) + ","
		var n int
		fmt.Sscan(p.text(`String(made.length)`), &n)
		turns += n
	}
	plain := all[0].text(fmt.Sprintf(`(() => {
		const made = %s].sort((a, b) => a[0] - b[0] || (a[1] > b[1]) - (a[1] < b[1])), sheet = own.sheet.slice();
		for (const [, , x] of made) for (const [at, sign] of cellsOf(x)) sheet[at] = sign;
		return sheet.join("");
	})()`, made))
	if got := all[0].text(`game.sheet.join("")`); got != plain {
		s.t.Errorf("of %d turns the board is\n%s, want\n%s", turns, got, plain)
	}
	s.t.Logf("%d pages, %d turns, one board", len(all), turns)
}

// TestTogetherRestart: a process is killed in the middle of a game. All go on painting, and a second after the next
// one is there they have one board again. A page that is loaded anew gets it from the others.
func TestTogetherRestart(t *testing.T) {
	t.Parallel()
	s := newStreet(t, openSite(t), 1, false)
	at := "http://" + s.doors[0].addr + "/board?lang=en#nonogram?" + url.Values{"puzzle": {stairs(20)}}.Encode() + "&together=" + painters
	all := []*page{browse(t, at, 390, 800)}
	all = append(all, all[0].beside(at))
	for _, p := range all {
		p.until(`!!game.play && link.name != ''`)
		p.text(robot)
		p.text(`(paints(60, 40), '')`)
	}
	all[0].until(`made.length > 20`)
	s.doors[0].kill()
	for _, p := range all {
		p.until(`link.name == ''`)
		p.finally(`globalThis.painted`)
	}
	all[0].shot("together-away")
	s.doors[0].open()
	begun := time.Now()
	s.agree(all)
	t.Logf("one board again after %v", time.Since(begun).Round(100*time.Millisecond))
	board := all[1].text(`game.sheet.join("")`)
	all[0].text(`(localStorage.clear(), keep = () => {}, '')`)
	all[0].do(chromedp.Reload())
	all[0].until(fmt.Sprintf(`game.sheet?.join("") == %q`, board))
}
