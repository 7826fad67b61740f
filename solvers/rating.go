package solvers

import "math"

// A Rating says how much work a puzzle is for a person. It is finer than the Difficulty, which
// one hard step decides: it sums up the steps of a solution if the easiest one that gives
// anything is always taken first.
//
// A step costs what its class costs (1, 2, 4, 8 or 64), times how far one has to look for it:
// if only one place in n gives the step, n places are looked at. Many small steps that lie
// open therefore cost less than a few behind a bottleneck. The sum orders the puzzles of one
// kind, and is no measure of time.
type Rating struct {
	Difficulty Difficulty
	Steps      [Extreme + 1]int // of each class
	Effort     int

	cost float64
}

var stepCosts = [...]float64{Easy: 1, Medium: 2, Hard: 4, Expert: 8, Extreme: 64}

// Add counts a step of difficulty d. places is the number of places where a person can look for such a
// step, and giving the number of these places that give one.
func (r *Rating) Add(d Difficulty, places, giving int) {
	r.Difficulty = max(r.Difficulty, d)
	r.Steps[d]++
	r.cost += stepCosts[d] * float64(max(places, 1)) / float64(max(giving, 1))
	r.Effort = int(math.Ceil(r.cost))
}

// AllSteps returns the number of steps of all classes.
func (r *Rating) AllSteps() (n int) {
	for _, steps := range r.Steps {
		n += steps
	}
	return n
}
