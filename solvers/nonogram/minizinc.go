package nonogram

import "regexp"

var miniZincSide = regexp.MustCompile(`(?m)^ *(rows|cols) *= *\[ *\|`)

func isMiniZinc(s *source) bool { return miniZincSide.MatchString(s.text) }

// readMiniZinc reads a data file of MiniZinc's nonogram benchmark: rows and cols are tables
// with '|' before each line and "|]" at the end. A line has a 1 for each filled cell, a 0
// between runs, or alone for no run, and -1 where the table is wider than the line.
func readMiniZinc(s *source) (*Puzzle, error) {
	d := draft{src: s}
	for _, head := range miniZincSide.FindAllStringSubmatchIndex(s.text, 3) {
		side := rows
		if s.text[head[2]] == 'c' {
			side = columns
		}
		if d.sides[side] != nil {
			return nil, d.missing(1-side, head[0])
		}
		if err := d.table(side, head[1]); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}

// table reads the lines of a side from behind the first '|'.
func (d *draft) table(side, at int) error {
	text := d.src.text
	if err := d.line(side, at); err != nil {
		return err
	}
	run, began := 0, at
	end := func() error {
		n := run
		if run = 0; n == 0 {
			return nil
		}
		return d.run(side, began, n)
	}
	for at = d.src.skip(at, len(text)); at < len(text); at = d.src.skip(at, len(text)) {
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
				if next := d.src.skip(at+1, len(text)); next < len(text) && text[next] == ']' {
					return nil
				}
				if err := d.line(side, at); err != nil {
					return err
				}
			}
		default:
			return d.cellMark(at)
		}
		at++
	}
	return d.src.err(at, "nonogram.table", "|], the end of the table", nil)
}

func (d *draft) cellMark(at int) error {
	return d.src.err(at, "nonogram.mark", "1 for a filled cell, 0 for a gap or -1 for nothing", nil)
}
