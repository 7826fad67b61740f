package kakuro

import (
	"image"
	"slices"
	"strings"
	"testing"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// seenAs returns what a net would see that is quite sure of a board: "." is a white cell, "#" a block, D one with a
// sum for the cells below, A with one for those to its right, B with both, " " is outside.
func seenAs(text string) *sight {
	rows := strings.Split(text, "\n")
	s := &sight{Board: &cells.Board{Rows: len(rows), Cols: len(rows[0])}}
	odds := map[bool]float64{true: .95, false: .05}
	for _, c := range strings.Join(rows, "") {
		s.white = append(s.white, odds[c == '.'])
		s.down = append(s.down, odds[c == 'D' || c == 'B'])
		s.across = append(s.across, odds[c == 'A' || c == 'B'])
	}
	return s
}

// pattern returns the cells of a plan, "." for white.
func (p *plan) pattern() string {
	cols := p.Right - p.Left
	var b strings.Builder
	for i, white := range p.is {
		if i > 0 && i%cols == 0 {
			b.WriteByte('\n')
		}
		b.WriteByte(map[bool]byte{true: '.', false: '#'}[white])
	}
	return b.String()
}

const sightBoard = `       
 #DD#D 
 A..B. 
 A.... 
 #A... 
       `

// planOf returns the plan of what the net sees.
func planOf(s *sight) *plan {
	p := &plan{sight: s, Block: s.extent()}
	p.fill()
	return p
}

// A cell is taken for what the others of its shade are if the net is not sure. It stays as it looks if its shade is its
// own, or that of white cells and blocks.
func TestHeedShades(t *testing.T) {
	s := seenAs(sightBoard)
	doubted := 3*s.Cols + 3 // the second white cell of the row of four
	dark := func(p image.Point) bool { return p == image.Pt(3, 3) || s.white[p.Y*s.Cols+p.X] < .5 }
	for name, c := range map[string]struct {
		shade func(p image.Point) int
		sees  float64 // how white the net takes the cell for
		white bool
	}{
		"a white cell among white ones":        {func(p image.Point) int { return map[bool]int{true: 1}[dark(p) && p != image.Pt(3, 3)] }, .3, true},
		"a block among blocks":                 {func(p image.Point) int { return map[bool]int{true: 1}[dark(p)] }, .9, false},
		"a cell of a shade of its own":         {func(p image.Point) int { return map[bool]int{true: 2}[p == image.Pt(3, 3)] }, .9, true},
		"a board whose cells are all as light": {func(image.Point) int { return 0 }, .9, true},
	} {
		s.white[doubted] = c.sees
		p := planOf(s)
		p.heedShades(c.shade)
		if name == "a cell of a shade of its own" && s.white[doubted] != c.sees {
			t.Errorf("%s: changed to %.3f", name, s.white[doubted])
		}
		if got := s.white[doubted] > .5; got != c.white {
			t.Errorf("%s: white %v, %.3f", name, got, s.white[doubted])
		}
		s = seenAs(sightBoard)
	}
}

// The plan of a board is the board without what is around it.
func TestPlan(t *testing.T) {
	p := planOf(seenAs(sightBoard))
	if want := (plane.Block{Top: 1, Left: 1, Bottom: 5, Right: 6}); p.Block != want {
		t.Fatalf("the board lies at %v, not at %v", p.Block, want)
	}
	if got := p.pattern(); got != "#####\n#..#.\n#....\n##..." {
		t.Errorf("\n%s", got)
	}
}

// A cell that looks like a block becomes white if the sums want that, and one whose sums are as seen stays.
func TestPlanFollowsSums(t *testing.T) {
	s := seenAs(sightBoard)
	wrong := 3*s.Cols + 3 // the second white cell of the row of four
	s.white[wrong] = .3
	p := planOf(s)
	if got := p.pattern(); got != "#####\n#..#.\n#....\n##..." {
		t.Errorf("the sums count for nothing:\n%s", got)
	}
	if p.consistent() {
		t.Error("a cell was changed, and nothing is doubted")
	}
	if s.white[wrong] = .95; !planOf(s).consistent() {
		t.Error("a board as seen keeps the rules, and is doubted")
	}
}

// A board whose first row was overlooked takes in the row above it.
func TestExtentTakesInFirstRow(t *testing.T) {
	s := seenAs("      \n      \n A... \n A... \n      ")
	if b := s.extent(); b.Top != 1 || b.Left != 1 || b.Bottom != 4 || b.Right != 5 {
		t.Errorf("it lies at %v", b)
	}
}

// Sums with no cell after them are other writing: the last row and the last column of a board have white cells.
func TestExtentWithoutLegend(t *testing.T) {
	s := seenAs("       \n DD DD \nA...A. \nA..... \n AAAADA\n  A  D ")
	if b := s.extent(); b.Top != 1 || b.Left != 0 || b.Bottom != 4 || b.Right != 6 {
		t.Errorf("it lies at %v", b)
	}
}

// on returns a layout at the corner of a lattice.
func on(white string, rows, cols int) *layout {
	g := &grid{mesh: plane.Mesh{Lattice: &lattice.Lattice{Rows: rows, Cols: cols}}, high: rows + 2, wide: cols + 2}
	s := &layout{grid: g, top: 1, left: 1, rows: rows, cols: cols}
	for _, c := range strings.ReplaceAll(white, "\n", "") {
		s.white = append(s.white, c == '.')
	}
	return s
}

// read returns a reading in which each cell is surely what the layout says.
func (s *layout) read() *page.Candidate {
	c := &page.Candidate{Reading: &board.Reading{Rows: s.rows, Cols: s.cols}}
	for _, white := range s.white {
		value := board.Filled
		if white {
			value = board.Blank
		}
		c.Cells = append(c.Cells, board.Cell{State: []board.Guess{{Value: value, P: .9999}}})
	}
	return c
}

// Where two layouts differ in a cell, that cell alone is doubted; if one has white cells beyond the other, the size is.
func TestDoubt(t *testing.T) {
	mine := on("####\n#..#\n#...\n#...", 4, 4)
	c := mine.read()
	mine.doubt(c, on("####\n#...\n#...\n#...", 4, 4))
	for i, cell := range c.Cells {
		if doubted := len(cell.State) > 1; doubted != (i == 7) {
			t.Errorf("cell %d: doubted is %v", i, doubted)
		}
	}
	if len(c.Flaws) > 0 {
		t.Errorf("flaws %v", c.Flaws)
	}
	c = mine.read()
	mine.doubt(c, on("#####\n#..##\n#....\n#....", 4, 5))
	if !slices.Contains(c.Flaws, board.Rival) {
		t.Error("the other layout is wider, and the size is not doubted")
	}
}

// A number belongs to the sum that the net sees there, wherever in its cell it stands.
func TestFigureOf(t *testing.T) {
	f := &figure{r: .2, c: .8, box: image.Rect(0, 0, 4, 4)}
	if !f.side(true, 1) || f.side(true, 0) {
		t.Error("without the net the upper right corner is that of the sum to the right")
	}
	if f.of = cells.Down; f.side(true, 1) || !f.side(true, 0) {
		t.Error("the net's word does not count")
	}
	f.r, f.c = .5, .5
	if f.central() {
		t.Error("a sum in the middle is taken for a digit")
	}
}

// Lines that the net is sure of are never left off, nor those of a side whose size is known.
func TestShorter(t *testing.T) {
	for _, c := range []struct {
		name  string
		white float64 // how white the cells of the last row look
		hint  board.Hint
		want  bool // the last row may be left off
	}{
		{"a form", .7, board.Hint{}, true},
		{"cells", .999, board.Hint{}, false},
		{"a form, and the rows are known", .7, board.Hint{Rows: 5}, false},
	} {
		s := seenAs("      \n #DD# \n A..# \n A..# \n #... \n      ")
		p := &plan{sight: s, Block: plane.Block{Top: 1, Left: 1, Bottom: 5, Right: 5}}
		p.fill()
		for i := range p.is {
			if k := p.at(i); i/4 == 3 && i%4 > 0 {
				s.white[k] = c.white
			}
		}
		got := slices.ContainsFunc(p.shorter(c.hint), func(less *plan) bool { return less.Bottom == 4 && less.Right == 5 })
		if got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A board is doubted if lines were left off, or if a cell of its first lines looks white and the layout taken lacks it.
func TestDoubtEnds(t *testing.T) {
	for name, c := range map[string]struct {
		corner           float64 // how white the first cell looks
		shortened, taken bool    // lines were left off; the layout taken has that cell
		want             bool
	}{
		"a block": {.1, false, false, false}, "a white cell": {.95, false, false, true},
		"a white cell of a larger board": {.95, false, true, false}, "lines left off": {.1, true, false, true},
	} {
		s := seenAs(sightBoard)
		p := planOf(s)
		l := &layout{grid: &grid{}, rows: p.Bottom - p.Top, cols: p.Right - p.Left, white: p.is, plan: p, shortened: c.shortened}
		taken := *l
		taken.white = slices.Clone(l.white)
		taken.white[0] = c.taken
		s.white[p.at(0)] = c.corner
		got := &page.Candidate{Reading: &board.Reading{}}
		l.doubtEnds(got, &taken)
		if slices.Contains(got.Flaws, board.Ends) != c.want {
			t.Errorf("%s: %v", name, got.Flaws)
		}
	}
}
