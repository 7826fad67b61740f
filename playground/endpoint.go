package playground

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"time"
)

// endpoint is where interactions are posted, signed, once the application
// names an address for them.
type endpoint struct {
	url string // "" for none: then they go over the gateway. Guarded by Server.mu
	key ed25519.PrivateKey
	via *http.Transport

	skew time.Duration // see Options
}

const maxEndpointURL = 512

// newEndpoint returns an endpoint with a new key and no address.
func newEndpoint(opt Options) endpoint {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // which rand.Reader never returns
	}
	return endpoint{key: key, via: newClientSide(opt.Dial, idleTimeoutFromHere), skew: opt.Skew}
}

// VerifyKey returns the application's public key, in hexadecimal digits.
func (s *Server) VerifyKey() string {
	return hex.EncodeToString(s.endpoint.key.Public().(ed25519.PublicKey))
}

// SetEndpoint has interactions posted to an address from now on, without a
// check of the endpoint there; "" has them dispatched over the gateway again.
// Without Options.Dial the address has to be on this computer.
func (s *Server) SetEndpoint(address string) error {
	if address != "" {
		if err := s.checkEndpointURL(address); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint.url = address
	s.notify()
	s.publishStatus()
	return nil
}

// checkEndpointURL refuses what is no HTTP address, and, without Options.Dial, an
// address that is not on this computer.
func (s *Server) checkEndpointURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return fmt.Errorf("playground: endpoint: %w", err)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("playground: endpoint %q: want http://host:port/path", address)
	case s.opt.Dial == nil && !loopback(u.Hostname()):
		return fmt.Errorf("playground: endpoint %q is not on this computer", address)
	}
	return nil
}

// patchApplication serves PATCH /applications/@me. It heeds only the endpoint's
// address.
func (s *Server) patchApplication(c *call) (any, error) {
	o := c.fields(&form{})
	const field = "interactions_endpoint_url"
	address, _ := o.text(field, span{0, maxEndpointURL})
	if err := o.form.err(); err != nil {
		return nil, err
	}
	if !o.has(field) {
		return s.getApplication(c)
	}
	if address != "" {
		err := s.checkEndpointURL(address)
		if err == nil {
			err = s.verifyEndpoint(c.http.Context(), address)
		}
		if err != nil {
			o.wrong(field, "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint url could not be verified.")
			return nil, o.form.err()
		}
	}
	_ = s.SetEndpoint(address) // checked above
	return s.getApplication(c)
}

// verifyEndpoint posts a signed ping, which must be answered with PONG, and
// wrongly signed ones, which must be answered with 401.
func (s *Server) verifyEndpoint(ctx context.Context, address string) error {
	ping := raw(object{
		"id": s.ids.next(), "type": pingInteraction, "version": 1, "token": rand.Text(),
		"application_id": s.world.applicationID, "entitlements": []any{}, "user": s.world.person(),
	})
	ctx, cancel := context.WithTimeout(ctx, s.opt.pace.ack)
	defer cancel()
	a, err := s.endpoint.post(ctx, address, ping, s.endpoint.sign, 0)
	if err != nil {
		return err
	}
	var pong struct{ Type int }
	kind, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	if a.status != http.StatusOK || kind != "application/json" || json.Unmarshal(a.body, &pong) != nil || pong.Type != callbackPong {
		return fmt.Errorf("playground: the endpoint answers a ping with %d %s %q, want 200 application/json {\"type\":1}", a.status, kind, brief(string(a.body)))
	}
	_, stranger, _ := ed25519.GenerateKey(rand.Reader)
	forgeries := map[string]signer{
		"of another key":       func(text []byte) []byte { return ed25519.Sign(stranger, text) },
		"of another text":      func(text []byte) []byte { return s.endpoint.sign(append(text, ' ')) },
		"that is no signature": func([]byte) []byte { return make([]byte, ed25519.SignatureSize) },
	}
	for name, forgery := range forgeries {
		a, err := s.endpoint.post(ctx, address, ping, forgery, 0)
		if err != nil {
			return err
		}
		if a.status != http.StatusUnauthorized {
			return fmt.Errorf("playground: the endpoint answers %d to a signature %s, want 401", a.status, name)
		}
	}
	return nil
}

// signer signs a timestamp with the body after it.
type signer func(text []byte) []byte

func (e *endpoint) sign(text []byte) []byte { return ed25519.Sign(e.key, text) }

// response is an answer of the endpoint's.
type response struct {
	status int
	header http.Header
	body   []byte
}

// post sends a body with the present time on Discord's clock, signed by sign, and
// returns the endpoint's answer. If resetAfter is not 0 and there is no answer by
// then, it resets the connection. An answer over maxRequest is an error.
func (e *endpoint) post(ctx context.Context, address string, body []byte, sign signer, resetAfter time.Duration) (response, error) {
	if resetAfter > 0 {
		var timer *time.Timer
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
			timer = time.AfterFunc(resetAfter, func() { Reset(got.Conn) })
		}})
		defer func() {
			if timer != nil {
				timer.Stop()
			}
		}()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return response{}, err
	}
	now := strconv.FormatInt(time.Now().Add(e.skew).Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", now)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(sign(append([]byte(now), body...))))
	res, err := e.via.RoundTrip(r) // which follows no redirect and tries once
	if err != nil {
		return response{}, err
	}
	defer res.Body.Close()
	got, err := io.ReadAll(io.LimitReader(res.Body, maxRequest+1))
	if err == nil && len(got) > maxRequest {
		err = errTooLarge()
	}
	return response{res.StatusCode, res.Header, got}, err
}
