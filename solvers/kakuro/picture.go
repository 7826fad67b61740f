package kakuro

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// The words of a picture, as Kibitz gives them with it: a line "8 × 8", then
// "1: block, sum 23 down, 2 blank, …" for each row. The digits in it may have been
// given or found, so they are not read.
var (
	pictureHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|\s)(\d{1,7}) × (\d{1,7})\s+1:\s`) })
	pictureCell = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(\d{1,7}) )?(block|blank|maybe [1-9]+|sum(?: (\d{1,3}) down)?(?: (\d{1,3}) right)?|[1-9])(?: differs| proof| new| pick)?(?:, |\s|$)`)
	})
)

func isPicture(clean string) bool { return pictureHead().MatchString(clean) }

// picture reads the words of a picture, and leaves out the text before and after them. The words
// are a size and then each row: its number and a colon, and its cells, with the number of equal
// cells before a word. The error is for a row that is missing or has other words or too many cells.
func (s *scan) picture(clean string) (*Puzzle, error) {
	head := pictureHead().FindStringSubmatchIndex(clean)
	rows, _ := number(clean[head[2]:head[3]])
	cols, _ := number(clean[head[4]:head[5]])
	if rows == 0 || cols == 0 || rows > MaxCells/cols {
		return nil, s.tooBig(head[2])
	}
	s.cols = cols
	at := head[5]
	for ; s.rows < rows; s.rows++ {
		at += len(clean[at:]) - len(strings.TrimLeft(clean[at:], " \n"))
		name := fmt.Sprintf("%d:", s.rows+1)
		if !strings.HasPrefix(clean[at:], name) {
			return nil, s.fail(at, "picture.row", map[string]any{"Row": s.rows + 1}, "row %d: the words of a large picture are cut short", s.rows+1)
		}
		at += len(name)
		for n := 0; n < cols; {
			at += len(clean[at:]) - len(strings.TrimLeft(clean[at:], " \n"))
			cell, count, length := s.pictureCell(clean[at:])
			if length == 0 || count > cols-n {
				return nil, s.fail(at, "picture.cell", map[string]any{"Row": s.rows + 1, "Cols": cols}, "one of the %d cells of row %d: block, blank, sum 23 down 16 right", cols, s.rows+1)
			}
			for range count {
				s.cells, s.offsets = append(s.cells, cell), append(s.offsets, int32(at))
			}
			n += count
			at += length
		}
	}
	return s.puzzle()
}

// pictureCell reads words for count equal cells at the beginning of text. length is
// that of the words in bytes, 0 if text begins with other words.
func (s *scan) pictureCell(text string) (cell Cell, count, length int) {
	m := pictureCell().FindStringSubmatch(text)
	if m == nil {
		return cell, 0, 0
	}
	count = 1
	if m[1] != "" {
		count, _ = number(m[1])
	}
	cell.White = m[2] != "block" && !strings.HasPrefix(m[2], "sum")
	cell.Down, _ = number(m[3])
	cell.Across, _ = number(m[4])
	return cell, count, len(m[0])
}
