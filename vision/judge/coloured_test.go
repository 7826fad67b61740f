package judge

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// inColours returns a random puzzle in colours with one solution, and the reading that sees each line as it is with
// probability p.
func inColours(t *testing.T, random *rand.Rand, p float64) (*nonogram.Puzzle, *vision.Reading) {
	palette := []nonogram.Ink{{Letter: 'r'}, {Letter: 'g'}, {Letter: 'b'}}
	for {
		const side = 6
		cells := make([]nonogram.Cell, side*side)
		for i := range cells {
			if cells[i] = nonogram.Empty << random.IntN(4); i > 0 && random.IntN(2) == 0 {
				cells[i] = cells[i-1]
			}
		}
		puzzle := nonogram.FromColours(cells, side, palette, nonogram.Ink{}.RGB)
		if _, held := decideNonogram(t.Context(), puzzle); !held {
			continue
		}
		r := &vision.Reading{Kind: vision.Nonogram, Rows: side, Cols: side}
		for _, ink := range palette {
			r.Palette = append(r.Palette, vision.Ink{Letter: ink.Letter, RGB: ink.RGB})
		}
		lines := func(all [][]nonogram.Run) (lines []vision.Line) {
			for _, runs := range all {
				clue, err := parseClue(clueText(runs, palette), r.Palette)
				if err != nil {
					t.Fatal(err)
				}
				clue.P = p
				lines = append(lines, vision.Line{Readings: []vision.Clue{clue}})
			}
			return lines
		}
		r.RowClues, r.ColClues = lines(puzzle.Rows), lines(puzzle.Cols)
		return puzzle, r
	}
}

// A puzzle in colours that is read well is sure, and repaired where the likeliest reading of a line has a wrong number
// or a wrong colour and the right one is the second: the totals of its colours tell. It is never sure and wrong.
func TestColoured(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	sure, mended := 0, 0
	const n = 60
	for range n {
		puzzle, r := inColours(t, random, .9995)
		if v := Judge(t.Context(), r); v.Sure && v.Repaired == puzzle.String() {
			sure++
		} else if v.Sure {
			t.Errorf("%s: sure of %s", puzzle, v.Repaired)
		}
		i := random.IntN(r.Rows)
		right := r.RowClues[i].Readings[0]
		if len(right.Numbers) == 0 {
			continue
		}
		wrong, k := right, random.IntN(len(right.Numbers))
		if random.IntN(2) == 0 {
			wrong.Numbers = slices.Clone(right.Numbers)
			wrong.Numbers[k]++
		} else {
			letters := []byte(right.Colours)
			letters[k] = "rgb"[(strings.IndexByte("rgb", letters[k])+1)%3]
			wrong.Colours = string(letters)
		}
		wrong.P, right.P = .7, .299
		r.RowClues[i].Readings = []vision.Clue{wrong, right}
		v := Judge(t.Context(), r)
		if v.Repaired == puzzle.String() {
			mended++
		} else if v.Sure {
			t.Errorf("%s, row %d as %s: sure of %s", puzzle, i+1, wrong.Text(), v.Repaired)
		}
	}
	t.Logf("%d of %d are sure, %d repaired", sure, n, mended)
	if sure < n*3/4 || mended < n*3/4 {
		t.Errorf("%d of %d are sure, %d repaired", sure, n, mended)
	}
}

// An answer needs the colour of each number, one of the palette's.
func TestColouredAnswer(t *testing.T) {
	r, err := ParseText("seen nonogram inks=r#c00000,b#0000ff: 1r 1b;1b|1r;2b")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"1b 1r": "1b 1r", "0": "0", "": "0", "1": "", "1g": "", "1b 1b": "", "2r1b": ""} {
		s, err := Settle(r, Place{Side: Row}, text)
		if err != nil {
			if want != "" {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if got := s.RowClues[0].Readings[0].Text(); got != want {
			t.Errorf("%q is taken for %q, want %q", text, got, want)
		}
	}
	for _, wrong := range []string{"inks=r", "inks=r#c00000,r#0000ff", "inks=9#c00000", "inks=r#c0000g", "inks=", "inks=x#c00000"} {
		if _, err := ParseText("seen nonogram " + wrong + ": 1r;1r|1r;1r"); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}

// What is filled in has its colour; a mark in the wrong one is asked about, and one in no clue's colour is none.
func TestColouredMarks(t *testing.T) {
	for marks, want := range map[string]struct {
		marks   string
		misfits []int
	}{
		"4?":   {marks: ""},
		"a2?c": {marks: "r?/?x"},
		"ab2?": {marks: "rb/??", misfits: []int{1}},
		"Rc2?": {marks: "rx/??", misfits: []int{1}},
		"d3?":  {marks: ""},
	} {
		r, err := ParseText("seen nonogram inks=r#c00000,b#0000ff a=1/r b=1/b c=2 d=1: 2r;1b|1r 1b;1r|" + marks)
		if err != nil {
			t.Fatal(err)
		}
		if v := Judge(t.Context(), r); v.Marks != want.marks || !slices.Equal(v.Misfits, want.misfits) {
			t.Errorf("%s: %q, misfits %v, want %q, %v", marks, v.Marks, v.Misfits, want.marks, want.misfits)
		}
	}
}

// A puzzle that makes sense in black and white as well is not sure to be one in colours: they may tell what is done.
func TestColouredOrDone(t *testing.T) {
	for text, sure := range map[string]bool{
		"seen nonogram inks=r#c00000,k#000000: 1r 1r;5k;5k;3k;1r|2r;4k;4k;4k;2r": false, // colours that contradict each other
		"seen nonogram inks=r#c00000,k#000000: 2r 1k;1k;1k|1r;1r;3k":             true,  // in black and white it has no solution
		"seen nonogram inks=r#c00000,k#000000: 1r 1k;1r|2r;0;1k":                 false, // it has one in both
	} {
		r, err := ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		if v := Judge(t.Context(), r); v.Sure != sure {
			t.Errorf("%s: sure %v, %+v", text, v.Sure, v)
		}
	}
}

// What has one solution in black and white alone is read so; what has one in colours stays in colours.
func TestUncoloured(t *testing.T) {
	for text, want := range map[string]string{
		"seen nonogram inks=k#000000,g#00a000: 1k 1g;5k;5k;3k;1k|2k;4k;4k;4k;2g": "seen nonogram: 1 1;5;5;3;1|2;4;4;4;2",
		"seen nonogram inks=r#c00000,k#000000: 2r 1k;1k;1k|1r;1r;3k":             "",
		"seen nonogram inks=r#c00000,k#000000: 1r 1k;1r|2r;0;1k":                 "",
		"seen nonogram: 1;1|1;1": "",
		"seen nonogram inks=k#000000,g#00a000 a=1/k: 1k 1g;1g|2k;0;1g|a2?G2?": "seen nonogram a=1: 1 1;1|2;0;1|a2?#2?", // what is filled in loses its colour, too
	} {
		r, err := ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = text
		}
		if got := Text(Uncoloured(t.Context(), r)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
