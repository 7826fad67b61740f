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

// readColoured reads a body whose clues may be in colours: see paint. It returns nil if they are not, unless the
// board is beyond doubt. Letters may stand behind the numbers: it counts without them if it is sound then.
func readColoured(ctx context.Context, v *page.View, b body) (*page.Candidate, error) {
	if b.coloured = isColoured(v, b); !b.coloured {
		return nil, nil
	}
	s, err := findNumbers(ctx, v, b)
	if err != nil {
		return nil, err
	}
	c, err := readDraft(ctx, v, s)
	if err != nil || c != nil && isSound(c) {
		return c, err
	}
	if c != nil && c.Palette == nil {
		if c.Clear() && !isDoubtful(c) {
			return c, nil
		}
		c = nil
	}
	s.lettered = true
	if d, err := readDraft(ctx, v, s); err != nil || d != nil && d.Palette != nil && isSound(d) {
		return d, err
	}
	return c, nil
}

// isColoured reports whether something is not grey where the clues of the rows may stand, and where those of the
// columns may.
func isColoured(v *page.View, b body) bool {
	strips := stripsOf(v, b)
	return hasHues(v, b.Mesh, strips[0]) && hasHues(v, b.Mesh, strips[1])
}

// hasHues reports whether some of an area is not grey.
func hasHues(v *page.View, m plane.Mesh, in plane.Area) bool {
	const step, least = 1. / 8, .001 // cells from one place to the next; the share that is not grey
	n, all := 0., 0.
	for row := in.Top; row < in.Bottom; row += step {
		for col := in.Left; col < in.Right; col += step {
			p := m.Place(row, col)
			if !v.Shows(p) {
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

// colourings are what may tell the colour of a number: its ground, its ink, or the direction from its ground to its
// ink, which dimmed numbers have in common with others of their colour.
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
// It returns nil if they are in black and white, and whether the numbers have light ink. Colours whose numbers add up
// to the same in rows and in columns are the puzzle's: those of finished lines, or of the line that is pointed at, do
// not. Colours taken together add up as well, so the most that do count. If none do, numbers may be missing or misread:
// then colours that are not grey and stand beside each other in most clues will do.
func (s *draft) paint(read [2]clues) (palette []board.Ink, light bool) {
	const most = 3000 // numbers that are compared with each other
	if !s.coloured {
		return nil, s.hand.Lighter == 1
	}
	all := s.markings(read)
	seen := seenIn(read, all)
	light = haveLightInk(seen)
	if len(seen) > most {
		return nil, light
	}
	var best, mixed func() []board.Ink
	colours := 0 // of the best
	for i, colouring := range colourings {
		var tints []tint
		for _, m := range seen {
			tints = append(tints, colouring(m))
		}
		ways, plainest := groupings(tints)
		for k, groups := range ways {
			inks, centres := inksOf(seen, tints, groups, i == 0)
			if !areInks(inks) {
				continue
			}
			again := func() []board.Ink { return inColours(read, all, colouring, inks, centres) }
			switch palette := again(); {
			case len(palette) > colours && addUp(read):
				best, colours = again, len(palette)
			case mixed == nil && k == plainest && areMixed(read, palette):
				mixed = again
			}
		}
	}
	switch {
	case best != nil:
		return best(), light
	case mixed != nil:
		return mixed(), light
	}
	return nil, light
}

// haveLightInk reports whether most numbers are lighter than their grounds.
func haveLightInk(seen []marking) bool {
	light := 0
	for _, m := range seen {
		if m.ink.light() > m.ground.light() {
			light++
		}
	}
	return 2*light > len(seen)
}

const (
	mostInks = 10 // colours of a puzzle
	coloured = 60 // the least chroma of a colour that is not grey
)

// seenIn returns the markings of the numbers of all likeliest readings.
func seenIn(read [2]clues, all map[numberAt]marking) (seen []marking) {
	for side, c := range read {
		for _, ways := range c.read {
			if len(ways) > 0 {
				for _, box := range ways[0].Boxes {
					seen = append(seen, all[numberAt{side, box}])
				}
			}
		}
	}
	return seen
}

// inksOf returns the ink of each group of numbers, and the middle of its tints. If the numbers are told by their
// grounds an ink is the ground of its group, else the ink farthest from its ground, since others are dimmed.
func inksOf(seen []marking, tints []tint, groups [][]int, byGround bool) (inks, centres []tint) {
	for _, group := range groups {
		most, ink := 0, seen[group[0]].ground
		var centre []tint
		for _, k := range group {
			centre = append(centre, tints[k])
			if far := seen[k].ink.far(seen[k].ground); !byGround && far > most {
				most, ink = far, seen[k].ink
			}
		}
		inks, centres = append(inks, ink), append(centres, medianTint(centre))
	}
	return inks, centres
}

// areInks reports whether these may be the inks of a puzzle: several, and not all grey.
func areInks(inks []tint) bool {
	return len(inks) > 1 && len(inks) <= mostInks && slices.ContainsFunc(inks, func(t tint) bool { return t.chroma() >= coloured })
}

// inColours gives all readings the letters of inks: a number has that whose centre is nearest to what tells its colour.
func inColours(read [2]clues, all map[numberAt]marking, colouring func(marking) tint, inks, centres []tint) (palette []board.Ink) {
	palette = letters(inks)
	for side, c := range read {
		for _, ways := range c.read {
			for k := range ways {
				ways[k].Colours = ""
				for _, box := range ways[k].Boxes {
					ways[k].Colours += string(palette[nearest(centres, colouring(all[numberAt{side, box}]))].Letter)
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
