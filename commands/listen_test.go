package commands

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// scenes are requests for boards of all that is done with a kind of puzzle, whether it has one
// solution, several or none, with marks and by other rules.
func scenes(t *testing.T, k *ask.Kind) (all []options) {
	starts := []options{{"puzzle": k.Example}, {"puzzle": k.Order}}
	for _, text := range ofEveryTone(t, k) {
		starts = append(starts, options{"puzzle": text})
	}
	if k.Marks != "" {
		starts = append(starts, options{"puzzle": k.Example, ask.MarksField: k.Marks},
			options{"puzzle": k.Example, ask.MarksField: wronglyMarked(t, k)})
	}
	starts = append(starts, map[string][]options{
		"nonogram":  {{"puzzle": "20x20 medium 3"}, {"puzzle": "3;0;1|2;1;1"}, {"puzzle": "1;1|1;1"}},
		"lightsout": {{"puzzle": "12/20", "states": int64(3)}, {"puzzle": "1x1/0x1"}, {"puzzle": "5x5: a1"}, {"puzzle": "20x30 random 4"}, {"puzzle": "1000/0000", "states": int64(4)}},
		"kakuro":    {{"puzzle": "8x8 medium 2"}},
		"cardflip":  {{"puzzle": "23 random 5"}, {"puzzle": "1101", "misere": true}, {"puzzle": "1111", "game": "4.12"}},
		"tothemoon": {{"puzzle": "100/000/000"}, {"puzzle": "6x9 random 1"}},
	}[k.Name]...)
	for _, start := range starts {
		if start["puzzle"] == "" {
			continue
		}
		for _, action := range k.Actions {
			o := maps.Clone(start)
			o["do"], o["style"] = action.Name, "picture"
			all = append(all, o)
		}
	}
	return all
}

// turns are clicks that bring other boards: hints in all degrees, checks, games.
var turns = regexp.MustCompile(`more=|turn=(hint|check|undo|give-up|\d|begin|[a-e]\d|i+$|[abc]$|diagonal)|page=[23]|second=`)

// everyBoard is each board that is shown of a kind, in all languages.
func everyBoard(t *testing.T, k *ask.Kind, see func(about string, replies map[string]*chat.Reply)) {
	c := newCommands(t)
	for _, o := range scenes(t, k) {
		queue := []chat.Request{{Command: k.Name, Options: o}}
		seen, left := map[string]bool{}, 8
		for len(queue) > 0 && left > 0 {
			left--
			req := queue[0]
			queue = queue[1:]
			replies := map[string]*chat.Reply{}
			for _, locale := range words.Locales() {
				req.Locale = locale
				replies[locale] = c.Inquire(&req).Answer(t.Context(), nil)
			}
			r := replies["en-US"]
			if r.Board != nil {
				see(fmt.Sprintf("%s %v %s", k.Name, o, req.Path), replies)
			}
			for _, row := range append(r.Grid, r.Buttons) {
				for _, b := range row {
					if turns.MatchString(b.Path) && !b.Disabled && !seen[b.Path+r.Puzzle] {
						seen[b.Path+r.Puzzle] = true
						queue = append(queue, chat.Request{Path: b.Path, Puzzle: r.Puzzle})
					}
				}
			}
		}
	}
}

// unheard are signs that nobody wants to hear.
const unheard = "*_~`|<>⟨⟩"

// TestBoardsAloud: of every board, in every state and language, the alt text and the text
// have no Markdown, no emoji and no phrase that is missing, and the English text gives the
// board back: its clues, every cell, every mark.
func TestBoardsAloud(t *testing.T) {
	for _, k := range newCommands(t).kinds {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			boards := 0
			everyBoard(t, k, func(about string, replies map[string]*chat.Reply) {
				boards++
				for locale, r := range replies {
					alt, text := r.Board.Alt(), r.Board.Text()
					if n := utf8.RuneCountInString(alt); n > render.MaxAlt || n == 0 {
						t.Errorf("%s in %s: alt text of %d characters", about, locale, n)
					}
					for _, told := range []string{alt, text, r.Board.Veiled()} {
						if i := strings.IndexFunc(told, unspoken); i >= 0 {
							t.Errorf("%s in %s: %q in\n%s", about, locale, told[i:min(i+12, len(told))], told)
						}
					}
				}
				listen(t, replies["en-US"].Board).check(about)
				sameNumbers(t, about, replies)
			})
			if boards < 20 {
				t.Errorf("only %d boards", boards)
			}
		})
	}
}

func unspoken(r rune) bool {
	return strings.ContainsRune(unheard, r) || unicode.In(r, unicode.So, unicode.Me, unicode.Variation_Selector)
}

var (
	number   = regexp.MustCompile(`r\d+c\d+|\d+`)
	markName = regexp.MustCompile(`[(（][^()（）]*[)）]`) // some languages count in them
)

// sameNumbers: what the English says, the other languages say of the same cells.
func sameNumbers(t *testing.T, about string, replies map[string]*chat.Reply) {
	numbers := func(r *chat.Reply) []string {
		b := *r.Board
		b.Title, b.Caption = "", ""
		text := strings.ReplaceAll(b.Text(), "press once", "press 1")
		all := number.FindAllString(markName.ReplaceAllString(text, ""), -1)
		slices.Sort(all)
		return all
	}
	want := numbers(replies["en-US"])
	for locale, r := range replies {
		if got := numbers(r); !slices.Equal(got, want) {
			t.Errorf("%s in %s: the numbers are %v, not %v", about, locale, got, want)
		}
	}
}

// TestAnyBoardAloud: whatever is on a board, and however it is marked, it is heard.
func TestAnyBoardAloud(t *testing.T) {
	families := [][]render.Kind{
		{render.Blank, render.Filled, render.Crossed, render.Open},
		{render.LampOff, render.LampOn, render.Hole, render.Lamp3},
		{render.Digit},
		{render.Clear, render.Cloudy},
	}
	rapid.Check(t, func(rt *rapid.T) {
		kinds := rapid.SampledFrom(families).Draw(rt, "kinds")
		b := render.NewBoard(rapid.IntRange(2, 13).Draw(rt, "rows"), rapid.IntRange(2, 8).Draw(rt, "columns"))
		b.Say = words.In("en").Board
		switch kinds[0] {
		case render.Blank:
			clue := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(1, 12), 0, 3), b.Rows+b.Cols, b.Rows+b.Cols).Draw(rt, "clues")
			b.Left, b.Top = clue[:b.Rows], clue[b.Rows:]
			b.FaintLeft = rapid.SliceOfN(rapid.Bool(), b.Rows, b.Rows).Draw(rt, "done")
		case render.LampOff:
			ask.NameCells(b)
		}
		marks := rapid.SampledFrom([][]render.Mark{{render.NoMark}, {render.NoMark, render.NoMark, render.Pick, render.New}, {render.NoMark, render.Proof, render.Differ, render.Press}, {render.Pick}}).Draw(rt, "marks")
		for i := range b.Cells {
			b.Cells[i] = render.Cell{Kind: rapid.SampledFrom(kinds).Draw(rt, "kind"), Mark: rapid.SampledFrom(marks).Draw(rt, "mark")}
			if kinds[0] == render.Digit && rapid.Bool().Draw(rt, "notes") {
				b.Cells[i].Notes = rapid.Uint16Range(0, 511).Draw(rt, "digits") << 1
			}
		}
		heard := listen(t, b)
		heard.check("any")
		if t.Failed() {
			rt.Fatalf("%s", b.Text())
		}
	})
}

// TestCluesAloud: a nonogram is heard as it was typed.
func TestCluesAloud(t *testing.T) {
	for _, text := range []string{"1 1;5;5;3;1|2;4;4;4;2", "0;1|0;1", "20x20 easy 7"} {
		r := typed(t, "nonogram", options{"puzzle": text, "do": "blank", "style": "picture"})
		l := listen(t, r.Board)
		side := func(heard map[int]string, n int) string {
			var all []string
			for i := range n {
				all = append(all, heard[i])
			}
			return strings.Join(all, ";")
		}
		if got := side(l.left, r.Board.Rows) + "|" + side(l.top, r.Board.Cols); got != r.Puzzle {
			t.Errorf("%s is heard as %s", r.Puzzle, got)
		}
	}
}

// TestMistakeAloud: a mistake is called one.
func TestMistakeAloud(t *testing.T) {
	r := typed(t, "nonogram", options{"puzzle": "1 1;5;5;3;1|2;4;4;4;2", "marks": "r1c1=#", "do": "check", "style": "picture"})
	if alt := r.Board.Alt(); !strings.Contains(alt, "Row 1, clue 1 1: column 1 filled (mistake); the rest open.") || strings.Contains(alt, "proof") {
		t.Error(alt)
	}
}

// TestVeiledAloud: of two puzzles of one size, behind a spoiler, the same is heard.
func TestVeiledAloud(t *testing.T) {
	for _, locale := range words.Locales() {
		heard := map[string]bool{}
		for _, text := range []string{"1 1;5;5;3;1|2;4;4;4;2", "1;4;1 1;2;1|2;3;1;3;1", "5x5 easy 3"} {
			r := newCommands(t).Inquire(&chat.Request{Command: "nonogram", Locale: locale,
				Options: options{"puzzle": text, "do": "steps", "spoiler": true, "style": "picture"}}).Answer(t.Context(),
				nil)

			if !r.Spoiler {
				t.Fatalf("%s is not veiled", text)
			}
			heard[r.Board.Veiled()] = true
		}
		if len(heard) != 1 {
			t.Errorf("%v in %s", heard, locale)
		}
	}
}

// TestButtonsAloud: with style:text every button of a board has a name of its own, in words.
func TestButtonsAloud(t *testing.T) {
	for _, k := range newCommands(t).kinds {
		for _, o := range []options{{}, {"do": "play"}, {"do": "play", "puzzle": k.Example}} {
			o["style"] = "text"
			for _, locale := range words.Locales() {
				req := chat.Request{Command: k.Name, Options: o, Locale: locale}
				r := newCommands(t).Inquire(&req).Answer(t.Context(), nil)
				seen := map[string]bool{}
				for _, row := range append(r.Grid, r.Buttons) {
					for _, b := range row {
						if b.Label == "" || b.Emoji != "" || seen[b.Label] || strings.IndexFunc(b.Label, unspoken) >= 0 {
							t.Errorf("%s %v in %s: %q, %q", k.Name, o, locale, b.Label, b.Emoji)
						}
						seen[b.Label] = true
					}
				}
				if i := strings.IndexFunc(r.Text+r.Note, func(r rune) bool { return unicode.Is(unicode.So, r) }); i >= 0 {
					t.Errorf("%s %v in %s: an emoji in %s", k.Name, o, locale, r.Text+r.Note)
				}
			}
		}
	}
}
