package bot

import (
	"sync"

	"kibitz/bot/settings"
)

// An admission counts what the bot is busy with, in all and for each person,
// and lets no more in than the limits allow.
//
// Requests come first. A suggestion counts as a request of its person would, and
// there are never more suggestions than workers; a request is let in whatever
// suggestions there are. So nobody's typing keeps anybody from an answer, and all
// typing together takes no more of the processor than the solvers do.
type admission struct {
	mu          sync.Mutex
	limits      admissionLimits
	requests    int // for which there is no answer yet
	open        int // requests without an answer, or whose answer has not arrived at Discord
	unsent      int // bytes of answers that have not arrived
	suggestions int
	byUser      map[string]load
	closing     bool
	empty       chan struct{} // closed when closing and none is open
}

type admissionLimits struct{ requests, suggestions, perUser int }

// Limits on answers that are on their way to Discord: they hold no worker, but memory.
const (
	maxUnsent      = 32 << 20 // bytes of all answers
	maxUnsentOfOne = 8        // answers to one person, beside the requests that are worked on
)

// A load is one person's share: requests without an answer, requests whose answer is not with
// Discord yet (open), and suggestions.
type load struct{ requests, open, suggestions int }

func newAdmission(l settings.Limits) *admission {
	a := &admission{byUser: map[string]load{}, empty: make(chan struct{})}
	a.limit(l)
	return a
}

// limit changes the limits. Requests that are in stay in.
func (a *admission) limit(l settings.Limits) {
	a.mu.Lock()
	defer a.mu.Unlock()
	workers := l.WorkerCount()
	a.limits = admissionLimits{workers + l.Queue, workers, l.PerUser}
}

// Ids of the notices for requests that are not let in.
const (
	noticeBusyUser = "busy.user"
	noticeBusyBot  = "busy.bot"
	noticeStopping = "stopping"
)

// enter lets a request of a user in, or returns the id of the notice that says
// why not. The caller of a request that was let in calls done and then release.
func (a *admission) enter(user string) (refusal string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.closing:
		return noticeStopping
	case a.byUser[user].requests >= a.limits.perUser, a.byUser[user].open >= a.limits.perUser+maxUnsentOfOne:
		return noticeBusyUser
	case a.requests >= a.limits.requests, a.unsent > maxUnsent:
		return noticeBusyBot
	}
	a.requests++
	a.open++
	a.count(user, load{requests: 1, open: 1})
	return ""
}

// done notes that a request has an answer, of the given size: others may come in, and the
// user may ask again.
func (a *admission) done(user string, bytes int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests--
	a.unsent += bytes
	a.count(user, load{requests: -1})
}

// release ends a request whose answer, of the given size, has arrived or never will.
func (a *admission) release(user string, bytes int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open--
	a.unsent -= bytes
	a.count(user, load{open: -1})
	if a.closing && a.open == 0 {
		close(a.empty)
	}
}

// enterSuggestion lets a suggestion in, and reports whether it did: not at the end of the
// process, nor where requests and suggestions together reach the limits on requests, nor beyond
// the number of workers. If it is in, the caller calls releaseSuggestion at its end.
func (a *admission) enterSuggestion(user string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	own := a.byUser[user]
	if a.closing || own.requests+own.suggestions >= a.limits.perUser ||
		a.requests+a.suggestions >= a.limits.requests || a.suggestions >= a.limits.suggestions {
		return false
	}
	a.suggestions++
	a.count(user, load{suggestions: 1})
	return true
}

// releaseSuggestion ends a suggestion that was let in.
func (a *admission) releaseSuggestion(user string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.suggestions--
	a.count(user, load{suggestions: -1})
}

// count adds more to a user's load. The caller holds a.mu.
func (a *admission) count(user string, more load) {
	own := a.byUser[user]
	own.requests += more.requests
	own.open += more.open
	own.suggestions += more.suggestions
	if own == (load{}) {
		delete(a.byUser, user)
		return
	}
	a.byUser[user] = own
}

// close lets nothing in any more. It is called once.
func (a *admission) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closing = true
	if a.open == 0 {
		close(a.empty)
	}
}

// state returns how many requests have no answer at Discord yet, and how many suggestions are
// being made.
func (a *admission) state() (open, suggestions int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.open, a.suggestions
}
