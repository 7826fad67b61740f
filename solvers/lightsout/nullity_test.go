package lightsout

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// squareNullity is OEIS A159257: the nullity of the n × n board, from n = 1.
var squareNullity = []int{
	0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0,
	20, 16, 4, 6, 0, 0, 0, 32, 0, 2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0, 40, 24,
	0, 28, 42, 0, 32, 0, 8, 0, 14, 0, 0, 4, 0, 0, 2, 0, 64, 0, 0, 0, 6, 12, 0, 0, 0, 0, 10, 0, 0, 20,
	0, 4, 62, 0, 0, 20, 16, 0,
}

// torusNullity is OEIS A165738: that of the n × n torus.
var torusNullity = []int{
	0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16, 0, 0, 12, 0, 16, 8, 0, 32, 4, 0, 0, 32, 8, 0, 4, 0, 0, 24,
	40, 0, 44, 32, 8, 16, 0, 0, 4, 64, 0, 8, 0, 0, 12, 0, 0, 64, 0, 16, 20, 0, 0, 8, 8, 0, 4, 0, 0, 48,
	0, 80, 52, 0, 56, 88, 0, 64, 4, 16, 0, 32, 0, 0, 12, 0, 0, 8, 0, 128, 4, 0, 0, 16, 24, 0, 4, 0, 0,
	24,
}

// primeNullity has that of the n × n board modulo p for n = 1, 3, 5 …, from the
// ranks of chase matrices.
var primeNullity = map[int][]int{
	2:  {0, 0, 2, 0, 8, 6, 0, 0, 2, 16, 0, 14, 0, 0, 10, 0, 16, 6, 0, 32},
	3:  {0, 0, 3, 0, 2, 3, 6, 0, 12, 6, 0, 3, 6, 6, 9, 0, 0, 12, 0, 18},
	5:  {0, 0, 2, 0, 2, 4, 0, 0, 2, 2, 0, 4, 6, 0, 16, 0, 0, 4, 0, 2},
	7:  {0, 1, 2, 1, 2, 3, 0, 1, 2, 3, 0, 13, 0, 13, 4, 1, 0, 3, 0, 3},
	11: {0, 0, 3, 0, 2, 3, 0, 0, 3, 4, 0, 3, 0, 0, 7, 0, 0, 3, 0, 4},
}

func TestPublishedNullity(t *testing.T) {
	for i, want := range squareNullity {
		if got := (lattice{rows: i + 1, cols: i + 1, centre: true}).nullity(); got != want {
			t.Errorf("%d × %d: nullity %d, want %d", i+1, i+1, got, want)
		}
	}
	for i, want := range torusNullity {
		l := lattice{rows: i + 1, cols: i + 1, wrapRows: true, wrapCols: true, centre: true}
		if got := l.nullity(); got != want {
			t.Errorf("torus of %d × %d: nullity %d, want %d", i+1, i+1, got, want)
		}
	}
	for p, table := range primeNullity {
		for i, want := range table {
			comparePrime(t, p, 2*i+1, want)
		}
	}
}

func comparePrime(t *testing.T, p, n, want int) {
	t.Helper()
	s, err := lattice{rows: n, cols: n, centre: true}.solveMod(context.Background(), make([]uint8, n*n), p)
	if err != nil || len(s.quiet) != want || s.presses == nil {
		t.Errorf("%d × %d modulo %d: nullity %d, want %d", n, n, p, len(s.quiet), want)
	}
}

// TestTransposed: a board mirrored in its diagonal has the same nullity, though
// its equations are others.
func TestTransposed(t *testing.T) {
	for rows := 1; rows <= 40; rows++ {
		for cols := 1; cols <= 130; cols++ {
			for wrap := range 4 {
				l := lattice{rows, cols, wrap&1 > 0, wrap&2 > 0, true}
				turned := lattice{cols, rows, wrap&2 > 0, wrap&1 > 0, true}
				if a, b := l.nullity(), turned.nullity(); a != b {
					t.Errorf("%v: nullity %d, mirrored %d", l, a, b)
				}
			}
		}
	}
}

// TestNullityTables compares whole tables: KIBITZ_NULLITY is a directory with
// nullity_square_A159257.tsv and its like, and KIBITZ_NULLITY_N how far to go
// in the first one, 10000 if not set (half a minute).
func TestNullityTables(t *testing.T) {
	dir := os.Getenv("KIBITZ_NULLITY")
	if dir == "" {
		t.Skip("KIBITZ_NULLITY names no directory of tables")
	}
	limit, err := strconv.Atoi(os.Getenv("KIBITZ_NULLITY_N"))
	if err != nil {
		limit = 10_000
	}
	for name, compare := range map[string]func(row []int) bool{
		"nullity_square_A159257.tsv": func(row []int) bool {
			if row[0] > limit {
				return false
			}
			if got := (lattice{rows: row[0], cols: row[0], centre: true}).nullity(); got != row[1] {
				t.Errorf("%v: nullity %d", row, got)
			}
			return true
		},
		"nullity_torus_A165738.tsv": func(row []int) bool {
			l := lattice{rows: row[0], cols: row[0], wrapRows: true, wrapCols: true, centre: true}
			if got := l.nullity(); got != row[1] {
				t.Errorf("torus %v: nullity %d", row, got)
			}
			return true
		},
		"nullity_rect_1_60_computed.tsv": func(row []int) bool {
			if got := (lattice{rows: row[0], cols: row[1], centre: true}).nullity(); got != row[2] {
				t.Errorf("rectangle %v: nullity %d", row, got)
			}
			return true
		},
		"nullity_square_modp_computed.tsv": func(row []int) bool {
			comparePrime(t, row[0], row[1], row[2])
			return true
		},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			var row []int
			for field := range strings.FieldsSeq(line) {
				n, err := strconv.Atoi(field)
				if err != nil {
					t.Fatal(err)
				}
				row = append(row, n)
			}
			if compare(row) {
				rows++
			}
		}
		t.Logf("%s: %d rows compared", name, rows)
	}
}
