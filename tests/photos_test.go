package tests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"kibitz/commands/photo"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// A scene is an image that is drawn here, and what a reader says of it: what the dialogue makes
// of readings is no question of how well images are read. An image's width, which no other
// has, says which it is, straightened and carried by a reply, too.
type scene struct {
	boards []vision.Reading // the first is the best
	err    error
	image  *image.RGBA
}

const sceneCell = 36

// scenes are the images by the names of their files. What is in doubt has its readings in one
// clue, with a | between them, the likeliest first.
var scenes = sync.OnceValue(func() map[string]*scene {
	all := map[string]*scene{}
	next := 0
	add := func(name string, s *scene) {
		next++
		s.image = widened(s.boards, next)
		for i := range s.boards {
			s.boards[i].Straight = s.image
			if len(s.boards) > 1 {
				next++
				s.boards[i].Straight = widened(s.boards[i:i+1], next)
			}
		}
		all[name+".png"] = s
	}
	one := func(r vision.Reading) *scene { return &scene{boards: []vision.Reading{r}} }
	heart := []string{"1 1", "5", "5", "3", "1"}
	heartCols := []string{"2", "4", "4", "4", "2"}
	add("heart", one(nonogramScene(heart, heartCols, "")))
	add("heart-doubt", one(nonogramScene([]string{"1 1|11|2", "1 3|5", "5", "3", "1"}, heartCols, "")))
	unsure := one(nonogramScene(heart, heartCols, ""))
	unsure.boards[0].ColClues[4].Readings[0].P = .9
	add("heart-unsure", unsure)
	add("kakuro-doubt", one(kakuroScene(`#,17\,16\/\17,.,./\16,.,.`)))
	doubtful := &all["kakuro-doubt.png"].boards[0].Cells[1]
	doubtful.Down = []vision.Guess{{Value: 17, P: .5}, {Value: 11, P: .3}}
	repaired := one(nonogramScene([]string{"1 1", "5", "3|5", "3", "1"}, heartCols, ""))
	repaired.boards[0].RowClues[2].Readings[0].P, repaired.boards[0].RowClues[2].Readings[1].P = .6, .3999
	add("heart-repaired", repaired)
	stairs := []string{"5", "4", "3", "2", "1"} // any two of them may be in each other's place
	flawed := one(nonogramScene(stairs, stairs, ""))
	flawed.boards[0].Flaws = []vision.Flaw{vision.ThickRules}
	add("stairs-flawed", flawed)
	vague := one(nonogramScene(heart, heartCols, ""))
	vague.boards[0].RowClues[1].Readings[0].P = .5
	add("heart-vague", vague)
	add("heart-marks", one(nonogramScene(heart, heartCols, ".#.#./#####/...../...../.....")))
	add("heart-mistake", one(nonogramScene(heart, heartCols, "!#.../#####/...../...../.....")))
	add("heart-solved", one(nonogramScene(heart, heartCols, ".#.#./#####/#####/.###./..#..")))
	add("no-grid", &scene{err: vision.ErrNoBoard})
	add("no-numbers", &scene{err: vision.ErrNoClues})
	add("lamps", one(lampScene("110/011/101", 1)))
	add("lamps-unlit", one(lampScene("110/011/101", .6)))
	add("cards", func() *scene {
		s := one(lampScene("1111011", 1))
		s.boards[0].Kind = vision.Cards
		return s
	}())
	add("kakuro", one(kakuroScene(`#,17\,16\/\17,.,./\16,.,.`)))
	add("kakuro-begun", one(kakuroScene(`#,17\,16\/\17,8,./\16,.,.`)))
	add("kakuro-further", one(kakuroScene(`#,17\,16\/\17,.,9/\16,9,.`)))
	add("kakuro-slip", one(kakuroScene(`#,17\,16\/\17,8,9/\16,.,9`)))
	add("sudoku", one(sudokuScene("53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8..79")))
	add("sudoku-doubt", one(sudokuScene("53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7...(2~5@3)...6/.6....28./...419..5/....8..79")))
	add("sudoku-begun", one(sudokuScene("53'4.7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8'6.79")))
	add("sudoku-slip", one(sudokuScene("53'2.7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8'6.79")))
	add("sudoku-open", one(sudokuScene("53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7.......6/.6....28./...419..5/....8..79")))
	add("two", &scene{boards: []vision.Reading{nonogramScene(heart, heartCols, ""), kakuroScene(`#,3\,4\/\4,.,./\3,.,.`)}})
	dim := one(lampScene("110/011/101", 1))
	dim.boards[0].Flaws = []vision.Flaw{vision.UnseenLines}
	add("lamps-flawed", dim)
	either := one(kakuroScene(`#,3\,4\/\4,.,./\3,.,.`))
	either.boards[0].Others = []vision.Kind{vision.Nonogram}
	add("two-kinds", either)
	add("lamps-two", &scene{boards: []vision.Reading{lampScene("110/011/101", 1), lampScene("1010/0110/0011/1100", 1)}})
	add("heart-further", one(nonogramScene(heart, heartCols, ".#.#./#####/#####/...../x...x")))
	add("lamps-stuck", one(lampScene("10000/00000/00000/00000/00000", 1)))
	add("two-lines", one(nonogramScene([]string{"1", "1", "1"}, []string{"3", "0", "0"}, "#../.../...")))
	long := one(lampScene("110/011/101/000", 1)) // its last row may be none
	add("lamps-size", long)
	short := long.boards[0]
	short.Rows, short.Cells = 3, short.Cells[:9]
	long.boards[0].Rivals, long.boards[0].Flaws = []*vision.Reading{&short}, []vision.Flaw{vision.UnseenLines}
	unequal := one(kakuroScene(`#,17\,16\/\17,.,./\16,.,.`))
	unequal.boards[0].Cells[3].Across[0] = vision.Guess{Value: 11, P: .97}
	add("kakuro-unequal", unequal)
	lacking := one(nonogramScene(heart, []string{"2", "4", "1", "4", "2"}, ""))
	lacking.boards[0].RowClues[2].Readings[0].P = .5
	add("heart-unequal", lacking)
	cut := one(nonogramScene(stairs, stairs, ""))
	cut.boards[0].Flaws = []vision.Flaw{vision.Cut}
	add("stairs-cut", cut)
	dense := one(nonogramScene(heart, heartCols, ""))
	dense.boards[0].Screen, dense.boards[0].Flaws = true, []vision.Flaw{vision.TooSmall}
	add("heart-small", dense)
	add("screen-no-numbers", &scene{err: errors.Join(vision.ErrNoClues, vision.ErrScreen)})
	add("screen-no-grid", &scene{err: errors.Join(vision.ErrNoBoard, vision.ErrScreen)})
	impossible := one(kakuroScene(`#,17\,16\/\17,.,./\16,.,.`))
	impossible.boards[0].Cells[3].Across[0] = vision.Guess{Value: 2, P: .97}
	impossible.boards[0].Flaws = []vision.Flaw{vision.Cut}
	add("kakuro-impossible", impossible)
	open := one(nonogramScene([]string{"1 1", "5", "5", "3", ""}, []string{"2", "4", "3", "4", "2"}, "...../...../...../...../....."))
	add("heart-size", open)
	whole, seen := open.boards[0], &open.boards[0] // its last row is hardly seen
	seen.Rows, seen.RowClues, seen.Cells = 4, seen.RowClues[:4], seen.Cells[:20]
	seen.Rivals, seen.Flaws = []*vision.Reading{&whole}, []vision.Flaw{vision.Ends}
	many := one(kakuroScene(`#,17\,16\/\17,.,./\16,.,.`))
	for _, cell := range []int{1, 2, 3, 6} {
		for _, sum := range []*[]vision.Guess{&many.boards[0].Cells[cell].Down, &many.boards[0].Cells[cell].Across} {
			if len(*sum) > 0 && (*sum)[0].Value > 0 {
				*sum = []vision.Guess{{Value: (*sum)[0].Value, P: .6}, {Value: 11, P: .2}, {Value: 10, P: .1}}
			}
		}
	}
	block := &many.boards[0].Cells[0] // its corner
	block.State = append(block.State[:1:1], vision.Guess{Value: vision.Blank, P: .2})
	block.State[0].P = .7
	add("kakuro-many", many)
	coloured := func(row, marks string) *scene {
		r := nonogramScene([]string{"2r 1b", row, "1r 1b"}, []string{"2r", "1r 1g", "1b 1r", "2b"}, marks)
		r.Palette = []vision.Ink{{Letter: 'r', RGB: color.RGBA{214, 40, 40, 255}}, {Letter: 'g', RGB: color.RGBA{40, 150, 60, 255}}, {Letter: 'b', RGB: color.RGBA{40, 80, 220, 255}}}
		for i, ink := range strings.ReplaceAll(marks, "/", "") {
			if r.Cells[i].Ink = byte(ink); ink == '.' {
				r.Cells[i].Ink = 0
			}
		}
		return one(r)
	}
	add("colours", coloured("1r 1g 1b", ""))
	add("colours-doubt", coloured("1r 1r 1b|1g 1r 1b", ""))
	add("colours-marks", coloured("1r 1g 1b", "r.../..../...."))
	add("colours-slip", coloured("1r 1g 1b", "b.../..../...."))
	return all
})

// widened returns a picture of boards that is `more` pixels wider than they are.
func widened(boards []vision.Reading, more int) *image.RGBA {
	w, h := 200, 200
	if len(boards) > 0 {
		w, h = 0, 0
	}
	for i := range boards {
		rows, cols := extent(&boards[i])
		w, h = w+cols*sceneCell+sceneCell, max(h, rows*sceneCell+sceneCell)
	}
	img := image.NewRGBA(image.Rect(0, 0, 400+100*len(boards)+more, h))
	if w > 400 {
		img = image.NewRGBA(image.Rect(0, 0, w+400+more, h))
	}
	draw.Draw(img, img.Rect, image.NewUniform(color.RGBA{250, 248, 240, 255}), image.Point{}, draw.Src)
	at := 0
	for i := range boards {
		drawScene(img, &boards[i], image.Pt(at+sceneCell/2, sceneCell/2))
		_, cols := extent(&boards[i])
		at += cols*sceneCell + sceneCell
	}
	return img
}

// extent is the size of a board with its clues, in cells.
func extent(r *vision.Reading) (rows, cols int) {
	rows, cols = r.Rows, r.Cols
	wide, high := margins(r)
	return rows + high, cols + wide
}

func margins(r *vision.Reading) (left, top int) {
	for _, l := range r.RowClues {
		left = max(left, len(l.Readings[0].Numbers))
	}
	for _, l := range r.ColClues {
		top = max(top, len(l.Readings[0].Numbers))
	}
	return left, top
}

var sceneFace = func() font.Face {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 22, DPI: 72})
	if err != nil {
		panic(err)
	}
	return face
}()

// drawScene draws a board with its likeliest readings, and notes where all is.
func drawScene(img *image.RGBA, r *vision.Reading, at image.Point) {
	left, top := margins(r)
	cell := func(row, col int) image.Rectangle {
		return image.Rect(col*sceneCell, row*sceneCell, (col+1)*sceneCell, (row+1)*sceneCell).Add(at).Add(image.Pt(left*sceneCell, top*sceneCell))
	}
	for i := range r.RowClues {
		l := &r.RowClues[i]
		l.Box = image.Rect(at.X, cell(i, 0).Min.Y, cell(i, 0).Min.X, cell(i, 0).Max.Y).Inset(3)
		drawClue(img, l, func(n int) image.Rectangle { return cell(i, n) })
	}
	for i := range r.ColClues {
		l := &r.ColClues[i]
		l.Box = image.Rect(cell(0, i).Min.X, at.Y, cell(0, i).Max.X, cell(0, 0).Min.Y).Inset(3)
		drawClue(img, l, func(n int) image.Rectangle { return cell(n, i) })
	}
	for i := range r.Rows * r.Cols {
		box := cell(i/r.Cols, i%r.Cols)
		draw.Draw(img, box, image.NewUniform(color.RGBA{90, 90, 90, 255}), image.Point{}, draw.Src)
		ground := color.RGBA{255, 255, 255, 255}
		if i < len(r.Cells) {
			r.Cells[i].Box = box
			if s := r.Cells[i].State; len(s) > 0 && s[0].Value == 1 && r.Kind != vision.Sudoku {
				ground = color.RGBA{60, 70, 110, 255}
			}
		}
		draw.Draw(img, box.Inset(1), image.NewUniform(ground), image.Point{}, draw.Src)
		if r.Kind == vision.Sudoku && len(r.Cells[i].Digit) > 0 {
			drawNumber(img, box, r.Cells[i].Digit[0].Value, color.Black)
		}
		if i < len(r.Cells) && r.Kind == vision.Kakuro {
			for k, sum := range [][]vision.Guess{r.Cells[i].Down, r.Cells[i].Across} {
				if len(sum) > 0 && sum[0].Value > 0 {
					draw.Draw(img, box.Inset(1), image.NewUniform(color.RGBA{200, 200, 210, 255}), image.Point{}, draw.Src)
					drawNumber(img, box.Add(image.Pt(0, 4-8*k)), sum[0].Value, color.Black)
				}
			}
		}
	}
}

// drawClue draws the likeliest reading of a line's clue, and notes where the numbers of all its
// readings are. Cell returns a cell of the line; those of the clue are at -1, -2, …
func drawClue(img *image.RGBA, l *vision.Line, cell func(n int) image.Rectangle) {
	for k := range l.Readings {
		r := &l.Readings[k]
		r.Boxes = nil
		for n, number := range r.Numbers {
			box, ink := cell(n-len(r.Numbers)), color.Color(color.Black)
			if n < len(r.Colours) {
				ink = map[byte]color.Color{'r': color.RGBA{214, 40, 40, 255}, 'g': color.RGBA{40, 150, 60, 255}, 'b': color.RGBA{40, 80, 220, 255}}[r.Colours[n]]
			}
			if k == 0 {
				box = drawNumber(img, box, number, ink)
			}
			r.Boxes = append(r.Boxes, box.Intersect(l.Box))
		}
	}
}

// drawNumber writes a number into a cell, and returns the box of its digits.
func drawNumber(img *image.RGBA, cell image.Rectangle, number int, ink color.Color) image.Rectangle {
	text := strconv.Itoa(number)
	wide := font.MeasureString(sceneFace, text).Ceil()
	x, y := cell.Min.X+(sceneCell-wide)/2, cell.Min.Y+26
	d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: sceneFace, Dot: fixed.P(x, y)}
	d.DrawString(text)
	return image.Rect(x, y-16, x+wide, y)
}

func nonogramScene(rows, cols []string, marks string) vision.Reading {
	r := vision.Reading{Kind: vision.Nonogram, Rows: len(rows), Cols: len(cols), RowClues: sceneLines(rows), ColClues: sceneLines(cols)}
	for _, sign := range strings.ReplaceAll(marks, "/", "") {
		state := []vision.Guess{{Value: max(0, strings.IndexRune(".#x", sign)), P: 1}}
		if strings.ContainsRune("rgb", sign) {
			state = []vision.Guess{{Value: vision.Filled, P: .97}, {Value: vision.Blank, P: .03}}
		}
		if sign == '!' { // looks filled, and contradicts the solution
			state = []vision.Guess{{Value: vision.Filled, P: .97}, {Value: vision.Blank, P: .03}}
		}
		r.Cells = append(r.Cells, vision.Cell{State: state, Sign: max(0, strings.IndexRune(".!rgb", sign))})
	}
	return r
}

// sceneLines are clues, each a third as likely as the one before it.
func sceneLines(texts []string) (lines []vision.Line) {
	for _, text := range texts {
		var l vision.Line
		p := .9995
		for i, way := range strings.Split(text, "|") {
			if i == 0 && strings.Contains(text, "|") {
				p = .6
			}
			clue := vision.Clue{P: p}
			for _, n := range strings.Fields(way) {
				digits := strings.TrimRight(n, "rgb") // of the colours of clues
				number, _ := strconv.Atoi(digits)
				clue.Numbers, clue.Colours = append(clue.Numbers, number), clue.Colours+n[len(digits):]
			}
			l.Readings = append(l.Readings, clue)
			p /= 3
		}
		lines = append(lines, l)
	}
	return lines
}

// lampScene returns a board whose state 1 is lit with that probability.
func lampScene(rows string, lit float64) vision.Reading {
	all := strings.Split(rows, "/")
	r := vision.Reading{Kind: vision.Lights, Rows: len(all), Cols: len(all[0]), Lit: []vision.Guess{{Value: 1, P: lit}}}
	if lit < 1 {
		r.Lit = append(r.Lit, vision.Guess{Value: 0, P: 1 - lit})
	}
	for _, sign := range strings.Join(all, "") {
		r.Cells = append(r.Cells, vision.Cell{State: []vision.Guess{{Value: int(sign - '0'), P: 1}}})
	}
	return r
}

func kakuroScene(text string) vision.Reading {
	rows := strings.Split(text, "/")
	r := vision.Reading{Kind: vision.Kakuro, Rows: len(rows)}
	for _, row := range rows {
		cells := strings.Split(row, ",")
		r.Cols = len(cells)
		for _, cell := range cells {
			c := vision.Cell{State: []vision.Guess{{Value: vision.Blank, P: 1}}}
			if down, across, sum := strings.Cut(cell, `\`); sum || cell == "#" {
				c.State[0].Value = vision.Filled
				number := func(text string) []vision.Guess {
					n, _ := strconv.Atoi(text)
					return []vision.Guess{{Value: n, P: .9999}}
				}
				c.Down, c.Across = number(strings.Trim(down, "#")), number(across)
			} else if digit, err := strconv.Atoi(cell); err == nil {
				c.Digit = []vision.Guess{{Value: digit, P: .99}}
			}
			r.Cells = append(r.Cells, c)
		}
	}
	return r
}

// sudokuScene returns a board in the notation of a reading's text.
func sudokuScene(text string) vision.Reading {
	r, err := judge.ParseText("seen sudoku: " + text)
	if err != nil {
		panic(err)
	}
	return *r
}

// sceneEyes know the scenes, and nothing else.
func sceneEyes() photo.Eyes {
	return photo.Eyes{
		Open: func(data []byte) (photo.Picture, error) {
			p, err := vision.Open(data)
			if err != nil {
				return nil, err
			}
			config, _, err := image.DecodeConfig(bytes.NewReader(data))
			return scenePicture{p, config.Width}, err
		},
		Judge: sceneJudge,
	}
}

// A scenePicture is the image of one of the scenes, or of what a reply carries of one.
type scenePicture struct {
	*vision.Picture
	width int // pixels
}

func (p scenePicture) Read(_ context.Context, hint vision.Hint) (*vision.Reading, error) {
	for _, s := range scenes() {
		if s.err != nil && s.image.Rect.Dx() == p.width {
			return nil, s.err
		}
		var at []image.Rectangle
		for i, b := range s.boards {
			at = append(at, image.Rect(i*300, 0, i*300+250, 250))
			if len(s.boards) > 1 && b.Straight.Rect.Dx() == p.width {
				b.Boards = at[:1]
				return copied(b), nil
			}
		}
		if len(s.boards) > 0 && s.image.Rect.Dx() == p.width {
			b := s.boards[max(hint.Board, 1)-1]
			if hint.Only && b.Kind != hint.Kind {
				return nil, vision.ErrNoClues
			}
			b.Boards = at
			return copied(b), nil
		}
	}
	return nil, vision.ErrNoBoard
}

// sceneJudge asks what has more than one reading, from the first line on, and takes all else as
// it looks; what may be how likely is the business of another. A line of the shades .6 and
// .3999 is one that logic mends.
func sceneJudge(ctx context.Context, r *vision.Reading) *judge.Verdict {
	if r.Kind != vision.Nonogram || len(r.Rivals) > 0 || r.Sized || r.Palette != nil {
		return judge.Judge(ctx, r)
	}
	v := &judge.Verdict{Kind: r.Kind, Flaws: r.Flaws, Sure: len(r.Flaws) == 0}
	var seen, mended [2][]string
	for side, lines := range [...][]vision.Line{r.RowClues, r.ColClues} {
		for i, l := range lines {
			d := judge.Doubt{Place: judge.Place{Side: judge.Row, Row: i}, Box: l.Box}
			if side == 1 {
				d.Place = judge.Place{Side: judge.Col, Col: i}
			}
			for _, way := range l.Readings {
				text := strings.Trim(fmt.Sprint(way.Numbers), "[]")
				d.Readings = append(d.Readings, judge.Reading{Text: text, P: way.P})
			}
			taken := d.Readings[0].Text
			seen[side] = append(seen[side], taken)
			switch {
			case len(d.Readings) == 2 && d.Readings[0].P+d.Readings[1].P > .99:
				d.Readings[0], d.Readings[1] = d.Readings[1], d.Readings[0]
				taken = d.Readings[0].Text
				v.Repairs = append(v.Repairs, d)
			case len(d.Readings) > 1:
				v.Doubts, v.Sure = append(v.Doubts, d), false
			case l.Readings[0].P < .6: // and nothing else that it may be
				v.Doubts, v.Sure = append(v.Doubts, d), false
			case l.Readings[0].P < .99:
				v.Sure = false
			}
			mended[side] = append(mended[side], taken)
		}
	}
	text := func(lines [2][]string) string { return strings.Join(lines[0], ";") + "|" + strings.Join(lines[1], ";") }
	v.Puzzle = text(seen)
	if len(v.Doubts) == 0 {
		v.Repaired = text(mended)
	}
	for i, c := range r.Cells {
		if i > 0 && i%r.Cols == 0 {
			v.Marks += "/"
		}
		v.Marks += string("?#x"[c.State[0].Value])
		if c.Sign > 0 {
			v.Misfits = append(v.Misfits, i)
		}
	}
	return v
}

func copied(r vision.Reading) *vision.Reading {
	r.RowClues, r.ColClues, r.Cells = slices.Clone(r.RowClues), slices.Clone(r.ColClues), slices.Clone(r.Cells)
	return &r
}

// sceneFile is a scene's image, or a file of testdata/files.
func sceneFile(name string) ([]byte, error) {
	s, ok := scenes()[name]
	if !ok {
		return os.ReadFile("testdata/files/" + name)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, s.image); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file.Bytes(), nil
}
