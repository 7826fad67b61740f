package activity

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// app is the id of the application in these tests.
const app = "123456789012345678"

// inside returns a site that is an Activity, too, and what signs for its application.
func (a *asked) inside() (*Site, ed25519.PrivateKey) {
	public, private, _ := ed25519.GenerateKey(nil)
	s := a.site()
	s.Inside = &Inside{}
	s.Inside.Know(app, public)
	return s, private
}

// signed returns the headers by which Discord's proxy says that a user asks.
func signed(key ed25519.PrivateKey, payload, timestamp string) []string {
	encode := base64.StdEncoding.EncodeToString
	return []string{
		"X-Signature-Ed25519: " + encode(ed25519.Sign(key, []byte(payload))), "X-Signature-Timestamp: " + timestamp,
		"X-Discord-Proxy-Payload: " + encode([]byte(payload)),
	}
}

// TestIdentity: a call counts for whom Discord's proxy names with a signature that holds. Any other is a guest's,
// and no error.
func TestIdentity(t *testing.T) {
	a := &asked{}
	s, key := a.inside()
	_, stranger, _ := ed25519.GenerateKey(nil)
	now := time.Now().Unix()
	payload := func(app, user string, created, expires int64) string {
		return fmt.Sprintf(`{"application_id":%q,"user_id":%q,"is_developer":false,"created_at":%d,"expires_at":%d}`, app, user, created, expires)
	}
	good, stamp := payload(app, "42", now, now+3600), fmt.Sprint(now)
	swapped := signed(key, good, stamp)
	swapped[2] = signed(key, payload(app, "43", now, now+3600), stamp)[2]
	for _, c := range []struct {
		name, user string
		headers    []string
	}{
		{"signed", "42", signed(key, good, stamp)},
		{"not signed", "", nil},
		{"another's key", "", signed(stranger, good, stamp)},
		{"another payload", "", swapped},
		{"no base64", "", []string{"X-Signature-Ed25519: %", "X-Signature-Timestamp: " + stamp, "X-Discord-Proxy-Payload: %"}},
		{"a short signature", "", []string{"X-Signature-Ed25519: AAAA", "X-Signature-Timestamp: " + stamp, "X-Discord-Proxy-Payload: e30="}},
		{"expired", "", signed(key, payload(app, "42", now-7200, now-1), fmt.Sprint(now-7200))},
		{"another time", "", signed(key, good, fmt.Sprint(now+1))},
		{"another application", "", signed(key, payload("1", "42", now, now+3600), stamp)},
		{"no id", "", signed(key, payload(app, "page 1.2.3.4", now, now+3600), stamp)},
		{"no JSON", "", signed(key, "42", stamp)},
	} {
		if w := post(s.Handler(), "open", opened, c.headers...); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
		} else if got := a.from[len(a.from)-1].User; got != c.user {
			t.Errorf("%s: the call counts for %q", c.name, got)
		}
	}
	for _, c := range []struct {
		origin string
		signed []string
		crowd  bool
	}{{"null", nil, true}, {"https://" + app + ".discordsays.com", nil, true}, {"null", signed(key, good, stamp), false}, {"https://kibitz.example", nil, false}} {
		post(s.Handler(), "open", opened, append([]string{"Origin: " + c.origin}, c.signed...)...)
		if got := a.from[len(a.from)-1].Crowd; got != c.crowd {
			t.Errorf("%s, %d headers: a crowd: %v", c.origin, len(c.signed), got)
		}
	}
	s.Inside = nil
	post(s.Handler(), "open", opened, signed(key, good, stamp)...)
	if got := a.from[len(a.from)-1].User; got != "" {
		t.Errorf("outside Discord a call counts for %q", got)
	}
}

// TestFraming: strangers may frame the page nowhere; Discord's client may if the page is an Activity. There the
// page may call the proxy by its name, which lies at its root.
func TestFraming(t *testing.T) {
	inside, _ := (&asked{}).inside()
	for _, c := range []struct {
		name, path string
		site       *Site
		status     int
		framed     bool
	}{
		{"a browser", Path, inside, 200, false},
		{"Discord", "/?frame_id=f&instance_id=i", inside, 200, true},
		{"Discord, the page's own path", Path + "?frame_id=f", inside, 200, true},
		{"Discord, but no Activity", Path + "?frame_id=f", (&asked{}).site(), 200, false},
		{"the root, but no Activity", "/?frame_id=f", (&asked{}).site(), 404, false},
	} {
		w := httptest.NewRecorder()
		c.site.Handler().ServeHTTP(w, httptest.NewRequest("GET", c.path, nil))
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != c.status {
			t.Errorf("%s: %d", c.name, w.Code)
		}
		if strings.Contains(policy, "discord.com") != c.framed || strings.Contains(policy, "connect-src 'self' https://"+app+".discordsays.com wss://") != c.framed {
			t.Errorf("%s: %s", c.name, policy)
		}
		if c.status == 200 && !strings.Contains(policy, "frame-ancestors 'self'") || strings.Contains(policy, "*") {
			t.Errorf("%s: anybody may frame it: %s", c.name, policy)
		}
		if c.site == inside && !strings.Contains(w.Body.String(), `data-app="`+app+`"`) {
			t.Errorf("%s: the page does not know its application", c.name)
		}
	}
}

// TestOpaque: where the page is an Activity a frame of an opaque origin may call, after its browser has asked, and
// so may the proxy's address. Elsewhere neither may, and strangers never.
func TestOpaque(t *testing.T) {
	a := &asked{}
	inside, _ := a.inside()
	for _, c := range []struct {
		origin        string
		inside, alone int // the status of a call
	}{
		{"null", 200, 403},
		{"https://" + app + ".discordsays.com", 200, 403},
		{"https://1.discordsays.com", 403, 403},
		{"https://discord.com", 403, 403}, // it frames the page, and does not call
		{"https://kibitz.example", 200, 200},
	} {
		for site, want := range map[*Site]int{inside: c.inside, a.site(): c.alone} {
			w := post(site.Handler(), "open", opened, "Origin: "+c.origin, "Sec-Fetch-Site: cross-site")
			if w.Code != want {
				t.Errorf("%s: %d, want %d", c.origin, w.Code, want)
			}
			r := httptest.NewRequest("OPTIONS", "https://kibitz.example"+Path+"/open", nil)
			r.Header.Set("Origin", c.origin)
			asks := httptest.NewRecorder()
			site.Handler().ServeHTTP(asks, r)
			if opaque := c.origin == "null" && want == 200; (asks.Header().Get("Access-Control-Allow-Origin") == "null") != opaque {
				t.Errorf("%s may ask: %v", c.origin, asks.Header())
			}
		}
	}
}

// TestKept: a page opens what is kept under its id, and learns its path. Nothing is opened for an id without it.
func TestKept(t *testing.T) {
	a := &asked{}
	s := a.site()
	s.Kept = func(_ context.Context, id string) (string, bool) {
		return map[string]string{"long": "nonogram?puzzle=1|1", "today": ""}[id], id != "gone"
	}
	for body, path := range map[string]string{
		`{"kept":"long","locale":"ko"}`: "nonogram?do=play&more=0&puzzle=1%7C1&turn=",
		`{"kept":"today"}`:              "daily",
	} {
		w := post(s.Handler(), "open", body)
		var got struct{ Path string }
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || a.requests[len(a.requests)-1].Path != path {
			t.Errorf("%s: %v, asks for %s", body, err, a.requests[len(a.requests)-1].Path)
		}
		if strings.Contains(body, "long") && got.Path != "nonogram?puzzle=1|1" {
			t.Errorf("%s: the page is at %q", body, got.Path)
		}
	}
	for body, status := range map[string]int{
		`{"kept":"gone"}`: 404,
		`{"kept":"` + strings.Repeat("i", maxID+1) + `"}`:    404,
		`{"kept":"long","path":"nonogram?puzzle=1|1"}`:       400,
		`{"kept":"long","puzzle":"1|1","turn":"hint"}`:       400,
		`{"kept":"long","path":"nonogram","turn":"another"}`: 400,
	} {
		if w := post(s.Handler(), "open", body); w.Code != status {
			t.Errorf("%s: %d", body, w.Code)
		}
	}
	s.Kept = nil
	if w := post(s.Handler(), "open", `{"kept":"long"}`); w.Code != 404 {
		t.Errorf("where nothing is kept: %d", w.Code)
	}
}

// TestShelf: a shelf keeps the latest, for a quarter of an hour, within its bounds.
func TestShelf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Shelf
		for i := range maxParcels + 1 {
			s.Put(fmt.Sprint(i), "x")
		}
		if _, ok := s.Get("0"); ok || s.order.Len() != maxParcels {
			t.Errorf("%d are kept", s.order.Len())
		}
		s.Put("large", strings.Repeat("x", maxKept-100))
		if _, ok := s.Get("large"); !ok || s.bytes > maxKept {
			t.Errorf("%d bytes are kept", s.bytes)
		}
		s.Put("large", "small")
		if got, _ := s.Get("large"); got != "small" || s.bytes > 1000 {
			t.Errorf("%q is kept, %d bytes", got, s.bytes)
		}
		time.Sleep(KeptFor)
		if _, ok := s.Get("large"); !ok {
			t.Error("it is gone too early")
		}
		time.Sleep(time.Second)
		if _, ok := s.Get("large"); ok || s.bytes != 0 || s.order.Len() != 0 {
			t.Errorf("%d are kept for too long", s.order.Len())
		}
	})
}
