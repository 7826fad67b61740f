package nonogram

// Parse reads a puzzle in any of these encodings, told apart by content:
//
//   - numbers: rows, '|', columns; lines split by ';', '/' or newline, runs by
//     '.', ',' or blanks: "3;1|2;1;1". An empty line is nothing or 0. A
//     blank line between rows and columns does for '|' where nothing else is
//     blank, as do the labels "rows:" and "columns:", in either order. A newline
//     next to another separator means nothing. What is no puzzle so is read as people
//     type it from a magazine, if it is one then: ',' between lines, '-' between runs,
//     one '/' or newline between rows and columns: "2 2, 4 / 1, 2-1, 3"; or lines of text
//     alone that part in the middle, or else at the only place, with equal totals.
//   - letters: "D;B|C;B;B", A to Z for 0 to 25 and a to z for 26 to 51; a
//     '|' tells it from the older form "C A|B A A" of Rosetta Code with a
//     newline in its place, where A is 1, lines are split by blanks and no line is
//     empty. Where a chat has made the newline a blank too, the columns begin
//     where the totals on both sides are equal.
//   - JSON: {"rows":[[3],[1]],"columns":[[2],[1],[1]]}, or "hor" and "ver"
//   - game IDs of Simon Tatham's Pattern: "3x2:2/1/1/3/1", columns first, and given cells
//     behind a ','
//   - puzz.link, its links and their ends: "nonogram/6/6/12g1111h…", columns
//     first, in each line the slot nearest the grid first
//   - files: .non (Simpson), .pbn or .xml (webpbn), .g and .mk (Olšák), .nin, .cwd,
//     nonogrid's TOML, MiniZinc's .dzn, rows and columns as the solvers of Keen, Ish,
//     Makhorin and Syro list them, one puzzle of a TAAI contest ("$1", columns, rows)
//   - a page of nonograms.org, or the line "var d=[[…" of its source: a picture
//   - a finished picture: rows of '#' and '.', or of ⬛ and ⬜, split by newlines, by
//     '/', or by blanks on one line; or of 1 and 0, or a PBM. Its clues are
//     read off it.
//
// Clues may have colours in .non, .g, TOML and XML if all have the same.
//
// Blanks, invisible characters and code fences around the text mean nothing. A
// clue longer than its line is an error, as that is a slip of the keyboard far more
// often than a puzzle without solution. Errors are *solvers.SyntaxError.
func Parse(text string) (*Puzzle, error) {
	src := newSource(text)
	for _, r := range readers {
		if !r.reads(src) {
			continue
		}
		p, err := r.read(src)
		if err != nil && isNumbers(src) { // a header of .nin or .cwd that is none
			if numbers, err := readNumbers(src); err == nil {
				return numbers, nil
			}
		}
		return p, err
	}
	return nil, src.err(src.trim(src.all()).lo, "nonogram.puzzle",
		"a nonogram: rows|columns like 3;1|2;1;1, a picture of # and ., a link or a file", nil)
}

// readers are the encodings. The first that reads a text has it, so those with the
// plainest mark come first. Where several might:
//
//   - .nin and .cwd are nothing but numbers. They have a text when its header counts
//     the lines that follow exactly, .cwd also those on each side of its blank line;
//     otherwise it is the numbers form.
//   - "6/6/…" is puzz.link's when a letter or '-' follows, as in no other encoding.
//   - Letters with a '|' or ';' are the form with A = 0.
var readers = []struct {
	reads func(*source) bool
	read  func(*source) (*Puzzle, error)
}{
	{isPBM, readPBM},
	{isNonogramsOrg, readNonogramsOrg},
	{isJSON, readJSON},
	{isXML, readXML},
	{isContest, readContest},
	{isTOML, readTOML},
	{isMiniZinc, readMiniZinc},
	{isNon, readNon},
	{isG, readG},
	{isPattern, readPattern},
	{isPuzzLink, readPuzzLink},
	{isPicture, readPicture},
	{isBits, readBits},
	{isLabelled, readLabelled},
	{isMk, readMk},
	{isNin, readNin},
	{isCwd, readCwd},
	{isList, readList},
	{isLetters, readLetters},
	{isRosetta, readRosetta},
	{isNumbers, readNumbers},
}
