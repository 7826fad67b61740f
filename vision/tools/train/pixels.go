package main

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
)

// pixelFonts holds digits of few pixels, as on handhelds and old screens: the digits 0 to 9 side by side,
// a blank column between them.
var pixelFonts = []string{`
### .#. ### ### #.# ### ### ### ### ###
#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#
#.# .#. ### ### ### ### ### ..# ### ###
#.# .#. #.. ..# ..# ..# #.# ..# #.# ..#
### ### ### ### ..# ### ### ..# ### ###
`, `
.#. .#. ##. ##. #.# ### .## ### .#. .#.
#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#
#.# .#. .#. .#. ### ##. ##. .#. .#. .##
#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#
.#. .#. ### ##. ..# ##. .#. .#. .#. ##.
`, `
.##. .#. .##. .##. ..#. #### .##. #### .##. .##.
#..# ##. #..# #..# .##. #... #... ...# #..# #..#
#..# .#. ...# ..#. #.#. ###. ###. ..#. .##. .###
#..# .#. .##. ...# #### ...# #..# ..#. #..# ...#
#..# .#. #... #..# ..#. #..# #..# .#.. #..# ...#
.##. ### #### .##. ..#. .##. .##. .#.. .##. .##.
`, `
.###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###.
#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...#
#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...#
#.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .####
##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#
#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..
`, `
.###. .## .###. ####. #..#. ##### .###. ##### .###. .###.
#...# ### #...# ....# #..#. #.... #.... #...# #...# #...#
#...# .## ....# ....# #..#. #.... #.... ...#. #...# #...#
#...# .## ..##. .###. #..#. ####. ####. ...#. .###. .####
#...# .## .#... ....# ##### ....# #...# ..#.. #...# ....#
#...# .## #.... ....# ...#. ....# #...# ..#.. #...# ....#
.###. .## ##### ####. ...#. ####. .###. ..#.. .###. .###.
`, `
.####. ..##. .####. .####. ...##. ###### .####. ###### .####. .####.
##..## .###. ##..## ##..## ..###. ##.... ##.... ....## ##..## ##..##
##..## ..##. ....## ....## .####. ##.... ##.... ...##. ##..## ##..##
##..## ..##. ...##. ..###. ##.##. #####. #####. ...##. .####. .#####
##..## ..##. ..##.. ....## ###### ....## ##..## ..##.. ##..## ....##
##..## ..##. .##... ##..## ...##. ##..## ##..## ..##.. ##..## ....##
.####. .#### ###### .####. ...##. .####. .####. ..##.. .####. .####.
`, `
#### # #### #### #..# #### #### #### #### ####
#..# # ...# ...# #..# #... #... ...# #..# #..#
#..# # ...# ...# #..# #... #... ...# #..# #..#
#..# # #### #### #### #### #### ...# #### ####
#..# # #... ...# ...# ...# #..# ...# #..# ...#
#..# # #... ...# ...# ...# #..# ...# #..# ...#
#### # #### #### ...# #### #### ...# #### ####
`, `
..##.. ..#.. .####. ####. ....#. ###### ..###. ###### .####. .####.
.#..#. .##.. #....# ....# ...##. #..... .#.... .....# #....# #....#
#....# #.#.. .....# ....# ..#.#. #..... #..... ....#. #....# #....#
#....# ..#.. ....#. .###. .#..#. #####. #.###. ....#. .####. #....#
#....# ..#.. ...#.. ....# #...#. .....# ##...# ...#.. #....# .#####
#....# ..#.. ..#... ....# ###### .....# #....# ...#.. #....# .....#
.#..#. ..#.. .#.... ....# ....#. #....# #....# ..#... #....# ....#.
..##.. ##### ###### ####. ....#. .####. .####. ..#... .####. .###..
`}

// fewest holds the ways to draw each digit with 3 × 5 pixels, the rows split by "/". A font takes any of them.
var fewest = [10]string{
	"###/#.#/#.#/#.#/### .#./#.#/#.#/#.#/.#.",
	".#./##./.#./.#./### #/#/#/#/# ##/.#/.#/.#/.# .#/##/.#/.#/.# ##./.#./.#./.#./###",
	"###/..#/###/#../### ##./..#/.#./#../### ###/..#/.##/#../### .#./#.#/..#/.#./###",
	"###/..#/###/..#/### ###/..#/.##/..#/### ##./..#/.#./..#/##. ##./..#/##./..#/##.",
	"#.#/#.#/###/..#/..# #.#/#.#/###/.#./.#. #../#.#/###/..#/..# ..#/.##/#.#/###/..# #../#../#.#/###/..#",
	"###/#../###/..#/### ###/#../##./..#/##. ###/#../##./..#/### .##/#../##./..#/##.",
	"###/#../###/#.#/### #../#../###/#.#/### .##/#../###/#.#/### .##/#../##./#.#/.#.",
	"###/..#/..#/..#/..# ###/..#/.#./.#./.#. ###/..#/..#/.#./.#. ###/#.#/..#/..#/..# ###/..#/.#./#../#..",
	"###/#.#/###/#.#/### .#./#.#/.#./#.#/.#. ###/#.#/.#./#.#/###",
	"###/#.#/###/..#/### ###/#.#/###/..#/..# ###/#.#/###/..#/##. .#./#.#/.##/..#/##.",
}

// mixedFaces is how many fonts of 3 × 5 pixels pixelFamilies mixes.
const mixedFaces = 24

// pixelFamilies returns the fonts above, fonts mixed from the ways to draw digits with the fewest pixels, and those of
// seven segments. They have no letters.
func pixelFamilies() []family {
	var all []family
	add := func(f face) {
		f.family = "pixels"
		all = append(all, family{f})
	}
	for _, text := range pixelFonts {
		rows := strings.Fields(text)
		var f face
		for d := range 10 {
			var own []string
			for y := range len(rows) / 10 {
				own = append(own, rows[10*y+d])
			}
			f.digits[d] = pixelOutline(own)
		}
		add(f)
	}
	r := rand.New(rand.NewPCG(5, 3)) // the same fonts in each run
	for range mixedFaces {
		var f face
		for d, ways := range fewest {
			f.digits[d] = pixelOutline(strings.Split(pick(r, strings.Fields(ways)), "/"))
		}
		add(f)
	}
	return append(all, segmentFamilies()...)
}

// pixelOutline returns the outline of a digit's rows of pixels.
func pixelOutline(rows []string) *outline {
	const dot = 12 // pixels of the mask for each pixel of the font
	h, w := len(rows), len(rows[0])
	m := image.NewAlpha(image.Rect(0, 0, w*dot, h*dot))
	for y := range h * dot {
		for x := range w * dot {
			if rows[y/dot][x/dot] == '#' {
				m.SetAlpha(x, y, color.Alpha{255})
			}
		}
	}
	return newOutline(m, float64(h*dot))
}

// coarse returns a face as a screen of few pixels shows it, its digits so many pixels high; ok is false if a digit is
// then too slim to tell.
func (f *face) coarse(rows int) (out face, ok bool) {
	out = face{family: f.family}
	dot := 1 / float64(rows) // in heights of a digit
	for d, o := range f.digits {
		w, h := int(math.Round(o.width*float64(rows))), int(math.Round(o.height*float64(rows)))
		text := make([]string, h)
		for y := range text {
			line := make([]byte, w)
			for x := range line {
				line[x] = '.'
				if o.at((float64(x)+.5)*dot-float64(w)*dot/2, (float64(y)+.5)*dot-float64(h)*dot/2) > -.1*dot {
					line[x] = '#'
				}
			}
			text[y] = string(line)
		}
		if w < 1 || d != 1 && w < 4 {
			return out, false
		}
		out.digits[d] = pixelOutline(text)
	}
	return out, true
}

// segments holds the lit ones of the seven segments of each digit, as bits: top, upper and lower left,
// upper and lower right, middle, bottom.
var segments = [10]uint8{
	0b1111101, 0b0001100, 0b1011011, 0b1001111, 0b0101110,
	0b1100111, 0b1110111, 0b1001100, 0b1111111, 0b1101111,
}

// segmentFamilies draws displays of seven segments: thin and thick, wide and narrow.
func segmentFamilies() []family {
	var all []family
	for _, look := range []struct{ w, thick, gap int }{{50, 10, 1}, {44, 14, 2}, {60, 8, 3}} {
		const h = 90 // pixels
		var f face
		f.family = "segments"
		for d := range 10 {
			m := image.NewAlpha(image.Rect(0, 0, look.w, h))
			t, g, w := look.thick, look.gap, look.w
			mid := h/2 - t/2
			boxes := [7]image.Rectangle{
				image.Rect(t/2+g, 0, w-t/2-g, t),       // top
				image.Rect(0, t/2+g, t, h/2-g),         // upper left
				image.Rect(0, h/2+g, t, h-t/2-g),       // lower left
				image.Rect(w-t, t/2+g, w, h/2-g),       // upper right
				image.Rect(w-t, h/2+g, w, h-t/2-g),     // lower right
				image.Rect(t/2+g, mid, w-t/2-g, mid+t), // middle
				image.Rect(t/2+g, h-t, w-t/2-g, h),     // bottom
			}
			lit := image.Rectangle{}
			for i, b := range boxes {
				if segments[d]>>(6-i)&1 == 0 {
					continue
				}
				lit = lit.Union(b)
				for y := b.Min.Y; y < b.Max.Y; y++ {
					for x := b.Min.X; x < b.Max.X; x++ {
						m.SetAlpha(x, y, color.Alpha{255})
					}
				}
			}
			// The 1 leaves most of the display free.
			tight := image.NewAlpha(image.Rect(0, 0, lit.Dx(), lit.Dy()))
			for y := range lit.Dy() {
				copy(tight.Pix[y*tight.Stride:][:lit.Dx()], m.Pix[m.PixOffset(lit.Min.X, lit.Min.Y+y):])
			}
			f.digits[d] = newOutline(tight, h)
		}
		all = append(all, family{f})
	}
	return all
}
