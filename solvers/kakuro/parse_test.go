package kakuro

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

// One small puzzle in every form: the sums 17 and 16 down, 17 and 16 across.
func TestForms(t *testing.T) {
	const want = "3 3\n# 17\\ 16\\\n\\17 . .\n\\16 . .\n"
	for _, text := range []string{
		want,
		"# 17\\ 16\\\n\\17 . .\n\\16 . .",
		"3 3 # 17\\ 16\\ \\17 . . \\16 . .",
		"  3   3  \n\n #\t17\\ 16\\\r\n\\17 . .\r\n\\16 . .\r\n\r\n",
		"// from a book\n3 3 // rows and columns\n# 17\\ 16\\\n// second\n\\17 . . // seventeen\n\\16 . .",
		`#,17\,16\/\17,.,./\16,.,.`,
		`#, 17\, 16\ / \17, ., . / \16, ., . /`,
		"#,17\\,16\\\n\\17,.,.\n\\16,.,.\n",
		`# 17\ 16\ / \17 . . / \16 . .`,
		"| # | 17\\ | 16\\ |\n|---|:-:|--:|\n| \\17 | . | . |\n| \\16 | . | . |",
		"#|17 \\|16 \\\n\\ 17|.|.\n\\ 16|.|.",
		"|#|17\\|16\\|\n|\\17|||\n|\\16|||",
		"||17\\|16\\|\n|\\17|.|.|\n|\\16|.|.|",
		`,17\,16\/\17,.,./\16,.,.`,
		"```\n3 3\n# 17\\ 16\\\n\\17 . .\n\\16 . .\n```",
		"```text\n# 17\\ 16\\\n\\17 . .\n\\16 . .\n```",
		"`#,17\\,16\\/\\17,.,./\\16,.,.`",
		"\ufeff\u200b# 17\\\u00a016\\\u3000\n\\17 . .\ufe0f\n\\16 . .\u200b",
		"3x3 across: r2c1=17, r3c1=16; down: r1c2=17, r1c3=16",
		"3 3\nrows: r2c1=17 r3c1=16\ncolumns: r1c2=17 r1c3=16",
		"across: r2c1=17 in 2, r3c1=16 in 2\ndown: r1c2=17 in 2, r1c3=16 in 2",
		"down: r1c2=17 in 2 r1c3=16 in 2 / across: r2c1 = 17 in 2 R3C1 = 16 in 2",
		"pzprv3/kakuro/2/2/0 17 16 /17 . . /16 . . /. 9 /9 7 /",
		"pzprv3\nkakuro\n2\n2\n0 17 16\n17 . .\n16 . .\n",
		"Kakuro 3×3: exactly one solution\n3 × 3\n1: block, sum 17 down, sum 16 down\n2: sum 17 right, 8, 9\n3: sum 16 right, 9 proof, maybe 67\nUnique, proved.",
		"3 × 3 1: block, sum 17 down, sum 16 down 2: sum 17 right, 2 blank 3: sum 16 right, 2 maybe 79 differs",
		"kakuro/2/2/nhghg",
		"kakuro/2/2/nhghg\n",
		"https://puzz.link/p?kakuro/2/2/nhghg",
		"<https://puzz.link/p?kakuro/2/2/nhghg>",
		"http://pzv.jp/p.html?kakuro/2/2/llhghg",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := p.String(); got != want {
			t.Errorf("%q: got %q", text, got)
		}
	}
}

// Givens, entries without a clue and of one cell, and clues on both sides.
func TestWritten(t *testing.T) {
	const text = "3 4\n# 16\\ # 3\\\n\\9 . 3\\1 .\n# 7 . .\n"
	p := parsed(t, text)
	if got := p.String(); got != text {
		t.Errorf("got %q, want %q", got, text)
	}
	if got, want := p.Line(), `#,16\,#,3\/\9,.,3\1,./#,7,.,.`; got != want {
		t.Errorf("Line is %q, want %q", got, want)
	}
	if got := p.Link(); got != "" {
		t.Errorf("Link is %q, a link has no givens", got)
	}
	want := []Entry{
		{true, 1, 1, 1, 9}, {true, 1, 3, 1, 1}, {true, 2, 1, 3, 0},
		{false, 1, 1, 2, 16}, {false, 1, 3, 2, 3}, {false, 2, 2, 1, 3},
	}
	if got := p.Entries(); !slices.Equal(got, want) {
		t.Errorf("entries %v, want %v", got, want)
	}
	if a := solved(t, p); a.Verdict != solvers.Unique || a.Grid[4+1] != 9 || a.Grid[8+2] != 3 {
		t.Errorf("%v", a)
	}
}

// Links as puzz.link and pzprv3 write them. The second is published with its
// solution.
func TestLinks(t *testing.T) {
	for _, c := range []struct{ link, canonical, solution string }{
		{
			"kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3", "kakuro/5/5/48la-.na-lh3l-Bn.-cl.c4a3",
			"# # # # # #/# # 5 3 # #/# 3 4 1 2 #/# 1 2 # 1 2/# # 1 9 3 8/# # # 8 4 #",
		},
		{
			"https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG", "kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG",
			"# # # # # # #/# # 3 9 # 3 1/# 6 4 5 3 1 2/# 9 7 # 9 6 #/# 8 6 2 5 4 1/# # 9 7 # 8 2",
		},
	} {
		p := parsed(t, c.link)
		if got := p.Link(); got != c.canonical {
			t.Errorf("%s: Link is %s, want %s", c.link, got, c.canonical)
		}
		if a := solved(t, p); a.Verdict != solvers.Unique || !slices.Equal(a.Grid, givens(t, c.solution)) {
			t.Errorf("%s: %v %v", c.link, a.Verdict, a.Grid)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
		expected     string
	}{
		{"", 1, 1, `a grid of "#", "." and clues such as 23\16`},
		{" \n// nothing\n", 3, 1, `a grid of "#", "." and clues such as 23\16`},
		{"# #\n# #", 2, 4, `a white cell: "." or a digit`},
		{"# 3\\\n\\3 q", 2, 4, `a cell: "#", ".", a digit from 1 to 9, or sums such as 23\16, 23\ or \16`},
		{"# 3\\\n\\3 00", 2, 4, `a cell: "#", ".", a digit from 1 to 9, or sums such as 23\16, 23\ or \16`},
		{"# 0\\\n\\3 .", 1, 3, `a cell: "#", ".", a digit from 1 to 9, or sums such as 23\16, 23\ or \16`},
		{"é # 3\\", 1, 1, `a cell: "#", ".", a digit from 1 to 9, or sums such as 23\16, 23\ or \16`},
		{"#\u00a0é 3\\", 1, 3, `a cell: "#", ".", a digit from 1 to 9, or sums such as 23\16, 23\ or \16`},
		{"# 3\\ #\n\\3 .", 2, 1, "a row of 3 cells; this one has 2"},
		{`#,3\/.,.,.`, 1, 6, "a row of 2 cells; this one has 3"},
		{"2 3\n# . .\n. .\n", 3, 1, "a row of 3 cells; this one has 2"},
		{"3 2\n# .\n. .\n", 1, 1, "the number of rows that follow: 2"},
		{"1001 1000\n. .\n", 1, 1, "a grid of 1 to 1000000 cells"},
		{"0 5\n. .\n", 1, 1, "a grid of 1 to 1000000 cells"},
		{"99999999999999999999 5\n. .\n", 1, 1, "a grid of 1 to 1000000 cells"},
		{"# 18\\\n\\5 .\n# .", 1, 3, "a sum from 3 to 17 for 2 cells"},
		{"# # #\n\\2 . .", 2, 1, "a sum from 3 to 17 for 2 cells"},
		{"# #\n\\10 .", 2, 1, "a sum from 1 to 9 for 1 cell"},
		{"# 46\\\n# .\n# .", 1, 3, "a sum from 3 to 17 for 2 cells"},
		{"\\45 . . . . . . . . . .", 1, 23, "a block: an entry has at most 9 cells, this one has 10"},
		{"# 3\\ 4\\\n# # .\n# . .", 1, 3, "a white cell below the clue for its sum of 3"},
		{"# .\n\\4 #", 2, 1, "a white cell to the right of the clue for its sum of 4"},
		{"# .\n. \\4", 2, 3, "a white cell to the right of the clue for its sum of 4"},
		{"|.|#|\n||.|", 2, 2, `"#" for a block or "." for a white cell`},
		{`,3\/\3,`, 1, 1, `"#" for a block or "." for a white cell`},
		{"kakuro/2/2", 1, 10, "the size of the grid without its clues: columns/rows/"},
		{"kakuro/2/x/nhghg", 1, 10, "the size of the grid without its clues: columns/rows/"},
		{"kakuro/0/2/", 1, 8, "a grid of 1 to 1000000 cells"},
		{"kakuro/1000/1000/", 1, 8, "a grid of 1 to 1000000 cells"},
		{"kakuro/2/2/ohghg", 1, 12, "at most 4 more white cells"},
		{"kakuro/2/2/nhgh", 1, 16, linkSums},
		{"kakuro/2/2/nhgh!", 1, 16, linkSums},
		{"kakuro/2/2/nhghgg", 1, 17, "the end of the link, as all its cells and sums are given"},
		{"kakuro/2/2/nhghg please", 1, 18, "nothing after the link"},
		{"kakuro/2/2/nhghi", 1, 16, "a sum from 3 to 17 for 2 cells"},
		{"3x3 r2c1=17 across:", 1, 5, listStart},
		{"r2c1=17 down: ", 1, 1, listStart},
		{"3x3 across: r2c1", 1, 13, listItem},
		{"across: r2c1=17", 1, 9, "how many cells the sum has, r2c1=16 in 2, or the size of the grid before all else: 8x8"},
		{"3x3 across: r4c1=17", 1, 13, "cells within 3 rows and 3 columns"},
		{"3x3 across: r2c1=17 in 3", 1, 13, "cells within 3 rows and 3 columns"},
		{"3x3 across: r0c1=17 in 1", 1, 13, "a cell from r1c1 on"},
		{"3x3 across: r2c1=17 in 10", 1, 13, "1 to 9 cells"},
		{"3x3 across: r2c1=17 r2c1=16", 1, 21, "another cell: this one has such a sum already"},
		{"3x3 across: r2c1=0 in 2", 1, 13, "a sum, or ? for none"},
		{"3x3 across: r2c1=17 in 2 down: r1c2=17 in 2 given: r1c1=3", 1, 52, "a digit from 1 to 9 in a cell: r2c2=9"},
		{"3x3 across: r2c1=3 in 1 r2c2=3 in 1 down:", 1, 13, "cells with no sum among them, nor another entry of this kind"},
		{"3x3 across: r2c1=3 in 1 down: r1c3=3 in 1", 1, 13, "2 cells, as other entries go on from here"},
		{"3x3 across: r2c1=18 in 2 down: r1c2=17 in 2", 1, 13, "a sum from 3 to 17 for 2 cells"},
		{"9999x9999 across: r2c1=3", 1, 1, "a grid of 1 to 1000000 cells"},
		{"across: r9999c9999=3 in 2", 1, 1, "a grid of 1 to 1000000 cells"},
		{"pzprv3/kakuro/2/x/0 17 16 /17 . . /16 . . /", 1, 17, "the number of rows, then that of columns, without the clues"},
		{"pzprv3/kakuro/2/2/0 17 16 /17 . . /16 . x /", 1, 41, fileCell},
		{"pzprv3/kakuro/2/2/0 17 16 /17 . . . /16 . . /", 1, 35, fileCell},
		{"pzprv3/kakuro/2/2/0 17 16 /17 . . ", 1, 35, "a row of 3 cells; this one has 0"},
		{"pzprv3/kakuro/1000/1000/0 17 16", 1, 15, "a grid of 1 to 1000000 cells"},
		{"3 × 3 1: block, sum 17 down, sum 16 down", 1, 41, "row 2: the words of a large picture are cut short"},
		{"3 × 3\n1: block, 3 sum 17 down", 2, 11, "one of the 3 cells of row 1: block, blank, sum 23 down 16 right"},
		{"3 × 3\n1: block, ink", 2, 11, "one of the 3 cells of row 1: block, blank, sum 23 down 16 right"},
		{"2000 × 2000 1: block", 1, 1, "a grid of 1 to 1000000 cells"},
		{"kakuro/2/2/m33hghg", 1, 13, "a white cell to the right of the clue for its sum of 3"},
	} {
		_, err := Parse(c.text)
		var syntax *solvers.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: no syntax error but %v", c.text, err)
			continue
		}
		if syntax.Line != c.line || syntax.Column != c.column || syntax.Expected != c.expected {
			t.Errorf("%q: %v", c.text, err)
		}
		if !strings.HasPrefix(syntax.Code, "kakuro.") {
			t.Errorf("%q: code %q", c.text, syntax.Code)
		}
	}
}

const (
	listStart = `the size, such as 8x8, or "across:" or "down:"`
	listItem  = "the cell of a sum, the sum and how many cells it has: r2c1=16 in 2"
	fileCell  = `one of 3 cells: "." or sums across and down such as 8,4`
)

const linkSums = "a sum (0-9, a-j for 10 to 19, A-Z for 20 to 45, - for none), a run of white cells (k-z) or a block (.)"

// A grid over the limit is refused at the first cell that is too many.
func TestMaxCells(t *testing.T) {
	rows := strings.Repeat(strings.Repeat(". # ", 500)+"\n"+strings.Repeat("# . ", 500)+"\n", 500)
	if _, err := Parse(rows); err != nil {
		t.Errorf("%d cells: %v", MaxCells, err)
	}
	var syntax *solvers.SyntaxError
	if _, err := Parse(rows + "."); !errors.As(err, &syntax) || syntax.Line != 1001 || syntax.Column != 1 {
		t.Errorf("more than %d cells: %v", MaxCells, err)
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		roundTrips(t, p)
		for i := range p.Cells {
			p.Cells[i].Given = 0
		}
		q, err := Parse(p.Link())
		if file, wrong := Parse(p.File()); wrong != nil || !reflect.DeepEqual(p, file) {
			t.Fatalf("%s comes back as %v, %v", p.File(), file, wrong)
		}
		if err != nil || !reflect.DeepEqual(p, q) {
			t.Fatalf("%s comes back as %v, %v\n%s", p.Link(), q, err, p)
		}
	})
}

// roundTrips checks that each way to write p reads back as p.
func roundTrips(t rapid.TB, p *Puzzle) {
	texts := []string{p.String(), p.Line(), p.listing(), strings.ReplaceAll(p.String(), "\n", " ")}
	if link := p.Link(); link != "" {
		texts = append(texts, link, p.File())
	}
	for _, text := range texts {
		q, err := Parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if !reflect.DeepEqual(p, q) {
			t.Fatalf("%q comes back as %q", text, q)
		}
	}
}

// Each reader has a target of its own, which starts from texts of its form.
func fuzz(f *testing.F, seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err == nil {
			roundTrips(t, p)
			return
		}
		var syntax *solvers.SyntaxError
		if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || syntax.Expected == "" {
			t.Fatalf("%q: %#v", text, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	fuzz(f, kp1, kp1Solution, "3 3 # 17\\ 16\\ \\17 . . \\16 . .", "```text\n# 3\\\n\\3 .\n```", "// x\n. . / . 5", "3 3 # 17\\ 16\\ \\17 . . \\16 . //0\xfe")
}

func FuzzLine(f *testing.F) {
	fuzz(f, `#,17\,16\/\17,.,./\16,.,.`, `,17\,16\/\17,.,./\16,.,5`, "#, 3\\ /\n\\3 , . /")
}

func FuzzTable(f *testing.F) {
	fuzz(f, "|#|17\\|16\\|\n|---|:-:|--:|\n|\\17|||\n|\\16|||", "#|17 \\|16 \\\n\\ 17|.|.\n\\ 16|.|9", "||3\\|\n|\\3|.|",
		"\t17\\\t16\\\n\\17\t\t\n\\16\t\t\n", "17/\t16/\n/17\n/16", "x 17/ 16/\n/17 0 0\n/16 _ 0", "\t\n\t\t1\\\n\t\n")
}

func FuzzLink(f *testing.F) {
	fuzz(f, "https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG", "kakuro/2/2/nhghg", "kakuro/5/5/.")
}

func FuzzFile(f *testing.F) {
	fuzz(f, "pzprv3/kakuro/2/2/0 17 16 /17 . . /16 . . /. . /. . /", "pzprv3\nkakuro\n1\n2\n0 4 5\n0 1,2 .\n")
}

func FuzzListing(f *testing.F) {
	fuzz(f, "3x3 across: r2c1=17, r3c1=16; down: r1c2=17, r1c3=16", "rows: r2c1=17 in 2\ncolumns: r1c2=? in 1, r1c3=3 in 1 given: r2c2=9",
		"across: r1c0=? in 2", "4x4 across: r1c1=3 down: r1c2=4 in 2")
}

func FuzzPicture(f *testing.F) {
	fuzz(f, "Kakuro\n3 × 3\n1: block, sum 17 down, sum 16 down\n2: sum 17 right, 8, 9\n3: sum 16 right, maybe 79 proof, blank",
		"1 × 3 1: sum 3 right, 2 blank")
}

// listing returns p as a list of its entries, on three lines or four: the size, the sums across,
// the sums down and the given digits, if there are any; see Parse. It returns "" for a puzzle that
// Check refuses.
func (p *Puzzle) listing() string {
	if p.Check() != nil {
		return ""
	}
	var lists [3][]string
	for _, e := range p.entries() {
		dr, dc := e.step()
		sum := "?"
		if e.Sum > 0 {
			sum = strconv.Itoa(e.Sum)
		}
		list := &lists[1]
		if e.Across {
			list = &lists[0]
		}
		*list = append(*list, fmt.Sprintf("r%dc%d=%s in %d", e.Row-dr+1, e.Col-dc+1, sum, e.Len))
	}
	for i, cell := range p.Cells {
		if cell.White && cell.Given > 0 {
			lists[2] = append(lists[2], fmt.Sprintf("r%dc%d=%d", i/p.Cols+1, i%p.Cols+1, cell.Given))
		}
	}
	text := fmt.Sprintf("%dx%d\n", p.Rows, p.Cols)
	for i, word := range []string{"across", "down", "given"} {
		if len(lists[i]) > 0 {
			text += word + ": " + strings.Join(lists[i], ", ") + "\n"
		}
	}
	return text
}
