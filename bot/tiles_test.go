package bot

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/settings"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
	"kibitz/render"
	"kibitz/tests/discord"
)

// emojis is a Discord that keeps the emoji of an application, by their names.
type emojis struct {
	fakeREST
	mu    sync.Mutex
	names []string
	posts []time.Duration                                 // since the start
	wrong func(method string, nth int) (status, code int) // 0 for no fault; nth counts the posts
}

func newEmojis(t *testing.T) *emojis {
	schema, err := discord.Body("post", "/applications/{application_id}/emojis")
	if err != nil {
		t.Fatal(err)
	}
	e := &emojis{wrong: allRight}
	e.start = time.Now()
	e.fault = func(s sent) (int, string, error) {
		e.mu.Lock()
		defer e.mu.Unlock()
		if s.path != "/api/v10/applications/9/emojis" {
			return 404, "{}", nil
		}
		if s.method == http.MethodPost {
			e.posts = append(e.posts, s.at)
		}
		if status, code := e.wrong(s.method, len(e.posts)); status != 0 {
			return status, fmt.Sprintf(`{"code":%d,"message":"no"}`, code), nil
		}
		if s.method == http.MethodPost {
			wiretest.Validate(t, schema, s.Body)
			var made struct{ Name, Image string }
			if err := json.Unmarshal(s.Body, &made); err != nil {
				t.Error(err)
			}
			checkEmoji(t, made.Name, made.Image)
			e.names = append(e.names, made.Name)
			return 201, item(made.Name, len(e.names)), nil
		}
		var items []string
		for i, name := range e.names {
			items = append(items, item(name, i+1))
		}
		return 200, `{"items":[` + strings.Join(items, ",") + `]}`, nil
	}
	return e
}

func allRight(string, int) (status, code int) { return 0, 0 }

func item(name string, n int) string {
	return fmt.Sprintf(`{"id":"%d","name":%q,"roles":[],"require_colons":true,"managed":false,"animated":false,"available":true}`, 100000000000000000+n, name)
}

// checkEmoji holds a name and a picture against Discord's limits.
func checkEmoji(t *testing.T, name, image string) {
	t.Helper()
	if !regexp.MustCompile(`^[a-z0-9_]{2,25}_[0-9a-f]{6}$`).MatchString(name) {
		t.Errorf("an emoji is called %q", name)
	}
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(image, "data:image/png;base64,"))
	if err != nil || len(data) > 256<<10 {
		t.Errorf("%s has %d bytes, %v", name, len(data), err)
	}
	if p, err := png.Decode(bytes.NewReader(data)); err != nil || p.Bounds().Dx() != 128 || p.Bounds().Dy() != 128 {
		t.Errorf("%s: %v", name, err)
	}
}

// keep runs keepTiles for a time, and returns the number of tiles that are known then, and the log.
func keep(t *testing.T, discord http.RoundTripper, register bool, for_ time.Duration) (known int, log string) {
	t.Helper()
	b, out := newFakeBot(t, after(0), discord, func(c *settings.Config) { c.Discord.Register = register })
	ctx, cancel := context.WithTimeout(t.Context(), for_)
	defer cancel()
	b.keepTiles(ctx, "9")
	if tiles := b.tiles.Load(); tiles != nil {
		known = len(*tiles)
	}
	return known, out.String()
}

// all is the number of tiles in both themes, and different of those that look different: the gap does not.
var (
	all       = 2 * len(render.Tiles())
	different = all - 1
)

// TestTilesAreUploadedOnce: one a second, under names that differ, and never again. A process that does not
// register the commands learns them, and uploads none.
func TestTilesAreUploadedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newEmojis(t)
		if known, log := keep(t, d, false, time.Second); known != 0 || len(d.posts) != 0 || strings.Contains(log, "WARN") {
			t.Errorf("%d known and %d uploaded by a process that does not register\n%s", known, len(d.posts), log)
		}
		if known, log := keep(t, d, true, 10*time.Minute); known != all || strings.Contains(log, "WARN") {
			t.Errorf("%d of %d known\n%s", known, all, log)
		}
		if len(d.posts) != different || len(slices.Compact(slices.Sorted(slices.Values(d.names)))) != different {
			t.Errorf("%d uploads of %d", len(d.posts), different)
		}
		for i := range d.posts[1:] {
			if pause := d.posts[i+1] - d.posts[i]; pause < time.Second {
				t.Errorf("upload %d comes %v after the one before", i+1, pause)
			}
		}
		for _, register := range []bool{true, false} {
			if known, _ := keep(t, d, register, 10*time.Minute); known != all || len(d.posts) != different {
				t.Errorf("register %v: %d known, %d uploads", register, known, len(d.posts))
			}
		}
	})
}

// TestTilesOfOthersAreLearnt: what another process uploads later is known within the hour, and what
// somebody deletes is missed and uploaded again.
func TestTilesOfOthersAreLearnt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newEmojis(t)
		b, _ := newFakeBot(t, after(0), d, func(c *settings.Config) { c.Discord.Register = false })
		ctx, cancel := context.WithCancel(t.Context())
		var learning sync.WaitGroup
		learning.Go(func() { b.keepTiles(ctx, "9") })
		time.Sleep(time.Second)
		keep(t, d, true, 10*time.Minute)
		time.Sleep(time.Hour)
		if n := len(*b.tiles.Load()); n != all {
			t.Errorf("%d of %d are learnt from the other", n, all)
		}
		d.mu.Lock()
		d.names = d.names[:different-3]
		d.mu.Unlock()
		time.Sleep(time.Hour)
		if n := len(*b.tiles.Load()); n != all-3 {
			t.Errorf("%d are known after three of %d were deleted", n, all)
		}
		cancel()
		learning.Wait()
		if known, _ := keep(t, d, true, time.Minute); known != all || len(d.posts) != different+3 {
			t.Errorf("%d known after %d uploads", known, len(d.posts))
		}
	})
}

// TestTilesThatFail: whatever Discord answers, no tile is known that is not there, the bot goes on and
// tries again later, and other tiles come all the same.
func TestTilesThatFail(t *testing.T) {
	for name, c := range map[string]struct {
		method       string
		nth          int // that fails; 0 for all
		status, code int
		first        int // known after ten minutes
		posts        int // by then
	}{
		"no list":             {http.MethodGet, 0, 404, 10002, 0, 0},
		"no uploads":          {http.MethodPost, 0, 403, 20012, 0, 4},
		"full":                {http.MethodPost, 0, 400, 30008, 0, 4},
		"a picture not taken": {http.MethodPost, 5, 400, 50035, all, different + 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newEmojis(t)
				d.wrong = func(method string, nth int) (status, code int) {
					if method == c.method && (c.nth == 0 || c.nth == nth) {
						return c.status, c.code
					}
					return 0, 0
				}
				known, log := keep(t, d, true, 10*time.Minute)
				if known != c.first || len(d.posts) != c.posts || !strings.Contains(log, "some tiles are plain emoji") {
					t.Errorf("%d known after %d uploads\n%s", known, len(d.posts), log)
				}
				d.wrong = allRight
				if known, _ := keep(t, d, true, time.Hour); known != all {
					t.Errorf("%d known after all", known)
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) { // a list that makes no sense
		if known, log := keep(t, &fakeREST{fault: func(sent) (int, string, error) { return 200, `{"items":7}`, nil }}, true, time.Minute); known != 0 || strings.Contains(log, "panic") {
			t.Errorf("%d known\n%s", known, log)
		}
	})
}

// withTile is a handler whose answer has a tile on a button.
func withTile() fakeHandler {
	return fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		return &chat.Reply{Title: "done", Buttons: []chat.Button{{Path: "x", Emoji: "🟨", Tile: render.LitTile}}}
	}}
}

// TestTilesThatAreGone: a message that Discord does not take for its emoji is sent again, with plain ones.
func TestTilesThatAreGone(t *testing.T) {
	var bodies []string
	d := &fakeREST{}
	d.fault = func(s sent) (int, string, error) {
		bodies = append(bodies, string(s.Body))
		if strings.Contains(string(s.Body), `"id":"1"`) {
			return 400, `{"code":50035,"message":"Invalid Form Body","errors":{}}`, nil
		}
		return 0, "", nil
	}
	synctest.Test(t, func(t *testing.T) {
		d.start = time.Now()
		b, log := newFakeBot(t, withTile(), d, nil)
		b.tiles.Store(&compose.Tiles{{Tile: render.LitTile}: {Name: "lit_ab12cd", ID: "1"}})
		_ = b.accept(click("k1/x"), nil)
		b.responders.Wait()
		b.workers.Wait()
		if len(bodies) != 2 || !strings.Contains(bodies[1], "🟨") || strings.Contains(log.String(), "incident") {
			t.Errorf("%q\n%s", bodies, log)
		}
	})
}
