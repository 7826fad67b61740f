package bot

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"kibitz/bot/ops"
	"kibitz/bot/settings"
)

// Gateway opcodes that a bot sends.
const (
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
)

func TestRun(t *testing.T) {
	t.Parallel()
	d := newLoopback(t)
	cfg := settings.Default()
	cfg.HTTP.Addr = freeAddr(t)
	stop := d.run(t, cfg)
	var identify struct {
		Token   string
		Intents int
	}
	if err := json.Unmarshal(d.next(t, opIdentify), &identify); err != nil || identify.Token != d.Token() || identify.Intents != 0 {
		t.Errorf("identified as %+v, %v", identify, err)
	}
	d.answers(t)
	if _, err := ops.Healthcheck(cfg.HTTP.Addr); err != nil {
		t.Errorf("not healthy: %v", err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if _, err := ops.Healthcheck(cfg.HTTP.Addr); err == nil {
		t.Error("healthy when it is no more")
	}
	if n := len(d.Commands()); n != len(someDefinitions) {
		t.Errorf("%d commands registered", n)
	}
}

// A close code that another try would only get again ends the run.
func TestFatalCloseCodeEndsTheRun(t *testing.T) {
	t.Parallel()
	d := newLoopback(t)
	d.RefuseIdentify(4014)
	if err := d.fails(t, d.Token()); err == nil || !strings.Contains(err.Error(), "4014") {
		t.Error(err)
	}
	if err := newLoopback(t).fails(t, "no.such.token"); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Errorf("a wrong token: %v", err)
	}
}

func TestUnauthorizedGatewayEndsTheRun(t *testing.T) {
	t.Parallel()
	fake := &fakeREST{fault: func(sent) (int, string, error) { return 401, `{"message":"401: Unauthorized","code":0}`, nil }}
	err := Run(t.Context(), Options{Config: offline(), Token: fakeToken, Handler: after(0), Transport: func() http.RoundTripper { return fake }})
	if err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Error(err)
	}
}

func TestRunWithoutToken(t *testing.T) {
	for _, token := range []string{"", "  ", "Bot ", "\"quoted\"", "a b"} {
		err := Run(t.Context(), Options{Config: offline(), Token: token, Handler: after(0), Transport: func() http.RoundTripper { return &fakeREST{} }})
		if err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
			t.Errorf("%q: %v", token, err)
		}
	}
}

// The link comes back, and with it the session: after an order to reconnect,
// after a close without a fatal code, and where the resume is refused.
func TestLinkComesBack(t *testing.T) {
	for name, lose := range map[string]func(*loopback){
		"op 7":       func(d *loopback) { d.SendReconnect() },
		"close 4000": func(d *loopback) { d.CloseGateway(4000) },
		"cut off":    func(d *loopback) { d.DropGateway() },
	} {
		for _, refused := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", resume refused: ", refused), func(t *testing.T) {
				t.Parallel()
				d := newLoopback(t)
				stop := d.run(t, offline())
				d.next(t, opIdentify)
				d.answers(t)
				if refused {
					d.ForgetSessions()
				}
				lose(d)
				d.next(t, opResume)
				if refused {
					d.next(t, opIdentify)
				}
				d.answers(t)
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// An event of a shape that is not known yet is served all the same.
func TestUnknownComponentsDoNotKillTheBot(t *testing.T) {
	t.Parallel()
	d := newLoopback(t)
	stop := d.run(t, offline())
	d.answers(t)
	raw := strings.Replace(string(click("k1/x")), `"components":[]`, `"components":[{"type":17,"components":[{"type":99}]}]`, 1)
	d.Dispatch("INTERACTION_CREATE", json.RawMessage(raw))
	d.expect(t, "POST /interactions/1/"+interactionSecret+"/callback")
	d.answers(t)
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func TestAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	cfg := settings.Default()
	cfg.HTTP.Addr = l.Addr().String()
	if err := Run(t.Context(), Options{Config: cfg, Token: fakeToken, Handler: after(0), Transport: func() http.RoundTripper { return &fakeREST{} }}); err == nil || !strings.Contains(err.Error(), "http.addr") {
		t.Error(err)
	}
}
