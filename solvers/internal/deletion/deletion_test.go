package deletion

import (
	"math/bits"
	"math/rand/v2"
	"testing"
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
