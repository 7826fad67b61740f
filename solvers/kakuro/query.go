package kakuro

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers"
)

// A Query asks which digits make a sum, like "24 in 4 with 9 without 1". Sets of digits are
// bits 1 to 9.
type Query struct {
	Sum, Length   int
	With, Without uint16
}

var (
	queryForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?i)\s*(?:(\d{1,3})\s*in\s*(\d{1,3})\s*(?:cells?)?|(\d{1,3})\s*cells?\s+(\d{1,3}))((?:\s+(?:with|without)\s+[1-9](?:(?:\s*,\s*|\s+and\s+|\s*)[1-9])*)*)\s*$`)
	})
	queryBound = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(with|without)\s+([1-9](?:(?:\s*,\s*|\s+and\s+|\s*)[1-9])*)`)
	})
)

// ParseQuery reads a query, "16 in 2" or "2 cells 16". It is nil for any other text. The
// error is a *solvers.SyntaxError, for a length or a sum that cannot be.
func ParseQuery(text string) (*Query, error) {
	m := queryForm().FindStringSubmatchIndex(text)
	if m == nil {
		return nil, nil
	}
	sumAt, lengthAt := 2, 4
	if m[2] < 0 {
		sumAt, lengthAt = 8, 6
	}
	q := &Query{}
	q.Sum, _ = strconv.Atoi(text[m[sumAt]:m[sumAt+1]])
	q.Length, _ = strconv.Atoi(text[m[lengthAt]:m[lengthAt+1]])
	if q.Length < 1 || q.Length > 9 {
		return nil, solvers.At(text, m[lengthAt], "combinations.length", "a length from 1 to 9 cells", nil)
	}
	least, most := q.Length*(q.Length+1)/2, q.Length*(19-q.Length)/2
	if q.Sum < least || q.Sum > most {
		cells := "cells"
		if q.Length == 1 {
			cells = "cell"
		}
		return nil, solvers.At(text, m[sumAt], "combinations.sum", fmt.Sprintf("a sum from %d to %d in %d %s", least, most, q.Length, cells),
			map[string]any{"Min": least, "Max": most, "Cells": q.Length})
	}
	for _, bound := range queryBound().FindAllStringSubmatch(text[m[10]:m[11]], -1) {
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

// Sets are the sets of digits that are asked for.
func (q *Query) Sets() (sets []uint16) {
	for _, set := range Combinations(q.Length, q.Sum) {
		if set&q.With == q.With && set&q.Without == 0 {
			sets = append(sets, set)
		}
	}
	return sets
}
