package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// A look of marks is how a player, or a program, fills cells and marks empty ones. Either may be missing.
type marksLook struct {
	name        string
	fill, cross func(p *pen, cell image.Rectangle)
	strength    float64    // how far the ink is from the paper, 1 being black on white or white on black
	colour      color.RGBA // the ink's; zero for grey
	crossRed    bool       // marks of empty cells are red
	few         bool       // single cells are marked, not whole lines
}

// marksLooks are the looks that are drawn.
var marksLooks = []marksLook{
	{name: "solid, thin ×", fill: solid(.04), cross: cross(.22, .06), strength: .95},
	{name: "solid to the rule, thick ×", fill: solid(0), cross: cross(.15, .13), strength: .9},
	{name: "grey with a margin, dot", fill: solid(.14), cross: spot(.09), strength: .6},
	{name: "blue, grey ×", fill: solid(.08), cross: cross(.25, .08), strength: .75, colour: color.RGBA{30, 70, 200, 255}},
	{name: "green, red ×", fill: solid(.1), cross: cross(.2, .1), strength: .75, colour: color.RGBA{20, 140, 60, 255}, crossRed: true},
	{name: "large disc, small ×", fill: spot(.36), cross: cross(.32, .08), strength: .85},
	{name: "pencil zigzag, pencil ×", fill: zigzag(5, .07), cross: scrawledCross(.2, .06), strength: .6},
	{name: "pencil hatching, pencil dot", fill: hatching(.08), cross: scrawledDot(.08), strength: .55},
	{name: "pale pencil, pale ×", fill: zigzag(7, .09), cross: scrawledCross(.2, .06), strength: .38},
	{name: "ballpoint, slash", fill: zigzag(6, .06), cross: slash(.18, .06), strength: .7, colour: color.RGBA{25, 40, 150, 255}},
	{name: "filled alone", fill: solid(.06), strength: .85},
	{name: "× alone", cross: cross(.2, .08), strength: .85},
	{name: "dots alone", cross: spot(.1), strength: .8},
	{name: "few × and fillings", fill: zigzag(6, .08), cross: scrawledCross(.2, .07), strength: .65, few: true},
}

// A markCount is how the marks of one look were read.
type markCount struct {
	boards, exact, accused                int // boards read; with all marks right and no other; whose player is told of a misfit
	drawn, right, wrong, invented, unsure int // cells; unsure are asked about
	lost                                  int // pictures whose board could not be read with marks on it
}

// markBench draws marks over the open boards of real pictures and counts how they are read.
type markBench struct {
	perPicture int
	seed       uint64
	save       string // folder for pictures whose marks are read wrongly; "" for none
	each       io.Writer
	counts     []markCount // by look
	unread     int         // pictures left out because their numbers were not read at once
	marked     int         // because they have marks already
	ambiguous  int         // because they have not exactly one solution
}

// add draws some looks of marks over a picture, one after the other, and reads each. The looks go on from a place
// that the picture's name gives, so that all get about the same number of pictures.
func (m *markBench) add(p *picture) {
	ctx := context.Background()
	if m.counts == nil {
		m.counts = make([]markCount, len(marksLooks))
	}
	if p.kind != "nonogram" || p.unsure {
		return
	}
	key := p.truth.solution(ctx)
	r, err := read(ctx, p.data, vision.Hint{Kind: vision.Nonogram})
	switch {
	case key == nil:
		m.ambiguous++
		return
	case err != nil || r.Rows != p.truth.rows || r.Cols != p.truth.cols:
		m.unread++
		return
	}
	if v := judge.Judge(ctx, r); v.Marks != "" {
		m.marked++
		return
	} else if !p.truth.matches(v.Repaired) {
		m.unread++
		return
	}
	h := fnv.New64a()
	io.WriteString(h, p.name)
	for k := range uint64(m.perPicture) {
		look := int((h.Sum64() + m.seed + k*5) % uint64(len(marksLooks))) // 5 steps on, another sort of look
		m.draw(ctx, p, r, key, look, rand.New(rand.NewPCG(m.seed, h.Sum64()+k)))
	}
}

// solution returns the cells of a nonogram; nil if it has not exactly one solution.
func (t *truth) solution(ctx context.Context) []nonogram.Cell {
	var sides [2]string
	for i, lines := range t.lines {
		var all []string
		for _, numbers := range lines {
			all = append(all, cmp.Or(strings.Trim(fmt.Sprint(numbers), "[]"), "0"))
		}
		sides[i] = strings.Join(all, ";")
	}
	p, err := nonogram.Parse(sides[0] + "|" + sides[1])
	if err != nil {
		return nil
	}
	a, err := p.Decide(ctx)
	if err != nil || len(a.Grid) != t.rows*t.cols || slices.Contains(a.Grid, nonogram.Unknown) {
		return nil
	}
	return a.Grid
}

// draw draws marks in one look over a board that was read as empty, reads it again and counts.
func (m *markBench) draw(ctx context.Context, p *picture, r *vision.Reading, key []nonogram.Cell, which int, rng *rand.Rand) {
	look, n := marksLooks[which], &m.counts[which]
	img := part(r.Straight, r.Straight.Rect)
	want := strings.Split(strings.Repeat("?", len(key)), "")
	done := chosenCells(rng, r.Rows, r.Cols, look.few)
	var boxes []image.Rectangle
	for _, c := range r.Cells {
		boxes = append(boxes, c.Box.Sub(r.Straight.Rect.Min))
	}
	dark := isDark(img, boxes)
	for i, c := range key {
		filled, box := c == nonogram.Filled, boxes[i]
		switch {
		case !done[i] || min(box.Dx(), box.Dy()) < 6: // no room for a sign
		case filled && look.fill != nil:
			look.fill(newPen(img, rng, dark, look.strength, look.colour), box)
			want[i] = "#"
		case !filled && look.cross != nil:
			ink := color.RGBA{}
			if look.crossRed {
				ink = color.RGBA{210, 40, 40, 255}
			}
			look.cross(newPen(img, rng, dark, look.strength, ink), box)
			want[i] = "x"
		}
	}
	before := *n
	data := pack(img, p.data)
	again, err := read(ctx, data, vision.Hint{Kind: vision.Nonogram})
	if err != nil || again.Rows != r.Rows || again.Cols != r.Cols {
		n.lost++
	} else {
		atOnce := judge.Judge(ctx, again)
		p.truth.settle(again)
		n.count(atOnce, judge.Judge(ctx, again), want)
	}
	if good := n.exact > before.exact; !good {
		m.keep(p, which, data, fmt.Sprintf("%d right of %d, %d wrong, %d invented, %d asked, %d accused, %d lost", n.right-before.right,
			n.drawn-before.drawn, n.wrong-before.wrong, n.invented-before.invented, n.unsure-before.unsure, n.accused-before.accused, n.lost-before.lost))
	}
}

// chosenCells returns the cells that a player has marked so far: all of some rows and columns, or single ones.
func chosenCells(rng *rand.Rand, rows, cols int, single bool) []bool {
	done := make([]bool, rows*cols)
	share := .15 + .7*rng.Float64()
	if single {
		share = .03 + .1*rng.Float64()
		for i := range done {
			done[i] = rng.Float64() < share
		}
		return done
	}
	for r := range rows {
		whole := rng.Float64() < share
		for c := range cols {
			done[r*cols+c] = whole || rng.Float64() < .05
		}
	}
	for c := range cols {
		if rng.Float64() < share/3 {
			for r := range rows {
				done[r*cols+c] = true
			}
		}
	}
	return done
}

// settle gives the lines of a reading their true numbers, as a user does who answers all doubts.
func (t *truth) settle(r *vision.Reading) {
	for side, lines := range [2][]vision.Line{r.RowClues, r.ColClues} {
		for i, numbers := range t.lines[side] {
			lines[i].Readings = []vision.Clue{{Numbers: numbers, Boxes: make([]image.Rectangle, len(numbers)), P: 1}}
		}
	}
}

// count compares the marks of a verdict, v, with those that were drawn. A player may be told of a misfit there, or
// atOnce, before the doubts about numbers are answered.
func (n *markCount) count(atOnce, v *judge.Verdict, want []string) {
	got := strings.ReplaceAll(v.Marks, "/", "")
	if got == "" {
		got = strings.Repeat("?", len(want))
	}
	before := *n
	n.boards++
	for i, sign := range want {
		here := got[i : i+1]
		switch {
		case sign == "?" && here != "?":
			n.invented++
		case sign != "?" && here == sign:
			n.right++
		case sign != "?" && here != "?":
			n.wrong++
		}
		if sign != "?" {
			n.drawn++
		}
	}
	n.unsure += len(v.Unclear)
	if len(atOnce.Misfits)+len(v.Misfits) > 0 {
		n.accused++
	}
	if n.right-before.right == n.drawn-before.drawn && n.invented == before.invented {
		n.exact++
	}
}

// keep tells of a picture whose marks were not all read, and writes it to a file for a person to look at.
func (m *markBench) keep(p *picture, which int, data []byte, told string) {
	if m.each != nil {
		fmt.Fprintf(m.each, "%s, %s: %s\n", p.name, marksLooks[which].name, told)
	}
	if m.save == "" {
		return
	}
	ext := ".png"
	if data[0] == 0xff { // the first byte of a JPEG
		ext = ".jpg"
	}
	err := os.MkdirAll(m.save, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(m.save, fmt.Sprintf("%02d_%s%s", which, p.name, ext)), data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// print writes a table in Markdown.
func (m *markBench) print(w io.Writer) {
	fmt.Fprintln(w, "\n| marks | boards | all marks right | marks | right | wrong | invented | asked about | board lost | **accused** |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	var all markCount
	row := func(name string, n markCount) {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %.1f %% | %d | %d | %d | %d | %d |\n", name, n.boards, n.exact, n.drawn,
			100*float64(n.right)/float64(max(n.drawn, 1)), n.wrong, n.invented, n.unsure, n.lost, n.accused)
	}
	for i, n := range m.counts {
		row(marksLooks[i].name, n)
		all.boards, all.exact, all.accused, all.drawn = all.boards+n.boards, all.exact+n.exact, all.accused+n.accused, all.drawn+n.drawn
		all.right, all.wrong, all.invented = all.right+n.right, all.wrong+n.wrong, all.invented+n.invented
		all.unsure, all.lost = all.unsure+n.unsure, all.lost+n.lost
	}
	row("**all**", all)
	fmt.Fprintf(w, "\nLeft out: %d pictures that were not read exactly, %d with marks, %d without an only solution.\n", m.unread, m.marked, m.ambiguous)
}
