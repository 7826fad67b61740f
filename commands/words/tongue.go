package words

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"gopkg.in/yaml.v3"
)

// A tongue is the phrases in one language, by id.
type tongue struct {
	tag   language.Tag
	texts map[string]forms
	read  sync.Map // phrases as they are read when they are first wanted, by their text
}

// forms are a phrase as it is written, in the plural forms that the language has; one that
// counts nothing has Other alone.
type forms map[plural.Form]string

// The names of the plural forms, by Unicode's CLDR.
var formNames = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// load reads a file of phrases, whose name is its language, and adds them to that language in
// `all`. It returns `all` with the language added if it was not in there.
func load(all []*tongue, file string) ([]*tongue, error) {
	tag, err := language.Parse(strings.TrimSuffix(path.Base(file), ".yaml"))
	if err != nil {
		return nil, err
	}
	data, err := locale.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var tree map[string]any
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return nil, err
	}
	var t *tongue
	for _, known := range all {
		if known.tag == tag {
			t = known
		}
	}
	if t == nil {
		t = &tongue{tag: tag, texts: map[string]forms{}}
		all = append(all, t)
	}
	return all, t.add("", tree)
}

// add adds the phrases of a tree, whose ids are the names on the way to them.
func (t *tongue) add(prefix string, tree map[string]any) error {
	for name, node := range tree {
		id := prefix + name
		switch node := node.(type) {
		case string:
			t.texts[id] = forms{plural.Other: node}
		case map[string]any:
			if f, ok := formsOf(node); ok {
				t.texts[id] = f
			} else if err := t.add(id+".", node); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s is neither a phrase nor a group of them: %v", id, node)
		}
	}
	return nil
}

// formsOf reads a group as the plural forms of one phrase. ok is false if the group has anything
// else, or lacks the form Other.
func formsOf(group map[string]any) (forms, bool) {
	f := forms{}
	for name, text := range group {
		form, isForm := formNames[name]
		s, isText := text.(string)
		if !isForm || !isText {
			return nil, false
		}
		f[form] = s
	}
	_, ok := f[plural.Other]
	return f, ok
}

// phrase returns the phrase of an id, in the plural form for n, or in Other if n is nil.
func (t *tongue) phrase(id string, n *int) (phrase, bool) {
	f, ok := t.texts[id]
	if !ok {
		return phrase{}, false
	}
	form := plural.Other
	if n != nil {
		form = plural.Cardinal.MatchPlural(t.tag, max(*n, -*n), 0, 0, 0, 0)
	}
	text, ok := f[form]
	if !ok {
		text = f[plural.Other]
	}
	if p, ok := t.read.Load(text); ok {
		return p.(phrase), true
	}
	p, err := parse(strings.TrimSuffix(text, "\n"))
	if err != nil {
		return phrase{}, false // TestPhrasesParse reads them all
	}
	t.read.Store(text, p)
	return p, true
}
