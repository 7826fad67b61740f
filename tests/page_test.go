package tests

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kibitz/bot"
	"kibitz/commands"
	"kibitz/commands/chat"
)

// TestPage uses the channel page as a person does, with the keyboard: picks a
// command, fills in its options, reads the reply, presses its buttons.
func TestPage(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 900, 1000)

	p.until(`document.querySelector('#welcome').checkVisibility()`)
	p.shot("welcome")
	p.keys("/")
	p.until(`document.querySelectorAll('#popup [role=option]').length >= 7`)
	p.shot("commands")
	p.keys("lig", kb.Enter)
	p.until(`document.querySelector('#input').value.startsWith('/lightsout')`)
	p.until(`document.querySelectorAll('#options [data-option]').length >= 4`)
	p.shot("options")
	p.keys("puzzle:11110/11101/11101/00011/11011 style:picture", kb.Enter)
	p.answered(1)
	p.until(`!document.querySelector('#welcome').checkVisibility()`)
	p.contains("6 presses", "No shorter way exists", "4 solutions")
	if alt := p.text(newest + `.querySelector('img').alt`); !strings.Contains(alt, "Row 1: a lit; b lit, press; c–d lit; e off.") {
		t.Errorf("the picture's alt text is %q", alt)
	}
	p.shot("lightsout")

	p.click("Step by step")
	p.answered(2)
	p.contains("Chase row 1 down", "Only you can see this")
	p.shot("private")
	p.text(newest + `.querySelector('.dismiss').click(), ''`)
	p.until(`document.querySelectorAll('#log > li.message').length == 1`)

	p.keys("/nonogram puzzle:D;CB;DC;CC;G;BF;G;B;C|BC;DB;BF;HB;F;D;E;D style:picture", kb.Enter)
	p.answered(2)
	p.contains("exactly one solution")
	p.shot("nonogram")

	p.keys("/lightsout puzzle:110/0z1", kb.Enter)
	p.answered(3)
	p.contains("I can't read this", "column 6", "Example:")
	p.shot("mistake")

	p.keys("/nonogram puzzle:", kb.Escape, kb.Enter)
	p.until(`!document.querySelector('#error').hidden`)
	p.shot("refused")
}

// press clicks on the button with that value in its custom_id, and waits for
// what comes of it: the change of a text in the message.
func (p *page) press(value, awaited string) {
	p.t.Helper()
	find := fmt.Sprintf(`[...%s.querySelectorAll('[data-custom-id]')].find(b => (b.dataset.customId + '&').includes('=' + %q + '&'))`, newest, value)
	p.until(find + ` && !` + find + `.disabled`)
	p.text(find + `.click(), ''`)
	p.until(fmt.Sprintf(`%s.dataset.state == 'done' && %s.innerText.includes(%q) && !%s.querySelector('[aria-busy=true]')`, newest, newest, awaited, newest))
}

// pick chooses a value from the message's menu, and waits for a text in what is then the
// last message.
func (p *page) pick(value, awaited string) {
	p.t.Helper()
	option := fmt.Sprintf(`[...%s.querySelectorAll('select:not(:disabled) > option')].find(o => o.value.split('&.')[0] == %q)`, newest, value)
	p.until(option + ` != null`)
	p.text(fmt.Sprintf(`(() => { const o = %s, s = o.closest('select'); s.value = o.value; s.dispatchEvent(new Event('change')); return ''; })()`, option))
	p.until(fmt.Sprintf(`%s.innerText.includes(%q)`, newest, awaited))
}

// TestPagePlays plays a whole game of Lights Out, by the hints.
func TestPagePlays(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 420, 900)
	p.keys("/lightsout do:play puzzle:11110/11101/11101/00011/11011", kb.Enter)
	p.answered(1)
	p.contains("Lights Out: 0 of 6 presses")
	p.shot("game")
	p.press("a1", "1 of ")
	p.press("undo", "0 of 6 presses")
	for n := 1; n <= 6; n++ {
		p.press("hint", "Hint:")
		done := fmt.Sprintf("%d of 6 presses", n)
		if n == 6 {
			done = "done in 6 presses"
		}
		p.press("do", done)
	}
	p.contains("6 presses, par 6, 6 hints", "🟨🟨🟨🟨🟨🟨")
	p.shot("game-over")
}

// tick opens the message's menu of that custom_id, ticks some of its items, and closes it.
func (p *page) tick(turn string, labels []string, awaited string) {
	p.t.Helper()
	find := fmt.Sprintf(`[...%s.querySelectorAll('details > summary')].find(s => (s.dataset.customId + '&').includes('turn=%s&'))`, newest, turn)
	item := func(label string) string {
		return fmt.Sprintf(`[...%s.parentElement.querySelectorAll('label')].find(l => l.textContent == %q)`, find, label)
	}
	p.until(fmt.Sprintf(`!!%s && !%s.ariaDisabled && !!%s`, find, find, item(labels[0]))) // it waits for the click before
	p.text(find + `.click(), ''`)
	for _, label := range labels {
		p.text(item(label) + `.click(), ''`)
	}
	p.text(find + `.click(), ''`)
	p.until(fmt.Sprintf(`%s.dataset.state == 'done' && %s.innerText.includes(%q) && !%s.querySelector('[aria-busy=true]')`, newest, newest, awaited, newest))
}

// TestPageTaps plays a nonogram of 10×10 to its end, without typing: first a cell by a column, then
// run by run.
func TestPageTaps(t *testing.T) {
	t.Parallel()
	heart := []string{
		".##....##.", "####..####", "##########", "##########", "##########",
		".########.", "..######..", "...####...", "....##....", ".....#....",
	}
	h := open(t, nil)
	p := visit(t, h.URL(), 420, 1400)
	p.keys("/nonogram do:play puzzle:2 2;4 4;10;10;10;8;6;4;2;1|4;6;7;7;7;8;7;7;6;4", kb.Enter)
	p.answered(1)
	p.contains("0 of 63")
	p.shot("taps")
	p.press("cells", "0 of 63")
	p.pick("c5.1", "")
	p.tick("fill", []string{"▫️r9"}, "1 of 63")
	p.tick("cross", []string{"▫️r1", "▫️r10"}, "1 of 63")
	p.press("cells", "where?")
	p.pick("r1.1", "Row 1")
	filled := 1
	for r, row := range heart {
		for _, run := range regexp.MustCompile(`#+`).FindAllStringIndex(row, -1) {
			filled += run[1] - run[0]
			if r == 8 { // it has a cell already
				filled--
			}
			awaited := fmt.Sprintf("%d of 63", filled)
			if r == len(heart)-1 {
				awaited = "solved!"
			}
			number := 1
			if run[0] > 5 {
				number = 2
			}
			p.pick(fmt.Sprint(number, ".", run[0]+1), awaited)
		}
		if r == 4 {
			p.shot("taps-half")
		}
	}
	p.shot("taps-solved")
}

// TestPageFormOfARun fills the cells of a Kakuro's run from menus in a form, and leaves one open.
func TestPageFormOfARun(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 400, 850)
	p.keys("/kakuro do:play puzzle:6x6 easy 1", kb.Enter)
	p.answered(1)
	p.press("moves", "")
	p.until(`document.querySelector('#modal').open`)
	p.text(`document.querySelector('#modal select[name=r2c3]').value = '2', ''`)
	p.shot("form-of-a-run")
	p.text(`document.querySelector('#modal form').requestSubmit(), ''`)
	p.until(newest + `.innerText.includes('1 of 21')`)
}

// TestPageWithoutTyping solves a board that is tapped in, one that is typed into
// a form, and one that stands in somebody's message; and turns pages.
func TestPageWithoutTyping(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 900, 1000)
	p.keys("/lightsout", kb.Enter, kb.Enter)
	p.answered(1)
	p.shot("editor")
	p.pick("c3", "000/000/000/000/000")
	p.pick("r3", "000/000/000")
	p.press("b1", "010/000/000")
	p.press("a2", "010/100/000")
	p.press("b2", "010/110/000")
	p.press("c2", "010/111/000")
	p.press("b3", "010/111/010")
	p.shot("editor-lit")
	p.click("Solution")
	p.answered(2)
	p.contains("Lights Out 3×3: 1 press", "Press b2")

	p.keys("/nonogram", kb.Enter, kb.Enter)
	p.until(`document.querySelector('#modal').open`)
	p.shot("form")
	p.typeInto("#modal textarea", "1;4;1 1;2;1|2;3;1;3;1")
	p.text(`document.querySelector('#modal input[value=solve]').click(), ''`)
	p.text(`document.querySelector('#modal input[type=checkbox][value=private]:checked').click(), ''`)
	p.text(`document.querySelector('#modal form').requestSubmit(), ''`)
	p.until(`!document.querySelector('#modal').open`)
	p.answered(3)
	p.until(newest + `.dataset.private == 'false'`) // all see it, as the tick was taken away
	p.contains("exactly one solution")
	p.click("Step by step")
	p.answered(4)
	p.contains("Page 1 of 2", "12. ")
	p.shot("steps")
	p.click("Next")
	p.until(newest + `.innerText.includes('Page 2 of 2')`)
	p.contains("17. ")
	p.click("Previous")
	p.until(newest + `.innerText.includes('Page 1 of 2')`)

	p.keys("/cardflip ", kb.Escape, "puzzle:1 1 1 1 0")
	p.until(`[...document.querySelectorAll('#popup [role=option]')].some(o => o.textContent.includes('a row of 5'))`)
	p.shot("suggestions")
	p.text(`document.querySelector('#input').value = '', ''`)

	p.keys("who can do this? 110/011/101", kb.Enter)
	p.answered(5)
	p.click("🧩 Solve this puzzle")
	p.answered(6)
	p.contains("3 different puzzles")
	p.shot("found")
	p.pick("lightsout 1", "")
	p.answered(7)
	p.contains("Lights Out 3×3: 8 presses")

	p.keys("/nonogram puzzle:##.##/##.##/...#./.#.../....# do:check style:picture", kb.Enter)
	p.answered(8)
	p.contains("more than one solution", "stripes: differs between solutions")
	p.keys("/tothemoon puzzle:1011/0111/0001/1101 do:steps", kb.Enter)
	p.answered(9)
	p.contains("Page 1 of 4", "blue tint or bar: new")
}

// TestPageTakesFiles: the chip of a file option opens the browser's file
// picker, and what is chosen, dropped or pasted reaches the command.
func TestPageTakesFiles(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 900, 700)
	arrow, err := filepath.Abs("testdata/files/arrow.non")
	if err != nil {
		t.Fatal(err)
	}
	p.keys("/nonogram ")
	p.until(`!!document.querySelector('#options [data-option=file]')`)
	p.text(`document.querySelector('#file').addEventListener('click', (e) => { e.preventDefault(); window.picker = true; }), ''`)
	p.text(`document.querySelector('#options [data-option=file]').click(), ''`)
	p.until(`window.picker`)
	p.do(chromedp.SetUploadFiles(chromedp.ID("file"), []string{arrow}))
	p.until(`document.querySelector('#input').value.trim() == '/nonogram file:arrow.non'`)
	p.shot("file")
	p.keys("do:check", kb.Enter)
	p.answered(1)
	p.contains("exactly one solution", "file:arrow.non")

	// A file by keyboard: the suggestion after the colon opens the picker too.
	p.text(`window.picker = false, ''`)
	p.keys("/lightsout file:")
	p.until(`document.querySelector('#popup [role=option]')?.textContent.startsWith('Choose a file')`)
	p.keys(kb.Enter)
	p.until(`window.picker`)

	const drop = `(() => { const data = new DataTransfer(); data.items.add(new File(['110\n011\n101\n'], 'my lamps.txt'));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); return ''; })()`
	p.text(drop)
	p.until(`document.querySelector('#input').value.trim() == '/lightsout file:my_lamps.txt'`)
	p.keys(kb.Enter)
	p.answered(2)
	p.contains("Lights Out 3×3")

	p.keys("/lightsout do:check ")
	p.text(`(() => { const data = new DataTransfer(); data.items.add(new File(['11\n11\n'], 'copied.txt'));
		document.querySelector('#input').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); return ''; })()`)
	p.until(`document.querySelector('#input').value.trim() == '/lightsout do:check file:copied.txt'`)
	p.keys(kb.Enter)
	p.answered(3)
	p.contains("Lights Out 2×2")

	p.keys("/about")
	p.text(drop)
	p.until(`!document.querySelector('#error').hidden`)
}

// TestPageLines: a message keeps its lines, whether they are typed with
// Shift+Enter or pasted; a command is one line, whatever is pasted into it.
func TestPageLines(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 900, 700)
	paste := func(text string) { // fires what a paste fires
		p.text(fmt.Sprintf(`document.querySelector('#input').focus(), document.execCommand('insertText', false, %q), ''`, text))
	}
	shiftEnter := func() {
		p.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	posted := func(want string) {
		t.Helper()
		p.keys(kb.Enter)
		p.until(`document.querySelector('#input').value == ''`)
		p.until(fmt.Sprintf(`%s?.querySelector('.text')?.innerText == %q`, newest, want))
		if all := h.Messages(); all[len(all)-1].Content != want {
			t.Errorf("posted %q, want %q", all[len(all)-1].Content, want)
		}
	}
	p.keys("110")
	shiftEnter()
	p.keys("011")
	shiftEnter()
	p.keys("101")
	posted("110\n011\n101")
	paste("##.\n.##\n")
	paste("#.#")
	posted("##.\n.##\n#.#")

	p.click("🧩 Solve this puzzle")
	p.answered(3)
	p.contains("different puzzles")

	p.keys("/lightsout puzzle:110")
	shiftEnter()
	paste("/011\n/101")
	p.until(`document.querySelector('#input').value == '/lightsout puzzle:110/011 /101'`)
}

// slow answers when it is told to.
type slow struct {
	*commands.Commands
	finish chan struct{}
}

func (s slow) Inquire(req *chat.Request) chat.Inquiry {
	inquiry := s.Commands.Inquire(req)
	inquiry.Answer = s.answer
	return inquiry
}

func (s slow) answer(ctx context.Context, progress func(*chat.Reply)) *chat.Reply {
	progress(&chat.Reply{Title: "Solving", Text: "half way"})
	select {
	case <-s.finish:
	case <-ctx.Done():
	}
	return &chat.Reply{Title: "Done", Text: "at last", Tone: chat.Good}
}

// TestPageWaits: a long solve shows that it is thinking, then its progress,
// then the answer, in one message.
func TestPageWaits(t *testing.T) {
	t.Parallel()
	s := slow{finish: make(chan struct{})}
	h := open(t, func(p *plan) {
		p.config.Clock.AckAfter = 100 * time.Millisecond
		p.config.Clock.ProgressEvery = 3 * time.Second
		p.wrap = func(set *commands.Commands) bot.Handler { s.Commands = set; return s }
	})
	p := visit(t, h.URL(), 420, 800)
	p.keys("/cardflip puzzle:11", kb.Enter)
	p.until(newest + `?.dataset.state == 'thinking'`)
	p.shot("thinking")
	p.until(newest + `?.dataset.state == 'working'`)
	p.contains("half way")
	close(s.finish)
	p.answered(1)
	p.contains("at last")
	p.shot("phone")
}
