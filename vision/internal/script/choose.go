package script

import (
	"cmp"
	"kibitz/vision/internal/digits"
	"slices"
)

// An assignment gives some shapes their classes.
type assignment struct {
	class []int // the class of each shape in doubt
	p     float64
}

// Bounds on the assignments that choose tries.
const (
	mostInDoubt = 4    // shapes in doubt
	mostWays    = 3    // classes of a shape
	mostTried   = 12   // assignments for which all lines are read
	leastDoubt  = .004 // a shape is in doubt if its second class has more than this probability
)

// choose sets s.post for the shapes in doubt. It weighs all assignments of classes to these shapes together: by
// what the net says, by how many shapes a digit has, and by how well the lines can be read.
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
		all[i].p *= s.shapeOdds(open, all[i].class)
	}
	all = normalise(all)
	s.weigh(open, all)
	all = normalise(all)
	for k, x := range open {
		s.settle(x, k, ways[x], all)
	}
}

// inDoubt returns up to mostInDoubt shapes whose class is not certain, those with most members first. ways
// holds for each shape the classes it may have, the likeliest first.
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
		for n < mostWays && post[classes[n]] > leastDoubt {
			n++
		}
		if ways[x] = classes[:n]; n > 1 {
			open = append(open, x)
		}
	}
	slices.SortStableFunc(open, func(a, b *shape) int { return cmp.Compare(len(b.members), len(a.members)) })
	return open[:min(len(open), mostInDoubt)], ways
}

// settle sets s.post of a shape to the probabilities of its classes by all assignments, in which the shape is
// number k. ways holds the classes that they try; the others keep their probability.
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
	// Keep 0.001 of what was before: an assignment is never quite certain, and the net had a reason for its
	// other answers.
	for c := range post {
		post[c] = .999*post[c] + .001*before[c]
	}
	s.post[x] = post
}

// normalise sorts assignments, the likeliest first, scales their probabilities to a sum of 1, and returns them.
func normalise(all []assignment) []assignment {
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

// weigh multiplies the probability of each assignment with how well all lines can be read under it: each line
// has to fit, and the totals of rows and columns have to be equal. all is sorted. After mostTried assignments, or
// for one below 0.0001, it reads nothing and takes the least result of those before. If the second assignment is
// below leastDoubt it leaves all as they are.
func (s *settler) weigh(open []*shape, all []assignment) {
	if len(all) < 2 || all[1].p < leastDoubt {
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
		s.eachGlyph(s.weighTexts)
		fits := s.fit()
		if i == 0 || fits < least {
			least = fits
		}
		all[i].p *= fits
	}
	s.post = keep
}
