// Package notation reads nonograms in the many ways in which people and programs write them, in
// black and white and in colours. It also writes the files of other programs, and links to pages
// where a puzzle can be played. Package nonogram itself reads only its canonical encodings.
//
// The encoding is recognized by the text alone. [Parse] tries the readers one after another, those
// with the clearest mark first, and the first that knows the text reads it. The marks:
//
//	P1, P4                 a portable bitmap (netpbm.sourceforge.net/doc/pbm.html)
//	var d=[[               a page of nonograms.org or that line of its source: a picture
//	{                      JSON: {"rows":[[3],[1]],"columns":[[2],[1],[1]]}, or "hor" and "ver"
//	<?xml, <puzzle         XML of webpbn, .pbn or .xml (webpbn.com/pbn_fmt.html, pbn-0.3.dtd), or
//	                       with <Nonogram> of FreeNono: a picture
//	$                      one puzzle of a contest of the TAAI: "$1", columns, rows
//	[clues]                nonogrid's TOML (github.com/tsionyx/nonogrid)
//	rows = [|              MiniZinc's .dzn (github.com/MiniZinc/minizinc-benchmarks)
//	Row 1:, 1., 1행 …       numbered lines, with or without words for the sides (numbered.go)
//	width, rows, title …   .non of Steve Simpson (www.comp.lancs.ac.uk/~ss/nonogram/fmt2), also
//	                       with the colours of github.com/mikix/nonogram-db; one of the words
//	                       of the format begins its first line
//	two lines with : first .g of Mirek and Petr Olšák (www.olsak.net/grid.html)
//	3x2:                   game IDs of Simon Tatham's Pattern, canonical for given cells:
//	                       "3x2:2/1/1/3/1", columns first (pattern.c of his collection)
//	nonogram/6/6/          links of puzz.link and pzprv3, or their ends (the file
//	                       src/variety/nonogram.js of github.com/robx/pzprjs)
//	# . ⬛ 🟦 ⬜           and nothing else: a finished picture, rows split by newlines, '/' or
//	                       on one line blanks
//	X .                    and nothing else, in the same way
//	1 0                    and nothing else, in rows of one length: a finished picture too
//	rows, columns          labels before the clues of each side, in either order, in any
//	                       language of the bot
//	4 5, a line #          .mk of Mirek and Petr Olšák: height, width, rows, "#", columns
//	5 4                    .nin of Jakub Wilk (jwilk.net/software/nonogram): width, height,
//	                       rows, columns
//	4, 5                   .cwd: height, width, each on its line, rows, a blank line, columns
//	&, comments, 0 at ends a list of rows and columns as the solvers of Keen, Ish, Makhorin
//	                       and Syro take them
//	2 5 4, A #E8AD00       .cnon: the number of colours, width, height, a line a colour, rows, columns
//	letters and .          and nothing else, in rows of one length, or coloured squares, circles and
//	                       hearts: a finished picture in colours (painted.go)
//	letters with ; or |    "D;B|C;B;B", A to Z for 0 to 25 and a to z for 26 to 51
//	a digit, ; / or |      numbers: "3;1|2;1;1", canonical, and all the ways in which people
//	                       type them
//
// In colours there are also
//
//   - the three dialects of .non (non.go), [colors] in TOML and in pynogram's older form, and "#d"
//     in .g;
//   - other programs' runs in JSON (jsoncolours.go), and a picture in JSON,
//     {"colors":[…],"points":[[0,1]]} (points.go);
//   - clues as people type them, with or without a palette (typed.go): "r=red,b=#00f:3r1b;2b|…",
//     "3r 1b", "3:r", "r3", "3(red)", "red 3", "3🟥".
//
// Typed clues have no mark except that most runs have a colour, so they are tried last. A text that
// is a puzzle in black and white stays one: in a picture of ⬛🟦⬜, ⬛ and 🟦 are both filled.
// Triddlers, triangles and runs of unknown length are refused by name.
//
// Above all of them may stand a size on a line of its own, "5x5". The clues of each line may stand in
// brackets, as in "[[1,1],[5]]" and "(1,1) (5)" (bracketed.go).
//
// Some texts could be in several encodings. .nin and .cwd are only numbers, and are recognized only
// if the header counts the lines that follow exactly, in .cwd also those on each side of its
// blank line. "6/6/…" is puzz.link's when a letter or '-' follows, as in no other encoding.
// A text that begins like numbers and is wrong in its own encoding is tried as numbers.
//
// For most of the file formats, webpbn.com/export.cgi exports its puzzles as examples.
package notation

import (
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// Parse reads a puzzle in any of the encodings that the package comment lists, recognized by its
// content. A finished picture gives the puzzle of its clues, with the Picture. A puzzle whose runs
// all have the same colour is in black and white.
//
// Blanks, invisible characters and code fences around the text mean nothing. A clue longer than its
// line is an error: it is a slip of the keyboard far more often than a puzzle without solution.
// Errors are *solvers.SyntaxError.
func Parse(text string) (*nonogram.Puzzle, error) { return read(newSource(text)) }

// read reads a text in the first encoding that knows it, without the size above it and the brackets
// around its lines. Clues in colours as people type them have
// no mark, and are recognized by their many coloured runs.
func read(s source) (*nonogram.Puzzle, error) {
	if isSized(s) {
		return readSized(s)
	}
	if plain, ok := unbracketed(s.Clean); ok && !isNonogramsOrg(s) {
		s = s.withClean(plain)
	}
	for _, r := range readers {
		if !r.knows(s) {
			continue
		}
		got, err := r.read(s)
		if err == nil {
			return got, nil
		}
		if isNumbers(s) { // it looked like a header of .nin or .cwd
			if numbers, err := readNumbers(s); err == nil {
				return numbers, nil
			}
		}
		if typed, wrong, ok := readTyped(s); ok && (r.typed || isLabelled(s)) {
			return typed, wrong
		}
		return got, err
	}
	if typed, wrong, ok := readTyped(s); ok {
		return typed, wrong
	}
	return nil, s.Expected(s.Body().Lo, "nonogram.puzzle",
		"a nonogram: rows|columns like 3;1|2;1;1, a picture of # and ., a link or a file", nil)
}

// reader is one encoding: knows reports whether a text is in it, and read reads the text.
type reader struct {
	knows func(source) bool
	read  func(source) (*nonogram.Puzzle, error)
	typed bool // clues in colours as people type them can look like it
}

// readers are the encodings in the order in which they are tried. The package comment explains the
// order.
var readers = [...]reader{
	{isPBM, readPBM, false},
	{isNonogramsOrg, readNonogramsOrg, false},
	{isJSON, readJSON, false},
	{isXML, readXML, false},
	{isContest, readContest, false},
	{isTOML, readTOML, false},
	{isMiniZinc, readMiniZinc, false},
	{isNumbered, readNumbered, true},
	{isNon, readNon, false},
	{isG, readG, false},
	{isGameID, readGameID, false},
	{isPuzzLink, readPuzzLink, true},
	{isPicture, readPicture, false},
	{isCrossed, readCrossed, false},
	{isBits, readBits, true},
	{isLabelled, readLabelled, true},
	{isMk, readMk, true},
	{isNin, readNin, true},
	{isCwd, readCwd, true},
	{isList, readList, true},
	{isLetters, readLetters, false},
	{isCnon, readCnon, false},
	{isPainted, readPainted, false},
	{isNumbers, readNumbers, true},
}

// isGameID reports whether a text is a game ID of Pattern.
func isGameID(s source) bool {
	_, ok := clues.FindGameID(s.Text)
	return ok
}

// readGameID reads a game ID of Pattern.
func readGameID(s source) (*nonogram.Puzzle, error) { return nonogram.Parse(s.Raw) }
