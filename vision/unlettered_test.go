package vision

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/vision/internal/lamps"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/script"
	"kibitz/vision/photo"
)

// A filled-in nonogram is no board of lights, in any orientation; without its clues it might be one.
func TestUnlettered(t *testing.T) {
	r, err := Read(context.Background(), plainBoard(1).data, Hint{})
	if err != nil {
		t.Fatal(err)
	}
	paper := image.NewRGBA(r.Straight.Rect)
	draw.Draw(paper, paper.Rect, r.Straight, image.Point{}, draw.Src)
	body := image.Rectangle{}
	for i, c := range r.Cells {
		body = body.Union(c.Box)
		if i%3 == 0 {
			draw.Draw(paper, c.Box.Inset(3), image.NewUniform(color.Black), image.Point{}, draw.Src)
		}
	}
	bare := image.NewRGBA(paper.Rect)
	draw.Draw(bare, bare.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(bare, body.Inset(-2), paper, body.Inset(-2).Min, draw.Src)
	for turns := range 4 {
		for _, mirror := range []bool{false, true} {
			for img, want := range map[*image.RGBA]bool{paper: false, bare: true} {
				p, err := photo.Read(rotated(img, turns, mirror))
				if err != nil {
					t.Fatal(err)
				}
				v := lamps.NewSorter(script.NewSigns(page.NewView(p)))
				v.Screen = true
				all, err := lattice.Find(context.Background(), p.Image, true)
				if err != nil || len(all) == 0 {
					t.Fatalf("%d turns, mirrored %t: no lattice, %v", turns, mirror, err)
				}
				if got, err := v.Unlettered(context.Background(), all[0]); got != want || err != nil {
					t.Errorf("%d turns, mirrored %t, %d × %d cells, clues %t: unlettered %t, %v", turns, mirror, all[0].Rows, all[0].Cols, !want, got, err)
				}
			}
		}
	}
}

// Tiles of one state may differ as much as under a glare. Nobody asked for lights, but where the net
// sees tiles they are offered.
func TestTilesSeenByTheNet(t *testing.T) {
	p := newLampPicture("1100", "0101", "0111", "0100")
	p.gap, p.colours = 3, [3]color.RGBA{{60, 70, 100, 255}, {250, 190, 20, 255}}
	img, rng := p.image(), rand.New(rand.NewPCG(1, 1))
	for i := range len(p.rows) * len(p.rows) {
		box := p.tile(i/len(p.rows), i%len(p.rows))
		draw.DrawMask(img, box, image.Black, image.Point{}, image.NewUniform(color.Alpha{uint8(128 * rng.Float64())}), image.Point{}, draw.Over)
	}
	f, err := photo.Read(encoded(img))
	if err != nil {
		t.Fatal(err)
	}
	v := page.NewView(f)
	v.Screen = true
	all, err := lamps.Find(t.Context(), v, nil, Hint{})
	if err != nil || len(all) != 1 || !slices.Equal(named(states(all[0].Reading)), named(p.rows)) || !slices.Contains(all[0].Flaws, UnseenLines) {
		t.Errorf("%d boards, %v", len(all), err)
	}
}
