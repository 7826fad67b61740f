package main

import (
	"bytes"
	"context"
	"testing"

	"kibitz/vision/internal/cells"
	"kibitz/vision/tools/synth"
)

// look reads a window with the net that is in the repository.
func look(t *testing.T, w *synth.Window) *cells.Board {
	t.Helper()
	s := cells.NewSheet(synth.WindowCells, synth.WindowCells)
	copy(s.Pixels, w.Pixels)
	b, err := cells.Read(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// best returns the index of the largest value.
func best(v []float32) (at int) {
	for i, x := range v {
		if x > v[at] {
			at = i
		}
	}
	return at
}

// The net tells cells, sums and kinds on boards that it has not learned from, in fonts and through cameras held out.
func TestNetOnHeldOut(t *testing.T) {
	fonts := synth.Fonts() // Go's own: no machine lacks them
	var right, known, sums, blocks, kinds int
	const windows = 150
	for i := range uint64(windows) {
		w := synth.NewWindow(7<<40+i, synth.HeldOut, fonts)
		b := look(t, w)
		if best(b.Kind[:]) == int(w.Kind) {
			kinds++
		}
		for k, class := range w.Class {
			if class == synth.Unknown {
				continue
			}
			known++
			if best(b.Class[k][:]) == int(class) {
				right++
			}
			if class != synth.Block && class != synth.SumBlock {
				continue
			}
			blocks++
			if (b.Down[k] > .5) == (w.Sums[k]&1 != 0) && (b.Across[k] > .5) == (w.Sums[k]&2 != 0) {
				sums++
			}
		}
	}
	share := func(n, of int) float64 { return float64(n) / float64(of) }
	t.Logf("cells %.3f, sums %.3f, kinds %.3f", share(right, known), share(sums, blocks), share(kinds, windows))
	if share(right, known) < leastCells || share(sums, blocks) < leastSums || share(kinds, windows) < leastKinds {
		t.Errorf("of %d cells %.3f are right, of %d blocks %.3f, of %d kinds %.3f", known, share(right, known), blocks, share(sums, blocks), windows, share(kinds, windows))
	}
}

// The least shares that are right, a little below what was measured when the weights were made.
const leastCells, leastSums, leastKinds = .9, .8, .92

// A window follows from its seed alone, and its labels fit its kind.
func TestWindows(t *testing.T) {
	fonts := synth.Fonts()
	of := map[synth.Look][]synth.Class{
		synth.NoBoard:      {},
		synth.KakuroLook:   {synth.Block, synth.SumBlock, synth.White, synth.Written},
		synth.NonogramLook: {synth.White, synth.ClueCell, synth.Full, synth.Marked},
		synth.TileLook:     {synth.Tile},
		synth.SudokuLook:   {synth.White, synth.Written},
	}
	for seed := range uint64(20) {
		w, again := synth.NewWindow(seed, synth.Development, fonts), synth.NewWindow(seed, synth.Development, fonts)
		if !bytes.Equal(w.Pixels, again.Pixels) || w.Kind != again.Kind {
			t.Fatalf("seed %d: two windows", seed)
		}
		for k, class := range w.Class {
			fits := class == synth.Outside || class == synth.Unknown
			for _, c := range of[w.Kind] {
				fits = fits || c == class
			}
			if !fits || w.Sums[k] != 0 && w.Kind == synth.KakuroLook && class != synth.SumBlock && class != synth.Unknown {
				t.Fatalf("seed %d: cell %d of kind %d is %d with sums %d", seed, k, w.Kind, class, w.Sums[k])
			}
		}
	}
}
