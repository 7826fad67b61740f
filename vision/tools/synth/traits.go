package synth

import (
	"image/color"
	"math/rand/v2"
)

// A Window is a piece of a board as a reader straightens it, with what stands in each of its cells. It
// teaches the net of kibitz/vision/internal/cells. Its traits are drawn independently of each other
// (colours, gaps, lines, corners, hatching, diagonals, the places of sums, what stands around the board),
// so that a look nobody has seen is a new mixture of traits that the net knows.
type Window struct {
	Kind   Look
	Pixels []uint8 // WindowSide² pixels: red, green, blue, and 255 if it is not on the picture
	Class  []Class // of WindowCells² cells
	Sums   []uint8 // of each cell: 1 if it has a sum for the cells below it, 2 for those to its right
	Lit    []uint8 // of each cell: 1 for a tile in its lit state
	Ink    []uint8 // of (8 × WindowCells)² places: see the constants of ink
}

// The size of a window, in cells and in pixels.
const (
	WindowCells = 10
	cellSide    = 32
	WindowSide  = WindowCells * cellSide
	inkPlaces   = 8 // in a cell's side, of Window.Ink
)

// What a place of Window.Ink shows.
const (
	noInk    = iota
	downInk  // a sum for the cells below
	rightInk // a sum for the cells to the right
	ownInk   // a digit in its own cell, or a number of a nonogram's clue
)

// A Look is the kind of a board by its looks. Lights Out and cards look alike.
type Look uint8

const (
	NoBoard Look = iota
	KakuroLook
	NonogramLook
	TileLook
	SudokuLook
	Looks
)

// A Class says what a cell is.
type Class uint8

const (
	Outside  Class = iota // no cell of a board
	Block                 // of a Kakuro, without sums
	SumBlock              // of a Kakuro, with sums
	White                 // an empty cell of a Kakuro, a nonogram or a Sudoku
	Written               // a white cell with digits in it
	ClueCell              // a place for the numbers of a nonogram
	Full                  // a filled cell of a nonogram
	Marked                // a cell of a nonogram that is marked as empty
	Tile                  // a lamp or a card
	Classes
	Unknown Class = 255 // nobody can tell
)

// around cells of a board's surroundings are drawn on each side.
const around = 6

// A scene is a window in the making. Lengths are in cells; rows are tall cells high.
type scene struct {
	*sheet
	rng        *rand.Rand
	fonts      []*Font
	rows, cols int
	tall       float64
	pixel      float64 // the side of a pixel of the picture
	paper      color.RGBA
	kind       Look
	class      []Class // of the cells of the board and around it
	sums, lit  []uint8
	inks       []inkBox
	sound      bool       // a Kakuro has one solution
	board      *Board     // its truth; nil for a nonogram of several colours and for kinds without
	cut        [4]float64 // where the picture ends: left, top, right, bottom
}

// An inkBox is a box of ink, in cells, y in rows.
type inkBox struct {
	box
	kind uint8
}

// NewWindow draws the window of a seed, with fonts and cameras of one half.
func NewWindow(seed uint64, split Split, fonts []*Font) *Window {
	rng := rand.New(rand.NewPCG(seed, 7))
	s := &scene{sheet: &sheet{}, rng: rng, fonts: Half(fonts, split), tall: 1}
	pitch := digits(rng, 18, 90)
	s.pixel = 1 / pitch
	if chance(rng, .15) {
		s.tall = between(rng, .8, 1.25)
	}
	look := pick(rng, []float64{.1, .34, .25, .25, .06})
	s.kind = Look(look)
	[]func(){s.nothing, s.kakuro, s.nonogram, s.tiles, s.sudoku}[look]()
	s.popUp()
	return s.window(pitch, split)
}

// size makes the board rows × cols large, all of it and around it outside.
func (s *scene) size(rows, cols int) {
	s.rows, s.cols = rows, cols
	n := (rows + 2*around) * (cols + 2*around)
	s.class, s.sums, s.lit = make([]Class, n), make([]uint8, n), make([]uint8, n)
}

// at returns the index of a cell; the board's first is (0, 0).
func (s *scene) at(r, c int) int { return (r+around)*(s.cols+2*around) + c + around }

// pick returns a random index, with the given weights.
func pick(rng *rand.Rand, weights []float64) int {
	sum := 0.
	for _, w := range weights {
		sum += w
	}
	x := rng.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// lightOf returns how light a colour looks, 0 to 255.
func lightOf(c color.RGBA) float64 {
	return .299*float64(c.R) + .587*float64(c.G) + .114*float64(c.B)
}

// colour returns a random colour of about the given light, every other time a grey.
func (s *scene) colour(light float64) color.RGBA {
	if chance(s.rng, .5) {
		return grey(uint8(light))
	}
	return s.tint(light, between(s.rng, 0, .8))
}

// tint returns a random colour of about the given light and saturation.
func (s *scene) tint(light, saturation float64) color.RGBA {
	c := [3]float64{s.rng.Float64(), s.rng.Float64(), s.rng.Float64()}
	most := max(c[0], c[1], c[2], 1e-3)
	for i := range c {
		c[i] = 1 - saturation + saturation*c[i]/most
	}
	scale := light / max(.299*c[0]+.587*c[1]+.114*c[2], 1e-3)
	over := 0.
	for i := range c {
		c[i] *= scale
		over += max(0, c[i]-255)
	}
	for i := range c { // what one part cannot hold goes to the others
		if c[i] < 255 {
			c[i] += .4 * over
		}
	}
	at := func(v float64) uint8 { return uint8(min(255, max(0, v))) }
	return color.RGBA{at(c[0]), at(c[1]), at(c[2]), 255}
}

// against returns a random light that differs from the given one by at least `least`.
func (s *scene) against(light, least float64) float64 {
	for range 50 {
		x := choose(s.rng, []float64{0, 255, between(s.rng, 0, 255), between(s.rng, 0, 255)})
		if x-light >= least || light-x >= least {
			return x
		}
	}
	if light < 128 {
		return 255
	}
	return 0
}

// inkOn returns a colour for digits on a ground, every third time not a grey.
func (s *scene) inkOn(ground color.RGBA) color.RGBA {
	light := s.against(lightOf(ground), choose(s.rng, []float64{45, 90, 130}))
	if chance(s.rng, .65) {
		return grey(uint8(light))
	}
	return s.tint(light, between(s.rng, .1, 1))
}

// put writes a text in a cell, at shares fx and fy of the room that it leaves, inside edges of gap. It
// notes its place as ink of a kind.
func (s *scene) put(text string, r, c, fx, fy, height, gap float64, f *Font, ink color.RGBA, kind uint8) {
	w := f.width(text) * height
	if room := .96 - 2*gap; w > room {
		height *= room / w
		w = room
	}
	x := c + gap + fx*(1-2*gap-w)
	y := (r+gap)*s.tall + fy*(s.tall*(1-2*gap)-height)
	s.write(f, height, x+w/2, y+height/2, text, ink, Place{Side: Cell})
	if kind != noInk {
		s.inks = append(s.inks, inkBox{box{Point{x, y / s.tall}, Point{x + w, (y + height) / s.tall}}, kind})
	}
}

// cell returns the sides of a cell, gap inside them.
func (s *scene) cell(r, c, gap float64) (x0, y0, x1, y1 float64) {
	return c + gap, (r + gap) * s.tall, c + 1 - gap, (r + 1 - gap) * s.tall
}

// fillCell fills a cell: a rectangle, round if radius is above 0, a disc if that is .5.
func (s *scene) fillCell(r, c, gap, radius float64, fill color.RGBA) {
	x0, y0, x1, y1 := s.cell(r, c, gap)
	s.round(x0, y0, x1, y1, radius, fill)
}

// fade lays a gradient over a cell, from top to bottom or, if level, from left to right.
func (s *scene) fade(r, c, gap float64, from, to color.RGBA, level bool) {
	const strips = 8
	x0, y0, x1, y1 := s.cell(r, c, gap)
	for i := range strips {
		t, u := float64(i)/strips, float64(i+1)/strips
		if level {
			s.rect(x0+(x1-x0)*t, y0, x0+(x1-x0)*u, y1, mix(from, to, t))
			continue
		}
		s.rect(x0, y0+(y1-y0)*t, x1, y0+(y1-y0)*u, mix(from, to, t))
	}
}

// frame draws the four sides of a cell inside it.
func (s *scene) frame(r, c, gap, thick float64, ink color.RGBA) {
	x0, y0, x1, y1 := s.cell(r, c, gap)
	s.rect(x0, y0, x1, y0+thick, ink)
	s.rect(x0, y1-thick, x1, y1, ink)
	s.rect(x0, y0, x0+thick, y1, ink)
	s.rect(x1-thick, y0, x1, y1, ink)
}

// rule returns a width of lines of 1 to most pixels of the picture, at most an eighth of a cell.
func (s *scene) rule(most int) float64 {
	return min(float64(1+s.rng.IntN(most))*s.pixel, .125)
}
