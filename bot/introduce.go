package bot

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/rest"
)

// SetEndpoint has Discord send the bot's interactions to an address, or, for "off", over
// the gateway; for "" it only says where they go. It first tries an address as Discord will,
// and writes the results to out. With an address it registers the commands and uploads the tiles,
// too: a replica of an endpoint needs no token, and cannot do so without.
func SetEndpoint(ctx context.Context, o Options, address string, out io.Writer) error {
	token, err := cleanToken(o.Token)
	if err != nil {
		return err
	}
	transport := o.transport()
	c := calls{rest.New(func() string { return token }, o.agent(), transport, func(string, string) {})}
	within, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	app, err := c.application(within)
	if err != nil {
		return err
	}
	switch address {
	case "":
		fmt.Fprintf(out, "interactions go to %s\nendpoint.key is %s\n", orGateway(app.Endpoint), app.VerifyKey)
		return nil
	case "off":
		address = ""
	default:
		if err := tryEndpoint(within, transport(), address, out); err != nil {
			return err
		}
		changed, err := c.register(within, app.ID, o.Config.Discord.Guild, o.Handler.Definitions())
		if err != nil {
			return fmt.Errorf("the commands are not registered: %w", err)
		}
		fmt.Fprintf(out, "the commands are registered; changed: %t\n", changed)
	}
	if err := c.setEndpoint(within, address); err != nil {
		return fmt.Errorf("Discord does not take the address: %w", err)
	}
	fmt.Fprintln(out, "interactions go to", orGateway(address))
	if address != "" && o.Config.Picture.Tiles {
		c.uploadTiles(ctx, app.ID, cmp.Or(o.TilePause, uploadPause), out)
	}
	return nil
}

// uploadTiles uploads the tiles that Discord does not have yet, and writes to out how many those were.
func (c calls) uploadTiles(ctx context.Context, app string, pause time.Duration, out io.Writer) {
	ctx, cancel := context.WithTimeout(ctx, registerWithin)
	defer cancel()
	fmt.Fprintln(out, "tiles are being uploaded, one a second")
	uploaded, err := c.tiles(ctx, app, true, pause, func(compose.Tiles) {})
	fmt.Fprintln(out, "uploaded:", uploaded)
	if err != nil {
		fmt.Fprintln(out, "some tiles stay plain emoji:", err)
	}
}

func orGateway(address string) string {
	if address == "" {
		return "the gateway"
	}
	return address
}

// tryEndpoint asks as Discord does when it tests an endpoint, as far as that is possible
// without Discord's key: a request without a signature, or with a wrong one, must get 401.
func tryEndpoint(ctx context.Context, transport http.RoundTripper, address string, out io.Writer) error {
	wrong := strings.Repeat("0", 128)
	for _, c := range []struct {
		what   string
		header map[string]string
	}{
		{"a request without a signature", nil},
		{"a request with a wrong signature", map[string]string{"X-Signature-Ed25519": wrong, "X-Signature-Timestamp": fmt.Sprint(time.Now().Unix())}},
	} {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader([]byte(`{"type":1}`)))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
		for name, value := range c.header {
			r.Header.Set(name, value)
		}
		start := time.Now()
		answer, err := transport.RoundTrip(r)
		if err != nil {
			return fmt.Errorf("%s cannot be asked: %w", address, err)
		}
		_ = answer.Body.Close()
		fmt.Fprintf(out, "%s: %s after %s%s\n", c.what, answer.Status, time.Since(start).Round(time.Millisecond), secured(answer.TLS))
		if answer.StatusCode != http.StatusUnauthorized {
			return fmt.Errorf("%s answers %s to %s; Discord wants 401 Unauthorized: does a kibitz with discord.via: endpoint run behind it?", address, answer.Status, c.what)
		}
	}
	return nil
}

// secured names the version of TLS, for the end of a line; "" without TLS.
func secured(state *tls.ConnectionState) string {
	if state == nil {
		return ""
	}
	return ", " + tls.VersionName(state.Version)
}
