package solvers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"kibitz/solvers/lightsout"
)

// hexBoard returns a hexagon of lamps. Neighbours are those whose middles are a lamp apart.
func hexBoard(r *rand.Rand) *lightsOutTruth {
	p, err := lightsout.Parse("hex 2 all")
	if err != nil {
		panic(err)
	}
	truth := &lightsOutTruth{p: p, states: 2, toggles: make([][]int, len(p.Lamps))}
	var lamps []int
	for i, hole := range p.Holes {
		if !hole {
			lamps = append(lamps, i)
		}
	}
	middle := func(i int) (x, y float64) { return float64(i%p.Cols) / 2, float64(i/p.Cols) * .866 }
	for _, i := range lamps {
		p.Lamps[i] = uint8(r.IntN(2))
		for _, j := range lamps {
			x, y := middle(i)
			u, v := middle(j)
			if (x-u)*(x-u)+(y-v)*(y-v) < 1.2 {
				truth.toggles[i] = append(truth.toggles[i], j)
			}
		}
	}
	truth.pressEverything()
	return truth
}

// graphBoard returns a random graph, whose lamps are its vertices.
func graphBoard(r *rand.Rand) *lightsOutTruth {
	n := 2 + r.IntN(8)
	text, lit := "graph:", "; lit"
	truth := &lightsOutTruth{states: 2, toggles: make([][]int, n)}
	for i := range n {
		truth.toggles[i] = append(truth.toggles[i], i)
		text += fmt.Sprintf(" v%d", i)
		if r.IntN(2) == 0 {
			lit += fmt.Sprintf(" v%d", i)
		}
	}
	for i := range n {
		for j := range i {
			if r.IntN(3) == 0 {
				text += fmt.Sprintf(" v%d-v%d", i, j)
				truth.toggles[i], truth.toggles[j] = append(truth.toggles[i], j), append(truth.toggles[j], i)
			}
		}
	}
	p, err := lightsout.Parse(text + lit)
	if err != nil {
		panic(err)
	}
	truth.p = p
	truth.pressEverything()
	return truth
}

// litOnlyLeast returns the fewest presses of lit lamps alone that solve a small board of two states, by
// going through all boards that they lead to; -1 for none.
func (truth *lightsOutTruth) litOnlyLeast() int {
	wanted := make([]uint8, len(truth.p.Lamps))
	copy(wanted, truth.p.Target)
	seen := map[string]bool{string(truth.p.Lamps): true}
	for now, presses := [][]uint8{truth.p.Lamps}, 0; len(now) > 0; presses++ {
		var next [][]uint8
		for _, lamps := range now {
			if slices.Equal(lamps, wanted) {
				return presses
			}
			for i, state := range lamps {
				if state == 0 {
					continue
				}
				after := slices.Clone(lamps)
				for _, j := range truth.toggles[i] {
					after[j] ^= 1
				}
				if !seen[string(after)] {
					seen[string(after)] = true
					next = append(next, after)
				}
			}
		}
		now = next
	}
	return -1
}

// heardLitOnly judges a way of the lit-only game.
func (truth *lightsOutTruth) heardLitOnly(least int, way []int, possible bool, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	heard := reply{said: fmt.Sprintf("possible %v by %v", possible, way), decided: true}
	if possible != (least >= 0) || possible && len(way) != least {
		heard.wrong = fmt.Sprintf("%d presses of lit lamps are the fewest, -1 for none", least)
		return heard
	}
	lamps := slices.Clone(truth.p.Lamps)
	for _, i := range way {
		if lamps[i] == 0 {
			heard.wrong = fmt.Sprintf("lamp %d is dark when it is pressed", i)
		}
		for _, j := range truth.toggles[i] {
			lamps[j] ^= 1
		}
	}
	wanted := make([]uint8, len(lamps))
	if copy(wanted, truth.p.Target); possible && !slices.Equal(lamps, wanted) {
		heard.wrong = "the way leads elsewhere"
	}
	return heard
}
