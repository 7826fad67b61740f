package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Discord's error codes that matter here.
const (
	UnknownWebhook      = 10015 // the first response is not known yet, or the token has expired
	UnknownInteraction  = 10062 // too late, or not an interaction of this bot
	AlreadyAcknowledged = 40060 // the first response was given before
	InvalidForm         = 50035 // a field of the body is wrong
)

// A Fault is a call that was refused, not answered, or not sent. Its text holds no secrets, and
// never the whole of a long answer.
type Fault struct {
	Name       string // name of the call
	Status     int    // HTTP status; 0 without an answer
	Code       int    // Discord's error code
	Text       string
	RetryAfter time.Duration // the pause that Discord asks for
	Arrived    bool          // this try, or one before it, may have been carried out

	global, shared, cloudflare bool // kinds of 429
	final                      bool // the call cannot even be sent
}

func (f *Fault) Error() string {
	if f.Status == 0 {
		return fmt.Sprintf("%s: %s", f.Name, f.Text)
	}
	return fmt.Sprintf("%s: HTTP %d, code %d: %s", f.Name, f.Status, f.Code, f.Text)
}

// Passing reports whether the same call may succeed a little later.
func (f *Fault) Passing() bool {
	switch f.Status {
	case 0, http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
		520, 521, 522, 523, 524, 525, 526, 527, 530: // Cloudflare cannot reach Discord
		return !f.final
	}
	return false
}

// Misshapen reports whether Discord found the body wrong.
func (f *Fault) Misshapen() bool {
	switch f.Status {
	case http.StatusBadRequest:
		return f.Code != AlreadyAcknowledged
	case http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// HasCode reports whether err is a Fault with one of Discord's codes.
func HasCode(err error, code int) bool {
	f, ok := errors.AsType[*Fault](err)
	return ok && f.Code == code
}

// answered reports whether the interaction has its first response.
func (f *Fault) answered() bool { return f.Code == AlreadyAcknowledged || f.Code == UnknownInteraction }

// invalid reports whether Discord counts the answer towards a ban: see the package's comment.
func (f *Fault) invalid() bool {
	switch f.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return !f.shared
	}
	return false
}

// outcome returns an answer's status in metrics; f is nil for a success.
func outcome(a answer, f *Fault) string {
	switch {
	case a.status == 0:
		return "none"
	case f != nil && f.cloudflare:
		return "429 cloudflare"
	case f != nil && f.shared:
		return "429 shared"
	}
	return strconv.Itoa(a.status)
}

// newFault returns the fault of the answer to a call, or nil for a status of 2xx. A redirect is
// a refusal as any other: the API has none, and one could lead anywhere. A 429 whose body is no
// JSON comes from Cloudflare, and one without body and Retry-After from something on the way. The
// secrets are kept out of the fault's text.
func newFault(call string, a answer, secrets ...string) *Fault {
	if a.status/100 == 2 {
		return nil
	}
	if a.status == 0 {
		dial, ok := errors.AsType[*net.OpError](a.err)
		return &Fault{Name: call, Text: plain(a.err.Error(), secrets...), Arrived: !ok || dial.Op != "dial"}
	}
	text := plain(string(a.body), secrets...)
	f := &Fault{Name: call, Status: a.status, Text: cmp.Or(text, http.StatusText(a.status), "no text")}
	var said struct {
		Code       int
		Global     bool
		RetryAfter float64 `json:"retry_after"`
	}
	// A field of a wrong type does not spoil the others.
	_ = json.Unmarshal(a.body, &said)
	f.Code = said.Code
	if a.status != http.StatusTooManyRequests {
		f.Arrived = f.Passing()
		return f
	}
	f.global = said.Global
	f.shared = a.header.Get("X-RateLimit-Scope") == "shared"
	bare := len(a.body) == 0 && a.header.Get("Retry-After") == ""
	f.cloudflare = !bare && (!bytes.HasPrefix(bytes.TrimSpace(a.body), []byte("{")) || !json.Valid(a.body))
	f.RetryAfter = retryAfter(a.header.Get("Retry-After"), said.RetryAfter)
	if f.cloudflare || bare {
		f.RetryAfter = cmp.Or(f.RetryAfter, time.Second)
	}
	return f
}

// unreadable returns the fault of a success whose answer cannot be used, or nil.
func unreadable(call string, a answer) *Fault {
	switch {
	case a.long:
		return &Fault{Name: call, Status: a.status, Text: "the answer is too long"}
	case a.err != nil:
		return &Fault{Name: call, Text: "the answer broke off: " + plain(a.err.Error())}
	}
	return nil
}

const maxRetryAfter = time.Hour // no ban takes longer

// retryAfter returns how long to wait, from a header in seconds and, more exactly, from
// Discord's JSON; 0 if neither makes sense.
func retryAfter(header string, exact float64) time.Duration {
	seconds, err := strconv.ParseFloat(strings.TrimSpace(header), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) { // ErrRange comes with an infinity
		seconds = 0
	}
	if exact > 0 {
		seconds = exact
	}
	switch {
	case seconds >= maxRetryAfter.Seconds():
		return maxRetryAfter
	case seconds > 0: // not for NaN
		return time.Duration(seconds * float64(time.Second))
	}
	return 0
}

var secretInPath = regexp.MustCompile(`(/(?:interactions|webhooks)/[0-9]+/)[^/\s"?]+`)

const maxText = 300 // characters

// plain returns a text as one short line without secrets. Secrets are taken out before the text is
// cut: half a secret could not be recognised.
func plain(text string, secrets ...string) string {
	for _, s := range secrets {
		if s != "" {
			text = strings.ReplaceAll(text, s, "[token]")
		}
	}
	text = secretInPath.ReplaceAllString(text, "${1}[token]")
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	text = strings.ToValidUTF8(strings.Join(words, " "), "?")
	if all := []rune(text); len(all) > maxText {
		return string(all[:maxText-1]) + "…"
	}
	return text
}
