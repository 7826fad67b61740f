package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"kibitz/vision"
	"kibitz/vision/judge"
	"kibitz/vision/photo"
)

// A spoiler changes a picture so that its board may be misread. The board lies in the given area of the picture,
// and its cells, clues included, are about w × h pixels large.
type spoiler struct {
	name string
	do   func(rng *rand.Rand, img *image.RGBA, board image.Rectangle, w, h int) *image.RGBA
}

// spoilers are the ways in which pictures go wrong. A sure reading of a spoiled picture has to be the board that was
// there before; where a part of that is gone, none can be sure.
var spoilers = []spoiler{
	{"a line cut off", cutOff},
	{"a toolbar beside it", addToolbar},
	{"an outer line in the page's colour", recolour},
	{"a piece erased", erase},
	{"half the contrast", fadeOut},
	{"another board beside it", addBoard},
	{"the edge cut off", trim},
}

// cutOff crops the picture on one side by a cell of the board.
func cutOff(rng *rand.Rand, img *image.RGBA, board image.Rectangle, w, h int) *image.RGBA {
	r := img.Rect
	switch rng.IntN(4) {
	case 0:
		r.Min.X = board.Min.X + w
	case 1:
		r.Max.X = board.Max.X - w
	case 2:
		r.Min.Y = board.Min.Y + h
	default:
		r.Max.Y = board.Max.Y - h
	}
	return part(img, r)
}

// trim crops the picture on one side by .2 to .8 of a cell of the board.
func trim(rng *rand.Rand, img *image.RGBA, board image.Rectangle, w, h int) *image.RGBA {
	share := .2 + .6*rng.Float64()
	return cutOff(rng, img, board, int(share*float64(w)), int(share*float64(h)))
}

// part returns a part of a picture.
func part(img *image.RGBA, r image.Rectangle) *image.RGBA {
	r = r.Intersect(img.Rect)
	out := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(out, out.Rect, img, r.Min, draw.Src)
	return out
}

// outerLine returns the place of a board's outer line of cells and of the line beside it, on a random side.
func outerLine(rng *rand.Rand, board image.Rectangle, w, h int) (line, beside image.Rectangle) {
	line = board
	switch rng.IntN(4) {
	case 0:
		line.Max.X = board.Min.X + w
		return line, line.Sub(image.Pt(w+1+rng.IntN(w/2+1), 0))
	case 1:
		line.Min.X = board.Max.X - w
		return line, line.Add(image.Pt(w+1+rng.IntN(w/2+1), 0))
	case 2:
		line.Max.Y = board.Min.Y + h
		return line, line.Sub(image.Pt(0, h+1+rng.IntN(h/2+1)))
	}
	line.Min.Y = board.Max.Y - h
	return line, line.Add(image.Pt(0, h+1+rng.IntN(h/2+1)))
}

// addToolbar pastes the outer line of cells on one side once more beside the board, up to half a cell off.
func addToolbar(rng *rand.Rand, img *image.RGBA, board image.Rectangle, w, h int) *image.RGBA {
	line, beside := outerLine(rng, board, w, h)
	draw.Draw(img, beside, part(img, line), image.Point{}, draw.Src)
	return img
}

// recolour paints an outer line of cells in the colour of the page beside it.
func recolour(rng *rand.Rand, img *image.RGBA, board image.Rectangle, w, h int) *image.RGBA {
	line, beside := outerLine(rng, board, w, h)
	page := beside.Min.Add(beside.Max).Div(2)
	page = image.Pt(min(max(page.X, 0), img.Rect.Max.X-1), min(max(page.Y, 0), img.Rect.Max.Y-1))
	draw.Draw(img, line, image.NewUniform(img.RGBAAt(page.X, page.Y)), image.Point{}, draw.Src)
	return img
}

// erase paints a piece of half a cell in the colour of one of its corners.
func erase(rng *rand.Rand, img *image.RGBA, board image.Rectangle, w, h int) *image.RGBA {
	x, y := board.Min.X+rng.IntN(max(1, board.Dx()-w/2)), board.Min.Y+rng.IntN(max(1, board.Dy()-h/2))
	draw.Draw(img, image.Rect(x, y, x+w/2, y+h/2), image.NewUniform(img.RGBAAt(min(x, img.Rect.Max.X-1), min(y, img.Rect.Max.Y-1))), image.Point{}, draw.Src)
	return img
}

// fadeOut halves the contrast.
func fadeOut(rng *rand.Rand, img *image.RGBA, _ image.Rectangle, _, _ int) *image.RGBA {
	low := uint8(rng.IntN(128))
	for i := range img.Pix {
		if i%4 < 3 {
			img.Pix[i] = low + img.Pix[i]/2
		}
	}
	return img
}

// addBoard shows the board once more, to its right or below it, half a cell to two cells off.
func addBoard(rng *rand.Rand, img *image.RGBA, board image.Rectangle, w, h int) *image.RGBA {
	off := image.Pt(board.Dx()+w/2+rng.IntN(3*w/2+1), 0)
	if rng.IntN(2) == 0 {
		off = image.Pt(0, board.Dy()+h/2+rng.IntN(3*h/2+1))
	}
	to := board.Add(off)
	out := image.NewRGBA(img.Rect.Union(to.Inset(-8)))
	draw.Draw(out, out.Rect, image.NewUniform(img.RGBAAt(0, 0)), image.Point{}, draw.Src)
	draw.Draw(out, img.Rect, img, image.Point{}, draw.Src)
	draw.Draw(out, to, img, board.Min, draw.Src)
	return part(out, out.Rect)
}

// spoiled counts the readings of spoiled pictures by kind and spoiler.
type spoiled map[[2]string]tally

// A tally counts readings: all, sure ones, silently wrong ones, and those that would be silently wrong if the flaws of
// a board were no reason for doubt, which is the control. Readings that are sure of the truth less one empty outer line
// are counted apart, and for the control: they are puzzles with the same solution, and where the line and its clue are
// painted over without a trace the picture shows no other.
type tally struct{ all, sure, wrong, less, control int }

// add reads n spoiled versions of a picture of each kind of spoiler. It passes over one that does not decode.
// It writes versions that are silently wrong to folder save, if there is one.
func (s spoiled) add(p *picture, n int, hinted bool, each io.Writer, save string) {
	if p.truth == nil || p.unsure || p.kind == "negative" {
		return
	}
	decoded, err := photo.Read(p.data)
	if err != nil {
		return
	}
	b := decoded.Bounds()
	flat := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Rect, decoded, b.Min, draw.Src)
	board, rows, cols := flat.Rect, p.truth.rows, p.truth.cols
	hint := vision.Hint{Kind: vision.Kind(max(0, slices.Index(visionNames[:], p.kind)))}
	if r, err := read(context.Background(), p.data, hint); err == nil && len(r.Boards) > 0 {
		board = r.Boards[0].Intersect(flat.Rect)
	}
	deep := 0
	for _, line := range p.truth.lines[0] {
		deep = max(deep, len(line))
	}
	w, h := board.Dx()/max(1, cols+deep), board.Dy()/max(1, rows+deep)
	for i, way := range spoilers {
		for k := range n {
			rng := rand.New(rand.NewPCG(uint64(k)<<32|uint64(crc32.ChecksumIEEE([]byte(p.name))), uint64(i)))
			own := &image.RGBA{Pix: slices.Clone(flat.Pix), Stride: flat.Stride, Rect: flat.Rect}
			img := way.do(rng, own, board, max(w, 2), max(h, 2))
			if img.Rect.Empty() {
				continue
			}
			version := *p
			version.name += fmt.Sprintf(", %s %d", way.name, k+1)
			version.data = pack(img, p.data)
			if s.count(way.name, &version, hinted, each) && save != "" {
				keep(save, &version)
			}
		}
	}
}

// count reads a spoiled picture, and reports whether that is silently wrong.
func (s spoiled) count(way string, p *picture, hinted bool, each io.Writer) (silent bool) {
	hint := vision.Hint{}
	if hinted {
		hint.Kind = vision.Kind(slices.Index(visionNames[:], p.kind))
	}
	at := [2]string{p.kind, way}
	n := s[at]
	n.all++
	if r, err := read(context.Background(), p.data, hint); err == nil {
		t := p.truth.bordered(r)
		right := func(v *judge.Verdict) bool {
			return !v.Sure || (r.Kind == hint.Kind || !hinted) && t.answers(v.Repaired)
		}
		v := judge.Judge(context.Background(), r)
		if v.Sure {
			n.sure++
		}
		if silent = !right(v); silent {
			told := "SILENTLY WRONG"
			if t.lessALine(v.Repaired) {
				told = "sure of less an empty line"
				n.less++
			} else {
				n.wrong++
			}
			if each != nil {
				fmt.Fprintf(each, "%s: %s, %s %d×%d\n", p.name, told, visionNames[r.Kind], r.Rows, r.Cols)
			}
		}
		if len(r.Flaws)+len(r.Rivals) > 0 {
			r.Flaws, r.Rivals = nil, nil
			v = judge.Judge(context.Background(), r)
		}
		if !right(v) {
			n.control++
		}
	}
	s[at] = n
	return silent
}

// pack packs a picture as a PNG, or a JPEG if the original was one.
func pack(img *image.RGBA, original []byte) []byte {
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	var b bytes.Buffer
	var err error
	if original[0] == 0xff {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: 92})
	} else {
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	}
	if err != nil {
		panic(err) // writing a valid size to memory does not fail
	}
	return b.Bytes()
}

// print writes a table in Markdown.
func (s spoiled) print(w io.Writer) {
	fmt.Fprintln(w, "\n| kind | spoiled by | versions | sure | **silently wrong** | less an empty line | without flaws |\n| --- | --- | --- | --- | --- | --- | --- |")
	var all tally
	row := func(kind, way string, n tally) {
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %d | %d |\n", kind, way, n.all, n.sure, n.wrong, n.less, n.control)
	}
	for _, at := range slices.SortedFunc(maps.Keys(s), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	}) {
		n := s[at]
		row(at[0], at[1], n)
		all = tally{all.all + n.all, all.sure + n.sure, all.wrong + n.wrong, all.less + n.less, all.control + n.control}
	}
	row("**all**", "", all)
}
