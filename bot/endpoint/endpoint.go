// Package endpoint is the receiving side of Discord's interactions endpoint: an
// HTTP handler for POSTs that Discord has signed. It knows their raw JSON alone.
//
// Discord signs the header X-Signature-Timestamp, followed by the body, with
// Ed25519; the signature stands in X-Signature-Ed25519. It sends wrong ones on
// purpose, and takes the endpoint away from an application that answers one with
// anything but 401. What is signed is given on, a PING too, and the first answer to it
// is the response.
//
// The age of a timestamp is not looked at: a replay does no harm, since an
// interaction takes one first response, and a replica whose clock is wrong would
// fail Discord's checks.
//
// Source: Discord's developer documentation, "Interactions: Overview" and
// "Receiving and Responding to Interactions".
package endpoint

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

const (
	maxBody     = 512 << 10 // bytes; an interaction with its message has a few thousand
	usualBody   = 4 << 10
	readWithin  = 2 * time.Second
	writeWithin = 2 * time.Second
	// AnswerWithin is how long an answer is waited for: Discord gives up after 3 s.
	AnswerWithin = 2900 * time.Millisecond
)

// Reasons for which a request is turned away; see Handler.Rejected.
const (
	NotPOST      = "method"
	NoSignature  = "no signature"
	BadSignature = "bad signature"
	TooLarge     = "too large"
	TooSlow      = "too slow"
	CutOff       = "cut off"
	Unreadable   = "unreadable"
)

// Reasons are all of them.
var Reasons = []string{NotPOST, NoSignature, BadSignature, TooLarge, TooSlow, CutOff, Unreadable}

// ErrElsewhere is Receive's where another process should be asked.
var ErrElsewhere = errors.New("another process should be asked")

// ErrLate is an answer that nobody waits for any more, or the second one.
var ErrLate = errors.New("the request is no longer waiting for an answer")

// A Handler serves the endpoint.
type Handler struct {
	// Key is Discord's public key for the application.
	Key ed25519.PublicKey

	// Receive is given the JSON of an interaction and returns at once. Its first
	// response goes to respond, which may be called from any goroutine; the error
	// is ErrLate or that of the connection, and then it may have arrived or not.
	// An error of Receive's own, such as ErrElsewhere, is for what it will not answer.
	Receive func(raw []byte, respond func(contentType string, body []byte) error) error

	// Rejected is told why a request was turned away: one of Reasons.
	Rejected func(why string)
}

// ServeHTTP gives on an interaction that Discord has signed, and sends its first
// response. It turns away any other request: one without a signature before it reads
// a byte of the body.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Also of one that is turned away unread: what is left of its body is read before the answer.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(readWithin)) // a writer without deadlines is a test's
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		h.reject(w, NotPOST, http.StatusMethodNotAllowed)
		return
	}
	signature, ok := signatureOf(r.Header)
	if !ok { // before a byte of the body is read
		h.reject(w, NoSignature, http.StatusUnauthorized)
		return
	}
	timestamp := r.Header.Get(timestampHeader)
	signed, why, status := read(w, r, timestamp)
	if why != "" {
		h.reject(w, why, status)
		return
	}
	if !ed25519.Verify(h.Key, signed, signature) {
		h.reject(w, BadSignature, http.StatusUnauthorized)
		return
	}
	h.wait(w, r, signed[len(timestamp):])
}

const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
	maxTimestamp    = 32
)

// signatureOf returns the signature. It returns false if that has not the shape of
// one, or there is no timestamp of at most maxTimestamp bytes. The top three bits of
// the last byte are 0 in every valid signature (RFC 8032, section 5.1.7).
func signatureOf(header http.Header) ([]byte, bool) {
	signature, err := hex.DecodeString(header.Get(signatureHeader))
	timestamp := header.Get(timestampHeader)
	return signature, err == nil && len(signature) == ed25519.SignatureSize && signature[63]&224 == 0 &&
		timestamp != "" && len(timestamp) <= maxTimestamp
}

// read returns the body after its timestamp, which is what was signed, or why it cannot be
// had, with the status that says so. Of memory it takes as much as has come, and not what
// was announced.
func read(w http.ResponseWriter, r *http.Request, timestamp string) (signed []byte, why string, status int) {
	if r.ContentLength > maxBody {
		return nil, TooLarge, http.StatusRequestEntityTooLarge
	}
	text := bytes.NewBuffer(make([]byte, 0, len(timestamp)+usualBody))
	text.WriteString(timestamp)
	_, err := text.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody))
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case large:
		return nil, TooLarge, http.StatusRequestEntityTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, TooSlow, http.StatusRequestTimeout
	case err != nil:
		return nil, CutOff, http.StatusBadRequest
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return text.Bytes(), "", 0
}

func (h *Handler) reject(w http.ResponseWriter, why string, status int) {
	h.Rejected(why)
	http.Error(w, why, status)
}

// wait gives the interaction on and stays until it is answered, AnswerWithin is
// over, or the request has ended. Without an answer by then the status is 503, and
// an answer that comes later gets ErrLate.
func (h *Handler) wait(w http.ResponseWriter, r *http.Request, body []byte) {
	var mu sync.Mutex
	over := false // answered, or given up
	answered := make(chan struct{})
	late := time.NewTimer(AnswerWithin)
	defer late.Stop()
	err := h.Receive(body, func(contentType string, answer []byte) error {
		mu.Lock()
		defer mu.Unlock()
		if over || r.Context().Err() != nil {
			return ErrLate
		}
		over = true
		defer close(answered)
		return write(w, contentType, answer)
	})
	switch {
	case errors.Is(err, ErrElsewhere):
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	case err != nil:
		h.reject(w, Unreadable, http.StatusBadRequest)
		return
	}
	select {
	case <-answered:
		return
	case <-late.C:
	case <-r.Context().Done():
	}
	mu.Lock()
	defer mu.Unlock()
	if !over {
		over = true
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// write sends the answer, within writeWithin. An error means that it may not have
// arrived.
func write(w http.ResponseWriter, contentType string, body []byte) error {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeWithin))
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}
