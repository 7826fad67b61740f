package photo

import (
	"image"
	"image/color"
	"slices"
	"strconv"

	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/vision"
)

// whichLit are the ids of the question which state is lit, by the name of the kind.
var whichLit = map[string]string{
	"lightsout": "photo.doubt.lit.lightsout", "cardflip": "photo.doubt.lit.cardflip", "tothemoon": "photo.doubt.lit.tothemoon",
}

// whichDots are the ids of the question whether the dots are right, by the name of the kind.
var whichDots = map[string]string{
	"lightsout": "photo.confirm.dots.lightsout", "cardflip": "photo.confirm.dots.cardflip", "tothemoon": "photo.confirm.dots.tothemoon",
}

// squareNames are the ids of the colours of squares in emoji.
var squareNames = map[string]string{
	"🟥": "red", "🟧": "orange", "🟨": "yellow", "🟩": "green", "🟦": "blue", "🟪": "purple", "🟫": "brown", "⬛": "black", "⬜": "white",
}

// ones names the cells that were seen in a state by their colour on the picture: 🟧 the orange ones. No two states have
// the same name. A state that was seen in no cell is that of none of them.
func (b *Board) ones(state string, say words.Phrases) string {
	n, _ := strconv.Atoi(state)
	var palette []render.Colour
	at := -1
	for _, s := range b.statesSeen() {
		if s == n {
			at = len(palette)
		}
		palette = append(palette, render.Colour{RGB: b.colourOf(s)})
	}
	if at < 0 {
		return say.Text("photo.none")
	}
	squares := (&render.Board{Palette: palette}).PaintEmoji()
	if at >= len(squares) || squareNames[squares[at]] == "" {
		return say.Text("photo.like", words.With{"Cell": b.like(state)})
	}
	return squares[at] + " " + say.Text("photo.ones", words.With{"Colour": say.Text("nonogram.colour." + squareNames[squares[at]])})
}

// statesSeen returns the states that cells were seen in, in rising order.
func (b *Board) statesSeen() (all []int) {
	const most = 9
	for s := range most {
		for i := range b.Cells {
			if g := b.Cells[i].State; len(g) > 0 && g[0].Value == s {
				all = append(all, s)
				break
			}
		}
	}
	return all
}

// colourOf returns the mean colour on the picture of the cells in a state: in the middle of each, or along its rim if
// signs are drawn on some.
func (b *Board) colourOf(state int) color.RGBA {
	var sum [3]int
	n := 0
	rims := slices.Contains(b.Flaws, vision.Signs)
	for _, cell := range b.Cells {
		if len(cell.State) == 0 || cell.State[0].Value != state || b.Straight == nil {
			continue
		}
		side := min(cell.Box.Dx(), cell.Box.Dy())
		in, but := cell.Box.Inset(side/3), image.Rectangle{}
		if rims {
			in, but = cell.Box.Inset(side/8), cell.Box.Inset(side/5)
		}
		in = in.Intersect(b.Straight.Rect)
		for y := in.Min.Y; y < in.Max.Y; y++ {
			for x := in.Min.X; x < in.Max.X; x++ {
				if image.Pt(x, y).In(but) {
					continue
				}
				c := b.Straight.RGBAAt(x, y)
				sum[0], sum[1], sum[2], n = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B), n+1
			}
		}
	}
	n = max(n, 1)
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
}
