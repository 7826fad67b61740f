package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kibitz/commands/photo"
)

// screenshots are the pictures in docs by their names: of the page's last message, after
// that has been done there.
var screenshots = map[string]struct {
	width int // of the page
	talk  func(p *page)
}{
	"reply": {680, func(p *page) {
		p.keys("/nonogram puzzle:2 2, 4 4, 10, 10, 10, 8, 6, 4, 2, 1 / 4, 6, 7, 7, 7, 8, 7, 7, 6, 4 do:hint", kb.Enter)
		p.answered(1)
		for range 2 { // where, what, why
			p.click("Tell me more")
			p.until(newest + `.innerText.includes('Tell me more') && !` + newest + `.querySelector('[aria-busy=true]')`)
		}
	}},
	"board": {680, func(p *page) {
		p.keys("/lightsout", kb.Enter, kb.Enter)
		p.answered(1)
		p.pick("c3", "000/000/000/000/000")
		p.pick("r3", "000/000/000")
		p.press("b1", "010/000/000")
		p.press("a2", "010/100/000")
		p.press("b2", "010/110/000")
		p.press("c2", "010/111/000")
		p.press("b3", "010/111/010")
	}},
	"step": {680, func(p *page) {
		p.keys("/tothemoon puzzle:1011/0111/0001/1101 do:steps", kb.Enter)
		p.answered(1)
	}},
	"photo": {420, func(p *page) { // of a tablet, drawn as a camera would see it
		data, err := os.ReadFile("testdata/files/tablet.jpg")
		if err != nil {
			p.t.Fatal(err)
		}
		p.keys("/nonogram do:hint ")
		p.drop("tablet.jpg", "image/jpeg", data)
		p.until(`document.querySelector('#input').value.includes('tablet.jpg')`)
		p.keys(kb.Enter)
		p.answered(1)
	}},
	"game": {420, func(p *page) {
		p.keys("/lightsout do:play puzzle:11110/11101/11101/00011/11011", kb.Enter)
		p.answered(1)
		p.press("hint", "Hint:")
	}},
	"check": {680, func(p *page) {
		p.keys("/nonogram puzzle:##.##/##.##/...#./.#.../....# do:check style:picture", kb.Enter)
		p.answered(1)
	}},
}

// TestScreenshots: the pictures in docs are those that a page of the project's shows, each
// of them is shown, and each is made here. This makes them anew:
//
//	go test ./tests -run Screenshots -update
func TestScreenshots(t *testing.T) {
	shown := map[string]bool{}
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, "../README.md")
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:\]\(|src=")(?:docs/)?([^)/"]*)\.png[)"]`).FindAllStringSubmatch(string(text), -1) {
			shown[m[1]] = true
			if _, made := screenshots[m[1]]; !made {
				t.Errorf("%s shows docs/%s.png, which nothing makes", page, m[1])
			}
		}
	}
	for name := range screenshots {
		if !shown[name] {
			t.Errorf("docs/%s.png is shown nowhere", name)
		}
	}
	if *update {
		for name, s := range screenshots {
			t.Run(name, func(t *testing.T) {
				p := visit(t, tiled(t, func(p *plan) { p.settings.Eyes = photo.Eyes{} }).URL(), s.width, 1300)
				s.talk(p)
				p.keep("../docs", name, chromedp.ScreenshotScale(chromedp.CSS("#log > li.message:last-child"), 2))
			})
		}
	}
	files, err := filepath.Glob("../docs/*.png")
	if err != nil {
		t.Fatal(err)
	}
	for name := range screenshots {
		file := filepath.Join("../docs", name+".png")
		i := slices.Index(files, file)
		if i < 0 {
			t.Errorf("there is no %s", file)
			continue
		}
		files = slices.Delete(files, i, i+1)
	}
	if len(files) > 0 {
		t.Errorf("nothing makes %s", strings.Join(files, ", "))
	}
}
