package sudoku

import "math/bits"

// A node is a candidate: cell × 10 + digit.
type node = int

const nodes = 81 * 10

// follow returns the candidates that are right if a candidate is wrong: the other one of its cell or of
// a house, where there are two.
func (b *board) follow(n node, yield func(node, int)) {
	i, d := n/10, n%10
	if other := b.marks[i] &^ (1 << d); other != 0 && other&(other-1) == 0 {
		yield(i*10+bits.TrailingZeros16(other), -1)
	}
	for _, h := range b.with[i] {
		if rest := b.houses[h].and(b.places[d]).without(setOf(i)); rest.single() {
			yield(rest.first()*10+d, h)
		}
	}
}

// against calls yield with the candidates that are wrong if a candidate is right, and with the house that
// makes it so, -1 for the cell itself.
func (b *board) against(n node, yield func(node, int)) {
	i, d := n/10, n%10
	for m := b.marks[i] &^ (1 << d); m != 0; m &= m - 1 {
		yield(i*10+bits.TrailingZeros16(m), -1)
	}
	for _, h := range b.with[i] {
		for j := range b.houses[h].and(b.places[d]).without(setOf(i)).cells() {
			yield(j*10+d, h)
		}
	}
}

// A trail is a search from a candidate that is taken to be wrong: what is wrong and right then, each
// with the candidate before it and the house between them.
type trail struct {
	before, house [2][nodes]int16 // [0] of wrong candidates, [1] of right ones; before is 0 for candidates not reached
	order         []node          // right candidates in the order in which they were reached
	steps         [nodes]int      // of right candidates, from the start
}

// trailFrom follows a wrong candidate for at most `most` steps.
func (b *board) trailFrom(start node, most int) *trail {
	t := &trail{}
	t.before[0][start] = int16(start)
	wrong := []node{start}
	for steps := 1; len(wrong) > 0 && steps < most; steps += 2 {
		var right []node
		for _, n := range wrong {
			b.follow(n, func(m node, h int) {
				if t.before[1][m] == 0 {
					t.before[1][m], t.house[1][m], t.steps[m] = int16(n), int16(h), steps
					right = append(right, m)
				}
			})
		}
		t.order = append(t.order, right...)
		wrong = nil
		for _, n := range right {
			b.against(n, func(m node, h int) {
				if t.before[0][m] == 0 {
					t.before[0][m], t.house[0][m] = int16(n), int16(h)
					wrong = append(wrong, m)
				}
			})
		}
	}
	return t
}

// longestChain is the largest number of links of a chain. Longer ones are harder to follow than an
// assumption.
const longestChain = 16

// chains yields the shortest chain that strikes anything: if its first candidate is wrong, its last one
// is right, so that what both see is wrong. If they are the same candidate, it is right.
func chains(b *board, yield func(Step) bool) {
	var best Step
	shortest := longestChain
	for start := range b.open.cells() {
		for _, d := range digitsOf(b.marks[start]) {
			from := start*10 + d
			t := b.trailFrom(from, shortest)
			for _, to := range t.order {
				if t.steps[to] >= shortest {
					break
				}
				if cells := b.between(from, to); cells != nil {
					shortest = t.steps[to]
					best = Step{Digits: 1<<(from%10) | 1<<(to%10), Cells: cells, Links: b.links(t, from, to)}
					break
				}
			}
		}
	}
	if best.Cells != nil {
		yield(best)
	}
}

// between returns what follows if one of two candidates is right.
func (b *board) between(from, to node) []Placed {
	i, d, j, e := from/10, from%10, to/10, to%10
	switch {
	case from == to:
		return []Placed{{Cell: i, Digit: d}}
	case i == j:
		return b.striking(setOf(i), ^(1<<d | 1<<e))
	case d == e:
		return b.striking(b.peers[i].and(b.peers[j]), 1<<d)
	case b.peers[i].has(j):
		return append(b.striking(setOf(i), 1<<e), b.striking(setOf(j), 1<<d)...)
	}
	return nil
}

// links returns the links of a trail from its start to a right candidate.
func (b *board) links(t *trail, from, to node) []Link {
	var links []Link
	for n, right := to, 1; ; right = 1 - right {
		l := Link{Cell: n / 10, Digit: n % 10, On: right == 1}
		if n == from && right == 0 {
			links = append(links, l)
			break
		}
		if h := t.house[right][n]; h >= 0 {
			l.House = &b.names[h]
		}
		links = append(links, l)
		n = node(t.before[right][n])
	}
	for i, j := 0, len(links)-1; i < j; i, j = i+1, j-1 {
		links[i], links[j] = links[j], links[i]
	}
	return links
}
