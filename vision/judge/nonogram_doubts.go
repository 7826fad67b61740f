package judge

import (
	"context"
	"slices"
)

// linesWithout solves the page with some lines unknown.
func (p *page) linesWithout(ctx context.Context, c choice, unknown ...int) (can bool, texts []string) {
	s := p.sheet(c)
	total, least, most := 0, 0, 0 // of the others, and of what these may add
	for i, f := range p.fields {
		switch {
		case !slices.Contains(unknown, i):
			total += f.ways[c[i]].total
			continue
		case i < p.rows:
			most += p.cols
		default:
			least -= p.rows
		}
		s.ways[i] = nil
	}
	if total+least > 0 || total+most < 0 || !s.solve(ctx) {
		return false, nil
	}
	if len(unknown) == 2 && unknown[0] < p.rows && unknown[1] >= p.rows {
		p.cross(s, c, unknown[0], unknown[1])
	}
	for _, i := range unknown {
		text := ""
		if runs, ok := s.runs(i); ok {
			text = clueText(runs)
		}
		if text == p.fields[i].ways[c[i]].text {
			return false, nil // it could not be anything else
		}
		texts = append(texts, text)
	}
	return true, texts
}

// linesTogether is what two lines would be together, as linesWithout knows it.
func (p *page) linesTogether(ctx context.Context, c choice, fields [2]int) (all []both, known bool) {
	can, texts := p.linesWithout(ctx, c, fields[:]...)
	switch {
	case !can:
		return nil, true
	case slices.Contains(texts, ""):
		return nil, false
	}
	return []both{{[2]string(texts), 1}}, true
}

// cross decides the cell that an unknown row and an unknown column share, if it alone is open: if
// they are to be anything else than what a choice reads, it is not what that has.
func (p *page) cross(s *sheet, c choice, row, col int) {
	at := col - p.rows
	for _, value := range []int8{empty, full} {
		if s.line(row)[at] != open {
			return
		}
		s.line(row)[at], s.line(col)[row] = value, value
		runs, ok := s.runs(row)
		if !ok {
			s.line(row)[at], s.line(col)[row] = open, open
			return
		}
		if slices.Equal(runs, p.runs[row][c[row]]) {
			other := empty + full - value
			s.line(row)[at], s.line(col)[row] = other, other
			return
		}
		s.line(row)[at], s.line(col)[row] = open, open
	}
}
