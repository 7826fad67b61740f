// Package kakuro solves Kakuro, or cross sums: white cells take the digits 1
// to 9, and every entry, a maximal run of white cells across or down, adds up
// to its clue without using a digit twice.
//
// The method is a ladder of four, and an Answer names the rung that decided:
//
//   - Rules: the pass of the MRCDA paper (magic rule-based candidate clue
//     decision algorithm), done until it changes nothing. The magic rule of an
//     entry's length and sum strikes the digits that none of its combinations
//     uses. The pass then strikes the digits that no combination can use with
//     the candidates left in the entry's cells, and places naked and hidden
//     singles.
//   - Combinations: every digit left in a cell is part of some filling of the
//     whole entry, combination and arrangement pruned together; and in each
//     connected region of open cells the sums across and down are the same.
//   - Forcing: no single digit, if assumed, leads Combinations to a
//     contradiction.
//   - Search: assume and backtrack, the cell with the fewest candidates first,
//     and of those the one whose entries have failed most; then learn.
//
// An entry is made fully consistent on 9-bit masks (narrow.go, matching.go): up
// to three open cells by reflecting masks, for the digits of two cells with a sum
// mirror each other; more by Régin's matching theory, "A filtering algorithm for
// constraints of difference in CSPs" (AAAI 1994), for each combination that is
// still possible. Entries with news wait in a queue, and what is struck goes on a
// trail from which it is put back. Forcing remembers which entries the tries of a
// cell looked at, and repeats them only after one of those has changed
// (forcing.go).
//
// What forcing leaves open falls into regions that share no entry. Each is decided
// alone (search.go), by plain search for about as long as it takes to write the
// region down as clauses, and then by a CDCL solver on those (learn.go): searching
// is fastest on nearly all regions, learning on those made to resist. The
// backbone, the cells equal in all solutions, is proved region by region too:
// by seeing all solutions where they are few, else by asking cell by cell for a
// solution with another digit there.
//
// The paper claims that its pass solves every Kakuro in linear time. It cannot:
// Kakuro is NP-complete (Seta, 2002). It does solve most published puzzles, and
// Answer.RulesLeft says how many cells it leaves open on the others.
//
// Steps go another way, a person's: on a sheet with pencil marks the easiest
// deduction first, from the magic sum over pairs and area sums to the shortest
// contradiction, each with its reason. Hints are for somebody who is stuck: each is
// a way to one digit by few and easy deductions, with nothing that it does not need
// (hint.go, hint_search.go). PencilMarks returns the digits that the sums alone allow.
// Core names the entries that contradict each other; Generate makes puzzles of a
// difficulty, and Repair mends them.
//
// The paper's facts hold: 502 sets of digits in all, 36 of them pairs with sums
// from 3 to 17, 12 sets for 25 in five cells (see Combinations).
//
// An entry without a clue may hold any digits, none of them twice. An entry of one
// cell with a clue holds that digit. Rows, columns and r2c3 in texts count from 1,
// with the clue border; Row and Col in values count from 0.
package kakuro

// MaxCells is the most cells, blocks included, that Parse accepts: solving
// takes up to 350 bytes a cell, so that the largest grid stays within 350 MB.
const MaxCells = 1_000_000

// Puzzle is a Kakuro grid, as Parse returns it. It must not change once it is
// being solved; solves of one Puzzle may run at once.
type Puzzle struct {
	Rows, Cols int    // clue border included
	Cells      []Cell // row-major, Rows × Cols
}

// Cell is one square of the grid: a white cell, or a block that may hold the
// clues of the entries that start below and right of it.
type Cell struct {
	White        bool
	Down, Across int // block: the sums, 0 for none
	Given        int // white: the digit printed in it, 0 for none
}

// Entry is a maximal run of white cells in a row or a column.
type Entry struct {
	Across   bool
	Row, Col int // its first white cell
	Len      int // 1 to 9
	Sum      int // 0 for no clue
}

// at returns the cell in row r, column c.
func (p *Puzzle) at(r, c int) *Cell { return &p.Cells[r*p.Cols+c] }
