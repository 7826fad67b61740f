package neural

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// randomLayer returns a layer of weights that are whole numbers, and them as they are in the file, so that sums of
// small whole numbers are right to the last digit.
func randomLayer(t *testing.T, r *rand.Rand, s Shape) (l Layer, weights [][]int8, bias []float32) {
	t.Helper()
	var file []byte
	for range s.Answers {
		bias = append(bias, float32(r.IntN(9)-4))
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(1))
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(bias[len(bias)-1]))
		w := make([]int8, s.inputs())
		for i := range w {
			w[i] = int8(r.IntN(7) - 3)
			file = append(file, byte(w[i]))
		}
		weights = append(weights, w)
	}
	layers, err := Decode(file, []Shape{s})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(file[1:], []Shape{s}); err == nil {
		t.Error("weights that lack a byte were taken")
	}
	return layers[0], weights, bias
}

// randomField returns a field of small whole numbers.
func randomField(r *rand.Rand, high, wide, deep, edge int) *Field {
	f := NewField(high, wide, deep, edge)
	for y := range high {
		row := f.Row(y)
		for i := range row {
			row[i] = float32(r.IntN(5) - 2)
		}
	}
	return f
}

// slowly calls check with the instructions of the processor, if it has them, and with the loops in Go.
func slowly(t *testing.T, check func(t *testing.T)) {
	usual := fast
	defer setFast(usual)
	for _, on := range []bool{usual, false} {
		setFast(on)
		check(t)
	}
}

// TestConvolve compares each answer with the sum over its window as it is defined, for all widths around the number of
// places and numbers of answers around that of lanes.
func TestConvolve(t *testing.T) {
	slowly(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for n := range 200 {
			s := NewShape(1+r.IntN(2*lanes+2), 1+r.IntN(4), 1+r.IntN(5))
			l, weights, bias := randomLayer(t, r, s)
			step, edge := 1+r.IntN(3), r.IntN(3)
			in := randomField(r, s.Side+r.IntN(4), s.Side+r.IntN(12), s.Deep, edge)
			out := l.Windows(in, step, r.IntN(2))
			l.Convolve(in, out, step)
			at := func(y, x, k int) float32 { // with the edge of zeros
				if y -= edge; y < 0 || y >= in.High {
					return 0
				}
				if x -= edge; x < 0 || x >= in.Wide {
					return 0
				}
				return in.At(y, x)[k]
			}
			for y := range out.High {
				for x := range out.Wide {
					for o, got := range out.At(y, x) {
						want := bias[o]
						for i, w := range weights[o] {
							k, place := i%s.Deep, i/s.Deep
							want += float32(w) * at(y*step+place/s.Side, x*step+place%s.Side, k)
						}
						if want = max(want, 0); got != want {
							t.Fatalf("layer %d of shape %v, answer %d at (%d, %d): %v, not %v", n, s, o, y, x, got, want)
						}
					}
				}
			}
		}
	})
}

// TestFull compares a full layer's answers with their definition.
func TestFull(t *testing.T) {
	slowly(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for range 100 {
			s := NewShape(1+r.IntN(2*lanes+2), 1, 1+r.IntN(40))
			l, weights, bias := randomLayer(t, r, s)
			in := randomField(r, 1, 1, s.Deep, 0).All()
			for o, got := range l.Full(in, make([]float32, s.Answers)) {
				want := bias[o]
				for i, w := range weights[o] {
					want += float32(w) * in[i]
				}
				if got != want {
					t.Fatalf("shape %v, answer %d: %v, not %v", s, o, got, want)
				}
			}
		}
	})
}

// TestStrongest keeps the largest of four places.
func TestStrongest(t *testing.T) {
	in, out := NewField(2, 4, 1, 0), NewField(1, 2, 1, 1)
	copy(in.All(), []float32{1, 5, 0, -1, 2, 3, -2, -3})
	Strongest(in, out)
	if a, b := out.At(0, 0)[0], out.At(0, 1)[0]; a != 5 || b != 0 {
		t.Errorf("%v and %v, not 5 and 0", a, b)
	}
}

// BenchmarkConvolve is the third layer of the net of cells, over 10 × 10 of them.
func BenchmarkConvolve(b *testing.B) {
	usual := fast
	defer setFast(usual)
	l := &Layer{NewShape(24, 3, 24), make([]float32, 2*9*24*lanes), make([]float32, 2*lanes)}
	in := NewField(80, 80, 24, 1)
	out := l.Windows(in, 1, 1)
	for _, on := range []bool{usual, false} {
		setFast(on)
		b.Run(map[bool]string{true: "AVX2", false: "Go"}[on], func(b *testing.B) {
			for b.Loop() {
				l.Convolve(in, out, 1)
			}
		})
	}
}
