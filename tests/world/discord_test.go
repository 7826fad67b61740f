package world

import (
	"bytes"
	"net/http"
	"strings"
	"sync"
	"time"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"
)

// discordRows are about what Discord does, and what does as if it were Discord.
var discordRows = []row{
	{"row 13: 429 of the user and shared", scene{fault: limited(0.5, playground.UserScope, playground.SharedScope)}, func(w *world) {
		w.flawless(w.play(200, 100*time.Second, w.pickSlow))
		w.atLeast("429", 50)
		w.none("asked again before its time")
	}},
	{"row 14: 429 global on a route without a token", scene{fault: limited(0.5, playground.GlobalScope)}, func(w *world) {
		w.flawless(w.play(200, 100*time.Second, w.pickSlow))
		w.atLeast("429", 50)
		w.none("asked again before its time")
	}},
	{"row 15: banned for five minutes", scene{fault: banned}, func(w *world) {
		time.AfterFunc(5*time.Minute, func() { w.trouble.Store(false) })
		w.flawless(w.play(200, 100*time.Second, w.usual))
		// Each replica has what was under way when the ban began, and one a minute after that.
		w.atLeast("1015", 3)
		if n := w.counts("1015"); n > 3*(5+10) {
			w.Errorf("%d requests while banned", n)
		}
	}},
	{"row 16: failures before and after the effect", scene{fault: failing(0.3), balancer: balancing{loses: 0.05}}, func(w *world) {
		w.flawless(w.play(300, 150*time.Second, w.usual))
		w.atLeast("failures", 20)
	}},
	{"row 16: the same over the gateway", scene{fault: failing(0.3), gateway: true}, func(w *world) {
		w.flawless(w.play(300, 150*time.Second, w.usual))
		w.atLeast("failures", 100)
	}},
	{"row 16: and 10062 where there is an answer already", scene{fault: failing(0.3), gateway: true, mishap: ackedIsUnknown}, func(w *world) {
		w.flawless(w.play(300, 150*time.Second, w.usual))
	}},
	{"row 16: an answer's second try that arrives after the next click's answer", scene{fault: secondTry()}, func(w *world) {
		w.flawless(w.play(150, 300*time.Second, func() script { return slowScripts[len(slowScripts)-1] }))
		w.atLeast("lost", 50)
	}},
	// The answer is sent once more after it.
	{"row 16: progress that Discord shows 20 s late", scene{fault: lateProgress}, func(w *world) {
		sum := w.play(100, 100*time.Second, w.pickSlow)
		w.flawless(sum, flickered)
		if sum.of(flickered) == 0 {
			w.Error("no answer was gone for a while")
		}
	}},
	{"row 17: 10015 for up to 10 s after an inline deferral", scene{mishap: unsettled}, func(w *world) {
		w.flawless(w.play(200, 100*time.Second, w.pickSlow))
		w.atLeast("10015", 50)
	}},
	{"row 18: 10062 at the first response", scene{fault: unknown(), gateway: true, replicas: 1}, func(w *world) {
		sum := w.play(100, 100*time.Second, w.usual)
		w.flawless(sum, lost, late)
		w.atLeast("10062", 10)
		if n := w.counts("10062"); n != sum.of(lost, late) {
			w.Errorf("%d without an answer of %d refused", sum.of(lost, late), n)
		}
		w.none("edits after 10062")
	}},
	{"row 22: forged requests beside true ones", scene{}, func(w *world) {
		w.flawless(w.during(50*time.Millisecond, w.forge, 300, 60*time.Second, w.pickBrisk))
		w.atLeast("forged", 1000)
		w.none("forged and not refused")
	}},
	{"row 26: the token is revoked", scene{}, func(w *world) {
		w.discord.RevokeToken()
		w.flawless(w.play(100, 50*time.Second, w.usual))
	}},
}

func (w *world) none(what string) {
	w.Helper()
	if n := w.counts(what); n > 0 {
		w.Errorf("%s: %d", what, n)
	}
}

// limited refuses a share of the edits for some seconds, and counts those that do not heed it. It does
// not count looks: one that has to wait is given up, and the next one, often another process's, is not
// told of that.
func limited(share float64, scopes ...playground.Scope) func(*world, playground.Request) *playground.Fault {
	type route struct {
		world *world // time begins anew in each
		name  string
	}
	var mu sync.Mutex
	until := map[route]time.Time{}
	return func(w *world, r playground.Request) *playground.Fault {
		if !isEdit(r) {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		asked := route{w, r.Method + r.Interaction}
		if r.Method != http.MethodGet && time.Now().Before(until[asked]) {
			w.count("asked again before its time", 1)
		}
		chances := w.chances.of("limit", r)
		if !chances.happen(share) {
			return nil
		}
		w.count("429", 1)
		pause := time.Duration(1+chances.below(5)) * time.Second
		until[asked] = time.Now().Add(pause)
		return playgroundtest.RateLimited(pause, scopes[chances.below(len(scopes))])
	}
}

// banned answers as Cloudflare does.
func banned(w *world, r playground.Request) *playground.Fault {
	if r.Inline || r.Interaction == "" {
		return nil
	}
	w.count("1015", 1)
	return playgroundtest.CloudflareBan(30 * time.Second)
}

// failing has servers and networks do all that they do to a share of the requests.
func failing(share float64) func(*world, playground.Request) *playground.Fault {
	return func(w *world, r playground.Request) *playground.Fault {
		if r.Interaction == "" || !w.chances.of("fails", r).happen(share) {
			return nil
		}
		return failure(w, r)
	}
}

func failure(w *world, r playground.Request) *playground.Fault {
	w.count("failures", 1)
	all := []playground.Fault{
		{Status: 500}, {Status: 502, Body: "<html>"}, {Status: 503}, {Status: 504}, {Reset: true}, {Lose: true}, {Delay: time.Second},
	}
	if !isCallback(r) { // for which there is no time
		all = append(all, playground.Fault{Delay: 25 * time.Second, Reset: true})
	}
	return &all[w.chances.of("failure", r).below(len(all))]
}

// secondTry has Discord's answer to an interaction's first edit lost, and its second edit 15 s under way.
func secondTry() func(*world, playground.Request) *playground.Fault {
	var edited sync.Map // interactions
	return func(w *world, r playground.Request) *playground.Fault {
		if r.Method != http.MethodPatch || bytes.Contains(r.Body, []byte(playground.ProgressMark)) {
			return nil
		}
		if _, again := edited.LoadOrStore(r.Interaction, true); again {
			return &playground.Fault{Delay: 15 * time.Second}
		}
		w.count("lost", 1)
		return &playground.Fault{Lose: true}
	}
}

func ackedIsUnknown(*world, playground.Delivery) *playground.Mishap {
	return &playground.Mishap{AckedIsUnknown: true}
}

func lateProgress(w *world, r playground.Request) *playground.Fault {
	if !bytes.Contains(r.Body, []byte(playground.ProgressMark)) || !w.chances.of("late", r).happen(0.3) {
		return nil
	}
	return &playground.Fault{Delay: 20 * time.Second}
}

// unsettled has the webhook of half the interactions unknown for a while.
func unsettled(w *world, d playground.Delivery) *playground.Mishap {
	chances := w.chances.at("unsettled", moment(d.Interaction))
	if !chances.happen(0.5) {
		return nil
	}
	w.count("10015", 1)
	return &playground.Mishap{Unsettled: chances.upTo(10 * time.Second)}
}

// unknown refuses first responses as too late, and counts edits after that.
func unknown() func(*world, playground.Request) *playground.Fault {
	var refused sync.Map // interactions
	return func(w *world, r playground.Request) *playground.Fault {
		_, over := refused.Load(r.Interaction)
		switch {
		case over && r.Method == http.MethodPatch:
			w.count("edits after 10062", 1)
		case over && !isCallback(r):
			return nil
		case isCallback(r) && w.chances.of("unknown", r).happen(0.2):
			refused.Store(r.Interaction, true)
			w.count("10062", 1)
		default:
			return nil
		}
		return &playground.Fault{Status: http.StatusNotFound, Body: `{"code": 10062, "message": "Unknown interaction"}`}
	}
}

// forge sends the balancer what is not Discord's.
func (w *world) forge() {
	body := `{"id":"1","application_id":"1","token":"a","type":2,"data":{"name":"about"}}`
	signature := strings.Repeat("0", 128)
	method, want := http.MethodPost, http.StatusUnauthorized
	switch w.chances.at("forged", time.Since(w.started)).below(6) {
	case 0:
		method, want = http.MethodGet, http.StatusMethodNotAllowed
	case 1:
		signature = strings.Repeat("0", 126)
	case 2:
		signature = "nonsense"
	case 3:
		signature = strings.Repeat("f", 128)
	case 4:
		body, want = strings.Repeat("a", 600<<10), http.StatusRequestEntityTooLarge
	}
	r, err := http.NewRequestWithContext(w.Context(), method, "http://"+balancerAddress+"/", bytes.NewReader([]byte(body)))
	if err != nil {
		w.Error(err)
		return
	}
	r.Header.Set("X-Signature-Ed25519", signature)
	r.Header.Set("X-Signature-Timestamp", "1700000000")
	transport := &http.Transport{DialContext: w.net.From("stranger"), DisableKeepAlives: true}
	res, err := transport.RoundTrip(r)
	w.count("forged", 1)
	if err != nil {
		return // it was reset, or nobody was there
	}
	_ = res.Body.Close()
	if res.StatusCode != want && res.StatusCode < 500 { // the balancer answers for a replica that is away
		w.count("forged and not refused", 1)
	}
}
