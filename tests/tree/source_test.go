// Package tree holds what is true of the whole tree of sources, whichever package they are in:
// which rooms import which, how long files and functions are, how comments speak, and that the
// map of the house is complete. Files are read and parsed once for all tests.
package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// root is the top of the tree, as seen from this package.
const root = "../.."

// source is one Go file.
type source struct {
	path string // from the top of the tree, with slashes
	room string // its folder; "." for the top
	test bool
	file *ast.File
	set  *token.FileSet
}

// parseSource parses the text of a file that stands at a path.
func parseSource(name string, text []byte) (source, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return source{path: name, room: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), file: file, set: set}, err
}

// lines returns how many lines the file has.
func (s *source) lines() int { return s.set.Position(s.file.FileEnd).Line }

// length returns how many lines a node takes up.
func (s *source) length(n ast.Node) int {
	return s.set.Position(n.End()).Line - s.set.Position(n.Pos()).Line + 1
}

// theTree returns all Go files of the tree, those of every module.
func theTree(t *testing.T) []source {
	t.Helper()
	sources, err := parseTree()
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

var parseTree = sync.OnceValues(func() ([]source, error) {
	var names []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != root && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".")):
			return filepath.SkipDir
		case !entry.IsDir() && strings.HasSuffix(name, ".go"):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return parseAll(names)
})

// parseAll parses files, as many at once as there are processors.
func parseAll(names []string) ([]source, error) {
	sources, errs := make([]source, len(names)), make([]error, len(names))
	workers := runtime.GOMAXPROCS(0)
	var work sync.WaitGroup
	for w := range workers {
		work.Go(func() {
			for i := w; i < len(names); i += workers {
				text, err := os.ReadFile(names[i])
				if err == nil {
					relative, _ := filepath.Rel(root, names[i]) // both are relative to this package
					sources[i], err = parseSource(filepath.ToSlash(relative), text)
				}
				errs[i] = err
			}
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return sources, nil
}

// parseTable parses sources that a test makes: a path and a text each.
func parseTable(t *testing.T, table map[string]string) []source {
	t.Helper()
	var sources []source
	for name, text := range table {
		s, err := parseSource(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, s)
	}
	return sources
}
