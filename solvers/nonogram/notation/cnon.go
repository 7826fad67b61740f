package notation

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// cnonHead matches the first lines of .cnon.
var cnonHead = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d+) +(\d+) +(\d+) *\n\s*[^\s\d]\S* +#[0-9A-Fa-f]`)
})

// isCnon reports whether a text begins with three numbers and, below, a name with its RGB.
func isCnon(s source) bool { return cnonHead().MatchString(s.Of(s.Body())) }

// readCnon reads .cnon: "2 5 4" for the number of colours, width and height; one line for each
// colour, "A #E8AD00"; then rows and columns with runs "2:A,1:B".
func readCnon(s source) (*nonogram.Puzzle, error) {
	d, numbers, lines := s.typedDraft(), [3]int{}, 0
	for line := range s.Lines(s.All()) {
		if lines++; lines == 1 {
			of, _ := s.Numbers(line, 3)
			copy(numbers[:], of)
			if numbers[0] > nonogram.MaxColours {
				return nil, s.Expected(line.Lo, "nonogram.colours", fmt.Sprintf("at most %d colours", nonogram.MaxColours), map[string]any{"Max": nonogram.MaxColours})
			}
			if err := s.CheckSize(line.Lo, numbers[2], numbers[1]); err != nil {
				return nil, err
			}
			continue
		}
		if lines <= 1+numbers[0] {
			fields := strings.Fields(s.Of(line))
			rgb, known := clues.ReadRGB(fields[len(fields)-1])
			if len(fields) < 2 || !known {
				return nil, s.NotRGB(line.Hi - len(fields[len(fields)-1]))
			}
			d.declare(fields[0], "", rgb, known)
			continue
		}
		side := rows
		if d.Len(rows) == numbers[2] {
			side = columns
		}
		if d.Len(columns) == numbers[1] {
			return nil, s.Expected(line.Lo, "nonogram.count", fmt.Sprintf("%d rows and %d columns", numbers[2], numbers[1]),
				map[string]any{"Rows": numbers[2], "Cols": numbers[1]})
		}
		if err := d.Clue(side, line); err != nil {
			return nil, err
		}
	}
	if got := d.Len(rows) + d.Len(columns); got < numbers[1]+numbers[2] {
		return nil, s.TooFew(len(s.Clean), numbers[1]+numbers[2], got)
	}
	return d.reading()
}
