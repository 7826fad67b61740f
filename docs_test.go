package main

import (
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles"
)

// written are the pages with examples that people copy.
var written = []string{"README.md", "docs/play.md", "docs/formats.md", "docs/makers.md"}

var code = regexp.MustCompile("`([^`\n]+)`")

// TestExamples types every command of the documents, as `/nonogram do:play`, and expects an
// answer, or the form that a bare command opens.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after another, and much to compute: left to a whole run")
	}
	dir := exampleFiles(t)
	tried := 0
	for _, command := range inDocuments(t, func(text string) bool { return strings.HasPrefix(text, "/") && len(text) > 1 }) {
		command = strings.Replace(command, "image:", "image:"+filepath.Join(dir, "photos", "one.jpg"), 1)
		status, out, stderr := kibitz(t, "", "-out", t.TempDir(), command)
		if status != 0 && !strings.HasPrefix(out, "[form ") {
			t.Errorf("%s: status %d\n%s%s", command, status, out, stderr)
		}
		tried++
	}
	if tried < 10 {
		t.Errorf("only %d commands found", tried)
	}
}

// TestOptionsInDocuments tries every option that the documents show, as `wrap:True`, with the
// examples of all kinds that have the option: one of them has an answer to it.
func TestOptionsInDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after another, and much to compute: left to a whole run")
	}
	tried := 0
	for _, option := range inDocuments(t, regexp.MustCompile(`^[a-z-]+:[^ /]+$`).MatchString) {
		name, _, _ := strings.Cut(option, ":")
		known, answered := false, false
		for _, k := range puzzles.Kinds() {
			command := takes(k, name)
			if command == "" {
				continue
			}
			known = true
			status, _, _ := kibitz(t, "", "-out", t.TempDir(), "/"+command+" "+option+" puzzle:"+k.Example)
			answered = answered || status == 0
		}
		if known {
			tried++
		}
		if known && !answered {
			t.Errorf("%s has no answer with any kind's example", option)
		}
	}
	if tried < 20 {
		t.Errorf("only %d options found", tried)
	}
}

// takes returns the kind's command that has the option; "" for none.
func takes(k *ask.Kind, option string) (command string) {
	switch option {
	case "do", "style", "theme", "private", "spoiler":
		return k.Name
	}
	for _, o := range k.Options {
		switch {
		case o.Name != option || option == "marks" || option == "keep": // these two need their own puzzle
		case o.Maker:
			return k.Maker.Name
		default:
			return k.Name
		}
	}
	return ""
}

// TestCommandLines runs the command lines of the documents' blocks, from `go run .` on, where
// the files that they name are.
func TestCommandLines(t *testing.T) {
	dir := exampleFiles(t)
	t.Chdir(dir)
	tried := 0
	for _, page := range written {
		for _, line := range strings.Split(documents(t)[page], "\n") {
			line, _, _ = strings.Cut(line, "  #")
			args, ok := strings.CutPrefix(strings.TrimSpace(line), "go run . ")
			if !ok { // `go run .` alone is the bot, which runs until it is stopped: TestPlayground
				continue
			}
			tried++
			if status, out, stderr := kibitz(t, puzzleOnALine, arguments(t, args)...); status != 0 {
				t.Errorf("%s: status %d\n%s%s", line, status, out, stderr)
			}
		}
	}
	if tried < 6 {
		t.Errorf("only %d command lines found", tried)
	}
}

// puzzleOnALine is what standard input holds: a Kakuro, for the line that reads one.
const puzzleOnALine = "3x3 across: r2c1=17, r3c1=16 down: r1c2=17, r1c3=16\n"

// arguments splits a line as a shell does: at spaces outside of quotes, with * for files.
func arguments(t *testing.T, line string) (args []string) {
	for _, part := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(line, -1) {
		if quoted := strings.Trim(part, "'"); quoted != part {
			args = append(args, quoted)
			continue
		}
		files, err := filepath.Glob(part)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(part, "*") {
			files = []string{part}
		}
		args = append(args, files...)
	}
	return args
}

// exampleFiles makes a folder with the files that the documents speak of.
func exampleFiles(t *testing.T) (dir string) {
	dir = t.TempDir()
	non := "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n"
	for name, text := range map[string]string{
		"puzzle.non": non, "puzzles/plus.non": non, "contest.txt": "$1\n1\n1\n1\n1\n$2\n2\n2\n2\n2\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if status, out, stderr := kibitz(t, "", "-out", filepath.Join(dir, "photos"), "/nonogram do:blank puzzle:10x10 easy 3"); status != 0 {
		t.Fatalf("status %d: %s%s", status, out, stderr)
	}
	drawn, err := filepath.Glob(filepath.Join(dir, "photos", "*.png"))
	if err != nil || len(drawn) != 1 {
		t.Fatalf("%v, %v", drawn, err)
	}
	keepAs(t, drawn[0], filepath.Join(dir, "photos", "one.jpg"))
	return dir
}

// keepAs writes a PNG file's picture as a JPEG file.
func keepAs(t *testing.T, from, to string) {
	f, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var img image.Image
	if img, err = png.Decode(f); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := jpeg.Encode(out, img, nil); err != nil {
		t.Fatal(err)
	}
}

// documents returns the text of each page by its path.
func documents(t *testing.T) map[string]string {
	pages := map[string]string{}
	for _, page := range written {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		pages[page] = string(text)
	}
	return pages
}

// root is the folder of the repository: where the tests begin.
var root, _ = os.Getwd()

// inDocuments returns the pieces of code in running text and tables that are wanted.
func inDocuments(t *testing.T, wanted func(string) bool) (all []string) {
	seen := map[string]bool{}
	for _, page := range documents(t) {
		for _, m := range code.FindAllStringSubmatch(page, -1) {
			text := strings.ReplaceAll(m[1], `\|`, "|")
			if wanted(text) && !seen[text] {
				seen[text] = true
				all = append(all, text)
			}
		}
	}
	return all
}
