package main

import (
	"image"
	"image/color"
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

// pixelFamilies returns the fonts above, and those of seven segments. They have no letters.
func pixelFamilies() []family {
	var all []family
	for _, text := range pixelFonts {
		rows := strings.Fields(text)
		h := len(rows) / 10
		var f face
		for d := range 10 {
			const dot = 12 // pixels of the mask for each pixel of the font
			w := len(rows[d])
			m := image.NewAlpha(image.Rect(0, 0, w*dot, h*dot))
			for y := range h * dot {
				for x := range w * dot {
					if rows[y/dot*10+d][x/dot] == '#' {
						m.SetAlpha(x, y, color.Alpha{255})
					}
				}
			}
			f.digits[d] = newOutline(m, float64(h*dot))
		}
		f.family = "pixels"
		all = append(all, family{f})
	}
	return append(all, segmentFamilies()...)
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
