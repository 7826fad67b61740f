package tree

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The map of the house is a document whose first block of code draws the tree: a line may begin
// with folders, each with a slash at its end (`chat/ ask/ words/  what they are for`), and a
// folder is looked for below those of the lines that it is indented under, and then below the
// top. `internal/{plane,ink}/` are two.
var mapFile = flag.String("map", "docs/architecture.md", "the document with the map of the house, from the top of the tree")

func TestMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(*mapFile)))
	if err != nil {
		t.Fatal(err)
	}
	h := houseOf(t)
	for _, line := range append(h.wrongRooms(string(text)), h.wrongPaths(string(text))...) {
		t.Errorf("%s: %s", *mapFile, line)
	}
}

// house holds the packages and paths that a map is compared with.
type house struct {
	packages []string        // folders with Go files in them, the top left out
	paths    map[string]bool // all folders and files, from the top
	names    map[string]bool // of all files, without their folders
}

// houseOf returns the house as it stands.
func houseOf(t *testing.T) house {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == ".git" {
			return filepath.SkipDir
		}
		if err == nil && !entry.IsDir() {
			relative, _ := filepath.Rel(root, name) // both are relative to this package
			files = append(files, filepath.ToSlash(relative))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return newHouse(files)
}

// newHouse returns the house that has these files.
func newHouse(files []string) house {
	h := house{paths: map[string]bool{}, names: map[string]bool{}}
	for _, file := range files {
		h.names[path.Base(file)], h.paths[file] = true, true
		folder := path.Dir(file)
		if strings.HasSuffix(file, ".go") && folder != "." && !strings.Contains(file, "testdata/") && !slices.Contains(h.packages, folder) {
			h.packages = append(h.packages, folder)
		}
		for ; folder != "."; folder = path.Dir(folder) {
			h.paths[folder] = true
		}
	}
	return h
}

// has reports whether a path is there, be it one with * in it.
func (h *house) has(name string) bool {
	if !strings.Contains(name, "*") {
		return h.paths[name]
	}
	for p := range h.paths {
		if ok, _ := path.Match(name, p); ok {
			return true
		}
	}
	return false
}

// wrongRooms returns the errors of the drawing: folders that are not there, and packages
// that it names twice or not at all.
func (h *house) wrongRooms(text string) (wrong []string) {
	named := map[string]int{}
	var above []drawn
	for _, d := range drawing(text) {
		above = slices.DeleteFunc(above, func(a drawn) bool { return a.indent >= d.indent && a.line != d.line })
		place := h.below(above, d.folder)
		if place == "" {
			wrong = append(wrong, "there is no "+d.folder+"/ as it is drawn")
			continue
		}
		named[place]++
		above = append(above, drawn{d.line, d.indent, place})
	}
	for _, p := range h.packages {
		switch {
		case named[p] == 0:
			wrong = append(wrong, "the map does not name "+p+"/")
		case named[p] > 1:
			wrong = append(wrong, fmt.Sprintf("the map names %s/ %d times", p, named[p]))
		}
	}
	return wrong
}

// below returns the path of a folder: below the innermost of the folders above that has it, or
// else below the top; "" if there is none.
func (h *house) below(above []drawn, folder string) string {
	for _, a := range slices.Backward(above) {
		if p := path.Join(a.folder, folder); h.paths[p] {
			return p
		}
	}
	if h.paths[folder] {
		return folder
	}
	return ""
}

// drawn is a folder in the drawing.
type drawn struct {
	line, indent int
	folder       string
}

// branches matches what draws a tree's branches, at the beginning of a line.
var branches = regexp.MustCompile(`^[\s│├└─┬|+\x60-]*`)

// drawing returns the folders in the first block of code of a document that has some.
func drawing(text string) (folders []drawn) {
	for _, block := range blocks(text) {
		for i, line := range strings.Split(block, "\n") {
			branch := branches.FindString(line)
			for _, folder := range foldersOf(line[len(branch):]) {
				folders = append(folders, drawn{i, utf8.RuneCountInString(branch), folder})
			}
		}
		if folders != nil {
			break
		}
	}
	return folders
}

// blocks returns the blocks of code of a document.
func blocks(text string) (all []string) {
	for i, part := range strings.Split("\n"+text, "\n```") {
		if i%2 == 1 {
			_, block, _ := strings.Cut(part, "\n") // the first line may name a language
			all = append(all, block)
		}
	}
	return all
}

// foldersOf returns the folders that a line begins with, each with its slash at the end.
func foldersOf(line string) (folders []string) {
	for _, word := range strings.Fields(line) {
		before, rest, braces := strings.Cut(word, "{")
		inner, after, _ := strings.Cut(rest, "}")
		if after != "" && after != "/" || !braces && !strings.HasSuffix(word, "/") {
			return folders
		}
		for name := range strings.SplitSeq(inner, ",") {
			folders = append(folders, strings.TrimSuffix(before+name, "/"))
		}
	}
	return folders
}

// word matches a text that may be a path, and code a text between backquotes.
var (
	word = regexp.MustCompile(`^[\w.*-]+(/[\w.*-]+)*/?$`)
	code = regexp.MustCompile("`([^`\n]+)`")
)

// wrongPaths returns the paths in code, between backquotes or in blocks, that are not there. A
// word is a path if its first name is one at the top, or if it is the name of a Go file or
// document. Names in capitals stand for others.
func (h *house) wrongPaths(text string) (wrong []string) {
	var all []string
	for _, block := range blocks(text) {
		for line := range strings.Lines(block) {
			all = append(all, strings.Fields(line)...)
		}
	}
	for _, match := range code.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Fields(match[1])...)
	}
	seen := map[string]bool{}
	for _, w := range all {
		if strings.Contains(w, "...") || strings.Contains(w, "NAME") {
			continue // a pattern of packages, or what stands for others
		}
		w = strings.TrimSuffix(strings.TrimPrefix(strings.Trim(w, "()[]'\",;:"), "./"), ".")
		if !word.MatchString(w) || seen[w] {
			continue
		}
		seen[w] = true
		p := strings.TrimSuffix(w, "/")
		first, _, deep := strings.Cut(p, "/")
		switch extension := path.Ext(p); {
		case deep && h.paths[first] && !h.has(p):
			wrong = append(wrong, "there is no "+w)
		case !deep && !strings.HasPrefix(p, ".") && slices.Contains([]string{".go", ".md", ".yaml", ".chat"}, extension) && !h.names[p] && !strings.Contains(p, "*"):
			wrong = append(wrong, "there is no file "+w)
		}
	}
	return wrong
}

func TestMapsAreHeld(t *testing.T) {
	h := newHouse([]string{
		"main.go", "bot/bot.go", "bot/queue/queue.go", "bot/queue/queuetest/server.go", "commands/chat/chat.go", "vision/read.go",
		"vision/internal/ink/ink.go", "vision/internal/plane/plane.go", "docs/figures.md", "tests/testdata/help.chat", "vision/testdata/x/x.go",
	})
	const whole = "# Map\n\n```\nmain.go  what is run\n   │\n   ├── bot/        an interaction\n   │     ├── queue/      jobs\n   │     │     └── queuetest/\n" +
		"   │     └── commands/chat/   what is shared\n   └── vision/   see/saw\n         internal/{ink,plane}   pixels\n```\n"
	for _, test := range []struct{ name, text, wrong string }{
		{"whole", whole, ""},
		{"several a line", "```\nbot/  vision/\n  queue/\n    queuetest/\ncommands/\n  chat/\nvision/internal/ink/ vision/internal/plane/\n```\n", ""},
		{"one missing", strings.Replace(whole, "{ink,plane}", "{ink}", 1), "does not name vision/internal/plane/"},
		{"one twice", strings.Replace(whole, "{ink,plane}", "{ink,plane,ink}", 1), "vision/internal/ink/ 2 times"},
		{"one too many", strings.Replace(whole, "{ink,plane}", "{ink,plane,page}", 1), "no internal/page/"},
		{"paths", whole + "Read `bot/bot.go`, `help.chat` and `vision/*.go`, `docs/`; `go test ./bot/...`, `./vision`, `net/http` and `tests/testdata/NAME.chat`.", ""},
		{"a path", whole + "Read `bot/carry.go`.", "there is no bot/carry.go"},
		{"a path in a block", whole + "```\n→ bot/carry.go  carried\n```\n", "there is no bot/carry.go"},
		{"a folder", whole + "Read `vision/eyes/`.", "there is no vision/eyes/"},
		{"a file", whole + "Read `carry.go`.", "there is no file carry.go"},
		{"a pattern", whole + "Read `bot/*.md`.", "there is no bot/*.md"},
		{"no map", "# Nothing\n", "does not name bot/"},
	} {
		wrong := strings.Join(append(h.wrongRooms(test.text), h.wrongPaths(test.text)...), "\n")
		if (wrong != "") != (test.wrong != "") || !strings.Contains(wrong, test.wrong) {
			t.Errorf("%s: %q, want %q", test.name, wrong, test.wrong)
		}
	}
}
