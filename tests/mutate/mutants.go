package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// A mutant is a small fault in one place of the source. All mutants of a package are compiled into one
// program, whose variable mutant holds the id of the one that it runs.
type mutant struct {
	name     string // file, function, kind of fault, and the code replaced: it changes only with that code
	file     string
	from, to int // byte offsets of the node in the file
	render   func(id int, text func(ast.Node) string) string
}

// rank returns a number, by a hash, in whose order mutants are drawn. Changes to other code do not
// change it.
func (m mutant) rank(seed uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, seed, m.name)
	return h.Sum64()
}

// A finder collects the mutants of one file.
type finder struct {
	set      *token.FileSet
	source   []byte
	file     string
	function string
	results  *ast.FieldList // of the innermost function
	found    []mutant
}

// mutantsOf returns the mutants of a package's files, tests aside.
func mutantsOf(dir string) (all []mutant, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f := &finder{set: token.NewFileSet(), file: file}
		if f.source, err = os.ReadFile(file); err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(f.set, file, f.source, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range tree.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				f.function, f.results = f.nameOf(d), d.Type.Results
				ast.Walk(f, d.Body)
			}
		}
		all = append(all, f.found...)
	}
	times := map[string]int{}
	for i := range all {
		times[all[i].name]++
		if n := times[all[i].name]; n > 1 {
			all[i].name += fmt.Sprint(" #", n)
		}
	}
	return all, err
}

func (f *finder) nameOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	return fmt.Sprintf("(%s).%s", f.text(d.Recv.List[0].Type), d.Name.Name)
}

// span returns the byte offsets at which a node begins and ends.
func (f *finder) span(n ast.Node) (from, to int) {
	return f.set.Position(n.Pos()).Offset, f.set.Position(n.End()).Offset
}

func (f *finder) text(n ast.Node) string {
	from, to := f.span(n)
	return string(f.source[from:to])
}

// add notes a mutant of node n. told describes it; at most 100 characters of that go into the name.
// render returns the code that replaces the node.
func (f *finder) add(n ast.Node, kind, told string, render func(id int, text func(ast.Node) string) string) {
	from, to := f.span(n)
	const most = 100
	if line := []rune(strings.Join(strings.Fields(told), " ")); len(line) > most {
		told = string(line[:most]) + "…"
	} else {
		told = string(line)
	}
	f.found = append(f.found, mutant{fmt.Sprintf("%s %s: %s: %s", f.file, f.function, kind, told), f.file, from, to, render})
}

// talk matches statements that only log something.
var talk = regexp.MustCompile(`^(defer )?(.*\.)?(log|logger|slog|Logger)\.|\.(Debug|Info|Warn|Error|Log|LogAttrs)\(`)

// Visit adds the mutants of one node. Inside a function literal, return statements have the results of
// the literal.
func (f *finder) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.FuncLit:
		inner := *f
		inner.results, inner.found = n.Type.Results, nil
		ast.Walk(&inner, n.Body)
		f.found = append(f.found, inner.found...)
		return nil
	case *ast.GenDecl, *ast.ArrayType: // constants stay what they are
		return nil
	case *ast.ForStmt: // the step of a loop cannot become an if statement
		for _, part := range []ast.Node{n.Init, n.Cond, n.Body} {
			if part != nil && !reflect.ValueOf(part).IsNil() {
				ast.Walk(f, part)
			}
		}
		return nil
	case *ast.ExprStmt:
		if _, isCall := n.X.(*ast.CallExpr); isCall && !talk.MatchString(f.text(n)) && !strings.HasPrefix(f.text(n), "panic(") {
			f.drop(n)
		}
	case *ast.DeferStmt:
		f.drop(n)
	case *ast.IncDecStmt:
		f.replace(n, "step", f.text(n.X)+map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok])
	case *ast.AssignStmt:
		f.assign(n)
	case *ast.ReturnStmt:
		f.returned(n)
	case *ast.IfStmt:
		if _, isBinary := n.Cond.(*ast.BinaryExpr); !isBinary {
			f.add(n.Cond, "negate", f.text(n.Cond), func(id int, text func(ast.Node) string) string {
				return fmt.Sprintf("mutantNot(%d, %s)", id, text(n.Cond))
			})
		}
	case *ast.BinaryExpr:
		f.binary(n)
	}
	return f
}

// drop adds the mutant in which statement n is left out.
func (f *finder) drop(n ast.Stmt) {
	f.add(n, "drop", f.text(n), func(id int, text func(ast.Node) string) string {
		return fmt.Sprintf("if mutant != %d { %s }", id, text(n))
	})
}

// replace adds the mutant that has the statement `other` in place of n.
func (f *finder) replace(n ast.Stmt, kind, other string) {
	f.add(n, kind, f.text(n)+" → "+other, func(id int, text func(ast.Node) string) string {
		return fmt.Sprintf("if mutant == %d { %s } else { %s }", id, other, text(n))
	})
}

func (f *finder) assign(n *ast.AssignStmt) {
	opposite := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.AND_ASSIGN: "|=", token.OR_ASSIGN: "&=", token.SHL_ASSIGN: ">>=", token.SHR_ASSIGN: "<<="}[n.Tok]
	switch {
	case opposite != "":
		f.replace(n, "assign", f.text(n.Lhs[0])+" "+opposite+" "+f.text(n.Rhs[0]))
	case n.Tok == token.ASSIGN && f.text(n.Lhs[0]) != "_":
		f.drop(n)
	}
}

// returned adds the mutant of a return statement: it returns zero values, or true if the statement
// returns false. There is none if the statement returns other zero values.
func (f *finder) returned(n *ast.ReturnStmt) {
	var types []string
	if f.results == nil || len(n.Results) == 0 {
		return
	}
	for _, field := range f.results.List {
		for range max(1, len(field.Names)) {
			types = append(types, f.text(field.Type))
		}
	}
	var zeros []string
	same := true
	for i, kind := range types {
		zeros = append(zeros, "*new("+kind+")")
		same = same && i < len(n.Results) && slices.Contains([]string{"nil", "0", `""`, "false"}, f.text(n.Results[i]))
	}
	told := f.text(n) + " → zero"
	switch {
	case same && len(types) == 1 && types[0] == "bool":
		zeros, told = []string{"true"}, f.text(n)+" → true"
	case same:
		return
	}
	f.add(n, "return", told, func(id int, text func(ast.Node) string) string {
		return fmt.Sprintf("if mutant == %d { return %s }; %s", id, strings.Join(zeros, ", "), text(n))
	})
}

// What a mutant has in place of an operator.
var (
	instead = map[token.Token]string{
		token.EQL: "!=", token.NEQ: "==", token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.LAND: "||", token.LOR: "&&",
	}
	sums = map[token.Token]string{token.ADD: "mutantSum", token.SUB: "mutantDifference"}
)

// binary adds the mutant of an expression in which its operator is replaced, if there is one.
func (f *finder) binary(n *ast.BinaryExpr) {
	if other := instead[n.Op]; other != "" {
		f.add(n, "compare", f.text(n)+" → "+other, func(id int, text func(ast.Node) string) string {
			return fmt.Sprintf("func() bool { if mutant == %d { return %s %s %s }; return %s %s %s }()", id,
				f.text(n.X), other, f.text(n.Y), text(n.X), n.Op, text(n.Y))
		})
	}
	if sum := sums[n.Op]; sum != "" && !strings.Contains(f.text(n), `"`) { // texts have no difference
		f.add(n, "sum", f.text(n), func(id int, text func(ast.Node) string) string {
			return fmt.Sprintf("%s(%d, %s, %s)", sum, id, text(n.X), text(n.Y))
		})
	}
}

// support is a file of each mutated package.
const support = `package %s

import (
	"os"
	"strconv"
)

var mutant, _ = strconv.Atoi(os.Getenv("MUTANT"))

func mutantNot(id int, is bool) bool { return is != (mutant == id) }

type mutantNumber interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

func mutantSum[T mutantNumber](id int, a, b T) T {
	if mutant == id {
		return a - b
	}
	return a + b
}

func mutantDifference[T mutantNumber](id int, a, b T) T {
	if mutant == id {
		return a + b
	}
	return a - b
}
`

// mutated returns the source of a file with mutants in it. The key of a mutant is its id.
func mutated(source []byte, mutants map[int]mutant) string {
	ids := make([]int, 0, len(mutants))
	for id := range mutants {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b int) int { // a node before those inside it
		x, y := mutants[a], mutants[b]
		return cmpOr(x.from-y.from, y.to-x.to, a-b)
	})
	var write func(from, to int, ids []int) string
	write = func(from, to int, ids []int) string {
		var b strings.Builder
		for len(ids) > 0 {
			id, m := ids[0], mutants[ids[0]]
			inside := 1
			for inside < len(ids) && mutants[ids[inside]].from < m.to {
				inside++
			}
			b.Write(source[from:m.from])
			b.WriteString(m.render(id, func(n ast.Node) string {
				start, end := int(n.Pos())-1, int(n.End())-1 // of the first file in its set
				var within []int
				for _, i := range ids[1:inside] {
					if mutants[i].from >= start && mutants[i].to <= end {
						within = append(within, i)
					}
				}
				return write(start, end, within)
			}))
			from, ids = m.to, ids[inside:]
		}
		b.Write(source[from:to])
		return b.String()
	}
	return write(0, len(source), ids)
}

func cmpOr(signs ...int) int {
	for _, sign := range signs {
		if sign != 0 {
			return sign
		}
	}
	return 0
}
