package nonogram

import (
	"encoding/json"
	"image/color"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
)

// Letters of colours that are those of rows and columns, and of empty cells, are read as what
// they are.
func TestColourMarks(t *testing.T) {
	const puzzle = "r=#f00,c=#0ff,x=#000:1r1c1x;3x|1r1x;1c1x;2x"
	for marks, want := range map[string]string{
		"rcx/xxx":                  "rcx\nxxx",
		"r1=rcx r2c1-3=x":          "rcx\nxxx",
		"r1c1=r r1c2=c r2=xxx":     "rc?\nxxx",
		"r1c2=c c3=xx r2c1-2=XX":   "?cx\nXXx",
		"r1 c1 r, r1 c2 c, r2c3 x": "rc?\n??x",
	} {
		game, err := deduce.Reader(parse, nil, blackAndWhite)(puzzle, ask.Options{ask.MarksField: marks})
		if err != nil {
			t.Errorf("%s: %v", marks, err)
			continue
		}
		if got := game.(deduce.Game).Sheet(); got != want {
			t.Errorf("%s: %q, want %q", marks, got, want)
		}
	}
}

// No two colours of a palette have the same name in any language, whatever they look like.
func TestColourNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var palette []nonogram.Ink
		for i, hex := range rapid.SliceOfN(rapid.Uint32Range(0, 0xffffff), 1, nonogram.MaxColours).Draw(t, "palette") {
			palette = append(palette, nonogram.Ink{Letter: 'A' + byte(i), RGB: rgb(hex)})
		}
		for _, locale := range words.Locales() {
			seen := map[string]bool{}
			for _, name := range colourNames(palette) {
				told := name(words.In(locale))
				if seen[told] || strings.Contains(told, "⟨") {
					t.Errorf("%s twice", told)
				}
				seen[told] = true
			}
		}
	})
}

// Shades that are alike have names of their own: no letter tells them apart.
func TestLikeColours(t *testing.T) {
	for _, c := range []struct {
		colours []uint32
		want    string
	}{
		{[]uint32{0x404040, 0xff0000, 0x303030}, "dark-grey red black"},
		{[]uint32{0x808080, 0xa78670}, "grey light-brown"},
		{[]uint32{0xffd8b0, 0x704020, 0x8b5a2b}, "beige dark-brown brown"},
		{[]uint32{0x0000ff, 0x0000c0}, "blue dark-blue"},
		{[]uint32{0x00a000, 0x008000, 0x90ee90}, "green dark-green light-green"},
		{[]uint32{0xff0000, 0xe00000}, "red dark-red"},
	} {
		var colours []color.RGBA
		for _, hex := range c.colours {
			colours = append(colours, rgb(hex))
		}
		if got := strings.Join(usualNames(colours), " "); got != c.want {
			t.Errorf("%06x: %s, want %s", c.colours, got, c.want)
		}
	}
}

// A batch's record has the puzzle and its solutions, in letters, as the text does.
func TestColourRecord(t *testing.T) {
	g, err := parse("r=#f00,g=#00aa00:1r;1g;1r|1r;1g;1r")
	if err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal(deduce.NewRecord(t.Context(), deduce.Game{Puzzle: g}, false))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Palette   map[string]string
		Rows      [][][2]any
		Columns   [][][2]any
		Verdict   string
		Count     int
		Solutions [][]string
		Backbone  []string
		Options   []struct {
			Row, Column int
			May         string
		}
	}
	if err := json.Unmarshal(file, &r); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if r.Palette["g"] != "#00aa00" || r.Verdict != "multiple" || r.Count != 2 || len(r.Rows) != 3 || r.Rows[1][0] != [2]any{1., "g"} {
		t.Errorf("%s", file)
	}
	if got := strings.Join(r.Backbone, "/"); got != "?.?/.g./?.?" {
		t.Errorf("backbone %s", got)
	}
	both := strings.Join(r.Solutions[0], "/") + " " + strings.Join(r.Solutions[1], "/")
	if both != "r../.g./..r ..r/.g./r.." && both != "..r/.g./r.. r../.g./..r" {
		t.Errorf("solutions %s", both)
	}
	if len(r.Options) != 4 || r.Options[0].May != ".r" || r.Options[3].Row != 3 || r.Options[3].Column != 3 {
		t.Errorf("options %v", r.Options)
	}
}

// A slip that is told, mended, is a puzzle with a solution; another code is none.
func TestColourSlips(t *testing.T) {
	g, _ := parse("r=#f00,g=#008000:2r;1g1r|1r1g;1r")
	p := g.(game)
	say := words.In("en")
	slips, _ := p.Slips(t.Context())
	typos, told := p.typos(slips, say)
	if len(typos) != 2 || !strings.Contains(told, "row 1: 2r → 1r") {
		t.Fatalf("%v: %s", typos, told)
	}
	for _, typo := range typos {
		mended, _ := p.Mended(typo.Code, say)
		if s, err := mended.Solve(t.Context(), true); err != nil || len(s.Solutions) != 1 {
			t.Errorf("%s: %v %v", typo.Code, s, err)
		}
	}
	for _, code := range []string{"", "r1.1.1", "r1.1.1z", "r9.1.1r", "r1.1.01r", "c2.1.1r "} {
		if mended, _ := p.Mended(code, say); mended != nil && code != "" {
			t.Errorf("%q mends %s", code, mended)
		}
	}
}
