package commands

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// raisers are the functions that make a SyntaxError, by package and name: which argument is
// the code, and what stands before it.
var raisers = map[string]struct {
	code   int
	prefix string
}{
	"solvers.At":            {2, ""},
	"clues.Expected":        {1, ""},
	"puzzle.Expected":       {1, ""},
	"notation.Expected":     {1, ""},
	"gallery.fail":          {1, ""},
	"kakuro.fail":           {1, "kakuro."},
	"kakuro.stop":           {0, "kakuro."},
	"cardflip.fail":         {1, "cardflip."},
	"deduce.fail":           {0, ""},
	"deduce.span":           {1, ""},
	"lightsout.wrongOption": {0, ""},
}

// computed are the codes that are no literals, as they stand in the sources; those of the
// raisers themselves stand for none of their own.
var computed = map[string][]string{
	"code":                                nil,
	"name":                                nil,
	"down":                                nil, // of a function of that name that raises nothing
	"m.row":                               nil, // the same
	"m.col":                               nil,
	"f.code":                              nil, // those of the faults
	`"kakuro." + code`:                    nil,
	`"cardflip." + id`:                    nil,
	`"nonogram." + sideNames[side] + "s"`: {"nonogram.rows", "nonogram.columns"},
	`rd.Puzzle + ".row"`:                  {"lightsout.row", "tothemoon.row", "cardflip.row"},
	`rd.Puzzle + ".size"`:                 {"lightsout.size", "tothemoon.size", "cardflip.size"},
	`rd.Puzzle + ".cell"`:                 {"lightsout.cell", "tothemoon.cell", "cardflip.cell"},
	`f.Puzzle + ".seed"`:                  {"lightsout.seed", "tothemoon.seed", "cardflip.seed"},
	`f.Puzzle + ".end"`:                   {"lightsout.end", "tothemoon.end", "cardflip.end"},
}

// codes are those of all SyntaxErrors that the house can raise, read off its sources.
func codes(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, file := range append(code(t, ".", false), code(t, "../solvers", false)...) {
		within := ""
		ast.Inspect(file.File, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok {
				within = file.Name.Name + "." + f.Name.Name
			}
			if field, ok := n.(*ast.KeyValueExpr); ok && types.ExprString(field.Key) == "code" { // of a fault
				if code, ok := literal(field.Value); ok {
					found[file.Name.Name+"."+code] = true
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := types.ExprString(call.Fun)
			if name != "solvers.At" {
				name = file.Name.Name + "." + name[strings.LastIndex(name, ".")+1:]
			}
			raiser, ok := raisers[name]
			if !ok || len(call.Args) <= raiser.code { // another function of that name
				return true
			}
			text := types.ExprString(call.Args[raiser.code])
			all, known := computed[text]
			if plain, ok := literal(call.Args[raiser.code]); ok {
				all, known = []string{raiser.prefix + plain}, true
			}
			if _, passes := raisers[within]; !known || (text == "code" || text == "name") && !passes {
				t.Errorf("%s: %s raises with a code that is put together in an unknown way: %s", file.path, within, text)
			}
			for _, code := range all {
				found[code] = true
			}
			return true
		})
	}
	return found
}
