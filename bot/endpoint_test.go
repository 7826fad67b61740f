package bot

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"kibitz/bot/settings"
	"kibitz/bot/wire"
)

// Interactions come as signed requests, and the response is the answer: the key is learnt
// from Discord, which tries the endpoint before it takes its address.
func TestEndpoint(t *testing.T) {
	t.Parallel()
	d := newLoopback(t)
	cfg := offline()
	cfg.Discord.Via, cfg.Endpoint.Addr, cfg.Endpoint.Linger = settings.ViaEndpoint, freeAddr(t), 0
	cfg.Discord.Register = false // as of a replica without a token
	stop := d.run(t, cfg)
	address := "http://" + cfg.Endpoint.Addr + "/"
	var said strings.Builder
	listening(t, cfg.Endpoint.Addr)
	if err := SetEndpoint(t.Context(), Options{Token: d.Token(), Transport: d.anywhere, Handler: fakeHandler{defs: someDefinitions}}, address, &said); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "a wrong signature: 401") || !strings.Contains(said.String(), "interactions go to "+address) {
		t.Error(said.String())
	}
	d.answers(t)
	withTiles := Options{Config: offline(), Token: d.Token(), Transport: d.anywhere, Handler: fakeHandler{defs: someDefinitions}, TilePause: time.Millisecond}
	for _, uploaded := range []int{different, 0} {
		said.Reset()
		if err := SetEndpoint(t.Context(), withTiles, address, &said); err != nil || !strings.HasSuffix(said.String(), fmt.Sprintf("uploaded: %d\n", uploaded)) {
			t.Errorf("%v, %s", err, said.String())
		}
	}
	if err := SetEndpoint(t.Context(), Options{Token: d.Token(), Transport: d.anywhere, Handler: fakeHandler{defs: someDefinitions}}, "off", &said); err != nil {
		t.Error(err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// An address behind which something else is, is not given to Discord.
func TestEndpointThatIsNone(t *testing.T) {
	t.Parallel()
	d := newLoopback(t)
	var said strings.Builder
	err := SetEndpoint(t.Context(), Options{Token: d.Token(), Transport: d.anywhere, Handler: fakeHandler{defs: someDefinitions}}, d.URL(), &said)
	if err == nil || !strings.Contains(err.Error(), "Discord wants 401") {
		t.Error(err)
	}
}

// What keeps an address from Discord is told, and nothing then says that interactions go there.
func TestSetEndpointThatFails(t *testing.T) {
	const address = "https://kibitz.example/"
	for want, c := range map[string]struct {
		dead         bool
		method, path string // of the call that Discord refuses
	}{
		address + " cannot be asked: no route to host": {dead: true},
		"the commands are not registered: ":            {false, http.MethodPut, "/commands"},
		"Discord does not take the address: ":          {false, http.MethodPatch, "/@me"},
		"application: HTTP 400":                        {false, http.MethodGet, "/@me"},
	} {
		d := &fakeREST{cdn: func(r *http.Request) (*http.Response, error) {
			if c.dead {
				return nil, errNoRoute
			}
			answer := response(r, http.StatusUnauthorized, "")
			answer.TLS = &tls.ConnectionState{Version: tls.VersionTLS13}
			return answer, nil
		}, fault: func(s sent) (int, string, error) {
			switch {
			case s.method == c.method && strings.HasSuffix(s.path, c.path):
				return 400, `{"code":50035,"message":"Invalid Form Body"}`, nil
			case strings.HasSuffix(s.path, "/@me"):
				return 200, `{"id":"9"}`, nil
			}
			return 0, "", nil
		}}
		var said strings.Builder
		o := Options{Token: fakeToken, Transport: func() http.RoundTripper { return d }, Handler: fakeHandler{defs: someDefinitions}}
		if err := SetEndpoint(t.Context(), o, address, &said); err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(said.String(), "interactions go to") {
			t.Errorf("want %s: %v, %s", want, err, said.String())
		}
		if asked := !c.dead && c.method != http.MethodGet; asked != strings.Contains(said.String(), ", TLS 1.3\n") {
			t.Errorf("how the address was asked: %s", said.String())
		}
	}
}

// An endpoint whose key is in the settings needs no token, and asks Discord for nothing.
func TestEndpointWithoutToken(t *testing.T) {
	t.Parallel()
	cfg := offline()
	cfg.Discord.Via, cfg.Endpoint.Addr, cfg.Endpoint.Key = settings.ViaEndpoint, freeAddr(t), strings.Repeat("ab", 32)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, Options{Config: cfg, Handler: after(0), SkipDrain: true, Logger: slog.New(slog.DiscardHandler)}); err != nil {
		t.Error(err)
	}
	cfg.Endpoint.Key = ""
	if err := Run(ctx, Options{Config: cfg, Handler: after(0)}); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Error(err)
	}
}

// An endpoint whose address is taken ends at once with that error, though Discord is away and the
// registration of the commands still waits for it.
func TestEndpointAddressTaken(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	cfg := offline()
	cfg.Discord.Via, cfg.Endpoint.Addr, cfg.Endpoint.Key = settings.ViaEndpoint, taken.Addr().String(), strings.Repeat("ab", 32)
	cfg.Discord.Register = true
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		ended <- Run(ctx, Options{
			Config: cfg, Token: "a.b.c", Handler: after(0), SkipDrain: true, Logger: slog.New(slog.DiscardHandler),
			Transport: func() http.RoundTripper { return awayDiscord{} },
		})
	}()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "endpoint.addr") {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("it waits for Discord, not for its address")
		cancel()
		<-ended
	}
}

// An awayDiscord is a transport that answers each call with 503.
type awayDiscord struct{}

func (awayDiscord) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// A PING, which comes as a signed request alone, has nobody to answer: type 1 is the response.
func TestPing(t *testing.T) {
	b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
	var got wire.Payload
	if err := b.accept([]byte(`{"id":"1","application_id":"2","type":1,"token":"t","new":{}}`), func(p wire.Payload) error { got = p; return nil }); err != nil {
		t.Error(err)
	}
	if got.ContentType != "application/json" || string(got.Body) != `{"type":1}` {
		t.Errorf("%s %s", got.ContentType, got.Body)
	}
	if err := b.accept([]byte(`{"type":1}`), nil); err == nil {
		t.Error("a PING over the gateway is taken for something")
	}
}
