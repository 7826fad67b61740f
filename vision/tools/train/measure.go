package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
)

// calibrate returns the temperature, from .5 to 4, at which the right classes of the tests are
// likeliest. The net's outputs are divided by it before they become probabilities.
func calibrate(n *weights, tests []test) float64 {
	p := newPass()
	outs := make([][digits.Classes]float32, len(tests))
	for i := range tests {
		p.forward(n, &tests[i].glyph)
		outs[i] = p.out
	}
	best, least := 1., math.Inf(1)
	for t := .5; t < 4; t += .02 {
		var loss float64
		for i, out := range outs {
			var sum float64
			for _, v := range out {
				sum += math.Exp(float64(v-out[tests[i].class]) / t)
			}
			loss += math.Log(sum)
		}
		if loss < least {
			best, least = t, loss
		}
	}
	return best
}

// A reading is the net's answer for one glyph.
type reading struct {
	class, best int     // the true class, and the likeliest by the net
	prob        float64 // of best
}

// report reads all tests and prints the share read right, and how well the probabilities are calibrated.
func report(w io.Writer, n *weights, tests []test, temperature float64) {
	p := newPass()
	all := make([]reading, len(tests))
	for i := range tests {
		p.forward(n, &tests[i].glyph)
		var sum float64
		for _, v := range p.out {
			sum += math.Exp(float64(v) / temperature)
		}
		best, _ := (*digits.Probs)(&p.prob).Best()
		all[i] = reading{tests[i].class, best, math.Exp(float64(p.out[best])/temperature) / sum}
	}
	table(w, all)
}

// table prints the readings by class, by sureness and by probability. It sorts them, the surest first.
func table(w io.Writer, all []reading) {
	slices.SortStableFunc(all, func(a, b reading) int { return cmp.Compare(b.prob, a.prob) })
	var count, right [3]int // digits, junk, touching
	var as [digits.Classes][digits.Classes]int
	for _, r := range all {
		kind := max(0, r.class-9)
		count[kind]++
		if r.class == r.best {
			right[kind]++
		}
		as[r.class][r.best]++
	}
	for i, name := range []string{"digits", "junk", "touching"} {
		if count[i] > 0 {
			fmt.Fprintf(w, "%s: %d of %d right, %.2f %%\n", name, right[i], count[i], 100*float64(right[i])/float64(count[i]))
		}
	}
	wrong, next := 0, 0
	for i, r := range all {
		if r.class != r.best {
			wrong++
		}
		if marks := []float64{.5, .7, .8, .9, .95, .98, 1}; next < len(marks) && i+1 == int(marks[next]*float64(len(all))) {
			fmt.Fprintf(w, "the surest %3.0f %%: p from %.4f, wrong %d of %d = %.2f %%\n", 100*marks[next], r.prob, wrong, i+1, 100*float64(wrong)/float64(i+1))
			next++
		}
	}
	for i := 0; i < len(all); {
		from := i
		floor := []float64{.999, .99, .95, .9, .8, .6, .4, 0}
		k := 0
		for all[i].prob < floor[k] {
			k++
		}
		var said float64
		ok := 0
		for ; i < len(all) && all[i].prob >= floor[k]; i++ {
			said += all[i].prob
			if all[i].class == all[i].best {
				ok++
			}
		}
		n := float64(i - from)
		fmt.Fprintf(w, "p from %.3f: %5d, said %.4f, right %.4f\n", floor[k], i-from, said/n, float64(ok)/n)
	}
	fmt.Fprintln(w, "rows: what it is; columns: what was read; J junk, T touching")
	for c, row := range as {
		fmt.Fprintf(w, "%c", "0123456789JT"[c])
		for _, v := range row {
			fmt.Fprintf(w, "%6d", v)
		}
		fmt.Fprintln(w)
	}
}
