package judge

import "strings"

// near reports whether a text may be taken for another by a single slip: one digit or one blank
// changed, lost or added, or one number lost or added.
func near(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	return oneApart([]byte(a), []byte(b)) || len(x) != len(y) && oneApart(x, y)
}

// oneApart reports whether at most one element changed, lost or added turns a into b.
func oneApart[T comparable](a, b []T) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i, j := 0, 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	for j < len(a)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	return len(b)-i-j <= 1
}
