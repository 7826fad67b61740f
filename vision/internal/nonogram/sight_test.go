package nonogram

import (
	"image"
	"math"
	"os"
	"slices"
	"testing"

	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/photo"
)

// seenAs returns a sight of a lattice in which one rectangle is told as the body with probability p, and the rest of
// the lattice as clues.
func seenAs(lattice, body image.Rectangle, p float32) *sight {
	s := &sight{&cells.Board{Rows: lattice.Dy() + 2*cells.Ring, Cols: lattice.Dx() + 2*cells.Ring}, image.Pt(-cells.Ring, -cells.Ring)}
	for i := range s.Rows * s.Cols {
		class := [9]float32{cells.Outside: 1}
		switch at := image.Pt(i%s.Cols, i/s.Cols).Add(s.first); {
		case at.In(body):
			class = [9]float32{cells.Outside: 1 - p, cells.White: p}
		case at.In(lattice):
			class = [9]float32{cells.Clue: 1}
		}
		s.Class = append(s.Class, class)
	}
	return s
}

// The net's body is where it sees one, however long the lattice is, and it is sure only if each side is told well.
func TestBodySeen(t *testing.T) {
	whole := image.Rect(0, 0, 7, 5)
	for _, c := range []struct {
		name string
		in   image.Rectangle // the cells that the net sees
		p    float32         // their probability
		sure bool
	}{
		{"before it two columns and a row of clues", image.Rect(2, 1, 7, 5), .99, true},
		{"a column more than the lattice", image.Rect(2, 1, 8, 5), .99, true},
		{"that, perhaps", image.Rect(2, 1, 8, 5), .6, false},
		{"all that the net sees", image.Rect(-2, -2, 9, 7), .99, true},
	} {
		if in, sure := seenAs(whole, c.in, c.p).body(); in != c.in || sure != c.sure {
			t.Errorf("%s: %v, %v", c.name, in, sure)
		}
	}
	for name, s := range map[string]*sight{"nothing": seenAs(whole, image.Rectangle{}, 1), "one cell": seenAs(whole, image.Rect(2, 2, 3, 3), 1), "without the net": nil} {
		if in, sure := s.body(); !in.Empty() || sure {
			t.Errorf("%s: %v, %v", name, in, sure)
		}
	}
}

// Where a lattice lacks most of a board, the net looks on until it has seen all of it.
func TestSeeFarther(t *testing.T) {
	data, err := os.ReadFile("../../testdata/plain/2.png") // 10 × 10
	if err != nil {
		t.Fatal(err)
	}
	p, err := photo.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	v := page.NewView(p)
	v.Screen = true
	all, err := lattice.Find(t.Context(), p.Image, true)
	if err != nil || len(all) == 0 || all[0].Rows != 10 || all[0].Cols != 10 {
		t.Fatal(all, err)
	}
	for _, part := range []image.Rectangle{image.Rect(0, 0, 10, 10), image.Rect(0, 0, 6, 4), image.Rect(3, 6, 7, 10), image.Rect(8, 2, 10, 4)} {
		l := lattice.New(part.Dy(), part.Dx(), func(row, col int) lattice.Point {
			return all[0].Points[(part.Min.Y+row)*11+part.Min.X+col]
		})
		s, err := see(t.Context(), v, plane.Mesh{Lattice: l})
		if err != nil {
			t.Fatal(err)
		}
		if in, sure := s.body(); in.Add(part.Min) != image.Rect(0, 0, 10, 10) || !sure {
			t.Errorf("of %v it sees %v, %v", part, in, sure)
		}
	}
}

// A net that is sure that numbers are no clues is believed; one that doubts it leaves them what they were read as.
func TestWeighClues(t *testing.T) {
	for _, c := range []struct {
		clue     float32 // the net's probability
		is, want float64
	}{{.99, .9, .9}, {.2, .99, .8}, {.3, .99, .9}, {.01, .99, -.8}, {.99, 0, .8}, {.5, .7, .7}} {
		const side = 2*cells.Ring + 1
		seen := &sight{&cells.Board{Rows: side, Cols: side}, image.Pt(-cells.Ring, -cells.Ring)}
		seen.Class = slices.Grow(seen.Class, side*side)[:side*side]
		at := cells.Ring*side + cells.Ring
		seen.Class[at][cells.Clue], seen.Class[at][cells.White] = c.clue, 1-c.clue
		sure := [][]float64{{c.is}}
		if seen.weighClues(sure); math.Abs(sure[0][0]-c.want) > .2 {
			t.Errorf("%+v: %.2f", c, sure[0][0])
		}
	}
}
