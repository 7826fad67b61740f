package notation

import (
	"errors"
	"testing"

	"kibitz/solvers"
)

// TestColouredFormats: the same picture, a square of two colours, in each encoding as its
// documentation has it: the page of the format is named where there is one.
func TestColouredFormats(t *testing.T) {
	const (
		want = "1r1b;2b|1r1b;2b" // rb/bb, red and blue
		xml  = `<clues type="columns"><line><count color="red">1</count><count color="blue">1</count></line><line><count color="blue">2</count></line></clues>`
		rows = `<clues type="rows"><line><count color="red">1</count><count color="blue">1</count></line><line><count color="blue">2</count></line></clues>`
	)
	for _, c := range []struct{ about, text string }{
		{"canonical", "r=#f00,b=#00f:1r1b;2b|1r1b;2b"},
		{"canonical without a palette", "1r1b;2b|1r1b;2b"},
		{"webpbn XML", `<?xml version="1.0"?><puzzleset><puzzle type="grid"><color name="white" char=".">fff</color><color name="red" char="r">FF0000</color><color name="blue" char="b">00f</color>` + xml + rows + `</puzzle></puzzleset>`},
		{"webpbn XML by its goal", "<puzzle><color name=\"red\" char=\"r\">F00</color><color name=\"blue\" char=\"b\">00f</color><solution type=\"goal\"><image>\n|rb|\n|bb|\n</image></solution></puzzle>"},
		{".non of nonogram-db", "color r #ff0000\ncolor b #0000ff\nwidth 2\nheight 2\n\nrows\n1r,1b\n2b\n\ncolumns\n1r,1b\n2b\n"},
		{".non of nonogram-db, its goal alone", "color r #ff0000\ncolor b #0000ff\nwidth 2\nheight 2\ngoal \"rbbb\"\n"},
		{".non of nonogram-db without colours", "width 2\nheight 2\nrows\n1r,1b\n2b\ncolumns\n1r,1b\n2b\n"},
		{".non of Nonny", "title \"Flag\"\nwidth 2\nheight 2\n\ncolor red FF0000 X\ncolor blue 0000FF #\n\nrows\nred 1 blue 1\nblue 2\n\ncolumns\n1 blue 1\nblue 2\n"},
		{"plain", "# title: flag\n# licence: CC0\nwidth 2\nheight 2\nbackground #ffffff\ncolours: r=#ff0000 b=#0000ff\nrows\n1r 1b\n2b\ncolumns\n1r 1b\n2b\n"},
		{"pynogram", "# flag\n[colors]\nr = (red) %\nb=(0, 0, 255) *\n\n[clues]\ncolumns =\n    1r 1b\n    2b\n\nrows =\n    1r 1b, 2b\n"},
		{"nonogrid", "[clues]\nrows = \"\"\"\n1r 1b\n2b\n\"\"\"\ncolumns = '''\n1r 1b # left\n2b'''\n\n[colors]\ndefs = [\n'r = (FF0000) %',\n'b = (blue) *']\n"},
		{".g", "a flag\n#declaration of the colors:\n   r:%  red   this one\n   0:   white\n   1:*  #0000ff default\n: rows\n1r 1\n2\n: columns\n1r,1\n2\n: end\n"},
		{"JSON of nonogram-rs", `{"cols":[[["r",1],["b",1]],[["b",2]]],"rows":[[["r",1],["b",1]],[["b",2]]]}`},
		{"JSON of klepacz", `{"horizontal":[[{"v":1,"c":"Red"},{"v":1,"c":"Blue"}],[{"v":2,"c":"Blue"}]],"vertical":[[{"v":1,"c":"Red"},{"v":1,"c":"Blue"}],[{"v":2,"c":"Blue"}]]}`},
		{"JSON with count and val", `{"rows":[[{"count":1,"val":"r"},{"count":1,"val":"b"}],[{"count":2,"val":"b"}]],"columns":[[{"n":1,"color":"r"},{"n":1,"color":"b"}],[{"val":2,"colour":"b"}]]}`},
		{"JSON with numbers of colours", `{"colors":["#ff0000",{"hex":"#0000ff"}],"rows":[[{"len":1,"color_id":0},{"len":1,"color_id":1}],[{"len":2,"color_id":1}]],"columns":[[{"len":1,"color_id":0},{"len":1,"color_id":1}],[{"len":2,"color_id":1}]]}`},
		{"JSON with numbers of colours from 1 on", `{"colors":["red","blue"],"rows":[[[1,"1"],[1,"2"]],[[2,"2"]]],"columns":[[["1",1],["2",1]],[["2",2]]]}`},
		{"JSON of DynamicPix", `{"colors":["#ffffff","#ff0000","#0000ff"],"settings":{"width":2},"points":[[1,2],[2,2]],"horizontalNumbers":[[{"number":1,"color":1}]]}`},
		{"JSON of our own", `{"palette":{"r":"#f00","b":"#00f"},"background":"#ffffff","rows":[[[1,"r"],[1,"b"]],[[2,"b"]]],"columns":[["1r","1b"],["2b"]],"verdict":"unique","solutions":[["rb","bb"]],"options":[{"row":3}]}`},
		{"JSON of color-nonogram", `{"styles":{"R":["red","bgRed"],"B":["blue"]," ":["white"]},"rows":["1R1B","2B"],"cols":["1R1B","2B"]}`},
		{".cnon", "2 2 2\nR #FF0000\nB #0000FF\n1:R,1:B\n2:B\n1:R,1:B\n2:B\n"},
		{"letters", "r=red,b=blue:rb/bb"},
		{"numbers then letters", "1r 1b\n2b\n\n1r 1b\n2b"},
		{"commas", "1R,1B/2B|1R,1B/2B"},
		{"commas between lines", "1r 1b, 2b | 1r 1b, 2b"},
		{"letters first", "r1 b1;b2|r1 b1;b2"},
		{"colons", "1:r 1:b\n2:b\n|\n1:r 1:b\n2:b"},
		{"brackets", "1(red) 1(blue); 2(blue) | 1(red) 1(blue); 2(blue)"},
		{"words first", "red 1, blue 1; blue 2 | red 1, blue 1; blue 2"},
		{"squares behind", "1🟥1🟦;2🟦|1🟥1🟦;2🟦"},
		{"squares before", "🟥1 🟦1\n🟦2\n\n🟥1 🟦1\n🟦2"},
		{"tabs", "1r\t1b\n2b\n\n1r\t1b\n2b\n"},
		{"labels", "Rows: 1r 1b, 2b\nColumns: 1r 1b, 2b"},
		{"labels in Korean", "가로\n빨강 1 파랑 1\n파랑 2\n세로\n1r 1b\n2b"},
		{"labels in Japanese", "行：1赤 1青、2青\n列：1赤 1青、2青"},
		{"numbered", "Row 1: 1r 1b\nRow 2: 2b\nColumn 1: 1r 1b\nColumn 2: 2b"},
		{"numbered without words", "1. 1r 1b\n2. 2b\n1. 1r 1b\n2. 2b"},
		{"nothing between the sides", "1r 1b\n2b\n1r 1b\n2b"},
		{"palette on its own line", "r=red, b=blue\n1r 1b\n2b\n\n1r 1b\n2b"},
		{"a fence", "```\n1r1b;2b|1r1b;2b\n```"},
		{"nonograms.org", "var d=[[9,9,9,9],[14,5,5,12],[2,0,0,11],[2,11,22,11],[1,2,3,4],[257,1,4,9],[2,1,259,9],[1,1,0,11],[5,6,7,8],[6,7,8,9],[7,7,9,9],[6,8,9,10]];"},
	} {
		p, err := Parse(c.text)
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.about, err)
		case !p.InColours():
			t.Errorf("%s: in black and white: %s", c.about, p)
		default:
			p.Palette[0].RGB.A, p.Palette[1].RGB.A = 255, 255
			if got := p.String(); got != "r=#f00,b=#00f:"+want {
				t.Errorf("%s: %s", c.about, got)
			}
		}
	}
}

func TestColouredErrors(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
		code         string
	}{
		{"1r 1b;2|1r 1b;2b", 1, 7, "nonogram.run"},
		{"1r ?b;2b|1r 1b;2b", 1, 4, "nonogram.unknown"},
		{"1r 1b;2b", 1, 9, "nonogram.bar"},
		{"1r 1b\n2b\n1r 2b", 3, 6, "nonogram.divider"},
		{"1r 9b;2b|1r 1b;2b", 1, 1, "nonogram.fit"},
		{"r=red,b=bleu:1r1b;2b|1r1b;2b", 1, 9, "nonogram.rgb"},
		{"r=red,r=blue:1r;1r|2r", 1, 7, "nonogram.palette"},
		{"r=red:1r1b;2b|1r1b;2b", 1, 9, "nonogram.ink"},
		{"rb.\nrb!", 1, 1, "nonogram.puzzle"},
		{"🟥🟦⬜\n🟥🟦", 2, 1, "nonogram.row"},
		{"#d\n a:/ red/blue\n:\n1a 1b\n:\n1a\n1b", 2, 2, "nonogram.triangle"},
		{"#t\n:\n1a 1b\n:\n1a\n1b", 1, 1, "nonogram.triddler"},
		{"<puzzle type=\"triddler\">", 1, 1, "nonogram.triddler"},
		{"<puzzle><color name=\"red\">zz</color><clues type=\"rows\"><line><count color=\"red\">1</count><count>1</count></line></clues><clues type=\"columns\"><line><count>1</count></line><line><count>1</count></line></clues></puzzle>", 1, 27, "nonogram.rgb"},
		{"[colors]\nr = (reddish) %\n[clues]\nrows = 1r 1\ncolumns = 1r, 1", 2, 6, "nonogram.rgb"},
		{"color r #12345\nrows\n1r 1\ncolumns\n1r\n1", 1, 9, "nonogram.rgb"},
		{`{"rows":[[{"v":1}]],"columns":[[1]]}`, 1, 11, "nonogram.run"},
		{`{"rows":[[["r",1,2]]],"columns":[[1]]}`, 1, 11, "nonogram.run"},
		{`{"rows":["1r?b"],"columns":[[1]]}`, 1, 13, "nonogram.unknown"},
		{`{"rows":["1B 1L","1B1L"],"columns":["1B","1B","1L","1L"]}`, 1, 15, "nonogram.touching"},
		{`{"palette":{"r":"redd","b":"blue"},"rows":["1r1b"],"cols":["1r","1b"]}`, 1, 17, "nonogram.rgb"},
		{"width 2\nheight 1\nrows\n1r,?b\ncolumns\n1r\n1b", 4, 4, "nonogram.unknown"},
		{"[clues]\nrows = 1r ?\ncolumns = 1r, 1", 2, 11, "nonogram.unknown"},
		{"<puzzle><clues type=\"rows\"><line><count>?</count></line></clues></puzzle>", 1, 41, "nonogram.unknown"},
		{`{"rows":[[["?","r"]]],"columns":[[1]]}`, 1, 11, "nonogram.unknown"},
		{`{"rows":[[{"v":"?","c":"r"}]],"columns":[[1]]}`, 1, 11, "nonogram.unknown"},
		{"99 2 2\nA #FF0000\n", 1, 1, "nonogram.colours"},
		{"1 5000 2\nA #FF0000\n", 1, 1, "nonogram.size"},
		{"1 2 2\nA #FF0000\n1:A\n", 4, 1, "nonogram.count"},
	} {
		p, err := Parse(c.text)
		var at *solvers.SyntaxError
		if !errors.As(err, &at) {
			t.Errorf("%.60q: %v, error %v", c.text, p, err)
			continue
		}
		if at.Line != c.line || at.Column != c.column || at.Code != c.code {
			t.Errorf("%.60q: %s at %d:%d, want %s at %d:%d (%v)", c.text, at.Code, at.Line, at.Column, c.code, c.line, c.column, err)
		}
	}
}

// TestParseOneColour: a puzzle whose runs all have one colour is in black and white.
func TestParseOneColour(t *testing.T) {
	for _, text := range []string{"2r;1r|2r;1r", "r=red:2r;1r|2r;1r", "red 2; red 1 | 2🟥; 1r", "rr\nr.", "🟥🟥\n🟥⬜"} {
		if p, err := Parse(text); err != nil || p.InColours() || p.String() != "2;1|2;1" {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

// TestFreeNono: its picture, and where one is wrong.
func TestFreeNono(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8"?><FreeNono><Nonograms><Nonogram name="hook" width="3" height="2">`
	p, err := Parse(head + "\n<line> x _ x </line>\n<line>\n_ x x\n</line></Nonogram></Nonograms></FreeNono>")
	if err != nil || p.String() != "1 1;2|1;1;2" {
		t.Errorf("%v, %v", p, err)
	}
	for _, rows := range []string{"<line>x _</line><line>x</line>", "<line>x 2</line>", "<line>x", "<line></line></Nonogram></Nonograms></FreeNono>"} {
		if p, err := Parse(head + rows); err == nil {
			t.Errorf("%s is %v", rows, p)
		}
	}
}
