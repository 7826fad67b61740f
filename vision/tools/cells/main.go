// Cells learns the weights of kibitz/vision/internal/cells, the net that says what each cell of a board is:
//
//	go -C vision/tools run ./cells -seed 1
//	go -C vision/tools run ./cells -seed 2 -windows 10000 -rate 1e-3 -from ../internal/cells/weights.bin
//	go -C vision/tools run ./cells -seed 3 -windows 12000 -rate 1.2e-3 -from ../internal/cells/weights.bin
//	go -C vision/tools run ./cells -seed 4 -windows 5000 -rate 1e-3 -from ../internal/cells/weights.bin
//
// All runs after the first learn on, since each followed new traits: what was learned before is not lost.
//
// It draws windows of boards with independent traits (kibitz/vision/tools/synth) and feeds them to learn.py,
// which needs PyTorch: the package python3-torch of Debian 12, on its /usr/bin/python3. Nobody needs that to
// build or run the bot. It sees no real pictures. The windows follow from the seed and the fonts alone; the
// weights depend on the processor besides, within noise. The fonts are those of Debian 12's packages below; some
// are held out (synth.HeldOutFamily).
//
//	fonts-dejavu fonts-liberation fonts-freefont-ttf fonts-roboto-unhinted fonts-roboto-slab
//	fonts-open-sans fonts-lato fonts-firacode fonts-inconsolata fonts-crosextra-carlito fonts-cantarell
//	fonts-comfortaa fonts-quicksand fonts-vollkorn fonts-linuxlibertine fonts-ebgaramond fonts-hack
//	fonts-play fonts-urw-base35 fonts-cmu fonts-inter fonts-jetbrains-mono fonts-karla fonts-manrope
//	fonts-dosis fonts-courier-prime fonts-comic-neue fonts-oldstandard fonts-paratype fonts-nanum
//	fonts-mplus fonts-vlgothic fonts-lobstertwo fonts-yanone-kaffeesatz fonts-bebas-neue fonts-noto-core
//	fonts-noto-mono fonts-droid-fallback
package main

import (
	"bufio"
	"encoding/binary"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"log"
	"os"
	"os/exec"
	"sync"

	"kibitz/vision/tools/synth"
)

func main() {
	seed := flag.Uint64("seed", 1, "of all chance")
	n := flag.Int("windows", 16_000, "how many windows to learn from")
	held := flag.Int("held", 200, "how many windows, of fonts and cameras held out, to measure by")
	threads := flag.Int("threads", 1, "how many windows to draw at once")
	from := flag.String("from", "", "weights to learn on from; none: from nothing")
	rate := flag.Float64("rate", 3e-3, "how much a step changes at first; a third of it suits -from")
	out := flag.String("out", "../internal/cells/weights.bin", "where the weights go")
	folder := flag.String("folder", "/usr/share/fonts", "where fonts are")
	python := flag.String("python", "/usr/bin/python3", "an interpreter with PyTorch")
	save := flag.String("save", "", "save a picture of the first windows here, and end")
	stream := flag.Bool("stream", false, "write the windows to the output, and end")
	flag.Parse()
	log.SetFlags(log.Ltime)

	fonts := synth.Fonts(*folder)
	s := source{seed: *seed, held: *held, n: *n, threads: *threads, fonts: fonts}
	switch {
	case *save != "":
		if err := s.picture(*save); err != nil {
			log.Fatal(err)
		}
	case *stream:
		if err := s.write(os.Stdout); err != nil {
			log.Fatal(err)
		}
	default:
		if err := s.learn(*python, *rate, *out, *from); err != nil {
			log.Fatal(err)
		}
	}
}

// A source draws windows: first those to measure by, then those to learn from.
type source struct {
	seed             uint64
	held, n, threads int
	fonts            []*synth.Font
}

// window draws window i.
func (s source) window(i int) *synth.Window {
	split := synth.Development
	if i < s.held {
		split = synth.HeldOut
	}
	return synth.NewWindow(s.seed<<32+uint64(i), split, s.fonts)
}

// learn runs learn.py on the windows.
func (s source) learn(python string, rate float64, out, from string) error {
	args := []string{"cells/learn.py", fmt.Sprint(s.seed), fmt.Sprint(s.held), fmt.Sprint(s.n), fmt.Sprint(rate), out}
	if from != "" {
		args = append(args, from)
	}
	cmd := exec.Command(python, args...)
	// A step frees what the next one takes: without these the allocator gives it back and asks again.
	cmd.Env = append(os.Environ(), "MALLOC_MMAP_THRESHOLD_=4294967296", "MALLOC_TRIM_THRESHOLD_=4294967296")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	werr := s.write(in)
	in.Close()
	if err := cmd.Wait(); err != nil {
		return err
	}
	return werr
}

// write writes the windows, in order: of each its kind, its pixels, and the classes, sums, states and ink.
func (s source) write(to io.Writer) error {
	drawn := make([]chan *synth.Window, s.held+s.n)
	for i := range drawn {
		drawn[i] = make(chan *synth.Window, 1)
	}
	ahead := make(chan struct{}, 64)
	var next sync.Mutex
	i := 0
	for range s.threads {
		go func() {
			for {
				ahead <- struct{}{}
				next.Lock()
				mine := i
				i++
				next.Unlock()
				if mine >= len(drawn) {
					return
				}
				drawn[mine] <- s.window(mine)
			}
		}()
	}
	b := bufio.NewWriterSize(to, 1<<20)
	for i := range drawn {
		w := <-drawn[i]
		drawn[i] = nil
		<-ahead
		classes := make([]uint8, len(w.Class))
		for k, c := range w.Class {
			classes[k] = uint8(c)
		}
		for _, part := range [][]uint8{{uint8(w.Kind)}, w.Pixels, classes, w.Sums, w.Lit, w.Ink} {
			if err := binary.Write(b, binary.LittleEndian, part); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// colours of the classes on a picture of windows.
var colours = []color.RGBA{{}, {200, 0, 0, 255}, {255, 120, 0, 255}, {0, 200, 0, 255}, {0, 120, 255, 255}, {160, 0, 200, 255}, {0, 0, 0, 255}, {0, 200, 200, 255}, {255, 220, 0, 255}}

// picture saves the first windows side by side, with a mark on each cell in the colour of its class.
func (s source) picture(name string) error {
	const side = 4
	img := image.NewRGBA(image.Rect(0, 0, side*(synth.WindowSide+8), side*(synth.WindowSide+8)))
	for i := range side * side {
		w := s.window(i + s.held)
		x0, y0 := i%side*(synth.WindowSide+8), i/side*(synth.WindowSide+8)
		for k := range synth.WindowSide * synth.WindowSide {
			p := w.Pixels[4*k:]
			img.SetRGBA(x0+k%synth.WindowSide, y0+k/synth.WindowSide, color.RGBA{p[0], p[1], p[2], 255})
		}
		cell := synth.WindowSide / synth.WindowCells
		for k, c := range w.Class {
			if c == synth.Outside {
				continue
			}
			mark := color.RGBA{255, 255, 255, 255}
			if c < synth.Classes {
				mark = colours[c]
			}
			x, y := x0+k%synth.WindowCells*cell, y0+k/synth.WindowCells*cell
			size := 4
			draw.Draw(img, image.Rect(x+1, y+1, x+1+size, y+1+size), image.NewUniform(mark), image.Point{}, draw.Src)
			if w.Sums[k]&1 != 0 {
				draw.Draw(img, image.Rect(x+1, y+cell-5, x+4, y+cell-2), image.NewUniform(mark), image.Point{}, draw.Src)
			}
			if w.Sums[k]&2 != 0 || w.Lit[k] != 0 {
				draw.Draw(img, image.Rect(x+cell-5, y+1, x+cell-2, y+4), image.NewUniform(mark), image.Point{}, draw.Src)
			}
		}
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		return err
	}
	return f.Close()
}
