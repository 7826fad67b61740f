package ops

import (
	"runtime/debug"
	"testing"
	"testing/fstest"
)

// system returns a file system with those texts, by path.
func system(texts map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range texts {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// The memory of the process is the least that any of its control groups grants.
func TestGranted(t *testing.T) {
	const meminfo = "MemTotal:        8000000 kB\nMemFree:          100 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing said":    {nil, 1 << 30},
		"a machine":       {map[string]string{"proc/meminfo": "MemTotal:  1000000 kB\n"}, 512_000_000},
		"a large one":     {map[string]string{"proc/meminfo": meminfo}, 2 << 30},
		"version 2":       {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		"without a limit": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 2 << 30},
		"a group above": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a.slice/b.service\n",
			"sys/fs/cgroup/a.slice/memory.max": "134217728\n", "sys/fs/cgroup/a.slice/b.service/memory.max": "max\n"}, 128 << 20},
		"version 1 in a container": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n0::/docker/x\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n"}, 256 << 20},
		"version 1 without a limit": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 2 << 30},
		"what is none": {map[string]string{"proc/self/cgroup": "\n4\n", "proc/meminfo": "MemTotal: ? kB"}, 1 << 30},
	} {
		if got := granted(system(c.files)); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// However little memory there is, one worker works; however many work, some memory is left for
// heavy work.
func TestShareMemory(t *testing.T) {
	for _, c := range []struct{ mib, workers, want int64 }{
		{115, 2, 2}, {460, 8, 8}, {460, 64, 12}, {57, 2, 1}, {1800, 256, 49},
	} {
		workers, heavy := share(c.mib*mib, int(c.workers))
		if int64(workers) != c.want || heavy < c.mib*mib/8 {
			t.Errorf("of %d MiB %d workers get %d, and %d MiB are left", c.mib, c.workers, workers, heavy/mib)
		}
	}
}

// A limit in the settings counts, whatever GOMEMLIMIT says; without one GOMEMLIMIT does.
func TestWhichLimitCounts(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(200 * mib))
	t.Setenv("GOMEMLIMIT", "200MiB") // the runtime has read it at its start
	if ShareMemory(0, 1); debug.SetMemoryLimit(-1) != 200*mib || Connections() != 800 {
		t.Errorf("without a limit in the settings it is %d, and %d connections", debug.SetMemoryLimit(-1), Connections())
	}
	if ShareMemory(100*mib, 1); debug.SetMemoryLimit(-1) != 90*mib || Connections() != 360 {
		t.Errorf("of 100 MiB in the settings it is %d, and %d connections", debug.SetMemoryLimit(-1), Connections())
	}
}
