package nonogram

import (
	"context"
	"iter"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/maker"
	"kibitz/solvers/nonogram/internal/teach"
)

// Solve decides p and proves its backbone. If ctx ends first, or the memory for learning is used
// up, the answer holds only what is certain by then: it is Undecided, or Multiple without
// BackboneProved. The error is Check's, or that of a ctx that had ended before anything was done.
// It runs on one core.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) { return engine.Solve(ctx, p.data()) }

// Decide answers like Solve, but without the proof of the backbone, which can take much longer than
// the verdict. It does not look for the lines in conflict if that needs learning.
func (p *Puzzle) Decide(ctx context.Context) (*Answer, error) { return engine.Decide(ctx, p.data()) }

// Solutions yields every solution of the puzzle that a answers, each once. If ctx has an error
// afterwards, there may be more.
func (p *Puzzle) Solutions(ctx context.Context, a *Answer) iter.Seq[[]Cell] {
	return teach.Solutions(ctx, p.data(), a)
}

// MaxCount is the highest limit of Count.
const MaxCount = teach.MaxCount

// Count returns the number of solutions, up to limit. exact is true if there are no more than n
// solutions and ctx did not end the count.
func (p *Puzzle) Count(ctx context.Context, limit int) (n int, exact bool) {
	return teach.Count(ctx, p.data(), limit)
}

// CountFrom counts like Count, from a known Answer.
func (p *Puzzle) CountFrom(ctx context.Context, a *Answer, limit int) (n int, exact bool) {
	return teach.CountFrom(ctx, p.data(), a, limit)
}

// Switches returns small changes of a solution: for each the cells that exchange two shades, in turn
// one of each; in black and white they become empty and filled. Whichever of the changes are made
// together, the result is a solution, so n switches prove 2ⁿ solutions. When ctx ends it returns those
// found so far.
func (p *Puzzle) Switches(ctx context.Context, solution []Cell) [][]int {
	return engine.Switches(ctx, p.data(), solution)
}

// Core returns lines that contradict each other whatever the other lines say, and what is proved about
// how few they are; nil if none were found.
func (p *Puzzle) Core(ctx context.Context) (lines []Line, proved solvers.Minimality) {
	return teach.Core(ctx, p.data())
}

// These describe how a person solves a puzzle.
type (
	Step       = teach.Step       // a deduction and the cells that it decides
	Placed     = teach.Placed     // a cell with the shades it can have after a Step
	Span       = teach.Span       // a run and the cells that it can cover
	Technique  = teach.Technique  // the name of a deduction
	Difficulty = teach.Difficulty // how hard a puzzle is for a person, by its techniques
	Slip       = teach.Slip       // a run whose correction gives the puzzle a solution
)

const (
	SimpleBoxes   = teach.SimpleBoxes
	SimpleSpaces  = teach.SimpleSpaces
	Forcing       = teach.Forcing
	Punctuating   = teach.Punctuating
	Mercury       = teach.Mercury
	Glue          = teach.Glue
	Splitting     = teach.Splitting
	Joining       = teach.Joining
	Overlap       = teach.Overlap
	LineLogic     = teach.LineLogic
	Contradiction = teach.Contradiction
	EitherWay     = teach.EitherWay
	Trial         = teach.Trial
	OtherColours  = teach.OtherColours
	ColourDone    = teach.ColourDone
	Reach         = teach.Reach

	Easy    = teach.Easy
	Medium  = teach.Medium
	Hard    = teach.Hard
	Expert  = teach.Expert
	Extreme = teach.Extreme
)

// These errors say why a puzzle has no Difficulty.
var (
	ErrNotUnique = teach.ErrNotUnique
	ErrUndecided = teach.ErrUndecided
)

// Techniques returns the techniques of black and white, from easy to hard.
func Techniques() []Technique { return teach.Techniques() }

// ColourTechniques returns the techniques of colours, from easy to hard.
func ColourTechniques() []Technique { return teach.ColourTechniques() }

// Places returns where each run of a clue can begin, and which shades each cell can have, as far as
// the cells of that line alone tell. Both are nil if no arrangement of the clue fits them.
func Places(clue []Run, cells []Cell) (starts [][]int, may []Cell) { return line.Places(clue, cells) }

// LineStep returns the easiest deduction that a single line in black and white allows.
func LineStep(clue []Run, cells []Cell) (step Step, ok bool) { return teach.LineStep(clue, cells) }

// Steps yields the deductions by which a person gets to the solution, easy ones first.
func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step] { return teach.Steps(ctx, p.data()) }

// StepsFrom yields the same as Steps, from a known Answer. If ctx ends, all cells left come in one
// Trial.
func (p *Puzzle) StepsFrom(ctx context.Context, a *Answer) iter.Seq[Step] {
	return teach.StepsFrom(ctx, p.data(), a)
}

// Hints yields steps in the order of a person who sees the whole board. a is p's Answer, or nil if
// it is not known. last has the cells, row-major, that were decided last.
func (p *Puzzle) Hints(ctx context.Context, a *Answer, last []int) iter.Seq[Step] {
	return teach.Hints(ctx, p.data(), a, last)
}

// Difficulty returns the difficulty of the hardest of p's Steps. Only a puzzle with one solution
// has one. The error is ErrNotUnique, ErrUndecided, or ctx's.
func (p *Puzzle) Difficulty(ctx context.Context) (Difficulty, error) {
	return teach.DifficultyOf(ctx, p.data())
}

// Rate measures the work of p's Steps. Its errors are those of Difficulty.
func (p *Puzzle) Rate(ctx context.Context) (solvers.Rating, error) { return teach.Rate(ctx, p.data()) }

// RateFrom returns the same as Rate without solving the puzzle again: a is its Answer.
func (p *Puzzle) RateFrom(ctx context.Context, a *Answer) (solvers.Rating, error) {
	return teach.RateFrom(ctx, p.data(), a)
}

// Slips returns single runs whose length or colour may have been mistyped: with another one the
// puzzle has a solution, proved. It is complete if ctx left time for every run.
func (p *Puzzle) Slips(ctx context.Context) (slips []Slip, complete bool) {
	return teach.Slips(ctx, p.data())
}

// Mended returns the puzzle with the run that a slip may have; nil if it is not p's.
func (p *Puzzle) Mended(s Slip) *Puzzle { return (*Puzzle)(teach.Mended(p.data(), s)) }

// These bound the sides, in cells, and the colours of puzzles that Generate makes.
const (
	MinGenerated        = maker.MinGenerated
	MaxGenerated        = maker.MaxGenerated
	MaxContradictions   = maker.MaxContradictions // the longest side of a Contradictions puzzle
	MaxGeneratedColours = maker.MaxGeneratedColours
)

// Demand says how much work a generated puzzle is for a person.
type Demand = maker.Demand

const (
	FewRounds      = maker.FewRounds      // a few rounds over the lines, one line at a time
	ManyRounds     = maker.ManyRounds     // many such rounds
	Contradictions = maker.Contradictions // in places a cell must be assumed, and refuted by lines
)

// These errors say which input Repair, Generate and package drawing refuse.
var (
	ErrUnfinished = maker.ErrUnfinished
	ErrSize       = maker.ErrSize
)

// Demands returns all demands, easy first.
func Demands() []Demand { return maker.Demands() }

// ParseDemand returns the demand with a name.
func ParseDemand(name string) (Demand, error) { return maker.ParseDemand(name) }

// Generate makes a puzzle with one solution, of a size and a demand, in a number of colours: 2 to
// MaxGeneratedColours, or 0 for black and white. The same arguments always give the same puzzle, on
// any machine. The error is ctx's, or ErrSize for sides or colours out of bounds, or if no shape
// meets the demand.
func Generate(ctx context.Context, rows, cols, colours int, d Demand, seed uint64) (*Puzzle, error) {
	p, err := maker.Generate(ctx, rows, cols, colours, d, seed)
	return (*Puzzle)(p), err
}

// Repaired is a picture made unique by changing as few cells as were found to suffice.
type Repaired struct {
	*maker.Repaired
	Puzzle *Puzzle // puzzle of the picture after the changes, which is its Picture
}

// Repair changes the fewest cells of p's picture that make it the only one with its clues. It does
// not change the cells in keep, row-major. If ctx ends first the answer is the best so far. The
// error is ErrUnfinished for a puzzle without a finished Picture, ErrSize for a side above MaxMade,
// or Check's.
func Repair(ctx context.Context, p *Puzzle, keep []int) (*Repaired, error) {
	r, err := maker.Repair(ctx, p.data(), keep)
	if err != nil {
		return nil, err
	}
	return &Repaired{r, (*Puzzle)(r.Puzzle)}, nil
}
