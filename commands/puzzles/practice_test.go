package puzzles

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers"
)

// longestPractice is how many characters a button has for the path to a puzzle to practise on.
const longestPractice = 90

// practicePath returns that path.
func practicePath(k *ask.Kind, text string) string {
	return k.Name + "?do=play&make=" + url.QueryEscape(text)
}

// hardest returns the technique of a puzzle's steps that comes last in the lessons; "" if the puzzle cannot be read
// or made, or if its steps leave cells open.
func hardest(ctx context.Context, k *ask.Kind, text string) string {
	game, err := k.Read(text, nil)
	if order, ok := game.(ask.Order); ok && err == nil {
		game, err = order.Make(ctx)
	}
	if err != nil {
		return ""
	}
	puzzle, last := game.(deduce.Game).Puzzle, -1
	solved, err := puzzle.Solve(ctx, false)
	if err != nil || solved.Verdict != solvers.Unique {
		return ""
	}
	for step := range puzzle.Steps(ctx, solved, words.In("en")) {
		for _, technique := range step.Techniques {
			last = max(last, slices.Index(k.Lessons, technique))
		}
	}
	if last < 0 {
		return ""
	}
	return k.Lessons[last]
}

// TestPractice: the hardest technique of each puzzle to practise on, by the order of the lessons, is
// the one that it is for, and a button has room for it. For the techniques without one nothing was found.
func TestPractice(t *testing.T) {
	without := map[string][]string{
		"nonogram": {"other-colours", "splitting", "joining", "either-way", "trial"},
		"kakuro":   {"naked-single", "hidden-pair", "naked-triple", "hidden-triple", "trial"},
		"sudoku":   {"full-house", "naked-quad", "hidden-quad", "trial"},
	}
	for _, k := range Kinds() {
		missing := slices.DeleteFunc(slices.Clone(k.Lessons), func(id string) bool { return k.Practice[id] != "" })
		if !slices.Equal(missing, without[k.Name]) {
			t.Errorf("%s: nothing to practise on for %v, expected %v", k.Name, missing, without[k.Name])
		}
		for id, text := range k.Practice {
			if path := practicePath(k, text); len(path) > longestPractice {
				t.Errorf("%s.%s: %d characters are too long for a button: %s", k.Name, id, len(path), path)
			}
			if got := hardest(t.Context(), k, text); got != id {
				t.Errorf("%s.%s: the hardest technique is %q of %v", k.Name, id, got, k.Lessons)
			}
		}
	}
}

// TestFindPractice looks for a puzzle to practise on for each technique that has none, and logs what it finds. It
// looks among the first orders of small sizes, KIBITZ_PRACTICE of each, and among random small boards.
func TestFindPractice(t *testing.T) {
	most, _ := strconv.Atoi(os.Getenv("KIBITZ_PRACTICE"))
	if most == 0 {
		t.Skip("takes minutes: KIBITZ_PRACTICE=1000 looks for puzzles")
	}
	for _, k := range Kinds() {
		missing := slices.DeleteFunc(slices.Clone(k.Lessons), func(id string) bool { return k.Practice[id] != "" })
		rng := rand.New(rand.NewPCG(1, 2))
		for n := 1; n <= most && len(missing) > 0; n++ {
			for _, text := range candidates(k.Name, n, rng) {
				if len(practicePath(k, text)) > longestPractice {
					continue
				}
				if at := slices.Index(missing, hardest(t.Context(), k, text)); at >= 0 {
					t.Logf("%s %q: %q,", k.Name, missing[at], text)
					missing = slices.Delete(missing, at, at+1)
				}
			}
		}
		if len(missing) > 0 {
			t.Logf("%s: nothing for %v", k.Name, missing)
		}
	}
}

// candidates returns the n-th order of each small size, and some puzzles drawn at random.
func candidates(kind string, n int, rng *rand.Rand) (all []string) {
	orders := map[string][]string{
		"nonogram": {"5x5 easy %d", "5x5 medium %d", "5x5 hard %d", "7x7 medium %d", "7x7 hard %d", "5x5 easy %d 2 colours",
			"5x5 medium %d 2 colours", "5x5 easy %d 3 colours", "6x6 expert %d", "8x8 expert %d"},
		"kakuro": {"5x5 easy %d", "5x5 medium %d", "6x6 medium %d", "7x7 medium %d", "6x6 hard %d", "7x7 expert %d"},
	}
	for _, order := range orders[kind] {
		all = append(all, fmt.Sprintf(order, n))
	}
	const random = 400 // puzzles drawn at random for each number: they take less time than orders
	for range random {
		switch kind {
		case "nonogram":
			all = append(all, randomNonogram(rng))
		case "kakuro":
			all = append(all, randomKakuro(rng))
		}
	}
	return all
}

// randomNonogram returns the clues of a random picture, in two colours half of the time.
func randomNonogram(rng *rand.Rand) string {
	rows, cols, colours := 3+rng.IntN(4), 3+rng.IntN(6), 1+rng.IntN(2)
	full := .35 + .4*rng.Float64()
	picture := make([][]int, rows) // the colour of each cell, from 1; 0 is empty
	for r := range picture {
		for range cols {
			sign := 0
			if rng.Float64() < full {
				sign = 1 + rng.IntN(colours)
			}
			picture[r] = append(picture[r], sign)
		}
	}
	runs := func(length int, at func(i int) int) string {
		var all []string
		for i := 0; i < length; {
			sign, from := at(i), i
			for i < length && at(i) == sign {
				i++
			}
			if sign > 0 {
				all = append(all, strconv.Itoa(i-from)+[]string{"", "r", "b"}[sign*(colours-1)])
			}
		}
		if all == nil {
			return "0"
		}
		return strings.Join(all, " ")
	}
	var sides [2][]string
	for r := range rows {
		sides[0] = append(sides[0], runs(cols, func(i int) int { return picture[r][i] }))
	}
	for c := range cols {
		sides[1] = append(sides[1], runs(rows, func(i int) int { return picture[i][c] }))
	}
	return strings.Join(sides[0], ";") + "|" + strings.Join(sides[1], ";")
}

// randomKakuro returns the sketch of a random board: its shape and the sums of random digits. Digits may come
// twice in a column; such a board is seldom solvable.
func randomKakuro(rng *rand.Rand) string {
	shapes := []string{"..", "../..", ".../...", "..../....", ".../.../...", "#../.../..", "#../.../..#", "##../..../..##", "...../.....", "../../../..", "#.../..../...", "..../..../....", "..#/..../#...",
		"../../../../..", ".../.../.../...", "..../..../..../....", "#../..../.../..#", "..#../...../..#..", "#../.../.../..#"}
	rows := strings.Split(shapes[rng.IntN(len(shapes))], "/")
	var across, down []string
	sum := func(r, c, dr, dc int, digits map[[2]int]int) string {
		total := 0
		for ; digits[[2]int{r, c}] > 0; r, c = r+dr, c+dc {
			total += digits[[2]int{r, c}]
		}
		return strconv.Itoa(total)
	}
	digits := map[[2]int]int{}
	for r, row := range rows {
		order := rng.Perm(9)
		for c := range row {
			if row[c] == '.' {
				digits[[2]int{r, c}] = 1 + order[c]
			}
		}
	}
	for r, row := range rows {
		for c := range row {
			here := digits[[2]int{r, c}] > 0
			if here && digits[[2]int{r, c - 1}] == 0 {
				across = append(across, sum(r, c, 0, 1, digits))
			}
			if here && digits[[2]int{r - 1, c}] == 0 {
				down = append(down, sum(r, c, 1, 0, digits))
			}
		}
	}
	return strings.Join(rows, "/") + " " + strings.Join(append(across, down...), " ")
}
