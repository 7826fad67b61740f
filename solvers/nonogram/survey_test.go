package nonogram_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
)

// TestSurvey decides the puzzles of Wolter's survey that may be kept here; he and others
// have published which have one solution. Each solution found is one of the puzzle's.
func TestSurvey(t *testing.T) {
	multiple := []string{"faase", "knotty"}
	files, err := filepath.Glob("testdata/survey/*.non")
	if err != nil || len(files) != 14 {
		t.Fatalf("%d puzzles, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".non")
		if testing.Short() && slices.Contains(multiple, name) { // seconds, without the race detector
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := notation.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Decide(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		want := solvers.Unique
		if slices.Contains(multiple, name) {
			want = solvers.Multiple
		}
		if a.Verdict != want {
			t.Errorf("%s: %v, want %v", name, a.Verdict, want)
		}
		for i, solution := range a.Solutions {
			if got := nonogram.FromPicture(solution, len(p.Cols)).String(); got != p.String() || i > 0 && slices.Equal(solution, a.Solutions[0]) {
				t.Errorf("%s: solution %d is none", name, i)
			}
		}
	}
}
