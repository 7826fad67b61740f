package tests

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// screen is the height of a message that a phone shows at once, in CSS pixels at 400 px wide.
const screen = 735

// TestGamesFitAPhone measures the messages of games at 400 px wide. Board and controls of boards up
// to 15×15 stand together on a phone's screen, and no message is higher than docs/figures.md says.
func TestGamesFitAPhone(t *testing.T) {
	t.Parallel()
	figures, err := os.ReadFile("../docs/figures.md")
	if err != nil {
		t.Fatal(err)
	}
	h := tiled(t)
	p := visit(t, h.URL(), 400, 850)
	n := 0
	for _, g := range []struct{ name, typed, turn string }{
		{"nonogram 5×5", "/nonogram do:play puzzle:1 1;5;5;3;1|2;4;4;4;2", "r1.1"},
		{"nonogram 10×10", "/nonogram do:play puzzle:picture 10x10 easy 3", "sure"},
		{"nonogram 15×15", "/nonogram do:play puzzle:picture 15x15 easy 3", "sure"},
		{"nonogram 20×20", "/nonogram do:play puzzle:20x20 easy 7", "sure"},
		{"Kakuro 6×6", "/kakuro do:play puzzle:6x6 easy 1", "candidates"},
		{"Kakuro 10×10", "/kakuro do:play puzzle:10x10 easy 1", "candidates"},
		{"Lights Out 5×5", "/lightsout do:play puzzle:11110/11101/11101/00011/11011", "hint"},
		{"Lights Out 10×10", "/lightsout do:play puzzle:10x10 random 1", "hint"},
		{"To the Moon 4×4", "/tothemoon do:play puzzle:4x4 random 1", "hint"},
	} {
		p.keys(g.typed, kb.Enter)
		n++
		p.answered(n)
		p.shot("fit-" + strconv.Itoa(n) + "-first")
		height := p.height()
		if g.turn != "" {
			p.press(g.turn, "")
			p.answered(n)
			height = max(height, p.height())
		}
		p.whole("fit-" + strconv.Itoa(n))
		t.Logf("%s: %d px", g.name, height)
		if height > screen {
			t.Errorf("%s is %d px high, and a phone shows %d", g.name, height, screen)
		}
		said := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(g.name) + ` \|.*\| ([0-9]+) \|$`).FindSubmatch(figures)
		if said == nil {
			t.Errorf("docs/figures.md has no height of %s: it is %d", g.name, height)
			continue
		}
		if most, _ := strconv.Atoi(string(said[1])); height > most {
			t.Errorf("%s is %d px high, and docs/figures.md says %d", g.name, height, most)
		}
	}
}

// height returns how high the newest message is, from its title to its last control.
func (p *page) height() (px int) {
	fmt.Sscan(p.text(newest+`.querySelector('.container').getBoundingClientRect().height.toFixed(0)`), &px)
	return px
}

// whole keeps a picture of the newest message, as high as it is.
func (p *page) whole(name string) {
	p.t.Helper()
	if *shots == "" {
		return
	}
	p.text(newest + `.id = 'shot', ''`)
	p.keep(*shots, name, chromedp.Screenshot("#shot"))
}
