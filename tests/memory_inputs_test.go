package tests

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"kibitz/vision/photo/imagetest"
)

// What takes the most memory of all that people can post.

// dots are a picture of random cells.
func dots(rows, cols int, signs string) []byte {
	rng := rand.New(rand.NewPCG(uint64(rows), uint64(cols)))
	var b bytes.Buffer
	for r := range rows {
		if r > 0 {
			b.WriteByte('/')
		}
		for range cols {
			b.WriteByte(signs[rng.IntN(len(signs))])
		}
	}
	return b.Bytes()
}

// lonely is a board of Lights Out on which, in the rows above, half of the cells are holes and
// none of the others are neighbours: if a lamp is none of its own either, each is a quiet pattern.
func lonely(rows, cols, above int) []byte {
	b := dots(rows, cols, "01")
	for i := range above * (cols + 1) {
		if r, c := i/(cols+1), i%(cols+1); c < cols {
			b[i] = "x0"[(r+c)%2]
		}
	}
	return b
}

// kakuro returns a Kakuro with a block in every cell whose row or column `every` divides, with or without sums.
func kakuro(side, every int, sums bool) []byte {
	digit := func(r, c int) int { return 1 + (r%every+c%every)%9 }
	var b bytes.Buffer
	for r := range side {
		for c := range side {
			if c > 0 {
				b.WriteByte(',')
			}
			if r%every > 0 && c%every > 0 {
				b.WriteByte('.')
				continue
			}
			down, across := 0, 0
			for i := 1; sums && i < every; i++ {
				if c%every > 0 && r+i < side {
					down += digit(r+i, c)
				}
				if r%every > 0 && c+i < side {
					across += digit(r, c+i)
				}
			}
			switch {
			case down == 0 && across == 0:
				b.WriteByte('#')
			case down == 0:
				fmt.Fprintf(&b, `\%d`, across)
			case across == 0:
				fmt.Fprintf(&b, `%d\`, down)
			}
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// A heavy request is one that takes much memory.
type heavy struct {
	name    string
	command string // "{}" stands for the file
	file    func() []byte
}

// heavies are all that were found to take much.
var heavies = []heavy{
	{"cmyk", "/nonogram image:{}", func() []byte { return imagetest.ProgressiveJPEG(4000, 3125, 4) }},
	{"cmyk8", "/nonogram image:{}", func() []byte { return imagetest.ProgressiveJPEG(3200, 2500, 4) }},
	{"jpeg", "/nonogram image:{}", func() []byte { return imagetest.ProgressiveJPEG(3200, 2500, 3) }},
	{"jpeggrey", "/nonogram image:{}", func() []byte { return imagetest.ProgressiveJPEG(4000, 3125, 1) }},
	{"inks", "/nonogram image:{}", func() []byte { return imagetest.BaselineJPEG(5000, 5000, 4) }},
	{"png64", "/nonogram image:{}", func() []byte { return imagetest.BlankPNG(4000, 3125, 16, 6) }},
	{"png32", "/nonogram image:{}", func() []byte { return imagetest.BlankPNG(4000, 3125, 8, 6) }},
	{"png10m", "/nonogram image:{}", func() []byte {
		return imagetest.BlankPNG(4000, 3125, 8, 0, imagetest.PNGChunk("kiBz", make([]byte, 9<<20+1<<19)))
	}},
	{"pngmax", "/nonogram image:{}", func() []byte { return imagetest.BlankPNG(8000, 8000, 8, 6) }},
	{"pngthin", "/nonogram image:{}", func() []byte { return imagetest.BlankPNG(12_500_000, 1, 8, 6) }},
	{"pngzip", "/nonogram image:{}", func() []byte {
		return imagetest.BlankPNG(10, 10, 8, 6, imagetest.PNGChunk("IDAT", imagetest.Zeros(1<<30)))
	}},
	{"pngtext", "/nonogram image:{}", func() []byte {
		return imagetest.BlankPNG(10, 10, 8, 6, imagetest.PNGChunk("zTXt", append([]byte("Comment\x00\x00"), imagetest.Zeros(500<<20)...)))
	}},
	{"webpl", "/nonogram image:{}", func() []byte { return imagetest.LosslessWebP(4000, 3125) }},
	{"gif", "/nonogram image:{}", func() []byte { return imagetest.BlankGIF(10, 10, 10_000) }},
	{"giflarge", "/nonogram image:{}", func() []byte { return imagetest.BlankGIF(65535, 65535, 1) }},
	{"nono100", "/nonogram file:{}", func() []byte { return dots(100, 100, "#.") }},
	{"nono100r", "/nonogram file:{} do:repair", func() []byte { return dots(100, 100, "#.") }},
	{"nono60", "/nonogram file:{}", func() []byte { return dots(60, 60, "#.") }},
	{"nono45", "/nonogram file:{}", func() []byte { return dots(45, 45, "#.") }},
	{"nono512", "/nonogram file:{}", func() []byte { return dots(512, 512, "#.") }},
	{"nono512s", "/nonogram file:{} do:steps", func() []byte { return dots(512, 512, "#.") }},
	{"nono512a", "/nonogram file:{} do:animate", func() []byte { return dots(512, 512, "##.") }},
	{"nono60a", "/nonogram file:{} do:animate", func() []byte { return dots(60, 60, "####.") }},
	{"nono120a", "/nonogram file:{} do:animate", func() []byte { return dots(120, 120, "####.") }},
	{"nono100a", "/nonogram file:{} do:animate", func() []byte { return dots(100, 100, "####.") }},
	{"lights", "/lightsout file:{} neighbours:king", func() []byte { return dots(256, 256, "1") }},
	{"lightsr", "/lightsout file:{} neighbours:king", func() []byte { return dots(256, 256, "01") }},
	{"lightsb", "/lightsout file:{} neighbours:king states:9", func() []byte { return dots(256, 256, "012345678") }},
	{"lights8", "/lightsout file:{} wrap:True states:8", func() []byte { return dots(256, 256, "01234567") }},
	{"lightst", "/lightsout file:{} wrap:True", func() []byte { return dots(255, 255, "01") }},
	{"lightsh", "/lightsout file:{} neighbours:hollow", func() []byte { return dots(255, 255, "01") }},
	{"lightsq", "/lightsout file:{} wrap:True neighbours:diagonals", func() []byte { return dots(256, 256, "01") }},
	{"lightsq6", "/lightsout file:{} wrap:True neighbours:diagonals states:6", func() []byte { return dots(200, 200, "012345") }},
	{"lightshole", "/lightsout file:{} neighbours:hollow", func() []byte { return lonely(256, 256, 15) }},
	{"lightsall", "/lightsout file:{} do:all", func() []byte { return dots(255, 255, "1") }},
	{"kakuro", "/kakuro file:{}", func() []byte { return kakuro(480, 10, false) }},
	{"kakuro40", "/kakuro file:{} do:steps", func() []byte { return kakuro(40, 6, true) }},
	{"kakuro120", "/kakuro file:{}", func() []byte { return kakuro(120, 8, true) }},
	{"kakuro120r", "/kakuro file:{} do:repair", func() []byte { return kakuro(120, 8, true) }},
	{"misere", "/cardflip puzzle:runs: 3000000 2999999 misere:True", nil},
	{"misere2", "/cardflip puzzle:runs: " + strings.Repeat("60 ", 40) + " misere:True", nil},
	{"misere3", "/cardflip puzzle:runs: 90 80 70 60 50 misere:True", nil},
	{"octal", "/cardflip puzzle:runs: 9000000 game:0.376", nil},
	{"octal2", "/cardflip puzzle:runs: 9000000 game:0.007", nil},
	{"moon", "/tothemoon file:{}", func() []byte { return dots(3000, 330, "01") }},
	{"json", "/nonogram file:{}", func() []byte { return bytes.Repeat([]byte("["), 500_000) }},
	{"json2", "/nonogram file:{}", func() []byte {
		return []byte(`{"rows":[` + strings.Repeat("[1],", 200_000) + `[1]],"columns":[[1]]}`)
	}},
	{"xml", "/nonogram file:{}", func() []byte {
		return []byte(`<?xml version="1.0"?><puzzleset><puzzle type="grid">` + strings.Repeat("<clue>", 100_000))
	}},
	{"separators", "/nonogram file:{}", func() []byte { return bytes.Repeat([]byte(";"), 1<<20) }},
	{"digits", "/nonogram file:{}", func() []byte { return bytes.Repeat([]byte("1"), 1<<20) }},
	{"clues", "/nonogram file:{}", func() []byte { return bytes.Repeat([]byte("1 1;"), 1<<18) }},
	{"found", "@", func() []byte { return bytes.Repeat([]byte("1 1;2|1 x "), 1<<20/10) }},
	{"found2", "@", func() []byte { return dots(1000, 1040, "01") }},
}
