package kakuro

import (
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/plane"
)

// Some programs write both sums of a block in one line, with a stroke between them: 14/11, 14\11 or 14|11. In small
// print the stroke touches the digits beside it, so it is cut out of the ink before glyphs are looked for.

// A stroke parts the line of text of a cell. Lengths are in pixels of the sheet.
type stroke struct {
	cell int             // the cell's index
	text image.Rectangle // the line's ink
	x    float64         // the stroke's column at half the height of the line
	wide bool            // the line is as wide as only two sums are
	lean float64         // how many columns it goes to the right for each row up
	odds float64         // how much of it is ink, and how free of ink its sides are: 0 to 1
}

// strokeLeans is the number of leans that are tried, from -mostLean to mostLean.
const (
	strokeLeans = 25
	mostLean    = .6
)

// findInLine finds the strokes between two sums in the ink, if the board writes two sums in one line: several lines of
// text are as wide as only two sums are and have such a stroke, and most lines have one with the same lean. An upright
// one is higher than the digits, or it may be part of them.
func (g *grid) findInLine(light int, on []bool) (strokes []stroke) {
	const few, share = 2, .05                // of the lines that are as wide as two sums
	const clear, nearly, likely = .6, .6, .5 // the odds of strokes: their mean in wide lines; the share of lines; in any line
	const upright = .08                      // lean
	var lines, wide []stroke
	for k := range g.cells {
		if text, ok := g.textLine(k, light, on); ok {
			line := stroke{cell: k, text: text, wide: g.isWide(text, on)}
			lines = append(lines, line)
			if line.wide && !g.inRing(k) {
				wide = append(wide, line)
			}
		}
	}
	if n := float64(len(wide)); n < few || n < share*float64(len(lines)) {
		return nil
	}
	lean, most := 0., 0.
	for n := range strokeLeans {
		way, sum := mostLean*(2*float64(n)/(strokeLeans-1)-1), 0.
		for _, s := range wide {
			s.lean = way
			g.findStroke(&s, on)
			sum += s.odds
		}
		if sum > most {
			lean, most = way, sum
		}
	}
	if most < clear*float64(len(wide)) {
		return nil
	}
	higher := 0
	for _, s := range lines {
		s.lean = lean
		if g.findStroke(&s, on); s.odds > likely {
			strokes = append(strokes, s)
			if g.isHigher(s, on) {
				higher++
			}
		}
	}
	if n := float64(len(strokes)); n < nearly*float64(len(lines)) || plane.Abs(lean) < upright && float64(higher) < nearly*n {
		return nil
	}
	return strokes
}

// isHigher reports whether a stroke is clearly higher than the rest of its line.
func (g *grid) isHigher(s stroke, on []bool) bool {
	const clearly, beside = .9, 2 // the height of the rest; pixels
	var rest image.Rectangle
	for y := s.text.Min.Y; y < s.text.Max.Y; y++ {
		for x := s.text.Min.X; x < s.text.Max.X; x++ {
			if d := x - s.at(s.x, y); on[y*g.Light.Rect.Dx()+x] && max(d, -d) > beside {
				rest = rest.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return float64(rest.Dy()) < clearly*float64(s.text.Dy())
}

// inRing reports whether a cell is one of those around the lattice.
func (g *grid) inRing(k int) bool {
	row, col := k/g.wide, k%g.wide
	return row == 0 || col == 0 || row == g.high-1 || col == g.wide-1
}

// isWide reports whether a line of text is as wide as only two sums are, with no wide gap in it.
func (g *grid) isWide(text image.Rectangle, on []bool) bool {
	const wide, gap = 1.95, .6 // heights of the line
	tall, width := float64(text.Dy()), g.Light.Rect.Dx()
	if float64(text.Dx()) < wide*tall {
		return false
	}
	blank := 0
next:
	for x := text.Min.X; x < text.Max.X; x++ {
		for y := text.Min.Y; y < text.Max.Y; y++ {
			if on[y*width+x] {
				blank = 0
				continue next
			}
		}
		if blank++; float64(blank) > gap*tall {
			return false
		}
	}
	return true
}

// textLine returns the box of the ink within a cell, without the cell's sides, if it may be one line of text. Dark ink
// between light digits is none.
func (g *grid) textLine(k, light int, on []bool) (box image.Rectangle, ok bool) {
	const (
		margin, low, high = .1, .12, .5 // cells
		side, edge        = .7, .45     // the share of a column of pixels that is a side: anywhere, and near the edge of the cell
		contrast          = 30          // grey levels
	)
	r, c := g.place(k)
	in := g.pixels(plane.Area{Top: r + margin, Left: c, Bottom: r + 1 - margin, Right: c + 1})
	width := g.Light.Rect.Dx()
	// What is drawn at the upper or the lower edge is a side.
	aside := int(margin * g.W)
	drawn := func(y int) bool {
		return in.Dx() > 2*aside && slices.Contains(on[y*width+in.Min.X+aside:y*width+in.Max.X-aside], true)
	}
	for ; in.Min.Y < in.Max.Y && drawn(in.Min.Y); in.Min.Y++ {
	}
	for ; in.Min.Y < in.Max.Y && drawn(in.Max.Y-1); in.Max.Y-- {
	}
	var inked, all []uint8
	for x := in.Min.X; x < in.Max.X; x++ {
		var column image.Rectangle
		first := len(inked)
		for y := in.Min.Y; y < in.Max.Y; y++ {
			v := g.Light.Pix[y*g.Light.Stride+x]
			if all = append(all, v); on[y*width+x] {
				column, inked = column.Union(image.Rect(x, y, x+1, y+1)), append(inked, v)
			}
		}
		most := side * float64(in.Dy())
		if float64(min(x-in.Min.X, in.Max.X-1-x)) < margin*g.W {
			most = edge * float64(in.Dy())
		}
		if float64(len(inked)-first) < most {
			box = box.Union(column)
		} else {
			inked = inked[:first]
		}
	}
	if len(inked) == 0 {
		return box, false
	}
	stronger := int(plane.Quantile(all, .5)) - int(plane.Quantile(inked, .5))
	if light == 1 {
		stronger = -stronger
	}
	h := float64(box.Dy()) / g.H
	return box, stronger > contrast && h > low && h < high && box.Dx() > box.Dy()/2
}

// widest returns how wide the widest sum beside a stroke can be.
func (s *stroke) widest() float64 { return 2.2 * float64(s.text.Dy()) }

// findStroke finds the likeliest stroke of a lean in a line of text that leaves at most two digits to either side.
func (g *grid) findStroke(s *stroke, on []bool) {
	width := g.Light.Rect.Dx()
	in := func(x, y int) bool { return x >= 0 && x < width && on[y*width+x] }
	half, rows := float64(s.text.Dy())/2, float64(s.text.Dy())
	beside := 1 + int(math.Ceil(.1*rows))
	reach := math.Abs(s.lean) * half
	first := max(float64(s.text.Min.X)+reach, float64(s.text.Max.X)-s.widest())
	last := min(float64(s.text.Max.X)-reach, float64(s.text.Min.X)+s.widest())
	s.odds = 0
	const near, inside = .3, .85 // heights of the line; what is left of the odds of a stroke within a narrow line
	for x := first; x <= last; x += .5 {
		drawn, free := 0., 0.
		for y := s.text.Min.Y; y < s.text.Max.Y; y++ {
			at := s.at(x, y)
			if in(at, y) {
				drawn++
			}
			if !in(at-beside, y) {
				free += .5
			}
			if !in(at+beside, y) {
				free += .5
			}
		}
		odds := drawn / rows * free / rows
		if !s.wide && min(x-float64(s.text.Min.X), float64(s.text.Max.X)-x)-reach > near*rows {
			odds *= inside
		}
		if odds > s.odds {
			s.odds, s.x = odds, x
		}
	}
}

// at returns the stroke's column in a row, if it is in column x at half its height.
func (s *stroke) at(x float64, y int) int {
	middle := float64(s.text.Min.Y+s.text.Max.Y) / 2
	return int(math.Floor(x + s.lean*(middle-float64(y)-.5)))
}

// cutStrokes removes the strokes between two sums from the ink. It finds them the first time, and notes where they are.
func (g *grid) cutStrokes(light int, on []bool) {
	if g.strokes[light] == nil {
		g.strokes[light] = append([]stroke{}, g.findInLine(light, on)...)
	}
	width := g.Light.Rect.Dx()
	for _, s := range g.strokes[light] {
		g.cells[s.cell].parted[light] = s.x
		for y := s.text.Min.Y; y < s.text.Max.Y; y++ {
			at := s.at(s.x, y)
			for x := max(at-1, 0); x <= min(at+1, width-1); x++ {
				on[y*width+x] = false
			}
		}
	}
}

// besideStroke returns on which side of its cell's stroke a box is: -1 before it, 1 behind it, 0 if there is none.
func (g *grid) besideStroke(box image.Rectangle) int {
	k := g.cellAt(g.Middle(box))
	if k < 0 {
		return 0
	}
	for _, x := range g.cells[k].parted {
		switch middle := float64(box.Min.X+box.Max.X) / 2; {
		case x > 0 && middle < x:
			return -1
		case x > 0:
			return 1
		}
	}
	return 0
}

// settleByStrokes tells to which side the numbers of cells with strokes belong: those before it to one, those behind it
// to the other, by the blocks with one entry, or else down before across.
func (s *layout) settleByStrokes() bool {
	const few = 4 // numbers
	votes, n := 1, 0
	each := func(do func(f *figure, needs int)) {
		for i, white := range s.white {
			below, right := s.run(i, 0), s.run(i, 1)
			needs := 0
			switch {
			case below > 1 && right == 0:
				needs = cells.Down
			case right > 1 && below == 0:
				needs = cells.Across
			}
			figures := s.grid.cells[s.at(i)].figures
			for j := range figures {
				if f := &figures[j]; !white && f.beside != 0 {
					do(f, needs)
				}
			}
		}
	}
	each(func(f *figure, needs int) {
		n++
		if needs != 0 && f.sure > surelySum && f.text() != "0" {
			if (needs == cells.Down) == (f.beside < 0) {
				votes++
			} else {
				votes--
			}
		}
	})
	if n < few {
		return false
	}
	each(func(f *figure, _ int) {
		if f.of = cells.Down; (f.beside > 0) == (votes > 0) {
			f.of = cells.Across
		}
	})
	return true
}
