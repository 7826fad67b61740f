package kakuro

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

// One small puzzle by its shape and its sums: with the border or without, with any signs,
// labels and line breaks.
func TestSketches(t *testing.T) {
	const want = `#,17\,16\/\17,.,./\16,.,.`
	for _, text := range []string{
		"###\n#..\n#..\nacross: 17 16\ndown: 17 16",
		"..\n..\nacross: 17 16\ndown: 17 16",
		"###/#../#.. across: 17 16 down: 17 16",
		"### #.. #.. across: 17 16 down: 17 16",
		"###,#..,#.., across: 17, 16, down: 17, 16",
		"### | #.. | #.. | across: 17, 16 | down: 17, 16",
		"# # #\n# . .\n# . .\n\nDown: 17 16\nAcross: 17 16\n",
		"# # # / # . . / # . . / down 17 16 / across 17 16",
		"xxx\nx__\nx--\nrows: 17;16\ncolumns: 17;16",
		"■■■\n■□□\n■□□\n가로: 17 16\n세로: 17 16",
		"⬛️⬛️⬛️ ⬛️⬜️⬜️ ⬛️⬜️⬜️ ヨコ：17 16 タテ：17 16",
		"⬛⬛⬛\n⬛⬜⬜\n⬛⬜⬜\n横 17 16\n縦 17 16",
		"```\n###\n#..\n#..\nacross: 17 16\ndown: 17 16\n```",
		"`.. .. across: 17 16 down: 17 16`",
		"###\n#..\n#..\n17 16\n17 16",
		"###\n#..\n#..\n\n17, 16, 17, 16",
		"../.. 17 16 17 16",
		"..\n..\n17 16 / 17 16",
	} {
		p, err := Parse(text)
		if err != nil || p.Line() != want {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

// Runs of one cell have sums if all have, and a question mark is no sum.
func TestSketchedSums(t *testing.T) {
	for text, want := range map[string]string{
		"..#/... across: 3 6 down: 3 4":      `#,3\,4\,#/\3,.,.,#/\6,.,.,.`,
		"..#/... across: 3 6 down: 3 4 5":    `#,3\,4\,#/\3,.,.,5\/\6,.,.,.`,
		"..#/... 3 6 3 4":                    `#,3\,4\,#/\3,.,.,#/\6,.,.,.`,
		"..#/... 3 6 3 4 5":                  `#,3\,4\,#/\3,.,.,5\/\6,.,.,.`,
		"..#/... across: ? 6 down: 3 ?":      `#,3\,#,#/#,.,.,#/\6,.,.,.`,
		"#.. / #.. across: 17 16 down: 17 ?": `#,17\,#/\17,.,./\16,.,.`,
	} {
		p, err := Parse(text)
		if err != nil || p.Line() != want {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

// The / of newspapers is a sum where rows have lines of their own.
func TestNewspaper(t *testing.T) {
	const want = `#,17\,16\/\17,.,./\16,.,.`
	for _, text := range []string{
		"# 17/ 16/\n/17 . .\n/16 . .",
		"3 3\n# 17/ 16/\n/17 . .\n/16 . .\n",
		"#,17/,16/\n/17,.,.\n/16,.,.",
		"| # | 17/ | 16/ |\n|---|---|---|\n| /17 | . | . |\n| /16 | . | . |",
	} {
		p, err := Parse(text)
		if err != nil || p.Line() != want {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
	if p, err := Parse("# # 4/\n# 3/12 .\n/7 . ."); err != nil || p.Line() != `#,#,4\/#,3\12,./\7,.,.` {
		if err == nil {
			t.Errorf("%s", p.Line())
		}
	}
}

// TestOldTexts: what was read before sketches and newspapers were is read as it was.
func TestOldTexts(t *testing.T) {
	for text, want := range map[string]string{
		"# . .\n# . 5":                      "#,.,./#,.,5",
		"#,./.,.":                           "#,./.,.",
		"#,./.,.\n5,.":                      "#,./.,./5,.",
		". . / . 5":                         ".,./.,5",
		"|#|.|\n|---|---|\n|.|.|":           "#,./.,.",
		"# 3\\ / \\3 .":                     `#,3\/\3,.`,
		"#,17\\,16\\/\n\\17,.,./\n\\16,.,.": `#,17\,16\/\17,.,./\16,.,.`,
		"3 3\nrows: r2c1=17 r3c1=16\ncolumns: r1c2=17 r1c3=16": `#,17\,16\/\17,.,./\16,.,.`,
	} {
		p, err := Parse(text)
		if err != nil || p.Line() != want {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func TestSketchErrors(t *testing.T) {
	const none = `"across:" and the sums across in reading order, then "down:" and the sums down`
	for _, c := range []struct {
		text         string
		line, column int
		code, want   string
	}{
		{"###/#../#..", 1, 12, "sketch.none", none},
		{"###/#../#.. acr", 1, 13, "sketch.none", none},
		{"###/#../#. across: 17 16 down: 17 16", 1, 9, "width", "a row of 3 cells; this one has 2"},
		{"###\n#..\n#..\nacross: 17 16\ndown: 17", 5, 9, "sketch.missing",
			"2 sums down, one for each run of white cells; here are 1, and none is left for the 2 cells from r2c3 on"},
		{"###\n#..\n#..\nacross: 17\ndown: 17 16", 5, 1, "sketch.missing",
			"2 sums across, one for each run of white cells; here are 1, and none is left for the 2 cells from r3c2 on"},
		{"###/#../#.. across: 17 16 15 down: 17 16", 1, 27, "sketch.surplus", "no more than 2 sums across, one for each run of white cells; here are 3"},
		{"###/#../#.. across: 17 16 down: 18 16", 1, 33, "sketch.sum", "a sum from 3 to 17, as number 1 down is for the 2 cells from r2c2 on"},
		{"###/#../#.. across: 17 x down: 18 16", 1, 24, "sketch.number", "a sum, or ? for none"},
		{"###/#../#.. 17 16 17", 1, 21, "sketch.total", "2 sums across and then 2 sums down; here are 3 in all"},
		{"###/#../#.. 17 16 17 16 5", 1, 25, "sketch.total", "2 sums across and then 2 sums down; here are 5 in all"},
		{"###/#../#.. across: 17 16 down: 17 1", 1, 37, "sketch.missing",
			"2 sums down, one for each run of white cells; here are 1, and none is left for the 2 cells from r2c3 on"},
		{"### across: 3", 1, 5, "white", `a white cell: "." or a digit`},
		{".......... across: 45", 1, 12, "", ""},
		{"#,17/,16//17,.,.//16,.,.", 1, 3, "slash", `sums with a \, such as 23\16, or each row on a line of its own: in a text of one line a / ends a row`},
		{"# 17/ 15/ /16 . .", 1, 3, "slash", `sums with a \, such as 23\16, or each row on a line of its own: in a text of one line a / ends a row`},
	} {
		_, err := Parse(c.text)
		syntax, ok := errors.AsType[*solvers.SyntaxError](err)
		switch {
		case !ok:
			t.Errorf("%q: %v", c.text, err)
		case c.code != "" && (syntax.Line != c.line || syntax.Column != c.column || syntax.Code != "kakuro."+c.code || syntax.Expected != c.want):
			t.Errorf("%q: %v (%s)", c.text, err, syntax.Code)
		}
	}
}

// TestSketchesRoundTrip: the shape and the sums of any puzzle without givens are that puzzle.
func TestSketchesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		var text strings.Builder
		for i := range p.Cells {
			p.Cells[i].Given = 0
			if i > 0 && i%p.Cols == 0 {
				text.WriteByte('\n')
			}
			text.WriteByte("#."[oneIf(p.Cells[i].White)])
		}
		for _, across := range []bool{true, false} {
			text.WriteString(map[bool]string{true: "\nacross:", false: "\ndown:"}[across])
			for _, e := range p.Entries() {
				if e.Across == across {
					fmt.Fprint(&text, " ", strings.Replace(fmt.Sprint(e.Sum), "0", "?", oneIf(e.Sum == 0)))
				}
			}
		}
		q, err := Parse(text.String())
		if err != nil || q.Line() != p.Line() {
			t.Fatalf("%q: %v, %v", text.String(), q, err)
		}
	})
}

func FuzzSketch(f *testing.F) {
	fuzz(f, "###\n#..\n#..\nacross: 17 16\ndown: 17 16", "..#/... 3 6 3 4 5", "⬛️⬜️ 가로: ? 세로：1", "# 17/ 16/\n/17 . .\n/16 . .", "#. across 5")
}
