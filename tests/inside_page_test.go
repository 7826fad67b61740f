package tests

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kibitz/bot"
	"kibitz/commands"
	"kibitz/playground"
)

// inFrame returns the page in the frame of the Activity, as soon as it is there, or in a window whose address has this
// part.
func (p *page) inFrame(part string) *page {
	p.t.Helper()
	for p.ctx.Err() == nil {
		targets, err := chromedp.Targets(p.ctx)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, one := range targets {
			if one.BrowserContextID == chromedp.FromContext(p.ctx).BrowserContextID && strings.Contains(one.URL, part) {
				ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(one.TargetID))
				p.t.Cleanup(cancel)
				return &page{p.t, ctx}
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatal("no frame")
	return nil
}

// launched types a command on the playground's page and clicks on Paint it. It returns the page in the frame, ready.
func (p *page) launched(command string) *page {
	p.t.Helper()
	p.typeInto("#input", command)
	p.keys("\r")
	p.answered(1)
	p.click("Paint it")
	f := p.inFrame("frame_id")
	f.until(`!!game.play && !asked && (discord.ready.then(() => { globalThis.ready = true }), globalThis.ready === true)`)
	return f
}

// TestInside: Paint it opens the page inside Discord, with the marks so far. Picture-in-picture shows the board alone.
// Its lines go to the channel with a link to the same puzzle, which opens there.
func TestInside(t *testing.T) {
	t.Parallel()
	h := openInside(t, nil)
	p := visit(t, h.URL(), 1100, 800)
	f := p.launched("/nonogram do:play puzzle:10x10 easy 1")
	if got := f.text(`game.path`); got != "nonogram?puzzle=10x10+easy+1" {
		t.Errorf("the page is at %s", got)
	}
	p.shot("inside")
	p.text(`document.querySelector('#smaller').click(), ''`)
	f.until(`document.body.classList.contains('small') && cellX(10) <= view.w && cellY(10) <= view.h && !asked`)
	p.shot("inside-small")
	p.text(`document.querySelector('#smaller').click(), ''`)
	f.until(`!document.body.classList.contains('small')`)
	f.text(`(tell("", "Look at [the source](https://kibitz.example/source).", []), "")`)
	p.text(`(window.open = (url) => { went = url }, '')`)
	f.text(`document.querySelector('#told a').click(), ''`)
	p.until(`globalThis.went == 'https://kibitz.example/source'`)
	for {
		f.onPage("Hint")
		f.onPage("Do it")
		f.until(`!hand.busy`)
		if f.text(`String(!!game.over)`) == "true" {
			break
		}
	}
	f.told("solved")
	if count := f.text(`$('count').textContent`); count != "58 / 58" {
		t.Errorf("won with %s", count)
	}
	p.shot("inside-won")
	f.onPage("Show everyone")
	p.until(newest + `.innerText.includes('custom_id=nonogram+10x10+easy+1')`)
	p.text(`document.querySelector('#leave').click(), ''`)
	p.shot("inside-shared")
	p.text(newest + `.querySelector('a').click(), ''`)
	again := p.inFrame("custom_id")
	again.until(`!!game.play && game.path == 'nonogram?puzzle=10x10+easy+1'`)
}

// TestInsideTogether: who joins the instance paints on the same board.
func TestInsideTogether(t *testing.T) {
	t.Parallel()
	h := openInside(t, nil)
	p, q := visit(t, h.URL(), 390, 800), visit(t, h.URL(), 390, 800)
	q.text(`(document.querySelector('#who').selectedIndex = 1, document.querySelector('#who').dispatchEvent(new Event('change')), '')`)
	f := p.launched("/nonogram do:play puzzle:" + heartCode)
	f.mouse("left", stroke{2, 0, 2, 9})
	if room := f.text(`link.room`); room != "" {
		t.Errorf("who is alone is in the room %s", room)
	}
	q.click("Join")
	g := q.inFrame("frame_id")
	g.until(`game.sheet?.[29] == '#'`)
	g.mouse("left", stroke{3, 0, 3, 9})
	f.until(`game.sheet[39] == '#'`)
	q.shot("inside-together")
}

// TestInsideRace: a race goes to the channel as a link, by which others enter it.
func TestInsideRace(t *testing.T) {
	t.Parallel()
	h := openInside(t, nil)
	p := visit(t, h.URL(), 390, 800)
	f := p.launched("/nonogram do:play puzzle:10x10 easy 1")
	f.onPage("More")
	f.onPage("Race")
	f.told("races you")
	p.shot("inside-race")
	f.onPage("Show everyone")
	room := f.text(`link.room`)
	q := visit(t, h.URL(), 390, 800)
	q.text(`(document.querySelector('#who').selectedIndex = 1, document.querySelector('#who').dispatchEvent(new Event('change')), '')`)
	q.until(newest + `?.innerText.includes('custom_id=nonogram+10x10+easy+1%26race%3D` + "' + '" + room + `')`)
	q.text(newest + `.querySelector('a').click(), ''`)
	g := q.inFrame("custom_id")
	g.until(`game.path == 'nonogram?puzzle=10x10+easy+1' && link.race && link.room == '` + room + `' && people.size == 1`)
}

// TestInsideEntry: the Entry Point command that Discord makes opens the puzzles of the day, and so does one that the
// bot answers. Registering has kept it.
func TestInsideEntry(t *testing.T) {
	t.Parallel()
	h := openInside(t, nil)
	p := visit(t, h.URL(), 390, 800)
	p.typeInto("#input", "/launch ")
	p.keys("\r")
	f := p.inFrame("frame_id")
	f.until(`$('ways').children.length >= 12`)
	p.shot("inside-today")
	app := p.text(`new URL(document.querySelector('#activity iframe').src).hostname.split('.')[1]`)
	p.text(`document.querySelector('#leave').click(), ''`)

	const body = `[{"name":"about","description":"About"},{"type":4,"name":"paint","description":"Paint","handler":1}]`
	for _, c := range []struct {
		set    string
		status int
	}{{`[{"name":"about","description":"About"}]`, 400}, {body, 200}} { // Discord refuses a set without an Entry Point command
		if got := register(t, h, app, c.set); got != c.status {
			t.Fatalf("%s: %d", c.set, got)
		}
	}
	h.taken()
	p.typeInto("#input", "/paint ")
	p.keys("\r")
	f = p.inFrame("frame_id")
	f.until(`$('ways').children.length >= 12`)
	if all := h.taken(); len(all) != 1 || string(all[0].Body) != `{"type":12}` {
		t.Errorf("the bot answers with %d calls", len(all))
	}
}

// TestInsideStrangers: the page hears its client alone, and strangers can frame it nowhere. Their messages
// are as the client's, which is heard.
func TestInsideStrangers(t *testing.T) {
	t.Parallel()
	h := openInside(t, nil)
	p := visit(t, h.URL(), 390, 800)
	f := p.launched("/nonogram do:play puzzle:10x10 easy 1")
	const shrinks = `data: [1, { cmd: 'DISPATCH', evt: 'ACTIVITY_LAYOUT_MODE_UPDATE', data: { layout_mode: 1 } }]`
	for name, c := range map[string]struct {
		event string
		heard bool
	}{
		"another origin":              {`source: parent, origin: 'https://evil.example'`, false},
		"an origin like Discord's":    {`source: parent, origin: 'https://discord.com.evil.example'`, false},
		"another port here":           {`source: parent, origin: 'http://127.0.0.1:1'`, false},
		"no origin":                   {`source: parent, origin: 'null'`, false},
		"another window":              {`source: window, origin: 'https://discord.com'`, false},
		"Discord":                     {`source: parent, origin: 'https://discord.com'`, true},
		"Discord before its release":  {`source: parent, origin: 'https://canary.discord.com'`, true},
		"Discord by its earlier name": {`source: parent, origin: 'https://ptb.discordapp.com'`, true},
	} {
		f.text(`(shrink(false), dispatchEvent(new MessageEvent('message', {` + shrinks + `, ` + c.event + `})), '')`)
		if heard := f.text(`String(document.body.classList.contains('small'))`); heard != fmt.Sprint(c.heard) {
			t.Errorf("%s: heard is %s", name, heard)
		}
	}

	address := p.text(`document.querySelector('#activity iframe').src`)
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<iframe src=%q></iframe><iframe src="%sboard?frame_id=x"></iframe><script>
			all = [...document.querySelectorAll('iframe')].map(f => f.contentWindow); got = 0;
			addEventListener('message', () => got++);
			setInterval(() => { for (const w of all) w.postMessage([1, { cmd: 'DISPATCH', evt: 'ACTIVITY_LAYOUT_MODE_UPDATE', data: { layout_mode: 1 } }], '*') }, 20);
			function meet(url) { all.push(open(url)) }</script>`, address, h.URL())
	}))
	defer stranger.Close()
	s := browse(t, stranger.URL, 390, 800)
	time.Sleep(500 * time.Millisecond) // for what must not happen: a frame of the page shakes hands
	if got := s.text(`String(got)`); got != "0" {
		t.Errorf("a stranger frames the page, and it speaks: %s", got)
	}
	window := strings.Replace(address, "frame_id=", "frame_id=window-", 1) // which anybody can open; its opener is in the client's place
	if _, err := chromedp.Run(s.ctx, chromedp.EvaluateAsDevTools[string](fmt.Sprintf(`meet(%q), ''`, window))); err != nil {
		t.Fatal(err)
	}
	w := s.inFrame("frame_id=window-")
	w.until(`!!game.board || $('ways').children.length > 0`)
	s.until(`got > 0`) // it shakes hands
	time.Sleep(200 * time.Millisecond)
	if small := w.text(`String(document.body.classList.contains('small'))`); small != "false" {
		t.Error("the page obeys a stranger who opened it")
	}
}

// TestInsideOpaque: in a frame whose origin is opaque, as on some telephones, the page plays as everywhere, and keeps
// what is done while it is open.
func TestInsideOpaque(t *testing.T) {
	t.Parallel()
	h := openInside(t, nil)
	p := visit(t, h.URL(), 390, 800)
	p.text(`(real = document.createElement.bind(document), document.createElement = (name) => { const e = real(name); if (name == 'iframe') e.sandbox = 'allow-scripts'; return e }, '')`)
	f := p.launched("/nonogram do:play puzzle:" + heartCode)
	if origin := f.text(`origin`); origin != "null" {
		t.Fatalf("the origin is %s", origin)
	}
	f.onPage("Hint")
	f.told("Look at")
	f.onPage("Do it")
	f.until(`game.sheet.includes('#') && !hand.busy`)
	f.onPage("More")
	f.onPage("Start again")
	f.until(`!game.sheet.includes('#')`)
	p.shot("inside-opaque")
}

// TestInsideFramed: where the page is no Activity, Paint it shows the plain page in a frame of the playground.
func TestInsideFramed(t *testing.T) {
	t.Parallel()
	h := openFramed(t)
	p := visit(t, h.URL(), 1100, 800)
	p.typeInto("#input", "/nonogram do:play puzzle:10x10 easy 1")
	p.keys("\r")
	p.answered(1)
	p.text(`[...` + newest + `.querySelectorAll('a.control')].find(a => a.textContent == 'Paint it').click(), ''`)
	p.until(`!!document.querySelector('#activity iframe')?.contentWindow.document.querySelector('#tools button')`)
	p.shot("framed")
	p.text(`document.querySelector('#leave').click(), ''`)
	p.until(`!document.querySelector('#activity').open`)
}

// TestPaintLong: a puzzle that is too long for an address is kept for the page. When it is gone there the page asks
// for the file that the chat has.
func TestPaintLong(t *testing.T) {
	t.Parallel()
	h := openFramed(t)
	p := visit(t, h.URL(), 1100, 800)
	p.typeInto("#input", "/nonogram puzzle:"+stairs(60))
	p.keys("\r")
	p.answered(1)
	p.click("Paint it")
	p.answered(2)
	p.contains("Your board", "15 minutes")
	p.shot("long-led")
	address := p.text(newest + `.querySelector('a.control').href`)
	if _, hash, _ := strings.Cut(address, "#"); !strings.HasPrefix(hash, "nonogram?kept=") || len(address) > 512 {
		t.Fatalf("the button leads to %s", address)
	}
	q := browse(t, address, 390, 800)
	q.until(`game.board?.rows == 60 && !asked`)
	q.do(chromedp.Reload())
	q.until(`game.board?.rows == 60 && !asked`)

	q = browse(t, h.URL()+"board?lang=en#nonogram?kept=gone", 390, 800)
	q.told("no longer kept here")
	q.shot("long-gone")
	q.text(`(HTMLInputElement.prototype.click = function () {
		Object.defineProperty(this, 'files', { value: [new File([` + "`" + stairs(60) + "`" + `], 'puzzle.txt')] });
		this.dispatchEvent(new Event('change'));
	}, '')`)
	q.onPage("Open the file")
	q.until(`game.board?.rows == 60 && !asked`)
}

// TestInsideRefused: where Discord refuses to open the page, Paint it answers with a button to it. This is what goes
// over the wire.
func TestInsideRefused(t *testing.T) {
	t.Parallel()
	launch, reply := `POST /interactions/…/callback?with_response=true {"type":12}`, `POST /interactions/…/callback {"type":4,`
	for _, c := range []struct {
		activities   bool
		locale, says string
		want         []string
	}{
		{true, "en-US", "", []string{launch}},
		{false, "en-US", "Your board", []string{launch, reply}},
		{false, "ko", "퍼즐 판", []string{launch, reply}},
		{false, "ja", "あなたの盤面", []string{launch, reply}},
	} {
		h := openInside(t, func(p *plan) { p.options.Activities, p.options.Locale = c.activities, c.locale })
		m, err := h.say(t, "/nonogram do:play puzzle:"+heartCode)
		if err != nil {
			t.Fatal(err)
		}
		id := regexp.MustCompile(`"custom_id":"([^"]*turn=paint[^"]*)"`).FindSubmatch(m.Components)
		if id == nil {
			t.Fatalf("no button in %s", m.Components)
		}
		var custom string
		_ = json.Unmarshal([]byte(`"`+string(id[1])+`"`), &custom)
		h.taken()
		if m, err = h.Click(t.Context(), m.ID, custom); err != nil {
			t.Fatal(err)
		}
		if !c.activities && (!strings.Contains(string(m.Components), "https://kibitz.example/board#nonogram?puzzle="+url.QueryEscape(heartCode)[:20]) || !strings.Contains(m.Text(), c.says)) {
			t.Errorf("%s: the reply is %s", c.locale, m.Components)
		}
		var got []string
		for _, r := range h.taken() {
			query := ""
			if len(r.Query) > 0 {
				query = "?" + r.Query.Encode()
			}
			got = append(got, "POST /interactions/…/callback"+query+" "+string(r.Body))
		}
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%q is sent, want %q", got, c.want)
		}
	}
}

// register replaces the application's commands, and returns the status of the answer.
func register(t *testing.T, h *house, app, set string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "https://discord.com/api/v10/applications/"+app+"/commands", strings.NewReader(set))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bot "+h.Token())
	answer, err := h.Transport().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// openFramed opens a house whose replies lead to the page at the playground's own address.
func openFramed(t testing.TB) *house {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return open(t, func(p *plan) {
		p.options.Listener = l
		p.settings.Site = "http://" + l.Addr().String()
		p.config.Activity.Address = p.settings.Site
	})
}

// openInside opens a house whose application has Activities enabled, and whose replies open the page inside Discord.
func openInside(t testing.TB, change func(*plan)) *house {
	return open(t, func(p *plan) {
		p.config.Activity.Address, p.settings.Site = site, site
		p.config.Activity.Discord, p.settings.Launches, p.options.Activities = true, true, true
		if change != nil {
			change(p)
		}
	})
}

// TestInsideLimits: a call through Discord's proxy counts for the person whom it names, as their commands do. Another
// person's does not, nor one with a signature of nobody's.
func TestInsideLimits(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	h := openInside(t, func(p *plan) {
		p.config.Limits.PerUser, p.config.Limits.Workers = 1, 4
		p.wrap = func(s *commands.Commands) bot.Handler { return deaf{s, release} }
	})
	free := sync.OnceFunc(func() { close(release) })
	t.Cleanup(free)
	who := whoIsThere(t, h)
	own, forged := strings.TrimSuffix(strings.TrimPrefix(h.URL(), "http://"), "/"), base64.StdEncoding.EncodeToString(make([]byte, 64))
	_, port, _ := strings.Cut(own, ":")
	call := func(host, payload string) string {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL()+"board/open", strings.NewReader(opening("cardflip?puzzle=11")))
		r.Host = host
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Signature-Ed25519", forged)
		r.Header.Set("X-Signature-Timestamp", "1")
		r.Header.Set("X-Discord-Proxy-Payload", base64.StdEncoding.EncodeToString([]byte(payload)))
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			return err.Error()
		}
		defer w.Body.Close()
		var a struct{ Title string }
		_ = json.NewDecoder(w.Body).Decode(&a)
		return a.Title
	}
	asked, err := h.Begin(playground.Typing{Text: "/cardflip puzzle:11"})
	if err != nil {
		t.Fatal(err)
	}
	for asked.Outcome().Accepted == 0 {
		time.Sleep(20 * time.Millisecond)
	}
	if got := call(who.People[0].ID+"."+who.App+".localhost:"+port, ""); got != "One moment" {
		t.Errorf("a person's call while they wait for a command gets %q", got)
	}
	answers := make(chan string, 2)
	go func() { answers <- call(who.People[1].ID+"."+who.App+".localhost:"+port, "") }()
	go func() {
		answers <- call(own, fmt.Sprintf(`{"application_id":%q,"user_id":%q,"created_at":1,"expires_at":9999999999}`, who.App, who.People[0].ID))
	}()
	time.Sleep(200 * time.Millisecond) // for the answers that must not come yet
	free()
	for range 2 {
		if got := <-answers; got != "too late" {
			t.Errorf("a call that counts for somebody else gets %q", got)
		}
	}
}

// presence is who is in a playground, as its page is told.
type presence struct {
	App    string
	People []struct{ ID string }
}

func whoIsThere(t *testing.T, h *house) presence {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, h.URL()+"events", nil)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	lines := bufio.NewReader(w.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var channel struct{ Status presence }
			if err := json.Unmarshal([]byte(data), &channel); err != nil {
				t.Fatal(err)
			}
			return channel.Status
		}
	}
}

// TestInsideLooks shows the page inside Discord to a person who looks at it, where -shots says.
func TestInsideLooks(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	p := visit(t, openInside(t, nil).URL(), 320, 640)
	f := p.launched("/nonogram do:play puzzle:15x15 easy 1")
	f.text(`(document.documentElement.style.setProperty('--discord-safe-area-inset-top', '30px'), document.documentElement.style.setProperty('--discord-safe-area-inset-bottom', '20px'), '')`)
	for _, size := range [][2]int64{{320, 640}, {390, 800}, {1100, 800}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, theme := range []string{"dark", "light"} {
			f.text(fmt.Sprintf(`(document.documentElement.dataset.theme = %q, inks(), draw(), "")`, theme))
			p.shot(fmt.Sprintf("look-inside-%d-%s", size[0], theme))
			p.text(`document.querySelector('#smaller').click(), ''`)
			f.until(`document.body.classList.contains('small') && !asked`)
			p.shot(fmt.Sprintf("look-inside-small-%d-%s", size[0], theme))
			p.text(`document.querySelector('#smaller').click(), ''`)
			f.until(`!document.body.classList.contains('small') && !asked`)
		}
	}
}
