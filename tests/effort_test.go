package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// A goal is what somebody wants of the bot, and ways to get it, each as the turns of a
// conversation in testdata. The first way that the replies have buttons for counts. Turns before
// "-" are not counted: they are what was done before the wish came up. The last reply of a way
// says wanted.
type goal struct {
	name, wanted string
	ways         [][]string
}

// heart is the nonogram that an app shows, as one types it line by line, and its picture.
const (
	heartRows    = `2 2\n4 4\n10\n10\n10\n8\n6\n4\n2\n1`
	heartColumns = `4\n6\n7\n7\n7\n8\n7\n7\n6\n4`
	heartLines   = heartRows + `\n\n` + heartColumns
	heartCode    = "2 2;4 4;10;10;10;8;6;4;2;1|4;6;7;7;7;8;7;7;6;4"
)

var heart = []string{
	".##....##.", "####..####", "##########", "##########", "##########",
	".########.", "..######..", "...####...", "....##....", ".....#....",
}

// fifteen is the picture of the order 15x15 easy 1.
var fifteen = []string{
	"#..............", "###.........#..", "###...##...##..", "####.#.#####.##", "###....####...#",
	"####.#.####....", "###............", "####.#######...", "####..########.", "#.#####.#####..",
	"#.####..######.", "#.######.####..", "#.#############", "....########...", "....#...###....",
}

// kakuroDigits and sudokuDigits are the turns that write the solutions of the Kakuro 6x6 easy 1 and the Sudoku 9x9 easy
// 1, as their cells come up.
var (
	kakuroDigits = digits("121395678698715981424")
	sudokuDigits = digits("6382942936517149263173429461278865197385914627385158697")
)

func digits(all string) []string {
	return strings.Split(">> "+strings.Join(strings.Split(all, ""), "\n>> "), "\n")
}

// printed is a Sudoku as a newspaper prints it, line by line.
const printed = `53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79`

// paper is a Kakuro of 6×6 as a newspaper prints it: its shape, and its sums in reading order.
const paper = `..#..\n.....\n#...#\n.....\n..#..\nacross: 3 4 35 23 30 5 6\ndown: 10 18 27 11 20 8 12`

// runsOf returns the turns that fill a row in a game: one tap if the whole row is sure, else the places
// of its runs, picked together if there are more than two.
func runsOf(row string) (turns []string) {
	if !strings.Contains(row, ".") {
		return []string{">> Fill what is sure"}
	}
	var places []string
	for _, at := range regexp.MustCompile(`#+`).FindAllStringIndex(row, -1) {
		place := fmt.Sprintf("%d: c%d", at[1]-at[0], at[0]+1)
		if at[1]-at[0] > 1 {
			place += fmt.Sprintf("–c%d", at[1])
		}
		places = append(places, place)
	}
	if len(places) > 2 {
		return []string{">> " + strings.Join(places, " && ")}
	}
	for _, place := range places {
		turns = append(turns, ">> "+place)
	}
	return turns
}

func goals() []goal {
	byTaps := func(puzzle string, picture []string) []string {
		way := []string{"> /nonogram do:play puzzle:" + puzzle, "-"}
		for _, row := range picture {
			way = append(way, runsOf(row)...)
		}
		return way
	}
	var rows []string
	for r, row := range heart {
		rows = append(rows, fmt.Sprintf("r%d=%s", r+1, strings.ReplaceAll(row, ".", "x")))
	}
	one := func(turns ...string) [][]string { return [][]string{turns} }
	typo := []string{"> /nonogram", ">>> " + strings.Replace(heartLines, "10", "9", 1), "-"}
	open := strings.Repeat("?", 10) + `\n`
	row3 := open + open + strings.Repeat("#", 10) + `\n` + strings.TrimSuffix(strings.Repeat(open, 7), `\n`)
	return []goal{
		{"first hint on an app's nonogram, 10×10", "Look at row 3", one("> /nonogram", ">>> "+heartLines)},
		{"from there to which cells, and why", "Fill them", one("> /nonogram", ">>> "+heartLines, "-", ">> Tell me more", ">> Tell me more")},
		{"next hint after a row done on paper", "Hint 1", one("> /nonogram", ">>> "+heartLines, "-", ">> I've got further", ">>> "+heartCode+" && "+row3)},
		{"first hint on a paper Kakuro, 6×6", "Look at", one("> /kakuro", ">>> "+paper)},
		{"from there to its first digit, and why", " = ", one("> /kakuro", ">>> "+paper, "-", ">> Tell me more", ">> Tell me more")},
		{"fix a typo, up to the hint that was asked for", "Hint 1", [][]string{
			append(typo, ">> Row 3: 9 → 10"),
			append(typo, ">> Fix it", ">>> "+heartCode),
		}},
		{"win a nonogram game, 10×10, by taps", "solved!", [][]string{byTaps(heartCode, heart)}},
		{"win it by typed moves", "solved!", one("> /nonogram do:play puzzle:"+heartCode, "-", ">> Enter moves", ">>> "+strings.Join(rows, " "))},
		{"win a nonogram game, 15×15, by taps", "solved!", [][]string{byTaps("15x15 easy 1", fifteen)}},
		{"win a Kakuro game, 6×6, by taps", "solved!", [][]string{append([]string{"> /kakuro do:play puzzle:6x6 easy 1", "-"}, kakuroDigits...)}},
		{"first hint on a newspaper's Sudoku, typed", "Look at", one("> /sudoku", ">>> "+printed)},
		{"first hint on a newspaper's Sudoku, from a photo", "Look at", one("> /sudoku image:sudoku.png", ">> Hint")},
		{"win a Sudoku game, 9×9, by taps", "solved!", [][]string{append([]string{"> /sudoku do:play puzzle:9x9 easy 1", "-"}, sudokuDigits...)}},
		{"check a file", "exactly one solution", one("> /nonogram file:arrow.non do:check")},
	}
}

// An effort is the number of taps and keystrokes that a goal takes.
type effort struct{ taps, keys int }

// TestEffort counts taps and keystrokes, and no goal takes more than docs/figures.md says.
func TestEffort(t *testing.T) {
	figures, err := os.ReadFile("../docs/figures.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range goals() {
		all, heard := g.reach(t)
		if !strings.Contains(heard, g.wanted) {
			t.Errorf("%s: no %q in\n%s", g.name, g.wanted, heard)
		}
		t.Logf("%s: %d taps, %d keystrokes", g.name, all.taps, all.keys)
		said := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(g.name) + ` \|.*\| ([0-9]+) \| ([0-9]+) \|$`).FindSubmatch(figures)
		if said == nil {
			t.Errorf("docs/figures.md has no row for %s", g.name)
			continue
		}
		taps, _ := strconv.Atoi(string(said[1]))
		keys, _ := strconv.Atoi(string(said[2]))
		if all.taps > taps || all.keys > keys {
			t.Errorf("%s takes %v; docs/figures.md says %d, %d", g.name, all, taps, keys)
		}
	}
}

// reach returns the effort of the goal, and the last reply.
func (g goal) reach(t *testing.T) (all effort, heard string) {
	var err error
	for _, way := range g.ways {
		h, k := open(t, nil), talk{}
		all = effort{}
		for _, turn := range way {
			if turn == "-" {
				all = effort{}
				continue
			}
			all.add(effortOf(&k, turn))
			if heard, err = k.speak(h, turn); err != nil {
				break
			}
		}
		if err == nil {
			return all, heard
		}
	}
	t.Errorf("%s: %v", g.name, err)
	return all, heard
}

func (e *effort) add(more effort) { e.taps, e.keys = e.taps+more.taps, e.keys+more.keys }

// effortOf is what a turn takes, from where the conversation has come to. To send is a tap, and
// so is to open a menu, to pick from it, and to close one of several picks. Of a file it is two
// to attach it. In a form it counts what is typed and taken out, not how the caret gets there.
func effortOf(k *talk, turn string) effort {
	how, what, _ := strings.Cut(turn, " ")
	what = strings.ReplaceAll(what, `\n`, "\n")
	switch how {
	case ">>>":
		e := effort{taps: 1}
		for i, text := range strings.Split(what, " && ") {
			e.keys += typed(standing(k, i), text)
		}
		return e
	case ">>":
		labels := strings.Split(what, " && ")
		c, _ := control(k.last, labels[0])
		switch {
		case c == nil || len(c.Options) == 0:
			return effort{taps: 1}
		case c.MaxValues == nil || *c.MaxValues == 1:
			return effort{taps: 2}
		}
		return effort{taps: 2 + len(labels)}
	}
	e := effort{1, utf8.RuneCountInString(what)}
	if strings.Contains(what, " file:") || strings.Contains(what, " image:") {
		e.taps += 2
	}
	return e
}

// typed is how many keys make one text of another: those that take out what is between their
// common beginning and end, and those that put in what is there instead.
func typed(before, after string) int {
	a, b := []rune(before), []rune(after)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) + len(b)
}

// standing returns the text of an input of the open form.
func standing(k *talk, i int) string {
	var parts []struct{ Component *struct{ Value string } }
	if k.form == nil || json.Unmarshal(k.form.Components, &parts) != nil {
		return ""
	}
	for _, part := range parts {
		if part.Component == nil {
			continue
		}
		if i == 0 {
			return part.Component.Value
		}
		i--
	}
	return ""
}

// Seconds of the keystroke-level model: to point at something, and to press or let go (Card, Moran and Newell, 1980).
const pointing, pressing = 1.1, 0.1

// TestGestures counts what fills a picture that one knows: the taps of menus, the drags and taps of the page, and
// those of puzz.link by its rule for mouse and finger, in the rows of docs/figures.md.
//
// Source of the rule: robx/pzprjs, src/variety/nonogram.js and the shared decIC, in 2026: a stroke gives every cell
// that it crosses, whichever way it winds, the next state of its first cell.
func TestGestures(t *testing.T) {
	figures, err := os.ReadFile("../docs/figures.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, board := range map[string]struct {
		goal    string
		picture []string
	}{"10×10": {"win a nonogram game, 10×10, by taps", heart}, "15×15": {"win a nonogram game, 15×15, by taps", fifteen}} {
		var taps, waits int
		for _, g := range goals() {
			if g.name == board.goal {
				all, _ := g.reach(t)
				taps, waits = all.taps, len(g.ways[0])-2 // but the order and the dash after it
			}
		}
		runs := strokesOf(board.picture)
		single, seconds := 0, 0.0
		for _, s := range runs {
			if s.c1 == s.c2 {
				single++
				seconds += pointing + 2*pressing
			} else {
				seconds += 2 * (pointing + pressing)
			}
		}
		pieces := piecesOf(board.picture)
		for way, strokes := range map[string][][][2]int{"run by run": cellsOf(runs), "winding": pieces} {
			if got := linked(board.picture, strokes); !slices.Equal(got, board.picture) {
				t.Errorf("%s, %s: by puzz.link's rule it becomes %q", name, way, got)
			}
		}
		if got := linked(board.picture, append(cellsOf(runs), cellsOf(runs[:1])...)); slices.Equal(got, board.picture) {
			t.Errorf("%s: a run that is drawn twice is filled all the same", name)
		}
		for _, row := range []string{
			fmt.Sprintf("| %s, menus | %d | %d | %.0f |", name, taps, waits, float64(taps)*(pointing+2*pressing)),
			fmt.Sprintf("| %s, the page, and puzz.link run by run | %d, %d of them taps | 0 | %.0f |", name, len(runs), single, seconds),
			fmt.Sprintf("| %s, puzz.link, winding through each piece | %d | 0 | – |", name, len(pieces)),
		} {
			if t.Log(row); !strings.Contains(string(figures), row) {
				t.Errorf("docs/figures.md lacks %s", row)
			}
		}
	}
}

// cellsOf returns the cells of strokes.
func cellsOf(strokes []stroke) (all [][][2]int) {
	for _, s := range strokes {
		var cells [][2]int
		for c := s.c1; c <= s.c2; c++ {
			cells = append(cells, [2]int{s.r1, c})
		}
		all = append(all, cells)
	}
	return all
}

// piecesOf returns a way through each connected piece of a picture, which comes back where it ends.
func piecesOf(picture []string) (all [][][2]int) {
	seen := map[[2]int]bool{}
	var walk func(at [2]int) [][2]int
	walk = func(at [2]int) [][2]int {
		r, c := at[0], at[1]
		if r < 0 || c < 0 || r >= len(picture) || c >= len(picture[r]) || picture[r][c] != '#' || seen[at] {
			return nil
		}
		seen[at] = true
		way := [][2]int{at}
		for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			if far := walk([2]int{r + d[0], c + d[1]}); far != nil {
				way = append(append(way, far...), at)
			}
		}
		return way
	}
	for r, row := range picture {
		for c := range row {
			if way := walk([2]int{r, c}); way != nil {
				all = append(all, way)
			}
		}
	}
	return all
}

// linked returns what strokes of the left button make of an empty board on puzz.link.
func linked(picture []string, strokes [][][2]int) (rows []string) {
	board := make([][]byte, len(picture))
	for r := range board {
		board[r] = []byte(strings.Repeat(".", len(picture[r])))
	}
	for _, way := range strokes {
		sign := byte('#')
		if board[way[0][0]][way[0][1]] == sign {
			sign = '.'
		}
		for _, at := range way {
			board[at[0]][at[1]] = sign
		}
	}
	for _, row := range board {
		rows = append(rows, string(row))
	}
	return rows
}
