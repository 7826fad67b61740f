package kakuro

import (
	"cmp"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers"
)

// A Query asks for the sets of digits that make a sum, like "24 in 4 with 9 without 1". Sets of
// digits are bits 1 to 9.
type Query struct {
	Sum, Length   int
	With, Without uint16
}

var (
	queryForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?i)\s*(?:(\d{1,3})\s*in\s*(\d{1,3})\s*(?:cells?)?|(\d{1,3})\s*cells?\s+(\d{1,3}))((?:\s+(?:with|without)\s+[1-9](?:(?:\s*,\s*|\s+and\s+|\s*)[1-9])*)*)\s*$`)
	})
	// queryBegun matches a query that is still being typed.
	queryBegun = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?i)\s*(?:\d{2,3}|\d{1,3}\s*(?:i|in)|\d{1,3}\s+cells?|\d{1,3}\s*in\s*\d\s*(?:cells?)?\s+w[ithou]*(?:\s[\d\s,andwithou]*)?)\s*$`)
	})
	queryBound = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(with|without)\s+([1-9](?:(?:\s*,\s*|\s+and\s+|\s*)[1-9])*)`)
	})
)

// ParseQuery reads a query, "16 in 2" or "2 cells 16". It returns nil for any other text. The
// error is a *solvers.SyntaxError, for a length or a sum that cannot be.
func ParseQuery(text string) (*Query, error) {
	m := queryForm().FindStringSubmatchIndex(text)
	switch {
	case m == nil && queryBegun().MatchString(text):
		return nil, solvers.At(text, len(text), "combinations.unfinished", "how many cells, or which digits: 24 in 4 with 9", nil)
	case m == nil:
		return nil, nil
	}
	sumAt, lengthAt := 2, 4 // indices in m of the groups in "16 in 2"
	if m[2] < 0 {           // "2 cells 16"
		sumAt, lengthAt = 8, 6
	}
	q := &Query{}
	q.Sum, _ = strconv.Atoi(text[m[sumAt]:m[sumAt+1]])
	q.Length, _ = strconv.Atoi(text[m[lengthAt]:m[lengthAt+1]])
	if q.Length < 1 || q.Length > 9 {
		return nil, solvers.At(text, m[lengthAt], "combinations.length", "a length from 1 to 9 cells", nil)
	}
	least, most := sumRange(q.Length)
	switch {
	case least == most && q.Sum != most:
		return nil, solvers.At(text, m[sumAt], "combinations.only", fmt.Sprintf("%d, the only sum of %d cells", most, q.Length), map[string]any{"Max": most})
	case q.Sum < least || q.Sum > most:
		cells := "cells"
		if q.Length == 1 {
			cells = "cell"
		}
		return nil, solvers.At(text, m[sumAt], "combinations.sum", fmt.Sprintf("a sum from %d to %d in %d %s", least, most, q.Length, cells),
			map[string]any{"Min": least, "Max": most, "Cells": q.Length})
	}
	for _, bound := range queryBound().FindAllStringSubmatch(text[m[10]:m[11]], -1) { // all after the sum and the length
		set := &q.Without
		if strings.EqualFold(bound[1], "with") {
			set = &q.With
		}
		for _, r := range bound[2] {
			if '1' <= r && r <= '9' {
				*set |= 1 << (r - '0')
			}
		}
	}
	return q, nil
}

// Sets returns the sets of digits that fit the query, in ascending order of their digits as a
// person lists them: the least digit first, then the next.
func (q *Query) Sets() (sets []uint16) {
	for _, set := range Combinations(q.Length, q.Sum) {
		if set&q.With == q.With && set&q.Without == 0 {
			sets = append(sets, set)
		}
	}
	slices.SortFunc(sets, func(a, b uint16) int { return cmp.Compare(bits.Reverse16(b), bits.Reverse16(a)) })
	return sets
}
