package bot

import (
	"testing"
	"testing/synctest"
	"time"
)

// An interaction that is old when it comes is deferred while Discord still waits; one
// that is quick is answered all the same. A clock that is wrong changes nothing.
func TestAge(t *testing.T) {
	for name, c := range map[string]struct {
		ages []time.Duration // the last one's answer is looked at
		slow string
	}{
		"fresh":                      {[]time.Duration{0}, "1.5s type 5"},
		"1 s old":                    {[]time.Duration{time.Second}, "500ms type 5"},
		"2 s old":                    {[]time.Duration{2 * time.Second}, "100ms type 5"},
		"2 s old, others are, too":   {[]time.Duration{2 * time.Second, 2 * time.Second}, "100ms type 5"},
		"our clock is 10 min ahead":  {[]time.Duration{10 * time.Minute}, "1.5s type 5"},
		"and this one 2 s old":       {[]time.Duration{10 * time.Minute, 10*time.Minute + 2*time.Second}, "100ms type 5"},
		"our clock is 10 min behind": {[]time.Duration{-10 * time.Minute}, "1.5s type 5"},
		"and now 1 s old":            {[]time.Duration{-10 * time.Minute, -10*time.Minute + time.Second}, "500ms type 5"},
	} {
		synctest.Test(t, func(t *testing.T) {
			today()
			discord := &fakeREST{}
			b, _ := newFakeBot(t, takes, discord, nil)
			for i, age := range c.ages[:len(c.ages)-1] {
				_ = b.accept(aged(taking("1", 0), age, i), nil)
			}
			b.responders.Wait()
			discord.start, discord.sent = time.Now(), nil
			_ = b.accept(aged(taking("2", 0), c.ages[len(c.ages)-1], 8), nil)
			b.responders.Wait()
			_ = b.accept(aged(taking("3", 60), c.ages[len(c.ages)-1], 9), nil)
			b.responders.Wait()
			if got := discord.lines(); len(got) != 3 || got[0] != "0s type 4 ### done" || got[1] != c.slow {
				t.Errorf("%s: %q", name, got)
			}
		})
	}
}

// Our clock is 1.5 s ahead, always: answers of 300 ms need no deferral.
func TestClockAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(20 * 365 * 24 * time.Hour)
		d := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, after(300*time.Millisecond), d, nil)
		for i := range 100 {
			_ = b.accept(aged(command("5"), 1500*time.Millisecond, i), nil)
			b.responders.Wait()
			time.Sleep(20 * time.Second)
		}
		deferred := edits(d)
		if skew := time.Duration(b.metrics.Skew.Load()); deferred > 50 || skew < time.Second {
			t.Errorf("%d of 100 deferred; skew %s", deferred, skew)
		}
	})
}
