package lamps

import (
	"cmp"
	"context"
	"image"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/page"
)

// Lamps that are all in one state have no other state beside them to tell what they are. Cells of one colour may be
// buttons or a table. But on lamps the same figure is drawn, a glow or a ring, while the keys of a keyboard or the days
// of a calendar have a figure each. Kibitz offers such cells as lamps if the net, too, sees tiles in them.

// drawnAlike reports whether the same figure is drawn on all cells: their mean face has clearly different colours, and
// the faces hardly differ from it.
func drawnAlike(faces []face) bool {
	var mean face
	for i := range faces {
		for k, c := range faces[i] {
			mean[k] = mean[k].Plus(c.Times(1 / float64(len(faces))))
		}
	}
	figure, ground := 0., mean.mean()
	for _, c := range mean {
		figure = max(figure, c.To(ground))
	}
	return figure >= leastApart && texture(unlike(faces, make([]int, len(faces))), figure) <= mostTexture
}

// lampsAlike reports whether a reading may be of lamps that are all in one state, whoever asks for it.
func (c *lamps) lampsAlike() bool {
	const least = 3 // rows and columns
	return c.alike && c.tiles && !c.hidden && min(c.Rows, c.Cols) >= least && len(c.Flaws) == 0
}

// seenAsTiles returns the boards without those of cells that look alike but are not surely tiles to the net.
func seenAsTiles(ctx context.Context, v *page.View, all []*lamps) (kept []*lamps, err error) {
	const surely = .7 // the least probability
	for _, c := range all {
		if c.alike {
			b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
			if err != nil {
				return nil, err
			}
			if b == nil || b.Kind[cells.Tiles] < surely {
				continue
			}
		}
		kept = append(kept, c)
	}
	return kept, nil
}

// seenByNet returns the board of greatest value, of those with cells in two states, that the net surely
// takes for tiles, though its looks alone would not do where no lights are asked for; nil if there is none.
func seenByNet(ctx context.Context, v *page.View, all []*lamps) (*lamps, error) {
	const least, told = 4, .75  // rows and columns; see lamps.told
	const tries, surely = 3, .7 // boards that are looked at; the least probability
	all = slices.DeleteFunc(slices.Clone(all), func(c *lamps) bool {
		return c.Kind != board.Lights || c.one || c.hidden || c.told < told || min(c.Rows, c.Cols) < least
	})
	slices.SortStableFunc(all, func(a, b *lamps) int { return cmp.Compare(b.value, a.value) })
	for _, c := range all[:min(len(all), tries)] {
		b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
		if err != nil {
			return nil, err
		}
		if b != nil && b.Kind[cells.Tiles] > surely {
			c.seen = true
			return c, nil
		}
	}
	return nil, nil
}

// withoutFigures returns the boards without those that are not plain, whose cells are smaller than those of lamps that
// look alike, and that lie where these are: they are pieces of the figure that is drawn on each lamp.
func withoutFigures(all []*lamps) []*lamps {
	const smaller, within = .75, .8 // sides of a cell; the share of the board that lies on the lamps
	area := func(r image.Rectangle) float64 { return float64(r.Dx() * r.Dy()) }
	return slices.DeleteFunc(slices.Clone(all), func(d *lamps) bool {
		return slices.ContainsFunc(all, func(c *lamps) bool {
			return !d.plain() && c.lampsAlike() && max(d.w/c.w, d.h/c.h) < smaller && area(d.Area.Intersect(c.Area)) > within*area(d.Area)
		})
	})
}

// joinable returns how many cells could be joined to one without a change of what is seen. Cells with a figure on each
// can't be joined.
func (c *lamps) joinable() float64 {
	if c.alike {
		return 1
	}
	return coarser(c.Reading)
}
