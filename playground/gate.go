package playground

import (
	"encoding/json"
	"net/http"

	"kibitz/playground/internal/gateway"
)

// Gateway says how the gateway behaves. The zero Gateway is that of a small bot in no hurry.
type Gateway = gateway.Settings

// GatewayRoute is the Route of a WebSocket's handshake, which a Fault can have go wrong, too:
// refused with a status, reset, or, with a Delay that outlasts the client, never answered.
const GatewayRoute = "GET /"

// newGate returns the gateway of a Server.
func (s *Server) newGate() *gateway.Gate {
	return gateway.New(gateway.Config{
		Settings:    s.opt.Gateway,
		Addr:        s.addr,
		Application: s.world.applicationID,
		ShardOf:     s.world.shardOf,
		Heartbeat:   s.opt.pace.heartbeat,
		Watch:       s.opt.OnGateway,
		Changed: func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.notify()
			s.publishStatus()
		},
		Ready: object{
			"v": 10, "user": s.world.bot(), "session_type": "normal",
			"private_channels": []any{}, "relationships": []any{},
			"guilds":      []object{{"id": s.world.guildID, "unavailable": true}},
			"application": object{"id": s.world.applicationID, "flags": 0},
		},
	})
}

// Gate returns the gateway, for package playgroundtest to disturb it.
func (s *Server) Gate() *gateway.Gate { return s.gate }

// Token returns the bot token that the Server accepts, without the "Bot " before it.
func (s *Server) Token() string { return s.gate.Token() }

// dispatch sends an event over the gateway, and returns to how many clients.
func (s *Server) dispatch(event string, data json.RawMessage) int {
	return s.gate.Dispatch(event, data)
}

// serveGateway talks with one client of the gateway.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	if !s.failsHandshake(w, r) {
		s.gate.Serve(s.ctx, w, r)
	}
}

// failsHandshake has the handshake go wrong if Options.Fault wants it, and reports whether it did.
func (s *Server) failsHandshake(w http.ResponseWriter, r *http.Request) bool {
	f := s.fault(Request{Method: r.Method, Path: r.URL.Path, Route: GatewayRoute, Query: r.URL.Query(), Header: r.Header})
	switch {
	case f.Delay > 0 && !s.sleep(r.Context(), f.Delay):
	case f.Reset || f.Lose:
		Reset(connOf(r))
	case f.Status != 0:
		writeFault(w, f)
	default:
		return false
	}
	return true
}

// getGateway serves GET /gateway.
func (s *Server) getGateway(*call) (any, error) { return object{"url": s.gate.URL()}, nil }

// getGatewayBot serves GET /gateway/bot.
func (s *Server) getGatewayBot(*call) (any, error) { return s.gate.Limits(), nil }
