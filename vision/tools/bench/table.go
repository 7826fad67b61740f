package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// tables holds results by kind, capture and source.
type tables map[group][]*result

type group struct{ kind, capture, source string }

func newTables() tables { return tables{} }

// add adds a result, without its picture.
func (t tables) add(r *result) {
	r.data, r.drawn = nil, nil // thousands of pictures would fill the memory
	g := group{r.kind, r.capture, r.source}
	t[g] = append(t[g], r)
}

// A figure is a column of a table: the share n of all.
type figure struct {
	name  string
	count func(r *result) (n, all int)
}

// share counts the results for which a condition holds.
func share(holds func(r *result) bool) func(r *result) (int, int) {
	return func(r *result) (int, int) {
		if holds(r) {
			return 1, 1
		}
		return 0, 1
	}
}

var figures = []figure{
	{"kind", share(func(r *result) bool { return r.kindRight })},
	{"size", share(func(r *result) bool { return r.kindRight && r.sizeRight })},
	{"numbers", func(r *result) (int, int) { return r.right, r.all }},
	{"exact as read", share(func(r *result) bool { return r.read })},
	{"exact by logic", share(func(r *result) bool { return r.judged })},
	{"sure", share(func(r *result) bool { return r.sure })},
	{"exact, ≤ 2 taps", share(func(r *result) bool { return r.answered && r.typed == 0 && r.taps <= 2 })},
	{"exact, any answers", share(func(r *result) bool { return r.answered })},
}

// print writes a table in Markdown for each kind and capture, with a row for each source.
func (t tables) print(w io.Writer) {
	groups := slices.SortedFunc(maps.Keys(t), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.capture, b.capture), cmp.Compare(a.source, b.source))
	})
	head := []string{"source", "pictures"}
	for _, f := range figures {
		head = append(head, f.name+", %")
	}
	head = append(head, "**silently wrong**", "wrong after answers", "questions a board", "where asked, median", "95 %", "ms of computing, median", "most", "MB, most")
	row := func(cells []string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }
	for i, g := range groups {
		if i == 0 || g.kind != groups[i-1].kind || g.capture != groups[i-1].capture {
			fmt.Fprintf(w, "\n%s, %s:\n\n", g.kind, g.capture)
			row(head)
			row(slices.Repeat([]string{"---"}, len(head)))
		}
		row(cells(g.source, [][]*result{t[g]}))
		if i == len(groups)-1 || g.kind != groups[i+1].kind || g.capture != groups[i+1].capture {
			var all [][]*result
			for _, other := range groups {
				if other.kind == g.kind && other.capture == g.capture {
					all = append(all, t[other])
				}
			}
			row(cells("**mean over sources**", all))
			row(cells("**over pictures**", [][]*result{slices.Concat(all...)}))
		}
	}
}

// cells returns the cells of a row: the means over some groups of results.
func cells(name string, groups [][]*result) []string {
	all := slices.Concat(groups...)
	row := []string{name, fmt.Sprint(len(all))}
	for _, f := range figures {
		sum := 0.
		for _, results := range groups {
			n, of := 0, 0
			for _, r := range results {
				a, b := f.count(r)
				n, of = n+a, of+b
			}
			sum += 100 * float64(n) / float64(max(of, 1))
		}
		row = append(row, fmt.Sprintf("%.1f", sum/float64(len(groups))))
	}
	silent, later, questions, most := 0, 0, 0, uint64(0)
	var ms, asked []float64
	for _, r := range all {
		if r.wrong {
			silent++
		}
		if r.wrongLater {
			later++
		}
		if n := r.taps + r.typed; n > 0 {
			questions, asked = questions+n, append(asked, float64(n))
		}
		ms = append(ms, r.ms)
		most = max(most, r.peak)
	}
	slices.Sort(ms)
	slices.Sort(asked)
	quantile := func(of []float64, share float64) string {
		if len(of) == 0 {
			return "–"
		}
		return fmt.Sprintf("%.0f", of[min(int(share*float64(len(of))), len(of)-1)])
	}
	return append(row, fmt.Sprint(silent), fmt.Sprint(later), fmt.Sprintf("%.2f", float64(questions)/float64(len(all))),
		quantile(asked, .5), quantile(asked, .95),
		fmt.Sprintf("%.0f", ms[len(ms)/2]), fmt.Sprintf("%.0f", ms[len(ms)-1]), fmt.Sprint(most>>20))
}
