package bot

import "sync"

// An admission counts what the bot is busy with, in all and for each person,
// and lets no more in than the limits allow.
//
// Requests come first. A suggestion is let in only where a request of that
// person would be, requests and suggestions counted together, and there are
// never more of them than workers; a request is let in whatever suggestions
// there are. So nobody's typing keeps anybody from an answer, and all typing
// together takes no more of the processor than the solvers do.
type admission struct {
	maxRequests, maxSuggestions, maxPerUser int

	mu          sync.Mutex
	requests    int
	suggestions int
	byUser      map[string]load
	closing     bool
	empty       chan struct{} // closed when closing and all requests are answered
}

// load is what one person has asked for that is not answered yet.
type load struct{ requests, suggestions int }

func newAdmission(workers, queue, perUser int) *admission {
	return &admission{
		maxRequests: workers + queue, maxSuggestions: workers, maxPerUser: perUser,
		byUser: map[string]load{}, empty: make(chan struct{}),
	}
}

// Ids of the notices for those who are not let in.
const (
	noticeBusyUser = "busy.user"
	noticeBusyBot  = "busy.bot"
	noticeStopping = "stopping"
)

// enter lets a request of a user in, or returns the id of the notice that says
// why not. After it was let in, call releaseUser and then release.
func (a *admission) enter(user string) (refusal string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.closing:
		return noticeStopping
	case a.byUser[user].requests >= a.maxPerUser:
		return noticeBusyUser
	case a.requests >= a.maxRequests:
		return noticeBusyBot
	}
	a.requests++
	a.count(user, 1, 0)
	return ""
}

// releaseUser lets the user ask again.
func (a *admission) releaseUser(user string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count(user, -1, 0)
}

// release ends the request.
func (a *admission) release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests--
	if a.closing && a.requests == 0 {
		close(a.empty)
	}
}

// enterSuggestion lets a suggestion in or not. After it was let in, call
// releaseSuggestion.
func (a *admission) enterSuggestion(user string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	own := a.byUser[user]
	if a.closing || own.requests+own.suggestions >= a.maxPerUser ||
		a.requests+a.suggestions >= a.maxRequests || a.suggestions >= a.maxSuggestions {
		return false
	}
	a.suggestions++
	a.count(user, 0, 1)
	return true
}

func (a *admission) releaseSuggestion(user string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.suggestions--
	a.count(user, 0, -1)
}

// count changes a user's load; a.mu is held.
func (a *admission) count(user string, requests, suggestions int) {
	own := a.byUser[user]
	own.requests += requests
	own.suggestions += suggestions
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
	if a.requests == 0 {
		close(a.empty)
	}
}

// state is how many requests and suggestions are in, and whether more are let
// in at all.
func (a *admission) state() (requests, suggestions int, closing bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.requests, a.suggestions, a.closing
}
