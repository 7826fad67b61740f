package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// Of two quick taps on one board, both made on the board as it was, the second goes on from
// what the first has made of it.
func TestQuickTaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now(), delay: func(sent) time.Duration { return 200 * time.Millisecond }}
		b, _ := newFakeBot(t, taps, discord, func(c *settings.Config) { c.Limits.PerUser = 9 })
		boards := func() (all []string) {
			for _, s := range discord.all() {
				var w struct{ Data wire.Message }
				if err := json.Unmarshal(s.Body, &w); err != nil {
					t.Fatal(err)
				}
				all = append(all, wire.Puzzles(w.Data.Components)...)
			}
			return all
		}
		_ = b.accept(numbered(tap("77", "-", "a"), 1), nil)
		synctest.Wait() // so that it is the first
		_ = b.accept(numbered(tap("77", "-", "b"), 2), nil)
		synctest.Wait()
		_ = b.accept(numbered(tap("77", "-", "c"), 3), nil)
		_ = b.accept(numbered(tap("78", "-", "x"), 4), nil)
		b.responders.Wait()
		time.Sleep(time.Second)
		_ = b.accept(numbered(tap("77", "-abc", "d"), 5), nil) // made on the newest
		b.responders.Wait()
		got := boards()
		slices.Sort(got)
		if !slices.Equal(got, []string{"-a", "-ab", "-abc", "-abcd", "-x"}) {
			t.Errorf("%q", got)
		}
	})
}

// A tap whose answer was lost on its way comes again, and is answered by the board as it is:
// it has had its effect.
func TestTapComesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, taps, &fakeREST{start: time.Now()}, func(*settings.Config) {})
		tapped := func(board, path string, n int) (shown string) {
			err := b.accept(numbered(tap("77", board, path), n), func(p wire.Payload) error {
				var w struct{ Data wire.Message }
				err := json.Unmarshal(p.Body, &w)
				shown = strings.Join(wire.Puzzles(w.Data.Components), " ")
				return err
			})
			b.responders.Wait()
			if err != nil {
				t.Error(err)
			}
			return shown
		}
		got := []string{tapped("-", "a", 1), tapped("-", "a", 1), tapped("-a", "b", 2), tapped("-", "a", 1), tapped("-ab", "c", 3)}
		if !slices.Equal(got, []string{"-a", "-a", "-ab", "-ab", "-abc"}) {
			t.Errorf("%q", got)
		}
	})
}

// taps is a handler whose board is the taps on it.
var taps = fakeHandler{handle: func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
	time.Sleep(100 * time.Millisecond)
	return &chat.Reply{Title: "board", Puzzle: req.Puzzle + req.Path}
}}

func tap(message, board, path string) []byte {
	return bytes.Replace(click("k1t/"+path), []byte(`"components":[]`),
		fmt.Appendf(nil, `"id":%q,"components":[{"type":10,"content":%q}]`, message, "```\n"+board+"\n```"), 1)
}

// Two processes hold the gateway: that the other was first with the same answer does not
// undo what the next click starts from.
func TestBoardsOfTwoHolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		h := after(0)
		h.handle = func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
			seen = append(seen, req.Puzzle)
			return &chat.Reply{Title: "pressed", Puzzle: req.Puzzle + "+"}
		}
		d := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
			return 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, nil
		}}
		b, _ := newFakeBot(t, h, d, nil)
		_ = b.accept(inPlaceClick(1, "A"), nil)
		b.responders.Wait()
		_ = b.accept(inPlaceClick(2, "A"), nil) // the second of two quick taps
		b.responders.Wait()
		if len(seen) != 2 || seen[1] != "A+" {
			t.Errorf("the handler saw %q", seen)
		}
	})
}

// A handler is stopped because another process answers: what it returns then is not the board that the next
// click starts from. Over the gateway the other process has deferred the answer; from an endpoint that is cut
// off the request was passed on.
func TestBoardOfStoppedHandler(t *testing.T) {
	for _, via := range []string{settings.ViaGateway, settings.ViaEndpoint} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
			var seen []string
			h := after(0)
			h.handle = func(ctx context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
				if seen = append(seen, req.Puzzle); len(seen) == 1 {
					<-ctx.Done()
				}
				return &chat.Reply{Title: "pressed", Puzzle: req.Puzzle + "+"}
			}
			d := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
				if via == settings.ViaEndpoint {
					return 0, "", errNoRoute
				}
				return 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, nil
			}}
			b, _ := newFakeBot(t, h, d, func(c *settings.Config) {
				if via == settings.ViaEndpoint {
					anEndpoint(c)
				}
			})
			var reply func(wire.Payload) error
			if via == settings.ViaEndpoint {
				reply = func(wire.Payload) error { return nil }
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				b.calls.knock(ctx)
				cancel()
				time.Sleep(cutAfter)
			}
			for i := range 2 {
				click := bytes.Replace(inPlaceClick(i+1, "A"), fmt.Appendf(nil, `"id":"%d"`, i+1), fmt.Appendf(nil, `"id":%q`, madeAt(time.Now())), 1)
				_ = b.accept(click, reply)
				b.responders.Wait()
				b.workers.Wait()
				time.Sleep(time.Second)
			}
			if len(seen) != 2 || seen[1] != "A" {
				t.Errorf("%s: the handler saw %q", via, seen)
			}
		})
	}
}
