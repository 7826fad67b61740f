package notation

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kibitz/solvers/nonogram"
)

// writers write a puzzle in the encodings that Parse reads, apart from those that
// cannot say it.
var writers = map[string]func(p *nonogram.Puzzle) string{
	"numbers":  (*nonogram.Puzzle).String,
	"slashes":  func(p *nonogram.Puzzle) string { return sides(p, "/", ".", "|", "0") },
	"newlines": func(p *nonogram.Puzzle) string { return sides(p, "\n", " ", "\n|\n", "0") },
	"letters": func(p *nonogram.Puzzle) string {
		return spell(p, ";", "|", func(n int) rune {
			if n < 26 {
				return 'A' + rune(n)
			}
			return 'a' + rune(n-26)
		})
	},
	"JSON": func(p *nonogram.Puzzle) string {
		text, err := json.Marshal(map[string]any{"rows": full(p.Rows), "columns": full(p.Cols)})
		if err != nil {
			panic(err)
		}
		return string(text)
	},
	"Pattern": func(p *nonogram.Puzzle) string {
		turned := &nonogram.Puzzle{Rows: p.Cols, Cols: p.Rows}
		return fmt.Sprintf("%dx%d:", len(p.Cols), len(p.Rows)) + sides(turned, "/", ".", "/", "")
	},
	"puzz.link": Link,
	"bits": func(p *nonogram.Puzzle) string {
		if len(p.Rows) == 1 { // one row could be anything
			return p.String()
		}
		return strings.NewReplacer("#", "1", ".", "0", "/", "\n").Replace(rowsOf(p.Picture, len(p.Cols)))
	},
	"bits with blanks": func(p *nonogram.Puzzle) string {
		if len(p.Rows) == 1 {
			return p.String()
		}
		return strings.NewReplacer("#", "1 ", ".", "0 ").Replace(rowsOf(p.Picture, len(p.Cols)))
	},
	"PBM": func(p *nonogram.Puzzle) string {
		return fmt.Sprintf("P1\n# %dx\n%d %d\n", len(p.Rows), len(p.Cols), len(p.Rows)) +
			strings.NewReplacer("#", "1", ".", "0", "/", "\n").Replace(rowsOf(p.Picture, len(p.Cols)))
	},
	"TOML": func(p *nonogram.Puzzle) string {
		return "[clues]\nrows = '''\n" + sides(p, "\n", " ", "\n'''\ncolumns = '''\n", "0") + "\n'''\n"
	},
	"PBM, packed": func(p *nonogram.Puzzle) string {
		var b strings.Builder
		fmt.Fprintf(&b, "P4 %d %d\n", len(p.Cols), len(p.Rows))
		for row := range slices.Chunk(p.Picture, len(p.Cols)) {
			packed := make([]byte, (len(row)+7)/8)
			for i, cell := range row {
				if cell == nonogram.Filled {
					packed[i/8] |= 0x80 >> (i % 8)
				}
			}
			b.Write(packed)
		}
		return b.String()
	},
	"Pattern with its cells": func(p *nonogram.Puzzle) string {
		return (&nonogram.Puzzle{Rows: p.Rows, Cols: p.Cols, Given: p.Picture}).String()
	},
	"list":             func(p *nonogram.Puzzle) string { return "# a list\n" + sides(p, "\n", ",", "\n&\n", "0") },
	"list, blank line": func(p *nonogram.Puzzle) string { return "* a list\n\n" + sides(p, "\n", " ", "\n\n", "0") },
	"list with zeros":  func(p *nonogram.Puzzle) string { return "# a list\n" + sides(p, " 0\n", " ", " 0\n\n", "") + " 0\n" },
	"MiniZinc": func(p *nonogram.Puzzle) string {
		side := func(lines [][]nonogram.Run) string {
			var b strings.Builder
			for _, runs := range lines {
				b.WriteString("|")
				for i, run := range runs {
					b.WriteString(strings.TrimSuffix(strings.Repeat("1,", run.Length), ","))
					if i < len(runs)-1 {
						b.WriteString(",0,")
					}
				}
				if len(runs) == 0 {
					b.WriteString("0")
				}
				b.WriteString(",-1\n")
			}
			return b.String()
		}
		return "rows = [" + side(p.Rows) + "|];\ncols = [" + side(p.Cols) + "|];\n"
	},
	"nonograms.org": func(p *nonogram.Puzzle) string {
		const m = 2000
		d := [][4]int{{}, {len(p.Cols), m, m, m}, {m, len(p.Rows), 0, m}, {m, 1, m, m}, {}, {}, {}, {7, 5, 3, 1}}
		for i, row := range slices.Collect(slices.Chunk(p.Picture, len(p.Cols))) {
			for at := 0; at < len(row); at++ {
				length := 0
				for at+length < len(row) && row[at+length] == nonogram.Filled {
					length++
				}
				if length > 0 {
					d = append(d, [4]int{7 + at + 1, 5 + length, 3 + 1, 1 + i + 1})
					at += length
				}
			}
		}
		n := len(d) - 8
		root := 0
		for (root+1)*(root+1) <= n {
			root++
		}
		d[6] = [4]int{root, (n - root*root) / 2, (n - root*root) % 2, m}
		text, err := json.Marshal(d)
		if err != nil {
			panic(err)
		}
		return "var d=" + string(text) + ";"
	},
	"contest": func(p *nonogram.Puzzle) string {
		if len(p.Rows) != len(p.Cols) {
			return p.String()
		}
		return "$1\n" + sides(&nonogram.Puzzle{Rows: p.Cols, Cols: p.Rows}, "\n", "\t", "\n", "0") + "\n"
	},
	"JSON of others": func(p *nonogram.Puzzle) string {
		text, err := json.Marshal(map[string]any{"hor": full(p.Rows), "ver": full(p.Cols)})
		if err != nil {
			panic(err)
		}
		return string(text)
	},
	"non": func(p *nonogram.Puzzle) string {
		return fmt.Sprintf("width %d\nheight %d\nrows\n", len(p.Cols), len(p.Rows)) + sides(p, "\n", ",", "\n\ncolumns\n", "0")
	},
	"nin": func(p *nonogram.Puzzle) string {
		return fmt.Sprintf("%d %d\n", len(p.Cols), len(p.Rows)) + sides(p, "\n", " ", "\n", "0")
	},
	"mk": func(p *nonogram.Puzzle) string {
		return fmt.Sprintf("%d %d\n", len(p.Rows), len(p.Cols)) + sides(p, "\n", " ", "\n#\n", "0")
	},
	"cwd": func(p *nonogram.Puzzle) string {
		return fmt.Sprintf("%d\n%d\n", len(p.Rows), len(p.Cols)) + sides(p, "\n", " ", "\n\n", "0")
	},
	"g": func(p *nonogram.Puzzle) string { return ":\n" + sides(p, "\n", " ", "\n:\n", "0") },
	"XML": func(p *nonogram.Puzzle) string {
		var b strings.Builder
		for side, lines := range map[string][][]nonogram.Run{"rows": p.Rows, "columns": p.Cols} {
			fmt.Fprintf(&b, "<clues type=%q>", side)
			for _, runs := range lines {
				b.WriteString("<line>")
				for _, run := range runs {
					fmt.Fprintf(&b, "<count>%d</count>", run.Length)
				}
				b.WriteString("</line>")
			}
			b.WriteString("</clues>")
		}
		return "<puzzleset><puzzle>" + b.String() + "</puzzle></puzzleset>"
	},
	"picture":          func(p *nonogram.Puzzle) string { return rowsOf(p.Picture, len(p.Cols)) },
	"picture one line": func(p *nonogram.Puzzle) string { return strings.ReplaceAll(rowsOf(p.Picture, len(p.Cols)), "/", " ") },
	"emoji": func(p *nonogram.Puzzle) string {
		return strings.NewReplacer("#", "⬛\ufe0f", ".", "⬜", "/", "\n").Replace(rowsOf(p.Picture, len(p.Cols)))
	},
}

// sides writes both sides with what stands between lines, between runs and between the
// sides, and for an empty line.
func sides(p *nonogram.Puzzle, lines, runs, bar, empty string) string {
	var both []string
	for _, side := range [][][]nonogram.Run{p.Rows, p.Cols} {
		var all []string
		for _, line := range side {
			var words []string
			for _, run := range line {
				words = append(words, fmt.Sprint(run.Length))
			}
			if len(words) == 0 {
				words = []string{empty}
			}
			all = append(all, strings.Join(words, runs))
		}
		both = append(both, strings.Join(all, lines))
	}
	return strings.Join(both, bar)
}

// spell writes runs as letters.
func spell(p *nonogram.Puzzle, lines, bar string, letter func(int) rune) string {
	var both []string
	for _, side := range [][][]nonogram.Run{p.Rows, p.Cols} {
		var all []string
		for _, runs := range side {
			word := ""
			for _, run := range runs {
				word += string(letter(run.Length))
			}
			if word == "" {
				word = string(letter(0))
			}
			all = append(all, word)
		}
		both = append(both, strings.Join(all, lines))
	}
	return strings.Join(both, bar)
}

// full returns the lengths of runs, with an empty array for an empty line, where JSON would have
// null.
func full(side [][]nonogram.Run) (lines [][]int) {
	for _, runs := range side {
		line := []int{}
		for _, run := range runs {
			line = append(line, run.Length)
		}
		lines = append(lines, line)
	}
	return lines
}
