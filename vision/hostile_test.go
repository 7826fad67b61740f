package vision_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"kibitz/vision"
	"kibitz/vision/judge"
	"kibitz/vision/photo"
	"kibitz/vision/photo/imagetest"
)

// A hostile file holds no puzzle, or costs much to read.
type hostile struct {
	name string
	file func() []byte
	grid bool // it may be taken for a board, but never for a sure one
}

var hostiles = []hostile{
	{"a progressive JPEG of 12 megapixels", func() []byte { return imagetest.ProgressiveJPEG(4000, 3000, 3) }, false},
	{"a progressive JPEG of 8 megapixels", func() []byte { return imagetest.ProgressiveJPEG(3200, 2500, 3) }, false},
	{"a progressive JPEG of four inks", func() []byte { return imagetest.ProgressiveJPEG(3200, 2500, 4) }, false},
	{"a JPEG of four inks", func() []byte { return imagetest.BaselineJPEG(5000, 5000, 4) }, false},
	{"a blank PNG of 25 megapixels", func() []byte { return imagetest.BlankPNG(5000, 5000, 8, 6) }, false},
	{"a PNG of 16 bits, 25 megapixels", func() []byte { return imagetest.BlankPNG(5000, 5000, 16, 6) }, false},
	{"a PNG of 16 bits", func() []byte { return imagetest.BlankPNG(4000, 3000, 16, 6) }, false},
	{"a PNG that says 60,000 × 60,000", func() []byte { return imagetest.ClaimedPNG(60000, 60000) }, false},
	{"a PNG that unpacks to a gigabyte", func() []byte {
		return imagetest.BlankPNG(10, 10, 8, 6, imagetest.PNGChunk("IDAT", imagetest.Zeros(1<<30)))
	}, false},
	{"a GIF of a thousand frames", func() []byte { return imagetest.BlankGIF(500, 500, 1000) }, false},
	{"a lossless WebP", func() []byte { return imagetest.LosslessWebP(4000, 3000) }, false},
	{"a lossy WebP of 25 megapixels", func() []byte { return imagetest.LossyWebP(5000, 5000) }, false},
	{"an animated WebP", animatedWebP, false},
	{"1 × 60,000", func() []byte { return asPNG(noise(1, 60000, 1)) }, false},
	{"60,000 × 1", func() []byte { return asPNG(noise(60000, 1, 2)) }, false},
	{"30 × 60,000 in stripes", func() []byte {
		return asPNG(painted(30, 60000, func(x, y int) uint8 { return uint8(y / 5 % 2 * 255) }))
	}, true},
	{"noise, 25 megapixels", func() []byte { return asJPEG(noise(5000, 5000, 3), 4) }, false},
	{"noise in black and white, 12 megapixels", func() []byte { return asPNG(bits(noise(4000, 3000, 4))) }, false},
	{"a page of text", textPage, false},
	{"what nature may look like", func() []byte { return asJPEG(clouds(4000, 3000), 80) }, false},
	{"a grid of 5 pixels a cell, 25 megapixels", func() []byte { return asPNG(bits(ruled(5000, 5000, 5))) }, true},
	{"a grid of 12 pixels a cell, 12 megapixels", func() []byte { return asJPEG(ruled(4000, 3000, 12), 60) }, true},
	{"a chessboard of pixels", func() []byte {
		return asPNG(painted(3000, 3000, func(x, y int) uint8 { return uint8((x + y) % 2 * 255) }))
	}, true},
	{"rings", func() []byte {
		return asPNG(painted(3000, 3000, func(x, y int) uint8 {
			return uint8(127 + 127*math.Cos(math.Hypot(float64(x-1500), float64(y-1500))/4))
		}))
	}, false},
	{"half a JPEG", func() []byte { file := asJPEG(clouds(2000, 1500), 80); return file[:len(file)/2] }, false},
	{"half a PNG", func() []byte { file := asPNG(noise(900, 900, 5)); return file[:len(file)/2] }, false},
	{"a JPEG behind a PNG's head", func() []byte { return append([]byte("\x89PNG\r\n\x1a\n"), asJPEG(noise(90, 90, 6), 80)...) }, false},
	{"nothing at all to be seen", func() []byte { return asPNG(image.NewNRGBA(image.Rect(0, 0, 2000, 2000))) }, false},
	{"a single pixel", func() []byte { return asPNG(noise(1, 1, 7)) }, false},
	{"eleven megabytes", func() []byte {
		return imagetest.BlankPNG(10, 10, 8, 0, imagetest.PNGChunk("kiBz", make([]byte, 11<<20)))
	}, false},
	{"no bytes", func() []byte { return nil }, false},
}

// hostileFile names the file that a child process of this test reads.
const hostileFile = "KIBITZ_HOSTILE_FILE"

// TestHostile: any file ends in an error or in an answer that is not sure, within 150 MB of memory for the
// whole process. The memory is measured from outside.
func TestHostile(t *testing.T) {
	if file := os.Getenv(hostileFile); file != "" {
		readHostile(t, file)
		return
	}
	if runtime.GOOS != "linux" || testing.Short() {
		t.Skip("memory is measured on Linux")
	}
	const most = 150 << 20
	for i, h := range hostiles {
		if i%8 != 0 && os.Getenv("KIBITZ_HOSTILE") == "" {
			continue // only the long checks try all files
		}
		t.Run(h.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, h.file(), 0o600); err != nil {
				t.Fatal(err)
			}
			child := exec.Command(os.Args[0], "-test.run=^TestHostile$", "-test.v")
			child.Env = append(os.Environ(), hostileFile+"="+file, "GOMEMLIMIT=110MiB", "GOMAXPROCS=1")
			out, err := child.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, said, _ := strings.Cut(string(out), "SAID ")
			said, _, _ = strings.Cut(said, "\n")
			_, high, _ := strings.Cut(string(out), "VmHWM:")
			var peak int64 // in kB
			if _, err := fmt.Sscan(high, &peak); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			peak <<= 10
			t.Logf("%s; %d MB, %v of computing", said, peak>>20, child.ProcessState.UserTime()+child.ProcessState.SystemTime())
			if peak > most && !underRace {
				t.Errorf("took %d MB", peak>>20)
			}
			if strings.HasPrefix(said, "sure") || !h.grid && !strings.HasPrefix(said, "error") {
				t.Error(said)
			}
		})
	}
}

func readHostile(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { // the process reads its peak memory itself: wait4 would add the parent's before exec
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%s", status)
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := vision.Read(ctx, data, vision.Hint{})
	if err != nil {
		fmt.Printf("SAID error: %s\n", strings.ReplaceAll(err.Error(), "\n", ": "))
		return
	}
	sure := "unsure"
	if judge.Judge(ctx, r).Sure {
		sure = "sure"
	}
	fmt.Printf("SAID %s: kind %d, %d × %d\n", sure, r.Kind, r.Rows, r.Cols)
}

// A reading that is cancelled returns the context's error.
func TestReadEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := vision.Read(ctx, asPNG(ruled(600, 600, 30)), vision.Hint{}); err == nil {
		t.Errorf("read %d × %d", r.Rows, r.Cols)
	}
}

// Any pixels, and any bytes taken as a file, give an error or a consistent reading.
func FuzzPixels(f *testing.F) {
	f.Add([]byte("\x10 the pixels of a line"), false)
	f.Add(ruled(40, 30, 10).Pix, false)
	f.Add(asJPEG(ruled(64, 64, 16), 90), true)
	f.Add(imagetest.BlankGIF(20, 20, 2), true)
	f.Fuzz(func(t *testing.T, data []byte, file bool) {
		if len(data) < 2 || len(data) > 1<<13 {
			return
		}
		if !file { // the first byte gives the width, each of the others a square of pixels
			const side = 6
			w := int(data[0])%120 + 1
			h := (len(data) - 2) / w
			if h < 1 {
				return
			}
			data = asPNG(painted(w*side, h*side, func(x, y int) uint8 { return data[1+y/side*w+x/side] }))
		} else if memory, err := photo.Memory(data); err != nil || memory > 4<<20 {
			return // slow, not wrong
		}
		r, err := vision.Read(t.Context(), data, vision.Hint{})
		if err != nil {
			return
		}
		holds(t, r)
	})
}

// holds checks the laws of every reading.
func holds(t *testing.T, r *vision.Reading) {
	t.Helper()
	if r.Rows < 1 || r.Cols < 1 || r.Straight == nil {
		t.Fatalf("%d × %d cells", r.Rows, r.Cols)
	}
	if r.Kind == vision.Nonogram && (len(r.RowClues) != r.Rows || len(r.ColClues) != r.Cols) || r.Kind != vision.Nonogram && len(r.Cells) != r.Rows*r.Cols {
		t.Fatalf("kind %d: %d and %d lines, %d cells for %d × %d", r.Kind, len(r.RowClues), len(r.ColClues), len(r.Cells), r.Rows, r.Cols)
	}
	guesses := func(about string, all []vision.Guess) {
		sum := 0.
		for i, g := range all {
			sum += g.P
			if g.P < 0 || i > 0 && g.P > all[i-1].P {
				t.Fatalf("%s: %v", about, all)
			}
		}
		if sum > 1.001 {
			t.Fatalf("%s: %v", about, all)
		}
	}
	for _, c := range r.Cells {
		guesses("state", c.State)
		guesses("digit", c.Digit)
		guesses("down", c.Down)
		guesses("across", c.Across)
	}
	guesses("lit", r.Lit)
	for _, line := range append(append([]vision.Line{}, r.RowClues...), r.ColClues...) {
		if n := len(line.Readings); n < 1 || n > vision.MaxReadings {
			t.Fatalf("%d ways to read a line", n)
		}
		sum := 0.
		for _, c := range line.Readings {
			sum += c.P
			if len(c.Boxes) != len(c.Numbers) || c.Struck != nil && len(c.Struck) != len(c.Numbers) {
				t.Fatalf("%d boxes, %d struck for %d numbers", len(c.Boxes), len(c.Struck), len(c.Numbers))
			}
		}
		if sum > 1.001 {
			t.Fatalf("a line has %v", line.Readings)
		}
	}
}

func painted(w, h int, light func(x, y int) uint8) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Pix[y*w+x] = light(x, y)
		}
	}
	return img
}

func noise(w, h int, seed uint64) *image.Gray {
	rng := rand.New(rand.NewPCG(seed, 0))
	return painted(w, h, func(x, y int) uint8 { return uint8(rng.Uint32()) })
}

func ruled(w, h, cell int) *image.Gray {
	return painted(w, h, func(x, y int) uint8 {
		if x%cell == 0 || y%cell == 0 {
			return 0
		}
		return 255
	})
}

// bits returns an image in black and white.
func bits(g *image.Gray) image.Image {
	img := image.NewPaletted(g.Rect, color.Palette{color.Black, color.White})
	for i, v := range g.Pix {
		img.Pix[i] = v >> 7
	}
	return img
}

// clouds returns soft shapes of all sizes, in colour: noise of doubling scales.
func clouds(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	var octaves []*image.Gray
	for i := range 7 {
		octaves = append(octaves, noise(w>>(i+2)+2, h>>(i+2)+2, uint64(i)))
	}
	for y := range h {
		for x := range w {
			sum, weight := 0., 0.
			for i, o := range octaves {
				cell := float64(int(4) << i)
				u, v := float64(x)/cell, float64(y)/cell
				x0, y0 := int(u), int(v)
				u, v = u-float64(x0), v-float64(y0)
				at := func(dx, dy int) float64 { return float64(o.Pix[(y0+dy)*o.Stride+x0+dx]) }
				sum += cell * ((at(0, 0)*(1-u)+at(1, 0)*u)*(1-v) + (at(0, 1)*(1-u)+at(1, 1)*u)*v)
				weight += cell
			}
			l := sum / weight
			p := img.Pix[y*img.Stride+4*x:]
			p[0], p[1], p[2], p[3] = uint8(l), uint8(l*.8+20), uint8(255-l), 255
		}
	}
	return img
}

// textPage returns a page of print at 300 dots an inch.
func textPage() []byte {
	img := image.NewGray(image.Rect(0, 0, 2480, 3508))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	outlines, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(outlines, &opentype.FaceOptions{Size: 44, DPI: 72})
	if err != nil {
		panic(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	words := strings.Fields("it was the 12 year of all years 1848 and of no other that the 3 houses by the river had 27 windows 1 door 4 chimneys and nobody in them but 11 cats")
	for y := 250; y < 3300; y += 66 {
		d := font.Drawer{Dst: img, Src: image.Black, Face: face, Dot: fixed.P(240, y)}
		for d.Dot.X < fixed.I(2150) {
			d.DrawString(words[rng.IntN(len(words))] + " ")
		}
	}
	return asPNG(img)
}

func animatedWebP() []byte {
	return imagetest.AnimatedWebP(300, 300, slices.Repeat([][]byte{imagetest.LosslessWebP(300, 300)[12:]}, 200)...)
}

func asPNG(img image.Image) []byte {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func asJPEG(img image.Image, quality int) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		panic(err)
	}
	return b.Bytes()
}
