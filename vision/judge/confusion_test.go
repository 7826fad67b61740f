package judge

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/gallery"
	"kibitz/vision"
)

// alike gives for each digit those that it is taken for.
var alike = map[byte]string{
	'0': "68", '1': "74", '2': "7", '3': "85", '4': "91", '5': "63", '6': "58", '7': "12", '8': "36", '9': "45",
}

// A crowd holds the probabilities of the ways that are read of a place, the likeliest first. The
// rest up to 1 is the probability that none of them is the truth.
type crowd []float64

var (
	crisp    = crowd{0.99, 0.006, 0.002}
	doubtful = crowd{0.7, 0.2, 0.06}
	murky    = crowd{0.5, 0.25, 0.15}
)

// slot draws the index of the true way by the crowd's probabilities, which makes them honest.
func (c crowd) slot(random *rand.Rand) int {
	x := random.Float64()
	for i, p := range c {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(c)
}

// crowded draws the crowd of a place; hard is the share of places that are hard to read.
func crowded(random *rand.Rand, hard float64) crowd {
	switch x := random.Float64(); {
	case x < hard/4:
		return murky
	case x < hard:
		return doubtful
	}
	return crisp
}

// misread returns a number with one digit misread.
func misread(random *rand.Rand, n int) int {
	digits := []byte(strconv.Itoa(n))
	i := random.IntN(len(digits))
	looks := alike[digits[i]]
	digits[i] = looks[random.IntN(len(looks))]
	n, _ = strconv.Atoi(string(digits))
	return n
}

// misreadLine returns a clue with one mistake: a digit misread, a number lost, two numbers joined,
// one cut in two, or one added.
func misreadLine(random *rand.Rand, runs []int) []int {
	seen := slices.Clone(runs)
	if len(seen) == 0 {
		return []int{1}
	}
	i := random.IntN(len(seen))
	switch x := random.Float64(); {
	case x < 0.55:
		if seen[i] = misread(random, seen[i]); seen[i] == 0 {
			seen[i] = 8
		}
	case x < 0.7:
		seen = slices.Delete(seen, i, i+1)
	case x < 0.85 && i > 0:
		seen[i-1], _ = strconv.Atoi(strconv.Itoa(seen[i-1]) + strconv.Itoa(seen[i]))
		seen = slices.Delete(seen, i, i+1)
	case seen[i] > 10 && seen[i]%10 > 0:
		seen = slices.Insert(seen, i+1, seen[i]%10)
		seen[i] /= 10
	default:
		seen = slices.Insert(seen, i, 1)
	}
	return seen
}

// seenLine returns a line of a reading with a way for each probability of the crowd. At most one of
// them is the truth.
func seenLine(random *rand.Rand, truth []int, c crowd) vision.Line {
	slot := c.slot(random)
	texts := []string{numbersText(truth)}
	var line vision.Line
	for i, p := range c {
		numbers := truth
		for tries := 0; i != slot && tries < 100; tries++ {
			numbers = misreadLine(random, truth)
			if tries > 20 { // few misreadings differ by one mistake
				numbers = misreadLine(random, numbers)
			}
			if !slices.Contains(texts, numbersText(numbers)) {
				break
			}
		}
		texts = append(texts, numbersText(numbers))
		line.Readings = append(line.Readings, vision.Clue{Numbers: numbers, P: p})
	}
	return line
}

// seen returns a reading of a nonogram, and the number of lines with a likeliest way that is wrong.
func seen(random *rand.Rand, p *nonogram.Puzzle, hard float64) (r *vision.Reading, wrong int) {
	r = &vision.Reading{Kind: vision.Nonogram, Rows: len(p.Rows), Cols: len(p.Cols)}
	rows, cols := p.Lengths()
	for side, lines := range [2][][]int{rows, cols} {
		for _, truth := range lines {
			line := seenLine(random, truth, crowded(random, hard))
			if numbersText(line.Readings[0].Numbers) != numbersText(truth) {
				wrong++
			}
			if side == 0 {
				r.RowClues = append(r.RowClues, line)
			} else {
				r.ColClues = append(r.ColClues, line)
			}
		}
	}
	return r, wrong
}

// boastful changes a reading's probabilities to claim a tenth of the errors that it has.
func boastful(r *vision.Reading) *vision.Reading {
	for _, lines := range [][]vision.Line{r.RowClues, r.ColClues} {
		for i := range lines {
			ways := lines[i].Readings
			ways[0].P = 1 - (1-ways[0].P)/10
			for k := 1; k < len(ways); k++ {
				ways[k].P /= 10
			}
		}
	}
	return r
}

// puzzles returns nonograms of several sizes with one solution: drawings, and shapes made to order.
func puzzles(t testing.TB, drawings, made int) (all []*nonogram.Puzzle) {
	for i, picture := range gallery.Pictures() {
		if i%max(len(gallery.Pictures())/drawings, 1) == 0 {
			all = append(all, picture.Puzzle())
		}
	}
	sizes := [][2]int{{5, 5}, {10, 10}, {15, 15}, {10, 20}, {20, 20}, {25, 25}}
	for i := range made {
		size := sizes[i%len(sizes)]
		p, err := nonogram.Generate(context.Background(), size[0], size[1], 0, nonogram.Demand(i/len(sizes)%2), uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}
