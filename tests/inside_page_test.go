package tests

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kibitz/playground"
)

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

// inFrame returns the page in the frame that a page shows, as soon as it is there.
func (p *page) inFrame() *page {
	p.t.Helper()
	for p.ctx.Err() == nil {
		targets, err := chromedp.Targets(p.ctx)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, one := range targets {
			if one.Type == "iframe" && strings.Contains(one.URL, "frame_id") {
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

// TestInside: Paint it opens the page inside Discord, on the puzzle as far as it is marked; won there, its lines
// go to the channel with a link that opens the same puzzle.
func TestInside(t *testing.T) {
	t.Parallel()
	h := openInside(t, nil)
	p := visit(t, h.URL(), 1100, 800)
	p.typeInto("#input", "/nonogram do:play puzzle:10x10 easy 1")
	p.keys("\r")
	p.answered(1)
	p.click("Paint it")
	f := p.inFrame()
	f.until(`!!game.play && !asked`)
	if got := f.text(`game.path`); got != "nonogram?puzzle=10x10+easy+1" {
		t.Errorf("the page is at %s", got)
	}
	p.shot("inside")
	f.until(`discord.waiting.size == 0`)
	p.text(`document.querySelector('#smaller').click(), ''`)
	f.until(`document.body.classList.contains('small') && view.z * game.board.cols <= view.w && !asked`)
	p.shot("inside-small")
	p.text(`document.querySelector('#smaller').click(), ''`)
	f.until(`!document.body.classList.contains('small')`)
	f.onPage("More")
	f.onPage("Give up")
	f.onPage("Yes, give up")
	f.told("given up")
	fmt.Println(f.text(`$('told').innerText`))
}

var _ = json.Marshal
var _ = http.MethodGet
var _ = url.Values{}
var _ playground.Request
