// Train learns the weights of the two nets of kibitz/vision/internal/digits, for digits and for whole numbers:
//
//	go -C vision/tools run ./train -seed 1
//	go -C vision/tools run ./train -seed 2 -numbers 1000000
//
// The second needs PyTorch: the package python3-torch of Debian 12, on its /usr/bin/python3. Nobody needs that to
// build or run the bot. It takes half an hour on two cores, and the weights depend on the processor, within
// noise.
//
// It learns from digits that it draws (scene.go) and photographs (camera.go) itself. A glyph is cut as a
// reader would (cutter.go) and normalised by digits.Cut. It sees no real pictures. The same seed, the
// same fonts and the same kind of processor give the same weights: the work of a step is split into the
// same parts on any machine.
//
// The fonts are those of Debian 12's packages below; -fonts lists the families found. Some of them are
// held out (synth.HeldOutFamily), and so are the Go fonts.
//
//	fonts-dejavu fonts-liberation fonts-noto-core fonts-freefont-ttf fonts-roboto-unhinted
//	fonts-roboto-slab fonts-open-sans fonts-lato fonts-firacode fonts-inconsolata
//	fonts-crosextra-carlito fonts-crosextra-caladea fonts-cantarell fonts-comfortaa fonts-quicksand
//	fonts-jura fonts-vollkorn fonts-linuxlibertine fonts-ebgaramond fonts-hack fonts-play
//	fonts-cabin fonts-junction fonts-league-spartan fonts-league-mono fonts-urw-base35
//	fonts-cmu fonts-stix fonts-inter fonts-jetbrains-mono fonts-karla fonts-manrope fonts-sora
//	fonts-dosis fonts-courier-prime fonts-anonymous-pro fonts-b612 fonts-bebas-neue fonts-clear-sans
//	fonts-comic-neue fonts-fantasque-sans fonts-oldstandard fonts-oxygen fonts-paratype
//	fonts-quattrocento fonts-prociono fonts-yanone-kaffeesatz fonts-tuffy fonts-opendin fonts-osifont
//	fonts-mononoki fonts-monofur fonts-monoid fonts-agave fonts-allerta fonts-arapey
//	fonts-averia-sans-gwf fonts-averia-serif-gwf fonts-cardo fonts-century-catalogue fonts-fanwood
//	fonts-lindenhill fonts-goudybookletter fonts-gfs-artemisia fonts-gfs-didot fonts-gfs-neohellenic
//	fonts-sil-andika fonts-sil-charis fonts-sil-gentium fonts-nanum fonts-mplus fonts-vlgothic
//	fonts-lobstertwo fonts-3270 fonts-dotgothic16 fonts-dseg fonts-misaki fonts-ocr-a fonts-ocr-b
//	fonts-glasstty fonts-roadgeek fonts-national-park fonts-routed-gothic fonts-adf-gillius
//	fonts-adf-universalis fonts-adf-baskervald fonts-adf-mekanus fonts-croscore fonts-sixtyfour
//	fonts-rocknroll fonts-yusei-magic fonts-thai-tlwg fonts-yrsa-rasa fonts-junicode fonts-opendyslexic
//	fonts-tiresias fonts-motoya-l-maruberi fonts-migmix fonts-morisawa-bizud-gothic fonts-gnutypewriter
//	fonts-rit-sundar
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"kibitz/vision/internal/digits"
)

const (
	batch = 64 // glyphs of a step
	parts = 4  // of a batch, each with its own random numbers
)

func main() {
	seed := flag.Uint64("seed", 1, "of all chance")
	steps := flag.Int("steps", 12000, "how many batches of 64 to learn from")
	rate := flag.Float64("rate", .002, "how fast to learn at first")
	threads := flag.Int("threads", 2, "how many parts of a batch at once")
	out := flag.String("out", "../internal/digits/weights.bin", "where the weights go")
	folder := flag.String("folder", "/usr/share/fonts", "where fonts are")
	numbers := flag.Int("numbers", 0, "learn from `N` drawn numbers instead, the weights of numbers.bin")
	list := flag.Bool("fonts", false, "list the families and end")
	flag.Parse()
	log.SetFlags(log.Ltime)

	train, held, err := load(*folder)
	if err != nil {
		log.Fatal(err)
	}
	if *list {
		for _, f := range train {
			fmt.Println("trained on:", f[0].family, len(f))
		}
		for _, f := range held {
			fmt.Println("held out:  ", f[0].family, len(f))
		}
		return
	}
	log.Printf("%d families to train on, %d held out", len(train), len(held))
	if len(train) < 10 || len(held) < 3 {
		log.Fatal("too few fonts: see the list in the comment of main.go")
	}

	if *numbers > 0 {
		if err := learnNumbers(newSource(train), newSource(held), *seed, *numbers); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := learnDigits(newSource(train), newSource(held), *seed, *steps, *rate, *threads, *out); err != nil {
		log.Fatal(err)
	}
}

// learnDigits learns from steps batches of digits and writes the weights to a file.
func learnDigits(train, held *source, seed uint64, steps int, rate float64, threads int, out string) error {
	n := newWeights()
	n.start(rand.New(rand.NewPCG(seed, 0)))
	t := &trainer{weights: n, source: train, threads: threads}
	for i := range parts {
		t.part[i] = newPass()
		t.chance[i] = rand.New(rand.NewPCG(seed, uint64(i+1)))
	}
	t.adam = adam{mean: newWeights(), square: newWeights()}
	start := time.Now()
	for step := range steps {
		t.step(rate * (1 + math.Cos(math.Pi*float64(step)/float64(steps))) / 2)
		if (step+1)%500 == 0 || step+1 == steps {
			log.Printf("step %d of %d: loss %.4f, right %.2f %%, %v", step+1, steps,
				t.loss/float64(t.seen), 100*float64(t.right)/float64(t.seen), time.Since(start).Round(time.Second))
			t.loss, t.seen, t.right = 0, 0, 0
			if err := os.WriteFile(out, n.clone().round(1.5), 0o644); err != nil {
				return err
			}
		}
	}

	n.round(1) // measure the weights as they are kept
	unseen := held.tests(seed, 20000)
	temperature := calibrate(n, unseen)
	if err := os.WriteFile(out, n.round(temperature), 0o644); err != nil {
		return err
	}
	log.Printf("temperature %.3f, found on held-out families; there:", temperature)
	report(os.Stdout, n, unseen, temperature)
	return nil
}

// A trainer holds the state of the training between steps.
type trainer struct {
	*weights
	adam    adam
	source  *source
	threads int
	part    [parts]*pass
	chance  [parts]*rand.Rand

	loss        float64
	seen, right int
}

// step learns from one batch. Its parts run at the same time, at most t.threads of them, each with its
// own random numbers, so that the result does not depend on threads.
func (t *trainer) step(rate float64) {
	var wait sync.WaitGroup
	turn := make(chan struct{}, t.threads)
	var right [parts]int
	for i, p := range t.part {
		wait.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			p.d.clear()
			p.loss = 0
			for range batch / parts {
				g, class := t.source.example(t.chance[i])
				p.forward(t.weights, &g)
				if best, _ := (*digits.Probs)(&p.prob).Best(); best == class {
					right[i]++
				}
				p.backward(t.weights, class)
			}
		})
	}
	wait.Wait()
	sum := t.part[0].d
	for i, p := range t.part {
		t.loss += p.loss
		t.right += right[i]
		if i > 0 {
			sum.add(p.d, 1)
		}
	}
	t.seen += batch
	sum.add(sum, 1./batch-1) // divides by batch: sum + (1/batch - 1)·sum
	t.adam.step(t.weights, sum, rate)
}

// A test is a glyph and its class.
type test struct {
	glyph digits.Glyph
	class int
}

// tests draws n glyphs with random numbers of their own: no part of a batch has the stream 1000.
func (s *source) tests(seed uint64, n int) []test {
	r := rand.New(rand.NewPCG(seed, 1000))
	all := make([]test, n)
	for i := range all {
		all[i].glyph, all[i].class = s.example(r)
	}
	return all
}
