package synth

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomediumitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Font draws digits, and letters if it has them. Several goroutines may use it.
type Font struct {
	Name     string
	outlines *sfnt.Font // nil for a font of pixels
	pixels   []string   // the rows of each digit, split by '/'
	digit    float64    // the height of a digit, in ems

	mu     sync.Mutex
	widths map[rune]float64
}

// Fonts returns Go's own fonts, and those with digits in files below the directories, sorted by name.
// Fonts that can't be read are left out. Debian has its fonts in /usr/share/fonts.
func Fonts(dirs ...string) []*Font {
	var all []*Font
	for name, data := range map[string][]byte{
		"Go": goregular.TTF, "Go Bold": gobold.TTF, "Go Italic": goitalic.TTF, "Go Bold Italic": gobolditalic.TTF,
		"Go Medium": gomedium.TTF, "Go Medium Italic": gomediumitalic.TTF, "Go Mono": gomono.TTF, "Go Mono Bold": gomonobold.TTF,
	} {
		all = append(all, parseFont(name, data))
	}
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			ext := strings.ToLower(filepath.Ext(path))
			if err != nil || ext != ".ttf" && ext != ".otf" {
				return nil
			}
			if data, err := os.ReadFile(path); err == nil {
				all = append(all, parseFont(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), data))
			}
			return nil
		})
	}
	all = slices.DeleteFunc(all, func(f *Font) bool { return f == nil })
	slices.SortFunc(all, func(a, b *Font) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(all, func(a, b *Font) bool { return a.Name == b.Name })
}

// parseFont returns nil for a file that is not a font with digits.
func parseFont(name string, data []byte) *Font {
	outlines, err := opentype.Parse(data)
	if err != nil {
		return nil
	}
	f := &Font{Name: name, outlines: outlines, widths: map[rune]float64{}}
	const em = 1000 // pixels, enough for exact sizes
	face := f.face(em)
	for digit := '0'; digit <= '9'; digit++ {
		if i, err := outlines.GlyphIndex(nil, digit); err != nil || i == 0 {
			return nil
		}
		b, _, ok := face.GlyphBounds(digit)
		if !ok || b.Empty() {
			return nil
		}
		f.digit = max(f.digit, float64((b.Max.Y-b.Min.Y).Round())/em)
	}
	if _, _, _, _, ok := face.Glyph(fixed.Point26_6{}, '8'); !ok || f.digit < .3 {
		return nil
	}
	return f
}

// face returns a face of a size in pixels.
func (f *Font) face(em float64) font.Face {
	face, err := opentype.NewFace(f.outlines, &opentype.FaceOptions{Size: em, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // of options that are valid
	}
	return face
}

// width returns the width of a text, in heights of a digit.
func (f *Font) width(text string) (w float64) {
	if f.outlines == nil {
		columns, rows := f.matrix()
		return float64(len(text)*(columns+1)-1) / float64(rows)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	const em = 1000 // pixels, enough for exact sizes
	for _, r := range text {
		if _, known := f.widths[r]; !known {
			advance, _ := f.face(em).GlyphAdvance(r)
			f.widths[r] = float64(advance) / 64 / em / f.digit
		}
		w += f.widths[r]
	}
	return w
}

// matrix returns the size of a digit, in its own pixels.
func (f *Font) matrix() (columns, rows int) {
	all := strings.Split(f.pixels[0], "/")
	return len(all[0]), len(all)
}

// heldOut names families that kibitz/vision/tools/train never shows the net, by the beginning of their
// names. Pictures of them measure how well unknown fonts are read.
var heldOut = []string{
	"Anonymous", "B612", "Cabin", "Carlito", "Clear Sans", "Comfortaa", "Comic Neue", "Courier Prime", "Dosis",
	"Junction", "Karla", "Lato", "Old Standard", "Oxygen", "Quattrocento", "Roboto Slab", "Vollkorn",
}

// HeldOutFamily reports whether a family is held out, by its name or that of its file.
func HeldOutFamily(name string) bool {
	bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	return slices.ContainsFunc(heldOut, func(family string) bool { return strings.HasPrefix(bare(name), bare(family)) })
}

// Half returns the fonts of one half. The net sees none of Go's own fonts; half of these are for
// development.
func Half(fonts []*Font, split Split) []*Font {
	return slices.DeleteFunc(slices.Clone(fonts), func(f *Font) bool { return f.heldOut() != bool(split) })
}

// heldOut reports whether a font is held out.
func (f *Font) heldOut() bool {
	switch f.Name {
	case "Go Mono", "Go Mono Bold", "Go Bold Italic", "Go Medium Italic":
		return true
	}
	return HeldOutFamily(f.Name)
}

// Fonts of pixels, as on small screens.
var (
	pixels4 = &Font{Name: "pixels 4×6", pixels: strings.Fields( // the net has seen no digits of this size
		".##./#..#/#..#/#..#/#..#/.##. ..#./.##./..#./..#./..#./..#. .##./#..#/...#/..#./.#../#### ###./...#/.##./...#/...#/###. #..#/#..#/#..#/####/...#/...# " +
			"####/#.../###./...#/...#/###. .##./#.../###./#..#/#..#/.##. ####/...#/..#./..#./.#../.#.. .##./#..#/.##./#..#/#..#/.##. .##./#..#/#..#/.###/...#/.##.")}
	pixels5 = &Font{Name: "pixels 5×7", pixels: strings.Fields(
		".###./#...#/#...#/#...#/#...#/#...#/.###. ..#../.##../..#../..#../..#../..#../.###. .###./#...#/....#/..##./.#.../#..../##### " +
			".###./#...#/....#/..##./....#/#...#/.###. ...#./..##./.#.#./#..#./#####/...#./...#. #####/#..../####./....#/....#/#...#/.###. " +
			".###./#..../#..../####./#...#/#...#/.###. #####/....#/...#./...#./..#../..#../..#.. .###./#...#/#...#/.###./#...#/#...#/.###. .###./#...#/#...#/.####/....#/....#/.###.")}
)

// pixelFont returns the font of pixels of one half.
func pixelFont(_ *rand.Rand, split Split) *Font {
	if split == HeldOut {
		return pixels4
	}
	return pixels5
}
