package rest

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What cannot be in time is not waited for.
func TestRetryAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		discord := inTurn(&reply{status: 429, body: `{"retry_after":5}`})
		err := within(t.Context(), 3*time.Second, func(ctx context.Context) error {
			_, err := discord.client().Do(ctx, callback)
			return err
		})
		if f := fault(t, err); f.Status != 429 || f.RetryAfter != 5*time.Second || f.Arrived || !f.Passing() || time.Since(start) != 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// Trying goes on until the end, less and less often, and no two in step.
func TestTryingToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := map[time.Duration]bool{}
		for range 20 {
			discord := inTurn(broken)
			err := within(t.Context(), 15*time.Minute, func(ctx context.Context) error {
				_, err := discord.client().Do(ctx, edit)
				return err
			})
			if f := fault(t, err); f.Status != 503 || !f.Arrived || discord.requests() < 60 || discord.requests() > 200 {
				t.Errorf("%v after %d requests", err, discord.requests())
			}
			if pause := discord.at[1]; pause < 50*time.Millisecond || pause > 100*time.Millisecond {
				t.Errorf("the first pause is %v", pause)
			}
			if seen[discord.at[2]] {
				t.Errorf("two third tries after %v", discord.at[2])
			}
			seen[discord.at[2]] = true
		}
		discord := inTurn(broken)
		c := discord.client()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		start := time.Now()
		if _, err := c.Do(ctx, edit); err == nil || time.Since(start) > time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		sent := discord.requests()
		if _, err := c.Do(ctx, edit); fault(t, err).Arrived || discord.requests() != sent {
			t.Errorf("%v, sent after the end", err)
		}
	})
}

// A try that hangs is cut off while there is time for another, which may take
// longer.
func TestHangingTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fake{}
		discord.reply = func(n int, r *http.Request) (*http.Response, error) {
			wait := []time.Duration{time.Hour, 1200 * time.Millisecond}[n-1]
			select {
			case <-time.After(wait):
				return fine.make()
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
		err := within(t.Context(), 2900*time.Millisecond, func(ctx context.Context) error {
			_, err := discord.client().Do(ctx, callback)
			return err
		})
		if err != nil || discord.requests() != 2 {
			t.Errorf("%v after %d tries", err, discord.requests())
		}
	})
}

// An earlier try may have been the one that gave the first response.
func TestAnsweredBefore(t *testing.T) {
	for name, c := range map[string]struct {
		replies []*reply
		well    bool
	}{
		"taken": {[]*reply{taken}, false}, "late": {[]*reply{late}, false},
		"reset, taken": {[]*reply{reset, taken}, true}, "reset, late": {[]*reply{reset, late}, true},
		"500, 500, taken": {[]*reply{broken, broken, taken}, true},
		"limited, taken":  {[]*reply{limited, taken}, false}, "limited, late": {[]*reply{limited, late}, false},
		"reset, limited, taken": {[]*reply{reset, limited, taken}, true},
		"never sent, taken":     {[]*reply{noWay, taken}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			discord := inTurn(c.replies...)
			_, err := discord.client().Do(t.Context(), callback)
			if (err == nil) != c.well || discord.requests() != len(c.replies) {
				t.Errorf("%s: %v after %d tries", name, err, discord.requests())
			}
			if err != nil && !HasCode(err, AlreadyAcknowledged) && !HasCode(err, UnknownInteraction) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// Before a call is tried again that may have been carried out, another call looks whether it was.
func TestLookBeforeAnotherTry(t *testing.T) {
	gone := &reply{status: 404, body: `{"code":10008}`}
	for name, c := range map[string]struct {
		replies []*reply
		done    bool
		methods string
		well    bool
	}{
		"lost, done":                {[]*reply{reset, fine}, true, "PATCH GET", true},
		"lost, not done, done":      {[]*reply{reset, fine, fine}, false, "PATCH GET PATCH", true},
		"lost, no look, done":       {[]*reply{reset, broken, noWay, fine}, true, "PATCH GET GET GET", true},
		"lost, and the message too": {[]*reply{reset, gone}, false, "PATCH GET", false},
		"never sent":                {[]*reply{noWay, limited, fine}, true, "PATCH PATCH PATCH", true},
	} {
		synctest.Test(t, func(t *testing.T) {
			var methods []string
			discord := &fake{reply: func(n int, r *http.Request) (*http.Response, error) {
				methods = append(methods, r.Method)
				return c.replies[n-1].make()
			}}
			call := edit
			call.Look, call.Done = &Call{Name: "look", Method: http.MethodGet, Path: edit.Path}, func([]byte) bool { return c.done }
			_, err := discord.client().Do(t.Context(), call)
			if sent := strings.Join(methods, " "); (err == nil) != c.well || sent != c.methods {
				t.Errorf("%s: %v after %s", name, err, sent)
			}
		})
	}
}

// A call that may have been carried out stays one, though later tries certainly were not: its caller goes on
// as if Discord had taken it.
func TestArrivedStays(t *testing.T) {
	for name, c := range map[string]struct {
		first   *reply
		arrived bool
	}{"reset": {reset, true}, "503": {broken, true}, "never sent": {noWay, false}} {
		synctest.Test(t, func(t *testing.T) {
			err := within(t.Context(), 3*time.Second, func(ctx context.Context) error {
				_, err := inTurn(c.first, limited).client().Do(ctx, callback)
				return err
			})
			if f := fault(t, err); f.Status != 429 || f.Arrived != c.arrived {
				t.Errorf("%s, then 429: %+v", name, f)
			}
		})
	}
}

// A call that must not be carried out twice is tried again if it certainly was not.
func TestOnce(t *testing.T) {
	for name, c := range map[string]struct {
		replies []*reply
		tries   int
	}{
		"limited": {[]*reply{limited, fine}, 2}, "banned": {[]*reply{banned, fine}, 2}, "never sent": {[]*reply{noWay, fine}, 2},
		"503": {[]*reply{broken, fine}, 1}, "reset": {[]*reply{reset, fine}, 1}, "limited, reset": {[]*reply{limited, reset, fine}, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			discord := inTurn(c.replies...)
			call := Call{Name: "follow-up", Method: http.MethodPost, Path: "/webhooks/2/secret", Once: true}
			_, err := discord.client().Do(t.Context(), call)
			if well := c.tries == len(c.replies); well != (err == nil) || discord.requests() != c.tries {
				t.Errorf("%s: %v after %d tries", name, err, discord.requests())
			}
		})
	}
	call := edit
	call.Droppable = true
	for _, r := range []*reply{limited, broken, reset, noWay, shared} {
		discord := inTurn(r, fine)
		if _, err := discord.client().Do(t.Context(), call); err == nil || discord.requests() != 1 {
			t.Errorf("droppable: %v after %d tries", err, discord.requests())
		}
	}
}

// Discord may not know the webhook at once (discord-api-docs #7220).
func TestUnknownWebhook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		call := edit
		call.UnknownUntil = time.Now().Add(15 * time.Second)
		discord := &fake{}
		discord.reply = func(int, *http.Request) (*http.Response, error) {
			if time.Since(discord.from) < 10*time.Second {
				return unknown.make()
			}
			return fine.make()
		}
		if _, err := discord.client().Do(t.Context(), call); err != nil || discord.requests() > unknownTries {
			t.Errorf("known after 10 s: %v after %d tries", err, discord.requests())
		}
		call.UnknownUntil = time.Now().Add(15 * time.Second)
		discord = &fake{}
		discord.reply = func(n int, _ *http.Request) (*http.Response, error) {
			switch {
			case n <= 2 || n == 5:
				return broken.make()
			case time.Since(discord.from) < 10*time.Second:
				return unknown.make()
			}
			return fine.make()
		}
		if _, err := discord.client().Do(t.Context(), call); err != nil {
			t.Errorf("known after 10 s, and three failures between: %v after %d tries", err, discord.requests())
		}
		for name, c := range map[string]struct {
			until time.Duration
			reply *reply
			tries int
		}{
			"never known": {time.Minute, unknown, unknownTries}, "soon over": {time.Second, unknown, 3}, "over": {0, unknown, 1},
			"another 404": {time.Minute, &reply{status: 404, body: `{"message":"Unknown Message","code":10008}`}, 1},
		} {
			call.UnknownUntil = time.Now().Add(c.until)
			discord := inTurn(c.reply)
			_, err := discord.client().Do(t.Context(), call)
			if f := fault(t, err); f.Status != 404 || f.Passing() || f.Arrived || discord.requests() != c.tries {
				t.Errorf("%s: %v after %d tries", name, err, discord.requests())
			}
		}
	})
}

// A call that others could make is given up where Discord is out of reach, and not where it
// answers, whatever it says.
func TestUnheard(t *testing.T) {
	call := edit
	call.Unheard = 30 * time.Second
	for name, c := range map[string]struct {
		reply  *reply
		gaveUp bool
	}{"out of reach": {noWay, true}, "reset": {reset, true}, "503": {broken, false}, "429": {limited, false}} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			err := within(t.Context(), 5*time.Minute, func(ctx context.Context) error {
				_, err := inTurn(c.reply).client().Do(ctx, call)
				return err
			})
			took := time.Since(start)
			if f := fault(t, err); !f.Passing() || (took < time.Minute) != c.gaveUp || took < call.Unheard {
				t.Errorf("%s: %v after %s", name, err, took)
			}
		})
	}
}
