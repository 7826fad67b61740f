package nonogram

import (
	"context"
	"image"
	"image/color"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// readColoured reads a body whose clues may be in colours. It returns nil if they are not: see paint.
func readColoured(ctx context.Context, v *page.View, b body) (*page.Candidate, error) {
	if b.coloured = isColoured(v, b); !b.coloured {
		return nil, nil
	}
	s, err := findNumbers(ctx, v, b)
	if err != nil || s == nil {
		return nil, err
	}
	return readDraft(ctx, v, s)
}

// isColoured reports whether something is not grey where the clues of the rows may stand, and where those of the
// columns may.
func isColoured(v *page.View, b body) bool {
	strips := stripsOf(v, b)
	return hasHues(v, b, strips[0]) && hasHues(v, b, strips[1])
}

// hasHues reports whether some of a strip for clues is not grey.
func hasHues(v *page.View, b body, strip plane.Area) bool {
	const step, least = 1. / 16, .001 // cells from one place to the next; the share that is not grey
	n, all := 0., 0.
	for row := strip.Top; row < min(strip.Bottom, float64(b.rows)); row += step {
		for col := strip.Left; col < min(strip.Right, float64(b.cols)); col += step {
			p := b.Place(row, col)
			if row > 0 && col > 0 || !v.Shows(p) {
				continue
			}
			all++
			red, green, blue := v.Colour(int(p.X), int(p.Y))
			if (tint{red, green, blue}).chroma() >= coloured {
				n++
			}
		}
	}
	return n > least*all
}

// A marking is the ink of a number and the ground under it.
type marking struct{ ink, ground tint }

// A numberAt names a number by its band and its box there.
type numberAt struct {
	side int
	box  image.Rectangle
}

// markings returns the markings of the numbers in all readings of all lines.
func (s *draft) markings(read [2]clues) map[numberAt]marking {
	all := map[numberAt]marking{}
	for side, c := range read {
		for _, ways := range c.read {
			for _, way := range ways {
				for _, box := range way.Boxes {
					if at := (numberAt{side, box}); all[at] == (marking{}) {
						ground := s.tints[side].around(box)
						all[at] = marking{s.tints[side].within(box, ground), ground}
					}
				}
			}
		}
	}
	return all
}

// colourings are what may tell the colour of a number: its ground, its ink, or that alone by which its ink differs from
// its ground, since the numbers of finished lines may be dimmed.
var colourings = [...]func(marking) tint{
	func(m marking) tint { return m.ground },
	func(m marking) tint { return m.ink },
	func(m marking) (hue tint) {
		far := max(m.ink.far(m.ground), 1)
		for k := range hue {
			hue[k] = uint8(128 + 127*(int(m.ink[k])-int(m.ground[k]))/far)
		}
		return hue
	},
}

// paint finds the palette of clues that are printed in colours, and gives their readings the letters of the colours.
// It returns nil if they are in black and white. Colours whose numbers add up to the same in rows and in columns are
// the puzzle's: those of finished lines, or of the line that is pointed at, do not. If no colours do, numbers may be
// missing or misread: then colours that are not grey and stand beside each other in most clues will do.
func (s *draft) paint(read [2]clues) []board.Ink {
	all, mixed := s.markings(read), -1
	for i := range colourings {
		switch palette := inColours(read, all, i); {
		case palette == nil:
		case addUp(read):
			return palette
		case mixed < 0 && areMixed(read, palette):
			mixed = i
		}
	}
	if mixed < 0 {
		return nil
	}
	return inColours(read, all, mixed)
}

const (
	mostInks = 10 // colours of a puzzle
	coloured = 60 // the least chroma of a colour that is not grey
)

// inColours groups the numbers by colouring i, and gives all readings the letters of their groups. It returns nil if
// there is one group alone, or all are grey.
func inColours(read [2]clues, all map[numberAt]marking, i int) (palette []board.Ink) {
	var seen []marking // of the likeliest readings
	for side, c := range read {
		for _, ways := range c.read {
			if len(ways) > 0 {
				for _, box := range ways[0].Boxes {
					seen = append(seen, all[numberAt{side, box}])
				}
			}
		}
	}
	var tints, inks, centres []tint
	for _, m := range seen {
		tints = append(tints, colourings[i](m))
	}
	for _, group := range groups(tints) {
		most, ink := 0, seen[group[0]].ground
		var centre []tint
		for _, k := range group {
			centre = append(centre, tints[k])
			if far := seen[k].ink.far(seen[k].ground); i > 0 && far > most {
				most, ink = far, seen[k].ink
			}
		}
		inks, centres = append(inks, ink), append(centres, medianTint(centre))
	}
	if len(inks) < 2 || len(inks) > mostInks || !slices.ContainsFunc(inks, func(t tint) bool { return t.chroma() >= coloured }) {
		return nil
	}
	palette = letters(inks)
	for side, c := range read {
		for _, ways := range c.read {
			for k := range ways {
				ways[k].Colours = ""
				for _, box := range ways[k].Boxes {
					ways[k].Colours += string(palette[nearest(centres, colourings[i](all[numberAt{side, box}]))].Letter)
				}
			}
		}
	}
	return palette
}

// addUp reports whether the numbers of each colour add up to the same in rows and in columns, by the likeliest
// readings.
func addUp(read [2]clues) bool {
	var totals [2]['z' + 1]int
	for side, c := range read {
		for _, ways := range c.read {
			if len(ways) == 0 {
				return false
			}
			for i, n := range ways[0].Numbers {
				totals[side][ways[0].Colours[i]] += n
			}
		}
	}
	return totals[0] == totals[1]
}

// areMixed reports whether two colours or more are not grey, each stands on both sides, and most clues of several
// numbers have several of them.
func areMixed(read [2]clues, palette []board.Ink) bool {
	on := [2]map[byte]bool{{}, {}}
	several, of := 0, 0
	for side, c := range read {
		for _, ways := range c.read {
			if len(ways) == 0 || len(ways[0].Colours) == 0 {
				continue
			}
			letters := ways[0].Colours
			for i := range letters {
				on[side][letters[i]] = true
			}
			if len(letters) > 1 {
				of++
				if slices.ContainsFunc([]byte(letters), func(l byte) bool { return l != letters[0] }) {
					several++
				}
			}
		}
	}
	vivid := 0
	for _, ink := range palette {
		if !on[0][ink.Letter] || !on[1][ink.Letter] {
			return false
		}
		if (tint{ink.RGB.R, ink.RGB.G, ink.RGB.B}).chroma() >= coloured {
			vivid++
		}
	}
	return vivid > 1 && 2*several > of
}

// groups returns the indices of the tints in each group, the largest group first. Tints of a group hang together by
// small differences, and groups are apart by far larger ones.
func groups(all []tint) (of [][]int) {
	const least, noise = 30, 8 // the least difference between groups; differences up to this count as equal
	type edge struct{ from, to, far int }
	var tree, left []edge // a minimal spanning tree (Prim 1957), in the order in which tints join the first
	for i := range all {
		left = append(left, edge{0, i, all[i].far(all[0])})
	}
	for len(left) > 0 {
		next := 0
		for i := range left {
			if left[i].far < left[next].far {
				next = i
			}
		}
		e := left[next]
		tree, left = append(tree, e), slices.Delete(left, next, next+1)
		for i := range left {
			if far := all[left[i].to].far(all[e.to]); far < left[i].far {
				left[i].from, left[i].far = e.to, far
			}
		}
	}
	cut, widest, before := 1<<30, 0., noise
	for _, e := range slices.SortedFunc(slices.Values(tree), func(a, b edge) int { return a.far - b.far }) {
		before = max(before, noise)
		if ratio := float64(e.far) / float64(before); e.far >= least && ratio > widest {
			cut, widest = e.far, ratio
		}
		before = e.far
	}
	group := make([]int, len(all))
	for i, e := range tree {
		if i == 0 || e.far >= cut {
			group[e.to], of = len(of), append(of, nil)
		} else {
			group[e.to] = group[e.from]
		}
		of[group[e.to]] = append(of[group[e.to]], e.to)
	}
	slices.SortStableFunc(of, func(a, b []int) int { return len(b) - len(a) })
	return of
}

// nearest returns the index of the tint that is nearest to one.
func nearest(all []tint, to tint) (best int) {
	for i, t := range all {
		if t.far(to) < all[best].far(to) {
			best = i
		}
	}
	return best
}

// named are the colours that people call by a letter.
var named = []board.Ink{
	{Letter: 'k', RGB: color.RGBA{0, 0, 0, 255}}, {Letter: 'w', RGB: color.RGBA{255, 255, 255, 255}},
	{Letter: 'r', RGB: color.RGBA{220, 30, 30, 255}}, {Letter: 'g', RGB: color.RGBA{30, 150, 40, 255}},
	{Letter: 'b', RGB: color.RGBA{30, 70, 220, 255}}, {Letter: 'y', RGB: color.RGBA{245, 220, 30, 255}},
	{Letter: 'o', RGB: color.RGBA{250, 145, 20, 255}}, {Letter: 'p', RGB: color.RGBA{130, 40, 160, 255}},
	{Letter: 'n', RGB: color.RGBA{130, 75, 30, 255}}, {Letter: 'c', RGB: color.RGBA{60, 200, 230, 255}},
	{Letter: 'm', RGB: color.RGBA{250, 90, 190, 255}},
}

// letters gives each tint, the commonest first, the letter of the nearest colour that is not taken.
func letters(inks []tint) (palette []board.Ink) {
	free := slices.Clone(named)
	for _, ink := range inks {
		var tints []tint
		for _, f := range free {
			tints = append(tints, tint{f.RGB.R, f.RGB.G, f.RGB.B})
		}
		i := nearest(tints, ink)
		palette = append(palette, board.Ink{Letter: free[i].Letter, RGB: color.RGBA{ink[0], ink[1], ink[2], 255}})
		free = slices.Delete(free, i, i+1)
	}
	return palette
}
