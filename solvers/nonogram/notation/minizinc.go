package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
)

// miniZincTable returns the side whose table a line begins, "rows = [|", and the rest of the line;
// side is -1 if it begins none.
func miniZincTable(line string) (side int, rest string) {
	for side, name := range [...]string{rows: "rows", columns: "cols"} {
		if rest, ok := cutWords(line, name, "=", "[", "|"); ok {
			return side, rest
		}
	}
	return -1, ""
}

// isMiniZinc reports whether a line begins a table.
func isMiniZinc(s source) bool {
	for line := range strings.Lines(s.Clean) {
		if side, _ := miniZincTable(line); side >= 0 {
			return true
		}
	}
	return false
}

// readMiniZinc reads a data file of MiniZinc's nonogram benchmark: rows and cols are tables with
// '|' before each line and "|]" at the end. A line has a 1 for each filled cell, and a 0 between
// runs, or alone if it has no run; it is filled up with -1 to the width of the table.
func readMiniZinc(s source) (*nonogram.Puzzle, error) {
	d := s.draft()
	for line := range s.Lines(s.All()) {
		side, rest := miniZincTable(s.Of(line))
		if side < 0 {
			continue
		}
		if d.Len(side) > 0 {
			return nil, d.Missing(1-side, line.Lo)
		}
		if err := d.table(side, line.Hi-len(rest)); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}

// table reads the lines of a side, from the end of the first '|' on.
func (d *draft) table(side, at int) error {
	text := d.Text.Clean
	if err := d.Line(side, at); err != nil {
		return err
	}
	run, began := 0, at
	end := func() error {
		n := run
		if run = 0; n == 0 {
			return nil
		}
		return d.Run(side, began, n)
	}
	for at = d.Text.Skip(at, len(text)); at < len(text); at = d.Text.Skip(at, len(text)) {
		switch c := text[at]; c {
		case ',':
		case '1':
			if run == 0 {
				began = at
			}
			run++
		case '0', '-', '|', ']':
			if err := end(); err != nil {
				return err
			}
			switch {
			case c == '-' && (at+1 == len(text) || text[at+1] != '1'):
				return d.cellMark(at)
			case c == '-':
				at++
			case c == ']':
				return nil
			case c == '|':
				if next := d.Text.Skip(at+1, len(text)); next < len(text) && text[next] == ']' {
					return nil
				}
				if err := d.Line(side, at); err != nil {
					return err
				}
			}
		default:
			return d.cellMark(at)
		}
		at++
	}
	return d.Text.Expected(at, "nonogram.table", "|], the end of the table", nil)
}

// cellMark returns the error for a wrong entry of a table.
func (d *draft) cellMark(at int) error {
	return d.Text.Expected(at, "nonogram.mark", "1 for a filled cell, 0 for a gap or -1 for nothing", nil)
}
