package sudoku

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
)

// The example of Wikipedia, in every notation.
const plain = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func TestParse(t *testing.T) {
	rows := slices.Collect(slices.Chunk([]byte(plain), 9))
	var lines []string
	for _, row := range rows {
		lines = append(lines, string(row))
	}
	grid := strings.Join(lines, "\n")
	barred := ""
	for r, line := range lines {
		if r%3 == 0 {
			barred += "+-------+-------+-------+\n"
		}
		for c := range 3 {
			barred += "| " + strings.Join(strings.Split(line[3*c:3*c+3], ""), " ") + " "
		}
		barred += "|\n"
	}
	spaced := strings.Join(strings.Split(plain, ""), " ")
	for name, text := range map[string]string{
		"a line": plain, "zeros": strings.ReplaceAll(plain, ".", "0"), "stars": strings.ReplaceAll(plain, ".", "*"),
		"underscores": strings.ReplaceAll(plain, ".", "_"), "rows": grid, "spaces": spaced,
		"a fence": "```\n" + grid + "\n```", "bars": barred, "bars and a frame": barred + "+-------+-------+-------+\n",
		"stars in frames": "*-----------*\n" + strings.ReplaceAll(barred, "+", "*"),
		"dashes":          strings.ReplaceAll(plain, ".", "-"), "dashed rows": strings.ReplaceAll(grid, ".", "-"),
		"commas":       strings.ReplaceAll(strings.Join(strings.Split(grid, ""), ","), ",\n,", "\n"),
		"empty fields": strings.ReplaceAll(strings.ReplaceAll(strings.Join(strings.Split(grid, ""), ","), ",\n,", "\n"), ".", ""),
		"slashes":      strings.ReplaceAll(grid, "\n", "/"),
		"SDK":          "#ANoone\n#DA puzzle\n[Puzzle]\n" + grid + "\n[State]\n" + strings.ReplaceAll(grid, ".", "1") + "\n",
		"OpenSudoku":   `<?xml version="1.0"?><opensudoku><game data="` + strings.ReplaceAll(plain, ".", "0") + `" /></opensudoku>`,
		"HoDoKu":       ":0000:x:+12" + "" + ":", // replaced below
		"puzz.link":    "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
		"pzprv3":       "pzprv3\nsudoku\n9\n" + strings.Join(strings.Split(strings.ReplaceAll(strings.Join(strings.Split(grid, ""), " "), " \n ", "\n"), "\n"), "\n") + "\n" + strings.Repeat(". . . . . . . . .\n", 9),
		"keycaps":      strings.NewReplacer("5", "5️⃣", ".", "⬜").Replace(grid),
		"full width":   strings.NewReplacer("5", "５", ".", "．").Replace(grid),
	} {
		if name == "HoDoKu" {
			text = ":0000:x:" + strings.Replace(plain, ".", "+4", 1) + ":111 222::"
		}
		p, err := Parse(text)
		if err != nil || p.String() != plain {
			t.Errorf("%s: %v, %v\n%s", name, p, err, text)
			continue
		}
		if again, err := Parse(p.String()); err != nil || again.String() != plain {
			t.Errorf("%s: %v, %v", name, again, err)
		}
	}
}

func TestParseCandidates(t *testing.T) {
	b := newBoard(parsed(t, plain))
	var text strings.Builder
	for i, d := range parsed(t, plain).Givens {
		if i%9 == 0 {
			text.WriteString("\n|")
		}
		cell := string(rune('0' + d))
		if d == 0 {
			cell = ""
			for _, d := range digitsOf(b.marks[i]) {
				cell += string(rune('0' + d))
			}
		}
		text.WriteString(" " + cell)
		if i%3 == 2 {
			text.WriteString(" |")
		}
	}
	p := parsed(t, text.String())
	for i, d := range parsed(t, plain).Givens {
		if want := d; p.Givens[i] != want && len(digitsOf(b.marks[i])) != 1 {
			t.Errorf("cell %d is %d, want %d", i, p.Givens[i], want)
		}
	}
}

func TestParseOtherSizes(t *testing.T) {
	for text, size := range map[string]int{
		"1...\n..2.\n.3..\n...4": 4, "x:1.....2.....3.....4.....5.....6.....": 6, "sudoku/6/6/1g2o3zg": 6, "8" + strings.Repeat(".", 63): 8,
	} {
		if strings.HasPrefix(text, "x:1") {
			text = text[:2+36]
		}
		if p, err := Parse(text); err != nil || p.Size != size || p.Diagonals != strings.HasPrefix(text, "x:") {
			t.Errorf("%q: %+v, %v", text, p, err)
		} else if again, err := Parse(p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%q: %v, %v", p.String(), again, err)
		}
	}
}

// A text that is far too long costs no more memory than it has bytes, and its cells are counted all the same.
func TestParseFarTooLong(t *testing.T) {
	const n = 1 << 20
	for _, head := range []string{"", "x:", "<game>", ":0000:x:"} {
		text := head + strings.Repeat("1", n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse(text)
		runtime.ReadMemStats(&after)
		e, ok := errors.AsType[*solvers.SyntaxError](err)
		if !ok || e.Code != "sudoku.cells" || e.Args["Have"].(int) < n {
			t.Errorf("%s: %v", head, err)
		}
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > n {
			t.Errorf("%s: %d bytes", head, bytes)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "sudoku.cells",
		plain[1:]:                           "sudoku.cells",
		plain + "..":                        "sudoku.cells",
		strings.Replace(plain, "5", "a", 1): "sudoku.cell",
		"5...............":                  "sudoku.digit",
		"sudoku/9/9/a":                      "sudoku.cell",
		"sudoku/16/16/1z":                   "sudoku.cells",
	} {
		_, err := Parse(text)
		if e, ok := errors.AsType[*solvers.SyntaxError](err); !ok || e.Code != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestSplit(t *testing.T) {
	other := strings.ReplaceAll(plain, "5", ".")
	zeros := strings.NewReplacer(".", "0")
	for _, text := range []string{
		plain + "\n" + other + "\n",
		plain + " # easy\r\n" + other + " # several\r\n",
		`<opensudoku><game data="` + zeros.Replace(plain) + `"/><game data="` + zeros.Replace(other) + `"/></opensudoku>`,
		":0000:x:" + plain + ":::\n:0300:1:" + other + ":::\n",
	} {
		var got []string
		for name, one := range Split(text) {
			got = append(got, name+" "+parsed(t, one).String())
		}
		if want := []string{"1 " + plain, "2 " + other}; !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
	for name, one := range Split(plain) {
		if name != "" || one != plain {
			t.Errorf("one puzzle: %q, %q", name, one)
		}
	}
}

func TestWritten(t *testing.T) {
	p := parsed(t, plain)
	for _, text := range []string{"https://puzz.link/p?" + p.Link(), p.SDK(), p.OpenSudoku(), p.Rows()} {
		if got := parsed(t, text).String(); got != plain {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{plain, "x:" + plain, "sudoku/9/9/53h7", ":0000:x:" + plain + ":::", "pzprv3/sudoku/4/1 . . ./", "1,,,\n,2,,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			if _, ok := errors.AsType[*solvers.SyntaxError](err); !ok || p != nil {
				t.Fatalf("%v, %v", p, err)
			}
			return
		}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		if again, err := Parse(p.String()); err != nil || again.String() != p.String() {
			t.Fatalf("%v: %v, %v", p, again, err)
		}
	})
}
