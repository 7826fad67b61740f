package lightsout

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"kibitz/solvers"
)

// In the lit-only game a lamp may be pressed only while it is lit. Then the order of presses
// matters, and some boards with a solution by the usual rules have none. For example, two dark
// lamps side by side may both be in the solution and wait for each other. (X. Wang and Y. Wu,
// Minimum light number of lit-only σ-game on a tree, Theoretical Computer Science 381, 2007, tell
// how dark a tree can be made if a press changes only the neighbours.)
//
// A way through this game is also a solution of the usual game, if repeated presses of a lamp
// cancel. So the lightest usual solution of a board is a lower bound of its presses, and each press
// lowers the bound by at most one. The bound is thus consistent for the search called A*, whose
// first way is a shortest one. The search never meets a board without a usual solution. A search
// that runs out of boards proves that there is no way.

// MostLitOnly is the largest board on which the lit-only game is solved, in cells.
const MostLitOnly = 64

// ErrLitOnly says that the lit-only game is not defined or not solved on a board: it is for
// lamps of two states that are their own buttons, on no more than MostLitOnly cells without holes.
var ErrLitOnly = errors.New("the lit-only game is solved with two states, on up to 64 lamps that are their own buttons")

// ErrSearch says that a search met more boards than there is room for.
var ErrSearch = fmt.Errorf("more boards on the way than there is room for: %w", solvers.ErrMemory)

// A litSearch holds the boards met so far. Lamps and presses are bits.
type litSearch struct {
	cells  []int    // cell of each lamp
	target uint64   // wanted lamps
	reach  []uint64 // lamps that a press of each lamp changes
	quiet  []uint64 // a basis of the quiet patterns; nil if their sums are too many to weigh
	most   int      // most lamps that a press changes

	nodes  []litNode
	known  map[uint64]int32 // the node of each board
	queues [][]int32        // open nodes, by the lower bound of presses from the start through the board to the target
	taken  int64
}

// A litNode is a board met by the search.
type litNode struct {
	lamps, rest uint64 // rest is a press set that solves it by the usual rules
	from        int32  // the board before it; -1 at the start
	done, press uint8
	depth       uint16
}

const (
	maxLitNodes  = 1 << 20 // boards
	litNodeBytes = 100     // of a board, its place in the map with it
	litChunk     = 1 << 14 // boards for which memory is taken at a time
	maxLitQuiet  = 10      // most quiet patterns whose sums are weighed for every board
)

// LitOnly returns a shortest way to solve the board in the lit-only game, as cells in the order
// of their presses. If possible is false, it is proved that there is none. The errors are
// ErrLitOnly, ErrSearch, and those of Solve.
func (p *Puzzle) LitOnly(ctx context.Context) (way []int, possible bool, err error) {
	if err := p.Check(); err != nil {
		return nil, false, err
	}
	s := p.litSearch()
	if s == nil {
		return nil, false, ErrLitOnly
	}
	usual, err := p.solutions(ctx)
	if err != nil || usual.presses == nil {
		return nil, false, err
	}
	if len(usual.quiet) <= maxLitQuiet {
		s.quiet = []uint64{}
		for _, q := range usual.quiet {
			s.quiet = append(s.quiet, s.bits(q.Pattern))
		}
	}
	defer func() { solvers.Give(ctx, s.taken) }()
	last, err := s.search(ctx, s.bits(p.Lamps), s.bits(usual.presses))
	if err != nil || last < 0 {
		return nil, false, err
	}
	for n := last; s.nodes[n].from >= 0; n = s.nodes[n].from {
		way = append(way, s.cells[s.nodes[n].press])
	}
	slices.Reverse(way)
	return way, true, p.replayLit(way)
}

// litSearch returns a search that has met no boards; nil if the board is one for ErrLitOnly.
func (p *Puzzle) litSearch() *litSearch {
	if p.states() > 2 || p.net != nil && !p.net.graph {
		return nil
	}
	s := &litSearch{known: make(map[uint64]int32)}
	place := make(map[int]int)
	for i := range p.Lamps {
		if !p.hole(i) {
			place[i] = len(s.cells)
			s.cells = append(s.cells, i)
		}
		if len(s.cells) > MostLitOnly {
			return nil
		}
	}
	s.reach = make([]uint64, len(s.cells))
	for n, i := range s.cells {
		for j := range p.reach(i) {
			s.reach[n] ^= 1 << place[j]
		}
		s.most = max(s.most, bits.OnesCount64(s.reach[n]))
	}
	if p.Target != nil {
		s.target = s.bits(p.Target)
	}
	return s
}

// bits packs a pattern of cells of two states: bit n is that of cell s.cells[n].
func (s *litSearch) bits(pattern []uint8) (packed uint64) {
	for n, i := range s.cells {
		packed |= uint64(pattern[i]) << n
	}
	return packed
}

// search returns the node at which the target is reached by a shortest way; -1 if no way reaches it.
// It takes boards in the order of their bound: the presses that led to a board and the least that
// left says are still to come. rest is a solution of the usual game from lamps. The errors are
// those of ctx and of meet.
func (s *litSearch) search(ctx context.Context, lamps, rest uint64) (int32, error) {
	if err := s.meet(ctx, litNode{lamps: lamps, rest: rest, from: -1}); err != nil {
		return -1, err
	}
	for bound := 0; bound < len(s.queues); bound++ {
		for steps := 0; len(s.queues[bound]) > 0; steps++ {
			if steps%1024 == 0 && ctx.Err() != nil {
				return -1, ctx.Err()
			}
			n := s.queues[bound][len(s.queues[bound])-1]
			s.queues[bound] = s.queues[bound][:len(s.queues[bound])-1]
			node := s.nodes[n]
			if node.done == 1 { // it was in a second queue, after a longer way
				continue
			}
			if s.nodes[n].done = 1; node.lamps == s.target {
				return n, nil
			}
			for lit := node.lamps; lit != 0; lit &= lit - 1 {
				press := bits.TrailingZeros64(lit)
				next := litNode{node.lamps ^ s.reach[press], node.rest ^ 1<<press, n, 0, uint8(press), node.depth + 1}
				if err := s.meet(ctx, next); err != nil {
					return -1, err
				}
			}
		}
	}
	return -1, nil
}

// meet puts a board in the queue of its bound, unless it was met before after as few presses or
// fewer. A shorter way takes the place of a longer one in its node. The error is ErrSearch if the
// board would be one more than maxLitNodes, or that of solvers.Take for memory, which it takes
// litChunk nodes at a time.
func (s *litSearch) meet(ctx context.Context, node litNode) error {
	n, ok := s.known[node.lamps]
	switch {
	case ok && s.nodes[n].depth <= node.depth:
		return nil
	case ok:
		s.nodes[n] = node
	case len(s.nodes) == maxLitNodes:
		return ErrSearch
	default:
		if len(s.nodes)%litChunk == 0 {
			if err := solvers.Take(ctx, litChunk*litNodeBytes); err != nil {
				return err
			}
			s.taken += litChunk * litNodeBytes
		}
		n = int32(len(s.nodes))
		s.known[node.lamps] = n
		s.nodes = append(s.nodes, node)
	}
	bound := int(node.depth) + s.left(node)
	for len(s.queues) <= bound {
		s.queues = append(s.queues, nil)
	}
	s.queues[bound] = append(s.queues[bound], n)
	return nil
}

// left returns a lower bound of the presses that a board still takes: the weight of the lightest
// solution of the usual game or, if those are too many to weigh, the lamps that are not as they
// shall be, divided by the most that one press changes.
func (s *litSearch) left(node litNode) int {
	if s.quiet == nil {
		return (bits.OnesCount64(node.lamps^s.target) + s.most - 1) / max(s.most, 1)
	}
	x := node.rest
	least := bits.OnesCount64(x)
	for i := range uint(1)<<len(s.quiet) - 1 {
		x ^= s.quiet[bits.TrailingZeros(i+1)] // the numbers of a Gray code
		least = min(least, bits.OnesCount64(x))
	}
	return least
}

// replayLit returns an error that is solvers.ErrBug unless each press of a way is on a lit lamp and
// all presses together reach the target.
func (p *Puzzle) replayLit(way []int) error {
	lamps := slices.Clone(p.Lamps)
	for _, i := range way {
		if lamps[i] != 1 {
			return fmt.Errorf("lightsout: %w: row %d, column %d is pressed in the dark", solvers.ErrBug, i/p.Cols+1, i%p.Cols+1)
		}
		p.press(lamps, i, 1)
	}
	for i, state := range lamps {
		if state != p.target(i) {
			return fmt.Errorf("lightsout: %w: a lit-only way leaves row %d, column %d in state %d", solvers.ErrBug, i/p.Cols+1, i%p.Cols+1, state)
		}
	}
	return nil
}
