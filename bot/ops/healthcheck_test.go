package ops

import "testing"

func TestHealthcheckNeedsAnAddress(t *testing.T) {
	for _, addr := range []string{"", "nonsense"} {
		if _, err := Healthcheck(addr); err == nil {
			t.Errorf("%q is healthy", addr)
		}
	}
}
