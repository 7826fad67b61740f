package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

const api = "https://discord.com/api/v10"

// Discord's error codes that the bot tells apart.
const (
	codeUnknownInteraction  = 10062 // too late, or never ours
	codeAlreadyAcknowledged = 40060 // somebody has given the first response
)

// A call is one request to Discord's REST API.
type call struct {
	name        string // for errors and the log; a URL may hold a secret
	method, url string
	payload
	callback bool          // the first response to an interaction, which the global rate limit does not concern
	once     bool          // not worth a second try
	attempt  time.Duration // that one try may take
}

// rest sends calls. It goes through discordgo's transport below the typed
// calls, whose buckets leak, queue edits behind one another and hold callbacks
// back, and retries on its own.
type rest struct {
	session *discordgo.Session // never opened
	held    atomic.Int64       // a global rate limit ends; nanoseconds since 1970
}

func newREST(token string, client *http.Client) (*rest, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Client = client
	s.LogLevel = discordgo.LogError
	return &rest{session: s}, nil
}

// A fault is a call that Discord refused or did not answer. Its text never has
// the URL in it: that of an interaction holds the interaction's token.
type fault struct {
	call       string
	status     int // HTTP's; 0 when there was no answer to read
	code       int // Discord's
	text       string
	retryAfter time.Duration
	global     bool
	arrived    bool // perhaps: this try, or one before it, may have been carried out
}

func (f *fault) Error() string {
	if f.status == 0 {
		return fmt.Sprintf("%s: %s", f.call, f.text)
	}
	return fmt.Sprintf("%s: HTTP %d, code %d: %s", f.call, f.status, f.code, f.text)
}

// passing tells whether the same call may succeed a little later.
func (f *fault) passing() bool {
	switch f.status {
	case 0, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// misshapen tells whether it was the body that Discord did not like.
func (f *fault) misshapen() bool {
	switch f.status {
	case http.StatusBadRequest:
		return f.code != codeAlreadyAcknowledged
	case http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

func hasCode(err error, code int) bool {
	f, ok := errors.AsType[*fault](err)
	return ok && f.code == code
}

// do sends a call until it succeeds, is refused for good, or ctx leaves no time
// for another try. The error is a *fault, or ctx's before the first try.
func (r *rest) do(ctx context.Context, c call) ([]byte, error) {
	arrived := false
	for try := 0; ; try++ {
		if err := r.waitHeld(ctx, c); err != nil {
			return nil, err
		}
		answer, f := r.try(ctx, c)
		if f == nil {
			return answer, nil
		}
		if f.code == codeAlreadyAcknowledged && arrived {
			return nil, nil // by an earlier try, whose answer got lost
		}
		arrived = arrived || f.passing() && f.status != http.StatusTooManyRequests
		if c.once || !f.passing() || !sleep(ctx, f.wait(try)) {
			f.arrived = arrived
			return nil, f
		}
	}
}

// waitHeld waits for the end of a global rate limit.
func (r *rest) waitHeld(ctx context.Context, c call) error {
	wait := time.Until(time.Unix(0, r.held.Load()))
	if c.callback || wait <= 0 || sleep(ctx, wait) {
		return nil
	}
	return cmp.Or(ctx.Err(), error(&fault{call: c.name, text: "held by a global rate limit"}))
}

func (r *rest) try(ctx context.Context, c call) ([]byte, *fault) {
	if c.attempt > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.attempt)
		defer cancel()
	}
	// A limiter of its own for each request: discordgo's remembers each URL for ever.
	bucket := discordgo.NewRatelimiter().LockBucket("")
	answer, err := r.session.RequestWithLockedBucket(c.method, c.url, c.contentType, c.body, bucket, 0,
		discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
	if err == nil {
		return answer, nil
	}
	f := newFault(c.name, answer, err)
	if f.global {
		r.held.Store(time.Now().Add(f.retryAfter).UnixNano())
	}
	return nil, f
}

// newFault reads discordgo's error. What is neither a refusal nor a rate limit
// is a broken connection or a 502, which discordgo gives as mere text.
func newFault(name string, answer []byte, err error) *fault {
	if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		f := &fault{call: name, status: http.StatusTooManyRequests, text: "rate limited", retryAfter: limit.RetryAfter}
		var body struct{ Global bool }
		f.global = json.Unmarshal(answer, &body) == nil && body.Global
		return f
	}
	if refusal, ok := errors.AsType[*discordgo.RESTError](err); ok {
		f := &fault{call: name, status: refusal.Response.StatusCode, text: cut(string(refusal.ResponseBody), 300)}
		if refusal.Message != nil {
			f.code = refusal.Message.Code
		}
		return f
	}
	return &fault{call: name, text: redact(err)}
}

// wait is the pause before the next try: what Discord asks for, or else twice
// as long each time, and never the same for two who failed together.
func (f *fault) wait(try int) time.Duration {
	backoff := min(100*time.Millisecond<<min(try, 10), 10*time.Second)
	jitter := time.Duration(rand.Int64N(int64(backoff)/2 + 1))
	if f.retryAfter > 0 {
		return f.retryAfter + jitter/4
	}
	return backoff/2 + jitter
}

// sleep waits for d; false, at once if ctx is known to end before, for not.
func sleep(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

var secretInURL = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(/(?:interactions|webhooks)/[0-9]+/)[^/\s"?]+`) })

// redact is an error's text without the URL it may quote, nor a token in one.
func redact(err error) string {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err
	}
	return secretInURL().ReplaceAllString(err.Error(), "${1}[token]")
}

// respond sends the first response to an interaction, which Discord takes
// until ctx ends.
func (r *rest) respond(ctx context.Context, in *interaction, name string, p payload, attempt time.Duration) error {
	_, err := r.do(ctx, call{
		name: name, method: http.MethodPost, payload: p, callback: true, attempt: attempt,
		url: api + "/interactions/" + in.id + "/" + in.token + "/callback",
	})
	return err
}

// followUp sends another message after the first response. It is tried once:
// a second try could send it twice.
func (r *rest) followUp(ctx context.Context, in *interaction, p payload) error {
	_, err := r.do(ctx, call{
		name: "follow-up", method: http.MethodPost, payload: p, once: true, attempt: editTry,
		url: api + "/webhooks/" + in.app + "/" + in.token,
	})
	return err
}

// editTry bounds one try of an edit, pictures included.
const editTry = 20 * time.Second

// edit replaces the deferral, or what came in its place.
func (r *rest) edit(ctx context.Context, in *interaction, name string, p payload, once bool) error {
	_, err := r.do(ctx, call{
		name: name, method: http.MethodPatch, payload: p, once: once, attempt: editTry,
		url: api + "/webhooks/" + in.app + "/" + in.token + "/messages/@original",
	})
	return err
}
