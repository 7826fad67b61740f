// Package process tests what no clock in a bubble shows: processes that are killed, stopped
// and told to end, the sockets between them, and how fast they are.
package process

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// patience bounds what has to come, far beyond the slowest.
const patience = 2 * time.Minute

// TestMain lets a process that a test started play its part. Of the tests more go on at once
// than there are cores: they wait most of the time.
func TestMain(m *testing.M) {
	if text := os.Getenv(partVariable); text != "" {
		os.Exit(act(text))
	}
	flag.Parse()
	if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == atOnce.DefValue {
		_ = flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0)))
	}
	os.Exit(m.Run())
}
