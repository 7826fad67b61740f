package lattice

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var only = flag.String("only", "", "the pictures whose names have this")

var overlay = flag.String("drawn", "", "a folder for the pictures with what was found on them")

// pictures is a folder of real pictures with their truth. They take a minute.
var pictures = os.Getenv("KIBITZ_PICTURES")

func open(t testing.TB, name string) image.Image {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !strings.Contains(name, "screenshot") {
		return img
	}
	m := image.NewRGBA(img.Bounds())
	draw.Draw(m, m.Rect, img, m.Rect.Min, draw.Src)
	return m
}

// size returns the rows and columns of cells that a picture's truth states.
func size(name, text string) (rows, cols int) {
	if strings.Contains(name, "nonogram") {
		r, c, _ := strings.Cut(strings.TrimSpace(text), "|")
		return strings.Count(r, ",") + 1, strings.Count(c, ",") + 1
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if strings.Contains(name, "kakuro") {
		return len(lines), len(strings.Fields(lines[0]))
	}
	return len(lines), len(strings.ReplaceAll(strings.TrimSpace(lines[0]), " ", ""))
}

// TestPictures prints what is found on the real pictures, beside what is there. It asserts nothing of any
// one: some have lines around their clues too, and some have no lines at all.
func TestPictures(t *testing.T) {
	files, _ := filepath.Glob(pictures + "/*/*/*.txt")
	if pictures == "" || len(files) == 0 {
		t.Skip("KIBITZ_PICTURES is not set to a folder of pictures with their truth")
	}
	sudokus, _ := filepath.Glob(pictures + "/sudoku-wichtounet/*.dat")
	if *overlay != "" || testing.Short() {
		sudokus = sudokus[:min(10, len(sudokus))]
	}
	files = append(files, sudokus...)
	fmt.Println("file\ttruth\tfound\tseen\tleft,top,right,bottom\tms")
	good, goodSudoku := 0, 0
	for _, f := range files {
		var name string
		for _, ext := range []string{".jpg", ".png"} {
			if _, err := os.Stat(strings.TrimSuffix(f, filepath.Ext(f)) + ext); err == nil {
				name = strings.TrimSuffix(f, filepath.Ext(f)) + ext
			}
		}
		if name == "" || !strings.Contains(name, *only) {
			continue
		}
		text, _ := os.ReadFile(f)
		rows, cols := 9, 9
		sudoku := strings.HasSuffix(f, ".dat")
		if !sudoku {
			rows, cols = size(f, string(text))
		}
		img := open(t, name)
		start := time.Now()
		found, err := Find(context.Background(), img, strings.Contains(name, "screenshot"))
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		var says []string
		exact := ""
		for i, l := range found {
			if l.Rows == rows && l.Cols == cols {
				exact = "ok"
				if i > 0 {
					exact = "ok, second"
				}
				if sudoku {
					goodSudoku++
				} else {
					good++
				}
			}
			says = append(says, fmt.Sprintf("%dx%d(%.2f; %.1f %.1f %.1f %.1f; %.0f)", l.Rows, l.Cols, l.Seen, l.Left, l.Top, l.Right, l.Bottom, l.explained))
		}
		fmt.Printf("%s\t%dx%d\t%s\t%s\t%d\n", filepath.Base(name), rows, cols, strings.Join(says, " "), exact, took.Milliseconds())
		if *overlay != "" {
			draws(t, filepath.Join(*overlay, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))+".png"), img, found)
		}
	}
	fmt.Println("of their size exactly:", good, "of", len(files)-len(sudokus), "and Sudokus", goodSudoku, "of", len(sudokus))
	if 3*good < 2*(len(files)-len(sudokus)) || 10*goodSudoku < 9*len(sudokus) {
		t.Error("fewer than two thirds, or nine tenths of the Sudokus")
	}
}

func BenchmarkFind(b *testing.B) {
	for _, name := range []string{
		"nonogram/photo/srki_p7_20.jpg", "nonogram/photo/nonojure_06.jpg", "nonogram/photo/ap0stal_1.jpg",
		"nonogram/screenshot/nonogramcom_hard.png", "nonogram/screenshot/lunastory_5.png",
	} {
		if _, err := os.Stat(filepath.Join(pictures, name)); pictures == "" || err != nil {
			b.Skip("KIBITZ_PICTURES is not set to a folder of pictures with their truth")
		}
		img := open(b, filepath.Join(pictures, name))
		b.Run(filepath.Base(name), func(b *testing.B) {
			for b.Loop() {
				if _, err := Find(context.Background(), img, strings.Contains(name, "screenshot")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func draws(t *testing.T, name string, img image.Image, found []*Lattice) {
	m := image.NewRGBA(img.Bounds())
	draw.Draw(m, m.Rect, img, m.Rect.Min, draw.Src)
	wide := max(1, min(m.Rect.Dx(), m.Rect.Dy())/500)
	line := func(l *Lattice, r0, c0, r1, c1 float64, col color.RGBA) {
		for i := range 2000 {
			f := float64(i) / 2000
			p := l.At(r0+(r1-r0)*f, c0+(c1-c0)*f)
			for dy := range wide {
				for dx := range wide {
					m.SetRGBA(int(p.X)+dx-wide/2, int(p.Y)+dy-wide/2, col)
				}
			}
		}
	}
	for i, l := range found {
		col := []color.RGBA{{255, 0, 0, 255}, {0, 160, 0, 255}, {0, 0, 255, 255}, {255, 0, 255, 255}}[i]
		R, C := float64(l.Rows), float64(l.Cols)
		for r := range l.Rows + 1 {
			line(l, float64(r), 0, float64(r), C, col)
		}
		for c := range l.Cols + 1 {
			line(l, 0, float64(c), R, float64(c), col)
		}
		line(l, -l.Top, -l.Left, -l.Top, C+l.Right, color.RGBA{255, 160, 0, 255})
		line(l, R+l.Bottom, -l.Left, R+l.Bottom, C+l.Right, color.RGBA{255, 160, 0, 255})
		line(l, -l.Top, -l.Left, R+l.Bottom, -l.Left, color.RGBA{255, 160, 0, 255})
		line(l, -l.Top, C+l.Right, R+l.Bottom, C+l.Right, color.RGBA{255, 160, 0, 255})
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, m); err != nil {
		t.Fatal(err)
	}
}

// TestNewspaperCorners compares the corners of 9 × 9 lattices with corners marked by hand. Most marks are a
// fifth of a cell outside the frame.
func TestNewspaperCorners(t *testing.T) {
	text, err := os.ReadFile(pictures + "/sudoku-wichtounet/outlines_sorted.csv")
	if err != nil {
		t.Skip("KIBITZ_PICTURES is not set to a folder of pictures with their truth")
	}
	var off []float64
	for _, line := range strings.Split(string(text), "\n")[1:] {
		f := strings.Split(strings.TrimSpace(line), ",")
		if len(f) != 9 {
			continue
		}
		name := filepath.Join(pictures, "sudoku-wichtounet", filepath.Base(f[0]))
		if _, err := os.Stat(name); err != nil || !strings.Contains(name, *only) {
			continue
		}
		var want [4]Point
		for i := range want {
			fmt.Sscan(f[1+2*i], &want[i].X)
			fmt.Sscan(f[2+2*i], &want[i].Y)
		}
		found, err := Find(context.Background(), open(t, name), false)
		if err != nil || len(found) == 0 || found[0].Rows != 9 || found[0].Cols != 9 {
			t.Logf("%s: no board of 9 × 9 first: %v", filepath.Base(name), err)
			off = append(off, math.Inf(1))
			continue
		}
		l := found[0]
		worst := 0.
		for i, p := range []Point{l.at(0, 0), l.at(0, 9), l.at(9, 9), l.at(9, 0)} {
			worst = max(worst, p.sub(want[i]).norm()/l.pitch())
		}
		if worst > .3 {
			t.Logf("%s: a corner is %.2f cells away", filepath.Base(name), worst)
		}
		off = append(off, worst)
		if testing.Short() && len(off) == 10 {
			break
		}
	}
	if len(off) == 0 {
		t.Skip("none of the pictures is there")
	}
	slices.Sort(off)
	at := func(share float64) float64 { return off[int(share*float64(len(off)-1))] }
	t.Logf("%d boards; a corner is away, in cells: %.2f at the median, %.2f at 90 %%, %.2f at 95 %%", len(off), at(.5), at(.9), at(.95))
	if at(.9) > .3 {
		t.Error("farther than the frame is")
	}
}
