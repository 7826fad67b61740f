// Package rest makes calls to Discord's REST API: it sends them, tries them
// again where that helps, and keeps within Discord's limits. It knows neither
// interactions nor messages.
//
// The rules that it follows, and where they are from ("#n" is an issue of
// github.com/discord/discord-api-docs):
//
//   - The routes of interactions (callback, @original, follow-ups) need no
//     Authorization and are not bound to the global limit (Discord's
//     "Receiving and Responding"). With that header they counted all the same
//     (#4142, #5800), so only a Call that is Authorized has it, and only such
//     a Call waits when the limit is reached.
//   - 10,000 answers of 401, 403 and 429 in ten minutes ban the address for up
//     to an hour ("Rate Limits"); a 429 with X-RateLimit-Scope: shared is not
//     counted. The ban, and a shorter one of the same kind, is a 429 of
//     Cloudflare's, "error code: 1015", in text or HTML (#5385, #6407, #7040).
//     Each further call prolongs it: see breaker.
//   - After a first response that was given inline, Discord may for some ten
//     seconds not know the webhook: 404, code 10015 (#7220): see
//     Call.UnknownUntil. 10008 is a message that a person has deleted (#3087).
//   - A first response that is tried again may be refused because there is one:
//     40060, or 10062 in its place (reported to JDA, #2687).
//   - A webhook's POST has no nonce, so that a second one may post twice: see
//     Call.Once. A PATCH may be sent again until another has changed the message: see
//     Call.Done.
package rest

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"kibitz/bot/sleep"
)

const (
	base = "https://discord.com/api/v10"
)

// A Call is one request to the API.
type Call struct {
	Name        string // for errors and metrics; a path may hold a secret
	Method      string
	Path        string // below the API's base
	ContentType string
	Body        []byte
	Secret      string // the interaction's token, which errors must not hold

	Authorized bool // carries the bot's token, and waits for the global limit
	Once       bool // must not be carried out twice: tried again only if it certainly was not
	Droppable  bool // worth one try, and none while Discord refuses this bot

	// Try is the silence that ends a try: the time in which no byte went out or came in; 0 is 5 s.
	// The next tries get twice as long each, up to eight times.
	Try time.Duration

	// Until UnknownUntil Discord may not yet know the webhook.
	UnknownUntil time.Time

	// Look, if there is one, is made before each new try of a call that may have been carried out. If Done
	// returns true for its answer there is no such try: it could undo what came after the first.
	Look *Call
	Done func(answer []byte) bool

	// Unheard ends the call, although ctx leaves time, after this long without an answer to any
	// try: another process may reach Discord. 0 is for ever.
	Unheard time.Duration
}

const (
	defaultTry   = 5 * time.Second
	unknownTries = 5
	unknownPause = 700 * time.Millisecond // doubled after each try: 10.5 s in all

	maxAnswer      = 64 << 10
	maxOwnedAnswer = 1 << 20 // bytes of an answer to an authorized call: all commands, in all languages
)

// A Client makes calls, any number at a time.
type Client struct {
	token    func() string
	agent    string
	observe  func(route, status string)
	api, cdn *line
	breaker  *breaker
	held     atomic.Pointer[time.Time] // end of a global rate limit
	unheard  atomic.Pointer[time.Time] // when the first try without an answer began, since the last answer; nil for none
}

// New returns a client that sends its calls over what transport makes. It calls
// transport again when connections fall silent, so each transport must have
// connections of its own. Token is the bot's; while it is "" no Call may be
// Authorized. Agent is the User-Agent, as Discord wants it: "DiscordBot (URL,
// version)". Observe is called after each try with the call's name, or "file", and
// the status: HTTP's, "429 shared", "429 cloudflare", or "none" if there was no
// answer.
func New(token func() string, agent string, transport func() http.RoundTripper, observe func(route, status string)) *Client {
	return &Client{
		token: token, agent: agent, observe: observe,
		api: newLine(transport), cdn: newLine(transport), breaker: newBreaker(),
	}
}

// Do sends a call until it succeeds, is refused for good, ctx leaves no time for
// another try, or Discord was silent for call.Unheard. The error is a *Fault. The
// answer to anything but a GET may be cut short: the call has been carried out all
// the same. The answer is nil if a try that seemed lost was carried out: call.Done
// says so, or a later try hears that the interaction has its first response.
func (c *Client) Do(ctx context.Context, call Call) ([]byte, error) {
	arrived, heard, unknown := false, time.Now(), 0
	for try := 0; ; try++ {
		var answer []byte
		done, f := c.look(ctx, call, try, arrived)
		if f == nil && !done {
			answer, f = c.attempt(ctx, call, try)
		}
		if f == nil {
			return answer, nil
		}
		if arrived && f.answered() {
			return nil, nil // the earlier try did it
		}
		arrived = arrived || f.Arrived
		f.Arrived = arrived
		if f.Status != 0 {
			heard = time.Now()
		}
		unheard := call.Unheard > 0 && time.Since(heard) >= call.Unheard
		n := try
		if f.Code == UnknownWebhook { // this fault gets its own time, whatever went wrong before
			n = unknown
			unknown++
		}
		if unheard || !call.again(f, n) || !sleepIn(ctx, f.pause(n)) {
			return nil, f
		}
	}
}

// look makes the Look of a call that may have arrived, if it has one, and reports whether nothing is
// left to do.
func (c *Client) look(ctx context.Context, call Call, try int, arrived bool) (done bool, f *Fault) {
	if !arrived || call.Look == nil {
		return false, nil
	}
	answer, f := c.attempt(ctx, *call.Look, try)
	return f == nil && call.Done(answer), f
}

// again reports whether a call that failed with f is to be tried again. Try is the
// number of tries before; with the code UnknownWebhook, of those with that code.
func (call *Call) again(f *Fault, try int) bool {
	switch {
	case call.Droppable, call.Once && f.Arrived:
		return false
	case f.Code == UnknownWebhook:
		return try+1 < unknownTries && time.Now().Before(call.UnknownUntil)
	}
	return f.Passing()
}

// attempt waits until the global rate limit and the breaker let a call out, and
// sends it once. If ctx ends before, or the call is Droppable and the breaker open,
// it sends nothing and returns a Fault. It tells the breaker how the call went, and
// notes a global limit for the calls to come.
func (c *Client) attempt(ctx context.Context, call Call, try int) ([]byte, *Fault) {
	if err := ctx.Err(); err != nil {
		return nil, &Fault{Name: call.Name, Text: err.Error()}
	}
	if end := c.held.Load(); call.Authorized && end != nil {
		if wait := time.Until(*end); !sleepIn(ctx, wait) {
			return nil, &Fault{Name: call.Name, Text: "held by the global rate limit", RetryAfter: wait}
		}
	}
	probe, wait := c.breaker.enter(ctx, call.Droppable)
	if wait > 0 {
		return nil, &Fault{Name: call.Name, Text: "held back: Discord refuses us", RetryAfter: wait}
	}
	answer, f := c.send(ctx, call, try)
	c.breaker.leave(probe, f)
	if f != nil && f.global && call.Authorized {
		c.held.Store(new(time.Now().Add(f.RetryAfter)))
	}
	return answer, f
}

// send sends a call once; try is the number of tries before. An answer that is too
// long or broke off is a fault for a GET alone. Errors of all calls leave out both
// the call's secret and the bot's token.
func (c *Client) send(ctx context.Context, call Call, try int) ([]byte, *Fault) {
	r, err := http.NewRequestWithContext(ctx, call.Method, base+call.Path, nil)
	if err != nil {
		return nil, &Fault{Name: call.Name, Text: plain(err.Error(), call.Secret), final: true}
	}
	r.Header.Set("User-Agent", c.agent)
	if call.ContentType != "" {
		r.Header.Set("Content-Type", call.ContentType)
	}
	limit := int64(maxAnswer)
	if call.Authorized {
		r.Header.Set("Authorization", "Bot "+c.token())
		limit = maxOwnedAnswer
	}
	a := c.api.exchange(r, call.Body, cmp.Or(call.Try, defaultTry)<<min(try, 3), limit)
	c.listen(ctx, a)
	f := newFault(call.Name, a, call.Secret, c.token())
	if f == nil && call.Method == http.MethodGet { // only the answer to a GET matters
		f = unreadable(call.Name, a)
	}
	c.observe(call.Name, outcome(a, f))
	return a.body, f
}

// listen notes for Silence whether a try was answered, with whatever status. A try that its caller broke
// off counts as neither.
func (c *Client) listen(ctx context.Context, a answer) {
	switch {
	case a.status != 0:
		c.unheard.Store(nil)
	case ctx.Err() == nil:
		c.unheard.CompareAndSwap(nil, new(time.Now()))
	}
}

// Silence returns for how long the API has been silent: the time since the first unanswered try after
// the last answered one; 0 if the last try was answered. A refusal counts as an answer, and so does an
// error of Discord's servers.
func (c *Client) Silence() time.Duration {
	if since := c.unheard.Load(); since != nil {
		return time.Since(*since)
	}
	return 0
}

// Open reports whether Discord refuses this bot, so that next to nothing is sent.
func (c *Client) Open() bool { return c.breaker.isOpen() }

// Invalid returns how many answers of the last ten minutes count towards a ban.
func (c *Client) Invalid() int { return c.breaker.count() }

// pause returns the time until the next try: the time that Discord asks for and a little more,
// or else at most 100 ms, twice as long each time, up to 10 s. A random part keeps calls that
// failed together from being tried again together. After the code UnknownWebhook the pause is
// unknownPause, twice as long each time, with no random part.
func (f *Fault) pause(try int) time.Duration {
	if f.Code == UnknownWebhook {
		return unknownPause << try
	}
	backoff := min(100*time.Millisecond<<min(try, 10), 10*time.Second)
	jitter := rand.N(backoff/2 + 1)
	if f.RetryAfter > 0 {
		return f.RetryAfter + jitter/4
	}
	return backoff/2 + jitter
}

// sleepIn sleeps for d. It returns false, and at once, if ctx is known to end before.
func sleepIn(ctx context.Context, d time.Duration) bool {
	return !endsWithin(ctx, d) && sleep.For(ctx, d)
}

func endsWithin(ctx context.Context, d time.Duration) bool {
	end, ok := ctx.Deadline()
	return ok && time.Until(end) <= d
}
