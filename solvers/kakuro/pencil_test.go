package kakuro

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// Pencil marks are each entry's combinations and nothing more: a cell that holds one digit alone
// takes it from nobody.
func TestPencilMarks(t *testing.T) {
	p := parsed(t, kp1)
	marks := p.PencilMarks()
	at := func(r, c int) uint16 { return marks[(r-1)*p.Cols+c-1] }
	for _, cell := range []struct {
		r, c int
		want string
	}{
		{2, 2, "9"},  // 16 in two is 7 and 9, 23 in three 6, 8 and 9
		{2, 3, "79"}, // 30 in four is 6 to 9; r2c2 leaves it its 9
		{2, 7, "789"},
	} {
		if at(cell.r, cell.c) != digitSet(cell.want) {
			t.Errorf("r%dc%d has %010b, want %s", cell.r, cell.c, at(cell.r, cell.c), cell.want)
		}
	}
}

// With given digits, a mark is a digit of some set of different digits with the entry's sum that has
// those given, in both entries, and is none of these.
func TestPencilMarksBySets(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range 500 {
		p := randomPuzzle(rng, 1+rng.IntN(5), 1+rng.IntN(5))
		marks := p.PencilMarks()
		for _, e := range p.Entries() {
			var given []int
			for place := range p.within(e) {
				if d := p.Cells[place].Given; d != 0 {
					given = append(given, d)
				}
			}
			for place := range p.within(e) {
				for d := 1; d <= 9; d++ {
					want := given
					if g := p.Cells[place].Given; g == 0 {
						want = append(slices.Clone(given), d)
					}
					if has := marks[place]>>d&1 == 1; has && !someSetHas(e, want) {
						t.Fatalf("%+v has %d beside %v\n%s", e, d, given, p)
					}
				}
			}
		}
		for place, cell := range p.Cells { // and none is missing
			for d := 1; cell.White && cell.Given == 0 && d <= 9; d++ {
				possible := true
				for _, e := range p.Entries() {
					within := slices.Collect(p.within(e))
					if !slices.Contains(within, place) {
						continue
					}
					want := []int{d}
					for _, other := range within {
						if g := p.Cells[other].Given; g != 0 {
							want = append(want, g)
						}
					}
					possible = possible && someSetHas(e, want)
				}
				if possible != (marks[place]>>d&1 == 1) {
					t.Fatalf("cell %d: %010b, %d is possible: %v\n%s", place, marks[place], d, possible, p)
				}
			}
		}
	}
}

// someSetHas tries all sets of digits.
func someSetHas(e Entry, want []int) bool {
	for set := uint16(0); set <= allDigits; set += 2 {
		sum, has := 0, true
		for d := 1; d <= 9; d++ {
			sum += d * int(set>>d&1)
		}
		seen := map[int]bool{}
		for _, d := range want {
			has = has && set>>d&1 == 1 && !seen[d]
			seen[d] = true
		}
		if has && bits.OnesCount16(set) == e.Len && (e.Sum == 0 || sum == e.Sum) {
			return true
		}
	}
	return false
}
