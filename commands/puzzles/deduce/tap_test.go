package deduce_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
)

// A tapper plays by what a reply shows, and counts the taps: one for a button, one for each
// item of a menu, one to open a menu, and one to close it where several can be picked.
type tapper struct {
	t    testing.TB
	k    *ask.Kind
	now  *chat.Reply
	taps int
}

func tapping(t testing.TB, k *ask.Kind, text string) *tapper {
	t.Helper()
	p := &tapper{t: t, k: k}
	p.see(handle(t, chat.Request{Command: k.Name, Options: map[string]any{"do": "play", "puzzle": text, "style": "picture", "theme": "light"}}))
	return p
}

// see is a reply, which Discord has to take whole.
func (p *tapper) see(r *chat.Reply) {
	p.t.Helper()
	components := 5 + (len(r.Buttons)+4)/5 + len(r.Buttons) // the container, what is said, the board, the puzzle and the legend
	if r.Note == "" {
		components--
	}
	paths := map[string]bool{}
	for _, row := range append(slices.Clone(r.Grid), r.Buttons) {
		for _, b := range row {
			if b.Path == "" || len(b.Path) > 90 || b.Mode != chat.EditByOwner && r.Tone != chat.Good || paths[b.Path] {
				p.t.Fatalf("%s: a button %+v", r.Title, b)
			}
			paths[b.Path] = true
		}
	}
	for _, row := range r.Grid {
		components += 1 + len(row)
	}
	for _, m := range r.Menus {
		components += 2
		if m.Path == "" || len(m.Path) > 90 || m.Mode != chat.EditByOwner || paths[m.Path] || len(m.Items) == 0 || len(m.Items) > 25 {
			p.t.Fatalf("%s: a menu %+v", r.Title, m)
		}
		paths[m.Path] = true
	}
	if components > 40 || r.Tone == chat.Failure {
		p.t.Fatalf("%s: %d components", r.Title, components)
	}
	p.now = r
}

func (p *tapper) button(value string) {
	p.t.Helper()
	for _, row := range append(slices.Clone(p.now.Grid), p.now.Buttons) {
		for _, b := range row {
			if strings.Contains(b.Path+"&", "="+value+"&") && !b.Disabled {
				p.taps++
				p.see(handle(p.t, chat.Request{Path: b.Path, Puzzle: p.now.Puzzle}))
				return
			}
		}
	}
	p.t.Fatalf("%s: no button %s", p.now.Title, value)
}

// menu is the one that does that; nil for none.
func (p *tapper) menu(turn string) *chat.Menu {
	for _, m := range p.now.Menus {
		if strings.Contains(m.Path+"&", "turn="+turn+"&") {
			return m
		}
	}
	return nil
}

func (p *tapper) pick(m *chat.Menu, values ...string) {
	p.t.Helper()
	p.taps++
	if m.Most > 0 {
		p.taps++
	}
	for _, item := range m.Items {
		if item.Picked != slices.Contains(values, item.Value) && (m.Most > 0 || !item.Picked) {
			p.taps++
		}
	}
	p.see(handle(p.t, chat.Request{Path: m.Path, Puzzle: p.now.Puzzle, Picked: values}))
}

// line is the cells of the menu's line, by the values of its items.
func (p *tapper) line(m *chat.Menu, rows, cols int) (cells map[string]int) {
	cells = map[string]int{}
	for _, item := range m.Items {
		again, cell, ok := deduce.Spot(item.Value, rows, cols)
		if !ok || again != item.Value {
			p.t.Fatalf("an item %+v", item)
		}
		cells[item.Value] = cell
	}
	return cells
}

// TestTapsOfANonogram: a nonogram that is known is tapped to its end a run at a time, in at most
// two taps a line besides its runs; with a button each, in one tap a cell. Lines of more than 25
// cells are tapped cell by cell.
func TestTapsOfANonogram(t *testing.T) {
	for _, side := range []int{5, 10, 15, 25, 27} {
		text := generated(t, side)
		key := solve(t, read(t, picross(), text, "")).Key
		p := tapping(t, picross(), text)
		filled, runs := 0, 0
		for i, sign := range key {
			if sign == '#' {
				filled++
			}
			if sign == '#' && (i%side == 0 || key[i-1] != '#') {
				runs++
			}
			if side == 5 && sign == '#' {
				p.button(fmt.Sprintf("r%d.%d", i/side+1, i%side+1))
			}
		}
		for sent := 0; p.now.Tone != chat.Good; sent++ {
			if sent > runs+2*side {
				t.Fatalf("%d×%d: %s after %d picks\n%s\n%+v", side, side, p.now.Text, sent, p.now.Puzzle, *p.now.Menus[len(p.now.Menus)-1])
			}
			p.placeKnown(key, side)
		}
		if most := 2*runs + 2*side; side > 5 && side <= 25 && p.taps > most || side == 5 && p.taps != filled {
			t.Errorf("%d×%d: %d taps for %d cells in %d runs", side, side, p.taps, filled, runs)
		}
		t.Logf("%d×%d: %d taps for %d cells in %d runs", side, side, p.taps, filled, runs)
	}
}

// placeKnown picks what the first menu of the open line has of a known solution: the places of its
// runs, or else its cells.
func (p *tapper) placeKnown(key []byte, side int) {
	p.t.Helper()
	m := p.menu("runs0")
	if m == nil {
		m = p.menu("fill")
		var fill []string
		for value, cell := range p.line(m, side, side) {
			if key[cell] == '#' {
				fill = append(fill, value)
			}
		}
		p.pick(m, fill...)
		return
	}
	link, _ := url.Parse(m.Path)
	_, first, _ := deduce.Spot(link.Query().Get("at"), side, side)
	line := key[first-first%side:][:side]
	var known []string // labels of the runs, without their directions
	for i := 0; i < side; i++ {
		from := i
		for i < side && line[i] == '#' {
			i++
		}
		if n := i - from; n == 1 {
			known = append(known, fmt.Sprintf("1: %d", i))
		} else if n > 1 {
			known = append(known, fmt.Sprintf("%d: %d–%d", n, from+1, i))
		}
	}
	var places []string
	for _, item := range m.Items {
		label := strings.NewReplacer("c", "", "r", "").Replace(item.Label)
		if slices.Contains(known, label) && (m.Most > 0 || places == nil) {
			places = append(places, item.Value)
		}
	}
	p.pick(m, places...)
}

// TestTapsOfDigits: digits that are known are tapped one by one, in the order in which the
// next cell comes up.
func TestTapsOfDigits(t *testing.T) {
	for _, k := range kinds() {
		for _, text := range []string{k.Example, k.Order, "25x25 easy 1"} {
			if text == "25x25 easy 1" && testing.Short() {
				continue // it takes seconds to make
			}
			if _, err := k.Read(text, nil); err != nil && text != k.Example {
				continue // the kind has no such size
			}
			g := made(t, k, text)
			if !g.Notation().Digits {
				continue
			}
			text = g.Puzzle.String()
			key, cells := solve(t, g).Key, 0
			rows, cols := g.Size()
			p := tapping(t, k, text)
			for p.now.Tone != chat.Good {
				at := -1
				for _, item := range p.menu("go-cell").Items {
					if _, cell, _ := deduce.Spot(item.Value, rows, cols); item.Picked {
						at = cell
					}
				}
				if cells++; at < 0 || cells > len(key) {
					t.Fatalf("%s: cell %d of %d is %d", text, cells, len(key), at)
				}
				p.button("put" + string(key[at]))
			}
			if free := bytes.Count(g.Printed(), []byte{deduce.Unmarked}); p.taps != free {
				t.Errorf("%s: %d taps for %d cells", text, p.taps, free)
			}
		}
	}
}

// made is the puzzle that a text is, or that comes of an order.
func made(t testing.TB, k *ask.Kind, text string) deduce.Game {
	t.Helper()
	game, err := k.Read(text, nil)
	if order, ok := game.(ask.Order); ok && err == nil {
		game, err = order.Make(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return game.(deduce.Game)
}

// TestTapsAreTurns: what a menu sends is what its line then is, and nothing else changes; a
// turn that is undone leaves nothing behind.
func TestTapsAreTurns(t *testing.T) {
	const side = 8
	k := picross()
	text := generated(t, side)
	dice := rand.New(rand.NewPCG(3, 5))
	sheetOf := func(r *chat.Reply) []byte {
		code, saved, _ := strings.Cut(r.Puzzle, "\n")
		_, marks, _ := strings.Cut(deduce.Standing(t.Context(), code, saved, nil), "\n")
		if g := read(t, k, code, marks); g.Marks != nil {
			return g.Marks
		}
		return read(t, k, code, "").Printed()
	}
	p := tapping(t, k, text)
	p.button("cells")
	for range 200 {
		if line := p.menu("go0"); dice.IntN(2) == 0 {
			p.pick(line, line.Items[dice.IntN(len(line.Items))].Value)
		}
		turn := []string{"fill", "cross"}[dice.IntN(2)]
		sign := map[string]byte{"fill": '#', "cross": 'x'}[turn]
		m := p.menu(turn)
		want, before := sheetOf(p.now), p.now.Puzzle
		cells := p.line(m, side, side)
		var picked []string
		for _, item := range m.Items {
			cell := cells[item.Value]
			if item.Picked != (want[cell] == sign) {
				t.Fatalf("%s shows %+v", m.Hint, item)
			}
			switch {
			case dice.IntN(2) == 0:
				picked, want[cell] = append(picked, item.Value), sign
			case want[cell] == sign:
				want[cell] = deduce.Unmarked
			}
		}
		code, _, _ := strings.Cut(before, "\n")
		finish(read(t, k, code, ""), sheetOf(p.now), want)
		p.pick(m, picked...)
		if got := sheetOf(p.now); string(got) != string(want) {
			t.Fatalf("%s %v of\n%s: %s, not %s", turn, picked, before, got, want)
		}
		if p.now.Tone == chat.Good {
			return
		}
		if changed := p.now.Puzzle != before; changed && dice.IntN(2) == 0 {
			if p.button("undo"); p.now.Puzzle != before {
				t.Fatalf("undone is %s of %s", p.now.Puzzle, before)
			}
		}
	}
}

// finish marks the open cells of the lines as empty whose clues are met now, and were not before.
func finish(g deduce.Game, before, now []byte) {
	rows, cols := g.Size()
	sheet := slices.Clone(now)
	for r := range rows {
		for c := range cols {
			byRow := g.Met(sheet, false, r) && !g.Met(before, false, r)
			byColumn := g.Met(sheet, true, c) && !g.Met(before, true, c)
			if i := r*cols + c; now[i] == deduce.Unmarked && (byRow || byColumn) {
				now[i] = 'x'
			}
		}
	}
}

// TestTapsElsewhere: nothing comes of a path or a pick that no reply has, and the game goes on.
func TestTapsElsewhere(t *testing.T) {
	for _, k := range kinds() {
		for _, turn := range []string{"tap", "fill", "cross", "put9", "put", "put#", "put99", "clear", "go", "go0", "go-cell", "nothing", "put?", "runs0", "runs9", "sure", "note5", "note#", "drop", "board"} {
			for _, at := range []string{"", "r1.1", "c1.1", "r0.0", "r1.99", "r99.1", "c-1.1", "x1.1", "r1", "r1.1.1", "r 1.1", "r99999999999999999999.1"} {
				r := handle(t, chat.Request{Path: k.Name + "?do=play&turn=" + turn + "&at=" + strings.ReplaceAll(at, " ", "+"), Puzzle: k.Example, Picked: []string{"r9.9", at, "c1.1", ""}})
				_, saved, _ := strings.Cut(r.Puzzle, "\n")
				if r.Tone == chat.Failure || strings.Count(saved, "\n") > 0 {
					t.Errorf("%s %s at %q: %s, %q", k.Name, turn, at, r.Title, r.Puzzle)
				}
			}
		}
	}
}

// FuzzSpot: a text is a cell of the board in one way, or none.
func FuzzSpot(f *testing.F) {
	f.Add("r1.1", 5, 5)
	f.Add("c7.30", 40, 8)
	f.Add("r+1.01", 2, 2)
	f.Fuzz(func(t *testing.T, text string, rows, cols int) {
		rows, cols = 1+max(rows, 0)%200, 1+max(cols, 0)%200
		again, cell, ok := deduce.Spot(text, rows, cols)
		if ok && (again != text || cell < 0 || cell >= rows*cols) {
			t.Errorf("%q on %d×%d is %s, cell %d", text, rows, cols, again, cell)
		}
	})
}

// TestLongLinesOfferTheRunsThatFit: a run with more placements than a menu holds does not keep the runs
// behind it from being placed.
func TestLongLinesOfferTheRunsThatFit(t *testing.T) {
	columns := slices.Repeat([]string{"0"}, 32)
	for _, at := range []int{4, 5, 6, 30, 31} {
		columns[at] = "1"
	}
	p := &tapper{t: t, k: picross()}
	p.see(handle(t, chat.Request{Command: p.k.Name, Options: map[string]any{
		"do": "play", "puzzle": "3 2;0|" + strings.Join(columns, ";"), "marks": "r1c32=#", "style": "picture",
	}}))
	m := p.menu("runs0")
	if m == nil || len(m.Items) != 1 || m.Items[0].Label != "2: c31–c32" {
		t.Fatalf("the menu of runs is %+v", m)
	}
	p.pick(m, m.Items[0].Value)
	if !strings.HasPrefix(p.now.Title, "Nonogram 2×32") || !strings.Contains(p.now.Title, "2 of 5") {
		t.Error(p.now.Title)
	}
}
