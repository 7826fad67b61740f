// Load sends signed interactions to an endpoint as Discord does, at a steady
// pace, and counts those that get no first response within its three seconds.
//
//	go run ./load -key                # the public key that the endpoint has to be given
//	go run ./load -url http://127.0.0.1:8000/ -rate 50 -for 30s
//
// The pace does not slow down with the endpoint. The exit status is 1 if any
// interaction was lost. Ctrl+C, or SIGTERM, ends it early.
package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// private is no secret: only deployments that are tried out trust it.
var private = ed25519.NewKeyFromSeed([]byte("kibitz: this key is for trials.."))

// within is the time that Discord waits for a first response.
const within = 3 * time.Second

func main() {
	url := flag.String("url", "http://127.0.0.1:8000/", "the endpoint's `ADDRESS`")
	rate := flag.Int("rate", 50, "interactions a second")
	span := flag.Duration("for", 10*time.Second, "how long")
	key := flag.Bool("key", false, "print the public key and do nothing else")
	flag.Parse()
	if *key {
		fmt.Println(hex.EncodeToString(private.Public().(ed25519.PublicKey)))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	outcome := send(ctx, *url, *rate, *span)
	fmt.Println(outcome)
	if outcome.lost() > 0 || len(outcome.took) == 0 {
		os.Exit(1)
	}
}

// send sends interactions until span is over or ctx ends, and waits for all
// answers.
func send(ctx context.Context, url string, rate int, span time.Duration) *outcome {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	client := &http.Client{Timeout: within, Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	o := &outcome{answers: map[string]int{}}
	var sent sync.WaitGroup
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			sent.Wait()
			return o
		case <-tick.C:
			sent.Go(func() {
				start := time.Now()
				answer := ask(client, url, n)
				o.note(answer, time.Since(start))
			})
		}
	}
}

// The outcomes of an interaction that got its first response.
const (
	answered = "answered"
	deferred = "deferred"
)

// ask sends interaction n and returns its outcome: answered, deferred, or the error.
func ask(client *http.Client, url string, n int) (answer string) {
	body := interaction(n)
	at := strconv.FormatInt(time.Now().Unix(), 10)
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err.Error()
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	req.Header.Set("X-Signature-Timestamp", at)
	req.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(private, append([]byte(at), body...))))
	resp, err := client.Do(req)
	if err != nil {
		if root := errors.Unwrap(err); root != nil { // without the address, so that equal errors count together
			err = root
		}
		return err.Error()
	}
	defer func() { _ = resp.Body.Close() }()
	var said struct{ Type int }
	if err := json.NewDecoder(resp.Body).Decode(&said); err != nil || resp.StatusCode != http.StatusOK {
		return resp.Status
	}
	switch said.Type {
	case 4, 7:
		return answered
	case 5, 6:
		return deferred
	}
	return fmt.Sprintf("type %d", said.Type)
}

// interaction returns the n-th interaction: a small puzzle, asked by a person of its own.
func interaction(n int) []byte {
	const epoch = 1420070400000 // of Discord's ids, in milliseconds of Unix time
	id := strconv.FormatInt((time.Now().UnixMilli()-epoch)<<22|int64(n)&(1<<22-1), 10)
	user := strconv.Itoa(1_000_000_000 + n)
	body, err := json.Marshal(map[string]any{
		"id": id, "application_id": "1280000000000000002", "type": 2, "version": 1, "token": "trial-" + id,
		"channel_id": "3", "locale": "en-US", "context": 1, "app_permissions": "0", "attachment_size_limit": 10 << 20,
		"authorizing_integration_owners": map[string]string{"1": user},
		"user":                           map[string]string{"id": user, "username": "trial"},
		"data": map[string]any{"id": "6", "name": "lightsout", "type": 1, "options": []any{
			map[string]any{"name": "puzzle", "type": 3, "value": "11110/11101/11101/00011/11011"},
		}},
	})
	if err != nil {
		panic(err) // maps of strings and numbers
	}
	return body
}

// outcome collects the outcomes of all interactions.
type outcome struct {
	mu      sync.Mutex
	answers map[string]int  // number of interactions by outcome
	took    []time.Duration // for each interaction
}

// note adds the outcome of one interaction and the time it took.
func (o *outcome) note(answer string, took time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.answers[answer]++
	o.took = append(o.took, took)
}

// lost returns the number of interactions that got no first response.
func (o *outcome) lost() int {
	return len(o.took) - o.answers[answered] - o.answers[deferred]
}

// String returns a line with the counts, the median, the 99th percentile and the slowest.
func (o *outcome) String() string {
	if len(o.took) == 0 {
		return "nothing was sent"
	}
	slices.Sort(o.took)
	at := func(percent int) time.Duration { return o.took[(len(o.took)-1)*percent/100].Round(time.Millisecond) }
	return fmt.Sprintf("%d sent, %d lost; p50 %v, p99 %v, slowest %v; %v", len(o.took), o.lost(), at(50), at(99), at(100), o.answers)
}
