package tests

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/bot"
	"kibitz/commands"
)

// onSite sends a call of the page on which boards are painted, and returns the title and the kind of the answer.
func onSite(t testing.TB, h *house, call, body, forwarded string) (title, tone string, playable bool) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL()+"board/"+call, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if forwarded != "" {
		r.Header.Set("X-Forwarded-For", forwarded)
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", "", false // the test is over
	}
	defer w.Body.Close()
	data, _ := io.ReadAll(w.Body)
	var a struct {
		Title, Tone string
		Play        *struct{}
	}
	if err := json.Unmarshal(data, &a); err != nil {
		t.Errorf("%s %s: %s", call, body, data)
	}
	return a.Title, a.Tone, a.Play != nil
}

// opening returns the body of the call that opens a path.
func opening(path string) string {
	body, _ := json.Marshal(map[string]string{"path": path, "locale": "en-US"})
	return string(body)
}

// dotted returns a nonogram of n×n whose picture is a single cell at every second place, for an odd n.
func dotted(n int) string {
	ones := strings.TrimSpace(strings.Repeat("1 ", n/2+1))
	lines := strings.TrimSuffix(strings.Repeat(ones+";0;", n/2+1), ";0;")
	return lines + "|" + lines
}

// TestPaintButton: replies and games lead to the page with their puzzle and what is marked in it, in at most 512
// characters, and the page can play what it is led to.
func TestPaintButton(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	for command, wants := range map[string]string{ // what the address says; "" if there is no button
		"/nonogram puzzle:" + heartCode:                             heartCode,
		"/nonogram do:play puzzle:" + heartCode:                     heartCode,
		"/nonogram puzzle:3;1;1|1;3;1 marks:?#?/???/??? do:hint":    "3;1;1|1;3;1\n=?#?/???/???",
		"/nonogram do:play puzzle:15x15 easy 1":                     "15x15 easy 1",
		"/nonogram puzzle:" + coloured:                              "r=#f00,g=#008000:2r1g;1r2g;4g|2r1g;1r1g;2g;3g",
		"/kakuro do:play puzzle:6x6 easy 1":                         "6x6 easy 1",
		"/lightsout puzzle:11100/01000/00000/00000/01000 wrap:True": "11100/01000/00000/00000/01000",
		"/tothemoon puzzle:1011/0111/0001/1101":                     "1011/0111/0001/1101",
		"/cardflip puzzle:11011":                                    "11011",
		"/lightsout do:play puzzle:11110/11101/11101/00011/11011":   "11110/11101/11101/00011/11011",
		"/tothemoon do:play puzzle:1011/0111/0001/1101":             "1011/0111/0001/1101",
		"/nonogram puzzle:3;3|1;1;1":                                "",
		"/nonogram puzzle:" + dotted(25):                            "https://puzz.link/p?nonogram/25/25/",
		"/nonogram puzzle:" + stairs(100):                           "",
		"/help":                                                     "",
	} {
		m, err := h.say(t, command)
		if err != nil {
			t.Fatal(command, err)
		}
		found := regexp.MustCompile(`"url":"(https://kibitz\.example/board#[^"]*)"`).FindStringSubmatch(string(m.Components))
		if found == nil || wants == "" {
			if (found == nil) != (wants == "") {
				t.Errorf("%s: the button leads to %q, want %q", command, found, wants)
			}
			continue
		}
		var address string
		_ = json.Unmarshal([]byte(`"`+found[1]+`"`), &address)
		_, path, _ := strings.Cut(address, "#")
		_, query, _ := strings.Cut(path, "?")
		said, _ := url.ParseQuery(query)
		if !strings.HasPrefix(said.Get("puzzle"), wants) || len(address) > 512 {
			t.Errorf("%s: the button leads to %s", command, address)
		}
		if title, _, playable := onSite(t, h, "open", opening(path), ""); !playable {
			t.Errorf("%s: %s", path, title)
		}
	}
}

// nonograms is the directory whose nonograms TestPaintHintTimes asks hints on, in files *.non.
const nonograms = "KIBITZ_NONOGRAMS"

// TestPaintHintTimes asks for hint after hint on each nonogram of up to 30×30, as the page does with *Do it* in
// between, and reports how long answers take. One in a hundred may take longer than 3 s.
func TestPaintHintTimes(t *testing.T) {
	t.Parallel()
	puzzles := []string{heartCode, "15x15 easy 1", "25x25 hard 1"}
	files, _ := filepath.Glob(filepath.Join(os.Getenv(nonograms), "*.non"))
	if os.Getenv(nonograms) != "" {
		puzzles = nil
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if size := regexp.MustCompile(`(?m)^(?:width|height) (?:[12]?\d|30)$`); len(size.FindAll(text, -1)) == 2 {
			puzzles = append(puzzles, string(text))
		}
	}
	h, took := openSite(t), []time.Duration{}
	type position struct {
		Title, Puzzle, Between string
		Turns                  []string
		Board                  *struct{ Rows, Cols int }
		Play                   *struct {
			Carry  string
			Hinted bool
		}
	}
	call := func(name string, body map[string]any) (a position) {
		data, _ := json.Marshal(body)
		w, err := http.Post(h.URL()+"board/"+name, "application/json", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		_ = json.NewDecoder(w.Body).Decode(&a)
		return a
	}
	for i, puzzle := range puzzles {
		now := call("open", map[string]any{"path": "nonogram?" + url.Values{"puzzle": {puzzle}}.Encode()})
		for now.Play != nil {
			carried := now.Puzzle
			if len(now.Turns) > 0 {
				carried += "\n" + strings.Join(now.Turns, now.Between)
			}
			begun := time.Now()
			hint := call("hint", map[string]any{"path": "nonogram", "puzzle": carried, "turn": "hint", "more": 2})
			took = append(took, time.Since(begun))
			if hint.Play == nil || !hint.Play.Hinted {
				t.Logf("puzzle %d (%d×%d): no hint: %s", i, now.Board.Rows, now.Board.Cols, hint.Title)
				break
			}
			carried = hint.Puzzle + "\n" + strings.Join(hint.Turns, hint.Between)
			now = call("hint", map[string]any{"path": "nonogram", "puzzle": carried, "turn": hint.Play.Carry})
		}
	}
	slices.Sort(took)
	at := func(q float64) time.Duration { return took[int(q*float64(len(took)-1))].Round(100 * time.Microsecond) }
	t.Logf("%d hints on %d nonograms: median %v, p99 %v, longest %v", len(took), len(puzzles), at(0.5), at(0.99), at(1))
	if at(0.99) > 3*time.Second {
		t.Error("one in a hundred takes longer than 3 s")
	}
}

// TestPaintLimits: one visitor has as many requests at once as one person on Discord, all visitors together no
// more than four for each worker, and nobody's page keeps Discord's requests out.
func TestPaintLimits(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	h := open(t, func(p *plan) {
		p.config.Activity.Address = site
		p.config.Limits.PerUser, p.config.Limits.Workers, p.config.Limits.Queue = 1, 1, 64
		p.wrap = func(s *commands.Commands) bot.Handler { return deaf{s, release} }
	})
	free := sync.OnceFunc(func() { close(release) })
	t.Cleanup(free) // before the house is closed, for the bot waits for its handlers
	puzzle, answers := opening("cardflip?puzzle=11"), make(chan string, 8)
	ask := func(from string) {
		go func() {
			title, _, _ := onSite(t, h, "open", puzzle, from)
			answers <- title
		}()
	}
	ask("198.51.100.1")
	ask("198.51.100.1")
	if got := <-answers; got != "One moment" { // the other one is let in and waits
		t.Errorf("a visitor's second request gets %q", got)
	}
	for _, from := range []string{"198.51.100.2", "198.51.100.3", "198.51.100.4", "198.51.100.5"} {
		ask(from)
	}
	if got := <-answers; got != "Everybody is asking at once" { // the other four wait
		t.Errorf("a fifth visitor gets %q", got)
	}
	free()
	for range 4 {
		if got := <-answers; got != "too late" {
			t.Errorf("a visitor who waited gets %q", got)
		}
	}
	if m, err := h.say(t, "/cardflip puzzle:11"); err != nil || !strings.Contains(m.Text(), "too late") {
		t.Error(err)
	}
}
