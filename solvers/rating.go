package solvers

import "math"

// A Rating is how much work a puzzle is for a person: finer than its Difficulty, which one
// hard step decides. It sums up the steps of a solution when the easiest that gives anything
// is always taken first.
//
// A step costs what its class costs (1, 2, 4, 8 or 64), times how far one has to look for it:
// of the places to look at where only one in n says anything, n are looked at. So many small
// steps that lie open cost less than a few behind a bottleneck. The sum is an order among
// puzzles of one kind, and no measure of time.
type Rating struct {
	Difficulty Difficulty
	Steps      [Extreme + 1]int // of each class
	Effort     int

	cost float64
}

var stepCosts = [...]float64{Easy: 1, Medium: 2, Hard: 4, Expert: 8, Extreme: 64}

// Add counts a step of a class that so many of the places to look at would have given.
func (r *Rating) Add(d Difficulty, places, giving int) {
	r.Difficulty = max(r.Difficulty, d)
	r.Steps[d]++
	r.cost += stepCosts[d] * float64(max(places, 1)) / float64(max(giving, 1))
	r.Effort = int(math.Ceil(r.cost))
}

// AllSteps is how many steps there are.
func (r *Rating) AllSteps() (n int) {
	for _, steps := range r.Steps {
		n += steps
	}
	return n
}
