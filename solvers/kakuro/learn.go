package kakuro

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// page is a region as clauses for a solver that learns. It has a variable for
// "cell i holds digit d", for each candidate, and for "entry e has the
// combination S", for each combination that its candidates allow, and says
//
//	a cell holds one of its candidates, and no two
//	an entry has one of its combinations, and no two
//	no digit is in two cells of an entry
//	a digit is in an entry if and only if it is in its combination.
//
// The last takes a variable for "digit d is in entry e" between the two, unless
// few combinations have or lack d. An entry with two open cells needs none of
// it: each candidate of one is the same as its partner in the other.
type page struct {
	sat     cdcl.Solver
	yes     cdcl.Lit               // always true
	differ  cdcl.Lit               // assumed to ask for a solution unlike those seen
	cells   []int32                // ascending
	holds   [][maxLen + 1]cdcl.Lit // for each cell and digit, the literal that the cell holds it
	clauses int
	memory  context.Context // the page takes its words from the Memory of this
}

// Bounds on a page, which keep it within about 170 MB. It begins with room for
// firstWords, or for cellWords a cell if that is more; most cells take fewer.
const (
	mostClauses = 1 << 21  // before any is learned
	mostWords   = 12 << 20 // of all clauses, learned ones too
	firstWords  = 1 << 16
	cellWords   = 500
)

// newPage writes the page of cells. It returns nil if the page gets too long, or time or memory
// ends. The caller closes the page.
func (g *grid) newPage(cells []int32) *page {
	words := min(max(cellWords*len(cells), firstWords), mostWords)
	if solvers.Take(g.ctx, int64(words)*cdcl.WordBytes) != nil {
		return nil
	}
	p := &page{cells: cells, holds: make([][maxLen + 1]cdcl.Lit, len(cells)), memory: g.ctx}
	p.sat.Memory, p.sat.More = words, p.more
	p.yes = p.newLit()
	p.add(p.yes)
	p.differ = p.newLit()
	for i, cell := range cells {
		p.holds[i] = p.newCell(g.cand[cell])
	}
	for _, e := range g.entriesOf(cells) {
		if p.clauses > mostClauses || p.sat.Full() || g.tick() != someLeft {
			p.close()
			return nil
		}
		p.addEntry(g, &g.entries[e])
	}
	return p
}

// more takes memory to double words, up to mostWords. It returns the number of words that the
// page has then.
func (p *page) more(words int) int {
	more := min(words, mostWords-words)
	if more <= 0 || solvers.Take(p.memory, int64(more)*cdcl.WordBytes) != nil {
		return words
	}
	return words + more
}

// close gives back the memory of a page that is not used any more. The page may be nil.
func (p *page) close() {
	if p != nil {
		solvers.Give(p.memory, int64(p.sat.Memory)*cdcl.WordBytes)
	}
}

func (p *page) newLit() cdcl.Lit { return cdcl.Pos(p.sat.NewVar()) }

func (p *page) add(clause ...cdcl.Lit) {
	p.clauses++
	p.sat.Add(clause...)
}

// newCell makes the variables of a cell, and says that it holds exactly one of its candidates. It
// returns for each digit the literal that the cell holds it. The literal of any other digit is never true.
func (p *page) newCell(cand uint16) (holds [maxLen + 1]cdcl.Lit) {
	all := p.oneOf(bits.OnesCount16(cand))
	for d := range holds {
		holds[d] = p.yes.Not()
		if cand>>d&1 == 1 {
			holds[d], all = all[0], all[1:]
		}
	}
	return holds
}

// oneOf makes n literals and says that exactly one of them holds. For one it takes yes, for two a
// variable and its opposite. With none the page has no model.
func (p *page) oneOf(n int) []cdcl.Lit {
	switch n {
	case 1:
		return []cdcl.Lit{p.yes}
	case 2:
		l := p.newLit()
		return []cdcl.Lit{l, l.Not()}
	}
	all := make([]cdcl.Lit, n)
	for i := range all {
		all[i] = p.newLit()
	}
	p.add(all...)
	p.notTwo(all)
	return all
}

// notTwo says that no two of the literals hold.
func (p *page) notTwo(all []cdcl.Lit) {
	for i, l := range all {
		for _, other := range all[:i] {
			p.add(l.Not(), other.Not())
		}
	}
}

// addEntry writes the clauses of an entry about its cells in the page: no digit is in two of
// them, and their digits and those of its other cells, which are decided, are together one of
// the sets with its sum. Two open cells with a sum take no sets: see addPair. An entry with more
// sets than many is one without a clue, and then only the first clause is written. If no set is
// possible the page has no model.
func (p *page) addEntry(g *grid, run *run) {
	var open [][maxLen + 1]cdcl.Lit
	var used, possible uint16 // the digits of the decided cells, and the candidates of the open ones
	for _, cell := range run.cells {
		if i, here := slices.BinarySearch(p.cells, cell); here {
			open = append(open, p.holds[i])
			possible |= g.cand[cell]
		} else {
			used |= g.cand[cell]
		}
	}
	if len(open) == 2 && run.Sum > 0 {
		p.addPair(open[0], open[1], run.Sum-int(sumOf[used>>1])) // sumOf leaves out bit 0, which is no digit
		return
	}
	var sets []uint16
	for _, set := range run.sets {
		if used&^set == 0 && set&^used&^possible == 0 {
			sets = append(sets, set)
		}
	}
	const many = 12 // sums have no more; without a clue there may be 126
	var chosen []cdcl.Lit
	if len(sets) <= many {
		chosen = p.oneOf(len(sets))
	}
	for d := range digits(possible) {
		var places []cdcl.Lit
		for _, holds := range open {
			if holds[d] != p.yes.Not() {
				places = append(places, holds[d])
			}
		}
		p.notTwo(places)
		if chosen == nil {
			continue
		}
		in := p.in(d, sets, chosen) // if and only if d is in one of its places
		for _, place := range places {
			p.add(place.Not(), in)
		}
		p.add(append(places, in.Not())...)
	}
}

// addPair says that two cells add up to sum and differ: x holds d if and only if y holds
// sum - d. Digits without such a partner are ruled out in both.
func (p *page) addPair(x, y [maxLen + 1]cdcl.Lit, sum int) {
	for d := 1; d <= 9; d++ {
		partner := p.yes.Not()
		if other := sum - d; other >= 1 && other <= 9 && other != d {
			partner = y[other]
		}
		p.add(x[d].Not(), partner)
		p.add(x[d], partner.Not())
	}
}

// in returns a literal that holds if and only if digit d is in the chosen one of sets, where
// chosen has the literal of each set. It makes a new one only if no constant and none of chosen
// says the same: none or all of sets, or all except one, may have or lack d.
func (p *page) in(d int, sets []uint16, chosen []cdcl.Lit) cdcl.Lit {
	var with, without []cdcl.Lit
	for i, set := range sets {
		if set>>d&1 == 1 {
			with = append(with, chosen[i])
		} else {
			without = append(without, chosen[i])
		}
	}
	switch {
	case len(with) == 0:
		return p.yes.Not()
	case len(without) == 0:
		return p.yes
	case len(with) == 1:
		return with[0]
	case len(without) == 1:
		return without[0].Not()
	}
	in := p.newLit()
	p.add(append(with, in.Not())...)
	p.add(append(without, in)...)
	for _, set := range with {
		p.add(set.Not(), in)
	}
	for _, set := range without {
		p.add(set.Not(), in.Not())
	}
	return in
}

// pageOf returns the page of a region, nil if newPage makes none. It keeps the last page, which
// it knows by its first cell, since regions share no cell. It closes the one before.
func (g *grid) pageOf(r *region) *page {
	if g.page == nil || g.page.cells[0] != r.cells[0] {
		g.page.close() // before the next takes memory
		g.page = nil
		g.page = g.newPage(r.cells)
	}
	return g.page
}

// learn adds solutions to those that solve has found in a region, by learning, until there are
// two. It returns someLeft with two, noneLeft if it is proved that there are no more, and
// outOfTime if time or memory ended. A region too large for a page is searched to the end.
func (g *grid) learn(r *region) outcome {
	p := g.pageOf(r)
	if p == nil {
		return g.enumerate(r.cells, math.MaxInt, g.collect(r))
	}
	for len(r.solutions) < 2 {
		switch g.another(p, r.solutions) {
		case cdcl.Sat:
			r.solutions = append(r.solutions, g.read(p))
		case cdcl.Unsat:
			return noneLeft
		default:
			return outOfTime
		}
	}
	return someLeft
}

// another looks for a solution that is not among those known, and returns how that ended. It
// forbids those only under the assumption p.differ, so that the page stays true without it.
func (g *grid) another(p *page, known [][]uint16) cdcl.Status {
	if len(known) == 0 {
		return g.ask(p)
	}
	for _, solution := range known {
		p.forbid(solution, p.differ.Not())
	}
	return g.ask(p, p.differ)
}

// forbid rules a solution out, unless the literal unless holds.
func (p *page) forbid(solution []uint16, unless cdcl.Lit) {
	clause := []cdcl.Lit{unless}
	for i, digit := range solution {
		clause = append(clause, p.is(i, digit).Not())
	}
	p.sat.Add(clause...)
}

// compare proves which cells of a region are the same in all solutions: in the
// end those for which g.seen holds one digit. It returns false if time ended
// before, or the region is too large for a page.
//
// It asks cell by cell for a solution with another digit there, as unlike those seen
// as possible. To ask for a difference in any cell would take fewer questions, but the
// last of them, whose answer is no, takes longer than all of these: it proves
// everything at once.
func (g *grid) compare(r *region) bool {
	p := g.pageOf(r)
	if p == nil {
		return false
	}
	for i, cell := range p.cells {
		if !single(g.seen[cell]) {
			continue
		}
		p.avoid(g.seen)
		same := p.is(i, g.seen[cell])
		switch g.ask(p, same.Not()) {
		case cdcl.Sat:
			g.read(p)
		case cdcl.Unsat:
			p.sat.Add(same)
		default:
			return false
		}
	}
	return true
}

// avoid makes the solver try other digits first than those that were the same in all
// solutions seen.
func (p *page) avoid(seen []uint16) {
	for i, cell := range p.cells {
		if single(seen[cell]) {
			p.sat.Prefer(p.is(i, seen[cell]).Not())
		}
	}
}

// is returns the literal that cell i holds the one digit of a mask.
func (p *page) is(i int, digit uint16) cdcl.Lit { return p.holds[i][bits.TrailingZeros16(digit)] }

// read notes the last model as a solution seen, and returns it.
func (g *grid) read(p *page) []uint16 {
	masks := make([]uint16, len(p.cells))
	for i, cell := range p.cells {
		for d := range digits(g.cand[cell]) {
			if p.sat.Value(p.holds[i][d]) {
				masks[i] = 1 << d
			}
		}
		g.seen[cell] |= masks[i]
	}
	return masks
}

// strikeFixed strikes for good the candidates that a page has refuted, and lets no entry wait
// for a look.
func (g *grid) strikeFixed(p *page) {
	for i, cell := range p.cells {
		for d := range digits(g.cand[cell]) {
			if p.sat.Fixed(p.holds[i][d]) < 0 {
				g.strike(cell, 1<<d)
			}
		}
	}
	g.toFill.clear()
	g.commit()
}

// between is the number of conflicts between reports of progress.
const between = 2000

// ask solves the page under assumptions, and reports progress on the way. It returns cdcl.Sat or
// cdcl.Unsat, or another status if time or memory ended now or before. It then sets g.ended, and
// strikes the candidates that were refuted until then.
func (g *grid) ask(p *page, assumptions ...cdcl.Lit) (status cdcl.Status) {
	for status == cdcl.OutOfPatience && !g.ended {
		p.sat.Patience = between
		status = p.sat.Solve(g.ctx, assumptions...)
		g.ended = status == cdcl.OutOfTime || status == cdcl.OutOfMemory
		g.report(p.decided())
	}
	if !status.Decided() {
		g.strikeFixed(p)
	}
	return status
}

// decided returns the number of cells that are proved on a page.
func (p *page) decided() (n int) {
	for i := range p.holds {
		if slices.ContainsFunc(p.holds[i][1:], func(l cdcl.Lit) bool { return p.sat.Fixed(l) > 0 }) {
			n++
		}
	}
	return n
}
