package notation

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

func mustParse(t testing.TB, text string) *nonogram.Puzzle {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return p
}

// rowsOf writes cells as a picture, rows split by '/'.
func rowsOf(cells []nonogram.Cell, width int) string {
	var rows []string
	for row := range slices.Chunk(cells, width) {
		text := ""
		for _, cell := range row {
			text += cell.String()
		}
		rows = append(rows, text)
	}
	return strings.Join(rows, "/")
}

func drawPicture(t *rapid.T, height, width int) []nonogram.Cell {
	return rapid.SliceOfN(rapid.SampledFrom([]nonogram.Cell{nonogram.Empty, nonogram.Filled}), height*width, height*width).Draw(t, "cells")
}

// Each text is the puzzle with this canonical encoding, or the same as another.
func TestParse(t *testing.T) {
	const (
		seed  = "3;2 1;3 2;2 2;6;1 5;6;1;2|1 2;3 1;1 5;7 1;5;3;4;3"
		small = "3;1 1;1;2 1|1 2;2 1;1;0;1 1"
		link  = "2 1;1 1;1 2;0;1 1;3|2 1;1 1 1;1;1 1 1;2 1;0"
	)
	for _, c := range []struct{ about, text, want string }{
		{"letters", "D;CB;DC;CC;G;BF;G;B;C|BC;DB;BF;HB;F;D;E;D", seed},
		{"letters over two lines", " D;CB;DC;CC;G;BF;G;B;C\r\n|BC;DB;BF;HB;F;D;E;D\r\n", seed},
		{"letters for 0", "A;A;D;A;A|A;B;B;B;A", "0;0;3;0;0|0;1;1;1;0"},
		{"letters without a letter for 0", ";;D;;|;B;B;B;", "0;0;3;0;0|0;1;1;1;0"},
		{"numbers", "3;1 1;1;2 1|1 2;2 1;1;0;1 1", small},
		{"slashes and dots", "3/1.1/1/2.1|1.2/2.1/1//1.1", small},
		{"slashes and blanks", "3/1 1/1/2 1|1 2/2 1/1/0/1 1", small},
		{"commas and newlines", "3\n1,1\n1\n2, 1\n|\n1,2\n2,1\n1\n0\n1,1\n", small},
		{"an empty line", "3\n1 1\n1\n2 1\n|\n1 2\n2 1\n1\n\n1 1", small},
		{"newlines beside semicolons", "3;\n1 1;\n1\n2 1\n|1 2\n; 2 1;\n1;0;1 1", small},
		{"a blank line between rows and columns", "3\n1 1\n1\n2 1\n\n1 2\n2 1\n1\n0\n1 1", small},
		{"labels", "rows: 3;1 1;1;2 1 columns: 1 2;2 1;1;0;1 1", small},
		{"labels in the other order", "Columns: 1 2/2 1/1/0/1 1\nRows: 3/1 1/1/2 1", small},
		{"labels and a bar", "rows=3;1 1;1;2 1 | cols=1 2;2 1;1;0;1 1", small},
		{"labels over lists", "rows:\n3\n1 1\n1\n2 1\ncolumns:\n1 2\n2 1\n1\n0\n1 1", small},
		{"labels without a colon", "rows 3;1 1;1;2 1\ncolumns 1 2;2 1;1;0;1 1", small},
		{"as in a magazine: lines by commas, a slash between", "3, 1 1, 1, 2 1 / 1 2, 2 1, 1, 0, 1 1", small},
		{"the same with a bar", "3, 1 1, 1, 2 1 | 1 2, 2 1, 1, 0, 1 1", small},
		{"the same with a newline", "3, 1 1, 1, 2 1\n1 2, 2 1, 1, 0, 1 1", small},
		{"the same with a blank line, wrapped", "3, 1 1,\n1, 2 1\n\n1 2, 2 1, 1,\n0, 1 1,", small},
		{"the same with labels", "Rows: 3, 1 1, 1, 2 1\nColumns: 1 2, 2 1, 1, 0, 1 1", small},
		{"the same with labels and a comma before the second", "rows: 3, 1 1, 1, 2 1, columns: 1 2, 2 1, 1, 0, 1 1", small},
		{"the same with labels and a slash", "rows: 3, 1 1, 1, 2 1 / columns: 1 2, 2 1, 1, 0, 1 1", small},
		{"rows one a line, columns on one", "3\n1 1\n1\n2 1\n\n1 2, 2 1, 1, 0, 1 1", small},
		{"columns of one run each on one line", "2\n2\n\n1 2 1", "2;2|1;2;1"},
		{"semicolons and a slash", "3;1 1;1;2 1 / 1 2;2 1;1;0;1 1", small},
		{"semicolons and a newline", "3;1 1;1;2 1\n1 2;2 1;1;0;1 1", small},
		{"rows and columns that look like .cwd", "1\n3\n1\n\n1\n3\n1", "1;3;1|1;3;1"},
		{"dashes", "3;1-1;1;2 - 1|1-2;2-1;1;0;1-1", small},
		{"lines alone, halved in the middle", "2\n1 1\n2\n2\n1 1\n2", "2;1 1;2|2;1 1;2"},
		{"lines alone, halved by their totals", "3\n1 1\n1\n2 1\n1 2\n2 1\n1\n0\n1 1", small},
		{"commas that are runs stay runs", "1,1;3;1,1|3;1;3", "1 1;3;1 1|3;1;3"},
		{"one row whose runs have commas", "1, 1|1;0;1", "1 1|1;0;1"},
		{"JSON", `{"rows":[[3],[1,1],[1],[2,1]],"columns":[[1,2],[2,1],[1],[],[1,1]]}`, small},
		{"JSON, columns first", `{ "cols": [[1,2],[2,1],[1],[0],[1,1]], "rows": [[3],[1,1],[1],[2,1]] }`, small},
		{"Pattern", "5x4:1.2/2.1/1//1.1/3/1.1/1/2.1", "3;1 1;1;2 1|1 2;2 1;1;0;1 1"},
		{"Pattern with given cells", "3x2:1/1/1/1/2,aaAc", "3x2:1/1/1/1/2,aaAc"},
		{"Pattern's page", "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#1x3:1.1/1//1", "1;0;1|1 1"},
		{"puzz.link's body", "6/6/12g1111h11112j12g11g21j11g3h", link},
		{"puzz.link's end", "nonogram/6/6/12g1111h11112j12g11g21j11g3h", link},
		{"a link", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", link},
		{"a link without preview", "<https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h>", link},
		{"pzprv3", "http://pzv.jp/p.html?nonogram/6/6/12g1111h11112j12g11g21j11g3h/", link},
		{"a link without its last skips", "nonogram/6/6/12g1111h11112j12g11g21j11g3", link},
		{"a long run in a link", "nonogram/1/20/-14o" + strings.Repeat("1", 20), strings.Repeat("1;", 19) + "1|20"},
		{"a link with zeros", "nonogram/2/1/001", "1|0;0"},
		{".non", "title \"Rows and columns\"\nwidth 5\nheight 4\n\nrows\n3\n1,1\n1\n2,1\n\ncolumns\n1,2\n2,1\n1\n0\n1,1\n\ngoal \"11100010011000011001\"\n", small},
		{".non, size on one line", "width 5,height 4\nrows\n3\n1 1\n1\n2 1\ncolumns\n1 2\n2 1\n1\n0\n1 1", small},
		{".non, blank for empty", "width 5\nheight 4\nrows\n3\n1,1\n1\n2,1\ncolumns\n1,2\n2,1\n1\n\n1,1\n", small},
		{".non without clues", "width 3\nheight 2\ngoal \"110011\"", "2;2|1;2;1"},
		{"bare sections", "rows\n3\n1 1\n1\n2 1\ncolumns\n1 2\n2 1\n1\n0\n1 1", small},
		{".nin", "5 4\n3\n1 1\n1\n2 1\n1 2\n2 1\n1\n0\n1 1\n", small},
		{".mk", "4 5\n3\n1 1\n1\n2 1\n#\n1 2\n2 1\n1\n0\n1 1\n", small},
		{".cwd", "4\n5\n3\n1 1\n1\n2 1\n\n1 2\n2 1\n1\n0\n1 1\n", small},
		{".g", "A picture\nby: us\n#d\n0: white\n: rows\n3\n1 1\n1\n2 1\n: columns\n1 2\n2 1\n1\n0\n1 1\n:\n", small},
		{"webpbn", `<?xml version="1.0"?><!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
			<puzzleset><puzzle type="grid" defaultcolor="black"><title>T</title>
			<color name="white" char=".">fff</color><color name="black" char="X">000</color>
			<clues type="columns"><line><count>1</count><count>2</count></line><line><count>2</count><count>1</count></line>
			<line><count>1</count></line><line></line><line><count color="black">1</count><count>1</count></line></clues>
			<clues type="rows"><line><count>3</count></line><line><count>1</count><count>1</count></line>
			<line><count>1</count></line><line><count>2</count><count>1</count></line></clues></puzzle></puzzleset>`, small},
		{"webpbn's goal", "<puzzleset><puzzle><solution type=\"goal\"><image>\n|XX.|\n|.XX|\n</image></solution></puzzle></puzzleset>", "2;2|1;2;1"},
		{"a picture", "##.\n.##\n", "2;2|1;2;1"},
		{"a picture on one line", "##. .##", "2;2|1;2;1"},
		{"a picture with slashes", "##./.##", "2;2|1;2;1"},
		{"emoji", "⬛⬛⬜\n⬜⬛⬛", "2;2|1;2;1"},
		{"emoji with variation selectors, on one line", "⬛\ufe0f⬛\ufe0f⬜\ufe0f ⬜\ufe0f⬛\ufe0f⬛\ufe0f", "2;2|1;2;1"},
		{"an empty picture", "..\n..", "0;0|0;0"},
		{"a matrix", "110\n011\n", "2;2|1;2;1"},
		{"a matrix with blanks", "1 1 0\n0 1 1", "2;2|1;2;1"},
		{"a matrix with slashes", "110/011", "2;2|1;2;1"},
		{"a matrix on one line", "110 011", "2;2|1;2;1"},
		{"PBM", "P1\n# a bitmap\n3 2 # width, height\n1 1 0\n0 1 1\n", "2;2|1;2;1"},
		{"PBM without lines", "P1 3 2 110011", "2;2|1;2;1"},
		{"PBM, packed", "P4\n# a bitmap\n3 2\n\xc0\x60", "2;2|1;2;1"},
		{"PBM, packed, two bytes a row", "P4 9 2\n\x20\x00\x0a\x80", "1;1 1 1|0;0;1;0;1;0;1;0;1"},
		{"nonogrid's TOML", "# a puzzle\n[header]\ntitle = \"rows = 3\"\n[clues]\nrows = '''\n# top\n2 ; comment\n2\n'''\ncolumns = '1, 2, 1'\n[colors]\n", "2;2|1;2;1"},
		{"nonogrid's TOML, quotes within quotes", "[clues]\nrows = \"\"\"'2', \"2\" \"\"\"\ncolumns = '1,\n2, # two\n\n1 '", "2;2|1;2;1"},
		{"nonogrid's older form", "[clues]\ncolumns=1,2, 1 ; three\nrows =  \n\n  2\n  2\n[colors]\np = (pink) %", "2;2|1;2;1"},
		{"nonogrid's TOML in one colour", "[clues]\nrows = '2b, 2b'\ncolumns = '1b,2b, 1b'", "2;2|1;2;1"},
		{".g in one colour", "#d\n0:  white\na:b blue|#0000ff\n#d\n: rows\n2a\n2a\n: columns\n1a\n2a\n1a\n", "2;2|1;2;1"},
		{".non in one colour", "width 3\nheight 2\ncolor a #ff0000\nrows\n2a\n2a\ncolumns\n1a\n2a\n1a\ngoal \"aa00aa\"", "2;2|1;2;1"},
		{".non's goal in one colour", "width 3\nheight 2\ncolor a #ff0000\ngoal \"aa00aa\"", "2;2|1;2;1"},
		{"a list with comments", "# by us\n2\n2\n\n# columns\n1\n2\n1\n", "2;2|1;2;1"},
		{"a list with stars and an ampersand", "* by us\n3\n1 1\n1\n2 1\n&\n1 2\n2 1\n1\n0\n1 1\n", small},
		{"a list with commas", "# ish\n3\n1,1\n1\n2,1\n\n1,2\n2,1\n1\n0\n1,1\n", small},
		{"a list with a 0 on every line", "3 0\n1 1 0\n1 0\n2 1 0\n\n1 2 0\n2 1 0\n1 0\n0\n1 1 0\n", small},
		{"MiniZinc", "X = 5;\nY = 4;\nmaxlen = 4;\nrows = \t[|1, 1, 1, -1\n\t |1, 0, 1, -1\n\t |1, -1, -1, -1\n\t |1, 1, 0, 1\n\t |];\ncols = \t[|1, 0, 1, 1\n\t |1, 1, 0, 1\n\t |1, -1, -1, -1\n\t |0, -1, -1, -1\n\t |1, 0, 1, -1\n\t |];\n", small},
		{"nonograms.org", "<!DOCTYPE html><script>var d=[[9,9,9,9],[14,5,5,11],[2,0,0,11],[1,11,22,11],[1,1,1,1],[2,2,2,2],[11,1,11,11],[5,6,7,8],[6,8,8,9],[7,8,8,10],[9,9,9,9]];</script>", "2;2|1;2;1"},
		{"a contest's puzzle", "$17\n1\n2\n1\n2\n1\t1\n0\n", "2;1 1;0|1;2;1"},
		{"a contest's puzzle, blank for empty", "$17\n1\n2\n1\n2\n\n1\t1\n", "2;0;1 1|1;2;1"},
		{"JSON, horizontal and vertical", `{"ver":[[1],[2],[1]],"hor":[[2],[2]]}`, "2;2|1;2;1"},
		{"a fence", "```\n3;1 1;1;2 1|1 2;2 1;1;0;1 1\n```", small},
		{"a fence with a language", "```non\n3;1 1;1;2 1|1 2;2 1;1;0;1 1\n```", small},
		{"backticks", "`3;1 1;1;2 1|1 2;2 1;1;0;1 1`", small},
		{"invisible characters", "\ufeff\u200b3;1\u00a01;1;2\u30001|1 2;2 1;1;0;1 1\u200b", small},
	} {
		p, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
		} else if p.String() != c.want {
			t.Errorf("%s: %s, want %s", c.about, p, c.want)
		}
	}
}

// The package comment says one puzzle in several ways.
func TestParseDocumentation(t *testing.T) {
	for _, text := range []string{
		"3;1|2;1;1", "D;B|C;B;B", "3x2:2/1/1/3/1",
		`{"rows":[[3],[1]],"columns":[[2],[1],[1]]}`,
	} {
		if got := mustParse(t, text).String(); got != "3;1|2;1;1" {
			t.Errorf("%q reads as %s", text, got)
		}
	}
}

// A picture stays with the puzzle that it gives.
func TestParsePicture(t *testing.T) {
	p := mustParse(t, "##.\n.##")
	if got := rowsOf(p.Picture, 3); got != "##./.##" {
		t.Errorf("picture %s", got)
	}
	if p := mustParse(t, "2;2|1;2;1"); p.Picture != nil {
		t.Errorf("a picture %v of clues", p.Picture)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
		code         string
	}{
		{"", 1, 1, "nonogram.puzzle"},
		{"  hello, world", 1, 3, "nonogram.puzzle"},
		{"3;2 1;3 2", 1, 10, "nonogram.bar"},
		{"D;CB", 1, 5, "nonogram.bar"},
		{"3;2 1|", 1, 7, "nonogram.columns"},
		{"|3;2 1", 1, 1, "nonogram.rows"},
		{"3;2 x|1;2", 1, 5, "nonogram.number"},
		{"3;2 1|1;1;1|4", 1, 12, "nonogram.number"},
		{"3;0 1|1;1;1", 1, 5, "nonogram.lone"},
		{"3;1 0|1;1;1", 1, 5, "nonogram.lone"},
		{"3;2 1|1;1;1", 1, 3, "nonogram.forgotten"},
		{"3;9 1|1;1;1", 1, 3, "nonogram.fit"},
		{"1 1;5;5;3;1|2;4;4;4", 1, 20, "nonogram.fewer"},
		{"2\n1 1\n2\n1\n2\n1", 6, 2, "nonogram.divider"},
		{"2, 2 x / 1, 2, 1", 1, 6, "nonogram.number"},
		{"2, 2 / 1, 2, 1 / 1", 1, 19, "nonogram.bar"},
		{"2 -2;1|1;1;1", 1, 3, "nonogram.number"},
		{"3\n1\n|\n1\n1\n 1 1", 2, 2, "nonogram.fewer"},
		{"9999999999999999999999|1", 1, 1, "nonogram.clue"},
		{"1|" + strings.Repeat("1;", nonogram.MaxSide), 1, 2*nonogram.MaxSide + 3, "nonogram.lines"},
		{strings.Repeat("0;", 600) + "0|" + strings.Repeat("0;", 600) + "0", 1, 1, "nonogram.size"},
		{"D;C B|B;B;B", 1, 4, "nonogram.letter"},
		{"D;CA|B;B;B", 1, 4, "nonogram.lone"},
		{"rows: 3;1", 1, 10, "nonogram.columns"},
		{"rows: 3;1 rows: 1;1", 1, 11, "nonogram.columns"},
		{"rows: 3;1 columns: x", 1, 20, "nonogram.number"},
		{`{"rows":[[1]],"columns":[[1]]`, 1, 30, "nonogram.json"},
		{`{"rows":[[1]],"rows":[[1]]}`, 1, 15, "nonogram.json"},
		{`{"rows":[[1]],"lines":[[1]]}`, 1, 15, "nonogram.json"},
		{`{"rows":[[1.5]],"columns":[[1]]}`, 1, 11, "nonogram.number"},
		{`{"rows":[1],"columns":[[1]]}`, 1, 10, "nonogram.array"},
		{`{"rows":[["1"]],"columns":[[1]]}`, 1, 11, "nonogram.number"},
		{`{"rows":[[-1]],"columns":[[1]]}`, 1, 11, "nonogram.number"},
		{`{"rows":[[1]],"columns":[[1]]} 7`, 1, 32, "nonogram.end"},
		{`{"rows":[[1]]}`, 1, 15, "nonogram.columns"},
		{"10x10#123456", 1, 6, "nonogram.seed"},
		{"5000x5000:", 1, 1, "nonogram.size"},
		{"0x5:", 1, 1, "nonogram.size"},
		{"2x2:1/1/1", 1, 10, "nonogram.count"},
		{"2x2:1/1/1/1/1", 1, 12, "nonogram.count"},
		{"2x2:1/1/1/1,a0", 1, 14, "nonogram.given"},
		{"2x2:1/1/1/1,aB", 1, 15, "nonogram.given-count"},
		{"2x2:1/1/1/1,aaaaa", 1, 17, "nonogram.given-end"},
		{"2x2:1/1/1/1,z", 1, 13, "nonogram.given-end"},
		{"nonogram/6/6/12.1", 1, 16, "nonogram.unknown"},
		{"nonogram/2/2/1111111", 1, 18, "nonogram.slots"},
		{"nonogram/2/2/1k", 1, 15, "nonogram.slots"},
		{"nonogram/2/2/1-x", 1, 15, "nonogram.slot"},
		{"nonogram/2/2/1G", 1, 15, "nonogram.slot"},
		{"nonogram/9999/9999/1", 1, 10, "nonogram.size"},
		{"##.\n##", 2, 1, "nonogram.row"},
		{"width 2\nheight 2\nrows\n1\ncolumns\n1\n1", 3, 5, "nonogram.count"},
		{"width x\nheight 2", 1, 7, "nonogram.side"},
		{"width 2\n1\n", 2, 1, "nonogram.section"},
		{"width 2\nheight 2\ngoal \"010\"", 3, 6, "nonogram.cells"},
		{"width 2\nheight 2\ngoal \"012\"", 3, 9, "nonogram.cell"},
		{"title \"x\"\ncolor red\n", 3, 1, "nonogram.rows"},
		{"2 2\n1\n1\n#\n1\n", 6, 1, "nonogram.count"},
		{"2 2\n1\n1\n#\n1\n1\n1", 7, 1, "nonogram.count"},
		{"2 2\n1\n1\n1\n#\n1", 4, 1, "nonogram.count"},
		{"#t\n:\n1\n:\n1", 1, 1, "nonogram.triddler"},
		{"<puzzleset><puzzle type=\"triddler\">", 1, 12, "nonogram.triddler"},
		{"<puzzleset><count>1</count>", 1, 19, "nonogram.xml"},
		{"<puzzle>" + strings.Repeat("<a>", 16), 1, 54, "nonogram.xml"},
		{"<puzzleset></puzzle>", 1, 21, "nonogram.xml"},
		{"P5 3 2", 1, 1, "nonogram.pbm"},
		{"P4 3 2", 1, 7, "nonogram.cells"},
		{"P4 9 2 123", 1, 11, "nonogram.cells"},
		{"P1 x", 1, 4, "nonogram.pbm-size"},
		{"P1\n3 2\n110 01", 3, 7, "nonogram.cells"},
		{"P1\n3 2\n110 012", 3, 7, "nonogram.cell"},
		{"P1\n3 2\n110 0111", 3, 8, "nonogram.end"},
		{"P1\n3000 2\n1", 2, 1, "nonogram.size"},
		{"[clues]\nrows = '''\n1\n", 4, 1, "nonogram.quote"},
		{"[clues]\nrows = 1\n", 3, 1, "nonogram.columns"},
		{"[clues]\nrows = '1'\nrows = '1'", 3, 1, "nonogram.columns"},
		{"[clues]\nrows = '1'\n[x]\ncolumns='1'", 4, 12, "nonogram.columns"},
		{"$1\n1\n1\n$2\n1\n1", 4, 1, "nonogram.end"},
		{"$1\n1\n1\n1", 4, 2, "nonogram.count"},
		{"$", 1, 2, "nonogram.rows"},
		{"1\n1\n&\n1\n1\n&\n1", 6, 1, "nonogram.end"},
		{"# 2 × 2\n1\n1\n\n1\n1\n\n1", 8, 1, "nonogram.end"},
		{"# 2 × 2\n1\n1\n", 4, 1, "nonogram.columns"},
		{"rows = [|1\n|2|];", 2, 2, "nonogram.mark"},
		{"rows = [|1\n|-2|];", 2, 2, "nonogram.mark"},
		{"rows = [|1\n|1", 2, 3, "nonogram.table"},
		{"rows = [|1|];\nrows = [|1|];", 2, 1, "nonogram.columns"},
		{"var d=[[1,2,3],[1]]", 1, 14, "nonogram.page"},
		{"var d=[[1,2,3,4]]", 1, 8, "nonogram.page"},
		{"var d=[[0,0,0,0],[3,0,0,9],[1,0,0,9],[1,0,0,9],[0,0,0,0],[0,0,0,0],[1,0,0,9],[4,5,6,7],[8,6,7,8]];", 1, 88, "nonogram.page"},
		{"<@123456789012345678> hello", 1, 1, "nonogram.puzzle"},
		{"<puzzle><solution><image>|X?|</image></solution></puzzle>", 1, 28, "nonogram.cell"},
	} {
		p, err := Parse(c.text)
		var at *solvers.SyntaxError
		if !errors.As(err, &at) {
			t.Errorf("%.60q: puzzle %v, error %v", c.text, p, err)
			continue
		}
		if at.Line != c.line || at.Column != c.column || at.Code != c.code {
			t.Errorf("%.60q: %s at %d:%d, want %s at %d:%d (%v)", c.text, at.Code, at.Line, at.Column, c.code, c.line, c.column, err)
		}
	}
}

func TestParseReadsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height, width := rapid.IntRange(1, 12).Draw(t, "height"), rapid.IntRange(1, 40).Draw(t, "width")
		p := nonogram.FromPicture(drawPicture(t, height, width), width)
		for name, write := range writers {
			text := write(p)
			got, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %q: %v", name, text, err)
			}
			if got.Given != nil {
				if !slices.Equal(got.Given, p.Picture) {
					t.Fatalf("%s: %q gives %v", name, text, got.Given)
				}
				got.Given = nil
			}
			if got.String() != p.String() {
				t.Fatalf("%s: %q reads as %s, not %s", name, text, got, p)
			}
		}
	})
}
