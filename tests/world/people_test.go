package world

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/commands"
	"kibitz/commands/chat"
	"kibitz/playground"
)

// A script is what a person asks: a command, and then buttons of the reply.
type script struct {
	typed  string
	clicks []string
}

func (s script) String() string { return strings.Join(append([]string{s.typed}, s.clicks...), " > ") }

// quickScripts are answered at once, by the real commands.
var quickScripts = []script{
	{typed: "/lightsout puzzle:110/011/101"},
	{typed: "/lightsout puzzle:11110/11101/11101/00011/11011"},
	{typed: "/cardflip puzzle:1 1 1 1 0 1 1"},
	{typed: "/nonogram puzzle:2|1;1"}, // with a picture, a small one
	{typed: "/kakuro puzzle:#,17\\,16\\/\\17,.,./\\16,.,. do:check"},
	{typed: "/lightsout", clicks: []string{"a1", "b2"}},
	{typed: "/cardflip puzzle:1 1 1 1 0 1 1", clicks: []string{"Step by step"}},
}

// slowScripts take as long as they say, in milliseconds: see worker.
var slowScripts = []script{
	{typed: "/wait ms:1000"}, {typed: "/wait ms:2000"}, {typed: "/wait ms:3000"}, {typed: "/wait ms:5000"},
	{typed: "/wait ms:8000"}, {typed: "/wait ms:13000"}, {typed: "/wait ms:30000"}, {typed: "/wait ms:60000"},
	{typed: "/wait ms:1000", clicks: []string{"8000 ms, here", "2000 ms, here"}},
}

var shortScripts = slices.DeleteFunc(slices.Clone(slowScripts), func(s script) bool {
	return s.typed == "/wait ms:60000" || len(s.clicks) > 0
})

// briskScripts are answered by the first response, but not at once.
var briskScripts = []script{{typed: "/wait ms:300"}, {typed: "/wait ms:500"}, {typed: "/wait ms:700"}}

// A worker answers as the commands do, and to /wait after the time that it is told. To
// /die its process is dead after two seconds.
type worker struct {
	*commands.Commands
	life *life
}

func (h worker) Definitions() []chat.Definition {
	return append(h.Commands.Definitions(),
		chat.Definition{Name: "wait", Description: "Answers after a while", Options: []chat.Option{
			{Name: "ms", Description: "How long", Type: chat.Number, Required: true, Min: 1, Max: 600_000},
		}},
		chat.Definition{Name: "die", Description: "Is nobody's friend"})
}

func ours(req *chat.Request) bool {
	return req.Command == "wait" || req.Command == "die" || strings.HasPrefix(req.Path, waitPath)
}

const waitPath = "wait?ms="

func (h worker) Inquire(req *chat.Request) chat.Inquiry {
	if !ours(req) {
		return h.Commands.Inquire(req)
	}
	return chat.Inquiry{
		Form:   func() *chat.Form { return nil },
		Answer: func(ctx context.Context, progress func(*chat.Reply)) *chat.Reply { return h.answer(ctx, req, progress) },
	}
}

// answer answers what the commands do not know.
func (h worker) answer(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply {
	switch ms, again := strings.CutPrefix(req.Path, waitPath); {
	case again:
		n, _ := strconv.Atoi(ms)
		return wait(ctx, n, "again", progress)
	case req.Command == "wait":
		n, _ := req.Options["ms"].(int64)
		return wait(ctx, int(n), "for the first time", progress)
	}
	if reply := wait(ctx, 2000, "", progress); ctx.Err() != nil {
		return reply
	}
	h.life.kill()
	h.life.world.revive(h.life.replica)
	<-ctx.Done()
	return &chat.Reply{Title: "dead"}
}

// wait is the reply after a time, with progress meanwhile.
func wait(ctx context.Context, ms int, how string, progress func(*chat.Reply)) *chat.Reply {
	over := time.NewTimer(time.Duration(ms) * time.Millisecond)
	defer over.Stop()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for i := 1; ; i++ {
		select {
		case <-tick.C:
			progress(&chat.Reply{Title: fmt.Sprint(i, " s of ", ms, " ms")})
			continue
		case <-ctx.Done():
			return &chat.Reply{Title: "cut short"}
		case <-over.C:
		}
		break
	}
	in := func(ms int) chat.Button {
		return chat.Button{Label: fmt.Sprint(ms, " ms, here"), Path: waitPath + strconv.Itoa(ms), Mode: chat.EditByOwner}
	}
	return &chat.Reply{Title: fmt.Sprint("Waited ", ms, " ms ", how), Puzzle: fmt.Sprint(ms, " ms, ", how), Buttons: []chat.Button{in(2000), in(8000)}}
}

// answerPatience is longer than Discord's.
const answerPatience = 16 * time.Minute

// answersRehearsed are what rehearsed has found out; nil before. Tests in worlds run one after the other.
var answersRehearsed map[string][]string

// rehearsed returns what each script is answered where nothing goes wrong: in a world of its own, once for all
// others.
func rehearsed(t *testing.T) map[string][]string {
	t.Helper()
	if answersRehearsed != nil {
		return answersRehearsed
	}
	found := map[string][]string{}
	inNewWorld(t, scene{}, func(w *world) {
		for _, s := range slices.Concat(quickScripts, briskScripts, slowScripts) {
			e := w.begin(s)
			e.run()
			found[s.String()] = e.texts
			if e.err != nil || len(e.texts) != 1+len(s.clicks) || strings.Contains(e.texts[len(e.texts)-1], "wrong") {
				w.Fatalf("%s: %v, %q", s, e.err, e.texts)
			}
		}
	})
	answersRehearsed = found
	return found
}

// An errand is a script that is being played by somebody who asks nothing else.
type errand struct {
	world  *world
	script script
	person string

	asked []*playground.Asked
	texts []string // of the answers when they had just come
	err   error
}

func (w *world) begin(s script) *errand {
	return &errand{world: w, script: s, person: strconv.FormatUint(5e17+w.chances.number(), 10)}
}

// run plays the script as far as it is answered.
func (v *errand) run() {
	ctx, cancel := context.WithTimeout(context.Background(), answerPatience)
	defer cancel()
	a, err := v.world.discord.Send(v.person, v.script.typed)
	for i := 0; err == nil; i++ {
		v.asked = append(v.asked, a)
		if err = a.Wait(ctx); err != nil {
			break
		}
		o := a.Outcome()
		for range 60 { // an answer that flickers is awaited: the checker counts it by itself
			if o.Message == nil || !o.Message.Progress {
				break
			}
			time.Sleep(time.Second)
			o = a.Outcome()
		}
		v.texts = append(v.texts, o.Message.Text())
		if i == len(v.script.clicks) {
			return
		}
		time.Sleep(time.Second) // a person looks before a second click
		id := button(o.Message.Components, v.script.clicks[i])
		if id == "" {
			err = fmt.Errorf("no button %q in %s", v.script.clicks[i], o.Message.Text())
			break
		}
		a, err = v.world.discord.ClickReply(a, v.person, id)
	}
	v.err = err
}

// play has scripts of n requests together played, evenly spread over a time, and returns
// when each has been judged: when its tokens have ended, and nothing more can come.
func (w *world) play(n int, over time.Duration, pick func() script) *score {
	var errands sync.WaitGroup
	sum := &score{}
	for asked := 0; asked < n; {
		v := w.begin(pick())
		steps := 1 + len(v.script.clicks)
		asked += steps
		w.note(plan, v.person, v.script)
		time.Sleep(over / time.Duration(n) * time.Duration(steps))
		errands.Go(func() {
			v.run()
			time.Sleep(answerPatience)
			all := v.verdicts()
			for _, d := range all {
				w.note(answers, v.person, d.of, d.said, d.flaws)
			}
			sum.add(all)
		})
	}
	errands.Wait()
	w.report(sum)
	return sum
}

// chances returns random numbers. As long as one goroutine asks, a seed always gives the same numbers.
// For events whose order depends on goroutines, at returns chances of their own.
type chances struct {
	seed uint64
	mu   sync.Mutex
	rng  *rand.Rand
}

func newChances(seed uint64) *chances {
	return &chances{seed: seed, rng: rand.New(rand.NewPCG(seed, 0))}
}

// at returns the chances of one event, whatever was asked for before.
func (c *chances) at(event ...any) *chances {
	h := fnv.New64a()
	fmt.Fprintln(h, event...)
	return &chances{seed: c.seed, rng: rand.New(rand.NewPCG(c.seed, h.Sum64()))}
}

// of returns the chances of one thing, `what`, that may befall a request. Requests are told apart by the
// route, by the moment at which the interaction began, which is part of its id, and by the time since
// then. The rest of the id would not do, since it depends on other requests, nor would the token.
func (c *chances) of(what string, r playground.Request) *chances {
	return c.at(what, r.Route, moment(r.Interaction), r.Age.Milliseconds())
}

// moment returns the time in one of Discord's ids, in milliseconds.
func moment(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64)
	return n >> 22
}

func (c *chances) number() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.Uint64N(1e15)
}

// happen is true with that probability.
func (c *chances) happen(p float64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.Float64() < p
}

func (c *chances) below(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.IntN(n)
}

// upTo is a time between nothing and d.
func (c *chances) upTo(d time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(c.rng.Int64N(int64(d)))
}

// among picks one of the scripts.
func (w *world) among(scripts []script) script { return scripts[w.chances.below(len(scripts))] }

// usual are nine quick puzzles to a slow one.
func (w *world) usual() script {
	if w.chances.happen(0.1) {
		return w.among(slowScripts)
	}
	return w.among(quickScripts)
}

// button is the custom_id of the button with that label, or with that value in its
// custom_id; "" if there is none.
func button(components json.RawMessage, label string) (id string) {
	var list []struct {
		Label      string          `json:"label"`
		CustomID   string          `json:"custom_id"`
		Components json.RawMessage `json:"components"`
	}
	_ = json.Unmarshal(components, &list) // of what has none there is nothing to find
	for _, c := range list {
		if c.Label == label || strings.Contains(c.CustomID+"&", "="+label+"&") {
			return c.CustomID
		}
		if id = button(c.Components, label); id != "" {
			return id
		}
	}
	return ""
}
