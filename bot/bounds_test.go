package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/rest"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// Of a message with many files the first few texts and the first few pictures are read.
func TestTargetFilesAreBounded(t *testing.T) {
	var files []string
	for i := range 2 * (maxTargetFiles + 2) {
		kind := []string{"image/png", "text/plain"}[i%2]
		files = append(files, fmt.Sprintf(`{"id":"%d","filename":"f%d","size":9,"content_type":%q,"url":"https://cdn.discordapp.com/attachments/1/2/f%d"}`, i, i, kind, i))
	}
	in, err := decode(targeting(`{"content":"","attachments":[` + strings.Join(files, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	read := map[bool]int{}
	for _, f := range in.files {
		read[f.image]++
	}
	if read[true] != maxTargetFiles || read[false] != maxTargetFiles {
		t.Errorf("%d pictures and %d texts, want %d of each", read[true], read[false], maxTargetFiles)
	}
}

// A board that nobody taps any more is forgotten after a while, and one that is tapped is not.
func TestBoardsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, taps, &fakeREST{start: time.Now()}, nil)
		_ = b.accept(numbered(tap("77", "-", "a"), 1), nil)
		b.responders.Wait()
		time.Sleep(2 * boardKept)
		held := b.boards.find("79")
		time.Sleep(2 * boardKept)
		b.boards.find("80")
		if len(b.boards.byMessage) != 2 || b.boards.byMessage["79"] != held {
			t.Errorf("%d boards are remembered, want the one in use and the new one", len(b.boards.byMessage))
		}
	})
}

// A click that carries a puzzle which its message never had here goes on from that puzzle: another
// process has changed the message.
func TestTapOnAnothersBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, taps, discord, nil)
		for i, raw := range [][]byte{tap("77", "-", "a"), tap("77", "-xy", "b")} {
			_ = b.accept(numbered(raw, i+1), nil)
			b.responders.Wait()
		}
		if last := string(discord.all()[1].Body); !strings.Contains(last, "-xyb") {
			t.Error(last)
		}
	})
}

// Suggestions leave nothing behind, however many a person gets.
func TestSuggestionsGiveTheirPlacesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(0), &fakeREST{}, func(c *settings.Config) { c.Limits.PerUser = 1 })
		for i := range 5 {
			if !b.admission.enterSuggestion("5") {
				t.Fatalf("the suggestion after %d others is turned away", i)
			}
			b.admission.releaseSuggestion("5")
		}
		if n := len(b.admission.byUser); n != 0 {
			t.Errorf("%d people are remembered", n)
		}
	})
}

// A second request for an interaction gets the response that the first one took; if nobody took it, the
// second is worked on anew.
func TestJoinAfterTheResponse(t *testing.T) {
	for _, taken := range []bool{true, false} {
		var d deliveries
		entry, _ := d.enter("1", time.Now())
		entry.respond(wire.Payload{Body: []byte("x")}, taken)
		got := ""
		joined, anew := d.join(entry, func(p wire.Payload) error { got = string(p.Body); return nil }, time.Now())
		if joined != taken || (got == "x") != taken || (anew == nil) != taken {
			t.Errorf("taken %v: joined %v with %q, anew %v", taken, joined, got, anew != nil)
		}
	}
}

// The gateway's questions about a fault are answered by the fault.
func TestNoInfo(t *testing.T) {
	f := noInfo{&rest.Fault{Status: 401, RetryAfter: 7 * time.Second}}
	if !f.Unauthorized() || f.RetryAfter() != 7*time.Second || (noInfo{&rest.Fault{Status: 429}}).Unauthorized() {
		t.Errorf("%v %v", f.Unauthorized(), f.RetryAfter())
	}
}

// A handler that was given up is counted until it returns.
func TestStuckHandlersAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			time.Sleep(time.Hour)
			return &chat.Reply{Title: "too late"}
		}}
		b, _ := newFakeBot(t, h, &fakeREST{start: time.Now()}, nil)
		_ = b.accept(command("5"), nil)
		b.responders.Wait()
		before := b.stuck.Load()
		b.workers.Wait()
		if after := b.stuck.Load(); before != 1 || after != 0 {
			t.Errorf("%d while it is stuck, and %d afterwards", before, after)
		}
	})
}

// Files that cannot be had leave room for the files of others.
func TestRefusedFilesGiveTheirPlacesBack(t *testing.T) {
	var tries atomic.Int32
	var raws [][]byte
	for range 2 * maxFetching {
		raws = append(raws, withFile(about(10, fileURL)))
	}
	got := kinds(play(t, reader(0), serving(&tries, file(404, "")), func(c *settings.Config) { c.Limits.PerUser = 3 * maxFetching }, raws...))
	if len(got) != len(raws) || slices.ContainsFunc(got, func(line string) bool { return !strings.HasPrefix(line, "type 4 private ### notice file.") }) {
		t.Errorf("%q", got)
	}
}

// An operator hears that Discord does not know the token.
func TestSetEndpointWithAWrongToken(t *testing.T) {
	discord := &fakeREST{fault: func(sent) (int, string, error) { return 401, `{"message":"401: Unauthorized"}`, nil }}
	var said strings.Builder
	err := SetEndpoint(t.Context(), Options{Token: fakeToken, Transport: func() http.RoundTripper { return discord }, Handler: after(0)}, "", &said)
	if f, ok := errors.AsType[*rest.Fault](err); !ok || f.Status != 401 {
		t.Errorf("%v, %s", err, said.String())
	}
}
