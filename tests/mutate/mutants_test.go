package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const sample = `package sample

import "log"

func last(all []int, n int) (int, bool) {
	for i := 0; i < n; i++ {
		all = append(all, i+1)
		log.Print(i)
	}
	if len(all) == 0 || n < 0 {
		return 0, false
	}
	defer println("x" + "y")
	return all[len(all)-1], true
}
`

// TestMutants: each place of a function that can be wrong has a mutant, what it says to a log has none, and a file
// with all mutants in it is Go.
func TestMutants(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "sample.go")
	if err := os.WriteFile(file, []byte(sample), 0o644); err != nil {
		t.Fatal(err)
	}
	all, err := mutantsOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	alive := map[int]mutant{}
	for i, m := range all {
		got, alive[i+1] = append(got, strings.TrimPrefix(m.name, file+" last: ")), m
	}
	slices.Sort(got)
	want := []string{
		"compare: i < n → <=", "compare: len(all) == 0 || n < 0 → &&", "compare: len(all) == 0 → !=", "compare: n < 0 → <=",
		`drop: all = append(all, i+1)`, `drop: defer println("x" + "y")`, "return: return all[len(all)-1], true → zero", "sum: i+1", "sum: len(all)-1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	text := mutated([]byte(sample), alive)
	if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
		t.Errorf("%v:\n%s", err, text)
	}
}
