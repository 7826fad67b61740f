package gallery

import (
	_ "embed"
	"fmt"
	"image/color"
	"strings"
	"sync"
)

// A Palette has the colours that a finished picture is shown in.
type Palette struct {
	Ink, Paper color.RGBA // of filled and of empty cells
}

// Palette returns the colours of the picture. Pictures with the same name have the same colours.
func (p *Picture) Palette() Palette { return palettes()[p.Name] }

//go:embed colours.txt
var colours string

// palettes returns the palette of each name. It reads colours.txt at the first call, a palette a
// line: "#1b7a3d #f3faea: cactus, tree".
var palettes = sync.OnceValue(func() map[string]Palette {
	of := map[string]Palette{}
	for line := range strings.Lines(colours) {
		shades, names, _ := strings.Cut(strings.TrimSpace(line), ": ")
		p := Palette{Ink: color.RGBA{A: 0xff}, Paper: color.RGBA{A: 0xff}}
		ink, paper := &p.Ink, &p.Paper
		if _, err := fmt.Sscanf(shades, "#%2x%2x%2x #%2x%2x%2x", &ink.R, &ink.G, &ink.B, &paper.R, &paper.G, &paper.B); err != nil {
			panic(fmt.Errorf("colours.txt: %q: %w", line, err)) // the file is part of the program
		}
		for name := range strings.SplitSeq(names, ", ") {
			of[name] = p
		}
	}
	return of
})
