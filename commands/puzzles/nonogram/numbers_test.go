package nonogram

import (
	"slices"
	"testing"
)

// TestNumbers: cells come back from a link as they went in, in order; what is no link of ours
// names none.
func TestNumbers(t *testing.T) {
	for text, want := range map[string][]int{"0": {0}, "3.7": {3, 7}, "5-7.z": {5, 6, 7, 35}, "": nil, "1-0": nil, "zz": nil, "1.x!": nil, "0-": nil} {
		if got := numbered(text, 40); !slices.Equal(got, want) || len(want) > 0 && numbers(want) != text {
			t.Errorf("%q: %v, and that is %q", text, got, numbers(want))
		}
	}
	if got := numbers([]int{7, 3, 5, 6, 3}); got != "3.5-7" {
		t.Error(got)
	}
}
