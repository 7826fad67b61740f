package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"
)

// kibitz runs the program as a shell would.
func kibitz(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	status = run(context.Background(), args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

func TestOneShot(t *testing.T) {
	status, out, stderr := kibitz(t, "", "/lightsout puzzle:11110/11101/11101/00011/11011")
	if status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	// The seed's board: six presses, four solutions.
	for _, want := range []string{"6 presses", "No shorter way exists (proved)", "4 solutions", "b1, d2, a3, d3, a5, e5"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestOneShotPicture(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	status, out, stderr := kibitz(t, "", "-out", dir, "/lightsout puzzle:110/011/101 style:picture")
	if status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(files) != 1 || !strings.Contains(out, files[0]) {
		t.Fatalf("pictures %v, %v; said\n%s", files, err, out)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
}

// TestOneShotElsewhere: the folder in which the command is typed stays as it is.
func TestOneShotElsewhere(t *testing.T) {
	here, temporary := t.TempDir(), t.TempDir()
	t.Chdir(here)
	t.Setenv("TMPDIR", temporary)
	status, out, stderr := kibitz(t, "", "/lightsout puzzle:110/011/101 style:picture")
	saved := regexp.MustCompile(`(?m)^saved (.*)$`).FindStringSubmatch(out)
	if status != 0 || saved == nil || !strings.HasPrefix(saved[1], temporary) {
		t.Fatalf("status %d: %s%s", status, out, stderr)
	}
	if _, err := os.Stat(saved[1]); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(here); err != nil || len(files) > 0 {
		t.Errorf("written here: %v, %v", files, err)
	}
}

// TestOneShotFile: the value of an option that takes a file is a path here.
func TestOneShotFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"board.txt": "110\n011\n101\n", "large": strings.Repeat("0", 10<<20+1), "long": strings.Repeat("0", 2<<20)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	status, out, stderr := kibitz(t, "", "/lightsout do:check file:"+filepath.Join(dir, "board.txt"))
	if status != 0 || !strings.Contains(out, "can be solved") || !strings.Contains(out, "110/011/101") {
		t.Errorf("status %d: %s%s", status, out, stderr)
	}
	for file, want := range map[string]string{"none.txt": "no such file", "large": "larger than 10 MiB", "long": "up to 1 MiB", ".": "is a directory"} {
		if status, out, stderr := kibitz(t, "", "/lightsout file:"+filepath.Join(dir, file)); status != 1 || !strings.Contains(out+stderr, want) {
			t.Errorf("%s: status %d: %s%s", file, status, out, stderr)
		}
	}
}

// TestOneShotFailure: a reply that is a failure makes the status 1, and so
// does what Discord's client would not send.
func TestOneShotFailure(t *testing.T) {
	for _, command := range []string{"/lightsout puzzle:11z", "/nonogram", "/chess", "/lightsout do:dance puzzle:1"} {
		if status, out, _ := kibitz(t, "", command); status != 1 {
			t.Errorf("%s: status %d\n%s", command, status, out)
		}
	}
}

// TestBatch: the JSON of every kind, by puzzles whose answers are known from
// the rules: the seed's Lights Out board and nonogram, a corner Kakuro, the
// card row with runs 4 and 2 (values 2 and 1), a sky of one column.
func TestBatch(t *testing.T) {
	for _, c := range []struct {
		kind, text string
		flags      []string
		want       map[string]any
	}{
		{"lightsout", "11110/11101/11101/00011/11011", nil, map[string]any{
			"verdict": "solvable", "min": 6.0, "proved": true, "nullity": 2.0,
			"presses": []any{"01000", "00010", "10010", "00000", "10001"}}},
		{"lightsout", "10000/00000/00000/00000/00000", nil, map[string]any{"verdict": "unsolvable"}},
		{"nonogram", "A;A;D;A;A|A;B;B;B;A", nil, map[string]any{
			"verdict": "unique", "level": "line", "grid": []any{".....", ".....", ".###.", ".....", "....."},
			"rows": 5.0, "cols": 5.0, "solutions": 1.0, "difficulty": "easy"}},
		{"nonogram", "1;1|1;1", nil, map[string]any{"verdict": "multiple", "grid": []any{"??", "??"}, "solutions": 2.0, "difficulty": nil,
			"ambiguous": []any{"r1c1", "r1c2", "r2c1", "r2c2"}}},
		{"nonogram", "1;1;1|1;1;1", []string{"-check"}, map[string]any{"verdict": "multiple", "rows": 3.0, "solutions": nil, "ambiguous": nil}},
		{"nonogram", "10x10 medium 3", nil, map[string]any{"difficulty": "medium"}},
		{"nonogram", "2;0|1;0", nil, map[string]any{"verdict": "none", "solutions": 0.0}},
		{"kakuro", `#,3\,4\/\4,.,./\3,.,.`, nil, map[string]any{
			"verdict": "unique", "grid": []any{"###", "#13", "#21"}, "rows": 3.0, "difficulty": "easy"}},
		{"kakuro", `#,3\,3\/\3,.,./\3,.,.`, nil, map[string]any{
			"verdict": "multiple", "solutions": 2.0, "ambiguous": []any{"r2c2", "r2c3", "r3c2", "r3c3"}}},
		{"sudoku", "...4/4.../..1./.3..", nil, map[string]any{
			"verdict": "unique", "level": "singles", "grid": []any{"3124", "4231", "2413", "1342"}, "rows": 4.0, "difficulty": "easy"}},
		{"sudoku", "...4/4.../..1./....", nil, map[string]any{"verdict": "multiple", "solutions": 6.0}},
		{"cardflip", "1 1 1 1 0 1 1", nil, map[string]any{"verdict": "first", "nimsum": 3.0, "winning": 2.0, "moves": []any{[]any{0.0, 2.0}, []any{2.0, 2.0}}}},
		{"cardflip", "1 1 1 1 0 1 1", []string{"-game", "4"}, map[string]any{"verdict": "second", "nimsum": 0.0, "winning": 0.0, "period": 2.0, "periodic_from": 1.0}},
		{"cardflip", "11", []string{"-misere"}, map[string]any{"verdict": "second"}},
		{"tothemoon", "1/0/1", []string{"-limit", "1"}, map[string]any{
			"verdict": "solvable", "min": 2.0, "within": false}},
	} {
		args := append(append([]string{"solve", "-json"}, c.flags...), c.kind, "-")
		status, out, stderr := kibitz(t, c.text, args...)
		var got map[string]any
		if err := json.Unmarshal([]byte(out), &got); err != nil || status != 0 {
			t.Errorf("%s %q: status %d, %v: %s%s", c.kind, c.text, status, err, out, stderr)
			continue
		}
		c.want["file"], c.want["kind"] = "-", c.kind
		if _, timed := got["ms"].(float64); !timed {
			t.Errorf("%s %q: no time in %s", c.kind, c.text, out)
		}
		for key, want := range c.want {
			if g, w := text(got[key]), text(want); g != w {
				t.Errorf("%s %q: %s is %s, want %s", c.kind, c.text, key, g, w)
			}
		}
	}
}

// TestBatchWithinMemory: what does not go within GOMEMLIMIT says so, and the rest goes on.
func TestBatchWithinMemory(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "40MiB")
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(40 << 20))
	lamps := strings.Repeat(strings.Repeat("1", 255)+"/", 254) + strings.Repeat("1", 255)
	for _, c := range []struct {
		flags  []string
		status int
		want   string
	}{
		{nil, 0, "-: solvable"},
		{[]string{"-neighbours", "king", "-wrap"}, failure, "-: more memory is needed than there is\n"},
	} {
		status, out, stderr := kibitz(t, lamps, append(append([]string{"solve"}, c.flags...), "lightsout", "-")...)
		if status != c.status || !strings.HasPrefix(out, c.want) {
			t.Errorf("%q: status %d:\n%s%s", c.flags, status, out, stderr)
		}
	}
}

func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// TestBatchGoesOn: a file that is no puzzle, and one that is not there, do not
// keep the others from being solved.
func TestBatchGoesOn(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for name, puzzle := range map[string]string{"a": "110/011/101", "b": "11z/000/000", "c": "1"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(puzzle), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	files = append(files, filepath.Join(dir, "absent"))
	status, out, _ := kibitz(t, "", append([]string{"solve", "-json", "lightsout"}, files...)...)
	if lines := strings.Count(out, "\n"); status != 1 || lines != 4 || strings.Count(out, `"error"`) != 2 {
		t.Errorf("status %d, %d lines:\n%s", status, lines, out)
	}
	status, out, _ = kibitz(t, "", "solve", "lightsout", filepath.Join(dir, "a"), filepath.Join(dir, "b"))
	if status != 1 || !strings.Contains(out, "solvable") || !strings.Contains(out, "line 1, column 3") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

// TestBatchSummary: below the lines of several puzzles one says what came of them.
func TestBatchSummary(t *testing.T) {
	const contest = "$1\n1\n1\n1\n1\n$2\n2\n2\n2\n2\n$3\nx\n1\n$4\n0\n1\t1\n2\n1\n1\n2\n$5\n2\n0\n1\n0\n"
	_, out, stderr := kibitz(t, contest, "solve", "nonogram", "-")
	if stderr != "2 unique, 1 ambiguous, 1 without solution, 1 unreadable\n" {
		t.Errorf("%q below\n%s", stderr, out)
	}
	for _, want := range []string{"-#1: multiple, 2×2, 2 solutions, 4 cells differ: r1c1 r1c2 r2c1 r2c2, ", "-#4: unique, 3×3, easy ★☆☆☆, "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if _, _, stderr := kibitz(t, "1|1", "solve", "nonogram", "-"); stderr != "" {
		t.Errorf("of one puzzle: %q", stderr)
	}
}

// TestSheet: the puzzles of several files, of both kinds, come as one PDF; what is no puzzle is
// named and does not stop the others.
func TestSheet(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "1;3;1|1;3;1", "b": `#,3\,4\/\4,.,./\3,.,.`, "c": "10x10 easy 1", "d": "1;1|1;1", "x": "hello"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	status, out, stderr := kibitz(t, "", "sheet", "a", "b", "-o", "many.pdf", "c", "d")
	pdf, err := os.ReadFile("many.pdf")
	if status != 0 || out != "many.pdf: puzzles: 4\n" || err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-1.4\n")) {
		t.Errorf("status %d, %s%s, %v", status, out, stderr, err)
	}
	if stderr != "d: printed without a solution, as I know no single one\n" {
		t.Errorf("said %q", stderr)
	}
	status, out, stderr = kibitz(t, "1|1", "sheet", "x", "absent", "-")
	if status != 1 || out != "sheet.pdf: puzzles: 1\n" || !strings.Contains(stderr, "x: no puzzle to print: as a puzzle of nonogram: line 1") || !strings.Contains(stderr, "absent: ") {
		t.Errorf("status %d, %s%s", status, out, stderr)
	}
	if status, _, stderr = kibitz(t, "", "sheet"); status != 2 || !strings.Contains(stderr, "in which files are the puzzles?") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestBatchOfMany: a contest's file has an object for each of its puzzles, in its order,
// however many are solved at once, and one that is no puzzle does not end it.
func TestBatchOfMany(t *testing.T) {
	var set strings.Builder
	for i := range 300 {
		fmt.Fprintf(&set, "$%d\n%s", i+1, []string{"1\n1\n1\n1\n", "2\n2\n2\n2\n", "x\n1\n", "0\n1\t1\n2\n1\n1\n2\n"}[i%4])
	}
	for _, jobs := range []string{"1", "2", "7"} {
		status, out, stderr := kibitz(t, set.String(), "solve", "-json", "-jobs", jobs, "nonogram", "-")
		objects := strings.Split(strings.TrimSpace(out), "\n")
		if status != 1 || len(objects) != 300 {
			t.Fatalf("%s jobs: status %d, %d objects: %s", jobs, status, len(objects), stderr)
		}
		for i, object := range objects {
			file := fmt.Sprintf(`"file":"-#%d"`, i+1)
			want := []string{`"verdict":"multiple"`, `"verdict":"unique"`, `"error":"line 2, column 1`, `"grid":[".#.","..#",".##"]`}[i%4]
			if !strings.Contains(object, file) || !strings.Contains(object, want) {
				t.Fatalf("%s jobs: puzzle %d: %s", jobs, i+1, object)
			}
		}
	}
}

// TestWrongUsage: one line says what is wrong and how to see what would be right.
func TestWrongUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"bla"}, "kibitz: there is no command bla (kibitz -h shows how it is used)"},
		{[]string{"sovle", "nonogram", "-"}, "there is no command sovle: did you mean kibitz solve?"},
		{[]string{"nonogram", "x.non"}, "there is no command nonogram: did you mean kibitz solve nonogram?"},
		{[]string{"help"}, "there is no command help: did you mean kibitz '/help'?"},
		{[]string{"-nonsense"}, "kibitz: flag provided but not defined: -nonsense (kibitz -h shows how it is used)"},
		{[]string{"/about", "-out", "pictures"}, "kibitz: -out: flags stand before the slash command (kibitz -h shows how it is used)"},
		{[]string{"health", "now"}, "kibitz health: it takes flags alone, not now (kibitz health -h shows how it is used)"},
		{[]string{"health", "-nonsense"}, "kibitz health: flag provided but not defined: -nonsense (kibitz health -h shows how it is used)"},
		{[]string{"solve"}, "kibitz solve: of which kind are the puzzles: nonogram, "},
		{[]string{"solve", "bla", "x"}, "kibitz solve: there is no kind bla: it is nonogram, "},
		{[]string{"solve", "nonograms", "x"}, "there is no kind nonograms: did you mean nonogram?"},
		{[]string{"solve", "bla", "nonogram"}, "there is no kind bla"},
		{[]string{"solve", "-json", "lightsout"}, "kibitz solve: in which files are the puzzles? - is standard input (kibitz solve lightsout -h shows how it is used)"},
		{[]string{"solve", "-misere", "lightsout", "-"}, "kibitz solve: -misere is a flag of cardflip, not of lightsout (kibitz solve lightsout -h shows how it is used)"},
		{[]string{"solve", "lightsout", "-", "-marks", "x"}, "kibitz solve: -marks is a flag of nonogram and kakuro"},
		{[]string{"solve", "nonogram", "-image", "x.png", "-"}, "kibitz solve: flag provided but not defined: -image"},
		{[]string{"solve", "-misere", "-"}, "kibitz solve: -misere is a flag of cardflip alone: of which kind are the puzzles?"},
		{[]string{"solve", "-nonsense", "lightsout", "-"}, "kibitz solve: flag provided but not defined: -nonsense"},
		{[]string{"solve", "-limit", "-5", "tothemoon", "-"}, `kibitz solve: invalid value "-5" for flag -limit: it must be a number from 1 to`},
		{[]string{"solve", "lightsout", "-states", "many", "-"}, `kibitz solve: invalid value "many" for flag -states: it must be a number from 2 to 9`},
		{[]string{"solve", "lightsout", "-neighbours", "foo", "-"}, `kibitz solve: invalid value "foo" for flag -neighbours: it must be plus, king, diagonals or hollow`},
		{[]string{"solve", "-timeout", "0", "lightsout", "-"}, "kibitz solve: -timeout must be more than 0, such as 10s"},
	} {
		status, out, stderr := kibitz(t, "1", c.args...)
		if status != 2 || out != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, said %s%s, want %s", c.args, status, out, stderr, c.want)
		}
	}
}

// TestFlagsAnywhere: flags of a batch stand before the kind, after it, or behind the
// files, and all words after -- are files.
func TestFlagsAnywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{"row", "-check"} {
		if err := os.WriteFile(file, []byte("11"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"-json -misere cardflip row", "-json cardflip -misere row", "cardflip -misere -json row", "cardflip row -json -misere", "cardflip row -misere=true -timeout 10s -json",
		"-json -misere cardflip -- row", "cardflip -json -misere -- -check", "-misere cardflip -jobs 1 row -json row",
	} {
		status, out, stderr := kibitz(t, "", append([]string{"solve"}, strings.Fields(args)...)...)
		if status != 0 || !strings.Contains(out, `"verdict":"second"`) { // by the usual rules the first wins
			t.Errorf("%s: status %d, %s%s", args, status, out, stderr)
		}
	}
}

// TestHelp: what is asked for is told on standard output, and of a kind's flags those of
// that kind alone.
func TestHelp(t *testing.T) {
	for _, c := range []struct {
		args           string
		want, unwanted []string
	}{
		{"-h", []string{"kibitz [flags] '/lightsout", "kibitz solve", "kibitz health", "-config", "-out"}, []string{"-json"}},
		{"health -help", []string{"kibitz health", "-config"}, []string{"-out"}},
		{"solve -h", []string{"kibitz solve KIND [flags] FILE…", "KIND is nonogram, ", "-json", "-timeout"}, []string{"-misere", "-wrap"}},
		{"solve cardflip -h", []string{"kibitz solve cardflip", "-misere", "Whoever makes the last move", "-game"}, []string{"-wrap", "-json"}},
		{"solve -h lightsout", []string{"-wrap", "-states", "from 2 to 9", "plus, king, diagonals or hollow"}, []string{"-misere"}},
		{"solve kakuro -check -help -", []string{"-marks"}, []string{"-size"}},
	} {
		status, out, stderr := kibitz(t, "", strings.Fields(c.args)...)
		if status != 0 || stderr != "" {
			t.Errorf("%s: status %d, %s", c.args, status, stderr)
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", c.args, w, out)
			}
		}
		for _, u := range c.unwanted {
			if strings.Contains(out, u) {
				t.Errorf("%s: %q in\n%s", c.args, u, out)
			}
		}
	}
}

func TestSettingsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte("limits:\n  solve: 1s\n  sovle: 1s\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := kibitz(t, "", "-config", file, "/about")
	if status != 1 || !strings.Contains(stderr, ":3") || !strings.Contains(stderr, "sovle") {
		t.Errorf("status %d: %s", status, stderr)
	}
}

// TestPlayground: without a token the bot is there at once, on a page of its
// own, though the page's usual port is taken, and it goes when it is told to.
func TestPlayground(t *testing.T) {
	t.Setenv("DISCORD_TOKEN", "")
	config := filepath.Join(t.TempDir(), "config.yaml")
	taken := httptest.NewServer(http.NotFoundHandler())
	defer taken.Close()
	text := fmt.Sprintf("playground: {addr: %q}\nlog: {level: error}\n", taken.Listener.Addr())
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, in := io.Pipe()
	status := make(chan int, 1)
	var stderr strings.Builder
	go func() {
		status <- run(ctx, []string{"-config", config}, strings.NewReader(""), in, &stderr)
		in.Close()
	}()
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	url := regexp.MustCompile(`http://\S+`).FindString(said)
	page, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	if html, err := io.ReadAll(page.Body); err != nil || page.StatusCode != http.StatusOK || !strings.Contains(string(html), "playground") {
		t.Errorf("%s: %s, %v", url, page.Status, err)
	}
	cancel()
	if s := <-status; s != 0 || stderr.Len() > 0 {
		t.Errorf("status %d: %s", s, stderr.String())
	}
}

// TestHealth: nobody is well where nobody is.
func TestHealth(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("http: {addr: \"127.0.0.1:1\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := kibitz(t, "", "health", "-config", config); status != 1 || !strings.Contains(stderr, "no bot answers") {
		t.Errorf("status %d: %s", status, stderr)
	}
}

// TestEndlessInput: a program that waits for a pipe to which nobody writes can be interrupted.
func TestEndlessInput(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	for _, args := range [][]string{{"/nonogram file:" + fifo}, {"solve", "nonogram", fifo}, {"solve", "nonogram", "-"}} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		never, _ := io.Pipe()
		if status := run(ctx, args, never, io.Discard, io.Discard); status == 0 {
			t.Errorf("%q: status 0", args)
		}
		cancel()
	}
}

// TestNoControlCharacters: what a file, or its name, tells the terminal to do is not printed.
func TestNoControlCharacters(t *testing.T) {
	const hostile = "1;3\x1b]0;pwned\x07\b\u009b2J\u202e|1\r"
	dir := t.TempDir()
	file := filepath.Join(dir, "a\x1b]0;pwned\x07\u009b\u202e.txt")
	if err := os.WriteFile(file, []byte(hostile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"nonogram", "lightsout", "kakuro", "sudoku", "cardflip", "tothemoon"} {
		for _, args := range [][]string{{"-out", dir, "/" + kind + " file:" + file}, {"solve", kind, file}, {"solve", "-json", kind, file}, {"read", file}, {"sheet", file}} {
			var out, errors bytes.Buffer
			run(t.Context(), args, strings.NewReader(""), &out, &errors)
			said := out.String() + errors.String()
			if i := strings.IndexAny(said, "\x1b\x07\b\r\u009b\u202e"); i >= 0 || !strings.Contains(said, "pwned") {
				t.Errorf("%q prints %q", args, said)
			}
		}
	}
}

// TestFullDisk: an answer that cannot be written is no success.
func TestFullDisk(t *testing.T) {
	full := writerFunc(func([]byte) (int, error) { return 0, syscall.ENOSPC })
	for _, args := range [][]string{{"/about"}, {"version"}, {"solve", "lightsout", "-"}} {
		var errors bytes.Buffer
		if status := run(t.Context(), args, strings.NewReader("1"), full, &errors); status != failure || !strings.Contains(errors.String(), "no space") {
			t.Errorf("%q: status %d, %s", args, status, &errors)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
