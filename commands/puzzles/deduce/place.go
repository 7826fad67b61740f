package deduce

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kibitz/commands/words"
)

// The two directions of lines.
const (
	onRows = iota
	onColumns
)

// A span is n rows or columns from one on, counted from 0.
type span struct{ from, n int }

// A place is the cells of a move, as they are typed.
type place struct {
	lines  [2][]span // rows, columns; nil where none are named
	verb   byte      // the sign that a word behind them says; 0 for none
	signed bool      // = or : follows
}

// rectangles returns the cells of the place on a board of this size, as moves without signs: one
// for each range of rows with each range of columns. A direction that is not named stands for all
// of its lines.
func (p place) rectangles(rows, cols int) (all []move) {
	for line, n := range []int{onRows: rows, onColumns: cols} {
		if p.lines[line] == nil {
			p.lines[line] = []span{{0, n}}
		}
	}
	for _, r := range p.lines[onRows] {
		for _, c := range p.lines[onColumns] {
			all = append(all, move{row: r.from, col: c.from, rows: r.n, cols: c.n})
		}
	}
	return all
}

// placeWord is the role of a word in a move.
type placeWord uint8

const (
	noWord placeWord = iota
	rowWord
	columnWord
	fillWord
	emptyWord
	clearWord
	fillerWord
	rangeWord
)

// placeWords gives the role of each word in English, Korean and Japanese. Words for rows and
// columns stand before their numbers in English, and behind them in Korean and Japanese.
var placeWords = func() map[string]placeWord {
	all := map[string]placeWord{}
	for w, list := range map[placeWord]string{
		rowWord:    "r row rows line lines 행 行目 行",
		columnWord: "c col cols column columns 열 列目 列",
		fillWord:   "fill filled black full 칠하기 칠해줘 칠해요 칠해 칠함 채우기 채워 채움 검정 塗る 塗って 塗り 黒",
		emptyWord:  "empty blank leave cross crossed white 빈칸으로 빈칸 비우기 비움 空白 空ける 空 バツ 白",
		clearWord:  "clear erase unmark 지우기 지움 지워 消す 消して 未定",
		fillerWord: "and all the cell cells in at with as on is are 번째 칸 까지 을 를 은 는 에 의 과 와 を に は の と まで マス 目",
		rangeWord:  "to through 부터 から",
	} {
		for _, word := range strings.Fields(list) {
			all[word] = w
		}
	}
	return all
}()

// longestWord is the length of the longest Korean or Japanese word in placeWords, in bytes.
const longestWord = 12

// wordAt returns the role of the word that begins at byte `at`, and its length in bytes. A word in
// Latin letters ends where the letters end. Korean and Japanese words need not be set apart, so it
// takes the longest one in placeWords that the text begins with. The role is noWord for a word that
// is not in placeWords, and the length is 0 if there is no word.
func (s *moveReader) wordAt(at int) (placeWord, int) {
	rest := s.text[at:]
	letters := 0
	for letters < len(rest) && (rest[letters]|0x20 >= 'a' && rest[letters]|0x20 <= 'z') && letters <= longestWord { // |0x20 makes an ASCII letter small
		letters++
	}
	if letters > 0 {
		return placeWords[strings.ToLower(rest[:letters])], letters
	}
	if rest == "" || rest[0] < utf8.RuneSelf {
		return noWord, 0
	}
	for n := min(longestWord, len(rest)); n > 0; n-- {
		if w := placeWords[rest[:n]]; w != noWord {
			return w, n
		}
	}
	return noWord, 0
}

// lineOf returns the direction that a word names, onRows or onColumns. ok is false for any other
// word.
func lineOf(w placeWord) (line int, ok bool) {
	return int(w - rowWord), w == rowWord || w == columnWord
}

// signOf returns the sign that a word names in this notation; 0 if it names none. A word for
// filling names none in puzzles of digits or of colours, where it would not say with what.
func (s *moveReader) signOf(w placeWord) byte {
	switch {
	case w == clearWord:
		return Unmarked
	case w == fillWord && !s.Digits && s.Paints == nil:
		return s.Signs[0]
	case w == emptyWord:
		return s.Empty
	}
	return 0
}

// place reads the cells of the next move, up to its signs. It goes on as long as it meets a word
// for rows or columns with its numbers, a word for a sign, a filler word, bare numbers, a dash to
// the last cell of a range, or a comma before the missing direction. A word for a sign before the
// cells goes into s.verb, which holds for the following moves too; one behind them into p.verb. It
// names no cells (nil lines) if the text begins with something else.
func (s *moveReader) place() (p place, err error) {
	for {
		s.skip(blanks)
		w, n := s.wordAt(s.at)
		line, isLine := lineOf(w)
		sign := s.signOf(w)
		numbers, after := s.numbers(s.at)
		switch {
		case isLine && p.lines[line] == nil:
			s.at += n
			if p.lines[line], err = s.spans(line); err != nil {
				return p, err
			}
		case sign != 0 && p.lines[onRows] == nil && p.lines[onColumns] == nil:
			s.verb = sign
			s.at += n
		case sign != 0 && p.verb == 0:
			p.verb = sign
			s.at += n
		case w == fillerWord:
			s.at += n
		case numbers != nil:
			line, next, ok := s.lineOfNumbers(&p, after)
			if !ok {
				return p, nil
			}
			if p.lines[line], err = s.inside(line, numbers); err != nil {
				return p, err
			}
			s.at = next
		case p.lines[onRows] != nil && p.lines[onColumns] != nil && s.dashAt(s.at) > 0:
			if err := s.corner(&p); err != nil {
				return p, err
			}
		case strings.HasPrefix(s.text[s.at:], ",") && s.otherLineFollows(&p):
			s.at++
		default:
			if r, size := utf8.DecodeRuneInString(s.text[s.at:]); strings.ContainsRune("=:：＝", r) && size > 0 {
				p.signed = true
				s.at += size
			}
			return p, nil
		}
	}
}

// lineOfNumbers returns the direction of the numbers that end at byte `end`, and the byte to read
// on from. A Korean or Japanese word behind them names it. Without such a word it is the direction
// that p does not name yet, provided that p names the other one. ok is false if the numbers belong
// to something else, such as the signs or the next move. In puzzles of digits a bare number is a
// line only before a =, as it may be a sign.
func (s *moveReader) lineOfNumbers(p *place, end int) (line, next int, ok bool) {
	at := s.skipped(end)
	if w, n := s.wordAt(at); w == rowWord || w == columnWord {
		line, _ = lineOf(w)
		first := s.text[at]
		if first >= utf8.RuneSelf { // Korean and Japanese words stand behind the number
			return line, at + n, p.lines[line] == nil
		}
	}
	line = onColumns
	if p.lines[onRows] == nil {
		line = onRows
	}
	bare := (p.lines[onRows] == nil) != (p.lines[onColumns] == nil)
	return line, end, bare && !p.signed && (!s.Digits || at < len(s.text) && s.text[at] == '=')
}

// otherLineFollows reports whether the direction that is still missing comes behind a comma: "row
// 2, columns 1-3".
func (s *moveReader) otherLineFollows(p *place) bool {
	w, _ := s.wordAt(s.skipped(s.at + 1))
	line, ok := lineOf(w)
	return ok && s.verb == 0 && p.lines[line] == nil && p.lines[1-line] != nil
}

// startsLine reports whether the next move begins here, in the middle of signs: numbers with a
// Korean or Japanese word for a line behind them or, in puzzles of colours, a word for a line with
// a number behind it. There an r or a c may also be the letter of a colour.
func (s *moveReader) startsLine() bool {
	if w, n := s.wordAt(s.at); s.Paints != nil && (w == rowWord || w == columnWord) {
		at := s.skipped(s.at + n)
		_, end := s.numeralAt(at)
		return end > at
	}
	numbers, after := s.numbers(s.at)
	if numbers == nil {
		return false
	}
	at := s.skipped(after)
	w, _ := s.wordAt(at)
	return (w == rowWord || w == columnWord) && s.text[at] >= utf8.RuneSelf
}

// corner reads the dash and the last cell of a range whose first cell p holds, as in r2c1-r2c5, and
// widens p to the rectangle between the two. Only the first range of a list counts. It returns an
// error, and reads nothing, if no cell follows.
func (s *moveReader) corner(p *place) error {
	start := s.at
	s.at += s.dashAt(s.at)
	for line, word := range []placeWord{rowWord, columnWord} {
		s.skip(blanks)
		w, n := s.wordAt(s.at)
		if w != word {
			s.at = start
			return s.none()
		}
		s.at += n
		last, err := s.spans(line)
		if err != nil {
			return err
		}
		from, to := p.lines[line][0], last[0]
		low, high := min(from.from, to.from), max(from.from+from.n, to.from+to.n)
		p.lines[line] = []span{{low, high - low}}
	}
	return nil
}

// A numeral is a number in a text, and the byte at which it begins.
type numeral struct{ value, at int }

// digitAt returns the digit at a byte, in ASCII or full width, and its length in bytes. The length
// is 0 if there is none.
func (s *moveReader) digitAt(at int) (digit, size int) {
	r, size := utf8.DecodeRuneInString(s.text[at:])
	switch {
	case '0' <= r && r <= '9':
		return int(r - '0'), size
	case '０' <= r && r <= '９':
		return int(r - '０'), size
	}
	return 0, 0
}

// numeralAt returns the number at a byte, and its end; the end is `at` if there is none.
func (s *moveReader) numeralAt(at int) (n, end int) {
	const enough = 1_000_000 // larger than any row or column; keeps long numbers from overflowing
	for end = at; end < len(s.text); {
		digit, size := s.digitAt(end)
		if size == 0 {
			break
		}
		n, end = min(10*n+digit, enough), end+size
	}
	return n, end
}

// dashAt returns the length in bytes of a dash, or of a word for one, at a byte; 0 if there is
// none.
func (s *moveReader) dashAt(at int) int {
	for _, dash := range []string{"-", "–", "—", "~", "〜", "～", "‐", ".."} {
		if strings.HasPrefix(s.text[at:], dash) {
			return len(dash)
		}
	}
	if w, n := s.wordAt(at); w == rangeWord {
		return n
	}
	return 0
}

// mostListed is the largest number of ranges in a list. A list is read again wherever it may begin,
// and its rows are multiplied by its columns.
const mostListed = 16

// numbers returns the ranges that begin at a byte, each as its first and last number, and the byte
// where they end; nil if there are none. Commas stand between ranges. A single number is a range
// from itself to itself. It stops after mostListed ranges, and before a number that has a word for
// a line behind it, as that belongs to another direction.
func (s *moveReader) numbers(at int) (all [][2]numeral, end int) {
	for {
		n, after := s.numeralAt(at)
		if after == at {
			return all, end
		}
		pair := [2]numeral{{n, at}, {n, at}}
		end = after
		dash := s.skipped(after)
		if size := s.dashAt(dash); size > 0 {
			from := s.skipped(dash + size)
			if n, after := s.numeralAt(from); after > from {
				pair[1], end = numeral{n, from}, after
			}
		}
		all = append(all, pair)
		if len(all) == mostListed || !strings.HasPrefix(s.text[end:], ",") {
			return all, end
		}
		at = s.skipped(end + 1)
		if _, behind := s.numeralAt(at); behind > at {
			if w, _ := s.wordAt(s.skipped(behind)); w == rowWord || w == columnWord {
				return all, end
			}
		}
	}
}

// spans reads the numbers behind a word for rows or columns, and returns them as spans. It returns
// an error if there are none, if one is not on the board, or if a dash follows that leads neither
// to a number nor to the last cell of a range.
func (s *moveReader) spans(line int) ([]span, error) {
	s.skip(blanks)
	numbers, end := s.numbers(s.at)
	if numbers == nil {
		return nil, s.outside(line)
	}
	if dash := s.skipped(end); s.dashAt(dash) > 0 && !s.isCorner(dash) {
		all, err := s.inside(line, numbers)
		if err != nil {
			return all, err
		}
		s.at = s.skipped(dash + s.dashAt(dash))
		return nil, s.outside(line)
	}
	all, err := s.inside(line, numbers)
	if err == nil {
		s.at = end
	}
	return all, err
}

// isCorner reports whether the dash at byte `at` is followed by the last cell of a range, or by the
// end of the text.
func (s *moveReader) isCorner(at int) bool {
	next := s.skipped(at + s.dashAt(at))
	w, _ := s.wordAt(next)
	return w == rowWord || next == len(s.text)
}

// inside returns the spans of ranges of numbers, whose ends may be in either order. It returns an
// error, at the place of that number, if one is not on the board.
func (s *moveReader) inside(line int, numbers [][2]numeral) (all []span, err error) {
	most := []int{onRows: s.rows, onColumns: s.cols}[line]
	for _, pair := range numbers {
		for _, n := range pair {
			if n.value < 1 || n.value > most {
				s.at = n.at
				return nil, s.outside(line)
			}
		}
		low, high := min(pair[0].value, pair[1].value), max(pair[0].value, pair[1].value)
		all = append(all, span{low - 1, high - low + 1})
	}
	return all, nil
}

// outside returns the error for text in place of a row or a column on the board.
func (s *moveReader) outside(line int) error {
	if line == onRows {
		return s.fail("moves.row", fmt.Sprintf("a row from 1 to %d", s.rows), words.With{"Max": s.rows})
	}
	return s.fail("moves.column", fmt.Sprintf("a column from 1 to %d", s.cols), words.With{"Max": s.cols})
}
