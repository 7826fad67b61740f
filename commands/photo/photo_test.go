package photo

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"reflect"
	"testing"

	"kibitz/commands/words"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// TestTagsOfExtents: the tags of a board's extents lie apart and within the picture, though the extents end at one
// corner of it.
func TestTagsOfExtents(t *testing.T) {
	const cell = 40 // pixels
	lights := func(rows, cols int) *vision.Reading {
		r := &vision.Reading{Kind: vision.Lights, Rows: rows, Cols: cols}
		for i := range rows * cols {
			x, y := (i%cols+4-cols)*cell, (i/cols+4-rows)*cell
			r.Cells = append(r.Cells, vision.Cell{Box: image.Rect(x, y, x+cell, y+cell)})
		}
		return r
	}
	b := &Board{Reading: lights(4, 4)}
	b.Straight, b.Rivals = image.NewRGBA(image.Rect(0, 0, 4*cell, 4*cell)), []*vision.Reading{lights(4, 3), lights(3, 4)}
	last := b.Straight.Rect.Max.X
	for _, n := range b.traceExtents(words.In("en")).Notes {
		if n.Text == "" {
			continue
		}
		if last-n.Box.Max.X < 4*cell/10 { // a tag takes less than a tenth of the picture
			t.Errorf("the tag %s ends at %d, and the one before or the picture at %d", n.Text, n.Box.Max.X, last)
		}
		last = n.Box.Max.X
	}
	if last == b.Straight.Rect.Max.X {
		t.Error("there are no tags")
	}
}

// TestNoneIsLit: where all lamps are in one state, the other answer to which ones are lit is that none is.
func TestNoneIsLit(t *testing.T) {
	r, err := judge.ParseText("seen lights lit=0~1@0: 000/000/000")
	if err != nil {
		t.Fatal(err)
	}
	b := &Board{Reading: r}
	for _, locale := range []string{"en", "ko", "ja"} {
		say := words.In(locale)
		if got, want := b.ones("1", say), say.Text("photo.none"); got != want || b.ones("0", say) == want {
			t.Errorf("%s: the answers are %q and %q", locale, b.ones("0", say), got)
		}
	}
}

// TestColourUnderSigns: a lamp that a press is drawn on is named by the colour of its rim.
func TestColourUnderSigns(t *testing.T) {
	lamp, press := color.RGBA{243, 176, 64, 255}, color.RGBA{70, 80, 220, 255}
	straight := image.NewRGBA(image.Rect(0, 0, 40, 40))
	draw.Draw(straight, straight.Rect, image.NewUniform(lamp), image.Point{}, draw.Src)
	draw.Draw(straight, straight.Rect.Inset(10), image.NewUniform(press), image.Point{}, draw.Src)
	cell := vision.Cell{Box: straight.Rect, State: []vision.Guess{{Value: 0, P: 1}}}
	b := &Board{Reading: &vision.Reading{Kind: vision.Lights, Straight: straight, Cells: []vision.Cell{cell}}}
	if got := b.colourOf(0); got != press {
		t.Errorf("without signs: %v", got)
	}
	b.Flaws = []vision.Flaw{vision.Signs}
	if got := b.colourOf(0); got != lamp {
		t.Errorf("under a sign: %v", got)
	}
}

// boxedReading is a plus of 3×3 as a nonogram, each number in a box of its own.
func boxedReading(t testing.TB) *vision.Reading {
	r, err := judge.ParseText("seen nonogram a=0~1@20: 1;3;1|1;3;1|9a")
	if err != nil {
		t.Fatal(err)
	}
	r.Straight = image.NewRGBA(image.Rect(0, 0, 120, 120))
	for i := range 3 {
		for line, at := range map[*vision.Line]image.Rectangle{
			&r.RowClues[i]: image.Rect(0, 30+30*i, 30, 60+30*i),
			&r.ColClues[i]: image.Rect(30+30*i, 0, 60+30*i, 30),
		} {
			line.Box, line.Readings[0].Boxes = at, []image.Rectangle{at.Inset(5)}
		}
	}
	for i := range r.Cells {
		r.Cells[i].Box = image.Rect(30, 30, 60, 60).Add(image.Pt(i%3*30, i/3*30))
	}
	return r
}

func jpegOf(t testing.TB, img image.Image) []byte {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestLayout: the boxes of a board come back from the comment of its picture, which is a JPEG
// still; of another board's picture none does.
func TestLayout(t *testing.T) {
	r := boxedReading(t)
	file := jpegOf(t, r.Straight)
	commented := layoutOf(r).comment(file)
	if _, err := jpeg.Decode(bytes.NewReader(commented)); err != nil {
		t.Fatal(err)
	}
	text, err := judge.ParseText(judge.Text(r))
	if err != nil {
		t.Fatal(err)
	}
	text.Straight = r.Straight
	layoutIn(file).restore(text)
	if !text.RowClues[0].Box.Empty() {
		t.Error("boxes from nowhere")
	}
	layoutIn(commented).restore(text)
	for i := range r.RowClues {
		if text.RowClues[i].Box != r.RowClues[i].Box || text.ColClues[i].Box != r.ColClues[i].Box {
			t.Errorf("line %d: %v", i, text.RowClues[i].Box)
		}
	}
	if !reflect.DeepEqual(text.RowClues[1].Readings[0].Boxes, r.RowClues[1].Readings[0].Boxes) {
		t.Errorf("%v", text.RowClues[1].Readings[0].Boxes)
	}
	for i := range r.Cells {
		if text.Cells[i].Box != r.Cells[i].Box {
			t.Errorf("cell %d: %v", i, text.Cells[i].Box)
		}
	}
	text.RowClues = text.RowClues[:2]
	layoutIn(commented).restore(text)
}

// FuzzLayout: whatever stands in a picture's comment, boxes are on the picture.
func FuzzLayout(f *testing.F) {
	r := boxedReading(f)
	f.Add(layoutOf(r).comment(jpegOf(f, r.Straight))[:900])
	f.Add([]byte("\xff\xd8\xff\xfe\x00\x02"))
	f.Add([]byte("\xff\xd8\xff\xfe\x00\x30kibitz layout {\"Rows\":[{\"Box\":[1,2,3,-4]}]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := boxedReading(t)
		layoutIn(data).restore(r)
		for _, l := range append(r.RowClues, r.ColClues...) {
			if !l.Box.In(r.Straight.Rect) {
				t.Fatalf("%v", l.Box)
			}
		}
	})
}

// FuzzPlace: a place is the same after a click, and no path has another.
func FuzzPlace(f *testing.F) {
	f.Add("r3.0")
	f.Add("x1.-2")
	f.Fuzz(func(t *testing.T, code string) {
		p, ok := parsePlace(code)
		if !ok {
			return
		}
		if again, ok := parsePlace(placeCode(p)); !ok || again != p {
			t.Fatalf("%q: %+v, %+v", code, p, again)
		}
	})
}

// What is to be looked at by somebody before it is believed says why.
func TestFlawsAreTold(t *testing.T) {
	for _, flaw := range vision.Flaws() {
		if told := flawWords[flaw] != ""; told != flaw.Told() {
			t.Errorf("%v: has words: %v", flaw, told)
		}
	}
}
