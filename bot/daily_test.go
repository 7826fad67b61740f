package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue/queuetest"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
	"kibitz/render"
)

const hookSecret = "hook_-Secret"

// hooks writes a file with the addresses of two webhooks, and returns the change to the settings
// that names it.
func hooks(t *testing.T) func(*settings.Config) {
	file := filepath.Join(t.TempDir(), "webhooks")
	text := "# Two servers.\n\nhttps://discord.com/api/webhooks/11/" + hookSecret + "\nhttps://ptb.discordapp.com/api/v10/webhooks/22/" + hookSecret + "\r\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return func(c *settings.Config) { c.Daily.Webhooks, c.Daily.Puzzles = file, "nonogram easy, kakuro hard" }
}

// dayTeller answers with what it was asked for.
func dayTeller() fakeHandler {
	return fakeHandler{handle: func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		board := render.NewBoard(2, 2)
		return &chat.Reply{
			Title: fmt.Sprint(req.Command, " ", req.Options["puzzle"], " ", req.Options["difficulty"], " ", req.Asked.Format(time.DateTime)),
			Board: board, Picture: true, Note: "@everyone", Puzzle: "1|1", Buttons: []chat.Button{{Label: "Race", Path: "daily?x"}},
		}
	}}
}

// posts returns the posts to webhooks, each as its time, its webhook and the day of its puzzles.
func posts(discords ...*fakeREST) (all []string) {
	for _, d := range discords {
		for _, s := range d.all() {
			if strings.HasPrefix(s.path, "/api/v10/webhooks/") {
				_, told, _ := strings.Cut(string(s.Body), "nonogram easy ")
				all = append(all, fmt.Sprintf("%s %s %.10s", d.start.Add(s.at).Format(time.DateTime), strings.Split(s.path, "/")[4], told))
			}
		}
	}
	slices.Sort(all)
	return all
}

// dailies has a bot post the days' puzzles until stop is called, which ends it as a killed process
// ends.
func dailies(b *bot) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var g sync.WaitGroup
	g.Go(func() { b.postDailies(ctx) })
	return func() { cancel(); b.cancelSending(); g.Wait() }
}

// Two replicas post a day once to each webhook, at midnight, while one of them is restarted every hour.
// A replica that starts in the first hour of a day that has its post adds none.
func TestTwoReplicasPostADayOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it begins at midnight
		time.Sleep(22 * time.Hour)
		s, change := queuetest.Start(t), hooks(t)
		d := &fakeREST{start: time.Now()}
		one := process(t, dayTeller(), d, s.Dial, change)
		stopOne := dailies(one)
		for range 4 {
			other := process(t, dayTeller(), d, s.Dial, change)
			stop := dailies(other)
			time.Sleep(65 * time.Minute)
			stop()
			finish(other)
		}
		stopOne()
		finish(one)
		want(t, posts(d), "2000-01-02 00:00:00 11 2000-01-02", "2000-01-02 00:00:00 22 2000-01-02")
	})
}

// With a queue a day's first hour is not too late: no process ran at midnight, and the queue's
// server came later still. After that hour the day has no post.
func TestLatePosts(t *testing.T) {
	for late, posted := range map[time.Duration]bool{40 * time.Minute: true, 59 * time.Minute: true, 61 * time.Minute: false} {
		synctest.Test(t, func(t *testing.T) {
			s, d := queuetest.Start(t), &fakeREST{start: time.Now()}
			link := s.Link()
			link.Cut()
			b := process(t, dayTeller(), d, link.Dial, hooks(t))
			stop := dailies(b)
			time.Sleep(late - time.Since(d.start))
			link.Mend()
			time.Sleep(3 * time.Hour)
			stop()
			finish(b)
			if got := len(posts(d)) == 2; got != posted {
				t.Errorf("the queue was there after %v: %v", late, posts(d))
			}
		})
	}
}

// A process dies while it posts: Discord may have the post or not. Nobody posts it again.
func TestDeadPoster(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, change := queuetest.Start(t), hooks(t)
		hanging := &fakeREST{start: time.Now(), delay: func(sent) time.Duration { return time.Hour }}
		link := s.Link()
		dies := process(t, dayTeller(), hanging, link.Dial, change)
		stop := dailies(dies)
		time.Sleep(time.Second)
		link.Cut()
		stop()
		finish(dies)
		d := &fakeREST{start: time.Now()}
		lives := process(t, dayTeller(), d, s.Dial, change)
		stop = dailies(lives)
		time.Sleep(23 * time.Hour)
		if got := posts(hanging, d); len(got) != 2 || len(posts(d)) != 0 {
			t.Errorf("posted: %v", got)
		}
		time.Sleep(2 * time.Hour)
		stop()
		finish(lives)
		if got := posts(d); len(got) != 2 || !strings.HasPrefix(got[0], "2000-01-02 00:00:00") {
			t.Errorf("the day after: %v", got)
		}
	})
}

// Without a queue a process posts the days that begin while it runs, and no other. A webhook that
// is gone is told once, and left. A limit is waited for. What Discord may have taken is not sent
// again, and nothing tells the secret of an address.
func TestPostsWithoutAQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &fakeREST{start: time.Now()}
		limited := false
		d.fault = func(s sent) (int, string, error) {
			switch {
			case strings.Contains(s.path, "/22/"):
				return http.StatusNotFound, `{"code":10015,"message":"Unknown Webhook ` + hookSecret + `"}`, nil
			case !limited:
				limited = true
				return http.StatusTooManyRequests, `{"message":"limited","retry_after":90}`, nil
			case time.Now().Day() == 3:
				return http.StatusBadGateway, "", nil
			}
			return 0, "", nil
		}
		b, log := newFakeBot(t, dayTeller(), d, hooks(t))
		stop := dailies(b)
		time.Sleep(3*24*time.Hour + time.Hour)
		stop()
		got := posts(d)
		for i := range got {
			got[i] = got[i][:16] + got[i][19:] // the pause has a random part
		}
		want(t, got, "2000-01-02 00:00 11 2000-01-02", "2000-01-02 00:00 22 2000-01-02", "2000-01-02 00:01 11 2000-01-02",
			"2000-01-03 00:00 11 2000-01-03", "2000-01-04 00:00 11 2000-01-04")
		said := log.String()
		if strings.Contains(said, hookSecret) || strings.Count(said, "a webhook is gone") != 1 || strings.Count(said, "the day's puzzles are posted") != 2 {
			t.Errorf("the log:\n%s", said)
		}
	})
}

// A post has a title, a picture and a note for each puzzle, pings nobody, and has nothing that only
// a bot's own webhook may have.
func TestPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, dayTeller(), &fakeREST{}, hooks(t))
		day := time.Date(2026, time.November, 26, 0, 0, 0, 0, time.UTC)
		p, err := b.composeDay(t.Context(), day)
		if err != nil {
			t.Fatal(err)
		}
		opened := wiretest.Open(t, p.ContentType, p.Body)
		wiretest.Validate(t, wiretest.Schema(t, "IncomingWebhookRequestPartial"), opened.Body)
		var m wire.Message
		if err := json.Unmarshal(opened.Body, &m); err != nil {
			t.Fatal(err)
		}
		var types []int
		var titles []string
		for _, c := range m.Components[0].Components {
			types = append(types, c.Type)
			if strings.HasPrefix(c.Content, "### ") {
				titles = append(titles, c.Content)
			}
		}
		want(t, titles, "### daily nonogram easy 2026-11-26 00:00:00", "### daily kakuro hard 2026-11-26 00:00:00")
		shown := []int{wire.TypeText, wire.TypeGallery, wire.TypeText}
		if !slices.Equal(types, append(shown, shown...)) || len(opened.Files) != 2 || m.Flags != wire.FlagComponentsV2 {
			t.Errorf("components %v, %d files, flags %d", types, len(opened.Files), m.Flags)
		}
		if !bytes.Contains(opened.Body, []byte(`"allowed_mentions":{"parse":[]}`)) {
			t.Errorf("it may ping: %s", opened.Body)
		}
	})
}

// A puzzle that cannot be made, or whose maker panics, is tried again.
func TestDayThatIsHardToMake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, tries := dayTeller(), 0
		whole := h.handle
		h.handle = func(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply {
			switch tries++; tries {
			case 1:
				panic("a maker that panics")
			case 2:
				return &chat.Reply{Tone: chat.Failure, Title: "no memory"}
			case 3:
				<-ctx.Done()
				return nil
			}
			return whole(ctx, req, progress)
		}
		d := &fakeREST{start: time.Now()}
		b, log := newFakeBot(t, h, d, hooks(t))
		stop := dailies(b)
		time.Sleep(25 * time.Hour)
		stop()
		b.workers.Wait()
		if n := strings.Count(log.String(), "panic in the day's puzzles"); n != 1 {
			t.Errorf("the log tells of %d panics", n)
		}
		if got := posts(d); len(got) != 2 || !strings.HasPrefix(got[0], "2000-01-02 00:01") { // 60 s, and three pauses
			t.Errorf("posted: %v", got)
		}
	})
}

// The file of the addresses is refused with the line of its first mistake, which is not quoted.
func TestWebhooksFile(t *testing.T) {
	const address = "https://discord.com/api/webhooks/"
	many := ""
	for i := range mostWebhooks + 1 {
		many += fmt.Sprint(address, i+1, "/", hookSecret, "\n")
	}
	for text, want := range map[string]string{
		address + "1/" + hookSecret + "\n\nhttp://discord.com/api/webhooks/2/" + hookSecret: ":3: not a webhook's address",
		"https://discord.com.example/api/webhooks/1/" + hookSecret:                          ":1: not a webhook's address",
		"https://example.com/?https://discord.com/api/webhooks/1/" + hookSecret:             ":1: not a webhook's address",
		"https://discord.com@example.com/api/webhooks/1/" + hookSecret:                      ":1: not a webhook's address",
		address + "1/" + hookSecret + "/../../x":                                            ":1: not a webhook's address",
		address + "1/" + hookSecret + "?wait=false":                                         ":1: not a webhook's address",
		address + "1": ":1: not a webhook's address",
		"# a\n" + address + "1/" + hookSecret + "\n" + address + "1/" + hookSecret + "x": ":3: the webhook of line 2 once more",
		many: fmt.Sprint(":", mostWebhooks+1, ": want at most"),
	} {
		file := filepath.Join(t.TempDir(), "w")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		all, err := readWebhooks(file)
		if err == nil || !strings.HasPrefix(err.Error(), file+want) || strings.Contains(err.Error(), hookSecret) || all != nil {
			t.Errorf("%s: %v, %d webhooks", text, err, len(all))
		}
	}
	o := Options{Config: settings.Default(), Token: fakeToken, Handler: dayTeller()}
	o.Config.Daily.Webhooks = filepath.Join(t.TempDir(), "missing")
	if _, err := newBot(o); err == nil || !strings.HasPrefix(err.Error(), "daily.webhooks: ") {
		t.Errorf("a file that is not there: %v", err)
	}
}
