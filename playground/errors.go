package playground

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Refusal is an answer that refuses a request, shaped as Discord's are.
type Refusal struct {
	status  int
	header  http.Header
	Message string         `json:"message"`
	Code    int            `json:"code"`
	Errors  map[string]any `json:"errors,omitempty"`
	// Of 429 only.
	RetryAfter *float64 `json:"retry_after,omitempty"`
	Global     *bool    `json:"global,omitempty"`
}

func (e *Refusal) Error() string {
	text := fmt.Sprintf("HTTP %d, code %d: %s", e.status, e.Code, e.Message)
	if len(e.Errors) > 0 {
		detail, _ := json.Marshal(e.Errors)
		text += " " + string(detail)
	}
	return text
}

func refuse(status, code int, message string) *Refusal {
	return &Refusal{status: status, Code: code, Message: message}
}

// The refusals that need no details.
func errUnauthorized() *Refusal { return refuse(401, 0, "401: Unauthorized") }
func errNotFound() *Refusal     { return refuse(404, 0, "404: Not Found") }
func errMethod() *Refusal       { return refuse(405, 0, "405: Method Not Allowed") }
func errUnknownMessage() *Refusal {
	return refuse(404, 10008, "Unknown Message")
}
func errUnknownEmoji() *Refusal { return refuse(404, 10014, "Unknown Emoji") }
func errManyEmojis() *Refusal {
	return refuse(400, 30008, fmt.Sprintf("Maximum number of emojis reached (%d)", maxEmojis))
}
func errUnknownWebhook() *Refusal { return refuse(404, 10015, "Unknown Webhook") }
func errUnknownInteraction() *Refusal {
	return refuse(404, 10062, "Unknown interaction")
}
func errNotYourApplication() *Refusal {
	return refuse(403, 20012, "You are not authorized to perform this action on this application")
}
func errTooLarge() *Refusal { return refuse(413, 40005, "Request entity too large") }
func errAcknowledged() *Refusal {
	return refuse(400, 40060, "Interaction has already been acknowledged.")
}
func errMissingAccess() *Refusal { return refuse(403, 50001, "Missing Access") }
func errEmptyMessage() *Refusal  { return refuse(400, 50006, "Cannot send an empty message") }
func errInvalidToken() *Refusal  { return refuse(401, 50027, "Invalid Webhook Token") }
func errInvalidJSON() *Refusal {
	return refuse(400, 50109, "The request body contains invalid JSON.")
}

// form collects the errors of a request body, as a tree that follows the body's
// own fields and indexes down to "_errors".
type form struct{ errors map[string]any }

// add notes that the value at a place such as data.components.0 is wrong.
func (f *form) add(at, code, message string) {
	if f.errors == nil {
		f.errors = map[string]any{}
	}
	node := f.errors
	if at != "" {
		for step := range strings.SplitSeq(at, ".") {
			next, ok := node[step].(map[string]any)
			if !ok {
				next = map[string]any{}
				node[step] = next
			}
			node = next
		}
	}
	list, _ := node["_errors"].([]object)
	node["_errors"] = append(list, object{"code": code, "message": message})
}

// err returns the refusal of the whole body, nil if nothing is wrong.
func (f *form) err() error {
	if f.errors == nil {
		return nil
	}
	return &Refusal{status: 400, Code: 50035, Message: "Invalid Form Body", Errors: f.errors}
}

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
