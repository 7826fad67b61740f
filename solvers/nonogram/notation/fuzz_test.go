package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// A target for each grammar, or two of one kind. They go to the reader itself, so that
// nothing is lost on texts that another one takes; FuzzParse is about who takes what.

func FuzzParse(f *testing.F) {
	fuzz(f, slices.Collect(func(yield func(string) bool) {
		for name := range writers {
			yield(name)
		}
	}), reader{knows: func(source) bool { return true }, read: read},
		"rows: 1;2 columns: 3;4", "```\n1|1\n```", "5000x5000 all",
		"[[1,1],[5]]\n[[2],[4]]", "(1,1) (5)\n(2) ()", "rows = [[1]]\ncols: [[1]]", "2x3\n1 1\n2\n2\n1\n2", "top: 1 1 left: 1,1 0", "[[[1]],[[1]]]")
}

func FuzzNumbers(f *testing.F) {
	fuzz(f, []string{"numbers", "slashes", "newlines"}, either(reader{knows: isLabelled, read: readLabelled}, reader{knows: isNumbers, read: readNumbers}),
		"rows: 1;2 columns: 1;1 1", "columns 1/1\nrows=1,1", "1\n1\n\n1\n1")
}

func FuzzLetters(f *testing.F) {
	fuzz(f, []string{"letters"}, reader{knows: isLetters, read: readLetters})
}

func FuzzPicture(f *testing.F) {
	fuzz(f, []string{"picture", "picture one line", "emoji", "bits", "bits with blanks"},
		either(reader{knows: isPicture, read: readPicture}, reader{knows: isBits, read: readBits}), "⬛\ufe0f⬜ ⬜⬛")
}

func FuzzCounted(f *testing.F) { // .mk, .nin and .cwd
	fuzz(f, []string{"mk", "nin", "cwd"}, either(reader{knows: isMk, read: readMk}, reader{knows: isNin, read: readNin}, reader{knows: isCwd, read: readCwd}))
}

func FuzzList(f *testing.F) {
	fuzz(f, []string{"list", "list, blank line", "list with zeros"}, reader{knows: isList, read: readList})
}

func FuzzPattern(f *testing.F) {
	fuzz(f, []string{"Pattern", "Pattern with its cells"}, reader{knows: isGameID, read: readGameID}, "26x1:"+strings.Repeat("/", 26)+",zA", "10x10#123")
}

func FuzzPuzzLink(f *testing.F) {
	fuzz(f, []string{"puzz.link"}, reader{knows: isPuzzLink, read: readPuzzLink}, "<https://puzz.link/p?nonogram/2/2/.1-10g>", "17/1/-11o")
}

func FuzzJSON(f *testing.F) {
	fuzz(f, []string{"JSON", "JSON of others"}, reader{knows: isJSON, read: readJSON}, `{"rows":[[1e9]],"columns":[[-1],[]]}`, `{"cols":{}}`)
}

func FuzzXML(f *testing.F) {
	fuzz(f, []string{"XML"}, reader{knows: isXML, read: readXML}, "<puzzleset><puzzle><solution type=\"goal\"><image>\n|XX.|\n|.XX|\n</image></solution></puzzle></puzzleset>",
		`<?xml version="1.0"?><!DOCTYPE pbn><puzzle><color name="white" char="-"/><clues type="rows"><line><count color="red">1</count></line></clues>`)
}

func FuzzNon(f *testing.F) {
	fuzz(f, []string{"non"}, reader{knows: isNon, read: readNon}, "width 3,height 2\ngoal \"110011\"", "color a #f00\nrows\n1a\n\ncolumns\n1a")
}

func FuzzG(f *testing.F) {
	fuzz(f, []string{"g"}, reader{knows: isG, read: readG}, "#d\na:b blue|#00f\n:\n1a\n:\n1a\n:")
}

func FuzzTOML(f *testing.F) {
	fuzz(f, []string{"TOML"}, reader{knows: isTOML, read: readTOML}, "[clues]\ncolumns=1,\"2\", 1 ; c\nrows = '''2b\n2b'''\n[colors]\n")
}

func FuzzMiniZinc(f *testing.F) {
	fuzz(f, []string{"MiniZinc"}, reader{knows: isMiniZinc, read: readMiniZinc})
}

func FuzzNonogramsOrg(f *testing.F) {
	fuzz(f, []string{"nonograms.org"}, reader{knows: isNonogramsOrg, read: readNonogramsOrg})
}

func FuzzPBM(f *testing.F) {
	fuzz(f, []string{"PBM", "PBM, packed"}, reader{knows: isPBM, read: readPBM}, "P4#\n8 1\xff\xff")
}

// either is the first of some readers that reads a text.
func either(some ...reader) reader {
	which := func(s source) int { return slices.IndexFunc(some, func(r reader) bool { return r.knows(s) }) }
	return reader{
		knows: func(s source) bool { return which(s) >= 0 },
		read:  func(s source) (*nonogram.Puzzle, error) { return some[which(s)].read(s) },
	}
}

// fuzz begins with what the writers of those names make of a small picture, and with texts.
func fuzz(f *testing.F, names []string, r reader, texts ...string) {
	p := nonogram.FromPicture([]nonogram.Cell{nonogram.Filled, nonogram.Empty, nonogram.Filled, nonogram.Empty, nonogram.Empty, nonogram.Empty, nonogram.Filled, nonogram.Filled, nonogram.Empty}, 3)
	for _, name := range names {
		f.Add(writers[name](p))
	}
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newSource(text)
		if !r.knows(s) {
			return
		}
		p, err := r.read(s)
		if err != nil {
			err = sound(text, err)
		} else {
			err = returns(p)
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// sound checks that an error says what was expected, at a place that is in the text.
func sound(text string, err error) error {
	var at *solvers.SyntaxError
	if !errors.As(err, &at) || at.Expected == "" || at.Code == "" {
		return fmt.Errorf("error %#v", err)
	}
	lines := strings.Split(text, "\n")
	if at.Line < 1 || at.Line > len(lines) || at.Column < 1 || at.Column > utf8.RuneCountInString(lines[at.Line-1])+1 {
		return fmt.Errorf("error outside the text: %v", at)
	}
	return nil
}

// returns checks that a puzzle is within the limits and that its canonical encoding reads as it.
func returns(p *nonogram.Puzzle) error {
	if err := p.Check(); err != nil {
		return err
	}
	again, err := Parse(p.String())
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", p, err)
	case again.String() != p.String() || !slices.Equal(again.Given, p.Given):
		return fmt.Errorf("%s reads as %s", p, again)
	}
	return nil
}
