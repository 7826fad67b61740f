package lattice

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAllLess: comparing eight bytes at once gives the same as one by one.
func TestAllLess(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		than := 1 + rng.UintN(127)
		var b [8]uint8
		for i := range b {
			b[i] = uint8(rng.UintN(than))
		}
		if rng.IntN(2) == 0 {
			b[rng.IntN(8)] = uint8(rng.UintN(256))
		}
		if got, want := allLess(binary.LittleEndian.Uint64(b[:]), uint8(than)), uint(slices.Max(b[:])) < than; got != want {
			t.Fatalf("all of %v less than %d: %v, want %v", b, than, got, want)
		}
	}
}
