package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kibitz/vision"
)

// A yardstick compares our reading with Tesseract's, on the same crops of straightened boards: clues of
// rows, and single numbers. It counts them by capture.
type yardstick map[string]*crops

// crops counts rows and numbers: all, those read right here, and those read right by Tesseract.
type crops struct{ rows, rowsHere, rowsThere, numbers, numbersHere, numbersThere int }

// A crop is a part of a straightened board with its true text.
type crop struct {
	box  image.Rectangle
	text string
	here bool // our reading is right
}

// newYardstick returns nil, and writes why, if Tesseract is not installed.
func newYardstick(w io.Writer) yardstick {
	if _, err := exec.LookPath("tesseract"); err != nil {
		fmt.Fprintln(w, "bench: tesseract is not installed: nothing is compared with it")
		return nil
	}
	return yardstick{}
}

// add reads a nonogram by kibitz, gives the crops of its rows and numbers to Tesseract, and counts how
// many each of the two read right. It skips a picture whose size was not read right: it is not known
// what its crops show. It does nothing for a nil yardstick.
func (y yardstick) add(ctx context.Context, p *picture) error {
	if y == nil || p.kind != "nonogram" {
		return nil
	}
	r, err := read(ctx, p.data, vision.Hint{})
	if err != nil || r.Kind != vision.Nonogram || r.Rows != p.truth.rows || r.Cols != p.truth.cols {
		return nil
	}
	var rows, numbers []crop
	for i, lines := range [2][]vision.Line{r.RowClues, r.ColClues} {
		for k, line := range lines {
			want, got := p.truth.lines[i][k], line.Readings[0]
			if i == 0 && len(want) > 0 {
				box := line.Box
				for j, b := range got.Boxes { // without the ground beside the numbers, to be fair
					if j == 0 {
						box = b
					}
					box = box.Union(b)
				}
				rows = append(rows, crop{box, clueText(want), slices.Equal(want, got.Numbers)})
			}
			if len(want) != len(got.Numbers) {
				continue // it is not known which box belongs to which number
			}
			for j, box := range got.Boxes {
				numbers = append(numbers, crop{box, strconv.Itoa(want[j]), got.Numbers[j] == want[j]})
			}
		}
	}
	if y[p.capture] == nil {
		y[p.capture] = &crops{}
	}
	c := y[p.capture]
	const oneLine, oneWord = "7", "8" // Tesseract's page segmentation modes
	for _, of := range []struct {
		crops            []crop
		mode             string
		all, here, there *int
	}{{rows, oneLine, &c.rows, &c.rowsHere, &c.rowsThere}, {numbers, oneWord, &c.numbers, &c.numbersHere, &c.numbersThere}} {
		texts, err := tesseract(ctx, r.Straight, of.crops, of.mode)
		if err != nil {
			return err
		}
		for i, x := range of.crops {
			*of.all++
			if x.here {
				*of.here++
			}
			if texts[i] == x.text {
				*of.there++
			}
		}
	}
	return nil
}

// clueText returns numbers with blanks between them.
func clueText(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// tesseract reads crops of an image with Tesseract, told to expect nothing but digits, in one call for
// all. It returns a text for each crop, with single blanks between numbers. The files that it writes
// for that are removed.
func tesseract(ctx context.Context, img *image.RGBA, all []crop, mode string) ([]string, error) {
	if len(all) == 0 {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "crops")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var list strings.Builder
	for i, x := range all {
		var file bytes.Buffer
		if err := png.Encode(&file, prepare(img, x.box)); err != nil {
			return nil, err
		}
		name := filepath.Join(dir, strconv.Itoa(i)+".png")
		if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
			return nil, err
		}
		fmt.Fprintln(&list, name)
	}
	names := filepath.Join(dir, "names.txt")
	if err := os.WriteFile(names, []byte(list.String()), 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "tesseract", names, "stdout", "--psm", mode, "-c", "tessedit_char_whitelist=0123456789")
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	pages := strings.Split(string(out), "\f") // older versions write one after the last page as well
	if n := len(all); len(pages) == n+1 && strings.TrimSpace(pages[n]) == "" {
		pages = pages[:n]
	}
	if len(pages) != len(all) {
		return nil, errors.New("tesseract: other pages than were asked for")
	}
	for i, page := range pages {
		pages[i] = strings.Join(strings.Fields(page), " ")
	}
	return pages, nil
}

// prepare returns a crop as Tesseract's manual demands: dark on light, with a margin, and with digits
// about 30 pixels high.
func prepare(img *image.RGBA, box image.Rectangle) *image.Gray {
	const high, margin = 44, 12 // pixels
	box = box.Inset(-2).Intersect(img.Rect)
	if box.Empty() {
		return image.NewGray(image.Rect(0, 0, high, high))
	}
	grey := func(x, y int) uint8 { return color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y }
	var shades []uint8
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			shades = append(shades, grey(x, y))
		}
	}
	slices.Sort(shades)
	paper := shades[len(shades)/2]
	scale := float64(box.Dy()) / high
	w := max(int(float64(box.Dx())/scale), 1)
	out := image.NewGray(image.Rect(0, 0, w+2*margin, high+2*margin))
	for i := range out.Pix { // the margin is as light as the paper will be
		out.Pix[i] = max(paper, 255-paper)
	}
	for y := range high {
		for x := range w {
			fx, fy := (float64(x)+.5)*scale-.5, (float64(y)+.5)*scale-.5
			v := between(grey, box, fx, fy)
			if paper < 128 {
				v = 255 - v
			}
			out.SetGray(x+margin, y+margin, color.Gray{Y: v})
		}
	}
	return out
}

// between returns the grey between four pixels of a box, interpolated.
func between(grey func(x, y int) uint8, box image.Rectangle, fx, fy float64) uint8 {
	fx, fy = min(max(fx, 0), float64(box.Dx()-1)), min(max(fy, 0), float64(box.Dy()-1))
	x, y := int(fx), int(fy)
	u, v := fx-float64(x), fy-float64(y)
	right, below := min(x+1, box.Dx()-1), min(y+1, box.Dy()-1)
	at := func(x, y int) float64 { return float64(grey(box.Min.X+x, box.Min.Y+y)) }
	return uint8((1-v)*((1-u)*at(x, y)+u*at(right, y)) + v*((1-u)*at(x, below)+u*at(right, below)) + .5)
}

// print writes the counts as a table in Markdown.
func (y yardstick) print(w io.Writer) {
	if y == nil {
		return
	}
	fmt.Fprintln(w, "\n| capture | clue rows | read here, % | by Tesseract, % | numbers | read here, % | by Tesseract, % |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- |")
	for _, capture := range slices.Sorted(maps.Keys(y)) {
		c := y[capture]
		share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
		fmt.Fprintf(w, "| %s | %d | %.1f | %.1f | %d | %.1f | %.1f |\n", capture, c.rows, share(c.rowsHere, c.rows), share(c.rowsThere, c.rows), c.numbers, share(c.numbersHere, c.numbers), share(c.numbersThere, c.numbers))
	}
}
