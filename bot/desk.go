package bot

import "sync"

// A desk lets requests in and counts them, in all and for each person.
type desk struct {
	most, mostEach int

	mu      sync.Mutex
	all     int
	each    map[string]int
	closing bool
	empty   chan struct{} // closed when the desk is closing and all have left
}

func newDesk(most, mostEach int) *desk {
	return &desk{most: most, mostEach: mostEach, each: map[string]int{}, empty: make(chan struct{})}
}

// Ids of the notices for those who are not let in.
const (
	noticeBusyUser = "busy.user"
	noticeBusyBot  = "busy.bot"
	noticeStopping = "stopping"
)

// enter lets a request of a user in, or returns the id of the notice that says
// why not. Who is let in calls rise, then leave.
func (d *desk) enter(user string) (refusal string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.closing:
		return noticeStopping
	case d.each[user] >= d.mostEach:
		return noticeBusyUser
	case d.all >= d.most:
		return noticeBusyBot
	}
	d.all++
	d.each[user]++
	return ""
}

// rise frees the user's place.
func (d *desk) rise(user string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.each[user]--; d.each[user] == 0 {
		delete(d.each, user)
	}
}

// leave ends the request.
func (d *desk) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all--
	if d.closing && d.all == 0 {
		close(d.empty)
	}
}

// close lets nobody in any more. It is called once.
func (d *desk) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closing = true
	if d.all == 0 {
		close(d.empty)
	}
}

// count is how many are in, and whether the desk is closing.
func (d *desk) count() (all int, closing bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.all, d.closing
}
