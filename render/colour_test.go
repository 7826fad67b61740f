package render

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func colourOf(letter byte, name string, h hex) Colour {
	r, g, b := h.rgb()
	return Colour{letter, name, color.RGBA{uint8(r), uint8(g), uint8(b), 255}}
}

// rose is a picture in colours with its clues.
func rose() *Board {
	rows := []string{
		"..rrr...",
		".ryyyr..",
		".ryyyr..",
		"..rrr...",
		"g..g..gg",
		"gg.g.gg.",
		".gggggb.",
		"kkkgkkkb",
	}
	b := NewBoard(len(rows), len(rows[0]))
	b.Ground = color.RGBA{255, 255, 255, 255}
	b.Palette = []Colour{colourOf('r', "red", 0xff0000), colourOf('y', "yellow", 0xffee00), colourOf('g', "green", 0x00a000), colourOf('k', "black", 0), colourOf('b', "blue", 0x0000ff)}
	b.paint(rows)
	b.clue()
	return b
}

// paint puts rows of letters on a board.
func (b *Board) paint(rows []string) {
	for i := range b.Cells {
		letter := rows[i/b.Cols][i%b.Cols]
		c := slices.IndexFunc(b.Palette, func(c Colour) bool { return c.Letter == letter })
		switch {
		case letter == '?':
			b.Cells[i] = Cell{Kind: Open}
		case c >= 0:
			b.Cells[i] = Cell{Kind: Painted, Colour: uint8(c)}
		}
	}
}

// clue reads the clues off a picture.
func (b *Board) clue() {
	b.Left, b.LeftColours = make([][]int, b.Rows), make([][]int, b.Rows)
	b.Top, b.TopColours = make([][]int, b.Cols), make([][]int, b.Cols)
	line := func(n int, at func(i int) *Cell) (runs, colours []int) {
		for i := range n {
			c := at(i)
			switch {
			case c.Kind != Painted:
			case i > 0 && at(i-1).Kind == Painted && at(i-1).Colour == c.Colour:
				runs[len(runs)-1]++
			default:
				runs, colours = append(runs, 1), append(colours, int(c.Colour))
			}
		}
		return runs, colours
	}
	for r := range b.Rows {
		b.Left[r], b.LeftColours[r] = line(b.Cols, func(i int) *Cell { return b.At(r, i) })
	}
	for c := range b.Cols {
		b.Top[c], b.TopColours[c] = line(b.Rows, func(i int) *Cell { return b.At(i, c) })
	}
}

// Pairs of Sharma, Wu and Dalal, Table 1.
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		a, b lab
		want float64
	}{
		{lab{50, 2.6772, -79.7751}, lab{50, 0, -82.7485}, 2.0425},
		{lab{50, 3.1571, -77.2803}, lab{50, 0, -82.7485}, 2.8615},
		{lab{50, -1.3802, -84.2814}, lab{50, 0, -82.7485}, 1},
		{lab{50, 0, 0}, lab{50, -1, 2}, 2.3669},
		{lab{50, 2.4900, -.0010}, lab{50, -2.4900, .0009}, 7.1792},
		{lab{50, 2.4900, -.0010}, lab{50, -2.4900, .0011}, 7.2195},
		{lab{50, -.0010, 2.4900}, lab{50, .0011, -2.4900}, 4.7461},
		{lab{50, 2.5, 0}, lab{50, 0, -2.5}, 4.3065},
		{lab{50, 2.5, 0}, lab{73, 25, -18}, 27.1492},
		{lab{50, 2.5, 0}, lab{61, -5, 29}, 22.8977},
		{lab{50, 2.5, 0}, lab{58, 24, 15}, 19.4535},
		{lab{60.2574, -34.0099, 36.2677}, lab{60.4626, -34.1751, 39.4387}, 1.2644},
		{lab{22.7233, 20.0904, -46.6940}, lab{23.0331, 14.9730, -42.5619}, 2.0373},
		{lab{2.0776, .0795, -1.1350}, lab{.9033, -.0636, -.5514}, .9082},
	} {
		if got := c.a.difference(c.b); math.Abs(got-c.want) > .0001 {
			t.Errorf("%v and %v: %.4f, want %.4f", c.a, c.b, got, c.want)
		}
		if back := c.b.difference(c.a); math.Abs(back-c.want) > .0001 {
			t.Errorf("%v and %v: %.4f, want %.4f", c.b, c.a, back, c.want)
		}
	}
}

// What assign finds costs as little as the best of all ways.
func TestAssign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 5).Draw(t, "rows")
		cols := rapid.IntRange(rows, 6).Draw(t, "cols")
		costs := make([][]float64, rows)
		for r := range costs {
			for range cols {
				costs[r] = append(costs[r], float64(rapid.IntRange(0, 20).Draw(t, "cost")))
			}
		}
		var best func(r int, used int) float64
		best = func(r, used int) float64 {
			if r == rows {
				return 0
			}
			least := math.Inf(1)
			for c := range cols {
				if used>>c&1 == 0 {
					least = min(least, costs[r][c]+best(r+1, used|1<<c))
				}
			}
			return least
		}
		sum, used := 0., map[int]bool{}
		for r, c := range assign(costs) {
			sum, used[c] = sum+costs[r][c], true
		}
		if want := best(0, 0); sum != want || len(used) != rows {
			t.Fatalf("%v costs %v, and %v would do", assign(costs), sum, want)
		}
	})
}

// What is written on a colour can be read on any.
func TestLegibleOnAnyColour(t *testing.T) {
	for r := 0; r < 256; r += 5 {
		for g := 0; g < 256; g += 5 {
			for b := 0; b < 256; b += 5 {
				h := hex(r<<16 | g<<8 | b)
				ink := map[ink]hex{jet: 0, snow: 0xffffff}[legibleOn(h)]
				if c := contrastOf(ink, h); c < 4.5 {
					t.Fatalf("%06x on %06x has contrast %.2f", ink, h, c)
				}
			}
		}
	}
}

// A palette that somebody can't tell apart is drawn in one that everybody can.
func TestSafeColours(t *testing.T) {
	white := color.RGBA{255, 255, 255, 255}
	for _, c := range []struct {
		name    string
		palette []hex
		changed bool
	}{
		{"red and green of one lightness", []hex{0xb05000, 0x688000}, true},
		{"black, red and blue", []hex{0, 0xff0000, 0x0000ff}, false},
		{"nearly white", []hex{0xfafafa, 0x000000}, true},
	} {
		b := NewBoard(1, 1)
		b.Ground = white
		for i, h := range c.palette {
			b.Palette = append(b.Palette, colourOf('a'+byte(i), "", h))
		}
		if got := b.Recoloured(); got != c.changed {
			t.Errorf("%s: changed is %v", c.name, got)
		}
		if least := apart(append(b.shown(), 0xffffff)); least < canTell {
			t.Errorf("%s: %v are %.1f apart", c.name, b.shown(), least)
		}
	}
}

func TestColourEmoji(t *testing.T) {
	b := rose()
	want := strings.Join([]string{"⬜⬜🟥🟥🟥⬜⬜⬜", "⬜🟥🟨🟨🟨🟥⬜⬜"}, "\n")
	if got := b.Emoji(); !strings.HasPrefix(got, want) {
		t.Errorf("%s", got)
	}
	for _, c := range []struct {
		palette []hex
		want    string
	}{
		{[]hex{0xff0000, 0xff8000, 0xffff00, 0x00ff00, 0x0000ff, 0x800080, 0x804000, 0}, "🟥🟧🟨🟩🟦🟪🟫⬛"},
		{[]hex{0xffffff, 0}, "⬜⬛"},
		{[]hex{0xffc0cb, 0x808080}, "🟪⬛"},
		{[]hex{0x800000, 0xff0000}, "🟫🟥"},
	} {
		b := NewBoard(1, len(c.palette)+1)
		for i, h := range c.palette {
			b.Palette = append(b.Palette, colourOf('a'+byte(i), "", h))
			b.Cells[i] = Cell{Kind: Painted, Colour: uint8(i)}
		}
		ground := "⬜"
		if strings.Contains(c.want, ground) {
			ground = "▪️"
		}
		if got := b.Emoji(); got != c.want+ground {
			t.Errorf("%06x: %s, want %s", c.palette, got, c.want+ground)
		}
	}
}

// No two colours share an emoji, and there are eighteen in all.
func TestManyColours(t *testing.T) {
	b := NewBoard(1, 1)
	for i := range 19 {
		b.Palette = append(b.Palette, colourOf('a'+byte(i), "", hex(i*0x0d0d0d)))
		all := slices.Clone(b.paints().colours)
		slices.Sort(all)
		if n := len(slices.Compact(all)); n != i+1 && i < 18 || i == 18 && n != 0 {
			t.Errorf("%d colours have %d emoji", i+1, n)
		}
	}
}

// On every picture, whatever its size, two cells of different colours differ by more than
// colour.
func TestColoursHaveShapes(t *testing.T) {
	for _, n := range []int{8, 45} {
		b := NewBoard(n, n)
		b.Ground = color.RGBA{255, 255, 255, 255}
		for i := range 12 {
			b.Palette = append(b.Palette, colourOf('a'+byte(i), "", hex(0x111111*(i+1))))
		}
		for i := range b.Cells {
			b.Cells[i] = Cell{Kind: Painted, Colour: uint8(i % 12)}
		}
		b.clue()
		img, l := picture(t, b, Light), layoutOf(t, b)
		b.key(l)
		seen := map[string]int{}
		for i := range 12 {
			shape := square(img, b, l, i/n+1, i%n)
			ground := shape[len(shape)/2+l.w/2-l.w/2] // the left edge's middle
			for k, c := range shape {
				shape[k] = 0
				if c != ground {
					shape[k] = 1
				}
			}
			which := int(b.At(i/n+1, i%n).Colour)
			if other, ok := seen[string(shape)]; ok && other != which {
				t.Errorf("%d×%d: colours %d and %d look alike but for the hue", n, n, other, which)
			}
			seen[string(shape)] = which
		}
	}
}

func TestLetters(t *testing.T) {
	b := rose()
	b.Cells[0].Kind = Open
	if got := b.Letters()[0]; got != "?.rrr..." {
		t.Errorf("%s", got)
	}
}
