package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"testing"
	"time"
)

// solving is an animation of a board filled in cell by cell, the newest marked.
func solving(b *Board, unknown Kind, hold time.Duration) (frames []Frame) {
	for n := range len(b.Cells) + 1 {
		f := *b
		f.Cells = uniform(b.Rows, b.Cols, unknown).Cells
		copy(f.Cells, b.Cells[:n])
		if n > 0 {
			f.Cells[n-1].Mark = New
		}
		frames = append(frames, shownFor(&f, hold))
	}
	return append(frames, shownFor(b, 40*hold))
}

func shownFor(b *Board, hold time.Duration) Frame { return Frame{func() *Board { return b }, hold} }

// screen is what an animation shows after each of its frames, composed as a
// viewer does it.
func screen(t *testing.T, file []byte) (shown []*image.RGBA, hold []int) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) > 1 && g.LoopCount != 0 {
		t.Errorf("loop count %d, want 0: for ever", g.LoopCount)
	}
	now := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, part := range g.Image {
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
				if k := part.At(x, y).(color.RGBA); k.A != 0 {
					now.Set(x, y, k)
				}
			}
		}
		copied := *now
		copied.Pix = bytes.Clone(now.Pix)
		shown = append(shown, &copied)
	}
	return shown, g.Delay
}

// However a frame is reached, it shows what a still of its board shows: the
// same animation cut to that one frame.
func TestFilmShowsEachBoard(t *testing.T) {
	for _, c := range []struct {
		board   *Board
		unknown Kind
	}{
		{picross(6), Open}, {sumsBoard(5), Digit}, {checkered(3, 4, LampOff, LampOn), LampOn},
		{checkered(1, 9, CardUp, CardDown), CardUp}, {checkered(3, 3, Clear, Cloudy), Cloudy},
	} {
		b := c.board
		for _, theme := range bothThemes {
			frames := solving(b, c.unknown, 100*time.Millisecond)
			file, err := GIF(frames, theme, 2<<20)
			if err != nil {
				t.Fatal(err)
			}
			shown, hold := screen(t, file)
			if len(shown) != len(frames) {
				t.Fatalf("%d frames, want %d", len(shown), len(frames))
			}
			for i, f := range frames {
				alone, err := GIF([]Frame{f}, theme, 2<<20)
				if err != nil {
					t.Fatal(err)
				}
				still, _ := screen(t, alone)
				if !bytes.Equal(shown[i].Pix, still[0].Pix) {
					t.Errorf("theme %d, %d×%d: frame %d of the animation is not its board", theme, b.Rows, b.Cols, i)
				}
				if want := int(f.Hold / (10 * time.Millisecond)); hold[i] != want {
					t.Errorf("frame %d stays %d/100 s, want %d", i, hold[i], want)
				}
			}
		}
	}
}

// An animation that is too big loses frames, but neither its end nor time.
func TestFilmLimit(t *testing.T) {
	frames := solving(picross(12), Open, 100*time.Millisecond)
	whole, err := GIF(frames, Dark, 2<<20)
	if err != nil {
		t.Fatal(err)
	}
	small, err := GIF(frames, Dark, len(whole)*2/3)
	if err != nil {
		t.Fatal(err)
	}
	if len(small) > len(whole)*2/3 {
		t.Errorf("%d bytes, want at most %d", len(small), len(whole)*2/3)
	}
	all, each := screen(t, whole)
	few, longer := screen(t, small)
	if len(few) >= len(all) || !bytes.Equal(few[len(few)-1].Pix, all[len(all)-1].Pix) {
		t.Errorf("%d of %d frames; the last one is the same: %t", len(few), len(all), bytes.Equal(few[len(few)-1].Pix, all[len(all)-1].Pix))
	}
	sum := func(times []int) (total int) {
		for _, n := range times {
			total += n
		}
		return total
	}
	if sum(each) != sum(longer) {
		t.Errorf("it takes %d/100 s, before the cut %d", sum(longer), sum(each))
	}
}

func TestFilmErrors(t *testing.T) {
	for _, c := range []struct {
		frames []Frame
		want   error
	}{
		{nil, ErrFrames},
		{[]Frame{shownFor(NewBoard(2, 3), 0), shownFor(NewBoard(3, 2), 0)}, ErrFrames},
		{[]Frame{shownFor(&Board{Rows: 2, Cols: 2}, 0)}, ErrShape},
		{[]Frame{shownFor(NewBoard(1, MaxSide+1), 0)}, ErrSize},
	} {
		if _, err := GIF(c.frames, Dark, 1<<20); !errors.Is(err, c.want) {
			t.Errorf("error %v, want %v", err, c.want)
		}
	}
}

func BenchmarkGIF(b *testing.B) {
	for _, c := range []struct {
		name  string
		board *Board
	}{{"nonogram15", picross(15)}, {"nonogram30", picross(30)}, {"kakuro10", sumsBoard(10)}} {
		b.Run(c.name, func(b *testing.B) {
			frames := solving(c.board, Open, 100*time.Millisecond)
			for b.Loop() {
				file, err := GIF(frames, Dark, 2<<20)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(file)), "file-bytes")
			}
		})
	}
}
