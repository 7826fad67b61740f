package kakuro

import (
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/plane"
)

// A plan is a layout in the making: which cells of a block are white, and how likely that is by what the net sees.
type plan struct {
	*sight
	plane.Block
	is []bool
}

// fill takes the cells for white that the net does, with single cells changed as long as that makes white cells and
// sums together likelier.
func (p *plan) fill() {
	rows, cols := p.Bottom-p.Top, p.Right-p.Left
	p.is = make([]bool, rows*cols)
	for i := range p.is {
		p.is[i] = p.white[p.at(i)] > .5 && i >= cols && i%cols > 0
	}
	const rounds = 12
	for range rounds {
		changed := false
		for i := range p.is {
			if i >= cols && i%cols > 0 && p.gain(i) > 1e-6 {
				p.is[i] = !p.is[i]
				changed = true
			}
		}
		if !changed {
			break
		}
	}
}

// heedShades makes cells whiter if the net takes most cells of their shade for white, and less white if it takes them
// for blocks: the blocks of a screen have one colour, or a few. Cells of the first lines count as blocks.
func (p *plan) heedShades(shade func(cell image.Point) int) {
	const least, most = 3, 5. // cells of a shade that tell something; the greatest mean of their log odds, which counts twice
	logit := func(p float64) float64 { p = min(max(p, 1e-3), 1-1e-3); return math.Log(p / (1 - p)) }
	cols := p.Right - p.Left
	sums, white, n := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for i := range p.is {
		k, of := p.at(i), shade(image.Pt(p.Left+i%cols, p.Top+i/cols))
		v := p.white[k]
		if i < cols || i%cols == 0 {
			v = 0
		}
		sums[of], n[of] = sums[of]+logit(v), n[of]+1
		if v > .5 {
			white[of]++
		}
	}
	for i := range p.is {
		k, of := p.at(i), shade(image.Pt(p.Left+i%cols, p.Top+i/cols))
		if n[of] < least {
			continue
		}
		agree := math.Abs(2*white[of]/n[of] - 1)
		told := min(max(sums[of]/n[of], -most), most) * agree * agree
		p.white[k] = 1 / (1 + math.Exp(-logit(p.white[k])-2*told))
	}
}

// at returns the index in the sight of a cell of the plan.
func (p *plan) at(i int) int {
	cols := p.Right - p.Left
	return (p.Top+i/cols)*p.Cols + p.Left + i%cols
}

// gain returns by how much the log likelihood grows if a cell changes. Only the cell and the blocks before its runs
// matter.
func (p *plan) gain(i int) float64 {
	cols := p.Right - p.Left
	near := []int{i}
	for _, step := range [2]int{1, cols} {
		for k, n := i-step, 0; k >= 0 && n < 2; k, n = k-step, n+1 { // the two cells before have it in their runs
			if step == 1 && k/cols != i/cols {
				break
			}
			near = append(near, k)
		}
	}
	sum := func() (e float64) {
		for _, k := range near {
			e += p.likelihood(k)
		}
		return e
	}
	before := sum()
	p.is[i] = !p.is[i]
	after := sum()
	p.is[i] = !p.is[i]
	return after - before
}

// likelihood returns the log likelihood of what the net sees in a cell, if the plan is right: a sum has to stand
// before a run of two or more, may stand before a single white cell, and stands nowhere else.
func (p *plan) likelihood(i int) float64 {
	const least, single = 1e-4, .7 // the least probability; what a single cell costs either way
	log := func(v float64) float64 { return math.Log(min(max(v, least), 1)) }
	k, cols := p.at(i), p.Right-p.Left
	e := log(1 - p.white[k])
	if p.is[i] {
		e = log(p.white[k])
	}
	for side, v := range [2]float64{p.down[k], p.across[k]} {
		step := [2]int{cols, 1}[side]
		run := 0
		for n := i + step; !p.is[i] && run < 2 && n < len(p.is) && (side == 0 || n/cols == i/cols) && p.is[n]; n += step {
			run++
		}
		switch run {
		case 0:
			e += log(1 - v)
		case 1:
			e += max(log(v), log(1-v)) - single
		default:
			e += log(v)
		}
	}
	return e
}

// consistent reports whether sums as seen stand exactly before the runs of the plan.
func (p *plan) consistent() bool {
	cols := p.Right - p.Left
	for i := range p.is {
		k := p.at(i)
		if p.is[i] != (p.white[k] > .5) {
			return false
		}
		if p.is[i] {
			continue
		}
		for side, v := range [2]float64{p.down[k], p.across[k]} {
			step := [2]int{cols, 1}[side]
			run := 0
			for n := i + step; run < 2 && n < len(p.is) && (side == 0 || n/cols == i/cols) && p.is[n]; n += step {
				run++
			}
			if run == 0 && v > .5 || run > 1 && v <= .5 {
				return false
			}
		}
	}
	return true
}

// shorter returns the plan, and those without up to three of its last rows and of its last columns if the net is not
// sure of these: forms and keys below a board, or to its right, go on in its rhythm.
func (p *plan) shorter(hint board.Hint) (all []*plan) {
	const most, dear = 3, 6. // lines; the log likelihood
	for n := range 2*most + 1 {
		for rows := max(0, n-most); rows <= min(n, most); rows++ {
			less := &plan{sight: p.sight, Block: p.Block}
			less.Bottom, less.Right = less.Bottom-rows, less.Right-n+rows
			small := less.Bottom-less.Top < 3 || less.Right-less.Left < 3
			if n == 0 || !small && (rows == 0 || hint.Rows == 0) && (rows == n || hint.Cols == 0) && p.without(less.Block) < dear {
				less.fill()
				all = append(all, less)
			}
		}
	}
	return all
}

// without returns the negative log likelihood that no cell outside a block is white.
func (p *plan) without(in plane.Block) (cost float64) {
	cols := p.Right - p.Left
	for i := range p.is {
		if r, c := p.Top+i/cols, p.Left+i%cols; r >= in.Bottom || c >= in.Right {
			cost -= math.Log(max(1-p.white[p.at(i)], 1e-3))
		}
	}
	return cost
}
