package bot

import (
	"sync"

	"kibitz/bot/settings"
)

// An admission counts what the bot is busy with, in all and for each person,
// and lets no more in than the limits allow.
//
// Requests come first. A suggestion is let in only where a request of that
// person would be, requests and suggestions counted together, and there are
// never more of them than workers; a request is let in whatever suggestions
// there are. So nobody's typing keeps anybody from an answer, and all typing
// together takes no more of the processor than the solvers do.
type admission struct {
	mu          sync.Mutex
	limits      admissionLimits
	requests    int // for which there is no answer yet
	open        int // those, and those whose answer has not arrived at Discord
	unsent      int // bytes of these answers
	suggestions int
	byUser      map[string]load
	closing     bool
	empty       chan struct{} // closed when closing and none is open
}

type admissionLimits struct{ requests, suggestions, perUser int }

// Answers on their way to Discord hold no worker, but memory: so many may be, and so many
// of one person, beside the requests that are worked on.
const (
	maxUnsent      = 32 << 20 // bytes
	maxUnsentOfOne = 8
)

// load is what one person has asked for that is not answered yet, and, in open, what is not
// with Discord yet.
type load struct{ requests, open, suggestions int }

func newAdmission(l settings.Limits) *admission {
	a := &admission{byUser: map[string]load{}, empty: make(chan struct{})}
	a.limit(l)
	return a
}

// limit changes the limits; who is in stays in.
func (a *admission) limit(l settings.Limits) {
	a.mu.Lock()
	defer a.mu.Unlock()
	workers := l.WorkerCount()
	a.limits = admissionLimits{workers + l.Queue, workers, l.PerUser}
}

// Ids of the notices for those who are not let in.
const (
	noticeBusyUser = "busy.user"
	noticeBusyBot  = "busy.bot"
	noticeStopping = "stopping"
)

// enter lets a request of a user in, or returns the id of the notice that says
// why not. After it was let in, call done and then release.
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

// done says that there is an answer of so many bytes: others may come in, and the user may
// ask again.
func (a *admission) done(user string, bytes int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests--
	a.unsent += bytes
	a.count(user, load{requests: -1})
}

// release ends the request, whose answer had so many bytes.
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

// enterSuggestion lets a suggestion in or not. After it was let in, call
// releaseSuggestion.
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

func (a *admission) releaseSuggestion(user string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.suggestions--
	a.count(user, load{suggestions: -1})
}

// count changes a user's load; a.mu is held.
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

// close lets nobody in any more. It is called once.
func (a *admission) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closing = true
	if a.open == 0 {
		close(a.empty)
	}
}

// state is how many requests are open, and how many suggestions are made.
func (a *admission) state() (open, suggestions int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.open, a.suggestions
}
