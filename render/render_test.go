package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var bothThemes = [...]Theme{Dark, Light}

// picture draws a board and reads it back with the standard library's decoder.
func picture(t testing.TB, b *Board, theme Theme) *image.Paletted {
	t.Helper()
	file, err := b.PNG(theme)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.Paletted)
}

func layoutOf(t testing.TB, b *Board) *layout {
	t.Helper()
	l, err := b.lay()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func rgba(theme Theme, k ink) color.RGBA {
	r, g, b := colours[theme][k].rgb()
	return color.RGBA{uint8(r), uint8(g), uint8(b), 255}
}

// square is the pixels of the cell r, c, row-major, as palette indices.
func square(img *image.Paletted, b *Board, l *layout, r, c int) []uint8 {
	var out []uint8
	x, y := l.x(c), l.y(r)
	for dy := range l.h {
		start := img.PixOffset(x, y+dy)
		out = append(out, img.Pix[start:start+l.w]...)
	}
	return out
}

func middle(img *image.Paletted, b *Board, l *layout, r, c int) color.Color {
	return img.At(l.x(c)+l.w/2, l.y(r)+l.h/2)
}

// uniform is a board of one kind of cell.
func uniform(rows, cols int, k Kind) *Board {
	b := NewBoard(rows, cols)
	for i := range b.Cells {
		b.Cells[i].Kind = k
	}
	return b
}

// checkered is a board of two kinds in turn.
func checkered(rows, cols int, even, odd Kind) *Board {
	b := uniform(rows, cols, even)
	for i := range b.Cells {
		if (i/cols+i%cols)%2 == 1 {
			b.Cells[i].Kind = odd
		}
	}
	return b
}

// puzzle is a nonogram with a random picture's worth of clues.
func puzzle(n, clues int) *Board {
	b := checkered(n, n, Filled, Blank)
	b.Rule = 5
	for i := range n {
		var line []int
		for j := range clues {
			line = append(line, 1+(i*7+j*5)%12)
		}
		b.Left = append(b.Left, line)
		b.Top = append(b.Top, line)
	}
	return b
}

// picross is a solved nonogram of a random picture, half of it filled: more
// clues a line, and less to compress, than people's pictures have.
func picross(n int) *Board {
	b := NewBoard(n, n)
	b.Rule = 5
	source := rand.New(rand.NewPCG(30, 30))
	for i := range b.Cells {
		b.Cells[i].Kind = [...]Kind{Blank, Filled}[source.IntN(2)]
	}
	runs := func(at func(i int) Kind) (clues []int) {
		for i := range n {
			if at(i) == Filled {
				if i == 0 || at(i-1) != Filled {
					clues = append(clues, 0)
				}
				clues[len(clues)-1]++
			}
		}
		return clues
	}
	for i := range n {
		b.Left = append(b.Left, runs(func(c int) Kind { return b.At(i, c).Kind }))
		b.Top = append(b.Top, runs(func(r int) Kind { return b.At(r, i).Kind }))
	}
	return b
}

// sumsBoard is a Kakuro: a border of sums, digits and pencil marks within.
func sumsBoard(n int) *Board {
	b := uniform(n, n, Digit)
	for i := range b.Cells {
		c, row, col := &b.Cells[i], i/n, i%n
		switch {
		case row == 0 || col == 0 || (row*3+col*5)%7 == 0:
			*c = Cell{Kind: Sum, Down: (3 + i*7) % 46, Right: (4 + i*5) % 46}
		case (row+col)%2 == 0:
			c.Text = strconv.Itoa(1 + i%9)
		default:
			c.Notes = uint16(i*37) & 0x3fe
		}
	}
	return b
}

// TestContrast holds the palettes to WCAG 2.2: 4.5 to 1 for what is read (AA),
// 3 to 1 for shapes that tell cells and marks apart (1.4.11).
func TestContrast(t *testing.T) {
	type pair struct{ on, ground ink }
	read := []pair{
		{text, cell}, {text, band}, {text, tint}, {text, paper}, {dim, paper}, {dim, cell}, {dim, band},
		{onInk, filled}, {sums, block}, {sums, slash}, {onBadge, badge}, {onBadge, lampOff}, {onLamp, lampOn},
		{onLamp, lampGlow}, {pip, face}, {onBadge, back}, {onSky, sky}, {onBadge, storm}, {paper, orb},
		{onWhite, white}, {noted, white}, {onWhite, query}, {noted, query}, {onWhite, freshWhite}, {noted, freshWhite},
		{sums, freshBlock}, {halo, fresh}, {halo, proof}, {onBadge, freshBlock}, {fresh, freshCell},
	}
	seen := []pair{
		{filled, cell}, {lampOn, lampOff}, {face, back}, {sky, storm}, {cloud, storm}, {orb, paper}, {orbRim, paper},
		{rule, paper}, {cross, cell}, {differ, cell}, {proof, cell}, {proof, paper}, {pick, cell}, {pick, paper},
		{fresh, halo}, {proof, halo}, {pick, halo}, {onBadge, badge}, {white, block}, {freshWhite, block},
		{freshBlock, freshWhite}, {done, band}, {faint, block},
	}
	for _, theme := range bothThemes {
		legible, distinct := math.Inf(1), math.Inf(1)
		for _, p := range read {
			c := contrast(theme, p.on, p.ground)
			legible = min(legible, c)
			if c < 4.5 {
				t.Errorf("theme %d: text ink %d on %d has contrast %.2f", theme, p.on, p.ground, c)
			}
		}
		for _, p := range seen {
			c := contrast(theme, p.on, p.ground)
			distinct = min(distinct, c)
			if c < 3 {
				t.Errorf("theme %d: shape %d on %d has contrast %.2f", theme, p.on, p.ground, c)
			}
		}
		t.Logf("theme %d: texts at least %.2f, shapes at least %.2f", theme, legible, distinct)
	}
}

// People without one kind of cone tell the states of a cell apart as well, by
// lightness alone. Marks have shapes of their own: TestMarksHaveShapes.
func TestColourBlind(t *testing.T) {
	// Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation
	// of Color Vision Deficiency (2009), severity 1.0, on linear RGB.
	for name, m := range map[string][3][3]float64{
		"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
		"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
		"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
	} {
		seen := func(h hex) float64 {
			from, weight := linear(h), [3]float64{.2126, .7152, .0722}
			sum := 0.
			for i := range m {
				part := m[i][0]*from[0] + m[i][1]*from[1] + m[i][2]*from[2]
				sum += weight[i] * min(max(part, 0), 1)
			}
			return sum
		}
		for _, theme := range bothThemes {
			least := math.Inf(1)
			for _, p := range [][2]ink{{filled, cell}, {lampGlow, lampOff}, {lampOn, lampOff}, {face, back}, {sky, storm}, {cloud, storm}, {orb, paper}, {text, cell}, {sums, block}, {pip, face}} {
				c := ratio(seen(colours[theme][p[0]]), seen(colours[theme][p[1]]))
				least = min(least, c)
				if c < 3 {
					t.Errorf("%s, theme %d: ink %d on %d has contrast %.2f", name, theme, p[0], p[1], c)
				}
			}
			t.Logf("%s, theme %d: contrast of two states at least %.2f", name, theme, least)
		}
	}
}

// contrast is WCAG's contrast ratio.
func contrast(theme Theme, a, b ink) float64 {
	return ratio(luminance(colours[theme][a]), luminance(colours[theme][b]))
}

func ratio(x, y float64) float64 { return (max(x, y) + .05) / (min(x, y) + .05) }

func luminance(h hex) float64 {
	c := linear(h)
	return .2126*c[0] + .7152*c[1] + .0722*c[2]
}

// linear is a colour's red, green and blue light, 0 to 1.
func linear(h hex) [3]float64 {
	part := func(v int) float64 {
		s := float64(v) / 255
		if s <= .04045 {
			return s / 12.92
		}
		return math.Pow((s+.055)/1.055, 2.4)
	}
	r, g, b := h.rgb()
	return [3]float64{part(r), part(g), part(b)}
}

// Two states of one puzzle's cell are told apart in its middle, or by a shape.
func TestStatesDiffer(t *testing.T) {
	for _, pair := range [][2]Kind{{LampOff, LampOn}, {CardDown, CardUp}, {Clear, Cloudy}, {OrbOff, OrbOn}, {Blank, Filled}, {Digit, Block}} {
		for _, theme := range bothThemes {
			b := checkered(5, 5, pair[0], pair[1])
			img, l := picture(t, b, theme), layoutOf(t, b)
			if middle(img, b, l, 0, 0) == middle(img, b, l, 0, 1) {
				t.Errorf("kinds %d and %d have one colour in their middle", pair[0], pair[1])
			}
		}
	}
}

func TestGlowingLamp(t *testing.T) {
	b := checkered(5, 5, LampOff, LampOn)
	for _, theme := range bothThemes {
		img, l := picture(t, b, theme), layoutOf(t, b)
		for r := range 5 {
			for c := range 5 {
				want := rgba(theme, lampOff)
				if (r+c)%2 == 1 {
					want = rgba(theme, lampGlow)
				}
				if got := middle(img, b, l, r, c); got != want {
					t.Errorf("theme %d, lamp %d,%d: middle is %v, want %v", theme, r, c, got, want)
				}
			}
		}
	}
}

// Cells are whole pixels: equal cells are equal to the pixel, wherever they
// stand (the board's rounded corners apart).
func TestEqualCells(t *testing.T) {
	for _, b := range []*Board{puzzle(10, 2), checkered(7, 4, LampOff, LampOn), checkered(1, 20, CardUp, CardDown), uniform(6, 6, Cloudy)} {
		img, l := picture(t, b, Dark), layoutOf(t, b)
		first := map[Cell][]uint8{}
		for r := range b.Rows {
			for c := range b.Cols {
				if (r == 0 || r == b.Rows-1) && (c == 0 || c == b.Cols-1) {
					continue
				}
				got := square(img, b, l, r, c)
				if want := first[*b.At(r, c)]; want == nil {
					first[*b.At(r, c)] = got
				} else if !bytes.Equal(got, want) {
					t.Errorf("%d×%d: cell %d,%d is not drawn like its equals", b.Rows, b.Cols, r, c)
				}
			}
		}
	}
}

// A heavier line runs every Rule cells, a lighter one elsewhere, and each has
// one width from end to end.
func TestRuleLines(t *testing.T) {
	b := puzzle(30, 3)
	for _, theme := range bothThemes {
		img, l := picture(t, b, theme), layoutOf(t, b)
		y := l.y(12) + l.h/2
		for c := 1; c < 30; c++ {
			want, wide := rgba(theme, line), l.gap
			if c%5 == 0 {
				want, wide = rgba(theme, rule), l.rule
			}
			x := l.x(c)
			if gap := x - l.x(c-1) - l.w; gap != wide {
				t.Fatalf("%d pixels before column %d, want %d", gap, c, wide)
			}
			for dx := 1; dx <= wide; dx++ {
				if got := img.At(x-dx, y); got != want {
					t.Errorf("theme %d: the line before column %d is %v, want %v", theme, c, got, want)
				}
			}
		}
		if l.rule <= l.gap {
			t.Errorf("the heavier line is %d wide, the lighter %d", l.rule, l.gap)
		}
	}
}

// Down stands in the lower left half of a sum's square, Right in the upper
// right half.
func TestSumHalves(t *testing.T) {
	for _, theme := range bothThemes {
		b := uniform(8, 8, Sum)
		b.At(3, 3).Down, b.At(3, 4).Right = 23, 16
		img, l := picture(t, b, theme), layoutOf(t, b)
		for c, below := range map[int]bool{3: true, 4: false} {
			inked := 0
			for dy := range l.h {
				for dx := range l.w {
					if img.At(l.x(c)+dx, l.y(3)+dy) != rgba(theme, sums) {
						continue
					}
					inked++
					if dy > dx != below {
						t.Errorf("column %d: ink at %d,%d, on the wrong side of the diagonal", c, dx, dy)
					}
				}
			}
			if inked == 0 {
				t.Errorf("column %d: the sum is not there", c)
			}
		}
	}
}

// Pencil mark d stands in its third of the square, 123 over 456 over 789.
func TestNotesPlaces(t *testing.T) {
	for d := 1; d <= 9; d++ {
		b := uniform(8, 8, Digit)
		b.At(4, 4).Notes = 1 << d
		l := layoutOf(t, b)
		pixels, inked := square(picture(t, b, Light), b, l, 4, 4), 0
		for i, k := range pixels {
			if k == pixels[0] {
				continue
			}
			inked++
			col, row := 3*(i%l.w)/l.w, 3*(i/l.w)/l.h
			if row*3+col+1 != d {
				t.Fatalf("pencil mark %d has ink in the place of %d", d, row*3+col+1)
			}
		}
		if inked == 0 {
			t.Errorf("pencil mark %d is not there", d)
		}
	}
}

// Rows' clues end, and columns' clues stand, at one distance from the board.
func TestClueAlignment(t *testing.T) {
	b := uniform(10, 10, Blank)
	b.Left, b.Top = make([][]int, 10), make([][]int, 10)
	for i := range 10 {
		b.Left[i], b.Top[i] = []int{4, 4, 4}[i%3:], []int{4, 4, 4}[i%3:]
	}
	img, l := picture(t, b, Light), layoutOf(t, b)
	ink := func(x, y int) bool { return img.At(x, y) == rgba(Light, text) }
	var right, bottom []int
	for i := range 10 {
		right, bottom = append(right, 0), append(bottom, 0)
		for x := range l.x0 {
			for y := range l.h {
				if ink(x, l.y(i)+y) {
					right[i] = x
				}
			}
		}
		for y := range l.y0 {
			for x := range l.w {
				if ink(l.x(i)+x, y) {
					bottom[i] = y
				}
			}
		}
	}
	for i := range 10 {
		if right[i] != right[0] || bottom[i] != bottom[0] || right[i] == 0 || bottom[i] == 0 {
			t.Errorf("line %d: clues end at x=%d, y=%d; those of line 0 at x=%d, y=%d", i, right[i], bottom[i], right[0], bottom[0])
		}
	}
}

// Every mark can be told from every other and from none by shape alone: with
// the colours numbered as they come, no two pictures are the same.
func TestMarksHaveShapes(t *testing.T) {
	for kind := range kinds {
		for _, theme := range bothThemes {
			b := uniform(3, int(marks), kind) // the middle row has no rounded corners
			for m := range marks {
				b.At(1, int(m)).Mark = m
			}
			img, l := picture(t, b, theme), layoutOf(t, b)
			shapes := map[string]Mark{}
			for m := range marks {
				var numbers [256]byte // by index, from 1
				last := byte(0)
				shape := square(img, b, l, 1, int(m))
				for i, k := range shape {
					if numbers[k] == 0 {
						last++
						numbers[k] = last
					}
					shape[i] = numbers[k]
				}
				if other, ok := shapes[string(shape)]; ok {
					t.Errorf("theme %d, kind %d: marks %d and %d look alike", theme, kind, other, m)
				}
				shapes[string(shape)] = m
			}
		}
	}
}

func TestEveryCell(t *testing.T) {
	for _, text := range []string{"", "7", "100", "한글", "\x00", strings.Repeat("W", 50)} {
		b := NewBoard(2*int(kinds), int(marks))
		for i := range b.Cells {
			c := &b.Cells[i]
			c.Kind, c.Mark = Kind(i/b.Cols/2), Mark(i%b.Cols)
			if i/b.Cols%2 == 0 {
				c.Text = text
			} else {
				c.Notes, c.Down, c.Right = 0xffff, 45, math.MinInt
			}
		}
		for _, theme := range bothThemes {
			picture(t, b, theme)
		}
		b.Emoji()
		if n := utf8.RuneCountInString(b.Alt()); n > MaxAlt {
			t.Errorf("alt text of %d characters", n)
		}
	}
}

func TestSizes(t *testing.T) {
	withNames := uniform(6, 6, Clear)
	withNames.RowNames = []string{"a", "b", "c", "d", "e", ""}
	withNames.ColNames = []string{"", "i", "ii", "iii", "iv", "v"}
	for _, b := range []*Board{
		uniform(4, 4, LampOn), uniform(5, 5, LampOn), uniform(10, 10, LampOn), uniform(3, 9, LampOn), withNames,
		puzzle(5, 2), puzzle(10, 4), puzzle(15, 5), puzzle(20, 6), puzzle(30, 8), puzzle(40, 8),
		sumsBoard(8), sumsBoard(20), uniform(1, 20, CardUp), uniform(1, 7, CardUp), uniform(20, 20, Clear),
	} {
		if wide := layoutOf(t, b).width; wide < 800 || wide > 1200 {
			t.Errorf("%d×%d: %d pixels wide", b.Rows, b.Cols, wide)
		}
	}
	for _, b := range []*Board{uniform(MaxSide, 1, Filled), uniform(1, MaxSide, CardUp), puzzle(60, 20), uniform(300, 300, LampOn), puzzle(120, 40), uniform(MaxSide, MaxSide/2, Filled)} {
		l := layoutOf(t, b)
		if len(b.Cells) < 5000 {
			if size := picture(t, b, Dark).Rect.Max; size != image.Pt(l.width, l.height) {
				t.Errorf("%d×%d: a picture of %v, laid out as %d×%d", b.Rows, b.Cols, size, l.width, l.height)
			}
		}
		size := image.Pt(l.width, l.height)
		if size.X > MaxSide || size.Y > MaxSide {
			t.Errorf("%d×%d: %v", b.Rows, b.Cols, size)
		}
	}
}

func TestTooBig(t *testing.T) {
	for _, c := range []struct {
		b    *Board
		want error
	}{
		{&Board{Rows: 1, Cols: 10_000_000}, ErrSize},
		{uniform(1, MaxSide+1, CardUp), ErrSize},
		{&Board{Rows: math.MaxInt, Cols: 2}, ErrSize},
		{&Board{}, ErrShape},
		{&Board{Rows: -1, Cols: -1, Cells: make([]Cell, 1)}, ErrShape},
		{&Board{Rows: 2, Cols: 2, Cells: make([]Cell, 3)}, ErrShape},
	} {
		if _, err := c.b.PNG(Dark); !errors.Is(err, c.want) {
			t.Errorf("%d×%d: error %v, want %v", c.b.Rows, c.b.Cols, err, c.want)
		}
	}
}

// The same board gives the same file, also when drawn many times at once.
func TestSameBytes(t *testing.T) {
	boards := []*Board{puzzle(10, 3), sumsBoard(8), checkered(5, 5, LampOff, LampOn), checkered(5, 5, OrbOn, Cloudy), hinted(40), marked(Filled)}
	var want [][]byte
	for _, b := range boards {
		file, err := b.PNG(Light)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, file)
	}
	var group sync.WaitGroup
	for range 4 {
		for i, b := range boards {
			group.Go(func() {
				if file, err := b.PNG(Light); err != nil || !bytes.Equal(file, want[i]) {
					t.Errorf("board %d: another file, error %v", i, err)
				}
			})
		}
	}
	group.Wait()
}

// What the encoder writes is what the standard decoder reads, at any width, at
// both depths, with either filter.
func TestEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 40).Draw(t, "w"), rapid.IntRange(1, 20).Draw(t, "h")
		n := rapid.IntRange(1, 256).Draw(t, "colours")
		c := newCanvas(Dark, w, h)
		for i := range c.img.Pix {
			v := uint8(rapid.IntRange(0, n-1).Draw(t, "pixel"))
			c.img.Pix[i] = c.colour(color.RGBA{v, 255 - v, v * 7, 255})
		}
		first := make([]int, h) // of the rows equal to each, from the one above on
		for _, s := range c.streaks() {
			for i := range s.rows {
				first[s.y+i] = s.y
			}
		}
		file, err := c.encode(rapid.Bool().Draw(t, "ruled"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for y := range h {
			for x := range w {
				if want := c.img.At(x, first[y]); got.At(x, y) != want {
					t.Fatalf("pixel %d,%d is %v, want %v", x, y, got.At(x, y), want)
				}
			}
		}
	})
}

// Boards of any cells, clues and names are drawn, described and told in emoji.
func TestAnyBoard(t *testing.T) {
	word := rapid.StringN(0, 4, 12)
	cells := rapid.Custom(func(t *rapid.T) Cell {
		return Cell{
			Kind:  Kind(rapid.IntRange(0, 255).Draw(t, "kind")),
			Mark:  Mark(rapid.IntRange(0, 255).Draw(t, "mark")),
			Text:  word.Draw(t, "text"),
			Down:  rapid.IntRange(0, 999).Draw(t, "down"),
			Right: rapid.IntRange(0, 999).Draw(t, "right"),
			Notes: rapid.Uint16().Draw(t, "notes"),
		}
	})
	clues := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 9999), 0, 6), 0, 9)
	rapid.Check(t, func(t *rapid.T) {
		b := NewBoard(rapid.IntRange(1, 24).Draw(t, "rows"), rapid.IntRange(1, 3).Draw(t, "cols"))
		for i := range b.Cells {
			b.Cells[i] = cells.Draw(t, "cell")
		}
		b.Left, b.Top = clues.Draw(t, "left"), clues.Draw(t, "top")
		b.RowNames = rapid.SliceOfN(word, 0, 9).Draw(t, "row names")
		b.ColNames = rapid.SliceOfN(word, 0, 9).Draw(t, "column names")
		b.Rule = rapid.IntRange(-1, 6).Draw(t, "rule")
		b.Title, b.Caption = rapid.String().Draw(t, "title"), rapid.String().Draw(t, "caption")
		file, err := b.PNG(Theme(rapid.Byte().Draw(t, "theme")))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if s := img.Bounds().Max; s.X > MaxSide || s.Y > MaxSide {
			t.Fatalf("picture of %v", s)
		}
		if n := utf8.RuneCountInString(b.Alt()); n > MaxAlt {
			t.Fatalf("alt text of %d characters", n)
		}
		if lines := strings.Count(b.Emoji(), "\n") + 1; lines != b.Rows && lines != b.Rows+1 {
			t.Fatalf("%d lines of emoji for %d rows", lines, b.Rows)
		}
	})
}

func BenchmarkPNG(b *testing.B) {
	lamps := checkered(5, 5, LampOff, LampOn)
	for i := range 6 {
		lamps.Cells[i*4].Mark, lamps.Cells[i*4].Text = Press, strconv.Itoa(i+1)
	}
	for _, c := range []struct {
		name  string
		board *Board
	}{{"lamps5", lamps}, {"nonogram5", picross(5)}, {"nonogram30", picross(30)}, {"nonogram50", picross(50)}, {"nonogram100", picross(100)}, {"kakuro20", sumsBoard(20)}, {"cards20", checkered(1, 20, CardUp, CardDown)}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				file, err := c.board.PNG(Dark)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(file)), "file-bytes")
			}
		})
	}
}

func ExampleBoard_Emoji() {
	b := NewBoard(2, 3)
	b.ColNames = []string{"1", "2", "3"}
	b.RowNames = []string{"a", "b"}
	for i, on := range []bool{true, false, true, false, true, true} {
		b.Cells[i].Kind = LampOff
		if on {
			b.Cells[i].Kind = LampOn
		}
	}
	b.At(1, 0).Mark, b.At(1, 0).Text = Press, "1"
	fmt.Println(strings.ReplaceAll(b.Emoji(), "\u200b", ""))
	// Output:
	// ▪️1️⃣2️⃣3️⃣
	// 🇦🟨⬛🟨
	// 🇧🔵🟨🟨
}

// A wrapped row names every card where it lies, in each of its forms.
func TestWrapped(t *testing.T) {
	b := Wrapped(23, 10)
	for i := range 23 {
		b.Cells[i].Kind = CardUp
	}
	b.Cells[16].Mark = Pick // card 17
	if b.Rows != 3 || b.Cols != 10 || b.ColNames[16] != "17" || b.ColNames[23] != "" {
		t.Fatalf("%d × %d, %q", b.Rows, b.Cols, b.ColNames)
	}
	up := strings.Repeat("⬜", 10)
	emoji := strings.Split(b.Emoji(), "\n")
	want := []string{up, "11–20", strings.Repeat("⬜", 6) + "🟩⬜⬜⬜", "21–23", "⬜⬜⬜"}
	if !slices.Equal(emoji[1:], want) || !strings.HasPrefix(emoji[0], "1️⃣\u200b2️⃣") {
		t.Errorf("%q", emoji)
	}
	if !b.EmojiFits(10) {
		t.Error("ten emoji a line do not fit ten")
	}
	b.Say = inShort
	alt := "Cards: card 1–16 face up; card 17 face up (pick); card 18–23 face up."
	if got := b.Text(); got != alt {
		t.Errorf("%q, want %q", got, alt)
	}
	if signs := b.EmojiSigns(); len(signs) != 2 {
		t.Errorf("%+v: what fills the last line is no sign", signs)
	}
	l, err := b.lay()
	if err != nil {
		t.Fatal(err)
	}
	if gap := l.y(1) - l.y(0) - l.h; gap < l.cols {
		t.Errorf("%d pixels between two lines, and the names need %d", gap, l.cols)
	}
	if bottom := l.y(2) + l.h; bottom > l.height-l.pad {
		t.Errorf("the last line ends at %d of %d", bottom, l.height)
	}
	one := Wrapped(7, 10)
	if one.Rows != 1 || one.Cols != 7 || one.wrapped {
		t.Errorf("seven cards: %d × %d", one.Rows, one.Cols)
	}
}

// A row of holes between two boards has no clue beside it, not even that of an empty row.
func TestBareRow(t *testing.T) {
	for kind, want := range map[Kind]bool{Hole: false, Blank: true} {
		b := uniform(3, 2, Blank)
		b.Left = [][]int{{1}, nil, {1}}
		b.Cells[2].Kind, b.Cells[3].Kind = kind, kind
		img, l := picture(t, b, Light), layoutOf(t, b)
		inked := false
		for x := range l.x0 - l.edge {
			for y := range l.h {
				inked = inked || img.At(x, l.y(1)+y) != img.At(0, 0)
			}
		}
		if inked != want {
			t.Errorf("beside cells of kind %d something is drawn: %v", kind, inked)
		}
	}
}
