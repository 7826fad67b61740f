package commands

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	xdraw "golang.org/x/image/draw"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/render"
	"kibitz/solvers/cardflip"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/lightsout"
	"kibitz/solvers/nonogram/notation"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// A way is how one of Kibitz's pictures may come back to it.
type way struct {
	name string
	file func(image.Image) ([]byte, error)
}

var ways = []way{
	{"as it is", asPNG},
	{"half as big", func(img image.Image) ([]byte, error) { return asPNG(shrunk(img, .5)) }},
	{"messenger's", func(img image.Image) ([]byte, error) {
		var file bytes.Buffer
		err := jpeg.Encode(&file, img, &jpeg.Options{Quality: 75})
		return file.Bytes(), err
	}},
}

func asPNG(img image.Image) ([]byte, error) {
	var file bytes.Buffer
	err := png.Encode(&file, img)
	return file.Bytes(), err
}

func shrunk(img image.Image, by float64) image.Image {
	b := img.Bounds()
	small := image.NewRGBA(image.Rect(0, 0, int(by*float64(b.Dx())), int(by*float64(b.Dy()))))
	xdraw.CatmullRom.Scale(small, small.Rect, img, b, xdraw.Src, nil)
	return small
}

// shows returns the puzzle on a board in words that are easily compared, whatever the players have done on it; "" for
// what is no puzzle that pictures are read for.
func shows(b *render.Board) (kind vision.Kind, puzzle string) {
	var text strings.Builder
	has := func(kinds ...render.Kind) bool {
		return slices.ContainsFunc(b.Cells, func(c render.Cell) bool { return slices.Contains(kinds, c.Kind) })
	}
	switch {
	case b.Parting > 0 || b.Prize != nil:
		return vision.Any, ""
	case b.Left != nil:
		fmt.Fprint(&text, b.Left, b.Top, sameColours(slices.Concat(b.LeftColours, b.TopColours)))
		return vision.Nonogram, text.String()
	case has(render.Sum):
		for _, c := range b.Cells {
			if c.Kind == render.Sum || c.Kind == render.Block {
				fmt.Fprintf(&text, "%d\\%d ", c.Down, c.Right)
			} else {
				text.WriteString(". ")
			}
		}
		return vision.Kakuro, fmt.Sprint(b.Rows, b.Cols, text.String())
	case has(render.CardDown, render.CardUp):
		for _, c := range b.Cells {
			if c.Kind != render.Hole {
				text.WriteString(strconv.Itoa(int(c.Kind - render.CardDown)))
			}
		}
		return vision.Cards, text.String()
	case has(render.LampOff, render.LampOn, render.Clear, render.Cloudy) && !has(render.Hole, render.Lamp2, render.Lamp3, render.Lamp4, render.Lamp5, render.Lamp6, render.Lamp7, render.Lamp8):
		for i, c := range b.Cells {
			if c.Kind == render.LampOn || c.Kind == render.Cloudy {
				text.WriteByte('1')
			} else if c.Kind == render.LampOff || c.Kind == render.Clear {
				text.WriteByte('0')
			}
			if i%b.Cols == b.Cols-1 {
				text.WriteByte('/')
			}
		}
		return vision.Lights, strings.TrimRight(text.String(), "/") + "/" // a row of orbs has no cells
	case has(render.Digit):
		return vision.Sudoku, fmt.Sprint(b.Rows, b.Cols)
	}
	return vision.Any, ""
}

// sameColours numbers colours in the order in which they are met: a board may have others than its puzzle.
func sameColours(all [][]int) (numbered [][]int) {
	numbers := map[int]int{}
	for _, line := range all {
		var of []int
		for _, c := range line {
			if _, met := numbers[c]; !met {
				numbers[c] = len(numbers)
			}
			of = append(of, numbers[c])
		}
		numbered = append(numbered, of)
	}
	return numbered
}

// told returns the puzzle of an encoding in the words of shows.
func told(kind vision.Kind, encoding string) string {
	var text strings.Builder
	switch kind {
	case vision.Nonogram:
		if p, err := notation.Parse(encoding); err == nil {
			rows, cols := p.Lengths()
			var colours [][]int
			for _, runs := range slices.Concat(p.Rows, p.Cols) {
				var of []int
				for _, run := range runs {
					of = append(of, run.Colour)
				}
				if p.InColours() {
					colours = append(colours, of)
				}
			}
			fmt.Fprint(&text, rows, cols, sameColours(colours))
		}
	case vision.Kakuro:
		p, err := kakuro.Parse(encoding)
		if err != nil {
			return ""
		}
		fmt.Fprint(&text, p.Rows, p.Cols)
		for _, c := range p.Cells {
			if c.White {
				text.WriteString(". ")
			} else {
				fmt.Fprintf(&text, "%d\\%d ", c.Down, c.Across)
			}
		}
	case vision.Cards:
		if p, err := cardflip.Parse(encoding); err == nil {
			row := []byte(strings.Repeat("0", p.Cards))
			for _, run := range p.Runs {
				for i := range run.Len {
					row[run.Start+i] = '1'
				}
			}
			text.Write(row)
		}
	case vision.Lights:
		if p, err := lightsout.Parse(encoding); err == nil {
			for i, lamp := range p.Lamps {
				text.WriteString(strconv.Itoa(int(lamp)))
				if i%p.Cols == p.Cols-1 {
					text.WriteByte('/')
				}
			}
			if p.Rows*p.Cols == 0 {
				return ""
			}
		}
	}
	return text.String()
}

// ownScenes are the orders whose pictures are read again, by kind, and what is done with them: few of them usually, all
// with KIBITZ_OWN=all. In the steps of a Sudoku of 6 × 6 numbers touch digits.
var ownScenes = map[string]struct{ few, do, all []string }{
	"nonogram":  {[]string{"5x5 easy 2", "10x10 easy 1"}, []string{"solve", "hint", "steps"}, []string{"1 1;5;5;3;1|2;4;4;4;2", "5x5 easy 1", "5x5 easy 2", "6x6 easy 1", "8x8 easy 1", "10x10 easy 1", "10x10 medium 2", "12x12 easy 1", "15x15 easy 3", "20x20 medium 3", "25x25 easy 1", "30x30 easy 1", "10x15 easy 2", "10x10 medium 3 colours 5", "8x8 easy 2 colours 3", "15x15 easy 4 colours 1"}},
	"kakuro":    {[]string{"6x6 easy 2"}, []string{"solve", "hint", "candidates", "steps"}, []string{"###/#../#.. 17 16 / 17 16", "6x6 easy 1", "6x6 easy 2", "8x8 medium 2", "8x8 easy 3", "10x10 easy 1", "12x12 easy 1"}},
	"lightsout": {[]string{"11110/11101/11101/00011/11011", "5x5 all"}, []string{"solve", "hint"}, []string{"11110/11101/11101/00011/11011", "5x5 all", "7x7 random 42", "4x6 random 1", "10x10 random 3", "3x3 random 2"}},
	"tothemoon": {[]string{"1011/0111/0001/1101", "6x6 random 1"}, []string{"hint"}, []string{"1011/0111/0001/1101", "4x4 random 42", "6x6 random 1", "5x7 random 2"}},
	"cardflip":  {[]string{"15 random 1"}, []string{"solve", "hint", "animate"}, []string{"1 1 1 1 0 1 1", "9 random 42", "15 random 1", "23 random 5"}},
	"sudoku":    {[]string{"6x6 easy 1"}, []string{"solve", "hint", "candidates"}, []string{"9x9 easy 1", "9x9 hard 42", "6x6 easy 1", "4x4 easy 1"}},
}

// TestOwnPicturesAreRead: a picture that Kibitz draws, of whatever it does with a puzzle and on either paper, is read
// again as the puzzle that it shows, also when it comes back half as big or as a messenger's JPEG. Nobody says what
// it is. It is right, too, if the puzzle has to be confirmed, or it has to be said which state is lit or where it ends.
// Usually the pictures of a kind are on one paper each and come back in one way each, in turn. With KIBITZ_OWN=all they
// are on both and do so in each way, and of all pictures some are misread today: none may be so surely.
func TestOwnPicturesAreRead(t *testing.T) {
	c, all := newCommands(t), os.Getenv("KIBITZ_OWN") == "all"
	for _, k := range c.kinds {
		t.Run(k.Name, func(t *testing.T) { ownPictures(t, c, k, all) })
	}
}

// ownPictures reads the pictures of a kind again.
func ownPictures(t *testing.T, c *Commands, k *ask.Kind, all bool) {
	scenes := ownScenes[k.Name]
	orders, actions := scenes.few, scenes.do
	if all {
		orders, actions = scenes.all, nil
		for _, action := range k.Actions {
			actions = append(actions, action.Name)
		}
	}
	seen, count := map[string]bool{}, map[string][2]int{}
	for i, order := range orders {
		for n, do := range actions {
			for _, theme := range []render.Theme{render.Dark, render.Light} {
				if !all && (theme == render.Light) != ((i+n)%2 == 1) {
					continue
				}
				name := map[render.Theme]string{render.Dark: "dark", render.Light: "light"}[theme]
				r := c.Inquire(&chat.Request{Command: k.Name, Options: options{"do": do, "puzzle": order, "theme": name, "style": "picture"}, Locale: "en-US", User: "7"}).Answer(t.Context(), nil)
				if r.Board == nil {
					continue
				}
				kind, want := shows(r.Board)
				data, err := r.Board.PNG(theme)
				if err != nil || want == "" || seen[string(data)] {
					continue
				}
				those := ways
				if n := len(seen) % len(ways); !all {
					those = ways[n : n+1]
				}
				seen[string(data)] = true
				for way, got := range readAgain(t, data, those, kind, want, named(all, kind)) {
					n := count[way]
					if n[1]++; got == "" {
						n[0]++
					} else if !all || strings.Contains(got, "surely") {
						t.Errorf("%s, do:%s, %s paper, %s: %s", order, do, name, way, got)
					} else {
						t.Logf("%s %s, do:%s, %s paper, %s: %s", k.Name, order, do, name, way, got)
					}
					count[way] = n
				}
			}
		}
	}
	for _, way := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%s, %s: %d of %d right", k.Name, way, count[way][0], count[way][1])
	}
}

// named returns the kinds that may be named with a picture of a kind: none usually, and where all is tried its own, and
// that of the puzzle next to it, too.
func named(all bool, kind vision.Kind) []vision.Kind {
	next := map[vision.Kind]vision.Kind{vision.Nonogram: vision.Kakuro, vision.Kakuro: vision.Nonogram,
		vision.Lights: vision.Cards, vision.Cards: vision.Lights, vision.Sudoku: vision.Nonogram}
	if !all {
		return []vision.Kind{vision.Any}
	}
	return []vision.Kind{vision.Any, kind, next[kind]}
}

// readAgain reads a picture in each of these ways to come back, with each kind named, and returns what is wrong with
// that, "" for nothing.
func readAgain(t *testing.T, data []byte, those []way, kind vision.Kind, want string, names []vision.Kind) map[string]string {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, way := range those {
		data, err := way.file(img)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			of := way.name
			if name != vision.Any {
				of = fmt.Sprintf("%s, named kind %d", way.name, name)
			}
			all[of] = misreadAs(t.Context(), data, name, kind, want)
		}
	}
	return all
}

// misreadAs returns how a picture is misread with a kind named; "" if the puzzle on it is the wanted one.
func misreadAs(ctx context.Context, data []byte, name, kind vision.Kind, want string) string {
	read, err := vision.Read(ctx, data, vision.Hint{Kind: name})
	switch {
	case err != nil && name != vision.Any && name != kind: // as it should be, when another kind was named
		return ""
	case err != nil:
		return err.Error()
	case read.Kind != kind:
		if v := judge.Judge(ctx, read); v.Sure {
			return fmt.Sprintf("surely taken for kind %d: %s", read.Kind, v.Repaired)
		}
		if name == read.Kind {
			return "" // it was said, and is asked about
		}
		return fmt.Sprintf("taken for kind %d", read.Kind)
	case kind == vision.Sudoku:
		if got := fmt.Sprint(read.Rows, read.Cols); got != want {
			return got
		}
		return ""
	}
	for _, r := range append([]*vision.Reading{read}, read.Rivals...) { // both are questions
		one := *r
		for _, lit := range r.Lit {
			one.Lit = []vision.Guess{{Value: lit.Value, P: 1}}
			if (r != read || len(r.Lit) > 1 && r.Lit[0].P < .9) && told(kind, judge.Judge(ctx, &one).Repaired) == want {
				return ""
			}
		}
	}
	v := judge.Judge(ctx, read)
	switch right := told(kind, v.Repaired) == want; {
	case right:
		return ""
	case v.Sure:
		return fmt.Sprintf("surely wrong: %s", v.Repaired)
	}
	return fmt.Sprintf("read as %d×%d, %s, %d doubts, flaws %v", read.Rows, read.Cols, v.Puzzle, len(v.Doubts), v.Flaws)
}
