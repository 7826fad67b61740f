package gateway

import (
	"crypto/rand"
	"encoding/base64"
	"time"
)

// Settings say how a gateway behaves. The zero Settings are those of a small bot in no hurry.
type Settings struct {
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
)

// ResumePath is the path of the resume_gateway_url of Settings.ResumeElsewhere.
const ResumePath = "/resume"

// starts counts the sessions that may still be begun.
type starts struct {
	left   int
	resets time.Time         // when left is identifiesPerDay again
	last   map[int]time.Time // when the last identify of a bucket was taken
}

// starts returns the sessions that may be begun from now on.
func (s *Settings) starts(now time.Time) starts {
	rest := s.ResetAfter
	if rest == 0 {
		rest = day
	}
	return starts{identifiesPerDay - s.Used, now.Add(rest), map[int]time.Time{}}
}

// renew begins another day if the last one is over.
func (l *starts) renew(now time.Time) {
	for !now.Before(l.resets) {
		l.left, l.resets = identifiesPerDay, l.resets.Add(day)
	}
}

// verdict says how an identify is received.
type verdict int

const (
	welcome verdict = iota
	tooSoon         // after another one of its bucket
	tooMany         // today: Discord then resets the token
)

// spend takes one identify of a shard, and returns how it is received.
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

// URL returns the address of the gateway.
func (g *Gate) URL() string { return "ws://" + g.config.Addr }

// Limits returns the answer to GET /gateway/bot.
func (g *Gate) Limits() map[string]any {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, s, starts := time.Now(), &g.config.Settings, &g.state.starts
	starts.renew(now)
	return map[string]any{
		"url": g.URL(), "shards": max(1, s.Shards),
		"session_start_limit": map[string]any{
			"total": identifiesPerDay, "remaining": max(0, starts.left),
			"reset_after": starts.resets.Sub(now).Milliseconds(), "max_concurrency": max(1, s.MaxConcurrency),
		},
	}
}

// resumeURL returns the resume_gateway_url of READY.
func (g *Gate) resumeURL() string {
	if g.config.Settings.ResumeElsewhere {
		return g.URL() + ResumePath
	}
	return g.URL()
}

// newToken returns a bot token of an application.
func newToken(application string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(application)) + ".play." + rand.Text()
}
