package vision

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A lampPicture is a screen with a board of tiles on it.
type lampPicture struct {
	rows     []string // of '0' and '1', '2' for a third colour
	w, h     int      // size of a tile, in pixels
	gap      int
	colours  [3]color.RGBA
	page     color.RGBA
	panel    color.RGBA // behind the board, if not transparent
	sign     bool       // a dot in each tile
	glow     bool       // the middle of a 1 is lighter
	keyboard bool       // every other row stands half a tile to the right
}

func newLampPicture(rows ...string) lampPicture {
	return lampPicture{
		rows: rows, w: 40, h: 40, gap: 6, page: color.RGBA{25, 25, 30, 255},
		colours: [3]color.RGBA{{70, 80, 110, 255}, {250, 220, 60, 255}, {120, 230, 250, 255}},
	}
}

// tile returns where a tile is drawn.
func (p lampPicture) tile(row, col int) image.Rectangle {
	x, y := 50+col*(p.w+p.gap), 70+row*(p.h+p.gap)
	if p.keyboard {
		x += row % 2 * p.w / 2
	}
	return image.Rect(x, y, x+p.w, y+p.h)
}

func (p lampPicture) draw() []byte { return encoded(p.image()) }

func (p lampPicture) image() *image.RGBA {
	last := p.tile(len(p.rows)-1, len(p.rows[0])-1)
	img := image.NewRGBA(image.Rect(0, 0, last.Max.X+90, last.Max.Y+60))
	fill := func(r image.Rectangle, c color.RGBA) { draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src) }
	fill(img.Rect, p.page)
	if p.panel.A > 0 {
		fill(p.tile(0, 0).Union(last).Inset(-p.gap-5), p.panel)
	}
	for r, row := range p.rows {
		for c, state := range row {
			box := p.tile(r, c)
			fill(box, p.colours[state-'0'])
			if p.sign {
				fill(box.Inset(p.w*2/5), color.RGBA{128, 128, 128, 255})
			}
			if p.glow && state == '1' {
				for i := 1; i < 6; i++ {
					fill(box.Inset(p.w*i/14), color.RGBA{250, 220, uint8(60 + 30*i), 255})
				}
			}
		}
	}
	return img
}

func encoded(img image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // into memory
	}
	return b.Bytes()
}

// states returns the likeliest states of a reading, in rows.
func states(r *Reading) (rows []string) {
	for i := 0; i < len(r.Cells); i += r.Cols {
		row := ""
		for _, c := range r.Cells[i : i+r.Cols] {
			row += string('0' + rune(c.State[0].Value))
		}
		rows = append(rows, row)
	}
	return rows
}

// named returns rows with the state that is met first as 0.
func named(rows []string) []string {
	if rows[0][0] == '0' {
		return rows
	}
	var other []string
	for _, row := range rows {
		other = append(other, strings.NewReplacer("0", "1", "1", "0").Replace(row))
	}
	return other
}

func readLights(t *testing.T, data []byte, hint Hint) *Reading {
	t.Helper()
	r, err := Read(context.Background(), data, hint)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func randomRows(rng *rand.Rand, rows, cols int) (all []string) {
	for range rows {
		row := make([]byte, cols)
		for i := range row {
			row[i] = '0' + byte(rng.IntN(2))
		}
		all = append(all, string(row))
	}
	return all
}

// TestTiles draws boards in many ways, each with all its cells visible.
func TestTiles(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for name, change := range map[string]func(*lampPicture){
		"gaps":     func(*lampPicture) {},
		"no gaps":  func(p *lampPicture) { p.gap = 0 },
		"one line": func(p *lampPicture) { p.gap = 1 },
		"signs":    func(p *lampPicture) { p.sign = true },
		"glow":     func(p *lampPicture) { p.glow = true },
		"wide":     func(p *lampPicture) { p.w = 52 },
		"tiny":     func(p *lampPicture) { p.w, p.h, p.gap = 12, 12, 2 },
		"large":    func(p *lampPicture) { p.w, p.h, p.gap = 150, 150, 12 },
		"on white": func(p *lampPicture) { p.page = color.RGBA{255, 255, 255, 255} },
		"panel":    func(p *lampPicture) { p.panel = color.RGBA{90, 40, 40, 255} },
		"off unseen on a panel": func(p *lampPicture) {
			p.panel = color.RGBA{90, 40, 40, 255}
			p.colours[0] = p.panel
		},
	} {
		for _, size := range [][2]int{{5, 5}, {4, 7}, {8, 6}} {
			p := newLampPicture(randomRows(rng, size[0], size[1])...)
			change(&p)
			r, err := Read(context.Background(), p.draw(), Hint{Kind: Lights})
			if err != nil {
				t.Errorf("%s: %d × %d: %v", name, size[0], size[1], err)
				continue
			}
			oblong := size[0] != size[1] // may lack a line: see TestOblongLightsAreDoubted
			if got := states(r); !slices.Equal(got, named(p.rows)) || len(r.Flaws) > 0 != oblong {
				t.Errorf("%s: read %d × %d %v %v, want %v", name, r.Rows, r.Cols, got, r.Flaws, named(p.rows))
			}
			for i, c := range r.Cells {
				if c.State[0].P < .99 {
					t.Errorf("%s: cell %d is %v", name, i, c.State)
				}
			}
		}
	}
}

func TestCardsInARow(t *testing.T) {
	for _, row := range []string{"0101", "0010111", "011010011010011"} {
		p := newLampPicture(row)
		p.h = 56
		if r := readLights(t, p.draw(), Hint{Kind: Cards}); r.Kind != Cards || !slices.Equal(states(r), p.rows) {
			t.Errorf("read %v, want %v", states(r), p.rows)
		}
	}
}

// TestOneState: if all lamps look alike, the reading does not say that they are lit.
func TestOneState(t *testing.T) {
	p := newLampPicture("1111", "1111", "1111", "1111")
	r := readLights(t, p.draw(), Hint{Kind: Lights})
	if want := []string{"0000", "0000", "0000", "0000"}; !slices.Equal(states(r), want) || r.Lit[0].P > .5 {
		t.Errorf("read %v, lit %v", states(r), r.Lit)
	}
	if _, err := Read(context.Background(), p.draw(), Hint{}); err == nil {
		t.Error("tiles of one colour were taken for a board that nobody asked for")
	}
}

// TestLampsAlike: tiles with the same figure on each are offered as lamps in one state, though nobody asked for lights,
// but it is asked whether they are lit. Tiles with another figure on each are none.
func TestLampsAlike(t *testing.T) {
	t.Parallel()
	for _, side := range []int{3, 5, 7} {
		p := newLampPicture(slices.Repeat([]string{strings.Repeat("1", side)}, side)...)
		p.glow = true
		for _, kind := range []Kind{Any, Lights} {
			r, err := Read(t.Context(), p.draw(), Hint{Kind: kind})
			if err != nil {
				t.Errorf("%d×%d, kind %d: %v", side, side, kind, err)
				continue
			}
			want := slices.Repeat([]string{strings.Repeat("0", side)}, side)
			if !slices.Equal(states(r), want) || r.Lit[0].P > .5 || kind == Any && len(r.Flaws) == 0 {
				t.Errorf("kind %d: read %v, lit %v, flaws %v", kind, states(r), r.Lit, r.Flaws)
			}
		}
		img := p.image()
		rng := rand.New(rand.NewPCG(7, uint64(side)))
		for i := range side * side {
			for k := range 9 {
				at := p.tile(i/side, i%side).Min.Add(image.Pt(8+k%3*8, 8+k/3*8))
				if rng.IntN(2) == 0 {
					draw.Draw(img, image.Rectangle{at, at.Add(image.Pt(8, 8))}, image.Black, image.Point{}, draw.Src)
				}
			}
		}
		if r, err := Read(t.Context(), encoded(img), Hint{}); err == nil && r.Kind == Lights && !slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.State[0].Value == 1 }) {
			t.Errorf("%d×%d: tiles with another figure on each were taken for lamps that look alike", side, side)
		}
	}
}

// TestPresses: discs with a dot and a halo are presses drawn on lamps, so the lamps are in one state if their tiles are
// alike. Discs without both are lamps in another state.
func TestPresses(t *testing.T) {
	t.Parallel()
	p := newLampPicture("11010", "01101", "10011", "01110", "10101")
	p.w, p.h = 80, 80
	lit, blue := p.colours[1], color.RGBA{70, 80, 220, 255}
	white := color.RGBA{255, 255, 255, 255}
	for _, c := range []struct {
		halo, dot color.RGBA
		press     bool
	}{{white, white, true}, {white, blue, false}, {lit, blue, false}, {lit, white, false}} {
		img := p.image()
		for i := range 25 {
			box := p.tile(i/5, i%5)
			draw.Draw(img, box, image.NewUniform(lit), image.Point{}, draw.Src)
			disc := func(r int, c color.RGBA) {
				for k := range 4 * r * r {
					if x, y := k%(2*r)-r, k/(2*r)-r; x*x+y*y < r*r {
						img.SetRGBA(box.Min.X+p.w/2+x, box.Min.Y+p.h/2+y, c)
					}
				}
			}
			if p.rows[i/5][i%5] == '1' {
				disc(27, c.halo)
				disc(23, blue)
				disc(8, c.dot)
			} else {
				disc(22, color.RGBA{255, 240, 190, 255})
			}
		}
		for _, kind := range []Kind{Any, Lights} {
			r, err := Read(t.Context(), encoded(img), Hint{Kind: kind})
			if err != nil {
				t.Errorf("kind %d, %v: %v", kind, c, err)
				continue
			}
			if want := named(p.rows); !c.press && !slices.Equal(states(r), want) || c.press && strings.Contains(strings.Join(states(r), ""), "1") {
				t.Errorf("kind %d, %v: read %v", kind, c, states(r))
			}
			if slices.Contains(r.Flaws, Signs) != c.press || c.press && r.Lit[0].P > .5 {
				t.Errorf("kind %d, %v: flaws %v, lit %v", kind, c, r.Flaws, r.Lit)
			}
		}
	}
}

// TestPointer: a cell of a third colour is doubted, and no other.
func TestPointer(t *testing.T) {
	p := newLampPicture("01001", "11010", "01211", "00010", "10101")
	r := readLights(t, p.draw(), Hint{Kind: Lights})
	if r.Rows != 5 || r.Cols != 5 || len(r.Flaws) > 0 {
		t.Fatalf("read %d × %d, %v", r.Rows, r.Cols, r.Flaws)
	}
	for i, c := range r.Cells {
		if doubted := c.State[0].P < .95; doubted != (i == 12) {
			t.Errorf("cell %d is %v", i, c.State)
		}
	}
}

// TestGuessedExtent: where lamps that are off cannot be seen, a board is never said to be sure.
func TestGuessedExtent(t *testing.T) {
	p := newLampPicture("00000", "01100", "01010", "00110", "00000")
	p.colours[0] = p.page
	r := readLights(t, p.draw(), Hint{Kind: Lights})
	if !slices.Contains(r.Flaws, UnseenLines) {
		t.Errorf("read %v without a flaw", states(r))
	}
}

// TestCutThrough: a board with a line of cells partly beyond the image's edge is never said to be sure.
func TestCutThrough(t *testing.T) {
	p := newLampPicture("01101", "10010", "01011", "10100", "11010")
	img, last := p.image(), p.tile(4, 4)
	for _, shown := range []int{20, 25, 35} { // visible pixels of a tile of 40
		across, down := img.Rect, img.Rect
		across.Max.Y, down.Max.X = last.Min.Y+shown, last.Min.X+shown
		for _, seen := range []image.Rectangle{across, down} {
			r, err := Read(context.Background(), encoded(img.SubImage(seen)), Hint{Kind: Lights})
			if err == nil && len(r.Flaws) == 0 && (r.Rows != 5 || r.Cols != 5) {
				t.Errorf("%v: read %d × %d without a flaw", seen, r.Rows, r.Cols)
			}
		}
	}
}

// TestLightsLaws: the colours, the size and the orientation of a board do not matter.
func TestLightsLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		p := newLampPicture(randomRows(rng, 4+rng.IntN(4), 4+rng.IntN(4))...)
		p.gap = rng.IntN(8)
		data := p.draw()
		want := states(readLights(t, data, Hint{Kind: Lights}))
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		negative := p
		negative.colours[0], negative.colours[1] = p.colours[1], p.colours[0]
		if got := states(readLights(t, negative.draw(), Hint{Kind: Lights})); !slices.Equal(got, want) {
			t.Errorf("negative: %v, want %v", got, want)
		}
		b := img.Bounds()
		turned := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
		double := image.NewRGBA(image.Rect(0, 0, 2*b.Dx(), 2*b.Dy()))
		for y := range 2 * b.Dy() {
			for x := range 2 * b.Dx() {
				double.Set(x, y, img.At(x/2, y/2))
				turned.Set(y/2, x/2, img.At(x/2, y/2))
			}
		}
		if got := states(readLights(t, encoded(double), Hint{Kind: Lights})); !slices.Equal(got, want) {
			t.Errorf("twice as large: %v, want %v", got, want)
		}
		var across []string
		for c := range want[0] {
			row := ""
			for r := range want {
				row += want[r][c : c+1]
			}
			across = append(across, row)
		}
		if got := states(readLights(t, encoded(turned), Hint{Kind: Lights})); !slices.Equal(got, across) {
			t.Errorf("transposed: %v, want %v", got, across)
		}
	}
}

// TestNoLights: an image without a board has none, if the hint names no kind.
func TestNoLights(t *testing.T) {
	keys := newLampPicture("1000000001", "0000000000", "1000000001", "0011111000")
	keys.keyboard = true
	noise := image.NewRGBA(image.Rect(0, 0, 400, 400))
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(rng.Uint32()) | 3
	}
	icons := image.NewRGBA(image.Rect(0, 0, 500, 700))
	for i := range 30 { // each of other colours
		x, y := 40+i%5*85, 60+i/5*100
		for k := range 3 {
			box := image.Rect(x, y+k*20, x+60, y+k*20+20)
			c := color.RGBA{uint8(rng.IntN(256)), uint8(rng.IntN(256)), uint8(rng.IntN(256)), 255}
			draw.Draw(icons, box, image.NewUniform(c), image.Point{}, draw.Src)
		}
	}
	for name, data := range map[string][]byte{"keyboard": keys.draw(), "noise": encoded(noise), "icons": encoded(icons)} {
		if r, err := Read(context.Background(), data, Hint{}); err == nil && r.Kind == Lights {
			t.Errorf("%s: read as %d × %d lights", name, r.Rows, r.Cols)
		} else if err != nil && !errors.Is(err, ErrNoBoard) && !errors.Is(err, ErrNoClues) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestScreenshots reads real screenshots, if there are any. Their states are right; which state is lit may be
// unknown but not wrong.
func TestScreenshots(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("../../shared/data/photos/lightsout/screenshot/*.png")
	if len(names) == 0 {
		t.Skip("no pictures")
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		truth, err := os.ReadFile(strings.TrimSuffix(name, ".png") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Fields(string(truth))
		if strings.Contains(name, "tatham_flip") { // whose truth has the third lamp of the last row wrong
			want[6] = "1010011"
		}
		r, err := Read(context.Background(), data, Hint{Kind: Lights})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		if got := states(r); !slices.Equal(got, named(want)) {
			t.Errorf("%s: read %v, want %v", filepath.Base(name), got, named(want))
		}
		if lit := r.Lit[0]; lit.P > .9 && (lit.Value == 0) != (want[0][0] == '1') {
			t.Errorf("%s: the wrong state is said to be lit", filepath.Base(name))
		}
	}
}

// TestWideButtonsAreNoRow: two buttons below a board, each as wide as three tiles, are read as a row of it
// at most with a doubt about the board's size.
func TestWideButtonsAreNoRow(t *testing.T) {
	t.Parallel()
	p := newLampPicture("110110", "001100", "110111", "110011", "001001", "101101", "000000")
	img := p.image()
	for _, first := range []int{0, 3} {
		draw.Draw(img, p.tile(6, first).Union(p.tile(6, first+2)), image.NewUniform(p.colours[0]), image.Point{}, draw.Src)
	}
	r := readLights(t, encoded(img), Hint{Kind: Lights})
	if r.Rows != 6 && len(r.Flaws) == 0 {
		t.Errorf("%d rows are said to be sure", r.Rows)
	}
}

// TestButtonsBesideTheBoard: outer lines that look unlike the other cells in their state may be buttons, so the size is
// doubted. Where they look like them it is not.
func TestButtonsBesideTheBoard(t *testing.T) {
	t.Parallel()
	p := newLampPicture("01011", "00111", "00001", "01101", "00000")
	for _, c := range []struct {
		button color.RGBA
		doubt  bool
	}{{p.colours[0], false}, {color.RGBA{110, 120, 150, 255}, true}, {color.RGBA{73, 76, 110, 255}, true}} {
		img := p.image()
		for i := range 5 {
			draw.Draw(img, p.tile(i, 0), image.NewUniform(c.button), image.Point{}, draw.Src)
			draw.Draw(img, p.tile(4, i), image.NewUniform(c.button), image.Point{}, draw.Src)
		}
		r := readLights(t, encoded(img), Hint{Kind: Lights})
		if r.Rows != 5 || r.Cols != 5 || slices.Contains(r.Flaws, UnseenLines) != c.doubt {
			t.Errorf("beside %v: read %v with %v", c.button, states(r), r.Flaws)
		}
		r = readLights(t, encoded(img), Hint{Kind: Lights, Rows: 5, Cols: 5})
		if slices.Contains(r.Flaws, UnseenLines) {
			t.Errorf("beside %v: the size is told, and doubted", c.button)
		}
	}
}

// TestTilesBesideTheBoard: tiles of 5 × 5 have outlines alone, and the outer ones are cut through by the image's edge
// and hidden by a message. The rest is a square, but the outlines beside it are seen, so its size is doubted. Of the
// whole board it is not.
func TestTilesBesideTheBoard(t *testing.T) {
	t.Parallel()
	p := newLampPicture("00001", "00011", "00001", "00000", "00000")
	p.w, p.h, p.gap, p.page, p.colours = 105, 105, 14, color.RGBA{0, 0, 0, 255}, [3]color.RGBA{{12, 12, 12, 255}, {80, 130, 190, 255}}
	img := p.image()
	for i, row := range p.rows {
		for k, state := range row {
			if state == '0' {
				draw.Draw(img, p.tile(i, k), image.NewUniform(color.RGBA{60, 60, 60, 255}), image.Point{}, draw.Src)
				draw.Draw(img, p.tile(i, k).Inset(1), image.NewUniform(p.colours[0]), image.Point{}, draw.Src)
			}
		}
	}
	r := readLights(t, encoded(img), Hint{Kind: Lights})
	if r.Rows != 5 || r.Cols != 5 || len(r.Flaws) > 0 {
		t.Errorf("the whole board is %d × %d, with %v", r.Rows, r.Cols, r.Flaws)
	}
	message := p.tile(0, 1).Union(p.tile(0, 3))
	message.Min.Y, message.Max.Y = 0, message.Min.Y+p.h/2
	draw.Draw(img, message, image.NewUniform(color.RGBA{35, 35, 35, 255}), image.Point{}, draw.Src)
	cut := img.SubImage(image.Rect(p.tile(0, 0).Min.X+60, 0, img.Rect.Max.X, img.Rect.Max.Y))
	r = readLights(t, encoded(cut), Hint{Kind: Lights})
	if r.Rows != 4 || r.Cols != 4 || !slices.Contains(r.Flaws, UnseenLines) {
		t.Errorf("a part of it is %d × %d, with %v", r.Rows, r.Cols, r.Flaws)
	}
}

// TestCutBetweenCells: where the image ends just beside the board at one side, or shows a fifth of a tile more, and
// more at the other side, a line may be cut off, however square the rest is. Where it ends beside the board on both
// sides, the user cut it so.
func TestCutBetweenCells(t *testing.T) {
	t.Parallel()
	p := newLampPicture("011010", "110101", "001110", "101011", "010010")
	img := p.image()
	for _, c := range []struct {
		left, right int
		doubt       bool
	}{{0, p.tile(0, 4).Max.X + 3, true}, {0, p.tile(0, 5).Min.X + p.tile(0, 5).Dx()/5, true}, {p.tile(0, 0).Min.X - 3, p.tile(0, 4).Max.X + 3, false}} {
		r := readLights(t, encoded(img.SubImage(image.Rect(c.left, 0, c.right, img.Rect.Max.Y))), Hint{Kind: Lights})
		if r.Rows != 5 || r.Cols != 5 || slices.Contains(r.Flaws, UnseenLines) != c.doubt {
			t.Errorf("from %d to %d: read %d × %d with %v", c.left, c.right, r.Rows, r.Cols, r.Flaws)
		}
	}
}
