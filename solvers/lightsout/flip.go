package lightsout

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers"
)

// flipDigits returns how many hex digits, of four bits each, a Flip ID has for the matrix and for the
// lamps.
func (p *Puzzle) flipDigits() (matrix, lamps int) {
	n := len(p.Lamps)
	return (n*n + 3) / 4, (n + 3) / 4
}

// likeFlip reports whether body, the part after a colon, is that of a Flip ID and not a list of
// lamps: it begins with at least as many hex digits as the matrix has, then a comma. No name of a
// lamp is that long.
func (p *Puzzle) likeFlip(body string) bool {
	matrix, _, comma := strings.Cut(body, ",")
	digits, _ := p.flipDigits()
	return comma && len(matrix) >= digits && hexLen(matrix) == len(matrix)
}

// readFlip reads what follows the colon of a Flip ID: bit i·n+j of the matrix
// is whether press i toggles lamp j, bit i of the lamps whether lamp i is lit,
// the most significant bit of each hex digit first. n is the number of lamps. It sets p's lamps and
// its matrix, which stays nil if presses toggle just what they do in the usual game; of the rules
// only the states stay. The error is a *solvers.SyntaxError where a digit or the comma is missing
// or something follows.
func (p *Puzzle) readFlip(text string, start, end int) error {
	matrixDigits, lampDigits := p.flipDigits()
	fail := func(offset int) error {
		return solvers.At(text, offset, "lightsout.flip",
			fmt.Sprintf("a Flip ID: %d hex digits, a comma, %d hex digits", matrixDigits, lampDigits),
			map[string]any{"Matrix": matrixDigits, "Lamps": lampDigits})
	}
	body := text[start:end]
	if n := min(hexLen(body), matrixDigits); n < matrixDigits || !strings.HasPrefix(body[n:], ",") {
		return fail(start + n)
	}
	matrix, lamps := body[:matrixDigits], body[matrixDigits+1:]
	if n := min(hexLen(lamps), lampDigits); n < lampDigits || n < len(lamps) {
		return fail(end - len(lamps) + n)
	}
	toggles := make([]vector, len(p.Lamps))
	for i := range toggles {
		toggles[i] = newVector(len(p.Lamps))
		for j := range p.Lamps {
			if hexBit(matrix, i*len(p.Lamps)+j) {
				toggles[i].flip(j)
			}
		}
	}
	p.Rules = Rules{States: p.States}
	if !p.isCross(toggles) {
		p.matrix = toggles
	}
	for i := range p.Lamps {
		if hexBit(lamps, i) {
			p.Lamps[i] = 1
		}
	}
	return nil
}

// isCross reports whether each press toggles in the usual game what its row of toggles says.
func (p *Puzzle) isCross(toggles []vector) bool {
	for i, want := range toggles {
		row := newVector(len(p.Lamps))
		for j := range p.reach(i) {
			row.flip(j)
		}
		if !slices.Equal(row, want) {
			return false
		}
	}
	return true
}

// flipID writes a board of two states as an ID of Flip.
func (p *Puzzle) flipID() string {
	n := len(p.Lamps)
	matrixDigits, lampDigits := p.flipDigits()
	matrix, lamps := make([]byte, matrixDigits), make([]byte, lampDigits)
	for i, v := range p.Lamps {
		for j := range p.reach(i) {
			flipHexBit(matrix, i*n+j)
		}
		if v != 0 {
			flipHexBit(lamps, i)
		}
	}
	const digits = "0123456789abcdef"
	for _, number := range [...][]byte{matrix, lamps} {
		for i := range number {
			number[i] = digits[number[i]]
		}
	}
	return fmt.Sprintf("%dx%d:%s,%s", p.Cols, p.Rows, matrix, lamps)
}

// flipHexBit changes bit i of a number in hex digits, as numbers 0 to 15, the most significant bit
// first: bit 0 is the 8 of the first digit.
func flipHexBit(digits []byte, i int) { digits[i/4] ^= 8 >> (i % 4) }

// mostLinked is the most lamps on a board with a link: the matrix of 36 takes 324 digits.
const mostLinked = 36

// Link returns the address of a page where the board can be played, as a game of Simon
// Tatham's Flip. It returns "" for boards that Flip does not have (with holes, more than two
// states, a target other than all off, or another shape than a rectangle), and for large ones.
func (p *Puzzle) Link() string {
	if p.Check() != nil || p.states() > 2 || p.hex || p.net != nil || p.Holes != nil || p.Target != nil || len(p.Lamps) > mostLinked {
		return ""
	}
	return "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/flip.html#" + p.flipID()
}

// hexLen returns the number of hex digits that s begins with.
func hexLen(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789abcdefABCDEF"))
}

// hexBit returns bit i of a number in hex digits, the most significant first.
func hexBit(digits string, i int) bool {
	digit, _ := strconv.ParseUint(digits[i/4:i/4+1], 16, 8)
	return digit>>(3-i%4)&1 == 1
}
