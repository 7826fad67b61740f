package line

import "math"

// PricedLine sums over all arrangements of a line. A cell that differs from a given solution earns
// its price.
type PricedLine struct {
	Filled  []bool    // for each cell, whether the solution fills it
	Price   []int64   // for Most: earned by each cell that differs
	Odds    []float64 // for Soft: logarithm of the weight of each cell that differs
	Differs []float64 // result of Soft: probability that each cell differs

	sum  []int64   // sum over the cells before each of its earnings if filled less those if empty
	best []int64   // highest earnings of the runs so far, placed before each cell
	next []int64   // best with one run more
	sums []float64 // sum for Odds
	ways []float64 // logarithm of the total weight of all places of the runs so far before each cell; run by run
	back []float64 // the same for the remaining runs, from each cell on
	more []float64 // back with one run more
}

// Reset prepares for a line of n cells. The caller then sets Filled, and Price or Odds.
func (l *PricedLine) Reset(n int) {
	if cap(l.Filled) < n {
		l.Filled, l.Price, l.Odds, l.Differs = make([]bool, n), make([]int64, n), make([]float64, n), make([]float64, n+1)
		l.sum, l.best, l.next = make([]int64, n+1), make([]int64, n+1), make([]int64, n+1)
		l.sums, l.back, l.more = make([]float64, n+1), make([]float64, n+2), make([]float64, n+2)
	}
	l.Filled, l.Price, l.Odds, l.Differs = l.Filled[:n], l.Price[:n], l.Odds[:n], l.Differs[:n]
}

// Most returns the earnings of the best arrangement. It costs O(cells · runs).
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
	const never = math.MinInt64 / 2
	best, next := l.best[:n+1], l.next[:n+1]
	clear(best)
	for j, run := range runs {
		so := int64(never)
		for i := range next {
			if at := i - run; at >= spans[j].First && at <= spans[j].Last {
				so = max(so, best[max(at-1, 0)]+l.sum[i]-l.sum[at])
			}
			next[i] = so
		}
		best, next = next, best
	}
	return base + best[n]
}

// Soft returns the logarithm of the total weight of all arrangements, and sets Differs. An
// arrangement weighs e to the power of its earnings. It costs O(cells · runs).
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
				share := math.Exp(before[max(at-1, 0)] + way - total)
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

// advance computes with, the weights including one more run, from before.
func (l *PricedLine) advance(before, with []float64, run int, span Extent) {
	so := math.Inf(-1)
	for i := range with {
		if at := i - run; at >= span.First && at <= span.Last {
			so = logSum(so, before[max(at-1, 0)]+l.sums[i]-l.sums[at])
		}
		with[i] = so
	}
}

// accumulate converts Differs from the change at each cell, where runs begin and end, to the
// probability that the cell differs.
func (l *PricedLine) accumulate() {
	covered := 0.0
	for i := range l.Odds {
		covered += l.Differs[i]
		l.Differs[i] = min(max(covered, 0), 1)
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
	if b < a-36 { // b is below the last digit of a
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
