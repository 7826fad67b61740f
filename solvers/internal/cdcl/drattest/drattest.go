// Package drattest checks in tests that a formula has no model, by the proof that a solver
// has written. It shares nothing with the solver, so that for a wrong proof to pass both
// would have to err alike.
package drattest

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Refutes reads a formula, as clauses of DIMACS without a header, and a proof in the text
// format of DRAT. It returns an error unless each clause of the proof follows by reverse unit
// propagation (RUP) from the formula and the clauses before it that are not deleted, and one of them
// is empty. The A of DRAT, for clauses that follow from nothing but do no harm, is left out.
func Refutes(formula, proof io.Reader) error {
	c := checker{alive: map[string][]*clause{}}
	err := eachLine(formula, func(deletes bool, literals []int) error {
		c.add(literals)
		return nil
	})
	if err != nil {
		return err
	}
	empty := false
	err = eachLine(proof, func(deletes bool, literals []int) error {
		if deletes {
			return c.delete(literals)
		}
		if !c.follows(literals) {
			return fmt.Errorf("%v does not follow", literals)
		}
		empty = empty || len(literals) == 0
		c.add(literals)
		return nil
	})
	if err == nil && !empty {
		return fmt.Errorf("no empty clause")
	}
	return err
}

// eachLine calls f with each line's literals; deletes tells whether the line begins with a d.
func eachLine(r io.Reader, f func(deletes bool, literals []int) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		text, deletes := strings.CutPrefix(lines.Text(), "d ")
		words := strings.Fields(text)
		last := len(words) - 1
		if last < 0 || words[last] != "0" {
			return fmt.Errorf("line %d does not end with 0", n)
		}
		var literals []int
		for _, word := range words[:last] {
			literal, err := strconv.Atoi(word)
			if err != nil || literal == 0 {
				return fmt.Errorf("line %d: %q is no literal", n, word)
			}
			literals = append(literals, literal)
		}
		if err := f(deletes, literals); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}

// clause watches its first two literals. While both may hold, it forces nothing.
type clause struct {
	literals []int
	deleted  bool
}

type checker struct {
	alive   map[string][]*clause // by their literals, in order
	holds   []int8               // by index: 1 true, -1 false, 0 open
	watched [][]*clause          // by index of the literal
	trail   []int                // literals that hold, in order
	next    int                  // index in trail of the next literal to propagate
	refuted bool                 // the clauses so far force a contradiction
}

// index returns the place of a literal; the two literals of a variable follow each other.
func index(literal int) int {
	if literal < 0 {
		return -2*literal + 1
	}
	return 2 * literal
}

func key(literals []int) string {
	sorted := slices.Compact(slices.Sorted(slices.Values(literals)))
	return fmt.Sprint(sorted)
}

// add adds a clause, and propagates the literals that it forces.
func (c *checker) add(literals []int) {
	one := &clause{literals: slices.Compact(slices.Sorted(slices.Values(literals)))}
	c.alive[key(literals)] = append(c.alive[key(literals)], one)
	for _, literal := range literals {
		for index(literal)|1 >= len(c.holds) {
			c.holds, c.watched = append(c.holds, 0), append(c.watched, nil)
		}
	}
	// Literals that may hold come first.
	slices.SortStableFunc(one.literals, func(a, b int) int { return int(c.holds[index(b)]) - int(c.holds[index(a)]) })
	if len(one.literals) > 1 {
		c.watch(one, one.literals[0])
		c.watch(one, one.literals[1])
	}
	open := slices.IndexFunc(one.literals, func(literal int) bool { return c.holds[index(literal)] < 0 })
	if open < 0 {
		open = len(one.literals)
	}
	switch {
	case open == 0:
		c.refuted = true
	case open == 1 && c.holds[index(one.literals[0])] == 0:
		c.assign(one.literals[0])
		c.refuted = c.refuted || !c.propagate()
	}
}

func (c *checker) watch(one *clause, literal int) {
	c.watched[index(literal)] = append(c.watched[index(literal)], one)
}

func (c *checker) delete(literals []int) error {
	same := c.alive[key(literals)]
	if len(same) == 0 {
		return fmt.Errorf("%v is deleted and was not there", literals)
	}
	same[0].deleted = true
	c.alive[key(literals)] = same[1:]
	return nil
}

// follows reports whether a clause is forced: whether its negation leads to a contradiction.
func (c *checker) follows(literals []int) bool {
	if c.refuted {
		return true
	}
	mark := len(c.trail)
	contradiction := false
	for _, literal := range literals {
		if index(literal) >= len(c.holds) {
			continue // a new variable, from which nothing follows
		}
		switch c.holds[index(literal)] {
		case 1:
			contradiction = true
		case 0:
			c.assign(-literal)
		}
	}
	contradiction = contradiction || !c.propagate()
	for _, literal := range c.trail[mark:] {
		c.holds[index(literal)], c.holds[index(-literal)] = 0, 0
	}
	c.trail, c.next = c.trail[:mark], mark
	return contradiction
}

func (c *checker) assign(literal int) {
	c.holds[index(literal)], c.holds[index(-literal)] = 1, -1
	c.trail = append(c.trail, literal)
}

// propagate assigns all literals that are forced. It returns false at a contradiction.
func (c *checker) propagate() bool {
	for ; c.next < len(c.trail); c.next++ {
		lost := -c.trail[c.next]
		clauses := c.watched[index(lost)]
		c.watched[index(lost)] = nil
		for i, one := range clauses {
			if one.deleted {
				continue
			}
			if !c.visit(one, lost) {
				c.watched[index(lost)] = append(c.watched[index(lost)], clauses[i+1:]...)
				return false
			}
		}
	}
	return true
}

// visit makes a clause watch another literal in place of a false one, or else assigns the literal
// that is left. It returns false when that one is false as well.
func (c *checker) visit(one *clause, lost int) bool {
	l := one.literals
	if l[0] == lost {
		l[0], l[1] = l[1], l[0]
	}
	for i := 2; i < len(l); i++ {
		if c.holds[index(l[i])] >= 0 {
			l[1], l[i] = l[i], l[1]
			c.watch(one, l[1])
			return true
		}
	}
	c.watch(one, lost)
	switch c.holds[index(l[0])] {
	case -1:
		return false
	case 0:
		c.assign(l[0])
	}
	return true
}
