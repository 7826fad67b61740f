package process

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kibitz/playground"
)

// robotsVariable says how long robots paint.
const robotsVariable = "KIBITZ_ROBOTS"

// site is the address that the page's pages have.
const site = "https://kibitz.example"

// openLive starts bots with the page, which have a queue, and returns them. Each has the page at its endpoint's place.
func openLive(t testing.TB, bots int) (*cluster, []*replica) {
	t.Helper()
	c := newCluster(t, true, playground.Options{})
	c.config.Activity.Address, c.config.Activity.Addr = site, "127.0.0.1:0"
	var all []*replica
	for range bots {
		all = append(all, c.liveReplica())
	}
	return c, all
}

func (c *cluster) liveReplica() *replica {
	c.t.Helper()
	r := &replica{process: c.start(nil)}
	r.admin, r.endpoint = r.addr(), r.addr() // the third is that of Discord's endpoint
	eventually(c.t, "the queue is there", func() bool { return strings.Contains(r.said(), "the queue's server is there") })
	return r
}

// A register is what is painted in a cell. The later one wins, as in the page.
type register struct {
	n         int
	who, sign string
}

func (r register) after(other register) bool {
	return r.n > other.n || r.n == other.n && r.who > other.who
}

// A painter is a page as far as turns go: it paints, hears the others, and tells all it has when it comes anew. A
// board is cells by their names.
type painter struct {
	name   string
	home   func() string // where to connect to
	random *rand.Rand
	apart  time.Duration // between two turns

	mu    sync.Mutex
	board map[string]register
	clock int
	made  map[string]register // the winners of what it has painted itself
	conn  *websocket.Conn
	talk  sync.Mutex // holds writes apart
}

func newPainter(i int, apart time.Duration, home func() string) *painter {
	return &painter{
		name: fmt.Sprint("robot", i), home: home, apart: apart, random: rand.New(rand.NewPCG(7, uint64(i))),
		board: map[string]register{}, made: map[string]register{},
	}
}

// A word is what painters say: a turn, or a whole board.
type word struct {
	T string `json:"t"`
	N int    `json:"n,omitempty"`
	W string `json:"w,omitempty"`
	X string `json:"x,omitempty"` // cell=sign
	B []word `json:"b,omitempty"`
}

// live paints until ctx ends, and connects anew whenever the connection breaks, until gone is closed.
func (p *painter) live(ctx context.Context, gone <-chan struct{}) {
	var life sync.WaitGroup
	defer life.Wait()
	life.Go(func() { p.paint(ctx) })
	for {
		p.visit(gone)
		select {
		case <-gone:
			return
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// visit connects, and hears the others while the connection lasts.
func (p *painter) visit(gone <-chan struct{}) {
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+p.home()+"/board/live?room=a-room-of-robots", http.Header{"Origin": {site}})
	if err != nil {
		return
	}
	defer conn.Close()
	end := make(chan struct{})
	defer close(end)
	go func() {
		select {
		case <-gone:
			_ = conn.Close()
		case <-end:
		}
	}()
	_ = conn.WriteMessage(websocket.TextMessage, []byte(p.name+strings.Repeat("-", 16)))
	for {
		_, frame, err := conn.ReadMessage()
		if err != nil {
			return
		}
		if frame[0] == '*' {
			p.mu.Lock()
			p.conn = conn
			p.mu.Unlock()
			p.tellAll()
			continue
		}
		var w word
		if _, text, ok := strings.Cut(string(frame), " "); ok && json.Unmarshal([]byte(text), &w) == nil {
			p.hear(w)
		}
	}
}

func (p *painter) hear(w word) {
	for _, one := range append(w.B, w) {
		if cell, sign, ok := strings.Cut(one.X, "="); ok {
			p.mu.Lock()
			p.clock = max(p.clock, one.N)
			if r := (register{one.N, one.W, sign}); r.after(p.board[cell]) {
				p.board[cell] = r
			}
			p.mu.Unlock()
		}
	}
}

// say tells a word, which gets lost without a connection.
func (p *painter) say(w word) {
	p.mu.Lock()
	conn := p.conn
	p.mu.Unlock()
	p.talk.Lock()
	defer p.talk.Unlock()
	if conn != nil {
		_ = conn.WriteJSON(w)
	}
}

// tellAll tells the whole board, in frames of 100 cells.
func (p *painter) tellAll() {
	p.mu.Lock()
	board := maps.Clone(p.board)
	p.mu.Unlock()
	var part []word
	for cell, r := range board {
		if part = append(part, word{T: "m", N: r.n, W: r.who, X: cell + "=" + r.sign}); len(part) == 100 {
			p.say(word{T: "b", B: part})
			part = nil
		}
	}
	p.say(word{T: "b", B: part})
}

// paint makes a turn now and then, and looks elsewhere four times in between, as a hand does.
func (p *painter) paint(ctx context.Context) {
	tick := time.NewTicker(p.apart / 5)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if i%5 != 0 {
			p.say(word{T: "c", N: p.random.IntN(400)})
			continue
		}
		cell, sign := fmt.Sprintf("r%dc%d", p.random.IntN(20), p.random.IntN(20)), "#x?"[p.random.IntN(3):][:1]
		p.mu.Lock()
		p.clock++
		r := register{p.clock, p.name, sign}
		p.board[cell], p.made[cell] = r, r
		p.mu.Unlock()
		p.say(word{T: "m", N: r.n, W: p.name, X: cell + "=" + sign})
	}
}

// agree waits until all painters have the board that all their turns make.
func agree(t testing.TB, all []*painter) {
	t.Helper()
	want := map[string]register{}
	for _, p := range all {
		p.mu.Lock()
		for cell, r := range p.made {
			if r.after(want[cell]) {
				want[cell] = r
			}
		}
		p.mu.Unlock()
	}
	told := time.Now()
	eventually(t, "all painters have one board", func() bool {
		again := time.Since(told) > 5*time.Second // as pages do if they see that their boards differ
		if again {
			told = time.Now()
		}
		for _, p := range all {
			if again {
				p.tellAll()
			}
			p.mu.Lock()
			equal := maps.Equal(p.board, want)
			p.mu.Unlock()
			if !equal {
				return false
			}
		}
		return true
	})
}

// TestLive: four paint one board at two processes, over NATS. One process is killed, and NATS starts anew; all end
// with the board that their turns make.
func TestLive(t *testing.T) {
	t.Parallel()
	c, bots := openLive(t, 2)
	var mu sync.Mutex
	homes := []string{bots[0].endpoint, bots[1].endpoint}
	ctx, rest := context.WithCancel(context.Background())
	defer rest()
	gone := make(chan struct{})
	var all []*painter
	var life sync.WaitGroup
	for i := range 4 {
		p := newPainter(i, 50*time.Millisecond, func() string { mu.Lock(); defer mu.Unlock(); return homes[i%2] })
		all = append(all, p)
		life.Go(func() { p.live(ctx, gone) })
	}
	reaches := func(from, to int) func() bool {
		return func() bool {
			all[from].mu.Lock()
			n := all[from].clock
			all[from].mu.Unlock()
			all[to].mu.Lock()
			defer all[to].mu.Unlock()
			return all[to].clock >= n && n > 100
		}
	}
	eventually(t, "turns reach the other process", reaches(0, 1))
	c.queue.kill()
	time.Sleep(500 * time.Millisecond) // they paint on
	c.startQueue()
	time.Sleep(500 * time.Millisecond)
	bots[0].kill()
	mu.Lock()
	homes[0] = homes[1]
	mu.Unlock()
	time.Sleep(500 * time.Millisecond)
	next := c.liveReplica()
	mu.Lock()
	homes[0], homes[1] = next.endpoint, next.endpoint
	mu.Unlock()
	bots[1].signal(syscall.SIGTERM)
	time.Sleep(time.Second)
	rest()
	agree(t, all)
	close(gone)
	life.Wait()
}

// TestRobots: eight robots paint one board at two processes, as fast as people do. What the processes hold at the end
// is what they held after a tenth of the time. It logs what a player costs.
func TestRobots(t *testing.T) {
	lasting, err := time.ParseDuration(os.Getenv(robotsVariable))
	if err != nil {
		lasting = 5 * time.Second
	}
	_, bots := openLive(t, 2)
	ctx, rest := context.WithCancel(context.Background())
	defer rest()
	gone := make(chan struct{})
	var all []*painter
	var life sync.WaitGroup
	for i := range 8 {
		p := newPainter(i, 500*time.Millisecond, func() string { return bots[i%2].endpoint })
		all = append(all, p)
		life.Go(func() { p.live(ctx, gone) })
	}
	time.Sleep(lasting / 10)
	begun, used := time.Now(), bots[0].used(t)+bots[1].used(t)
	before := []held{holds(t, bots[0]), holds(t, bots[1])}
	time.Sleep(lasting * 9 / 10)
	spent := bots[0].used(t) + bots[1].used(t) - used
	t.Logf("a player takes %.2f %% of a core", 100*spent.Seconds()/time.Since(begun).Seconds()/8)
	for i, r := range bots {
		after := holds(t, r)
		t.Logf("before %v, after %v", before[i], after)
		if after.goroutines > before[i].goroutines+8 || after.descriptors > before[i].descriptors+8 {
			t.Error("goroutines or descriptors grow")
		}
		if lasting >= 2*time.Minute && after.resident > 1.3*before[i].resident {
			t.Error("memory grows")
		}
	}
	rest()
	agree(t, all)
	close(gone)
	life.Wait()
}
