package nonogram

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/order"
)

// Order describes a puzzle to be made, such as "15x15 expert 42", or in colours "15x15 medium 42 3
// colours". A number always means the same puzzle.
type Order struct {
	order.Graded
	Colours int // 0 for black and white
}

var grades = order.Grades{
	Names: []string{FewRounds.String(), ManyRounds.String(), Contradictions.String()},
	Usual: ManyRounds.String(),
	Least: MinGenerated,
	Most: func(name string) int {
		if name == Contradictions.String() {
			return MaxContradictions
		}
		return MaxGenerated
	},
}

// gradesInColours are the grades in colours, all up to the same side.
var gradesInColours = order.Grades{
	Names: grades.Names,
	Usual: grades.Usual,
	Least: MinGenerated,
	Most:  func(string) int { return MaxContradictions },
}

// inColours matches a number of colours, in the languages of the bot.
var inColours = regexp.MustCompile(`(?i)(?:^|\s)(\d{1,9})\s*(?:colou?rs?|가지\s*색|색|色)`)

// ParseOrder reads an order: rows × columns, a difficulty, perhaps a number of colours, and a
// number, which is 1 if neither given nor drawn. It returns nil for a text that is no order. The
// error is a *solvers.SyntaxError, also for a size that cannot be made.
func ParseOrder(text string) (*Order, error) {
	const longest = 200 // bytes of an order in colours
	if m := inColours.FindStringSubmatchIndex(text[:min(len(text), longest)]); m != nil && len(text) <= longest {
		if o, err := parseOrderInColours(text, m); o != nil || err != nil {
			return o, err
		}
	}
	o, err := grades.Read(text)
	if o == nil {
		return nil, err
	}
	return &Order{Graded: *o}, nil
}

// parseOrderInColours reads an order in which inColours matched at m; it returns nil for a text
// that is no order.
func parseOrderInColours(text string, m []int) (*Order, error) {
	blank := strings.Repeat(" ", m[1]-m[0]) // the places in errors stay the same
	o, err := gradesInColours.Read(text[:m[0]] + blank + text[m[1]:])
	if wrong := (*solvers.SyntaxError)(nil); errors.As(err, &wrong) {
		wrong.Source = text
	}
	if o == nil || err != nil {
		return nil, err
	}
	const least, most = 2, MaxGeneratedColours
	colours, _ := strconv.Atoi(text[m[2]:m[3]])
	if colours < least || colours > most {
		return nil, solvers.At(text, m[2], "order.colours", fmt.Sprintf("%d to %d colours", least, most), map[string]any{"Min": least, "Max": most})
	}
	return &Order{Graded: *o, Colours: colours}, nil
}

// String returns the order as a person types it.
func (o *Order) String() string {
	if o.Colours == 0 {
		return o.Graded.String()
	}
	return fmt.Sprintf("%s %d colours", o.Graded, o.Colours)
}

// Drawn returns the order with its number, or with one chosen by dice, a random number.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Graded.Drawn(dice), o.Colours} }

// Any returns the order for a puzzle of its kind, without a number.
func (o *Order) Any() *Order { return &Order{o.Graded.Any(), o.Colours} }

// Make makes the puzzle, without its picture. The error is that of Generate.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	demand, err := ParseDemand(o.Grade)
	if err != nil {
		return nil, err
	}
	p, err := Generate(ctx, o.Rows, o.Cols, o.Colours, demand, o.Number)
	if err != nil {
		return nil, err
	}
	return p.Bare(), nil
}
