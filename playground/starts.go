package playground

import (
	"crypto/rand"
	"encoding/base64"
	"time"
)

// Gateway says how the gateway behaves. The zero Gateway is that of a small bot
// in no hurry.
type Gateway struct {
	Shards          int           // recommended; 0 is 1
	MaxConcurrency  int           // identifies in 5 s; 0 is told as 1 and not enforced
	Used            int           // of the day's 1,000 identifies
	ResetAfter      time.Duration // until the day is over; 0 is 24 h
	ResumeElsewhere bool          // resumes are taken at resume_gateway_url alone, which then is an address of its own
}

const (
	identifiesPerDay = 1000
	identifyPause    = 5 * time.Second // between two in one bucket
	day              = 24 * time.Hour
	resumePath       = "/resume"
)

// GatewayRoute is the Route of a WebSocket's handshake, which a Fault can have
// go wrong, too: refused with a status, reset, or, with a Delay that outlasts
// the client, never answered.
const GatewayRoute = "GET /"

// starts is what may still be begun. It is guarded by Server.mu.
type starts struct {
	left   int
	resets time.Time         // when left is identifiesPerDay again
	last   map[int]time.Time // when the last identify of a bucket was taken
}

func (g *Gateway) starts(now time.Time) starts {
	return starts{identifiesPerDay - g.Used, now.Add(orDay(g.ResetAfter)), map[int]time.Time{}}
}

func orDay(d time.Duration) time.Duration {
	if d == 0 {
		return day
	}
	return d
}

// renew begins another day if the last one is over.
func (l *starts) renew(now time.Time) {
	for !now.Before(l.resets) {
		l.left, l.resets = identifiesPerDay, l.resets.Add(day)
	}
}

// verdict is what an identify meets.
type verdict int

const (
	welcome verdict = iota
	tooSoon         // after another one of its bucket
	tooMany         // today: Discord then resets the token
)

// spend takes one identify of a shard, and says whether it is too soon after
// another one of its bucket.
func (l *starts) spend(shard, maxConcurrency int, now time.Time) verdict {
	l.renew(now)
	if l.left--; l.left < 0 {
		return tooMany
	}
	if maxConcurrency == 0 {
		return welcome
	}
	bucket := shard % maxConcurrency
	if last, ok := l.last[bucket]; ok && now.Sub(last) < identifyPause {
		return tooSoon
	}
	l.last[bucket] = now
	return welcome
}

func (s *Server) getGatewayBot(*call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.gate.starts.renew(now)
	return object{
		"url": "ws://" + s.addr, "shards": max(1, s.opt.Gateway.Shards),
		"session_start_limit": object{
			"total": identifiesPerDay, "remaining": max(0, s.gate.starts.left),
			"reset_after": s.gate.starts.resets.Sub(now).Milliseconds(), "max_concurrency": max(1, s.opt.Gateway.MaxConcurrency),
		},
	}, nil
}

// resumeURL is what READY says.
func (s *Server) resumeURL() string {
	if s.opt.Gateway.ResumeElsewhere {
		return "ws://" + s.addr + resumePath
	}
	return "ws://" + s.addr
}

// newToken is a bot token of an application.
func newToken(application string) *string {
	return new(base64.RawURLEncoding.EncodeToString([]byte(application)) + ".play." + rand.Text())
}

// Identifies is how many sessions were asked for, those refused counted.
func (s *Server) Identifies() int { return s.counted(func(g *gate) int { return g.identifies }) }

// Resumes is how many sessions were asked to go on, those refused counted.
func (s *Server) Resumes() int { return s.counted(func(g *gate) int { return g.resumes }) }

// Connections is how many connections were opened to the gateway.
func (s *Server) Connections() int { return s.counted(func(g *gate) int { return g.connections }) }

func (s *Server) counted(what func(*gate) int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return what(&s.gate)
}
