package playground

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"
)

// Fault says how a request goes wrong. By the zero Fault it goes well.
type Fault struct {
	Delay  time.Duration // wait this long before all else
	Anyway bool          // after Delay go on even if the client has given up meanwhile
	Linger time.Duration // wait this long between carrying the request out and answering
	Reset  bool          // reset the connection, the request not carried out
	Lose   bool          // carry the request out all the same, and then answer Status, or reset the connection if there is none
	Status int           // answer this instead of carrying the request out
	Header http.Header   // of that answer; its Content-Type is that of JSON unless it says another
	Body   string        // of that answer
}

// Scope says whose limit a request has run into.
type Scope string

// The scopes that Discord tells in X-RateLimit-Scope.
const (
	UserScope   Scope = "user"   // of the bot, on one route
	GlobalScope Scope = "global" // of the bot, on all routes
	SharedScope Scope = "shared" // of a channel or the like, with others
)

// RateLimited returns Discord's 429.
func RateLimited(retryAfter time.Duration, scope Scope) *Refusal {
	seconds, global := retryAfter.Seconds(), scope == GlobalScope
	e := refuse(http.StatusTooManyRequests, 0, "You are being rate limited.")
	if scope == SharedScope {
		e.Message = "The resource is being rate limited."
	}
	e.RetryAfter, e.Global, e.header = &seconds, &global, http.Header{}
	e.header.Set("Retry-After", strconv.Itoa(int(math.Ceil(seconds))))
	e.header.Set("X-RateLimit-Reset-After", strconv.FormatFloat(seconds, 'f', 3, 64))
	e.header.Set("X-RateLimit-Scope", string(scope))
	if global {
		e.header.Set("X-RateLimit-Global", "true")
	}
	return e
}

// Fault returns the fault that answers a request with the refusal.
func (e *Refusal) Fault() *Fault {
	body, _ := json.Marshal(e)
	return &Fault{Status: e.status, Header: e.header, Body: string(body)}
}
