package sudoku

import (
	"bufio"
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestRated compares the hardest technique, and how often it is needed, with the rating of Sukaku
// Explainer: ranks agree to at least four fifths (Spearman). All puzzles are hard ones, rated 5.4 to 9.1;
// easier ones would raise the figure.
func TestRated(t *testing.T) {
	file, err := os.Open("testdata/rated.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var ours, theirs []float64
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var grid string
		var rating float64
		if _, err := fmt.Sscan(lines.Text(), &grid, &rating); err != nil {
			t.Fatal(err)
		}
		hardest, times := FullHouse, 0
		for step := range parsed(t, grid).Steps(t.Context()) {
			if step.Technique > hardest {
				hardest, times = step.Technique, 0
			}
			if step.Technique == hardest {
				times++
			}
		}
		ours, theirs = append(ours, float64(hardest)+float64(times)/100), append(theirs, rating)
		t.Log(rating, hardest, times)
	}
	if r := correlation(ranks(ours), ranks(theirs)); r < .8 {
		t.Errorf("ranks agree to %.2f", r)
	} else {
		t.Logf("%d puzzles: ranks agree to %.2f", len(ours), r)
	}
}

// ranks returns the rank of each value; equal values share the mean of their ranks.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	all := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			all[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return all
}

// correlation returns Pearson's coefficient.
func correlation(x, y []float64) float64 {
	var mx, my float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	return xy / math.Sqrt(xx*yy)
}
