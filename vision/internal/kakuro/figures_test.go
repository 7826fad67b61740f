package kakuro

import (
	"image"
	"slices"
	"testing"

	"kibitz/vision/internal/script"
)

// written returns a figure whose glyphs are surely read as these texts.
func written(texts ...string) figure {
	f := figure{sure: 1}
	for i, text := range texts {
		g := &script.Glyph{}
		g.Box = image.Rect(8*i, 0, 8*i+6, 10)
		g.Texts = append(g.Texts, script.Text{Digits: text, P: 1})
		f.glyphs, f.box = append(f.glyphs, g), f.box.Union(g.Box)
	}
	return f
}

// Zeros before sums are taken off, and sums of zeros alone dropped, if more than one sum begins with 0: a single one is
// a digit misread.
func TestTrimZeros(t *testing.T) {
	inLine := written("0")
	inLine.beside = 1
	for _, c := range []struct {
		in, out []figure
	}{
		{[]figure{inLine, inLine, written("1", "0")}, []figure{written("1", "0")}},
		{[]figure{written("0", "7"), written("1", "0"), written("0", "0"), written("09")}, []figure{written("7"), written("1", "0"), written("9")}},
		{[]figure{written("0", "7"), written("1", "0"), written("4")}, []figure{written("0", "7"), written("1", "0"), written("4")}},
		{[]figure{written("0"), written("0"), written("0", "8"), written("3", "0")}, []figure{written("0"), written("0"), written("0", "8"), written("3", "0")}},
	} {
		g := &grid{cells: []square{{figures: slices.Clone(c.in[:2])}, {figures: slices.Clone(c.in[2:])}}}
		g.trimZeros()
		var got, want []string
		for _, s := range g.cells {
			for _, f := range s.figures {
				got = append(got, f.text())
				if box := f.glyphs[0].Box; len(f.glyphs) == 1 && f.box != box {
					t.Errorf("%s: its box is %v, its digit's %v", f.text(), f.box, box)
				}
			}
		}
		for _, f := range c.out {
			want = append(want, f.text())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
