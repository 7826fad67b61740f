package notation

import (
	"slices"
	"testing"

	"kibitz/solvers/nonogram"
)

// TestWrite: what the pages of the formats show of a puzzle of theirs, in their order: .non has
// rows first, Pattern columns.
func TestWrite(t *testing.T) {
	p, err := Parse(".#./###")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Non(p), "width 3\nheight 2\n\nrows\n1\n3\n\ncolumns\n1\n2\n1\n\ngoal \"010111\"\n"; got != want {
		t.Errorf("non:\n%s", got)
	}
	if got, want := Pattern(p), "3x2:1/2/1/1/3"; got != want {
		t.Errorf("Pattern: %s", got)
	}
	given, err := Parse("2x2:1/1/1/1,Abb")
	if err != nil {
		t.Fatal(err)
	}
	if Non(given) != "" || XML(given) != "" || Pattern(given) != given.String() {
		t.Errorf("given cells: %q, %q, %q", Non(given), XML(given), Pattern(given))
	}
}

// FuzzWrite: what is written reads as the same puzzle. The bits of the text are its cells.
func FuzzWrite(f *testing.F) {
	f.Add([]byte("kibitz"), 7)
	f.Add([]byte{0, 0, 0}, 1)
	f.Add([]byte{255}, 8)
	f.Add(make([]byte, 200), 1)
	f.Add(slices.Repeat([]byte{0x55}, 300), 150)
	f.Fuzz(func(t *testing.T, data []byte, cols int) {
		var cells []nonogram.Cell
		for _, b := range data[:min(len(data), 500)] {
			for bit := range 8 {
				cells = append(cells, nonogram.Empty+nonogram.Cell(b>>bit&1))
			}
		}
		if cols < 1 || cols > len(cells) || len(cells)/cols > nonogram.MaxSide || cols > nonogram.MaxSide {
			return
		}
		drawn := nonogram.FromPicture(cells[:len(cells)/cols*cols], cols)
		for _, p := range []*nonogram.Puzzle{drawn, {Rows: drawn.Rows, Cols: drawn.Cols}, {Rows: drawn.Rows, Cols: drawn.Cols, Given: drawn.Picture}} {
			for name, write := range map[string]func(*nonogram.Puzzle) string{"non": Non, "XML": XML, "Pattern": Pattern, "link": Link} {
				text := write(p)
				if text == "" {
					continue
				}
				again, err := Parse(text)
				if err != nil {
					t.Fatalf("%s: %v\n%s", name, err, text)
				}
				if !slices.EqualFunc(again.Rows, p.Rows, slices.Equal[[]nonogram.Run]) || !slices.EqualFunc(again.Cols, p.Cols, slices.Equal[[]nonogram.Run]) || !slices.Equal(again.Given, p.Given) {
					t.Fatalf("%s: %s reads as %s", name, p, again)
				}
			}
		}
	})
}
