package lightsout

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// raised is how far presses raise each lamp, modulo q.
func (l lattice) raised(presses []uint8, q int) []uint8 {
	sums := make([]int, len(presses))
	for i, x := range presses {
		for _, j := range l.toggled(i) {
			sums[j] += int(x)
		}
	}
	board := make([]uint8, len(sums))
	for i, sum := range sums {
		board[i] = uint8(sum % q)
	}
	return board
}

// images is how many of all press vectors lead to each board.
func (l lattice) images(q int) map[string]int {
	count := map[string]int{}
	presses := make([]uint8, l.rows*l.cols)
	for {
		count[string(l.raised(presses, q))]++
		i := 0
		for ; i < len(presses); i++ {
			if presses[i]++; int(presses[i]) < q {
				break
			}
			presses[i] = 0
		}
		if i == len(presses) {
			return count
		}
	}
}

// rankMod eliminates the columns of the whole board modulo the prime p and says
// whether want is in their span.
func (l lattice) rankMod(want []uint8, p int) (rank int, solvable bool) {
	n := l.rows * l.cols
	basis := make([][]int, n) // by first coordinate, where it is 1
	reduce := func(v []int) int {
		for i := range v {
			if v[i] == 0 {
				continue
			}
			if basis[i] == nil {
				return i
			}
			c := v[i]
			for j := i; j < n; j++ {
				v[j] = (v[j] + (p-c)*basis[i][j]) % p
			}
		}
		return -1
	}
	for i := range n {
		v := make([]int, n)
		for _, j := range l.toggled(i) {
			v[j] = (v[j] + 1) % p
		}
		at := reduce(v)
		if at < 0 {
			continue
		}
		inverse := 1
		for inverse*v[at]%p != 1 {
			inverse++
		}
		for j := range v {
			v[j] = v[j] * inverse % p
		}
		basis[at] = v
		rank++
	}
	v := make([]int, n)
	for i, x := range want {
		v[i] = int(x)
	}
	return rank, reduce(v) < 0
}

// anyWant is a random board, every other time one that can be solved.
func (l lattice) anyWant(rng *rand.Rand, q int) []uint8 {
	board := make([]uint8, l.rows*l.cols)
	for i := range board {
		board[i] = uint8(rng.IntN(q))
	}
	if rng.IntN(2) > 0 {
		return l.raised(board, q)
	}
	return board
}

// checkMod holds an answer against the rules and returns the number of quiet
// patterns that it says there are, as a product of orders.
func checkMod(t *testing.T, l lattice, want []uint8, q int) (s *space, product int) {
	t.Helper()
	s, err := l.solveMod(context.Background(), want, q)
	if err != nil {
		t.Fatal(err)
	}
	if s.presses != nil && !slices.Equal(l.raised(s.presses, q), want) {
		t.Fatalf("%v modulo %d: %v is not solved by %v", l, q, want, s.presses)
	}
	product = 1
	for _, g := range s.quiet {
		if slices.Max(l.raised(g.Pattern, q)) != 0 {
			t.Fatalf("%v modulo %d: %v is not quiet", l, q, g.Pattern)
		}
		if q%g.Order != 0 || orderOf(g.Pattern, q) != g.Order {
			t.Fatalf("%v modulo %d: %v is of order %d", l, q, g.Pattern, g.Order)
		}
		if product < 1<<40 {
			product *= g.Order
		}
	}
	// the image is what is orthogonal to the kernel
	contrary := func(g Quiet) bool {
		sum := 0
		for i, x := range g.Pattern {
			sum += int(x) * int(want[i])
		}
		return sum%q != 0
	}
	if (s.presses != nil) == slices.ContainsFunc(s.quiet, contrary) {
		t.Fatalf("%v modulo %d: %v is solvable %v", l, q, want, s.presses != nil)
	}
	return s, product
}

func orderOf(v []uint8, q int) int {
	for k := 1; ; k++ {
		if !slices.ContainsFunc(v, func(x uint8) bool { return int(x)*k%q != 0 }) {
			return k
		}
	}
}

// sums is how many different sums the generators make.
func (s *space) sums(cells, q int) int {
	seen := map[string]bool{string(make([]uint8, cells)): true}
	for _, g := range s.quiet {
		more := map[string]bool{}
		for v := range seen {
			sum := []uint8(v)
			for range g.Order {
				more[string(sum)] = true
				for i, x := range g.Pattern {
					sum[i] = uint8((int(sum[i]) + int(x)) % q)
				}
			}
		}
		seen = more
	}
	return len(seen)
}

// TestSmallModular compares random boards with all that their presses lead to.
func TestSmallModular(t *testing.T) {
	oneGoroutine(t)
	rng := rand.New(rand.NewPCG(7, 0))
	limits := map[int]int{2: 12, 3: 8, 4: 6, 5: 5, 6: 5, 7: 4, 8: 4, 9: 4, 10: 3, 12: 3}
	images := map[string]map[string]int{}
	kinds := map[string]int{}
	for range boards(20_000) {
		q := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 12}[rng.IntN(10)]
		l := anyLattice(rng, limits[q])
		key := fmt.Sprint(l, q)
		if images[key] == nil {
			images[key] = l.images(q)
		}
		want := l.anyWant(rng, q)
		s, quiet := checkMod(t, l, want, q)
		zero := string(make([]uint8, len(want)))
		if (s.presses != nil) != (images[key][string(want)] > 0) || quiet != images[key][zero] {
			t.Fatalf("%v modulo %d, %v: solvable %v, %d quiet patterns; want %d, %d",
				l, q, want, s.presses != nil, quiet, images[key][string(want)], images[key][zero])
		}
		if rng.IntN(10) == 0 && s.sums(len(want), q) != quiet {
			t.Fatalf("%v modulo %d: generators make patterns twice", l, q)
		}
		kinds[fmt.Sprintf("modulo %d", q)]++
	}
	t.Log(kinds)
}

// TestPrimes compares larger random boards with elimination on the matrix of
// the whole board, and the two methods with each other.
func TestPrimes(t *testing.T) {
	oneGoroutine(t)
	rng := rand.New(rand.NewPCG(8, 0))
	kinds := map[string]int{}
	for range boards(20_000) {
		p := []int{3, 5, 7}[rng.IntN(3)]
		l := anyLattice(rng, 16)
		want := l.anyWant(rng, p)
		s, _ := checkMod(t, l, want, p)
		rank, solvable := l.rankMod(want, p)
		if nullity := len(want) - rank; (s.presses != nil) != solvable || len(s.quiet) != nullity {
			t.Fatalf("%v modulo %d, %v: solvable %v, nullity %d; want %v, %d", l, p, want, s.presses != nil, len(s.quiet), solvable, nullity)
		}
		kinds[fmt.Sprintf("modulo %d", p)]++
	}
	t.Log(kinds)
}

// TestLargeModular checks larger boards by the rules.
func TestLargeModular(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	for range boards(300) {
		q := 2 + rng.IntN(11)
		l := anyLattice(rng, 600)
		checkMod(t, l, l.anyWant(rng, q), q)
	}
}

// oneGoroutine leaves a test to a whole run: a short one has the race detector on, which sees
// nothing in a single goroutine, and takes ten times as long.
func oneGoroutine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine, which a short run leaves to a whole one")
	}
}
