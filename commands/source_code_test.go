package commands

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A sourceFile is a file of the house's code.
type sourceFile struct {
	path string
	*ast.File
	*token.FileSet
}

// code are the files below a directory; with their tests, or without.
func code(t *testing.T, root string, tests bool) (all []sourceFile) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || !tests && strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		all = append(all, sourceFile{filepath.ToSlash(path), file, set})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// TestImports: imports run one way, so that a room can be read without those above it.
func TestImports(t *testing.T) {
	rank := map[string]int{"chat": 1, "words": 1, "ask": 2, "deduce": 3, "press": 3, "puzzles": 4, "commands": 5, "asktest": 6} // the last one for tests alone
	seen := map[string]bool{}
	for _, file := range code(t, ".", false) {
		room := file.Name.Name
		seen[room] = true
		if rank[room] == 0 {
			t.Errorf("%s: which rooms may %s import?", file.path, room)
		}
		for _, i := range file.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			if !strings.HasPrefix(path, "kibitz/") {
				continue
			}
			of := path[strings.LastIndex(path, "/")+1:]
			below := strings.HasPrefix(path, "kibitz/commands") && rank[of] < rank[room]
			if !below && !strings.HasPrefix(path, "kibitz/render") && !strings.HasPrefix(path, "kibitz/solvers") && !strings.HasPrefix(path, "kibitz/vision") {
				t.Errorf("%s imports %s", file.path, path)
			}
		}
	}
	if len(seen) != len(rank) {
		t.Errorf("seen are %v", seen)
	}
}

// TestSize: no file and no function is too long to be read at one go.
func TestSize(t *testing.T) {
	const longestFile, longestFunction = 400, 60
	for _, file := range code(t, ".", true) {
		if n := file.LineCount(); n > longestFile {
			t.Errorf("%s has %d lines", file.path, n)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := file.Position(f.End()).Line - file.Position(f.Pos()).Line + 1; n > longestFunction {
				t.Errorf("%s: %s has %d lines", file.path, f.Name.Name, n)
			}
		}
	}
}

// LineCount is how many lines the file has.
func (f sourceFile) LineCount() int { return f.Position(f.FileEnd).Line }
