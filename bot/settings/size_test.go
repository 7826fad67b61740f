package settings

import "testing"

func TestParseSize(t *testing.T) {
	for text, want := range map[string]Size{"": 0, "512MiB": 512 << 20, "2GiB": 2 << 30, "0MiB": 0} {
		if got, err := parseSize(text); got != want || err != nil {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"512", "512MB", "-1MiB", "1.5GiB", "MiB", "99999999999999999999GiB", " 1GiB"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}
