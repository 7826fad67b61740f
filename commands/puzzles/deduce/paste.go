package deduce

import "slices"

// isPasted reports whether nearly all marks that the puzzle needs came at once, from elsewhere: with
// the puzzle, or in one turn over several rows and columns that was no hint. The menus fill a single
// line in a turn.
func (s *session) isPasted() bool {
	if s.pasted {
		return true
	}
	if s.past == (past{}) && s.snapshot != "" && s.nearlyAll(s.start().sheet) {
		return true
	}
	for i, turn := range s.turns {
		if turn == hinted || i > 0 && s.turns[i-1] == hinted {
			continue
		}
		moves, err := s.read(turn)
		if err != nil {
			continue
		}
		sheet := slices.Repeat([]byte{Unmarked}, len(s.sheet))
		for _, m := range moves {
			m.make(sheet, s.cols)
		}
		if s.nearlyAll(sheet) {
			return true
		}
	}
	return false
}

// start returns the session before its first turn.
func (s *session) start() *session {
	before := *s
	before.turns = nil
	before.replay()
	return &before
}

// nearlyAll reports whether a sheet has more than three quarters of the marks that the puzzle needs,
// in several rows and columns. People who play by typing enter a few lines at once.
func (s *session) nearlyAll(sheet []byte) bool {
	right, needed := 0, 0
	rows, cols := map[int]bool{}, map[int]bool{}
	for i, sign := range s.key {
		if s.printed[i] != Unmarked || sign == s.Empty {
			continue
		}
		needed++
		if sheet[i] == sign {
			right++
			rows[i/s.cols], cols[i%s.cols] = true, true
		}
	}
	return 4*right > 3*needed && min(len(rows), len(cols)) > 1
}
