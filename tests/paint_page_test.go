package tests

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// site is the public address that the bot is told in these tests.
const site = "https://kibitz.example"

// openSite opens a house whose replies lead to the page on which boards are painted.
func openSite(t testing.TB) *house {
	return open(t, func(p *plan) { p.config.Activity.Address, p.settings.Site = site, site })
}

// paint opens a puzzle on the page on which boards are painted.
func paint(t *testing.T, h *house, kind, puzzle string, width, height int) *page {
	t.Helper()
	p := browse(t, h.URL()+"board?lang=en#"+kind+"?"+url.Values{"puzzle": {puzzle}}.Encode(), width, height)
	p.until(`!!game.play && document.querySelector('#tools button') != null && view.h == $('stage').clientHeight && !asked`)
	return p
}

// spot returns the middle of a cell, in the window.
func (p *page) spot(row, col int) (x, y float64) {
	p.t.Helper()
	at := p.text(fmt.Sprintf(`(() => { const b = canvas.getBoundingClientRect(); return [b.left + cellX(%d) + view.z / 2, b.top + cellY(%d) + view.z / 2].join(" ") })()`, col, row))
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		p.t.Fatal(at, err)
	}
	return x, y
}

// touch lays fingers on the page, moves them or lifts them.
func (p *page) touch(kind input.DispatchTouchEventType, at ...float64) {
	p.t.Helper()
	params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for i := 0; i < len(at); i += 2 {
		params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: at[i], Y: at[i+1]})
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, params)
		return err
	}))
}

// A stroke is one gesture from a cell to another.
type stroke struct{ r1, c1, r2, c2 int }

// mouse makes a stroke with a button of the mouse, finger with a finger.
func (p *page) mouse(button string, s stroke) {
	p.t.Helper()
	x1, y1 := p.spot(s.r1, s.c1)
	x2, y2 := p.spot(s.r2, s.c2)
	with := chromedp.Button(button)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x1, y1, with, chromedp.ClickCount(1)),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (x1+x2)/2, (y1+y2)/2, with),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x2, y2, with),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x2, y2, with, chromedp.ClickCount(1)))
}

func (p *page) finger(s stroke) {
	p.t.Helper()
	x1, y1 := p.spot(s.r1, s.c1)
	x2, y2 := p.spot(s.r2, s.c2)
	p.touch(input.DispatchTouchEventTypeTouchStart, x1, y1)
	p.touch(input.DispatchTouchEventTypeTouchMove, (x1+x2)/2, (y1+y2)/2)
	p.touch(input.DispatchTouchEventTypeTouchMove, x2, y2)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// strokesOf returns a stroke for each run of # in the rows of a picture.
func strokesOf(picture []string) (all []stroke) {
	for r, row := range picture {
		for _, at := range regexp.MustCompile(`#+`).FindAllStringIndex(row, -1) {
			all = append(all, stroke{r, at[0], r, at[1] - 1})
		}
	}
	return all
}

// rows returns the signs on the page's board, a text for each row.
func (p *page) rows() []string {
	p.t.Helper()
	return strings.Fields(p.text(`Array.from({length: game.board.rows}, (_, r) => game.sheet.slice(r * game.board.cols, (r + 1) * game.board.cols).join("")).join(" ")`))
}

// TestPaintDrags paints a 10×10 with at most 12 gestures, by mouse and by touch, and wins. By menus it takes 83.
func TestPaintDrags(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	for _, way := range []string{"mouse", "finger"} {
		t.Run(way, func(t *testing.T) {
			p := paint(t, h, "nonogram", heartCode, 390, 800)
			strokes := strokesOf(heart)
			if len(strokes) > 12 {
				t.Errorf("%d gestures", len(strokes))
			}
			for i, s := range strokes {
				if way == "mouse" {
					p.mouse("left", s)
				} else {
					p.finger(s)
				}
				if got := p.rows()[s.r2][s.c2]; got != '#' {
					t.Fatalf("stroke %d: %q", i+1, p.rows())
				}
				if i == len(strokes)/2 {
					p.shot("paint-" + way)
				}
			}
			p.until(`!!game.over`)
			p.until(`document.querySelector('#told h2')?.textContent.includes('solved')`)
			if told := p.text(`document.querySelector('#told').innerText`); !strings.Contains(told, "12 turns") {
				t.Errorf("won with %q", told)
			}
			p.shot("paint-won-" + way)
		})
	}
}

// TestPaintLooks shows boards of many sizes to a person who looks at them, where -shots says.
func TestPaintLooks(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	h := openSite(t)
	p := paint(t, h, "nonogram", "5x5 easy 1", 320, 640)
	for _, puzzle := range []string{
		"nonogram 5x5 easy 1", "nonogram 15x15 easy 1", "nonogram 30x30 easy 1", "nonogram " + stairs(100), "nonogram " + coloured, "nonogram picture 15x15 easy 3",
		"kakuro 9x9 easy 1", "lightsout 5x5 random 1", "tothemoon 4x4 random 1", "cardflip 0110111",
	} {
		kind, text, _ := strings.Cut(puzzle, " ")
		for _, size := range [][2]int64{{320, 640}, {390, 800}, {1100, 800}} {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			p.text(fmt.Sprintf(`(open(%q), "")`, kind+"?"+url.Values{"puzzle": {text}}.Encode()))
			p.until(fmt.Sprintf(`game.path.includes(%q) && !hand.busy`, url.Values{"puzzle": {text}}.Encode()))
			for _, theme := range []string{"dark", "light"} {
				p.text(fmt.Sprintf(`(document.documentElement.dataset.theme = %q, inks(), draw(), "")`, theme))
				name := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(puzzle, "-")
				p.shot(fmt.Sprintf("look-%s-%d-%s", name[:min(len(name), 28)], size[0], theme))
			}
		}
	}
}

// coloured is a nonogram in colours.
const coloured = "2r 1g;1r 2g;4g|2r 1g;1r 1g;2g;3g"

// stairs returns a nonogram of n×n whose picture is a flight of stairs.
func stairs(n int) string {
	var rows, cols []string
	for i := range n {
		rows, cols = append(rows, fmt.Sprint(i+1)), append(cols, fmt.Sprint(n-i))
	}
	return strings.Join(rows, ";") + "|" + strings.Join(cols, ";")
}

var _ = kb.Enter
