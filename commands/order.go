package commands

import (
	"fmt"
	"maps"
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
	options    values // that came with it
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

// A randomOrder is an order for a random board, which is made at once.
type randomOrder struct {
	order   string // as one types it; "" for a puzzle that was not made to order
	seed    uint64
	next    string // the order of the next one
	options values // that came with it
}

// randomForm is how samples of random orders look.
var randomForm = regexp.MustCompile(`^\d+(?:x\d+)? random \d+$`)

// random is an order that a solver has read.
type random[O any] interface {
	fmt.Stringer
	Next() O
}

// ordered is what there is to say of an order, of that number.
func ordered[O random[O]](order O, number uint64, o values) randomOrder {
	return randomOrder{order: order.String(), seed: number, next: order.Next().String(), options: o}
}

// another is the button to the next of what is made to order: in the same style
// and for the same eyes, as far as a button holds that.
func another(p *puzzle, o values, do, order string, say phrases) []Button {
	o = maps.Clone(o)
	for _, spare := range []string{"", "style", "private"} {
		delete(o, spare)
		if to := path(p, o, o.kept(values{"do": do, "make": order})); len(to) <= maxPath {
			return []Button{{Label: say.text("button.another", nil), Path: to}}
		}
	}
	return nil
}
