package lightsout

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
)

// toggled is what a press of lamp i changes, row-major and with multiplicity,
// from the rules alone.
func (l lattice) toggled(i int) (lamps []int) {
	r, c := i/l.cols, i%l.cols
	if l.centre {
		lamps = append(lamps, i)
	}
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		y, x := r+d[0], c+d[1]
		if l.wrapRows {
			y = (y + l.rows) % l.rows
		}
		if l.wrapCols {
			x = (x + l.cols) % l.cols
		}
		if 0 <= y && y < l.rows && 0 <= x && x < l.cols {
			lamps = append(lamps, y*l.cols+x)
		}
	}
	return lamps
}

// after is the dark board after presses.
func (l lattice) after(presses packed) packed {
	lit := newPacked(l.rows, l.cols)
	for i, times := range presses.unpack() {
		if times == 1 {
			for _, j := range l.toggled(i) {
				lit.flip(j/l.cols, j%l.cols)
			}
		}
	}
	return lit
}

// rank eliminates the columns of the whole board, at most 63 lamps, and says
// whether lit is in their span.
func (l lattice) rank(lit uint64) (rank int, solvable bool) {
	var basis [64]uint64 // by highest bit
	reduce := func(v uint64) uint64 {
		for v != 0 {
			b := basis[bits.Len64(v)-1]
			if b == 0 {
				break
			}
			v ^= b
		}
		return v
	}
	for i := range l.rows * l.cols {
		var v uint64
		for _, j := range l.toggled(i) {
			v ^= 1 << j
		}
		if v = reduce(v); v != 0 {
			basis[bits.Len64(v)-1] = v
			rank++
		}
	}
	return rank, reduce(lit) == 0
}

// anyLattice has at most lamps lamps.
func anyLattice(rng *rand.Rand, lamps int) lattice {
	rows := 1 + rng.IntN(lamps)
	if rng.IntN(3) > 0 {
		rows = 1 + rng.IntN(min(8, lamps))
	}
	l := lattice{rows: rows, cols: 1 + rng.IntN(lamps/rows), centre: rng.IntN(4) > 0}
	if rng.IntN(2) > 0 {
		l.rows, l.cols = l.cols, l.rows
	}
	l.wrapRows, l.wrapCols = rng.IntN(2) > 0, rng.IntN(2) > 0
	return l
}

// boards is how many random boards a test tries, more if KIBITZ_BOARDS says so: that is the number
// where 20,000 are ordinary, and as many times more elsewhere.
func boards(ordinary int) int {
	if n, err := strconv.Atoi(os.Getenv("KIBITZ_BOARDS")); err == nil {
		return max(ordinary*n/20_000, 1)
	}
	return ordinary
}

func (l lattice) String() string {
	return fmt.Sprintf("%d × %d, cycles %v %v, centre %v", l.rows, l.cols, l.wrapRows, l.wrapCols, l.centre)
}

// checkLinear holds an answer against the rules: what it says is solved is
// dark, the quiet patterns are quiet and independent, and say what is solvable.
func checkLinear(t *testing.T, l lattice, lit packed, s *linear) {
	t.Helper()
	ctx := context.Background()
	if s.solvable && !slices.Equal(l.after(s.presses).words, lit.words) {
		t.Fatalf("%v: %x is not solved by %x", l, lit.words, s.presses.words)
	}
	quiet, err := s.quiet(ctx)
	if err != nil || len(quiet) != s.nullity || l.nullity() != s.nullity {
		t.Fatalf("%v: nullity %d, alone %d, %d quiet patterns, %v", l, s.nullity, l.nullity(), len(quiet), err)
	}
	for _, q := range quiet {
		if slices.Max(l.after(q).words) != 0 {
			t.Fatalf("%v: %x is not quiet", l, q.words)
		}
	}
	if !independent(quiet) {
		t.Fatalf("%v: dependent quiet patterns", l)
	}
	// Sutner: unsolvable just if a quiet pattern overlaps it an odd number of times.
	odd := func(q packed) bool {
		overlap := 0
		for i, word := range q.words {
			overlap += bits.OnesCount64(word & lit.words[i])
		}
		return overlap%2 == 1
	}
	if s.solvable == slices.ContainsFunc(quiet, odd) {
		t.Fatalf("%v: %x is solvable %v", l, lit.words, s.solvable)
	}
}

// nullity is that of a lattice without a board.
func (l lattice) nullity() int { return l.nullityOf(l.equations(l.ring())) }

func (p packed) flip(r, c int) { p.row(r)[c/64] ^= 1 << (c % 64) }

func (v vector) bit(i int) bool { return v[i/64]>>(i%64)&1 == 1 }

// pack is a pattern of zeros and ones as a vector.
func pack(pattern []uint8) vector {
	v := newVector(len(pattern))
	for i, one := range pattern {
		if one == 1 {
			v.flip(i)
		}
	}
	return v
}

func (v vector) unpack(n int) []uint8 {
	pattern := make([]uint8, n)
	for i := range v.ones {
		pattern[i] = 1
	}
	return pattern
}

func independent(sets []packed) bool {
	var pivots []struct{ word, bit int }
	var basis [][]uint64
	for _, p := range sets {
		v := slices.Clone(p.words)
		for i, b := range basis {
			if v[pivots[i].word]>>pivots[i].bit&1 == 1 {
				for j := range v {
					v[j] ^= b[j]
				}
			}
		}
		at := slices.IndexFunc(v, func(w uint64) bool { return w != 0 })
		if at < 0 {
			return false
		}
		basis = append(basis, v)
		pivots = append(pivots, struct{ word, bit int }{at, bits.TrailingZeros64(v[at])})
	}
	return true
}

// TestSmallLattices compares random boards of all kinds with elimination on the
// matrix of the whole board.
func TestSmallLattices(t *testing.T) {
	oneGoroutine(t)
	rng := rand.New(rand.NewPCG(5, 0))
	kinds := map[string]int{}
	for range boards(20_000) {
		l := anyLattice(rng, 42)
		n := l.rows * l.cols
		lit := rng.Uint64() >> (64 - n)
		p := packLamps(l.rows, l.cols, vector{lit}.unpack(n))
		if rng.IntN(2) > 0 {
			p = l.after(p)
			lit = pack(p.unpack())[0]
		}
		s, err := l.solve(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		rank, solvable := l.rank(lit)
		if s.nullity != n-rank || s.solvable != solvable {
			t.Fatalf("%v, %x: solvable %v, nullity %d; want %v, %d", l, lit, s.solvable, s.nullity, solvable, n-rank)
		}
		checkLinear(t, l, p, s)
		kinds[fmt.Sprintf("cycles %v %v, solvable %v", l.wrapRows, l.wrapCols, solvable)]++
	}
	t.Log(kinds)
}

// TestLargeLattices checks boards too large for dense elimination by the rules.
func TestLargeLattices(t *testing.T) {
	oneGoroutine(t)
	rng := rand.New(rand.NewPCG(6, 0))
	for range boards(200) {
		l := anyLattice(rng, 20_000)
		p := newPacked(l.rows, l.cols)
		for i := range l.rows * l.cols {
			if rng.IntN(2) > 0 {
				p.flip(i/l.cols, i%l.cols)
			}
		}
		if rng.IntN(2) > 0 {
			p = l.after(p)
		}
		s, err := l.solve(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if s.nullity > 60 {
			continue
		}
		checkLinear(t, l, p, s)
	}
}

// TestEnded: a context that has ended is an error, not an answer.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for wrap := range 4 {
		l := lattice{8, 9, wrap&1 > 0, wrap&2 > 0, true}
		if s, err := l.solve(ctx, newPacked(8, 9)); err == nil {
			t.Errorf("%v: %+v", l, s)
		}
		for q := 2; q < 10; q++ {
			if s, err := l.solveMod(ctx, make([]uint8, 72), q); err == nil {
				t.Errorf("%v modulo %d: %+v", l, q, s)
			}
		}
	}
}

// BenchmarkPolynomials solves random boards, from packed lamps to packed
// presses, with nothing kept between two calls. They are made by random presses
// where the size has boards without a solution.
func BenchmarkPolynomials(b *testing.B) {
	for _, n := range []int{100, 1000, 5000, 10_000, 40_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			benchmark(b, lattice{rows: n, cols: n, centre: true})
		})
	}
}

func BenchmarkTorus(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			benchmark(b, lattice{rows: n, cols: n, wrapRows: true, wrapCols: true, centre: true})
		})
	}
}

func benchmark(b *testing.B, l lattice) {
	rng := rand.New(rand.NewPCG(uint64(l.cols), 0))
	lit := newPacked(l.rows, l.cols)
	for r := range l.rows {
		row := lit.row(r)
		for i := range row {
			row[i] = rng.Uint64()
		}
		row[len(row)-1] &= ^uint64(0) >> (-uint(l.cols) % 64)
	}
	if l.nullity() > 0 {
		lit = l.toggledBy(lit)
	}
	debug.FreeOSMemory() // for the most memory to be that of a call: 400 MB at n = 40,000
	b.ReportAllocs()
	for b.Loop() {
		if s, err := l.solve(context.Background(), lit); err != nil || !s.solvable {
			b.Fatal("not solved")
		}
	}
}

// toggledBy is the dark board after presses, row by row.
func (l lattice) toggledBy(presses packed) packed {
	lit, none := newPacked(l.rows, l.cols), make([]uint64, presses.stride)
	row := func(r int) []uint64 {
		switch {
		case l.wrapRows:
			return presses.row((r + l.rows) % l.rows)
		case r < 0 || r == l.rows:
			return none
		}
		return presses.row(r)
	}
	for r := range l.rows {
		l.next(lit.row(r), row(r-1), row(r+1), row(r))
	}
	return lit
}

// BenchmarkNullity is what of it belongs to the size alone, not to the board.
func BenchmarkNullity(b *testing.B) {
	for _, n := range []int{100, 1000, 5000, 10_000, 40_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			l := lattice{rows: n, cols: n, centre: true}
			for b.Loop() {
				l.nullity()
			}
		})
	}
}
