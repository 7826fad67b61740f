//go:build race

package vision_test

// underRace says that memory is that of the race detector, too.
const underRace = true
