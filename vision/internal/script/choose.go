package script

import (
	"cmp"
	"kibitz/vision/internal/digits"
	"slices"
)

// An assignment says what some shapes are.
type assignment struct {
	class []int // one a shape that is in doubt
	p     float64
}

// Bounds on what is tried: shapes in doubt, ways of each, and ways of all for which lines are read.
const (
	mostInDoubt = 4
	mostWays    = 3
	mostTried   = 12
	doubt       = .004 // a shape is in doubt if its second way is as likely as this
)

// choose weighs what the shapes in doubt may be together.
func (s *settler) choose() {
	open, ways := s.inDoubt()
	if len(open) == 0 {
		return
	}
	all := []assignment{{p: 1}}
	for _, x := range open {
		var next []assignment
		for _, a := range all {
			for _, c := range ways[x] {
				next = append(next, assignment{append(slices.Clip(a.class), c), a.p * s.post[x][c]})
			}
		}
		all = next
	}
	for i := range all {
		all[i].p *= s.oneShapeEach(open, all[i].class)
	}
	all = normalised(all)
	s.weigh(open, all)
	all = normalised(all)
	for k, x := range open {
		s.settle(x, k, ways[x], all)
	}
}

// inDoubt returns the largest shapes that may be something else than what they look like most, at most
// mostInDoubt, and what each shape may be, the likeliest first.
func (s *settler) inDoubt() (open []*shape, ways map[*shape][]int) {
	ways = map[*shape][]int{}
	for _, x := range s.shapes {
		post := s.post[x]
		classes := make([]int, digits.Classes)
		for c := range classes {
			classes[c] = c
		}
		slices.SortStableFunc(classes, func(a, b int) int { return cmp.Compare(post[b], post[a]) })
		n := 1
		for n < mostWays && post[classes[n]] > doubt {
			n++
		}
		if ways[x] = classes[:n]; n > 1 {
			open = append(open, x)
		}
	}
	slices.SortStableFunc(open, func(a, b *shape) int { return cmp.Compare(len(b.members), len(a.members)) })
	return open[:min(len(open), mostInDoubt)], ways
}

// settle works out how likely a shape is each of the ways that were tried: it is the shape k of all
// assignments. What was not tried stays as likely as it was.
func (s *settler) settle(x *shape, k int, ways []int, all []assignment) {
	before := s.post[x]
	post, left := before, 1.
	for _, c := range ways {
		left -= before[c]
	}
	for _, c := range ways {
		post[c] = 0
	}
	for _, a := range all {
		post[a.class[k]] += (1 - left) * a.p
	}
	// None of this is as sure as that: the net says something else for some reason.
	for c := range post {
		post[c] = .999*post[c] + .001*before[c]
	}
	s.post[x] = post
}

// normalised are the likeliest ones.
func normalised(all []assignment) []assignment {
	slices.SortStableFunc(all, func(a, b assignment) int { return cmp.Compare(b.p, a.p) })
	sum := 0.
	for _, a := range all {
		sum += a.p
	}
	for i := range all {
		all[i].p /= sum
	}
	return all
}

// weigh multiplies assignments with how well all lines can be read so: each has to fit, and the
// totals of rows and columns have to be equal.
func (s *settler) weigh(open []*shape, all []assignment) {
	if len(all) < 2 || all[1].p < doubt {
		return
	}
	var least float64
	keep := s.post
	for i := range all {
		if i >= mostTried || all[i].p < 1e-4 {
			all[i].p *= least // no likelier than those that were tried
			continue
		}
		s.post = map[*shape][digits.Classes]float64{}
		for x, post := range keep {
			s.post[x] = post
		}
		for k, x := range open {
			var post [digits.Classes]float64
			post[all[i].class[k]] = 1
			s.post[x] = post
		}
		s.each(s.write)
		fits := s.fits()
		if i == 0 || fits < least {
			least = fits
		}
		all[i].p *= fits
	}
	s.post = keep
}
