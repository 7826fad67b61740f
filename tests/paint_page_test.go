package tests

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
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
func paint(t testing.TB, h *house, kind, puzzle string, width, height int) *page {
	t.Helper()
	p := browse(t, h.URL()+"board?lang=en#"+kind+"?"+url.Values{"puzzle": {puzzle}}.Encode(), width, height)
	p.until(`!!game.play && document.querySelector('#tools button') != null && Math.abs(view.h - $('stage').clientHeight) < 1 && !asked`)
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
	p.text(`(hand.hold = 1e6, '')`) // a slow machine must not make a long press of it
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
		for _, size := range [][2]int64{{320, 640}, {1100, 800}} {
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

// onPage clicks a button of the page by its name.
func (p *page) onPage(name string) {
	p.t.Helper()
	found := fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => [b.ariaLabel, b.textContent].includes(%q) && b.checkVisibility() && !b.disabled)`, name)
	p.until(`!!` + found)
	p.text(found + `.click(), ''`)
}

// told waits for a text on the page's panel.
func (p *page) told(want string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`!$('panel').hidden && $('told').innerText.includes(%q)`, want))
}

// TestPaintFilm paints a 15×15 on a telephone from its opening to the win. With -shots it leaves a film in each theme.
func TestPaintFilm(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	for _, theme := range []string{"dark", "light"} {
		if theme == "light" && *shots == "" {
			break
		}
		p := paint(t, h, "nonogram", "15x15 easy 1", 390, 800)
		p.text(fmt.Sprintf(`(document.documentElement.dataset.theme = %q, inks(), draw(), "")`, theme))
		begun, strokes := time.Now(), strokesOf(fifteen)
		p.shot("film-" + theme + "-00")
		for i, s := range strokes {
			p.finger(s)
			if (i+1)%8 == 0 {
				p.shot(fmt.Sprintf("film-%s-%02d", theme, i+1))
			}
		}
		p.told("solved")
		p.shot("film-" + theme + "-99")
		t.Logf("%d drags, %v", len(strokes), time.Since(begun).Round(time.Second))
	}
}

// TestPaintStrokes: a drag is straight, keeps the sign of its first cell and leaves what is decided; the right
// button and a long press mark as empty; undo and redo walk through all of it.
func TestPaintStrokes(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", heartCode, 390, 800)
	steps := []struct {
		do   func()
		want string // of the first row
	}{
		{func() { p.mouse("right", stroke{0, 3, 0, 5}) }, "???xxx????"},
		{func() { p.mouse("left", stroke{0, 1, 0, 8}) }, "?##xxx###?"}, // over what is decided nothing is painted
		{func() { p.mouse("left", stroke{0, 8, 0, 6}) }, "?##xxx????"}, // begun on a filled cell it erases
		{func() { p.mouse("left", stroke{0, 4, 0, 4}) }, "?##x?x????"}, // a tap on a cross takes it away
		{func() { p.mouse("left", stroke{0, 0, 3, 1}) }, "###x?x????"}, // a slanting drag goes down
		{func() { p.onPage("Undo") }, "?##x?x????"},
		{func() { p.onPage("Undo"); p.onPage("Undo") }, "?##xxx###?"},
		{func() { p.onPage("Redo") }, "?##xxx????"},
		{func() { p.do(chromedp.KeyEvent("zz")) }, "???xxx????"},
		{func() { p.do(chromedp.KeyEvent("yy")) }, "?##xxx????"},
		{func() { p.onPage("Mark empty"); p.finger(stroke{0, 7, 0, 9}) }, "?##xxx?xxx"},
	}
	for i, step := range steps {
		step.do()
		if got := p.rows()[0]; got != step.want {
			t.Fatalf("step %d: %s, want %s", i+1, got, step.want)
		}
	}
	if got := p.rows()[1]; got != "??????????" {
		t.Errorf("the second row is %s", got)
	}
	p.onPage("filled")
	p.text(`(hand.hold = 400, '')`)
	x, y := p.spot(5, 5)
	p.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	p.until(`stroke?.preview.values().next().value == 'x'`) // the finger stays
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	if got := p.rows()[5]; got != "?????x????" {
		t.Errorf("after a long press the row is %s", got)
	}
}

// TestPaintKept: what was painted is there when the page is loaded again, and gone after Start again.
func TestPaintKept(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", heartCode, 390, 800)
	p.mouse("left", stroke{2, 0, 2, 9})
	p.do(chromedp.Reload())
	p.until(`game.sheet?.[29] == '#' && !asked`)
	p.onPage("More")
	p.onPage("Start again")
	p.until(`game.sheet[29] == '?'`)
}

// TestPaintChance: a puzzle that was left to chance is the same one after Start again.
func TestPaintChance(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", "10x10 easy", 390, 800)
	puzzle := p.text(`game.puzzle`)
	if hash := p.text(`location.hash`); !strings.Contains(hash, "10x10+easy+") {
		t.Errorf("the address is %s", hash)
	}
	p.onPage("More")
	p.text(`(game.turns = ['r1c1=#'], '')`)
	p.onPage("Start again")
	p.until(`game.turns.length == 0`)
	if again := p.text(`game.puzzle`); again != puzzle {
		t.Errorf("%s became %s", puzzle, again)
	}
}

// TestPaintHints: hints in three degrees, carried out; a mistake is shown; giving up asks once more.
func TestPaintHints(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", heartCode, 390, 800)
	p.onPage("Hint")
	p.told("Look at")
	p.shot("hint-1")
	p.onPage("Tell me more")
	p.until(`hand.degree == 1 && !hand.busy`)
	p.onPage("Tell me more")
	p.until(`hand.degree == 2 && !hand.busy && game.marks.includes('new')`)
	p.shot("hint-3")
	p.onPage("What is Simple boxes?")
	p.told("Slide a number")
	p.shot("lesson")
	p.onPage("Hint")
	p.onPage("Do it")
	p.until(`game.sheet.includes('#')`)
	p.until(`game.turns.includes('?')`)
	p.mouse("left", stroke{0, 0, 0, 0})
	p.onPage("Check")
	p.told("1 mistake")
	p.shot("mistake")
	p.onPage("Hint")
	p.told("One of your marks is wrong")
	p.onPage("More")
	p.shot("menu")
	p.onPage("Give up")
	p.told("Give up and see the solution?")
	p.onPage("Yes, give up")
	p.told("given up")
	p.shot("given-up")
	p.onPage("Another one")
	p.until(`!game.over && !game.path.includes('2+2') && !game.sheet.includes('#')`)
}

// TestPaintWalk: a contradiction can be walked through, and what would follow is gone from the board afterwards.
func TestPaintWalk(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", "2;1 1;1 1;1;2|2;2;1;1 1;2", 390, 800)
	p.onPage("Hint")
	for degree := 1; degree <= 2; degree++ {
		p.onPage("Tell me more")
		p.until(fmt.Sprintf(`hand.degree == %d && !hand.busy`, degree))
	}
	p.onPage("Show me")
	p.told("1 of ")
	p.until(`game.ghost?.some(l => l.kind == 'filled')`)
	p.shot("walk")
	p.onPage("Next")
	p.told("2 of ")
	p.onPage("Close")
	p.until(`!game.ghost && !game.sheet.includes('#')`)
}

// TestPaintMeanwhile: a hint that takes long keeps nobody from painting, and what is painted meanwhile stays.
func TestPaintMeanwhile(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", heartCode, 390, 800)
	p.text(`(real = fetch, globalThis.fetch = (u, o) => u.includes('hint') ? new Promise(go => { proceed = go }).then(() => real(u, o)) : real(u, o), '')`)
	p.onPage("Hint")
	p.mouse("left", stroke{3, 0, 3, 9})
	p.text(`(proceed(), '')`)
	p.told("Look at row 3")
	p.onPage("Do it")
	p.mouse("left", stroke{4, 0, 4, 9})
	p.text(`(proceed(), '')`)
	p.until(`game.sheet[20] == '#'`)
	if got := strings.Join(p.rows()[2:5], " "); got != "########## ########## ##########" {
		t.Errorf("the rows are %s", got)
	}
	p.onPage("Undo")
	p.onPage("Undo")
	if got := strings.Join(p.rows()[2:5], " "); got != "?????????? ########## ??????????" {
		t.Errorf("after two undos the rows are %s", got)
	}
}

// TestPaintZoom: a board of 100×100 can be zoomed into by the wheel and by two fingers, and what was under
// them stays there; clues stay at the edge.
func TestPaintZoom(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", stairs(100), 390, 800)
	p.onPage("More")
	p.onPage("Fit to the screen")
	p.until(`view.z * 100 <= view.w && !asked`)
	before := p.text(`String(view.z)`)
	x, y := p.spot(50, 50)
	for range 12 {
		p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, x, y, func(m *input.DispatchMouseEventParams) { m.DeltaX, m.DeltaY = 0.01, -120 }))
	}
	p.until(fmt.Sprintf(`view.z > 4 * %s && !asked`, before))
	if nx, ny := p.spot(50, 50); nx-x > 20 || x-nx > 20 || ny-y > 20 || y-ny > 20 {
		t.Errorf("the cell went from %.0f,%.0f to %.0f,%.0f", x, y, nx, ny)
	}
	before = p.text(`String(view.z)`)
	p.touch(input.DispatchTouchEventTypeTouchStart, 150, 400, 250, 400)
	p.touch(input.DispatchTouchEventTypeTouchMove, 120, 400, 280, 400)
	p.touch(input.DispatchTouchEventTypeTouchMove, 100, 420, 300, 420)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.until(fmt.Sprintf(`view.z > 1.8 * %s`, before))
	if sheet := p.text(`String(game.turns.length)`); sheet != "0" {
		t.Error("two fingers paint")
	}
	p.shot("zoomed")
}

// clueInk tells, by the pixels on the canvas, how many numbers or digits each clue in sight shows: of a row the marks
// that stand apart from left to right, of a column those from top to bottom. What is seen of a line is what stands
// out from the strip below it.
const clueInk = `((side, least) => {
	paint();
	const dpr = devicePixelRatio, wide = canvas.width, d = canvas.getContext("2d").getImageData(0, 0, wide, canvas.height).data;
	const across = side === "left", all = [], n = across ? game.board.rows : game.board.cols;
	for (let i = 0; i < n; i++) {
		const [x, y, w, h] = across ? [view.left + 3, cellY(i) + 2, view.bands.left - 7, view.z - 4] : [cellX(i) + 2, view.top + 3, view.z - 4, view.bands.top - 7];
		if (x + w > view.w || y + h > view.h) break;
		const [left, top, right, bottom] = [x, y, x + w, y + h].map((v) => Math.round(v * dpr)), counts = {}, at = (x, y) => 4 * (y * wide + x);
		for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) { const k = at(x, y), c = d[k] << 16 | d[k + 1] << 8 | d[k + 2]; counts[c] = (counts[c] || 0) + 1; }
		const strip = +Object.entries(counts).sort((a, b) => b[1] - a[1])[0][0], far = (v, shift) => Math.abs(v - (strip >> shift & 255)) > least;
		const seen = (x, y) => { const k = at(x, y); return far(d[k], 16) || far(d[k + 1], 8) || far(d[k + 2], 0); };
		let marks = 0, before = false;
		for (let a = across ? left : top; a < (across ? right : bottom); a++) {
			let here = false;
			for (let b = across ? top : left; b < (across ? bottom : right); b++) here ||= across ? seen(a, b) : seen(b, a);
			if (here && !before) marks++;
			before = here;
		}
		all.push(marks);
	}
	return all;
})`

// clues returns what clueInk sees and what should be there, on the side "left" or "top". Least is how much a shade has
// to differ from its ground to be seen, of 255.
func (p *page) clues(side string, least int) (seen, want string) {
	p.t.Helper()
	seen = p.text(fmt.Sprintf(`%s(%q, %d).join(" ")`, clueInk, side, least))
	want = p.text(fmt.Sprintf(`game.board[%[1]q].slice(0, %[2]d).map(l => !l.length ? 1 : %[1]q == "top" || l[0].colour !== undefined ? l.length : l.map(c => c.n).join("").length).join(" ")`, side, len(strings.Fields(seen))))
	return seen, want
}

// TestPaintClues: the numbers of all clues in sight are to be seen, on a telephone and on a desktop, in both themes,
// and fade when they are certain. If numbers are not drawn, or one of them, or in the colour of their ground, it is
// found out.
func TestPaintClues(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	const ink, chip, faint = 150, 100, 60
	for _, size := range [][2]int{{320, 640}, {1100, 800}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			p := paint(t, h, "nonogram", "5x5 easy 1", size[0], size[1])
			p.do(chromedp.EmulateViewport(int64(size[0]), int64(size[1]), chromedp.EmulateScale(2)))
			for _, puzzle := range []string{"5x5 easy 1", "15x15 easy 1", "30x30 easy 1", stairs(100), coloured} {
				least := ink
				if puzzle == coloured { // a number stands on a chip of its colour
					least = chip
				}
				path := "nonogram?" + url.Values{"puzzle": {puzzle}}.Encode()
				p.text(fmt.Sprintf(`(open(%q), "")`, path))
				p.until(fmt.Sprintf(`game.path == %q && canvas.width == %d`, path, 2*size[0]))
				for _, theme := range []string{"dark", "light"} {
					p.text(fmt.Sprintf(`(document.documentElement.dataset.theme = %q, inks(), "")`, theme))
					for _, side := range []string{"left", "top"} {
						if seen, want := p.clues(side, least); seen != want || want == "" {
							t.Errorf("%s, %s, %s: %s is seen of %s", path[:min(len(path), 40)], theme, side, seen, want)
						}
					}
				}
			}
		})
	}
	p := paint(t, h, "nonogram", "15x15 easy 1", 390, 800)
	p.do(chromedp.EmulateViewport(390, 800, chromedp.EmulateScale(2)))
	for what, code := range map[string]string{
		"no number is drawn":               `number = () => {}`,
		"one number is not drawn":          `number = ((real) => (one, ...rest) => one.n === 4 || real(one, ...rest))(number)`,
		"numbers are drawn as their strip": `ink = ((real) => new Proxy({}, { get: (_, name) => real[name === "text" ? "band" : name] }))(ink)`,
		"":                                 `""`,
	} {
		p.do(chromedp.Reload())
		p.until(`!!game.play && canvas.width == 780`)
		p.text(fmt.Sprintf(`(%s, still.at = "", '')`, code))
		if seen, want := p.clues("left", ink); (seen == want) != (what == "") {
			t.Errorf("where %s, %s is seen of %s", what, seen, want)
		}
	}
	p.do(chromedp.Reload())
	p.until(`!!game.play && canvas.width == 780`)
	p.mouse("left", stroke{0, 0, 0, 0})   // all of "1"
	p.mouse("left", stroke{1, 0, 1, 2})   // the first of "3 1", from the edge
	p.mouse("right", stroke{1, 3, 1, 3})  // and its end
	p.mouse("left", stroke{12, 2, 12, 5}) // four of a 13, which are certain of nothing
	for least, fades := range map[int]bool{ink: true, faint: false} {
		seen, want := p.clues("left", least)
		if got := strings.Fields(seen); (got[0] == "0") != fades || (got[1] == "1") != fades || strings.Join(got[2:], " ") != strings.Join(strings.Fields(want)[2:], " ") {
			t.Errorf("at %d of 255 %s is seen of %s", least, seen, want)
		}
	}
}

// TestPaintColours paints a nonogram in colours: each by its button or by its key, and empty cells by X.
func TestPaintColours(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", coloured, 390, 800)
	p.mouse("left", stroke{0, 0, 0, 1})
	p.onPage("green")
	p.mouse("left", stroke{0, 3, 0, 3})
	p.do(chromedp.KeyEvent("1"))
	p.mouse("left", stroke{1, 0, 1, 0})
	p.do(chromedp.KeyEvent("2"))
	p.finger(stroke{1, 3, 1, 2})
	p.do(chromedp.KeyEvent(kb.ArrowLeft + "x"))
	if got := strings.Join(p.rows(), " "); got != "rr?g rxgg ????" {
		t.Fatalf("painted are %s", got)
	}
	p.shot("colours")
	p.mouse("left", stroke{2, 0, 2, 3})
	p.told("solved")
}

// TestPaintRoom: the board is as large as before when the menu is closed again. What a hint is about is in sight.
func TestPaintRoom(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	p := paint(t, h, "nonogram", "15x15 easy 1", 320, 640)
	before := p.text(`String(view.z)`)
	p.onPage("More")
	p.until(`!$('panel').hidden && view.z < ` + before)
	p.onPage("Close")
	p.until(`view.z == ` + before)
	p = paint(t, h, "nonogram", stairs(100), 320, 640)
	if there := p.text(`String(cellY(game.board.left.length - 1) < view.h)`); there != "false" {
		t.Fatal("all of the board is in sight")
	}
	p.onPage("Hint")
	p.until(`game.framed.length + game.marks.filter(Boolean).length > 0`)
	p.until(`(f => cellY(f.Row) >= view.top + view.bands.top && cellY(f.Row) + view.z <= view.h && cellX(f.Col) + view.z <= view.w)(game.framed[0])`)
	p.shot("hint-far")
}

// TestPaintCalm: where the system asks for less motion nothing moves when a board is won, and elsewhere it does.
func TestPaintCalm(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", "3;1;1|1;3;1", 390, 800)
	p.text(`(canvas.animate = () => { moved = true }, '')`)
	for motion, want := range map[string]string{"reduce": "undefined", "no-preference": "true"} {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: motion}}})
			return err
		}))
		p.text(`(delete globalThis.moved, globalThis.before = game.board, again(), '')`)
		p.until(`game.board !== before && !game.over && !game.sheet.includes('#')`) // not the board before, which may be empty, too
		p.text(`(mark([0, 1, 2], '#'), mark([4], '#'), mark([7], '#'), '')`)
		p.told("solved")
		p.until(`!!game.over`)
		if got := p.text(`String(globalThis.moved)`); got != want {
			t.Errorf("with %s it moves: %s", motion, got)
		}
	}
}

// TestPaintKakuro solves a Kakuro by keyboard alone, and reads what a screen reader gets.
func TestPaintKakuro(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "kakuro", "6x6 easy 1", 390, 800)
	p.do(chromedp.KeyEvent("p12p"))
	if notes := p.text(`String(Object.values(game.notes))`); notes != "6" {
		t.Errorf("the pencil marks are %s", notes)
	}
	p.onPage("More")
	p.onPage("Candidates")
	p.until(`game.candidates?.some(n => n > 0)`)
	p.shot("kakuro-candidates")
	p.text(`(touchSum(game.board.cells.findIndex(i => game.board.looks[i].right)), '')`)
	p.told(" = ")
	p.shot("kakuro-sum")
	p.do(chromedp.KeyEvent(kb.Escape))
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	if got := p.text(`document.activeElement.ariaDescription`); got != "→ 3; ↓ 18" {
		t.Errorf("the sums of the cell are %q", got)
	}
	digits := "121395678698715981424" // in the order of the white cells
	cells := strings.Fields(p.text(`game.sheet.flatMap((s, i) => s == '?' ? [Math.floor(i / game.board.cols) + "," + i % game.board.cols] : []).join(" ")`))
	var row, col int
	fmt.Sscan(p.text(`hand.row + " " + hand.col`), &row, &col)
	for i, cell := range cells {
		var r, c int
		fmt.Sscanf(cell, "%d,%d", &r, &c)
		for ; row < r; row++ {
			p.do(chromedp.KeyEvent(kb.ArrowDown))
		}
		for ; col < c; col++ {
			p.do(chromedp.KeyEvent(kb.ArrowRight))
		}
		for ; col > c; col-- {
			p.do(chromedp.KeyEvent(kb.ArrowLeft))
		}
		p.do(chromedp.KeyEvent(digits[i : i+1]))
	}
	p.told("solved")
	p.shot("kakuro-solved")
}

// TestPaintListened plays a nonogram by keyboard alone; each cell says where it is, what is in it and its clues.
func TestPaintListened(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", "3;1;1|1;3;1", 390, 800)
	p.do(chromedp.KeyEvent(kb.Tab + kb.Tab))
	p.until(`document.activeElement.role == 'gridcell'`)
	said := func() string {
		return p.text(`document.activeElement.ariaLabel + " | " + document.activeElement.ariaDescription`)
	}
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	if got := said(); got != "row 1, column 2, open | row 1, clue 3; column 2, clue 3" {
		t.Errorf("the cell says %q", got)
	}
	p.do(chromedp.KeyEvent(" "))
	p.until(`document.activeElement.ariaLabel == 'row 1, column 2, filled'`)
	p.do(chromedp.KeyEvent(kb.ArrowDown + "x"))
	p.until(`document.activeElement.ariaLabel == 'row 2, column 2, empty'`)
	nodes := p.accessible()
	for _, want := range []string{"grid: Nonogram 3×3", "gridcell: row 1, column 2, filled", "gridcell: row 3, column 3, open", "button: Hint", "button: Undo"} {
		if !strings.Contains(nodes, want+"\n") {
			t.Errorf("no %q in the accessibility tree:\n%s", want, nodes)
		}
	}
	p.onPage("Check")
	p.until(`document.querySelector('[role=gridcell][aria-colindex="2"]').ariaLabel == 'row 1, column 2, filled'`)
	p.do(chromedp.KeyEvent(kb.ArrowRight + " "))
	p.onPage("Check")
	p.until(`[...document.querySelectorAll('[role=gridcell]')].some(c => c.ariaLabel == 'row 2, column 3, filled, mistake')`)
	p.do(chromedp.KeyEvent(" " + kb.ArrowLeft + "x"))
	p.until(`![...document.querySelectorAll('[role=gridcell]')].some(c => c.ariaLabel.includes('mistake'))`)
	p.onPage("Hint")
	p.told("Look at")
	p.text(`([...document.querySelectorAll('#ways button')][0].focus(), '')`)
	p.do(chromedp.KeyEvent("\r"))
	p.until(`hand.degree == 1 && document.activeElement.textContent == 'Tell me more'`)
	p.do(chromedp.KeyEvent(kb.Escape))
	p.until(`$('panel').hidden && document.activeElement.role == 'gridcell'`)
	p.do(chromedp.KeyEvent(" " + kb.ArrowDown + " " + kb.ArrowUp + kb.ArrowUp + kb.ArrowLeft + " " + kb.ArrowRight + kb.ArrowRight + " "))
	p.told("solved")
}

// accessible returns the accessibility tree that the browser offers, a line for each role with its name.
func (p *page) accessible() string {
	p.t.Helper()
	var all strings.Builder
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		tree, err := cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, n := range tree.Nodes {
			if n.Role != nil && n.Name != nil {
				var role, name string
				if err := errors.Join(json.Unmarshal(n.Role.Value, &role), json.Unmarshal(n.Name.Value, &name)); err != nil {
					return err
				}
				fmt.Fprintf(&all, "%s: %s\n", role, name)
			}
		}
		return nil
	}))
	return all.String()
}

// TestPaintPresses plays Lights Out, To the Moon and card flip by touch.
func TestPaintPresses(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	p := paint(t, h, "lightsout", "11110/11101/11101/00011/11011", 390, 800)
	for i, at := range [][2]int{{0, 1}, {1, 3}, {2, 0}, {2, 3}, {4, 0}, {4, 4}} { // b1 d2 a3 d3 a5 e5
		p.finger(stroke{at[0], at[1], at[0], at[1]})
		if i < 5 {
			p.until(fmt.Sprintf(`game.pressed?.length == %d && !hand.busy`, i+1))
		}
		if i == 2 {
			p.onPage("Undo")
			p.until(`game.pressed.length == 2 && !hand.busy`)
			p.onPage("Redo")
			p.until(`game.pressed.length == 3 && !hand.busy`)
			p.onPage("Hint")
			p.told("Hint")
			p.shot("press-hint")
		}
	}
	p.told("done in 6 presses")
	p.shot("press-won")

	p = paint(t, h, "tothemoon", "1011/0111/0001/1101", 390, 800)
	p.onPage("Hint")
	p.told("Hint")
	p.onPage("Do it")
	p.until(`$('count').textContent.startsWith('1 of') && !hand.busy`)
	p.shot("moon")

	p = paint(t, h, "cardflip", "11111", 390, 800)
	p.mouse("left", stroke{0, 2, 0, 2})
	p.until(`hand.picked == 2`)
	p.mouse("left", stroke{0, 1, 0, 1})
	p.until(`game.pressed?.length == 1 && !hand.busy`)
	p.shot("cards")
}

// TestPaintToday: without a puzzle the page lists those of the day, in the reader's language, and opens one.
func TestPaintToday(t *testing.T) {
	t.Parallel()
	p := browse(t, openSite(t).URL()+"board?lang=ko", 390, 800)
	p.until(`$('ways').children.length >= 12 && $('title').textContent == '오늘의 퍼즐'`)
	p.shot("today")
	p.text(`$('ways').children[1].click(), ''`)
	p.until(`!!game.play && location.hash.includes('daily')`)
	p.shot("today-ko")
	p.text(`(showMenu(), giveUp(), '')`)
	p.onPage("네, 포기할게요")
	p.until(`!!game.over && [...$('ways').children].filter(b => b.textContent.includes(', ')).length > 10`) // the day's others
	p.shot("today-over-ko")
}

// TestPaintHostile: what strangers wrote stays text, and the page's policy lets nothing else run.
func TestPaintHostile(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	p := browse(t, h.URL()+"board?lang=en#nonogram?"+url.Values{"puzzle": {`<img src=x onerror="hit = 1"><script>hit = 1</script>|**1**`}}.Encode(), 390, 800)
	p.told("<img src=x")
	bare := browse(t, "about:blank", 390, 800) // a page without a policy runs them
	for what, code := range map[string]string{
		"an inline script": `(() => { const s = document.createElement('script'); s.textContent = 'hit = 2'; document.body.append(s) })()`,
		"a handler":        `document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror="hit = 3">')`,
		"a loaded script":  `(() => { const s = document.createElement('script'); s.src = '/page.js'; document.body.append(s) })()`,
	} {
		p.text(code + `, ''`)
		time.Sleep(200 * time.Millisecond) // for what must not happen
		if got := p.text(`String(globalThis.hit)`); got != "undefined" {
			t.Errorf("%s ran: %s", what, got)
		}
		if strings.Contains(code, "hit = ") {
			bare.text(code + `, ''`)
			bare.until(`globalThis.hit !== undefined`)
			bare.text(`(delete globalThis.hit, '')`)
		}
	}
	p.text(`(fetch('https://example.com/').then(() => { reached = 'yes' }, () => { reached = 'no' }), '')`)
	p.until(`globalThis.reached == 'no'`)
	if got := p.text(`String(document.querySelectorAll('#told img, #told script, #told b').length)`); got != "0" {
		t.Errorf("%s elements came out of a text", got)
	}
}
