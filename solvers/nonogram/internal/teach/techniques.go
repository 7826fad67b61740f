package teach

import (
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Technique names a kind of deduction. They are ordered, by and large, from easy to hard. The names
// up to Joining, and Contradiction, come from Wikipedia's article "Nonogram".
type Technique int

const (
	SimpleBoxes   Technique = iota // a run covers these cells wherever it goes in the bare line
	SimpleSpaces                   // no run reaches these cells
	Forcing                        // spaces leave no room for a run on one side, or for any run
	Punctuating                    // a block is as long as any run that can be there: spaces around it
	Mercury                        // a block about as far from the border as its run is long pulls away from it
	Glue                           // a block near a border or a space is pushed away from it
	Splitting                      // filling the cell between two blocks makes one that is too long
	Joining                        // a space between two blocks leaves one of them too little room
	Overlap                        // simple boxes, given the line's known cells
	LineLogic                      // the cell is the same in all arrangements that fit the line's known cells
	Contradiction                  // the other value leaves some line without an arrangement
	EitherWay                      // both values of some cell lead to this
	Trial                          // the cell is equal in every solution, found by search
)

// These are for colours only. All are Easy except Reach.
const (
	OtherColours Technique = Trial + 1 + iota // the line's clue has no run of this colour
	ColourDone                                // all cells of this colour in the clue are known
	Reach                                     // no run of this colour reaches these cells
)

var techniqueNames = [...]string{
	"simple boxes", "simple spaces", "forcing", "punctuating", "mercury", "glue", "splitting", "joining", "overlap",
	"line logic", "contradiction", "either way", "trial", "other colours", "colour done", "reach",
}

func (t Technique) String() string { return techniqueNames[t] }

// Techniques returns the techniques of black and white, from easy to hard.
func Techniques() (all []Technique) {
	for t := range Trial + 1 {
		all = append(all, t)
	}
	return all
}

// ColourTechniques returns the techniques of colours, from easy to hard.
func ColourTechniques() []Technique {
	return []Technique{OtherColours, ColourDone, SimpleBoxes, Overlap, Reach, LineLogic, Contradiction, EitherWay, Trial}
}

// Difficulty says how hard a puzzle is for a person, by the classes of the techniques.
type Difficulty = solvers.Difficulty

const (
	Easy    = solvers.Easy    // up to Mercury: one run, space or block at a time
	Medium  = solvers.Medium  // up to Overlap: runs, blocks and spaces of a line together
	Hard    = solvers.Hard    // LineLogic: all arrangements of a line at once
	Expert  = solvers.Expert  // Contradiction, EitherWay: assume one cell and follow the lines
	Extreme = solvers.Extreme // Trial: assumptions within assumptions
)

// Difficulty returns the class of the technique.
func (t Technique) Difficulty() Difficulty {
	switch {
	case t <= Mercury, t == OtherColours, t == ColourDone:
		return Easy
	case t <= Overlap, t > Trial:
		return Medium
	case t <= LineLogic:
		return Hard
	case t <= EitherWay:
		return Expert
	}
	return Extreme
}

// rule is one way to see something in a line. Its sights hold for Unknown cells in all arrangements
// that fit the line; their values for other cells do not matter.
type rule struct {
	technique Technique
	see       func(*view) []sight
}

// rules are tried in this order; special ones come before general ones.
var rules = []rule{
	{SimpleBoxes, simpleBoxes},
	{SimpleSpaces, finished},
	{Forcing, tooNarrow},
	{Forcing, forced},
	{Punctuating, punctuating},
	{Mercury, bothWays(mercury)},
	{SimpleSpaces, outOfReach},
	{Splitting, splitting},
	{Joining, joining}, // the case of Glue with a block behind
	{Glue, bothWays(glue)},
	{Overlap, overlap},
}

// sight is a finding of a rule: the cells from lo up to but not including hi have a value. run is
// the index of the run that it is about, which lies somewhere in the cells from from up to but not
// including until. If it is about no single run, run is -1, and from and until bound the part of the
// line that the rule looked at; they may be equal for no such part.
type sight struct {
	lo, hi int
	value  puzzle.Cell

	run, from, until int
}

// bothWays returns a rule that sees what the rule see sees in a line and, turned back, in the
// mirrored line: see looks only from the left.
func bothWays(see func(*view) []sight) func(*view) []sight {
	return func(v *view) []sight {
		n, k := len(v.cells), len(v.runs)
		mirror := &view{runs: backwards(v.runs), cells: backwards(v.cells), first: make([]int, k), last: make([]int, k)}
		for j, run := range v.runs {
			mirror.first[k-1-j], mirror.last[k-1-j] = n-v.last[j]-run, n-v.first[j]-run
		}
		seen := see(v)
		for _, s := range see(mirror) {
			s.lo, s.hi = n-s.hi, n-s.lo
			if s.run >= 0 {
				s.run, s.from, s.until = k-1-s.run, n-s.until, n-s.from
			}
			seen = append(seen, s)
		}
		return seen
	}
}

// sight returns a sight about run j: the cells from lo up to hi have a value.
func (v *view) sight(lo, hi int, value puzzle.Cell, j int) sight {
	return sight{lo, hi, value, j, v.first[j], v.last[j] + v.runs[j]}
}

// simpleBoxes finds runs that overlap themselves when pushed to the left and to the right of the
// bare line.
func simpleBoxes(v *view) (seen []sight) {
	bare := make([]puzzle.Cell, len(v.cells))
	return overlap(newView(v.runs, bare))
}

// overlap finds runs that cover some cells wherever they go, given the known cells.
func overlap(v *view) (seen []sight) {
	for j, run := range v.runs {
		if v.last[j] < v.first[j]+run {
			seen = append(seen, v.sight(v.last[j], v.first[j]+run, puzzle.Filled, j))
		}
	}
	return seen
}

// forced finds overlaps from the known spaces alone: they force a run to one side.
func forced(v *view) []sight {
	spaces := slices.Clone(v.cells)
	for i, c := range spaces {
		if c == puzzle.Filled {
			spaces[i] = puzzle.Unknown
		}
	}
	return overlap(newView(v.runs, spaces))
}

// finished returns one sight, that all other cells are empty, when as many cells are filled as the
// clue has; else nil. The sight spans the whole line: its value counts only for Unknown cells.
func finished(v *view) []sight {
	filled := 0
	for _, c := range v.cells {
		if c == puzzle.Filled {
			filled++
		}
	}
	if filled < sum(v.runs) {
		return nil
	}
	return []sight{{lo: 0, hi: len(v.cells), value: puzzle.Empty, run: -1}}
}

// punctuating puts spaces around a block that is as long as the longest run that can cover it.
func punctuating(v *view) (seen []sight) {
	for _, b := range v.blocks() {
		if j := v.longest(b); v.runs[j] == b.hi-b.lo { // not -1: some run covers each block
			for _, i := range []int{b.lo - 1, b.hi} {
				if i >= 0 && i < len(v.cells) {
					seen = append(seen, sight{i, i + 1, puzzle.Empty, j, b.lo, b.hi})
				}
			}
		}
	}
	return seen
}

// glue extends a block to the right if its shortest run does not fit between the space or border on
// its left and the block's end.
func glue(v *view) (seen []sight) {
	for _, b := range v.blocks() {
		wall, _ := v.room(b)
		if j := v.shortest(b); wall+v.runs[j] > b.hi {
			seen = append(seen, sight{b.hi, wall + v.runs[j], puzzle.Filled, j, wall, min(b.lo+v.runs[j], len(v.cells))})
		}
	}
	return seen
}

// mercury looks at the first run that is not complete, and at the first block of cells that does not
// belong to a complete run. If the run does not fit before that block with a gap between, it covers
// it, and the cells before the block that it then cannot reach are empty. It returns nil if there is
// no such run or block, or no such cell.
func mercury(v *view) []sight {
	border, j := v.complete()
	blocks := slices.DeleteFunc(v.blocks(), func(b block) bool { return b.lo < border })
	if j == len(v.runs) || len(blocks) == 0 {
		return nil
	}
	b, run := blocks[0], v.runs[j]
	if b.lo > border+run || b.hi-run <= border {
		return nil
	}
	return []sight{{border, b.hi - run, puzzle.Empty, j, b.hi - run, min(b.lo+run, len(v.cells))}}
}

// complete goes over the known cells at the left end of the line. It returns the cell i after the
// last run there that has a space or the border behind it, and after the spaces that follow; j is
// the index of the next run.
func (v *view) complete() (i, j int) {
	for i < len(v.cells) {
		if v.cells[i] == puzzle.Empty {
			i++
			continue
		}
		if v.cells[i] == puzzle.Unknown {
			break
		}
		end := i
		for end < len(v.cells) && v.cells[end] == puzzle.Filled {
			end++
		}
		if end < len(v.cells) && v.cells[end] == puzzle.Unknown {
			break
		}
		i = end
		j++
	}
	return i, j
}

// outOfReach finds cells that are empty: those between the reach of one run and that of the next, and
// those before the first reach or behind the last.
func outOfReach(v *view) (seen []sight) {
	end := 0
	for j := range len(v.runs) + 1 {
		start := len(v.cells)
		if j < len(v.runs) {
			start = v.first[j]
		}
		if start > end {
			s := sight{lo: end, hi: start, value: puzzle.Empty, run: -1}
			if j > 0 { // the sight is told of the run that comes nearest
				s = v.sight(end, start, puzzle.Empty, j-1)
			} else if j < len(v.runs) {
				s = v.sight(end, start, puzzle.Empty, j)
			}
			seen = append(seen, s)
		}
		if j < len(v.runs) {
			end = max(end, v.last[j]+v.runs[j])
		}
	}
	return seen
}

// splitting finds single cells between two blocks that must be empty. If such a cell were filled,
// it would join the blocks to one that no run can cover: for that block longest returns -1.
func splitting(v *view) (seen []sight) {
	blocks := v.blocks()
	for i := 1; i < len(blocks); i++ {
		a, b := blocks[i-1], blocks[i]
		if a.hi+1 == b.lo && v.longest(block{a.lo, b.hi}) < 0 {
			seen = append(seen, sight{a.hi, b.lo, puzzle.Empty, -1, a.lo, b.hi}) // about no run; it looked at both blocks
		}
	}
	return seen
}

// joining finds single cells between two blocks that must be filled: a space there would leave one
// of the blocks less room than the shortest run that can cover it needs. The sight is about that
// run.
func joining(v *view) (seen []sight) {
	blocks := v.blocks()
	for i := 1; i < len(blocks); i++ {
		a, b := blocks[i-1], blocks[i]
		if a.hi+1 != b.lo {
			continue
		}
		wall, _ := v.room(a)
		_, end := v.room(b)
		if j := v.shortest(a); v.runs[j] > a.hi-wall {
			seen = append(seen, v.sight(a.hi, b.lo, puzzle.Filled, j))
		} else if j := v.shortest(b); v.runs[j] > end-b.lo {
			seen = append(seen, v.sight(a.hi, b.lo, puzzle.Filled, j))
		}
	}
	return seen
}

// tooNarrow finds stretches of Unknown cells, between spaces or borders, in which no run can lie:
// they are empty.
func tooNarrow(v *view) (seen []sight) {
	for lo := 0; lo < len(v.cells); lo++ {
		if v.cells[lo] != puzzle.Unknown || lo > 0 && v.cells[lo-1] != puzzle.Empty {
			continue
		}
		_, hi := v.room(block{lo, lo})
		if !slices.Contains(v.cells[lo:hi], puzzle.Filled) && !v.anyWithin(lo, hi) {
			seen = append(seen, sight{lo, hi, puzzle.Empty, -1, lo, hi}) // about no run; it looked at the stretch
		}
		lo = hi
	}
	return seen
}

// anyWithin reports whether some run can lie in the cells from lo up to hi.
func (v *view) anyWithin(lo, hi int) bool {
	for j := range v.runs {
		if v.within(j, lo, hi) {
			return true
		}
	}
	return false
}
