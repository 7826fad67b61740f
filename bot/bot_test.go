package bot

import "testing"

func TestTokenAsItIsPasted(t *testing.T) {
	for _, pasted := range []string{fakeToken, "Bot " + fakeToken, " Bot  " + fakeToken + "\n"} {
		if got, err := cleanToken(pasted); got != fakeToken || err != nil {
			t.Errorf("%q: %q, %v", pasted, got, err)
		}
	}
}
