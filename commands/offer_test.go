package commands

import (
	"slices"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/vision"
)

// unsaid are the ways to send the example of a kind with marks, and not to say what to do.
func unsaid(k *ask.Kind) []options {
	if k.Marks == "" {
		return nil
	}
	behind := k.Example + "\n" + ask.SnapshotSign + k.Marks
	return []options{
		{"puzzle": k.Example, ask.MarksField: k.Marks},
		{"puzzle": behind},
		{"file": chat.Upload{Data: []byte(behind)}},
	}
}

// TestNothingIsSpoiled: who does not say what to do with marks, with a tapped board or in a form is
// shown what was read, alone, with a hint first. From there everything is private, and what gives
// the solution away can be shown to all.
func TestNothingIsSpoiled(t *testing.T) {
	c := newCommands(t)
	for _, k := range puzzles.Kinds() {
		var requests []*chat.Request
		for _, o := range unsaid(k) {
			requests = append(requests, &chat.Request{Command: k.Name, Options: o})
		}
		requests = append(requests, &chat.Request{Path: k.Name + "?form=" + ask.Sent, Fields: map[string]string{ask.PuzzleField: k.Example}})
		for _, req := range requests {
			req.Locale = "en-US"
			r := c.Inquire(req).Answer(t.Context(), nil)
			if !r.Private || !strings.HasSuffix(r.Title, "what would you like?") || r.Secret != "" || r.Board == nil {
				t.Errorf("%s %v: private %v: %s", k.Name, req.Options, r.Private, r.Title)
			}
			c.checkWays(t, r, "Hint", "Check", "Play", "Solution")
		}
		if k.Edit != nil {
			c.checkWays(t, typed(t, k.Name, nil), "Hint", "Play", "Solution", "Type it instead")
		}
	}
}

// checkWays checks the buttons of an answer that gives nothing away, and where the solution leads.
func (c *Commands) checkWays(t *testing.T, r *chat.Reply, labels ...string) {
	t.Helper()
	var told []string
	for _, b := range r.Buttons {
		if b.URL == "" {
			told = append(told, b.Label)
		}
		if b.Mode == chat.Publicly || b.Strong != (b.Label == "Hint") {
			t.Errorf("%s: %+v", r.Title, b)
		}
		if b.Label != "Solution" {
			continue
		}
		solved := c.click(r, b.Path)
		if i := slices.IndexFunc(solved.Buttons, func(b chat.Button) bool { return b.Label == "Show everyone" }); i < 0 || solved.Buttons[i].Mode != chat.Publicly {
			t.Errorf("%s: %s can't be shown to all", r.Title, solved.Title)
		}
	}
	if !slices.Equal(told, labels) {
		t.Errorf("%s: %q", r.Title, told)
	}
}

// TestWhatWasAskedIsDone: an action that is named is done at once, and an answer is public that was
// asked to be.
func TestWhatWasAskedIsDone(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		want := typed(t, k.Name, options{"puzzle": k.Example}).Title
		for _, o := range unsaid(k) {
			o["do"] = ask.Solve
			if r := typed(t, k.Name, o); r.Title != want || r.Private {
				t.Errorf("%s %v: private %v: %s, want %s", k.Name, o, r.Private, r.Title, want)
			}
			delete(o, "do")
			o["private"] = false
			r := typed(t, k.Name, o)
			for _, b := range r.Buttons {
				if r.Private || b.URL == "" && b.Mode != chat.Publicly {
					t.Errorf("%s %v: private %v: %s: %+v", k.Name, o, r.Private, r.Title, b)
				}
			}
		}
	}
}

// TestOrdersAreNew: an order is shown to all as it is set, and solved where that was asked for.
func TestOrdersAreNew(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		made := typed(t, k.Name, options{"puzzle": k.Order})
		want := typed(t, k.Name, options{"puzzle": made.Puzzle}).Title
		solved := typed(t, k.Name, options{"puzzle": k.Order, "do": ask.Solve})
		if made.Private || made.Title == want || solved.Title != want || !strings.Contains(solved.Note, k.Order) {
			t.Errorf("%s: %s is %q, and solved %q, want %q: %s", k.Name, k.Order, made.Title, solved.Title, want, solved.Note)
		}
	}
}

// TestPictureIsOffered: a picture is answered to the one who sent it with what was read, until they
// say what they would like.
func TestPictureIsOffered(t *testing.T) {
	c := seeing(t, eyesThat(func(vision.Hint) (*vision.Reading, error) {
		r := crossReading()
		r.RowClues[0].Readings, r.ColClues[2].Readings = r.ColClues[0].Readings, r.ColClues[0].Readings
		return r, nil
	}))
	o := photoOf(t)
	inquiry := c.Inquire(&chat.Request{Command: "nonogram", Options: o, Locale: "en-US"})
	r := inquiry.Answer(t.Context(), nil)
	if !inquiry.Private || !r.Private || r.Tracing == nil || r.Board != nil {
		t.Errorf("private %v: %s", inquiry.Private, r.Title)
	}
	if len(r.Buttons) < 4 || r.Buttons[0].Label != "Hint" || !r.Buttons[0].Strong || r.Buttons[3].Label != "Solution" {
		t.Errorf("%+v", r.Buttons)
	}
	o["do"] = ask.Solve
	if r := c.Inquire(&chat.Request{Command: "nonogram", Options: o, Locale: "en-US"}).Answer(t.Context(), nil); r.Private || r.Board == nil {
		t.Errorf("do:solve: private %v: %s", r.Private, r.Title)
	}
}
