package notation

import (
	"image/color"
	"testing"

	"kibitz/solvers/nonogram"
)

// A target for each reader of colours, beside those of its file for one colour. They begin with
// what the writers make of a small picture.

func FuzzColouredNon(f *testing.F) {
	colouredFuzz(f, reader{knows: isNon, read: readNon}, "color red F00 #\ncolor blue 00F @\nwidth 1\nheight 2\nrows\n1\nred 1\ncolumns\n1 blue 1",
		"width 2\nheight 1\ngoal \"1b\"", "# t\nbackground #fff\ncolours: a=#f00 b=\nrows\n1a 1b\ncolumns\n1a\n1b")
}

func FuzzColouredXML(f *testing.F) {
	colouredFuzz(f, reader{knows: isXML, read: readXML}, `<puzzle backgroundcolor="sky"><color name="sky" char="-">8cf</color><solution><image>|-ab|</image></solution></puzzle>`)
}

func FuzzColouredG(f *testing.F) {
	colouredFuzz(f, reader{knows: isG, read: readG}, "#d\n+:+ red/blue\n1:* #12\n:\n1+ 1\n:\n1\n1+")
}

func FuzzColouredTOML(f *testing.F) {
	colouredFuzz(f, reader{knows: isTOML, read: readTOML}, "[colors]\na=(1,2,3) x\nb=(red\n[clues]\nrows=1a,1b\ncolumns=1a 1b")
}

func FuzzColouredJSON(f *testing.F) {
	colouredFuzz(f, reader{knows: isJSON, read: readJSON}, `{"colors":[{"id":3,"name":"red"},["blue"],7],"rows":["1(3)1b",[{"v":1,"c":"Red"},[1,"r"],["r",1],"2b"]],"cols":[]}`,
		`{"background":{},"options":[[{}]],"rows":[[3]],"cols":[[],[],[]]}`,
		`{"palette":{"r":["#f00",{}],1`, `{"rows":[[[3,{}],1],1`, `{"rows":[[[3,[]],{}]],"columns":[1]}`)
}

func FuzzPoints(f *testing.F) {
	colouredFuzz(f, reader{knows: isJSON, read: readJSON}, `{"points":[[1,2],[0,1]],"colors":["#fff","#f00","#00f"]}`, `{"points":[[],[1]]}`, `{"points":[[1,2],[3]]}`, `{"points":[[99]],"rows":[[1]]}`)
}

func FuzzFreeNono(f *testing.F) {
	colouredFuzz(f, reader{knows: isXML, read: readXML}, "<FreeNono><Nonogram><line>x _</line><line>_ x</line></Nonogram></FreeNono>", "<FreeNono><Nonogram><line>", "<FreeNono><Nonogram><line>x<b/>_</line>")
}

func FuzzColouredPage(f *testing.F) {
	colouredFuzz(f, reader{knows: isNonogramsOrg, read: readNonogramsOrg},
		"var d=[[9,9,9,9],[14,5,5,12],[2,0,0,11],[2,11,22,11],[1,2,3,4],[257,1,4,9],[2,1,259,9],[1,1,0,11],[5,6,7,8],[6,7,8,9],[7,7,9,9],[6,8,9,10]];")
}

func FuzzCnon(f *testing.F) {
	colouredFuzz(f, reader{knows: isCnon, read: readCnon}, "1 1 1\nA #F00\n0:A\n0")
}

func FuzzPainted(f *testing.F) {
	colouredFuzz(f, reader{knows: isPainted, read: readPainted}, "rg.\n.gr", "r=red,g=#0f0\nrg/gr", "🟥🟦⬜ ⬜⬛\ufe0f🟥", "▫️⬜🟥")
}

func FuzzTyped(f *testing.F) {
	knows := func(s source) bool { _, _, ok := readTyped(s); return ok }
	read := func(s source) (*nonogram.Puzzle, error) { r, err, _ := readTyped(s); return r, err }
	colouredFuzz(f, reader{knows: knows, read: read}, "Rows: 3r 1g, 2b\nColumns: red 1 1", "Row 1: 1r 1(b)\nCol 1: 1r\nCol 2: 🟦1",
		"1r\n1b\n0\n1r 1b", "r,b\n1r;-|1b;?", "행：1赤、1#f00 1 dark green")
}

func colouredFuzz(f *testing.F, r reader, texts ...string) {
	palette := []nonogram.Ink{{Letter: 'r', Name: "red", RGB: color.RGBA{255, 0, 0, 255}}, {Letter: 'B', RGB: color.RGBA{1, 2, 250, 255}}}
	p := nonogram.FromColours([]nonogram.Cell{2, 1, 4, 4, 2, 1, 1, 1, 1}, 3, palette, color.RGBA{9, 9, 9, 255})
	for _, write := range colouredWriters {
		f.Add(write(p))
	}
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newSource(text)
		if !r.knows(s) {
			return
		}
		got, err := r.read(s)
		if err != nil {
			err = sound(text, err)
		} else {
			err = returns(got)
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
