package world

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A diary is what happened in a world, in three pages. The order of lines of the same moment means
// nothing: goroutines that wake at the same time run in any order.
type diary struct {
	mu    sync.Mutex
	pages map[page][]string
}

type page string

const (
	plan    page = "plan"    // what people ask and what befalls the replicas, with the time of each
	answers page = "answers" // what each is answered in the end, and the checker's verdict
	course  page = "course"  // every request to Discord, with its time
)

// note writes a line into the diary, if there is one.
func (w *world) note(on page, what ...any) {
	if w.diary == nil {
		return
	}
	w.diary.mu.Lock()
	defer w.diary.mu.Unlock()
	line := fmt.Sprintln(what...)
	if on != answers { // the time of a verdict means nothing
		line = fmt.Sprintf("%9d %s", time.Since(w.started).Milliseconds(), line)
	}
	w.diary.pages[on] = append(w.diary.pages[on], line)
}

// hash returns a page's hash, and its lines.
func (d *diary) hash(on page) (string, []string) {
	lines := slices.Sorted(slices.Values(d.pages[on]))
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines, ""))))[:12], lines
}

// TestRepeatable plays each seed twice. What is asked and what goes wrong are the same both times,
// and so are the answers. The course between may differ: no seed reaches a select with two ready
// channels, the order of goroutines that wake at the same moment, or the jitter of the queue's client.
// The test logs how often the course is the same. KIBITZ_SEEDS says how many seeds, two by default.
func TestRepeatable(t *testing.T) {
	seeds := fromEnv("KIBITZ_SEEDS", 2)
	for _, c := range []struct {
		name  string
		scene scene
		play  func(w *world)
	}{
		{"nothing wrong", scene{replicas: 2}, func(w *world) { w.play(60, 30*time.Second, w.usual) }},
		{"failures", scene{replicas: 2, fault: failing(0.3), balancer: balancing{loses: 0.05}, mishap: mixedMishap}, func(w *world) {
			w.play(60, 30*time.Second, w.usual)
		}},
		{"killed in a solve", scene{replicas: 2}, func(w *world) {
			w.during(20*time.Second, w.killSomebody, 60, 60*time.Second, w.pickSlow)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			same, plans := map[page]int{}, map[string]bool{}
			for seed := range seeds {
				c.scene.seed = uint64(seed)
				var runs [2]*diary
				for i := range runs {
					inWorld(t, c.scene, func(w *world) {
						w.diary = &diary{pages: map[page][]string{}}
						c.play(w)
						runs[i] = w.diary
					})
				}
				if of, _ := runs[0].hash(plan); plans[of] {
					t.Errorf("seed %d has the plan of another", seed)
				} else {
					plans[of] = true
				}
				for _, on := range []page{plan, answers, course} {
					first, lines := runs[0].hash(on)
					second, others := runs[1].hash(on)
					if len(lines) == 0 && on != course { // all may be answered inline
						t.Errorf("seed %d: nothing on the page %s", seed, on)
					}
					if first == second {
						same[on]++
					} else if on != course {
						t.Errorf("seed %d: %s %s and %s: %s", seed, on, first, second, difference(lines, others))
					} else {
						t.Logf("seed %d: %s: %s", seed, on, difference(lines, others))
					}
				}
			}
			t.Logf("of %d seeds played twice, the plan was the same for %d, the answers for %d, the course for %d", seeds, same[plan], same[answers], same[course])
		})
	}
}

// difference tells the first lines in which two pages differ, and how many do.
func difference(a, b []string) string {
	count := map[string]int{}
	for _, line := range a {
		count[line]++
	}
	for _, line := range b {
		count[line]--
	}
	var only []string
	for line, n := range count {
		if n != 0 {
			only = append(only, fmt.Sprintf("%+d %s", n, line))
		}
	}
	slices.SortFunc(only, func(a, b string) int { return strings.Compare(a[2:], b[2:]) })
	return fmt.Sprintf("%d of %d lines differ:\n%s", len(only), len(a), strings.Join(only[:min(len(only), 6)], ""))
}
