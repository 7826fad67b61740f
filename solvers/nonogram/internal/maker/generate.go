// Package maker makes puzzles: it generates them to order, and repairs pictures so that no other
// picture has the same clues.
package maker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/teach"
)

// These bound the sides, in cells, of puzzles that Generate makes. MaxContradictions is for
// Contradictions and for puzzles in colours.
const (
	MinGenerated      = 5
	MaxGenerated      = 60
	MaxContradictions = 40
)

// Demand says how much work a generated puzzle is for a person.
type Demand int

const (
	FewRounds      Demand = iota // a few rounds over the lines, one line at a time
	ManyRounds                   // many such rounds
	Contradictions               // in places a cell must be assumed, and refuted by lines
)

func (d Demand) String() string { return d.difficulty().String() }

// difficulty returns the Difficulty of puzzles made to a demand.
func (d Demand) difficulty() teach.Difficulty {
	return [...]teach.Difficulty{teach.Easy, teach.Medium, teach.Expert}[d]
}

// Demands returns all demands, easy first.
func Demands() []Demand { return []Demand{FewRounds, ManyRounds, Contradictions} }

// attempts is the number of shapes tried for one puzzle. Except at the smallest sizes one of the
// first few has the demand.
const attempts = 400

// Generate makes a puzzle with one solution, of a size and a demand, in a number of colours: 2 to
// MaxGeneratedColours, or 0 for black and white. The same arguments give the same puzzle on any
// machine: all work is counted, none is timed. If ctx ends, Generate returns its error. It returns
// ErrSize if sides or colours are out of bounds, or if no shape meets the demand.
//
// In black and white, Generate keeps the shape with the fewest trivial lines among the first that
// meet the demand.
func Generate(ctx context.Context, rows, cols, colours int, d Demand, seed uint64) (*puzzle.Puzzle, error) {
	longest := max(rows, cols)
	if min(rows, cols) < MinGenerated || longest > MaxGenerated || d == Contradictions && longest > MaxContradictions || d < FewRounds || d > Contradictions {
		return nil, ErrSize
	}
	if colours != 0 {
		return generateInColours(ctx, rows, cols, colours, d, seed)
	}
	var best *puzzle.Puzzle
	least := rows + cols
	for try := range attempts {
		random := rand.New(rand.NewPCG(seed, uint64(try)<<32|uint64(rows)<<20|uint64(cols)<<8|uint64(d)))
		s, err := attempt(ctx, random, rows, cols, d)
		switch {
		case err != nil:
			return nil, err
		case s == nil:
			continue
		}
		if n := countTrivial(s); best == nil || n < least {
			best, least = s.Puzzle(), n
		}
		if least == 0 || try > 20 { // from the 22nd shape on, the next that meets the demand is the last
			break
		}
	}
	if best == nil {
		return nil, ErrSize
	}
	return best, nil
}

// attempt makes one shape unique. It returns nil if that fails or the demand is another.
//
// A shape is noise that is blurred, raised towards the middle, mostly mirrored, and cut at a level.
// If lines leave some of its cells open, some of these are flipped, with their mirror images,
// whenever that leaves fewer open, until none is. For Contradictions, "open" means open to
// contradictions too. No search is needed to see that there is one solution: every cell was
// deduced.
func attempt(ctx context.Context, random *rand.Rand, rows, cols int, d Demand) (*teach.PictureBench, error) {
	shape := newShape(random, rows, cols, d)
	s := teach.NewPictureBench(shape.picture(), rows, cols)
	look := s.ByLine
	if d == Contradictions {
		look = func() int { s.ByLine(); return s.ByContradiction(ctx) }
	}
	if err := reduceOpen(ctx, random, s, shape.mirror, look); err != nil || look() > 0 {
		return nil, err
	}
	if ctx.Err() != nil || grade(s) != d {
		return nil, ctx.Err()
	}
	if found, err := teach.DifficultyOf(ctx, s.Puzzle()); err != nil || found != d.difficulty() {
		return nil, ctx.Err()
	}
	return s, nil
}

// grade returns the demand of a picture that lines and contradictions solve, or -1. In a
// Contradictions puzzle lines leave at least one cell in 20 open; puzzles with fewer open cells
// hardly need contradictions, and get -1.
func grade(s *teach.PictureBench) Demand {
	if open := s.ByLine(); open > 0 && 20*open < s.Cells() {
		return -1
	}
	return demand(s)
}

// demand returns the demand of a picture's clues. It is Contradictions whenever lines alone do not
// solve it, unique or not.
func demand(s *teach.PictureBench) Demand {
	switch {
	case s.ByLine() > 0:
		return Contradictions
	case s.Rounds() <= teach.RoundsAllowed(s.Rows, s.Cols):
		return FewRounds
	}
	return ManyRounds
}

// countTrivial returns the number of lines that are empty or full: they give a person nothing to
// think about.
func countTrivial(s *teach.PictureBench) (n int) {
	for which := range s.Ink {
		if ink := line.Size(&s.Ink[which]); ink == 0 || ink == s.Length(which) {
			n++
		}
	}
	return n
}

// reduceOpen flips open cells of s, each with its mirror image, until look finds no open cell or the
// tries have ended: 60, and one more for every four cells open at first. It takes a flip back if that
// leaves more cells open, and three times in four if it leaves as many. It returns ctx's error if ctx
// ends.
func reduceOpen(ctx context.Context, random *rand.Rand, s *teach.PictureBench, mirror func(int) int, look func() int) error {
	left := look()
	cells := s.OpenCells()
	for tries := 60 + left/4; left > 0 && tries > 0; tries-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		cell := roughestCell(s, random, cells)
		flip := func() {
			s.Flip(cell)
			if other := mirror(cell); other != cell {
				s.Flip(other)
			}
		}
		flip()
		now := look()
		if now < left || now == left && random.IntN(4) == 0 {
			left, cells = now, s.OpenCells()
		} else {
			flip()
		}
	}
	return nil
}

// roughestCell draws three cells and returns the one with the most neighbours unlike it: flipping
// it smooths the shape.
func roughestCell(s *teach.PictureBench, random *rand.Rand, cells []int) (best int) {
	most := -1
	for range 3 {
		cell := cells[random.IntN(len(cells))]
		unlike := 0
		r, c := cell/s.Cols, cell%s.Cols
		for _, near := range [][2]int{{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}} {
			inside := near[0] >= 0 && near[0] < s.Rows && near[1] >= 0 && near[1] < s.Cols
			if inside && s.Is(near[0]*s.Cols+near[1]) != s.Is(cell) {
				unlike++
			}
		}
		if unlike > most {
			best, most = cell, unlike
		}
	}
	return best
}

// shape is a field of heights, row-major; the highest percent of its cells are filled.
type shape struct {
	rows, cols int
	heights    []int
	percent    int
	mirror     func(cell int) int
}

// newShape returns a random shape for a demand: noise, blurred, stretched to heights from 0 to 1<<16,
// and raised in the middle. Sides of 20 and of 40 cells take one more blur each, so that blobs grow
// with the picture. Three shapes in four are mirrored, left to right.
func newShape(random *rand.Rand, rows, cols int, d Demand) *shape {
	h := &shape{rows: rows, cols: cols, heights: make([]int, rows*cols)}
	look := looks[d]
	h.percent = look.percent + random.IntN(look.spread)
	for i := range h.heights {
		h.heights[i] = random.IntN(1 << 16)
	}
	passes := look.blurs
	if max(rows, cols) >= 20 {
		passes++
	}
	if max(rows, cols) >= 40 {
		passes++
	}
	for range passes {
		h.blur()
	}
	h.level(1 << 16)
	h.raiseMiddle(look.dome)
	h.mirror = func(cell int) int { return cell }
	if random.IntN(4) > 0 {
		h.mirror = func(cell int) int { return cell/cols*cols + cols - 1 - cell%cols }
	}
	return h
}

// looks are the parameters of shapes for each demand: the least share of ink and its range, in
// percent; the number of blurs; the height of the middle, see raiseMiddle.
var looks = [...]struct{ percent, spread, blurs, dome int }{
	FewRounds:      {50, 10, 1, 45},
	ManyRounds:     {47, 12, 1, 30},
	Contradictions: {42, 10, 1, 20},
}

// blur replaces each height by the mean of the 3 × 3 cells around it.
func (h *shape) blur() {
	before := slices.Clone(h.heights)
	for i := range h.heights {
		r, c := i/h.cols, i%h.cols
		sum, n := 0, 0
		for y := max(r-1, 0); y <= min(r+1, h.rows-1); y++ {
			for x := max(c-1, 0); x <= min(c+1, h.cols-1); x++ {
				sum += before[y*h.cols+x]
				n++
			}
		}
		h.heights[i] = sum / n
	}
}

// level stretches the heights to the range from 0 to top.
func (h *shape) level(top int) {
	lo, hi := slices.Min(h.heights), slices.Max(h.heights)
	for i, height := range h.heights {
		h.heights[i] = (height - lo) * top / max(hi-lo, 1)
	}
}

// raiseMiddle raises the middle over the corners by a percentage of the whole range.
func (h *shape) raiseMiddle(percent int) {
	for i := range h.heights {
		y, x := 2*(i/h.cols)+1-h.rows, 2*(i%h.cols)+1-h.cols         // from the middle, in half cells
		far := (x*x<<15)/(h.cols*h.cols) + (y*y<<15)/(h.rows*h.rows) // 0 in the middle, nearly 1<<16 in a corner
		h.heights[i] += (1<<16 - far) * percent / 100
	}
}

// picture returns a picture in which the highest percent of the cells are filled, and all others as
// high as the lowest of these. A cell is as high as it and its mirror image together.
func (h *shape) picture() []puzzle.Cell {
	both := make([]int, len(h.heights))
	for i := range both {
		both[i] = h.heights[i] + h.heights[h.mirror(i)]
	}
	sorted := slices.Sorted(slices.Values(both))
	level := sorted[len(sorted)*(100-h.percent)/100]
	picture := make([]puzzle.Cell, len(both))
	for i, height := range both {
		picture[i] = puzzle.Empty
		if height >= level {
			picture[i] = puzzle.Filled
		}
	}
	return picture
}

// ParseDemand returns the demand with a name.
func ParseDemand(name string) (Demand, error) {
	for _, d := range Demands() {
		if d.String() == name {
			return d, nil
		}
	}
	return 0, fmt.Errorf("nonogram: no difficulty %q", name)
}
