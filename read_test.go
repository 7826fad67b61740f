package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"kibitz/solvers/nonogram"
)

// TestReadRefuses: a file without a puzzle says why, does not stop the others, and the status
// is 1; a command that makes no sense is told at once.
func TestReadRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("words.png", []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, stderr := kibitz(t, "hello", "read", "-json", "words.png", "absent.jpg", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 1 || stderr != "" || len(lines) != 3 {
		t.Fatalf("status %d, %s%s", status, out, stderr)
	}
	for i, want := range []struct{ file, about string }{{"words.png", "not a PNG"}, {"absent.jpg", "no such file"}, {"-", "not a PNG"}} {
		var got map[string]any
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
			t.Fatal(err)
		}
		text, _ := got["error"].(string)
		_, timed := got["ms"].(float64)
		_, read := got["puzzle"]
		if got["file"] != want.file || !strings.Contains(text, want.about) || !timed || read {
			t.Errorf("%s: %s", want.file, lines[i])
		}
	}
	if status, out, _ := kibitz(t, "", "read", "words.png"); status != 1 || !strings.HasPrefix(out, "words.png: not a PNG") {
		t.Errorf("status %d, %s", status, out)
	}
	for args, want := range map[string]string{
		"": "which files", "-kind chess x.png": "-kind must be cardflip, ", "-timeout 0s x.png": "more than 0", "-wrap x.png": "-wrap",
	} {
		if status, _, stderr := kibitz(t, "", append([]string{"read"}, strings.Fields(args)...)...); status != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %s", args, status, stderr)
		}
	}
	if status, out, _ := kibitz(t, "", "read", "-h"); status != 0 || !strings.Contains(out, "-kind KIND") {
		t.Errorf("status %d, %s", status, out)
	}
}

// TestReadOtherKind: where another kind is asked for than the picture clearly has, it is named.
func TestReadOtherKind(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much to compute: left to a whole run")
	}
	t.Chdir(t.TempDir())
	if status, out, _ := kibitz(t, "", "-out", ".", "/kakuro puzzle:8x8 easy 1 do:blank style:picture"); status != 0 {
		t.Fatal(out)
	}
	if status, out, _ := kibitz(t, "", "read", "-kind", "nonogram", "board.png"); status != 1 || out != "board.png: this looks like kakuro, 8 × 8: -kind kakuro reads it as that\n" {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestReadSudoku: a Sudoku is read, too, and is sure.
func TestReadSudoku(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much to compute: left to a whole run")
	}
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	t.Chdir(t.TempDir())
	if status, out, _ := kibitz(t, "", "-out", ".", "/sudoku do:blank style:picture puzzle:"+puzzle); status != 0 {
		t.Fatal(out)
	}
	if status, out, _ := kibitz(t, "", "read", "board.png"); status != 0 || !strings.HasPrefix(out, "board.png: sudoku, 9 × 9, sure") || !strings.Contains(out, puzzle) {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestReadNeverSilentlyWrong: of pictures whose truth is known, what is sure is right, and what
// was read is an encoding that the bot takes.
func TestReadNeverSilentlyWrong(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much to compute: left to a whole run")
	}
	t.Chdir("vision/testdata/drawn")
	args := []string{"read", "-json", "-kind", "nonogram"}
	var truths []string
	for i := range 5 {
		name := fmt.Sprintf("%d.png", i)
		truth, err := os.ReadFile(fmt.Sprintf("%d.txt", i))
		if err != nil {
			t.Fatal(err)
		}
		want, err := nonogram.Parse(strings.ReplaceAll(strings.TrimSpace(string(truth)), ",", ";"))
		if err != nil {
			t.Fatal(err)
		}
		args, truths = append(args, name), append(truths, want.String())
	}
	status, out, stderr := kibitz(t, "", args...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status > 1 || len(lines) != len(truths) {
		t.Fatalf("status %d, %d lines: %s", status, len(lines), stderr)
	}
	for i, line := range lines {
		var got struct {
			File, Kind, Puzzle, Repaired, Error string
			Sure                                bool
			Rows, Cols                          int
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.File != fmt.Sprintf("%d.png", i) {
			t.Fatalf("%v: %s", err, line)
		}
		if got.Error != "" {
			continue
		}
		for _, text := range []string{got.Puzzle, got.Repaired} {
			if p, err := nonogram.Parse(text); text != "" && (err != nil || len(p.Rows) != got.Rows || len(p.Cols) != got.Cols) {
				t.Errorf("%s: %v", line, err)
			}
		}
		switch {
		case got.Kind != "nonogram" || got.Rows < 1 || got.Cols < 1:
			t.Error(line)
		case got.Sure && got.Repaired != truths[i]:
			t.Errorf("sure of %s, which is %s", got.Repaired, truths[i])
		}
	}
}

// TestReadOwnMarks: what was filled in and crossed out on a board that the bot drew is read off it.
func TestReadOwnMarks(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much to compute: left to a whole run")
	}
	t.Chdir(t.TempDir())
	const puzzle = "2;4;4;2 2 2;3 3;10;6;6;4;2|3;3;4;2 4;4 5;4 5;2 4;4;3;3"
	const marks = "xxxx##xxxx/xxx####xxx/xxx####xxx/##xx??xx##/?????xx???/##########/??????????/??????????/??????????/??????????"
	for _, theme := range []string{"light", "dark"} {
		if status, out, _ := kibitz(t, "", "-out", ".", fmt.Sprintf("/nonogram puzzle:%s marks:%s do:hint style:picture theme:%s", puzzle, marks, theme)); status != 0 {
			t.Fatal(out)
		}
		var got sight
		_, out, _ := kibitz(t, "", "read", "-json", "board.png")
		if err := json.Unmarshal([]byte(out), &got); err != nil || got.Puzzle != puzzle || got.Marks != marks {
			t.Errorf("%s: read %s", theme, out)
		}
	}
}
