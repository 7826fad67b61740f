package judge

import (
	"context"
	"slices"

	"kibitz/solvers/nonogram"
)

// linesWithout solves the page with the clues of some lines unknown, and returns whether each of them
// can be anything else than the choice reads, and what. A text is "" if the line was not solved. It
// returns false if no clues of these lines make the totals of rows and columns equal, or if the other
// lines contradict each other.
func (p *page) linesWithout(ctx context.Context, c choice, unknown ...int) (can bool, texts []string) {
	s := p.sheet(c)
	total, least, most := 0, 0, 0 // the total of the known lines, and the range of what the others add
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
			text = clueText(runs, p.palette)
		}
		if text == p.fields[i].ways[c[i]].text {
			return false, nil // it can only be what was read
		}
		texts = append(texts, text)
	}
	return true, texts
}

// linesTogether returns the clues that two lines have together if both are unknown: one pair, or none
// if they can only be what the choice reads or nothing at all. Known is false if line solving does not
// decide both.
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

// cross strikes a shade of the cell that an unknown row and an unknown column share, if it is the only open cell
// of the row: the row must be something else than the choice reads, so if one shade gives the row the choice's clue,
// the cell has another one.
func (p *page) cross(s *sheet, c choice, row, col int) {
	at := col - p.rows
	may := s.line(row)[at]
	for shade := nonogram.Empty; shade <= may && !may.One(); shade <<= 1 {
		if may&shade == 0 {
			continue
		}
		s.line(row)[at] = shade
		runs, ok := s.runs(row)
		s.line(row)[at] = may
		if !ok {
			return
		}
		if slices.Equal(runs, p.runs[row][c[row]]) {
			s.line(row)[at], s.line(col)[row] = may&^shade, may&^shade
			return
		}
	}
}
