package gallery

import (
	"image/color"
	"math"
	"strings"
	"testing"
)

// TestPalettes: each picture has colours that are told apart as well as text must be, by the
// contrast of WCAG 2.2, and each name in the table of colours is a picture's, once.
func TestPalettes(t *testing.T) {
	const least = 4.5
	names := map[string]bool{}
	for _, p := range Pictures() {
		names[p.Name] = true
		of := p.Palette()
		if c := contrast(of.Ink, of.Paper); c < least {
			t.Errorf("%d, %s: ink %v on paper %v has a contrast of %.1f, want %v", p.Number, p.Name, of.Ink, of.Paper, c, least)
		}
	}
	listed := strings.Count(colours, ",") + strings.Count(colours, "\n")
	for name := range palettes() {
		if !names[name] {
			t.Errorf("%s has colours, but no picture", name)
		}
	}
	if listed != len(names) {
		t.Errorf("%d names have colours, of %d pictures' names", listed, len(names))
	}
	cactus := Palette{Ink: color.RGBA{0x1b, 0x7a, 0x3d, 0xff}, Paper: color.RGBA{0xf3, 0xfa, 0xea, 0xff}}
	if got := (&Picture{Name: "cactus"}).Palette(); got != cactus {
		t.Errorf("a cactus has the colours %v", got)
	}
}

// contrast returns the contrast of two colours, from 1 to 21.
func contrast(a, b color.RGBA) float64 {
	lighter, darker := max(luminance(a), luminance(b)), min(luminance(a), luminance(b))
	return (lighter + .05) / (darker + .05)
}

// luminance returns the relative luminance of an sRGB colour.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= .04045 {
			return s / 12.92
		}
		return math.Pow((s+.055)/1.055, 2.4)
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}
