package judge

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// small returns all solvable nonograms of 3 × 3 cells, with their numbers of solutions.
func small() map[string]int {
	solutions := map[string]int{}
	for picture := range 1 << 9 {
		cells := make([]nonogram.Cell, 9)
		for i := range cells {
			cells[i] = nonogram.Empty
			if picture>>i&1 == 1 {
				cells[i] = nonogram.Filled
			}
		}
		solutions[nonogram.FromPicture(cells, 3).String()]++
	}
	return solutions
}

// ofThree are all clues of three cells.
var ofThree = [][]int{nil, {1}, {2}, {3}, {1, 1}}

// TestPosteriorByHand holds the posterior of readings of 3 × 3 cells against a sum over all their
// choices, with the solutions counted over all pictures of that size. No clock ends a try.
func TestPosteriorByHand(t *testing.T) { synctest.Test(t, posteriorByHand) }

func posteriorByHand(t *testing.T) {
	solutions := small()
	random := rand.New(rand.NewPCG(7, 8))
	some := 0
	for range fewer(500) {
		r := &vision.Reading{Kind: vision.Nonogram, Rows: 3, Cols: 3}
		for i := range 6 {
			var line vision.Line
			order, p := random.Perm(len(ofThree)), 1.0
			for k := range 1 + random.IntN(4) {
				share := p * (0.5 + 0.4*random.Float64())
				p -= share
				line.Readings = append(line.Readings, vision.Clue{Numbers: ofThree[order[k]], P: share})
			}
			if i < 3 {
				r.RowClues = append(r.RowClues, line)
			} else {
				r.ColClues = append(r.ColClues, line)
			}
		}
		want, sum := map[string]float64{}, 0.0
		var enumerate func(lines [][]int, p float64)
		enumerate = func(lines [][]int, p float64) {
			if len(lines) < 6 {
				line := append(r.RowClues, r.ColClues...)[len(lines)]
				for _, way := range line.Readings {
					enumerate(append(lines, way.Numbers), p*way.P)
				}
				return
			}
			puzzle := nonogram.New(lines[:3], lines[3:])
			if n := solutions[puzzle.String()]; n > 0 {
				if n > 1 {
					p *= several
				}
				want[puzzle.String()] += p
				sum += p
			}
		}
		enumerate(nil, 1)

		p, ok := newPage(r)
		if !ok {
			t.Fatal("no page")
		}
		p.strike(context.Background())
		f := p.searchTwice(context.Background())
		if len(f.worlds) == 0 != (len(want) == 0) {
			t.Fatalf("found %d worlds, want %d: %s", len(f.worlds), len(want), Text(r))
		}
		for _, w := range f.worlds {
			some++
			if got, want := w.p/f.sum, want[p.text(w.choice)]/sum; math.Abs(got-want) > 1e-3 {
				t.Fatalf("%s: posterior %v, want %v: %s", p.text(w.choice), got, want, Text(r))
			}
		}
	}
	t.Logf("%d worlds", some)
}

// TestLeftOut: if a puzzle of 3 × 3 cells has a solution with another clue for a line, leaving that
// line out finds it.
func TestLeftOut(t *testing.T) {
	solutions := small()
	random := rand.New(rand.NewPCG(9, 10))
	can, all := 0, 0
	for range fewer(2000) {
		lines := make([][]int, 6)
		for i := range lines {
			lines[i] = ofThree[random.IntN(len(ofThree))]
		}
		p, _ := newPage(exactly(nonogram.New(lines[:3], lines[3:]), 1))
		i := random.IntN(6)
		found, texts := p.without(context.Background(), p.likeliest(), i)
		text := ""
		if found {
			text = texts[0]
		}
		was := lines[i]
		for _, clue := range ofThree {
			lines[i] = clue
			q := nonogram.New(lines[:3], lines[3:])
			if numbersText(clue) == numbersText(was) || solutions[q.String()] == 0 {
				continue
			}
			can++
			if !found || text != "" && text != numbersText(clue) {
				t.Fatalf("line %d of %s: found %v %q, want %q", i, q.String(), found, text, numbersText(clue))
			}
		}
		if found {
			all++
		}
	}
	t.Logf("%d of %d that were let through", can, all)
}

// TestTotals: the likelihood of choices with equal totals is the sum over them.
func TestTotals(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		m := &model{totals: true}
		for range 1 + random.IntN(5) {
			var ways []way
			for range 1 + random.IntN(4) {
				ways = append(ways, way{p: 1 / float64(1+len(ways)*3), total: random.IntN(11) - 5, misfit: random.IntN(5) == 0})
			}
			m.add(Place{}, image.Rectangle{}, ways, 0)
		}
		want := 0.0
		var enumerate func(i, total int, p float64)
		enumerate = func(i, total int, p float64) {
			if i == len(m.fields) {
				if total == 0 {
					want += p
				}
				return
			}
			for _, w := range m.fields[i].ways {
				if !w.dead {
					enumerate(i+1, total+w.total, p*w.p)
				}
			}
		}
		enumerate(0, 0, 1)
		if got := m.equalTotals(); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v, want %v: %+v", got, want, m.fields)
		}
	}
}
