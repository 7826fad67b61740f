// Package endpoint is the receiving side of Discord's interactions endpoint: an HTTP handler for
// POSTs signed by Discord. It passes on their raw JSON.
//
// Discord signs the header X-Signature-Timestamp, followed by the body, with Ed25519; the signature
// stands in X-Signature-Ed25519. It sends wrong signatures on purpose, and removes the endpoint of
// an application that answers one with anything but 401. Signed bodies are passed on, a PING too,
// and the first answer becomes the response.
//
// The age of a timestamp is not checked. A replay does no harm, since an interaction takes only one
// first response, and a replica with a wrong clock would fail Discord's checks.
//
// Source: Discord's developer documentation, "Interactions: Overview" and "Receiving and Responding
// to Interactions".
package endpoint

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

const (
	maxBody     = 256 << 10 // bytes; an interaction with its message takes a few thousand
	freeBody    = 32 << 10  // bytes that any request may send; for more it takes a slot
	usualBody   = 4 << 10
	slots       = 16 // requests that may send more than freeBody at once
	readWithin  = 2 * time.Second
	slotWithin  = time.Second // the longest wait for a slot
	writeWithin = 2 * time.Second
	// AnswerWithin is the longest wait for an answer: Discord gives up after 3 s.
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
	Crowded      = "crowded"
	Unreadable   = "unreadable"
)

// Reasons lists all reasons.
var Reasons = []string{NotPOST, NoSignature, BadSignature, TooLarge, TooSlow, CutOff, Crowded, Unreadable}

// Apart is the content type of no response: the first response to the interaction is a call.
const Apart = "apart"

// ErrElsewhere is Receive's error for an interaction that another process should get.
var ErrElsewhere = errors.New("another process should be asked")

// ErrLate is the error for an answer that comes too late, or is the second one.
var ErrLate = errors.New("the request is no longer waiting for an answer")

// A Handler serves the endpoint.
type Handler struct {
	// Key is Discord's public key for the application.
	Key ed25519.PublicKey

	// Receive gets the JSON of an interaction and returns at once. Its first response goes to
	// respond, which may be called from any goroutine. The error of respond is ErrLate or the
	// connection's; then the response may or may not have arrived. A response without a content type
	// is 503, for a load balancer to ask another process. Receive's own error, such as ErrElsewhere,
	// means that it will not answer.
	Receive func(raw []byte, respond func(contentType string, body []byte) error) error

	// Rejected is called with the reason for which a request was turned away: one of Reasons.
	Rejected func(why string)

	once  sync.Once
	slots chan struct{} // holds a value for each request that may send more than freeBody
}

// ServeHTTP gives on an interaction that Discord has signed, and sends its first
// response. It turns away any other request: one without a signature before it reads
// a byte of the body.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The deadline also serves a request that is turned away unread: the rest of its body is read
	// before the answer.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(readWithin)) // only writers of tests have no deadlines
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		h.reject(w, NotPOST, http.StatusMethodNotAllowed)
		return
	}
	signature, ok := signatureOf(r.Header)
	if !ok { // turned away before a byte of the body is read
		h.reject(w, NoSignature, http.StatusUnauthorized)
		return
	}
	timestamp := r.Header.Get(timestampHeader)
	signed, why, status := h.read(w, r, timestamp)
	if why != "" {
		h.reject(w, why, status)
		return
	}
	if !ed25519.Verify(h.Key, signed, signature) {
		h.reject(w, BadSignature, http.StatusUnauthorized)
		return
	}
	Stay(r.Context())
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

// read returns the body after its timestamp, which is the text that was signed, or the reason and
// the status for which it turns the request away. It takes memory only for bytes that have come,
// not for the announced length; and since anybody may send them, it takes more than freeBody only
// for as many requests at once as there are slots.
func (h *Handler) read(w http.ResponseWriter, r *http.Request, timestamp string) (signed []byte, why string, status int) {
	if r.ContentLength > maxBody {
		return nil, TooLarge, http.StatusRequestEntityTooLarge
	}
	text := bytes.NewBuffer(make([]byte, 0, len(timestamp)+usualBody))
	text.WriteString(timestamp)
	body := http.MaxBytesReader(w, r.Body, maxBody)
	free := io.LimitedReader{R: body, N: freeBody}
	_, err := text.ReadFrom(&free)
	if err == nil && free.N == 0 { // there may be more
		if !h.takeSlot(r.Context()) {
			return nil, Crowded, http.StatusServiceUnavailable
		}
		defer func() { <-h.slots }()
		_, err = text.ReadFrom(body)
	}
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

// takeSlot waits up to slotWithin for a slot, which is given back by receiving from h.slots.
// It returns false where none became free.
func (h *Handler) takeSlot(ctx context.Context) bool {
	h.once.Do(func() { h.slots = make(chan struct{}, slots) })
	ctx, cancel := context.WithTimeout(ctx, slotWithin)
	defer cancel()
	select {
	case h.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
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
	over := false // the interaction was answered, or given up
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
	if contentType == "" {
		w.WriteHeader(http.StatusServiceUnavailable)
		return http.NewResponseController(w).Flush()
	}
	if contentType == Apart {
		w.WriteHeader(http.StatusAccepted)
		return http.NewResponseController(w).Flush()
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}
