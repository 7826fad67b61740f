package script

import "math"

// share10 is the share of each digit among those of the clues of a puzzle: the mean of 199 puzzles of
// kibitz/solvers/nonogram, of its gallery and its survey.
var share10 = [10]float64{.045, .29, .24, .12, .10, .06, .055, .035, .04, .015}

// concentration of Dirichlet's distribution about these: of those puzzles it is 30. Others may vary more.
const concentration = 8

// odds are how much likelier than others each digit is to have n of total glyphs: the beta-binomial
// distribution of each, over their mean, within bounds.
func odds(n, total int) (w [10]float64) {
	sum := 0.
	for d, p := range share10 {
		w[d] = math.Exp(logBetaBinomial(float64(n), float64(total), concentration*p, concentration*(1-p)))
		sum += w[d] / 10
	}
	for d := range w {
		w[d] = min(max(w[d]/sum, .1), 4)
	}
	return w
}

// logBetaBinomial leaves the binomial coefficient out: it is the same for all digits.
func logBetaBinomial(n, total, a, b float64) float64 {
	return logBeta(n+a, total-n+b) - logBeta(a, b)
}

func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}
