package tests

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kibitz/playground"
)

// TestFilesGoWrong: whatever becomes of a file on its way, the command that it
// came with gets exactly one reply, which says so.
func TestFilesGoWrong(t *testing.T) {
	var fault atomic.Pointer[playground.Fault]
	h := open(t, func(p *plan) {
		p.config.Clock.AckAfter = 100 * time.Millisecond
		p.options.Fault = func(r playground.Request) *playground.Fault {
			if strings.HasPrefix(r.Route, "GET /ephemeral-attachments/") {
				return fault.Load()
			}
			return nil
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for name, c := range map[string]struct {
		data  string
		fault *playground.Fault
		want  string
		late  bool
	}{
		"well":            {"110/011/101", nil, "Lights Out 3×3", false},
		"late":            {"110/011/101", &playground.Fault{Delay: time.Second}, "Lights Out 3×3", true},
		"gone":            {"110/011/101", &playground.Fault{Status: 404}, "couldn't get your file", false},
		"another":         {"110/011/101", &playground.Fault{Status: 200, Body: "11z"}, "can't read this Lights Out", false},
		"moved":           {"110/011/101", &playground.Fault{Status: 302, Header: map[string][]string{"Location": {"https://cdn.discordapp.com/x"}}}, "couldn't get your file", false},
		"too large":       {strings.Repeat("0", 1<<20+1), nil, "up to 1 MiB", false},
		"larger than":     {"110/011/101", &playground.Fault{Status: 200, Body: strings.Repeat("0", 1<<20+1)}, "up to 1 MiB", false},
		"as large as may": {strings.Repeat("x", 1<<20), nil, "can't read this Lights Out", false},
		"always broken":   {"110/011/101", &playground.Fault{Reset: true}, "couldn't get your file", false},
	} {
		fault.Store(c.fault)
		ref, err := h.Attach("lamps.txt", []byte(c.data))
		if err != nil {
			t.Fatal(err)
		}
		reply, err := h.Type(ctx, "/lightsout file:"+ref)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text := reply.Text(); !strings.Contains(text, c.want) || c.late && !reply.Deferred {
			t.Errorf("%s: deferred %v: %s", name, reply.Deferred, text)
		}
	}
	requests := h.taken()
	checkContract(t, requests)
	if n := answered(t, requests); n != 9 {
		t.Errorf("%d interactions answered", n)
	}
}

// TestPuzzleFilesGoWrong: whatever becomes of the file that has a reply's puzzle, a click on
// the reply gets exactly one answer, and the reply keeps its buttons: once the file can be
// had, they go on.
func TestPuzzleFilesGoWrong(t *testing.T) {
	var fault atomic.Pointer[playground.Fault]
	h := open(t, func(p *plan) {
		p.config.Clock.AckAfter = 100 * time.Millisecond
		p.options.Fault = func(r playground.Request) *playground.Fault {
			if strings.HasPrefix(r.Route, "GET /attachments/") {
				return fault.Load()
			}
			return nil
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	const lost, next = "couldn't get the puzzle", "Look at 17 across"
	for name, c := range map[string]struct {
		fault *playground.Fault
		want  string
	}{
		"well":        {nil, next},
		"late":        {&playground.Fault{Delay: time.Second}, next},
		"gone":        {&playground.Fault{Status: 404}, lost},
		"another":     {&playground.Fault{Status: 200, Body: "11z"}, "can't read this Kakuro"},
		"no text":     {&playground.Fault{Status: 200, Body: "\xff\xfe"}, lost},
		"moved":       {&playground.Fault{Status: 302, Header: map[string][]string{"Location": {"https://cdn.discordapp.com/x"}}}, lost},
		"larger than": {&playground.Fault{Status: 200, Body: strings.Repeat("0", 1<<20+1)}, lost},
		"broken":      {&playground.Fault{Reset: true}, lost},
	} {
		fault.Store(nil)
		before, err := h.TypeFiles(ctx, "/kakuro do:hint file:sums30.txt", testFile)
		if err != nil {
			t.Fatal(err)
		}
		more, _ := control(before, "Tell me more")
		fault.Store(c.fault)
		reply, err := h.Click(ctx, before.ID, more.CustomID)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text := reply.Text(); !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", name, text)
		}
		if inPlace := reply.ID == before.ID; inPlace != (c.want == next) {
			t.Errorf("%s: in the place of what was clicked on: %v", name, inPlace)
		}
		if c.want == next {
			continue
		}
		fault.Store(nil)
		if again, err := h.Click(ctx, before.ID, more.CustomID); err != nil || !strings.Contains(again.Text(), next) {
			t.Errorf("%s: once more: %v", name, err)
		}
	}
	checkContract(t, h.taken())
}
