package line

import "math"

// PricedLine looks at all arrangements of a line whose cells earn if they differ from a
// solution.
type PricedLine struct {
	Filled  []bool    // what each cell is in the solution
	Price   []int64   // of each cell that differs
	Odds    []float64 // the same for soft: the logarithm
	Differs []float64 // from soft: how likely each cell differs

	sum  []int64   // of what the cells before each earn more if filled than if empty
	best []int64   // what the runs so far earn most, before each cell
	next []int64   // with one more
	sums []float64 // as sum
	ways []float64 // logarithm of what all places of the runs so far weigh, before each cell; run by run
	back []float64 // of those of the runs from here on, from each cell on
	more []float64 // with one more
}

func (l *PricedLine) Reset(n int) {
	if cap(l.Filled) < n {
		l.Filled, l.Price, l.Odds, l.Differs = make([]bool, n), make([]int64, n), make([]float64, n), make([]float64, n+1)
		l.sum, l.best, l.next = make([]int64, n+1), make([]int64, n+1), make([]int64, n+1)
		l.sums, l.back, l.more = make([]float64, n+1), make([]float64, n+2), make([]float64, n+2)
	}
	l.Filled, l.Price, l.Odds, l.Differs = l.Filled[:n], l.Price[:n], l.Odds[:n], l.Differs[:n]
}

// Most is what the best arrangement earns. It costs O(cells · runs).
func (l *PricedLine) Most(runs []int, spans []Extent) int64 {
	n := len(l.Price)
	var base int64 // all empty
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

// Soft is the logarithm of the sum of what all arrangements weigh, each e to the power of what
// it earns. It costs O(cells · runs).
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
	l.settle()
	return base + total
}

// advance adds a run to all that came before it.
func (l *PricedLine) advance(before, with []float64, run int, span Extent) {
	so := math.Inf(-1)
	for i := range with {
		if at := i - run; at >= span.First && at <= span.Last {
			so = logSum(so, before[max(at-1, 0)]+l.sums[i]-l.sums[at])
		}
		with[i] = so
	}
}

// settle turns differs from the runs that begin and end at each cell into how likely the cell
// differs.
func (l *PricedLine) settle() {
	covered := 0.0
	for i := range l.Odds {
		covered += l.Differs[i]
		l.Differs[i] = min(max(covered, 0), 1)
		if l.Filled[i] {
			l.Differs[i] = 1 - l.Differs[i]
		}
	}
}

// logSum is the logarithm of the sum of two numbers whose logarithms are given.
func logSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if b < a-36 { // below the last digit
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
