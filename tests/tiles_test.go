package tests

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"kibitz/render"
)

// tiled opens a house whose bot shows tiles, and waits until all are uploaded. Changes may alter the plan.
func tiled(t *testing.T, changes ...func(*plan)) *house {
	t.Helper()
	h := open(t, func(p *plan) {
		p.config.Picture.Tiles = true
		for _, change := range changes {
			change(p)
		}
	})
	for range 300 {
		if h.uploads() == 2*len(render.Tiles())-1 { // the gap looks the same in both themes
			time.Sleep(100 * time.Millisecond) // the last one is still on its way
			return h
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%d tiles are uploaded", h.uploads())
	return nil
}

// uploads returns the number of different emoji that the bot has sent so far.
func (h *house) uploads() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	different := map[string]bool{}
	for _, r := range h.requests {
		if bodyOf(r) == emojiUpload {
			different[string(r.Body)] = true
		}
	}
	return len(different)
}

// TestTilesInGames: buttons and items of games show tiles of the application, in the theme of the picture
// above them, and a terminal reads their names. What is text, and may be copied, is plain.
func TestTilesInGames(t *testing.T) {
	t.Parallel()
	h := tiled(t)
	k := talk{}
	for _, turn := range []struct {
		said string
		want []string
	}{
		{"> /lightsout do:play puzzle:10x/011/101", []string{"[:lit:] [:unlit:] (:gap:)", "[:unlit:] [:lit:] [:lit:]"}},
		{"> /lightsout do:play puzzle:10x/011/101 theme:light", []string{"[:lit:] [:unlit:] (:gap:)"}},
		{"> /lightsout do:play puzzle:120/011/202 states:3", []string{"[:lamp_1:] [:lamp_2:] [:unlit:]"}},
		{"> /lightsout do:play puzzle:101101/111000/000111/010101/101010/000001", []string{"[menu Row 1: :lit: a1 | :unlit: b1 |"}},
		{"> /lightsout do:play puzzle:10/01 style:text", []string{"[a1 lit] [b1 off]"}},
		{"> /lightsout puzzle:10/00", []string{"🇦​🇧\n1️⃣🔴🔵"}},
		{"> /tothemoon do:play puzzle:10/01", []string{"🟦", "[:row_orb: a] [:row_orb: b]", "[:column_orb: i] [:column_orb: ii]", "[:diagonal_orb:]"}},
		{"> /tothemoon", []string{"[:clear:] [:clear:]"}},
		{"> /cardflip", []string{"[:face_down:] [:face_down:]"}},
		{"> /nonogram do:play puzzle:1 1;5;5;3;1|2;4;4;4;2", []string{"[:open:] [:open:] [:open:] [:open:] [:open:]"}},
		{">> r2.3", []string{"[:open:] [:open:] [:filled:] [:open:] [:open:]"}},
		{">> r2.3", []string{"[:open:] [:open:] [:crossed:] [:open:] [:open:]"}},
		{"> /nonogram do:play puzzle:picture 10x10 easy 3", []string{"[menu "}},
		{">> cells", []string{"[menu Cells to fill: :open: c1 | :open: c2 |"}},
		{"> /kakuro do:play puzzle:###/#../#.. 17 16 / 17 16", []string{"«:white: r2c2» | :white: r2c3", "[:digit_1:] [:digit_2:]"}},
		{">> put9", []string{":digit_9: r2c2"}},
		{">> Pencil", []string{"[note 1] [note 2]"}},
	} {
		reply, err := k.speak(h, turn.said)
		if err != nil {
			t.Fatalf("%s: %v", turn.said, err)
		}
		for _, want := range turn.want {
			if !strings.Contains(plainNames(reply), want) {
				t.Errorf("%s: no %q in\n%s", turn.said, want, reply)
			}
		}
	}
	checkContract(t, h.taken())
}

// hashed matches the name of an emoji of the application, with the hash of its picture.
var hashed = regexp.MustCompile(`([a-z]+(?:_(?:[0-9]|orb|up|down))?)_[0-9a-f]{6}`)

// plainNames returns a reply with the names of the application's emoji between colons, without hashes.
func plainNames(reply string) string { return hashed.ReplaceAllString(reply, ":$1:") }

// TestTilesOnThePage: the page shows tiles as their pictures, on buttons, in lists and in menus.
func TestTilesOnThePage(t *testing.T) {
	t.Parallel()
	h := tiled(t)
	p := visit(t, h.URL(), 400, 850)
	for i, g := range []struct {
		name, typed string
		least       int // pictures in the message's controls
	}{
		{"lights", "/lightsout do:play puzzle:11110/11101/11101/00011/11011", 25},
		{"lights-10", "/lightsout do:play puzzle:10x10 random 1", 10},
		{"moon", "/tothemoon do:play puzzle:4x4 random 1", 9},
		{"cards", "/cardflip", 7},
		{"nonogram", "/nonogram do:play puzzle:1 1;5;5;3;1|2;4;4;4;2", 25},
		{"kakuro", "/kakuro do:play puzzle:6x6 easy 1", 11},
		{"kakuro-light", "/kakuro do:play puzzle:6x6 easy 1 theme:light", 11},
	} {
		if p.keys(g.typed, kb.Enter); !strings.Contains(g.typed, " ") { // the first one picks the command
			p.keys("", kb.Enter)
		}
		p.answered(i + 1)
		const loaded = newest + `.querySelectorAll('.control img.emoji')].filter(i => i.complete && i.naturalWidth == 128).length`
		p.until(fmt.Sprintf(`[...%s >= %d`, loaded, g.least))
		p.shot("tiles-" + g.name)
		p.text(newest + `.querySelector('.control summary')?.click(), ''`)
		p.shot("tiles-" + g.name + "-open")
	}
}
