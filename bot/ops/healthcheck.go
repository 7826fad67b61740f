package ops

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Healthcheck asks the bot whose http.addr is addr whether it is ready, for 3 s. The error says
// why it is not. Of a bot that is ready it also returns what it complains of, a line each. A bot
// that listens on all addresses is asked at localhost.
func Healthcheck(addr string) (complaints []string, err error) {
	if addr == "" {
		return nil, errors.New("http.addr is empty, so there is nothing to ask")
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("no bot answers at %s: %w", addr, err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1000))
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("%s answers %s: %.200s", addr, resp.Status, strings.TrimSpace(string(body))), err)
	}
	var state struct{ Queue, Discord string }
	_ = json.Unmarshal(body, &state) // an older bot says something else
	if state.Queue != "" {
		complaints = append(complaints, "nothing can be put into the queue: "+state.Queue)
	}
	if state.Discord != "" {
		complaints = append(complaints, state.Discord)
	}
	return complaints, nil
}
