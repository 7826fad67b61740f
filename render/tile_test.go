package render

import (
	"image"
	"image/color"
	"regexp"
	"testing"

	"golang.org/x/image/draw"
)

// games are the tiles that stand side by side in one game.
var games = map[string][]Tile{
	"nonogram":          {OpenTile, FilledTile, CrossedTile},
	"Lights Out":        {UnlitTile, LitTile, GapTile},
	"lamps of 9 states": {UnlitTile, Lamp1Tile, lamp2Tile, lamp3Tile, lamp4Tile, lamp5Tile, lamp6Tile, lamp7Tile, lamp8Tile, GapTile},
	"cards":             {FaceDownTile, FaceUpTile},
	"sky":               {ClearTile, CloudyTile},
	"orbs":              {RowTile, ColumnTile, DiagonalTile},
	"Kakuro":            {WhiteTile, Digit1Tile, digit2Tile, digit3Tile, digit4Tile, digit5Tile, digit6Tile, digit7Tile, digit8Tile, digit9Tile},
}

// grounds are the colours of Discord's buttons and menus: grey and blue, on dark and on light.
var grounds = []color.RGBA{{0x4e, 0x50, 0x58, 255}, {0x38, 0x3a, 0x40, 255}, {0x58, 0x65, 0xf2, 255}, {0xe3, 0xe5, 0xe8, 255}, {0xff, 0xff, 0xff, 255}}

// shownOn returns a tile as a button shows it: 22 pixels wide, on a ground.
func shownOn(ground color.RGBA, t Tile, theme Theme) *image.RGBA {
	const side = 22
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	picture := t.Picture(theme)
	draw.CatmullRom.Scale(img, img.Rect, picture, picture.Rect, draw.Over, nil)
	return img
}

// apartBy counts the pixels of two pictures that anybody tells apart: ΔE2000 of 10 or more.
func apartBy(a, b *image.RGBA) (n int) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if Apart(a.RGBAAt(x, y), b.RGBAAt(x, y)) >= 10 {
				n++
			}
		}
	}
	return n
}

// TestTilesAreToldApart: at the size of a button, on every ground and in both themes, two tiles of one
// game differ in 12 of their 484 pixels at least, and each but the gap differs from the ground in 40.
func TestTilesAreToldApart(t *testing.T) {
	for _, theme := range []Theme{Dark, Light} {
		for _, ground := range grounds {
			empty := image.NewRGBA(image.Rect(0, 0, 22, 22))
			draw.Draw(empty, empty.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
			pictures := map[Tile]*image.RGBA{}
			for _, tile := range Tiles() {
				pictures[tile] = shownOn(ground, tile, theme)
			}
			for name, all := range games {
				for i, tile := range all {
					shown := pictures[tile]
					if n := apartBy(shown, empty); (n < 40) != (tile == GapTile) {
						t.Errorf("%s on %v: %d pixels are seen", tile.Name(), ground, n)
					}
					for _, other := range all[:i] {
						if n := apartBy(shown, pictures[other]); n < 12 {
							t.Errorf("%s: %s and %s differ in %d pixels on %v", name, tile.Name(), other.Name(), n, ground)
						}
					}
				}
			}
		}
	}
}

// TestTilesAreEmoji: a tile is what Discord takes for an emoji, with room in its name for a hash, and
// has an emoji of its own to stand in for it. Nothing is drawn outside of its shape.
func TestTilesAreEmoji(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9_]{2,25}$`)
	seen := map[string]bool{}
	for _, tile := range Tiles() {
		if n := tile.Name(); !name.MatchString(n) || seen[n] {
			t.Errorf("tile %d is called %q", tile, n)
		}
		seen[tile.Name()] = true
		if tile.Emoji() == "" {
			t.Errorf("%s has no emoji", tile.Name())
		}
		for _, theme := range []Theme{Dark, Light} {
			p := tile.Picture(theme)
			if p.Rect != image.Rect(0, 0, TileSide, TileSide) || p.NRGBAAt(0, 0).A != 0 || p.NRGBAAt(TileSide-1, TileSide-1).A != 0 {
				t.Errorf("%s is %v, or its corners are not transparent", tile.Name(), p.Rect)
			}
			if tile != GapTile && p.NRGBAAt(TileSide/2, TileSide/2).A != 255 {
				t.Errorf("%s is transparent in the middle", tile.Name())
			}
		}
	}
	if NoTile.Name() != "" || NoTile.Emoji() != "" {
		t.Error("no tile is one")
	}
	for state, want := range []string{"unlit", "lamp_1", "lamp_2", "lamp_3"} {
		if got := LampTile(state, 4).Name(); got != want {
			t.Errorf("state %d of 4 is %s", state, got)
		}
	}
	if got := LampTile(1, 2).Name(); got != "lit" {
		t.Errorf("state 1 of 2 is %s", got)
	}
	for digit := 1; digit <= 9; digit++ {
		if got := DigitTile(digit); got.Text() != string(rune('0'+digit)) {
			t.Errorf("%d is %s", digit, got.Text())
		}
	}
}

// TestTilesAreTheBoardsCells: the middle of a tile has the colours of its cell in a picture of a board.
func TestTilesAreTheBoardsCells(t *testing.T) {
	for _, theme := range []Theme{Dark, Light} {
		for _, tile := range []Tile{OpenTile, FilledTile, CrossedTile, UnlitTile, LitTile, Lamp1Tile, lamp5Tile, FaceDownTile, FaceUpTile, ClearTile, CloudyTile, WhiteTile, digit7Tile} {
			b := NewBoard(1, 1)
			b.Cells[0] = tiles[tile].cell
			l, err := b.lay()
			if err != nil {
				t.Fatal(err)
			}
			d := b.drawing(l, theme)
			d.draw()
			p := tile.Picture(theme)
			for _, at := range [][2]float64{{.5, .5}, {.4, .4}, {.5, .3}} {
				x, y := l.x0+int(at[0]*float64(l.w)), l.y0+int(at[1]*float64(l.h))
				want := d.img.At(x, y).(color.RGBA)
				got := p.NRGBAAt(int(at[0]*TileSide), int(at[1]*TileSide))
				if l.h == l.w && Apart(color.RGBA{got.R, got.G, got.B, 255}, want) > 5 {
					t.Errorf("%s at %v is %v, on a board %v", tile.Name(), at, got, want)
				}
			}
		}
	}
}
