package judge

import (
	"context"
	"kibitz/solvers/kakuro"
	"slices"
	"strconv"
)

// sumsWithout solves the grid with the sums of some fields unknown, and returns whether it makes sense
// with other sums than those of the choice, and what they would be, "" if that is not known. A single
// unknown sum follows from the totals. It returns false for fields that are no sums of an entry, and
// if a sum that the choice lacks would follow from the others anyway.
func (g *grid) sumsWithout(ctx context.Context, c choice, fields ...int) (can bool, texts []string) {
	p, _ := g.puzzle(c)
	lacked := false // one of the fields has no sum as read
	var sum *int
	for _, i := range fields {
		place := g.fields[i].place
		cell := place.Row*p.Cols + place.Col
		if place.Side == Cell || p.Cells[cell].White || g.run(cell, place.Side) == 0 {
			return false, nil
		}
		sum = &p.Cells[cell].Down
		if place.Side == Across {
			sum = &p.Cells[cell].Across
		}
		lacked = lacked || *sum == 0
		*sum = 0
	}
	across, down, unknown := 0, 0, 0
	for _, e := range p.Entries() {
		if e.Sum == 0 {
			unknown++
		}
		if e.Across {
			across += e.Sum
		} else {
			down += e.Sum
		}
	}
	if unknown == 1 && !lacked {
		if *sum = across - down; g.fields[fields[0]].place.Side == Across {
			*sum = down - across
		}
		if *sum < 1 {
			return false, nil
		}
	}
	prior, _, solution := decideKakuro(ctx, p)
	switch {
	case prior == 0, lacked && solution != nil: // a clue there would be superfluous
		return false, nil
	}
	for _, i := range fields {
		text := ""
		switch {
		case unknown == 1 && !lacked:
			text = strconv.Itoa(*sum)
		case solution != nil:
			text = strconv.Itoa(g.sumOf(solution, g.fields[i].place))
		}
		if text == g.fields[i].ways[c[i]].text {
			return false, nil
		}
		texts = append(texts, text)
	}
	return true, texts
}

// sumsTogether tries every pair of other values for two sums that keeps the totals equal, and returns
// those that make sense. There is none if the grid has one solution without the two. Known is false if
// other sums are unknown, since totals say nothing then, if the picture has a sum without an entry, or
// if one of the fields is no sum of an entry.
func (g *grid) sumsTogether(ctx context.Context, c choice, fields [2]int) (all []both, known bool) {
	p, strays := g.puzzle(c)
	var sums [2]*int
	var lengths [2]int
	places := [2]Place{g.fields[fields[0]].place, g.fields[fields[1]].place}
	for _, e := range p.Entries() {
		if e.Sum == 0 {
			return nil, false
		}
		place := Place{Across, e.Row, e.Col - 1}
		if !e.Across {
			place = Place{Down, e.Row - 1, e.Col}
		}
		if k := slices.Index(places[:], place); k >= 0 {
			cell := &p.Cells[place.Row*p.Cols+place.Col]
			sums[k], lengths[k] = &cell.Down, e.Len
			if e.Across {
				sums[k] = &cell.Across
			}
		}
	}
	if strays > 0 || sums[0] == nil || sums[1] == nil {
		return nil, false
	}
	read := [2]int{*sums[0], *sums[1]}
	*sums[0], *sums[1] = 0, 0
	if _, _, solution := decideKakuro(ctx, p); solution != nil {
		return nil, true
	}
	along := 1 // the change of the second sum for each 1 of the first
	if places[0].Side == places[1].Side {
		along = -1
	}
	least, most := sumRange(lengths[0])
	low, high := sumRange(lengths[1])
	for value := least; value <= most; value++ {
		other := read[1] + along*(value-read[0])
		if value == read[0] || other < low || other > high {
			continue
		}
		*sums[0], *sums[1] = value, other
		if prior, _, _ := decideKakuro(ctx, p); prior > 0 {
			all = append(all, both{[2]string{strconv.Itoa(value), strconv.Itoa(other)}, prior})
		}
	}
	return all, true
}

// sumOf returns the sum of a solution's digits in the entry that a clue belongs to.
func (g *grid) sumOf(digits []int, clue Place) (sum int) {
	cell, step := clue.Row*g.reading.Cols+clue.Col, 1
	if clue.Side == Down {
		step = g.reading.Cols
	}
	for k := 1; k <= g.run(clue.Row*g.reading.Cols+clue.Col, clue.Side); k++ {
		sum += digits[cell+k*step]
	}
	return sum
}

// strayDoubts asks for the sums that no entry takes in the likeliest puzzle, unless they are among those
// asked for. "0", no sum, is one of the readings unless mostReadings others come before it. It asks
// for no more than mostDoubts in all, and for nothing if no puzzle was found.
func (g *grid) strayDoubts(j *judgement, asked []Doubt) (doubts []Doubt) {
	if len(j.found.worlds) == 0 {
		return nil
	}
	c := j.found.worlds[0].choice
	as, _ := g.puzzle(c)
	for i, f := range g.fields {
		cell := as.Cells[f.place.Row*as.Cols+f.place.Col]
		taken := f.place.Side == Cell || cell.White || f.place.Side == Down && cell.Down > 0 || f.place.Side == Across && cell.Across > 0
		if taken || g.values[i][c[i]] == 0 || slices.ContainsFunc(asked, func(d Doubt) bool { return d.Place == f.place }) {
			continue
		}
		if len(asked)+len(doubts) == mostDoubts {
			break
		}
		readings, _ := j.readings(i)
		if !slices.ContainsFunc(readings, func(r Reading) bool { return r.Text == "0" }) {
			readings = append(readings, Reading{Text: "0"})
		}
		doubts = append(doubts, Doubt{f.place, f.box, readings[:min(len(readings), mostReadings)]})
	}
	return doubts
}

// shapeDoubts asks for the cells that may be white as well as a block: if such a cell changes, the
// puzzle still makes sense, with every sum in its place and no entry more without a sum. Blocks with
// sums are not asked for, nor more than mostDoubts cells. A reader that names only one of the two
// states leaves a chance for the other. Answered cells are certain.
func (g *grid) shapeDoubts(ctx context.Context, c choice) (doubts []Doubt) {
	unsummed := func(p *kakuro.Puzzle) (n int) {
		for _, e := range p.Entries() {
			if e.Sum == 0 {
				n++
			}
		}
		return n
	}
	read, _ := g.puzzle(c)
	for i, cell := range g.reading.Cells {
		certain := cell.State[0].P >= 1-slight
		if now := read.Cells[i]; certain || now.Down > 0 || now.Across > 0 || len(doubts) == mostDoubts {
			continue
		}
		other := g.asRead(c)
		other.Cells[i] = kakuro.Cell{White: !read.Cells[i].White}
		if withoutStrays(other) > 0 || unsummed(other) > unsummed(read) {
			continue
		}
		if prior, held, solution := decideKakuro(ctx, other); prior > 0 && (held && solution != nil || !held) {
			place := Place{Cell, i / read.Cols, i % read.Cols}
			doubts = append(doubts, Doubt{place, cell.Box, []Reading{{cellText(read.Cells[i]), cell.State[0].P}, {cellText(other.Cells[i]), 1 - cell.State[0].P}}})
		}
	}
	return doubts
}
