package notation

import (
	"strings"
	"testing"
)

// TestNumbered: one puzzle with its lines numbered, or its sides named, as people write them.
func TestNumbered(t *testing.T) {
	const want = "1 1;5;5;3;1|2;4;4;4;2"
	for _, text := range []string{
		"Row 1: 1 1\nRow 2: 5\nRow 3: 5\nRow 4: 3\nRow 5: 1\nColumn 1: 2\nColumn 2: 4\nColumn 3: 4\nColumn 4: 4\nColumn 5: 2",
		"Row 1: 1 1 Row 2: 5 Row 3: 5 Row 4: 3 Row 5: 1 Column 1: 2 Column 2: 4 Column 3: 4 Column 4: 4 Column 5: 2",
		"R1: 1 1, R2: 5, R3: 5, R4: 3, R5: 1\nC1: 2, C2: 4, C3: 4, C4: 4, C5: 2",
		"Column 1: 2\nColumn 2: 4\nColumn 3: 4\nColumn 4: 4\nColumn 5: 2\n\nRow 1: 1 1\nRow 2: 5\nRow 3: 5\nRow 4: 3\nRow 5: 1\n",
		"1. 1 1\n2. 5\n3. 5\n4. 3\n5. 1\n\n1. 2\n2. 4\n3. 4\n4. 4\n5. 2",
		"1) 1 1\n2) 5\n3) 5\n4) 3\n5) 1\n1) 2\n2) 4\n3) 4\n4) 4\n5) 2",
		"1) 1 1 2) 5 3) 5 4) 3 5) 1 1) 2 2) 4 3) 4 4) 4 5) 2",
		"Rows:\n1. 1 1\n2. 5\n3. 5\n4. 3\n5. 1\nColumns:\n1. 2\n2. 4\n3. 4\n4. 4\n5. 2",
		"Columns\n1: 2\n2: 4\n3: 4\n4: 4\n5: 2\nRows\n1: 1 1\n2: 5\n3: 5\n4: 3\n5: 1",
		"Rows:\nRow 1: 1 1\nRow 2: 5\nRow 3: 5\nRow 4: 3\nRow 5: 1\nColumns:\nCol 1: 2\nCol 2: 4\nCol 3: 4\nCol 4: 4\nCol 5: 2",
		"Horizontal: 1 1, 5, 5, 3, 1\nVertical: 2, 4, 4, 4, 2",
		"Row clues: 1 1, 5, 5, 3, 1 Column clues: 2, 4, 4, 4, 2",
		"행: 1 1, 5, 5, 3, 1\n열: 2, 4, 4, 4, 2",
		"가로: 1 1, 5, 5, 3, 1 세로: 2, 4, 4, 4, 2",
		"세로 힌트: 2, 4, 4, 4, 2\n가로 힌트: 1 1, 5, 5, 3, 1",
		"行：1 1, 5, 5, 3, 1\n列：2, 4, 4, 4, 2",
		"ヨコ\n1 1\n5\n5\n3\n1\nタテ\n2\n4\n4\n4\n2",
		"1행: 1 1\n2행: 5\n3행: 5\n4행: 3\n5행: 1\n1열: 2\n2열: 4\n3열: 4\n4열: 4\n5열: 2",
		"1行目：1 1 2行目：5 3行目：5 4行目：3 5行目：1 1列目：2 2列目：4 3列目：4 4列目：4 5列目：2",
		"가로 1: 1 1\n가로 2: 5\n가로 3: 5\n가로 4: 3\n가로 5: 1\n세로 1: 2\n세로 2: 4\n세로 3: 4\n세로 4: 4\n세로 5: 2",
		"1 1\n5\n5\n3\n1\n2\n4\n4\n4\n2",
		".X.X./XXXXX/XXXXX/.XXX./..X..",
		"-x-x-\nxxxxx\nxxxxx\n-xxx-\n--x--",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		p.Picture = nil
		if p.String() != want {
			t.Errorf("%q is %s", text, p)
		}
	}
}

func TestNumberedErrors(t *testing.T) {
	for text, want := range map[string]string{
		"Row 1: 1\nRow 3: 1\nColumn 1: 2":        `line 2, column 1: found "Row", expected row 2`,
		"Row 1: 1\nColumn 1: 1\nRow 2: 1":        `line 3, column 1: found "Row", expected row 2`,
		"Row 1: 1\nRow 2: x\nColumn 1: 2":        `line 2, column 8: found "x", expected a number: the length of a run, or 0 for an empty line`,
		"Row 1: 1\nRow 2: 1\n":                   `line 3, column 1: found the end of the text, expected the clues of the columns`,
		"1. 1 1\n2. 5\n3. 5\n4. 3\n5. 1\n\n1. 2": `line 7, column 5: found the end of the text, expected a clue for 1 cell; this one needs 3 (5 rows, 1 column: is a column missing?)`,
		"1 1;5;5;3;1|2;4;4;4":                    `line 1, column 20: found the end of the text, expected a clue for 4 cells; this one needs 5 (5 rows, 4 columns: is a column missing?)`,
		"1 1;5;5;3;1|2;4;4;4\n":                  `line 1, column 20: found the end of the text, expected a clue for 4 cells; this one needs 5 (5 rows, 4 columns: is a column missing?)`,
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestOldTexts: what was read before lines could be numbered is read as it was.
func TestOldTexts(t *testing.T) {
	for text, want := range map[string]string{
		"1.1;5;5;3;1|2;4;4;4;2":                     "1 1;5;5;3;1|2;4;4;4;2",
		"1.1\n1\n\n2\n0\n1":                         "1 1;1|2;0;1",
		"rows: 1;1 columns: 2":                      "1;1|2",
		"rows=1,1\ncolumns 1/1":                     "1;1|1;1",
		"columns 1/1\nrows=1,1":                     "1;1|1;1",
		"1, 1 / 1, 1":                               "1;1|1;1",
		"D;B|C;B;B":                                 "3;1|2;1;1",
		"width 2\nheight 1\nrows\n2\ncolumns\n1\n1": "2|1;1",
	} {
		p, err := Parse(text)
		if err != nil || p.String() != strings.TrimSpace(want) {
			t.Errorf("%q is %v, %v; want %s", text, p, err, want)
		}
	}
}

func FuzzNumbered(f *testing.F) {
	fuzz(f, nil, reader{knows: isNumbered, read: readNumbered}, "Row 1: 1 1\nRow 2: 2\nColumn 1: 2\nColumn 2: 1 | c3) 1", "1. 1\n2. 1\n1. 1\n2. 1", "1) 1 2) 1 1) 2", "1행 1 2행：2 1열 2 2열 1", "Rows:\nR1=1\nColumns\nC1=1")
}
