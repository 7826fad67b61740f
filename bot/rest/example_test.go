package rest_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"kibitz/bot/rest"
)

// discord refuses a first try for want of time, and takes the second.
type discord struct{ tries int }

func (d *discord) RoundTrip(r *http.Request) (*http.Response, error) {
	fmt.Println(r.Method, r.URL.Path)
	if d.tries++; d.tries == 1 {
		body := `{"message":"You are being rate limited.","retry_after":0.05,"global":false}`
		return &http.Response{StatusCode: 429, Body: io.NopCloser(strings.NewReader(body))}, nil
	}
	return &http.Response{StatusCode: 204, Body: http.NoBody}, nil
}

// The first response to an interaction.
func Example() {
	d := &discord{}
	c := rest.New(func() string { return "" }, "1", func() http.RoundTripper { return d }, func(route, status string) { fmt.Println(route, status) })
	ctx, cancel := context.WithTimeout(context.Background(), 2900*time.Millisecond)
	defer cancel()
	_, err := c.Do(ctx, rest.Call{
		Name: "deferral", Method: http.MethodPost, Path: "/interactions/1/its-token/callback", Secret: "its-token",
		ContentType: "application/json", Body: []byte(`{"type":5}`), Try: 700 * time.Millisecond,
	})
	fmt.Println(err)
	// Output:
	// POST /api/v10/interactions/1/its-token/callback
	// deferral 429
	// POST /api/v10/interactions/1/its-token/callback
	// deferral 204
	// <nil>
}
