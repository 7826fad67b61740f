package playground

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"
)

// Dial connects to an address, as the method of net.Dialer does.
type Dial = func(ctx context.Context, network, addr string) (net.Conn, error)

// listen listens at addr, or at a free port of the same host if that one is taken.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	if err := checkAddr(addr); err != nil {
		return nil, err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if host, _, bad := net.SplitHostPort(addr); bad == nil && errors.Is(err, syscall.EADDRINUSE) {
		l, err = lc.Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
	}
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	return l, nil
}

// checkAddr refuses an address that others could reach.
func checkAddr(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("playground: address %q: %w", addr, err)
	}
	if !loopback(host) {
		return fmt.Errorf("playground: address %q is not a loopback address such as 127.0.0.1", addr)
	}
	return nil
}

// loopback reports whether a host, as written in an address, can only mean this
// computer.
func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

// Transport sends requests meant for Discord's hosts to the Server, and refuses
// to send any other.
func (s *Server) Transport() http.RoundTripper { return redirect{s.addr, s.via} }

// TransportFrom returns a Transport with connections of its own, so that each of
// several bots can lose its own. CloseIdleConnections of a http.Client that uses
// it ends those that are idle.
func (s *Server) TransportFrom(dial Dial) http.RoundTripper {
	return redirect{s.addr, newClientSide(dial, idleTimeoutToHere)}
}

// How long an idle connection is kept: by the Server, by its clients, and by the
// Server as a client of an endpoint. A client gives it up before the other side
// does, so that no request meets the end of it.
const (
	idleTimeout         = time.Minute
	idleTimeoutToHere   = 45 * time.Second
	idleTimeoutFromHere = 5 * time.Second
)

func newClientSide(dial Dial, idle time.Duration) *http.Transport {
	return &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 256, IdleConnTimeout: idle, DisableCompression: true}
}

type redirect struct {
	addr string
	via  *http.Transport
}

// RoundTrip sends a request for one of Discord's hosts to the Server, by plain HTTP,
// and fails for any other host.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	switch r.URL.Hostname() {
	case "discord.com", "cdn.discordapp.com", "media.discordapp.net", proxyHost:
	default:
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, fmt.Errorf("playground: a request to %s is none for Discord", r.URL.Host)
	}
	here := r.Clone(r.Context())
	here.URL.Scheme, here.URL.Host, here.Host = "http", t.addr, t.addr
	return t.via.RoundTrip(here)
}

func (t redirect) CloseIdleConnections() { t.via.CloseIdleConnections() }

type connKey struct{}

// rememberConn lets handlers find the connection they answer on.
func rememberConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// connOf returns the connection that a request came over.
func connOf(r *http.Request) net.Conn {
	c, _ := r.Context().Value(connKey{}).(net.Conn)
	return c
}

// Reset ends a connection so that the other side sees "connection reset".
func Reset(c net.Conn) {
	switch c := c.(type) {
	case *net.TCPConn:
		_ = c.SetLinger(0)
	case interface{ Reset() }: // as connections in memory have it
		c.Reset()
	}
	if c != nil {
		_ = c.Close()
	}
}
