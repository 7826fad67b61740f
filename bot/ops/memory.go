package ops

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
)

const mib = 1 << 20

// What heavy work leaves to the rest, in bytes: what the process takes at rest, and for each
// worker a file, a puzzle and a picture or a film of the largest.
const (
	ofProcess = 16 * mib
	ofWorker  = 24 * mib
)

// ShareMemory has the collector keep the process within limit bytes; or, where limit is 0,
// within the environment's GOMEMLIMIT, or else within what the system grants. It returns how
// many of the workers two thirds of that suffice for, at least one, and how many bytes are left
// for heavy work.
func ShareMemory(limit int64, workers int) (fewer int, heavy int64) {
	if limit > 0 || os.Getenv("GOMEMLIMIT") == "" {
		if limit == 0 {
			limit = granted(os.DirFS("/"))
		}
		debug.SetMemoryLimit(limit / 10 * 9) // the rest is for what it does not see
	}
	return share(debug.SetMemoryLimit(-1), workers)
}

// Connections returns how many connections strangers may hold open at once: four for each MiB
// of the process's memory. Each takes up to about 100 KiB, the kernel's part included, until it
// has brought a signed request.
func Connections() int {
	return int(min(max(4*(debug.SetMemoryLimit(-1)/mib), 64), 10_000))
}

// mostWitnessed is enough for 10,000 jobs of 4 KiB, which a command with a puzzle seldom exceeds.
const mostWitnessed = 40 * mib

// Witnessed returns how many bytes of jobs in the queue a process may keep until they are
// answered: a 32nd of its memory, and at most mostWitnessed.
func Witnessed() int64 { return min(debug.SetMemoryLimit(-1)/32, mostWitnessed) }

// share divides memory bytes as ShareMemory does. Two thirds of what the process at rest leaves
// are for the workers, ofWorker bytes each; heavy work gets what they do not take.
func share(memory int64, workers int) (fewer int, heavy int64) {
	memory -= ofProcess
	fewer = int(min(int64(workers), max(1, memory/3*2/ofWorker)))
	return fewer, memory - ofWorker*int64(fewer)
}

// CollectSeldom has garbage collected when the heap is five times the memory in use, which
// is about 5 MB. Go collects at twice. At thousands of answers a second that takes an eighth
// of their time; five times saves it, for 15 MB. The memory limit bounds the heap all the
// same. Only the first call has an effect. It belongs to the first interaction, so that a
// process at rest stays small.
var CollectSeldom = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
})

// Where no control group bounds the memory, a process gets half of the machine's, up to
// mostUnbound, which is more than is ever needed; or usual, where the machine does not say
// how much it has.
const (
	mostUnbound = 2048 * mib
	usual       = 1024 * mib
)

// granted returns the memory that the system grants the process, in bytes: the least that
// any of its control groups, of version 1 or 2, or any group above them grants, and no more than
// the process gets where none bounds it.
func granted(system fs.FS) int64 {
	least := int64(usual)
	if machine := machineMemory(system); machine > 0 {
		least = min(machine/2, mostUnbound)
	}
	text, _ := fs.ReadFile(system, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) { // ID:CONTROLLERS:PATH; version 2 has no controllers
		controllers, group, _ := strings.Cut(strings.TrimSpace(line[strings.Index(line, ":")+1:]), ":")
		root, file := "sys/fs/cgroup", "memory.max"
		switch controllers {
		case "":
		case "memory":
			root, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		// In a container its own group is the root, by whatever name it goes outside.
		for group = path.Clean("/" + group); ; group = path.Dir(group) {
			limit, err := fs.ReadFile(system, path.Join(root, group, file))
			if n, bad := strconv.ParseInt(string(bytes.TrimSpace(limit)), 10, 64); err == nil && bad == nil {
				least = min(least, n) // without a limit it is "max", or a very large number
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}

// machineMemory returns how many bytes the machine has; 0 if it does not say.
func machineMemory(system fs.FS) int64 {
	text, _ := fs.ReadFile(system, "proc/meminfo")
	for line := range strings.Lines(string(text)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "MemTotal: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	return 0
}
