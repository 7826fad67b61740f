package commands

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"kibitz/activity"
	"kibitz/commands/ask"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/nonogram/gallery"
)

// phrases are what a language's file says, by id: all plural forms of one together.
func phrases(t *testing.T, lang string) map[string]string {
	t.Helper()
	tree := map[string]any{}
	for _, file := range []string{"words/locale/" + lang + ".yaml", "words/locale/pictures/" + lang + ".yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
	}
	said := map[string]string{}
	var walk func(prefix string, v any)
	walk = func(prefix string, v any) {
		node, ok := v.(map[string]any)
		if !ok {
			said[prefix] = fmt.Sprint(v)
			return
		}
		for k, child := range node {
			if k == "one" || k == "other" || k == "zero" {
				said[prefix] += fmt.Sprintln(child)
				continue
			}
			walk(strings.TrimPrefix(prefix+"."+k, "."), child)
		}
	}
	walk("", tree)
	return said
}

// A speech is what the code says, read off its sources.
type speech struct {
	literals []string
	notices  []string         // ids of notices
	composed []*regexp.Regexp // of all texts that are put together
	said     []string         // ids of phrases, with what is not known of them as wild
}

// speaks is what is called to say a phrase.
var speaks = regexp.MustCompile(`([sS]ay|words\.In\(.*\)|^p)\.(Text|Count)$`)

// heard reads the speech of the code. Ids of notices are the arguments of Notice, those of
// refusals, and what the bot calls notice.
func heard(t *testing.T) (s speech) {
	for _, file := range code(t, ".", false) {
		ast.Inspect(file.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, ok := literal(n); ok {
					s.literals = append(s.literals, text)
				}
			case *ast.BinaryExpr:
				s.composed = append(s.composed, patterns(n)...)
			case *ast.AssignStmt:
				if text, ok := literal(n.Rhs[0]); ok && n.Tok == token.ADD_ASSIGN {
					s.composed = append(s.composed, pattern(wild+text))
				}
			case *ast.CallExpr:
				switch f := types.ExprString(n.Fun); {
				case speaks.MatchString(f):
					s.said = append(s.said, texts(n.Args[0])...)
				case strings.HasSuffix(f, "Notice"):
					for _, arg := range n.Args {
						if id, ok := literal(arg); ok {
							s.notices = append(s.notices, id)
						}
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "ID" {
					if id, ok := literal(n.Value); ok {
						s.notices = append(s.notices, id)
					}
				}
			}
			return true
		})
	}
	for _, file := range code(t, "../bot", false) {
		ast.Inspect(file.File, func(n ast.Node) bool {
			if c, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(c.Names[0].Name, "notice") && len(c.Values) == 1 {
				if id, ok := literal(c.Values[0]); ok {
					s.notices = append(s.notices, id)
				}
			}
			return true
		})
	}
	return s
}

// wild stands for what is not known of a text before it is put together.
const wild = "\x00"

// texts are what an expression can be.
func texts(e ast.Expr) []string {
	if text, ok := literal(e); ok {
		return []string{text}
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		var all []string
		for _, x := range texts(e.X) {
			for _, y := range texts(e.Y) {
				all = append(all, x+y)
			}
		}
		return all
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "If" {
			return append(texts(e.Args[1]), texts(e.Args[2])...)
		}
	}
	return []string{wild}
}

// patterns are the texts that an expression puts together from what is known and what is not.
func patterns(e ast.Expr) (all []*regexp.Regexp) {
	for _, text := range texts(e) {
		if strings.Contains(text, wild) && strings.Trim(text, wild) != "" {
			all = append(all, pattern(text))
		}
	}
	return all
}

func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(text), wild, ".+") + "$")
}

// composed are the ids that the code puts together: what all kinds have from what they are
// made of, and what each kind says that it has.
func composed(notices []string) (ids []string) {
	for _, k := range puzzles.Kinds() {
		ids = append(ids, k.Says...)
		ids = append(ids, words.IDs(k.Name+".", "name", "names", "brief", "puzzle", "form", "rules", "encodings")...)
		if k.Maker != nil {
			ids = append(ids, words.IDs(k.Maker.Name+".", "brief", "puzzle", "image", "do", "title", "label", "or", "form", "size")...)
		}
		for _, a := range k.Actions {
			if ids = append(ids, "button."+a.Name); !a.ByForm {
				ids = append(ids, "choice.do."+a.Name)
			}
		}
		for _, o := range k.Options {
			ids = append(ids, k.Name+".option."+o.Name)
			for _, c := range o.Choices {
				ids = append(ids, "choice."+o.Name+"."+c.Value)
			}
		}
	}
	for _, p := range gallery.Pictures() {
		ids = append(ids, words.IDs("picture.", p.Name)...)
	}
	for _, id := range notices {
		ids = append(ids, words.IDs("notice."+id+".", "title", "text")...)
	}
	ids = append(ids, words.IDs("choice.style.", "auto", "emoji", "picture", "text")...)
	ids = append(ids, words.IDs("choice.theme.", "dark", "light")...)
	ids = append(ids, words.IDs("form.wishes.", ask.Hint, ask.Check, ask.Solve, ask.Play)...)
	ids = append(ids, words.IDs("button.", "emoji", "picture")...)
	ids = append(ids, words.IDs("daily.grade.", ask.Grades[:]...)...)
	ids = append(ids, words.IDs("board.", render.Words()...)...)
	picture, emoji := signs()
	ids = append(ids, words.IDs("legend.looks.", picture...)...)
	coloured := signsInColours()
	ids = append(ids, words.IDs("legend.shapes.", coloured...)...)
	return append(ids, words.IDs("legend.means.", slices.Concat(picture, emoji, coloured)...)...)
}

// signs are the words of all that boards can show and that is explained under them. The
// states of lamps are told with the rules.
func signs() (picture, emoji []string) {
	for kind := render.Blank; kind <= render.Lamp8; kind++ {
		for mark := render.NoMark; mark <= render.New; mark++ {
			b := render.NewBoard(1, 1)
			b.Cells[0] = render.Cell{Kind: kind, Mark: mark}
			for _, s := range b.EmojiSigns() {
				if b.EmojiFits(1) && !strings.HasPrefix(s.Word, "at ") {
					emoji = append(emoji, s.Word)
				}
			}
			b.Cells[0].Notes, b.Cells[0].Set = 2, words.If(mark == render.Differ, 1, 0) // a candidate
			for _, s := range b.PictureSigns() {
				picture = append(picture, s.Word)
			}
		}
	}
	return picture, append(emoji, render.PressLit) // which stands only beside another press
}

// signsInColours are those of pictures of boards in colours.
func signsInColours() (signs []string) {
	for _, kind := range []render.Kind{render.Blank, render.Crossed, render.Open, render.Painted} {
		for mark := render.Differ; mark <= render.New; mark++ {
			b := render.NewBoard(1, 2)
			b.Palette = []render.Colour{{Letter: 'a'}, {Letter: 'b'}}
			b.Cells[0] = render.Cell{Kind: kind, Mark: mark, Set: words.If(mark == render.Differ, 1, 0)}
			b.Cells[1] = render.Cell{Kind: render.Open, May: 3}
			for _, s := range b.PictureSigns() {
				if s.Means == "" {
					signs = append(signs, s.Word)
				}
			}
		}
	}
	return signs
}

// TestWords: the ids in en.yaml are those that the code says, whole or put together, and no
// others. What is put together is declared, and what is declared is put together.
func TestWords(t *testing.T) {
	english, s := phrases(t, "en"), heard(t)
	roots, said := map[string]bool{}, map[string]bool{}
	for id := range english {
		root, _, _ := strings.Cut(id, ".")
		roots[root] = true
	}
	for _, l := range s.literals {
		root, rest, dotted := strings.Cut(l, ".")
		if english[l] != "" || dotted && roots[root] && rest != "" && !strings.ContainsAny(l, " {/") && !strings.HasSuffix(l, ".") {
			said[l] = true
		}
	}
	for _, id := range activity.Phrases() {
		said[id] = true
	}
	declared := composed(s.notices)
	for code := range codes(t) {
		if id := "plainly." + code; english[id] != "" {
			declared = append(declared, id)
		}
	}
	for _, id := range declared {
		if !said[id] && !slices.ContainsFunc(s.composed, func(p *regexp.Regexp) bool { return p.MatchString(id) }) {
			t.Errorf("%s is declared and never put together", id)
		}
	}
	for _, id := range s.said {
		switch {
		case !strings.Contains(id, wild):
			said[id] = true
		case id != wild && !slices.ContainsFunc(declared, pattern(id).MatchString):
			t.Errorf("%q is put together and never declared", id)
		}
	}
	for _, id := range declared {
		said[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(said)) {
		if english[id] == "" {
			t.Errorf("%s is said and not in en.yaml", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(english)) {
		if !said[id] {
			t.Errorf("%s is in en.yaml and never said", id)
		}
	}
}

var (
	placeholder = regexp.MustCompile(`\.[A-Z]\w*`)
	filledIn    = regexp.MustCompile(`\{\{.*?\}\}`)
)

// placeholders are the values that go into a phrase.
func placeholders(phrase string) map[string]bool {
	set := map[string]bool{}
	for _, name := range placeholder.FindAllString(strings.Join(filledIn.FindAllString(phrase, -1), " "), -1) {
		set[name] = true
	}
	return set
}

// TestTranslations: every language says all that English does, with the same values in it,
// the expectations of the solvers by their codes, and nothing else. What counts may name its
// number where English has no need to.
func TestTranslations(t *testing.T) {
	files, err := filepath.Glob("words/locale/*.yaml")
	if err != nil || len(files) != len(words.Locales()) {
		t.Fatalf("%v, %v; spoken are %v", files, err, words.Locales())
	}
	english, codes := phrases(t, "en"), codes(t)
	for _, file := range files {
		lang := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if lang == "en" {
			continue
		}
		other := phrases(t, lang)
		for id, phrase := range english {
			told, want := placeholders(other[id]), placeholders(phrase)
			delete(told, ".Count")
			delete(want, ".Count")
			if other[id] == "" || !maps.Equal(told, want) {
				t.Errorf("%s.yaml: %s is %q, with %v and not %v", lang, id, other[id], told, want)
			}
		}
		for code := range codes {
			if other["expected."+code] == "" {
				t.Errorf("%s.yaml has no expected.%s", lang, code)
			}
		}
		for id := range other {
			if code, expected := strings.CutPrefix(id, "expected."); english[id] == "" && !(expected && codes[code]) {
				t.Errorf("%s.yaml has %s, which nobody says", lang, id)
			}
		}
	}
}
