package sudoku

import (
	"slices"

	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers/sudoku"
)

// examples has for each technique but Trial a puzzle that needs it.
var examples = deduce.Examples[game]{Parse: noted, Others: disguises, Of: map[string]string{
	"full-house":       "2.4141.3123.3412",
	"hidden-single":    "14..324121..4312",
	"naked-single":     "58712436.62.71588.6.15....15...76.8.53211532.7.47.46..15.158467.",
	"pointing":         "214768535368271442..3.78.7834.2.74.2836..83.7.423621548785741236",
	"claiming":         ".6748.2.258..6.7716..2.848.2..76.3467.82872.346.64172853.2.86714",
	"naked-pair":       "68745.3.15237684741563282386...75.37.8..8.42.7..325184764768..1.",
	"hidden-pair":      "85..12.7..2768.5.874516.5...748...8.357.7..5862.475823166..24758",
	"naked-triple":     "2587.3.4614352875..27.....64253..42.36.5....8..23...472.427...53",
	"hidden-triple":    "3514768278265431...3.7.5.47.83.6...1.56.....2....1.76.5.6.....74",
	"x-wing":           "..1284.3.348521.4.61352.32.546.11..6734..4.361...1.4273.2.3718.4",
	"skyscraper":       "7586132421436.5.4.6.351.531.8.4684217635673524811.745.63365.417.",
	"kite":             "58674231143257688..6...4.1.468....48..1.2.15....6283....4571.3.6",
	"xy-wing":          "83746125...68347...5.681.6.8.452...12863682315743462571851874236",
	"xyz-wing":         ".6..4723...38165.86..347...4.856613752844528367117526438...67512",
	"w-wing":           "1..85347..738612.3.71468..8127537.3.418.81.4327..84.753137156824",
	"unique-rectangle": "3.1785.45.48....7561....4823561764327.5.817524362386...517546283",
	"naked-quad":       "7.......9.6.45..31....8..42.9...82..1.......4..36...7..7..2....42..71.5.8......27",
	"hidden-quad":      ".3.....1...8.9....4..6.8......57694....98352....124...276..519....7.9....95...47.",
	"swordfish":        "..8..413..19..3.543.46..928..1752893937168245582349....25..73..1.3..658..96.3.4..",
	"jellyfish":        "3...25.968297.6.516451.9...53.97...8.6..5.93.9..362.....65.321929.617...15.29...7",
	"colouring":        ".37.8.1..14823.7.8.37..17.51382.378561421...578382174635.53.1278",
	"chain":            ".573.....2....7....4.9...17.7.291..5..95647.25..873149.3.7.9.2.7..6....1.....287.",
	"forcing":          "318......72943...8465187329..43...9.6.......3.93...5..9416237858...41.36.36....41",
}}

// practice has for a technique an order for a puzzle in which it is the hardest one.
var practice = map[string]string{
	"hidden-single":    "4x4 easy 1",
	"naked-single":     "6x6 easy 3",
	"pointing":         "8x8 medium 1",
	"claiming":         "8x8 medium 22",
	"naked-pair":       "8x8 medium 8",
	"hidden-pair":      "8x8 medium 4",
	"naked-triple":     "8x8 medium 117",
	"hidden-triple":    "8x8 medium 23",
	"x-wing":           "9x9 hard 45",
	"skyscraper":       "9x9 hard 1",
	"kite":             "9x9 hard 8",
	"xy-wing":          "9x9 hard 4",
	"xyz-wing":         "9x9 hard 36",
	"w-wing":           "9x9 hard 2",
	"unique-rectangle": "9x9 hard 16",
	"swordfish":        "9x9 hard 93",
	"jellyfish":        "9x9 hard 512",
	"colouring":        "8x8 hard 69",
	"chain":            "9x9 expert 1",
	"forcing":          "9x9 expert 8",
}

// noted reads an example, whose boards show candidates.
func noted(text string) (game, error) {
	p, err := sudoku.Parse(text)
	return game{Puzzle: p, noted: true}, err
}

// disguises returns a puzzle turned upside down, with each digit d replaced by that which is as far from
// the highest as d from the lowest. The same techniques solve it.
func disguises(g game) []game {
	p := &sudoku.Puzzle{Size: g.Puzzle.Size, Diagonals: g.Diagonals, Givens: slices.Clone(g.Givens)}
	slices.Reverse(p.Givens)
	for i, digit := range p.Givens {
		if digit != 0 {
			p.Givens[i] = p.Size + 1 - digit
		}
	}
	return []game{{Puzzle: p, noted: true}}
}
