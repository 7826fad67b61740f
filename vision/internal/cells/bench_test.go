package cells

import (
	"context"
	"testing"
)

// BenchmarkRead looks at a board of 10 × 10 cells with its two rings.
func BenchmarkRead(b *testing.B) {
	s := NewSheet(10+2*Ring, 10+2*Ring)
	for i := range s.Pixels {
		if i%4 < 3 {
			s.Pixels[i] = uint8(i * 7)
		}
	}
	for b.Loop() {
		if _, err := Read(context.Background(), s); err != nil {
			b.Fatal(err)
		}
	}
}
