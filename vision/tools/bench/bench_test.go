package main

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"testing"

	"kibitz/vision"
	"kibitz/vision/judge"
)

// A truth matches the bot's encoding of its own puzzle, and of no other.
func TestTruth(t *testing.T) {
	for _, c := range []struct {
		kind, text, encoding string
		same                 bool
	}{
		{"nonogram", "1 1,0,3|1,1 1,2", "1 1;0;3|1;1 1;2", true},
		{"nonogram", "1 1,0,3|1,1 1,2", "1 1;;3|1;1 1;2", true},
		{"nonogram", "1 1,0,3|1,1 1,2", "1 1;0;3|1;1 1;1", false},
		{"nonogram", "11,0,3|1,1 1,2", "1 1;0;3|1;1 1;2", false},
		{"nonogram", "1 1,0,3|1,1 1,2", "0;1 1;3|1;1 1;2", false},
		{"kakuro", "# 3\\ 4\\\n\\4 . .\n\\3 . .\n", `#,3\,4\/\4,.,./\3,.,.`, true},
		{"kakuro", "# 3\\ 4\\\n\\4 . 3\n\\3 0 .\n", `#,3\,4\/\4,.,3/\3,.,.`, true},
		{"kakuro", "# 3\\ 4\\\n\\4 . .\n\\3 . .\n", `#,3\,4\/\4,.,./\5,.,.`, false},
		{"kakuro", "# 3\\ 4\\\n\\4 . .\n\\3 . .\n", `#,3\,4\/\4,.,1/\3,.,.`, false},
		{"lightsout", "010\n111\n", "010/111", true},
		{"lightsout", "010\n111\n", "010/110", false},
		{"lightsout", "010\n111\n", "01/01/11", false},
		{"nonogram", "1 1;0;3|1;1 1;2", "1 1;0;3|1;1 1;2", true},
		{"kakuro", "3 3\n# 3\\ 4\\\n\\4 . .\n\\3 . .\n", `#,3\,4\/\4,.,./\3,.,.`, true},
		{"lightsout", "010/111", "010/111", true},
		{"lightsout", "010/111", "010/110", false},
		{"cardflip", "01101\n", "01101", true},
		{"cardflip", "01101\n", "01111", false},
		{"lightsout", "010\n111\n", "", false},
	} {
		truth, err := parseTruth(c.kind, c.text)
		if err != nil {
			t.Fatal(err)
		}
		if truth.matches(c.encoding) != c.same {
			t.Errorf("%q and %q: same is %v", c.text, c.encoding, !c.same)
		}
	}
	for kind, text := range map[string]string{"nonogram": "1,2,x|1", "lightsout": "01\n0\n", "kakuro": "# #\n#\n"} {
		if _, err := parseTruth(kind, text); err == nil {
			t.Errorf("%s: %q is taken", kind, text)
		}
	}
}

// clue returns a line with some readings, the likeliest first.
func clue(ways ...[]int) vision.Line {
	var l vision.Line
	for i, numbers := range ways {
		l.Readings = append(l.Readings, vision.Clue{Numbers: numbers, Boxes: make([]image.Rectangle, len(numbers)), P: []float64{.6, .3, .05}[i]})
	}
	return l
}

// Numbers read right are counted, even with wrong ones between them.
func TestRight(t *testing.T) {
	truth, err := parseTruth("nonogram", "2 1 4,0|1,12")
	if err != nil {
		t.Fatal(err)
	}
	r := &vision.Reading{Kind: vision.Nonogram, Rows: 2, Cols: 2,
		RowClues: []vision.Line{clue([]int{2, 7, 4}), clue(nil)}, ColClues: []vision.Line{clue([]int{1, 1}), clue([]int{1, 2})}}
	if right, all := truth.right(r); right != 4 || all != 6 { // 2 and 4; the empty line; 1
		t.Errorf("%d of %d", right, all)
	}
	r.Rows = 3
	if right, all := truth.right(r); right != 0 || all != 6 {
		t.Errorf("of another size: %d of %d", right, all)
	}
	truth, err = parseTruth("lightsout", "01\n10")
	if err != nil {
		t.Fatal(err)
	}
	cell := func(state int) vision.Cell { return vision.Cell{State: []vision.Guess{{Value: state, P: 1}}} }
	r = &vision.Reading{Kind: vision.Lights, Rows: 2, Cols: 2, Cells: []vision.Cell{cell(0), cell(1), cell(1), cell(1)}}
	if right, all := truth.right(r); right != 3 || all != 4 {
		t.Errorf("%d of %d lamps", right, all)
	}
	// The lit state is a question of its own.
	r.Cells = []vision.Cell{cell(1), cell(0), cell(0), cell(1)}
	if right, _ := truth.right(r); right != 4 || truth.at(judge.Place{Side: judge.Lit}, r) != "0" {
		t.Errorf("%d lamps of the other polarity, lit is %s", right, truth.at(judge.Place{Side: judge.Lit}, r))
	}
}

// The answers to all doubts lead to the board, and no other question is asked.
func TestAsk(t *testing.T) {
	truth, err := parseTruth("nonogram", "1 1,0,3|1 1,1,1 1")
	if err != nil {
		t.Fatal(err)
	}
	reading := &vision.Reading{Kind: vision.Nonogram, Rows: 3, Cols: 3, Straight: image.NewRGBA(image.Rect(0, 0, 9, 9))}
	for _, numbers := range [][]int{{1, 1}, nil, {3}} {
		reading.RowClues = append(reading.RowClues, clue(numbers))
	}
	for _, numbers := range [][]int{{1, 1}, {1}, {1, 1}} {
		reading.ColClues = append(reading.ColClues, clue(numbers))
	}
	reading.RowClues[1] = clue([]int{2}, nil)
	r := &result{picture: &picture{kind: "nonogram", truth: truth}, kindRight: true, sizeRight: true}
	v := judge.Judge(context.Background(), reading)
	r.ask(context.Background(), reading, v)
	if !r.answered || r.taps+r.typed > patience || r.err != nil {
		t.Errorf("%d taps, %d typed, answered %v: %v", r.taps, r.typed, r.answered, r.err)
	}
}

// A Sudoku among the negatives is no wrong Sudoku; it would be a wrong Kakuro, and so would a Sudoku be among others.
func TestIsAnother(t *testing.T) {
	for _, c := range []struct {
		picture
		kind string
		is   bool
	}{
		{picture{kind: "negative", name: "their-sudoku"}, "sudoku", true},
		{picture{kind: "negative", name: "their-sudoku"}, "kakuro", false},
		{picture{kind: "negative", name: "calendar"}, "sudoku", false},
		{picture{kind: "kakuro", name: "their-sudoku"}, "sudoku", false},
	} {
		if c.isAnother(c.kind) != c.is {
			t.Errorf("%s of kind %s as %s: %v", c.name, c.picture.kind, c.kind, !c.is)
		}
	}
}

// Pictures get their kind, capture and source from their path.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"kakuro/photo/book_12.jpg": "x", "kakuro/photo/book_12.txt": "# 3\\\n\\3 .\n",
		"nonogram/screenshot/app_easy.png": "x", "nonogram/screenshot/app_easy.txt": "1|1\n",
		"nonogram/screenshot/untold.png": "x",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []picture
	if err := eachPicture(dir, func(p *picture) { got = append(got, *p) }); err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	if p := got[0]; p.kind != "kakuro" || p.capture != "photo" || p.source != "book" || p.truth.rows != 2 {
		t.Errorf("%+v", p)
	}
	if p := got[1]; p.kind != "nonogram" || p.capture != "screenshot" || p.source != "app" || p.truth.cols != 1 {
		t.Errorf("%+v", p)
	}
}

// A nonogram less one empty outer line is told from the whole one, from one less two lines, and from one less a line
// with numbers.
func TestLessALine(t *testing.T) {
	whole, err := parseTruth("nonogram", "1,1 1,0|2,0,1")
	if err != nil {
		t.Fatal(err)
	}
	for encoding, less := range map[string]bool{"1;1 1|2;0;1": true, "1;1 1;0|2;0;1": false, "1 1;0|2;0;1": false, "1;1 1;0|2;0": false, "1;1 1|2;1": false} {
		if whole.lessALine(encoding) != less {
			t.Errorf("%s: %v", encoding, !less)
		}
	}
}
