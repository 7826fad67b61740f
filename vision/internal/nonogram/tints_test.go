package nonogram

import (
	"image"
	"slices"
	"testing"

	"kibitz/vision/internal/board"
)

// Digits of either shade on plates of any colour become dark on light: a page has two plates beside each other, each
// with a bar in the page's colour or in black, and a bar without a plate.
func TestLevel(t *testing.T) {
	const cell, width, height = 40., 160, 60
	white, black, red, blue := tint{255, 255, 255}, tint{}, tint{200, 30, 30}, tint{40, 60, 220}
	for _, page := range []tint{white, {20, 22, 30}} {
		s := &tints{width: width, height: height}
		s.pix = slices.Repeat([]tint{page}, width*height)
		fill := func(r image.Rectangle, c tint) {
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					s.pix[y*width+x] = c
				}
			}
		}
		fill(image.Rect(20, 20, 44, 44), red)
		fill(image.Rect(46, 20, 70, 44), blue) // the gap between them has the page's colour
		bars := []image.Rectangle{image.Rect(30, 26, 34, 38), image.Rect(56, 26, 60, 38), image.Rect(110, 26, 114, 38)}
		for i, c := range []tint{page, black, blue} {
			fill(bars[i], c)
		}
		light := s.level(t.Context(), cell)
		for y := range height {
			for x := range width {
				at := image.Pt(x, y)
				inked := slices.ContainsFunc(bars, at.In)
				if v := light.GrayAt(x, y).Y; inked && v > 150 || !inked && v < 230 {
					t.Fatalf("on %v, %v has the lightness %d", page, at, v)
				}
			}
		}
	}
}

// The ground of a number that fills its plate is the plate's, although the rim of its box lies on other plates or on
// paper.
func TestAround(t *testing.T) {
	const cell = 24
	blue, red, white := tint{20, 60, 200}, tint{200, 40, 40}, tint{255, 255, 255}
	s := &tints{width: 4 * cell, height: 3 * cell}
	for y := range s.height {
		for x := range s.width {
			plate := image.Pt(x, y).In(image.Rect(cell, cell, 3*cell, 2*cell))
			stroke := x > cell && x < 3*cell-1 && y > cell+1 && y < 2*cell-2 && x%8 < 3
			switch {
			case !plate || stroke:
				s.pix = append(s.pix, white)
			case x < 2*cell:
				s.pix = append(s.pix, blue)
			default:
				s.pix = append(s.pix, red)
			}
		}
	}
	s.level(t.Context(), cell)
	for i, want := range []tint{blue, red} {
		left := (1 + i) * cell
		if got := s.around(image.Rect(left, cell+1, left+cell, 2*cell-1)); got.far(want) > 2 {
			t.Errorf("the ground of number %d is %v, not %v", i+1, got, want)
		}
	}
}

// Tints of a group hang together by small differences, however far its ends are apart; groups are apart by far more. If
// some groups are nearer to each other than others there are several ways.
func TestGroupings(t *testing.T) {
	for _, c := range []struct {
		name     string
		all      []tint
		want     [][][]int
		plainest int
	}{
		{"none", nil, nil, 0},
		{"one", []tint{{10, 10, 10}}, nil, 0},
		{"shades of one", []tint{{200, 30, 30}, {206, 33, 30}, {198, 28, 33}}, nil, 0},
		{"two, the larger first", []tint{{0, 0, 0}, {200, 30, 30}, {203, 31, 29}}, [][][]int{{{1, 2}, {0}}}, 0},
		{"near ones", []tint{{255, 165, 0}, {255, 200, 0}, {255, 167, 2}, {254, 201, 3}}, [][][]int{{{0, 2}, {1, 3}}}, 0},
		{"a chain and one", []tint{{0, 0, 0}, {8, 8, 8}, {16, 16, 16}, {24, 24, 24}, {255, 255, 255}}, [][][]int{{{0, 1, 2, 3}, {4}}}, 0},
		{"two near ones and one", []tint{{255, 165, 0}, {255, 205, 0}, {0, 0, 255}}, [][][]int{{{0}, {1}, {2}}, {{0, 1}, {2}}}, 0},
		{"two nearer ones and one", []tint{{255, 165, 0}, {255, 180, 0}, {0, 0, 255}}, [][][]int{{{0}, {1}, {2}}, {{0, 1}, {2}}}, 1},
	} {
		got, plainest := groupings(c.all)
		for _, way := range got {
			for _, g := range way {
				slices.Sort(g)
			}
		}
		same := func(a, b [][]int) bool { return slices.EqualFunc(a, b, slices.Equal) }
		if !slices.EqualFunc(got, c.want, same) || plainest != c.plainest {
			t.Errorf("%s: %v, plainest %d, want %v", c.name, got, plainest, c.want)
		}
	}
}

// Colours that stand beside each other in most clues, both on both sides and neither grey, are a puzzle's though their
// totals differ; those of whole lines, grey ones, and one on one side alone are not.
func TestAreMixed(t *testing.T) {
	palette := letters([]tint{{200, 20, 20}, {20, 150, 30}})
	grey := letters([]tint{{200, 20, 20}, {120, 120, 120}})
	side := func(all ...string) (c clues) {
		for _, colours := range all {
			c.read = append(c.read, []board.Clue{{Numbers: make([]int, len(colours)), Colours: colours}})
		}
		return c
	}
	other := string(grey[1].Letter)
	for _, c := range []struct {
		name       string
		palette    []board.Ink
		rows, cols clues
		want       bool
	}{
		{"mixed", palette, side("rg", "gr", "r"), side("rg", "g", "gr"), true},
		{"whole lines", palette, side("rr", "gg", "rg"), side("rr", "gg", "r"), false},
		{"one grey", grey, side("r"+other, other+"r"), side("r"+other, other+"r"), false},
		{"on one side", palette, side("rg", "gr"), side("rr", "r"), false},
	} {
		if got := areMixed([2]clues{c.rows, c.cols}, c.palette); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Each colour has the letter of the nearest name; if that is taken, of the next one.
func TestLetters(t *testing.T) {
	got := ""
	for _, ink := range letters([]tint{{200, 20, 20}, {120, 0, 0}, {250, 250, 250}, {10, 90, 200}, {15, 15, 15}}) {
		got += string(ink.Letter)
	}
	if want := "rnwbk"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
