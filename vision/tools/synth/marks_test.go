package synth_test

import (
	"context"
	"strings"
	"testing"

	"kibitz/vision"
	"kibitz/vision/judge"
	"kibitz/vision/tools/synth"
)

// TestMarksDrawn: of boards as cameras see them, an empty one has no marks, and most marks of the others are read.
// Nobody is told of a mark that does not fit, as all fit.
func TestMarksDrawn(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	fonts := synth.Fonts()
	read, marked, right := 0, 0, 0
	for seed := uint64(1); read < 12 && seed < 60; seed++ {
		p := synth.Random(seed, synth.Nonogram, synth.Development, fonts)
		if p.Board.Rows*p.Board.Cols > 150 {
			continue // to save time
		}
		r, err := vision.Read(context.Background(), p.Data, vision.Hint{Kind: vision.Nonogram})
		if err != nil || r.Rows != p.Board.Rows || r.Cols != p.Board.Cols {
			continue
		}
		v := judge.Judge(context.Background(), r)
		if v.Repaired == "" {
			continue
		}
		read++
		got := strings.ReplaceAll(v.Marks, "/", "")
		for i, m := range p.Board.Marks {
			sign := byte('?')
			if got != "" {
				sign = got[i]
			}
			if m == synth.Blank && sign != '?' {
				t.Errorf("seed %d (%s, %s): cell %d reads %c, is blank", seed, p.Layout, p.Camera, i, sign)
			}
			if m != synth.Blank {
				marked++
				if sign == "?#x"[m] {
					right++
				}
			}
		}
		if len(v.Misfits) > 0 {
			t.Errorf("seed %d (%s, %s): %d marks are said not to fit", seed, p.Layout, p.Camera, len(v.Misfits))
		}
	}
	t.Logf("%d of %d marks are right on %d boards", right, marked, read)
	if 10*right < 9*marked || read < 12 {
		t.Errorf("%d of %d marks are right on %d boards", right, marked, read)
	}
}
