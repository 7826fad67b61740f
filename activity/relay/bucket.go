package relay

import "time"

// A bucket holds tokens, which come back at a rate. Its owner guards it.
type bucket struct {
	rate, most, tokens float64
	at                 time.Time // of the last take
}

func newBucket(rate, most float64) bucket { return bucket{rate, most, most, time.Now()} }

// take takes the tokens of a frame of some bytes: one, and one for each KiB. It takes none and reports false if
// there are too few.
func (b *bucket) take(bytes int) bool {
	now := time.Now()
	b.tokens = min(b.most, b.tokens+b.rate*now.Sub(b.at).Seconds())
	b.at = now
	cost := 1 + float64(bytes)/1024
	if cost > b.tokens {
		return false
	}
	b.tokens -= cost
	return true
}
