package kakuro

import (
	"image"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"kibitz/vision/internal/cells"
)

// Strokes between two sums in one line are cut out, whether they lean to the right or to the left or stand upright.
// Sums that stand alone or apart lose nothing, although a 1 is a stroke.
func TestCutStrokes(t *testing.T) {
	const side = 60
	face := sans(t, 15)
	for _, c := range []struct {
		cut   bool
		texts []string
	}{
		{true, []string{"", "14/23", "9/35", "16/", "/28", "30/24", ""}},
		{true, []string{"", `14\23`, `9\35`, `30\`, `\28`, `32\24`, ""}},
		{true, []string{"", "24|23", "29|35", "26|", "|28", "30|24", ""}},
		{false, []string{"", "14", "17", "16", "10", "11", ""}},
		{false, []string{"", "14      7", "9     16", "16      4", "11", "17     17", ""}},
	} {
		g := blackGrid(3, len(c.texts), side)
		sheet := g.Light
		strokes := make([]float64, len(c.texts))
		for i, text := range c.texts { // in the middle row: the others are of the ring
			d := font.Drawer{Dst: sheet, Src: image.White, Face: face}
			d.Dot = fixed.P(i*side+side/2, side+side/2+5)
			d.Dot.X -= d.MeasureString(text) / 2
			if at := strings.IndexAny(text, `/\|`); at >= 0 {
				strokes[i] = float64(d.Dot.X+d.MeasureString(text[:at])+d.MeasureString(text[at:at+1])/2) / 64
			}
			d.DrawString(text)
		}
		on := make([]bool, len(sheet.Pix))
		for i, v := range sheet.Pix {
			on[i] = v > 60
		}
		g.cutStrokes(1, on)
		for i, text := range c.texts {
			const off = 1.5 // pixels
			if x := g.cells[len(c.texts)+i].parted[1]; math.Abs(x-strokes[i]) > off {
				t.Errorf("%q: the stroke is at %.1f, not %.1f", text, x, strokes[i])
			}
		}
	}
}

// Numbers before a stroke are of the entries below, those behind it of the entries to the right, unless blocks with one
// entry say otherwise.
func TestSettleByStrokes(t *testing.T) {
	for _, down := range []int{-1, 1} {
		below, right := written("2"), written("3")
		below.beside, right.beside = down, -down
		s := boardOfSums("#####\n#...#\n#....\n##...\n#...#", below, right)
		for i := range s.grid.cells {
			for j := range s.grid.cells[i].figures {
				s.grid.cells[i].figures[j].of = cells.Own
			}
		}
		s.settleSides()
		for i := range s.grid.cells {
			for _, f := range s.grid.cells[i].figures {
				want := cells.Down
				if f.text() == "3" {
					want = cells.Across
				}
				if f.of != want {
					t.Errorf("sums before the stroke %d: cell %d's %s is taken for kind %d", down, i, f.text(), f.of)
				}
			}
		}
	}
}
