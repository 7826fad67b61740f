package tests

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/gorilla/websocket"
)

// a room, as an invitation names it.
const painters = "a-room-of-painters"

// together opens a puzzle in the room of an invitation, in a browser of its own.
func together(t *testing.T, h *house, kind, puzzle, mode string) *page {
	t.Helper()
	p := browse(t, h.URL()+"board?lang=en#"+kind+"?"+url.Values{"puzzle": {puzzle}}.Encode()+"&"+mode+"="+painters, 390, 800)
	p.until(`!!game.play && link.name != '' && document.querySelector('#tools button') != null`)
	return p
}

// TestTogether: two paint one board. Each sees what the other does, and takes back only turns of their own.
func TestTogether(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	ann := paint(t, h, "nonogram", heartCode, 390, 800)
	ann.mouse("left", stroke{2, 0, 2, 9})
	ann.onPage("More")
	ann.onPage("Paint together")
	ann.told("Whoever opens this link")
	ann.shot("together-invite")
	ann.until(`own.no == 1`)
	bob := browse(t, ann.text(`location.href`), 390, 800)
	bob.until(`game.sheet?.[20] == '#' && people.size == 1 && own.no == 2`)
	ann.onPage("Close")
	bob.mouse("left", stroke{0, 1, 0, 2})
	ann.until(`game.sheet[2] == '#'`)
	ann.until(`$('live').textContent == 'Player 2: row 1, column 2, filled, and 1 more'`)
	ann.shot("together-ann")
	bob.shot("together-bob")
	ann.mouse("right", stroke{0, 3, 0, 3})
	bob.until(`game.sheet[3] == 'x'`)
	bob.onPage("Undo")
	ann.until(`game.sheet[2] == '?'`)
	if got := ann.rows()[0]; got != "???x??????" {
		t.Errorf("after the other's undo the row is %s", got)
	}
	bob.onPage("Redo")
	ann.until(`game.sheet[2] == '#'`)
	for _, p := range []*page{ann, bob} {
		if got := strings.Join(p.rows()[:3], " "); got != "?##x?????? ?????????? ##########" {
			t.Errorf("the rows are %s", got)
		}
	}
	for i, s := range strokesOf(heart) {
		if x, y := s.r1, s.c1; x != 2 && (x != 0 || y != 1) { // but those that are there
			[]*page{ann, bob}[i%2].mouse("left", s)
		}
	}
	ann.told("solved")
	bob.told("solved")
}

// An intruder is somebody in a room of the page who is no page.
type intruder struct {
	*websocket.Conn
	t testing.TB
}

// intrude lets an intruder into the room of a page.
func (p *page) intrude(h *house) *intruder {
	p.t.Helper()
	room := p.text(`new URL(link.socket.url).searchParams.get("room")`)
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(h.URL(), "http")+"board/live?room="+room, http.Header{"Origin": {strings.TrimSuffix(h.URL(), "/")}})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = conn.Close() })
	s := &intruder{conn, p.t}
	s.say("eve-" + strings.Repeat("e", 20))
	return s
}

func (s *intruder) say(text string) {
	s.t.Helper()
	if err := s.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

// TestTogetherHostile: whatever an intruder says in a room, the board takes only turns that it has, an intruder is a
// number whatever it calls itself, and the others go on painting.
func TestTogetherHostile(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	ann := together(t, h, "nonogram", heartCode, "together")
	ann.until(`own.no == 1`)
	eve := ann.intrude(h)
	for _, frame := range []string{
		`{"t":"hi","no":1e99,"name":"<img src=x onerror=\"hit=1\">","d":{},"at":1e9}`,
		`{"t":"hi","no":7,"name":{"toString":1},"d":-1,"at":-7}`,
		`{"t":"m","n":9007199254740991,"w":"eve","x":"r1c1=#"}`,
		`{"t":"m","n":-1,"w":"eve","x":"r1c1=#"}`, `{"t":"m","n":"1","w":"eve","x":"r1c1=#"}`, `{"t":"m","n":1.5,"w":"eve","x":"r1c1=#"}`,
		`{"t":"m","n":1,"w":"<b>","x":"r1c1=#"}`, `{"t":"m","n":1,"w":"eve","x":{}}`, `{"t":"m"}`,
		`{"t":"m","n":1,"w":"eve","x":"r0c0=# r11c1=# r1c11=# r1c1=§ r1c1=## r999999999-9999999999c1=#"}`,
		`{"t":"b","m":[null,[],[1],[1,2,3],[{},{},{}],[1,"eve",["r1c1=#"]]],"d":"x"}`, `{"t":"b","m":{}}`, `{"t":"b"}`,
		`{"t":"c","at":1e9}`, `{"t":"c","at":"<b>"}`, `{"t":"p","at":100}`, `{"t":"p"}`, `{"t":"r","f":1e9,"e":7}`,
		`null`, `[]`, `7`, `"x"`, `{`, ``, ` `, `{"__proto__":{"t":"m"}}`, `{"t":"__proto__"}`, `{"t":"n","path":7}`,
	} {
		eve.say(frame)
	}
	eve.say(`{"t":"hi","no":5,"name":"<b>eve</b><img src=x onerror=\"hit=2\">","d":0,"at":3}`)
	ann.until(`[...people.values()].some(p => p.no == 5)`)
	if got := ann.text(`game.sheet.join("") + document.querySelectorAll("#people img, #people b b, #told img, #live img").length + globalThis.hit`); got != strings.Repeat("?", 100)+"0undefined" {
		t.Errorf("after an intruder's frames: %s", got)
	}
	if got := ann.text(`$('people').ariaLabel`); !strings.Contains(got, "Player 5") || strings.Contains(got, "eve") {
		t.Errorf("the intruder is called %q", got)
	}
	ann.shot("together-hostile")
	eve.say(`{"t":"n","path":"javascript:hit=3"}`)
	ann.onPage("Come along")
	ann.until(`document.body.className == 'bare'`)
	if got := ann.text(`String(globalThis.hit)`); got != "undefined" {
		t.Errorf("%s ran", got)
	}
	ann = together(t, h, "nonogram", heartCode, "together")
	ann.mouse("left", stroke{0, 0, 0, 3})
	ann.until(`game.sheet[0] == '#'`)
	if got := ann.text(`(() => { const c = new Copy(); c.clock = 2 ** 53 - 1; return String(c.hear(c.clock + 1, "ann", "r1c1=#").length) })()`); got != "0" {
		t.Error("a highest number keeps nobody from painting, so the page need not refuse it")
	}
}

// TestTogetherPresses: presses of two people all count, whoever was first, and each takes back only their own; the
// digits of a Kakuro are painted as cells are.
func TestTogetherPresses(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	const puzzle = "11110/11101/11101/00011/11011"
	ann, bob := together(t, h, "lightsout", puzzle, "together"), together(t, h, "lightsout", puzzle, "together")
	ann.until(`people.size == 1`)
	board := func(p *page) string { return p.text(`game.board.cells.map(i => game.board.looks[i].kind).join()`) }
	before := board(ann)
	ann.text(`(press("b1"), '')`)
	bob.text(`(press("d2"), press("a3"), '')`) // at once, so that some numbers are the same
	for _, p := range []*page{ann, bob} {
		p.until(`ours.order().length == 3 && chain.length == 3 && !replaying`)
	}
	if a, b := board(ann), board(bob); a != b || a == before {
		t.Errorf("the boards are\n%s\n%s", a, b)
	}
	ann.onPage("Undo")
	bob.until(`chain.length == 2 && !replaying`)
	ann.until(`chain.length == 2 && !replaying`)
	if got := bob.text(`ours.order().map(o => o[1]).sort().join()`); got != "a3,d2" {
		t.Errorf("after ann's undo there are %s", got)
	}
	ann.onPage("Redo")
	bob.until(`chain.length == 3 && !replaying`) // a press of another's takes a hint away
	bob.onPage("Hint")
	bob.told("Hint")
	bob.onPage("Do it")
	bob.until(`chain.length == 4 && !replaying`)
	ann.until(`chain.length == 4 && !replaying && ours.digest() == ` + bob.text(`String(ours.digest())`))
	ann.shot("together-presses")
	for !strings.Contains(bob.text(`String(game.over?.title)`), "done") {
		n := bob.text(`String(chain.length)`)
		bob.onPage("Hint")
		bob.onPage("Do it")
		bob.until(fmt.Sprintf(`chain.length > %s && !replaying`, n))
	}
	ann.told("done in 6 presses")

	ann, bob = together(t, h, "cardflip", "1111111111", "together"), together(t, h, "cardflip", "1111111111", "together")
	ann.until(`people.size == 1`)
	ann.text(`(press(game.play.pads[1].turn), '')`)
	bob.text(`(press(game.play.pads[2].turn), '')`)
	for _, p := range []*page{ann, bob} {
		p.until(`chain.length == 2 && !replaying`)
	}
	if a, b := board(ann), board(bob); a != b {
		t.Errorf("the rows are\n%s\n%s", a, b)
	}

	ann, bob = together(t, h, "kakuro", "6x6 easy 1", "together"), together(t, h, "kakuro", "6x6 easy 1", "together")
	ann.until(`people.size == 1`)
	ann.do(chromedp.KeyEvent("9"))
	bob.until(`game.sheet.includes('9')`)
	bob.shot("together-kakuro")
}

// TestTogetherPoint: a long look at a cell shows it to all and paints nothing. The others are offered another puzzle.
func TestTogetherPoint(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	ann, bob := together(t, h, "nonogram", "10x10 easy 1", "together"), together(t, h, "nonogram", "10x10 easy 1", "together")
	ann.until(`people.size == 1 && own.no > 0`)
	bob.until(`[...people.values()].some(p => p.no > 0)`)
	ann.text(`(hand.hold = 300, '')`)
	x, y := ann.spot(4, 6)
	ann.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	bob.until(`pulsing?.at == 46 && $('live').textContent.endsWith('points at row 5, column 7, open')`)
	bob.shot("together-point")
	ann.touch(input.DispatchTouchEventTypeTouchEnd)
	ann.do(chromedp.KeyEvent("."))
	bob.until(`pulsing?.at == 46`)
	if got := ann.text(`game.sheet[46] + ours.cells.size`); got != "?0" {
		t.Errorf("pointing has painted %s", got)
	}
	ann.onPage("More")
	ann.onPage("Another one")
	bob.onPage("Come along")
	bob.until(`!!game.play && game.path == ` + fmt.Sprintf("%q", ann.text(`game.path`)) + ` && people.size == 1 && link.name != ''`)
	ann.mouse("left", stroke{1, 1, 1, 3})
	bob.until(`game.sheet[12] == '#'`)
	bob.onPage("More")
	bob.onPage("Invite")
	bob.onPage("Leave")
	ann.until(`people.size == 0`)
	bob.mouse("left", stroke{3, 1, 3, 3})
	if got := bob.text(`game.sheet[12] + game.sheet[32] + location.hash.includes("together")`); got != "##false" {
		t.Errorf("who has left has %s", got)
	}
}

// TestRace: each has their own board in a race, sees how far the others are, and at the end a line for each.
func TestRace(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	ann := paint(t, h, "nonogram", heartCode, 390, 800)
	ann.onPage("More")
	ann.onPage("Race")
	ann.told("races you")
	ann.until(`own.no == 1`)
	ann.onPage("Close")
	bob := browse(t, ann.text(`location.href`), 390, 800)
	bob.until(`own.no == 2`)
	strokes := strokesOf(heart)
	for i, s := range strokes {
		if i < 6 {
			bob.mouse("left", s)
		}
		ann.mouse("left", s)
		if i == 8 {
			bob.until(`[...people.values()][0]?.done > 0.8`)
			bob.shot("race")
		}
	}
	ann.told("solved")
	bob.until(`[...people.values()][0].state == 1`)
	if got := strings.Join(bob.rows(), ""); strings.Count(got, "#") > 45 {
		t.Errorf("the boards are one: %s", got)
	}
	ann.text(`(part(), '')`) // and stays in the table
	for _, s := range strokes[6:] {
		bob.mouse("left", s)
	}
	bob.told("solved")
	bob.until(`['Player 1 · 0:', 'Player 1 · 1:'].some(l => $('told').querySelector('.table')?.textContent.includes(l))`)
	if got := bob.text(`$('told').querySelector('.table').textContent`); strings.Count(got, "\n") != 1 || !strings.Contains(got, ". Player 2 (you) · ") || strings.Contains(got, "…") {
		t.Errorf("the table is\n%s", got)
	}
	bob.onPage("Copy the results")
	bob.shot("race-won")
}

// TestTogetherLooks shows a board that five paint to a person who looks at it, where -shots says.
func TestTogetherLooks(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	h := openSite(t)
	ann := together(t, h, "nonogram", "15x15 easy 1", "together")
	for i := range 4 {
		eve := ann.intrude(h)
		eve.say(fmt.Sprintf(`{"t":"hi","no":%d,"d":0,"at":%d}`, i+2, 17*(i+3)))
		eve.say(fmt.Sprintf(`{"t":"m","n":%d,"w":"eve%d","x":"r%dc3-9=#"}`, i+1, i, 2*i+2))
	}
	ann.until(`people.size == 1`) // for the relay they are one
	for _, size := range [][2]int64{{320, 640}, {390, 800}, {1100, 800}} {
		ann.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, theme := range []string{"dark", "light"} {
			ann.text(fmt.Sprintf(`(document.documentElement.dataset.theme = %q, inks(), draw(), "")`, theme))
			ann.text(`([2, 3, 4, 5, 6].forEach((no, i) => people.set("p" + no, { no, at: 17 * i + 40, when: Infinity })), showPeople(), hidePanel(), "")`)
			ann.shot(fmt.Sprintf("together-%d-%s", size[0], theme))
			ann.text(`(showMenu(), "")`)
			ann.shot(fmt.Sprintf("together-menu-%d-%s", size[0], theme))
		}
	}
}
