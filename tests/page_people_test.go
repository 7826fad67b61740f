package tests

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// speakAs switches who speaks on the page.
func (p *page) speakAs(name string) {
	p.t.Helper()
	p.text(fmt.Sprintf(`(() => { const s = document.querySelector('#who'); s.value = [...s.options].find(o => o.textContent == %q).value; s.dispatchEvent(new Event('change')); return ''; })()`, name))
}

// attach drops a scene's image on the page, and waits for it to be attached to the message that is
// being written.
func (p *page) attach(scene string) {
	p.t.Helper()
	data, err := sceneFile(scene)
	if err != nil {
		p.t.Fatal(err)
	}
	p.drop(scene, "image/png", data)
	p.until(`!!document.querySelector('#attached button')`)
}

// TestPageDuel: two people play against each other on one page. Both see what is public, each what
// is theirs alone, and mentions have names.
func TestPageDuel(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 420, 900)
	p.keys("/cardflip do:duel puzzle:1 1 1 1 0 1 1", kb.Enter)
	p.answered(1)
	p.contains("You used", "@You looks for an opponent")
	p.speakAs("Somebody")
	p.click("Sit down")
	p.until(newest + `.innerText.includes('@Somebody, your move')`)
	p.click("2–3")
	p.until(newest + `.innerText.includes('@You, your move')`)
	p.shot("duel")
	p.click("6–7")
	p.answered(2) // not their turn: told to them alone
	p.contains("It's not your turn", "Only you can see this")
	p.speakAs("You")
	p.until(`document.querySelectorAll('#log > li.message').length == 1`)
	p.click("6–7")
	p.until(newest + `.innerText.includes('the duel is over')`)
	p.contains("@You wins against @Somebody!")
	p.shot("duel-over")
	p.speakAs("Somebody")
	p.answered(2)
}

// submit fills the inputs of the open form in, in their order, and sends it.
func (p *page) submit(texts ...string) {
	p.t.Helper()
	p.until(`document.querySelector('#modal').open`)
	for i, text := range texts {
		p.text(fmt.Sprintf(`[...document.querySelectorAll('#modal :is(textarea, input)')][%d].value = %q, ''`, i, text))
	}
	p.text(`document.querySelector('#modal form').requestSubmit(), ''`)
	p.until(`!document.querySelector('#modal').open`)
}

// TestPageGift: one person sends a picture as a puzzle, and another solves it and reads what it is.
func TestPageGift(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 400, 850)
	p.keys("/make private:True puzzle:.#.#./#####/#####/.###./..#..", kb.Enter)
	p.answered(1)
	p.click("Send as a puzzle")
	p.submit("A *big* heart", "Happy birthday!")
	p.answered(2)
	p.contains("🎁 Happy birthday!", "From @You: 5×5")
	p.shot("gift")
	p.speakAs("Somebody")
	p.answered(1)
	p.click("Play")
	p.answered(2)
	if all := p.text(`document.querySelector('#log').innerText`); strings.Contains(all, "heart") {
		t.Errorf("the name is read before the puzzle is solved:\n%s", all)
	}
	p.click("Enter moves")
	p.submit("r1=x#x#x r2=##### r3=##### r4=x###x r5=xx#xx")
	p.until(newest + `.innerText.includes('solved!')`)
	p.contains("A *big* heart")
	p.shot("gift-solved")
}

// TestPageTable: two people race from one message of the day, and both results come to stand in it.
func TestPageTable(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 400, 850)
	p.keys("/daily puzzle:lightsout difficulty:easy", kb.Enter)
	p.answered(1)
	for i, who := range []string{"You", "Somebody"} {
		p.speakAs(who)
		p.answered(1)
		p.click("Race")
		p.answered(2)
		presses := []string{"b1", "c1", "c2", "a3", "b3", "c3"}
		for n, pad := range presses {
			awaited := fmt.Sprint(n+1, " of 6 presses")
			if n == len(presses)-1 {
				awaited = "done in 6 presses"
			}
			p.press(pad, awaited)
		}
		p.shot(fmt.Sprint("race-won-", i+1))
		p.click("Show everyone")
		p.answered(3)
		p.contains("You're in the table", "Only you can see this")
	}
	day := `document.querySelector('#log > li.message')`
	p.until(day + `.innerText.includes('@Somebody: 6 presses')`)
	if got := p.text(day + `.innerText`); !strings.Contains(got, "@You: 6 presses") || !strings.Contains(got, "Results") {
		t.Errorf("the day's message:\n%s", got)
	}
	p.text(day + `.scrollIntoView({block: 'end'}), ''`)
	p.shot("table")
}

// TestPagePictures: a message has a picture, which the commands on messages read; so do its
// forward, which somebody else makes, and the embed of another bot.
func TestPagePictures(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	p := visit(t, h.URL(), 420, 1200)
	p.attach("heart.png")
	p.keys("who can help with this one?", kb.Enter)
	p.answered(1)
	p.shot("posted")
	p.click("🧩 Hint for this puzzle")
	p.answered(2)
	p.contains("Look at row 2")
	p.shot("hint-of-photo")

	p.speakAs("Somebody")
	p.answered(1) // the hint is for the other one alone
	p.click("↪ Forward")
	p.answered(2)
	p.contains("Somebody", "Forwarded", "who can help")
	p.shot("forwarded")
	p.click("🧩 Check this puzzle")
	p.answered(3)
	p.contains("exactly one solution")

	p.attach("heart.png")
	p.text(`document.querySelector('#embed').click(), ''`)
	p.keys("Nonogram of the day", kb.Enter)
	p.answered(4)
	p.contains("Other bot", "APP", "Nonogram of the day")
	if hidden := p.text(`String(document.querySelector('#attached').hidden && !document.querySelector('#embed').checked)`); hidden != "true" {
		t.Error("what was attached to a message stays for the next")
	}
	p.shot("embed")
	p.click("🧩 Play this puzzle")
	p.answered(5)
	p.contains("0 of")
	if all := p.text(`[...document.querySelectorAll('#log > li.message')].map((m) => m.innerText).join('|')`); strings.Contains(all, "Look at row 2") {
		t.Error("the hint of the first person is shown to the second")
	}
}
