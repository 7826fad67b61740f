package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/photo"
	"kibitz/vision/tools/synth"
)

// grids counts how well the lines of drawn boards are found, by kind and by layout or camera.
type grids map[string]*gridCount

// A gridCount holds the figures of one row of the table.
type gridCount struct {
	pictures   int
	first, any int     // pictures with the board as the first lattice, or as any lattice
	within     int     // pictures with the board as the first lattice, or as a part of it beside boxes for numbers
	misplaced  float64 // the sum of the pictures' mean errors of crossings, in cells
	measured   int     // the number of pictures in that sum
	ms         float64
}

// near is the largest error of a crossing that counts as found, in cells.
const near = .2

// add finds the lines of a picture and counts the result for its layout, for its camera and for all; a
// line about it goes to each unless that is nil. A lattice is exact if it has more than 99 % of the
// board's crossings and as many rows and columns. If the first one has the crossings, but another size,
// it holds the board as a part.
func (g grids) add(ctx context.Context, p *synth.Picture, each io.Writer) {
	img, err := photo.Read(p.Data)
	if err != nil {
		panic(err) // we wrote the file
	}
	began := time.Now()
	found, err := lattice.Find(ctx, img, p.Screen)
	ms := float64(time.Since(began).Microseconds()) / 1000
	state := "not found"
	sizes := ""
	exact := -1
	for i, l := range found {
		covered, far := covers(l, p)
		sizes += fmt.Sprintf(" %d×%d (%.2f)", l.Rows, l.Cols, covered)
		if covered > .99 && i == 0 {
			state = "within"
		}
		if covered > .99 && exact < 0 && l.Rows == p.Board.Rows && l.Cols == p.Board.Cols {
			exact = i
			state = "exact"
			if i > 0 {
				state = "exact, but not the first"
			}
		}
		if i == 0 && covered > .99 {
			for _, name := range []string{p.Layout, p.Camera, "all"} {
				c := g.count(string(p.Board.Kind), name)
				c.misplaced, c.measured = c.misplaced+far, c.measured+1
			}
		}
	}
	if err != nil {
		state = err.Error()
	}
	for _, name := range []string{p.Layout, p.Camera, "all"} {
		c := g.count(string(p.Board.Kind), name)
		c.pictures++
		c.ms += ms
		if state == "within" || exact == 0 {
			c.within++
		}
		if exact == 0 {
			c.first++
		}
		if exact >= 0 {
			c.any++
		}
	}
	if each != nil {
		fmt.Fprintf(each, "%s %d×%d, %s, %s: %s:%s, %.0f ms\n", p.Board.Kind, p.Board.Rows, p.Board.Cols, p.Layout, p.Camera, state, sizes, ms)
	}
}

// count returns the count of a kind and a layout or camera.
func (g grids) count(kind, name string) *gridCount {
	key := kind + " | " + name
	if g[key] == nil {
		g[key] = &gridCount{}
	}
	return g[key]
}

// covers returns the share of the board's crossings that a lattice has, and the mean error of those,
// in cells. A lattice with much smaller cells than the board's has none.
func covers(l *lattice.Lattice, p *synth.Picture) (share, far float64) {
	n := 0
	cols := p.Board.Cols + 1
	for i, q := range p.Lattice {
		beside := i + 1 // a neighbour in the row, for the size of a cell there
		if i%cols == cols-1 {
			beside = i - 1
		}
		cell := math.Hypot(p.Lattice[beside].X-q.X, p.Lattice[beside].Y-q.Y)
		best := math.Inf(1)
		for _, o := range l.Points {
			best = min(best, math.Hypot(o.X-q.X, o.Y-q.Y))
		}
		if best < near*cell {
			n++
			far += best / cell
		}
	}
	// A lattice with twice as many lines has all crossings, too, but is wrong.
	if a, b := l.Points[0], l.Points[1]; math.Hypot(a.X-b.X, a.Y-b.Y) < .7*math.Hypot(p.Lattice[0].X-p.Lattice[1].X, p.Lattice[0].Y-p.Lattice[1].Y) {
		return 0, 0
	}
	return float64(n) / float64(len(p.Lattice)), far / float64(max(n, 1))
}

// print writes the counts as a table in Markdown.
func (g grids) print(w io.Writer) {
	fmt.Fprintln(w, "| kind | layout or camera | pictures | board is the first lattice, % | is any, % | is the first or a part of it, % | off by, cells | ms |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, key := range slices.Sorted(maps.Keys(g)) {
		c := g[key]
		share := func(n int) float64 { return 100 * float64(n) / float64(c.pictures) }
		fmt.Fprintf(w, "| %s | %d | %.1f | %.1f | %.1f | %.3f | %.0f |\n", key, c.pictures, share(c.first), share(c.any), share(c.within), c.misplaced/float64(max(c.measured, 1)), c.ms/float64(c.pictures))
	}
}
