package bot

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue/queuetest"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
)

const puzzleURL = "https://cdn.discordapp.com/attachments/1/77/puzzle.txt?ex=1&is=2&hm=signature"

// A clicked message is a reply that carries its puzzle in a file, as Discord tells of it.
type clickedOn struct{ app, name, url, size, block string }

func carried() clickedOn { return clickedOn{"2", chat.PuzzleFile, puzzleURL, "9", ""} }

// click returns a click by the message's owner on the button with that custom_id.
func (c clickedOn) click(customID string) []byte {
	return bytes.Replace(click(customID), []byte(`"message":{"components":[]}`), []byte(`"message":`+c.json()), 1)
}

func (c clickedOn) json() string {
	return fmt.Sprintf(`{"id":"99","application_id":%q,"interaction_metadata":{"user":{"id":"5"}},"components":[{"type":17,"components":[
		{"type":10,"content":"### Said"}%s,{"type":13,"name":%q,"size":%s,"file":{"url":%q,"attachment_id":"77","content_type":"text/plain"}}]}]}`,
		c.app, c.block, c.name, c.size, c.url)
}

// echo returns a handler that says which puzzle a click is about, and answers with the puzzle that
// change makes of it, in a file.
func echo(change func(puzzle string) string) fakeHandler {
	return fakeHandler{handle: func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		return &chat.Reply{Title: fmt.Sprintf("%s of %s", req.Path, req.Puzzle), Puzzle: change(req.Puzzle), InFile: true}
	}}
}

func unchanged(puzzle string) string { return puzzle }

func longer(puzzle string) string { return puzzle + "+" }

// A click reads the puzzle from the file of the message that it is on, however it is answered,
// and so does a form that was opened from there.
func TestClickReadsThePuzzleInAFile(t *testing.T) {
	for _, url := range []string{puzzleURL, "https://media.discordapp.net/attachments/1/77/puzzle.txt?ex=1"} {
		c := carried()
		c.url = url
		answer := func(r *http.Request) (*http.Response, error) {
			if r.Method != http.MethodGet || r.URL.String() != url || r.Header.Get("Authorization") != "" {
				t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
			}
			return file(200, "11/11")(r)
		}
		for customID, kind := range map[string]string{"k1/x": "type 4 private", "k1a/x": "type 4", "k1t/x": "type 7", "k1p/x": "type 7"} {
			form := bytes.Replace(c.click(customID), []byte(`"type":3,`), []byte(`"type":5,`), 1)
			for _, raw := range [][]byte{c.click(customID), form} {
				want(t, play(t, echo(unchanged), &fakeREST{cdn: answer}, nil, raw), "0s "+kind+" ### x of 11/11")
			}
		}
	}
}

// Over an endpoint the first response goes back the way that the click came.
func TestPuzzleInAFileOverAnEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, echo(longer), &fakeREST{cdn: file(200, "10")}, nil)
		var answer wiretest.Opened
		_ = b.accept(carried().click("k1t/x"), func(p wire.Payload) error {
			answer = wiretest.Open(t, p.ContentType, p.Body)
			return nil
		})
		b.responders.Wait()
		b.workers.Wait()
		if !bytes.Contains(answer.Body, []byte("x of 10")) || string(answer.Files["files[0] puzzle.txt"]) != "10+" {
			t.Errorf("%s, files %q", answer.Body, answer.Files)
		}
	})
}

// Discord may list the file among the attachments, too.
func TestPuzzleAmongTheAttachments(t *testing.T) {
	raw := bytes.Replace(click("k1/x"), []byte(`"components":[]`), []byte(`"application_id":"2","attachments":[{"id":"7","filename":"board.png","url":"x"},{"id":"77","filename":"puzzle.txt","size":5,"url":"`+puzzleURL+`"}]`), 1)
	want(t, play(t, echo(unchanged), &fakeREST{cdn: file(200, "11/11")}, nil, raw), "0s type 4 private ### x of 11/11")
}

// Nothing is fetched but the file of that name of a reply of our own, which has no puzzle in
// its text; nor for a form that needs none, which is opened at once.
func TestOnlyOurOwnPuzzleIsFetched(t *testing.T) {
	var tries atomic.Int32
	change := func(change func(*clickedOn)) []byte {
		c := carried()
		change(&c)
		return c.click("k1/x")
	}
	for name, raw := range map[string][]byte{
		"another bot's":  change(func(c *clickedOn) { c.app = "3" }),
		"nobody's":       change(func(c *clickedOn) { c.app = "" }),
		"another file":   change(func(c *clickedOn) { c.name = "2-puzzle.txt" }),
		"another's case": change(func(c *clickedOn) { c.name = "PUZZLE.TXT" }),
	} {
		if got := play(t, echo(unchanged), serving(&tries, file(200, "secret")), nil, raw); fmt.Sprint(got) != "[0s type 4 private ### x of]" {
			t.Errorf("%s: %q", name, got)
		}
	}
	block := change(func(c *clickedOn) { c.block = `,{"type":10,"content":"` + "```\\n10\\n```" + `"}` })
	want(t, play(t, echo(unchanged), serving(&tries, file(200, "secret")), nil, block), "0s type 4 private ### x of 10")
	for _, url := range []string{"", "http://cdn.discordapp.com/a", "https://127.0.0.1/a", "https://cdn.discordapp.com@127.0.0.1/a", "https://cdn.discordapp.com.example/a", "attachment://puzzle.txt"} {
		raw := change(func(c *clickedOn) { c.url = url })
		want(t, play(t, echo(unchanged), serving(&tries, file(200, "secret")), nil, raw), "0s type 4 private ### notice file.no-puzzle")
	}
	want(t, play(t, echo(unchanged), serving(&tries, file(200, "secret")), nil, carried().click("k9/x")), "0s type 4 private ### notice unknown")
	h := echo(unchanged)
	h.form = func(*chat.Request) *chat.Form { return &chat.Form{Title: "Moves", Path: "x"} }
	want(t, play(t, h, serving(&tries, file(200, "secret")), nil, carried().click("k1t/x")), "0s type 9")
	if n := tries.Load(); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// A form that mends what a reply carries has it from the file; where that does not come in
// time for a first response, it opens without.
func TestFormMendsThePuzzleInAFile(t *testing.T) {
	silent := func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	for name, test := range map[string]struct {
		answer func(*http.Request) (*http.Response, error)
		puzzle string // that the form has
		want   string
	}{
		"there": {file(200, "11/11"), "11/11", "0s type 9"},
		"gone":  {file(404, "no"), "", "0s type 9"},
		"slow":  {silent, "", "2.4s type 9"},
	} {
		h, has := echo(unchanged), ""
		h.form = func(req *chat.Request) *chat.Form {
			has = req.Puzzle
			return &chat.Form{Title: "Mend", Path: "x", Mends: true}
		}
		got := play(t, h, &fakeREST{cdn: test.answer}, nil, carried().click("k1/x"))
		if fmt.Sprint(got) != "["+test.want+"]" || has != test.puzzle {
			t.Errorf("%s: %q, with %q", name, got, has)
		}
	}
}

// A puzzle that cannot be had is said so in a message of its own, in time; the one that was
// clicked on stays as it is, with its buttons.
func TestPuzzleThatCannotBeHad(t *testing.T) {
	const lost = "### notice file.no-puzzle"
	for name, c := range map[string]struct {
		size   string
		answer func(*http.Request) (*http.Response, error)
		tries  int32
		want   []string // for a new message, and in place
	}{
		"gone":       {"9", file(404, "no"), 1, []string{"0s type 4 private " + lost}},
		"no text":    {"9", file(200, "\xff\xfe1"), 1, []string{"0s type 4 private " + lost}},
		"said large": {fmt.Sprint(chat.MaxPuzzleFile + 1), nil, 0, []string{"0s type 4 private " + lost}},
		"is large":   {"9", file(200, strings.Repeat("1", chat.MaxPuzzleFile+1)), 1, []string{"0s type 4 private " + lost}},
		"silent":     {"9", stalled, 3, []string{"1.5s type 5 private", "9s edit " + lost}},
	} {
		for _, customID := range []string{"k1/x", "k1t/x"} {
			var tries atomic.Int32
			from := carried()
			from.size = c.size
			got := inSeconds(play(t, echo(longer), serving(&tries, c.answer), nil, from.click(customID)))
			expected := fmt.Sprint(c.want)
			if customID == "k1t/x" && name == "silent" { // a follow-up, whose text is where no callback has it
				expected = "[1.5s type 6 9s type 0]"
			}
			if fmt.Sprint(got) != expected || tries.Load() != c.tries {
				t.Errorf("%s, %s: %d tries, %q", name, customID, tries.Load(), got)
			}
		}
	}
}

// A file that is slow to come defers the answer, and costs the handler none of its time. Its
// person counts as busy.
func TestSlowPuzzle(t *testing.T) {
	slow := func(r *http.Request) (*http.Response, error) {
		time.Sleep(4 * time.Second)
		return file(200, "10")(r)
	}
	want(t, play(t, echo(unchanged), &fakeREST{cdn: slow}, nil, carried().click("k1t/x")), "1.5s type 6", "4s edit ### x of 10")
	one := func(c *settings.Config) { c.Limits.PerUser = 1 }
	want(t, play(t, echo(unchanged), &fakeREST{cdn: slow}, one, carried().click("k1/x"), carried().click("k1/y")),
		"0s type 4 private ### notice busy.user", "1.5s type 5 private", "4s edit ### x of 10")
}

// A message that is edited keeps the file where the puzzle is the same, and has a new one in
// its place otherwise; where Discord knows no such file any more, it is sent.
func TestEditKeepsThePuzzle(t *testing.T) {
	const kept, fresh = `"attachments":[{"id":"77","filename":"puzzle.txt"}]`, `"attachments":[{"id":"0","filename":"puzzle.txt"}]`
	sends := func(change func(string) string, customID string, fault func(sent) (int, string, error)) []sent {
		rest := &fakeREST{cdn: file(200, "10"), fault: fault}
		play(t, echo(change), rest, nil, carried().click(customID))
		return rest.all()
	}
	for _, c := range []struct {
		name     string
		sent     []sent
		listed   string
		uploaded string
	}{
		{"the same", sends(unchanged, "k1t/x", nil), kept, ""},
		{"another", sends(longer, "k1t/x", nil), fresh, "10+"},
		{"a new message", sends(unchanged, "k1/x", nil), fresh, "10"},
		{"gone", sends(unchanged, "k1t/x", func(s sent) (int, string, error) {
			if len(s.Files) == 0 {
				return 400, `{"code":50035,"message":"Invalid Form Body"}`, nil
			}
			return 0, "", nil
		}), fresh, "10"},
	} {
		last := c.sent[len(c.sent)-1]
		if !bytes.Contains(last.Body, []byte(c.listed)) || string(last.Files["files[0] puzzle.txt"]) != c.uploaded || !bytes.Contains(last.Body, []byte(`"url":"attachment://puzzle.txt"`)) {
			t.Errorf("%s: %s, files %q", c.name, last.Body, last.Files)
		}
	}
}

// Of two quick clicks the second carries the message as it was before the first, whose file
// may be gone by then: it goes on from what the first has made of it.
func TestQuickClicksOnAPuzzleInAFile(t *testing.T) {
	for name, answers := range map[string][]func(*http.Request) (*http.Response, error){
		"there": {file(200, "10")},
		"gone":  {file(200, "10"), file(404, "")},
	} {
		var tries atomic.Int32
		got := play(t, echo(longer), serving(&tries, answers...), nil, carried().click("k1t/x"), carried().click("k1t/y"), carried().click("k1t/z"))
		if fmt.Sprint(got) != "[0s type 7 ### x of 10 0s type 7 ### y of 10+ 0s type 7 ### z of 10++]" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A bot that was started since knows nothing of the message, and needs not.
func TestPuzzleInAFileOutlivesAProcess(t *testing.T) {
	for _, customID := range []string{"k1/x", "k1t/x"} {
		for range 2 {
			got := kinds(play(t, echo(longer), &fakeREST{cdn: file(200, "10")}, nil, carried().click(customID)))
			if len(got) != 1 || !strings.HasSuffix(got[0], "### x of 10") {
				t.Errorf("%s: %q", customID, got)
			}
		}
	}
}

// A job of the queue has the message in it as Discord sent it; whoever works on it fetches the
// file. A message that has got another puzzle since is left alone.
func TestJobWithAPuzzleInAFile(t *testing.T) {
	for now, edited := range map[string]int{"10": 1, "10++": 0} {
		synctest.Test(t, func(t *testing.T) {
			s := queuetest.Start(t)
			var mu sync.Mutex
			var seen []string
			h := echo(longer)
			inner := h.handle
			h.handle = func(ctx context.Context, req *chat.Request, p func(*chat.Reply)) *chat.Reply {
				mu.Lock()
				seen = append(seen, req.Puzzle)
				mu.Unlock()
				time.Sleep(5 * time.Second)
				return inner(ctx, req, p)
			}
			var tries atomic.Int32
			d := serving(&tries, file(200, "10"), file(200, now))
			d.start = time.Now()
			d.fault = func(s sent) (int, string, error) {
				if s.method == http.MethodGet {
					return 200, carried().json(), nil
				}
				return 0, "", nil
			}
			b := process(t, h, d, s.Dial, nil)
			raw := carried().click("k1t/x")
			in, err := decode(raw)
			if err != nil {
				t.Fatal(err)
			}
			in.raw, in.born = raw, time.Now()
			if !b.handOver(b.newAnswer(in)) {
				t.Fatal("not put")
			}
			stop := works(b)
			time.Sleep(20 * time.Second)
			stop()
			finish(b)
			if fmt.Sprint(seen) != "[10]" || edits(d) != edited {
				t.Errorf("now %s: the handler saw %q, %d edits", now, seen, edits(d))
			}
		})
	}
}

// A command on a reply of ours reads the same file, and no other of its files; one that
// cannot be had is said so.
func TestCommandOnAReplyWithAPuzzleInAFile(t *testing.T) {
	h := fakeHandler{defs: []chat.Definition{{Name: "test", OnMessage: true, MaxBytes: 10}}}
	h.handle = func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		return &chat.Reply{Title: fmt.Sprintf("%q, files %d", req.Target.Reply.Puzzles, len(req.Target.Files))}
	}
	more := `,{"type":13,"name":"steps.txt","size":1,"file":{"url":"https://cdn.discordapp.com/steps.txt"}}`
	raw := func(c clickedOn) []byte {
		return fmt.Appendf(nil, `{"id":"1","application_id":"2","type":2,"token":%q,"locale":"en-US","user":{"id":"6"},
			"data":{"type":3,"name":"test","target_id":"99","resolved":{"messages":{"99":%s}}}}`, interactionSecret, c.json())
	}
	with := carried()
	with.block = more
	want(t, play(t, h, &fakeREST{cdn: file(200, strings.Repeat("1", 20))}, nil, raw(with)), `0s type 4 ### ["11111111111111111111"], files 0`)
	want(t, play(t, h, &fakeREST{cdn: file(404, "")}, nil, raw(with)), "0s type 4 private ### notice file.no-puzzle")
}

// The log has neither the address of the file nor its text.
func TestLogOfALostPuzzle(t *testing.T) {
	_, log := playLog(t, echo(unchanged), &fakeREST{cdn: file(404, "SECRET")}, nil, carried().click("k1/x"))
	if !strings.Contains(log, "cannot be had") || strings.Contains(log, "signature") || strings.Contains(log, "SECRET") || strings.Contains(log, "attachments/") {
		t.Error(log)
	}
}
