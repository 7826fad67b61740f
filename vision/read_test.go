package vision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A plain is a nonogram on a screen with nothing around it, as vision/tools/synth drew it.
type plain struct {
	data               []byte
	image              *image.RGBA
	rowClues, colClues [][]int
}

// plainBoard returns one of five such nonograms.
func plainBoard(number int) *plain {
	name := fmt.Sprintf("testdata/plain/%d", number)
	data, err := os.ReadFile(name + ".png")
	if err != nil {
		panic(err)
	}
	truth, err := os.ReadFile(name + ".txt")
	if err != nil {
		panic(err)
	}
	p := &plain{data: data}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	p.image = image.NewRGBA(img.Bounds())
	draw.Draw(p.image, p.image.Rect, img, p.image.Rect.Min, draw.Src)
	rows, cols, _ := strings.Cut(strings.TrimSpace(string(truth)), "|")
	for side, to := range map[string]*[][]int{rows: &p.rowClues, cols: &p.colClues} {
		for line := range strings.SplitSeq(side, ",") {
			var numbers []int
			for _, text := range strings.Fields(line) {
				n, err := strconv.Atoi(text)
				if err != nil {
					panic(err)
				}
				numbers = append(numbers, n)
			}
			*to = append(*to, numbers)
		}
	}
	return p
}

func numbers(lines []Line) [][]int {
	var all [][]int
	for _, l := range lines {
		all = append(all, l.Readings[0].Numbers)
	}
	return all
}

func equal(a, b [][]int) bool { return slices.EqualFunc(a, b, slices.Equal) }

// rotated returns the file of an image, mirrored if asked and then turned by quarter turns to the right.
func rotated(img image.Image, turns int, mirror bool) []byte {
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	if turns%2 == 1 {
		w, h = h, w
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range b.Dy() {
		for x := range b.Dx() {
			i, j := x, y
			if mirror {
				i = b.Dx() - 1 - i
			}
			wide, high := b.Dx(), b.Dy()
			for range turns {
				i, j = high-1-j, i
				wide, high = high, wide
			}
			out.Set(i, j, img.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, out); err != nil {
		panic(err)
	}
	return file.Bytes()
}

// A drawn board is read, all boxes lie on the straightened board, and the probabilities are valid.
func TestRead(t *testing.T) {
	exact := 0
	const n = 4
	for seed := range n {
		p := plainBoard(seed)
		r, err := Read(context.Background(), p.data, Hint{})
		if err != nil {
			t.Errorf("board %d: %v", seed, err)
			continue
		}
		if equal(numbers(r.RowClues), p.rowClues) && equal(numbers(r.ColClues), p.colClues) {
			exact++
		}
		sound(t, r)
	}
	if exact < n-1 {
		t.Errorf("%d of %d plain boards are read", exact, n)
	}
}

// sound checks the laws of every reading.
func sound(t testing.TB, r *Reading) {
	t.Helper()
	b := r.Straight.Bounds()
	if b.Dx()*b.Dy() > 1_200_000 || len(r.Cells) != r.Rows*r.Cols || len(r.Boards) == 0 {
		t.Errorf("straight %v, %d cells of %d × %d, %d boards", b, len(r.Cells), r.Rows, r.Cols, len(r.Boards))
	}
	if r.Kind == Nonogram && (len(r.RowClues) != r.Rows || len(r.ColClues) != r.Cols) {
		t.Errorf("%d × %d with %d and %d clues", r.Rows, r.Cols, len(r.RowClues), len(r.ColClues))
	}
	for _, l := range slices.Concat(r.RowClues, r.ColClues) {
		sum := 0.
		if len(l.Readings) == 0 || len(l.Readings) > MaxReadings {
			t.Errorf("%d readings", len(l.Readings))
		}
		for _, c := range l.Readings {
			sum += c.P
			if len(c.Boxes) != len(c.Numbers) {
				t.Errorf("%v in boxes %v", c.Numbers, c.Boxes)
			}
			for _, box := range c.Boxes {
				if !box.In(b) {
					t.Errorf("box %v is not in %v", box, b)
				}
			}
		}
		if sum > 1.0001 {
			t.Errorf("readings of a line sum to %v", sum)
		}
	}
	for _, c := range r.Cells {
		sum := 0.
		for _, g := range c.State {
			sum += g.P
		}
		if sum > 1.0001 || !c.Box.In(b) {
			t.Errorf("states of a cell sum to %v, its box is %v", sum, c.Box)
		}
	}
}

// Wrong Exif and mirrored images do no harm: the same board is read.
func TestReadTurned(t *testing.T) {
	p := plainBoard(2)
	upright, err := Read(context.Background(), p.data, Hint{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		turns  int
		mirror bool
	}{{1, false}, {3, false}, {0, true}, {2, true}} {
		r, err := Read(context.Background(), rotated(p.image, c.turns, c.mirror), Hint{})
		if err != nil {
			t.Errorf("turned %d, mirrored %v: %v", c.turns, c.mirror, err)
			continue
		}
		if !equal(numbers(r.RowClues), numbers(upright.RowClues)) || !equal(numbers(r.ColClues), numbers(upright.ColClues)) {
			t.Errorf("turned %d, mirrored %v: %v %v, upright %v %v", c.turns, c.mirror,
				numbers(r.RowClues), numbers(r.ColClues), numbers(upright.RowClues), numbers(upright.ColClues))
		}
		if slices.Contains(r.Flaws, Mirrored) != c.mirror {
			t.Errorf("turned %d, mirrored %v: flaws %v", c.turns, c.mirror, r.Flaws)
		}
	}
}

// Of two boards on one sheet the one asked for is read, in reading order, and both are named.
func TestReadTwoBoards(t *testing.T) {
	first, second := plainBoard(1), plainBoard(3)
	a, b := first.image.Bounds(), second.image.Bounds()
	for _, beside := range []bool{true, false} {
		at := image.Pt(0, a.Dy()+40)
		if beside {
			at = image.Pt(a.Dx()+40, 0)
		}
		sheet := image.NewRGBA(image.Rect(0, 0, max(a.Dx(), at.X+b.Dx()), max(a.Dy(), at.Y+b.Dy())))
		draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(sheet, a.Sub(a.Min), first.image, a.Min, draw.Src)
		draw.Draw(sheet, b.Sub(b.Min).Add(at), second.image, b.Min, draw.Src)
		for i, p := range []*plain{first, second} {
			if !beside && i == 0 {
				continue // with one below the other, reading the second suffices
			}
			r, err := Read(context.Background(), rotated(sheet, 0, false), Hint{Board: i + 1})
			if err != nil {
				t.Errorf("beside %v, board %d: %v", beside, i+1, err)
				continue
			}
			if len(r.Boards) != 2 || !equal(numbers(r.RowClues), p.rowClues) || !equal(numbers(r.ColClues), p.colClues) {
				t.Errorf("beside %v, board %d of %v: %v %v, drawn %v %v", beside, i+1, r.Boards,
					numbers(r.RowClues), numbers(r.ColClues), p.rowClues, p.colClues)
			}
		}
	}
}

// A board of another kind than the one asked for is read as what it is, with ErrKind.
func TestReadOtherKind(t *testing.T) {
	p := plainBoard(2)
	for _, kind := range []Kind{Lights, Kakuro} {
		r, err := Read(context.Background(), p.data, Hint{Kind: kind})
		if !errors.Is(err, ErrKind) || r == nil || r.Kind != Nonogram || r.Rows != len(p.rowClues) || r.Cols != len(p.colClues) {
			t.Errorf("a nonogram read as kind %d: %v", kind, err)
		}
	}
	if _, err := Read(context.Background(), p.data, Hint{Kind: Nonogram}); err != nil {
		t.Error(err)
	}
}

// A grid without numbers is no nonogram: reading it gives ErrNoClues.
func TestReadNoClues(t *testing.T) {
	p := plainBoard(2)
	r, err := Read(context.Background(), p.data, Hint{})
	if err != nil {
		t.Fatal(err)
	}
	b := p.image.Bounds()
	blank := image.NewRGBA(b)
	draw.Draw(blank, b, p.image, b.Min, draw.Src)
	side := float64(r.Boards[0].Dx()) / float64(r.Straight.Rect.Dx()) // the straight board has a margin
	for _, line := range append(slices.Clone(r.RowClues), r.ColClues...) {
		for _, box := range line.Readings[0].Boxes {
			at := image.Rect(int(float64(box.Min.X)*side), int(float64(box.Min.Y)*side), int(float64(box.Max.X)*side), int(float64(box.Max.Y)*side))
			draw.Draw(blank, at.Add(b.Min).Add(r.Boards[0].Min).Inset(-12).Intersect(b), image.White, image.Point{}, draw.Src)
		}
	}
	if r, err := Read(context.Background(), rotated(blank, 0, false), Hint{Kind: Nonogram}); !errors.Is(err, ErrNoClues) {
		t.Errorf("read %v, %v", r, err)
	}
}

// A board that goes on beyond the image is known to be cut, one that ends within it is not.
func TestReadCut(t *testing.T) {
	p := plainBoard(1)
	whole, err := Read(context.Background(), p.data, Hint{})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(whole.Flaws, Cut) {
		t.Errorf("a whole board has flaws %v", whole.Flaws)
	}
	b, chosen := p.image.Bounds(), whole.Boards[0]
	cell := float64(chosen.Dx()) / float64(whole.Cols+3)
	for name, r := range map[string]image.Rectangle{
		"right":  image.Rect(0, 0, chosen.Max.X-int(1.6*cell), b.Dy()),
		"bottom": image.Rect(0, 0, b.Dx(), chosen.Max.Y-int(1.6*cell)),
		"left":   image.Rect(chosen.Min.X+int(.45*cell), 0, b.Dx(), b.Dy()),
		"top":    image.Rect(0, chosen.Min.Y+int(.45*cell), b.Dx(), b.Dy()),
	} {
		part := p.image.SubImage(r.Add(b.Min))
		read, err := Read(context.Background(), rotated(part, 0, false), Hint{})
		if err != nil {
			continue // that is as well
		}
		if !slices.Contains(read.Flaws, Cut) {
			t.Errorf("cut off at the %s, %d × %d of %d × %d: flaws %v", name, read.Rows, read.Cols, whole.Rows, whole.Cols, read.Flaws)
		}
	}
}

// A file that is no image gives ErrImage.
func TestReadNoImage(t *testing.T) {
	if _, err := Read(context.Background(), []byte("a cat"), Hint{}); !errors.Is(err, ErrImage) {
		t.Error(err)
	}
}

// Any bytes give a sound reading or none.
func FuzzRead(f *testing.F) {
	f.Add(plainBoard(1).data)
	f.Add(rotated(image.NewGray(image.Rect(0, 0, 40, 40)), 0, false))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width*c.Height > 200_000 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if r, err := Read(ctx, data, Hint{}); err == nil {
			sound(t, r)
		}
	})
}
