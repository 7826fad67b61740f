package nonogram

// lineOdds sums over the arrangements of one line, each with the product of its
// cells' weights.
type lineOdds struct {
	fill, empty []float64 // weight of each cell
	weight      []float64 // of each run at each place of its extent
	before      []float64 // of all that may come before it there
	onward      []float64 // of it and all that may come after it
	filled      []float64 // weight of the arrangements with the cell filled
	total       float64   // of all
}

func (l *lineOdds) reset(n int) {
	if cap(l.fill) < n {
		l.fill, l.empty, l.filled = make([]float64, n), make([]float64, n), make([]float64, n+1)
	}
	l.fill, l.empty, l.filled = l.fill[:n], l.empty[:n], l.filled[:n+1]
	clear(l.filled)
}

// sum fills in filled and total. It reports false when no weight is left. It costs
// O(places · run).
func (l *lineOdds) sum(runs []int, spans []extent) bool {
	n, k := len(l.fill), len(runs)
	places := 0
	for _, s := range spans {
		places += s.last - s.first + 1
	}
	if cap(l.weight) < places {
		l.weight, l.before, l.onward = make([]float64, places), make([]float64, places), make([]float64, places)
	}

	// From the left.
	at := 0 // of the first place of run j
	so := 1.0
	next := 0 // so is the weight of the cells before next
	for j, run := range runs {
		s := spans[j]
		width := s.last - s.first + 1
		weight, before := l.weight[at:at+width], l.before[at:at+width]
		if j == 0 {
			for ; next < s.first; next++ {
				so *= l.empty[next]
			}
			for i := range before {
				before[i] = so
				so *= l.empty[s.first+i]
			}
		} else {
			p := spans[j-1]
			gone := l.before[at-(p.last-p.first+1) : at]
			with := l.weight[at-(p.last-p.first+1) : at]
			so = 0
			for i := p.first + runs[j-1] + 1; i <= s.last; i++ {
				if t := i - p.first - runs[j-1] - 1; t < len(gone) {
					so += gone[t] * with[t]
				}
				so *= l.empty[i-1]
				if i >= s.first {
					before[i-s.first] = so
				}
			}
		}
		for i := range weight {
			product := 1.0
			for _, f := range l.fill[s.first+i : s.first+i+run] {
				product *= f
			}
			weight[i] = product
		}
		at += width
	}

	// From the right, and both together.
	for j := k - 1; j >= 0; j-- {
		s, run := spans[j], runs[j]
		width := s.last - s.first + 1
		at -= width
		weight, before, onward := l.weight[at:at+width], l.before[at:at+width], l.onward[at:at+width]
		if j == k-1 {
			so = 1
			for i := n - 1; i >= s.last+run; i-- {
				so *= l.empty[i]
			}
			for i := width - 1; i >= 0; i-- {
				onward[i] = so * weight[i]
				if i > 0 {
					so *= l.empty[s.first+i+run-1]
				}
			}
		} else {
			q := spans[j+1]
			then := l.onward[at+width : at+width+q.last-q.first+1]
			so = 0
			for i := q.last - 1; i >= s.first+run; i-- {
				if t := i + 1 - q.first; t >= 0 {
					so += then[t]
				}
				so *= l.empty[i]
				if p := i - run - s.first; p < width {
					onward[p] = so * weight[p]
				}
			}
		}
		l.total = 0
		for i := range onward {
			share := before[i] * onward[i]
			l.total += share
			l.filled[s.first+i] += share
			l.filled[s.first+i+run] -= share
		}
	}
	if l.total < 1e-250 {
		return false
	}
	for i := 1; i < n; i++ {
		l.filled[i] += l.filled[i-1]
	}
	for i := range n {
		l.filled[i] = min(max(l.filled[i], 0), l.total)
	}
	return true
}
