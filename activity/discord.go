package activity

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Inside is Discord, where the page runs in a frame as the Activity of an application. Discord's proxy serves
// it there, at an address of the application's own, and signs whom it asks for.
//
// Source: Discord's developer documentation, "Activities: Networking and Security", August 2026.
type Inside struct{ known atomic.Pointer[application] }

type application struct {
	id  string
	key ed25519.PublicKey
}

// Know tells the id of the application, or "", and the key with which Discord signs for it and for no other. Before
// that the page runs inside Discord, too, but whoever opens it there is a guest.
func (in *Inside) Know(id string, key ed25519.PublicKey) { in.known.Store(&application{id, key}) }

// app returns the id of the application; "" before it is known, or outside Discord.
func (in *Inside) app() string {
	if in == nil {
		return ""
	}
	if known := in.known.Load(); known != nil {
		return known.id
	}
	return ""
}

// origin returns where Discord's proxy serves the page; "" before that is known.
func (in *Inside) origin() string {
	if id := in.app(); id != "" {
		return "https://" + id + ".discordsays.com"
	}
	return ""
}

// clients are the addresses of Discord's client, which frames the page.
const clients = "https://discord.com https://ptb.discord.com https://canary.discord.com " +
	"https://discordapp.com https://ptb.discordapp.com https://canary.discordapp.com"

// frames reports whether a request for the page comes from a frame in Discord's client.
func (in *Inside) frames(r *http.Request) bool {
	return in != nil && r.URL.Query().Get("frame_id") != ""
}

// policy returns what a page that Discord frames may do beyond others: be framed, and call the proxy by its
// name. In a frame whose origin is opaque 'self' may stand for nothing.
func (in *Inside) policy(policy string) string {
	own := in.origin()
	if own != "" {
		own = " " + own + " wss" + strings.TrimPrefix(own, "https")
	}
	return strings.NewReplacer("connect-src 'self'", "connect-src 'self'"+own, "frame-ancestors 'self'", "frame-ancestors 'self' "+clients).Replace(policy)
}

// Headers by which Discord's proxy says who asks.
const (
	signatureHeader = "X-Signature-Ed25519" // base64
	timestampHeader = "X-Signature-Timestamp"
	payloadHeader   = "X-Discord-Proxy-Payload" // base64, of the JSON that is signed
)

// Caller returns whom a request counts for. In may be nil: then nobody has signed for anybody.
func (in *Inside) Caller(r *http.Request) Caller {
	user := in.person(r, time.Now())
	return Caller{Visitor(r), user, user == "" && in.Trusts(r)}
}

// Trusts reports whether a request comes from a page that Discord frames: from the proxy's address, or from an
// opaque origin, as on some telephones. Any site can have a frame of such an origin. That costs a visitor no more
// than some of their calls.
func (in *Inside) Trusts(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return in != nil && (origin == "null" || origin != "" && origin == in.origin())
}

// person returns the id of the person for whom Discord's proxy signed the request; "" for none. A signature that
// is forged, of another application or out of date makes nobody's request an error: it is a guest's.
func (in *Inside) person(r *http.Request, now time.Time) string {
	if in == nil {
		return ""
	}
	known := in.known.Load()
	if known == nil || r.Header.Get(signatureHeader) == "" {
		return ""
	}
	signature, err := base64.StdEncoding.DecodeString(r.Header.Get(signatureHeader))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return ""
	}
	payload, err := base64.StdEncoding.DecodeString(r.Header.Get(payloadHeader))
	if err != nil || !ed25519.Verify(known.key, payload, signature) {
		return ""
	}
	var p struct {
		Application string `json:"application_id"`
		User        string `json:"user_id"`
		Created     int64  `json:"created_at"` // seconds since 1970, as the next
		Expires     int64  `json:"expires_at"`
	}
	if err := json.Unmarshal(payload, &p); err != nil {
		return ""
	}
	fresh := strconv.FormatInt(p.Created, 10) == r.Header.Get(timestampHeader) && now.Unix() < p.Expires
	if !fresh || known.id != "" && p.Application != known.id || len(p.User) > 20 || p.User == "" || strings.Trim(p.User, "0123456789") != "" {
		return ""
	}
	return p.User
}

// guard refuses calls of other sites' pages: of any but own, the site's address, and those that in trusts. The
// browser of an opaque origin asks before it calls.
func guard(own string, in *Inside, next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection() // a page of another site must not ask in a visitor's name
	_ = protection.AddTrustedOrigin(own)          // an address that is no origin is trusted with nothing
	strict := protection.Handler(next)
	if in == nil {
		return strict
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !in.Trusts(r) {
			strict.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Set("Vary", "Origin")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}
