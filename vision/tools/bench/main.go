// Command bench measures how well pictures are read:
//
//	go -C vision/tools run ./bench FOLDER              pictures with their truth beside them
//	go -C vision/tools run ./bench -synth 10000        synthetic ones, with held-out layouts, fonts and cameras
//	go -C vision/tools run ./bench -synth 100 -any-look screenshots in looks of traits drawn independently
//	go -C vision/tools run ./bench -tesseract FOLDER   compared with Tesseract on the same crops
//	go -C vision/tools run ./bench -spoil 3 FOLDER     spoiled versions of the pictures: is one read surely and wrong?
//	go -C vision/tools run ./bench -marks 3 FOLDER     nonograms with marks drawn on them: is a player blamed?
//
// The truth of NAME.png, or .jpg, .gif or .webp, is NAME.txt: of a nonogram "rows|columns", lines
// split by commas and numbers by blanks, in colours behind a palette (see parseNonogram); of Kakuro
// a text line for each row, cells split by blanks; of Sudoku a digit for each cell, 0 for none; of
// lights and cards rows of 0 and 1. The photos of newspapers by Wicht and Hennebert have their own
// NAME.dat.
//
// A picture's kind is the first part of its path that names one; its capture is photo unless a part
// says screenshot. Its source is its name without the number at the end, or else up to the first "_".
// Sources have different numbers of pictures. So a mean over sources (macro) predicts future pictures
// better than a mean over pictures.
//
// The bench also simulates a user, whose answer to each doubt is the truth.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kibitz/vision/tools/synth"
)

// A picture is an image to be read, with its truth.
type picture struct {
	name    string
	kind    string // by the name of its command
	capture string // photo or screenshot
	source  string
	data    []byte
	truth   *truth
	drawn   *synth.Picture // nil for a real one
	unsure  bool           // it must not be read surely
}

func main() {
	n := flag.Int("synth", 0, "the number of synthetic pictures of each kind")
	seed := flag.Uint64("seed", 1, "the first of the synthetic pictures' seeds")
	split := flag.String("split", "held-out", "their half: development or held-out")
	any := flag.Bool("any-look", false, "synthetic pictures are screenshots in looks of independent traits")
	photo := flag.Bool("photo", false, "with -any-look: photos instead")
	fonts := flag.String("fonts", "/usr/share/fonts", "`DIR` of fonts, beside Go's own")
	kind := flag.String("kind", "", "pictures of this `KIND` alone")
	looks := flag.String("looks", "", "pictures of looks that were tuned on alone, or held-out ones alone")
	save := flag.String("save", "", "`DIR` to which synthetic pictures are written, with their truth, or spoiled versions that are silently wrong")
	each := flag.Bool("each", false, "a line for each picture, too")
	hinted := flag.Bool("hint", false, "name the kind of each picture, as a command does")
	lines := flag.Bool("lattice", false, "measure the finding of lines alone, on synthetic pictures")
	compare := flag.Bool("tesseract", false, "read the same clue rows and numbers of nonograms with Tesseract, too, where it is installed")
	spoil := flag.Int("spoil", 0, "read `N` spoiled versions of each picture and each way to spoil it instead, and count those that are silently wrong")
	marks := flag.Int("marks", 0, "draw `N` looks of marks over each nonogram, and count how they are read; -save keeps those with a slip")
	flag.Parse()
	b := &bench{kind: *kind, looks: *looks, hinted: *hinted, lines: *lines, spoil: *spoil, save: *save, each: eachTo(*each), total: newTables(), found: grids{}, versions: spoiled{}}
	if *marks > 0 {
		b.marks = &markBench{perPicture: *marks, seed: *seed, save: *save, each: b.each}
	}
	if *compare {
		b.rival = newYardstick(os.Stderr)
	}
	for _, folder := range flag.Args() {
		if err := eachPicture(folder, b.measure); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
	}
	if *n > 0 {
		draw := synth.Random
		if *any {
			if draw = synth.NewLook; *photo {
				draw = synth.NewLookPhoto
			}
		}
		drawEach(draw, *n, *seed, *split, *fonts, *kind, func(p *picture) {
			if *save != "" && *spoil == 0 {
				keep(*save, p)
			}
			b.measure(p)
		})
	}
	b.print(os.Stdout)
}

// A bench measures pictures in the way that its flags say.
type bench struct {
	kind          string // pictures of this kind alone; "" for all
	looks         string // pictures of looks "tuned" or "held-out" alone; "" for all
	hinted, lines bool
	spoil         int       // how many spoiled versions of each; 0: the pictures as they are
	save          string    // folder for spoiled versions that are silently wrong; "" for none
	each          io.Writer // for a line about each picture; nil for none
	rival         yardstick
	total         tables
	found         grids
	versions      spoiled
	marks         *markBench // nil: no marks are drawn
}

// measure measures a picture.
func (b *bench) measure(p *picture) {
	switch {
	case b.kind != "" && p.kind != b.kind:
		return
	case b.looks != "" && strings.HasSuffix(p.capture, "held out") != (b.looks == "held-out"):
		return
	case b.marks != nil:
		b.marks.add(p)
		return
	case b.spoil > 0:
		b.versions.add(p, b.spoil, b.hinted, b.each, b.save)
		return
	case b.lines:
		if p.drawn != nil {
			b.found.add(context.Background(), p.drawn, b.each)
		}
		return
	}
	r := measure(context.Background(), p, b.hinted)
	if b.each != nil {
		fmt.Fprintln(b.each, r.line())
	}
	if err := b.rival.add(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	b.total.add(r)
}

// print prints the tables of what was measured.
func (b *bench) print(w io.Writer) {
	switch {
	case b.marks != nil:
		b.marks.print(w)
	case b.spoil > 0:
		b.versions.print(w)
	case b.lines:
		b.found.print(w)
	default:
		b.total.print(w)
		b.rival.print(w)
	}
}

// eachTo returns the writer for a line about each picture; nil for none.
func eachTo(each bool) io.Writer {
	if each {
		return os.Stderr
	}
	return nil
}

var numbered = regexp.MustCompile(`_\d+$`)

// sourceOf returns the source of a picture by its name.
func sourceOf(name string) string {
	if numbered.MatchString(name) {
		return numbered.ReplaceAllString(name, "")
	}
	source, _, _ := strings.Cut(name, "_")
	return source
}

// eachPicture calls a function for each picture in a folder and in the folders below it. It leaves out
// a picture without a truth, a text file beside it, and one whose path does not name a kind of puzzle. A
// picture of the class negative needs neither: see looksOf.
func eachPicture(folder string, call func(*picture)) error {
	looks, err := looksOf(folder)
	if err != nil {
		return err
	}
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err != nil || d.IsDir() || !slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".webp"}, strings.ToLower(ext)) {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(path), ext)
		p := &picture{name: name, source: sourceOf(name), capture: "photo"}
		within, _ := filepath.Rel(folder, path)
		of, known := looks[filepath.ToSlash(within)]
		text, err := os.ReadFile(strings.TrimSuffix(path, ext) + ".txt")
		if newspaper, no := os.ReadFile(strings.TrimSuffix(path, ext) + ".dat"); no == nil {
			text, err, p.source, p.capture = newspaper, nil, "newspapers", look{name: name, class: "photo"}.capture()
		}
		if err != nil && of.class != "negative" {
			return nil // it has no truth
		}
		for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
			kind, _, _ := strings.Cut(part, "-")
			if slices.Contains([]string{"nonogram", "kakuro", "sudoku", "lightsout", "cardflip"}, kind) && p.kind == "" {
				p.kind = kind
			}
			if part == "screenshot" || part == "photo" {
				p.capture = part
			}
		}
		if known {
			p.source, p.capture, p.unsure = of.name, of.capture(), of.unsure()
		}
		if of.class == "negative" {
			p.kind, p.truth = of.class, new(truth)
			p.data, err = os.ReadFile(path)
			call(p)
			return err
		}
		if p.kind == "" {
			return nil
		}
		if p.truth, err = parseTruth(p.kind, string(text)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		p.truth.turned = of.class == "photo-turned"
		if p.data, err = os.ReadFile(path); err != nil {
			return err
		}
		call(p)
		return nil
	})
}

// drawEach draws n synthetic pictures of each kind, or of one, and calls a function for each.
func drawEach(draw func(uint64, synth.Kind, synth.Split, []*synth.Font) *synth.Picture, n int, seed uint64, split, fontDir, only string, call func(*picture)) {
	half := synth.Split(split != synth.Development.String())
	fonts := synth.Fonts(fontDir)
	for _, kind := range synth.Kinds() {
		if only != "" && string(kind) != only {
			continue
		}
		for i := range uint64(n) {
			s := draw(seed+i, kind, half, fonts)
			if s == nil {
				continue
			}
			p := &picture{name: fmt.Sprintf("%s_%d", kind, seed+i), kind: string(kind), capture: "drawn photo", source: "drawn " + s.Layout, data: s.Data, drawn: s}
			if s.Screen {
				p.capture = "drawn screenshot"
			}
			var err error
			if p.truth, err = parseTruth(p.kind, s.Truth()); err != nil {
				panic(err) // we wrote the truth
			}
			p.name += " (" + strings.Join([]string{s.Layout, s.Camera, s.Font}, ", ") + ")"
			call(p)
		}
	}
}

// details matches what stands in brackets in a drawn picture's name.
var details = regexp.MustCompile(` \(.*\)`)

// keep writes a picture and its truth to files for a person to look at, in folders by kind and capture
// that eachPicture understands. If that fails the program ends.
func keep(dir string, p *picture) {
	name := strings.NewReplacer(",", "", " ", "-").Replace(details.ReplaceAllString(p.name, ""))
	dir = filepath.Join(dir, p.kind, strings.TrimPrefix(p.capture, "drawn "))
	ext := ".png"
	if p.data[0] == 0xff { // the first byte of a JPEG
		ext = ".jpg"
	}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+ext), p.data, 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".txt"), []byte(p.truth.text+"\n"), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
