package deduce

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kibitz/commands/words"
)

// A line is a row or a column.
const (
	onRows = iota
	onColumns
)

// A span is so many rows, or columns, from one on, counted from 0.
type span struct{ from, n int }

// A place is which cells a move is about, as it is typed.
type place struct {
	lines  [2][]span // rows, columns; nil where none are named
	verb   byte      // the sign that a word behind them says; 0 for none
	signed bool      // a = or : follows
}

// rectangles are the cells of the place on a board of that size, without signs.
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

// placeWord is what a word is for in a move.
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

// placeWords are the words of moves in the languages of the house. Those for rows and columns
// stand before numbers in English and behind them in Korean and Japanese.
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

// longestWord is in bytes, of those of placeWords that are no Latin letters.
const longestWord = 12

// wordAt is the word that begins there, and its length in bytes: of Latin letters all that
// follow each other, otherwise the longest that is known.
func (s *moveReader) wordAt(at int) (placeWord, int) {
	rest := s.text[at:]
	letters := 0
	for letters < len(rest) && (rest[letters]|0x20 >= 'a' && rest[letters]|0x20 <= 'z') && letters <= longestWord {
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

// lineOf is which lines a word is for.
func lineOf(w placeWord) (line int, ok bool) {
	return int(w - rowWord), w == rowWord || w == columnWord
}

// signOf is the sign that a word stands for, or 0.
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

// place reads which cells the next move is about.
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

// lineOfNumbers is which lines numbers are for that end at a byte of the text: those that the
// word behind them says, or else those that no word was said for. It is not ok where they begin
// something else. Of puzzles of digits a bare number is a line only before a =.
func (s *moveReader) lineOfNumbers(p *place, end int) (line, next int, ok bool) {
	at := s.skipped(end)
	if w, n := s.wordAt(at); w == rowWord || w == columnWord {
		line, _ = lineOf(w)
		first := s.text[at]
		if first >= utf8.RuneSelf { // behind the number
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

// otherLineFollows tells whether the lines that are still to be said come behind a comma: "row
// 2, columns 1-3".
func (s *moveReader) otherLineFollows(p *place) bool {
	w, _ := s.wordAt(s.skipped(s.at + 1))
	line, ok := lineOf(w)
	return ok && s.verb == 0 && p.lines[line] == nil && p.lines[1-line] != nil
}

// startsLine tells whether numbers with a word for lines behind them come next, or, where signs
// are letters, such a word with its numbers.
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

// corner reads the last cell of a range whose first was read: r2c1-r2c5.
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

// A numeral is a number of a text, and the byte where it begins.
type numeral struct{ value, at int }

// digitAt is the digit that stands there, and its length in bytes; 0 for none.
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

// numeralAt is the number that stands there, and where it ends; at for none.
func (s *moveReader) numeralAt(at int) (n, end int) {
	const enough = 1_000_000
	for end = at; end < len(s.text); {
		digit, size := s.digitAt(end)
		if size == 0 {
			break
		}
		n, end = min(10*n+digit, enough), end+size
	}
	return n, end
}

// dashAt is the length of a sign, or a word, for a range that stands there; 0 for none.
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

// mostListed is how many ranges a list may have: a list is read again wherever it may begin,
// and rows are taken times columns.
const mostListed = 16

// numbers are ranges, by their first and last numbers, with commas between them, that stand
// there, and where they end; nil for none.
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

// spans reads the numbers behind a word for lines.
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

// isCorner tells whether a dash stands there that a sign or the last cell of a range follows.
func (s *moveReader) isCorner(at int) bool {
	next := s.skipped(at + s.dashAt(at))
	w, _ := s.wordAt(next)
	return w == rowWord || next == len(s.text)
}

// inside are the spans of numbers that are all on the board.
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

// outside is the error where a row or a column should stand.
func (s *moveReader) outside(line int) error {
	if line == onRows {
		return s.fail("moves.row", fmt.Sprintf("a row from 1 to %d", s.rows), words.With{"Max": s.rows})
	}
	return s.fail("moves.column", fmt.Sprintf("a column from 1 to %d", s.cols), words.With{"Max": s.cols})
}
