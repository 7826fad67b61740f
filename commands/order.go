package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers"
)

// An order is for a puzzle that is yet to be made.
type order struct {
	rows, cols int
	difficulty string
	seed       uint64
}

// orders are what can be ordered of one kind of puzzle.
type orders struct {
	difficulties []string // easy first
	usual        string   // where nobody says
	least        int      // cells a side
	most         func(difficulty string) int
}

var orderForm = regexp.MustCompile(`^\s*(?i:(?:make|generate)\s+)?(\d+)\s*[xX×]\s*(\d+)(?:\s+(\pL+))?(?:\s+#?(\d+))?\s*$`)

// read reads a text like "15x15 expert 42": rows, columns, difficulty, number. It
// is nil for any other text. The word "make" may stand before it; without a number
// it is 1.
func (o orders) read(text string) (*order, error) {
	at := orderForm.FindStringSubmatchIndex(text)
	if at == nil {
		return nil, nil
	}
	part := func(i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return text[at[2*i]:at[2*i+1]]
	}
	made := &order{difficulty: o.usual, seed: 1}
	if name := strings.ToLower(part(3)); name != "" {
		if !slices.Contains(o.difficulties, name) {
			last := len(o.difficulties) - 1
			return nil, solvers.At(text, at[6], "order.difficulty", strings.Join(o.difficulties[:last], ", ")+" or "+o.difficulties[last],
				with{"Names": strings.Join(o.difficulties, ", ")})
		}
		made.difficulty = name
	}
	if number := part(4); number != "" {
		const most = 18
		if len(number) > most {
			return nil, solvers.At(text, at[8], "order.number", fmt.Sprintf("a number of at most %d digits", most), with{"Max": most})
		}
		made.seed, _ = strconv.ParseUint(number, 10, 64)
	}
	most := o.most(made.difficulty)
	for i, side := range []*int{&made.rows, &made.cols} {
		n, _ := strconv.Atoi(part(i + 1))
		if n < o.least || n > most {
			return nil, solvers.At(text, at[2*i+2], "order.size", fmt.Sprintf("a side from %d to %d", o.least, most), with{"Min": o.least, "Max": most})
		}
		*side = n
	}
	return made, nil
}

// text is the order with that number, as one types it.
func (o *order) text(seed uint64) string {
	return fmt.Sprintf("%dx%d %s %d", o.rows, o.cols, o.difficulty, seed)
}
