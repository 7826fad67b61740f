package line

import "math"

// PricedLine compares the arrangements of a line with a given solution. Each cell in which an
// arrangement differs from the solution earns a price. Most returns the highest sum of prices; Soft
// returns a smooth stand-in for it. Both begin with the earnings of a line of empty cells, and add
// for each filled cell what it earns more (or less) than if it were empty.
type PricedLine struct {
	Filled  []bool    // for each cell, whether the solution fills it
	Price   []int64   // set for Most: what each cell earns if it differs
	Odds    []float64 // set for Soft: the same, as the logarithm of a weight
	Differs []float64 // result of Soft: for each cell, the probability that it differs

	// In the tables below index i stands for the place before cell i.
	sum  []int64   // what the first i cells earn if all are filled, less what they earn if all are empty
	best []int64   // the most that the runs placed so far can earn within the first i cells
	next []int64   // best with one run more, while it is computed
	sums []float64 // sum, from Odds
	ways []float64 // a row for each number of runs placed: logarithm of the weight of all their places within the first i cells
	back []float64 // the same for the remaining runs, within the cells from i on
	more []float64 // back with one run more, while it is computed
}

// Reset prepares for a line of n cells. The caller then sets all of Filled, and of Price for Most or
// Odds for Soft: they still hold the values of an earlier line.
func (l *PricedLine) Reset(n int) {
	if cap(l.Filled) < n {
		l.Filled, l.Price, l.Odds, l.Differs = make([]bool, n), make([]int64, n), make([]float64, n), make([]float64, n+1)
		l.sum, l.best, l.next = make([]int64, n+1), make([]int64, n+1), make([]int64, n+1)
		l.sums, l.back, l.more = make([]float64, n+1), make([]float64, n+2), make([]float64, n+2)
	}
	l.Filled, l.Price, l.Odds, l.Differs = l.Filled[:n], l.Price[:n], l.Odds[:n], l.Differs[:n]
}

// Most returns the earnings of the best arrangement in which each run starts within its extent of
// spans. Cells that are known count only by these extents. It costs O(cells · runs).
func (l *PricedLine) Most(runs []int, spans []Extent) int64 {
	n := len(l.Price)
	var base int64 // earnings with all cells empty
	for i, price := range l.Price {
		if l.Filled[i] {
			base += price
			price = -price
		}
		l.sum[i+1] = l.sum[i] + price
	}
	const never = math.MinInt64 / 2 // earnings where the runs have no room; half the range, so that sums do not overflow
	best, next := l.best[:n+1], l.next[:n+1]
	clear(best)
	for j, run := range runs {
		so := int64(never)
		for i := range next {
			if at := i - run; at >= spans[j].First && at <= spans[j].Last {
				so = max(so, best[max(at-1, 0)]+l.sum[i]-l.sum[at]) // at-1 is the gap before the run
			}
			next[i] = so
		}
		best, next = next, best
	}
	return base + best[n]
}

// Soft returns the logarithm of the total weight of all arrangements in which each run starts
// within its extent of spans, and sets Differs. An arrangement weighs e to the power of what its
// cells earn by Odds. It costs O(cells · runs).
func (l *PricedLine) Soft(runs []int, spans []Extent) float64 {
	n, k := len(l.Odds), len(runs)
	base := 0.0
	for i, odds := range l.Odds {
		if l.Filled[i] {
			base += odds
			odds = -odds
		}
		l.sums[i+1] = l.sums[i] + odds
	}
	if need := (k + 1) * (n + 1); cap(l.ways) < need {
		l.ways = make([]float64, need)
	}
	ways := func(j int) []float64 { return l.ways[:(k+1)*(n+1)][j*(n+1):][:n+1] }
	clear(ways(0))
	for j, run := range runs {
		l.advance(ways(j), ways(j+1), run, spans[j])
	}
	total := ways(k)[n]

	clear(l.Differs[:n])
	back, more := l.back[:n+2], l.more[:n+2]
	clear(back)
	for j := k - 1; j >= 0; j-- {
		run, span, before := runs[j], spans[j], ways(j)
		so := math.Inf(-1)
		for at := n + 1; at >= 0; at-- {
			if at >= span.First && at <= span.Last {
				way := l.sums[at+run] - l.sums[at] + back[at+run+1]
				so = logSum(so, way)
				share := math.Exp(before[max(at-1, 0)] + way - total) // probability that run j starts at cell at
				l.Differs[at] += share
				if at+run < n {
					l.Differs[at+run] -= share
				}
			}
			more[at] = so
		}
		back, more = more, back
	}
	l.accumulate()
	return base + total
}

// advance sets with, the row of ways for one run more, from before, the row without it. The run has
// run cells and starts within span.
func (l *PricedLine) advance(before, with []float64, run int, span Extent) {
	so := math.Inf(-1)
	for i := range with {
		if at := i - run; at >= span.First && at <= span.Last {
			so = logSum(so, before[max(at-1, 0)]+l.sums[i]-l.sums[at])
		}
		with[i] = so
	}
}

// accumulate converts Differs. Before, it has for each cell by how much the probability to be filled
// exceeds that of the cell before it; after, the probability that the cell differs from the
// solution.
func (l *PricedLine) accumulate() {
	covered := 0.0
	for i := range l.Odds {
		covered += l.Differs[i]
		l.Differs[i] = min(max(covered, 0), 1) // rounding may lead out by a little
		if l.Filled[i] {
			l.Differs[i] = 1 - l.Differs[i]
		}
	}
}

// logSum returns the logarithm of the sum of two numbers, given their logarithms.
func logSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if b < a-36 { // b would add less than e^-36, about 2·10⁻¹⁶: below the last digit of a float64 near 1
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
