package deduce

import (
	"strings"

	"kibitz/solvers"
)

// Cells returns the cells of a grid that a text names, in the order of the text. It names rows,
// columns and parts of them as the moves of a game do, like "r1c2-5, r7". Its error is a
// *solvers.SyntaxError.
func Cells(text string, rows, cols int) (cells []int, err error) {
	const between = " \t\r\n\u00a0\u3000,;"
	s := &moveReader{Notation: new(Notation), text: text, rows: rows, cols: cols}
	named := map[int]bool{}
	for s.skip(between); s.at < len(text); s.skip(between) {
		start := s.at
		var p place
		if strings.ContainsRune("rRcC", rune(text[start])) {
			if p, err = s.place(); err != nil {
				return nil, err
			}
		}
		if p.lines[onRows] == nil && p.lines[onColumns] == nil { // nothing was read
			return nil, solvers.At(text, start, "cells", "rows, columns or cells like r7 c2 r1c2-5", nil)
		}
		for _, m := range p.rectangles(rows, cols) {
			for i := range m.rows * m.cols {
				if at := (m.row+i/m.cols)*cols + m.col + i%m.cols; !named[at] {
					named[at], cells = true, append(cells, at)
				}
			}
		}
	}
	return cells, nil
}
