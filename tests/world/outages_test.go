package world

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"kibitz/bot/settings"
	"kibitz/playground"
)

// TestOutages plays outages that Discord had, as far as bots felt them, each beside its control.
func TestOutages(t *testing.T) {
	for _, r := range slices.Concat(authenticationRows, restartRows, burstRows, revokedRows) {
		t.Run(r.name, func(t *testing.T) { inWorld(t, r.scene, r.test) })
	}
}

// authenticationRows: on 2023-11-06 the database of the authentication service lost most of its
// capacity to an upgrade, and for some two hours half of those who came could not be let in:
// https://discordstatus.com/incidents/bmx00xx7btkr. Here half of all calls fail and every identify is
// refused, for two hours.
var authenticationRows = []row{
	{"2023-11-06: half of the calls fail, endpoint", scene{fault: unavailable(0.5)}, func(w *world) {
		w.flawless(w.play(300, 2*time.Hour, w.usual))
		w.atLeast("unavailable", 50)
	}},
	{"2023-11-06, control: all of the calls fail", scene{fault: unavailable(1)}, func(w *world) {
		w.flawed(w.play(100, 30*time.Minute, w.usual), unanswered)
	}},
	// A first response is a call of ours here, and Discord waits three seconds for it: some six tries.
	{"2023-11-06: and one of two holders is killed, gateway", scene{fault: unavailable(0.5), gateway: true, replicas: 2}, func(w *world) {
		identifies := w.discord.Identifies()
		w.killSomebody()
		sum := w.refusingIdentifies(func() *score { return w.play(400, 2*time.Hour, w.usual) })
		w.flawless(sum, lost, late)
		if n := sum.of(lost, late); n > 400/20 {
			w.Errorf("%d of 400 lost", n)
		}
		w.spent(identifies, 200)
		w.comesBack(2)
	}},
	{"2023-11-06, control: and the only holder is killed, gateway", scene{fault: unavailable(0.5), gateway: true, replicas: 1}, func(w *world) {
		identifies := w.discord.Identifies()
		w.killSomebody()
		w.flawed(w.refusingIdentifies(func() *score { return w.play(400, 2*time.Hour, w.usual) }), lost)
		w.spent(identifies, 200)
		w.comesBack(1)
	}},
}

// unavailable returns a function that lets a share of all calls fail, by chance, with a status of 500 to
// 504. It counts them as "unavailable".
func unavailable(share float64) func(*world, playground.Request) *playground.Fault {
	return func(w *world, r playground.Request) *playground.Fault {
		if r.Inline || r.Route == playground.GatewayRoute || !w.chances.happen(share) {
			return nil
		}
		w.count("unavailable", 1)
		return &playground.Fault{Status: http.StatusInternalServerError + []int{0, 2, 3, 4}[w.chances.below(4)]}
	}
}

// refusingIdentifies does something while each identify and resume is refused.
func (w *world) refusingIdentifies(do func() *score) *score {
	stop := w.meanwhile(time.Second, func() { w.discord.RefuseIdentify(4000) })
	defer stop()
	return do()
}

// spent fails the test if more than `most` identifies were used since their number was `before`.
func (w *world) spent(before, most int) {
	w.Helper()
	n := w.discord.Identifies() - before
	w.count("identifies", n)
	if n > most {
		w.Errorf("%d identifies: Discord allows 1,000 a day", n)
	}
}

// comesBack ends the trouble, and fails the test unless all replicas are ready five minutes later and
// the answers after that are flawless.
func (w *world) comesBack(replicas int) {
	w.Helper()
	w.trouble.Store(false)
	time.Sleep(5 * time.Minute)
	w.ready(replicas)
	w.flawless(w.play(50, 50*time.Second, w.atOnce))
}

// restartRows: on 2017-10-13 Discord had to restart its real time system, and millions of clients
// connected anew over 20 minutes: https://discordstatus.com/incidents/qk9cdgnqnhcn. Here all sessions
// are gone at once, and for 20 minutes most handshakes and most questions for the gateway are refused.
// The control of the number of identifies is row 21's; that of their pace is the playground, which
// takes the token from a bot that is too fast.
var restartRows = []row{
	{"2017-10-13: all sessions are gone", holder(playground.Gateway{Shards: 16, MaxConcurrency: 1}, crowdedGateway), func(w *world) {
		identifies := w.allSessionsGone()
		w.flawless(w.play(400, 20*time.Minute, w.atOnce), lost)
		w.spent(identifies, 20)
		w.comesBack(1)
	}},
	{"2017-10-13: the endpoint does not feel it", scene{fault: crowdedGateway}, func(w *world) {
		w.flawless(w.play(400, 20*time.Minute, w.usual))
	}},
}

// crowdedGateway refuses nine of ten connections to the gateway.
func crowdedGateway(w *world, r playground.Request) *playground.Fault {
	if r.Route != playground.GatewayRoute && r.Route != "GET /gateway/bot" || !w.chances.happen(0.9) {
		return nil
	}
	w.count("turned away", 1)
	return &playground.Fault{Status: http.StatusServiceUnavailable}
}

func (w *world) allSessionsGone() (identifies int) {
	w.discord.ForgetSessions()
	w.discord.DropGateway()
	time.AfterFunc(20*time.Minute, func() { w.trouble.Store(false) })
	return w.discord.Identifies()
}

// burstRows: on 2022-01-26, after an outage of the API and of a database, Discord turned down parts
// of its slash commands for hours (its status posts, as quoted in
// https://www.safetydetectives.com/news/discord-outage-caused-by-api-and-database-issues/); bots got
// commands late and many at a time. Here half of them come with the next full minute, 5 to 60 s late,
// when Discord does not wait any more. Nothing is to come of these, and of the others all.
var burstRows = []row{
	{"2022-01-26: commands come late and in bursts, gateway", scene{gateway: true, mishap: bursts, fault: afterLate}, func(w *world) {
		sum := w.play(600, 10*time.Minute, w.usual)
		w.flawless(sum, lost, late)
		w.atLeast("late commands", 100)
		if n := w.counts("late commands"); sum.of(lost, late) != n {
			w.Errorf("%d without an answer, and %d came late", sum.of(lost, late), n)
		}
		w.none("written for a late command")
		if n := w.counts("calls for a late command"); n > 4*w.counts("late commands") {
			w.Errorf("%d calls for them", n)
		}
	}},
	{"2022-01-26, control: no command is late", scene{gateway: true, fault: afterLate}, func(w *world) {
		w.flawless(w.play(600, 10*time.Minute, w.usual))
		w.none("calls for a late command")
	}},
}

// lateOnes are the interactions that came late, each with its world: ids begin anew in each.
var lateOnes sync.Map

type inOne struct {
	*world
	interaction string
}

func bursts(w *world, d playground.Delivery) *playground.Mishap {
	wait := time.Until(time.Now().Truncate(time.Minute).Add(time.Minute))
	if d.Kind != 2 || wait < 5*time.Second || !w.chances.happen(0.5) {
		return nil
	}
	w.count("late commands", 1)
	lateOnes.Store(inOne{w, d.Interaction}, true)
	return &playground.Mishap{Delay: wait}
}

// afterLate counts what is asked and written for commands that came late.
func afterLate(w *world, r playground.Request) *playground.Fault {
	if _, is := lateOnes.Load(inOne{w, r.Interaction}); is {
		w.count("calls for a late command", 1)
		if r.Method == http.MethodPatch {
			w.count("written for a late command", 1)
		}
	}
	return nil
}

// revokedRows: Discord takes a token away that it finds in public, or that identifies too often. From
// then on each call with it is answered 401, and 10,000 of those in ten minutes ban the address
// (Discord's documentation, "Rate Limits"). No more than ten may follow.
var revokedRows = []row{
	{"the token is revoked, gateway", scene{gateway: true, replicas: 1, noQueue: true, fault: withToken}, func(w *world) {
		l := w.replicas[0].now()
		w.discord.RevokeToken()
		for range 4 { // it is started again
			if err := <-l.ended; err == nil {
				w.Error("the bot goes on")
			}
			l = w.replicas[0].start(nil)
		}
		time.Sleep(time.Hour)
		w.fewWithToken()
	}},
	{"the token is revoked, endpoint", scene{fault: withToken}, func(w *world) {
		w.discord.RevokeToken()
		for _, r := range w.replicas {
			_ = r.now().stop()
			r.start(func(c *settings.Config) { c.Discord.Register = true })
		}
		w.flawless(w.play(100, time.Hour, w.usual))
		w.atLeast("calls with the token", 1)
		w.fewWithToken()
	}},
	{"the token is revoked, control: calls with it fail otherwise", scene{gateway: true, replicas: 1, noQueue: true, fault: func(w *world, r playground.Request) *playground.Fault {
		_ = withToken(w, r)
		return failingRoute(w, r)
	}}, func(w *world) {
		failsFor(time.Hour, "GET /gateway/bot", playground.Fault{Status: 500})(w)
		w.discord.ForgetSessions()
		time.Sleep(time.Hour)
		if n := w.counts("calls with the token"); n <= 10 {
			w.Errorf("%d calls with the token", n)
		}
	}},
}

func withToken(w *world, r playground.Request) *playground.Fault {
	if r.Header.Get("Authorization") != "" {
		w.count("calls with the token", 1)
	}
	return nil
}

func (w *world) fewWithToken() {
	w.Helper()
	if n := w.counts("calls with the token"); n > 10 {
		w.Errorf("%d calls with a token that is no more", n)
	}
}
