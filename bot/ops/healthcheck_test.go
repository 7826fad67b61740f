package ops

import "testing"

func TestHealthcheckNeedsAnAddress(t *testing.T) {
	for _, addr := range []string{"", "nonsense"} {
		if Healthcheck(addr) == nil {
			t.Errorf("%q is healthy", addr)
		}
	}
}
