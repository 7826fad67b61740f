package tally

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
)

func TestKnown(t *testing.T) {
	for _, test := range []struct {
		verdict          solvers.Verdict
		atHand, limit, n int
		exact, ok        bool
	}{
		{solvers.None, 0, 0, 0, true, true},
		{solvers.None, 0, 9, 0, true, true},
		{solvers.Unique, 1, 9, 1, true, true},
		{solvers.Unique, 1, 0, 0, false, true}, // there is one more than 0
		{solvers.Undecided, 0, 9, 0, false, true},
		{solvers.Undecided, 1, 9, 1, false, true},
		{solvers.Undecided, 1, 0, 0, false, true},
		{solvers.Multiple, 2, 9, 0, false, false},
	} {
		n, exact, ok := Known(test.verdict, test.atHand, test.limit)
		if n != test.n || exact != test.exact || ok != test.ok {
			t.Errorf("%+v: %d %v %v", test, n, exact, ok)
		}
	}
	if Limit(-3) != 0 || Limit(7) != 7 || Limit(math.MaxInt) != Max {
		t.Error("limits are not from 0 to Max")
	}
}

func TestTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		a, b, most := random.IntN(1<<random.IntN(63)), random.IntN(1<<random.IntN(63)), random.IntN(1<<random.IntN(63))
		want := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(int64(b)))
		if limit := big.NewInt(int64(most)); want.Cmp(limit) > 0 {
			want = limit
		}
		if got := Times(a, b, most); int64(got) != want.Int64() {
			t.Fatalf("%d · %d up to %d: %d, want %v", a, b, most, got, want)
		}
	}
}
