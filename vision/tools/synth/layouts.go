package synth

import (
	"image/color"
	"math/rand/v2"
)

type rgba = color.RGBA

// layouts holds all layouts by kind.
var layouts = map[Kind]struct{ development, heldOut []Layout }{
	Nonogram: {
		[]Layout{{"sheet", sheetStyle}, {"book", bookStyle}, {"pills", pillStyle}, {"dark", darkStyle}, {"handheld", handheldStyle}, {"web", webStyle}, {"pattern", patternStyle}, {"site", siteStyle}},
		[]Layout{{"newspaper", newspaperStyle}, {"tiles", tileStyle}, {"night", nightStyle}, {"console", consoleStyle}, {"leaflet", leafletStyle}},
	},
	Kakuro: {
		[]Layout{{"black", blackStyle}, {"diagonals", diagonalStyle}, {"grey", greyStyle}, {"blue", blueStyle}, {"striped", stripedStyle}, {"ragged", raggedStyle}},
		[]Layout{{"hatched", hatchedStyle}, {"outline", outlineStyle}, {"pale", paleStyle}, {"dark", darkSumsStyle}},
	},
	LightsOut: {
		[]Layout{{"plain", plainStyle}, {"rounded", roundedStyle}, {"blocks", blockStyle}, {"drawn", drawnStyle}},
		[]Layout{{"glow", glowStyle}, {"glyphs", glyphStyle}, {"tiny gaps", slimStyle}, {"signs", signStyle}},
	},
	Sudoku: {
		[]Layout{{"press", pressStyle}, {"shaded", shadedStyle}, {"app", boardAppStyle}},
		[]Layout{{"magazine", magazineStyle}, {"night", nightBoardStyle}, {"site", siteBoardStyle}},
	},
	CardFlip: {
		[]Layout{{"cards", cardStyle}, {"blocks", rowStyle}},
		[]Layout{{"table", tableStyle}, {"chips", chipStyle}},
	},
}

// paper returns black ink on white paper, both a little random; other styles begin with it.
func paper(rng *rand.Rand) Style {
	white := uint8(235 + rng.IntN(21))
	ink := uint8(rng.IntN(50))
	return Style{
		Paper: yellowed(rng, white), Body: grey(white),
		Ink: grey(ink), Line: grey(ink), Digit: between(rng, .42, .62), Rule: between(rng, .025, .06), Every: 5,
		Title: chance(rng, .4), Text: chance(rng, .3),
		Nonogram: NonogramStyle{Ink: grey(ink), Slot: 1, Pitch: between(rng, 1.2, 1.6), Gap: between(rng, .55, 1), Zero: choose(rng, []string{"0", "0", ""})},
	}
}

// yellowed returns a grey, a little yellow.
func yellowed(rng *rand.Rand, v uint8) rgba {
	c := grey(v)
	c.B -= uint8(rng.IntN(12))
	return c
}

// sheetStyle imitates a page from a printer, with numbers in boxes.
func sheetStyle(rng *rand.Rand) Style {
	s := paper(rng)
	s.Nonogram.Band, s.Nonogram.Slot = Boxed, choose(rng, []float64{1, 1, .8, .9})
	s.Digit = min(s.Digit, .6*s.Nonogram.Slot)
	s.Thick, s.Frame = s.Rule*between(rng, 1.6, 3), s.Rule*between(rng, 1, 3)
	s.Logo, s.Second = chance(rng, .3), chance(rng, .2)
	if chance(rng, .25) {
		s.Every = choose(rng, []int{0, 10})
	}
	if chance(rng, .3) {
		s.Line = grey(uint8(60 + rng.IntN(100)))
	}
	return s.pencilled(rng, .2)
}

// pencilled returns the style of a board that its player has begun, with probability p.
func (s Style) pencilled(rng *rand.Rand, p float64) Style {
	if chance(rng, p) {
		s.Progress = between(rng, .1, 1)
		s.Cross = choose(rng, []Sign{NoSign, CrossSign, DotSign})
	}
	return s
}

// bookStyle has numbers without boxes beside the board.
func bookStyle(rng *rand.Rand) Style {
	s := paper(rng)
	s.Thick, s.Frame = s.Rule*between(rng, 1.8, 3.5), s.Rule*between(rng, 1.8, 4)
	s.Nonogram.Guides = chance(rng, .5)
	s.Nonogram.Preview = chance(rng, .2)
	s.Digit = between(rng, .5, .75)
	if chance(rng, .4) {
		s.Nonogram.Fill = grey(uint8(215 + rng.IntN(30)))
	}
	return s.pencilled(rng, .25)
}

// newspaperStyle has grey bands, and thick lines much thicker than the others.
func newspaperStyle(rng *rand.Rand) Style {
	s := bookStyle(rng)
	s.Nonogram.Fill = grey(uint8(190 + rng.IntN(40)))
	s.Nonogram.Zebra = choose(rng, []rgba{{}, grey(240)})
	s.Thick, s.Frame = s.Rule*between(rng, 3, 5), s.Rule*between(rng, 2, 5)
	s.Text, s.Second = true, chance(rng, .4)
	return s
}

// leafletStyle has small boxes, and no thick lines or every fifth or tenth one.
func leafletStyle(rng *rand.Rand) Style {
	s := sheetStyle(rng)
	s.Every = choose(rng, []int{0, 5, 10})
	s.Nonogram.Slot = choose(rng, []float64{.7, .75, .85})
	s.Digit = between(rng, .55, .72) * s.Nonogram.Slot
	s.Nonogram.Fill = about(rng, rgb(0xe0e8f0))
	s.Logo = chance(rng, .5)
	return s
}

// app returns a board on a screen; other styles begin with it.
func app(rng *rand.Rand) Style {
	s := paper(rng)
	s.Screen = true
	s.Paper, s.Body = grey(uint8(225+rng.IntN(31))), grey(255)
	s.Rule, s.Thick = between(rng, .02, .05), between(rng, .05, .1)
	s.Line = grey(uint8(rng.IntN(150)))
	s.Frame = choose(rng, []float64{0, s.Thick})
	s.Nonogram.Zero = choose(rng, []string{"0", "", "0", "□"})
	return s.pencilled(rng, .5)
}

// pillStyle has the numbers of each line close together in a round box.
func pillStyle(rng *rand.Rand) Style {
	s := app(rng)
	s.Nonogram.Band, s.Nonogram.Fill = Pills, about(rng, rgb(0xdce4f4))
	s.Nonogram.Ink = about(rng, rgb(0x203050))
	s.Nonogram.Gap = between(rng, .3, .55)
	s.Nonogram.Done, s.Nonogram.DoneShare = choose(rng, []Done{Stays, Greyed}), between(rng, .1, .5)
	return s
}

// darkStyle has light ink on dark ground; numbers of two digits may have another colour.
func darkStyle(rng *rand.Rand) Style {
	s := app(rng)
	s.Paper, s.Body = about(rng, grey(30)), about(rng, grey(45))
	s.Ink, s.Line = grey(230), grey(uint8(90+rng.IntN(100)))
	s.Nonogram.Ink, s.Nonogram.Fill = grey(uint8(220+rng.IntN(36))), mix(s.Paper, grey(255), .05)
	s.Nonogram.Gap = between(rng, .35, .7)
	if chance(rng, .5) {
		s.Nonogram.TwoDigits = about(rng, rgb(0xf0d040))
	}
	s.Nonogram.Done, s.Nonogram.DoneShare = choose(rng, []Done{Stays, Greyed, Struck}), between(rng, .05, .4)
	return s
}

// nightStyle has boxes and colours on dark ground.
func nightStyle(rng *rand.Rand) Style {
	s := darkStyle(rng)
	s.Nonogram.Band, s.Nonogram.Slot = Boxed, 1
	s.Digit = min(s.Digit, .55)
	s.Paper, s.Body = about(rng, rgb(0x102038)), about(rng, rgb(0x183050))
	s.Line = about(rng, rgb(0x5080b0))
	s.Nonogram.Fill = about(rng, rgb(0x203860))
	return s
}

// handheldStyle imitates a small screen: digits of pixels, and every other band darker.
func handheldStyle(rng *rand.Rand) Style {
	s := app(rng)
	s.Pixels = true
	s.Nonogram.Band = Open
	s.Nonogram.Fill, s.Nonogram.Zebra = about(rng, rgb(0xe8f0ff)), about(rng, rgb(0xc0d0f0))
	s.Nonogram.Zero, s.Nonogram.Gap = choose(rng, []string{"□", "0"}), between(rng, .45, .8)
	s.Cross = CrossSign
	s.Title, s.Text = false, false
	s.Nonogram.Preview = chance(rng, .5)
	return s
}

// consoleStyle imitates a small screen as handheldStyle does; numbers that are done may be grey.
func consoleStyle(rng *rand.Rand) Style {
	s := handheldStyle(rng)
	s.Nonogram.Fill, s.Nonogram.Zebra = about(rng, rgb(0xf0e0c0)), about(rng, rgb(0xe0b890))
	s.Nonogram.Done, s.Nonogram.DoneShare = Greyed, between(rng, .1, .5)
	s.Every = choose(rng, []int{0, 5})
	return s
}

// webStyle has grey boxes and light lines.
func webStyle(rng *rand.Rand) Style {
	s := app(rng)
	s.Nonogram.Band, s.Nonogram.Fill = Boxed, about(rng, rgb(0xe8e8e8))
	s.Digit = min(s.Digit, .55)
	s.Text, s.Logo = chance(rng, .3), chance(rng, .2)
	s.Nonogram.Done, s.Nonogram.DoneShare = choose(rng, []Done{Stays, Struck, Greyed}), between(rng, .05, .4)
	return s
}

// patternStyle looks like Simon Tatham's Pattern: numbers without boxes on grey, lines darker than
// unknown cells, and empty cells white. The greys are those of its source.
func patternStyle(rng *rand.Rand) Style {
	s := app(rng)
	s.Paper, s.Body, s.Line, s.Ink = grey(uint8(212+rng.IntN(26))), grey(128), grey(77), grey(0)
	s.Rule, s.Thick, s.Every, s.Frame = between(rng, .04, .06), between(rng, .08, .12), 5, 0
	s.Digit, s.Cross, s.Title, s.Text = between(rng, .4, .5), WhiteSign, false, false
	s.Nonogram.Ink, s.Nonogram.Fill, s.Nonogram.Zero = grey(0), s.Paper, ""
	s.Nonogram.Gap, s.Nonogram.Pitch = between(rng, .6, 1), between(rng, 1.2, 1.6)
	return s
}

// siteStyle looks like nonograms.org: webStyle with a small picture, and done numbers struck out.
func siteStyle(rng *rand.Rand) Style {
	s := webStyle(rng)
	s.Line, s.Ink = grey(uint8(90+rng.IntN(60))), grey(0)
	s.Rule, s.Thick, s.Every, s.Frame = between(rng, .03, .05), between(rng, .08, .12), 5, between(rng, .08, .12)
	s.Cross, s.Title = choose(rng, []Sign{CrossSign, DotSign}), false
	s.Nonogram.Preview, s.Nonogram.Done, s.Nonogram.Zero = true, Struck, ""
	return s
}

// tileStyle has each number in white on a dark box of its own.
func tileStyle(rng *rand.Rand) Style {
	s := app(rng)
	s.Nonogram.Band, s.Nonogram.Fill, s.Nonogram.Ink = Tiles, about(rng, choose(rng, []rgba{grey(20), rgb(0x304878), rgb(0x602040)})), grey(250)
	s.Nonogram.Slot, s.Digit = 1, between(rng, .42, .58)
	s.Nonogram.Zero = choose(rng, []string{"0", ""})
	return s
}

// sums returns a Kakuro in black and white; the other styles of Kakuro begin with it.
func sums(rng *rand.Rand, screen bool) Style {
	s := paper(rng)
	s.Screen = screen
	s.Digit, s.Every, s.Rule, s.Frame = between(rng, .5, .65), 0, between(rng, .02, .05), between(rng, .03, .1)
	s.Body = grey(255)
	s.Kakuro = KakuroStyle{Block: grey(uint8(rng.IntN(40))), SumInk: grey(250), Slash: grey(250), SumSize: between(rng, .27, .34), DigitInk: grey(uint8(rng.IntN(60)))}
	s.Kakuro.Diagonal = choose(rng, []Diagonal{WithSums, Always})
	if chance(rng, .25) {
		s.Progress = between(rng, .2, 1)
	}
	return s
}

// blackStyle has black blocks, and lines from black to grey.
func blackStyle(rng *rand.Rand) Style {
	s := sums(rng, chance(rng, .6))
	s.Line = grey(uint8(rng.IntN(120)))
	return s
}

// diagonalStyle has white blocks, told from white cells by their diagonals.
func diagonalStyle(rng *rand.Rand) Style {
	s := sums(rng, chance(rng, .4))
	s.Kakuro.Block = grey(255)
	s.Kakuro.SumInk, s.Kakuro.Slash = s.Ink, s.Ink
	s.Kakuro.Diagonal = Always
	return s
}

func greyStyle(rng *rand.Rand) Style {
	s := sums(rng, chance(rng, .5))
	s.Kakuro.Block = grey(uint8(150 + rng.IntN(70)))
	s.Kakuro.SumInk, s.Kakuro.Slash = s.Ink, s.Ink
	return s
}

// blueStyle has blue cells and darker blocks, on a dark screen.
func blueStyle(rng *rand.Rand) Style {
	s := sums(rng, true)
	s.Paper, s.Body = about(rng, rgb(0x1c2a4a)), about(rng, rgb(0x5078c0))
	s.Kakuro.Block, s.Kakuro.SumInk, s.Kakuro.Slash = about(rng, rgb(0x283c68)), about(rng, rgb(0xd8e4ff)), about(rng, rgb(0x6080b8))
	s.Line, s.Kakuro.DigitInk, s.Ink = about(rng, rgb(0x182440)), grey(250), grey(220)
	return s
}

// hatchedStyle has white blocks with rising stripes.
func hatchedStyle(rng *rand.Rand) Style {
	s := sums(rng, chance(rng, .5))
	s.Kakuro.Block, s.Kakuro.Hatch = grey(255), grey(uint8(150+rng.IntN(70)))
	s.Kakuro.SumInk, s.Kakuro.Slash, s.Kakuro.Diagonal = s.Ink, s.Ink, choose(rng, []Diagonal{WithBoth, WithSums})
	return s
}

// outlineStyle has grey blocks, and none at the edge without sums and white neighbours.
func outlineStyle(rng *rand.Rand) Style {
	s := greyStyle(rng)
	s.Kakuro.Outline, s.Screen, s.Frame = true, false, 0
	s.Text = chance(rng, .5)
	return s
}

// paleStyle has blocks nearly as light as white cells.
func paleStyle(rng *rand.Rand) Style {
	s := sums(rng, true)
	s.Kakuro.Block = about(rng, rgb(0xf0dcc8))
	s.Kakuro.SumInk, s.Kakuro.Slash = about(rng, rgb(0x804020)), about(rng, rgb(0xc09878))
	s.Line = about(rng, rgb(0xc09878))
	s.Kakuro.Diagonal = WithBoth
	return s
}

// darkSumsStyle has light ink, dark cells and darker blocks, on a screen.
func darkSumsStyle(rng *rand.Rand) Style {
	s := sums(rng, true)
	s.Paper, s.Body, s.Ink = grey(24), about(rng, grey(60)), grey(230)
	s.Kakuro.Block, s.Kakuro.SumInk, s.Kakuro.Slash = about(rng, grey(24)), grey(230), grey(120)
	s.Line, s.Kakuro.DigitInk = grey(110), grey(245)
	return s
}

// lamps returns a board of lights; the other styles of lights and cards begin with it.
func lamps(rng *rand.Rand) Style {
	dark := chance(rng, .6)
	s := Style{Screen: true, Digit: .5, Paper: grey(uint8(225 + rng.IntN(31))), Ink: grey(30), Title: chance(rng, .4), Text: chance(rng, .2), Line: grey(uint8(rng.IntN(120)))}
	if dark {
		s.Paper, s.Ink = about(rng, grey(30)), grey(220)
	}
	s.Body = s.Paper
	on := choose(rng, []rgba{rgb(0xf8e040), rgb(0xff9020), rgb(0xffffff), rgb(0x60e060), rgb(0x40c0ff), rgb(0xff5050)})
	off := choose(rng, []rgba{grey(60), grey(100), rgb(0x203050), rgb(0x402020)})
	s.Lights = LightsStyle{On: about(rng, on), Off: about(rng, off)}
	if chance(rng, .15) {
		s.Lights.Pointer = rgb(0x80a0ff)
	}
	return s
}

// plainStyle has lines between the tiles.
func plainStyle(rng *rand.Rand) Style {
	s := lamps(rng)
	s.Rule, s.Frame = between(rng, .02, .06), between(rng, .02, .1)
	return s
}

// roundedStyle has tiles with round corners, and gaps between them.
func roundedStyle(rng *rand.Rand) Style {
	s := lamps(rng)
	s.Lights.Gap, s.Lights.Radius = between(rng, .08, .2), between(rng, .08, .3)
	return s
}

// blockStyle has neither lines nor gaps between tiles.
func blockStyle(rng *rand.Rand) Style {
	s := lamps(rng)
	s.Frame = choose(rng, []float64{0, .06})
	return s
}

// drawnStyle has black and white tiles on paper.
func drawnStyle(rng *rand.Rand) Style {
	s := plainStyle(rng)
	s.Screen = false
	s.Paper, s.Body, s.Ink, s.Line = grey(245), grey(245), grey(20), grey(30)
	s.Lights.On, s.Lights.Off, s.Lights.Pointer = grey(250), grey(uint8(20+rng.IntN(100))), rgba{}
	return s
}

// glowStyle has lamps that glow on a dark page.
func glowStyle(rng *rand.Rand) Style {
	s := roundedStyle(rng)
	s.Lights.Glow = true
	s.Paper, s.Body = about(rng, grey(20)), about(rng, grey(20))
	return s
}

// glyphStyle has a ring or a bulb on each tile.
func glyphStyle(rng *rand.Rand) Style {
	s := roundedStyle(rng)
	s.Lights.Glyph = uint8(1 + rng.IntN(2))
	s.Lights.Gap = between(rng, .15, .35)
	return s
}

// slimStyle has gaps of 2 to 5 % of a cell.
func slimStyle(rng *rand.Rand) Style {
	s := lamps(rng)
	s.Lights.Gap = between(rng, .02, .05)
	return s
}

// signStyle has a plus on each tile.
func signStyle(rng *rand.Rand) Style {
	s := plainStyle(rng)
	s.Lights.Glyph = 3
	return s
}

// cardStyle has cards on a green table, red backs and white faces.
func cardStyle(rng *rand.Rand) Style {
	s := lamps(rng)
	s.Lights = LightsStyle{On: grey(250), Off: about(rng, rgb(0xa02030)), Gap: between(rng, .1, .25), Radius: .08, Glyph: 4, Tall: between(rng, 1.3, 1.6)}
	s.Paper = about(rng, rgb(0x206040))
	s.Body = s.Paper
	return s
}

func rowStyle(rng *rand.Rand) Style { return plainStyle(rng) }
