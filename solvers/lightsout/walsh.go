package lightsout

import (
	"cmp"
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kibitz/solvers"
)

// With two states the solutions are x + y·Q, where the rows of Q are the k quiet
// patterns and y takes all 2^k values. Lamp i is pressed in that solution if x_i
// and u_i·y differ, u_i being column i of Q. So the weights of all solutions are a
// Walsh-Hadamard transform:
//
//	lamps − 2·weight(y) = Σ_u d(u)·(−1)^(u·y)
//
// where d(u) is how many lamps with the column u are not pressed in x, less how
// many are. The least weight is the greatest value on the right.
//
// y is split in three. For each value of its high bits, in the order of a Gray
// code, the terms are gathered by the low bits of u, and a transform of those gives
// the sums for all low bits of y at one addition a bit each. The bits between choose
// one of several lanes of a word: sums and differences of words are those of all
// lanes, as the whole is linear, and only for a look at a lane must the borrows
// between lanes be undone.

// A term is d(u).
type term struct {
	column uint64 // u
	d      int
}

// merged returns the terms of s: lamps with equal columns merged. Lamps that no quiet
// pattern presses are left out.
func merged(s *space) []term {
	lamps := make([]term, len(s.presses))
	for i, pressed := range s.presses {
		lamps[i].d = 1 - 2*int(pressed)
	}
	for j, q := range s.quiet {
		for i, pressed := range q.Pattern {
			lamps[i].column |= uint64(pressed) << j
		}
	}
	slices.SortFunc(lamps, func(a, b term) int { return cmp.Compare(a.column, b.column) })
	terms := lamps[:0]
	for _, t := range lamps {
		switch n := len(terms); {
		case t.column == 0:
		case n > 0 && terms[n-1].column == t.column:
			terms[n-1].d += t.d
		default:
			terms = append(terms, t)
		}
	}
	return slices.DeleteFunc(terms, func(t term) bool { return t.d == 0 })
}

// A walsh is a search for the greatest of all sums.
type walsh struct {
	terms     []term
	lanes     int // number of bits that choose a lane
	high      int // number of bits of the outer loop
	width     int // width of a lane, in bits
	magnitude int // bound of every sum
	begun     int // sum for y = 0
	mirrors   []mirror
}

// newWalsh returns a search over k bits of y. It splits them into low, lanes and high; fewer than
// low + lanes bits are taken for as many. A word has four lanes of 16 bits or, if the sums need
// more, two of 32.
func newWalsh(terms []term, k int) *walsh {
	w := &walsh{terms: terms, lanes: 2, width: 16}
	for _, t := range terms {
		w.magnitude += max(t.d, -t.d)
		w.begun += t.d
	}
	if 2*w.magnitude+2 > 1<<15 { // a lane must hold a sum, its sign and the bias that look adds
		w.lanes, w.width = 1, 32
	}
	w.high = max(0, k-low-w.lanes)
	return w
}

// low is how many bits of y a transform covers. Of fewer patterns it covers more sums than there
// are solutions: the bits without a pattern change nothing.
const low = 12

// A block holds the sums for one value of the high bits.
type block [8]struct {
	part
	_ [8]int64 // padding: without it words of eight parts would share a line of the cache
}

type part [1 << (low - 3)]int64

// word returns word i of the block.
func (b *block) word(i int) *int64 { return &b[i/len(part{})%8].part[i%len(part{})] }

// A peak is a sum and the place where it was found. The greater sum is better; of equal ones the
// first.
type peak struct {
	sum  int
	rank uint64 // number of the block in the order of the search
	y    uint64
}

// A sweep goes over blocks, each one value of the high bits.
type sweep struct {
	*walsh
	at       uint64    // value of the high bits
	gathered block     // the terms by the low bits of their columns, with a lane for each value of the middle bits
	space    block     // copy in which they are transformed
	now      []int64   // each term in its lanes, doubled, with its sign in this block
	index    []uint16  // place of each term in gathered
	with     [][]int32 // by high bit, the terms whose column has it
}

// newSweep returns a sweep that is at block 0. Each goroutine has its own.
func newSweep(w *walsh) *sweep {
	s := &sweep{
		walsh: w,
		now:   make([]int64, len(w.terms)),
		index: make([]uint16, len(w.terms)),
		with:  make([][]int32, w.high),
	}
	for i, t := range w.terms {
		s.index[i] = uint16(t.column & (1<<low - 1))
		for h := t.column >> (low + w.lanes); h != 0; h &= h - 1 {
			b := bits.TrailingZeros64(h)
			s.with[b] = append(s.with[b], int32(i))
		}
	}
	s.start()
	return s
}

// start gathers the terms for block 0.
func (s *sweep) start() {
	for i, t := range s.terms {
		middle := t.column >> low & (1<<s.lanes - 1)
		var word int64
		for lane := range uint64(1) << s.lanes {
			d := int64(t.d)
			if bits.OnesCount64(lane&middle)%2 == 1 {
				d = -d
			}
			word += d << (int(lane) * s.width)
		}
		*s.gathered.word(int(s.index[i])) += word
		s.now[i] = 2 * word
	}
}

// move goes on to the block high. Each bit of high that changes turns the sign of the terms whose
// column has that bit.
func (s *sweep) move(high uint64) {
	for differ := s.at ^ high; differ != 0; differ &= differ - 1 {
		for _, i := range s.with[bits.TrailingZeros64(differ)] {
			word := s.now[i] // doubled, so that to subtract it turns the sign
			*s.gathered.word(int(s.index[i])) -= word
			s.now[i] = -word
		}
	}
	s.at = high
}

// chunk looks through the blocks whose numbers in the Gray code are from first to last-1, and
// returns the best peak there, or `best` if none is better. Of blocks that mirror each other it
// looks only at the first.
func (s *sweep) chunk(first, last uint64, rank uint64, best peak) peak {
	for number := first; number < last; number++ {
		if high := number ^ number>>1; !s.mirrored(high) { // the Gray code of number
			s.move(high)
			best = s.look(rank+number-first, best)
		}
	}
	return best
}

// mirrored reports whether one of the symmetries maps the block to one of a lower number.
func (s *sweep) mirrored(high uint64) bool {
	for i := range s.mirrors {
		if s.mirrors[i].of(high) < high {
			return true
		}
	}
	return false
}

// every returns a word with the number n in all lanes.
func (s *sweep) every(n int) int64 {
	word := int64(0)
	for lane := range 1 << s.lanes {
		word += int64(n) << (lane * s.width)
	}
	return word
}

// look transforms the terms of this block, and returns the best peak there, or best if none is
// better. rank is the block's place in the search. It tests a part at a time, by the highest bit of
// the lanes, and takes the sums of a part out of their lanes only if one is greater than best.
func (s *sweep) look(rank uint64, best peak) peak {
	half := 1 << (s.width - 1)
	top, bias := s.every(half), s.every(half-1-best.sum) // a sum plus bias has the highest bit if it is greater than best.sum
	first(&s.space, &s.gathered)
	for i := range s.space {
		words := &s.space[i].part
		second(words)
		third(words)
		if last(words, bias)&top == 0 {
			continue
		}
		// A sum is greater than the best one.
		for at, word := range s.sums(words) {
			for lane := range 1 << s.lanes {
				if sum := int(uint64(word)>>(lane*s.width)&(1<<s.width-1)) - half; sum > best.sum {
					best = peak{sum, rank, s.at<<(low+s.lanes) | uint64(lane<<low|i*len(words)|at)}
				}
			}
		}
		bias = s.every(half - 1 - best.sum)
	}
	return best
}

// sums takes the last steps over a part, and adds half a lane's range to each lane, so that no lane
// is negative and borrows from the next. It changes words, and returns it.
func (s *sweep) sums(words *part) *part {
	for span := 1; span < 8; span *= 2 {
		for i := range words {
			if i&span == 0 {
				words[i], words[i+span] = words[i]+words[i+span], words[i]-words[i+span]
			}
		}
	}
	for i := range words {
		words[i] += s.every(1 << (s.width - 1))
	}
	return words
}

// The steps of the transform are taken in threes, on eight words at a time, which leaves a third of
// the traffic to memory.

// The fewest quiet patterns for which it pays to use the symmetries of the board, and to find a
// good solution first, in case ctx ends.
const (
	symmetryFrom = 22
	approachFrom = 32
)

// lightestBits weighs all solutions of a board with two states. It returns the lightest and true
// or, if the search was stopped, the lightest found so far and false. symmetries are ways to lay
// the board on itself.
func lightestBits(ctx context.Context, s *space, symmetries [][]int) (best []uint8, proved bool) {
	k := len(s.quiet)
	from := s.presses
	var acts []symmetry
	if k >= approachFrom {
		from = approach(ctx, s, 1<<min(k-4, 32)) // at most a tenth of the time for weighing all
	}
	if k >= symmetryFrom {
		s, acts = s.climb(symmetries)
	}
	w := newWalsh(merged(s), k)
	for _, t := range acts {
		w.mirrors = append(w.mirrors, newMirror(t, low+w.lanes, k))
	}
	start := peak{sum: w.begun + 2*(weight(s.presses)-weight(from))}
	found, proved := w.search(ctx, start)
	if found == start {
		return from, proved
	}
	best = slices.Clone(s.presses)
	for y := found.y; y != 0; y &= y - 1 { // bits from k on have no pattern
		if b := bits.TrailingZeros64(y); b < k {
			add(best, s.quiet[b].Pattern, 1, 2)
		}
	}
	return best, proved
}

// search looks through all blocks on all cores, and returns the best peak, or best if none is
// better, and whether it has looked at all blocks. The chunks of blocks are spread over the whole
// range, so that those done so far are a fair sample for how long the rest takes.
func (w *walsh) search(ctx context.Context, best peak) (peak, bool) {
	total := uint64(1) << w.high
	chunk := min(total, 1<<8) // some milliseconds
	if total == chunk {
		return newSweep(w).chunk(0, total, 0, best), true
	}
	var next atomic.Uint64
	var stop atomic.Bool
	var wait sync.WaitGroup
	found := make([]peak, min(runtime.GOMAXPROCS(0), int(total/chunk)))
	for i := range found {
		wait.Go(func() {
			s, mine := newSweep(w), best
			for !stop.Load() {
				rank := next.Add(chunk) - chunk
				if rank >= total {
					break
				}
				const odd = 0x9e3779b97f4a7c15 // Knuth's, for hashing: times an odd number, modulo a power of two, meets each chunk once
				first := rank / chunk * odd % (total / chunk) * chunk
				mine = s.chunk(first, first+chunk, rank, mine)
			}
			found[i] = mine
		})
	}
	done := make(chan struct{})
	go func() { wait.Wait(); close(done) }()
	oversee(ctx, done, func() float64 { return float64(min(next.Load(), total)) / float64(total) }, &stop)
	<-done
	start := best
	for _, p := range found {
		// Of equal sums the first by rank, so that the answer does not depend on the goroutines.
		if p.sum > best.sum || p.sum == best.sum && p.sum > start.sum && p.rank < best.rank {
			best = p
		}
	}
	return best, next.Load() >= total // chunks once begun are finished
}

// oversee reports the progress, from 0 to 1, four times a second until done is closed. It sets stop
// and returns if ctx ends or leaves too little time for the rest.
func oversee(ctx context.Context, done <-chan struct{}, progress func() float64, stop *atomic.Bool) {
	begun := time.Now()
	tick := time.NewTicker(time.Second / 4)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-ctx.Done():
			stop.Store(true)
			return
		case <-tick.C:
		}
		share := progress()
		solvers.Report(ctx, int(share*1e9), 1e9)
		if hopeless(ctx, begun, share) {
			stop.Store(true)
			return
		}
	}
}
