package render

import (
	"bytes"
	"image"
	"strconv"
	"testing"
)

// marked is a board of a kind, a column a mark, the last rows with tags. The outer cells,
// whose corners are rounded, are bare.
func marked(k Kind) *Board {
	b := uniform(5, int(marks)+2, k)
	for m := range marks {
		for r := 1; r < 4; r++ {
			b.At(r, int(m)+1).Mark = m
		}
		b.At(2, int(m)+1).Tag = "12"
	}
	return b
}

// hinted is a nonogram with a row to look at.
func hinted(n int) *Board {
	b := picross(n)
	number(b)
	b.Framed = []Area{{Row: 10, Rows: 1, Cols: n, Mark: Pick}}
	return b
}

func number(b *Board) {
	for i := range b.Rows {
		b.RowNames = append(b.RowNames, strconv.Itoa(i+1))
	}
	for i := range b.Cols {
		b.ColNames = append(b.ColNames, strconv.Itoa(i+1))
	}
}

// A marked cell is as large as any other: it is coloured to its edges, and keeps its own
// colour in the middle of each of them, but where the mark tints it, stripes it or frames it.
func TestMarksKeepSize(t *testing.T) {
	for _, kind := range []Kind{Blank, Filled, Crossed, LampOff, LampOn, Lamp3, Clear, Cloudy, Block, Sum, Digit, CardUp} {
		for _, theme := range bothThemes {
			b := marked(kind)
			img, l := picture(t, b, theme), layoutOf(t, b)
			bare := square(img, b, l, 1, 1)
			for m := Press; m < marks; m++ {
				cell := square(img, b, l, 1, int(m)+1)
				if got, want := bounds(cell, l.w, img.ColorIndexAt(0, 0)), bounds(bare, l.w, img.ColorIndexAt(0, 0)); got != want {
					t.Errorf("theme %d, kind %d: under mark %d it fills %v, else %v", theme, kind, m, got, want)
				}
				if m != Press && m != Proof {
					continue
				}
				for _, at := range []int{l.w / 2, (l.h-1)*l.w + l.w/2, l.h / 2 * l.w, l.h/2*l.w + l.w - 1} {
					if cell[at] != bare[at] {
						t.Errorf("theme %d, kind %d: mark %d hides the middle of an edge", theme, kind, m)
					}
				}
			}
		}
	}
}

// bounds is the smallest box of the pixels that are not paper.
func bounds(pixels []uint8, w int, paper uint8) (box image.Rectangle) {
	for i, k := range pixels {
		if k != paper {
			box = box.Union(image.Rect(i%w, i/w, i%w+1, i/w+1))
		}
	}
	return box
}

// Texts and tags keep clear of the edges of their cell, whatever is marked; and a text too
// long for it is left out whole.
func TestTextsStayInside(t *testing.T) {
	for _, n := range []int{3, 8, 20, 60} {
		for kind := range kinds {
			plain, written := uniform(n, n, kind), uniform(n, n, kind)
			for i := range plain.Cells {
				plain.Cells[i].Mark = Mark(i) % marks
				written.Cells[i] = plain.Cells[i]
				written.Cells[i].Text = []string{"8", "10", "1011", "12345678901234567890"}[i/int(marks)%4]
			}
			p, l := picture(t, plain, Dark), layoutOf(t, plain)
			w := picture(t, written, Dark)
			for i := range n * n {
				if plain.Cells[i].Mark == Differ || plain.Cells[i].Mark == New { // other grounds where there is something to read
					continue
				}
				r, c := i/n, i%n
				x, y := l.x(c), l.y(r)
				for d := range l.w {
					for _, at := range []image.Point{{x + d, y}, {x + d, y + l.h - 1}, {x, y + min(d, l.h-1)}, {x + l.w - 1, y + min(d, l.h-1)}} {
						if p.At(at.X, at.Y) != w.At(at.X, at.Y) {
							t.Fatalf("%d×%d, kind %d: the text of %+v reaches the edge", n, n, kind, written.Cells[i])
						}
					}
				}
			}
		}
	}
}

// The lines of an empty dark board are seen on a phone, where they are a third of a pixel wide: below a contrast of 2.5
// nothing of them was left at 353 pixels.
func TestLinesAreSeen(t *testing.T) {
	if c := contrast(Dark, line, cell); c < 2.5 {
		t.Errorf("contrast %.2f", c)
	}
}

// A mistake has a ring around what stands in its square, which shows within and without.
func TestMistakesAreRinged(t *testing.T) {
	for _, theme := range bothThemes {
		b := checkered(5, 5, Filled, Crossed)
		for i := range b.Cells {
			b.Cells[i].Mark = Proof
		}
		img, l := picture(t, b, theme), layoutOf(t, b)
		if middle(img, b, l, 2, 2) != rgba(theme, filled) {
			t.Errorf("theme %d: the square is hidden", theme)
		}
		x, y := l.x(2)+l.w/2, l.y(2)+l.h/2-int(.37*float32(l.h))
		if got := img.At(x, y); got != rgba(theme, proof) {
			t.Errorf("theme %d: %v above the middle", theme, got)
		}
	}
}

// What was filled in and what was cleared differ in lightness, and in the shape on them.
func TestChangesDiffer(t *testing.T) {
	for _, theme := range bothThemes {
		if c := contrast(theme, fresh, freshCell); c < 3 {
			t.Errorf("theme %d: contrast %.2f", theme, c)
		}
		for _, cleared := range []Kind{Blank, Crossed} {
			b := checkered(5, 5, Filled, cleared)
			for i := range b.Cells {
				b.Cells[i].Mark = New
			}
			img, l := picture(t, b, theme), layoutOf(t, b)
			if middle(img, b, l, 2, 2) != rgba(theme, halo) { // a dot
				t.Errorf("theme %d: no dot on what was filled in", theme)
			}
			if middle(img, b, l, 2, 1) == rgba(theme, halo) {
				t.Errorf("theme %d: a dot on what was cleared", theme)
			}
		}
	}
}

// A framed line has one frame, from outside its clue to the end of the board; its cells and
// all others are as without it.
func TestFrame(t *testing.T) {
	for _, theme := range bothThemes {
		b := picross(10)
		plain := picture(t, b, theme)
		b.Framed = []Area{{Row: 4, Rows: 1, Cols: 10, Mark: Pick}}
		img, l := picture(t, b, theme), layoutOf(t, b)
		box := image.Rectangle{}
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				if img.At(x, y) == rgba(theme, pick) {
					box = box.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		clue := l.x0 - l.edge - l.left
		if box.Min.X > clue || box.Max.X < l.x(9)+l.w || box.Min.Y > l.y(4) || box.Max.Y < l.y(4)+l.h {
			t.Errorf("theme %d: the frame is %v, the clue starts at %d", theme, box, clue)
		}
		for r := range 10 {
			for c := range 10 {
				if r == 4 && (c == 0 || c == 9) || r < 4 && r > 5 {
					continue
				}
				if x, y := l.x(c)+l.w/2, l.y(r)+l.h/2; img.At(x, y) != plain.At(x, y) {
					t.Errorf("theme %d: cell %d,%d is not as it was", theme, r, c)
				}
			}
		}
	}
}

// Where a board is too fine for a phone, 353 pixels wide, a line to look at stands above it
// with cells of at least 7 pixels there and a clue of at least 10; the board is as it was.
func TestStrip(t *testing.T) {
	for _, n := range []int{30, 40, 50, 60} {
		b := hinted(n)
		l := layoutOf(t, b)
		strips := b.strips(l)
		if len(strips) != 1 {
			t.Fatalf("%d×%d: %d strips", n, n, len(strips))
		}
		s := strips[0]
		scale := phone / float64(l.width)
		if cell := float64(s.w) * scale; cell < 7 || float64(s.digits())*scale < 10 {
			t.Errorf("%d×%d: cells of %.1f pixels, digits of %.1f", n, n, cell, float64(s.digits())*scale)
		}
		if s.width > l.width || len(s.Cells) < n {
			t.Errorf("%d×%d: %d cells in %d pixels of %d", n, n, len(s.Cells), s.width, l.width)
		}
		for i := range n {
			if s.Cells[i] != *b.At(10, i) {
				t.Errorf("%d×%d: cell %d is another", n, n, i)
			}
		}
		img := picture(t, b, Dark)
		b.Framed = nil
		plain := picture(t, b, Dark)
		above := img.Rect.Dy() - plain.Rect.Dy()
		for c := range n { // the first row's cells
			x, y := l.x(c)+l.w/2, l.y(0)+l.h/2
			if above <= 0 || img.At(x, y+above) != plain.At(x, y) {
				t.Fatalf("%d×%d: the board is not as it was, %d pixels lower", n, n, above)
			}
		}
	}
	if s := hinted(20).strips(layoutOf(t, hinted(20))); s != nil {
		t.Error("a strip where the board itself can be read")
	}
}

// A run of a big Kakuro stands above it, too: with its sum, under the numbers of its places,
// and its pencil marks readable on a phone.
func TestStripOfRun(t *testing.T) {
	b := uniform(28, 28, Digit)
	*b.At(3, 5) = Cell{Kind: Sum, Right: 35, Down: 12}
	for _, c := range []struct {
		area  Area
		name  string
		sum   int
		place string
	}{
		{Area{Row: 3, Col: 6, Rows: 1, Cols: 5, Mark: Pick}, "→", 35, "7"},
		{Area{Row: 4, Col: 5, Rows: 4, Cols: 1, Mark: Pick}, "↓", 12, "5"},
	} {
		b.Framed = []Area{c.area}
		l := layoutOf(t, b)
		strips := b.strips(l)
		if len(strips) != 1 || strips[0].name != c.name || strips[0].clue[0] != c.sum || strips[0].ColNames[0] != c.place {
			t.Fatalf("%+v: %+v", c, strips)
		}
		if mark := .25 * float64(strips[0].w) * 353 / float64(l.width); mark < 7 {
			t.Errorf("%+v: pencil marks of %.1f pixels", c, mark)
		}
		picture(t, b, Light)
	}
}

// A zero has nothing in its middle, as far as there is room for nothing.
func TestPlainZero(t *testing.T) {
	c := newCanvas(Light, 1, 1)
	for _, w := range []weight{medium, bold} {
		for size := 12; size < 80; size++ {
			s := c.letter(word{"0", size, w})
			if s.cover[s.h/2*s.w+s.w/2] != 0 {
				t.Errorf("weight %d, size %d: a stroke through the middle", w, size)
			}
			if bytes.IndexByte(s.cover, 255) < 0 && size > 16 {
				t.Errorf("weight %d, size %d: nothing is inked", w, size)
			}
		}
	}
}

// Clues that are done with are subdued, and only they.
func TestFaintClues(t *testing.T) {
	b := puzzle(10, 2)
	b.FaintLeft = make([]bool, 10)
	b.FaintLeft[3] = true
	img, l := picture(t, b, Light), layoutOf(t, b)
	for r := range 10 {
		inked := map[bool]bool{}
		for x := l.x0 - l.edge - l.left; x < l.x0-l.edge; x++ {
			for y := range l.h {
				switch img.At(x, l.y(r)+y) {
				case rgba(Light, done):
					inked[true] = true
				case rgba(Light, text):
					inked[false] = true
				}
			}
		}
		if inked[r == 3] == false || inked[r != 3] {
			t.Errorf("row %d: subdued %t, plain %t", r, inked[true], inked[false])
		}
	}
}
