package wire

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCutIsHonest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		n := rapid.IntRange(1, 20).Draw(t, "n")
		got := Cut(s, n)
		if Units(got) > n {
			t.Fatalf("cut(%q, %d) = %q", s, n, got)
		}
		if got != s && (!strings.HasSuffix(got, "…") || !strings.HasPrefix(s, strings.TrimSuffix(got, "…"))) {
			t.Fatalf("cut(%q, %d) = %q", s, n, got)
		}
	})
}
