package nonogram_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// readCN reads a file of the form .cn: keys, then the clues of the rows and of the columns, a
// line each, with runs such as 3a.
func readCN(t testing.TB, file string) *nonogram.Puzzle {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries []string
	var sides [2][]string
	side := -1
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch colours, ok := strings.CutPrefix(line, "colours:"); {
		case line == "rows", line == "columns":
			side++
		case side >= 0:
			sides[side] = append(sides[side], strings.ReplaceAll(line, " ", ""))
		case ok:
			entries = strings.Fields(colours)
		}
	}
	p, err := puzzletest.ParseColoured(strings.Join(entries, ",") + ":" + strings.Join(sides[0], ";") + "|" + strings.Join(sides[1], ";"))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return (*nonogram.Puzzle)(p)
}

// TestColouredData decides the puzzles of a folder, KIBITZ_COLOURED. Its MANIFEST.tsv has the
// status of each, on which three other solvers agree.
func TestColouredData(t *testing.T) {
	folder := os.Getenv("KIBITZ_COLOURED")
	if folder == "" {
		t.Skip("KIBITZ_COLOURED names no folder of .cn files")
	}
	manifest, err := os.ReadFile(filepath.Join(folder, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]solvers.Verdict{"none": solvers.None, "unique": solvers.Unique, "multiple": solvers.Multiple}
	for line := range strings.Lines(string(manifest)) {
		fields := strings.Split(line, "\t")
		if !strings.HasSuffix(fields[0], ".cn") {
			continue
		}
		p := readCN(t, filepath.Join(folder, fields[0]))
		begun := time.Now()
		a, err := p.Decide(context.Background())
		took := time.Since(begun)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%s\t%v\t%v\t%.3f\n", fields[0], a.Verdict, a.Level, took.Seconds()*1000)
		if a.Verdict != want[fields[6]] {
			t.Errorf("%s: %v, want %s", fields[0], a.Verdict, fields[6])
		}
		if q, err := puzzletest.ParseColoured(p.String()); err != nil || q.String() != p.String() {
			t.Errorf("%s: %v reads as %v, %v", fields[0], p, q, err)
		}
	}
}
