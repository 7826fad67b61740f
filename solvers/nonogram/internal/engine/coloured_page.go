package engine

import (
	"math/bits"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// addPainted adds the clauses of a line in colours. If optional, they hold only while the line's
// literal in lines does. It uses the order encoding of page, with a literal for each shade of a
// cell:
//
//	run j starts at or before i             →  run j-1 ended before i, or before i-1 if both have one colour
//	run j starts at or before i, not ended  →  cell i has its colour
//	run j-1 ended before i, j starts later  →  cell i is background
//
// Exactly one of the shades of a cell holds, in any case.
func (g *grid[M]) addPainted(p *page, line int, optional bool) {
	layer := g.place + 1
	cells := g.paint.Solver.Line(line).Cells
	open := false
	for i := range cells {
		var shades []cdcl.Lit
		for has := g.paint.Solver.Line(line).Has; has != 0; has &= has - 1 {
			shade := bits.TrailingZeros64(uint64(has))
			if l := p.cells[g.cellOf(line, shade*layer+i)]; l != p.no() {
				open = open || p.open(l)
				shades = append(shades, l)
			}
		}
		if line < g.rows && len(shades) > 1 { // each cell is in one row: the rows alone say it
			p.addOneOf(shades)
		}
	}
	if !open {
		return
	}
	if optional {
		p.lines[line] = p.newLit()
	}
	says := p.lines[line]
	runs := g.paint.Solver.Line(line).Runs
	o := orders{p: p, lengths: make([]int, len(runs)), starts: make([][]cdcl.Lit, len(runs))}
	for j, places := range g.paint.Solver.Places(line, &g.lines[line]) {
		o.lengths[j], o.starts[j] = runs[j].Length, p.order(cells, places)
	}
	for i := range cells {
		for j := range len(runs) + 1 {
			here, gone := o.started(j, i), o.ended(j-1, i)
			if gone != p.no() && here != p.yes {
				p.sat.Add(says.Not(), gone.Not(), here, p.cells[g.cellOf(line, i)])
			}
			if j == len(runs) || here == p.no() {
				continue
			}
			if over := o.ended(j, i); over != p.yes {
				p.sat.Add(says.Not(), here.Not(), over, p.cells[g.cellOf(line, (runs[j].Colour+1)*layer+i)])
			}
			if j > 0 {
				before := i
				if runs[j].Colour == runs[j-1].Colour {
					before = i - 1
				}
				p.sat.Add(says.Not(), here.Not(), o.ended(j-1, before))
			}
		}
	}
}

// newCell returns the literal of an open cell. In colours a cell with two shades left has one
// variable for both, and the solver tries the background first.
func (g *grid[M]) newCell(p *page, cell int) cdcl.Lit {
	switch other := g.otherShade(cell); {
	case other < 0:
		return p.newLit()
	case other < cell:
		return p.cells[other].Not()
	}
	return p.newLit().Not()
}

// otherShade returns the cell of the grid for the one other shade that a cell may have; -1 if there
// are more or none.
func (g *grid[M]) otherShade(cell int) int {
	if g.paint == nil {
		return -1
	}
	other, row := -1, cell-cell%g.cols
	for at := row + cell%g.cols&g.place; at < row+g.cols; at += g.place + 1 {
		if at == cell || g.at(at) == puzzle.Empty {
			continue
		}
		if other >= 0 {
			return -1
		}
		other = at
	}
	return other
}

// addOneOf adds clauses that exactly one of some literals holds.
func (p *page) addOneOf(literals []cdcl.Lit) {
	p.sat.Add(literals...)
	for i, l := range literals {
		for _, other := range literals[:i] {
			p.sat.Add(l.Not(), other.Not())
		}
	}
}

// orders holds the variables of a line: starts[j][i] says that run j starts at or before cell i.
type orders struct {
	p       *page
	lengths []int
	starts  [][]cdcl.Lit
}

// started returns the literal that run j starts at or before cell i.
func (o *orders) started(j, i int) cdcl.Lit {
	switch {
	case j < 0:
		return o.p.yes
	case j == len(o.starts) || i < 0:
		return o.p.no()
	}
	return o.starts[j][i]
}

// ended returns the literal that run j has ended before cell i.
func (o *orders) ended(j, i int) cdcl.Lit {
	if j < 0 {
		return o.p.yes
	}
	return o.started(j, i-o.lengths[j])
}

// clauses estimates the number of clauses of a line: four for each cell that a run may but need not
// cover, and some for the shades of a cell.
func (t *Paint[M]) clauses(line int, before *line.Known[M]) (n int) {
	l := t.Solver.Line(line)
	for j, places := range t.Solver.Places(line, before) {
		if len(places) > 1 {
			n += 4 * (places[len(places)-1] - places[0] + l.Runs[j].Length)
		}
	}
	return n + l.Cells*l.Has.Count()
}
