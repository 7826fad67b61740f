package bot

import "sync"

// An admission lets requests in and counts them, in all and for each person.
type admission struct {
	most, mostEach int

	mu      sync.Mutex
	all     int
	each    map[string]int
	closing bool
	empty   chan struct{} // closed when closing and all requests are answered
}

func newAdmission(most, mostEach int) *admission {
	return &admission{most: most, mostEach: mostEach, each: map[string]int{}, empty: make(chan struct{})}
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
	case a.each[user] >= a.mostEach:
		return noticeBusyUser
	case a.all >= a.most:
		return noticeBusyBot
	}
	a.all++
	a.each[user]++
	return ""
}

// releaseUser lets the user ask again.
func (a *admission) releaseUser(user string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.each[user]--; a.each[user] == 0 {
		delete(a.each, user)
	}
}

// release ends the request.
func (a *admission) release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all--
	if a.closing && a.all == 0 {
		close(a.empty)
	}
}

// close lets nobody in any more. It is called once.
func (a *admission) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closing = true
	if a.all == 0 {
		close(a.empty)
	}
}

// count is how many are in, and whether more are let in at all.
func (a *admission) count() (all int, closing bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all, a.closing
}
