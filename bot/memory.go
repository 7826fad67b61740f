package bot

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

// What goes before heavy work: what the process has without any, and for each worker a file,
// a puzzle and a picture or a film of the largest.
const (
	ofProcess = 16 * mib
	ofWorker  = 24 * mib
)

// ShareMemory has the collector keep the process within its memory, unless the environment's
// GOMEMLIMIT says how; has no more workers than two thirds of that suffice for; and returns
// how much is left for heavy work, in bytes.
func (l *Limits) ShareMemory() (heavy int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		limit := int64(l.Memory)
		if limit == 0 {
			limit = granted(os.DirFS("/"))
		}
		debug.SetMemoryLimit(limit / 10 * 9) // the rest is for what it does not see
	}
	return l.share(debug.SetMemoryLimit(-1))
}

// collectSeldom has garbage collected at five times the memory in use, which is some 5 MB,
// where Go does so at twice that: at thousands of answers a second it is an eighth of their
// time, for 15 MB. The memory limit stands above it. Called with the first interaction, it
// leaves the process as small at rest as it was.
var collectSeldom = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
})

func (l *Limits) share(memory int64) (heavy int64) {
	memory -= ofProcess
	l.Workers = int(min(int64(l.WorkerCount()), max(1, memory/3*2/ofWorker)))
	return memory - ofWorker*int64(l.Workers)
}

// Where nothing else bounds the memory: half of the machine's, up to mostUnbound, which is
// more than is ever needed; or usual, where the machine does not say.
const (
	mostUnbound = 2048 * mib
	usual       = 1024 * mib
)

// granted is the memory that the system grants the process, in bytes: the least of what its
// control groups do, of version 1 or 2, and those above them.
func granted(system fs.FS) int64 {
	least := int64(usual)
	if machine := machineMemory(system); machine > 0 {
		least = min(machine/2, mostUnbound)
	}
	text, _ := fs.ReadFile(system, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
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

// machineMemory is what the machine has, in bytes; 0 where it does not say.
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
