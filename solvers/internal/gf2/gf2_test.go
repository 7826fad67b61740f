package gf2

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

func anyPoly(rng *rand.Rand, degree int) Poly {
	p := make(Poly, degree/64+1)
	for i := range p {
		p[i] = rng.Uint64()
	}
	return p.Low(degree + 1)
}

// sparse returns a sum of up to three powers of t below t^degree.
func sparse(rng *rand.Rand, degree int) (p Poly) {
	for range 3 {
		p = Add(p, Shift(Poly{1}, rng.IntN(degree)))
	}
	return p
}

// bit returns the coefficient of tⁱ.
func (p Poly) bit(i int) uint64 {
	if i/64 >= len(p) {
		return 0
	}
	return p[i/64] >> (i % 64) & 1
}

// product returns p·q by the definition.
func product(p, q Poly) Poly {
	sum := make(Poly, len(p)+len(q)+1)
	for i := range p.Deg() + 1 {
		if p.bit(i) == 1 {
			for j := range q.Deg() + 1 {
				sum[(i+j)/64] ^= q.bit(j) << ((i + j) % 64)
			}
		}
	}
	return sum.trim()
}

func TestMul(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 300 {
		p, q := anyPoly(rng, rng.IntN(600)), anyPoly(rng, rng.IntN(300))
		if want := product(p, q); !slices.Equal(Mul(p, q), want) {
			t.Fatalf("%x · %x = %x, want %x", p, q, Mul(p, q), want)
		}
		if !slices.Equal(Square(p), product(p, p)) {
			t.Fatalf("%x² = %x", p, Square(p))
		}
	}
	// Longer ones by a law: (p+q)·r = p·r + q·r with q short.
	for range 200 {
		p, q, r := anyPoly(rng, rng.IntN(20000)), anyPoly(rng, rng.IntN(20000)), anyPoly(rng, rng.IntN(1000))
		if !slices.Equal(Mul(Add(p, r), q), Add(Mul(p, q), Mul(r, q))) || !slices.Equal(Mul(p, q), Mul(q, p)) {
			t.Fatal("not distributive")
		}
	}
}

func TestDivMod(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 2000 {
		p, d := anyPoly(rng, rng.IntN(1000)), anyPoly(rng, rng.IntN(500))
		if len(d) == 0 {
			continue
		}
		quotient, rest := DivMod(p, append(slices.Clone(d), make(Poly, rng.IntN(3))...)) // zeros on top change nothing
		if rest.Deg() >= d.Deg() || !slices.Equal(Add(Mul(quotient, d), rest), p) {
			t.Fatalf("%x / %x = %x, rest %x", p, d, quotient, rest)
		}
	}
}

func TestCofactor(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for i := range 2000 {
		common := anyPoly(rng, rng.IntN(100))
		p, f := Mul(common, anyPoly(rng, rng.IntN(700))), Mul(common, anyPoly(rng, 1+rng.IntN(700)))
		if i%2 == 0 { // with gaps of many words
			p, f = sparse(rng, 700), sparse(rng, 700)
		}
		if len(f) == 0 {
			continue
		}
		g, u := Cofactor(p, f)
		for _, a := range []Poly{p, f} {
			if _, rest := DivMod(a, g); rest.Deg() >= 0 {
				t.Fatalf("%x does not divide %x", g, a)
			}
		}
		if _, rest := DivMod(Add(Mul(u, p), g), f); rest.Deg() >= 0 {
			t.Fatalf("%x·%x is not %x modulo %x", u, p, g, f)
		}
		if u.Deg() > 0 && u.Deg() >= f.Deg()-g.Deg() {
			t.Fatalf("cofactor %x of %x modulo %x", u, p, f)
		}
		if mirrored, _ := Cofactor(f, p); len(p) > 0 && !slices.Equal(mirrored, g) {
			t.Fatalf("%x, %x: %x, %x", p, f, g, mirrored)
		}
	}
}

func TestFibonacci(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	before, f := Poly(nil), Poly{1}
	all := []Poly{}
	for k := range 700 {
		if !slices.Equal(Fibonacci(k), f) {
			t.Fatalf("f(%d) = %x, want %x", k, Fibonacci(k), f)
		}
		all = append(all, f)
		before, f = f, Add(Shift(f, 1), before)
	}
	for n := range 700 {
		v := anyPoly(rng, n)
		var sum Poly
		for k, f := range all {
			if v.bit(k) == 1 {
				sum = Add(sum, f)
			}
		}
		if p := FromFibonacci(v); !slices.Equal(p, sum) || !slices.Equal(ToFibonacci(p), v) {
			t.Fatalf("%x from the Fibonacci basis is %x, want %x, and back %x", v, p, sum, ToFibonacci(p))
		}
	}
}

func TestTranslate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for n := range 300 {
		p := anyPoly(rng, n)
		var want Poly // by Horner's rule
		for i := n; i >= 0; i-- {
			want = Add(Add(want, Shift(want, 1)), Poly{p.bit(i)})
		}
		if !slices.Equal(Translate(p), want) {
			t.Fatalf("%x translated is %x, want %x", p, Translate(p), want)
		}
	}
}

func TestShift(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for n := range 300 {
		p, k := anyPoly(rng, n), rng.IntN(300)
		if !slices.Equal(Shift(p, k), product(p, Power(k))) || !slices.Equal(Shift(Shift(p, k), -k), p) {
			t.Fatalf("%x shifted by %d", p, k)
		}
		if r := Reverse(p, n+1); !slices.Equal(Reverse(r, n+1), p) || r.bit(0) != p.bit(n) {
			t.Fatalf("%x reversed is %x", p, r)
		}
	}
}

func BenchmarkMul(b *testing.B) {
	for _, degree := range []int{100, 1000, 10_000, 40_000} {
		b.Run(strconv.Itoa(degree), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(7, 0))
			p, q := anyPoly(rng, degree), anyPoly(rng, degree)
			for b.Loop() {
				Mul(p, q)
			}
		})
	}
}

func BenchmarkCofactor(b *testing.B) {
	for _, degree := range []int{100, 1000, 10_000, 40_000} {
		b.Run(strconv.Itoa(degree), func(b *testing.B) {
			f, p := Fibonacci(degree), Translate(Fibonacci(degree))
			for b.Loop() {
				Cofactor(p, f)
			}
		})
	}
}

// TestLow: the remainder by t^n has the coefficients below n and no other.
func TestLow(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	for range 500 {
		p := anyPoly(rng, rng.IntN(300))
		n := rng.IntN(400)
		low := p.Low(n)
		for i := range 400 {
			want := uint64(0)
			if i < n {
				want = p.bit(i)
			}
			if low.bit(i) != want {
				t.Fatalf("coefficient %d of %v below t^%d is %d", i, p, n, low.bit(i))
			}
		}
	}
}
