package tests

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "keep screenshots of the page in this directory")

// browserPath finds a Chromium; "" if there is none.
func browserPath() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// page is a page in a browser.
type page struct {
	t   testing.TB
	ctx context.Context
}

// visit opens the playground's page.
func visit(t *testing.T, url string, width, height int) *page {
	t.Helper()
	p := browse(t, url, width, height)
	p.until(`document.querySelector('#status').dataset.connected == 'true'`)
	return p
}

// chromium is the one browser of all tests: to start one for each page would take longer than to look at it.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browserPath()),
		chromedp.NoSandbox, // root in a container cannot have one
		chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("no-first-run", true),
		chromedp.Flag("force-dark-mode", true),
		chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	closeChromium = func() {
		_ = chromedp.Cancel(ctx)
		cancel()
	}
	return ctx, chromedp.Do(ctx)
})

// closeChromium ends the browser, if there is one.
var closeChromium = func() {}

// browse opens a page in a window of its own, with cookies and storage of its own.
func browse(t testing.TB, url string, width, height int) *page {
	t.Helper()
	if browserPath() == "" {
		t.Skip("no Chromium is installed here, so the page is not tested")
	}
	ctx, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &page{t, ctx}
	focused := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { // as if no other window had the keyboard
		_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})
	p.do(focused, chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(url))
	return p
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// until waits for a condition, in JavaScript.
func (p *page) until(condition string) {
	const long = 3 * time.Minute // on a machine with much else to do a photo is not read in Poll's usual 30 s
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(long))); err != nil {
		p.t.Fatalf("%s: %v", condition, err)
	}
}

// text returns the value of an expression in JavaScript.
func (p *page) text(expression string) string {
	p.t.Helper()
	s, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return s
}

func (p *page) keys(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.typeInto("#input", k)
	}
}

// typeInto focuses what a selector finds and types there. chromedp.SendKeys
// would do both, but reads the attributes of the node without its lock, while
// the events of the page change them: a race the detector finds one time in ten.
func (p *page) typeInto(selector, keys string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`!!document.querySelector(%q)?.checkVisibility()`, selector))
	p.text(fmt.Sprintf(`document.querySelector(%q).focus(), ''`, selector))
	p.do(chromedp.KeyEvent(keys))
}

// newest is the last message, in JavaScript.
const newest = `document.querySelector('#log > li.message:last-child')`

// answered waits for the last of n messages to be there, whole, with its
// pictures loaded.
func (p *page) answered(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelectorAll('#log > li.message').length == %d && %s.dataset.state == 'done'`, n, newest))
	p.until(`[...document.images].filter(i => i.closest('#log')).every(i => i.complete && i.naturalWidth > 0)`)
}

func (p *page) click(label string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`[...%s.querySelectorAll('button')].some(b => b.textContent.trim() == %q && !b.disabled)`, newest, label))
	p.text(fmt.Sprintf(`[...%s.querySelectorAll('button')].find(b => b.textContent.trim() == %q).click(), ''`, newest, label))
}

// shot keeps a picture of the page for a person to look at, where -shots says.
func (p *page) shot(name string) {
	p.t.Helper()
	if *shots != "" {
		p.keep(*shots, name, chromedp.CaptureScreenshot())
	}
}

func (p *page) keep(dir, name string, capture chromedp.Action[[]byte]) {
	p.t.Helper()
	time.Sleep(300 * time.Millisecond) // for transitions; nothing depends on it
	png, err := chromedp.Run(p.ctx, capture)
	if err := errors.Join(err, os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) contains(want ...string) {
	p.t.Helper()
	got := p.text(newest + `.innerText`)
	for _, w := range want {
		if !strings.Contains(got, w) {
			p.t.Errorf("no %q in the last message:\n%s", w, got)
		}
	}
}
