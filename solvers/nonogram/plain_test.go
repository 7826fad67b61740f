package nonogram

// runsIn returns the runs of a line in black and white, and lengthsOf their lengths.
func runsIn(line []Cell) []Run    { return runsOf(line, 0, 1, len(line)) }
func lengthsOf(line []Cell) []int { return lengths([][]Run{runsIn(line)})[0] }
