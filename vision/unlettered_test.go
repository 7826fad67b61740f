package vision

import (
	"context"
	"image"
	"image/color"
	"image/draw"
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
