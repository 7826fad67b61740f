package maker

import (
	"context"
	"image/color"
	"math/rand/v2"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/teach"
)

// MaxGeneratedColours is the most colours of a puzzle that Generate makes.
const MaxGeneratedColours = 8

// madePalette holds the colours of generated puzzles: those of M. Okabe and K. Ito, which most
// colour-blind people tell apart, with their usual letters.
var madePalette = []puzzle.Ink{
	{Letter: 'b', Name: "blue", RGB: color.RGBA{0x00, 0x72, 0xb2, 0xff}},
	{Letter: 'r', Name: "red", RGB: color.RGBA{0xd5, 0x5e, 0x00, 0xff}},
	{Letter: 'g', Name: "green", RGB: color.RGBA{0x00, 0x9e, 0x73, 0xff}},
	{Letter: 'y', Name: "yellow", RGB: color.RGBA{0xf0, 0xe4, 0x42, 0xff}},
	{Letter: 'k', Name: "black", RGB: color.RGBA{0x00, 0x00, 0x00, 0xff}},
	{Letter: 'p', Name: "purple", RGB: color.RGBA{0xcc, 0x79, 0xa7, 0xff}},
	{Letter: 's', Name: "sky", RGB: color.RGBA{0x56, 0xb4, 0xe9, 0xff}},
	{Letter: 'o', Name: "orange", RGB: color.RGBA{0xe6, 0x9f, 0x00, 0xff}},
}

// generateInColours makes a puzzle of rows × cols cells in a number of colours that meets the demand
// d; see Generate. Each attempt draws a picture and changes it until it is the only one with its
// clues. The first that still has all colours and meets d is the puzzle. The error is ErrSize if a
// side exceeds MaxContradictions, if colours is not from 2 to MaxGeneratedColours, or if no attempt
// succeeds; if ctx ends it is ctx's.
func generateInColours(ctx context.Context, rows, cols, colours int, d Demand, seed uint64) (*puzzle.Puzzle, error) {
	if max(rows, cols) > MaxContradictions || colours < 2 || colours > MaxGeneratedColours {
		return nil, ErrSize
	}
	for try := range attempts {
		// Every try, size, number of colours and demand has random numbers of its own.
		random := rand.New(rand.NewPCG(seed, uint64(try)<<40|uint64(colours)<<32|uint64(rows)<<20|uint64(cols)<<8|uint64(d)))
		p := puzzle.FromColours(colouredShape(random, rows, cols, colours, d), cols, madePalette[:colours], color.RGBA{0xff, 0xff, 0xff, 0xff})
		p, err := madeUnique(ctx, p, random, nil)
		switch {
		case err != nil:
			return nil, err
		case p == nil || slices.Contains(p.Total(p.Rows), 0): // not unique, or without some colour
			continue
		}
		if made, err := demandOf(ctx, p); err != nil || made == d {
			return p, err
		}
	}
	return nil, ErrSize
}

// mostEasy is the longest side, in cells, of a FewRounds puzzle in colours that has to be Easy. Hardly
// any larger puzzle is, so larger ones may have Medium steps too, in a few rounds.
const mostEasy = 10

// demandOf returns the demand that a puzzle with one solution meets. Contradictions are all puzzles
// that lines alone do not solve. A puzzle that needs line logic counts as ManyRounds, and so does one
// with sides up to mostEasy that needs Medium steps. demandOf returns -1 if assumptions of single
// cells do not suffice, and with an error.
func demandOf(ctx context.Context, p *puzzle.Puzzle) (Demand, error) {
	found, err := teach.DifficultyOf(ctx, p)
	if err != nil {
		return -1, err
	}
	switch found {
	case teach.Extreme:
		return -1, nil
	case teach.Expert:
		return Contradictions, nil
	case teach.Hard:
		return ManyRounds, nil
	case teach.Medium:
		if max(len(p.Rows), len(p.Cols)) <= mostEasy {
			return ManyRounds, nil
		}
	}
	rounds := teach.NewStudy(ctx, p, true).Rounds()
	switch {
	case ctx.Err() != nil: // Rounds may have stopped early
		return -1, ctx.Err()
	case rounds > teach.RoundsAllowed(len(p.Rows), len(p.Cols)):
		return ManyRounds, nil
	}
	return FewRounds, nil
}

// colouredShape returns a picture of blobs in bands of colour. The filled cells are those of a shape
// in black and white for the demand d. Each has the colour of its band in another, smoother shape,
// whose heights are cut into bands of as many cells, one for each colour.
func colouredShape(random *rand.Rand, rows, cols, colours int, d Demand) []puzzle.Cell {
	ink := newShape(random, rows, cols, d)
	bands := newShape(random, rows, cols, FewRounds)
	for range 2 {
		bands.blur()
	}
	sorted := slices.Sorted(slices.Values(bands.heights))
	picture := make([]puzzle.Cell, rows*cols)
	for i, cell := range ink.picture() {
		picture[i] = puzzle.Empty
		if cell == puzzle.Filled {
			rank, _ := slices.BinarySearch(sorted, bands.heights[i])
			picture[i] = puzzle.ShadeOf(min(rank*colours/len(sorted), colours-1))
		}
	}
	return picture
}

// madeUnique changes p's picture until it is the only one with its clues, and returns its puzzle. Each
// time it draws a cell in which two solutions differ, and gives it the shade of a random neighbour;
// outside the picture that is the background. If the cell has that shade already, it gets a random
// colour. Cells with kept are not changed; kept may be nil. It returns nil without an error if 40
// rounds do not suffice, if a puzzle is not decided, or if the cells that differ are all kept.
func madeUnique(ctx context.Context, p *puzzle.Puzzle, random *rand.Rand, kept []bool) (*puzzle.Puzzle, error) {
	cols := len(p.Cols)
	for range 40 {
		if err := p.Check(); err != nil {
			return nil, err
		}
		a, _ := engine.GoOn(ctx, p, nil, false) // not Decide: it may find other solutions, and a seed has to give the same puzzle forever
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case a.Verdict == solvers.Unique:
			return p, nil
		case a.Verdict != solvers.Multiple:
			return nil, nil
		}
		var differ []int
		for i := range p.Picture {
			if a.Solutions[0][i] != a.Solutions[1][i] && (kept == nil || !kept[i]) {
				differ = append(differ, i)
			}
		}
		if differ == nil {
			return nil, nil
		}
		cell := differ[random.IntN(len(differ))]
		picture := slices.Clone(p.Picture)
		near := []int{cell - 1, cell + 1, cell - cols, cell + cols} // at the end of a row, one of them is in another row
		shade := puzzle.Empty
		if other := near[random.IntN(len(near))]; other >= 0 && other < len(picture) {
			shade = picture[other]
		}
		if shade == picture[cell] {
			shade = puzzle.ShadeOf(random.IntN(len(p.Palette)))
		}
		picture[cell] = shade
		p = p.Pictured(picture)
	}
	return nil, nil
}
