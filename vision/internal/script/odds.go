package script

import "math"

// share10 is the share of each digit among all digits of a puzzle's clues. It was measured on 199 puzzles of
// kibitz/solvers/nonogram, from its gallery and its survey.
var share10 = [10]float64{.045, .29, .24, .12, .10, .06, .055, .035, .04, .015}

// concentration is that of a Dirichlet distribution about share10. The 199 puzzles have 30; other collections
// may vary more.
const concentration = 8

// odds returns for each digit how much likelier than the mean digit it is to occur n times among total
// digits. The counts have a beta-binomial distribution; each ratio is kept between 0.1 and 4.
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

// logBetaBinomial returns the logarithm of the beta-binomial probability without its binomial coefficient,
// which is the same for all digits.
func logBetaBinomial(n, total, a, b float64) float64 {
	return logBeta(n+a, total-n+b) - logBeta(a, b)
}

// logBeta returns the logarithm of the beta function.
func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}
