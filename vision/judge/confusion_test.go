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

// alike are digits taken for each other.
var alike = map[byte]string{
	'0': "68", '1': "74", '2': "7", '3': "85", '4': "91", '5': "63", '6': "58", '7': "12", '8': "36", '9': "45",
}

// A crowd says how likely the slots of a place are: the ways that are read, the likeliest first;
// the truth is in none of them for what is left.
type crowd []float64

var (
	crisp    = crowd{0.99, 0.006, 0.002}
	doubtful = crowd{0.7, 0.2, 0.06}
	murky    = crowd{0.5, 0.25, 0.15}
)

// slot is where the truth is, at exactly the probabilities of the crowd: so these are honest.
func (c crowd) slot(random *rand.Rand) int {
	x := random.Float64()
	for i, p := range c {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(c)
}

// crowded is that of a place on an image of which a share is hard to read.
func crowded(random *rand.Rand, hard float64) crowd {
	switch x := random.Float64(); {
	case x < hard/4:
		return murky
	case x < hard:
		return doubtful
	}
	return crisp
}

// misread is a number as it may be taken.
func misread(random *rand.Rand, n int) int {
	digits := []byte(strconv.Itoa(n))
	i := random.IntN(len(digits))
	looks := alike[digits[i]]
	digits[i] = looks[random.IntN(len(looks))]
	n, _ = strconv.Atoi(string(digits))
	return n
}

// misreadLine is a clue as it may be taken: a digit for another, a number not seen, two for
// one, one for two, and one where there is none.
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

// seenLine is a line of a reading: as many ways as the crowd has, of which one is the truth
// or none.
func seenLine(random *rand.Rand, truth []int, c crowd) vision.Line {
	slot := c.slot(random)
	texts := []string{clueText(truth)}
	var line vision.Line
	for i, p := range c {
		numbers := truth
		for tries := 0; i != slot && tries < 100; tries++ {
			numbers = misreadLine(random, truth)
			if tries > 20 { // few ways are like this one
				numbers = misreadLine(random, numbers)
			}
			if !slices.Contains(texts, clueText(numbers)) {
				break
			}
		}
		texts = append(texts, clueText(numbers))
		line.Readings = append(line.Readings, vision.Clue{Numbers: numbers, P: p})
	}
	return line
}

// seen is a nonogram as it may be read, and how many lines look otherwise than they are.
func seen(random *rand.Rand, p *nonogram.Puzzle, hard float64) (r *vision.Reading, wrong int) {
	r = &vision.Reading{Kind: vision.Nonogram, Rows: len(p.Rows), Cols: len(p.Cols)}
	rows, cols := p.Lengths()
	for side, lines := range [2][][]int{rows, cols} {
		for _, truth := range lines {
			line := seenLine(random, truth, crowded(random, hard))
			if clueText(line.Readings[0].Numbers) != clueText(truth) {
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

// boastful is the reading with probabilities that claim a tenth of the errors that are made.
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

// puzzles are nonograms of several sizes that have one solution: drawings, and shapes made
// to order.
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
