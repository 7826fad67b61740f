package commands

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// raisers are the functions that make a SyntaxError, by package and name: which
// argument is the code, and what stands before it.
var raisers = map[string]struct {
	code   int
	prefix string
}{
	"solvers.At":        {2, ""},
	"clues.Expected":    {1, ""},
	"nonogram.Expected": {1, ""},
	"notation.Expected": {1, ""},
	"kakuro.fail":       {1, "kakuro."},
	"kakuro.stop":       {0, "kakuro."},
	"cardflip.fail":     {1, "cardflip."},
	"commands.fail":     {0, ""},
	"commands.reach":    {1, ""},
}

// computed are the codes that are no literals, as they stand in the sources; those
// of the raisers themselves stand for none of their own.
var computed = map[string][]string{
	"code": nil,
	"down": nil, // of a function of that name that raises nothing
	`either(s.one, "moves.digit", "moves.sign")`: {"moves.digit", "moves.sign"},
	`either(s.one, "sheet.digit", "sheet.sign")`: {"sheet.digit", "sheet.sign"},
	`"kakuro." + code`:                           nil,
	`f.code`:                                     {"kakuro.across", "kakuro.down", "kakuro.long", "kakuro.sum"},
	`"cardflip." + id`:                           nil,
	`"nonogram." + sideNames[side] + "s"`:        {"nonogram.rows", "nonogram.columns"},
	`f.Puzzle + ".seed"`:                         {"lightsout.seed", "tothemoon.seed", "cardflip.seed"},
	`f.Puzzle + ".end"`:                          {"lightsout.end", "tothemoon.end", "cardflip.end"},
	`rd.Puzzle + ".row"`:                         {"lightsout.row", "tothemoon.row", "cardflip.row"},
	`rd.Puzzle + ".size"`:                        {"lightsout.size", "tothemoon.size", "cardflip.size"},
	`rd.Puzzle + ".cell"`:                        {"lightsout.cell", "tothemoon.cell", "cardflip.cell"},
}

// codes are those of all SyntaxErrors that the house can raise, read off its
// sources, by the values that each comes with.
func codes(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	see := func(file string) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		within := ""
		ast.Inspect(parsed, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok {
				within = parsed.Name.Name + "." + f.Name.Name
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := types.ExprString(call.Fun)
			if name != "solvers.At" {
				name = parsed.Name.Name + "." + name[strings.LastIndex(name, ".")+1:]
			}
			raiser, ok := raisers[name]
			if !ok || len(call.Args) <= raiser.code { // another function of that name
				return true
			}
			switch code := call.Args[raiser.code].(type) {
			case *ast.BasicLit:
				text, err := strconv.Unquote(code.Value)
				if err != nil {
					t.Fatal(err)
				}
				found[raiser.prefix+text] = true
			default:
				all, known := computed[types.ExprString(code)]
				if _, passes := raisers[within]; types.ExprString(code) == "code" && !passes {
					t.Errorf("%s: %s raises with a code that it is given, and is not in raisers", file, within)
				}
				if !known {
					t.Errorf("%s: a code that is put together in an unknown way: %s", file, types.ExprString(code))
				}
				for _, text := range all {
					found[text] = true
				}
			}
			return true
		})
	}
	for _, root := range []string{".", "../solvers"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				see(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}
