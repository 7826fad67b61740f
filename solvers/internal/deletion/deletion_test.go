package deletion

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
)

// Statements are sets of worlds in which they hold; they contradict each other if
// they hold together in none. The core does, and no fewer of them do.
func TestCore(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	together := func(items []uint64) (worlds uint64) {
		worlds = ^uint64(0)
		for _, item := range items {
			worlds &= item
		}
		return worlds
	}
	cores := map[int]int{}
	for range 5000 {
		items := make([]uint64, random.IntN(12))
		for i := range items {
			items[i] = random.Uint64() | random.Uint64()
		}
		if together(items) != 0 {
			continue
		}
		patience, trials := random.IntN(24), 0
		core, complete := Core(items, func(some []uint64) ([]uint64, Outcome) {
			if trials++; trials > patience {
				return nil, Undecided
			}
			if together(some) != 0 {
				return nil, Consistent
			}
			for used := some; ; some = used { // as a refutation that notes what it used
				if used = some[:len(some)-1]; together(used) != 0 {
					return some, Refuted
				}
			}
		})
		if together(core) != 0 || complete != (trials <= patience) || trials > len(items) {
			t.Fatalf("%x: %x after %d trials of %d, complete %v", items, core, trials, patience, complete)
		}
		for i := range core {
			without := append(append([]uint64{}, core[:i]...), core[i+1:]...)
			if complete && together(without) == 0 {
				t.Fatalf("%x can spare %x", core, core[i])
			}
		}
		cores[bits.Len(uint(len(core)))]++
	}
	if len(cores) < 2 {
		t.Errorf("cores of sizes %v alone", cores)
	}
}

// Of statements that contradict each other Smallest finds a core, and says that it has the fewest
// only if all smaller sets of them hold together somewhere, however early time ends.
func TestSmallest(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	together := func(items []uint64) (worlds uint64) {
		worlds = ^uint64(0)
		for _, item := range items {
			worlds &= item
		}
		return worlds
	}
	said := map[solvers.Minimality]int{}
	for range 3000 {
		items := make([]uint64, random.IntN(10))
		for i := range items {
			switch items[i] = random.Uint64(); random.IntN(3) {
			case 0:
				items[i] |= random.Uint64()
			case 1:
				items[i] &= random.Uint64()
			}
		}
		if together(items) != 0 {
			continue
		}
		patience, trials := random.IntN(150), 0
		try := func(some []uint64) ([]uint64, Outcome) {
			switch trials++; {
			case trials > patience:
				return nil, Undecided
			case together(some) != 0:
				return nil, Consistent
			}
			return some, Refuted
		}
		sets := func(most int) func(func([]uint64) bool) {
			return func(yield func([]uint64) bool) {
				for n := 1; n <= most; n++ {
					for set := range 1 << len(items) {
						if bits.OnesCount(uint(set)) == n && !yield(chosen(items, set)) {
							return
						}
					}
				}
			}
		}
		core, proved := Smallest(items, try, try, try, sets(3), 3)
		said[proved]++
		if together(core) != 0 || proved == solvers.NotMinimal && trials <= patience {
			t.Fatalf("%x: %x, %v after %d trials of %d", items, core, proved, trials, patience)
		}
		for set := range 1 << len(items) {
			fewer := chosen(items, set)
			if proved == solvers.Fewest && len(fewer) < len(core) && together(fewer) == 0 {
				t.Fatalf("%x: %x has not the fewest, %x contradict each other", items, core, fewer)
			}
		}
	}
	for _, m := range []solvers.Minimality{solvers.NotMinimal, solvers.Minimal, solvers.Fewest} {
		if said[m] < 20 {
			t.Errorf("only %d times %v", said[m], m)
		}
	}
}

// chosen returns the items whose bit is set.
func chosen(items []uint64, set int) (some []uint64) {
	for i, item := range items {
		if set>>i&1 == 1 {
			some = append(some, item)
		}
	}
	return some
}
