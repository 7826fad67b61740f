package tests

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gopkg.in/yaml.v3"

	"kibitz/commands"
)

// languages are those with transcripts of their own, by Discord's names for them.
var languages = []string{"ko", "ja"}

// speaking is a house of a person with that language.
func speaking(locale string) func(*plan) {
	return func(p *plan) { p.options.Locale = locale }
}

// TestChatInOtherLanguages plays the conversations in a directory for each
// language, by the person of that language.
func TestChatInOtherLanguages(t *testing.T) {
	for _, lang := range languages {
		files, err := filepath.Glob("testdata/" + lang + "/*.chat")
		if err != nil || len(files) == 0 {
			t.Fatalf("no conversations in %s: %v", lang, err)
		}
		for _, file := range files {
			t.Run(lang+"/"+strings.TrimSuffix(filepath.Base(file), ".chat"), func(t *testing.T) {
				t.Parallel()
				h := open(t, speaking(lang)) // its own, as what is drawn goes by what was asked before
				play(t, h, file, false)
				checkContract(t, h.taken())
			})
		}
	}
}

// TestEveryPuzzleIsPlayed: each kind has a conversation in every language.
func TestEveryPuzzleIsPlayed(t *testing.T) {
	for _, kind := range commands.ForBatch().Kinds() {
		for _, dir := range append([]string{""}, languages...) {
			text, err := os.ReadFile(filepath.Join("testdata", dir, kind+".chat"))
			if err != nil || !strings.Contains(string(text), "> /"+kind+" ") {
				t.Errorf("no conversation about %s in testdata/%s: %v", kind, dir, err)
			}
		}
	}
}

// TestNoEnglish plays all conversations by people of other languages: what they
// are answered has no English in it, but names and what is typed.
func TestNoEnglish(t *testing.T) {
	if testing.Short() {
		t.Skip("all conversations in two languages, which a short run leaves to a whole one")
	}
	files, err := filepath.Glob("testdata/*.chat")
	if err != nil {
		t.Fatal(err)
	}
	for i, lang := range languages {
		mine := files
		if os.Getenv("KIBITZ_LANGUAGES") == "" { // each conversation in one of them: all take a minute more
			mine = nil
			for j := i; j < len(files); j += len(languages) {
				mine = append(mine, files[j])
			}
		}
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			noEnglish(t, lang, mine)
		})
	}
}

func noEnglish(t *testing.T, lang string, files []string) {
	h := open(t, speaking(lang))
	translate := translator(t, lang)
	turned := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var talk talk
		var typed []string // words of its forms, which replies have again
		for _, turn := range turns(string(text)) {
			if strings.HasPrefix(turn.reply, "(Discord refuses") {
				continue
			}
			how, what, _ := strings.Cut(turn.said, " ")
			if how == ">>" || how == ">~" || how == ">=" {
				picked := strings.Split(what, " && ") // several items of one menu
				for i, label := range picked {
					picked[i] = translate(label)
				}
				what = strings.Join(picked, " && ")
			}
			reply, err := talk.speak(h, how+" "+what)
			if err != nil {
				t.Errorf("%s:%d in %s: %s %s: %v", file, turn.line, lang, how, what, err)
				continue
			}
			turned++
			if lang == "ja" {
				checkBlanks(t, fmt.Sprintf("%s:%d, %s", file, turn.line, turn.said), reply)
			}
			if how == ">>>" {
				typed = append(typed, latin.FindAllString(what, -1)...)
			}
			for _, word := range english(reply) {
				if slices.Contains(typed, word) {
					continue
				}
				t.Errorf("%s:%d in %s: %s: the English word %q in\n%s", file, turn.line, lang, turn.said, word, reply)
			}
		}
	}
	if turned < 100 {
		t.Errorf("only %d turns in %s", turned, lang)
	}
	checkContract(t, h.taken())
}

// Blanks that Japanese does not have: behind a full stop, and behind a colon or a closing bracket
// where a sentence goes on.
var japaneseBlank = regexp.MustCompile(`。\**[ 　]|[！？：）」]\**[ 　]+\**[\p{Han}\p{Hiragana}\p{Katakana}0-9a-z]`)

// TestJapaneseBlanks: no sentence in a Japanese conversation has a blank before it.
func TestJapaneseBlanks(t *testing.T) {
	files, err := filepath.Glob("testdata/ja/*.chat")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range turns(string(text)) {
			checkBlanks(t, fmt.Sprintf("%s:%d", file, turn.line), turn.reply)
		}
	}
}

// checkBlanks fails if a Japanese reply has a blank before a sentence.
func checkBlanks(t *testing.T, where, reply string) {
	t.Helper()
	for _, line := range strings.Split(reply, "\n") {
		if at := japaneseBlank.FindStringIndex(line); at != nil {
			t.Errorf("%s: a blank that Japanese does not have: …%s", where, line[at[0]:])
		}
	}
}

// TestTimeInWords: the time for one puzzle is said as a person says it.
func TestTimeInWords(t *testing.T) {
	set, err := commands.New(commands.Settings{MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		locale  string
		seconds int
		want    string
	}{
		{"en-US", 60, " 60 seconds,"}, {"en-US", 1, " 1 second,"}, {"ko", 60, "(60초)"}, {"ja", 60, "（60秒）"}, {"ja", 1, "（1秒）"},
	} {
		if got := set.Notice(c.locale, "overdue", map[string]any{"Count": c.seconds}).Text; !strings.Contains(got, c.want) {
			t.Errorf("%s, %d: %s", c.locale, c.seconds, got)
		}
	}
}

// TestCommandsInOtherLanguages: what is offered before anything is typed is in
// the person's language, except values that are typed as they are.
func TestCommandsInOtherLanguages(t *testing.T) {
	h := open(t, nil)
	for _, lang := range languages {
		check := func(where, text, typed string) {
			words := english(strings.ReplaceAll(text, typed, " "))
			if text == "" || len(words) > 0 {
				t.Errorf("%s in %s is %q: English is %q", where, lang, text, words)
			}
		}
		for _, c := range h.Commands() {
			if len(c.NameLocalizations) > 0 {
				check(c.Name, c.NameLocalizations[lang], c.Name)
			} else {
				check(c.Name, c.DescriptionLocalizations[lang], c.Name)
			}
			for _, o := range c.Options {
				check(c.Name+" "+o.Name, o.DescriptionLocalizations[lang], o.Name)
				for _, choice := range o.Choices {
					check(c.Name+" "+o.Name, choice.NameLocalizations[lang], fmt.Sprint(choice.Value))
				}
			}
		}
	}
}

// What is no language: code, addresses, names of files, what a terminal adds, the names that a
// technique has in English tutorials, and lines that prove a streak.
var noLanguage = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|https?://\\S+|(?m)^\\(only you see this\\)$|\\[form |\\[menu |→ .*?$|" +
	`\[(file|picture) \S+|\[animation \S+ \S+ \d+ frames|To the Moon|(다른 이름: |別名：)[^\n]*|\b\d-[a-z0-9]{12}\b`)

var latin = regexp.MustCompile(`[A-Za-z]{3,}`)

// names are of people, sites, programs, formats and games, the same everywhere, and what
// is typed as it is.
var names = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, kind := range commands.ForBatch().Kinds() {
		all[kind] = true
	}
	for _, name := range strings.Fields(`Discord Kibitz MIT PNG JPEG GIF WebP HEIC AVIF UTF MiB JSON XML TOML PBM PDF MiniZinc webpbn FreeNono nonogrid
		nonograms org puzz link pzprv Simon Tatham Pattern Flip Kayles Dawson Lights Out Kakuro Grundy nim sum XOR
		misere solve check steps play all auto iii vii viii
		easy medium hard expert runs random picture daily off plus style text development kibitzer UTC`) {
		all[name] = true
	}
	return all
})

// english are the words in a reply that are English and no names.
func english(reply string) (words []string) {
	for _, word := range latin.FindAllString(noLanguage.ReplaceAllString(reply, " "), -1) {
		if !names()[word] && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// translator says a label of the English transcripts in another language, by the
// files that both are from; what is not from them stays.
func translator(t *testing.T, lang string) func(label string) string {
	from, to := phrasesIn(t, "en"), phrasesIn(t, lang)
	number := regexp.MustCompile(`\(\?P<(Rows|Cols|Count)>\.\+`)
	value := regexp.MustCompile(`\\\{\\\{\\\.(\w+)\\\}\\\}`)
	condition := regexp.MustCompile(`\{\{if .*\{\{end\}\}`)
	placement := regexp.MustCompile(`^\d+: [rc]\d`) // a clue's number and cells, the same in all languages
	type pattern struct {
		english *regexp.Regexp
		other   string
		letters int // beside the values: the phrase with most is the likeliest
	}
	words, patterns := map[string]string{}, []pattern(nil)
	for _, id := range slices.Sorted(maps.Keys(from)) {
		for _, english := range from[id] {
			if id == "error.found" || id == "daily.date" || strings.Contains(id, ".in-colours.") || strings.HasSuffix(id, ".names") || len(to[id]) == 0 { // names are typed, no label
				continue
			}
			english, other := condition.ReplaceAllString(english, ""), condition.ReplaceAllString(to[id][len(to[id])-1], "")
			// Of the descriptions of boards only these are labels.
			label := !strings.HasPrefix(id, "board.") || id == "board.pad" || id == "board.pressed"
			if quoted := regexp.QuoteMeta(english); value.MatchString(quoted) && !label {
				continue
			} else if value.MatchString(quoted) {
				expr := number.ReplaceAllString(value.ReplaceAllString(quoted, "(?P<$1>.+)"), `(?P<$1>\d+`)
				if strings.Contains(english, "→") { // a label begins with a capital, which the phrase for a place has not
					expr = "(?i)" + expr
				}
				patterns = append(patterns, pattern{regexp.MustCompile("^" + expr + "$"), other, len(value.ReplaceAllString(quoted, ""))})
			} else {
				words[english] = other
			}
			if kind, _, ok := strings.Cut(id, ".technique."); ok { // puzzles share names that other languages tell apart
				lesson := func(all map[string][]string, technique string) string {
					return strings.NewReplacer("{{.Technique}}", technique, "{{.Puzzle}}", all[kind+".name"][0]).Replace(all["help.lesson"][0])
				}
				words[lesson(from, english)] = lesson(to, other)
			}
		}
	}
	slices.SortStableFunc(patterns, func(a, b pattern) int { return b.letters - a.letters })
	var translate func(label string) string
	translate = func(label string) string {
		if number, name, ok := strings.Cut(label, ". "); ok && strings.Trim(number, "0123456789") == "" { // of a list
			return number + ". " + translate(name)
		}
		if placement.MatchString(label) {
			return label
		}
		if other, ok := words[label]; ok {
			return other
		}
		if menu, item, ok := strings.Cut(label, ": "); ok && (menu == from["tap.fill"][0] || menu == from["tap.cross"][0]) {
			return words[menu] + ": " + translate(item)
		}
		for _, p := range patterns {
			m := p.english.FindStringSubmatch(label)
			if m == nil || strings.Contains(label, " → ") && !strings.Contains(p.english.String(), "→") { // a change, not a clue
				continue
			}
			other := p.other
			for i, name := range p.english.SubexpNames() {
				if part := m[i]; len(part) < len(label) {
					said := translate(part)
					if small := strings.ToLower(part[:min(1, len(part))]) + part[min(1, len(part)):]; said == part && translate(small) != small {
						said = translate(small)
					}
					other = strings.ReplaceAll(other, "{{."+name+"}}", said)
				}
			}
			return other
		}
		return label
	}
	return translate
}

// phrasesIn are a language's phrases by id, one for each plural form.
func phrasesIn(t *testing.T, lang string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../commands/words/locale/" + lang + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	var walk func(id string, v any)
	walk = func(id string, v any) {
		node, ok := v.(map[string]any)
		if !ok {
			all[id] = append(all[id], strings.TrimSuffix(fmt.Sprint(v), "\n"))
			return
		}
		for _, k := range slices.Sorted(maps.Keys(node)) {
			if k == "one" || k == "other" {
				walk(id, node[k])
			} else {
				walk(strings.TrimPrefix(id+"."+k, "."), node[k])
			}
		}
	}
	walk("", tree)
	return all
}
