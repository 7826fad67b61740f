package digits

import (
	"context"
	"encoding/csv"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A page is a photo of a newspaper's Sudoku, cut into its cells by corners marked by hand: Wicht and
// Hennebert, "Camera-based Sudoku recognition with Deep Belief Network", SoCPaR 2014;
// https://github.com/wichtounet/sudoku_dataset, CC-BY-4.0.
type page struct {
	name  string
	cells [81]*image.Gray
	truth [81]int // 0: empty
}

const newspapers = "../../../../shared/data/photos/sudoku-wichtounet"

// TestNewspapers reads digits photographed by people, which the net was never trained on. It measures the net
// and Cut; the test itself finds the digit in its cell.
func TestNewspapers(t *testing.T) {
	pages := loadPages(t, newspapers)
	var located, right, missed, cells, empties, invented int
	type said struct {
		prob float32
		ok   bool
	}
	var all []said
	worst := map[string]int{}
	var confused [10][Classes]int
	var blank []Glyph // middles of empty cells; a reader that finds no ink would not ask for them
	for _, p := range pages {
		for i, cell := range p.cells {
			truth := p.truth[i]
			if truth > 0 {
				cells++
			} else {
				empties++
				if g, ok := Cut(cell, image.Rect(14, 10, 34, 38), nil); ok {
					blank = append(blank, g)
				}
			}
			box, ink, ok := locate(cell)
			var glyph Glyph
			if ok {
				glyph, ok = Cut(cell, box, ink)
			}
			if !ok {
				if truth > 0 {
					missed++
				}
				continue
			}
			probs, err := Read(context.Background(), []Glyph{glyph})
			if err != nil {
				t.Fatal(err)
			}
			class, prob := probs[0].Best()
			if truth == 0 {
				if class <= 9 {
					invented++
					worst[p.name]++
				}
				continue
			}
			located++
			confused[truth][class]++
			if class == truth {
				right++
			} else {
				worst[p.name]++
			}
			all = append(all, said{prob, class == truth})
		}
	}
	t.Logf("%d pages, %d digits: %d not located, %d of %d located are right, %.2f %%", len(pages), cells, missed, right, located, 100*float64(right)/float64(located))
	t.Logf("%d empty cells: %d called digits, %.2f %%", empties, invented, 100*float64(invented)/float64(empties))
	probs, err := Read(context.Background(), blank)
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, p := range probs {
		if class, _ := p.Best(); class <= 9 {
			taken++
		}
	}
	t.Logf("%d of their middles have a shade that stands out: %d called digits", len(blank), taken)
	slices.SortFunc(all, func(a, b said) int { return int(math.Copysign(1, float64(b.prob-a.prob))) })
	for _, share := range []float64{.5, .8, .9, .95, 1} {
		n, wrong := int(share*float64(len(all))), 0
		for _, s := range all[:n] {
			if !s.ok {
				wrong++
			}
		}
		t.Logf("the surest %3.0f %%: p from %.4f, wrong %d of %d, %.2f %%", 100*share, all[n-1].prob, wrong, n, 100*float64(wrong)/float64(n))
	}
	for d, row := range confused {
		t.Log(d, row)
	}
	t.Log("pages with errors:", worst)
	if float64(right) < .99*float64(located) {
		t.Errorf("%d of %d located digits are right, 99 %% are wanted", right, located)
	}
	if float64(invented) > .005*float64(empties) {
		t.Errorf("%d of %d empty cells were called digits, 0.5 %% are tolerated", invented, empties)
	}
}

func loadPages(t *testing.T, folder string) []page {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, "outlines_sorted.csv"))
	if err != nil {
		t.Skip("the newspaper photos are not here: ", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var pages []page
	for _, row := range rows[1:] {
		p, err := loadPage(folder, row)
		if os.IsNotExist(err) {
			continue // half of the photos are elsewhere
		}
		if err != nil {
			t.Fatalf("%s: %v", row[0], err)
		}
		pages = append(pages, p)
	}
	return pages
}

// loadPage loads a page from a row of the outlines: a file's name and four corners.
func loadPage(folder string, row []string) (page, error) {
	p := page{name: strings.TrimSuffix(filepath.Base(row[0]), ".jpg")}
	var corner [8]float64
	for i := range corner {
		v, err := strconv.ParseFloat(strings.TrimSpace(row[i+1]), 64)
		if err != nil {
			return p, err
		}
		corner[i] = v
	}
	data, err := os.ReadFile(filepath.Join(folder, p.name+".dat"))
	if err != nil {
		return p, err
	}
	lines := strings.SplitN(string(data), "\n", 3)
	values := strings.Fields(lines[2])
	if len(values) != 81 {
		return p, fmt.Errorf("%d cells", len(values))
	}
	for i, v := range values {
		if p.truth[i], err = strconv.Atoi(v); err != nil {
			return p, err
		}
	}
	f, err := os.Open(filepath.Join(folder, p.name+".jpg"))
	if err != nil {
		return p, err
	}
	defer f.Close()
	img, err := jpeg.Decode(f)
	if err != nil {
		return p, err
	}
	grey := image.NewGray(img.Bounds())
	for y := grey.Rect.Min.Y; y < grey.Rect.Max.Y; y++ {
		for x := grey.Rect.Min.X; x < grey.Rect.Max.X; x++ {
			grey.Set(x, y, img.At(x, y))
		}
	}
	h := homography(corner)
	for i := range p.cells {
		p.cells[i] = warp(grey, h, i/9, i%9)
	}
	return p, nil
}

const cellSide = 48

// warp draws one cell, each pixel the mean of 3 × 3 places.
func warp(g *image.Gray, h [8]float64, row, col int) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, cellSide, cellSide))
	for y := range cellSide {
		for x := range cellSide {
			var sum float64
			for k := range 9 {
				u := (float64(col) + (float64(x)+(float64(k%3)+.5)/3)/cellSide) / 9
				v := (float64(row) + (float64(y)+(float64(k/3)+.5)/3)/cellSide) / 9
				d := h[6]*u + h[7]*v + 1
				sum += sample(g, (h[0]*u+h[1]*v+h[2])/d-.5, (h[3]*u+h[4]*v+h[5])/d-.5)
			}
			out.Pix[y*cellSide+x] = uint8(sum/9 + .5)
		}
	}
	return out
}

func sample(g *image.Gray, x, y float64) float64 {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	fx, fy := x-float64(x0), y-float64(y0)
	at := func(x, y int) float64 {
		return float64(g.Pix[g.PixOffset(min(max(x, 0), g.Rect.Max.X-1), min(max(y, 0), g.Rect.Max.Y-1))])
	}
	return (at(x0, y0)*(1-fx)+at(x0+1, y0)*fx)*(1-fy) + (at(x0, y0+1)*(1-fx)+at(x0+1, y0+1)*fx)*fy
}

// homography maps the unit square onto four corners, clockwise from the upper left.
func homography(c [8]float64) (h [8]float64) {
	unit := [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	var a [8][9]float64
	for i, q := range unit {
		u, v, x, y := q[0], q[1], c[2*i], c[2*i+1]
		a[2*i] = [9]float64{u, v, 1, 0, 0, 0, -u * x, -v * x, x}
		a[2*i+1] = [9]float64{0, 0, 0, u, v, 1, -u * y, -v * y, y}
	}
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			if math.Abs(a[j][i]) > math.Abs(a[i][i]) {
				a[i], a[j] = a[j], a[i]
			}
		}
		for j := range a {
			if j == i {
				continue
			}
			f := a[j][i] / a[i][i]
			for k := i; k < len(a[j]); k++ {
				a[j][k] -= f * a[i][k]
			}
		}
	}
	for i := range h {
		h[i] = a[i][8] / a[i][i]
	}
	return h
}

// locate finds the piece of ink in the middle of a cell. The corners are marked by hand, so rules may lie a
// tenth of the cell inside: ink that touches the edge is taken for a rule. If a digit hangs together with a
// rule, a darker threshold may separate them.
func locate(cell *image.Gray) (box image.Rectangle, ink func(x, y int) bool, ok bool) {
	for _, share := range []float32{.45, .6, .75} {
		if box, ink, ok = locateAt(cell, share); ok {
			break
		}
	}
	return box, ink, ok
}

func locateAt(cell *image.Gray, share float32) (box image.Rectangle, ink func(x, y int) bool, ok bool) {
	const n, edge, middle = cellSide, 2, 10
	var grey levels
	for y := middle; y < n-middle; y++ {
		for x := middle; x < n-middle; x++ {
			grey.add(float32(cell.Pix[y*n+x]))
		}
	}
	paper, pen := grey.at(.75), grey.at(.02)
	if paper-pen < 14 {
		return box, nil, false
	}
	dark := func(x, y int) bool {
		return x >= edge && y >= edge && x < n-edge && y < n-edge && float32(cell.Pix[y*n+x]) < paper-share*(paper-pen)
	}
	var label [n * n]int
	var boxes []image.Rectangle
	var sizes []int
	for start := range label {
		if label[start] > 0 || !dark(start%n, start/n) {
			continue
		}
		id := len(boxes) + 1
		b, size := image.Rectangle{}, 0
		stack := []int{start}
		label[start] = id
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			at := image.Pt(i%n, i/n)
			b = b.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
			size++
			for k := range 9 {
				x, y := at.X+k%3-1, at.Y+k/3-1
				if dark(x, y) && label[y*n+x] == 0 {
					label[y*n+x] = id
					stack = append(stack, y*n+x)
				}
			}
		}
		boxes, sizes = append(boxes, b), append(sizes, size)
	}
	inner := image.Rect(edge+1, edge+1, n-edge-1, n-edge-1)
	center := image.Rect(middle, middle, n-middle, n-middle)
	best := -1
	for i, b := range boxes {
		if b.In(inner) && b.Dy() >= 12 && b.Min.Add(b.Max).Div(2).In(center) && (best < 0 || sizes[i] > sizes[best]) {
			best = i
		}
	}
	if best < 0 {
		return box, nil, false
	}
	box = boxes[best]
	own := make([]bool, len(boxes)+1)
	for i, b := range boxes {
		own[i+1] = i == best || sizes[i] > 4 && b.In(inner) && b.In(boxes[best].Inset(-3))
		if own[i+1] {
			box = box.Union(b)
		}
	}
	return box, func(x, y int) bool { return own[label[y*n+x]] }, true
}
