package engine

import "kibitz/solvers/nonogram/internal/line"

// lineOdds sums over the arrangements of one line. An arrangement weighs the product of its cells'
// weights.
type lineOdds struct {
	fill, empty []float64 // weight of each cell if filled, if empty
	weight      []float64 // product over the cells of each run, at each place of its extent
	before      []float64 // sum over all that may come before the run there
	onward      []float64 // sum over the run there and all that may come after it
	filled      []float64 // weight of the arrangements in which the cell is filled
	total       float64   // weight of all arrangements
}

// reset prepares for a line of n cells.
func (l *lineOdds) reset(n int) {
	if cap(l.fill) < n {
		l.fill, l.empty, l.filled = make([]float64, n), make([]float64, n), make([]float64, n+1)
	}
	l.fill, l.empty, l.filled = l.fill[:n], l.empty[:n], l.filled[:n+1]
	clear(l.filled)
}

// sum sets filled and total for arrangements in which each run starts within its extent of spans. It
// reports false if their weight is too small to divide by. It costs O(places · run).
func (l *lineOdds) sum(runs []int, spans []line.Extent) bool {
	places := 0
	for _, s := range spans {
		places += s.Last - s.First + 1
	}
	if cap(l.weight) < places {
		l.weight, l.before, l.onward = make([]float64, places), make([]float64, places), make([]float64, places)
	}
	l.fromLeft(runs, spans)
	l.fromRight(runs, spans, places)
	if l.total < 1e-250 { // much smaller shares of it would fall below the least float64, about 1e-308
		return false
	}
	for i := 1; i < len(l.fill); i++ {
		l.filled[i] += l.filled[i-1]
	}
	for i := range l.fill {
		l.filled[i] = min(max(l.filled[i], 0), l.total)
	}
	return true
}

// fromLeft sets weight and before.
func (l *lineOdds) fromLeft(runs []int, spans []line.Extent) {
	at := 0 // index of the first place of run j
	for j, run := range runs {
		s := spans[j]
		end := at + s.Last - s.First + 1
		weight, before := l.weight[at:end], l.before[at:end]
		if j == 0 {
			so := 1.0 // the weight of the cells before a place, all empty
			for _, empty := range l.empty[:s.First] {
				so *= empty
			}
			for i := range before {
				before[i] = so
				so *= l.empty[s.First+i]
			}
		} else {
			p := spans[j-1]
			from := at - (p.Last - p.First + 1)
			l.join(before, s, l.before[from:at], l.weight[from:at], p.First+runs[j-1]+1)
		}
		for i := range weight {
			product := 1.0
			for _, f := range l.fill[s.First+i : s.First+i+run] {
				product *= f
			}
			weight[i] = product
		}
		at = end
	}
}

// join sets before for a run of extent s. left and weight are before and weight of the run on its
// left; from is the first cell where that run leaves room for this one.
func (l *lineOdds) join(before []float64, s line.Extent, left, weight []float64, from int) {
	so := 0.0 // the weight of all that may come before cell i
	for i := from; i <= s.Last; i++ {
		if t := i - from; t < len(left) {
			so += left[t] * weight[t]
		}
		so *= l.empty[i-1]
		if i >= s.First {
			before[i-s.First] = so
		}
	}
}

// fromRight sets onward, and combines it with before: it sets total, and in filled the change from
// each cell to the next.
func (l *lineOdds) fromRight(runs []int, spans []line.Extent, places int) {
	at, last := places, len(runs)-1 // at is the index of the first place of run j+1
	for j := last; j >= 0; j-- {
		s, run := spans[j], runs[j]
		end := at
		at -= s.Last - s.First + 1
		weight, before, onward := l.weight[at:end], l.before[at:end], l.onward[at:end]
		if j == last {
			so := 1.0 // the weight of the cells after a place, all empty
			for i := len(l.fill) - 1; i >= s.Last+run; i-- {
				so *= l.empty[i]
			}
			for i := len(onward) - 1; i >= 0; i-- {
				onward[i] = so * weight[i]
				if i > 0 {
					so *= l.empty[s.First+i+run-1]
				}
			}
		} else {
			q := spans[j+1]
			so := 0.0 // the weight of all that may come from cell i on
			for i := q.Last - 1; i >= s.First+run; i-- {
				if t := i + 1 - q.First; t >= 0 {
					so += l.onward[end+t]
				}
				so *= l.empty[i]
				if p := i - run - s.First; p < len(onward) {
					onward[p] = so * weight[p]
				}
			}
		}
		l.total = 0
		for i := range onward {
			share := before[i] * onward[i]
			l.total += share
			l.filled[s.First+i] += share
			l.filled[s.First+i+run] -= share
		}
	}
}
