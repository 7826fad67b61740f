package tree

import (
	"go/ast"
	"path"
	"strings"
	"testing"
	"unicode/utf8"
)

// The limits, for code that is not a test, so that it can be read at one go.
const (
	maxFiles         = 30 // in a package
	maxFileLines     = 400
	maxFunctionLines = 60 // its first and last line counted, its comment not
	maxCommentWidth  = 120
)

// moreFiles lists packages with a limit of their own.
var moreFiles = map[string]int{"solvers/kakuro": 40} // large, and reads well as it is

func TestSize(t *testing.T) {
	sources := theTree(t)
	for check, find := range map[string]func([]source) map[subject]int{
		"package": fullPackages, "file": longFiles, "function": longFunctions, "comment": wideComments,
	} {
		t.Run(check, func(t *testing.T) { hold(t, check, find(sources)) })
	}
}

// fullPackages returns the packages that have too many files, and how many.
func fullPackages(sources []source) map[subject]int {
	files := map[string]int{}
	for _, s := range sources {
		if !s.test {
			files[s.room]++
		}
	}
	found := map[subject]int{}
	for room, n := range files {
		if n > max(maxFiles, moreFiles[room]) {
			found[subject{"package", wing(room), room}] = n
		}
	}
	return found
}

// longFiles returns the files that are too long, and their lines. A wing counts the longest of
// those with one name.
func longFiles(sources []source) map[subject]int {
	found := map[subject]int{}
	for _, s := range sources {
		if n := s.lines(); !s.test && n > maxFileLines {
			key := subject{"file", wing(s.room), path.Base(s.path)}
			found[key] = max(found[key], n)
		}
	}
	return found
}

// wideComments returns the files with lines of comments that are too wide, and how many, those of tests, too.
// What an example prints is as wide as it is.
func wideComments(sources []source) map[subject]int {
	found := map[subject]int{}
	for _, s := range sources {
		for _, group := range s.file.Comments {
			if strings.Contains(group.Text(), "Output:\n") {
				continue
			}
			for _, c := range group.List {
				for line := range strings.SplitSeq(c.Text, "\n") {
					if utf8.RuneCountInString(line) > maxCommentWidth {
						found[subject{"comment", wing(s.room), path.Base(s.path)}]++
					}
				}
			}
		}
	}
	return found
}

// longFunctions returns the functions that are too long, and their lines. A wing counts the
// longest of those with one name.
func longFunctions(sources []source) map[subject]int {
	found := map[subject]int{}
	for _, s := range sources {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := s.length(f); n > maxFunctionLines {
				key := subject{"function", wing(s.room), functionName(f)}
				found[key] = max(found[key], n)
			}
		}
	}
	return found
}

// functionName returns a function's name, after its receiver's type and a point if it has one.
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	for {
		switch r := receiver.(type) {
		case *ast.StarExpr:
			receiver = r.X
		case *ast.IndexExpr:
			receiver = r.X
		case *ast.IndexListExpr:
			receiver = r.X
		case *ast.Ident:
			return r.Name + "." + f.Name.Name
		default:
			return f.Name.Name
		}
	}
}

func TestSizeIsMeasured(t *testing.T) {
	body := func(lines int) string { return "{" + strings.Repeat("\n", lines-1) + "}\n" } // of a function
	table := map[string]string{
		"bot/long.go":          "package bot\n" + strings.Repeat("\n", maxFileLines),
		"bot/full.go":          "package bot\n" + strings.Repeat("\n", maxFileLines-1),
		"bot/long_test.go":     "package bot\nfunc f() " + body(500),
		"vision/ink/body.go":   "package ink\nfunc (b *band[L]) long() " + body(61) + "func (b band[K, L]) full() " + body(60),
		"vision/plane/body.go": "package plane\nfunc (b band) long() " + body(70) + "func longer() " + body(65),
		"bot/wide.go":          "package bot\n//" + strings.Repeat("ä", 118) + "\n\n//" + strings.Repeat("a", 119) + "\nvar x int //" + strings.Repeat("a", 119) + "\n",
		"bot/wide_test.go":     "package bot\nfunc ExampleA() {\n// Output:\n//" + strings.Repeat("a", 119) + "\n}\n",
		"main.go":              "package main\n// main runs.\n//\n//\nfunc main() " + body(61),
	}
	for i := range 41 {
		name := strings.Repeat("a", i+1) + ".go"
		if table["solvers/kakuro/"+name] = "package kakuro\n"; i < 31 {
			table["render/"+name] = "package render\n"
		}
		if i < 30 {
			table["render/sheet/"+name], table["render/sheet/a"+strings.TrimSuffix(name, ".go")+"_test.go"] = "package sheet\n", "package sheet\n"
		}
	}
	sources := parseTable(t, table)
	for check, test := range map[string]struct {
		find func([]source) map[subject]int
		want map[subject]int
	}{
		"package":  {fullPackages, map[subject]int{{"package", "solvers/kakuro", "solvers/kakuro"}: 41, {"package", "render", "render"}: 31}},
		"file":     {longFiles, map[subject]int{{"file", "bot", "long.go"}: 401}},
		"function": {longFunctions, map[subject]int{{"function", "vision", "band.long"}: 70, {"function", "vision", "longer"}: 65, {"function", ".", "main"}: 61}},
		"comment":  {wideComments, map[subject]int{{"comment", "bot", "wide.go"}: 2}},
	} {
		if wrong := difference(test.find(sources), test.want); wrong != "" {
			t.Errorf("%s: %s", check, wrong)
		}
	}
}
