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
