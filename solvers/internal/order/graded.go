package order

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers"
)

// Grades are the puzzles of one kind that are made for a difficulty.
type Grades struct {
	Names []string // easy first
	Usual string   // where nobody says
	Least int      // cells a side
	Most  func(name string) int
}

// A Graded order is for a puzzle of a size and a difficulty.
type Graded struct {
	Rows, Cols int
	Grade      string
	Number     uint64
}

// String is the order as one types it.
func (o Graded) String() string {
	return fmt.Sprintf("%dx%d %s %d", o.Rows, o.Cols, o.Grade, o.Number)
}

// Terms are what is ordered.
func (o Graded) Terms() (rows, cols int, grade string, number uint64) {
	return o.Rows, o.Cols, o.Grade, o.Number
}

var gradedForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?i:(?:make|generate)\s+)?(\d+)\s*[xX×]\s*(\d+)(?:\s+(\pL+))?(?:\s+#?(\d+))?\s*$`)
})

// Read reads a text like "15x15 expert 42": rows, columns, difficulty, number. It is nil for
// any other text. The word "make" may stand before it; without a number it is number 1. The
// error is a *solvers.SyntaxError.
func (g Grades) Read(text string) (*Graded, error) {
	if !strings.ContainsAny(text, "xX×") {
		return nil, nil
	}
	at := gradedForm().FindStringSubmatchIndex(text)
	if at == nil {
		return nil, nil
	}
	part := func(i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return text[at[2*i]:at[2*i+1]]
	}
	o := &Graded{Grade: g.Usual, Number: 1}
	if name := strings.ToLower(part(3)); name != "" {
		if !slices.Contains(g.Names, name) {
			last := len(g.Names) - 1
			return nil, solvers.At(text, at[6], "order.difficulty", strings.Join(g.Names[:last], ", ")+" or "+g.Names[last],
				map[string]any{"Names": strings.Join(g.Names, ", ")})
		}
		o.Grade = name
	}
	if number := part(4); number != "" {
		const most = 18
		if len(number) > most {
			return nil, solvers.At(text, at[8], "order.number", fmt.Sprintf("a number of at most %d digits", most), map[string]any{"Max": most})
		}
		o.Number, _ = strconv.ParseUint(number, 10, 64)
	}
	most := g.Most(o.Grade)
	for i, side := range []*int{&o.Rows, &o.Cols} {
		n, _ := strconv.Atoi(part(i + 1))
		if n < g.Least || n > most {
			return nil, solvers.At(text, at[2*i+2], "order.size", fmt.Sprintf("a side from %d to %d", g.Least, most), map[string]any{"Min": g.Least, "Max": most})
		}
		*side = n
	}
	return o, nil
}
