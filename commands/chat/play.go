package chat

import "kibitz/render"

// A Play tells how the Board of a game that goes on is played where its cells can be touched. Cells take
// signs, as on paper, or pads are pressed.
type Play struct {
	Name string // of the puzzle, in the reader's language
	All  int    // marks that are to be made; 0 if nobody counts them

	// Of a board on paper. Whoever plays it makes moves such as "r3c1-5=#" without asking, and sends them all.
	Turns   []string    // moves so far, and hints: the last line of Puzzle
	Between string      // stands between two turns on that line
	Signs   []PlaySign  // signs that a cell takes, in the order in which taps go through them
	Open    render.Cell // how a cell without a sign looks
	Fixed   []int       // cells that take no sign
	Drawn   bool        // a stroke gives one sign to a line of cells; else each cell has a sign of its own
	Noted   bool        // an open cell takes small signs as pencil marks

	Pads []PlayPad // of a board that is pressed: what can be pressed now

	Hinted bool // a hint is on show, which Carry carries out

	// Turns that only show the game, carry a hint out, show mistakes, give up, and take the last move back; "" for none.
	Look, Carry, Check, GiveUp, Undo string
}

// A PlaySign is a sign that a cell takes.
type PlaySign struct {
	Sign  string
	Looks render.Cell
	Name  string // in the reader's language; "" for the usual name of its looks
	Empty bool   // it says that nothing belongs there
}

// A PlayPad is one thing to press: its turn, its name for people, and the cells of the Board where it lies.
type PlayPad struct {
	Turn, Name string
	Cells      []int
}
