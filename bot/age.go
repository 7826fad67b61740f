package bot

import (
	"strconv"
	"sync"
	"time"
)

// An ageing tells how old interactions are when they come: after a lost link Discord
// repeats those that came meanwhile, and its three seconds run from their birth.
//
// The id of an interaction holds the time of its birth, by Discord's clock. Our clock may be
// wrong, so the age is the delay beyond that of the least delayed interaction of the last
// minutes.
type ageing struct {
	mu            sync.Mutex
	since         time.Time     // beginning of the present window
	least, before time.Duration // the least delay in this window and in the one before
	seen          int           // interactions in this window and the one before
}

const (
	ageingWindow  = 10 * time.Minute // in this time clocks drift apart by a few milliseconds
	discordsEpoch = 1420070400000    // milliseconds since 1970
	enough        = 20               // interactions: 20 cannot all be late, so it is our clock that is wrong
)

// born returns when a snowflake was made, by Discord's clock; false for no snowflake. The bits
// above its lowest 22 count milliseconds from discordsEpoch on.
func born(snowflake string) (time.Time, bool) {
	id, err := strconv.ParseUint(snowflake, 10, 64)
	if err != nil || id>>22 == 0 {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(id>>22) + discordsEpoch), true
}

// of returns the age of the interaction with this id, which comes now, and by how much our
// clock seems to be ahead of Discord's: the least delay in this window and in the one before.
// Until enough interactions have come, a skew between 0 and firstWithin counts as 0, so that
// an interaction rather seems too old than too young. An age above firstWithin counts as 0:
// the clocks are wrong, or Discord does not wait any more. An id that is no snowflake has age
// and skew 0.
func (a *ageing) of(id string, now time.Time) (age, skew time.Duration) {
	at, ok := born(id)
	if !ok {
		return 0, 0
	}
	delay := now.Round(0).Sub(at) // by the wall clock, as Discord's is
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == 0 || now.Sub(a.since) > ageingWindow { // a new window begins
		// Nothing came in the window before if this is the first, or a whole one was passed over.
		if a.before = a.least; a.seen == 0 || now.Sub(a.since) > 2*ageingWindow {
			a.before, a.seen = delay, 0
		}
		a.since, a.least = now, delay
	}
	a.seen++
	a.least = min(a.least, delay)
	skew = min(a.least, a.before)
	if 0 < skew && skew < firstWithin && a.seen < enough { // as likely they are late: the careful reading
		skew = 0
	}
	if age = delay - skew; age > firstWithin {
		age = 0
	}
	return age, skew
}
