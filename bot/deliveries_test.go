package bot

import (
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/endpoint"
)

// A load balancer breaks a request off and asks again. Whichever of its requests still
// waits gets the response, and the answer follows, worked on once; where none waits, the
// next one is worked on anew.
func TestAskedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		takes []bool        // which of the requests wait until they are answered
		again time.Duration // when all but the first come
		want  []string
	}{
		"the first waits":                   {[]bool{true, true}, time.Second, []string{"3s edit ### done"}},
		"the second waits":                  {[]bool{false, true}, time.Second, []string{"3s edit ### done"}},
		"the third waits":                   {[]bool{false, false, true}, time.Second, []string{"3s edit ### done"}},
		"the second comes after a deferral": {[]bool{true, true}, 2 * time.Second, []string{"3s edit ### done"}},
		"it comes where nobody had waited":  {[]bool{false, true}, 2 * time.Second, []string{"5s edit ### done"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				discord := &fakeREST{start: time.Now()}
				b, _ := newFakeBot(t, after(3*time.Second), discord, func(c *Config) { c.Limits.PerUser = 1 })
				deferred := 0
				raw := command("5")
				for i, takes := range c.takes {
					err := b.accept(raw, func(payload) error {
						if !takes {
							return endpoint.ErrLate
						}
						deferred++
						return nil
					})
					if err != nil {
						t.Error(err)
					}
					if i == 0 {
						time.Sleep(c.again)
					}
				}
				b.responders.Wait()
				want(t, discord.lines(), c.want...)
				if deferred == 0 {
					t.Error("no first response")
				}
			})
		})
	}
}
